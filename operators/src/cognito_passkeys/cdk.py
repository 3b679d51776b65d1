"""Passkeys and emailed codes for an Amazon Cognito user pool, as a construct for AWS CDK. It needs aws-cdk-lib and Node.

It is the construct of the npm package cognito-passkeys-cdk, whose page says what the properties mean. In Python they
have the parameters' names with underscores: `CognitoPasskeys(self, "SignIn", sign_in_with="email-code", …)`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Callable, Literal, Sequence

import jsii
from aws_cdk import (
    ArnFormat, CfnResource, CfnStack, Fn, IAnyProducer, IResolveContext, IStringProducer, Lazy, Names, Stack, Token)
from aws_cdk.aws_cognito import CfnUserPool, CfnUserPoolClient, IUserPool, IUserPoolClient, UserPool, UserPoolClient
from aws_cdk.aws_s3_assets import Asset
from constructs import Construct, IConstruct, IValidation

from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from cognito_passkeys.deployment.refusals import broken_rules, of_value
from cognito_passkeys.files import ROOT

DIST = ROOT / "dist"
CUSTOM, REFRESH = "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"
# Minutes. Some emails take longer than Cognito's default of 3 to arrive.
SESSION_MINUTES = 10


@jsii.implements(IAnyProducer, IStringProducer)
class _Late:
    """A value that is made at synthesis."""

    def __init__(self, make: Callable[[IResolveContext], Any]) -> None:
        self.make = make

    def produce(self, context: IResolveContext) -> Any:
        return self.make(context)


@jsii.implements(IValidation)
class _Check:
    def __init__(self, problems: Callable[[], list[str]]) -> None:
        self.problems = problems

    def validate(self) -> list[str]:
        return self.problems()


class CognitoPasskeys(Construct):
    """The packaged template as a nested stack."""

    def __init__(self, scope: Construct, id: str, *, for_good: Sequence[str] = (), name: str | None = None,
                 dist: Path = DIST, **properties: Any) -> None:
        """
        :param for_good: your word that these properties are meant: a pool or its users keep their values for good.
        :param name: what the names of the functions begin with, unique in the account and Region.
        :param dist: a folder with zips and nested.json of your own build.
        :param properties: parameters of the template.
        """
        super().__init__(scope, id)
        if properties.get("architecture") == "arm64" and dist == DIST:
            raise ValueError("The zips of this package are for x86_64: give dist, a folder with zips for arm64")
        self._text = (dist / "nested.json").read_text(encoding="utf-8")
        self._template = json.loads(self._text)
        name = name or Names.unique_resource_name(self, max_length=43, separator="-")
        self._values = self._given({"name": name, **properties}, for_good)
        self.name = self._values["Name"]
        for function, resource in self._template["Resources"].items():
            if resource["Type"] == "AWS::Lambda::Function":
                zip_file = Asset(self, function, path=str(dist / f"{function}.zip"))
                self._values[f"{function}Key"] = zip_file.s3_object_key
                self._values["CodeBucket"] = zip_file.s3_bucket_name
        template = Asset(self, "Template", path=str(dist / "nested.json"))
        revision = Lazy.uncached_string(_Late(self._revision))
        self._nested = CfnStack(self, "Stack", template_url=template.http_url, parameters=Lazy.uncached_any(
            _Late(lambda context: {"Revision": revision, **self._values})))
        # `cdk diff` compares the nested stack by it.
        template.add_resource_metadata(self._nested, "TemplateURL")
        self._pool: IUserPool | None = None
        self._client: IUserPoolClient | None = None
        self.node.add_validation(_Check(self._broken_rules))

    @property
    def user_pool(self) -> IUserPool:
        """The new pool, or the one that the functions are attached to."""
        self._pool = self._pool or UserPool.from_user_pool_id(self, "UserPool", self.output("UserPoolId"))
        return self._pool

    @property
    def user_pool_client(self) -> IUserPoolClient:
        """The new app client, or the one that the functions are attached to."""
        self._client = self._client or UserPoolClient.from_user_pool_client_id(
            self, "UserPoolClient", self.output("UserPoolClientId"))
        return self._client

    @property
    def authenticator_url(self) -> str:
        return self.output("AuthenticatorBaseUrl")

    def output(self, name: str) -> str:
        """An output of the template, such as AddAuthenticatorUrl. Fails if these properties do not make it."""
        if name not in self._template["Outputs"] or not self._holds(self._template["Outputs"][name]):
            raise ValueError(f"{self.node.path} has no output {name} with these properties")
        return Token.as_string(self._nested.get_att(f"Outputs.{name}"))

    def attach_to(self, pool: IUserPool, client: IUserPoolClient, *, close_flows: bool,
                  pre_sign_up: Literal["replace", "keep"] | None = None) -> None:
        """Lets a pool of this app use the functions. Synthesis fails if another function is in one of the triggers."""
        pool_resource, client_resource = _resource(pool, CfnUserPool), _resource(client, CfnUserPoolClient)
        if self._pool or self._client or self._values.get("ExistingUserPoolId", pool.user_pool_id) != pool.user_pool_id:
            raise ValueError(f"{self.node.path} has another pool already: attach before anything asks for user_pool")
        self._pool, self._client = pool, client
        self._values["ExistingUserPoolId"] = pool.user_pool_id
        self._values.setdefault("AllowedClientIds", client.user_pool_client_id)
        self._attach_triggers(pool_resource, pre_sign_up)
        _require_proven_address(pool_resource)
        _allow_flows(client_resource, close_flows)

    def _attach_triggers(self, pool: CfnUserPool, pre_sign_up: str | None) -> None:
        # The property itself would lose what is known only at synthesis.
        stack, before = Stack.of(pool), pool._cfn_properties.get("lambdaConfig")
        if "email" in _settings(pool).get("aliasAttributes", []) and self._values.get("ConfirmSignUp") != "code":
            raise ValueError('An address is an alias in this pool only once it is proven: set confirm_sign_up to "code"')
        triggers = {
            trigger[0].lower() + trigger[1:]: stack.format_arn(
                service="lambda", resource="function", resource_name=f"{self.name}-{name}:live",
                arn_format=ArnFormat.COLON_RESOURCE_NAME)
            for trigger, name in self._template["Metadata"]["Triggers"].items()
            if self._holds(self._template["Resources"][name]) and (trigger, pre_sign_up) != ("PreSignUp", "keep")}

        def others() -> dict[str, Any]:
            return stack.resolve(before) or {}

        def problems() -> list[str]:
            return [f"{pool.node.path} has another function in its trigger {trigger}" for trigger in triggers
                    if (trigger, pre_sign_up) != ("preSignUp", "replace")
                    and (trigger in others() or f"{trigger}Config" in others())]

        # At synthesis, because the app may add triggers after this.
        pool.lambda_config = Lazy.uncached_any(_Late(lambda context: {**(context.resolve(before) or {}), **triggers}))
        self.node.add_validation(_Check(problems))

    def _revision(self, context: IResolveContext) -> str:
        """Changes with every value, zip and template, so that the functions' alias follows."""
        text = json.dumps([context.resolve(self._values), self._text], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:12]

    def _given(self, properties: dict[str, Any], for_good: Sequence[str]) -> dict[str, str]:
        values = {}
        for name, given in properties.items():
            parameter = "".join(part.capitalize() for part in name.split("_"))
            declared = self._template["Parameters"].get(parameter)
            if declared is None:
                raise TypeError(f"There is no property {name}")
            if parameter in self._template["Metadata"]["OneWay"] and name not in for_good:
                raise ValueError(f"{name} is for good: name it in for_good too")
            values[parameter] = _text(given)
            # What is known only at the deployment is judged there.
            if not Token.is_unresolved(values[parameter]) and any(of_value(parameter, values[parameter], declared)):
                raise ValueError(f"{name} cannot be {given!r}")
        return values

    def _broken_rules(self) -> list[str]:
        return [*broken_rules(self._template, defaults(self._template) | self._values)]

    def _holds(self, part: dict[str, Any]) -> bool:
        return "Condition" not in part or self._evaluate({"Condition": part["Condition"]})

    def _evaluate(self, node: Any) -> Any:
        return evaluate(node, defaults(self._template) | self._values, self._template["Conditions"])


