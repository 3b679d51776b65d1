"""The page in Chromium, in each flow and mode: what every user can do, and that everything fits and hides secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import PASSWORD, attributes, new_address
from journeys.secrets_shown import shown
from page import Page
from sandbox import Sandbox


class Way(NamedTuple):
    """A way to sign in on the page."""

    flow: str
    mode: str = "signed"

    def __str__(self) -> str:
        return f"{self.flow}-{self.mode}" if self.has_passkeys else self.flow

    @property
    def has_passkeys(self) -> bool:
        return self.flow.endswith("RESULT_TOKEN")

    @property
    def has_captcha(self) -> bool:
        return "CAPTCHA" in self.flow

    @property
    def password(self) -> str | None:
        return PASSWORD if "PASSWORD" in self.flow else None

    @property
    def is_of_issuer(self) -> bool:
        return self.mode == "oidc"

    @property
    def until(self) -> str:
        """The view after a new user's sign-in: the offer of a passkey after a code, if the flow has passkeys."""
        return "offer" if self.has_passkeys and not self.is_of_issuer else "account"


WAYS = [
    Way("RESULT_TOKEN"), Way("RESULT_TOKEN", "authsignal"), Way("RESULT_TOKEN", "oidc"), Way("EMAIL_OTP"),
    Way("PASSWORD,RESULT_TOKEN"), Way("PASSWORD,RESULT_TOKEN", "oidc"), Way("PASSWORD,EMAIL_OTP"),
    Way("CAPTCHA,RESULT_TOKEN"), Way("CAPTCHA,RESULT_TOKEN", "oidc"), Way("CAPTCHA,EMAIL_OTP"),
    Way("PASSWORD,CAPTCHA,RESULT_TOKEN"), Way("PASSWORD,CAPTCHA,EMAIL_OTP")]


@pytest.fixture(scope="module")
def at(start, sandboxes) -> Callable[[Way], Sandbox]:
    """Returns a sandbox with its own stand-ins for DynamoDB and Amazon SES, which are the default."""
    started = {Way("RESULT_TOKEN", mode): sandbox for mode, sandbox in sandboxes.items()}
    return lambda way: started.get(way) or started.setdefault(way, start("--flow", way.flow, "--mode", way.mode))


def each(*ways: Way) -> Any:
    return pytest.mark.parametrize("way", ways or WAYS, ids=str)


def pass_captcha(page: Page, way: Way) -> None:
    if way.has_captcha:
        page.solve_captcha()


def sign_up(page: Page, way: Way, address: str) -> None:
    page.start_sign_up(address, way.password)
    if way.is_of_issuer:
        # A passkey proves no address, so Cognito mails a code.
        page.answer_newest_code(until="start" if way.password else "captcha" if way.has_captcha else "choose")
        if way.password:
            page.submit(address, way.password, "signInByEmail")
    pass_captcha(page, way)
    if way.is_of_issuer:
        page.take("answerWithPasskey")
    else:
        if way.has_passkeys and way.password:
            page.take("sendCode")
        page.wait_for_view("code")
        page.fill_in_newest_code()
        page.take_code()
    page.wait_for_view(way.until)


def sign_in(page: Page, way: Way, address: str) -> None:
    """Signs in as the user signs in best: with a passkey if the flow has passkeys."""
    if way.has_passkeys and way.password is None:
        page.take("signInWithPasskey")
        pass_captcha(page, way)
    else:
        page.start_sign_in(address, way.password)
        pass_captcha(page, way)
        if way.has_passkeys:
            page.take("answerWithPasskey")
        else:
            page.fill_in_newest_code(besides=1)
            page.take_code()
    page.wait_for_view("account")


@each()
def test_signs_up_and_in_again(at, open_page, way):
    sandbox, address = at(way), new_address()
    page = open_page(sandbox)
    sign_up(page, way, address)
    if way.until == "offer":
        page.create_passkey()
    page.sign_out()
    sent = len(sandbox.codes(address))
    sign_in(page, way, address)
    assert len(sandbox.codes(address)) == sent + (not way.has_passkeys), "a passkey needs no code"
    assert page.email == address
    assert "verified in Cognito" in page.find("#facts").text
    page.find(".claims:has(#id-claims) summary").click()
    assert address in page.find("#id-claims").text
    assert page.said == ""
    lines = page.timeline_of_sign_ins(2)
    assert any(line.startswith("Cognito → trigger | PreTokenGeneration") for line in lines) == bool(way.password)
    for line in lines_of(way, address):
        assert any(shown.startswith(line) for shown in lines), (line, lines)
    if way.mode == "oidc":
        assert attributes(sandbox, address)["custom:oidc_subject"].startswith(f"{sandbox.url}/|auth0|")


def lines_of(way: Way, address: str) -> Iterator[str]:
    """How lines of the timeline begin that this way has."""
    if way.mode == "oidc":
        yield from (
            "App → issuer | POST /passkey/register", "App → issuer | POST /oauth/token",
            "Trigger → issuer | GET /.well-known/jwks.json", "Cognito → trigger | PreSignUp | leave",
            "App → issuer | POST /passkey/challenge", "Function → AWS | UpdateItem proof")
    if way.password:
        yield "App → Cognito | InitiateAuth | PASSWORD_VERIFIER"
    if not way.has_passkeys:
        yield from (f"Function → AWS | SendEmail | to {address}", "Function → AWS | UpdateItem account")
    if way.has_captcha:
        yield "Trigger → CAPTCHA | siteverify | passed"


