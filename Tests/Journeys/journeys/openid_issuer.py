"""An OpenID issuer with a key of each algorithm. PyJWT signs its tokens."""

from __future__ import annotations

import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from journeys.software_passkey import base64url

AUDIENCE = "app"


class Issuer:
    def __init__(self) -> None:
        self.keys = {"RS256": rsa.generate_private_key(65537, 2048), "ES256": ec.generate_private_key(ec.SECP256R1()),
                     "EdDSA": ed25519.Ed25519PrivateKey.generate()}
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                description = {"issuer": issuer.url, "jwks_uri": f"{issuer.url}keys"}
                documents = {"/.well-known/openid-configuration": description, "/keys": {"keys": issuer.published}}
                document = documents.get(self.path)
                body = json.dumps(document).encode()
                self.send_response(200 if document else 404)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

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
