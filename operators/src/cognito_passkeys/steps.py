"""What a command has changed so far, in AWS or in files, for the sentence with which it ends early."""

import re
from contextlib import contextmanager
from typing import Any, Iterator

# Calls that change nothing, and the services that only lend credentials.
READS = re.compile(r"(Describe|Get|List|Head|Query|Scan|BatchGet|FilterLogEvents|(Create|Delete)ChangeSet)")
LENDERS = {"SSO", "SSO OIDC", "STS"}

_done: dict[str, None] = {}
_unknown: dict[str, None] = {}
# Those under way that have names of their own.
_names: list[str] = []


def begin() -> None:
    """Begins a command that calls AWS: from now on, each call that may change something is a step."""
    import boto3
    from botocore import handlers

    _done.clear()
    _unknown.clear()
    own = [("before-parameter-build", _called), ("after-call", _answered)]
    handlers.BUILTIN_HANDLERS.extend(one for one in own if one not in handlers.BUILTIN_HANDLERS)
    # This one has its handlers already, if there is one.
    for event, handler in own if boto3.DEFAULT_SESSION else []:
        boto3.DEFAULT_SESSION.events.register(event, handler, unique_id=event)


def _called(params: dict[str, Any], model: Any, context: dict[str, Any], **_: Any) -> None:
    if _names or READS.match(model.name) or model.service_model.service_id in LENDERS:
        return
    about = next((params[name] for name in model.input_shape.required_members if isinstance(params.get(name), str)), "")
    context["step"] = f"{model.name} {about}".rstrip()
    _unknown[context["step"]] = None


def _answered(http_response: Any, context: dict[str, Any], **_: Any) -> None:
    if what := context.get("step"):
        _unknown.pop(what, None)
        if http_response.status_code < 300:
            _done[what] = None


@contextmanager
def step(what: str) -> Iterator[None]:
    """A change of a file, or a call by another name. If it does not end, it may have been made."""
    _unknown[what] = None
    _names.append(what)
    try:
        yield
    except Exception as error:
        # Only an error that AWS has answered with has this.
        if hasattr(error, "response"):
            del _unknown[what]
        raise
    finally:
        _names.pop()
    del _unknown[what]
    _done[what] = None


def so_far() -> str:
    """What has been changed."""
    if not _done and not _unknown:
        return "Nothing has been changed."
    parts = (("Done before that", _done), ("May have been done", _unknown))
    return " ".join(f"{title}: {'; '.join(steps)}." for title, steps in parts if steps)
