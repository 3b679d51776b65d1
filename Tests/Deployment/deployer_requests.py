"""What somebody asks of AWS with the deployer's policy: escalations, and what CloudFormation calls.

The stack is passkeys, in the account of the examples in docs/. `login` is another one of the same account.
"""

from __future__ import annotations

from iam_evaluator import Request

ACCOUNT, REGION = "111122223333", "eu-west-1"
TAG = "cognito-passkeys"
BOUNDARY = f"arn:aws:iam::{ACCOUNT}:policy/passkeys-boundary"
BOUND = {"iam:PermissionsBoundary": BOUNDARY}
# How CloudFormation calls in the deployer's name.
CALLED = {"aws:CalledVia": ["cloudformation.amazonaws.com"]}
OWN, OTHERS = {f"aws:ResourceTag/{TAG}": "passkeys"}, {f"aws:ResourceTag/{TAG}": "login"}
TAGGING = {f"aws:RequestTag/{TAG}": "passkeys"}


def arn(service: str, resource: str, region: str = REGION, account: str = ACCOUNT) -> str:
    return f"arn:aws:{service}:{region}:{account}:{resource}"


def role(name: str) -> str:
    return arn("iam", f"role/{name}", region="")


ROLE = role("cognito-passkeys/passkeys-AuthenticatorRole-1A2B3C")
ROLE_OF_MONITORING = role("cognito-passkeys/passkeys-monitoring-AuditDeliveryRole-1A2B3C")
# With the boundary's tag and path or without, nothing of these is the stack's.
FOREIGN_ROLES = [role(name) for name in (
    "Admin", "passkeys-admin", "cognito-passkeys/login-AuthenticatorRole-1A2B3C", "other/passkeys-AuthenticatorRole")]
POOL, SECRET = arn("cognito-idp", "userpool/eu-west-1_Own"), arn("secretsmanager", "secret:SigningKey-1a2b3c-AbCdEf")
FOREIGN_SECRET = arn("secretsmanager", "secret:SigningKey-4d5e6f-GhIjKl")
KEY = arn("kms", "key/11111111-2222-4333-8444-555555555555")
STACK = arn("cloudformation", "stack/passkeys/5b1d3f70-c7a5-11f0-8de9-0242ac120002")
API = f"arn:aws:apigateway:{REGION}::/apis"


