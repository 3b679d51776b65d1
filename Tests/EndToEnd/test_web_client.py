"""The web client in clients/web, in Chromium with a virtual authenticator: each of its functions and errors."""

from __future__ import annotations

import re
import time

import pytest

from cognito_passkeys.users_table.keys import base64url
from journeys.app import PASSWORD, add_passkey, new_address, new_user, other_code, remove_passkeys
from journeys.software_passkey import SoftwarePasskey
from redirects import Redirects
from web_client import NEW_CREDENTIAL, WEB, Failure, code_of

README, MODULE, TYPES, COGNITO_TYPES = (
    (WEB / name).read_text() for name in ("README.md", "authenticator.js", "authenticator.d.ts", "cognito.d.ts"))

# Browsers that lack the JSON methods of WebAuthn, and password managers whose toJSON fails.
WITHOUT_JSON = """
    delete PublicKeyCredential.parseCreationOptionsFromJSON;
    delete PublicKeyCredential.parseRequestOptionsFromJSON;
    delete PublicKeyCredential.prototype.toJSON;"""
TO_JSON_FAILS = "PublicKeyCredential.prototype.toJSON = () => { throw new TypeError('Illegal invocation'); };"
TO_JSON_IS_EMPTY = "PublicKeyCredential.prototype.toJSON = () => ({});"
# What such an object does not know or says wrongly, and what a passkey can do without.
HINTS_FAIL = TO_JSON_FAILS + """
    PublicKeyCredential.prototype.getClientExtensionResults = () => { throw new TypeError('Illegal invocation'); };
    AuthenticatorAttestationResponse.prototype.getTransports = () => { throw new TypeError('Illegal invocation'); };"""
HINTS_ARE_ODD = TO_JSON_FAILS + """
    PublicKeyCredential.prototype.getClientExtensionResults = () => undefined;
    AuthenticatorAttestationResponse.prototype.getTransports = () => [null, 'internal', 7];"""
NO_TRANSPORTS = TO_JSON_FAILS + "AuthenticatorAttestationResponse.prototype.getTransports = () => undefined;"
SIGNALS = """
    window.signals = [];
    for (const name of ['UnknownCredential', 'AllAcceptedCredentials', 'CurrentUserDetails']) {
        const send = PublicKeyCredential[`signal${name}`].bind(PublicKeyCredential);
        PublicKeyCredential[`signal${name}`] = (facts) => { signals.push([name, facts]); return send(facts); };
    }"""
ANSWER = """
    const [status, errorCode, headers] = arguments;
    globalThis.fetch = async () => Response.json({ errorCode, errorDescription: 'The text.' }, { status, headers });"""
# A password manager in place of the browser, which takes no notice of signals. The user chooses nothing from
# suggestions, and nothing at all once the test says so.
DEAF = """
    window.asked = [];
    for (const verb of ['get', 'create']) {
        const ask = navigator.credentials[verb].bind(navigator.credentials);
        navigator.credentials[verb] = ({ publicKey, mediation, signal }) => {
            asked.push([verb, mediation ?? 'prompt', signal?.aborted ?? false]);
            return mediation === 'conditional' || window.isDeaf ? new Promise(() => {}) : ask({ publicKey });
        };
    }"""
FAST = "const wait = setTimeout; globalThis.setTimeout = (work, time) => wait(work, time / 100);"
AGE = 30  # seconds of MAX_PROOF_AGE
# A computer that sleeps past the end of a timer.
SLEEPS = """
    const [end] = arguments, wait = setTimeout;
    globalThis.setTimeout = (work, time) => time === end ? 0 : wait(work, time);"""
CALLS = """
    const real = fetch;
    window.called = [];
    globalThis.fetch = (url, init) => { called.push(String(url).split('/client/')[1]); return real(url, init); };"""


# Codes.

def test_a_code_signs_in_and_too_many_wrong_ones_have_a_code_of_their_own(client):
    client.sign_up(address := new_address())
    started = client.start(address)
    parameters = started["ChallengeParameters"]
    code = client.new_code(parameters, address)
    assert code_of(client, "verifyCode", parameters["token"], other_code(code)) == "wrong_code"
    assert client.signs_in(started, client.call("verifyCode", parameters["token"], code))
    parameters = client.parameters(address)
    wrong, codes = client.new_code(parameters, address), []
    for _ in range(6):
        wrong = other_code(wrong)
        codes.append(code_of(client, "verifyCode", parameters["token"], wrong))
    assert codes[0] == "wrong_code" and codes[-1] == "too_many_wrong_codes"


