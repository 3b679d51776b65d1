"""The AWS account for which somebody answers questions: what it already has, and what an answer may therefore name."""

from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.deployment import typed_key
from cognito_passkeys.deployment.leftovers import NEVER_MADE
from cognito_passkeys.files import DEPLOY, OTHER

# An account that has never asked for more may have this many calls at once, of all functions together.
FIRST_CONCURRENCY = 10
DENIED = ("AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "NotAuthorizedException")


class Wrong(Exception):
    """An answer that cannot be right. Its text says why."""


class Account:
    """An account with the rights of whoever deploys. A check that these rights do not allow only leaves a note."""

    def __init__(self, stack: str) -> None:
        self.stack = stack
        self.session = boto3.Session()
        self.region = ""
        self.notes: list[str] = []

    def usual_region(self) -> str:
        return self.session.region_name or "us-east-1"

    def use(self, region: str) -> str:
        """Looks into this Region from now on.

        :raises Wrong: as `must_have_cognito`, or the stack's name is taken there.
        """
        self.must_have_cognito(region)
        self.region = region
        try:
            found = self.client("cloudformation").describe_stacks(StackName=self.stack)["Stacks"]
        except (BotoCoreError, ClientError):
            return region
        if found[0]["StackStatus"] not in ("REVIEW_IN_PROGRESS", "DELETE_COMPLETE", *NEVER_MADE):
            raise Wrong(f"There is a stack {self.stack} in {region} already. Take another Region, or stop (Ctrl-C) and "
                        f"begin with {OTHER}. To change that stack, use its samconfig.toml.")
        return region

    def must_have_cognito(self, region: str) -> None:
        """:raises Wrong: there is no such Region."""
        known = {name for partition in self.session.get_available_partitions()
                 for name in self.session.get_available_regions("cognito-idp", partition)}
        if region not in known:
            raise Wrong("Cognito is in no Region of this name. Names look like eu-west-1.")

    def client(self, service: str) -> Any:
        return self.session.client(service, region_name=self.region)

    def must_be_here(self, region: str, what: str) -> None:
        if region != self.region:
            raise Wrong(f"{what} is in {region}, and the stack is in {self.region}.")

    def asked(self, what: str, service: str, operation: str, must_be: bool = True,
              **request: Any) -> dict[str, Any] | None:
        """An answer of AWS; none if it does not tell, and an empty one if there is no such thing.

        :raises Wrong: there is no such thing, and there must be.
        """
        try:
            return getattr(self.client(service), operation)(**request)
        except ClientError as error:
            code = error.response.get("Error", {}).get("Code", "")
            if code in DENIED:
                self.notes.append(f"Not checked, because these credentials may not read it: {what}.")
                return None
            if must_be:
                raise Wrong(f"AWS does not know {what}: {code}.") from None
            return {}
        except BotoCoreError as error:
            self.notes.append(f"Not checked: {what}. {error}")
            return None

    def check_secret(self, arn: str) -> None:
        self.asked("this secret", "secretsmanager", "describe_secret", SecretId=arn)

    def check_pool(self, pool: str, client: str) -> dict[str, Any]:
        """The pool as AWS describes it; nothing if AWS does not tell."""
        found = self.asked("this pool", "cognito-idp", "describe_user_pool", UserPoolId=pool)
        self.asked("this app client of the pool", "cognito-idp", "describe_user_pool_client", UserPoolId=pool,
                   ClientId=client)
        return found["UserPool"] if found else {}

    def identity_of(self, address: str, domain: str) -> str:
        """The identity of Amazon SES that an address belongs to: a domain above it, or the address itself.

        :raises Wrong: nothing of it is verified, so the pool could not be made.
        """
        labels = domain.split(".")
        domains = [".".join(labels[first:]) for first in range(len(labels) - 1)]
        for identity in (*domains, address):
            found = self.asked(identity, "sesv2", "get_email_identity", must_be=False, EmailIdentity=identity)
            if found is None or found.get("VerifiedForSendingStatus"):
                return identity
        raise Wrong(f"Amazon SES has verified neither {domain} nor {address} in {self.region}. This begins it: "
                    f"aws sesv2 create-email-identity --region {self.region} --email-identity {domain}")

    def verified_sender(self) -> str:
        """An address that may send mails; empty if there is none."""
        found = self.asked("identities", "sesv2", "list_email_identities", must_be=False) or {}
        for one in found.get("EmailIdentities", []):
            if one.get("SendingEnabled"):
                name = one["IdentityName"]
                return name if "@" in name else f"no-reply@{name}"
        return ""

    def is_in_sandbox(self) -> bool:
        """Whether Amazon SES sends only to verified addresses."""
        found = self.asked("whether Amazon SES sends to everybody", "sesv2", "get_account", must_be=False) or {}
        return not found.get("ProductionAccessEnabled", True)

    def boundary(self, caller: str) -> str:
        """The ARN of the permissions boundary that docs/examples/permissions-boundary.yaml has made for this stack; empty
        if there is none, or if these rights do not show it.

        :param caller: the ARN of whoever deploys.
        """
        _, partition, _, _, number, _ = caller.split(":", 5)
        arn = f"arn:{partition}:iam::{number}:policy/{self.stack}-boundary"
        try:
            self.client("iam").get_policy(PolicyArn=arn)
        except (BotoCoreError, ClientError):
            return ""
        return arn

    def earlier_secret(self) -> dict[str, Any] | None:
        """The secret that an earlier attempt has made of a typed key, also one that waits for its end.

        :raises Wrong: somebody else has made a secret of that name.
        """
        name = typed_key.name(self.stack)
        try:
            found = self.client("secretsmanager").describe_secret(SecretId=name)
        except ClientError as error:
            if error.response["Error"]["Code"] in ("ResourceNotFoundException", *DENIED):
                return None
            raise
        if not typed_key.is_own(found, self.stack):
            raise Wrong(f"There is a secret {name} already, which {DEPLOY} has not made. If it has the key, answer "
                        f"with its ARN. Otherwise stop (Ctrl-C) and begin with {OTHER}.")
        return found

    def keep_secret(self, value: str) -> str:
        """Keeps a typed key in a new secret, or in the one of an earlier attempt, and returns the ARN.

        :raises Wrong: as `earlier_secret`.
        """
        api = self.client("secretsmanager")
        found = self.earlier_secret()
        if found is None:
            return api.create_secret(Name=typed_key.name(self.stack), SecretString=value,
                                     Description="Authsignal's API secret key, typed at the deployment.",
                                     Tags=typed_key.tags(self.stack))["ARN"]
        if "DeletedDate" in found:
            api.restore_secret(SecretId=found["ARN"])
        return api.put_secret_value(SecretId=found["ARN"], SecretString=value)["ARN"]
