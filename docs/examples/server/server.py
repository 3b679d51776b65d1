"""An example: a server that signs the users of its page in, and keeps Cognito's tokens to itself.

A browser calls it with JSON, and has no more than a cookie. Put your framework in place of the handler, your session
store in place of sessions.py, and https in front: browsers take the cookie from https only, and because of its prefix
from this host alone.

Start it with `python3 server.py` and the variables of sign_in.py. Accounts and passkeys are made elsewhere: in the page
by the web client, or by docs/api.md.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

import sign_in
from sessions import Sessions
from sign_in import Caller, Refused

SESSIONS = Sessions()
COOKIE = "__Host-session"
LONGEST_BODY = 65_536
# What a session must hold for a step.
NEEDS = {"/code": "round", "/refresh": "RefreshToken", "/account": "AccessToken", "/sign-out": "RefreshToken"}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get(COOKIE)
        self.name = cookie.value if cookie else ""
        self.session = self.former = SESSIONS.get(self.name) or {}
        step = {"/sign-in": self.start, "/code": self.code, "/passkey": self.passkey, "/refresh": self.refresh,
                "/account": self.account, "/sign-out": self.sign_out}.get(self.path)
        try:
            if step is None:
                raise Refused(404, "not_found")
            if self.path in NEEDS and NEEDS[self.path] not in self.session:
                raise Refused(401, "no_session")
            length = int(self.headers.get("Content-Length", 0))
            # Forms of other pages cannot send this type.
            if self.headers.get_content_type() != "application/json" or not 0 <= length <= LONGEST_BODY:
                raise Refused(400, "invalid_request")
            body = json.loads(self.rfile.read(length))
            # Behind a proxy of yours, take the address that it names, and never one that a caller can name.
            self.caller = Caller(*self.client_address[:2], self.path, self.headers.items())
            self.send(200, step(body))
        except Refused as refused:
            self.fail(refused.status, refused.code)
        except ClientError as error:
            self.fail(error.response["ResponseMetadata"]["HTTPStatusCode"], error.response["Error"]["Code"])
        except (BotoCoreError, OSError):
            self.fail(503, "service_unavailable")
        except (KeyError, TypeError, ValueError):
            self.fail(400, "invalid_request")

    def fail(self, status: int, word: str) -> None:
        logging.exception(self.path)  # with its cause, which the page does not learn
        self.send(status, {"error": word})

    def start(self, body: dict[str, Any]) -> dict[str, Any]:
        round_ = sign_in.begin(body["email"], self.caller)
        sign_in.send_code(round_, body["email"], self.caller)
        self.session = {"round": round_}
        return {"signedIn": False}

    def code(self, body: dict[str, Any]) -> dict[str, Any]:
        judged = sign_in.prove_code(self.session["round"], body["code"], self.caller)
        if not judged["isVerified"]:
            return {"signedIn": False, "why": judged["failureReason"]}  # the sign-in goes on
        return self.answer(self.session["round"], judged["accessToken"])

    def passkey(self, body: dict[str, Any]) -> dict[str, Any]:
        if "credential" not in body:
            return sign_in.passkey_options(self.caller)
        user = sign_in.user_of(body["credential"])
        if user is not None:
            assertion = {"challengeId": body["challengeId"], "authenticationCredential": body["credential"]}
            return self.answer(sign_in.begin(user, self.caller), json.dumps(assertion))
        judged = sign_in.prove_passkey(body["challengeId"], body["credential"], self.caller)
        if not judged["isVerified"]:
            return {"signedIn": False, "why": "no_passkey"}
        return self.answer(sign_in.begin(judged["userId"], self.caller), judged["accessToken"])

    def answer(self, round_: dict[str, Any], proof: str) -> dict[str, Any]:
        answered = sign_in.answer(round_, proof, self.caller)
        # A wrong answer is no error: the next round comes.
        if "AuthenticationResult" not in answered:
            self.session = {"round": answered}
            return {"signedIn": False, "why": "refused"}
        self.session = answered["AuthenticationResult"]
        self.session["name"] = sign_in.cognito.get_user(AccessToken=self.session["AccessToken"])["Username"]
        return {"signedIn": True}

    def refresh(self, _: Any) -> dict[str, Any]:
        self.session |= sign_in.refresh(self.session["RefreshToken"], self.session["name"], self.caller)
        return {"expiresIn": self.session["ExpiresIn"]}

    def account(self, _: Any) -> dict[str, Any]:
        user = sign_in.cognito.get_user(AccessToken=self.session["AccessToken"])
        return {attribute["Name"]: attribute["Value"] for attribute in user["UserAttributes"]}

    def sign_out(self, _: Any) -> dict[str, Any]:
        token, self.session = self.session["RefreshToken"], {}
        try:
            sign_in.cognito.revoke_token(Token=token, ClientId=sign_in.CLIENT, ClientSecret=sign_in.SECRET)
        except (BotoCoreError, ClientError):
            # The browser is signed out in any case. Only Cognito's session lives on, without its tokens.
            logging.exception("/sign-out")
        return {}

    def send(self, status: int, answer: dict[str, Any]) -> None:
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        # Another session gets another name: nobody can name that of a user beforehand. An empty one is kept nowhere.
        if self.session is not self.former:
            SESSIONS.delete(self.name)
            value = SESSIONS.add(self.session) if self.session else "; Max-Age=0"
            self.send_header("Set-Cookie", f"{COOKIE}={value}; Path=/; HttpOnly; Secure; SameSite=Strict")
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit()
