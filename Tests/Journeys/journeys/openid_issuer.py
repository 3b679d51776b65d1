"""An OpenID issuer with a key of each algorithm. PyJWT signs its tokens."""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cognito_passkeys.users_table.keys import base64url
from journeys.loopback import Answer, LoopbackServer

AUDIENCE = "app"


class Issuer(LoopbackServer):
    def __init__(self) -> None:
        self.keys = {"RS256": rsa.generate_private_key(65537, 2048), "ES256": ec.generate_private_key(ec.SECP256R1()),
                     "EdDSA": ed25519.Ed25519PrivateKey.generate()}
        super().__init__()
        self.url += "/"

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        description = {"issuer": self.url, "jwks_uri": f"{self.url}keys"}
        documents = {"/.well-known/openid-configuration": description, "/keys": {"keys": self.published}}
        status = 200 if path in documents else 404
        return status, {"Content-Type": "application/json"}, json.dumps(documents.get(path)).encode()

    @property
    def published(self) -> list[dict[str, Any]]:
        keys = []
        for algorithm, key in self.keys.items():
            jwk = jwt.get_algorithm_by_name(algorithm).to_jwk(key.public_key(), as_dict=True)
            keys.append(jwk | {"kid": algorithm, "alg": algorithm, "use": "sig"})
        return keys

    def token(self, subject: str, algorithm: str = "ES256", key: Any = None, kid: str | None = None,
              **changes: Any) -> str:
        """An ID token issued now. `changes` replaces claims, or with None leaves them out."""
        now = int(time.time())
        claims = {"iss": self.url, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 3600} | changes
        return jwt.encode({name: value for name, value in claims.items() if value is not None},
                          key or self.keys.get(algorithm), algorithm, headers={"kid": kid or algorithm})

    def signed_with_public_key(self, subject: str, **changes: Any) -> str:
        """A token whose HS256 secret is the public key, which everybody can read. PyJWT itself refuses to make one."""
        header = base64url(json.dumps({"alg": "HS256", "typ": "JWT", "kid": "ES256"}).encode())
        content = f"{header}.{self.token(subject, **changes).split('.')[1]}"
        secret = self.keys["ES256"].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        return f"{content}.{base64url(hmac.digest(secret, content.encode(), 'sha256'))}"
