"""The command that proves AWS, on the emulated one: it runs under the policy that it prints and leaves nothing, and a
stack in which one thing is wrong gets a report that names that row and no other."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import log_filters
import pytest

from cloud import ACCOUNT, BOUNDARY, MAIL_DOMAIN, REGION, ROOT, ROOT_KEYS, Cloud, Stack
from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.prove import packaged, report
from cognito_passkeys.prove.ground import NAME, RECORDER, Place
from cognito_passkeys.prove.guesses import GUESSES
from cognito_passkeys.prove.packaged import Packaged
from cognito_passkeys.prove.sign_ins import Ground, SignIns
from journeys.calls import PATIENCE
from test_actions import HARMLESS

# What the emulator does otherwise than Cognito, as far as the probes can be played there.
OTHERWISE = {"changed_event", "event_members", "forgotten_password", "metadata_way", "other_username", "session_length",
             "session_once", "token_versions", "unconfirmed", "white_space_in_name"}
ROWS = [name for name in GUESSES if hasattr(Packaged, name) and name != "mailed_code"]
# The emulator asks no trigger for unknown users.
BASE = {"unknown_alike"}


@pytest.fixture(scope="module")
def keys(cloud) -> dict[str, str]:
    """Those of somebody who has the policy that the command prints, and no other right."""
    api = cloud.client("cloudformation")
    api.create_stack(StackName=f"{NAME}-boundary", TemplateBody=BOUNDARY.read_text(), Capabilities=[
        "CAPABILITY_NAMED_IAM"], Parameters=[{"ParameterKey": "StackName", "ParameterValue": NAME}])
    api.get_waiter("stack_create_complete").wait(StackName=f"{NAME}-boundary", WaiterConfig={"Delay": 1})
    return cloud.user("prover", cloud.passkeys("prove", "--policy").said)


def left(cloud: Cloud) -> list[str]:
    """What there is of the command's stacks."""
    stacks = [one["StackName"] for one in cloud.client("cloudformation").describe_stacks()["Stacks"]]
    groups = cloud.client("logs").describe_log_groups(logGroupNamePrefix=f"/aws/lambda/{NAME}")["logGroups"]
    pools = cloud.client("cognito-idp").list_user_pools(MaxResults=60)["UserPools"]
    tables = cloud.client("dynamodb").list_tables()["TableNames"]
    functions = [one["FunctionName"] for one in cloud.client("lambda").list_functions()["Functions"]]
    secrets = [one["ARN"] for one in cloud.client("secretsmanager").list_secrets()["SecretList"]
               if {"Key": "cognito-passkeys", "Value": NAME} in one.get("Tags", []) and "DeletedDate" not in one]
    names = [*stacks, *(one["logGroupName"] for one in groups), *(one["Name"] for one in pools), *tables, *functions]
    return [name for name in names if NAME in name and not name.endswith("-boundary")] + secrets


def test_a_run_reports_every_guess_and_leaves_nothing(cloud, keys, tmp_path):
    run = cloud.passkeys("prove", "--yes", "--output", str(tmp_path), keys=keys)
    assert run.code == 0, run.said
    [machine], [person] = tmp_path.glob(f"prove-{REGION}-*.json"), tmp_path.glob(f"prove-{REGION}-*.md")
    made = json.loads(machine.read_text())
    assert [row["name"] for row in made["rows"] if row["name"] != "removal"] == [*(name for name in GUESSES
                                                                                  if name != "removal")]
    assert {row["name"] for row in made["rows"] if row["verdict"] == report.OTHERWISE} == OTHERWISE
    unseen = {row["name"] for row in made["rows"] if row["verdict"] == report.UNSEEN}
    assert unseen == {one.name for one in GUESSES.values() if one.unseen or one.emulated or one.needs}
    assert (made["where"], made["figures"]) == ("an emulator of AWS, which proves nothing of AWS", {})
    text = person.read_text() + machine.read_text()
    for secret in (ACCOUNT, f"{REGION}_", "arn:aws", "@example.com", keys["AccessKeyId"]):
        assert secret not in text
    assert left(cloud) == []


