"""The page's design, measured in Chromium: what fits, and what explains itself."""

from __future__ import annotations

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
        page.wait(lambda: page.find_all("#starting") and page.find("#offline").is_displayed(), "the beginning")
        assert page.find("#app[aria-busy]") and not page.find_all("#token-mode input")
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page.wait_for_view("start")
    page.wait(lambda: not page.find("#offline").is_displayed(), "the end of the outage")
    assert page.driver.execute_script("return document.activeElement === document.body")
    page.tab_to("Settings")
    assert page.driver.execute_script("return document.activeElement === document.querySelector('button, a, input')")
    assert all("ERR_BLOCKED" in error for error in page.console_errors())


def test_a_wait_shows_that_something_is_happening(signed, open_page):
    page = open_page(signed)
    page.driver.execute_script("""
        const plain = window.fetch;
        const answer = new Promise((resolve) => { window.answer = resolve; });
        window.fetch = (path, options) => path === '/' ? answer.then(() => plain(path, options)) : plain(path, options);
    """)
    page.start_sign_in(new_address())
    opacity = """
        const card = document.querySelector('passkey-sign-in').shadowRoot.querySelector('[part=card]');
        return getComputedStyle(card, '::before').opacity"""
    page.wait(lambda: float(page.driver.execute_script(opacity) or 0) > 0, "the line")
    page.driver.execute_script("window.answer()")
    page.wait_for_view("code")
    assert page.said == ""


def test_everything_fits_in_the_colours_of_the_page(signed, open_page):
    page, address = open_page(signed), new_address()
    page.clear_timeline()
    page.open_settings()
    measure(page, "the settings")
    page.find("#settings-button").click()
    measure(page, "the start")
    colours = page.driver.execute_script("""
        const { shadowRoot } = document.querySelector('passkey-sign-in');
        const accent = Object.assign(document.createElement('div'), { className: 'primary' });
        document.body.append(accent);
        return [shadowRoot.querySelector('.primary'), accent].map((each) => getComputedStyle(each).backgroundColor);""")
    assert colours[0] == colours[1] != "rgba(0, 0, 0, 0)"
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = signed.code(address)
    page.answer(other_code(code))
    page.wait_for_words("This code is not right")
    measure(page, "a wrong code")
    page.answer(code)
    page.wait_for_view("offer")
    measure(page, "the offer")
    page.create_passkey()
    measure(page, "the account")
    page.take("removePasskey")
    page.wait_for_view("removal")
    measure(page, "the question")
    page.take("showAccount")
    page.wait_for_view("account")
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
            const token = (claims) => `.${btoa(JSON.stringify(claims))}.`;
            account.showAccount({ idToken: token({ email_verified: false, sub: 'a', exp: 0 }), accessToken: token({}) });
            timeline.clear();
            const outcomes = ['ok', 'right', 'wrong', 'fail', 'not verified', 'round 1, open', 'round 1, closed',
                'condition not met'];
            timeline.add([...outcomes.map((outcome, started) => ({
                kind: 'trigger', title: 'Trigger', outcome, started, detail: {}, isFailure: false,
            })), { kind: 'call', title: 'Call', outcome: 'SomeException', started: 9, detail: {}, isFailure: true }]);
            done([...document.querySelectorAll('.exception')].map((each) => each.textContent));
        }, done);""")
    assert marked == ["not verified", "SomeException", "wrong", "fail", "not verified", "round 1, closed"]
