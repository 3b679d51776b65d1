"""The operators' command line for passkey and email-code sign-in with Amazon Cognito."""
