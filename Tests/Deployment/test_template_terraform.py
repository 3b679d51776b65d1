"""The Terraform module fits the template: its variables are the template's parameters and refuse what those refuse, and
it uploads what the template names."""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
import unittest
from typing import Any, Iterator

from cognito_passkeys.deployment.bucket import PREFIX
from cognito_passkeys.function_names import FUNCTIONS
from distribution import ARM64, X86_64, dist
from template import sam_template, terraform_archive, terraform_module
from template_case import refusals

try:
    import hcl2
except ModuleNotFoundError:
    hcl2 = None
    if os.environ.get("CI"):
        raise

MODULE = terraform_archive.MODULE
TEMPLATE = sam_template.load()
# Every text is tried in every variable: each is right for some of them, and wrong for others.
TEXTS = (
    "", "*", ",", "a", "a,b", "a,b,a", "a,,b", "a,", ",a", "A_B,C", "A_B,", "x" * 20, "x" * 21, "x" * 64, "x" * 65,
    "a b", "a<b", "a\nb", "name", "name,name", "name,nickname", "nickname,name,nickname", "locale,unknown",
    "namelocale", "oidc_subject", "a,oidc_subject,b", "oidc_subject2", "a,b,c,d,e", "a,b,c,d,e,f", "1", "0", "9999",
    "10000", "example.org", "localhost", "Example.org", "login.example.org,example.org", "n@example.org",
    "N <n@example.org>", "ü@example.org", "https://a.example", "https://a.example/v1", "https://a.example,https://b.example:8443",
    "https://a.example,", ",https://a.example", "https://a.example:0", "http://localhost:8377", "http://a.example",
    "https://a.example?b", "https://" + "a" * 512, "a" * 250 + ".org", "eu-west-1_AbC123", "eu-west-1",
    "arn:aws:secretsmanager:eu-west-1:111122223333:secret:name-AbCdEf", "arn:aws:kms:eu-west-1:111122223333:key/1",
    "arn:aws:iam::111122223333:policy/p", "arn:aws:acm:eu-west-1:111122223333:certificate/1",
    "ABCDE12345.org.example", "ABCDE12345.org.example,ABCDE12345.a", "ABCDE.org",
    "org.example=" + ":".join(["AB"] * 32), "org.example=AB", "provided.al2", "PLUS-AUDIT", "AllAtOnce", "off")
NUMBERS = (0, 1, 2, 30, 731, 732, 10_000, 10_001, 1_000_000, 1_000_001)


def plain(node: Any) -> Any:
    """What the parser read, without quotes around texts and without its own members."""
    if isinstance(node, dict):
        return {name.strip('"'): plain(value) for name, value in node.items() if not re.fullmatch("__.*__", name)}
    if isinstance(node, list):
        return [plain(value) for value in node]
    return node.strip('"') if isinstance(node, str) else node


def parsed(text: str) -> dict[str, Any]:
    """The blocks of each kind by their names. What has no name is there without one."""
    return plain(hcl2.loads(text))


def named(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for block in blocks for name, value in block.items()}


def texts(node: Any) -> Iterator[str]:
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else [node]:
        if isinstance(value, (dict, list)):
            yield from texts(value)
        else:
            yield str(value)


def conditions() -> dict[str, list[str]]:
    """The conditions of each variable as they stand in the file."""
    text = terraform_module.FILE.read_text(encoding="utf-8")
    return {name: re.findall(r"^    condition     = (.+)$", body, re.MULTILINE)
            for name, body in re.findall(r'^variable "(\w+)" \{\n(.+?)^\}', text, re.MULTILINE | re.DOTALL)}


def holds(condition: str, value: str | int | bool | None) -> bool:
    """What a condition comes to in Terraform."""
    words = {"||": " or ", "!": " not ", "null": "None"}
    code = re.sub(r'"(?:\\.|[^"\\])*"|var\.\w+|\|\||!|null',
                  lambda found: "value" if found[0].startswith("var.") else words.get(found[0], found[0]), condition)
    return eval(code.strip(), {  # The text is the module's own.
        "value": value, "contains": lambda values, one: one in values, "can": bool, "length": len,
        "regex": lambda pattern, one: one is not None and re.search(pattern.replace("$", r"\Z"), one),
        "split": lambda separator, one: one.split(separator), "distinct": set})