def escalations() -> dict[str, list[Request]]:
    """What must be refused, by what somebody would gain."""
    policies = [BOUNDARY, arn("iam", "policy/passkeys-deployer", region=""), arn("iam", "policy/any", region="")]
    user = arn("iam", "user/deployer", region="")
    grants = ("CreateRole", "PutRolePolicy", "AttachRolePolicy", "DetachRolePolicy", "DeleteRolePolicy")
    return {
        "a role without the boundary": [
            Request(f"iam:{action}", one, keys | CALLED) for action in grants for one in (ROLE, role("passkeys-x"))
            for keys in ({}, {"iam:PermissionsBoundary": "arn:aws:iam::aws:policy/AdministratorAccess"})],
        "rights for a role that is not the stack's": [
            Request(f"iam:{action}", one, BOUND | OWN) for one in FOREIGN_ROLES
            for action in (*grants, "PutRolePermissionsBoundary", "UpdateRole", "DeleteRole")],
        "another boundary, or none": [
            Request("iam:PutRolePermissionsBoundary", ROLE,
                    OWN | {"iam:PermissionsBoundary": arn("iam", "policy/any", region="")}),
            *(Request("iam:DeleteRolePermissionsBoundary", ROLE, keys) for keys in (OWN, BOUND | OWN, BOUND | CALLED))],
        "a wider boundary": [
            *(Request(f"iam:{action}", one, keys) for one in policies for keys in ({}, CALLED) for action in (
                "CreatePolicy", "CreatePolicyVersion", "DeletePolicy", "DeletePolicyVersion",
                "SetDefaultPolicyVersion", "TagPolicy")),
            *(Request(f"cloudformation:{action}", arn("cloudformation", "stack/passkeys-boundary/1"), {})
              for action in ("CreateChangeSet", "CreateStack", "DeleteStack", "ExecuteChangeSet", "UpdateStack"))],
        "a function or a service with another role": [
            *(Request("iam:PassRole", one, {"iam:PassedToService": "lambda.amazonaws.com"} | OWN)
              for one in FOREIGN_ROLES),
            *(Request("iam:PassRole", one, {"iam:PassedToService": f"{name}.amazonaws.com"})
              for name in ("cloudformation", "ec2", "ecs-tasks", "glue") for one in (ROLE, ROLE_OF_MONITORING)),
            Request("iam:PassRole", ROLE)],
        "a role of somebody else": [
            *(Request("iam:UpdateAssumeRolePolicy", one, keys) for one in FOREIGN_ROLES for keys in (OWN, OTHERS, {})),
            *(Request("iam:UpdateAssumeRolePolicy", ROLE, keys) for keys in (OTHERS, {}, CALLED)),
            *(Request("sts:AssumeRole", one) for one in (ROLE, *FOREIGN_ROLES))],
        "something of somebody else by tagging it": [
            *(Request("iam:TagRole", one, TAGGING | keys) for one in FOREIGN_ROLES for keys in ({}, CALLED)),
            *(Request(action, one, TAGGING | keys) for keys in ({}, OTHERS, OTHERS | CALLED) for action, one in (
                ("iam:TagRole", ROLE), ("cognito-idp:TagResource", arn("cognito-idp", "userpool/eu-west-1_Other")),
                ("secretsmanager:TagResource", FOREIGN_SECRET), ("kms:TagResource", KEY))),
            Request("secretsmanager:TagResource", arn("secretsmanager", "secret:passkeys-authsignal-AbCdEf"),
                    {f"aws:RequestTag/{TAG}": "login"}),
            *(Request("cloudformation:CreateChangeSet", stack, {"cloudformation:ImportResourceTypes": [kind]})
              for stack in (STACK, STACK.replace("passkeys", "passkeys-monitoring"))
              for kind in ("AWS::IAM::Role", "AWS::Cognito::UserPool", "AWS::SecretsManager::Secret"))],
        "rights for themselves": [
            Request(f"iam:{action}", user) for action in (
                "AddUserToGroup", "AttachUserPolicy", "CreateAccessKey", "CreateLoginProfile", "CreateUser",
                "DeleteUserPermissionsBoundary", "PutUserPolicy", "UpdateLoginProfile")],
        "a service-linked role for another service": [
            Request("iam:CreateServiceLinkedRole", arn("iam", "role/aws-service-role/x/y", region=""),
                    {"iam:AWSServiceName": "organizations.amazonaws.com"})],
        "another stack's secrets": [
            *(Request(f"secretsmanager:{action}", FOREIGN_SECRET, keys) for keys in (OTHERS, {}, CALLED) for action in (
                "DeleteSecret", "GetSecretValue", "PutSecretValue", "RestoreSecret", "UntagResource", "UpdateSecret")),
            Request("secretsmanager:GetSecretValue", arn("secretsmanager", "secret:database-AbCdEf"), OWN),
            *(Request(f"secretsmanager:{action}", SECRET, OWN)
              for action in ("PutResourcePolicy", "ReplicateSecretToRegions"))],
        "another stack's KMS key": [
            *(Request(f"kms:{action}", KEY, {"kms:ViaService": "secretsmanager.eu-west-1.amazonaws.com"} | keys)
              for keys in (OTHERS, {}) for action in ("CreateGrant", "Decrypt", "Encrypt", "ReEncryptFrom")),
            *(Request(f"kms:{action}", KEY, OWN) for action in ("CreateGrant", "Decrypt", "PutKeyPolicy"))],
        "another pool": [
            *(Request(f"cognito-idp:{action}", arn("cognito-idp", "userpool/eu-west-1_Other"), keys)
              for keys in (OTHERS, {}, CALLED) for action in (
                  "CreateUserPoolClient", "DeleteUserPool", "DeleteUserPoolClient", "DescribeUserPoolClient",
                  "ListUserPoolClientSecrets", "SetUserPoolMfaConfig", "UntagResource", "UpdateUserPool",
                  "UpdateUserPoolClient")),
            *(Request(f"cognito-idp:{action}", POOL, OWN) for action in (
                "AdminCreateUser", "AdminSetUserPassword", "AdminGetUser", "ListUsers"))],
        "another stack, function, table, bucket or log": [
            Request("cloudformation:UpdateStack", arn("cloudformation", "stack/login/1")),
            Request("s3:PutObject", "arn:aws:s3:::cognito-passkeys-444455556666-eu-west-1/PreSignUp.zip"),
            Request("lambda:UpdateFunctionCode", arn("lambda", "function:login-Authenticator")),
            *(Request(f"ssm:{action}", arn("ssm", f"parameter/{name}")) for action in ("DeleteParameter", "GetParameter")
              for name in ("cognito-passkeys/login/eu-west-1_Other", "database")),
            Request("ssm:PutParameter", arn("ssm", "parameter/cognito-passkeys/passkeys/eu-west-1_Own")),
            Request("dynamodb:DeleteTable", arn("dynamodb", "table/login-UsersTable")),
            *(Request(f"dynamodb:{action}", arn("dynamodb", "table/passkeys-UsersTable-1")) for action in (
                "GetItem", "PutItem", "Query", "Scan", "PutResourcePolicy", "ExportTableToPointInTime")),
            Request("s3:PutBucketPolicy", "arn:aws:s3:::passkeys-website"),
            Request("s3:GetObject", "arn:aws:s3:::passkeys-monitoring-auditstore-1/audit/2026/line"),
            *(Request(f"logs:{action}", arn("logs", "log-group:/aws/lambda/passkeys/5b1d3f70/Authenticator"))
              for action in ("FilterLogEvents", "GetLogEvents", "StartQuery"))],
    }


