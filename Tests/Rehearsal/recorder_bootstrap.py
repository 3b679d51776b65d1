"""Runs a handler of Python as Lambda's runtime for Python does, but reads it anew for each event.

Usage: recorder_bootstrap.py FILE LOG.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import urllib.request
from contextlib import redirect_stdout

API = f"http://{os.environ['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation"
file, log = sys.argv[1:]
while True:
    with urllib.request.urlopen(f"{API}/next") as answer:
        event, number = json.load(answer), answer.headers["Lambda-Runtime-Aws-Request-Id"]
    with open(log, "a", encoding="utf-8") as output, redirect_stdout(output):
        made = runpy.run_path(file)["handler"](event, None)
    urllib.request.urlopen(f"{API}/{number}/response", json.dumps(made).encode()).close()
