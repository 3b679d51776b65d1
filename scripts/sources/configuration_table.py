"""Compares the table of docs/configuration.md with the variables that the code reads, with the defaults and the values
that it knows, and with what template.yaml sets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from sources import settings_in_code

PAGE = "docs/configuration.md"
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
# A string that consists of capitals only, or of capitals and one value that is put in.
LITERAL = re.compile(r'"((?:[A-Z0-9_]|\\\([^()]*\))+)"')

# Strings of the code that look like variables and name something else: challenges, states, error codes, parameters.
OTHER_NAMES = frozenset("""
    ALL_NEW ALL_OLD ALREADY_REGISTERED AUTHENTICATOR_APP CHALLENGE_FAILED CHALLENGE_REQUIRED CHALLENGE_SUCCEEDED
    CODE_DELIVERY_DELIVERY_MEDIUM CODE_DELIVERY_DESTINATION CODE_INVALID_OR_EXPIRED COGNITO_IDENTITY_PROVIDER
    CUSTOM_CHALLENGE DEVICE_PASSWORD_VERIFIER DEVICE_SRP_AUTH EMAIL_OTP ID_TOKEN MAX_ATTEMPTS_EXCEEDED
    ORIGIN_NOT_ALLOWED PALM_BIOMETRICS_RR PASSWORD_VERIFIER RECOVERY_CODE RESULT_TOKEN REVIEW_FAILED REVIEW_REQUIRED
    REVIEW_SUCCEEDED SECRETS_MANAGER SECURITY_KEY SMS_MFA SOFTWARE_TOKEN_MFA SRP_A USER_NOT_VERIFIED
""".split())

# What no deployment of the template needs to set: Lambda sets it, tests do, or it turns limits off.
NOT_IN_TEMPLATE = re.compile(r"AWS_\w+|SSL_CERT_FILE|CAPTCHA_VERIFY_URL|OTP_WITHOUT_LIMITS|AUTHENTICATOR_SECRET(_ARN)?"
                             r"|AUTHENTICATOR_TENANT_ID")


class Row(NamedTuple):
    """A row of the table."""
    line: int
    name: str
    functions: str
    default: str
    meaning: str


def rows(page: Path) -> list[Row]:
    """The rows of every table whose first column is headed `Variable`."""
    found, columns = [], None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("|") else []
        if not cells:
            columns = None
        elif cells[0] == "Variable":
            columns = {name: index for index, name in enumerate(cells)}
        elif columns and (name := re.fullmatch(r"`([A-Z0-9_]+)`", cells[0])):
            found.append(Row(number, name[1], cells[columns["Functions"]], cells[columns["Default"]],
                             cells[columns["Meaning"]]))
    return found


class Code:
    """The variables that the functions read, as the strings of their sources name them."""

    def __init__(self, root: Path) -> None:
        files = [file for part in ("Functions", "Modules") for file in (root / "Sources" / part).rglob("*.swift")]
        literals = {text for file in files for text in LITERAL.findall(file.read_text(encoding="utf-8"))}
        self.words = {text for text in literals if re.fullmatch(r"[A-Z][A-Z0-9_]*", text)}
        self.variables = {text for text in self.words if VARIABLE.fullmatch(text)} - OTHER_NAMES
        # `variable + "_ARN"` and "AWS_ENDPOINT_URL_\(service)": the missing part is another string of the code.
        self.endings = {text for text in literals if re.fullmatch(r"_[A-Z]+", text)}
        self.beginnings = {text.partition("\\")[0] for text in literals if re.match(r"[A-Z_]+_\\", text)}

    def reads(self, name: str) -> bool:
        # The table and the template say that it is a variable, so it may be one word.
        return (name in self.words - OTHER_NAMES
                or any(name.endswith(ending) and name.removesuffix(ending) in self.words for ending in self.endings)
                or any(name.startswith(start) and name.removeprefix(start) in self.words for start in self.beginnings))


class Template:
    """The variables that template.yaml gives each function. It is read line by line, since Python brings no YAML."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.anchors: dict[str, dict[str, str]] = {}
        self.parameter_defaults = {
            name: match[1].strip("\"'") for name, block in self._blocks("Parameters").items()
            for line in block if (match := re.match(r" {4}Default: (.+)", line))}
        # What the marked place names, where operators set variables for all functions.
        self.tuned = set(re.findall(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", "\n".join(self.lines).partition(
            "\nGlobals:")[2].partition("\nResources:")[0]))
        self.functions = {name: self._variables(block) for name, block in self._blocks("Resources").items()
                          if "    Type: AWS::Serverless::Function" in block}

    def _blocks(self, section: str) -> dict[str, list[str]]:
        """The lines under each name of a top-level section, without remarks."""
        found: dict[str, list[str]] = {}
        name, is_inside = "", False
        for line in self.lines:
            if re.match(r"\w", line):
                is_inside = line.startswith(section + ":")
            elif is_inside and (start := re.match(r" {2}(\w+):", line)):
                name = start[1]
            elif is_inside and line.strip() and not line.lstrip().startswith("#"):
                found.setdefault(name, []).append(line)
        return found

    def _variables(self, block: list[str]) -> dict[str, str]:
        """What stands under `Variables:`, by name. A list item may be an anchor (`- &Name`), which `<<` repeats."""
        found: dict[str, str] = {}
        name, depth, anchor, anchor_depth = "", None, None, 0
        for line in block:
            indentation = len(line) - len(line.lstrip())
            if depth is None or indentation <= depth:
                depth, name = (indentation if line.strip() == "Variables:" else None), ""
                continue
            if start := re.match(r" *- &(\w+)", line):
                anchor, anchor_depth, name = self.anchors.setdefault(start[1], {}), indentation, ""
            elif anchor is not None and indentation <= anchor_depth:
                anchor = None
            if entry := re.match(r" *([A-Z][A-Z0-9_]+):(.*)", line):
                name, found[entry[1]] = entry[1], entry[2].strip()
            elif line.lstrip().startswith(("<<:", "- *")):
                for alias in re.findall(r"\*(\w+)", line):
                    found |= self.anchors[alias]
            elif name:
                found[name] += " " + line.strip()
            if anchor is not None and name:
                anchor[name] = found[name]
        return found

    def default(self, value: str) -> str | None:
        """What a variable is by default: the default of the one parameter in it; None where that cannot be decided."""
        references = set(re.findall(r"!Ref (\w+)|\$\{(\w+)\}", value))
        names = {first or second for first, second in references} & set(self.parameter_defaults)
        default = self.parameter_defaults[names.pop()] if len(names) == 1 else ""
        text = re.search(r"""!Sub ["']?([^\s"',\]]*)""", value)
        return (re.sub(r"\$\{\w+\}", default, text[1]) if text else default) if default else None


