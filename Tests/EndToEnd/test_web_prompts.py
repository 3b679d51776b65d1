"""The prompts of the web client in clients/web: the newest one wins, and the browser may say at once that there is no
passkey."""

from __future__ import annotations

import time

import pytest

from journeys.app import new_address
from web_client import NEW_CREDENTIAL, Failure, WebClient, code_of

# Counts what the browser is asked for, with the prompts' own options.
COUNT = """
    window.asked = [];
    for (const verb of ['get', 'create']) {
        const ask = navigator.credentials[verb].bind(navigator.credentials);
        navigator.credentials[verb] = (options) => {
            asked.push([verb, options.mediation ?? options.uiMode ?? 'prompt']);
            return ask(options);
        };
    }"""
# The first call for options waits until the test lets it go.
SLOW = """
    const real = fetch;
    globalThis.fetch = async (url, init) => {
        if (window.hasFirst) return real(url, init);
        window.hasFirst = true;
        await new Promise((go, end) => {
            window.go = go;
            init.signal.addEventListener('abort', () => end(init.signal.reason));
        });
        return real(url, init);
    };"""
# The user looks at the dialog, and closes it.
CANCELS = """
    navigator.credentials.get = () => new Promise((_, end) => {
        setTimeout(() => end(new DOMException('', 'NotAllowedError')), 1_500);
    });"""


def end_of(client: WebClient) -> str | None:
    """How the oldest call has ended: the code of its error, or what it returned."""
    try:
        return client.end()
    except Failure as failure:
        return failure.code


def asks(client: WebClient, count: int) -> None:
    client.wait(lambda: client.script("return asked.length") >= count, f"{count} prompts")


@pytest.mark.parametrize(("older", "ends"), [
    ("signIn", "aborted"), ("createPasskey", "aborted"), ("getCredential", "aborted"), ("createCredential", "aborted"),
    ("autofill", None), ("createPasskeyQuietly", None),
])
@pytest.mark.parametrize("newer", ["signIn", "createPasskey", "autofill"])
def test_a_newer_prompt_ends_the_one_before(client, older, ends, newer):
    token = client.sign_up(new_address())
    client.remove_authenticator()  # so that prompts stay open
    client.script(COUNT)
    values = {"createPasskey": [token], "createPasskeyQuietly": [token], "createCredential": [NEW_CREDENTIAL],
              "getCredential": [{"challenge": "AAAA", "rpId": "localhost"}]}
    client.script("PublicKeyCredential.isConditionalMediationAvailable = async () => true;")
    if older == "createPasskeyQuietly":
        client.script("const ask = navigator.credentials.create;"
                      "navigator.credentials.create = ({ mediation, ...options }) => ask(options);")
    client.begin(older, *values.get(older, []))
    asks(client, 1)
    client.begin(newer, *values.get(newer, []))
    assert end_of(client) == ends
    asks(client, 2)
    # A prompt that waits for a device takes the new one.
    client.add_authenticator()
    created = client.end() if newer == "createPasskey" else client.call("createPasskey", token)
    assert created["token"]


def test_a_sign_in_whose_options_come_late_opens_no_prompt_after_a_newer_one(client):
    client.sign_up_with_passkey(new_address())
    client.script(COUNT + SLOW)
    client.begin("signIn")
    client.wait(lambda: client.script("return Boolean(window.go)"), "the call for options")
    passkey = client.call("signIn")
    client.script("go()")
    assert end_of(client) == "aborted"
    assert client.signs_in(client.start(passkey["userId"]), passkey["answer"])
    assert client.script("return asked") == [["get", "prompt"]]


def test_the_apps_signal_ends_a_sign_in_that_waits_for_options(client):
    client.script(COUNT + SLOW)
    client.begin_with("controller.signal", "signIn")
    client.wait(lambda: client.script("return Boolean(window.go)"), "the call for options")
    client.script("controller.abort()")
    assert client.end() == "aborted" and client.script("return asked") == []


