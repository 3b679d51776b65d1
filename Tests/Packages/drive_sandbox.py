#!/usr/bin/env python3
"""Runs dist/sandbox with the packaged functions in an otherwise empty root directory: no libraries, no home, no /tmp,
no time zones, no certificate authorities. Tests/Packages/check-sandbox.sh starts this inside namespaces if it can.

Usage: drive_sandbox.py DIST WORK, with operators/src among the paths of modules
"""

import atexit
import contextlib
import fcntl
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from cognito_passkeys.verbs.local import unpacked

DIST, WORK = map(Path, sys.argv[1:])
TREE = Path(__file__).resolve().parents[2]
PAGE = TREE / "Sources/Development/Sandbox/Page"
FUNCTIONS = ("--bootstraps", "/functions")
PATIENCE = 60


def make_root():
    root = WORK / "root"
    shutil.copytree(unpacked(DIST, WORK), root / "functions")
    shutil.copy(DIST / "sandbox", root)
    shutil.copytree(TREE / "events", root / "events")
    # What every container has. Without /dev/urandom, Foundation's UUIDs are all the same.
    (root / "proc").mkdir()
    (root / "dev").mkdir()
    mount(root / "proc", "-t", "proc", "proc")
    for device in ("null", "urandom"):
        (root / "dev" / device).touch()
        mount(root / "dev" / device, "--bind", f"/dev/{device}")
    return root


def mount(target, *arguments):
    if subprocess.run(["mount", *arguments, target], stderr=subprocess.DEVNULL).returncode == 0:
        atexit.register(subprocess.run, ["umount", target])
    else:
        print(f"  note  {target} cannot be mounted here, so the sandbox runs without it")


def start(root, *arguments):
    def enter():
        os.chroot(root)
        os.chdir("/")

    return subprocess.Popen(["/sandbox", *arguments], executable="/sandbox", env={}, preexec_fn=enter, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def expect(root, title, status, text, *arguments):
    """Runs the sandbox to its end; its output has to contain a text."""
    process = start(root, *arguments)
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        output = "does not end: " + process.communicate()[0]
    if process.returncode != status or not re.search(text, output):
        sys.exit(f"  FAILED  {title}: exit status {process.returncode}\n{output}")
    print(f"  ok  {title}")


def serve(root):
    process = start(root, "serve", "--port", "0", *FUNCTIONS)
    try:
        lines = []
        while not (found := re.search(r"web page +(\S+)/", "".join(lines))):
            if not (line := process.stdout.readline()):
                sys.exit(f"  FAILED  serve ends: {''.join(lines)}")
            lines.append(line)
        # In a root directory without names, localhost has no address.
        port = found[1].rpartition(":")[2]
        for path, file in (("", "index.html"), ("app.js", "app.js"), ("authenticator.js", "authenticator.js")):
            request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", headers={"Host": f"localhost:{port}"})
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                if answer.read() != (PAGE / file).read_bytes():
                    sys.exit(f"  FAILED  serve: /{path} is not {file}")
        process.send_signal(signal.SIGTERM)
        if process.wait(PATIENCE) != 0:
            sys.exit(f"  FAILED  serve: exit status {process.returncode} on SIGTERM")
    finally:
        process.kill()
    print("  ok  serve: the page, and the end on SIGTERM")


def main():
    # SIOCSIFFLAGS, IFF_UP: a new network has its loopback down.
    with socket.socket() as any_socket, contextlib.suppress(PermissionError):
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))
    root = make_root()
    started = time.monotonic()
    expect(root, "demo", 0, "all ended as expected", "demo", *FUNCTIONS)
    print(f"      in {time.monotonic() - started:.1f} s")
    expect(root, "replay of an event", 0, "passkey", "replay", *FUNCTIONS, "VerifyAuthChallenge/signed/passkey")
    expect(root, "replay without events", 1, "nowhere", "replay", *FUNCTIONS, "--events", "nowhere")
    expect(root, "demo without functions", 1, "DefineAuthChallenge", "demo", "--bootstraps", "/nowhere")
    expect(root, "https without a folder", 1, "cannot be written", "serve", "--port", "0", "--https", "a.test:0",
           "--folder", "/proc/nowhere", *FUNCTIONS)
    serve(root)


main()
