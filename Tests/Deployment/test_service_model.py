"""The constraints that the sandbox's pool puts on its calls are those of Cognito's own model, as botocore has it."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from sources import service_model

ROOT = Path(__file__).resolve().parents[2]

try:
    import botocore
    from botocore.loaders import Loader
except ModuleNotFoundError:
    botocore = None

[PINNED] = re.findall(r"^botocore==(\S+)", (ROOT / "scripts/operator-tools.txt").read_text(), re.MULTILINE)
INSTALLED = botocore and botocore.__version__
REASON = f"needs botocore {PINNED}, not {INSTALLED}: run make check-template, which installs it"


@unittest.skipUnless(INSTALLED == PINNED, REASON)
class ServiceModelTests(unittest.TestCase):
    def setUp(self) -> None:
        self.whole = Loader().load_service_model("cognito-idp", "service-2")

    def test_the_sandbox_has_the_constraints_of_the_model(self) -> None:
        self.assertEqual(service_model.WRITTEN.read_text(), service_model.text(service_model.read()),
                         "write it anew: PYTHONPATH=scripts .build/tools/bin/python -m sources.service_model")

    def test_every_call_of_the_sandbox_is_one_of_the_model_and_has_constraints(self) -> None:
        known, calls = service_model.read(), service_model.played()
        self.assertGreater(len(calls), 30)
        for call in calls:
            self.assertEqual(self.whole["operations"][call]["input"]["shape"], f"{call}Request")
            self.assertIn(f"{call}Request", known)

    def test_every_constraint_of_every_member_is_in_it(self) -> None:
        """Walks the whole model by itself, so that nothing is left out with a part."""
        known, found = service_model.read(), 0

        def walk(name: str, path: tuple[str, ...]) -> None:
            nonlocal found
            if name in path:
                return
            shape, path = self.whole["shapes"][name] | service_model.OTHERWISE.get(name, {}), (*path, name)
            for limit in {*shape} & {"min", "max", "pattern", "enum"}:
                self.assertEqual(known[name][limit], shape[limit], path)
                found += 1
            self.assertEqual(known.get(name, {}).get("required", []), sorted(shape.get("required", [])), path)
            parts = [of["shape"] for of in shape.get("members", {}).values()]
            for part in (*parts, *(shape[key]["shape"] for key in ("member", "key", "value") if key in shape)):
                walk(part, path)

        for call in service_model.played():
            walk(f"{call}Request", ())
        self.assertGreater(found, 400)

    def test_what_differs_from_the_model_is_a_limit_of_it(self) -> None:
        for name, limits in service_model.OTHERWISE.items():
            self.assertLessEqual(limits.keys(), self.whole["shapes"][name].keys())
            for limit, value in limits.items():
                self.assertNotEqual(value, self.whole["shapes"][name][limit], "this exception is no longer needed")


class PinTests(unittest.TestCase):
    def test_all_tools_use_one_botocore(self) -> None:
        """sam-cli.txt and rehearsal-tools.txt cannot: aws-sam-cli and ministack want older ones."""
        clients = (ROOT / "scripts/e2e-tools.txt").read_text()
        constraints = (ROOT / "scripts/python-constraints.txt").read_text()
        self.assertEqual(re.findall(r"^boto(?:3|core)==([^ ]+)", clients, re.MULTILINE), [PINNED, PINNED])
        self.assertEqual(re.findall(r"^botocore==([^ ;]+)", constraints, re.MULTILINE), [PINNED])
