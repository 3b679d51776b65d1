"""A report as a person reads it. It needs no AWS SDK, because a page of the repository is made with it."""

import re
from collections.abc import Iterator
from typing import Any

AS_SAID, OTHERWISE, UNSEEN = "as said", "otherwise", "could not be seen"


def lines(report: dict[str, Any]) -> Iterator[str]:
    """The report for a person: what is otherwise comes first."""
    yield f"## {report['region']}, {report['made']}, {report['where']}\n"
    yield f"{report['version']} {report['note']}".rstrip() + "\n"
    for verdict in (OTHERWISE, UNSEEN, AS_SAID):
        found = [one for one in report["rows"] if one["verdict"] == verdict]
        yield f"### {verdict.capitalize()}: {len(found)}\n"
        if found:
            last = {OTHERWISE: ["Seen"], UNSEEN: ["Why"], AS_SAID: []}[verdict]
            heads = ("Name", "What", "The pages say", *last)
            yield table(heads, [[f"`{one['name']}`", one["about"], one["said"], one["seen"]][:len(heads)]
                                for one in found])
    if report["figures"]:
        yield "### Times\n"
        yield table(("", *next(iter(report["figures"].values()))),
                    [[name, *map(str, cells.values())] for name, cells in report["figures"].items()])


def table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    # A link of another page leads nowhere from here.
    cells = [[re.sub(r"\[([^]]+)]\([^)]+\)", r"\1", cell).replace("|", "\\|") for cell in one] for one in rows]
    return "\n".join([f"| {' | '.join(heads)} |", "|" + "---|" * len(heads),
                      *(f"| {' | '.join(one)} |" for one in cells), ""])
