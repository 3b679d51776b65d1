"""Calls of the pool beside the sign-ins, as boto3 and pycognito make them: lists, passwords, and what the pool says of
itself. LocalCognitoTests have each call with each of its errors."""

from __future__ import annotations

import uuid

import pytest
from pycognito import Cognito
from pycognito.aws_srp import AWSSRP

from journeys.app import PASSWORD, account, new_address, new_user, refusal, sign_in, sign_up
from journeys.target import Deployment

NEW = "Another horse, 2 batteries."


def test_a_paginator_finds_every_account_once(signed):
    addresses = [new_user(signed) for _ in range(3)]
    pages = list(signed.cognito.get_paginator("list_users").paginate(
        UserPoolId=signed.pool, PaginationConfig={"PageSize": 2}))
    assert len(pages) > 1 and all(len(page["Users"]) == 2 for page in pages[:-1])
    names = [user["Username"] for page in pages for user in page["Users"]]
    assert len(names) == len(set(names))
    found = [one["Value"] for page in pages for user in page["Users"] for one in user["Attributes"]]
    assert set(addresses) <= set(found)


def test_pycognito_signs_in_with_srp_alone_where_the_client_lets_it_and_changes_the_password(start):
    sandbox = start("--pool-setting", "flows=ALLOW_CUSTOM_AUTH,ALLOW_USER_SRP_AUTH")
    address = new_user(sandbox)
    user = Cognito(sandbox.pool, sandbox.client, user_pool_region="eu-west-1", username=address)
    user.client = sandbox.cognito
    srp = AWSSRP(address, PASSWORD, sandbox.pool, sandbox.client, client=user.client)
    tokens = srp.authenticate_user()["AuthenticationResult"]
    user.access_token, user.id_token = tokens["AccessToken"], tokens["IdToken"]
    user.change_password(PASSWORD, NEW)
    assert refusal(AWSSRP(address, PASSWORD, sandbox.pool, sandbox.client, client=user.client).authenticate_user)[
        0] == "NotAuthorizedException"


def test_a_code_sets_a_new_password_in_a_pool_with_recovery(start):
    sandbox = start("--pool-setting", "accountRecovery=verified_email")
    sign_in(sandbox, address := new_user(sandbox))  # The code that is proven here verifies the address.
    named, client = {"ClientId": sandbox.client, "Username": address}, sandbox.cognito
    delivery = client.forgot_password(**named)["CodeDeliveryDetails"]
    assert delivery == {"Destination": "a***@e***", "DeliveryMedium": "EMAIL", "AttributeName": "email"}
    stranger = client.forgot_password(**named | {"Username": new_address()})
    assert stranger["CodeDeliveryDetails"] == delivery, "a stranger looks like a user"
    client.confirm_forgot_password(**named, ConfirmationCode=sandbox.codes(address)[-1], Password=NEW)
    client.admin_reset_user_password(**account(sandbox, address))
    assert client.admin_get_user(**account(sandbox, address))["UserStatus"] == "RESET_REQUIRED"
    client.confirm_forgot_password(**named, ConfirmationCode=sandbox.codes(address)[-1], Password=PASSWORD)
    assert client.admin_get_user(**account(sandbox, address))["UserStatus"] == "CONFIRMED"


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "EMAIL_OTP", "PASSWORD,RESULT_TOKEN", "PASSWORD,EMAIL_OTP"])
def test_the_pool_is_configured_as_in_the_template(deployed, flow):
    sandbox, has_password = deployed(Deployment(flow)), flow.startswith("PASSWORD")
    pool = sandbox.cognito.describe_user_pool(UserPoolId=sandbox.pool)["UserPool"]
    assert ("PreTokenGeneration" in pool["LambdaConfig"]) == has_password
    policy = pool["Policies"]["PasswordPolicy"]
    assert policy["MinimumLength"] == (12 if has_password else 8)
    assert {value for name, value in policy.items() if name.startswith("Require")} == {True}
    # The last two are UUIDs as JavaScript and Swift write them.
    for password, lacks in (("correct horse battery", "uppercase"), (str(uuid.uuid4()), "uppercase"),
                            (str(uuid.uuid4()).upper(), "lowercase")):
        assert refusal(sign_up, sandbox, new_address(), Password=password) == (
            "InvalidPasswordException", f"Password did not conform with policy: Password must have {lacks} characters")
        sign_up(sandbox, new_address(), Password=f"{password}-Aa1")
