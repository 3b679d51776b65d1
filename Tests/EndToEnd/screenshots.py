"""Takes pictures of the page's main states at the widths of a phone, a tablet and a laptop, in light and dark.

Usage: screenshots.py [--docs FILE] [--only STATE ...] SANDBOX FOLDER
"""

from __future__ import annotations

import argparse
import base64
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from browser import start_browser
from journeys.app import PASSWORD, other_code
from page import Page
from sandbox import Sandbox

# The width of the window in CSS pixels, and its height.
SIZES = {390: 844, 768: 1024, 1280: 800}
ADDRESS = "ana@example.com"


class Studio:
    """A browser that takes each state's pictures, without loading the page again for each."""

    def __init__(self, program: str, folder: Path, only: list[str]) -> None:
        self.program, self.folder, self.only = program, folder, only
        self.driver = start_browser()
        self.window = Page(self.driver, "about:blank", folder)
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.sandboxes: list[Sandbox] = []

    def close(self) -> None:
        self.driver.quit()
        for sandbox in self.sandboxes:
            sandbox.stop()

    def sandbox(self, *options: str) -> Sandbox:
        log = self.folder / f"sandbox-{len(self.sandboxes) + 1}.log"
        self.sandboxes.append(Sandbox(self.program, log, *options))
        return self.sandboxes[-1]

    @contextmanager
    def page(self, sandbox: Sandbox, **look: object) -> Iterator[Page]:
        """The page of a sandbox, with a device for passkeys."""
        page = Page(self.driver, sandbox.url, self.folder)
        page.open(**look)
        page.add_authenticator()
        yield page
        page.close()
        page.remove_authenticator()

    def take(self, state: str, *, whole: bool = True) -> None:
        """Takes a picture of the current state at each size in each scheme: of the whole page, or of the window."""
        if self.only and state not in self.only:
            return
        for width, height in SIZES.items():
            for scheme in ("light", "dark"):
                self.window.resize(width, height)
                self.window.colours(scheme)
                save(picture(self.driver, whole), self.folder / f"{state}-{width}-{scheme}.png")
        print(state, flush=True)


def picture(driver, whole: bool) -> bytes:
    """Chromium leaves out what lies over the page, such as a dialog's shade, if it takes the whole page."""
    options = {"captureBeyondViewport": whole}
    return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", options)["data"])


def save(png: bytes, path: Path) -> None:
    """Writes a PNG, compressed as well as zlib can; Chromium compresses for speed."""
    chunks, data, at = [], b"", 8
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4], "big"), png[at + 4:at + 8]
        content = png[at + 8:at + 8 + size]
        if kind == b"IDAT":
            data += content
        else:
            chunks.append((kind, content))
        at += 12 + size
    chunks.insert(-1, (b"IDAT", zlib.compress(zlib.decompress(data), 9)))
    path.write_bytes(png[:8] + b"".join(
        len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
        for kind, content in chunks))


# Each of these walks through some states and takes a picture of each.


def before_the_sandbox_answers(studio: Studio) -> None:
    sandbox = studio.sandbox()
    driver = studio.driver
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/sandbox/settings"]})
    driver.get(sandbox.url)
    studio.take("starting")
    driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


