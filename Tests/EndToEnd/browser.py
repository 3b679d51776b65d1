"""Chromium without a window."""

from __future__ import annotations

import os

from selenium import webdriver
from selenium.common.exceptions import WebDriverException

from journeys.openapi import RECORDER
from page import PATIENCE

ATTEMPTS = 3
# The shell has the same engine without the windows of a browser, which takes a fifth less processor time. Debian's
# /usr/bin/chromium-headless-shell is a script in whose place the browser would go on after the driver has ended it.
PROGRAMS = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"]
# Pages are open for seconds only: what V8 would save by optimizing their scripts is less than what it costs.
UNOPTIMIZED = "--js-flags=--no-opt --no-maglev"


def start_browser(*arguments: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(os.path.exists, PROGRAMS), PROGRAMS[-1])
    # Chromium's own sandbox needs rights that containers do not have. The browser only opens pages on loopback.
    for argument in (*arguments, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run", UNOPTIMIZED):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for attempt in range(1, ATTEMPTS + 1):
        try:
            # Selenium chooses the driver's port, and another process may take it before the driver does.
            driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
            driver.set_script_timeout(PATIENCE)
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORDER})
            return driver
        except WebDriverException:
            if attempt == ATTEMPTS:
                raise