def test_ctrl_c_removes_what_was_made_and_clean_what_a_killed_run_left(cloud, keys):
    def interrupted(by: signal.Signals, at: str) -> tuple[int, str]:
        process = subprocess.Popen(
            [ROOT / ".build/tools/bin/python", "scripts/passkeys", "prove", "--yes"], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env=cloud.environment(keys) | {"PYTHONPATH": "operators/src", "PYTHONDONTWRITEBYTECODE": "1"})
        said = ""
        for line in process.stdout:
            said += line
            if at in line:
                process.send_signal(by)
                break
        said += process.stdout.read()
        return process.wait(PATIENCE), said

    code, said = interrupted(signal.SIGINT, "CREATE_COMPLETE          UserPool\n")
    assert code == 130 and "What was made is removed." in said, said
    assert left(cloud) == []
    interrupted(signal.SIGKILL, ": decisions")
    assert {NAME, RECORDER} <= {*left(cloud)}
    run = cloud.passkeys("prove", "--yes", keys=keys)
    assert run.code == 1 and "prove --clean removes what is left" in run.said, run.said
    run = cloud.passkeys("prove", "--clean", keys=keys)
    assert run.code == 0, run.said
    assert left(cloud) == []


def test_without_rights_the_policy_is_printed_and_nothing_is_made(cloud):
    keys = cloud.user("stranger", json.dumps({"Version": "2012-10-17", "Statement": [HARMLESS]}))
    run = cloud.passkeys("prove", "--yes", keys=keys)
    assert run.code == 1 and "These credentials lack a right." in run.said, run.said
    assert cloud.passkeys("prove", "--policy").said in run.said
    assert left(cloud) == []


@pytest.fixture(scope="module")
def ground(cloud) -> Iterator[Ground]:
    """The stack as the root of the account makes it, with what the emulator does not write or reaches otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (cloud.environment() | ROOT_KEYS).items():
            patch.setenv(name, value)
        patch.setattr(packaged, "METRICS_PATIENCE", 0)
        patch.setattr(SignIns, "_lines", lines)
        account = Account(NAME)
        account.region = REGION
        place = Place(account, f"arn:aws:iam::{ACCOUNT}:root", "")
        made, stack = place.packaged(), Stack(cloud, NAME)
        stack.read()
        metrics(cloud)
        started(cloud, made.groups["VerifyAuthChallengeLogs"])
        yield made._replace(outputs=made.outputs | {"AddAuthenticatorUrl": stack.url("AddAuthenticatorUrl")})
        assert place.remove() == "nothing"


def lines(probes: Packaged, group: str, text: str, quoted: bool = True) -> list[str]:
    """The lines that a filter finds. The emulator's filters take every line."""
    matches = log_filters.pattern(f'"{text}"' if quoted else text)
    pages = probes.client("logs").get_paginator("filter_log_events").paginate(logGroupName=group)
    return [event["message"] for page in pages for event in page["events"]
            if matches(event["message"], parsed(event["message"]))]


def parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def metrics(cloud: Cloud) -> None:
    """Those that CloudWatch would make of lines and of calls."""
    own = [{"Stack": NAME, "Trigger": "Define"}]
    own.append(own[0] | {"Method": "PASSKEY", "Outcome": "right"})
    function = {"FunctionName": f"{NAME}-DefineAuthChallenge"}
    for namespace, name, dimensions in (*((packaged.OWN, "Duration", one) for one in own), *(
            (packaged.LAMBDA, name, function) for name in ("Duration", "Errors", "Invocations", "Throttles"))):
        cloud.client("cloudwatch").put_metric_data(Namespace=namespace, MetricData=[{
            "MetricName": name, "Value": 1, "Dimensions": [{"Name": key, "Value": value}
                                                           for key, value in dimensions.items()]}])


def started(cloud: Cloud, group: str) -> None:
    """Lambda's line about a start."""
    api = cloud.client("logs")
    api.create_log_stream(logGroupName=group, logStreamName="platform")
    line = {"type": "platform.report", "record": {"metrics": {"initDurationMs": 3.1}}}
    api.put_log_events(logGroupName=group, logStreamName="platform", logEvents=[
        {"timestamp": int(time.time() * 1_000), "message": json.dumps(line)}])


def found(ground: Ground) -> dict[str, str]:
    """What is seen in the rows that are otherwise."""
    probes = Packaged(ground)
    rows = [report.row(GUESSES[name], getattr(probes, name), False, False) for name in ROWS]
    return {row["name"]: row["seen"] for row in report.without_followers(rows) if row["verdict"] == report.OTHERWISE}


def test_a_stack_that_is_well_is_as_said(ground):
    assert found(ground).keys() == BASE


