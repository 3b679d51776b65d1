"""The stack of samconfig.toml, and the calls that deploy it and what watches it."""

from typing import Any, NamedTuple

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.deployment import change_set, packages, samconfig
from cognito_passkeys.deployment.bucket import Bucket
from cognito_passkeys.deployment.change_set import Update
from cognito_passkeys.deployment.refusals import must_be_short
from cognito_passkeys.stacks import Stack, described

# A stack whose last update was to be taken back and could not be.
STUCK = "UPDATE_ROLLBACK_FAILED"


class Target(NamedTuple):
    """A stack as the file names it, and as it is."""

    configuration: dict[str, Any]
    given: dict[str, str]
    """The parameters."""
    deployed: Stack | None
    architecture: str
    """The processor that the packages are for."""
    template: str = packages.TEMPLATE
    """The file in dist/."""

    @property
    def name(self) -> str:
        return self.configuration["stack_name"]

    def client(self, service: str) -> Any:
        return client(self.configuration, service)


def session(configuration: dict[str, Any]) -> boto3.Session:
    return boto3.Session(profile_name=configuration.get("profile"), region_name=configuration.get("region"))


def client(configuration: dict[str, Any], service: str) -> Any:
    return session(configuration).client(service)


def target(part: str, architecture: str) -> Target:
    """The stack of an environment of the file.

    :param architecture: the processor that the packages are for.
    :raises ValueError: the file names no stack, or parameters in a form that is not read here; or as `must_rest`
        or `must_be_short`.
    """
    configuration = samconfig.settings(samconfig.CONFIGURATION.read_text(encoding="utf-8"), part)
    if "stack_name" not in configuration:
        raise ValueError(f"{samconfig.CONFIGURATION.name} names no stack (stack_name) for the environment {part}. Say "
                         f"CONFIG_ENV=name for another one, or add [{part}.deploy.parameters], as in "
                         "docs/examples/samconfig")
    if unknown := configuration.keys() - samconfig.READ - samconfig.NEEDLESS:
        raise ValueError(f"{samconfig.CONFIGURATION.name} has settings that are not read here: "
                         f"{', '.join(sorted(unknown))}")
    given = samconfig.parameters(configuration)
    deployed = stack(configuration)
    if deployed is None:
        must_be_short(configuration["stack_name"])
    must_rest(configuration, deployed)
    if deployed is None:
        given = samconfig.of_packages(architecture) | given
    return Target(configuration, given, deployed, architecture)


def stack(configuration: dict[str, Any]) -> Stack | None:
    """The stack that the file names; none if it does not exist, or if only its first change set does."""
    found = described(client(configuration, "cloudformation"), configuration["stack_name"])
    if found is None or found["StackStatus"] == "REVIEW_IN_PROGRESS":
        return None
    return Stack.of(found)


def must_rest(configuration: dict[str, Any], found: Stack | None) -> None:
    """:raises ValueError: CloudFormation takes no change of the stack now."""
    if found is None:
        return
    name, region = configuration["stack_name"], configuration.get("region")
    place = f"--stack-name {name}" + (f" --region {region}" if region else "")
    if found.status.endswith("_IN_PROGRESS"):
        raise ValueError(f"the stack {name} is {found.status}. Somebody changes it now. Wait until that has ended. "
                         f"This says how far it is:\n  aws cloudformation describe-stack-events {place}")
    if found.status == STUCK:
        raise ValueError(f"the stack {name} is {found.status}. Its events say why. This goes on with the way back, and "
                         f"then it can be deployed again:\n  aws cloudformation continue-update-rollback {place}")


def calls(configuration: dict[str, Any]) -> int | None:
    """How many calls Lambda answers at the same time in the account and Region; none if nobody says it."""
    try:
        return client(configuration, "lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    except (BotoCoreError, ClientError):
        return None


def must_fit(found: Target) -> None:
    """:raises ValueError: the packages are for another processor than the stack."""
    parameters = (found.deployed.parameters if found.deployed else {}) | found.given
    if parameters.get("Architecture", "x86_64") != found.architecture:
        raise ValueError(f"dist/ holds {found.architecture} packages, and the stack has another Architecture. "
                         f"Set it in {samconfig.CONFIGURATION.name}")


def watching(found: Target, wanted: str) -> Target:
    """The stack of the other template, beside a stack, with what the two share.

    :param wanted: further parameters, as in samconfig.toml; 1 stands for none.
    :raises ValueError: there is no stack to watch, or somebody else's stack has the name of the one that watches; or as
        `must_rest`.
    """
    if found.deployed is None:
        raise ValueError(f"there is no stack {found.name} that could be watched")
    configuration = found.configuration | {"stack_name": f"{found.name}-monitoring"}
    watching = stack(configuration)
    must_rest(configuration, watching)
    if watching and watching.parameters.get("StackName") != found.name:
        raise ValueError(f"there is a stack {configuration['stack_name']} already, which does not watch {found.name}")
    shared = packages.template(packages.MONITORING)["Parameters"].keys() & found.deployed.parameters.keys()
    given = {name: found.deployed.parameters[name] for name in sorted(shared)}
    own = {} if wanted == "1" else samconfig.parameters({"parameter_overrides": wanted})
    return Target(configuration, {"StackName": found.name, **given, **own}, watching, found.architecture,
                  packages.MONITORING)


def update(found: Target, parameters: dict[str, str]) -> bool:
    """Uploads what is in dist/, and gives the stack its template and the parameters. Others keep their values.

    :return: whether the stack is now what it is to be.
    :raises ValueError: CloudFormation refuses the change.
    """
    lent = session(found.configuration)
    bucket = Bucket.of(lent, found.configuration.get("s3_bucket"), found.configuration.get("s3_prefix"))
    url = bucket.upload(lambda name: print(f"Uploaded: {name}", flush=True))[found.template]
    known = packages.template(found.template)["Parameters"].keys()
    if "CodeBucket" in known:
        parameters = parameters | {"CodeBucket": bucket.name, "CodePrefix": bucket.prefix}
    kept = [name for name in (found.deployed.parameters if found.deployed else {})
            if name in known and name not in parameters]
    role = {"RoleARN": found.configuration["role_arn"]} if "role_arn" in found.configuration else {}
    update = Update(found.name, url, parameters, kept, role)
    return change_set.apply(lent.client("cloudformation"), update, is_new=found.deployed is None)
