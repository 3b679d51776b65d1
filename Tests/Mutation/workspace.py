"""The copy of the sources in which all mutants stand, each behind a switch."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from pathlib import Path

from mutants import SWITCH_FUNCTION, Fault, Mutant, mutated

# The variable that switches a mutant on in a test process and in those that it starts, by its number.
VARIABLE = "MUTANT_NUMBER"
# The variable that names a file for the numbers of the mutants whose lines are reached, one in a line.
REACHED = "MUTANTS_REACHED"
# What the switch prints when it does not work itself.
SWITCH_FAILED = "the switch of the mutants failed"

SWITCH_FILE = "MutantSwitch.swift"
SWITCH_CODE = f"""\
private import Glibc
private import Synchronization

private let numberThatIsOn: Int = {{
    guard let text = unsafe getenv("{VARIABLE}") else {{ return 0 }}
    guard let number = Int(unsafe String(cString: text)) else {{ fatalError("{SWITCH_FAILED}: no number") }}
    return number
}}()

// Opened at the module's first mutant: later a test may leave no files to open.
private let survey: Int32? = {{
    guard let path = unsafe getenv("{REACHED}") else {{ return nil }}
    return unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
}}()

private let reached = Mutex<Set<Int>>([])

func {SWITCH_FUNCTION}(_ number: Int) -> Bool {{
    if let survey, reached.withLock({{ $0.insert(number).inserted }}) {{
        let text = Array("\\(number)\\n".utf8)
        guard unsafe write(survey, text, text.count) == text.count else {{ fatalError("{SWITCH_FAILED}: no file") }}
    }}
    return number == numberThatIsOn
}}

func {SWITCH_FUNCTION}(_ number: Int, _ way: Bool, _ condition: Bool) -> Bool {{
    {SWITCH_FUNCTION}(number) ? way : condition
}}
"""

# Goes after the project's own manifest: it keeps the targets that the tests need, and lets mutants give warnings.
MANIFEST_END = """
var needed: Set<String> = []
var waiting: [String] = {tests}
while let name = waiting.popLast() {{
    guard needed.insert(name).inserted, let target = package.targets.first(where: {{ $0.name == name }})
    else {{ continue }}
    for dependency in target.dependencies {{
        switch dependency {{
        case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
        default: fatalError("\(name) needs another package")
        }}
    }}
}}
package.targets.removeAll {{ !needed.contains($0.name) }}
package.products = []
package.dependencies = []
for target in package.targets where target.type != .system {{
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}}
"""


def write(path: Path, text: bytes) -> None:
    """Writes a file unless it has this content, so that the compiler sees only what has changed."""
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def copy(source: Path, target: Path, changed: dict[Path, bytes]) -> None:
    """Makes a folder like another one, apart from files that are changed or added."""
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    for path in wanted | changed.keys():
        write(target / path, changed[path] if path in changed else (source / path).read_bytes())
    for path in target.rglob("*"):
        if path.is_file() and path.relative_to(target) not in wanted | changed.keys():
            path.unlink()


def prepare(root: Path, folder: Path, mutants: list[Mutant], test_targets: list[str]) -> None:
    """Writes the copy."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    changed: dict[Path, bytes] = {}
    for name, those in by_file.items():
        source = (root / name).read_text(encoding="utf-8")
        # The switch cannot be inlined into another module.
        changed[Path(name).relative_to("Sources")] = mutated(source, those).replace("@inlinable", "").encode()
    for folder_of_module in {"/".join(mutant.file.split("/")[1:4]) for mutant in mutants}:
        changed[Path(folder_of_module, SWITCH_FILE)] = SWITCH_CODE.encode()
    folder.mkdir(parents=True, exist_ok=True)
    copy(root / "Sources", folder / "Sources", changed)
    copy(root / "Tests", folder / "Tests", {})
    # Some tests read these.
    for name in ("events", "docs", "template.yaml"):
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(root / name)
    end = MANIFEST_END.format(tests=json.dumps(sorted(test_targets)))
    write(folder / "Package.swift", ((root / "Package.swift").read_text(encoding="utf-8") + end).encode())


def build(folder: Path) -> Path:
    """Builds the copy. Returns the program that runs its tests."""
    # One compiler process for a module, because most of them are built once.
    whole_modules = ["-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
    command = ["swift", "build", "--build-tests", "--disable-xctest", "-debug-info-format", "none", *whole_modules,
               "--quiet"]
    if subprocess.run(command, cwd=folder).returncode != 0:
        raise Fault("the sources with the mutants do not build")
    command = ["swift", "build", "--show-bin-path"]
    found = subprocess.run(command, cwd=folder, check=True, text=True, capture_output=True)
    return Path(found.stdout.strip()) / "cognito-passkeysPackageTests.xctest"
