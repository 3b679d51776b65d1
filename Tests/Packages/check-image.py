#!/usr/bin/env python3
"""Goes through the steps of the Dockerfile on a Debian machine without a container engine, and runs what comes out.

The image's context is copied as COPY and .dockerignore say, and scripts/sandbox-image.sh builds there. The image's root
holds the files of the packages that the last stage installs, with all that they depend on, and the sandbox. The
entrypoint starts there, and an account signs in through the functions. Needs root, and the packages that the Dockerfile
names.

Usage: Tests/Packages/check-image.py
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
# Kept, so that a later run compiles only what has changed.
CONTEXT = TREE / ".build/image-context"
# What the base image holds besides the packages' dependencies.
BASE = ["base-files", "libc-bin"]
PATIENCE = 60


def stages(text: str) -> list[list[tuple[str, str]]]:
    """The instructions of each stage: name and arguments."""
    lines = [line.partition(" ") for line in text.replace("\\\n", " ").splitlines() if line and line[0] != "#"]
    found: list[list[tuple[str, str]]] = []
    for name, _, arguments in lines:
        if name == "FROM":
            found.append([])
        found[-1].append((name, arguments))
    return found


def packages(instructions: list[tuple[str, str]]) -> list[str]:
    """The packages that a stage installs."""
    [command] = [arguments for name, arguments in instructions if name == "RUN" and "apt-get" in arguments]
    return re.search(r"--no-install-recommends ([^&]+)", command)[1].split()


def output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def make_context(build: list[tuple[str, str]]) -> None:
    """Copies what the stage copies, if .dockerignore lets it through."""
    let_through = {line[1:] for line in (TREE / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [path for name, arguments in build if name == "COPY" for path in arguments.split()[:-1]]
    assert set(copied) == let_through, "COPY and .dockerignore name the same files"
    CONTEXT.mkdir(parents=True, exist_ok=True)
    for path in copied:
        files = output("git", "-C", TREE, "ls-files", "--", path).splitlines()
        assert files, f"{path} does not exist"
        for old in set(map(str, (CONTEXT / path).rglob("*"))) - {str(CONTEXT / file) for file in files}:
            if Path(old).is_file() and not Path(old).is_symlink():
                Path(old).unlink()
        for file in files:
            source, target = TREE / file, CONTEXT / file
            if target.is_symlink() or target.is_file() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target, follow_symlinks=False)


def dependencies(names: list[str]) -> set[str]:
    """The installed packages that these packages need, themselves included."""
    found, wanted = set(), list(names)
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        fields = output("dpkg-query", "--show", "--showformat", "${Pre-Depends}, ${Depends}", name)
        for choice in filter(None, (part.strip() for part in fields.split(","))):
            for alternative in choice.split("|"):
                other = re.match(r"[\w.+-]+", alternative.strip())[0]
                status = subprocess.run(
                    ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", other], capture_output=True,
                    text=True).stdout
                if status == "installed":
                    wanted.append(other)
                    break
    return found


def fill(root: Path, names: set[str]) -> None:
    """Copies the files of packages. The folders /lib and /bin are links into /usr."""
    for name in ("bin", "lib", "lib64", "sbin"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    for name in ("proc", "dev", "tmp", "etc", "root"):
        (root / name).mkdir()
    for name in sorted(names):
        for path in output("dpkg-query", "--listfiles", name).splitlines():
            source = Path(path)
            if source.is_dir() or not source.exists() or path.startswith(("/usr/share/doc", "/usr/share/man")):
                continue
            target = root / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)


def call(url: str, operation: str, body: dict) -> dict:
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/x-amz-json-1.1",
        "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())


def try_out(url: str) -> None:
    """Signs up and in, which takes Define, Create, Verify, PreSignUp and the authenticator."""
    with urllib.request.urlopen(f"{url}/", timeout=PATIENCE) as page:
        assert b"<title>cognito-passkeys sandbox</title>" in page.read()
    with urllib.request.urlopen(f"{url}/sandbox/settings", timeout=PATIENCE) as answer:
        client = json.loads(answer.read())["clientId"]
    address = "ana@example.test"
    call(url, "SignUp", {"ClientId": client, "Username": address, "Password": "Never used, but 1 of each."})
    started = call(url, "InitiateAuth", {
        "ClientId": client, "AuthFlow": "CUSTOM_AUTH", "AuthParameters": {"USERNAME": address}})
    parameters = started["ChallengeParameters"]

    def authenticator(path: str, body: dict) -> dict:
        request = urllib.request.Request(f"{url}/v1/client/{path}", json.dumps(body).encode(), {
            "Content-Type": "application/json", "Authorization": f"Bearer {parameters['token']}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    authenticator("user-authenticators/email-otp", {"email": address})
    with urllib.request.urlopen(f"{url}/sandbox/mails?to={address}", timeout=PATIENCE) as answer:
        code = json.loads(answer.read())["mails"][-1]["code"]
    proof = authenticator("verify/email-otp", {"verificationCode": code})["accessToken"]
    answered = call(url, "RespondToAuthChallenge", {
        "ClientId": client, "ChallengeName": "CUSTOM_CHALLENGE", "Session": started["Session"],
        "ChallengeResponses": {"USERNAME": parameters["USERNAME"], "ANSWER": proof}})
    assert answered["AuthenticationResult"]["IdToken"]


def wait_for_url(log: Path, process: subprocess.Popen) -> str:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and process.poll() is None:
        if found := re.search(r"Sandbox at (\S+)", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the sandbox does not start: {log.read_text()}")


def main() -> None:
    build, last = stages((TREE / "Dockerfile").read_text())
    dependencies(packages(build))  # fails if one is missing here
    make_context(build)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        fill(root, dependencies([*BASE, *packages(last)]))
        [step] = [arguments for name, arguments in build if name == "RUN" and "apt-get" not in arguments]
        command = step.replace(" /image", f" {folder}/image")
        assert command != step, "the last step fills /image"
        subprocess.run(["bash", "-c", command], cwd=CONTEXT, check=True)
        [copied] = [arguments.split() for name, arguments in last if name == "COPY"]
        assert copied[:2] == ["--from=build", "/image"]
        shutil.copytree(f"{folder}/image", root / copied[2].lstrip("/"))
        [entrypoint] = [json.loads(arguments) for name, arguments in last if name == "ENTRYPOINT"]
        log = Path(folder) / "log"
        # The processes end with the namespace of their ids.
        mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
        with log.open("wb") as written:
            process = subprocess.Popen(
                ["unshare", "--mount", "--pid", "--fork", "--kill-child", "env", "-i", "PATH=/usr/sbin:/usr/bin",
                 "HOME=/root", "bash", "-c", mounts, str(root), *entrypoint, "--port", "0"],
                stdin=subprocess.DEVNULL, stdout=written, stderr=written)
        try:
            url = wait_for_url(log, process)
            try_out(url)
            # As the container's host does it: only a server on all addresses is there.
            port = url.rpartition(":")[2]
            request = urllib.request.Request(f"http://127.0.0.2:{port}/", headers={"Host": f"localhost:{port}"})
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                assert answer.status == 200
            sizes = sum(path.stat().st_size for path in Path(f"{folder}/image").rglob("*") if path.is_file())
            print(f"The image's sandbox signs an account in; its files have {sizes / 1e6:.0f} MB.")
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