def _text(given: Any) -> str:
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, (list, tuple)):
        return Fn.join(",", given) if Token.is_unresolved(given) else ",".join(given)
    return str(given)


def _resource(construct: IConstruct, kind: type) -> Any:
    """The resource of a construct that this app defines."""
    found = construct if isinstance(construct, kind) else construct.node.default_child
    if not isinstance(found, kind):
        raise ValueError(f"{construct.node.path} is not defined in this app: its owner has to attach the functions")
    return found


def _settings(resource: CfnResource) -> dict[str, Any]:
    return Stack.of(resource).resolve(resource._cfn_properties)


def _require_proven_address(pool: CfnUserPool) -> None:
    """A new address takes effect only after a code has proven it. Otherwise a stolen session could take the account."""
    settings, required = _settings(pool), "attributesRequireVerificationBeforeUpdate"
    pool.auto_verified_attributes = _with_email(settings.get("autoVerifiedAttributes", []))
    pool.user_attribute_update_settings = CfnUserPool.UserAttributeUpdateSettingsProperty(
        attributes_require_verification_before_update=_with_email(
            settings.get("userAttributeUpdateSettings", {}).get(required, [])))


def _with_email(attributes: list[str]) -> list[str]:
    return list(dict.fromkeys([*attributes, "email"]))


def _allow_flows(client: CfnUserPoolClient, only: bool) -> None:
    settings = _settings(client)
    # What Cognito allows a client that names no flow.
    before = settings.get("explicitAuthFlows", ["ALLOW_USER_SRP_AUTH", REFRESH])
    # Clients that rotate refresh tokens refresh in another way, and Cognito refuses the flow then.
    rotates = settings.get("refreshTokenRotation", {}).get("feature") == "ENABLED"
    wanted = dict.fromkeys([*([] if only else before), CUSTOM, REFRESH])
    client.explicit_auth_flows = [flow for flow in wanted if flow != REFRESH or not rotates]
    if only:
        # The hosted pages, which constructs of CDK allow unless told otherwise.
        client.allowed_o_auth_flows_user_pool_client = False
        client.allowed_o_auth_flows = client.allowed_o_auth_scopes = None
    client.prevent_user_existence_errors = "ENABLED"
    client.auth_session_validity = max(SESSION_MINUTES, int(settings.get("authSessionValidity", 0)))
    client.enable_token_revocation = True