def faults(root: Path) -> list[str]:
    """Everything in which table, code and template differ."""
    if not (root / PAGE).exists():
        return [f"{PAGE} does not exist"]
    code, template, table = Code(root), Template(root / "template.yaml"), rows(root / PAGE)
    listed = {row.name for row in table}
    given = {name for variables in template.functions.values() for name in variables} | template.tuned
    found = [f"{PAGE}: {name} is missing, which the code reads" for name in sorted(code.variables - listed)]
    found += [f"{PAGE}: {name} is missing, which template.yaml sets"
              for name in sorted(given - code.variables - listed)]
    settings = settings_in_code.read(root)
    for row in table:
        place = f"{PAGE}:{row.line}: {row.name}"
        if not code.reads(row.name):
            found.append(f"{place} is not read by the code")
        found += [f"{place}: {fault}" for fault in _row_faults(row, template)]
        found += [f"{place}: {fault}" for setting in settings if setting.name == row.name
                  for fault in settings_in_code.faults(setting, row.default, row.meaning)]
    return found


def _row_faults(row: Row, template: Template) -> list[str]:
    # A secret may be given itself or by its ARN; the template gives the ARN.
    holders = {function for function, given in template.functions.items() if {row.name, row.name + "_ARN"} & set(given)}
    if not holders:
        is_set_elsewhere = row.name in template.tuned or NOT_IN_TEMPLATE.fullmatch(row.name)
        return [] if is_set_elsewhere else ["template.yaml sets it nowhere, and does not name it at the marked place"]
    found = []
    if {_full(short, template) for short in row.functions.split(", ")} != holders:
        found.append(f"the template gives it to {', '.join(sorted(holders))}; the table says {row.functions}")
    defaults = {template.default(template.functions[function][row.name]) for function in holders
                if row.name in template.functions[function]} - {None}
    found += [f"the template's default is {default}, which the table does not name"
              for default in sorted(filter(None, defaults)) if f"`{default}`" not in row.default]
    return found


def _full(short: str, template: Template) -> str:
    """The function that a name in the table stands for: `Define` for DefineAuthChallenge."""
    matches = [function for function in template.functions if function in (short, short + "AuthChallenge")]
    return matches[0] if matches else short
