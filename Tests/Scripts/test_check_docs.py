"""The checks of the pages: each fault of a small tree gives its own message, and a tree without one gives none."""

from __future__ import annotations

from sources import check_docs, settings_in_code
from tree_case import TreeCase

CODE = r'''
enum Flow: String, CaseIterable {
    case plain, strict
    case doubled = "plain,plain"
}
let flow: Flow
flow = try settings.choice("SIGN_IN_FLOW", default: .plain)
let attempts = try settings.integer("MAX_ATTEMPTS", in: 1...10, default: 3)
let secret = try services.secret("API_SECRET")
let arn = settings.text(variable + "_ARN")
let endpoint = environment["AWS_ENDPOINT_URL_\(service.variable)"]
let service = Service(variable: "DYNAMODB")
let challenge = "CUSTOM_CHALLENGE"
'''

TEMPLATE = """\
Parameters:
  Flow:
    Type: String
    Default: plain
  Attempts:
    Type: Number
    Default: 3
  SecretArn:
    Type: String
    Default: ""
Globals:
  Function:
    Timeout: 5
Resources:
  DefineAuthChallenge:
    Type: AWS::Serverless::Function
    Properties:
      Environment:
        Variables:
          <<:
            - &Shared # By both.
              SIGN_IN_FLOW: !Ref Flow
          # How often.
          MAX_ATTEMPTS: !Ref Attempts
  PreSignUp:
    Type: AWS::Serverless::Function
    Properties:
      Environment:
        Variables:
          <<: *Shared
          API_SECRET_ARN: !If
            - HasSecret
            - !Ref SecretArn
            - !Ref AWS::NoValue
      Handler: bootstrap
  SECRET_ROLE:
    Type: AWS::IAM::Role
"""

TABLE = """\
# Configuration

| Variable | Functions | Default | Meaning |
|---|---|---|---|
| `SIGN_IN_FLOW` | Define, PreSignUp | `plain` | `strict` or `plain,plain`, `a\\|b` |
| `MAX_ATTEMPTS` | Define | `3` | answers, 1 to 10 |
| `API_SECRET` | PreSignUp | – | the secret |
| `API_SECRET_ARN` | PreSignUp | – | where it is kept |

Lambda's own:

| Variable | Functions | Default | Meaning |
|---|---|---|---|
| `AWS_ENDPOINT_URL_DYNAMODB` | all | – | another address |
"""

README = """\
# Example

[A page](docs/configuration.md#configuration), [itself](#the-map-of-it), [elsewhere](https://example.org/none).
![A picture](docs/picture.png) The file `Sources/Modules/Triggers/Flow/Flow.swift`, all of `Sources/Modules/<Part>/Flow/*.swift`, a case
`events/Define/cases.json#first`, a command `make test`.

## The map, of `it`

```
make test      # what make calls
Tests/         not a path of the check: nothing follows the slash
scripts/run.sh a script
```
"""


ARCHITECTURE = """\
| Module | What it is |
|---|---|
| `Flow`, `Rules` | what a sign-in needs |
| `Replay` | sends events |
"""

THREATS = """\
| Attack | Defence |
|---|---|
| F1. A start with SRP | Define refuses it |
"""


