"""A small Lambda Runtime API on loopback, with a sample event for each function. The scripts run the packages with it."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DEADLINE = 5.0  # seconds: what Cognito allows a trigger
SAMPLES = Path(__file__).resolve().parents[2] / "events"
# A sample event for each function. What is filled in for a replay stays as it is, so tokens and proofs are none.
EVENTS = {function: json.loads((SAMPLES / function / f"{name}.json").read_text()) for function, name in {
    "DefineAuthChallenge": "result-token/first-call", "CreateAuthChallenge": "signed/first-call",
    "VerifyAuthChallenge": "signed/passkey", "PreSignUp": "auto/sign-up",
    "PreTokenGeneration": "any-flow/new-password", "AddAuthenticator": "signed/add",
    "Authenticator": "signed/send-code"}.items()}
CREATE = EVENTS["CreateAuthChallenge"]
CLIENT, POOL, SUBJECT = CREATE["callerContext"]["clientId"], CREATE["userPoolId"], CREATE["userName"]

# A request to the authenticator that reads a table, and that whoever knows the user pool's id may send.
LOOKUP = {
    "version": "2.0", "rawPath": "/v1/client/user-authenticators/passkey", "rawQueryString": "credentialId=AAAA",
    "headers": {"authorization": "Basic " + base64.b64encode(f"{POOL}:".encode()).decode()},
    "requestContext": {"requestId": "2f6c9b1e", "http": {
        "method": "GET", "path": "/v1/client/user-authenticators/passkey", "sourceIp": "192.0.2.1"}},
    "isBase64Encoded": False}

# What only the authenticator needs. It must have credentials, and calls nothing before it has verified a token.
AUTHENTICATOR = {
    "USER_POOL_ID": POOL, "RELYING_PARTY_ID": "login.example.test", "USERS_TABLE": "users",
    "STATE_TABLE": "state", "OTP_KEY": "a key of codes, thirty-two bytes and more", "OTP_SENDER": "a@example.test",
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}


def environment(function, address, **settings):
    return {
        "AWS_LAMBDA_RUNTIME_API": address, "AWS_REGION": "eu-west-1", "AWS_LAMBDA_FUNCTION_NAME": function,
        "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "a key of the static check, thirty-two bytes and more",
        "CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": CLIENT,
        "USER_POOL_ISSUER": f"https://cognito-idp.eu-west-1.amazonaws.com/{POOL}",
        **(AUTHENTICATOR if function == "Authenticator" else {}), **settings}


class Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def answer(self, status, content, headers=()):
        self.send_response(status)
        for name, value in (*headers, ("Content-Type", "application/json"), ("Content-Length", len(content))):
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)


class RuntimeAPI:
    """Hands out one event, keeps the answer, and notices when the function asks for the next event."""

    def __init__(self, content):
        self.outcome, self.elapsed = None, None
        self.finished, self.stopped = threading.Event(), threading.Event()
        api, handed_out = self, []

        class Handler(Quiet):
            def do_GET(self):
                if handed_out:
                    api.finished.set()
                    api.stopped.wait(120)
                    return
                handed_out.append(time.monotonic())
                self.answer(200, json.dumps(content).encode(), (
                    ("Lambda-Runtime-Aws-Request-Id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd"),
                    ("Lambda-Runtime-Deadline-Ms", int((time.time() + DEADLINE) * 1000)),
                    ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-west-1:123456789012:function:f")))

            def do_POST(self):
                content = self.body()
                if handed_out:
                    api.elapsed = time.monotonic() - handed_out[0]
                api.outcome = (self.path.rsplit("/", 1)[-1], json.loads(content))
                self.answer(202, b'{"status":"OK"}')

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return "127.0.0.1:%d" % self.server.server_port

    def stop(self):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()
