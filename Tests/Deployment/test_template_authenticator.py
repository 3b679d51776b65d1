"""What template.yaml promises about the authenticator that it can bring along."""

from __future__ import annotations

from typing import Any

from template_case import TemplateCase


GIVEN = {"SignInWith": "own-authenticator", "RelyingPartyId": "login.example.org",
         "PasskeyOrigins": "https://login.example.org", "OtpSender": "Example <no-reply@example.org>",
         "OtpIdentity": "example.org"}
DOMAIN = {"AuthenticatorDomain": "passkeys.example.org",
          "AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/a"}
URL = {"AuthenticatorAliasUrl", "AuthenticatorAliasUrlPermission", "AuthenticatorAliasPermission"}
API = {f"AuthenticatorApi{part}" for part in ("", "Integration", "Route", "Stage", "Mapping", "Permission")} | {
    "AuthenticatorDomainName"}


class AuthenticatorTemplateTests(TemplateCase):
    def made(self, **given: str) -> set[str]:
        """The resources that exist only for the authenticator, with these parameters."""
        with_it = {name for name, resource in self.resources.items() if self.exists(resource, **given)}
        without = {name for name, resource in self.resources.items()
                   if self.exists(resource, **{**given, "SignInWith": "signed"})}
        return with_it - without

    def own(self, **given: str) -> dict[str, Any]:
        return self.variables("Authenticator", **GIVEN, **given)

    def test_nothing_of_it_exists_unless_asked(self) -> None:
        [version] = [name for name in self.resources if name.startswith("AuthenticatorVersion")]
        self.assertEqual(self.made(**{**GIVEN, "UseStateTable": "false"}), URL | {
            "Authenticator", version, "AuthenticatorAliaslive", "AuthenticatorRole", "UsersTable", "OtpKey",
            # It cannot do without this one, so UseStateTable does not matter.
            "OtpCountingKey", "StateTable"})
        for other in ("authsignal", "oidc", "email-code"):
            made = self.made(**GIVEN | {"SignInWith": other})
            self.assertFalse(made & (URL | {"Authenticator", "UsersTable"}), other)

    def test_there_is_one_front_door_a_function_url_or_an_api_under_a_domain(self) -> None:
        for given, doors in (({}, URL), (DOMAIN, API)):
            made = self.made(**GIVEN, **given)
            self.assertEqual(made & (URL | API), doors)
        api = self.properties("AuthenticatorApi")
        self.assertIs(api["DisableExecuteApiEndpoint"], True)
        self.assertEqual(api["ProtocolType"], "HTTP")
        self.assertEqual(self.properties("AuthenticatorApiIntegration")["PayloadFormatVersion"], "2.0")
        self.assertEqual(self.properties("AuthenticatorApiRoute")["RouteKey"], "$default")
        self.assertEqual(self.evaluated(self.properties("AuthenticatorDomainName"), **GIVEN, **DOMAIN), {
            "DomainName": DOMAIN["AuthenticatorDomain"], "Tags": {"cognito-passkeys": "<AWS::StackName>"},
            "DomainNameConfigurations": [{
                "CertificateArn": DOMAIN["AuthenticatorCertificateArn"], "EndpointType": "REGIONAL",
                "SecurityPolicy": "TLS_1_2"}]})

    def test_only_its_front_door_may_call_it(self) -> None:
        permissions = {name: permission["Properties"] for name, permission in
                       self.of_type("AWS::Lambda::Permission").items()
                       if permission["Properties"]["FunctionName"] == {"Fn::Sub": "${AuthenticatorAliaslive}"}}
        function = {"FunctionName": "<AuthenticatorAliaslive>"}
        self.assertEqual(self.evaluated(permissions), {
            "AuthenticatorAliasUrlPermission": function | {
                "Principal": "*", "Action": "lambda:InvokeFunctionUrl", "FunctionUrlAuthType": "NONE"},
            "AuthenticatorAliasPermission": function | {
                "Principal": "*", "Action": "lambda:InvokeFunction", "InvokedViaFunctionUrl": True},
            "AuthenticatorApiPermission": function | {
                "Principal": "apigateway.amazonaws.com", "Action": "lambda:InvokeFunction",
                "SourceAccount": "<AWS::AccountId>",
                "SourceArn": "arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<AuthenticatorApi>/*"},
        })

    def test_only_pages_of_the_origins_can_read_its_answers_at_either_front_door(self) -> None:
        cors = [self.properties("AuthenticatorAliasUrl")["Cors"],
                self.properties("AuthenticatorApi")["CorsConfiguration"]]
        own = "https://login.example.org"
        for given, origins in (({}, [own]), ({"RelatedOrigins": "https://a.example.net,https://b.example.net"},
                                             [own, "https://a.example.net", "https://b.example.net"])):
            for found in self.evaluated(cors, **GIVEN, **given):
                self.assertEqual(found, {"AllowOrigins": origins, "AllowMethods": ["GET", "POST", "PATCH", "DELETE"],
                                         "AllowHeaders": ["authorization", "content-type"],
                                         "ExposeHeaders": ["retry-after"], "MaxAge": 600})

    def test_the_app_gets_the_base_url_of_the_front_door(self) -> None:
        outputs = self.translated["Outputs"]
        base = outputs["AuthenticatorBaseUrl"]
        self.assertEqual(self.evaluated(base["Value"], **GIVEN), "<AuthenticatorAliasUrl.FunctionUrl>v1")
        self.assertEqual(self.evaluated(base["Value"], **GIVEN, **DOMAIN), "https://passkeys.example.org/v1")
        self.assertFalse(self.exists(base))
        self.assertEqual([self.exists(outputs["AuthenticatorDomainTarget"], **GIVEN, **given)
                          for given in ({}, DOMAIN)], [False, True])

    def test_it_reads_its_keys_and_nothing_else(self) -> None:
        secrets = {"SigningKeyArn": "current", "PreviousSigningKeyArn": "previous", "CloudFrontSecretArn": "edge"}
        codes = {"<OtpKey>", "<OtpCountingKey>", "<AuditKey>"}
        for given, keys in (({}, {"<SigningKey>"} | codes), (secrets, {"current", "previous", "edge"} | codes)):
            self.assertEqual(self.allowed("Authenticator", "secretsmanager:GetSecretValue", **GIVEN, **given), keys)
            self.assertEqual({value for name, value in self.own(**given).items() if name.endswith("_ARN")}, keys)

    def test_the_table_of_passkeys_is_kept_backed_up_and_encrypted(self) -> None:
        table = self.resources["UsersTable"]
        self.assertEqual((table["DeletionPolicy"], table["UpdateReplacePolicy"]), ("Retain", "Retain"))
        self.assertEqual(table["Properties"], {
            "BillingMode": "PAY_PER_REQUEST", "DeletionProtectionEnabled": True,
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                     {"AttributeName": "sk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
            "SSESpecification": {"Fn::If": ["OwnKmsKey", {
                "SSEEnabled": True, "SSEType": "KMS", "KMSMasterKeyId": {"Ref": "KmsKeyArn"}}, {"SSEEnabled": True}]}})

    def test_settings_that_are_not_given_are_not_set(self) -> None:
        self.assertEqual(self.own(), {
            "AUDIT": "digest", "AUDIT_KEY_ARN": "<AuditKey>", "MASKED_ADDRESS": "letters",
            "USER_POOL_ID": "<UserPool>", "TOKEN_SIGNING_KEY_ARN": "<SigningKey>", "USERS_TABLE": "<UsersTable>",
            "STATE_TABLE": "<StateTable>", "RELYING_PARTY_ID": "login.example.org",
            "PASSKEY_ORIGINS": "https://login.example.org", "OTP_KEY_ARN": "<OtpKey>",
            "OTP_COUNTING_KEY_ARN": "<OtpCountingKey>", "OTP_MAILS_PER_HOUR": "3600",
            "OTP_SENDER": "Example <no-reply@example.org>"})

    def test_the_service_has_one_name_in_mails_and_beside_passkeys(self) -> None:
        self.assertEqual(self.own(ServiceName="Shop"),
                         self.own() | {"SERVICE_NAME": "Shop", "RELYING_PARTY_NAME": "Shop"})

    def test_verify_and_the_authenticator_agree_on_the_assurance(self) -> None:
        for given, assurance in (({}, None), ({"Assurance": "aal2"}, "aal2")):
            self.assertEqual(self.own(**given).get("ASSURANCE"), assurance)
            self.assertEqual(self.variables("VerifyAuthChallenge", **GIVEN, **given).get("ASSURANCE"), assurance)

    def test_each_function_with_a_url_has_a_concurrency_of_its_own_only_if_asked(self) -> None:
        for name in ("Authenticator", "AddAuthenticator"):
            function = {name: self.properties(name)["ReservedConcurrentExecutions"]}
            self.assertEqual(self.evaluated(function), {})
            self.assertEqual(self.evaluated(function, AuthenticatorConcurrency="20"), {name: "20"})
        calls = self.translated["Outputs"]["AuthenticatorCalls"]["Value"]
        self.assertEqual([self.evaluated(calls, AuthenticatorConcurrency=limit) for limit in ("", "20")],
                         ["all of the account in this Region", "20"])

    def test_settings_have_the_form_that_the_function_accepts(self) -> None:
        fingerprint = ":".join(["0A"] * 32)
        self.assert_patterns(
            ("RelyingPartyId", "login.example.org", True), ("RelyingPartyId", "https://login.example.org", False),
            ("RelyingPartyId", "Example.org", False), ("RelyingPartyId", "localhost", True),
            ("RelyingPartyId", "example", False),
            ("PasskeyOrigins", "http://localhost:5173,https://a.example.org", True),
            ("PasskeyOrigins", "http://localhost.example.org", False), ("RelatedOrigins", "http://localhost", False),
            ("PasskeyOrigins", "https://a.example.org,https://b.example.org:8443", True),
            ("PasskeyOrigins", "", True), ("PasskeyOrigins", "*", False), ("PasskeyOrigins", "null", False),
            ("PasskeyOrigins", "https://*.example.org", False), ("PasskeyOrigins", "https://a.example.org,*", False),
            ("PasskeyOrigins", "https://a.example.org/", False), ("PasskeyOrigins", "http://a.example.org", False),
            ("PasskeyOrigins", "https://a.example.orghttps://b.example.org", False),
            ("PasskeyOrigins", ",https://a.example.org", False), ("PasskeyOrigins", "https://A.example.org", False),
            ("RelatedOrigins", "https://example.net", True), ("RelatedOrigins", "https://*.example.net", False),
            ("AppleAppIds", "ABCDE12345.org.example.app,ABCDE12345.org.example.two", True),
            ("AppleAppIds", "org.example.app", False),
            ("AndroidApps", f"org.example.app={fingerprint},org.example.app={fingerprint}", True),
            ("AndroidApps", "org.example.app", False), ("AndroidApps", f"org.example.app={fingerprint}:0A", False),
            ("AuthenticatorConcurrency", "", True), ("AuthenticatorConcurrency", "9999", True),
            *(("AuthenticatorConcurrency", value, False) for value in ("0", "-1", "1.5")),
            ("AuthenticatorDomain", "*.example.org", False),
            ("ExistingUsersTable", "passkeys-UsersTable-1A", True), ("ExistingUsersTable", "*", False))
