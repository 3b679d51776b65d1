"""What all tests share: running sandboxes, one for each token mode, and a browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from browser import start_browser
from journeys import openapi
from journeys.openid_issuer import AUDIENCE
from journeys.target import Deployment
from moto_process import Moto
from page import Page
from sample_app import SampleApp, SampleServer
from sandbox import Sandbox
from web_client import WebClient, WebClientServer

pytest_plugins = ["journeys.stage"]
PROGRAM = os.environ["SANDBOX"]
OUTPUT = Path(os.environ["E2E_OUTPUT"])
# The processes among which pytest-xdist shares the tests have names.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "only")
MODES = ["signed", "authsignal"]


def pytest_addoption(parser):
    parser.addoption("--short", action="store_true", help="play less in the browser")


def pytest_collection_modifyitems(config, items):
    """In a short run, a test that needs a browser runs with its first values only, and every second one with its last
    values only. Of the tests that open the sandbox's page, every second one runs: they test the page itself, and the
    element on it and the ways to sign in have tests of their own."""
    if not config.getoption("short"):
        return
    of_one_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "browser" in item.fixturenames:
            of_one_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out = {item for number, same in enumerate(of_one_test.values())
                for item in (same[:-1] if number % 2 else same[1:])}
    of_page = [same for same in of_one_test.values() if "open_page" in same[0].fixturenames]
    left_out |= {item for same in of_page[1::2] for item in same}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def start() -> Iterator[Callable[..., Sandbox]]:
    """Starts sandboxes, which end at the end of the tests at the latest."""
    started: list[Sandbox] = []

    def start(*options: str) -> Sandbox:
        sandbox = Sandbox(PROGRAM, OUTPUT / f"sandbox-{WORKER}-{len(started) + 1}.log", *options)
        started.append(sandbox)
        return sandbox

    start.started = started
    yield start
    assert [sandbox.stop() for sandbox in started] == [0] * len(started), "every sandbox ends with status 0"


@pytest.fixture(autouse=True)
def short_timelines(start) -> None:
    """Empties the timelines before each test: each look for a code reads a whole one, which takes longer and longer."""
    for sandbox in start.started:
        sandbox.clear()


@pytest.fixture(scope="session")
def sandboxes(start) -> dict[str, Sandbox]:
    return {mode: start("--mode", mode) for mode in MODES}


@pytest.fixture(params=MODES)
def sandbox(request, sandboxes) -> Sandbox:
    """A sandbox; a test that takes it runs in both token modes."""
    return sandboxes[request.param]


@pytest.fixture(scope="session")
def moto() -> Iterator[Moto]:
    moto = Moto()
    yield moto
    moto.stop()


@pytest.fixture(scope="session")
def deployed(start, moto, issuer) -> Callable[[Deployment], Sandbox]:
    """Returns a sandbox for a journey, with moto as its tables and mail service. Each is started once."""
    started: dict[tuple[str, ...], Sandbox] = {}

    def deployed(deployment: Deployment) -> Sandbox:
        variables = dict(moto.variables)
        if deployment.mode == "oidc":
            variables |= {"OIDC_ISSUER": issuer.url, "OIDC_AUDIENCES": AUDIENCE, "ID_TOKEN_NONCE": "required"}
        variables |= dict(text.split("=", 1) for text in deployment.variables)
        options = (
            "--flow", deployment.flow, "--mode", deployment.mode.replace("provider", "oidc"), *deployment.options,
            "--state-table", "on" if deployment.tables else "off", *function_variables(variables))
        if options not in started:
            started[options] = start(*options)
            started[options].moto, started[options].openid = moto, issuer
        return started[options]

    return deployed


def function_variables(variables: dict[str, str]) -> list[str]:
    return [part for name, value in variables.items() for part in ("--function-variable", f"{name}={value}")]


@pytest.fixture
def signed(sandboxes) -> Sandbox:
    return sandboxes["signed"]


@pytest.fixture
def authsignal(sandboxes) -> Sandbox:
    return sandboxes["authsignal"]


@pytest.fixture(scope="session")
def browser():
    driver = start_browser()
    yield driver
    driver.quit()


@pytest.fixture
def pages(browser, request) -> Iterator[list[Page]]:
    """The pages that a test has opened. At the end the browser's console must be empty."""
    (OUTPUT / "screenshots").mkdir(exist_ok=True)
    pages: list[Page] = []
    yield pages
    try:
        for page in pages:
            if getattr(request.node, "failed", False):
                page.screenshot(f"failed-{request.node.name}")
            assert page.console_errors() == []
        assert openapi.page_faults(browser) == []
    finally:
        for page in pages:
            page.close()
            page.remove_authenticator()
        browser.get("about:blank")


@pytest.fixture
def open_page(browser, pages) -> Iterator[Callable[..., Page]]:
    """Opens the page of a sandbox."""
    def open_page(sandbox: Sandbox, **look: object) -> Page:
        page = Page(browser, sandbox.url, OUTPUT / "screenshots")
        pages.append(page)
        browser.get_log("browser")
        page.open(**look)
        page.add_authenticator()
        return page

    yield open_page
    for page in pages:
        assert "{" not in page.said, "messages are words, not JSON"


@pytest.fixture(scope="module")
def serve_sample(start) -> Iterator[Callable[[type[SampleServer]], SampleServer]]:
    """Serves a sample app, with a sandbox whose passkeys it may use."""
    servers: list[SampleServer] = []

    def serve_sample(kind: type[SampleServer]) -> SampleServer:
        servers.append(server := kind())
        server.sandbox = start("--origin", server.origin)
        return server

    yield serve_sample
    for server in servers:
        server.stop()


@pytest.fixture
def open_app(browser, server, pages) -> Iterator[Callable[..., SampleApp]]:
    """Opens the sample app that a file's fixture `server` serves, with settings of its sandbox or another one."""
    usual = server.sandbox

    def open_app(flow: str = "RESULT_TOKEN", mode: str = "signed", sandbox: Sandbox | None = None) -> SampleApp:
        server.sandbox = sandbox or usual
        if (flow, mode) != tuple(map(server.sandbox.settings.get, ("flow", "tokenMode"))):
            server.sandbox.change(flow=flow, tokenMode=mode)
        app = server.app(browser, OUTPUT / "screenshots")
        pages.append(app)
        browser.get_log("browser")
        app.add_authenticator()
        app.open()
        return app

    yield open_app
    server.passes_captcha = server.has_widget = True
    server.has_autofill = False
    server.sandbox = usual


@pytest.fixture(scope="module")
def web_server() -> Iterator[WebClientServer]:
    server = WebClientServer()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def usual(start, web_server) -> Sandbox:
    return start("--origin", web_server.origin)


@pytest.fixture
def open_web_client(browser, web_server, pages) -> Callable[..., WebClient]:
    """Opens an empty page in which the web client calls a sandbox."""
    def open_web_client(sandbox: Sandbox, **look: object) -> WebClient:
        client = WebClient(browser, web_server.origin, sandbox, OUTPUT / "screenshots")
        pages.append(client)
        client.add_authenticator()
        browser.get_log("browser")
        client.open(**look)
        return client

    return open_web_client


@pytest.fixture
def client(open_web_client, usual) -> WebClient:
    return open_web_client(usual)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.failed = report.failed
    return report
