"""The page in Chromium, in the flows that start with the password or in which the functions send the codes."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from datetime import datetime
from pathlib import Path

import pytest

from conftest import PROGRAM
from journeys.app import PASSWORD, new_address, other_code
from journeys.software_passkey import SoftwarePasskey
from page import view_after_code
from web_client import HOLD

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
NEW_FLOWS = ["EMAIL_OTP", "PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP"]


@pytest.fixture(scope="module")
def own(start):
    """Sandboxes with their own stand-ins for DynamoDB and Amazon SES, which are the default."""
    started = {flow: start("--flow", flow) for flow in NEW_FLOWS}
    return started.__getitem__


def name(flow: str) -> str:
    return flow.lower().replace(",", "-")


def test_three_wrong_codes_lead_back_to_the_start(own, open_page):
    sandbox, address = own("EMAIL_OTP"), new_address()
    page = open_page(sandbox)
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = sandbox.code(address)
    for _ in range(3):
        page.type(other_code(code))
        page.submit()
        page.wait(lambda: page.problem and not page.find_all("#app[aria-busy]"), "a problem")
    page.wait_for_view("sign-in")
    page.wait_for_problem("too many wrong codes")


def test_after_a_password_the_browser_may_create_a_passkey_without_asking(own, open_page):
    sandbox, address = own("PASSWORD,RESULT_TOKEN"), new_address()
    page = open_page(sandbox)
    page.driver.execute_script(HOLD)
    page.sign_up(address, PASSWORD)
    page.wait(lambda: page.driver.execute_script("return held.length") == 1, "the request for a passkey")
    passkey = SoftwarePasskey("ES256")
    credential = passkey.create(page.driver.execute_script("return held[0].asked"), sandbox.url, flags=0)
    page.driver.execute_script("held[0].answer(arguments[0])", credential)
    page.wait_for_view("account")
    page.wait(lambda: "Your browser has created a passkey" in page.said, "the message")
    assert len(page.find_all("#passkeys li")) == 1
    options, added = [event["detail"]["request"] for event in sandbox.events()
                      if event["title"].startswith("POST /v1/client/user-authenticators/passkey")][-2:]
    assert options["conditionalCreate"] is True and "conditionalCreate" not in added
    page.sign_out()
    page.add_passkey(passkey.for_browser())
    page.start_sign_in(address, PASSWORD)
    page.wait_for_view("second")
    page.do("second-passkey")
    page.wait_for_view("account")


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
    page.fill_in_newest_code()
    assert "confirm your account" in page.find("#code-lead").text
    page.do("resend")
    page.fill_in_newest_code(besides=1)
    page.submit()
    page.fill_in_newest_code(besides=2)
    assert "confirmed" in page.said
    page.submit()
    page.wait_for_view(view_after_code(flow))
    [user] = sandbox.cognito.list_users(UserPoolId=sandbox.pool)["Users"]
    assert user["Username"] != address and {"Name": "email_verified", "Value": "true"} in user["Attributes"]
    if flow == "RESULT_TOKEN":
        page.do("show-account")
    page.sign_out()
    page.start_sign_in(address, password)
    page.wait_for_view("code")
    page.type(sandbox.code(address, besides=3))
    page.submit()
    page.wait_for_view(view_after_code(flow))


@pytest.mark.parametrize("flow", ["PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP"])
def test_weak_wrong_and_missing_passwords_are_explained(own, open_page, flow):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox)
    page.refusals = True
    page.start_sign_up(address, "correct horse")
    page.wait_for_problem("Choose a stronger password. Password must have uppercase characters.")
    assert page.find("#password-rules").text == "At least 12 characters, among them lowercase, uppercase, numbers, symbols."
    assert page.driver.switch_to.active_element.get_attribute("id") == "sign-up-password"
    page.type_password(PASSWORD)
    page.submit()
    page.wait_for_view("code")
    page.do("show-welcome")
    page.do("show-sign-in")
    page.type_password(PASSWORD + "x")
    page.submit()
    page.wait_for_problem("That email address or password is incorrect")
    assert page.view == "sign-in"
    assert page.driver.switch_to.active_element.get_attribute("id") == "sign-in-password"
    page.type_password("")
    page.submit()
    page.wait_for_problem("Type your password")


def test_the_page_says_that_a_password_must_be_changed(own, open_page):
    sandbox, address = own("PASSWORD,EMAIL_OTP"), new_address()
    sandbox.cognito.admin_create_user(
        UserPoolId=sandbox.pool, Username=address, TemporaryPassword=PASSWORD)
    page = open_page(sandbox)
    page.start_sign_in(address, PASSWORD)
    page.wait_for_problem("This password must be changed first")


def test_the_state_table_can_be_switched_off_on_the_page(start, open_page):
    page = open_page(sandbox := start("--flow", "EMAIL_OTP"))
    page.choose("state-table", "off")
    assert sandbox.settings["stateTable"] == "off"
    page.start_sign_up(new_address())
    page.fill_in_newest_code()
    assert len(page.codes()[0]) == 8
    page.submit()
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
