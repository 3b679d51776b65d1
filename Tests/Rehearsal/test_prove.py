"""The command that proves AWS, on the emulated one: it runs under the policy that it prints and leaves nothing, and a
stack in which one thing is wrong gets a report that names that row and no other."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import log_filters
import pytest

from cloud import ACCOUNT, BOUNDARY, MAIL_DOMAIN, REGION, ROOT, ROOT_KEYS, Cloud, Stack
from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.prove import packaged, passkeys, report, starts
from cognito_passkeys.prove.deployed import Deployed, Ground
from cognito_passkeys.prove.ground import NAME, RECORDER, Place
from cognito_passkeys.prove.guesses import GUESSES
from cognito_passkeys.prove.packaged import Packaged
from cognito_passkeys.prove.passkeys import Passkeys, UserPool
from journeys.app import other_code
from journeys.calls import PATIENCE
from test_actions import HARMLESS, Right, put, rights

# What the emulator does otherwise than Cognito, as far as the probes can be played there.
OTHERWISE = {"changed_event", "event_members", "forgotten_password", "metadata_way", "other_username", "session_length",
             "session_once", "token_versions", "unconfirmed", "white_space_in_name"}
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


def begun(cloud: Cloud, keys: dict[str, str], *words: str) -> subprocess.Popen[str]:
    """The command under way."""
    return subprocess.Popen(
        [ROOT / ".build/tools/bin/python", "scripts/passkeys", "prove", "--yes", *words], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.PIPE,
        env=cloud.environment(keys) | {"PYTHONPATH": "operators/src"})


def test_with_a_sender_a_person_types_the_mailed_code(cloud, keys, tmp_path):
    sender, said = f"ana@{MAIL_DOMAIN}", ""
    process = begun(cloud, keys, "--sender", sender, "--compare", "--output", str(tmp_path))
    for typed in ("wrong", "right"):
        while not said.endswith("(Enter if none comes): "):
            said += (letter := process.stdout.read(1))
            assert letter, said
        [code] = cloud.codes(sender)
        process.stdin.write(f"{code if typed == 'right' else other_code(code)}\n")
        process.stdin.flush()
        said += "\n"
    said += process.stdout.read()
    assert process.wait(PATIENCE) == 0, said
    [machine] = tmp_path.glob("*.json")
    rows = {row["name"]: row for row in json.loads(machine.read_text())["rows"]}
    assert (rows["mailed_code"]["verdict"], rows["mailed_code"]["seen"]) == (report.AS_SAID, "tokens, verified"), said
    assert {name for name, row in rows.items() if row["verdict"] == report.OTHERWISE} == OTHERWISE
    assert sender not in machine.read_text()
    assert left(cloud) == []


def test_ctrl_c_removes_what_was_made_and_clean_what_a_killed_run_left(cloud, keys, tmp_path):
    def interrupted(by: signal.Signals, at: str) -> tuple[int, str]:
        process = begun(cloud, keys, "--output", str(tmp_path))
        said = ""
        for line in process.stdout:
            said += line
            if at in line:
                process.send_signal(by)
                break
        said += process.stdout.read()
        return process.wait(PATIENCE), said

    # While the first stack is made, while the second one is made in its place, and in the last removal.
    for moment, expected, words in (
            ("CREATE_COMPLETE          UserPool\n", 130, "What was made is removed."),
            ("CREATE_COMPLETE          UsersTable\n", 130, "What was made is removed."),
            ("Detached.\n", 0, "Still removing.")):
        code, said = interrupted(signal.SIGINT, moment)
        assert code == expected and words in said, said
        assert left(cloud) == []
    interrupted(signal.SIGKILL, ": passkey_added")
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
def place(cloud) -> Iterator[Place]:
    """The account as its root has it, with what the emulator does not write."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (cloud.environment() | ROOT_KEYS).items():
            patch.setenv(name, value)
        patch.setattr(packaged, "METRICS_PATIENCE", 0)
        patch.setattr(Deployed, "lines", lines)
        account = Account(NAME)
        account.region = REGION
        place = Place(account, f"arn:aws:iam::{ACCOUNT}:root", "")
        yield place
        assert place.remove() == "nothing"


@pytest.fixture(scope="module")
def plain(cloud, place) -> Packaged:
    made = place.packaged()
    metrics(cloud)
    started(cloud, made.groups["VerifyAuthChallengeLogs"])
    return Packaged(made)


@pytest.fixture(scope="module")
def own(place) -> Passkeys:
    """With an authenticator. It takes the place of the other stack, so its tests come later."""
    place.recorder()
    return Passkeys(place.authenticator())


# Denials of before this moment are not seen, because the log keeps them.
SINCE = [0.0]


