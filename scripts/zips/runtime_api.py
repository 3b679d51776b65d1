"""A small Lambda Runtime API on loopback, with an event for each function. The scripts run the packages with it."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEADLINE = 5.0  # seconds: what Cognito allows a trigger
CLIENT = "3kq0example"
SUBJECT = "7d1f4c0e-5a34-4a36-9d5c-6f5d3d1f0a11"


def event(source, request, response):
    return {
        "version": "1", "region": "eu-west-1", "userPoolId": "eu-west-1_Example", "userName": SUBJECT,
        "callerContext": {"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": CLIENT}, "triggerSource": source,
        "request": {"userAttributes": {
            "sub": SUBJECT, "email": "ana@example.test", "email_verified": "true",
            "cognito:user_status": "CONFIRMED"}, **request},
        "response": dict.fromkeys(response),
    }


EVENTS = {
    "DefineAuthChallenge": event(
        "DefineAuthChallenge_Authentication", {"session": []},
        ("challengeName", "issueTokens", "failAuthentication")),
    "CreateAuthChallenge": event(
        "CreateAuthChallenge_Authentication", {"challengeName": "CUSTOM_CHALLENGE", "session": []},
        ("publicChallengeParameters", "privateChallengeParameters", "challengeMetadata")),
    "VerifyAuthChallenge": event(
        "VerifyAuthChallengeResponse_Authentication",
        {"privateChallengeParameters": {"challenge": "x"}, "challengeAnswer": "not a token"}, ("answerCorrect",)),
    "PreSignUp": event(
        "PreSignUp_SignUp", {"validationData": None},
        ("autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone")),
    "PreTokenGeneration": event(
        "TokenGeneration_NewPasswordChallenge",
        {"groupConfiguration": {"groupsToOverride": [], "iamRolesToOverride": [], "preferredRole": None}},
        ("claimsOverrideDetails",)),
    "AddAuthenticator": {
        "version": "2.0", "rawPath": "/", "headers": {"authorization": "Bearer not-a-token"},
        "requestContext": {"http": {"method": "POST", "path": "/"}}, "isBase64Encoded": False},
    "Authenticator": {
        "version": "2.0", "rawPath": "/v1/client/challenge/email-otp",
        "headers": {"authorization": "Bearer not-a-token"},
        "requestContext": {"requestId": "2f6c9b1e", "http": {
            "method": "POST", "path": "/v1/client/challenge/email-otp", "sourceIp": "192.0.2.1"}},
        "body": "{}", "isBase64Encoded": False},
}

# A request to the authenticator that reads a table, and that whoever knows the user pool's id may send.
LOOKUP = {
    "version": "2.0", "rawPath": "/v1/client/user-authenticators/passkey", "rawQueryString": "credentialId=AAAA",
    "headers": {"authorization": "Basic " + base64.b64encode(b"eu-west-1_AbCdEf123:").decode()},
    "requestContext": {"requestId": "2f6c9b1e", "http": {
        "method": "GET", "path": "/v1/client/user-authenticators/passkey", "sourceIp": "192.0.2.1"}},
    "isBase64Encoded": False}

# What only the authenticator needs. It must have credentials, and calls nothing before it has verified a token.
AUTHENTICATOR = {
    "USER_POOL_ID": "eu-west-1_AbCdEf123", "RELYING_PARTY_ID": "login.example.test", "USERS_TABLE": "users",
    "STATE_TABLE": "state", "OTP_KEY": "a key of codes, thirty-two bytes and more", "OTP_SENDER": "a@example.test",
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}


def environment(function, address, **settings):
    return {
        "AWS_LAMBDA_RUNTIME_API": address, "AWS_REGION": "eu-west-1", "AWS_LAMBDA_FUNCTION_NAME": function,
        "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": "a key of the static check, thirty-two bytes and more",
        "CONFIRM_SIGN_UP": "auto", "ALLOWED_CLIENT_IDS": CLIENT,
        "USER_POOL_ISSUER": "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf123",
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
