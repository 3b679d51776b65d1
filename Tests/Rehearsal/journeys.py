"""What users and thieves do in each kind of deployment. A step that does not go as it must fails an assertion."""

from __future__ import annotations

from typing import Any, Callable

import flows
from app import UNUSED_PASSWORD, new_address, sign_in
from cloud import Cloud
from deployed import Deployed
from openid_issuer import AUDIENCE, Issuer

Journey = Callable[[Deployed], None]


def passkeys(deployed: Deployed) -> None:
    """A new user signs in by a code, creates a passkey and signs in with it; a thief gets in by neither."""
    address, thief = new_address(), new_address()
    for one in (address, thief):
        deployed.sign_up(one)
    tokens, proof = sign_in(deployed, address)
    assert deployed.attributes(address)["email_verified"] == "true"
    assert deployed.refuses(address, proof), "a proof counts once"
    passkey = deployed.add_passkey(tokens["AccessToken"], address)
    proven = deployed.prove_passkey(passkey)
    name = proven["username"]
    assert deployed.refuses(thief, proven["accessToken"]), "the proof is another user's"
    assert "AuthenticationResult" in deployed.answer(deployed.begin(name), proven["accessToken"])
    assert deployed.refuses(name, proven["accessToken"]), "a proof counts once"
    assert "accessToken" not in deployed.prove_passkey(passkey, "https://login.example.test.attacker.test")
    if not deployed.authsignal:
        # Authsignal lets apps remove none.
        deployed.remove_passkeys(deployed.prove_passkey(passkey)["accessToken"])
        assert "accessToken" not in deployed.prove_passkey(passkey), "the passkey is removed"
    three_wrong_answers(deployed, address)


def three_wrong_answers(deployed: Deployed, name: str, password: str | None = None) -> None:
    """The third one ends the sign-in."""
    started = flows.begin(deployed, name, password)
    for _ in range(2):
        started = deployed.answer(started, "wrong")
        assert "AuthenticationResult" not in started
    assert refusal(deployed.answer, started, "wrong") == "NotAuthorizedException"


def mailed_code(deployed: Deployed) -> None:
    """A new user signs in with a code that the functions send; other codes and other users' codes do not."""
    address, other = new_address(), new_address()
    for one in (address, other):
        deployed.sign_up(one)
    started = deployed.begin(address)
    [code] = deployed.codes(address)
    assert "AuthenticationResult" in deployed.answer(started, code)
    assert deployed.attributes(address)["email_verified"] == "true"
    started = deployed.begin(address)
    assert "AuthenticationResult" not in deployed.answer(started, code), "a code counts once"
    deployed.begin(other)
    assert deployed.refuses(address, deployed.codes(other)[-1]), "the code is another user's"
    three_wrong_answers(deployed, other)


def password_and_code(deployed: Deployed) -> None:
    """The password comes first; neither it nor the code alone signs a user in."""
    address = new_address()
    deployed.sign_up(address)
    assert refusal(flows.begin, deployed, address, "Another password, but 1 of each.") == "NotAuthorizedException"
    started = flows.begin(deployed, address, UNUSED_PASSWORD)
    assert "AuthenticationResult" not in started
    [code] = deployed.codes(address)
    assert "AuthenticationResult" in deployed.answer(started, code)
    assert refusal(deployed.begin, address) == "NotAuthorizedException", "a sign-in without the password"
    three_wrong_answers(deployed, address, UNUSED_PASSWORD)


def refusal(call: Callable[..., Any], *arguments: Any) -> str:
    return flows.refusal(call, *arguments)[0]


def own_signer(documented: Any, cloud: Cloud) -> Journey:
    """The authenticator is somebody else's: the code of docs/tokens.md, with the key that the stack has generated."""
    def journey(deployed: Deployed) -> None:
        def key() -> str:
            secrets = cloud.client("secretsmanager")
            return secrets.get_secret_value(SecretId=deployed.stack.outputs["SecretArn"])["SecretString"]

        address, thief = new_address(), new_address()
        for one in (address, thief):
            deployed.sign_up(one)

        def prove(started: dict[str, Any], method: str, secret: str = "") -> str:
            challenge = documented.open_challenge(started["ChallengeParameters"]["token"], key(), deployed.pool)
            return documented.sign_result(challenge, secret or key(), method, address)

        for method in ("EMAIL_OTP", "PASSKEY"):
            started = deployed.begin(address)
            proof = prove(started, method)
            assert "AuthenticationResult" in deployed.answer(started, proof)
            assert deployed.refuses(address, proof), "a proof counts once"
        assert deployed.attributes(address)["email_verified"] == "true"
        assert deployed.refuses(thief, prove(deployed.begin(address), "PASSKEY")), "the proof is another user's"
        started = deployed.begin(address)
        assert "AuthenticationResult" not in deployed.answer(started, prove(started, "PASSKEY", "x" * 64))
        three_wrong_answers(deployed, address)

    return journey


def openid(issuer: Issuer) -> Journey:
    """A user signs in with an ID token of the issuer; other issuers' keys and other users' tokens do not."""
    def journey(deployed: Deployed) -> None:
        address, thief = new_address(), new_address()
        subjects = {one: f"auth0|{one}" for one in (address, thief)}
        for one, subject in subjects.items():
            token = issuer.token(subject, email=one, email_verified=True)
            deployed.sign_up(one, {"idToken": token}, **{"custom:oidc_subject": f"{issuer.url}|{subject}"})
        subject, used = subjects[address], []

        def signs_in(name: str, make: Callable[[str], str]) -> bool:
            started = deployed.begin(name)
            used.append(make(started["ChallengeParameters"]["nonce"]))
            return "AuthenticationResult" in deployed.answer(started, used[-1])

        assert signs_in(address, lambda nonce: issuer.token(subject, nonce=nonce))
        assert not signs_in(address, lambda _: used[0]), "a token is for one round"
        assert not signs_in(thief, lambda nonce: issuer.token(subject, nonce=nonce)), "the token is another user's"
        assert not signs_in(address, lambda nonce: issuer.token(subject, nonce=nonce, aud=f"not-{AUDIENCE}"))
        assert not signs_in(address, lambda nonce: issuer.signed_with_public_key(subject, nonce=nonce))
        three_wrong_answers(deployed, address)

    return journey
