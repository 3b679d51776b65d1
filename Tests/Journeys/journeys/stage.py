"""What the tests of every stage share: a pytest plugin."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from journeys.openid_issuer import Issuer

# The tests must not use any AWS account that this machine is signed in to.
for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ |= {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
               "AWS_EC2_METADATA_DISABLED": "true", "AWS_DEFAULT_REGION": "eu-west-1"}


@pytest.fixture(scope="session")
def issuer() -> Iterator[Issuer]:
    issuer = Issuer()
    yield issuer
    issuer.stop()