@each()
def test_everything_can_be_done_by_keyboard(at, open_page, way):
    sandbox, address = at(way), new_address()
    page = open_page(sandbox)
    page.start_sign_up_by_keyboard(address, way.password)
    if way.is_of_issuer:
        page.wait_for_view("confirm")
        page.press(sandbox.code(address), Keys.ENTER)
        if way.password:
            page.wait_for_view("start")
            page.press(Keys.TAB, way.password, Keys.ENTER)
    if way.has_captcha:
        page.wait_for_view("captcha")
        page.activate("not a robot")
    if way.is_of_issuer:
        page.wait_for_view("choose")
        page.activate("Use a passkey")
    else:
        if way.has_passkeys and way.password:
            page.wait_for_view("choose")
            page.activate("Email me a code")
        page.wait_for_view("code")
        page.press(sandbox.code(address), Keys.ENTER)
    page.wait_for_view(way.until)
    if way.until == "offer":
        page.activate("Create a passkey", Keys.SPACE)
        page.wait_for_words("passkey is ready")
    page.activate("Sign out")
    page.wait_for_view("start")
    if way.flow == "RESULT_TOKEN":
        page.activate("Sign in with a passkey")
        page.wait_for_view("account")
    page.activate("InitiateAuth")
    page.wait(lambda: page.find_all("#events details[open]"), "the details")


@each(*(way for way in WAYS if way not in (Way("RESULT_TOKEN"), Way("RESULT_TOKEN", "authsignal"))))
def test_every_view_fits_and_can_be_read(at, open_page, way):
    page = open_page(at(way), width=360, height=860)

    def check(view: str) -> None:
        for width in (1360, 360):
            page.resize(width)
            for scheme in ("light", "dark"):
                page.colours(scheme)
                page.assert_fits_and_can_be_read(f"{view}, {width}, {scheme}")

    check("start")
    page.start_sign_up(new_address(), way.password)
    if way.is_of_issuer:
        page.fill_in_newest_code()
        check("confirm")
    elif way.has_captcha:
        page.wait_for_view("captcha")
        check("captcha")
        page.solve_captcha()
    if way.has_passkeys and way.password and not way.is_of_issuer:
        page.wait_for_view("choose")
        check("choose")
        page.take("sendCode")
    if not way.is_of_issuer:
        page.fill_in_newest_code()
        check("code")
        page.take_code()
        page.wait_for_view(way.until)
        check("signed-up")
    for summary in page.find_all("#events details:not([open]) summary")[-6:]:
        page.driver.execute_script("arguments[0].click()", summary)
    check("timeline")


def test_each_flow_and_mode_can_be_chosen_on_the_page(start, open_page):
    page = open_page(sandbox := start())
    for way in sorted(WAYS, key=lambda way: way.mode):
        if sandbox.settings["flow"] != way.flow:
            page.choose_flow(way.flow)
        if sandbox.settings["tokenMode"] != way.mode and way.has_passkeys:
            page.choose("token-mode", way.mode)
        assert (sandbox.settings["flow"], sandbox.settings["tokenMode"]) == (
            way.flow, way.mode if way.has_passkeys else sandbox.settings["tokenMode"])
        page.open_settings()
        assert page.find("#token-mode").is_displayed() == way.has_passkeys
        assert page.find("#first-enrolment").is_displayed() == (way.mode == "authsignal")
        if way.has_captcha:
            continue
        sign_up(page, way, new_address())
        lines = page.timeline_of_sign_ins()
        assert any(line.startswith("Trigger → authenticator") for line in lines) == (way.mode == "authsignal")
        page.find("#clear").click()
        page.wait(lambda: page.codes() == [] and page.timeline() == [], "an empty timeline and mailbox")
        if way.until == "offer":
            page.take("declinePasskey")
        page.sign_out()
        page.wait(lambda: any("RevokeToken" in line for line in page.timeline()), "the next event")


# Keeps what the page is told, and what it says.
ANSWERS = """
    window.secrets = [];
    const plain = window.fetch;
    window.fetch = async (path, options) => {
        const answer = await plain(path, options);
        if (!String(path).startsWith('/sandbox/')) window.secrets.push(await answer.clone().text());
        return answer;
    };"""


@each()
def test_the_timeline_hides_secrets(at, open_page, way):
    sandbox, address = at(way), new_address()
    page = open_page(sandbox)
    page.driver.execute_script(ANSWERS)
    sign_up(page, way, address)
    secrets = [value for text in page.driver.execute_script("return window.secrets")
               for value in strings(json.loads(text or "{}")) if len(value) > 100]
    assert len(secrets) >= 3, "tokens and sessions were exchanged"
    timeline = json.dumps([event for event in sandbox.events() if event["kind"] != "mail"])
    assert shown(timeline, PASSWORD, "sandbox-captcha-secret", *sandbox.codes(address), *secrets) == []
    assert address in timeline and ".eyJ" not in timeline
    assert not [word for word in timeline.split('"') if word.startswith("captcha-") and len(word) == 44]


def strings(value: Any) -> Iterator[str]:
    """The texts in an answer, without those that are long and no secret."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for name, member in value.items() if isinstance(value, dict) else enumerate(value):
            if name not in ("scope", "SRP_B", "SECRET_BLOCK", "challengeId"):
                yield from strings(member)
