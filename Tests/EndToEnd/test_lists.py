"""boto3 lists accounts page by page, and deletes attributes."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from app import cognito, new_address, sign_in, sign_up


@pytest.fixture
def pool(signed) -> dict[str, str]:
    return {"UserPoolId": signed.settings["userPoolId"]}


def test_a_paginator_finds_every_account_once(signed, pool):
    client, addresses = cognito(signed), [new_address() for _ in range(3)]
    for address in addresses:
        sign_up(signed, address)
    pages = list(client.get_paginator("list_users").paginate(**pool, PaginationConfig={"PageSize": 2}))
    assert len(pages) > 1 and all(len(page["Users"]) == 2 for page in pages[:-1])
    names = [user["Username"] for page in pages for user in page["Users"]]
    assert len(names) == len(set(names))
    found = [one["Value"] for page in pages for user in page["Users"] for one in user["Attributes"]]
    assert set(addresses) <= set(found)


def test_an_account_is_found_by_its_address(signed, pool):
    client = cognito(signed)
    sign_up(signed, address := new_address())
    [user] = client.list_users(**pool, Filter=f'email = "{address}"', AttributesToGet=["email"])["Users"]
    assert user["Attributes"] == [{"Name": "email", "Value": address}]
    assert client.list_users(**pool, Filter=f'email ^= "{address[:-3]}"', Limit=1)["Users"]


@pytest.mark.parametrize("asked, message", [
    ({"Filter": "email"}, "Error while parsing filter."),
    ({"Filter": 'custom:plan = "gold"'}, "Invalid search attribute: custom:plan"),
    ({"PaginationToken": "of-another-list"}, "Paging Marker is Invalid for Request"),
    ({"AttributesToGet": ["given_name"]}, "One or more requested attributes do not exist."),
])
def test_a_wrong_question_is_refused(signed, pool, asked, message):
    sign_up(signed, new_address())
    with pytest.raises(ClientError) as refusal:
        cognito(signed).list_users(**pool, **asked)
    assert refusal.value.response["Error"] == {"Code": "InvalidParameterException", "Message": message}


def test_the_pool_is_listed_and_has_no_second_factor(signed, pool):
    client = cognito(signed)
    [listed] = client.list_user_pools(MaxResults=10)["UserPools"]
    assert listed["Id"] == pool["UserPoolId"] and "DefineAuthChallenge" in listed["LambdaConfig"]
    assert listed["CreationDate"] == listed["LastModifiedDate"]
    assert client.get_user_pool_mfa_config(**pool)["MfaConfiguration"] == "OFF"


def test_attributes_are_deleted_by_those_who_may(signed, pool):
    client = cognito(signed)
    sign_up(signed, address := new_address())
    account = {**pool, "Username": address}
    client.admin_update_user_attributes(**account, UserAttributes=[{"Name": "nickname", "Value": "A"}])
    token = sign_in(signed, address)[0]["AccessToken"]
    for name, code in [("nickname", "NotAuthorizedException"), ("email", "InvalidParameterException")]:
        with pytest.raises(ClientError) as refusal:
            client.delete_user_attributes(UserAttributeNames=[name], AccessToken=token)
        assert refusal.value.response["Error"]["Code"] == code
    client.admin_delete_user_attributes(**account, UserAttributeNames=["nickname"])
    assert "nickname" not in [one["Name"] for one in client.admin_get_user(**account)["UserAttributes"]]
