"""Drives the sandbox's page in Chromium, with the browser's own virtual authenticator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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

CAPTCHA = "#captcha[open]"
CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text()
MEASURES = (Path(__file__).parent / "measures.js").read_text()


class Page:
    def __init__(self, driver: Chrome, url: str, screenshots: Path) -> None:
        self.driver, self.url, self.screenshots = driver, url, screenshots
        self.refusals = False
        """Whether the test expects calls that are answered with an error."""
        self.address = ""
        """The address typed last. The mailbox also holds mails to addresses of earlier tests."""

    def open(self, *, width: int = 1360, height: int = 940, scheme: str = "light",
             scale: float = 1) -> None:
        self.driver.set_window_size(width, height)
        self.resize(width, height, scale)
        self.colours(scheme)
        self.driver.get(self.url)
        # A former test may have left somebody signed in.
        if self.driver.execute_script("const kept = sessionStorage.length; sessionStorage.clear(); return kept"):
            self.driver.get(self.url)
        self.wait(lambda: self.find_all("#token-mode input"), "the settings")
        self.driver.execute_script("localStorage.clear()")

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

    @property
    def view(self) -> str:
        return self.driver.execute_script(
            "return document.querySelector('[data-view]:not([hidden])')?.dataset.view ?? ''")

    @property
    def said(self) -> str:
        return self.driver.execute_script(
            "return [...document.querySelectorAll('.notice:not([hidden])')].map((n) => n.textContent).join(' ')")

    @property
    def problem(self) -> str:
        return self.driver.execute_script("const n = document.getElementById('problem');"
                                          "return n.hidden ? '' : n.textContent")

    def wait_for_view(self, name: str) -> None:
        self.wait(lambda: self.view == name, f"the view {name}")

    def wait_for_problem(self, text: str) -> None:
        self.wait(lambda: text in self.problem, f"the problem {text!r}")

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

    def do(self, action: str) -> None:
        selector = f"#app:not([aria-busy]) [data-view]:not([hidden]) [data-do='{action}']"

        self.click(lambda: [button for button in self.find_all(selector) if button.is_displayed()],
                   f"the button for {action}")

    def click(self, find: Callable[[], list[WebElement]], what: str) -> None:
        """Waits for elements and clicks the first. Looks again if the page replaces it meanwhile."""
        def clicked() -> bool:
            elements = find()
            for element in elements[:1]:
                element.click()
            return bool(elements)

        self.wait(clicked, what)

    def wait_for_end_of_step(self) -> None:
        """Waits until the page does nothing for the user. The end of a step may empty a field."""
        self.wait(lambda: self.find_all("#app:not([aria-busy])"), "the end of the step")

    def type(self, text: str) -> None:
        if "@" in text:
            self.address = text
        self.wait_for_end_of_step()
        field = self.find("[data-view]:not([hidden]) input")
        field.clear()
        field.send_keys(text)

    def type_password(self, text: str) -> None:
        field = self.find("[data-view]:not([hidden]) input[type=password]")
        field.clear()
        field.send_keys(text)

    def submit(self) -> None:
        button = "#app:not([aria-busy]) [data-view]:not([hidden]) [type=submit]"
        self.click(lambda: self.find_all(button), "the form's button")

    def start_sign_up(self, email: str, password: str | None = None) -> None:
        """Asks for an account, with a password if the flow has one."""
        self.do("show-sign-up")
        self.submit_credentials(email, password)

    def start_sign_in(self, email: str, password: str | None = None) -> None:
        """Asks for a code, or for what comes after the password."""
        self.do("show-sign-in")
        self.submit_credentials(email, password)

    def submit_credentials(self, email: str, password: str | None) -> None:
        self.type(email)
        if password is not None:
            self.type_password(password)
        self.submit()

    def sign_up(self, email: str, password: str | None = None, *, until: str = "offer") -> None:
        """Creates an account and types its code. If the flow has passkeys, the page then offers one."""
        self.start_sign_up(email, password)
        self.answer_newest_code(until=until)

    def create_passkey(self) -> None:
        self.do("create-passkey")
        self.wait(lambda: "passkey is ready" in self.said, "the new passkey")

    def list_passkeys(self) -> None:
        """Lists the passkeys, with one more prompt if the sign-in has left no proof."""
        if self.find("#show-passkeys").is_displayed():
            self.do("show-passkeys")
            self.wait(lambda: self.find_all("#passkeys li"), "the list")

    def remove_passkey(self, said: str = "can no longer sign in with this passkey") -> None:
        """Removes the first passkey of the list."""
        self.forget_messages()
        self.do("remove-passkey")
        self.click(lambda: self.find_all("#removal[open] button[value=remove]"), "the question")
        self.wait(lambda: said in self.said, "the removal")

    def sign_out(self) -> None:
        self.do("sign-out")
        self.wait_for_view("welcome")

    def answer_newest_code(self, *, besides: int = 0, until: str = "account") -> None:
        """Signs in with the newest code."""
        self.fill_in_newest_code(besides=besides)
        self.submit()
        self.wait_for_view(until)

    def fill_in_newest_code(self, *, besides: int = 0) -> None:
        """Waits until the address has more codes than `besides`, and clicks the newest."""
        def more() -> list[WebElement]:
            buttons = [button for mail in self.find_all("#mails li") if f"to {self.address}" in mail.text.splitlines()
                       for button in mail.find_elements(By.TAG_NAME, "button")]
            return buttons if len(buttons) > besides else []

        self.wait_for_view("code")
        self.wait_for_end_of_step()
        self.click(more, f"a code to {self.address}")

    def wait_for_captcha(self, text: str = "not a robot") -> None:
        self.wait(lambda: self.find_all(CAPTCHA) and text in self.find("#captcha-lead").text, "the CAPTCHA")

    def solve_captcha(self, outcome: str = "pass", text: str = "not a robot") -> None:
        self.wait_for_captcha(text)
        self.find(f"{CAPTCHA} button[value={outcome}]").click()

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
            name = self.driver.execute_script(
                "const e = document.activeElement; if (!e.matches('button, summary, input, a')) return '';"
                "return e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent")
            if text in name:
                return
        raise AssertionError(f"the Tab key does not reach {text!r}")

    def start_sign_up_by_keyboard(self, email: str, password: str | None = None) -> None:
        self.activate("Create an account")
        self.wait_for_view("sign-up")
        self.press(email)
        if password is not None:
            self.tab_to("Password")
            self.press(password)
        self.press(Keys.ENTER)

    def clear_timeline(self) -> None:
        self.find("#clear").click()
        self.wait(lambda: self.timeline() == [], "an empty timeline")

    def choose(self, setting: str, value: str) -> None:
        """Switches a setting of the sandbox and waits until it takes effect."""
        self.open_settings()
        self.forget_messages()
        self.find(f"#{setting} input[value={value}]").click()
        self.wait_for_settings()

    def choose_flow(self, flow: str) -> None:
        self.open_settings()
        self.forget_messages()
        Select(self.find("#flow select")).select_by_value(flow)
        self.wait_for_settings()

    def open_settings(self) -> None:
        if not self.find("#settings").is_displayed():
            self.find("#settings-button").click()

    def forget_messages(self) -> None:
        """Empties the messages, so that the next one is not mistaken for an earlier one with the same words."""
        self.driver.execute_script("for (const each of document.querySelectorAll('.notice')) each.textContent = ''")

    def wait_for_settings(self) -> None:
        self.wait(lambda: not self.find_all("#settings[aria-busy]") and "functions restart" in self.said,
                  "the new setting")

    def assert_fits_and_can_be_read(self, what: str = "the page") -> None:
        self.assert_fits(what)
        self.assert_can_be_read(what)

    def assert_fits(self, what: str) -> None:
        """Checks that nothing is scrolled sideways, no word breaks, and controls are large enough to click or touch."""
        smallest = 44 if self.driver.execute_script("return innerWidth") <= 640 else 24
        faults = self.driver.execute_script(MEASURES, smallest, *self.measured())
        assert not faults, f"{what}: {faults}"

    def measured(self) -> list[ShadowRoot]:
        """What is measured in place of the whole page."""
        return []

    def assert_can_be_read(self, what: str) -> None:
        """Checks that every text has enough contrast."""
        faults = self.driver.execute_script(CONTRASTS)
        assert not faults, f"{what}: {faults}"

    # What is kept for later.

    def screenshot(self, name: str) -> Path:
        path = self.screenshots / f"{name}.png"
        self.driver.save_screenshot(str(path))
        return path

    def console_errors(self) -> list[str]:
        """What the browser complained about. If the test expects refusals, without answers of status 4xx."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")
                and not (self.refusals and entry["source"] == "network" and "status of 4" in entry["message"])]


def view_after_code(flow: str) -> str:
    """The view that a new user sees after the right code: the offer of a passkey, if the flow has passkeys."""
    return "offer" if flow.endswith("RESULT_TOKEN") else "account"


def in_arabic_digits(code: str) -> str:
    """The code as an Arabic keyboard types it."""
    return code.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
