#!/usr/bin/env python3
"""Runs packaged functions, each in a root directory of its own, with a small Lambda Runtime API on loopback.

Tests/Packages/check-static.sh starts this inside namespaces if it can: in a network that has only loopback, with port
53 free, and with mounts that end with the run. Ends with a non-zero status at the first wrong outcome.

Usage: drive_bootstrap.py DIST WORK, with scripts/ among the paths of modules
  DIST  holds <Function>/bootstrap
  WORK  holds ca.pem, other-ca.pem, server.pem (certificate and key for authsignal.test), trap.so, control
"""

import atexit
import contextlib
import fcntl
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

from cognito_passkeys.function_names import FUNCTIONS
from zips.runtime_api import DEADLINE, EVENTS, LOOKUP, SUBJECT, Quiet, RuntimeAPI, environment

DIST, WORK = map(Path, sys.argv[1:])
AMAZON_LINUX_AUTHORITIES = "etc/pki/tls/certs/ca-bundle.crt"
driven = set()  # (root, function)
PATIENCE = 60  # seconds to wait for anything that has no limit of its own
ATTEMPTS = 3  # A machine may be busy for a moment. A function that is always late stays late.
TRAPS = ("files", "dns", "myhostname", "mymachines", "resolve", "compat", "systemd")


class Services(Quiet):
    """Answers the few calls that functions make here: as Authsignal for a user who has proven this address before, as
    Secrets Manager, which wants a signature that covers the session token, and as DynamoDB with empty tables."""

    def do_POST(self):
        sent = json.loads(self.body() or b"{}")
        if self.headers.get("X-Amz-Target") == "secretsmanager.GetSecretValue":
            authorization = self.headers.get("Authorization", "")
            signed = re.search("SignedHeaders=([^,]*)", authorization)
            if authorization.startswith("AWS4-HMAC-SHA256 ") and "x-amz-security-token" in signed[1].split(";"):
                return self.answer(200, json.dumps({"SecretString": "k" * 32}).encode())
            return self.answer(403, b"{}")
        if self.headers.get("X-Amz-Target", "").startswith("DynamoDB_"):
            is_signed = self.headers.get("Authorization", "").startswith("AWS4-HMAC-SHA256 ")
            return self.answer(200 if is_signed else 400, b"{}")
        self.answer(200, json.dumps({
            "state": "CHALLENGE_REQUIRED", "token": "token-from-the-server", "url": "https://example.test/challenge",
            "idempotencyKey": sent.get("idempotencyKey", "key"), "isEnrolled": True,
            "enrolledVerificationMethods": ["EMAIL_OTP"]}).encode())

    def do_GET(self):
        self.answer(200, json.dumps([{
            "userId": SUBJECT, "userAuthenticatorId": "1", "verificationMethod": "EMAIL_OTP",
            "email": "ana@example.test"}]).encode())


def start_tls_server():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(WORK / "server.pem")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Services)
    server.daemon_threads = True
    # The handshake happens in the connection's own thread, so that a refused certificate ends only that connection.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.handle_error = lambda *arguments: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def make_root(name, hostile):
    root = WORK / name
    for directory in ("proc", "etc/pki/tls/certs"):
        (root / directory).mkdir(parents=True)
    if subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], stderr=subprocess.DEVNULL).returncode == 0:
        atexit.register(subprocess.run, ["umount", root / "proc"])
    else:
        print(f"  note  {name}: /proc cannot be mounted here, so the functions run without it")
    (root / "etc/hosts").write_text("127.0.0.1 localhost authsignal.test\n")
    (root / "etc/resolv.conf").write_text("nameserver 127.0.0.1\n")
    shutil.copy(WORK / "ca.pem", root / AMAZON_LINUX_AUTHORITIES)
    shutil.copy(WORK / "other-ca.pem", root / "etc/other-ca.pem")
    if hostile:
        services = "myhostname files mymachines resolve dns"
        databases = ("hosts", "passwd", "group", "networks", "services")
        (root / "etc/nsswitch.conf").write_text("".join(f"{database}: {services}\n" for database in databases))
        (root / "lib").mkdir()
        triplet = subprocess.run(["clang", "-print-multiarch"], capture_output=True, text=True).stdout.strip()
        if triplet:
            (root / "lib" / triplet).symlink_to(".")
        (root / "usr").mkdir()
        for link, target in (("lib64", "lib"), ("usr/lib", "../lib"), ("usr/lib64", "../lib")):
            (root / link).symlink_to(target)
        for service in TRAPS:
            shutil.copy(WORK / "trap.so", root / f"lib/libnss_{service}.so.2")
    return root


def start(root, executable, variables, log):
    shutil.copy(executable, root / "bootstrap")

    def enter():
        os.chroot(root)
        os.chdir("/")

    return subprocess.Popen(
        ["/bootstrap"], executable="/bootstrap", env=variables, preexec_fn=enter, stdin=subprocess.DEVNULL,
        stdout=log, stderr=log)


def fail(title, text, log=None):
    print(f"  FAILED  {title}: {text}")
    if log:
        print(log.read_text(errors="replace"))
    sys.exit(1)


def drive(root, function, title, *arguments, **settings):
    """Starts a function in that root, hands it its event, or another one, and checks the answer, how long it took and
    how the process ends."""
    driven.add((root, function))
    title = f"{root.name}: {function}: {title}"
    for attempt in range(1, ATTEMPTS + 1):
        elapsed = drive_once(root, function, title, *arguments, **settings)
        if elapsed <= DEADLINE:
            break
        print(f"  late  {title}: answered after {elapsed:.1f} s, attempt {attempt}")
    else:
        fail(title, f"answers too late {ATTEMPTS} times")
    print(f"  ok  {title} ({elapsed * 1000:.0f} ms)")


