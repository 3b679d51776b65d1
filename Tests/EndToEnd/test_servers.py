"""The servers of docs/examples/server, in Python and for Node.js, sign users in with an app client that has a secret,
and say where each user is."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from journeys.app import add_passkey, new_address, other_code, prove_email, refusal, sign_up
from journeys.calls import PATIENCE, request
from journeys.loopback import Answer, LoopbackServer
from journeys.software_passkey import SoftwarePasskey
from redirects import Redirects
from sandbox import Sandbox

EXAMPLES = Path(__file__).parents[2] / "docs/examples/server"
SERVERS = {"python": [sys.executable, "server.py"], "node": ["node", "server.mjs"]}
SECRET = "theSecretOfTheAppClient00"
ORIGIN_SECRET = "the secret header of a distribution"
KEYS = {"AWS_ACCESS_KEY_ID": "sandbox", "AWS_SECRET_ACCESS_KEY": "sandbox"}


class Relay(LoopbackServer):
    """Passes calls on to Cognito, and keeps what they ask for."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.broken = ""
        """The operation that fails."""
        super().__init__()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        asked = json.loads(body)
        self.calls.append((headers["X-Amz-Target"].split(".")[1], asked))
        if self.calls[-1][0] == self.broken:
            return 400, {"Content-Type": "application/x-amz-json-1.1"}, b'{"__type": "TheCauseOfThis"}'
        names = ("X-Amz-Target", "Content-Type", "Authorization")
        status, answer = request(
            self.target, asked, headers={name: headers[name] for name in names if name in headers})
        return status, {"Content-Type": "application/x-amz-json-1.1"}, json.dumps(answer).encode()


class Browser:
    """A browser in a network of its own, with the cookie that the server gives it."""

    addresses = iter(f"127.{high}.{low}.1" for high in range(1, 250) for low in range(1, 250))

    def __init__(self, server: str, address: str | None = None) -> None:
        self.host = server.removeprefix("http://")
        self.address = address or next(self.addresses)
        self.cookie = ""

    def call(self, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE, source_address=(self.address, 0))
        try:
            connection.request("POST", path, json.dumps(body or {}), {
                "Content-Type": "application/json", "Cookie": self.cookie, **headers})
            answer = connection.getresponse()
            if given := answer.getheader("Set-Cookie"):
                assert given.startswith("__Host-session=") and "domain" not in given.lower()
                assert given.endswith("; Path=/; HttpOnly; Secure; SameSite=Strict")
                self.cookie = given.split(";")[0]
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def right(self, path: str, body: Any = None) -> dict[str, Any]:
        status, answer = self.call(path, body)
        assert status == 200, answer
        return answer


@pytest.fixture(scope="module")
def sandbox(start) -> Sandbox:
    """A pool whose client has a secret, and an authenticator that takes one mail from each network."""
    variables = {"CLOUDFRONT_SECRET": ORIGIN_SECRET, "OTP_MAILS_PER_NETWORK": "1"}
    return start("--pool-setting", f"clientSecret={SECRET}", *(
        part for name, value in variables.items() for part in ("--function-variable", f"{name}={value}")))


@pytest.fixture(scope="module")
def relay(sandbox) -> Iterator[Relay]:
    relay = Relay(sandbox.url)
    yield relay
    relay.stop()


@pytest.fixture(scope="module")
def serve(sandbox, relay, tmp_path_factory) -> Iterator[Callable[..., str]]:
    """Starts an example; returns its address."""
    started: list[subprocess.Popen] = []

    def serve(language: str, **changes: str) -> str:
        if which(SERVERS[language][0]) is None:
            pytest.skip(f"{SERVERS[language][0]} is missing: scripts/install.sh samples")
        settings = sandbox.settings
        environment = {
            "PORT": "0", "AWS_REGION": settings["region"], "AWS_DEFAULT_REGION": settings["region"], **KEYS,
            "COGNITO_ENDPOINT": relay.url, "USER_POOL_ID": settings["userPoolId"], "CLIENT_ID": settings["clientId"],
            "CLIENT_SECRET": SECRET, "AUTHENTICATOR_URL": f"{sandbox.url}/v1", "ORIGIN_SECRET": ORIGIN_SECRET,
            **changes}
        process = subprocess.Popen(
            SERVERS[language], cwd=EXAMPLES, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=log.open("w"), text=True, env=os.environ | environment)
        started.append(process)
        return process.stdout.readline().strip()

    serve.log = log = tmp_path_factory.mktemp("servers") / "log"
    yield serve
    for process in started:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


