"""The throw-away stacks: how they are made, and how everything of them is removed."""

import argparse
from functools import cache

from botocore.exceptions import WaiterError

from cognito_passkeys.deployment import deploy, leftovers, packages, samconfig
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.function_names import FUNCTIONS
from cognito_passkeys.prove import resources
from cognito_passkeys.prove.pool import Pool
from cognito_passkeys.prove.sign_ins import Ground
from cognito_passkeys.prove.triggers import Triggers
from cognito_passkeys.stacks import FUNCTION, LOG_GROUP
from cognito_passkeys.verbs import DONE, remove

NAME = "cognito-passkeys-prove"
RECORDER = f"{NAME}-recorder"
# With an authenticator, passkeys are for a trial.
OWN = {"SignInWith": "own-authenticator", "RelyingPartyId": "localhost", "PasskeyOrigins": "http://localhost:5173"}


class Place:
    """An account and Region, with the stacks of this command."""

    def __init__(self, account: Account, caller: str, sender: str) -> None:
        """
        :param caller: the ARN of the user or role that deploys.
        :param sender: an address that Amazon SES has verified; empty for none.
        """
        self.client, self.region, self.sender = cache(account.client), account.region, sender
        self.boundary = account.boundary(caller)
        self.identity = account.identity_of(sender, sender.rpartition("@")[2]) if sender else ""

    def is_taken(self) -> bool:
        return any(remove.living(self.client, name) for name in (NAME, RECORDER))

    def packaged(self) -> Ground:
        """Makes the packaged stack. One that cannot be made is something to report, too."""
        architecture = packages.architecture()
        mails = {"OtpSender": self.sender, "OtpIdentity": self.identity}
        given = (OWN | mails if self.sender else {"SignInWith": "signed"}) | samconfig.of_packages(architecture) | {
            "UseAddAuthenticator": "true", "FunctionMetrics": "true", "LogRetentionDays": "1",
            "PermissionsBoundaryArn": self.boundary}
        configuration = {"stack_name": NAME, "region": self.region}
        try:
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
        api.create_stack(StackName=RECORDER, TemplateBody=resources.template(NAME, self.boundary),
                         Capabilities=["CAPABILITY_IAM"])
        try:
            api.get_waiter("stack_create_complete").wait(StackName=RECORDER, WaiterConfig={"Delay": 5})
        except WaiterError as error:
            raise ValueError(f"the stack {RECORDER} was not made: {error}. Its events say why") from None
        [found] = api.describe_stacks(StackName=RECORDER)["Stacks"]
        made = {one["OutputKey"]: one["OutputValue"] for one in found["Outputs"]}
        return Triggers(*(self._pool(made, client) for client in resources.CLIENTS))

    def _pool(self, made: dict[str, str], client: str) -> Pool:
        name, has_secret = resources.CLIENTS[client]
        api, secret = self.client("cognito-idp"), ""
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
        if identifier := leftovers.stack_id(self.client, RECORDER):
            if remove.living(self.client, RECORDER):
                leftovers.delete_stack(self.client, identifier)
                print(f"Removed: stack {RECORDER}", flush=True)
            leftovers.remove(self.client, leftovers.tagged(self.client, RECORDER))
        # CloudFormation has refused the template, and knows no parameter of it.
        if remove.living(self.client, NAME) == "REVIEW_IN_PROGRESS":
            leftovers.delete_stack(self.client, NAME)
        agreed = argparse.Namespace(stack=NAME, region=self.region, dry_run=False, yes=True, confirm=NAME)
        # A stack that was still being made when it was deleted may have left more than was listed.
        is_clean = any(remove.run(agreed) == DONE for _ in range(2))
        return "nothing" if is_clean else "something, which is named above"
