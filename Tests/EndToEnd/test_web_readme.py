"""The code of clients/web/README.md, run in Chromium with Amplify and without. tsc only takes its types away."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from app_server import needs_clients
from conftest import OUTPUT
from journeys.app import new_address, sign_up
from sample_app import PACKAGES
from web_client import WEB, Failure, WebClient, WebClientServer

pytestmark = pytest.mark.skipif(which("tsc") is None, reason="tsc is missing: scripts/install.sh samples")

AMPLIFY, PLAIN, LATER = re.findall(r"```ts\n(.*?)```", (WEB / "README.md").read_text(encoding="utf-8"), re.DOTALL)
PROGRAMS = {"amplify": AMPLIFY + LATER, "plain": PLAIN + LATER}
MODULES = PACKAGES | {"cognito-passkeys-web/cognito": "export * from '/cognito.js';"}
HEAD = '<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title><script type="importmap">%s</script>' \
       '<form><input name="email" autocomplete="username webauthn"></form>'
CALL = """
    const [name, values, done] = arguments;
    import('/program.js').then((program) => (program[name] ?? program.cognito[name].bind(program.cognito))(...values))
        .then((value) => ({ value: value ?? null }), ({ code, message }) => (
            { failure: { code: code ?? message, path: null, text: message, cause: null } })).then(done);"""


class ReadmeServer(WebClientServer):
    """Serves a program of the page, and what a bundler puts in the place of packages."""

    program = ""

    def content(self, path: str) -> tuple[str, bytes]:
        name = path.removeprefix("/packages/").removesuffix(".js")
        if path == "/program.js":
            return "text/javascript", self.program.encode()
        if name in MODULES:
            return "text/javascript", MODULES[name].encode()
        if path == "/":
            imports = {name: f"/packages/{name}.js" for name in MODULES}
            return "text/html", (HEAD % json.dumps({"imports": imports})).encode()
        return super().content(path)


@pytest.fixture(scope="module")
def web_server() -> Iterator[ReadmeServer]:
    server = ReadmeServer()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def programs(usual, tmp_path_factory) -> dict[str, str]:
    """The programs with the sandbox's settings, as JavaScript."""
    folder = tmp_path_factory.mktemp("programs")
    for name, code in PROGRAMS.items():
        for old, new in [("'eu-west-1_AbCdEf123'", f"'{usual.pool}'"), ("'1example23456789'", f"'{usual.client}'"),
                         ("'https://….lambda-url.eu-west-1.on.aws/v1'", f"'{usual.url}/v1'"),
                         # Only the sandbox has an address of its own.
                         ("userPoolClientId }", f"userPoolClientId, userPoolEndpoint: '{usual.url}' }}"),
                         ("clientId });", f"clientId, endpoint: '{usual.url}/' }});")]:
            code = code.replace(old, new)
        (folder / f"{name}.ts").write_text(code)
    subprocess.run(["tsc", "--target", "es2022", "--module", "esnext", "--isolatedModules", "--noResolve",
                    *(folder / f"{name}.ts" for name in PROGRAMS)], stdout=subprocess.PIPE)
    return {name: (folder / f"{name}.js").read_text() for name in PROGRAMS}


class Program(WebClient):
    def call(self, name: str, *values: object, **_: object) -> object:
        return self._result(CALL, name, list(values))


@pytest.fixture
def program(browser, web_server, usual, pages) -> Program:
    program = Program(browser, web_server.origin, usual, OUTPUT / "screenshots")
    pages.append(program)
    program.add_authenticator()
    browser.get_log("browser")
    return program


def code(program: Program, address: str, *, besides: int = 0) -> str:
    return program.sandbox.code(address, besides=besides)


@pytest.mark.parametrize("name", ["plain", pytest.param("amplify", marks=needs_clients)])
def test_its_sign_ins_are_whole(program, programs, web_server, name):
    web_server.program = programs[name]
    program.open()
    if name == "plain":
        assert program.call("signUp", address := new_address())["isConfirmed"] is True
    else:
        sign_up(program.sandbox, address := new_address())
    begun = program.call("requestCode", address)
    proven = program.call("signInWithCode", begun, code(program, address))
    proof = proven["proof"] if name == "plain" else proven
    created = program.call("offerPasskey", proof, address)
    assert created["passkey"]["id"]
    assert program.call("offerPasskey", proof, address) is None, "this device has one"
    program.script("sessionStorage.clear(); localStorage.clear()")
    program.open()
    assert program.call("signInWithPasskey")
    program.script("sessionStorage.clear(); localStorage.clear()")
    program.open()
    assert program.call("suggestPasskeys"), "Chromium's virtual authenticator accepts the suggestion by itself"
    handle = created["owner"]["userId"]
    user = program.sandbox.cognito.admin_get_user(UserPoolId=program.sandbox.pool, Username=address)["Username"]
    opened = program.call("openPasskeys", user)
    assert opened["proof"]["owner"]["userId"] == handle
    assert [one["id"] for one in opened["passkeys"]] == [created["passkey"]["id"]]
    with pytest.raises(Failure, match="another account"):
        program.call("openPasskeys", "somebody else")
    program.refusals = True
    assert program.call("removePasskey", opened["proof"], opened["passkeys"][0]) is None, "nothing is left of the proof"


def test_the_plain_calls_of_cognito_renew_and_end_a_session(program, programs, web_server):
    web_server.program = programs["plain"]
    program.open()
    program.refusals = True
    program.call("signUp", address := new_address())
    assert failure(program, "signUp", address) == "exists"
    begun = program.call("requestCode", address)
    wrong = program.call("answer", begun, "a wrong answer")
    assert "tokens" not in wrong and wrong["challenge"]["name"] == "CUSTOM_CHALLENGE"
    assert failure(program, "answer", begun, "the same session again") == "refused"
    begun = program.call("requestCode", address)
    tokens = program.call("signInWithCode", begun, code(program, address, besides=1))["tokens"]
    renewed = program.call("refresh", tokens["refreshToken"])
    assert renewed["accessToken"] != tokens["accessToken"] and renewed["refreshToken"]
    program.call("signOut", renewed["refreshToken"])
    assert failure(program, "refresh", renewed["refreshToken"]) == "refused"
    program.script("globalThis.fetch = async () => { throw new TypeError('Failed to fetch'); };")
    assert failure(program, "start", address) == "outage"


def failure(program: Program, name: str, *values: object) -> str:
    """The code of the error that a call ends with."""
    with pytest.raises(Failure) as failure:
        program.call(name, *values)
    return failure.value.code
