"""The AWS CLI in this process, for the commands of a shell. Starting it anew for each command would take most of the time
of a test."""

from __future__ import annotations

import contextlib
import io
import socketserver
import threading
from pathlib import Path

from awscli.clidriver import create_clidriver

# Sends its words, and its standard input if it is to read it, and prints the answer.
CLIENT = """#!/bin/bash
[[ $* != *file:///dev/stdin* ]] || input=$(cat)
exec 3<>/dev/tcp/127.0.0.1/{port}
printf '%s\\0' $# "$@" "$input" >&3
read -r status <&3
[ "$status" = 0 ] && cat <&3 || cat <&3 >&2
exit "$status"
"""


class CommandLine:
    """The AWS CLI, with made-up credentials."""

    def __init__(self, *options: str) -> None:
        """:param options: more words for every command."""
        self.driver = create_clidriver()
        self.driver.session.set_credentials("testing", "testing")
        self.options = options

    def __call__(self, words: list[str]) -> tuple[int, str, str]:
        """Runs a command; returns its exit status, its output and its errors."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                status = self.driver.main([*words, *self.options])
            except SystemExit as exit:
                status = exit.code
        return status, output.getvalue(), errors.getvalue()


class CommandServer(socketserver.TCPServer):
    """Runs the commands of a program named `aws`, one after the other."""

    def __init__(self, commands: CommandLine, program: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.commands = commands
        program.write_text(CLIENT.format(port=self.server_address[1]))
        program.chmod(0o755)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class _Handler(socketserver.StreamRequestHandler):
    server: CommandServer

    def handle(self) -> None:
        words = [self.text() for _ in range(int(self.text()))]
        standard_input = self.text()
        status, output, errors = self.server.commands(
            [standard_input if word == "file:///dev/stdin" else word for word in words])
        self.wfile.write(f"{status}\n{output if status == 0 else errors}".encode())

    def text(self) -> str:
        """The next text, which a zero ends."""
        return b"".join(iter(lambda: self.rfile.read(1).strip(b"\0"), b"")).decode()