@pytest.fixture(scope="module", params=SERVERS)
def server(request, serve) -> str:
    """An example; a test that takes it runs with both."""
    return serve(request.param)


def secret_hash(sandbox: Sandbox, name: str) -> str:
    code = hmac.new(SECRET.encode(), (name + sandbox.client).encode(), hashlib.sha256)
    return base64.b64encode(code.digest()).decode()


def new_user(sandbox: Sandbox) -> str:
    address = new_address()
    sign_up(sandbox, address, SecretHash=secret_hash(sandbox, address))
    return address


def begin(sandbox: Sandbox, address: str) -> dict[str, Any]:
    return sandbox.cognito.initiate_auth(
        ClientId=sandbox.client, AuthFlow="CUSTOM_AUTH",
        AuthParameters={"USERNAME": address, "SECRET_HASH": secret_hash(sandbox, address)})


def new_passkey(sandbox: Sandbox, address: str) -> SoftwarePasskey:
    """Adds a passkey to an account, with a code."""
    return add_passkey(sandbox, prove_email(sandbox, begin(sandbox, address), address), address)


def sign_in(sandbox: Sandbox, browser: Browser, address: str) -> None:
    assert browser.right("/sign-in", {"email": address}) == {"signedIn": False}
    assert browser.right("/code", {"code": sandbox.code(address)}) == {"signedIn": True}


def test_signs_in_by_code_refreshes_and_signs_out(sandbox, server):
    browser, address = Browser(server), new_user(sandbox)
    browser.right("/sign-in", {"email": address})
    wrong = browser.right("/code", {"code": other_code(sandbox.code(address))})
    assert wrong == {"signedIn": False, "why": "CODE_INVALID_OR_EXPIRED"}, "that is no end"
    assert browser.right("/code", {"code": sandbox.code(address)}) == {"signedIn": True}
    account = browser.right("/account")
    assert (account["email"], account["email_verified"]) == (address, "true")
    assert browser.right("/refresh") == {"expiresIn": 3600}
    assert browser.right("/account") == account
    assert browser.right("/sign-out") == {}
    assert browser.cookie == "__Host-session=", "the cookie ends with the session"
    assert browser.call("/account") == (401, {"error": "no_session"})


def test_signs_in_with_a_passkey(sandbox, server):
    browser, address = Browser(server), new_user(sandbox)
    passkey = new_passkey(sandbox, address)
    offered = browser.right("/passkey")
    prompt = {"challengeId": offered["challengeId"], "credential": passkey.sign(offered["options"], sandbox.url)}
    assert browser.right("/passkey", prompt) == {"signedIn": True}
    assert browser.right("/account")["email"] == address
    assert browser.right("/refresh") == {"expiresIn": 3600}
    assert "verify/passkey" not in json.dumps(sandbox.events()), "the passkey itself was the answer"
    # As devices store it with Authsignal's iOS SDK, so that only the authenticator knows whose it is.
    passkey.user_handle = base64.urlsafe_b64encode(passkey.user_handle).rstrip(b"=")
    offered = browser.right("/passkey")
    prompt = {"challengeId": offered["challengeId"], "credential": passkey.sign(offered["options"], sandbox.url)}
    assert browser.right("/passkey", prompt) == {"signedIn": True}


