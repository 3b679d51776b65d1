"""An app of AWS CDK deploys the construct with a pool of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cdk_kinds import ATTACHED, MODULES, construct, synthesize, use_construct
from cloud import ACCOUNT, REGION, ROOT, Cloud, Stack
from deployed import Deployed
from journeys.result_token import passkeys
from test_life_of_a_stack import marks, verified_by_code
from test_sign_in import assert_callable

NAME = "passkeys-cdk"
# What `cdk bootstrap` leaves in an account.
VERSION, ASSETS = "/cdk-bootstrap/hnb659fds/version", f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}"


@pytest.fixture(scope="module")
def bootstrapped(cloud) -> Cloud:
    cloud.client("ssm").put_parameter(Name=VERSION, Value="21", Type="String")
    cloud.client("s3").create_bucket(Bucket=ASSETS, CreateBucketConfiguration={"LocationConstraint": REGION})
    return cloud


@pytest.fixture
def apps(tmp_path) -> list[Path]:
    """The synthesized app with the functions attached; then beside the pool, with another setting; then attached."""
    first = ATTACHED | {"properties": ATTACHED["properties"] | {"dist": str(tmp_path)}}
    changed = first | {"properties": first["properties"] | {"markEmailVerified": False}}
    wanted = {tmp_path / "first": first, tmp_path / "beside": changed | {"attach": None}, tmp_path / "again": changed}
    with construct():
        use_construct(ROOT / "dist")
        # The installed package may have other zips.
        for file in (MODULES / "cognito-passkeys-cdk/dist/nested.json", *(ROOT / "dist").glob("*.zip")):
            shutil.copy(file, tmp_path)
        assert not any(answer["error"] for answer in synthesize(wanted))
    return [*wanted]


def deploy(cloud: Cloud, folder: Path) -> Deployed:
    """What `cdk deploy` does with an app, as an administrator: uploads its assets and deploys its stack."""
    store, api = cloud.client("s3"), cloud.client("cloudformation")
    for file in json.loads((folder / "App.assets.json").read_text())["files"].values():
        [place] = file["destinations"].values()
        store.upload_file(str(folder / file["source"]["path"]), ASSETS, place["objectKey"])
    arguments = {"StackName": NAME, "TemplateBody": (folder / "App.template.json").read_text(),
                 "Capabilities": ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"]}
    try:
        api.create_stack(**arguments)
        cloud.wait_for(NAME, "CREATE_COMPLETE")
    except api.exceptions.AlreadyExistsException:
        api.update_stack(**arguments)
        cloud.wait_for(NAME, "UPDATE_COMPLETE")
    outer = Stack(cloud, NAME)
    outer.read()
    [nested] = [physical for kind, physical in outer.resources.values() if kind == "AWS::CloudFormation::Stack"]
    inner = Stack(cloud, nested.split("/")[1])
    inner.read()
    return Deployed(inner, pool=outer.outputs["PoolId"], client=outer.outputs["ClientId"])


def test_a_pool_and_its_functions_come_at_once_and_change_together(bootstrapped, apps):
    first = deploy(bootstrapped, apps[0])
    assert_callable(first)
    passkeys(first)
    assert verified_by_code(first)
    assert marks(first) == "true"
    # As a pool that has users gets them: beside it, then attached.
    beside = deploy(bootstrapped, apps[1])
    assert (beside.pool, beside.stack.name) == (first.pool, first.stack.name)
    assert not beside.cognito.describe_user_pool(UserPoolId=beside.pool)["UserPool"].get("LambdaConfig")
    again = deploy(bootstrapped, apps[2])
    assert not verified_by_code(again)
    assert marks(again) == "false"
