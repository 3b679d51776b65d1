"""boto3 changes and recovers passwords, as far as a pool allows it."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from app import cognito, new_address, sign_in, sign_up
from flows import PASSWORD

OLD, NEW = PASSWORD, "Another horse, 2 batteries."


@pytest.fixture(scope="module")
def recovering(start):
    """A pool in which users recover their passwords by email, as the template's pool does not let them."""
    return start("--pool-setting", "accountRecovery=verified_email")


def refusal(call, **arguments: object) -> tuple[str, str]:
    with pytest.raises(ClientError) as refused:
        call(**arguments)
    error = refused.value.response["Error"]
    return error["Code"], error["Message"]


def forget(sandbox, name: str) -> dict:
    return {"ClientId": sandbox.settings["clientId"], "Username": name}


def test_a_signed_in_user_changes_the_password(signed):
    address, client = new_address(), cognito(signed)
    sign_up(signed, address, Password=OLD)
    token = sign_in(signed, address)[0]["AccessToken"]
    wrong = refusal(client.change_password, PreviousPassword=NEW, ProposedPassword=OLD, AccessToken=token)
    assert wrong == ("NotAuthorizedException", "Incorrect username or password.")
    client.change_password(PreviousPassword=OLD, ProposedPassword=NEW, AccessToken=token)
    client.change_password(PreviousPassword=NEW, ProposedPassword=OLD, AccessToken=token)


def test_the_templates_pool_lets_nobody_recover_a_password(signed):
    client = cognito(signed)
    sign_up(signed, address := new_address())
    only_administrators = ("NotAuthorizedException", "Contact administrator to reset password.")
    for name in (address, new_address()):
        assert refusal(client.forgot_password, **forget(signed, name)) == only_administrators
    pool = signed.settings["userPoolId"]
    assert refusal(client.admin_reset_user_password, UserPoolId=pool, Username=address) == only_administrators
    code, _ = refusal(client.confirm_forgot_password, **forget(signed, address), ConfirmationCode="123456", Password=NEW)
    assert code == "ExpiredCodeException"


def test_a_code_sets_a_new_password_in_a_pool_with_recovery(recovering):
    address, client = new_address(), cognito(recovering)
    sign_up(recovering, address, Password=OLD)
    client.admin_update_user_attributes(
        UserPoolId=recovering.settings["userPoolId"], Username=address,
        UserAttributes=[{"Name": "email_verified", "Value": "true"}])
    delivery = client.forgot_password(**forget(recovering, address))["CodeDeliveryDetails"]
    assert delivery == {"Destination": "a***@e***", "DeliveryMedium": "EMAIL", "AttributeName": "email"}
    code = recovering.codes(address)[-1]
    client.confirm_forgot_password(**forget(recovering, address), ConfirmationCode=code, Password=NEW)
    token = sign_in(recovering, address)[0]["AccessToken"]
    client.change_password(PreviousPassword=NEW, ProposedPassword=OLD, AccessToken=token)
    stranger = client.forgot_password(**forget(recovering, new_address()))
    assert stranger["CodeDeliveryDetails"] == delivery, "a stranger looks like a user"


def test_after_a_reset_the_user_has_to_choose_a_new_password(recovering):
    address, client = new_address(), cognito(recovering)
    account = {"UserPoolId": recovering.settings["userPoolId"], "Username": address}
    sign_up(recovering, address, Password=OLD)
    sign_in(recovering, address)  # The code that is proven here verifies the address.
    client.admin_reset_user_password(**account)
    assert client.admin_get_user(**account)["UserStatus"] == "RESET_REQUIRED"
    code = recovering.codes(address)[-1]
    client.confirm_forgot_password(**forget(recovering, address), ConfirmationCode=code, Password=NEW)
    assert client.admin_get_user(**account)["UserStatus"] == "CONFIRMED"
