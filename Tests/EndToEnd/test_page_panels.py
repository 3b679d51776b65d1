"""The parts of the page beside the app: mailbox, timeline, settings, colours and sizes."""

from __future__ import annotations

import json
import socket
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import new_address
from journeys.secrets_shown import shown
from screenshots import DOCS, take_picture_of_docs


@pytest.fixture(scope="module", params=["RESULT_TOKEN", "EMAIL_OTP"])
def own_and_signed(start, request):
    """A sandbox where the authenticator sends the codes, and one where Create does."""
    return start("--flow", request.param)


ORDER = """
    const [events, done] = arguments;
    import('/timeline.js').then(({ add }) => {
        for (const event of events) add([{ outcome: 'ok', milliseconds: 1, detail: {}, ...event }]);
        done([...document.querySelectorAll('#events > li .title')].map(({ textContent }) => textContent));
    }, done);"""


def test_an_event_stands_below_its_call_whatever_the_times_say(signed, open_page):
    page = open_page(signed)
    page.clear_timeline()
    # A busy machine may measure the beginning of a call too late. An event is recorded after all that it led to.
    events = [("trigger", "Define of 1", 10), ("trigger", "Create of 1", 30), ("call", "1", 10.4), ("tokens", "Tokens", 40),
              ("trigger", "Define of 2", 50), ("mail", "Mail of 2", 60), ("call", "2", 70), ("authenticator", "3", 80)]
    shown = page.driver.execute_async_script(ORDER, [
        {"number": number, "kind": kind, "title": title, "started": started}
        for number, (kind, title, started) in enumerate(events, 1)])
    assert shown == ["1", "Define of 1", "Create of 1", "Tokens", "2", "Define of 2", "Mail of 2", "3"]


def test_calls_of_tables_and_mails_fold_under_the_call_of_the_function_that_made_them(own_and_signed, open_page):
    page = open_page(own_and_signed)
    page.clear_timeline()
    flow = own_and_signed.settings["flow"]
    page.sign_up(address := new_address(), until="offer" if flow == "RESULT_TOKEN" else "account")
    lines = page.timeline_of_sign_ins()
    rows = page.find_all("#events > li")
    assert {row.get_attribute("data-kind") for row in rows} <= {"call", "trigger", "authenticator", "tokens"}
    sender = [row for row in rows if "1 mail" in row.text]
    assert len(sender) == 1 and "calls of DynamoDB, 1 mail" in sender[0].text, [row.text for row in rows]
    assert len([line for line in lines if line.startswith("Function → AWS")]) > len(rows) / 2
    mail = sender[0].find_element("css selector", ".calls li[data-kind=mail]")
    assert not mail.is_displayed()
    sender[0].find_element("css selector", "summary").click()
    page.wait(mail.is_displayed, "the mail")
    assert f"Mail to {address}" in mail.text
    page.assert_fits_and_can_be_read()


def test_a_triggers_line_opens_to_its_rows_and_its_sample_event(signed, open_page):
    page = open_page(signed)
    page.sign_up(new_address())
    page.timeline_of_sign_ins()
    define = page.find_all("#events li[data-kind=trigger]")[-1]
    assert "DefineAuthChallenge" in define.text
    define.find_element("css selector", "summary").click()
    page.wait(lambda: define.find_elements("css selector", "table"), "the session rows")
    assert "CUSTOM_CHALLENGE ✓ true" in define.find_element("css selector", "table").text
    link = define.find_element("css selector", "a[download]").get_attribute("href")
    with urllib.request.urlopen(link) as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment")
        sample = json.load(answer)
    assert sample["triggerSource"] == "DefineAuthChallenge_Authentication"
    assert sample["request"]["session"][-1]["challengeResult"] is True


