"""Serves a page with clients/web, and calls the functions of its module in Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from app_server import AppServer
from journeys.app import begin, sign_up, signs_in
from page import Page
from sandbox import Sandbox

WEB = Path(__file__).parents[2] / "clients/web"
MODULES = [path.name for path in WEB.glob("*.js")]

# A call is of the authenticator or of the module. Another copy of the module has an autofill of its own.
CALL = """
    const [name, values, { copy = '', ...settings }, done] = arguments;
    const call = import(`/authenticator.js${copy}`).then((client) => {
        const authenticator = new client.Authenticator(settings);
        return (name in authenticator ? authenticator : client)[name](...values);
    }).then(
        (value) => ({ value: value ?? null }),
        (error) => ({ failure: { code: error.code ?? String(error), path: error.path ?? null, text: error.message,
            cause: typeof error.cause === 'string' ? error.cause : null, retry_after: error.retryAfter ?? null } }));
    """

# In place of what the browser does without asking: it waits until the test answers. Prompts are counted.
HOLD = """
    const text = (bytes) => new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true });
    const bytes = (text) => text && Uint8Array.fromBase64(text, { alphabet: 'base64url' }).buffer;
    window.held = [];
    window.prompts = 0;
    for (const verb of ['get', 'create']) {
        const ask = navigator.credentials[verb].bind(navigator.credentials);
        navigator.credentials[verb] = ({ publicKey, mediation, signal }) => mediation !== 'conditional'
            ? (prompts += 1, ask({ publicKey, mediation, signal }))
            : new Promise((resolve, reject) => {
                const { challenge, user, ...others } = publicKey;
                const asked = { ...others, challenge: text(challenge), ...user && { user: { id: text(user.id) } } };
                signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
                const decline = () => reject(new DOMException('', 'NotAllowedError'));
                const answer = ({ id, response }) => resolve({
                    id, rawId: bytes(id), type: 'public-key', getClientExtensionResults: () => ({}),
                    response: Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'transports')
                        .map(([name, value]) => [name, bytes(value)])),
                });
                held.push({ asked, answer, decline });
            });
    }"""

# Options of another server.
NEW_CREDENTIAL = {"rp": {"name": "x"}, "user": {"id": "AAAA", "name": "x", "displayName": "x"}, "challenge": "AAAA",
                  "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}]}


class Failure(Exception):
    """What the module threw."""

    def __init__(
            self, *, code: str, path: str | None, text: str, cause: str | None, retry_after: int | None = None) -> None:
        super().__init__(code)
        self.code, self.path, self.text, self.cause, self.retry_after = code, path, text, cause, retry_after


class WebClientServer(AppServer):
    def content(self, path: str) -> tuple[str, bytes]:
        name = path.partition("?")[0].removeprefix("/")
        if name in MODULES:
            return "text/javascript", (WEB / name).read_bytes()
        return super().content(path)


class WebClient(Page):
    """The module in a page. `settings` are those of its Authenticator."""

    def __init__(self, driver: Chrome, origin: str, sandbox: Sandbox, screenshots: Path) -> None:
        super().__init__(driver, origin, screenshots)
        self.sandbox = sandbox
        self.settings: dict[str, Any] = {"baseUrl": f"{sandbox.url}/v1", "tenantId": sandbox.settings["tenantId"]}

    def open(self, **_: Any) -> None:
        self.driver.get(self.url)

    def call(self, name: str, *values: Any, **settings: Any) -> Any:
        """Calls a function and returns what it returns."""
        return self._run(f"{CALL} call.then(done);", name, *values, **settings)

    def begin(self, name: str, *values: Any, **settings: Any) -> None:
        """Calls a function that takes a while."""
        self._run(f"{CALL} (window.calls ??= []).push(call); done({{}});", name, *values, **settings)

    def begin_with(self, signal: str, name: str) -> None:
        """Calls a function with a signal that the app may abort. Its end is what it returns, or the code of its error."""
        self.script("""
            const [settings, name] = arguments;
            window.controller = new AbortController();
            window.calls = [import('/authenticator.js')
                .then(({ Authenticator }) => new Authenticator(settings)[name]({ signal: %s }))
                .then((value) => ({ value }), ({ code }) => ({ value: code }))];""" % signal, self.settings, name)

    def end(self) -> Any:
        """Waits until the oldest of these calls returns, and returns the same."""
        return self._result("const [done] = arguments; calls.shift().then(done);")

    def _run(self, script: str, name: str, *values: Any, **settings: Any) -> Any:
        return self._result(script, name, json.loads(json.dumps(values)), self.settings | settings)

    def _result(self, script: str, *values: Any) -> Any:
        answer = self.driver.execute_async_script(script, *values)
        if "failure" in answer:
            raise Failure(**answer["failure"])
        return answer.get("value")

    def script(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    # The steps of a sign-in.

    def start(self, username: str) -> dict[str, Any]:
        """Starts a sign-in with Cognito."""
        return begin(self.sandbox, username)

    def parameters(self, username: str) -> dict[str, str]:
        """The parameters of the challenge in a new sign-in."""
        return self.start(username)["ChallengeParameters"]

    def new_code(self, parameters: dict[str, str], address: str) -> str:
        sent = len(self.sandbox.codes(address))
        self.call("sendCode", parameters, address)
        return self.sandbox.codes(address)[sent]

    def prove_email(self, address: str) -> str:
        """Proves an address with a code; returns the token of the proof."""
        parameters = self.parameters(address)
        return self.call("verifyCode", parameters["token"], self.new_code(parameters, address))

    def sign_up(self, address: str) -> str:
        """Creates an account, and proves its address."""
        sign_up(self.sandbox, address)
        return self.prove_email(address)

    def sign_up_with_passkey(self, address: str) -> dict[str, Any]:
        """Creates an account with a passkey; returns what the module says of it."""
        return self.call("createPasskey", self.sign_up(address), {"username": address})

    def signs_in(self, started: dict[str, Any], answer: str) -> bool:
        """Whether Cognito accepts a token or a passkey as the answer."""
        return signs_in(self.sandbox, started, answer)

    # The prompts that the test answers.

    def hold(self) -> None:
        self.script(HOLD)

    def asked(self, count: int) -> dict[str, Any]:
        """Waits for that many prompts; returns the options of the newest."""
        self.wait(lambda: self.script("return held.length") >= count, f"{count} prompts")
        return self.script("return held[arguments[0]].asked", count - 1)

    def answer(self, count: int, credential: dict[str, Any]) -> None:
        self.script("held[arguments[0]].answer(arguments[1])", count - 1, credential)


def code_of(client: WebClient, name: str, *values: object, **settings: object) -> str:
    """The code of the error that a call ends with."""
    with pytest.raises(Failure) as failure:
        client.call(name, *values, **settings)
    return failure.value.code
