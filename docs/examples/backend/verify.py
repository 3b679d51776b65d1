"""Verifies the access tokens that an app sends to its server. With PyJWT: `pip install "pyjwt[crypto]"`."""

import os

import jwt

ISSUER, CLIENT = os.environ["ISSUER"], os.environ["CLIENT_ID"]
keys = jwt.PyJWKClient(f"{ISSUER}/.well-known/jwks.json")  # once, because it keeps the keys


def user(token: str) -> str:
    """The `sub` of the user who signed in.

    :raises jwt.PyJWTError: the token is not a valid access token of the app.
    """
    claims = jwt.decode(token, keys.get_signing_key_from_jwt(token), algorithms=["RS256"], issuer=ISSUER,
                        options={"require": ["exp", "iss", "sub"]})
    if claims.get("token_use") != "access" or claims.get("client_id") != CLIENT:
        raise jwt.InvalidTokenError("This is not an access token of the app")
    return claims["sub"]
