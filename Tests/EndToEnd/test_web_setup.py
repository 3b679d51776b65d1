"""Mistakes of the setup as the web client in clients/web tells them: each has a code and a cure, autofill does not wait
for ever, and diagnose finds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from journeys.app import new_address
from journeys.loopback import Answer, LoopbackServer
from web_client import Failure, WebClient

FIELD = """
    const field = document.createElement('input');
    field.autocomplete = arguments[0];
    document.body.append(field);"""
CHECKS = ["base_url", "cors", "tenant", "origin", "relying_party", "input", "browser"]


class Closed(LoopbackServer):
    """An API that lets no page of another origin read its answers."""

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        return 200, {"Content-Type": "application/json"}, b"{}"


@pytest.fixture(scope="module")
def closed() -> Iterator[Closed]:
    server = Closed("localhost")
    yield server
    server.stop()


def fails(client: WebClient, name: str, *values: object, **settings: object) -> Failure:
    with pytest.raises(Failure) as failure:
        client.call(name, *values, **settings)
    return failure.value


def findings(client: WebClient, **settings: object) -> dict[str, dict[str, Any]]:
    found = client.call("diagnose", **settings)
    assert [finding["check"] for finding in found] == CHECKS
    for finding in found:
        assert finding["says"] and (finding["isRight"] is False) == ("cure" in finding), finding
    return {finding["check"]: finding for finding in found}


def verdicts(found: dict[str, dict[str, Any]]) -> list[bool | None]:
    return [found[check]["isRight"] for check in CHECKS[:4]]


def assert_told(client: WebClient, code: str, cure: str, found: list[bool | None], **settings: object) -> None:
    """Each call has the code and the cure, and so has diagnose."""
    for call in (["signIn"], ["autofill"], ["verifyCode", "a token", "123456"]):
        failure = fails(client, *call, **settings)
        assert failure.code == code, call
        assert cure in failure.text, call
    diagnosed = findings(client, **settings)
    assert verdicts(diagnosed) == found
    wrong = next(one for one in diagnosed.values() if one["isRight"] is False)
    assert cure in wrong["cure"]
    client.driver.get_log("browser")


ADDRESS = "the stack's output AuthenticatorBaseUrl, which ends in /v1"


def test_an_address_with_another_path_has_a_code(client):
    base = f"{client.sandbox.url}/v1/more"
    client.refusals = True
    assert_told(client, "wrong_base_url", ADDRESS, [False, None, None, None], baseUrl=base)


def test_a_page_in_place_of_json_has_a_code(client):
    assert_told(client, "not_json", ADDRESS, [False, None, None, None], baseUrl=f"{client.url}/app")


@pytest.mark.parametrize("base", [None, "", 7, "https://", "ftp://example.org/v1"])
def test_an_address_that_is_none_is_refused_at_once(client, base):
    failure = fails(client, "signIn", baseUrl=base)
    assert failure.code == "wrong_base_url" and ADDRESS in failure.text


@pytest.mark.parametrize("tenant", [None, "", "a pool", "eu-west-1_äöü"])
def test_a_tenant_that_is_none_is_refused_at_once(client, tenant):
    failure = fails(client, "signIn", tenantId=tenant)
    assert failure.code == "wrong_tenant" and "UserPoolId" in failure.text


def test_an_api_that_lets_no_page_read_its_answers_has_a_code(client, closed):
    assert_told(
        client, "cors_blocked", f"Add {client.url} to the stack's parameter PasskeyOrigins",
        [True, False, None, None], baseUrl=f"{closed.url}/v1")


def test_a_content_security_policy_that_blocks_the_calls_has_a_code(client):
    client.script("""
        const policy = document.createElement('meta');
        policy.httpEquiv = 'Content-Security-Policy';
        policy.content = "connect-src 'self'";
        document.head.append(policy);""")
    assert_told(
        client, "csp_blocked", f"Add {client.sandbox.url} to connect-src", [False, None, None, None])


def test_another_tenant_has_a_code(client):
    client.refusals = True
    for call in ("signIn", "autofill"):
        assert fails(client, call, tenantId="eu-west-1_another").code == "wrong_tenant"
    found = findings(client, tenantId="eu-west-1_another")
    assert verdicts(found) == [True, True, False, None] and "UserPoolId" in found["tenant"]["cure"]


def test_a_page_whose_origin_is_not_among_those_of_the_passkeys_has_a_code(open_web_client, start):
    client = open_web_client(start())
    client.refusals = True
    created = fails(client, "createPasskey", client.sign_up(new_address()))
    assert created.code == "not_allowed"
    found = findings(client)
    assert verdicts(found) == [True, True, True, False]
    assert f"Add {client.url} to the stack's parameter PasskeyOrigins" in found["origin"]["cure"]


def test_an_address_where_nothing_answers_is_an_outage(client, closed):
    nowhere = LoopbackServer("localhost")
    nowhere.stop()
    assert fails(client, "signIn", baseUrl=f"{nowhere.url}/v1").code == "outage"
    found = findings(client, baseUrl=f"{nowhere.url}/v1")
    assert verdicts(found) == [False, None, None, None] and "Open baseUrl in a tab" in found["base_url"]["cure"]
    client.driver.get_log("browser")


def test_once_it_has_answered_a_call_without_an_answer_is_an_outage(client, closed):
    """A front door that refuses a flood may leave out the headers for pages."""
    code = client.driver.execute_async_script("""
        const [settings, elsewhere, done] = arguments;
        import('/authenticator.js').then(async ({ Authenticator }) => {
            const authenticator = new Authenticator(settings), real = fetch;
            await authenticator.autofill({ signal: AbortSignal.timeout(1) });
            await authenticator.signIn().catch(() => {});
            globalThis.fetch = (url, init) => real(elsewhere, init);
            return authenticator.signIn();
        }).then(() => done('none'), ({ code }) => done(code));""", client.settings, closed.url)
    assert code == "outage"
    client.driver.get_log("browser")


def test_a_right_setup_is_told_as_right(client):
    client.refusals = True  # the made-up passkey
    client.script(FIELD, "username webauthn")
    found = findings(client)
    assert [finding["isRight"] for finding in found.values()] == [True] * len(CHECKS)
    assert "says at once" in found["browser"]["says"]


@pytest.mark.parametrize(("value", "says"), [
    (None, "No input"), ("username", "No input"), ("webauthn username", "does not end in webauthn"),
])
def test_an_input_that_offers_no_passkeys_is_found(client, value, says):
    client.refusals = True
    if value:
        client.script(FIELD, value)
    found = findings(client)["input"]
    assert found["isRight"] is False and says in found["says"] and "username webauthn" in found["cure"]


def test_a_page_outside_of_the_relying_party_is_found(client):
    client.refusals = True
    client.driver.get(client.url.replace("localhost", "127.0.0.1"))
    found = findings(client)
    assert [found[name]["isRight"] for name in ("origin", "relying_party")] == [False, False]
    assert "RelatedOrigins" in found["relying_party"]["cure"]


def test_a_browser_without_passkeys_is_found(client):
    client.refusals = True
    client.script("delete globalThis.PublicKeyCredential;")
    found = findings(client)
    assert found["browser"]["isRight"] is False and found["input"]["isRight"] is None
