"""The stack with the recorder, a function that is every trigger of two small pools, and a pool without triggers."""

import json
from pathlib import Path
from typing import Any

from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER

# What the command's functions are compared with: the least that a handler does.
NODE = "exports.handler = async (event) => event;"
RECORDER = Path(__file__).with_name("recorder.py")
TAG = "cognito-passkeys"
# Each pool with its own settings. The first one is like that of the packaged template.
POOLS: dict[str, dict[str, Any]] = {
    "Plain": {"UsernameAttributes": ["email"]},
    "Alias": {"AliasAttributes": ["email", "preferred_username"],
              "DeviceConfiguration": {"DeviceOnlyRememberedOnUserPrompt": False}},
    # The stack with an authenticator serves it. Attaching has to keep the policy.
    "Existing": {"UsernameAttributes": ["email"], "Policies": {"PasswordPolicy": {"MinimumLength": 14}}},
}
# The triggers that are the recorder.
TRIGGERS = {"Plain": [*CUSTOM_AUTH_TRIGGERS], "Alias": [*CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER]}
# Each app client, with its pool and whether it has a secret.
CLIENTS = {"PlainClient": ("Plain", False), "SecretClient": ("Plain", True), "AliasClient": ("Alias", False),
           "ExistingClient": ("Existing", False)}


def template(name: str, boundary: str, has_node: bool = False) -> str:
    """
    :param has_node: whether there is a function on Node.js, to compare the others with.
    :param name: the name of the packaged stack, by whose tag the deployer's policy knows what is its own.
    :param boundary: the ARN of the permissions boundary; empty for none.
    """
    group, tags = f"/aws/lambda/{name}/recorder", [{"Key": TAG, "Value": name}]
    bound = {"PermissionsBoundary": boundary} if boundary else {}
    resources: dict[str, Any] = {
        "Logs": resource("Logs::LogGroup", LogGroupName=group, RetentionInDays=1),
        "Role": resource(
            "IAM::Role", Path="/cognito-passkeys/", Tags=tags, **bound,
            AssumeRolePolicyDocument=policy({"Principal": {"Service": "lambda.amazonaws.com"}}, "sts:AssumeRole"),
            Policies=[{"PolicyName": "Logs", "PolicyDocument": policy(
                {"Resource": attribute("Logs", "Arn")}, "logs:CreateLogStream", "logs:PutLogEvents")}]),
        "Recorder": function("python3.13", RECORDER.read_text(encoding="utf-8"))}
    if has_node:
        resources["Node"] = function("nodejs22.x", NODE, LogFormat="JSON")
    for pool, settings in POOLS.items():
        resources[pool] = resource(
            "Cognito::UserPool", **settings, UserPoolTier="LITE", UserPoolTags={TAG: name},
            AccountRecoverySetting={"RecoveryMechanisms": [{"Name": "admin_only", "Priority": 1}]},
            LambdaConfig={trigger: attribute("Recorder", "Arn") for trigger in TRIGGERS.get(pool, [])})
    for pool in TRIGGERS:
        resources[f"{pool}Calls"] = resource(
            "Lambda::Permission", FunctionName={"Ref": "Recorder"}, Action="lambda:InvokeFunction",
            Principal="cognito-idp.amazonaws.com", SourceArn=attribute(pool, "Arn"))
    for client, (pool, has_secret) in CLIENTS.items():
        resources[client] = resource(
            "Cognito::UserPoolClient", UserPoolId={"Ref": pool}, GenerateSecret=has_secret,
            ExplicitAuthFlows=["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"], PreventUserExistenceErrors="ENABLED")
    outputs = {key: {"Value": {"Ref": key}} for key in (*POOLS, *CLIENTS, "Logs", "Node") if key in resources}
    return json.dumps({"Resources": resources, "Outputs": outputs})


def resource(kind: str, **properties: Any) -> dict[str, Any]:
    return {"Type": f"AWS::{kind}", "Properties": properties}


def function(runtime: str, text: str, **logging: str) -> dict[str, Any]:
    return resource("Lambda::Function", Runtime=runtime, Handler="index.handler", Timeout=30, Code={"ZipFile": text},
                    Role=attribute("Role", "Arn"), LoggingConfig={"LogGroup": {"Ref": "Logs"}, **logging})


def attribute(name: str, member: str) -> dict[str, list[str]]:
    return {"Fn::GetAtt": [name, member]}


def policy(about: dict[str, Any], *actions: str) -> dict[str, Any]:
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": [*actions], **about}]}
