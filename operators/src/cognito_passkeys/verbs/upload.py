"""Uploads the zips and both templates of dist/ to a bucket, and prints what
a deployment with another tool needs: the templates' URLs and two parameters.
"""

import argparse
import re

import boto3

from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.bucket import FOLDERS, NAME, PREFIX, Bucket
from cognito_passkeys.verbs import Misuse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bucket", metavar="NAME", help="(default: one for the account and Region, which is made)")
    parser.add_argument("--prefix", default=PREFIX, metavar="PATH/", help="default: %(default)s")
    parser.add_argument("--region", metavar="NAME", help="Region of the bucket and of the stack")


def run(options: argparse.Namespace) -> int:
    if options.bucket is not None and not re.fullmatch(NAME, options.bucket):
        raise Misuse(f"{options.bucket} is no name of a bucket")
    if not re.fullmatch(FOLDERS, options.prefix):
        raise Misuse(f"{options.prefix} is no prefix: it is empty or ends in a slash, and has only A-Z a-z 0-9 . _ - /")
    bucket = Bucket.of(boto3.Session(region_name=options.region), options.bucket, options.prefix)
    urls = bucket.upload(lambda name: print(f"Uploaded: {name}"))
    print(f"Template URL: {urls[packages.TEMPLATE]}", f"Monitoring URL: {urls[packages.MONITORING]}",
          f"CodeBucket={bucket.name}", f"CodePrefix={bucket.prefix}", sep="\n")
    return 0
