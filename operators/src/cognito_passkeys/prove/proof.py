"""The proof of a passkey, as docs/tokens.md has it, signed with the key of the command's own stack."""

import hashlib
import hmac
import json
import time
import uuid

from cognito_passkeys.users_table.keys import base64url

HASH = "sha256"


def derived(key: str, label: str, length: int = 32) -> bytes:
    """HKDF with SHA-256 and no salt (RFC 5869), of one block."""
    extracted = hmac.digest(bytes(hashlib.sha256().digest_size), key.encode(), HASH)
    return hmac.digest(extracted, f"cognito-passkeys {label}\x01".encode(), HASH)[:length]


def passkey(key: str, pool: str, sub: str, action: str = "cognitoAuth") -> str:
    """A result token of a passkey that was proven before the sign-in, so it names no round."""
    now, party = int(time.time()), f"urn:cognito-passkeys:{pool}"
    claims = {"iss": party, "aud": party, "sub": sub, "iat": now, "exp": now + 600, "scope": "read:authenticators",
              "other": {"tenantId": pool, "userId": sub, "username": sub, "actionCode": action,
                        "idempotencyKey": str(uuid.uuid4()), "verificationMethod": "PASSKEY",
                        "state": "CHALLENGE_SUCCEEDED"}}
    header = {"alg": "HS256", "typ": "result+jwt", "kid": base64url(derived(key, "key id", 8))}
    content = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
    return f"{content}.{base64url(hmac.digest(derived(key, 'result token'), content.encode(), HASH))}"