def lines(probes: Deployed, group: str, text: str, quoted: bool = True) -> list[str]:
    """The lines that a filter finds. The emulator's filters take every line."""
    matches = log_filters.pattern(f'"{text}"' if quoted else text)
    pages = probes.client("logs").get_paginator("filter_log_events").paginate(logGroupName=group)
    return [event["message"] for page in pages for event in page["events"]
            if matches(event["message"], parsed(event["message"]))
            and (text != "AccessDenied" or event["timestamp"] >= SINCE[0])]


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


def found(probes: Deployed) -> dict[str, str]:
    """What is seen in the rows that are otherwise, by probes that have seen nothing yet."""
    probes = type(probes)(probes.ground)
    rows = [report.row(guess, getattr(probes, name), False, False) for name, guess in GUESSES.items()
            if hasattr(probes, name)]
    return {row["name"]: row["seen"] for row in report.without_followers(rows) if row["verdict"] == report.OTHERWISE}


def renamed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """monitoring.yaml has another word."""
    other = json.loads(json.dumps(packages.template(packages.MONITORING)).replace(old, new))
    monkeypatch.setattr(packages, "template", lambda name: other)


def not_made(ground: Ground) -> Ground:
    return ground._replace(status="ROLLBACK_COMPLETE; UserPool: no", outputs={}, functions={}, groups={})


def not_served(ground: Ground) -> Ground:
    """No function has the URL."""
    url = ground.outputs["AddAuthenticatorUrl"].rstrip("/")
    return ground._replace(outputs=ground.outputs | {"AddAuthenticatorUrl": f"{url}0/"})


def reset(patch: pytest.MonkeyPatch, ground: Ground) -> None:
    """Cognito gives a setting another value than the update names."""
    made, policy = UserPool.__init__, {"Policies": {"PasswordPolicy": {"MinimumLength": 8}}}

    def init(self: UserPool, *given: Any) -> None:
        made(self, *given)
        call = self.api.update_user_pool
        self.api.update_user_pool = lambda **later: call(**later | policy)

    ground.client("cognito-idp").update_user_pool(UserPoolId=ground.outputs["UserPoolId"], LambdaConfig={})
    patch.setattr(UserPool, "__init__", init)


def forgetful(patch: pytest.MonkeyPatch, ground: Ground) -> None:
    """The state table loses what has been used."""
    answered, api = Passkeys._answered, ground.client("dynamodb")
    [table] = [name for name in api.list_tables()["TableNames"] if f"{NAME}-StateTable" in name]

    def forgotten(self: Passkeys, *given: Any) -> str:
        came_to = answered(self, *given)
        for item in api.scan(TableName=table)["Items"]:
            api.delete_item(TableName=table, Key={"pk": item["pk"]})
        return came_to

    patch.setattr(Passkeys, "_answered", forgotten)


def undeleted(patch: pytest.MonkeyPatch, ground: Ground) -> None:
    """A removal leaves what it was to remove."""
    call = passkeys.request
    patch.setattr(passkeys, "request", lambda *given: (200, {}) if "DELETE" in given else call(*given))


# What is done otherwise, by the row that has to say so: without an authenticator, and with one.
PLAIN: dict[str, Callable[[pytest.MonkeyPatch, Ground], Ground | None]] = {
    "stack": lambda patch, ground: not_made(ground),
    "log_filters": lambda patch, ground: renamed(patch, 'issue_tokens', 'tokens_issued'),
    "start_lines": lambda patch, ground: renamed(patch, "initDurationMs", "initialisationMs"),
    "lambda_metrics": lambda patch, ground: renamed(patch, '"Throttles"', '"Throttled"'),
    "own_metrics": lambda patch, ground: patch.setattr(packaged, "OWN", "Passkeys"),
}
OWN: dict[str, Callable[[pytest.MonkeyPatch, Ground], Ground | None]] = {
    "authenticator_stack": lambda patch, ground: not_made(ground),
    "attach": reset,
    "function_url": lambda patch, ground: not_served(ground),
    "passkey_once": forgetful,
    "passkey_removed": undeleted,
}


def with_variables(function: str, **changed: str) -> Callable[[Cloud, Deployed], Callable[[], Any]]:
    """Gives a function's alias a version with other variables."""
    def change(cloud: Cloud, probes: Deployed) -> Callable[[], Any]:
        api, name = probes.client("lambda"), probes.ground.functions[function]
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


def stage(cloud: Cloud) -> SimpleNamespace:
    """The present stack, as the tests of rights take it."""
    stack = Stack(cloud, NAME)
    stack.read()
    return SimpleNamespace(cloud=cloud, stack=stack)