@pytest.mark.parametrize("language", SERVERS)
def test_a_user_is_signed_out_even_if_cognito_fails_and_the_log_has_the_cause(sandbox, serve, relay, language):
    browser, address = Browser(serve(language)), new_user(sandbox)
    sign_in(sandbox, browser, address)
    relay.broken = "RevokeToken"
    try:
        assert browser.right("/sign-out") == {}
        assert browser.call("/account") == (401, {"error": "no_session"})
        assert browser.call("/sign-in", {"email": address}, **{"Content-Type": "text/plain"})[0] == 400
    finally:
        relay.broken = ""
    text = serve.log.read_text()
    assert "/sign-out" in text and "TheCauseOfThis" in text
    assert "/sign-in" in text and "invalid_request" in text


def test_the_authenticator_counts_the_mails_of_each_users_network(sandbox, server):
    first, second, third = new_user(sandbox), new_user(sandbox), new_user(sandbox)
    browser = Browser(server)
    browser.right("/sign-in", {"email": first})
    assert browser.call("/sign-in", {"email": second}) == (429, {"error": "too_many_requests"})
    # What a caller says of itself does not count.
    spoofed = {"X-Forwarded-For": "198.51.100.7", "CloudFront-Viewer-Address": "198.51.100.7:443"}
    assert Browser(server, browser.address).call("/sign-in", {"email": second}, **spoofed)[0] == 429
    Browser(server).right("/sign-in", {"email": third})
    assert [len(sandbox.codes(address)) for address in (first, second, third)] == [1, 0, 1]


@pytest.mark.parametrize("language", SERVERS)
def test_without_the_secret_header_the_authenticator_does_not_believe_the_address(sandbox, serve, language):
    server = serve(language, ORIGIN_SECRET="another secret of a distribution")
    address = Browser(server).address
    for user in (new_user(sandbox), new_user(sandbox)):
        # The sandbox's front door names no address, so nothing limits the second mail.
        Browser(server, address).right("/sign-in", {"email": user})
        assert len(sandbox.codes(user)) == 1


def test_cognito_learns_where_the_user_is(sandbox, serve, relay):
    for language, context in (("python", "ContextData"), ("node", "UserContextData")):
        browser, address = Browser(serve(language)), new_user(sandbox)
        relay.calls.clear()
        sign_in(sandbox, browser, address)
        browser.right("/refresh")
        told = [(name, body[context]) for name, body in relay.calls if "AuthFlow" in body or "ChallengeName" in body]
        admin = "Admin" if language == "python" else ""
        names = [f"{admin}InitiateAuth", f"{admin}RespondToAuthChallenge", f"{admin}InitiateAuth"]
        assert [name for name, _ in told] == names
        assert {data["IpAddress"] for _, data in told} == {browser.address}
        assert "session=" not in json.dumps(told), "the server's cookie is nobody else's business"
        if language == "python":
            assert [data["ServerPath"] for _, data in told] == ["/sign-in", "/code", "/refresh"]


def test_a_page_of_another_origin_cannot_use_a_form(server):
    browser = Browser(server)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        status, answer = browser.call("/sign-in", {"email": new_address()}, **{"Content-Type": kind})
        assert (status, answer) == (400, {"error": "invalid_request"})


def test_a_signed_in_user_gets_a_cookie_that_nobody_knew_before(sandbox, server):
    browser, address = Browser(server), new_user(sandbox)
    browser.right("/sign-in", {"email": address})
    before = browser.cookie
    browser.right("/code", {"code": sandbox.code(address)})
    assert browser.cookie != before
    browser.cookie = before
    assert browser.call("/account") == (401, {"error": "no_session"})


def test_a_request_without_a_session_gets_none(server):
    for path, headers in [("/", {}), ("/account", {}), ("/code", {}), ("/passkey", {}), ("/sign-in", {}),
                          ("/sign-in", {"Content-Type": "text/plain"}), ("/passkey", {"Cookie": "__Host-session=x"})]:
        browser = Browser(server)
        browser.call(path, **headers)
        assert browser.cookie == "", path


