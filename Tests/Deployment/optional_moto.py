"""moto, a stand-in for AWS; None where it is not installed, except in CI, which must not skip its tests."""

from __future__ import annotations

import json
import os
from functools import cache

from botocore.loaders import JSONFileLoader

# A test has clients and pools of its own. Each would read boto3's descriptions of services and moto's key anew, which
# takes longer than the tests themselves.
read = JSONFileLoader.load_file
read_once = cache(lambda path: read(JSONFileLoader(), path))
JSONFileLoader.load_file = lambda self, path: read_once(path)

try:
    import moto
    import moto.cognitoidp.models as pools
    import_key = pools.jwk.RSAKey.import_key
    import_once = cache(lambda text: import_key(json.loads(text)))
    pools.jwk.RSAKey.import_key = lambda key: import_once(json.dumps(key))
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise
