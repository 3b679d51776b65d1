"""A construct for AWS CDK that includes the packaged template. It needs aws-cdk-lib and Node."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from aws_cdk import CfnOutput
from aws_cdk.aws_s3_assets import Asset
from aws_cdk.cloudformation_include import CfnInclude
from constructs import Construct


class PasskeySignIn(Construct):
    """The user pool, the app client and the functions of the template, as part of the stack around them.

    CDK uploads the zips to its own bucket, so nobody else has to. The names of the template's resources stay as they
    are; include it once in a stack.

    :param dist: the folder with the zips and with template.packaged.json.
    :param parameters: parameters of template.yaml, as text. They become part of the synthesized template. The others
        stay parameters of the stack, with their defaults.
    """

    def __init__(self, scope: Construct, id: str, *, dist: Path, parameters: Mapping[str, str]) -> None:
        super().__init__(scope, id)
        zips = {file.stem: Asset(self, file.stem, path=str(file)) for file in sorted(dist.glob("*.zip"))}
        # All assets of a stack are in one bucket.
        bucket = next(iter(zips.values())).s3_bucket_name
        # With a new revision, the functions' alias leads to versions with the new values of the other parameters. The
        # template names the digests of the zips, so the versions of each release have a revision of their own.
        text = (dist / "template.packaged.json").read_text(encoding="utf-8")
        revision = sha256(json.dumps([dict(parameters), text], sort_keys=True).encode()).hexdigest()[:12]
        self.template = CfnInclude(
            self, "Template", template_file=str(dist / "template.packaged.json"),
            parameters={"Revision": revision, **parameters, "CodeBucket": bucket, "CodePrefix": ""})
        for function, zip_file in zips.items():
            self.template.get_resource(function).add_property_override("CodeUri.Key", zip_file.s3_object_key)

    def output(self, name: str) -> CfnOutput:
        """An output of the template, such as UserPoolId."""
        return self.template.get_output(name)
