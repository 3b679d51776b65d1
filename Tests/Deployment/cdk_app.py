"""The same as cdk_app.js with the construct in Python."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

from aws_cdk import App, CfnOutput, Stack
from aws_cdk.aws_cognito import AuthFlow, SignInAliases, UserPool, UserPoolClient, UserPoolOperation
from aws_cdk.aws_lambda import Function
from cognito_passkeys.cdk import CognitoPasskeys


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def make(folder: str, properties: dict[str, Any], signInAliases: dict[str, bool] | None = None, trigger: str = "",
         triggerLater: str = "", attach: dict[str, Any] | None = None, outputs: tuple[str, ...] = ()) -> None:
    # CDK's own check of the same templates takes seconds, and is on in TypeScript.
    app = App(outdir=folder, analytics_reporting=False, builtin_cloud_formation_validation=False)
    stack = Stack(app, "App")
    given = {snake(name): value for name, value in properties.items()}
    given |= {"dist": Path(given["dist"])} if "dist" in given else {}
    given["for_good"] = [snake(name) for name in given.get("for_good", [])]
    pool = client = None
    if signInAliases:
        pool = UserPool(stack, "Pool", sign_in_aliases=SignInAliases(**signInAliases), self_sign_up_enabled=True)
        client = UserPoolClient(stack, "Client", user_pool=pool, auth_flows=AuthFlow(user_srp=True))

    def own(name: str) -> None:
        function = Function.from_function_arn(stack, "Own", "arn:aws:lambda:eu-west-1:1:function:own")
        pool.add_trigger(UserPoolOperation.of(name), function)

    if trigger:
        own(trigger)
    if pool and not attach:
        given |= {"existing_user_pool_id": pool.user_pool_id, "allowed_client_ids": [client.user_pool_client_id]}
    sign_in = CognitoPasskeys(stack, "SignIn", **given)
    if attach:
        sign_in.attach_to(pool, client, **{snake(name): value for name, value in attach.items()})
    if triggerLater:
        own(triggerLater)
    values = {name: sign_in.output(name) for name in outputs}
    values["ClientId"] = (client or sign_in.user_pool_client).user_pool_client_id
    values["PoolId"] = (pool or sign_in.user_pool).user_pool_id
    for name, value in values.items():
        CfnOutput(stack, name, value=value)
    app.synth()


for line in sys.stdin:
    started, error = time.process_time(), ""
    try:
        make(**json.loads(line))
    except Exception as thrown:
        error = str(thrown)
    print(json.dumps({"error": error, "seconds": time.process_time() - started}), flush=True)