def test_a_line_of_the_audit_log_stands_with_the_call_that_it_is_about(signed, open_page):
    page = open_page(signed)
    page.sign_up(address := new_address())
    page.timeline_of_sign_ins()
    notes = page.wait(lambda: len(found := page.audit_notes()) == 5 and found, "the five lines")
    assert notes == [
        "CreateAuthChallenge | Audit log: challenge handed out, passkey or code, round 1",
        "POST user-authenticators/email-otp | Audit log: code sent, emailed code",
        "POST verify/email-otp | Audit log: mailbox added",
        "VerifyAuthChallengeResponse | Audit log: right answer, emailed code, round 1",
        "DefineAuthChallenge | Audit log: signed in, passkey or code, round 1",
    ]
    define = page.find_all("#events li:has(.audit)")[-1]
    define.find_element("css selector", "summary").click()
    page.wait(lambda: "tokens_issued" in define.find_element("css selector", ".log").text, "the line itself")
    page.assert_fits_and_can_be_read()
    assert shown(define.find_element("css selector", ".log").text, address, *signed.codes(address)) == []


def test_a_line_of_the_audit_log_may_come_before_its_call_or_after_the_timeline_was_cleared(signed, open_page):
    page = open_page(signed)
    page.clear_timeline()
    found = page.driver.execute_async_script("""
        const done = arguments[0];
        const call = { kind: 'trigger', title: 'Verify', outcome: 'wrong', detail: {}, started: 1, requestId: 'r"1' };
        const line = { kind: 'audit', started: 0, requestId: 'r"1', detail: {
            audit: 'answer_wrong', reason: 'unknown_token', method: 'CAPTCHA', round: 2 } };
        import('/timeline.js').then((timeline) => {
            const shown = () => [...document.querySelectorAll('.audit')].map(({ textContent }) => textContent);
            const isEmpty = () => !document.getElementById('timeline-empty').hidden;
            timeline.add([line]);
            const early = [shown(), isEmpty()];
            timeline.add([call]);
            const late = [shown(), isEmpty()];
            timeline.add([line]);
            timeline.clear();
            timeline.add([line]);
            timeline.clear();
            timeline.add([call]);
            done([early, late, [shown(), isEmpty()]]);
        }, done);""")
    words = "Audit log: wrong answer (unknown token), CAPTCHA, round 2"
    assert found == [[[], True], [[words], False], [[], False]]


def test_the_newest_line_stays_in_sight_until_the_user_scrolls_up(signed, open_page):
    page = open_page(signed)

    def hidden() -> float:
        """How many pixels of the timeline lie below its visible part."""
        return page.driver.execute_script(
            "const list = document.getElementById('events');"
            "return list.scrollHeight - list.scrollTop - list.clientHeight")

    for _ in range(4):
        page.sign_up(new_address())
        page.timeline_of_sign_ins()
        page.wait(lambda: hidden() < 2, "the newest line")
        page.take("declinePasskey")
        page.sign_out()
        page.driver.execute_script("localStorage.clear()")
    page.driver.execute_script("document.getElementById('events').scrollTop -= 200")
    page.sign_up(new_address())
    page.timeline_of_sign_ins()
    assert hidden() > 200, "it stays where it was"
    page.driver.execute_script("const list = document.getElementById('events'); list.scrollTop = list.scrollHeight")
    page.take("declinePasskey")
    page.sign_out()
    page.wait(lambda: "RevokeToken" in page.timeline()[-1] and hidden() < 2, "the newest line")


def test_the_switches_work_by_keyboard(start, open_page):
    page = open_page(sandbox := start())

    def value() -> str:
        return page.driver.execute_script("return document.activeElement.value ?? ''")

    def go_to(text: str, **keys: str) -> None:
        for _ in range(10):
            if value() == text:
                return
            page.press(Keys.TAB, **keys)
        raise AssertionError(f"the keyboard does not reach {text}")

    page.activate("Settings")
    go_to("signed")
    for key, mode in ((Keys.ARROW_RIGHT, "authsignal"), (Keys.ARROW_LEFT, "signed")):
        page.press(key)
        page.wait(lambda: sandbox.settings["tokenMode"] == mode, f"the mode {mode}")
        page.wait_for_settings()
        assert value() == mode, "the focus stays"
    go_to("RESULT_TOKEN", held=Keys.SHIFT)
    page.press(Keys.ARROW_DOWN)
    page.wait(lambda: sandbox.settings["flow"] == "EMAIL_OTP", "the flow")
    page.wait_for_settings()
    assert value() == "EMAIL_OTP", "the focus stays"


