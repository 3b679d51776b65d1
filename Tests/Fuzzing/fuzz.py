#!/usr/bin/env python3
"""Fuzzes the modules with libFuzzer and the address sanitizer. Tests/Fuzzing/README.md says how it works.

Usage: Tests/Fuzzing/fuzz.py [--seconds N] [--seed N] [--target NAME]... [--jobs N] [INPUT]

- Each target runs for N seconds (20 without the option), two at a time. It begins with the inputs that once were
  findings (Tests/Fuzzing/Regressions/), then those of former runs and the seeds. With a seed of libFuzzer's, a fresh
  clone tries the same inputs again, as many as the time allows.
- With INPUT, a file, only this one input is tried, with the target's output in full.

Exit codes: 0 nothing was found; 1 something was found, or a target did not run.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Tests/Fuzzing"
WORK = ROOT / ".build/fuzzing"

# Swift's own report of a crash hangs under the address sanitizer. Leaks are not looked for: what Swift keeps for the life
# of a process counts as leaked. Noting the call stack of each allocation takes a third of the time. Dictionaries have one
# order in all runs, so that a seed repeats a run.
ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1",
                            "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16:malloc_context_size=1"}
# The slowest input takes some milliseconds on an idle machine, and the largest process some hundred MiB.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-detect_leaks=0", "-print_final_stats=1"]

FIGURES = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)")
STATISTIC = re.compile(r"stat::(\w+):\s+(\d+)")
CAUSE = re.compile(r"Fatal error: .*|ERROR: (?:Address|libFuzzer).*")


def build() -> Path:
    """Builds the fuzz targets, which are one executable."""
    options = ["--package-path", str(PACKAGE), "--scratch-path", str(WORK), "--configuration", "release"]
    sanitizers = ["-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-use-ld=lld"]
    # For one short run, optimizing takes longer than it saves.
    optimization = ["-Xswiftc", "-Onone"] if os.environ.get("BUILD_ONCE") else []
    subprocess.run(["swift", "build", *options, "--product", "Fuzzing", *sanitizers, *optimization], check=True)
    return WORK / "release/Fuzzing"


def run(program: Path, target: str, seconds: int, seed: int) -> tuple[str, bool]:
    """Fuzzes one target. Returns a line of figures, and whether all went well."""
    folder = WORK / "targets" / target
    corpus, findings = folder / "corpus", folder / "findings"
    for one in (corpus, findings):
        one.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, target, "--seeds", folder], check=True, env=ENVIRONMENT)
    regressions = PACKAGE / "Regressions" / target
    command = [program, target, *LIMITS, f"-max_total_time={seconds}", f"-seed={seed}", f"-artifact_prefix={findings}/",
               f"-dict={folder / 'words.dict'}", corpus, *([regressions] if regressions.is_dir() else []),
               folder / "seeds"]
    # The target watches its own time; this limit is for one that hangs. The output goes to a file.
    with open(folder / "output.txt", "w+b") as output:
        try:
            status = subprocess.run(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=ENVIRONMENT,
                                    timeout=seconds + 120, check=False).returncode
        except subprocess.TimeoutExpired:
            status = None
        output.seek(0)
        text = output.read().decode(errors="replace")
    statistics = dict(STATISTIC.findall(text))
    figures = (FIGURES.findall(text) or [("0", "0", "0")])[-1]
    line = (f"{target:<14} seed {seed:<10} {statistics.get('number_of_executed_units', '?'):>9} inputs "
            f"{statistics.get('average_exec_per_sec', '?'):>6} a second   {figures[0]:>5} edges  {figures[2]:>5} kept")
    if status == 0:
        return line, True
    cause = CAUSE.search(text)
    found = re.search(r"Test unit written to (\S+)", text)
    line += f"\n    FOUND: {cause.group() if cause else 'the target did not run to its end'}"
    if found:
        path = Path(found.group(1)).relative_to(ROOT)
        line += f"\n    {path}\n    again: make fuzz TARGET={target} INPUT={path}"
    return line + f"\n    all of its output: {(folder / 'output.txt').relative_to(ROOT)}", False


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzzes the modules.")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("input", nargs="?", type=Path)
    options = parser.parse_args()
    program = build()
    known = subprocess.run([program], check=True, env=ENVIRONMENT, capture_output=True, text=True).stdout.split()
    targets = options.target or known
    if unknown := [one for one in targets if one not in known]:
        print(f"There is no target {', '.join(unknown)}. The targets are {', '.join(known)}.")
        return 1
    if options.input:
        if len(options.target) != 1:
            print("An input belongs to one target: name it with TARGET=")
            return 1
        return subprocess.run([program, targets[0], *LIMITS, options.input], env=ENVIRONMENT, check=False).returncode
    seeds = {target: options.seed or random.randrange(1, 2**31) for target in targets}
    all_well = True
    with ThreadPoolExecutor(options.jobs) as pool:
        for line, is_well in pool.map(lambda one: run(program, one, options.seconds, seeds[one]), targets):
            print(line, flush=True)
            all_well = all_well and is_well
    return 0 if all_well else 1


if __name__ == "__main__":
    sys.exit(main())
