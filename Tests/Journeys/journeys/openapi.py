"""Holds answers of the authenticator against docs/openapi.yaml."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import yaml
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from journeys.calls import request

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FILE = Path(__file__).parents[3] / "docs/openapi.yaml"

# Notes in a page what the authenticator answers. SDKs read an answer only once, so its copy is noted.
RECORDER = """
(() => {
    const send = window.fetch;
    window.authenticatorAnswers = [];
    window.fetch = async (input, init) => {
        const answer = await send(input, init);
        const url = new URL(input.url ?? input, location.href);
        if (url.pathname.startsWith('/v1/client/') && answer.status > 0) { // a page may read it
            const method = init?.method ?? input.method ?? 'GET';
            window.authenticatorAnswers.push([method, url.href, answer.status, await answer.clone().json()]);
        }
        return answer;
    };
})();
"""


@functools.cache
def specification() -> dict[str, Any]:
    """The file, once it is valid OpenAPI 3.1."""
    content = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    validate(content)
    return content


def operation(method: str, url: str) -> dict[str, Any] | None:
    """The operation of a call; none if the file has no such path or method. A path without a parameter goes first."""
    path = urlsplit(url).path
    templates = sorted(specification()["paths"], key=lambda one: "{" in one)
    matching = (one for one in templates if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(one)), path))
    template = next(matching, None)
    return specification()["paths"][template].get(method.lower()) if template else None


def faults(method: str, url: str, status: int, answer: Any) -> list[str]:
    """How an answer differs from what the file says about it."""
    found = operation(method, url)
    if found is None:
        return [] if status == 404 else [f"{method} {url} answers {status}, and the file has no such operation"]
    response = found["responses"].get(str(status))
    if response is None and status < 400:
        return [f"{method} {url}: the file has no answer {status}"]
    response = response or found["responses"]["default"]
    if "$ref" in response:
        response = specification()["components"]["responses"][response["$ref"].rsplit("/", 1)[-1]]
    schema = {**response["content"]["application/json"]["schema"], "components": specification()["components"]}
    return [f"{method} {url}, {status}: {error.message[:300]}" for error in OAS31Validator(schema).iter_errors(answer)]


def page_faults(driver: Chrome) -> list[str]:
    """The faults of the authenticator's answers that the page in a browser has had."""
    answers = driver.execute_script("return window.authenticatorAnswers ?? []")
    # The sandbox also takes the paths that the SDK calls with cookies, which have an end of their own.
    return [fault for method, url, status, answer in answers if is_ours(url, answer)
            for fault in faults(method, url.removesuffix("/web"), status, answer)]


def is_ours(url: str, answer: Any) -> bool:
    """Whether the authenticator gave an answer, and not the sandbox around it or, in `authsignal` mode, a stand-in."""
    return not is_sandboxs(answer) and request(urljoin(url, "/sandbox/settings"))[1]["tokenMode"] == "signed"


def is_sandboxs(answer: Any) -> bool:
    return isinstance(answer, dict) and answer.get("errorCode") in ("origin_not_allowed", "not_played")
