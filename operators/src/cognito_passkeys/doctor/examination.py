"""What is asked of AWS about a stack, and what the answers show. docs/doctor.md has each finding's cause and cure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import boto3
import jmespath
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys import signed_out
from cognito_passkeys.deployment.account import DENIED
from cognito_passkeys.files import PROGRAM, ROOT
from cognito_passkeys.stacks import Stack, described, listed, of_kind
from cognito_passkeys.users_table.session import POOL_OUTPUT
from cognito_passkeys.users_table.table import PATIENT

MISSING = ("ResourceNotFoundException", "NotFoundException", "UserNotFoundException")
PAGE = ROOT / "docs/doctor.md"
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
LINK = re.compile(r"\[(.+?)\]\((.*?)\)")


class Finding(NamedTuple):
    """Something that is not as it should be. It never names a user."""

    word: str
    of: str
    """What it is about, mostly by its name in the template."""
    detail: str = ""

    def members(self) -> dict[str, str]:
        text = LINK.sub(r"\1 (docs/\2)", PAGE.read_text(encoding="utf-8")).replace("scripts/passkeys", PROGRAM)
        [row] = [row for row in ROW.findall(text) if row[0] == self.word]
        return dict(zip(("finding", "level", "cause", "cure"), row)) | {"of": self.of, "detail": self.detail}


class Unseen(Exception):
    """AWS does not tell. The text says why, and does not name who asks."""


def told(call: Callable[..., Any], *words: Any, **request: Any) -> Any:
    """What a call returns; None if it is about something that does not exist.

    :raises Unseen: AWS does not tell.
    """
    try:
        return call(*words, **request)
    except (BotoCoreError, ClientError) as error:
        code = error.response["Error"]["Code"] if isinstance(error, ClientError) else type(error).__name__
        if code in MISSING:
            return None
        if signed_out.cure(error):
            raise
        action = re.search(r"perform: ([\w-]+:\w+)", str(error))
        needed = action[1] if action else getattr(error, "operation_name", "")
        raise Unseen(f"needs {needed}" if code in DENIED else f"AWS does not answer: {code}") from None


class Case(NamedTuple):
    """A stack as CloudFormation describes it."""

    name: str
    region: str
    parameters: dict[str, str]
    outputs: dict[str, str]
    status: str
    listed: list[dict[str, str]]

    @classmethod
    def of(cls, name: str, region: str | None) -> Case:
        """:raises ValueError: there is no such stack, or it has no user pool."""
        api = boto3.client("cloudformation", region_name=region, config=PATIENT)
        where = f"{name} in {api.meta.region_name}"
        found = described(api, name)
        if found is None:
            raise ValueError(f"there is no stack {where}. Name another stack or Region (--region)")
        stack = Stack.of(found)
        if POOL_OUTPUT not in stack.outputs:
            raise ValueError(f"the stack {where} is {stack.status} and has no output {POOL_OUTPUT}: it was "
                             "never complete, or is not one of this package")
        return cls(name, api.meta.region_name, *stack, listed(api, name))

    def resources(self, kind: str) -> dict[str, str]:
        """The physical ids of the resources of a type, by their logical ids."""
        return of_kind(self.listed, kind)

    def client(self, service: str) -> Any:
        """A client that tries throttled calls again."""
        return boto3.client(service, region_name=self.region, config=PATIENT)

    def ask(self, service: str, operation: str, **request: Any) -> Any:
        """AWS's answer, as `told`."""
        return told(getattr(self.client(service), operation), **request)


class Look(NamedTuple):
    """A question about one thing, and what its answer shows. Called, it is a check."""

    service: str
    operation: str
    argument: str
    """The argument that names the thing."""
    wrong: dict[str, str]
    """What tells each finding, in JMESPath, the language of `aws --query`. Its value is the detail, unless true."""
    missing: str = ""
    """The finding if there is no such thing."""

    def __call__(self, case: Case, name: str, id: str) -> Iterator[Finding]:
        answer = case.ask(self.service, self.operation, **({self.argument: id} if self.argument else {}))
        if answer is None:
            yield from [Finding(self.missing, name, id)] if self.missing else []
        else:
            yield from signs(name, answer, self.wrong)


def signs(name: str, answer: dict[str, Any], wrong: dict[str, str]) -> Iterator[Finding]:
    """What is wrong in an answer, as `Look.wrong` tells it."""
    for word, expression in wrong.items():
        if detail := jmespath.search(expression, answer):
            yield Finding(word, name, "" if detail is True else str(detail))


def examined(case: Case, checks: Iterable[Any]) -> Iterator[Finding]:
    """What all checks find. If AWS does not answer one, the others go on.

    :param checks: a function each, with the name of what it looks at, and more arguments.
    """
    gaps: dict[str, list[str]] = {}
    for check, name, *more in checks:
        try:
            yield from check(case, name, *more)
        except Unseen as gap:
            gaps.setdefault(str(gap), []).append(name)
    yield from (Finding("unseen", ", ".join(names), gap) for gap, names in gaps.items())
