"""Puts the mutants into the project's own tests. Only the modules that have some are compiled again, and the programs
linked again, with the commands of the last `swift build`. An interface never changes, so other modules stay valid."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
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

# What a compilation need not make again, with the number of values that follow. A mutant may give a warning.
NOT_AGAIN = {
    "-c": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1, "-emit-objc-header": 0,
    "-emit-objc-header-path": 1, "-enable-batch-mode": 0, "-incremental": 0, "-index-store-path": 1, "-num-threads": 1,
    "-output-file-map": 1, "-parseable-output": 0, "-serialize-diagnostics": 0, "-warnings-as-errors": 0,
}


class Build:
    """The commands of a debug build, as SwiftPM keeps them for the next one."""

    def __init__(self, text: str):
        start = "    args: "
        self._commands = [json.loads(line.removeprefix(start)) for line in text.splitlines() if line.startswith(start)]

    def _find(self, option: str, name: str, action: str) -> list[str]:
        for command in self._commands:
            if action in command and option in command and Path(command[command.index(option) + 1]).name == name:
                return command
        raise Fault(f"no command of the last build makes {name}")

    def compile(self, module: str, sources: Iterable[Path], output: Path) -> list[str]:
        """The command that compiles these sources in place of a module's own to one object file."""
        words, command = iter(self._find("-module-name", module, "-c")), []
        for word in words:
            if word in NOT_AGAIN:
                for _ in range(NOT_AGAIN[word]):
                    next(words)
            elif not word.startswith("@"):
                command.append(word)
        return [*command, "-whole-module-optimization", "-c", "-o", str(output), *map(str, sources)]

    def link(self, program: str, objects: dict[str, Path], output: Path) -> list[str]:
        """The command that links a program with these object files in place of those of their modules."""
        command = list(self._find("-o", program, "-emit-executable"))
        place = next(index for index, word in enumerate(command) if word.startswith("@"))
        kept, replaced = [], set()
        for line in Path(command[place][1:]).read_text(encoding="utf-8").splitlines():
            module = Path(line.strip("'")).parent.name.removesuffix(".build")
            if module in objects and not line.strip("'").endswith(".swiftmodule.o"):
                replaced.add(module)
            else:
                kept.append(line)
        files = output.with_suffix(".objects")
        files.write_text("\n".join([*kept, *(str(objects[module]) for module in sorted(replaced))]), encoding="utf-8")
        command[place] = f"@{files}"
        command[command.index("-o") + 1] = str(output)
        return command


def write_sources(root: Path, folder: Path, module: str, mutants: list[Mutant]) -> list[Path]:
    """Writes a module's files that have mutants, and the switch. Returns all files of the module."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    home = "/".join(mutants[0].file.split("/")[:4])
    sources = []
    for path in sorted((root / home).rglob("*.swift")):
        if those := by_file.get(str(path.relative_to(root))):
            # The switch cannot be inlined into another module.
            text = mutated(path.read_text(encoding="utf-8"), those).replace("@inlinable", "")
            path = folder / module / path.name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sources.append(path)
    switch = folder / module / SWITCH_FILE
    switch.write_text(SWITCH_CODE, encoding="utf-8")
    return [*sources, switch]


def build(root: Path, folder: Path, mutants: list[Mutant], executables: Iterable[str], jobs: int) -> Path:
    """Makes the project's test program with these mutants, and the executables that tests start, in a folder. Returns
    the test program."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    commands = Build((root / ".build/debug.yaml").read_text(encoding="utf-8"))
    by_module: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_module[mutant.module].append(mutant)
    objects = {module: folder / f"{module}.o" for module in by_module}
    program = folder / "mutants.xctest"
    compilations = [
        commands.compile(module, write_sources(root, folder, module, those), objects[module])
        for module, those in by_module.items()]
    links = [commands.link("cognito-passkeysPackageTests.xctest", objects, program),
             *(commands.link(name, objects, folder / name) for name in executables)]
    with ThreadPoolExecutor(jobs) as pool:
        for step in (compilations, links):
            if any(pool.map(lambda command: subprocess.run(command, cwd=root).returncode, step)):
                raise Fault("the sources with the mutants do not build")
    return program