def a_passkey(studio: Studio) -> None:
    sandbox = studio.sandbox()
    with studio.page(sandbox) as page:
        studio.take("welcome")
        page.start_sign_up(ADDRESS)
        page.wait_for_view("code")
        code = sandbox.code(ADDRESS)
        page.wait(lambda: page.codes() == [code], "the mail")
        studio.take("code")
        page.answer(other_code(code))
        page.wait_for_words("not right")
        studio.take("wrong-code")
        page.answer(code)
        page.wait_for_view("offer")
        studio.take("offer")
        page.create_passkey()
        page.timeline_of_sign_ins()
        studio.take("account")
        page.find("#show-sequence").click()
        studio.take("sequence", whole=False)
        page.find("#sequence form button:last-child").click()
        page.take("removePasskey")
        page.wait_for_view("removal")
        studio.take("remove")
        page.take("showAccount")
        page.wait_for_view("account")
        for trigger in ("DefineAuthChallenge", "VerifyAuthChallengeResponse", "1 mail"):
            lines = [line for line in page.find_all("#events summary") if trigger in line.text]
            page.driver.execute_script("arguments[0].click()", lines[-1])
        studio.take("details")
        page.driver.execute_script("for (const each of document.querySelectorAll('.claims')) each.open = true")
        studio.take("claims")
        page.sign_out()
        sandbox.stop()
        page.wait(lambda: page.find("#offline").is_displayed(), "the banner")
        studio.take("offline")


def a_long_code(studio: Studio) -> None:
    sandbox = studio.sandbox("--flow", "EMAIL_OTP")
    with studio.page(sandbox) as page:
        page.start_sign_up(ADDRESS)
        for count in range(1, 5):
            sandbox.code(ADDRESS, besides=count - 1)
            page.take("resendCode")
        page.wait(lambda: len(page.codes()[0]) > 6, "the long code")
        page.fill_in_newest_code(besides=2)
        studio.take("long-code")


def the_settings(studio: Studio) -> None:
    with studio.page(studio.sandbox("--mode", "authsignal", "--flow", "PASSWORD,CAPTCHA,RESULT_TOKEN")) as page:
        studio.take("long-names")
        page.open_settings()
        studio.take("settings", whole=False)


def a_captcha(studio: Studio) -> None:
    with studio.page(studio.sandbox("--flow", "CAPTCHA,EMAIL_OTP")) as page:
        page.start_sign_up(ADDRESS)
        page.wait_for_view("captcha")
        studio.take("captcha")


def a_password(studio: Studio) -> None:
    with studio.page(studio.sandbox("--flow", "PASSWORD,RESULT_TOKEN")) as page:
        studio.take("password")
        page.start_sign_up(ADDRESS, PASSWORD)
        page.wait_for_view("choose")
        studio.take("choose")


def a_slow_function(studio: Studio) -> None:
    sandbox = studio.sandbox("--flow", "EMAIL_OTP")
    with studio.page(sandbox) as page:
        sandbox.fail("CreateAuthChallenge", "slowStart", seconds=10, times=3)
        page.start_sign_in(ADDRESS)
        page.wait(lambda: page.parts("[aria-busy]"), "the wait")
        studio.take("slow")


# The size of the picture in README.md and docs/sandbox.md.
DOCS: dict[str, float] = {"width": 1280, "height": 860, "scale": 1.5}


def take_picture_of_docs(page: Page, path: Path) -> None:
    """Signs up, and in with a passkey; then takes the picture of README.md and docs/sandbox.md."""
    page.sign_up(ADDRESS)
    page.create_passkey()
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait_for_view("account")
    page.list_passkeys()
    calls = lambda: [line for line in page.timeline() if "GET user-authenticators" in line]
    page.wait(lambda: len(calls()) == 2, "the last call, after passkey and list")
    page.driver.execute_script("document.activeElement.blur()")
    save(page.driver.get_screenshot_as_png(), path)


WALKS: list[Callable[[Studio], None]] = [
    before_the_sandbox_answers, a_passkey, a_long_code, the_settings, a_captcha, a_password, a_slow_function]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sandbox")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--docs", type=Path, help="also take the picture of README.md, and write it here")
    parser.add_argument("--only", action="append", default=[], help="take the pictures of this state; can be repeated")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(options.sandbox, options.folder.resolve(), options.only)
    try:
        for walk in WALKS:
            walk(studio)
        if options.docs:
            with studio.page(studio.sandbox(), **DOCS) as page:
                take_picture_of_docs(page, options.docs)
    finally:
        studio.close()


if __name__ == "__main__":
    main()