def without_right(ground: Ground) -> Callable[[], Any]:
    """Verify may no longer write the table of used proofs."""
    api = ground.client("iam")
    role = ground.client("lambda").get_function_configuration(
        FunctionName=ground.functions["VerifyAuthChallenge"])["Role"].rpartition("/")[2]
    documents = {name: api.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
                 for name in api.list_role_policies(RoleName=role)["PolicyNames"]}

    def put(documents: dict[str, Any]) -> None:
        for name, document in documents.items():
            api.put_role_policy(RoleName=role, PolicyName=name, PolicyDocument=json.dumps(document))

    put({name: document | {"Statement": [HARMLESS if "dynamodb" in str(one["Action"]) else one
                                         for one in document["Statement"]]} for name, document in documents.items()})
    return lambda: put(documents)


def with_variables(function: str, **changed: str) -> Callable[[Ground], Callable[[], Any]]:
    """Gives a function's alias a version with other variables."""
    def change(ground: Ground) -> Callable[[], Any]:
        api, name = ground.client("lambda"), ground.functions[function]
        before = api.get_alias(FunctionName=name, Name="live")["FunctionVersion"]
        own = api.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        variables = {key: value for key, value in (own | changed).items() if value}
        api.update_function_configuration(FunctionName=name, Environment={"Variables": variables})
        version = api.publish_version(FunctionName=name)["Version"]
        api.get_waiter("function_active_v2").wait(FunctionName=name, Qualifier=version, WaiterConfig={"Delay": 1})
        api.update_alias(FunctionName=name, Name="live", FunctionVersion=version)
        return lambda: (api.update_alias(FunctionName=name, Name="live", FunctionVersion=before),
                        api.update_function_configuration(FunctionName=name, Environment={"Variables": own}))
    return change


def test_with_an_authenticator_proofs_sign_in_too_and_a_person_types_a_mailed_code(cloud, deployed, monkeypatch):
    target, _ = deployed("own-authenticator")
    base, sender = target.stack.url("AuthenticatorBaseUrl"), f"ana@{MAIL_DOMAIN}"
    outputs = target.stack.outputs | {"AuthenticatorBaseUrl": base}
    ground = Ground(target.stack.name, cloud.client, "", outputs, {}, {}, sender)
    monkeypatch.setattr(packaged, "answer", lambda question: cloud.codes(sender)[-1])
    probes = Packaged(ground)
    rows = [report.row(GUESSES[name], getattr(probes, name), False, True)
            for name in ("sign_in", "proof_once", "foreign_proof", "mailed_code")]
    assert {row["verdict"] for row in rows} == {report.AS_SAID}, rows


def renamed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """monitoring.yaml has another word."""
    other = json.loads(json.dumps(packages.template(packages.MONITORING)).replace(old, new))
    monkeypatch.setattr(packages, "template", lambda name: other)


CHANGES: dict[str, Callable[[pytest.MonkeyPatch, Ground], Ground | None]] = {
    "stack": lambda patch, ground: ground._replace(status="ROLLBACK_COMPLETE; UserPool: no", outputs={}, functions={},
                                                   groups={}),
    "function_url": lambda patch, ground: ground._replace(
        outputs=ground.outputs | {"AddAuthenticatorUrl": f"{ground.outputs['AddAuthenticatorUrl']}0/"}),
    "log_filters": lambda patch, ground: renamed(patch, 'issue_tokens', 'tokens_issued'),
    "start_lines": lambda patch, ground: renamed(patch, "initDurationMs", "initialisationMs"),
    "lambda_metrics": lambda patch, ground: renamed(patch, '"Throttles"', '"Throttled"'),
    "own_metrics": lambda patch, ground: patch.setattr(packaged, "OWN", "Passkeys"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_otherwise_is_named_and_nothing_else(monkeypatch, ground, name):
    seen = found(CHANGES[name](monkeypatch, ground) or ground)
    assert seen.keys() - BASE == {name}, seen


FAULTS = {
    "runtime": with_variables("VerifyAuthChallenge", TOKEN_MODE="none"),
    "proof_once": with_variables("VerifyAuthChallenge", STATE_TABLE=""),
    # The last one, because the log keeps what it shows.
    "rights": without_right,
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_stack_is_named_and_nothing_else(cloud, ground, name):
    repair = FAULTS[name](ground)
    cloud.restart_functions()
    try:
        seen = found(ground)
    finally:
        repair()
        cloud.restart_functions()
    assert seen.keys() - BASE == {name}, seen
