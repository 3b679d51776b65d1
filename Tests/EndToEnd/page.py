"""Drives the sandbox's page in Chromium, with the browser's own virtual authenticator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException, TimeoutException)
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.virtual_authenticator import Credential, VirtualAuthenticatorOptions
from selenium.webdriver.remote.shadowroot import ShadowRoot
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

PATIENCE = 60  # seconds to wait for anything on the page, because the machine may be busy

# A part of <passkey-sign-in> while it waits for its user.
IDLE = "[part=card]:not([aria-busy])"
# Chromium's virtual authenticator accepts the suggestion by itself, as soon as the page asks for suggestions.
NO_AUTOFILL = "if (globalThis.PublicKeyCredential) " \
              "PublicKeyCredential.isConditionalMediationAvailable = async () => false;"
# One script asks what many calls of the driver would: the tests look again and again.
LOOK = """
    const parts = (selector) => [...document.querySelectorAll('passkey-sign-in')]
        .flatMap((element) => [...element.shadowRoot?.querySelectorAll(selector) ?? []]);
    const seen = (elements) => elements.filter((one) => one.checkVisibility({ visibilityProperty: true }));
"""
CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text()
MEASURES = (Path(__file__).parent / "measures.js").read_text()


class Page:
    def __init__(self, driver: Chrome, url: str, screenshots: Path) -> None:
        self.driver, self.url, self.screenshots = driver, url, screenshots
        self.refusals = False
        """Whether the test expects calls that are answered with an error."""
        self.without_autofill: str | None = None
        self.address = ""
        """The address typed last. The mailbox also holds mails to addresses of earlier tests."""

    def open(self, *, width: int = 1360, height: int = 940, scheme: str = "light",
             scale: float = 1, has_autofill: bool = False) -> None:
        self.close()
        if not has_autofill:
            added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_AUTOFILL})
            self.without_autofill = added["identifier"]
        self.driver.set_window_size(width, height)
        self.resize(width, height, scale)
        self.colours(scheme)
        self.driver.get(self.url)
        # A former test may have left somebody signed in.
        if self.driver.execute_script(
                "const kept = sessionStorage.length; sessionStorage.clear(); localStorage.clear(); return kept"):
            self.driver.get(self.url)
        self.wait_for_view("start")

    def close(self) -> None:
        """Pages that are opened from now on have autofill again."""
        if self.without_autofill:
            self.driver.execute_cdp_cmd(
                "Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.without_autofill})
            self.without_autofill = None

    def resize(self, width: int, height: int = 860, scale: float = 1) -> None:
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def colours(self, scheme: str) -> None:
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def add_authenticator(self, *, verifies_user: bool = True) -> None:
        """Gives the browser a device for passkeys, which its owner touches at once."""
        options = VirtualAuthenticatorOptions(
            protocol="ctap2", transport="internal", has_resident_key=True, has_user_verification=True,
            is_user_consenting=True, is_user_verified=verifies_user)
        self.driver.add_virtual_authenticator(options)

    def remove_authenticator(self) -> None:
        if self.driver.virtual_authenticator_id:
            self.driver.remove_virtual_authenticator()

    def change_device(self) -> None:
        """Gives the browser another device, which has no passkeys."""
        self.remove_authenticator()
        self.add_authenticator()

    def verify_user(self, does: bool) -> None:
        """Sets whether the user passes the device's check from now on. If not, the user gives up the prompt."""
        self.driver.set_user_verified(does)

    def add_passkey(self, credential: Credential) -> None:
        self.driver.add_credential(credential)

    def passkeys_on_device(self) -> list[Credential]:
        return self.driver.get_credentials()

    # What the user sees.

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, what: str):
        """Waits until the condition returns a true value, and returns it. The page may change meanwhile."""
        changes = [StaleElementReferenceException, ElementNotInteractableException, ElementClickInterceptedException]
        try:
            return WebDriverWait(self.driver, PATIENCE, 0.05, changes).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"{what} did not appear; view {self.view!r}, said {self.said!r}") from None

    def look(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(LOOK + script, *given)

    def parts(self, selector: str) -> list[WebElement]:
        """What is in <passkey-sign-in>."""
        return self.look("return parts(arguments[0])", selector)

    def visible(self, selector: str) -> list[WebElement]:
        """What can be seen in it, once it waits for its user."""
        return self.look("return seen(parts(arguments[0]))", f"{IDLE} {selector}")

    @property
    def view(self) -> str:
        return self.look("return parts('[data-view]')[0]?.dataset.view ?? ''")

    @property
    def said(self) -> str:
        """What the page and the element say."""
        return self.look("return seen([...document.querySelectorAll('.notice'), ...parts('[part=message]')])"
                         ".map((one) => one.innerText).filter(Boolean).join(' ')")

    @property
    def email(self) -> str:
        """Who is signed in."""
        return self.parts("[data-view=account] [data-text=email]")[0].text

    def wait_for_view(self, name: str) -> None:
        self.wait(lambda: self.parts(IDLE) and self.view == name, f"the view {name}")

    def wait_for_words(self, text: str) -> None:
        self.wait(lambda: self.parts(IDLE) and text in self.said, f"the words {text!r}")

    def codes(self) -> list[str]:
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#mails button')].map((button) => button.textContent)")

    def timeline(self) -> list[str]:
        """The lines of the timeline: kind, title and outcome."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#events summary')].map((line) => ['kind', 'title', 'outcome']"
            ".map((part) => line.querySelector('.' + part).textContent).join(' | '))")

    def audit_notes(self) -> list[str]:
        """The lines of the audit log in the timeline, each with the title of its call."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#events .audit')].map((note) =>"
            "`${note.parentElement.querySelector('.title').textContent} | ${note.textContent}`)")

    def timeline_of_sign_ins(self, count: int = 1) -> list[str]:
        """Waits until the timeline shows that many sign-ins of the address; returns its lines."""
        line = f"Tokens | Tokens issued | {self.address}"
        self.wait(lambda: self.timeline().count(line) >= count, f"{count} sign-ins in the timeline")
        return self.timeline()

    # What the user does.

    def take(self, step: str) -> None:
        """Presses the button of a step in the element."""
        self.click(lambda: self.visible(f"[data-step={step}]"), f"a button {step}")

    def click(self, find: Callable[[], list[WebElement]], what: str) -> None:
        """Waits for elements and clicks the first. Looks again if the page replaces it meanwhile."""
        def clicked() -> bool:
            elements = find()
            for element in elements[:1]:
                element.click()
            return bool(elements)

        self.wait(clicked, what)

    def type(self, text: str, name: str = "") -> None:
        """Types in a field of the element: the first, or the one with a name."""
        if "@" in text:
            self.address = text
        [field, *_] = self.wait(lambda: self.visible(f"input[name={name}]" if name else "input"), "a field")
        field.clear()
        field.send_keys(text)

    def start_sign_up(self, email: str, password: str | None = None) -> None:
        """Asks for an account, with a password if the flow has one."""
        self.submit(email, password, "createAccount")

    def start_sign_in(self, email: str, password: str | None = None) -> None:
        """Asks for a code, or for what comes after the password."""
        self.submit(email, password, "signInByEmail")

    def submit(self, email: str, password: str | None, step: str) -> None:
        self.wait_for_view("start")
        self.type(email)
        if password is not None:
            self.type(password, "password")
        self.take(step)

    def sign_up(self, email: str, password: str | None = None, *, until: str = "offer") -> None:
        """Creates an account and types its code. If the flow has passkeys, the page then offers one."""
        self.start_sign_up(email, password)
        if password is not None and until == "offer":
            self.take("sendCode")
        self.answer_newest_code(until=until)

    def sign_up_at_issuer(self, email: str) -> None:
        """Creates an account at the OpenID issuer and in Cognito, and signs in with the new passkey."""
        self.start_sign_up(email)
        self.answer_newest_code(until="choose")
        self.take("answerWithPasskey")
        self.wait_for_view("account")

    def create_passkey(self) -> None:
        self.take("createPasskey" if self.view == "offer" else "addPasskey")
        self.wait_for_words("passkey is ready")
        self.wait_for_view("account")

    def list_passkeys(self) -> None:
        """Lists the passkeys, with one more prompt if the sign-in has left no proof."""
        if self.visible("[data-step=showPasskeys]"):
            self.take("showPasskeys")
        self.wait(lambda: self.visible("[part=passkey]"), "the list")

    def remove_passkey(self) -> None:
        """Removes the first passkey of the list."""
        self.take("removePasskey")
        self.take("confirmRemoval")
        self.wait_for_words("can no longer sign in with this passkey")

    def sign_out(self) -> None:
        self.take("leave")
        self.wait_for_view("start")

    def answer(self, code: str) -> None:
        self.type(code)
        self.take_code()

    def take_code(self) -> None:
        self.click(lambda: self.visible("[type=submit]"), "the form's button")

    def answer_newest_code(self, *, besides: int = 0, until: str = "account") -> None:
        """Signs in with the newest code."""
        self.fill_in_newest_code(besides=besides)
        self.take_code()
        self.wait_for_view(until)

    def fill_in_newest_code(self, *, besides: int = 0) -> None:
        """Waits until the address has more codes than `besides`, and clicks the newest."""
        def more() -> list[WebElement]:
            buttons = [button for mail in self.find_all("#mails li") if f"to {self.address}" in mail.text.splitlines()
                       for button in mail.find_elements(By.TAG_NAME, "button")]
            return buttons if len(buttons) > besides else []

        self.wait(lambda: self.visible("[name=code]"), "the field for a code")
        self.click(more, f"a code to {self.address}")

    def solve_captcha(self, outcome: str = "not a robot") -> None:
        self.wait_for_view("captcha")
        self.click(lambda: [button for button in self.find_all(".captcha button") if outcome in button.text],
                   f"the button {outcome}")

    def press(self, *keys: str, held: str | None = None) -> None:
        """Presses keys or types texts one after the other. Each goes to the control that then has the focus."""
        for key in keys:
            chain = ActionChains(self.driver)
            if held is not None:
                chain = chain.key_down(held).send_keys(key).key_up(held)
            else:
                chain = chain.send_keys(key)
            chain.perform()

    def activate(self, text: str, key: str = Keys.ENTER) -> None:
        """Goes to a control with the Tab key and presses a key there."""
        self.tab_to(text)
        self.press(key)

    def tab_to(self, text: str) -> None:
        """Presses Tab until the focus is on a control with that text or label."""
        for _ in range(60):
            self.press(Keys.TAB)
            name = self.driver.execute_script("""
                let at = document.activeElement;
                while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
                if (!at.matches('button, summary, input, a')) return '';
                return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;""")
            if text in name:
                return
        raise AssertionError(f"the Tab key does not reach {text!r}")

    def start_sign_up_by_keyboard(self, email: str, password: str | None = None) -> None:
        self.tab_to("Email address")
        self.press(email)
        if password is not None:
            self.tab_to("Password")
            self.press(password)
        self.activate("Create an account")

    def clear_timeline(self) -> None:
        self.find("#clear").click()
        self.wait(lambda: self.timeline() == [], "an empty timeline")

    def choose(self, setting: str, value: str) -> None:
        """Switches a setting of the sandbox and waits until it takes effect."""
        self.open_settings()
        self.find(f"#{setting} input[value={value}]").click()
        self.wait_for_settings()

    def choose_flow(self, flow: str) -> None:
        self.open_settings()
        Select(self.find("#flow select")).select_by_value(flow)
        self.wait_for_settings()

    def open_settings(self) -> None:
        if not self.find("#settings").is_displayed():
            self.find("#settings-button").click()

    def wait_for_settings(self) -> None:
        self.wait(lambda: not self.find_all("#settings[aria-busy]") and "functions restart" in self.said,
                  "the new setting")

    def assert_fits_and_can_be_read(self, what: str = "the page") -> None:
        self.assert_fits(what)
        self.assert_can_be_read(what)

    def assert_fits(self, what: str) -> None:
        """Checks that nothing is scrolled sideways, no word breaks, and controls are large enough to click or touch."""
        smallest = 44 if self.driver.execute_script("return innerWidth") <= 640 else 24
        for root in self.roots():
            faults = self.driver.execute_script(MEASURES, smallest, root)
            assert not faults, f"{what}: {faults}"

    def roots(self) -> list[WebElement | ShadowRoot]:
        """The page and what is in the element."""
        return [self.driver.find_element(By.TAG_NAME, "body"),
                *(element.shadow_root for element in self.driver.find_elements(By.CSS_SELECTOR, "passkey-sign-in"))]

    def assert_can_be_read(self, what: str) -> None:
        """Checks that every text has enough contrast."""
        for root in self.roots():
            faults = self.driver.execute_script(CONTRASTS, root)
            assert not faults, f"{what}: {faults}"

    # What is kept for later.

    def screenshot(self, name: str) -> Path:
        path = self.screenshots / f"{name}.png"
        self.driver.save_screenshot(str(path))
        return path

    def console_errors(self) -> list[str]:
        """What the browser complained about. If the test expects refusals, without these and what the element tells of
        them."""
        def is_refusal(entry: dict[str, str]) -> bool:
            return entry["source"] == "console-api" or entry["source"] == "network" and "status of 4" in entry["message"]

        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING") and not (self.refusals and is_refusal(entry))]


def in_arabic_digits(code: str) -> str:
    """The code as an Arabic keyboard types it."""
    return code.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