def drive_once(root, function, title, expected, check=lambda answer: True, event=None, **settings):
    """Returns after how many seconds the function answered."""
    api = RuntimeAPI(event or EVENTS[function])
    log = WORK / "log"
    with open(log, "wb") as output:
        process = start(root, DIST / function / "bootstrap", environment(function, api.address, **settings), output)
        limit = time.monotonic() + PATIENCE
        while not api.finished.is_set() and process.poll() is None and time.monotonic() < limit:
            api.finished.wait(0.02)
    if api.outcome is None:
        process.kill()
        fail(title, f"no answer (exit status {process.poll()})", log)
    kind, answer = api.outcome
    if kind != expected or not check(answer):
        process.kill()
        fail(title, f"unexpected {kind}: {json.dumps(answer)[:600]}", log)
    if not api.finished.is_set() or process.poll() is not None:
        process.kill()
        fail(title, f"did not ask for the next event (exit status {process.poll()})", log)
    process.terminate()
    try:
        status = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        fail(title, "does not end on SIGTERM", log)
    if status != 0:
        fail(title, f"exit status {status} on SIGTERM", log)
    api.stop()
    return api.elapsed


def check_functions(root, port):
    public = "publicChallengeParameters"
    drive(root, "DefineAuthChallenge", "first call", "response",
          lambda answer: answer["response"]["challengeName"] == "CUSTOM_CHALLENGE"
          and not answer["response"]["issueTokens"])
    drive(root, "CreateAuthChallenge", "sealed token", "response",
          lambda answer: answer["response"][public]["token"].count(".") == 4)
    drive(root, "VerifyAuthChallenge", "wrong answer", "response",
          lambda answer: answer["response"]["answerCorrect"] is False)
    drive(root, "PreSignUp", "sign-up", "response", lambda answer: answer["response"]["autoConfirmUser"] is True)
    drive(root, "PreTokenGeneration", "new password", "error",
          lambda answer: answer["errorType"] == "Function.Refused")
    for function in ("AddAuthenticator", "Authenticator"):
        drive(root, function, "no token", "response", lambda answer: answer["statusCode"] == 401)

    remote = {"TOKEN_MODE": "authsignal", "AUTHSIGNAL_SECRET": "secret"}
    here = {**remote, "AUTHSIGNAL_URL": f"https://authsignal.test:{port}/v1"}
    nowhere = {**remote, "AUTHSIGNAL_URL": f"https://no-such-host.example:{port}/v1"}
    clean = lambda answer: re.fullmatch(r"(Runtime|Function)\.[A-Z][A-Za-z]+", answer["errorType"])
    by_token = lambda answer: answer["response"][public]["token"] == "token-from-the-server"
    drive(root, "CreateAuthChallenge", "HTTPS, authorities of Amazon Linux", "response", by_token, **here)
    drive(root, "CreateAuthChallenge", "HTTPS, SSL_CERT_FILE", "response", by_token, **here,
          SSL_CERT_FILE="/" + AMAZON_LINUX_AUTHORITIES)
    drive(root, "CreateAuthChallenge", "HTTPS, certificate of another authority", "error", clean, **here,
          SSL_CERT_FILE="/etc/other-ca.pem")
    drive(root, "CreateAuthChallenge", "signing key from Secrets Manager", "response",
          lambda answer: answer["response"][public]["token"].count(".") == 4, TOKEN_SIGNING_KEY="",
          TOKEN_SIGNING_KEY_ARN="arn:aws:secretsmanager:eu-west-1:123456789012:secret:key-AbCdEf",
          AWS_ENDPOINT_URL_SECRETS_MANAGER=f"https://authsignal.test:{port}", AWS_ACCESS_KEY_ID="AKIDEXAMPLE",
          AWS_SECRET_ACCESS_KEY="secret", AWS_SESSION_TOKEN="session")
    drive(root, "Authenticator", "tables over HTTPS", "response",
          lambda answer: answer["statusCode"] == 404 and "invalid_credential" in answer["body"], LOOKUP,
          AWS_ENDPOINT_URL_DYNAMODB=f"https://authsignal.test:{port}")
    drive(root, "CreateAuthChallenge", "unknown host, name server refuses", "error", clean, **nowhere)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 53))
        drive(root, "CreateAuthChallenge", "unknown host, name server is silent", "error", clean, **nowhere)

    left_out = [function for function in FUNCTIONS if (root, function) not in driven]
    if left_out:
        fail(root.name, f"this script does not run {', '.join(left_out)}")


def main():
    # SIOCSIFFLAGS, IFF_UP: a new network has its loopback down.
    with socket.socket() as any_socket, contextlib.suppress(PermissionError):
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))
    port = start_tls_server()
    check_functions(make_root("empty root", hostile=False), port)
    hostile = make_root("hostile root", hostile=True)
    # A program without the precaution has to fall into a trap. Otherwise it proves nothing that the functions do not.
    if start(hostile, WORK / "control", {}, subprocess.DEVNULL).wait(PATIENCE) >= 0:
        fail("hostile root", "the control program was not caught by the name service modules")
    print("  ok  hostile root: a program without the precaution dies")
    check_functions(hostile, port)


main()