def of_http_apis() -> dict[str, list[Request]]:
    """What must be refused with the policy for the HTTP API, too."""
    return {
        "an HTTP API of somebody else": [
            *(Request(f"apigateway:{action}", f"{API}/other", keys) for keys in ({}, OTHERS, OTHERS | CALLED)
              for action in ("DELETE", "PATCH", "PUT")),
            *(Request("apigateway:POST", f"{API}/other/{part}") for part in ("integrations", "routes", "stages")),
            *(Request(f"apigateway:{action}", f"{API[:-5]}/domainnames/shop.example.org", keys)
              for keys in ({}, CALLED) for action in ("DELETE", "PATCH")),
            Request("apigateway:POST", f"{API[:-5]}/restapis", CALLED)],
    }


VIA_SERVICE = {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com"}
# Actions on what has no name of the stack's, or that concern the whole account.
OF_THE_ACCOUNT = {
    "cloudwatch:DescribeAlarms", "codedeploy:GetDeploymentConfig", "cognito-idp:CreateUserPool",
    "cognito-idp:ListUserPools", "lambda:GetAccountSettings", "logs:CreateLogDelivery", "logs:DeleteLogDelivery",
    "logs:DescribeLogGroups", "logs:DescribeResourcePolicies", "logs:GetLogDelivery", "logs:ListLogDeliveries",
    "logs:PutResourcePolicy", "logs:UpdateLogDelivery", "secretsmanager:GetRandomPassword"}
# What CloudFormation asks for, by service. `stack` is the name of the stack of which the resource is.
RESOURCES = {
    "apigateway": (f"{API}/a1b2c3", OWN), "cloudwatch": (arn("cloudwatch", "alarm:{stack}-GuessingAlarm-1A2B"), {}),
    "codedeploy": (arn("codedeploy", "application:{stack}-ServerlessDeploymentApplication-1A2B"), {}),
    "cognito-idp": (POOL, OWN), "dynamodb": (arn("dynamodb", "table/{stack}-UsersTable-1A2B"), {}),
    "firehose": (arn("firehose", "deliverystream/{stack}-AuditDelivery-1A2B"), {}),
    "iam": (role("cognito-passkeys/{stack}-AuthenticatorRole-1A2B3C"), BOUND | OWN),
    "kms": (KEY, OWN | VIA_SERVICE), "lambda": (arn("lambda", "function:{stack}-Authenticator"), {}),
    "logs": (arn("logs", "log-group:/aws/lambda/passkeys/5b1d3f70/Authenticator"), {}),
    "s3": ("arn:aws:s3:::{stack}-auditstore-1a2b", {}), "secretsmanager": (SECRET, OWN),
}


def of_cloudformation(action: str, stack: str) -> list[Request]:
    """The calls that CloudFormation makes in the deployer's name, for an action that AWS's schemas name."""
    service = action.split(":")[0]
    resource, keys = RESOURCES[service]
    resource, keys = resource.format(stack=stack), keys | CALLED
    match action:
        case _ if action in OF_THE_ACCOUNT:
            return [Request(action, keys=CALLED)]
        case "cloudwatch:DeleteDashboards" | "cloudwatch:GetDashboard" | "cloudwatch:PutDashboard":
            return [Request(action, f"arn:aws:cloudwatch::{ACCOUNT}:dashboard/{stack}-sign-ins", keys)]
        case _ if action.startswith("logs:") and "MetricFilter" in action:
            # Also on the access log of the HTTP API.
            return [Request(action, one, keys) for one in (
                resource, arn("logs", "log-group:/aws/vendedlogs/aws/lambda/passkeys/5b1d3f70/AuthenticatorApi"))]
        case "iam:PassRole":
            services = ("firehose", "logs") if stack.endswith("-monitoring") else ("lambda", "codedeploy")
            return [Request(action, resource, keys | {"iam:PassedToService": f"{name}.amazonaws.com"})
                    for name in services]
        case "iam:CreateServiceLinkedRole":
            name = "ops.apigateway" if stack == "api" else "email.cognito-idp"
            return [Request(action, f"arn:aws:iam::{ACCOUNT}:role/aws-service-role/{name}.amazonaws.com/AWSServiceRole",
                            CALLED | {"iam:AWSServiceName": f"{name}.amazonaws.com"})]
        case "iam:CreateRole":
            return [Request(action, resource, BOUND | CALLED)]
        case "iam:TagRole" | "cognito-idp:TagResource" | "secretsmanager:TagResource":
            # For something new that has no tag yet, and for a further tag later.
            return [Request(action, resource, TAGGING | CALLED), Request(action, resource, OWN | CALLED)]
        case "secretsmanager:CreateSecret" | "apigateway:POST":
            return [Request(action, resource, TAGGING | CALLED), Request(action, resource, CALLED)]
        case "secretsmanager:DescribeSecret" | "cognito-idp:DescribeUserPool":
            # Also after the deletion, when there is no tag any more.
            return [Request(action, resource, keys), Request(action, resource, CALLED)]
    return [Request(action, resource, keys)]