def without_right(role: str, action: str, table: str) -> Callable[[Cloud, Deployed], Callable[[], Any]]:
    """A role lacks one action on a table."""
    def change(cloud: Cloud, probes: Deployed) -> Callable[[], Any]:
        here = stage(cloud)
        [right] = [one for one in rights(here) if re.search(f"-{role}-.*: {action} on .*{table}", str(one))]
        return taken(here, right)
    return change


def taken(here: SimpleNamespace, right: Right) -> Callable[[], Any]:
    put(here, right.role, right.without)
    return lambda: put(here, right.role, right.documents)


PLAIN_FAULTS = {
    "runtime": with_variables("VerifyAuthChallenge", TOKEN_MODE="none"),
    "proof_once": with_variables("VerifyAuthChallenge", STATE_TABLE=""),
    "rights": without_right("VerifyAuthChallengeRole", "dynamodb:UpdateItem", "StateTable"),
}
OWN_FAULTS = {
    "authenticator_runtime": with_variables("Authenticator", RELYING_PARTY_ID=""),
    "passkey_added": with_variables("Authenticator", PASSKEY_ORIGINS="http://localhost:9"),
    "passkey_sign_in": with_variables("VerifyAuthChallenge", PASSKEY_ORIGINS="http://localhost:9"),
    "authenticator_rights": without_right("AuthenticatorRole", "dynamodb:PutItem", "UsersTable"),
}


def changed(monkeypatch: pytest.MonkeyPatch, probes: Deployed, change: Callable[..., Ground | None]) -> dict[str, str]:
    return found(type(probes)(change(monkeypatch, probes.ground) or probes.ground))


def broken(cloud: Cloud, probes: Deployed, fault: Callable[..., Callable[[], Any]]) -> dict[str, str]:
    SINCE[0] = time.time() * 1_000
    repair = fault(cloud, probes)
    cloud.restart_functions()
    try:
        return found(probes)
    finally:
        repair()
        cloud.restart_functions()


# Rights that only a mailed code needs.
NOT_USED = re.compile("AdminUpdateUserAttributes|ses:SendEmail|-AuthenticatorRole-.*:(Get|Update)Item.*StateTable")


def assert_each_missing_right_is_named(cloud: Cloud, probes: Deployed, *rows: str) -> None:
    here = stage(cloud)
    for right in rights(here):
        if not NOT_USED.search(str(right)):
            seen = broken(cloud, probes, lambda *_: taken(here, right))
            assert seen.keys() - BASE in [{row} for row in rows], (str(right), seen)


def test_a_stack_that_is_well_is_as_said(plain):
    assert found(plain).keys() == BASE


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_otherwise_is_named_and_nothing_else(monkeypatch, plain, name):
    seen = changed(monkeypatch, plain, PLAIN[name])
    assert seen.keys() - BASE == {name}, seen


@pytest.mark.parametrize("name", PLAIN_FAULTS)
def test_a_fault_of_the_stack_is_named_and_nothing_else(cloud, plain, name):
    seen = broken(cloud, plain, PLAIN_FAULTS[name])
    assert seen.keys() - BASE == {name}, seen


@pytest.mark.skipif(not os.environ.get("ACTIONS"), reason="takes a minute: ACTIONS=1")
def test_each_right_that_is_missing_is_named(cloud, plain):
    assert_each_missing_right_is_named(cloud, plain, "runtime", "rights")


def test_an_authenticator_that_is_well_is_as_said(own):
    assert found(own) == {}


def test_each_function_is_measured_beside_a_sign_in(own):
    probes = Passkeys(own.ground)
    probes.attach()
    measured = starts.measured(probes, 1, {})
    assert [*measured][:-1] == [*own.ground.functions]
    assert all(cells["start in speed.md"] for name, cells in measured.items() if name in own.ground.functions)
    # The emulator writes no lines about calls, so that only the sign-in has a time.
    assert measured[[*measured][-1]]["later call ms"] > 0


@pytest.mark.parametrize("name", OWN)
def test_what_an_authenticator_does_otherwise_is_named_and_nothing_else(monkeypatch, own, name):
    seen = changed(monkeypatch, own, OWN[name])
    assert seen.keys() == {name}, seen


@pytest.mark.parametrize("name", OWN_FAULTS)
def test_a_fault_beside_an_authenticator_is_named_and_nothing_else(cloud, own, name):
    seen = broken(cloud, own, OWN_FAULTS[name])
    assert seen.keys() == {name}, seen


@pytest.mark.skipif(not os.environ.get("ACTIONS"), reason="takes a minute: ACTIONS=1")
def test_each_right_that_is_missing_beside_an_authenticator_is_named(cloud, own):
    assert_each_missing_right_is_named(cloud, own, "authenticator_runtime", "authenticator_rights")
