"""Why one user cannot sign in."""

from collections.abc import Iterator
from typing import Any

from cognito_passkeys import email_address
from cognito_passkeys.audit_log import deployment, lines
from cognito_passkeys.doctor.examination import Case, Finding, Look, examined, signs, told
from cognito_passkeys.users_table.items import problems
from cognito_passkeys.users_table.keys import PASSKEY, key_of, value
from cognito_passkeys.users_table.session import POOL_OUTPUT, TABLE_OUTPUT
from cognito_passkeys.users_table.table import AuthenticatorTable
from cognito_passkeys.verbs.who_signed_in import subject

ACCOUNT = {"user_disabled": "!Enabled", "user_unconfirmed": "UserStatus == 'UNCONFIRMED'"}
# Cognito asks for either only after a password.
AFTER_PASSWORD = {"user_password": "contains(['RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD'], UserStatus) && UserStatus",
                  "user_mfa": "Pool.MfaConfiguration == 'ON' || UserMFASettingList && 'set by the user'"}
SUPPRESSION = Look("sesv2", "get_suppressed_destination", "EmailAddress", {
    "user_suppressed": "SuppressedDestination.Reason"})
# The decisions of the audit log that refuse something, and the reasons that are limits of the user's mails.
REFUSALS = ("answer_wrong", "sign_in_refused", "code_withheld", "authenticator_refused", "enrolment_refused")
LIMITS = ("account_limit", "address_limit")
MEMBERS = ("time", lines.MARK, "reason", "method")
SHOWN, DAYS = 5, 1


def person(case: Case, of: str, name: str, facts: dict[str, Any]) -> Iterator[Finding]:
    """
    :param of: what stands for the user in findings.
    :param facts: gets what is known of the user beside the findings.
    """
    pool, api = case.outputs[POOL_OUTPUT], case.client("cognito-idp")
    sub = told(subject, api, pool, name)
    found = sub and told(api.list_users, UserPoolId=pool, Filter=f'sub = "{sub}"', Limit=1)["Users"]
    attributes = {one["Name"]: one["Value"] for one in found[0]["Attributes"]} if found else {"email": name}
    if address := email_address.mailed(attributes.get("email", "")):
        yield from examined(case, [(SUPPRESSION, of, address)])
    if not found:
        yield Finding("user_unknown", of)
        return
    user = told(api.admin_get_user, UserPoolId=pool, Username=found[0]["Username"])
    settings = told(api.describe_user_pool, UserPoolId=pool)["UserPool"]
    end = "" if case.parameters.get("PasswordFirst") == "true" else "_unasked"
    after_password = {word + end: sign for word, sign in AFTER_PASSWORD.items()}
    yield from signs(of, user | {"Pool": settings}, ACCOUNT | after_password)
    if not address:
        yield Finding("user_address_unusable" if attributes.get("email") else "user_without_address", of)
    elif attributes.get("email_verified", "").lower() != "true":
        is_alias = "email" in settings.get("AliasAttributes", [])
        yield Finding("user_alias_unproven" if is_alias else "user_address_unproven", of)
    yield from examined(case, [(passkeys, of, sub, facts), (refusals, of, sub, facts)])


def passkeys(case: Case, of: str, sub: str, facts: dict[str, Any]) -> Iterator[Finding]:
    if TABLE_OUTPUT not in case.outputs:
        return
    found = told(AuthenticatorTable(case.outputs[TABLE_OUTPUT], case.region).user, sub, case.outputs[POOL_OUTPUT])
    facts["passkeys"] = sum(key_of(one).kind == PASSKEY for one in found.authenticators) if found else 0
    if found and problems(found):
        yield Finding("user_unreadable", of)
    elif found and not facts["passkeys"] and value(found.profile, "hasHadPasskey", "BOOL"):
        needs_one = case.parameters.get("Assurance") == "aal2"
        yield Finding("user_without_passkeys" if needs_one else "user_lost_passkeys", of)


def refusals(case: Case, of: str, sub: str, facts: dict[str, Any]) -> Iterator[Finding]:
    """What the functions have refused since yesterday."""
    if deployment.KEY_OUTPUT not in case.outputs:
        yield Finding("audit_off", of)
        return
    log = told(deployment.deployment, case.name, case.region)
    digests = {lines.of_subject(key, sub) for key in told(log.keys)}
    found = lines.parsed(told(lambda: [*log.messages(digests, lines.last_days(DAYS))]), digests)
    refused = [line for line in found if line[lines.MARK] in REFUSALS or line.get("reason") in LIMITS]
    facts["refusals"] = [{name: line.get(name, "") for name in MEMBERS} for line in refused[-SHOWN:]]
    if limits := [one for one in facts["refusals"] if one["reason"] in LIMITS]:
        yield Finding("user_mails_spent", of, f"{limits[-1]['reason']} at {limits[-1]['time']}")
