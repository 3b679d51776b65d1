"""What the wheel has inside beside the package: everything of the repository that its verbs read, in files/."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "operators/src"))

from cognito_passkeys.deployment import packages  # noqa: E402
from cognito_passkeys.function_names import FUNCTIONS  # noqa: E402

# The tag of the wheel with the sandbox's executable, by its processor. The executable is static.
TAG = "py3-none-manylinux_2_17_{}"
# What stays in a sample app that somebody has tried.
LEFT = ("node_modules", "dist", ".expo", "react-native/android", "react-native/ios")


class WheelFiles(BuildHookInterface):
    """Without the variable WHEEL_SANDBOX, which names the sandbox's executable, it makes the wheel for all systems."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sandbox = os.environ.get("WHEEL_SANDBOX")
        names = [f"dist/{name}" for name in (packages.TEMPLATE, packages.MONITORING, packages.NESTED, "THIRD-PARTY.md",
                                             *(f"{function}.zip" for function in FUNCTIONS))]
        names += [f"docs/{name}" for name in ("doctor.md", "flows.md", "examples/deployer-policy.json",
                                              "examples/permissions-boundary.yaml")]
        read = (path.relative_to(ROOT).as_posix() for folder in ("docs/apps", "docs/examples/samconfig", "events")
                for path in (ROOT / folder).rglob("*") if path.is_file())
        names += [name for name in read if not any(f"/{left}/" in name for left in LEFT)]
        included = {str(ROOT / name): f"cognito_passkeys/files/{name}" for name in names}
        if sandbox:
            included[sandbox] = "cognito_passkeys/files/dist/sandbox"
            build_data["pure_python"] = False
            build_data["tag"] = TAG.format(platform.machine())
        build_data["force_include"] = included