# Passkeys.

@pytest.mark.parametrize("browser_lacks", [
    pytest.param("", id="nothing"), pytest.param(WITHOUT_JSON, id="JSON"), pytest.param(TO_JSON_FAILS, id="toJSON"),
    pytest.param(TO_JSON_IS_EMPTY, id="what toJSON returns"), pytest.param(HINTS_FAIL, id="hints"),
    pytest.param(HINTS_ARE_ODD, id="true hints"), pytest.param(NO_TRANSPORTS, id="transports"),
])
def test_a_passkey_created_after_a_code_signs_in_before_and_after_the_name_is_known(client, browser_lacks):
    client.script(browser_lacks)
    created = client.sign_up_with_passkey(address := new_address())
    on_device, = client.passkeys_on_device()
    assert created["passkey"]["credentialId"] == on_device.id.rstrip("=")
    assert created["owner"] == {"rpId": "localhost", "userId": on_device.user_handle.rstrip("=")}
    passkey = client.call("signIn")
    assert passkey["owner"] == created["owner"] and "token" not in passkey
    assert client.signs_in(client.start(passkey["userId"]), passkey["answer"])
    started = client.start(address)
    proof = client.call("signIn", {"token": started["ChallengeParameters"]["token"]})
    assert proof["owner"] == created["owner"] and proof["username"] == address
    assert client.signs_in(started, proof["answer"])
    assert len(client.sandbox.codes(address)) == 1


@pytest.mark.parametrize("call", ["signIn", "autofill"])
def test_a_sign_in_with_a_passkey_takes_one_call_of_the_authenticator(client, call):
    client.sign_up_with_passkey(new_address())
    client.script(CALLS)
    # Chromium's virtual authenticator accepts the suggestion by itself.
    passkey = client.call(call)
    assert client.signs_in(client.start(passkey["userId"]), passkey["answer"])
    assert client.script("return called") == ["passkey/options"]
    client.refusals = True
    assert code_of(client, "prove", passkey) == "invalid_request", "it is used up"


def test_a_passkey_answers_the_round_of_a_name_without_any_call_of_the_authenticator(client):
    created = client.sign_up_with_passkey(address := new_address())
    started = client.start(address)
    client.script(CALLS)
    passkey = client.call("signIn", started["ChallengeParameters"])
    assert client.script("return called") == []
    assert passkey["owner"] == created["owner"] and passkey["isOfRound"] and "token" not in passkey
    assert client.signs_in(started, passkey["answer"])
    client.refusals = True
    assert code_of(client, "prove", passkey) == "not_verified", "Cognito alone takes it"
    assert len(client.passkeys_on_device()) == 1
    proof = client.call("signIn", client.start(address)["ChallengeParameters"] | {"prove": True})
    assert proof["username"] == address and client.call("list", proof["token"])


def test_a_removed_passkey_that_answers_a_round_is_forgotten(client):
    client.sign_up_with_passkey(address := new_address())
    remove_passkeys(client.sandbox, client.call("signIn", {"prove": True})["token"])
    started = client.start(address)
    passkey = client.call("signIn", started["ChallengeParameters"])
    assert not client.signs_in(started, passkey["answer"])
    client.refusals = True
    assert code_of(client, "prove", passkey) == "none_here"
    client.wait(lambda: client.passkeys_on_device() == [], "the device without the passkey")


@pytest.mark.parametrize("call", ["signIn", "autofill"])
def test_a_passkey_whose_handle_has_another_form_is_proven_to_the_authenticator(client, call):
    passkey = add_passkey(client.sandbox, client.sign_up(address := new_address()), address)
    passkey.user_handle = base64url(passkey.user_handle).encode()  # as devices store it with Authsignal's iOS SDK
    client.add_passkey(passkey.for_browser())
    proof = client.call(call)
    assert proof["answer"] == proof["token"] and proof["username"] == address
    assert client.signs_in(client.start(proof["userId"]), proof["answer"])


