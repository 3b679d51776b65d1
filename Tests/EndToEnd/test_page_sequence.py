"""The sequence diagram of the last sign-in: on the page, and as a file."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from journeys.app import new_address
from journeys.secrets_shown import shown, tokens_shown
from saved_sign_in import assert_replays

SVG = "{http://www.w3.org/2000/svg}"


def show(page) -> list[str]:
    """Opens the diagram; returns its messages' texts."""
    page.find("#show-sequence").click()
    page.wait(lambda: page.find("#sequence").is_displayed(), "the diagram")
    return [text.text for text in page.find_all("#sequence .message text")]


def close(page) -> None:
    page.find("#sequence .actions button:last-child").click()
    page.wait(lambda: not page.find("#sequence").is_displayed(), "the page without the diagram")


def lanes(page) -> list[str]:
    return [name.text for name in page.find_all("#sequence .name")]


def test_the_diagram_shows_who_called_whom_with_what_decision(signed, open_page):
    page = open_page(signed)
    page.find("#clear").click()
    page.wait(lambda: page.timeline() == [], "an empty timeline")
    assert show(page) == [] and page.find("#sequence-none").is_displayed() and not page.find("#save-svg").is_displayed()
    close(page)
    page.sign_up(new_address())
    page.timeline_of_sign_ins()
    first = show(page)
    assert lanes(page)[:6] == ["App", "Cognito", "PreSignUp", "Define", "Create", "Verify"]
    assert lanes(page)[6:] == ["Authenticator", "DynamoDB", "Mailbox"]
    assert len([text for text in first if text.endswith(" calls")]) >= 2 and len(first) <= 30, first
    starts = [next(i for i, text in enumerate(first) if text.startswith(what)) for what in (
        "SignUp", "InitiateAuth", "what next? no rows yet", "challenge", "make a challenge", "round 1", "a code",
        "RespondToAuthChallenge", "is this answer right?", "right", "what next? ✓", "issue tokens", "tokens")]
    assert starts == sorted(starts), first
    close(page)
    # The next sign-in is shown alone, with the passkey that it begins with.
    page.create_passkey()
    page.sign_out()
    page.take("signInWithPasskey")
    page.timeline_of_sign_ins(2)
    second = show(page)
    assert second[0].startswith("POST passkey/options") and not any(text.startswith("SignUp") for text in second), second


LAST = """
    const [events, done] = arguments;
    import('/sequence-tree.js').then(
        ({ lastSignIn, tree }) => done(lastSignIn(tree(events)).map(({ event }) => event.number)), done);"""


def test_a_sign_in_begins_with_the_last_time_that_autofill_asked(signed, open_page):
    options = {"kind": "authenticator", "title": "POST /v1/client/passkey/options"}
    calls = [options, options, {"kind": "call", "title": "InitiateAuth"}, options,
             {"kind": "call", "title": "RespondToAuthChallenge", "outcome": "tokens"}, options]
    events = [{"number": at, "started": at, "detail": {}, **call} for at, call in enumerate(calls, 1)]
    assert open_page(signed).driver.execute_async_script(LAST, events) == [2, 3, 4, 5]


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_diagram_can_be_read_and_scrolls(signed, open_page, width, scheme):
    page = open_page(signed, width=width, height=800, scheme=scheme)
    page.sign_up(new_address())
    page.timeline_of_sign_ins()
    show(page)
    size = page.driver.execute_script("""
        const stage = document.getElementById('sequence-stage');
        return [stage.clientWidth, stage.scrollWidth, document.documentElement.scrollWidth, innerWidth,
            ...[...document.querySelectorAll('#sequence button, #show-sequence')].map((b) => b.offsetHeight)]""")
    assert (size[1] > size[0]) == (width == 390) and size[2] <= size[3], "only a narrow diagram scrolls, and no page does"
    assert ("Scroll sideways" in page.find("#sequence").text) == (width == 390)
    assert min(size[4:]) >= (44 if width == 390 else 34)
    page.assert_fits_and_can_be_read()


def test_the_saved_diagram_stands_alone_and_hides_secrets(signed, open_page, tmp_path):
    page = open_page(signed)
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    address = new_address()
    page.sign_up(address)
    page.timeline_of_sign_ins()
    texts = show(page)
    page.find("#save-svg").click()
    file = tmp_path / "sign-in.svg"
    page.wait(file.exists, "the file")
    source = page.wait(lambda: file.read_text(), "its content")
    page.find("#save-sign-in").click()
    page.wait((tmp_path / "sign-in.json").exists, "the sign-in's file")
    page.wait(lambda: (tmp_path / "sign-in.json").read_text(), "its content")
    assert_replays(tmp_path / "sign-in.json")
    drawing = ElementTree.fromstring(source)
    style = drawing.find(f"{SVG}style").text
    assert "var(" not in style and "light-dark" not in style and "prefers-color-scheme: dark" in style
    assert [text.text for text in drawing.iter(f"{SVG}text") if text.text in texts] == texts
    assert "App to Cognito: SignUp" in drawing.find(f"{SVG}desc").text
    assert shown(source, address, address.split("@")[0], *signed.codes(address)) == []
    assert tokens_shown(source) == []
    page.driver.get(file.as_uri())
    page.colours("dark")
    assert page.driver.execute_script(
        "return getComputedStyle(document.querySelector('.ground')).fill") != "rgb(255, 255, 255)"