def test_a_rejected_switch_returns_to_its_previous_value(signed, open_page):
    page = open_page(signed)
    page.open_settings()
    page.driver.execute_script("document.querySelector('#token-mode [value=authsignal]').value = 'unknown'")
    page.refusals = True
    page.find("#token-mode input[value=unknown]").click()
    page.wait_for_words("rejected this setting")
    assert page.find_all("#token-mode [value=signed]:checked")


def test_the_first_enrolment_can_be_left_to_the_app_or_denied(start, open_page):
    page = open_page(sandbox := start("--mode", "authsignal"))
    page.choose("first-enrolment", "client")
    assert sandbox.settings["firstEnrolment"] == "client"
    page.sign_up(new_address())
    page.take("declinePasskey")
    page.sign_out()
    page.choose("first-enrolment", "deny")
    page.refusals = True
    page.start_sign_up(address := new_address())
    page.wait_for_words("No code can be sent to this address")
    assert sandbox.codes(address) == []


def test_the_page_says_that_the_sandbox_has_ended_and_a_switch_returns_to_its_previous_value(start, open_page):
    page = open_page(sandbox := start())
    assert sandbox.stop() == 0
    page.refusals = True
    page.take("signInWithPasskey")
    page.wait_for_words("That did not work. Please check your connection")
    page.wait(lambda: page.find("#offline").is_displayed(), "the banner")
    page.open_settings()
    page.find("#token-mode input[value=authsignal]").click()
    page.wait_for_words("The sandbox cannot be reached")
    assert page.find_all("#token-mode [value=signed]:checked")
    assert_only_unreachable(page)


def free_port() -> int:
    """A port that nobody gets who leaves the choice to the system, so that it is still free after a while. 0, which leaves
    it to the system, if there is none."""
    first_chosen = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in range(first_chosen - 1, 1024, -1):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    return 0


def test_the_page_adopts_the_settings_of_a_restarted_sandbox_and_the_device_forgets_a_passkey_that_is_lost(
        start, open_page, tmp_path):
    folder = ("--folder", str(tmp_path))
    page = open_page(sandbox := start("--port", str(free_port()), *folder))
    pool = sandbox.pool
    page.sign_up(new_address())
    page.create_passkey()
    assert sandbox.stop() == 0
    page.wait(lambda: page.find("#offline").is_displayed(), "the banner")
    again = start("--port", sandbox.url.split(":")[-1], "--state-table", "off", *folder)
    assert (again.url, again.settings["userPoolId"]) == (sandbox.url, pool)
    page.wait(lambda: page.find_all("#state-table [value=off]:checked"), "the new settings")
    page.wait_for_view("start")
    assert not page.find("#offline").is_displayed()
    assert (page.timeline(), page.codes()) == ([], [])
    page.refusals = True
    page.take("signInWithPasskey")
    page.wait_for_words("No passkey was used")
    page.wait(lambda: page.passkeys_on_device() == [], "the device without the passkey")
    page.sign_up(new_address())
    assert_only_unreachable(page)


def assert_only_unreachable(page) -> None:
    """Checks that the browser complained only about the server that is gone."""
    # The page keeps trying, and no complaint may come after this check.
    page.driver.get("about:blank")
    reasons = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED_ENCODING")
    assert [error for error in page.console_errors() if not any(reason in error for reason in reasons)] == []


def test_the_theme_button_switches_between_light_and_dark(signed, open_page):
    page = open_page(signed, scheme="light")
    background = "return getComputedStyle(document.body).backgroundColor"
    light = page.driver.execute_script(background)
    page.find("#theme").click()
    dark = page.driver.execute_script(background)
    assert light != dark
    page.find("#theme").click()
    assert page.driver.execute_script(background) == light


def test_the_picture_of_the_docs_can_be_taken_anew(start, open_page, tmp_path):
    take_picture_of_docs(open_page(start(), **DOCS), path := tmp_path / "sandbox.png")
    head, kept = path.read_bytes()[:24], (Path(__file__).parents[2] / "docs/sandbox.png").read_bytes()
    assert head == kept[:24], "a PNG of the same size"
    assert len(kept) < 300_000