def test_in_a_pool_with_names_of_its_own_the_authenticator_names_the_user(open_web_client, start, web_server):
    client = open_web_client(start("--origin", web_server.origin, "--pool-setting", "aliases=preferred_username"))
    address, name = new_address(), "ana"
    client.sandbox.cognito.sign_up(
        ClientId=client.sandbox.client, Username=name, Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": address}])
    parameters = client.parameters(name)
    token = client.call("verifyCode", parameters["token"], client.new_code(parameters, address))
    client.call("createPasskey", token, {"username": name})
    proof = client.call("signIn", ownUserNames=True)
    assert proof["username"] == name and proof["answer"] == proof["token"]
    assert client.signs_in(client.start(name), proof["answer"])
    passkey = client.call("signIn")
    assert passkey["userId"] == proof["userId"] != name
    assert not client.signs_in(client.start(passkey["userId"]), passkey["answer"]), "there is no such name"


def test_a_passkey_that_cognito_has_refused_can_still_be_proven(client):
    client.sign_up_with_passkey(new_address())
    passkey = client.call("signIn")
    assert not client.signs_in(client.start(new_user(client.sandbox)), passkey["answer"]), "somebody else's sign-in"
    proof = client.call("prove", passkey)
    assert proof["userId"] == passkey["userId"] and len(client.call("list", proof["token"])) == 1
    assert client.call("prove", proof) == proof, "nothing is proven twice"
    assert client.signs_in(client.start(proof["userId"]), proof["answer"])


def test_a_second_device_gets_its_own_passkey_and_the_same_device_none(client):
    address = new_address()
    token = client.sign_up(address)
    client.remove_authenticator()
    assert client.call("canCreate") is False, "a device without a screen lock gets no offer"
    client.add_authenticator()
    assert client.call("canCreate") is True
    client.call("createPasskey", token, {"username": address})
    assert code_of(client, "createPasskey", token) == "passkey_exists"
    client.change_device()
    client.call("createPasskey", token)
    assert len(client.call("list", token)) == 2


def test_hints_and_the_kind_of_device_reach_the_browser(client):
    token = client.sign_up(new_address())
    client.script("""
        window.asked = [];
        for (const verb of ['get', 'create']) {
            const ask = navigator.credentials[verb].bind(navigator.credentials);
            navigator.credentials[verb] = (options) => { asked.push(options.publicKey); return ask(options); };
        }""")
    client.call("createPasskey", token, {"attachment": "platform", "hints": ["client-device"]})
    client.call("signIn", {"hints": ["hybrid", "client-device"]})
    assert client.script("return asked.map(({ hints }) => hints)") == [["client-device"], ["hybrid", "client-device"]]
    attachment = "return asked[0].authenticatorSelection.authenticatorAttachment"
    assert client.script(attachment) == "platform"


# Autofill.

def test_autofill_ends_when_another_prompt_takes_its_place(client):
    client.hold()
    client.begin("autofill")
    client.asked(1)
    assert code_of(client, "signIn") == "cancelled", "there is no passkey"
    assert client.end() is None
    client.begin("autofill")
    client.asked(2)
    client.begin("autofill")
    assert client.end() is None, "the newer one takes the place of the older one"
    client.asked(3)
    client.call("stopBackground")
    assert client.end() is None


def test_autofill_ends_with_the_apps_signal(client):
    client.hold()
    client.begin_with("controller.signal", "autofill")
    client.asked(1)
    client.script("controller.abort()")
    assert client.end() is None


def test_a_browser_without_autofill_says_so(client):
    client.script("PublicKeyCredential.isConditionalMediationAvailable = async () => false;")
    assert client.call("canAutofill") is False
    assert client.call("autofill") is None


def test_autofill_goes_on_after_an_outage(client):
    client.sign_up_with_passkey(new_address())
    client.script(FAST)
    client.refusals = True  # It asks for nothing, to find out whether the setup is wrong.
    client.script("const real = fetch; let calls = 0;"
                  "globalThis.fetch = (...call) => (calls += 1) > 1 ? real(...call) : Promise.reject(TypeError());")
    assert client.call("autofill")["answer"]


def test_a_page_open_past_the_end_of_its_options_still_signs_in(open_web_client, start, web_server):
    client = open_web_client(start("--origin", web_server.origin, "--function-variable", f"MAX_PROOF_AGE={AGE}"))
    address = new_address()
    passkey = add_passkey(client.sandbox, client.sign_up(address), address)
    client.hold()
    client.begin("autofill")
    first = client.asked(1)
    assert first["timeout"] == AGE * 1_000
    client.script(SLEEPS, AGE * 800)
    client.begin("autofill", copy="?asleep")
    client.asked(2)
    begun = time.monotonic()
    time.sleep(begun + AGE + 1 - time.monotonic())
    assert client.asked(3)["challenge"] != first["challenge"], "the options were renewed"
    client.answer(3, passkey.sign(client.asked(3), client.url))
    chosen = client.end()
    assert client.signs_in(client.start(chosen["userId"]), chosen["answer"])
    client.add_passkey(passkey.for_browser())
    client.answer(2, passkey.sign(client.asked(2), client.url))
    chosen = client.end()
    assert client.signs_in(client.start(chosen["userId"]), chosen["answer"]), "after one more prompt"
    assert client.script("return [held.length, prompts]") == [3, 1]


@pytest.mark.parametrize(("background", "values"), [
    ("autofill", []), ("createPasskeyQuietly", ["token"]),
])
@pytest.mark.parametrize("prompt", ["signIn", "createPasskey", "getCredential", "createCredential", "autofill",
                                    "stopBackground"])
def test_a_password_manager_that_ignores_its_end_delays_no_prompt_for_long(client, background, values, prompt):
    """As in keepassxreboot/keepassxc-browser 3046."""
    token = client.sign_up(address := new_address())
    client.call("createPasskey", token, {"username": address})
    options = {"getCredential": [{"challenge": "AAAA", "rpId": "localhost"}], "createCredential": [NEW_CREDENTIAL],
               "createPasskey": [client.prove_email(address)]}.get(prompt, [])
    client.script(DEAF)
    client.begin(background, *[token for _ in values])
    client.wait(lambda: client.script("return asked.length") == 1, "the call in the background")
    begun = time.monotonic()
    if prompt == "autofill":
        client.begin(prompt)
        client.wait(lambda: client.script("return asked.length") == 2, "the newer autofill")
    elif prompt == "createPasskey":
        assert code_of(client, prompt, *options) == "passkey_exists"
    else:
        client.call(prompt, *options)
    assert client.end() is None, "what waited in the background has ended"
    assert time.monotonic() - begun < 10
    assert client.script("return asked.filter(([, , isAborted]) => isAborted)") == []


def test_a_prompt_that_the_app_ends_has_ended_whatever_the_password_manager_does(client):
    client.script(DEAF + "window.isDeaf = true;")
    client.begin_with("controller.signal", "signIn")
    client.wait(lambda: client.script("return asked.length") == 1, "the prompt")
    client.script("controller.abort()")
    assert client.end() == "aborted"


def test_a_password_manager_that_ignores_its_end_does_not_keep_autofill_from_renewing_its_options(client):
    client.script(DEAF)
    client.script("const wait = setTimeout; globalThis.setTimeout = (work, time) => wait(work, Math.min(time, 2_000));")
    client.begin("autofill")
    client.wait(lambda: client.script("return asked.length") >= 3, "newer options")
    client.call("stopBackground")
    assert client.end() is None


def test_autofill_that_begins_while_another_prompt_is_prepared_ends_before_it(client):
    token = client.sign_up(address := new_address())
    client.hold()
    client.script("""
        const real = fetch;
        globalThis.fetch = async (url, init) => {
            if (String(url).endsWith('/registration-options')) await new Promise((go) => { window.go = go; });
            return real(url, init);
        };""")
    client.begin("createPasskey", token, {"username": address})
    client.wait(lambda: client.script("return Boolean(window.go)"), "the call for options")
    client.begin("autofill")
    client.asked(1)
    client.script("go()")
    assert client.end()["token"]
    assert client.end() is None, "the autofill has ended"


def test_a_slow_authenticator_delays_no_prompt_and_a_stopped_autofill_asks_for_nothing(client):
    client.sign_up_with_passkey(new_address())
    client.script(DEAF)
    client.script("""
        const real = fetch;
        globalThis.fetch = async (url, init) => {
            if (window.hasFirst) return real(url, init);
            window.hasFirst = true;
            await new Promise((go) => { window.go = go; });
            return real(url, init);
        };""")
    client.begin("autofill")
    client.wait(lambda: client.script("return Boolean(window.go)"), "the call for options")
    begun = time.monotonic()
    assert client.call("signIn")["answer"]
    assert time.monotonic() - begun < 10
    client.script("go()")
    assert client.end() is None
    assert client.script("return asked") == [["get", "prompt", False]]


# The quiet upgrade after a saved password.

def test_the_browser_may_create_a_passkey_without_asking_and_it_proves_nothing_yet(client):
    token = client.sign_up(address := new_address())
    client.hold()
    client.begin("createPasskeyQuietly", token, {"username": address})
    passkey, asked = SoftwarePasskey("ES256"), client.asked(1)
    client.answer(1, passkey.create(asked, client.url, flags=0))
    created = client.end()
    assert created["passkey"]["credentialId"] and created["token"] is None
    client.add_passkey(passkey.for_browser())
    used = client.call("signIn")
    assert client.signs_in(client.start(used["userId"]), used["answer"])


def test_a_user_who_accepts_the_offer_gets_one_passkey(client):
    token = client.sign_up(new_address())
    client.hold()
    client.begin("createPasskeyQuietly", token)
    client.asked(1)
    client.call("createPasskey", token)
    assert client.end() is None
    assert len(client.call("list", token)) == 1


def test_nobody_is_told_if_the_browser_creates_no_passkey_by_itself(client):
    token = client.sign_up(new_address())
    client.hold()
    client.begin("createPasskeyQuietly", token)
    client.asked(1)
    client.script("held[0].decline()")
    assert client.end() is None
    client.script("PublicKeyCredential.getClientCapabilities = async () => ({});")
    assert client.call("createPasskeyQuietly", token) is None
    assert client.script("return held.length") == 1


# The list, and what the password manager learns.

def test_passkeys_are_listed_renamed_and_removed(client):
    created = client.sign_up_with_passkey(new_address())
    token, owner, passkey = created["token"], created["owner"], created["passkey"]
    assert client.call("list", token) == [passkey]
    assert client.call("rename", token, passkey, "My phone")["name"] == "My phone"
    assert [one["name"] for one in client.call("list", token, owner)] == ["My phone"]
    client.change_device()
    second = client.call("createPasskey", token)
    client.call("remove", second["token"], passkey, owner)
    assert client.call("list", second["token"], owner) == [second["passkey"]]
    client.refusals = True
    assert code_of(client, "remove", second["token"], passkey) == "not_found"
    assert code_of(client, "remove", token, second["passkey"]) == "unauthorized", "the passkey that it proves is gone"


def test_the_password_manager_learns_what_has_changed(client):
    client.script(SIGNALS)
    created = client.sign_up_with_passkey(address := new_address())
    owner, first = created["owner"], created["passkey"]["credentialId"]
    client.call("list", client.prove_email(address), owner)
    client.call("tellName", owner, "ana@new.example")
    client.call("remove", client.prove_email(address), created["passkey"], owner)
    client.wait(lambda: client.passkeys_on_device() == [], "the device without the passkey")
    assert client.script("return signals") == [
        ["AllAcceptedCredentials", {**owner, "allAcceptedCredentialIds": [first]}],
        ["CurrentUserDetails", {**owner, "name": "ana@new.example", "displayName": "ana@new.example"}],
        ["UnknownCredential", {"rpId": "localhost", "credentialId": first}],
    ]


def test_a_token_that_has_proven_nothing_hides_no_passkey(client):
    created = client.sign_up_with_passkey(address := new_address())
    client.script(SIGNALS)
    assert client.call("list", client.parameters(address)["token"], created["owner"]) == []
    assert client.script("return signals") == []


def test_the_password_manager_forgets_a_passkey_that_is_not_registered(client):
    created = client.sign_up_with_passkey(address := new_address())
    client.call("remove", client.prove_email(address), created["passkey"])
    passkey = client.call("signIn")
    assert not client.signs_in(client.start(passkey["userId"]), passkey["answer"])
    assert len(client.passkeys_on_device()) == 1, "nobody has told it"
    client.refusals = True
    assert code_of(client, "prove", passkey) == "none_here"
    client.wait(lambda: client.passkeys_on_device() == [], "the device without the passkey")


def test_the_password_manager_keeps_another_pools_passkey(client):
    passkey = SoftwarePasskey("ES256")
    passkey.relying_party, passkey.user_handle = "localhost", bytes(24)
    client.add_passkey(passkey.for_browser())
    client.script(SIGNALS)
    client.refusals = True
    assert code_of(client, "signIn") == "none_here"
    assert client.script("return signals") == [] and len(client.passkeys_on_device()) == 1


def test_a_browser_without_signals_misses_nothing_else(client):
    client.script("for (const name of ['UnknownCredential', 'AllAcceptedCredentials', 'CurrentUserDetails'])"
                  "    delete PublicKeyCredential[`signal${name}`];")
    assert client.call("canForget") is False
    created = client.sign_up_with_passkey(address := new_address())
    client.call("tellName", created["owner"], address)
    client.call("list", created["token"], created["owner"])
    client.call("remove", client.prove_email(address), created["passkey"], created["owner"])


# Errors.

def test_a_cancelled_prompt_and_a_missing_passkey_look_alike(client):
    assert code_of(client, "signIn") == "cancelled", "there is none"
    token = client.sign_up(new_address())
    client.verify_user(False)
    assert code_of(client, "createPasskey", token) == "cancelled"
    client.verify_user(True)
    client.call("createPasskey", token)
    client.verify_user(False)
    assert code_of(client, "signIn") == "cancelled"
    client.script("navigator.credentials.get = async () => null;")
    assert code_of(client, "signIn") == "cancelled", "the browser has answered without a passkey"


@pytest.mark.parametrize("broken", [
    "{}", "{ response: {} }", "{ id: 'AAAA', rawId: new Uint8Array([0, 0, 0]).buffer, type: 'public-key' }",
    "{ get id() { throw new TypeError('Illegal invocation'); } }", "'a text'",
    "{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA' } }",
])
def test_an_object_of_a_password_manager_that_cannot_be_read_has_a_code_of_the_list(client, broken):
    client.script(f"""
        navigator.credentials.get = async () => ({broken});
        navigator.credentials.create = navigator.credentials.get;""")
    for name, values in (("signIn", []), ("createPasskey", [client.sign_up(new_address())])):
        with pytest.raises(Failure) as failure:
            client.call(name, *values)
        assert (failure.value.code, failure.value.path) == ("unexpected", None)


def test_a_passkey_of_another_pool_is_kept(client, start):
    client.sign_up_with_passkey(new_address())
    client.refusals = True
    other = start("--origin", client.url)
    settings = {"baseUrl": f"{other.url}/v1", "tenantId": other.settings["tenantId"]}
    assert code_of(client, "signIn", **settings) == "none_here"
    assert len(client.passkeys_on_device()) == 1


def test_a_list_from_which_no_signals_may_be_sent_hides_no_passkey(client):
    created = client.sign_up_with_passkey(address := new_address())
    client.script(SIGNALS + """
        const real = fetch;
        globalThis.fetch = async (url, init) => {
            const response = await real(url, init);
            if (!String(url).endsWith('/user-authenticators')) return response;
            return Response.json((await response.json()).map((one) => ({ ...one, allowsSignals: false })));
        };""")
    assert len(client.call("list", client.prove_email(address), created["owner"])) == 1
    assert client.script("return signals") == []


def test_a_page_or_a_frame_that_may_not_ask_is_told_apart(client):
    options = {"challenge": "AAAA", "rpId": "elsewhere.example"}
    assert code_of(client, "getCredential", options) == "not_allowed"
    client.script("""
        const frame = document.createElement('iframe');
        frame.allow = "publickey-credentials-get 'none'";
        frame.src = '/frame';
        document.body.append(frame);""")
    client.driver.switch_to.frame(client.find("iframe"))
    assert code_of(client, "signIn") == "not_allowed"
    client.driver.switch_to.default_content()


@pytest.mark.parametrize("reason", ["", "'The page was left'", "null", "new DOMException('', 'TimeoutError')"])
def test_a_prompt_that_the_app_ends_is_not_cancelled_by_the_user(client, reason):
    client.begin_with(f"AbortSignal.abort({reason})", "signIn")
    assert client.end() == "aborted"


def test_a_device_that_cannot_make_such_a_passkey_and_a_browser_without_passkeys_are_unsupported(client):
    options = {"rp": {"name": "x"}, "user": {"id": "AAAA", "name": "x", "displayName": "x"}, "challenge": "AAAA"}
    unknown = {"pubKeyCredParams": [{"type": "unknown", "alg": -7}]}
    assert code_of(client, "createCredential", options | unknown) == "unsupported"
    client.driver.get_log("browser")  # Chromium finds the algorithms too few.
    client.script("delete globalThis.PublicKeyCredential;")
    assert client.call("isSupported") is False and client.call("canCreate") is False
    assert client.call("autofill") is None
    assert code_of(client, "getCredential", {"challenge": "AAAA"}) == "unsupported"


@pytest.mark.parametrize("failure", [
    "async () => { throw new TypeError('Failed to fetch'); }",
    "async () => new Response('<html>Bad gateway</html>', { status: 502 })",
    "async () => Response.json({ errorCode: 'service_unavailable' }, { status: 503 })",
    "async () => Response.json({ message: 'Internal Server Error' }, { status: 500 })",
    # It never answers.
    "(_, { signal }) => new Promise((_, end) => signal.addEventListener('abort', () => end(signal.reason)))",
])
def test_an_outage_is_neither_a_cancelled_prompt_nor_a_missing_passkey(client, failure):
    client.script(FAST)
    client.script(f"globalThis.fetch = {failure};")
    assert code_of(client, "signIn") == "outage"
    assert code_of(client, "verifyCode", "t", "123456") == "outage"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(client, status):
    """Otherwise tokens and codes would go wherever somebody between the page and the authenticator says."""
    with Redirects(status) as moved:
        base = f"{moved.url}/v1"
        for call in (["verifyCode", "the token", "123456"], ["list", "the token"], ["signIn"]):
            assert code_of(client, *call, baseUrl=base) == "wrong_base_url"
        assert moved.followed == []
    client.driver.get_log("browser")


REFUSED = """
    const [path, status, answer] = arguments, real = fetch;
    globalThis.fetch = (url, init) => String(url).endsWith(path)
        ? Promise.resolve(Response.json(answer, { status })) : real(url, init);"""


@pytest.mark.parametrize(("status", "answered", "code", "cause", "is_forgotten"), [
    (200, {"isVerified": False}, "not_verified", None, True),
    (200, {"isVerified": False, "failureReason": "ORIGIN_NOT_ALLOWED"}, "not_allowed", "ORIGIN_NOT_ALLOWED", True),
    (200, {"isVerified": False, "failureReason": "USER_NOT_VERIFIED"}, "not_verified", "USER_NOT_VERIFIED", True),
    (400, {"errorCode": "challenge_expired"}, "challenge_expired", "challenge_expired", True),
    (401, {"errorCode": "expired_token"}, "expired_token", "expired_token", True),
    # It may be registered: a browser sends a request again if the connection breaks.
    (200, {"isVerified": False, "failureReason": "ALREADY_REGISTERED"}, "passkey_exists", "ALREADY_REGISTERED", False),
    (400, {"errorCode": "invalid_request"}, "invalid_request", "invalid_request", False),
    (403, {"errorCode": "unauthorized"}, "unauthorized", "unauthorized", False),
    (503, {"errorCode": "service_unavailable"}, "outage", "service_unavailable", False),
])
def test_a_new_passkey_that_is_refused_is_forgotten_unless_it_may_be_registered(
        client, status, answered, code, cause, is_forgotten):
    token = client.sign_up(new_address())
    client.script(SIGNALS)
    client.script(REFUSED, "user-authenticators/passkey", status, answered)
    with pytest.raises(Failure) as failure:
        client.call("createPasskey", token)
    assert (failure.value.code, failure.value.cause) == (code, cause)
    signals = client.script("return signals")
    assert [name for name, _ in signals] == ["UnknownCredential"] * is_forgotten
    if is_forgotten:
        client.wait(lambda: client.passkeys_on_device() == [], "the device without the passkey")
    assert len(client.passkeys_on_device()) == (not is_forgotten)


@pytest.mark.parametrize(("reason", "code"), [
    (None, "not_verified"), ("ORIGIN_NOT_ALLOWED", "not_allowed"), ("USER_NOT_VERIFIED", "not_verified"),
    ("A_FUTURE_REASON", "not_verified"), ("toString", "not_verified"),
])
def test_a_refused_sign_in_says_what_the_authenticator_says_of_the_page_and_forgets_nothing(client, reason, code):
    client.sign_up_with_passkey(new_address())
    client.script(SIGNALS)
    client.script(REFUSED, "verify/passkey", 200, {"isVerified": False} | ({"failureReason": reason} if reason else {}))
    with pytest.raises(Failure) as failure:
        client.call("signIn", {"prove": True})
    assert (failure.value.code, failure.value.cause) == (code, reason)
    assert client.script("return signals") == [] and len(client.passkeys_on_device()) == 1


@pytest.mark.parametrize(("status", "answered", "code"), [
    (400, "invalid_request", "invalid_request"), (400, "challenge_expired", "challenge_expired"),
    (401, "expired_token", "expired_token"), (401, "unauthorized", "unauthorized"), (404, "not_found", "not_found"),
    (401, "wrong_tenant", "wrong_tenant"),
    (429, "too_many_requests", "too_many_requests"), (429, None, "too_many_requests"), (403, "made_up", "unexpected"),
])
def test_the_authenticators_errors_keep_their_codes_or_become_one_of_the_list(client, status, answered, code):
    client.script(ANSWER, status, answered)
    with pytest.raises(Failure) as failure:
        client.call("list", "token")
    assert (failure.value.code, failure.value.path, failure.value.text) == (code, "user-authenticators", "The text.")


@pytest.mark.parametrize(("header", "seconds"), [("30", 30), (None, None), ("Sun, 29 Nov 2026 08:00:00 GMT", None)])
def test_an_error_says_how_long_to_wait_if_the_authenticator_does(client, header, seconds):
    client.script(ANSWER, 429, "too_many_requests", {"Retry-After": header} if header else {})
    with pytest.raises(Failure) as failure:
        client.call("list", "token")
    assert (failure.value.code, failure.value.retry_after) == ("too_many_requests", seconds)


def test_the_types_and_the_readme_name_what_the_module_has(client):
    exported = client.driver.execute_async_script(
        "const [done] = arguments; import('/authenticator.js').then((client) => done(["
        "    Object.keys(client), Object.getOwnPropertyNames(client.Authenticator.prototype)]));")
    names = re.findall(r"^export (?:class|function) (\w+)", TYPES, re.MULTILINE)
    methods = re.findall(r"^    (\w+)\(", TYPES.partition("class Authenticator {")[2].partition("\n}")[0], re.MULTILINE)
    assert [sorted(names), sorted(set(methods))] == [sorted(part) for part in exported]
    union = TYPES.partition("export type ErrorCode =")[2].partition(";")[0]
    codes = re.findall(r"'(\w+)'", union)
    listed = README.partition("\n## Errors\n")[2]
    assert codes == sorted(codes) == sorted(re.findall(r"^\| `(\w+)` \|", listed, re.MULTILINE))
    assert [code for code in codes if f"'{code}'" not in MODULE] == []
    union = COGNITO_TYPES.partition("export type CognitoErrorCode =")[2].partition(";")[0]
    codes = re.findall(r"'(\w+)'", union)
    rows = README.partition("| `CognitoError.code` |")[2].partition("\n\n")[0]
    assert codes == sorted(codes) == sorted(code for row in re.findall(r"^\| (`[^|]*) \|", rows, re.MULTILINE)
                                            for code in re.findall(r"`(\w+)`", row))
