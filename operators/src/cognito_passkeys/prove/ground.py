"""The throw-away stacks: how they are made, and how everything of them is removed."""

import argparse
from functools import cache

from botocore.exceptions import BotoCoreError, ClientError, WaiterError

from cognito_passkeys.deployment import deploy, leftovers, packages, samconfig
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.function_names import FUNCTIONS
from cognito_passkeys.prove import resources
from cognito_passkeys.prove.deployed import Ground
from cognito_passkeys.prove.passkeys import ORIGIN
from cognito_passkeys.prove.pool import Pool
from cognito_passkeys.prove.triggers import Triggers
from cognito_passkeys.stacks import FUNCTION, LOG_GROUP
from cognito_passkeys.verbs import DONE, remove

NAME = "cognito-passkeys-prove"
RECORDER = f"{NAME}-recorder"
# With an authenticator, passkeys are for a trial. No mail is sent: the address is nobody's (RFC 2606), and the pool,
# which was there before, has no sender.
OWN = {"SignInWith": "own-authenticator", "RelyingPartyId": "localhost", "PasskeyOrigins": ORIGIN,
       "UseAddAuthenticator": "true", "OtpSender": "prove@example.com", "OtpIdentity": "example.com"}


class Place:
    """An account and Region, with the stacks of this command."""

    def __init__(self, account: Account, caller: str, sender: str, has_node: bool = False) -> None:
        """
        :param caller: the ARN of the user or role that deploys.
        :param sender: an address that Amazon SES has verified; empty for none.
        :param has_node: as in `resources.template`.
        """
        self.client, self.region = cache(account.client), account.region
        self.sender, self.has_node = sender, has_node
        self.boundary = account.boundary(caller)
        identity = account.identity_of(sender, sender.rpartition("@")[2]) if sender else ""
        self.mails = {"OtpSender": sender, "OtpIdentity": identity} if sender else {}
        self.recorded: dict[str, str] = {}
        """The outputs of the stack with the recorder, once it is made."""

    def is_taken(self) -> bool:
        return any(remove.living(self.client, name) for name in (NAME, RECORDER))

    def packaged(self) -> Ground:
        """Makes the packaged stack of the smallest kind, with a pool of its own."""
        return self._made({"SignInWith": "signed"})

    def authenticator(self) -> Ground:
        """Makes the packaged stack anew, with an authenticator, for a pool of the stack with the recorder. It has the
        former one's name, for which the deployer has the rights."""
        pool, client = (self.recorded[name] for name in ("Existing", "ExistingClient"))
        try:
            made = self._made(OWN | {"ExistingUserPoolId": pool, "AllowedClientIds": client})
        except (BotoCoreError, ClientError) as error:
            # The rows of the other stacks are worth a report.
            return Ground(NAME, self.client, str(error), {}, {}, {})
        return made._replace(outputs=made.outputs | {"UserPoolClientId": client})

    def _made(self, given: dict[str, str]) -> Ground:
        """A stack that cannot be made is something to report, too."""
        architecture = packages.architecture()
        given = given | self.mails | samconfig.of_packages(architecture) | {
            "FunctionMetrics": "true", "LogRetentionDays": "1", "PermissionsBoundaryArn": self.boundary}
        configuration = {"stack_name": NAME, "region": self.region}
        try:
            if remove.living(self.client, NAME):
                self._remove_packaged()
            deploy.update(deploy.Target(configuration, given, None, architecture), given)
        except ValueError as refused:
            return Ground(NAME, self.client, str(refused), {}, {}, {})
        found = deploy.stack(configuration)
        status = "; ".join([found.status if found else "missing", *(
            f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', '')}"
            for event in leftovers.events(self.client, NAME) if event["ResourceStatus"] == "CREATE_FAILED")])
        listed = leftovers.resources(self.client, NAME)
        functions, groups = ({one["LogicalResourceId"]: one["PhysicalResourceId"] for one in listed
                              if one["ResourceType"] == kind} for kind in (FUNCTION, LOG_GROUP))
        functions = {name: function for name, function in functions.items() if name in FUNCTIONS}
        return Ground(NAME, self.client, status, found.outputs if found else {}, functions, groups, self.sender)

    def recorder(self) -> Triggers:
        """Makes the stack with the recorder.

        :raises ValueError: it cannot be made.
        """
        api = self.client("cloudformation")
        api.create_stack(StackName=RECORDER, TemplateBody=resources.template(NAME, self.boundary, self.has_node),
                         Capabilities=["CAPABILITY_IAM"])
        try:
            api.get_waiter("stack_create_complete").wait(StackName=RECORDER, WaiterConfig={"Delay": 5})
        except WaiterError as error:
            raise ValueError(f"the stack {RECORDER} was not made: {error}. Its events say why") from None
        [found] = api.describe_stacks(StackName=RECORDER)["Stacks"]
        self.recorded = {one["OutputKey"]: one["OutputValue"] for one in found["Outputs"]}
        return Triggers(*(self._pool(client, *of) for client, of in resources.CLIENTS.items()
                          if of[0] in resources.TRIGGERS))

    def _pool(self, client: str, name: str, has_secret: bool) -> Pool:
        api, made, secret = self.client("cognito-idp"), self.recorded, ""
        if has_secret:
            secret = api.describe_user_pool_client(
                UserPoolId=made[name], ClientId=made[client])["UserPoolClient"]["ClientSecret"]

        def log() -> list[str]:
            pages = self.client("logs").get_paginator("filter_log_events").paginate(
                logGroupName=made["Logs"], filterPattern='"recorded"')
            return [event["message"] for page in pages for event in page["events"]]

        return Pool(api, made[name], made[client], log, secret)

    def remove(self) -> str:
        """Removes everything, and says what is left."""
        # First, because it takes its functions out of the other stack's pool.
        is_clean = self._remove_packaged()
        if identifier := leftovers.stack_id(self.client, RECORDER):
            if remove.living(self.client, RECORDER):
                leftovers.delete_stack(self.client, identifier)
                print(f"Removed: stack {RECORDER}", flush=True)
            leftovers.remove(self.client, leftovers.tagged(self.client, RECORDER))
        return "nothing" if is_clean else "something, which is named above"

    def _remove_packaged(self) -> bool:
        # CloudFormation has refused the template, and knows no parameter of it.
        if remove.living(self.client, NAME) == "REVIEW_IN_PROGRESS":
            leftovers.delete_stack(self.client, NAME)
        agreed = argparse.Namespace(stack=NAME, region=self.region, dry_run=False, yes=True, confirm=NAME)
        # A stack that was still being made when it was deleted may have left more than was listed.
        return any(remove.run(agreed) == DONE for _ in range(2))
