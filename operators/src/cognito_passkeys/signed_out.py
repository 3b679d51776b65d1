"""What a person does when AWS does not know who calls, or does not know what they name."""

from botocore.exceptions import (
    ClientError, CredentialRetrievalError, NoCredentialsError, PartialCredentialsError, SSOError, TokenRetrievalError)

# What AWS calls credentials that have expired, and some that it does not know.
CODES = ("ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired", "InvalidAccessKeyId",
         "InvalidClientTokenId", "UnrecognizedClientException")
# What the SDK says before it calls.
ERRORS = (CredentialRetrievalError, NoCredentialsError, PartialCredentialsError, SSOError, TokenRetrievalError)
# What AWS says of a signature with another time than its own.
SKEWED = ("Signature expired", "Signature not yet current", "RequestTimeTooSkewed")
CLOCK = "Set the clock of this machine, for example with timedatectl set-ntp true."
ABSENT = "Check the name or the id, the Region, and the account of these credentials."
CURE = "Sign in again, for example with aws sso login or with new keys and AWS_PROFILE, and repeat the command."


def cure(error: Exception) -> str:
    """A sentence for an error that says so, behind a space; nothing for others."""
    # For a stack, AWS has no code of its own.
    if isinstance(error, ClientError) and any(text in str(error) for text in ("NotFound", "does not exist")):
        return f" {ABSENT}"
    if any(text in str(error) for text in SKEWED):
        return f" {CLOCK}"
    is_meant = isinstance(error, ERRORS) or isinstance(error, ClientError) and error.response["Error"]["Code"] in CODES
    return f" {CURE}" if is_meant else ""
