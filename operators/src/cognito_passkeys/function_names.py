"""The functions of this package, and the triggers of a user pool that they serve."""

FUNCTIONS = ("AddAuthenticator", "Authenticator", "CreateAuthChallenge", "DefineAuthChallenge", "PreSignUp",
             "PreTokenGeneration", "VerifyAuthChallenge")

# The function for each trigger, by the trigger's name in a pool's LambdaConfig.
CUSTOM_AUTH_TRIGGERS = {
    "DefineAuthChallenge": "DefineAuthChallenge",
    "CreateAuthChallenge": "CreateAuthChallenge",
    "VerifyAuthChallengeResponse": "VerifyAuthChallenge",
}
# Only stacks with the password as a step have a function for this trigger.
PASSWORD_TRIGGER = "PreTokenGeneration"
TRIGGERS = CUSTOM_AUTH_TRIGGERS | {"PreSignUp": "PreSignUp", PASSWORD_TRIGGER: "PreTokenGeneration"}
# The alias that each trigger, URL and permission names.
ALIAS = "live"
