"""The page in Chromium, in the flows that start with the password or in which the functions send the codes."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from datetime import datetime
from pathlib import Path

import pytest

from conftest import PROGRAM
from journeys.app import PASSWORD, new_address

EVENTS = Path(__file__).parents[2] / "events"
SRP_VECTORS = Path(__file__).parents[1] / "Development/LocalCognitoTests/Fixtures/srp_vectors.json"
PROVE_PASSWORD = """
    const [vector, time, done] = arguments;
    crypto.getRandomValues = (array) => {
        const digits = vector.a.padStart(2 * array.length, '0');
        array.set(digits.match(/../g).map((byte) => parseInt(byte, 16)));
        return array;
    };
    Date.prototype.toUTCString = () => time;
    import('/srp.js').then(async ({ PasswordProof }) => {
        const proof = new PasswordProof(vector.password, vector.userPoolId);
        const answer = await proof.answer({
            SALT: vector.salt, SRP_B: vector.B, SECRET_BLOCK: vector.secretBlock,
            USER_ID_FOR_SRP: vector.userIdForSrp });
        return [proof.start.SRP_A, answer];
    }).then(done, (error) => done([String(error), null]));"""
# Whether tokens that end are renewed.
RENEW = """
    const [done] = arguments;
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.tokens'));
    const old = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.setItem(key, JSON.stringify({ ...old, expiresAt: 0 }));
    document.querySelector('passkey-sign-in').getTokens().then(
        (now) => done(now.accessToken !== old.accessToken), () => done(false));"""
NEW_FLOWS = ["EMAIL_OTP", "PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP"]


@pytest.fixture(scope="module")
def own(start):
    """Sandboxes with their own stand-ins for DynamoDB and Amazon SES, which are the default."""
    started = {flow: start("--flow", flow) for flow in NEW_FLOWS}
    return started.__getitem__


def name(flow: str) -> str:
    return flow.lower().replace(",", "-")


def view_after_code(flow: str) -> str:
    """The view that a new user sees after the right code: the offer of a passkey, if the flow has passkeys."""
    return "offer" if flow.endswith("RESULT_TOKEN") else "account"


def test_proves_passwords_as_pycognito_does(own, open_page):
    page = open_page(own("PASSWORD,EMAIL_OTP"))
    vectors = json.loads(SRP_VECTORS.read_text())["vectors"]
    assert len(vectors) == 6
    for vector in vectors:
        time = datetime.strptime(vector["timestamp"], "%a %b %d %H:%M:%S UTC %Y").strftime("%a, %d %b %Y %H:%M:%S GMT")
        public, answer = page.driver.execute_async_script(PROVE_PASSWORD, vector, time)
        assert int(public, 16) == int(vector["A"], 16)
        assert answer == {"PASSWORD_CLAIM_SECRET_BLOCK": vector["secretBlock"], "TIMESTAMP": vector["timestamp"],
                          "PASSWORD_CLAIM_SIGNATURE": vector["signature"]}


@pytest.mark.parametrize(("flow", "setting"), [
    ("RESULT_TOKEN", "aliases=email"), ("EMAIL_OTP", "aliases=email"),
    ("RESULT_TOKEN", "clientSecret=hush_hush_hush_hush_hush"),
    ("PASSWORD,EMAIL_OTP", "clientSecret=hush_hush_hush_hush_hush")])
def test_the_page_works_with_an_alias_and_with_a_client_that_has_a_secret(start, open_page, flow, setting):
    sandbox = start("--flow", flow, "--confirm-sign-up", "code", "--pool-setting", setting)
    page = open_page(sandbox)
    address, password = new_address(), PASSWORD if flow.startswith("PASSWORD") else None
    page.start_sign_up(address, password)
    page.wait_for_view("confirm")
    page.fill_in_newest_code()
    page.take("resendCode")
    page.answer_newest_code(besides=1, until="start" if password else "code")
    if password:
        page.start_sign_in(address, password)
    page.answer_newest_code(besides=2, until=view_after_code(flow))
    [user] = sandbox.cognito.list_users(UserPoolId=sandbox.pool)["Users"]
    assert user["Username"] != address and {"Name": "email_verified", "Value": "true"} in user["Attributes"]
    if flow == "RESULT_TOKEN":
        page.create_passkey()
    page.sign_out()
    page.start_sign_in(address, password)
    page.wait_for_view("code")
    page.answer(sandbox.code(address, besides=3))
    page.wait_for_view(view_after_code(flow))
    if flow == "RESULT_TOKEN":
        page.take("declinePasskey")
        page.wait_for_view("account")
    assert page.driver.execute_async_script(RENEW)
    page.sign_out()


@pytest.mark.parametrize("flow", ["PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP"])
def test_weak_and_wrong_passwords_are_explained(own, open_page, flow):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox)
    page.refusals = True
    page.start_sign_up(address, "correct horse")
    page.wait_for_words("Choose a stronger password. "
                        "At least 12 characters, among them lowercase, uppercase, numbers, symbols.")
    page.start_sign_up(address, PASSWORD)
    page.take("startAgain")
    page.start_sign_in(address, PASSWORD + "x")
    page.wait_for_words("That was not accepted")
    assert page.view == "start"


def test_the_page_says_that_a_password_must_be_changed(own, open_page):
    sandbox, address = own("PASSWORD,EMAIL_OTP"), new_address()
    sandbox.cognito.admin_create_user(
        UserPoolId=sandbox.pool, Username=address, TemporaryPassword=PASSWORD)
    page = open_page(sandbox)
    page.refusals = True
    page.start_sign_in(address, PASSWORD)
    page.wait_for_words("That did not work: NEW_PASSWORD_REQUIRED is not supported")


def test_the_state_table_can_be_switched_off_on_the_page(start, open_page):
    page = open_page(sandbox := start("--flow", "EMAIL_OTP"))
    page.choose("state-table", "off")
    assert sandbox.settings["stateTable"] == "off"
    page.start_sign_up(new_address())
    page.fill_in_newest_code()
    assert len(page.codes()[0]) == 8
    page.take_code()
    page.wait_for_view("account")
    assert not any("UpdateItem" in line for line in page.timeline_of_sign_ins())


@pytest.mark.parametrize("flow", NEW_FLOWS)
def test_saved_events_can_be_replayed(own, open_page, tmp_path, flow):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox)
    page.sign_up(address, PASSWORD if flow.startswith("PASSWORD") else None, until=view_after_code(flow))
    created = "round 1, open" if flow.endswith("RESULT_TOKEN") else "round 1"
    # An emailed code is judged by the table, which is empty in a replay of one event.
    verified = "wrong" if flow.endswith("EMAIL_OTP") else "right"
    decisions = {"DefineAuthChallenge": "issue tokens", "CreateAuthChallenge": created,
                 "VerifyAuthChallengeResponse": verified, "PreSignUp": "confirm"}
    if flow.startswith("PASSWORD"):
        decisions["PreTokenGeneration"] = "tokens as they are"
    saved = []
    for trigger in decisions:
        event = [event for event in sandbox.events() if event["title"] == trigger][-1]
        with urllib.request.urlopen(f"{sandbox.url}/sandbox/events/{event['number']}/sample") as answer:
            saved.append(tmp_path / f"{trigger}-{event['number']}.json")
            saved[-1].write_bytes(answer.read())
    environment = {"PASSWORD,RESULT_TOKEN": "sandbox-password"}.get(flow, f"sandbox-{name(flow).replace('_', '-')}")
    run = subprocess.run([PROGRAM, "replay", "--events", EVENTS, "--environment", environment, *map(str, saved)],
                         capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = [line for line in run.stdout.splitlines() if line.startswith("shown")]
    assert len(lines) == len(decisions)
    for line, decision in zip(lines, decisions.values()):
        assert decision in line, run.stdout
