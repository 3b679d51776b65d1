"""The wheel, installed on its own: the demo tells its story, the sandbox's page signs a user in, and a stack is
deployed, signs a user in and is removed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import quickstart

from cloud import ROOT
from deployed import Deployed, Stack
from journeys.result_token import passkeys

UV, HATCHLING = ROOT / ".build/uv/bin/uv", ROOT / ".build/wheel/tools/bin/hatchling"
E2E = ROOT / ".build/e2e/tools/bin/python"
# A test of the page, which creates a passkey and signs in with it.
PAGE = "Tests/EndToEnd/test_page.py::test_the_email_field_offers_a_passkey"
# Where scripts/zips/sandbox.sh builds it.
SANDBOX = ROOT / ".build/static/packaged/sandbox/bootstrap"
# Seconds, from the first command.
DEMO, DEPLOYMENT = 30, 600


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The command, in an environment that has nothing but the wheel and what it needs. Tests/Packages/check-wheel.sh
    has installed another one."""
    if "WHEEL_COMMAND" in os.environ:
        return Path(os.environ["WHEEL_COMMAND"])
    folder = tmp_path_factory.mktemp("wheel")
    sandbox = {"WHEEL_SANDBOX": str(SANDBOX)} if SANDBOX.exists() else {}
    subprocess.run([HATCHLING, "build", "--target", "wheel", "--directory", folder], cwd=ROOT / "operators", check=True,
                   stdout=subprocess.DEVNULL, env=os.environ | sandbox)
    [wheel] = folder.glob("*.whl")
    subprocess.run([UV, "venv", "--quiet", folder / "environment"], check=True)
    # What it needs was downloaded for .build/tools.
    subprocess.run([UV, "pip", "install", "--quiet", "--offline", "--python", folder / "environment/bin/python", wheel],
                   check=True)
    return folder / "environment/bin/cognito-passkeys"


def environment(installed: Path, home: Path, **given: str) -> dict[str, str]:
    """No compiler, and nothing of the checkout."""
    assert not (Path("/usr/bin/swift").exists() or Path("/bin/swift").exists())
    return {"PATH": f"{installed.parent}:/usr/bin:/bin", "HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8", **given}


@pytest.fixture
def has_sandbox() -> None:
    if not SANDBOX.exists():
        pytest.skip("the static sandbox is missing: make static-sandbox")


def test_the_demo_ends_as_expected_within_half_a_minute(has_sandbox, installed, tmp_path):
    start = time.monotonic()
    run = subprocess.run([installed, "demo"], cwd=tmp_path, env=environment(installed, tmp_path), capture_output=True,
                         text=True, timeout=5 * DEMO)
    seconds = time.monotonic() - start
    assert run.returncode == 0, run.stdout + run.stderr
    assert "cognito-passkeys sandbox" in run.stdout
    print(f"demo: {seconds:.1f} s")
    assert seconds < DEMO


def test_the_page_of_the_sandbox_signs_a_user_in(has_sandbox, installed, tmp_path):
    if not E2E.exists() or not shutil.which("chromium"):
        pytest.skip("Chromium or its driver is missing: scripts/install.sh e2e")
    # What drives the page starts the sandbox itself, by its own name for the verb.
    program = tmp_path / "sandbox"
    program.write_text(f'#!/bin/sh\nshift\nexec {installed} sandbox "$@"\n')
    program.chmod(0o755)
    own = os.environ | {"SANDBOX": str(program), "E2E_OUTPUT": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    run = subprocess.run(
        [E2E, "-m", "pytest", PAGE, "-o", "pythonpath=Tests/Journeys operators/src", "-p", "no:cacheprovider", "-q"],
        cwd=ROOT, env=own, capture_output=True, text=True, timeout=DEPLOYMENT)
    assert run.returncode == 0 and "1 passed" in run.stdout, run.stdout + run.stderr


def test_a_stack_is_deployed_from_the_wheel_and_signs_a_user_in(cloud, installed, tmp_path):
    cloud.boundary("passkeys")
    given = cloud.environment(cloud.deployer_keys)
    own = environment(installed, tmp_path, **{name: value for name, value in given.items() if name.startswith("AWS_")})
    answers = quickstart.answers("authenticator")
    [sender] = [answer for answer in answers if "@" in answer]
    cloud.client("sesv2").create_email_identity(EmailIdentity=sender)
    start = time.monotonic()

    def run(words: str, replies: list[str]) -> str:
        code, said = quickstart.converse([str(installed), *words.split()], replies, tmp_path, own, DEPLOYMENT)
        assert code == 0, said
        return said

    said = run("deploy", [*answers, "y"])
    stack = Stack(cloud, "passkeys")
    stack.read()
    passkeys(Deployed(stack, None, origin="http://localhost:5173"))
    print(f"deployed and signed in: {time.monotonic() - start:.0f} s")
    assert re.search(r"cognito-passkeys remove --stack passkeys", said)
    # The second time nothing changes, so it asks nothing.
    assert "Nothing to change." in run("deploy", [])
    (tmp_path / "samconfig.toml").unlink()
    run("deploy --adopt passkeys", [])
    assert "Nothing to change." in run("deploy", [])
    # The deployer may not look at everything. Of the rest, nothing is wrong.
    code, said = quickstart.converse([str(installed), "doctor"], [], tmp_path, own, DEPLOYMENT)
    assert code == 3 and "(needs logs:FilterLogEvents)" in said, said
    assert "docs/doctor.md#what-the-doctor-may-look-at" in said and "Needs attention" not in said, said
    run("remove --stack passkeys", ["passkeys"])
    assert not shutil.which("swift", path=own["PATH"])
