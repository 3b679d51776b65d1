"""What the tests of the template share: the template, and what it grants with given parameters."""

from __future__ import annotations

import re
import unittest
from typing import Any, Iterator

from template import sam_template
from cognito_passkeys.deployment import refusals as deployment_refusals
from cognito_passkeys.deployment.intrinsics import defaults, evaluate


def resources_named(node: Any) -> Iterator[str]:
    """The logical names that a part of a template refers to."""
    if isinstance(node, list):
        for part in node:
            yield from resources_named(part)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "Ref":
                yield value
            elif key == "Fn::GetAtt":
                yield value[0] if isinstance(value, list) else value.split(".")[0]
            elif key == "Fn::Sub":
                text = value[0] if isinstance(value, list) else value
                yield from (name.split(".")[0] for name in re.findall(r"\$\{([^!}]+)\}", text))
            elif key == "DependsOn":
                yield from [value] if isinstance(value, str) else value
            yield from resources_named(value)


def refusals(template: dict[str, Any], given: dict[str, str]) -> list[str]:
    """What CloudFormation, or a browser, would say of parameters, as `deploy` says it before it builds anything."""
    return [*deployment_refusals.refusals(template, given, {})]


class TemplateCase(unittest.TestCase):
    """A test of the form that CloudFormation gets."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.written = sam_template.load()
        cls.translated = sam_template.translate(cls.written)
        cls.resources = cls.translated["Resources"]

    def assert_patterns(self, *cases: tuple[str, str, bool]) -> None:
        """Each case: a parameter, a value, and whether its pattern takes the value."""
        for name, value, accepted in cases:
            with self.subTest(f"{name} {value}"):
                pattern = self.translated["Parameters"][name]["AllowedPattern"]
                self.assertEqual(re.match(pattern, value) is not None, accepted)

    def variables(self, function: str, **given: str) -> dict[str, Any]:
        """What a function's environment comes to with these parameters."""
        return self.evaluated(self.properties(function)["Environment"]["Variables"], **given)

    def of_type(self, kind: str) -> dict[str, dict[str, Any]]:
        return {name: resource for name, resource in self.resources.items() if resource["Type"] == kind}

    def properties(self, name: str) -> dict[str, Any]:
        return self.resources[name]["Properties"]

    def evaluated(self, part: Any, **given: str) -> Any:
        """What a part of the template comes to with these parameters."""
        self.assertLessEqual(set(given), set(self.translated["Parameters"]))
        return evaluate(part, defaults(self.translated) | given, self.translated["Conditions"])

    def statements(self, role: str) -> list[dict[str, Any]]:
        """Every statement of a role, inline and from policies attached to it."""
        documents = [(policy["Fn::If"][1] if "Fn::If" in policy else policy)["PolicyDocument"]
                     for policy in self.properties(role).get("Policies", [])]
        for resource in self.resources.values():
            properties = resource.get("Properties", {})
            if resource["Type"] == "AWS::IAM::RolePolicy" and properties["RoleName"] == {"Ref": role}:
                documents.append(properties["PolicyDocument"])
        plain = [statement for document in documents for statement in document["Statement"]]
        return [statement["Fn::If"][1] if "Fn::If" in statement else statement for statement in plain]

    def exists(self, resource: dict[str, Any], **given: str) -> bool:
        """Whether a resource or an output is made with these parameters."""
        return "Condition" not in resource or self.evaluated({"Condition": resource["Condition"]}, **given)

    def permissions(self, function: str, **given: str) -> list[dict[str, Any]]:
        """The statements of a function's role with these parameters."""
        role = f"{function}Role"
        if not self.exists(self.resources[role], **given):
            return []
        documents = [policy["PolicyDocument"]
                     for policy in self.evaluated(self.properties(role).get("Policies", []), **given)]
        documents += [resource["Properties"]["PolicyDocument"] for resource in self.of_type("AWS::IAM::RolePolicy").values()
                      if role in resources_named(resource["Properties"]) and self.exists(resource, **given)]
        return [statement for document in self.evaluated(documents, **given) for statement in document["Statement"]]

    def allowed(self, function: str, action: str, **given: str) -> set[str]:
        """What a function may do this to, with these parameters."""
        found: set[str] = set()
        for statement in self.permissions(function, **given):
            actions, resources = ([value] if isinstance(value, str) else value
                                  for value in (statement["Action"], statement["Resource"]))
            found |= set(resources) if action in actions else set()
        return found


class MonitoringCase(TemplateCase):
    """A test of monitoring.yaml, for a stack named passkeys."""

    STACK = {"StackName": "passkeys", "SignInWith": "authsignal"}

    @classmethod
    def setUpClass(cls) -> None:
        cls.written = cls.translated = sam_template.load(sam_template.MONITORING)
        cls.resources = cls.translated["Resources"]

    def evaluated(self, part: Any, **given: str) -> Any:
        return super().evaluated(part, **self.STACK | given)

    def made(self, kind: str, **given: str) -> dict[str, dict[str, Any]]:
        """The evaluated properties of the resources of a kind that a stack with these parameters has."""
        return {name: self.evaluated(resource["Properties"], **given)
                for name, resource in self.of_type(kind).items() if self.exists(resource, **given)}
