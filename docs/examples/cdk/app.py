"""An example: deploys the packaged template with AWS CDK. docs/deploying.md says how the packaged template is made."""

from __future__ import annotations

import os
from pathlib import Path

from aws_cdk import App, Stack
from passkey_sign_in import PasskeySignIn

# Parameters of template.yaml: an authenticator of your own. Give your own domain.
PARAMETERS = {
    "Runtime": "provided.al2023",
    "Architecture": "x86_64",
    "SignInWith": "own-authenticator",
    "RelyingPartyId": "login.example.org",
    "PasskeyOrigins": "https://login.example.org",
    "OtpSender": "Example <no-reply@example.org>",
    "OtpIdentity": "example.org",
}

# CDK's own check of the synthesized template does not end on a template with so many conditions. `make check-template`
# checks the template with cfn-lint.
app = App(builtin_cloud_formation_validation=False)
stack = Stack(app, "Passkeys")
PasskeySignIn(stack, "SignIn", dist=Path(os.environ.get("DIST", Path(__file__).parents[3] / "dist")),
              parameters=PARAMETERS)
app.synth()