# What happens to sessions, by the examples' own stores: whether each is still there, and how many there are.
STORES = {
    "python": """
import json
from sessions import Sessions
time = 0
sessions = Sessions(lambda: time)
def there(): return [sessions.get(name) is not None for name in (begun, user)] + [len(sessions)]
begun, user = sessions.add({"round": {}}), sessions.add({"RefreshToken": "x"})
seen = [there()]
time = 899; seen.append(there())
time = 900; seen.append(there())
begun = sessions.add({"round": {}})
for _ in range(9_999): sessions.add({"round": {}})
seen.append(there())
sessions.add({"round": {}}); seen.append(there())
time = 86_400; seen.append(there())
print(json.dumps(seen))
""",
    "node": """
import { Sessions } from './sessions.mjs';
let time = 0;
const sessions = new Sessions(() => time * 1000);
const there = () => [...[begun, user].map((name) => sessions.get(name) !== undefined), sessions.size];
let begun = sessions.add({ round: {} });
const user = sessions.add({ RefreshToken: 'x' }), seen = [there()];
time = 899; seen.push(there());
time = 900; seen.push(there());
begun = sessions.add({ round: {} });
for (let count = 0; count < 9_999; count += 1) sessions.add({ round: {} });
seen.push(there());
sessions.add({ round: {} }); seen.push(there());
time = 86_400; seen.push(there());
console.log(JSON.stringify(seen));
""",
}


@pytest.mark.parametrize("language", SERVERS)
def test_sessions_end_and_strangers_end_no_users_session(language):
    runner = {"python": [sys.executable, "-c"], "node": ["node", "--input-type=module", "-e"]}[language]
    if which(runner[0]) is None:
        pytest.skip(f"{runner[0]} is missing: scripts/install.sh samples")
    run = subprocess.run([*runner, STORES[language]], cwd=EXAMPLES, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [
        [True, True, 2], [True, True, 2], [False, True, 1], [True, True, 10_001], [False, True, 10_001],
        [False, False, 0]]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(("language", "setting", "path"), [
    ("python", "AUTHENTICATOR_URL", "/passkey"), ("node", "AUTHENTICATOR_URL", "/passkey"),
    ("node", "COGNITO_ENDPOINT", "/sign-in")])
def test_no_redirect_carries_the_servers_secrets_away(serve, language, setting, path, status):
    with Redirects(status) as moved:
        browser = Browser(serve(language, **{setting: moved.url}))
        assert browser.call(path, {"email": new_address()}) == (503, {"error": "service_unavailable"})
        assert moved.followed == []


def test_the_secret_hash_of_a_refresh_is_that_of_cognitos_own_name(sandbox):
    address, client = new_user(sandbox), sandbox.cognito
    round_ = begin(sandbox, address)
    name = round_["ChallengeParameters"]["USERNAME"]
    identifier = sandbox.client
    tokens = client.respond_to_auth_challenge(
        ClientId=identifier, ChallengeName="CUSTOM_CHALLENGE", Session=round_["Session"], ChallengeResponses={
            "USERNAME": name, "SECRET_HASH": secret_hash(sandbox, name),
            "ANSWER": prove_email(sandbox, round_, address)})["AuthenticationResult"]

    def refresh(name: str) -> dict[str, Any]:
        return client.initiate_auth(ClientId=identifier, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={
            "REFRESH_TOKEN": tokens["RefreshToken"], "SECRET_HASH": secret_hash(sandbox, name)})

    user = client.get_user(AccessToken=tokens["AccessToken"])
    assert {"Name": "sub", "Value": name} in user["UserAttributes"] and user["Username"] == name != address
    assert refusal(refresh, address)[0] == "NotAuthorizedException"
    assert refresh(name)["AuthenticationResult"]["AccessToken"]
    # The other operation takes the secret itself, and also works where refresh tokens are rotated.
    renewed = client.get_tokens_from_refresh_token(
        ClientId=identifier, ClientSecret=SECRET, RefreshToken=tokens["RefreshToken"])
    assert renewed["AuthenticationResult"]["AccessToken"]
