"""boto3 and pycognito sign in as Cognito does without custom authentication, where a client allows it."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError
from pycognito import Cognito
from pycognito.aws_srp import AWSSRP

from app import cognito, new_address, sign_up
from flows import INCORRECT, PASSWORD

PASSWORD_FLOWS = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_USER_AUTH"]


@pytest.fixture(scope="module")
def opened(start):
    """A sandbox whose client allows every sign-in with a password, as the template's client does not."""
    sandbox = start()
    client, names = cognito(sandbox), {"UserPoolId": sandbox.settings["userPoolId"],
                                       "ClientId": sandbox.settings["clientId"]}
    described = client.describe_user_pool_client(**names)["UserPoolClient"]
    described.pop("ClientSecret", None)
    described["ExplicitAuthFlows"] += PASSWORD_FLOWS
    updated = client.update_user_pool_client(**described)["UserPoolClient"]
    assert set(PASSWORD_FLOWS) < set(updated["ExplicitAuthFlows"])
    assert updated == client.describe_user_pool_client(**names)["UserPoolClient"]
    return sandbox


def with_password(sandbox, flow: str, name: str, password: str = PASSWORD) -> dict:
    client = cognito(sandbox)
    start = {"ClientId": sandbox.settings["clientId"], "AuthFlow": flow,
             "AuthParameters": {"USERNAME": name, "PASSWORD": password}}
    if flow.startswith("ADMIN"):
        return client.admin_initiate_auth(UserPoolId=sandbox.settings["userPoolId"], **start)
    return client.initiate_auth(**start)


def refusal(call, *arguments: object) -> tuple[str, str]:
    with pytest.raises(ClientError) as refused:
        call(*arguments)
    error = refused.value.response["Error"]
    return error["Code"], error["Message"]


@pytest.mark.parametrize("flow", ["USER_PASSWORD_AUTH", "ADMIN_USER_PASSWORD_AUTH"])
def test_the_password_alone_signs_in_past_the_functions(opened, flow):
    sign_up(opened, address := new_address(), Password=PASSWORD)
    before = len(opened.events())
    tokens = with_password(opened, flow, address)["AuthenticationResult"]
    triggers = [event["title"] for event in opened.events()[before:] if event["kind"] == "trigger"]
    assert triggers in ([], ["PreTokenGeneration"]), "neither Define nor Create nor Verify was asked"
    assert cognito(opened).get_user(AccessToken=tokens["AccessToken"])["UserAttributes"]
    assert refusal(with_password, opened, flow, address, "another password") == INCORRECT
    assert refusal(with_password, opened, flow, new_address()) == INCORRECT


def test_pycognito_signs_in_with_srp_and_changes_the_password(opened):
    settings = opened.settings
    sign_up(opened, address := new_address(), Password=PASSWORD)
    user = Cognito(settings["userPoolId"], settings["clientId"], user_pool_region=settings["region"], username=address)
    user.client = cognito(opened)
    srp = AWSSRP(address, PASSWORD, settings["userPoolId"], settings["clientId"], client=user.client)
    tokens = srp.authenticate_user()["AuthenticationResult"]
    user.access_token, user.id_token = tokens["AccessToken"], tokens["IdToken"]
    user.change_password(PASSWORD, f"{PASSWORD}, too")
    with pytest.raises(ClientError) as refused:
        AWSSRP(address, PASSWORD, settings["userPoolId"], settings["clientId"], client=user.client).authenticate_user()
    assert refused.value.response["Error"]["Code"] == "NotAuthorizedException"


@pytest.mark.parametrize("flow, message", [
    ("USER_PASSWORD_AUTH", "USER_PASSWORD_AUTH flow not enabled for this client"),
    ("USER_AUTH", "USER_AUTH is not enabled for the client."),
    ("USER_SRP_AUTH", "USER_SRP_AUTH is not enabled for the client."),
    ("ADMIN_USER_PASSWORD_AUTH", "Auth flow not enabled for this client"),
])
def test_the_templates_client_refuses_every_such_flow(signed, flow, message):
    assert refusal(with_password, signed, flow, new_address()) == ("InvalidParameterException", message)


def test_choice_based_sign_in_offers_the_password(opened):
    sign_up(opened, address := new_address(), Password=PASSWORD)
    client, identifier = cognito(opened), opened.settings["clientId"]
    choice = client.initiate_auth(ClientId=identifier, AuthFlow="USER_AUTH", AuthParameters={"USERNAME": address})
    assert choice["ChallengeName"] == "SELECT_CHALLENGE"
    assert choice["AvailableChallenges"] == ["PASSWORD", "PASSWORD_SRP"]
    assert "AuthenticationResult" in client.respond_to_auth_challenge(
        ClientId=identifier, ChallengeName="SELECT_CHALLENGE", Session=choice["Session"],
        ChallengeResponses={"USERNAME": address, "ANSWER": "PASSWORD", "PASSWORD": PASSWORD})
