"""The page's design, measured in Chromium: what fits, what explains itself, and what goes when its cause does."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from journeys.app import new_address, other_code

# Shows settings that no sandbox has, without a restart of the functions.
PRESENT = """
    const [changes, done] = arguments;
    import('/settings.js').then(async ({ present, read }) => {
        present({ ...await read(), ...changes }, () => {});
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const byId = (id) => document.getElementById(id);
        const line = (id) => byId(id).hidden ? '' : byId(id + '-line').textContent;
        done({
            height: box('.bar').height, brand: box('.brand').left, theme: box('#theme').left,
            gap: box('#settings-button').left - box('.brand').right, room: innerWidth - box('#theme').right,
            tops: [...document.querySelectorAll('.bar > *')].map((each) => {
                const { top, height } = each.getBoundingClientRect();
                return top + height / 2;
            }),
            lines: ['flow', 'token-mode', 'first-enrolment', 'state-table'].map(line),
            flow: document.querySelector('#flow select').selectedOptions[0].text,
        });
    }, done);"""


def measure(page, what: str) -> None:
    """Checks the current state at the widths of phones, tablets and a laptop, in light and dark."""
    for width in (320, 390, 768, 1024, 1280):
        page.resize(width)
        page.assert_fits(f"{what} at {width}")
    for scheme in ("dark", "light"):
        page.colours(scheme)
        page.assert_can_be_read(f"{what}, {scheme}")


def test_the_header_stays_one_row_and_the_settings_explain_themselves(signed, open_page):
    page, settings = open_page(signed), signed.settings
    for width in (1280, 1600):
        page.resize(width)
        shown = [page.driver.execute_async_script(PRESENT, {"tokenMode": mode, "flow": flow})
                 for mode in settings["tokenModes"] for flow in settings["flows"]]
        for key in ("height", "brand", "theme"):
            assert len({state[key] for state in shown}) == 1, f"{key} does not change at {width}"
        for state in shown:
            assert max(state["tops"]) - min(state["tops"]) < 1, f"one row at {width}: {state}"
            assert state["gap"] > 20 and state["room"] >= 16, f"room at {width}: {state}"
    flows = [state["flow"] for state in shown[:len(settings["flows"])]]
    assert len({flow[:20] for flow in flows}) == len(flows), "the first letters tell the flows apart"
    for index, (name, values) in enumerate([
            ("flow", "flows"), ("tokenMode", "tokenModes"), ("firstEnrolment", "firstEnrolments"),
            ("stateTable", "stateTables")]):
        usual = {"tokenMode": "authsignal", "flow": "RESULT_TOKEN"}
        lines = [page.driver.execute_async_script(PRESENT, usual | {name: value})["lines"][index]
                 for value in settings[values]]
        assert all(lines) and len(set(lines)) == len(lines), f"a line for each value of {name}: {lines}"


def test_the_page_says_that_it_starts_and_leaves_the_focus_at_its_beginning(signed, open_page):
    page = open_page(signed)
    page.driver.execute_cdp_cmd("Network.enable", {})
    try:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/sandbox/settings"]})
        page.driver.refresh()
        page.wait(lambda: page.view == "starting" and page.find("#offline").is_displayed(), "the beginning")
        assert page.find("#app[aria-busy]") and not page.find_all("#token-mode input")
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page.wait_for_view("welcome")
    page.wait(lambda: not page.find("#offline").is_displayed(), "the end of the outage")
    assert page.driver.execute_script("return document.activeElement === document.body")
    page.tab_to("Settings")
    assert page.driver.execute_script("return document.activeElement === document.querySelector('button, a, input')")
    assert all("ERR_BLOCKED" in error for error in page.console_errors())


def test_a_wait_shows_that_something_is_happening(signed, open_page):
    page = open_page(signed)
    page.do("show-sign-in")
    page.driver.execute_script("""
        const plain = window.fetch;
        const answer = new Promise((resolve) => { window.answer = resolve; });
        window.fetch = (path, options) => path === '/' ? answer.then(() => plain(path, options)) : plain(path, options);
    """)
    page.type(new_address())
    page.submit()
    page.wait(lambda: page.said == "Still working. A function may be starting.", "the message")
    opacity = "return getComputedStyle(document.getElementById('app'), '::before').opacity"
    assert float(page.driver.execute_script(opacity)) > 0
    page.driver.execute_script("window.answer()")
    page.wait_for_view("code")
    page.wait(lambda: page.said == "" and not page.find_all("#app[aria-busy]"), "the end of the wait")


def test_everything_fits_and_problems_go_when_their_cause_does(signed, open_page):
    page, address = open_page(signed), new_address()
    page.clear_timeline()
    page.open_settings()
    measure(page, "the settings")
    page.find("#settings-button").click()
    measure(page, "welcome")

    def edit() -> None:
        page.find("[data-view]:not([hidden]) input").send_keys("1")
        page.wait(lambda: page.problem == "" and not page.find_all("[aria-invalid]"), "the end of the problem")

    page.do("show-sign-up")
    page.type("ana")
    page.submit()
    page.wait_for_problem("does not look like an email address")
    measure(page, "a problem")
    edit()
    page.type(address)
    page.submit()
    page.wait_for_view("code")
    assert page.find("#code-lead").text == f"Type the code that we just sent to {address}."
    code = signed.code(address)
    page.type(other_code(code))
    page.submit()
    page.wait_for_problem("incorrect")
    measure(page, "a wrong code")
    edit()
    page.type(code)
    page.submit()
    page.wait_for_view("offer")
    measure(page, "the offer")
    page.create_passkey()
    page.do("rename-passkey")
    measure(page, "a passkey's name")
    page.type(" ")
    page.submit()
    page.wait_for_problem("Type a name.")
    page.press(Keys.ESCAPE)
    page.wait(lambda: page.problem == "" and not page.find_all("#passkey-name"), "the end of the problem")
    arrows = """
        const rows = [...document.querySelectorAll('summary')].filter((row) => row.checkVisibility());
        return rows.map((row) => {
            const { transform, width } = getComputedStyle(row, '::before');
            return [width, transform, row.parentElement.open];
        });"""
    closed = page.driver.execute_script(arrows)
    page.driver.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
    page.wait(lambda: len(page.find_all("#events .content")) == len(page.find_all("#events li")), "every detail")
    opened = page.driver.execute_script(arrows)
    assert len(closed) > 10 and all(width == "7px" for width, _, _ in closed), "each row has an arrow"
    assert not {turn for _, turn, _ in closed} & {turn for _, turn, is_open in opened if is_open}, "the arrow turns"
    measure(page, "every detail")


def test_exceptions_stand_out(signed, open_page):
    marked = open_page(signed).driver.execute_async_script("""
        const done = arguments[0];
        Promise.all([import('/account.js'), import('/timeline.js')]).then(([account, timeline]) => {
            const claims = { email: 'ana@example.com', email_verified: false, sub: 'a', exp: 0 };
            account.showAccount(
                { idClaims: claims, accessClaims: {}, flow: { hasTokens: true } }, 'a code', null);
            timeline.clear();
            const outcomes = ['ok', 'right', 'wrong', 'fail', 'not verified', 'round 1, open', 'round 1, closed',
                'condition not met'];
            timeline.add([...outcomes.map((outcome, started) => ({
                kind: 'trigger', title: 'Trigger', outcome, started, detail: {}, isFailure: false,
            })), { kind: 'call', title: 'Call', outcome: 'SomeException', started: 9, detail: {}, isFailure: true }]);
            done([...document.querySelectorAll('.exception')].map((each) => each.textContent));
        }, done);""")
    assert marked == ["not verified", "unknown", "SomeException", "wrong", "fail", "not verified", "round 1, closed"]
