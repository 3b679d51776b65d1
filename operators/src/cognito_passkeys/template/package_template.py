"""Writes both templates for machines without Swift and the AWS SAM CLI: template.yaml so that it takes the functions'
zips from a bucket, and monitoring.yaml.

Anchors and merge keys are written out, because CloudFormation does not read merge keys. Each function's CodeUri names a
bucket and a key, by two new parameters, CodeBucket and CodePrefix. Keys contain the SHA-256 of what they name: a new
zip has a new key, which CloudFormation sees, and the old one stays for a rollback.

Without --upload it prints the commands that upload the zips and the templates.

Exit codes: 0 written, and uploaded if asked for; 1 a zip is missing or an upload failed; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.template.sam_template import MONITORING, ROOT, functions, load

WRITTEN, FAILED, USAGE = range(3)
DEFAULT_PREFIX = "cognito-passkeys/"
BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
# No character of it means something else in a URL or to Fn::Sub.
PREFIX = re.compile(r"([A-Za-z0-9_.-]+/)*")
# What cfn-lint 1.58 does not know of SAM: ${Function.Alias} (E1019, E6101), AutoPublishAliasAllProperties (E3724), and
# that PassthroughCondition leaves CodeDeploy out where the condition Gradual does not hold (W1001). `make check-template`
# lints what the transform makes of the template, with all of these switched on.
NOT_KNOWN_TO_LINTER = ["E1019", "E3724", "E6101", "W1001"]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def key(path: str, zip_digest: str) -> str:
    """The name of a zip in the bucket, behind the prefix."""
    return f"{Path(path).stem}-{zip_digest}.zip"


def packaged(template: dict[str, Any], digests: dict[str, str], bucket: str = "",
             prefix: str = DEFAULT_PREFIX) -> dict[str, Any]:
    """The template with zips by bucket and key. Nothing else that SAM reads differs from template.yaml.

    :param digests: the SHA-256 of each zip, by the path that template.yaml names.
    :param bucket: the default of CodeBucket. If empty, the parameter has none and must be given.
    """
    result = deepcopy(template)
    for name, path in functions(template).items():
        result["Resources"][name]["Properties"]["CodeUri"] = {
            "Bucket": {"Ref": "CodeBucket"}, "Key": {"Fn::Sub": f"${{CodePrefix}}{key(path, digests[path])}"}}
    result["Parameters"] |= {
        "CodeBucket": {
            "Description": "Bucket with the functions' zips, in the region of the stack.", "Type": "String",
            "AllowedPattern": f"^{BUCKET.pattern}$", **({"Default": bucket} if bucket else {})},
        "CodePrefix": {
            "Description": "What the names of the zips in the bucket begin with. Empty, or with a slash at the end.",
            "Type": "String", "AllowedPattern": f"^{PREFIX.pattern}$", "Default": prefix}}
    result["Metadata"]["cfn-lint"]["config"]["ignore_checks"] += NOT_KNOWN_TO_LINTER
    groups = result["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    groups.insert(0, {"Label": {"default": "Packages"}, "Parameters": ["CodeBucket", "CodePrefix"]})
    return result


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Writes a template that takes the functions' zips from a bucket.")
    parser.add_argument("--bucket", required=True, metavar="NAME", help="bucket in the region of the stack")
    parser.add_argument("--prefix", default=DEFAULT_PREFIX, metavar="PATH/", help="default: %(default)s")
    parser.add_argument("--region", metavar="NAME", help="region of the bucket and the stack")
    parser.add_argument("--upload", action="store_true", help="upload the zips and the template as well")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", metavar="FOLDER",
                        help="folder with the zips (default: dist)")
    options = parser.parse_args(words)
    if not BUCKET.fullmatch(options.bucket):
        parser.error(f"{options.bucket} is no name of a bucket")
    if not PREFIX.fullmatch(options.prefix):
        parser.error(f"{options.prefix} is no prefix: it is empty or ends in a slash, and has only A-Z a-z 0-9 . _ - /")
    return options


def main(words: list[str] | None = None) -> int:
    options = arguments(words)
    template = load()
    # The folder of the zips may have another name here than in the template.
    files = {path: options.dist / Path(path).name for path in functions(template).values()}
    missing = sorted(str(file) for file in files.values() if not file.is_file())
    if missing:
        print(f"Missing: {', '.join(missing)}. Copy them from a release, or run make package.", file=sys.stderr)
        return FAILED
    digests = {path: digest(file.read_bytes()) for path, file in files.items()}
    objects = {options.prefix + key(path, digests[path]): file for path, file in files.items()}
    addresses = {}
    # After the zips, because the template names them.
    for name, made in (("template", packaged(template, digests, options.bucket, options.prefix)),
                       ("monitoring", load(MONITORING))):
        text = json.dumps(made, indent=1).encode()
        file = options.dist / f"{name}.packaged.json"
        file.write_bytes(text)
        print(f"Written: {file}")
        addresses[name] = f"{options.prefix}{name}-{digest(text)}.json"
        objects[addresses[name]] = file
    try:
        session = boto3.Session(region_name=options.region)
        if options.upload:
            client = session.client("s3")
            for name, file in objects.items():
                client.upload_file(str(file), options.bucket, name)
                print(f"Uploaded: s3://{options.bucket}/{name}")
    except (BotoCoreError, ClientError, boto3.exceptions.S3UploadFailedError) as error:
        print(f"Not uploaded: {error}", file=sys.stderr)
        return FAILED
    if not options.upload:
        region = f" --region {options.region}" if options.region else ""
        for name, file in objects.items():
            print(f"aws s3 cp{region} {shlex.quote(str(file))} s3://{options.bucket}/{name}")
    host = f"{options.bucket}.s3.{session.region_name or 'REGION'}.amazonaws.com"
    for name, address in addresses.items():
        print(f"{name.capitalize()} URL: https://{host}/{address}")
    return WRITTEN


if __name__ == "__main__":
    sys.exit(main())