def accepted(parameter: dict[str, Any], value: str | int) -> bool:
    """What CloudFormation says of a value."""
    # In its regular expressions, the end may also be before a last newline, which no value has.
    return (value in parameter.get("AllowedValues", [value])
            and re.match(parameter.get("AllowedPattern", ""), str(value)) is not None
            and len(str(value)) <= parameter.get("MaxLength", len(str(value)))
            and (not isinstance(value, int)
                 or parameter.get("MinValue", value) <= value <= parameter.get("MaxValue", value)))


class VariableTests(unittest.TestCase):
    def test_the_file_is_what_the_template_gives(self) -> None:
        self.assertEqual(terraform_module.FILE.read_text(encoding="utf-8"), terraform_module.parameters_file(TEMPLATE),
                         "run: PYTHONPATH=scripts:operators/src .build/tools/bin/python -m template.terraform_module")

    def test_a_variable_accepts_what_its_parameter_accepts(self) -> None:
        checked = conditions()
        for name, variable in terraform_module.variables(TEMPLATE).items():
            parameter = TEMPLATE["Parameters"][name]
            if terraform_module.is_flag(parameter):
                continue
            values = NUMBERS if parameter["Type"] == "Number" else (*TEXTS, *parameter.get("AllowedValues", []))
            verdicts = {value: all(holds(one, value) for one in checked[variable]) for value in values}
            self.assertEqual(verdicts, {value: accepted(parameter, value) for value in values}, name)
            # The values tell each variable's checks from none.
            self.assertEqual(set(verdicts.values()), {True, False}, name)
        self.assertTrue(all(holds(one, None) for one in checked["revision"]))

    def test_no_pattern_needs_what_terraform_cannot_do(self) -> None:
        for patterns in conditions().values():
            for pattern in patterns:
                self.assertNotRegex(pattern, r"\(\?|\\\\[1-9]")
        for pattern in ("^(?<!a)b$", "^(a)\\1$", "^a(?=b)$"):
            with self.assertRaises(ValueError):
                list(terraform_module.pattern_checks(pattern, "var.x"))

    def test_a_dollar_before_a_brace_is_no_template(self) -> None:
        self.assertEqual(terraform_module.text('${a} %{b} "$"'), r'"$${a} %%{b} \"$\""')


