"""Servers verify the tokens through the published keys: docs/examples/backend with PyJWT and jose, as docs/backends.md
prints them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from journeys.app import new_address, refusal, sign_in, sign_up
from journeys.calls import PATIENCE
from journeys.loopback import Answer
from journeys.openid_issuer import Issuer

EXAMPLES = Path(__file__).parents[2] / "docs/examples/backend"
JOSE = Path("/usr/share/nodejs/jose")  # where Debian has it
# Each prints, for every token, whom it is of, or null if it is refused.
PYTHON = """
import json, sys, verify
def told(token):
    try: return verify.user(token)
    except Exception: return None
print(json.dumps([told(token) for token in json.load(sys.stdin)]))"""
NODE = """
import { readFileSync } from 'node:fs';
import { user } from './verify.mjs';
const told = [];
for (const token of JSON.parse(readFileSync(0))) told.push(await user(token).catch(() => null));
console.log(JSON.stringify(told));"""
COMMANDS = {"python": [sys.executable, "-c", PYTHON], "node": ["node", "--input-type=module", "-e", NODE]}
needs_jose = pytest.mark.skipif(not (JOSE.is_dir() and shutil.which("node")), reason="Node.js or jose is missing")


class Pool(Issuer):
    """A user pool's issuer that signs whatever a test wants."""

    @property
    def issuer(self) -> str:
        return f"{self.url}eu-west-1_Pool1"

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        status = 200 if path == "/eu-west-1_Pool1/.well-known/jwks.json" else 404
        return status, {"Content-Type": "application/json"}, json.dumps({"keys": self.published}).encode()

    def access_token(self, algorithm: str = "RS256", **changes: object) -> str:
        claims = {"iss": self.issuer, "aud": None, "client_id": "app", "token_use": "access"} | changes
        return self.token("the-user", algorithm, **claims)


@pytest.fixture(params=["python", pytest.param("node", marks=needs_jose)])
def verify(request, tmp_path):
    """Verifies tokens of an issuer for a client, as the example does."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/jose").symlink_to(JOSE)

    def verify(issuer: str, client: str, *tokens: str) -> list[str | None]:
        told = subprocess.run(
            COMMANDS[request.param], cwd=tmp_path, input=json.dumps(tokens), capture_output=True, text=True,
            env={**os.environ, "ISSUER": issuer, "CLIENT_ID": client}, timeout=PATIENCE, check=True)
        return json.loads(told.stdout)

    return verify


@pytest.fixture(scope="module")
def tokens(sandboxes):
    sandbox, address = sandboxes["signed"], new_address()
    sign_up(sandbox, address)
    return {"address": address, **sign_in(sandbox, address)[0]}


@pytest.fixture
def pool():
    pool = Pool()
    yield pool
    pool.stop()


def test_access_tokens_name_their_user_and_id_tokens_are_refused(signed, tokens, verify):
    user, of_id_token = verify(signed.issuer, signed.client, tokens["AccessToken"], tokens["IdToken"])
    assert user == jwt.decode(tokens["AccessToken"], options={"verify_signature": False})["sub"]
    assert of_id_token is None


def test_a_token_of_a_user_who_has_signed_out_everywhere_still_verifies(signed, verify):
    address = new_address()
    sign_up(signed, address)
    token = sign_in(signed, address)[0]["AccessToken"]
    signed.cognito.global_sign_out(AccessToken=token)
    assert refusal(signed.cognito.get_user, AccessToken=token)[0] == "NotAuthorizedException"
    assert verify(signed.issuer, signed.client, token) != [None]


def test_only_access_tokens_of_this_pool_and_this_app_in_their_time_verify(pool, verify):
    now, stranger = int(time.time()), rsa.generate_private_key(65537, 2048)
    refused = {
        "an ID token": pool.access_token(aud="app", token_use="id"),
        "no use": pool.access_token(token_use=None),
        "another app": pool.access_token(client_id="other"),
        "no app": pool.access_token(client_id=None),
        "another pool": pool.access_token(iss=f"{pool.url}eu-west-1_Pool2"),
        "no issuer": pool.access_token(iss=None),
        "expired": pool.access_token(iat=now - 3600, exp=now - 60),
        "no end": pool.access_token(exp=None),
        "another key": pool.access_token(key=stranger),
        "another key's name": pool.access_token(kid="unknown"),
        "another algorithm": pool.access_token("ES256"),
        "no signature": jwt.encode({"sub": "the-user"}, None, "none", headers={"kid": "RS256"}),
        "a public key as the secret": pool.signed_with_public_key("the-user"),
        "no token": "a.b.c",
    }
    good, *told = verify(pool.issuer, "app", pool.access_token(), *refused.values())
    assert good == "the-user"
    assert [name for name, answer in zip(refused, told) if answer is not None] == []


def test_pyjwt_verifies_the_id_token_with_its_audience(signed, tokens):
    key = jwt.PyJWKClient(f"{signed.issuer}/.well-known/jwks.json").get_signing_key_from_jwt(tokens["IdToken"])
    claims = jwt.decode(
        tokens["IdToken"], key, algorithms=["RS256"], audience=signed.client, issuer=signed.issuer,
        options={"require": ["exp", "iat", "sub", "aud", "iss", "auth_time"]})
    assert claims["token_use"] == "id"
    assert claims["email"] == tokens["address"]
    assert claims["email_verified"] is True
