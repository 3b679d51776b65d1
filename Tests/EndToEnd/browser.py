"""Chromium without a window."""

from __future__ import annotations

from selenium import webdriver
from selenium.common.exceptions import WebDriverException

from journeys.openapi import RECORDER
from page import PATIENCE

ATTEMPTS = 3


def start_browser(*arguments: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    # Chromium's own sandbox needs rights that containers do not have. The browser only opens pages on loopback.
    for argument in (*arguments, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run"):
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