@unittest.skipUnless(hcl2, "python-hcl2 is not installed")
class ModuleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.files = {path.name: parsed(path.read_text(encoding="utf-8")) for path in MODULE.glob("*.tf")}
        cls.parameters = named(cls.files["parameters.tf"]["variable"])
        cls.own = named(cls.files["variables.tf"]["variable"])
        cls.resources = {(kind, name): value for one in cls.files["main.tf"]["resource"]
                         for kind, blocks in one.items() for name, value in blocks.items()}
        cls.stack = cls.resources["aws_cloudformation_stack", "passkeys"]
        cls.main = (MODULE / "main.tf").read_text(encoding="utf-8")

    def test_each_parameter_has_a_variable_with_its_type_and_default(self) -> None:
        found = {name: (block["type"].strip("${}"), block["default"]) for name, block in self.parameters.items()}
        wanted = {}
        for name, parameter in TEMPLATE["Parameters"].items():
            flag = parameter.get("AllowedValues") == ["true", "false"]
            kind = "bool" if flag else parameter["Type"].lower()
            wanted[terraform_module.snake(name)] = kind, (
                parameter["Default"] == "true" if flag else int(parameter["Default"]) if kind == "number"
                else parameter["Default"])
        kind, default = found["revision"]
        self.assertIn(default, (None, "null", "${null}"))
        self.assertEqual(found | {"revision": (kind, "1")}, wanted)

    def test_each_variable_reaches_its_parameter(self) -> None:
        [values] = self.files["parameters.tf"]["locals"]
        self.assertEqual({name: value.strip("${}") for name, value in values["parameters"].items()},
                         {name: f"var.{variable}" for name, variable in terraform_module.variables(TEMPLATE).items()
                          if name != "Revision"})
        given = re.search(r"parameters = merge\((.*?)\n  \}\)", self.main, re.DOTALL)[1]
        self.assertTrue(given.startswith("local.parameters, {"))
        self.assertEqual(re.findall(r"^    (\w+) = ", given, re.MULTILINE), ["Revision", "CodeBucket", "CodePrefix"])
        self.assertEqual(self.own["code_prefix"]["default"], PREFIX)

    def test_other_parameters_and_zips_make_another_revision_unless_one_is_given(self) -> None:
        self.assertIn("Revision = coalesce(var.revision, "
                      "substr(sha256(jsonencode([local.parameters, local.template_url])), 0, 12))", self.main)
        self.assertRegex("0123456789ab", TEMPLATE["Parameters"]["Revision"]["AllowedPattern"])

    def test_the_stack_may_make_roles(self) -> None:
        self.assertEqual(self.stack["capabilities"], ["CAPABILITY_IAM"])

    def test_an_update_can_roll_back_to_the_zips_before_it(self) -> None:
        for name in ("zip", "template"):
            [lifecycle] = self.resources["aws_s3_object", name]["lifecycle"]
            self.assertIs(lifecycle["create_before_destroy"], True)
        self.assertEqual(self.stack["depends_on"], ["${aws_s3_object.zip}"])

    def test_an_update_outlasts_the_slowest_rollout(self) -> None:
        [timeouts] = self.stack["timeouts"]
        rollouts = " ".join(TEMPLATE["Parameters"]["Rollout"]["AllowedValues"])
        slowest = max(int(minutes) * (10 if kind == "Linear" else 1) for kind, minutes in
                      re.findall(r"(Canary|Linear)10Percent(?:Every)?(\d+)Minute", rollouts))
        self.assertGreaterEqual(int(timeouts["update"].removesuffix("m")), slowest + 30)

    def test_the_variables_are_those_that_are_used(self) -> None:
        used = {name for text in texts(self.files) for name in re.findall(r"\bvar\.(\w+)", text)}
        self.assertEqual(used, {*self.parameters, *self.own})

    def test_the_outputs_are_those_of_the_template(self) -> None:
        blocks = [*texts(self.files["outputs.tf"]["output"])]
        found = {name for text in blocks for name in re.findall(r'outputs(?:\[|, )\\?"(\w+)', text)}
        outputs = TEMPLATE["Outputs"]
        self.assertEqual(found, {"UserPoolId", "UserPoolClientId", "AuthenticatorBaseUrl"})
        self.assertLessEqual(found, set(outputs))
        for text in blocks:
            for name in re.findall(r'outputs\[\\?"(\w+)', text):
                self.assertNotIn("Condition", outputs[name], "an output that may be absent needs lookup()")

    def test_the_page_uses_the_module_as_the_template_allows(self) -> None:
        [code] = re.findall(r"```hcl\n(.*?)```", (MODULE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        given = named(parsed(code)["module"])["passkeys"]
        self.assertLessEqual(set(given) - {"source"}, {*self.parameters, *self.own})
        names = {variable: name for name, variable in terraform_module.variables(TEMPLATE).items()}
        self.assertEqual(refusals(TEMPLATE, {names[variable]: value for variable, value in given.items()
                                             if variable in names}), [])


class ArchiveTests(unittest.TestCase):
    def archive(self, machine: int = X86_64) -> bytes:
        return terraform_archive.write(dist(machine)).read_bytes()

    def test_it_has_the_module_and_the_zips_that_its_template_names(self) -> None:
        main = (MODULE / "main.tf").read_text(encoding="utf-8")
        template = re.search(r'template = "\$\{local\.dist\}/(\S+)"', main)[1]
        pattern = re.search(r'pattern = "(\S+)"', main)[1].replace("\\\\", "\\")
        key = re.search(r'key      = "(\S+)"', main)[1]
        with tarfile.open(fileobj=io.BytesIO(self.archive())) as archive:
            found = {name: archive.extractfile(name).read() for name in archive.getnames()}
        self.assertEqual(set(found), {"LICENSE", "README.md", *(path.name for path in MODULE.glob("*.tf")),
                                      f"dist/{template}", *(f"dist/{name}.zip" for name in FUNCTIONS)})
        text = found[f"dist/{template}"].decode()
        zips = dict(re.findall(pattern, text))
        self.assertEqual(zips, {name: hashlib.sha256(found[f"dist/{name}.zip"]).hexdigest() for name in FUNCTIONS})
        for name, digest in zips.items():
            path = key.replace("${var.code_prefix}", "${CodePrefix}").replace("${each.key}", name)
            self.assertIn(f'"{path.replace("${each.value}", digest)}"', text)

    def test_its_bytes_depend_on_the_files_alone(self) -> None:
        with tarfile.open(fileobj=io.BytesIO(self.archive())) as archive:
            self.assertEqual({entry.mtime for entry in archive.getmembers()}, {0})
        self.assertEqual(self.archive(), self.archive())
        self.assertNotEqual(self.archive(), self.archive(ARM64))


if __name__ == "__main__":
    unittest.main()
