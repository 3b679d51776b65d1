"""The bucket that CloudFormation and Lambda read templates and zips from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import boto3
from botocore.exceptions import ClientError

from cognito_passkeys.deployment import packages

PREFIX = "cognito-passkeys/"
# What a bucket may be called, and what the names of its objects may begin with: no character of it means something else
# in a URL or to Fn::Sub.
NAME, FOLDERS = r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", r"([A-Za-z0-9_.-]+/)*"


class Bucket(NamedTuple):
    """A bucket of the account.

    Each call names the account, so that nothing is written into a bucket that somebody else has made under this name.
    """

    session: boto3.Session
    name: str
    prefix: str
    account: str

    @classmethod
    def of(cls, session: boto3.Session, name: str | None, prefix: str | None) -> Bucket:
        """The bucket of that name, or else one for the account and Region, which is made if it is missing.

        :raises ValueError: the name is taken by somebody else.
        """
        account = session.client("sts").get_caller_identity()["Account"]
        found = cls(session, name or f"cognito-passkeys-{account}-{session.region_name}",
                    PREFIX if prefix is None else prefix, account)
        if not name:
            found.make()
        return found

    @property
    def _api(self) -> Any:
        return self.session.client("s3")

    def make(self) -> None:
        """Makes it, unless it exists."""
        try:
            self._api.head_bucket(Bucket=self.name, ExpectedBucketOwner=self.account)
        except ClientError as error:
            if error.response["Error"]["Code"] != "404":
                raise ValueError(f"the bucket {self.name} cannot be read ({error}). Name one of yours, in the stack's "
                                 "Region, as s3_bucket in samconfig.toml") from None
            place = {"CreateBucketConfiguration": {"LocationConstraint": self.session.region_name}}
            self._api.create_bucket(Bucket=self.name, **({} if self.session.region_name == "us-east-1" else place))

    def upload(self, say: Callable[[str], None] = lambda line: None) -> dict[str, str]:
        """Uploads the zips and both templates, unless they are there.

        :param say: is told the name of each object that is uploaded.
        :return: the URL of each template, by the name of its file.
        :raises ValueError: as `packages.objects`.
        """
        # The templates come last, because they name the zips.
        contents = {name: path.read_bytes() for name, path in packages.objects().items()}
        keys = {}
        for file in (packages.TEMPLATE, packages.MONITORING):
            text = json.dumps(packages.template(file), separators=(",", ":")).encode()
            keys[file] = f"{Path(file).stem}-{hashlib.sha256(text).hexdigest()}.json"
            contents[keys[file]] = text
        for name, content in contents.items():
            if not self._has(name):
                self._api.put_object(Bucket=self.name, Key=self.prefix + name, Body=content,
                                     ExpectedBucketOwner=self.account)
                say(f"s3://{self.name}/{self.prefix}{name}")
        return {file: self._url(self.prefix + key) for file, key in keys.items()}

    def _has(self, name: str) -> bool:
        try:
            self._api.head_object(Bucket=self.name, Key=self.prefix + name, ExpectedBucketOwner=self.account)
            return True
        except ClientError as error:
            if error.response["Error"]["Code"] == "404":
                return False
            raise

    def _url(self, key: str) -> str:
        suffix = "amazonaws.com.cn" if self.session.region_name.startswith("cn-") else "amazonaws.com"
        return f"https://{self.name}.s3.{self.session.region_name}.{suffix}/{key}"