# At once.

def click(client: WebClient) -> None:
    client.find("html").click()


def test_an_immediate_prompt_signs_in_with_a_passkey_and_says_at_once_if_there_is_none(client):
    client.script(COUNT)
    assert client.call("canAskImmediately") is True
    click(client)
    with pytest.raises(Failure) as failure:
        client.call("signIn", {"uiMode": "immediate"})
    assert (failure.value.code, failure.value.path) == ("none_here", None)
    client.sign_up_with_passkey(new_address())
    click(client)
    passkey = client.call("signIn", {"uiMode": "immediate"})
    assert client.signs_in(client.start(passkey["userId"]), passkey["answer"])
    assert client.script("return asked.map(([, how]) => how)") == ["immediate", "prompt", "immediate"]


def test_without_any_device_an_immediate_prompt_opens_no_dialog(client):
    client.remove_authenticator()
    click(client)
    assert code_of(client, "signIn", {"uiMode": "immediate"}) == "none_here", "the usual prompt would stay open"


def test_a_cancelled_immediate_prompt_is_no_missing_passkey(client):
    client.script(CANCELS)
    click(client)
    assert code_of(client, "signIn", {"uiMode": "immediate"}) == "cancelled"


@pytest.mark.parametrize("lacks", ["a click", "the ability"])
def test_where_the_browser_cannot_ask_at_once_the_usual_prompt_opens(client, lacks):
    client.sign_up_with_passkey(new_address())
    client.script(COUNT)
    if lacks == "the ability":
        client.script("PublicKeyCredential.getClientCapabilities = async () => ({});")
        assert client.call("canAskImmediately") is False
        click(client)
    else:
        client.open()
        client.script(COUNT)
    assert client.call("signIn", {"uiMode": "immediate"})["answer"]
    assert client.script("return asked") == [["get", "prompt"]]


# Password managers and loops.

@pytest.mark.parametrize("throws", ["() => { throw new TypeError('Illegal invocation'); }",
                                    "async () => { throw new TypeError('Illegal invocation'); }"])
@pytest.mark.parametrize(("name", "calls"), [
    ("isUserVerifyingPlatformAuthenticatorAvailable", ["canCreate"]),
    ("isConditionalMediationAvailable", ["canAutofill", "autofill", "diagnose"]),
    ("getClientCapabilities", ["canCreateQuietly", "canAskImmediately", "createPasskeyQuietly"]),
])
def test_a_password_managers_call_that_throws_becomes_an_error_of_the_list(client, name, calls, throws):
    client.refusals = True  # the made-up passkey of diagnose
    client.script(f"PublicKeyCredential.{name} = {throws};")
    for call in calls:
        assert code_of(client, call) == "unexpected", call


def test_a_prompt_that_throws_before_it_opens_becomes_an_error_of_the_list(client):
    client.script("navigator.credentials.get = () => { throw new TypeError('Illegal invocation'); };")
    assert code_of(client, "signIn") == "unexpected"
    client.script("navigator.credentials.get = undefined;")
    assert code_of(client, "signIn") == "unexpected"


AGAIN = """
    const [settings, seconds, done] = arguments;
    import('/authenticator.js').then(async ({ Authenticator }) => {
        const authenticator = new Authenticator(settings), end = Date.now() + seconds * 1_000;
        let errors = 0;
        while (Date.now() < end) {
            try { await authenticator.autofill(); } catch { errors += 1; }
        }
        done(errors);
    });"""


def test_an_app_that_calls_autofill_again_after_each_error_makes_no_tight_loop(client):
    client.refusals = True
    wrong = {**client.settings, "tenantId": "eu-west-1_another"}
    begun = time.monotonic()
    errors = client.driver.execute_async_script(AGAIN, wrong, 6)
    assert errors == 4, "at once, after one second, after two more, and after four more"
    assert time.monotonic() - begun < 30
