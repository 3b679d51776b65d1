"""The template of the nested stack has a name and zips of its own."""

from __future__ import annotations

import json
import unittest

from cognito_passkeys.function_names import FUNCTIONS
from template import sam_template
from template.nested_template import ONE_WAY, nested
from template.plain_template import applied


class NestedTemplateTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.written = sam_template.load()
        cls.nested = nested(cls.written)

    def test_codedeploy_serves_only_functions_that_there_are(self) -> None:
        made = applied(self.written)
        self.assertEqual(made["Conditions"]["GradualHasAuthenticator"],
                         {"Fn::And": [{"Condition": "Gradual"}, {"Condition": "HasAuthenticator"}]})
        self.assertEqual(made["Resources"]["AuthenticatorDeploymentGroup"]["Condition"], "GradualHasAuthenticator")

    def test_a_nested_stack_has_a_name_and_zips_of_its_own(self) -> None:
        self.assertNotIn("AWS::StackName", json.dumps(self.nested))
        self.assertNotIn("Transform", self.nested)
        added = self.nested["Parameters"].keys() - self.written["Parameters"].keys()
        self.assertEqual(added, {"Name", "CodeBucket", *(f"{name}Key" for name in FUNCTIONS)})
        for name in FUNCTIONS:
            properties = self.nested["Resources"][name]["Properties"]
            self.assertEqual(properties["FunctionName"], {"Fn::Sub": f"${{Name}}-{name}"})
            self.assertEqual(properties["Code"], {"S3Bucket": {"Ref": "CodeBucket"}, "S3Key": {"Ref": f"{name}Key"}})

    def test_the_longest_name_leaves_room_for_that_of_each_function(self) -> None:
        self.assertLessEqual(43 + len("-") + max(map(len, FUNCTIONS)), 64)

    def test_what_is_for_good_is_a_parameter(self) -> None:
        self.assertLessEqual({*ONE_WAY}, self.written["Parameters"].keys())
