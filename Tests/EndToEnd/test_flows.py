"""boto3 and pycognito go through each flow, with moto in place of DynamoDB and Amazon SES."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from app import ClientAPI, cognito, new_address, prove_email, sign_up
from flows import INCORRECT, PASSWORD, answer, begin, new_user, other_code, refusal, signs_in
from sandbox import SIGNING_KEY
from software_passkey import SoftwarePasskey

AT_ONCE = 6
PASSWORD_FLOWS = ["PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP", "PASSWORD,CAPTCHA,RESULT_TOKEN",
                  "PASSWORD,CAPTCHA,EMAIL_OTP"]


def is_verified(sandbox, address: str) -> bool:
    user = cognito(sandbox).admin_get_user(UserPoolId=sandbox.settings["userPoolId"], Username=address)
    return {"Name": "email_verified", "Value": "true"} in user["UserAttributes"]


def at_once(sandbox, rounds: list[dict], proof: str) -> int:
    """Answers several rounds at the same time; returns how many of them sign in."""
    with ThreadPoolExecutor(len(rounds)) as pool:
        return sum(pool.map(lambda started: signs_in(sandbox, started, proof), rounds))


# EMAIL_OTP


def test_a_code_from_the_functions_signs_in_and_proves_the_address(flows, moto):
    sandbox = flows("EMAIL_OTP")
    address = new_user(sandbox)
    assert not is_verified(sandbox, address)
    started = begin(sandbox, address)
    parameters = started["ChallengeParameters"]
    assert parameters["challenge"] == "EMAIL_OTP"
    assert parameters["CODE_DELIVERY_DESTINATION"] == "a***@e***"
    assert sandbox.codes(address) == [], "moto has the mail"
    assert signs_in(sandbox, started, moto.code(address))
    assert is_verified(sandbox, address)
    assert {"account", "address", "mails"} <= set(moto.items())


def test_each_sign_in_gets_a_code_of_its_own(flows, moto):
    sandbox = flows("EMAIL_OTP")
    started = begin(sandbox, address := new_user(sandbox))
    assert signs_in(sandbox, started, moto.code(address))
    # Once in a million times the next code is the same by chance. The one after it then is another.
    rounds = [begin(sandbox, address) for _ in range(2)]
    used, *codes = moto.codes(address)
    started, code = next((started, code) for started, code in zip(rounds, codes) if code != used)
    assert signs_in(sandbox, answer(sandbox, started, used), code)


def test_after_one_wrong_answer_the_same_code_still_works(flows, moto):
    sandbox = flows("EMAIL_OTP")
    started = begin(sandbox, address := new_user(sandbox))
    code = moto.code(address)
    assert signs_in(sandbox, answer(sandbox, started, other_code(code)), code)
    assert moto.code(address) == code, "one mail"


def test_three_wrong_codes_end_the_sign_in(flows, moto):
    sandbox = flows("EMAIL_OTP")
    started = begin(sandbox, address := new_user(sandbox))
    wrong = other_code(moto.code(address))
    for _ in range(2):
        started = answer(sandbox, started, wrong)
    assert refusal(answer, sandbox, started, wrong) == INCORRECT


def test_wrong_codes_in_one_sign_in_do_not_count_in_another(flows, moto):
    sandbox = flows("EMAIL_OTP")
    own = begin(sandbox, address := new_user(sandbox))
    code = moto.code(address)
    started = begin(sandbox, address)
    wrong = other_code(*moto.codes(address))
    for _ in range(2):
        started = answer(sandbox, started, wrong)
    assert refusal(answer, sandbox, started, wrong) == INCORRECT
    assert signs_in(sandbox, own, code)


def test_a_long_code_signs_in_exactly_one_of_several_simultaneous_sign_ins(flows, moto):
    sandbox = flows("EMAIL_OTP")
    address = new_user(sandbox)
    rounds = [begin(sandbox, address) for _ in range(max(AT_ONCE, 6))]
    assert [len(code) for code in moto.codes(address)] == [6, 6, 6, 6, 19]
    assert at_once(sandbox, rounds, moto.codes(address)[-1]) == 1


def test_an_unknown_user_gets_the_same_parameters_and_no_mail(flows, moto):
    sandbox = flows("EMAIL_OTP")
    known = begin(sandbox, new_user(sandbox))["ChallengeParameters"]
    started = begin(sandbox, stranger := new_address())
    assert started["ChallengeParameters"].keys() == known.keys()
    assert started["ChallengeParameters"]["CODE_DELIVERY_DESTINATION"] == known["CODE_DELIVERY_DESTINATION"]
    for _ in range(2):
        started = answer(sandbox, started, "123456")
    assert refusal(answer, sandbox, started, "123456") == INCORRECT
    assert moto.codes(stranger) == []


def test_a_start_with_a_password_is_refused(flows, moto):
    sandbox = flows("EMAIL_OTP")
    address = new_user(sandbox)
    assert refusal(begin, sandbox, address, PASSWORD) == INCORRECT
    assert moto.codes(address) == []


def test_the_last_of_many_codes_is_long_and_counts_in_every_sign_in(start, moto):
    # With one guess per code, each wrong answer leads to another code.
    limits = ["OTP_GUESSES_PER_CODE=1", "MAX_ATTEMPTS=7"]
    sandbox = start("--flow", "EMAIL_OTP", *moto.options,
                    *(part for limit in limits for part in ("--function-variable", limit)))
    address = new_user(sandbox)
    started = begin(sandbox, address)
    for _ in range(5):
        started = answer(sandbox, started, other_code(*(code for code in moto.codes(address) if code.isdecimal())))
    assert [len(code) for code in moto.codes(address)] == [6, 6, 6, 6, 19]
    assert signs_in(sandbox, started, moto.codes(address)[-1].lower())


def test_without_a_state_table_a_code_has_eight_digits(start, moto):
    sandbox = start("--flow", "EMAIL_OTP", "--state-table", "off", *moto.options)
    started = begin(sandbox, address := new_user(sandbox))
    assert len(moto.code(address)) == 8
    assert signs_in(sandbox, started, moto.code(address))


# PASSWORD


def test_signs_in_with_password_then_token(flows, moto):
    sandbox = flows("PASSWORD,RESULT_TOKEN")
    started = begin(sandbox, address := new_user(sandbox), PASSWORD)
    assert signs_in(sandbox, started, prove_email(sandbox, started["ChallengeParameters"], address, moto))
    assert is_verified(sandbox, address)


def test_signs_in_with_password_then_code(flows, moto):
    sandbox = flows("PASSWORD,EMAIL_OTP")
    started = begin(sandbox, address := new_user(sandbox), PASSWORD)
    assert signs_in(sandbox, started, moto.code(address))
    assert is_verified(sandbox, address)


@pytest.mark.parametrize("flow", PASSWORD_FLOWS)
def test_a_wrong_or_missing_password_does_not_reach_the_second_step(flows, moto, flow):
    sandbox = flows(flow)
    address = new_user(sandbox)
    assert refusal(begin, sandbox, address, PASSWORD + "x") == INCORRECT
    assert refusal(begin, sandbox, address) == INCORRECT
    assert moto.codes(address) == []


@pytest.mark.parametrize("flow", PASSWORD_FLOWS)
def test_a_password_without_the_second_step_does_not_sign_in(flows, moto, flow):
    sandbox = flows(flow)
    started = begin(sandbox, address := new_user(sandbox), PASSWORD)
    wrong = other_code((moto.codes(address) or ["000000"])[-1])
    for _ in range(2):
        started = answer(sandbox, started, wrong)
    assert refusal(answer, sandbox, started, wrong) == INCORRECT


@pytest.mark.parametrize("flow", PASSWORD_FLOWS)
def test_no_tokens_are_issued_for_a_new_password(flows, flow):
    sandbox, address = flows(flow), new_address()
    client = cognito(sandbox)
    client.admin_create_user(UserPoolId=sandbox.settings["userPoolId"], Username=address, TemporaryPassword=PASSWORD,
                             MessageAction="SUPPRESS")
    asked = begin(sandbox, address, PASSWORD)
    assert asked["ChallengeName"] == "NEW_PASSWORD_REQUIRED"
    code, message = refusal(lambda: client.respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="NEW_PASSWORD_REQUIRED", Session=asked["Session"],
        ChallengeResponses={"USERNAME": address, "NEW_PASSWORD": PASSWORD + "2"}))
    assert code == "UserLambdaValidationException"
    assert message == "PreTokenGeneration failed with error Sign-in is not possible right now."


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "EMAIL_OTP", *PASSWORD_FLOWS])
def test_the_pool_is_configured_as_in_the_template(flows, flow):
    sandbox, has_password = flows(flow), flow in PASSWORD_FLOWS
    pool = cognito(sandbox).describe_user_pool(UserPoolId=sandbox.settings["userPoolId"])["UserPool"]
    assert ("PreTokenGeneration" in pool["LambdaConfig"]) == has_password
    policy = pool["Policies"]["PasswordPolicy"]
    assert policy["MinimumLength"] == (12 if has_password else 8)
    assert {value for name, value in policy.items() if name.startswith("Require")} == {True}
    assert refusal(lambda: sign_up(sandbox, new_address(), Password="correct horse battery")) == (
        "InvalidPasswordException", "Password did not conform with policy: Password must have uppercase characters")


# The state table


def passkey_token(sandbox, address: str, mailbox=None) -> str:
    """Creates a passkey for a new user and signs in with it at the authenticator; returns the result token."""
    client, passkey = ClientAPI(sandbox), SoftwarePasskey("ES256")
    started = begin(sandbox, address)
    token = prove_email(sandbox, started["ChallengeParameters"], address, mailbox)
    assert signs_in(sandbox, started, token)
    offered = client.right(
        "user-authenticators/passkey/registration-options", {"username": address}, token=token)
    client.right("user-authenticators/passkey", {
        "challengeId": offered["challengeId"],
        "registrationCredential": passkey.create(offered["options"], sandbox.url)}, token=token)
    begun = client.right("challenge", {"action": "cognitoAuth"})
    offered = client.right("user-authenticators/passkey/authentication-options", {"challengeId": begun["challengeId"]})
    verified = client.right("verify/passkey", {
        "challengeId": offered["challengeId"],
        "authenticationCredential": passkey.sign(offered["options"], sandbox.url)})
    assert verified["isVerified"] is True
    return verified["accessToken"]


def test_one_token_signs_in_exactly_one_of_several_simultaneous_rounds(flows, moto):
    sandbox = flows("RESULT_TOKEN")
    address = new_user(sandbox)
    token = passkey_token(sandbox, address, moto)
    rounds = [begin(sandbox, address) for _ in range(AT_ONCE)]
    assert at_once(sandbox, rounds, token) == 1
    assert not signs_in(sandbox, begin(sandbox, address), token), "it does not work later either"
    assert "proof" in moto.items()


def test_without_a_state_table_a_passkeys_token_can_be_used_again_for_a_while(start):
    sandbox = start("--state-table", "off")
    address = new_user(sandbox)
    token = passkey_token(sandbox, address)
    assert all(signs_in(sandbox, begin(sandbox, address), token) for _ in range(2))
    sandbox.change(lifetimes={"MAX_PROOF_AGE": 1})
    time.sleep(2)
    assert not signs_in(sandbox, begin(sandbox, address), token)


def test_a_proof_used_before_a_restart_stays_used(start, tmp_path):
    state = ("--state", str(tmp_path / "state.json"))
    first = start(*state)
    address = new_user(first)
    token = passkey_token(first, address)
    assert signs_in(first, begin(first, address), token)
    assert first.stop() == 0
    second = start(*state)
    assert not signs_in(second, begin(second, address), token)


def test_nobody_signs_in_if_the_state_table_does_not_answer(start, documented):
    sandbox = start("--function-variable", "AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:9")
    started = begin(sandbox, address := new_user(sandbox))
    token = started["ChallengeParameters"]["token"]
    status, refused = ClientAPI(sandbox).call("user-authenticators/email-otp", {"email": address}, token=token)
    assert (status, refused["errorCode"]) == (503, "service_unavailable")
    assert sandbox.codes(address) == []
    challenge = documented.open_challenge(token, SIGNING_KEY, sandbox.settings["userPoolId"])
    proof = documented.sign_result(challenge, SIGNING_KEY, "EMAIL_OTP", address)
    code, message = refusal(answer, sandbox, started, proof)
    assert code == "UserLambdaValidationException"
    assert message == "VerifyAuthChallengeResponse failed with error Sign-in is not possible right now."
