"""What somebody sees who has just cloned the repository: the targets, and that something is happening."""

import os
import pty
import re
import select
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRESS = [str(ROOT / "scripts/progress.sh"), "Waiting", "a second"]
PATIENCE = 60  # seconds


def seconds(received):
    """The times that a terminal has received."""
    return [int(shown) for shown in re.findall(r"Waiting: 0:(\d\d) \(usually a second\)", received.decode())]


def at_terminal(command):
    """Runs a command with a terminal as its standard error. Its standard input ends as soon as two times have been shown.
    Returns its status and what the terminal received."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=theirs, stdout=theirs,
                               env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    received = b""
    try:
        while select.select([ours], [], [], PATIENCE)[0] and (part := os.read(ours, 4096)):
            received += part
            if len(set(seconds(received))) > 1:
                process.stdin.close()
    except OSError:  # All processes that have the terminal have ended.
        pass
    finally:
        os.close(ours)
    return process.wait(PATIENCE), received


class ProgressTest(unittest.TestCase):
    def test_prints_one_line_in_a_log(self):
        ran = subprocess.run([*PROGRESS, "sh", "-c", "echo done; exit 3"], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (3, "done\n", "Waiting (usually a second)\n"))

    def test_shows_the_time_at_a_terminal_and_clears_its_line(self):
        status, received = at_terminal([*PROGRESS, "sh", "-c", "cat; exit 3"])
        self.assertEqual(status, 3)
        self.assertGreater(len(set(seconds(received))), 1)
        self.assertEqual(seconds(received), sorted(seconds(received)))
        self.assertTrue(received.endswith(b"\r\x1b[K"), received)


class HelpTest(unittest.TestCase):
    def test_begins_with_what_a_newcomer_wants(self):
        lines = subprocess.run(["make", "-C", ROOT, "--no-print-directory"], capture_output=True, text=True).stdout.splitlines()
        self.assertEqual(lines[0], "Start here")
        self.assertEqual([line.split()[1] for line in lines[1:7]], ["demo", "sandbox", "replay", "test", "package", "deploy"])
        for line in lines[1:7]:
            self.assertGreater(len(line.split()), 4, line)
            self.assertLess(len(line), 100, line)
        self.assertEqual(lines[7], "")

    def test_lists_every_target(self):
        listed = subprocess.run(["make", "-C", ROOT, "--no-print-directory"], capture_output=True, text=True).stdout
        for line in (ROOT / "Makefile").read_text().splitlines():
            name, colon, words = line.partition(":")
            if colon and " ## " in words and not line.startswith(("#", "\t")):
                self.assertIn(f"  make {name} ", listed)

    def test_says_that_the_shell_reads_args(self):
        listed = subprocess.run(["make", "-C", ROOT, "--no-print-directory"], capture_output=True, text=True).stdout
        self.assertIn("The shell reads ARGS as its own text: put nothing there that others wrote.", listed)