class CheckDocsTests(TreeCase):
    """Trees that are whole but for what a test changes."""

    FILES = {
        "README.md": README, "docs/architecture.md": ARCHITECTURE, "docs/configuration.md": TABLE,
        "docs/threat-model.md": THREATS, "Tests/threats.md": "| F1 | [test_srp](test_flow.py) |\n",
        "Tests/test_flow.py": "def test_srp(): pass\n", "docs/picture.png": "", "template.yaml": TEMPLATE,
        "Makefile": "test: lint\n\techo\n\nlint:\n\techo\n",
        "Sources/Modules/Triggers/Flow/Flow.swift": CODE, "Sources/Modules/Triggers/Rules/Rules.swift": "",
        "Sources/Modules/Triggers/no-module.txt": "", "Sources/Development/Replay/Replay.swift": "",
        "Tests/Flow.swift": "", "events/Define/cases.json": "{}", "scripts/run.sh": "",
    }

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, f"{old} in {path}")
        self.write(path, text.replace(old, new))

    def assert_faults(self, *expected: str) -> None:
        self.assertEqual(check_docs.faults(self.root), list(expected))

    def assert_fault_of(self, page: str, *expected: str, path: str = "README.md") -> None:
        """The faults of a tree with this page."""
        with self.subTest(page):
            self.write(path, page)
            self.assert_faults(*expected)

    def test_a_whole_tree_has_no_fault(self) -> None:
        self.assert_faults()

    def test_links_lead_to_files_and_headings_from_their_own_page(self) -> None:
        for link, fault in {
            "docs/none.md": "docs/none.md does not exist",
            "../outside.md": "../outside.md does not exist",
            "docs/configuration.md#none": "docs/configuration.md has no heading #none",
            "#none": "README.md has no heading #none",
            "docs/picture.png#none": "docs/picture.png has no heading #none",
        }.items():
            self.assert_fault_of(f"# Example\n\nSee [this]({link}).\n", f"README.md:3: {fault}")
        # A heading that comes again is numbered, and code has neither headings nor links.
        self.assert_fault_of("# Same\n# Same\n```\n# Same\n```\n[1](#same) [2](#same-1) [3](#same-2)\n",
                             "README.md:6: README.md has no heading #same-2")
        self.assert_fault_of("`[a](none.md)`\n```\n[b](none.md)\n```\n")
        self.assert_fault_of("[Up](../README.md) and [beside](configuration.md), but not [there](docs/page.md).",
                             "docs/page.md:1: docs/page.md does not exist", path="docs/page.md")

    def test_paths_in_code_exist(self) -> None:
        for path in ("Sources/Modules/Triggers/Flow/None.swift", "Sources/Modules/Triggers/None/",
                     "Sources/Modules/<Part>/None/*.swift", "events/Define/none.json#first", "scripts/none.sh",
                     "docs/none.md", "Tests/None"):
            for page, line in ((f"In `{path}`.\n", 1), (f"```\n{path}   in a block\n```\n", 2),
                               (f"Text:\n\n    {path}   in a block\n", 3)):
                self.assert_fault_of(page, f"README.md:{line}: {path} does not exist")
            self.assert_fault_of(f"Not code: {path}\n    nor {path}\n")

    def test_make_targets_exist(self) -> None:
        self.assert_fault_of(
            "`make none` or `make lint && make nothing`, to make sense\n```\nmake gone  # make it\n```\n",
            "README.md:1: the Makefile has no target none", "README.md:1: the Makefile has no target nothing",
            "README.md:3: the Makefile has no target gone")

    def test_table_template_and_code_agree_on_variables_functions_defaults_and_values(self) -> None:
        page, template, code = "docs/configuration.md", "template.yaml", "Sources/Modules/Triggers/Flow/Flow.swift"
        flow, attempts, secret = (f"{page}:{line}: {name}" for line, name in (
            (5, "SIGN_IN_FLOW"), (6, "MAX_ATTEMPTS"), (7, "API_SECRET")))
        for path, old, new, *faults in (
            (page, "| `MAX_ATTEMPTS` | Define | `3` | answers, 1 to 10 |\n", "",
             f"{page}: MAX_ATTEMPTS is missing, which the code reads"),
            (template, "          # How often.", "          OLD_NAME: x",
             f"{page}: OLD_NAME is missing, which template.yaml sets"),
            (template, "          MAX_ATTEMPTS: !Ref Attempts\n", "",
             f"{attempts}: template.yaml sets it nowhere, and does not name it at the marked place"),
            (template, "    Timeout: 5\n", "    # TUNING: OLD_NAME\n",
             f"{page}: OLD_NAME is missing, which template.yaml sets"),
            (page, "| `MAX_ATTEMPTS` | Define ", "| `MAX_ATTEMPTS` | Define, PreSignUp ",
             f"{attempts}: the template gives it to DefineAuthChallenge; the table says Define, PreSignUp"),
            (page, "| `API_SECRET` | PreSignUp ", "| `API_SECRET` | Define ",
             f"{secret}: the template gives it to PreSignUp; the table says Define"),
            # What functions share counts for each of them.
            (page, "Define, PreSignUp", "Define",
             f"{flow}: the template gives it to DefineAuthChallenge, PreSignUp; the table says Define"),
            (page, "`3`", "`5`", f"{attempts}: the template's default is 3, which the table does not name",
             f"{attempts}: the code's default is 3, which the table does not name"),
            (page, "`3`", "`3` or `5`"),
            (template, "!Ref Attempts", '!If [Many, !Sub "x:${Attempts}", no]',
             f"{attempts}: the template's default is x:3, which the table does not name"),
            (code, "1...10", "1...5", f"{attempts}: the code takes 1 to 5, which the table does not say"),
            (code, "1...10", "0...10", f"{attempts}: the code takes 0 to 10, which the table does not say"),
            (code, "in: 1...10, default: 3", "in: 1...10, default: 2",
             f"{attempts}: the code's default is 2, which the table does not name"),
            (code, "default: .plain", "default: .strict",
             f"{flow}: the code's default is strict, which the table does not name"),
            (code, "plain, strict", "plain, strict, loose",
             f"{flow}: the code takes loose, which the table does not name"),
            (code, 'doubled = "plain,plain"', 'doubled = "double"',
             f"{flow}: the code takes double, which the table does not name"),
        ):
            with self.subTest(new, old=old):
                whole = (self.root / path).read_text(encoding="utf-8")
                self.change(path, old, new)
                found = check_docs.faults(self.root)
                self.write(path, whole)
                self.assertEqual(found, faults)

    def test_the_table_has_nothing_that_the_code_does_not_read(self) -> None:
        for name in ("NEVER_READ", "NEVER_READ_ARN", "AWS_ENDPOINT_URL_SQS", "CUSTOM_CHALLENGE"):
            self.write("docs/configuration.md", TABLE + f"| `{name}` | all | – | gone |\n")
            self.assertIn(f"docs/configuration.md:15: {name} is not read by the code", check_docs.faults(self.root))

    def test_the_marked_place_of_the_template_sets_a_variable(self) -> None:
        self.change("template.yaml", "          MAX_ATTEMPTS: !Ref Attempts\n", "")
        self.change("template.yaml", "    Timeout: 5\n", "    Timeout: 5\n    # TUNING: MAX_ATTEMPTS\n")
        self.assert_faults()

    def test_a_setting_that_cannot_be_read_is_an_error(self) -> None:
        for call in ('let x = try settings.choice("SIGN_IN_FLOW", default: .plain)',
                     'let y = try settings.integer("MAX_ATTEMPTS", in: low...high, default: 3)'):
            with self.subTest(call):
                self.write("Sources/Modules/Triggers/Rules/Rules.swift", call)
                with self.assertRaisesRegex(settings_in_code.Unreadable, "^Rules.swift: "):
                    check_docs.faults(self.root)

    def test_the_architecture_lists_the_modules_that_there_are(self) -> None:
        self.change("docs/architecture.md", "| `Replay` |", "| `Bench` |")
        self.assert_faults(
            "docs/architecture.md: the module Replay is missing", "docs/architecture.md: there is no module Bench")

    def test_a_tree_without_the_pages_says_so(self) -> None:
        self.write("README.md", "")
        for page in ("architecture", "configuration", "threat-model"):
            (self.root / f"docs/{page}.md").unlink()
        self.assert_faults("docs/architecture.md does not exist", "docs/configuration.md does not exist",
                           "docs/threat-model.md does not exist")

    def test_the_tests_that_stop_attacks_exist(self) -> None:
        self.change("Tests/threats.md", "[test_srp]", "[test_none]")
        self.assert_faults("Tests/threats.md:1: test_flow.py has no test named: test_none")
