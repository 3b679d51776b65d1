"""What a pool and its clients had before `attach` changed them, and how `detach` puts it back.

It is kept in a parameter of AWS Systems Manager with the names of stack and pool. That needs no table and no right to
anything of users, and it outlives the stack.
"""

import json
from copy import deepcopy
from typing import Any

import boto3

from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS, TRIGGERS
from cognito_passkeys.user_pool.bypasses import Settings, attached_functions
from cognito_passkeys.user_pool.functions import FunctionARN
from cognito_passkeys.user_pool.plan import changes, difference, shown
from cognito_passkeys.user_pool.pool import Pool, client_ids
from cognito_passkeys.user_pool.serving import gone_functions

# Both values of each setting that was changed, by its path.
Changes = dict[str, list[Any]]
# What to send for a setting that AWS did not describe. An update may leave out the others.
UNSET = {"AutoVerifiedAttributes": [], "UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate": [],
         "PreventUserExistenceErrors": "LEGACY", "RefreshTokenRotation.Feature": "DISABLED"}


class Former:
    """The changes of a pool and of its clients, by their ids."""

    def __init__(self, stack: str, pool: str, region_name: str | None) -> None:
        self.api = boto3.client("ssm", region_name=region_name)
        self.name = f"/cognito-passkeys/{stack}/{pool}"
        self.kept: dict[str, Changes] = {}
        try:
            self.kept = json.loads(self.api.get_parameter(Name=self.name)["Parameter"]["Value"])
        except self.api.exceptions.ParameterNotFound:
            pass

    def keep(self, name: str, before: Settings, after: Settings) -> None:
        """Adds the changes of the pool or of a client. Where somebody has changed a setting since an earlier `attach`,
        theirs is the former value."""
        kept = self.kept.setdefault(name, {})
        for path, (old, new) in changes(before, after).items():
            first, last = kept.get(path, (old, old))
            kept[path] = [old if changes(last, old) else first, new]

    def write(self) -> None:
        # Free of charge up to 4 KB.
        self.api.put_parameter(Name=self.name, Type="String", Overwrite=True, Tier="Intelligent-Tiering",
                               Value=json.dumps(self.kept, separators=(",", ":")))

    def forget(self) -> None:
        if self.kept:
            self.api.delete_parameter(Name=self.name)


def restored(current: Settings, kept: Changes) -> tuple[Settings, list[str]]:
    """The request that puts the former values back, and a line for each setting that somebody has changed since, which
    stays."""
    request, stays = deepcopy(current), []
    now = {path: value for path, (_, value) in changes({}, current).items()}
    for path, (old, new) in kept.items():
        found = now.get(path)
        if not changes(found, new):
            put(request, path, UNSET.get(path) if old is None else old)
        elif changes(found, old):
            stays.append(f"{path}: {shown(found)}")
    return request, stays


def put(settings: Settings, path: str, value: Any) -> None:
    """Sets a value; None takes the setting out."""
    *parents, last = path.split(".")
    for name in parents:
        settings = settings.setdefault(name, {})
    settings[last] = value
    if value is None:
        del settings[last]


def own_triggers(pool: Settings, stack: str) -> list[str]:
    """The triggers that name functions of a stack, also of a deleted one: the template names them so."""
    return [trigger for trigger, function in attached_functions(pool)
            if FunctionARN.of(function).function.endswith(f":function:{stack}-{TRIGGERS.get(trigger)}")]


class Detachment:
    """What puts the former settings back, and takes the stack's functions out of every trigger."""

    def __init__(self, stack: str, pool: str, region_name: str | None) -> None:
        """
        :raises ValueError: an update of the pool would reset a setting.
        """
        self.former = Former(stack, pool, region_name)
        self.pool = Pool(pool, [], region_name)
        self.pool.clients = [name for name in client_ids(self.pool.api, pool) if name in self.former.kept]
        self.pool.read()
        if self.pool.unknown:
            raise ValueError(self.pool.unknown)
        self.own = own_triggers(self.pool.pool, stack)
        # Those that `attach` put into triggers, also if an earlier run has taken them out.
        kept = self.former.kept
        functions = {function for trigger, function in attached_functions(self.pool.pool) if trigger in self.own} | {
            new for _, new in kept.get(pool, {}).values() if str(new).startswith("arn:")}
        self.allowed = sorted(function for function in functions
                              if any(one.get("Sid") == self.pool.statement for one in self.pool.policy(function)))
        (define, *_) = CUSTOM_AUTH_TRIGGERS
        found = dict(attached_functions(self.pool.pool)).get(define)
        self.is_replaced = bool(found) and not self.own and (
            found != kept.get(pool, {}).get(f"LambdaConfig.{define}", [None])[0])
        if self.is_replaced:
            # Others' functions need the settings that these have needed.
            kept = {}
        self.pool_later, self.stays = restored(self.pool.pool_now, kept.get(pool, {}))
        gone, _ = gone_functions(self.pool.functions_api, self.pool_later)
        # Neither these functions nor former ones that do not exist any more.
        for trigger in {*own_triggers(self.pool_later, stack), *gone} & TRIGGERS.keys():
            for name in (trigger, f"{trigger}Config"):
                self.pool_later["LambdaConfig"].pop(name, None)
        self.clients_later = {}
        for client, now in self.pool.clients_now.items():
            self.clients_later[client], stays = restored(now, kept.get(client, {}))
            self.stays += [f"app client {client}, {line}" for line in stays]

    def parts(self) -> dict[str, list[str]]:
        """The lines of what changes, by what it is."""
        clients = {f"App client {client}": difference(self.pool.clients_now[client], later)
                   for client, later in self.clients_later.items()}
        return {f"User pool {self.pool.id}": difference(self.pool.pool_now, self.pool_later), **clients,
                "Functions": [f"{function}: {self.pool.id} may call it no longer" for function in self.allowed],
                "Parameter Store": [f"{self.former.name}: removed"] if self.former.kept else []}

    def apply(self) -> list[str]:
        """Makes the changes, and returns the settings that differ from the request afterwards."""
        wrong = self.pool.update(self.pool_later, self.clients_later)
        for function in self.allowed:
            self.pool.disallow(function)
        if not wrong:
            self.former.forget()
        return wrong
