"""The Markdown that our `rules.md` files use, cut into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CELL: Final = re.compile(r"(?<!\\)\|")


def blocks(lines: list[str]) -> Iterator[list[str]]:
    """Lines that belong together: a heading alone, a list, a table, a quotation, a paragraph."""
    block: list[str] = []

    def kind(line: str) -> str:
        return line[0] if line[0] in "#|>" else "-" if line.startswith("- ") else "p"

    for line in lines:
        same = (
            block
            and line.strip()
            and (line.startswith("  ") or kind(line) == kind(block[0]))
            and line[0] != "#"
        )
        if block and not same:
            yield block
            block = []
        if line.strip():
            block.append(line)
    if block:
        yield block


def items(block: list[str]) -> list[str]:
    """The items of a list, each with the lines that continue it."""
    found: list[str] = []
    for line in block:
        if line.startswith("- "):
            found.append(line[2:].strip())
        else:
            found[-1] += " " + line.strip()
    return found


def rows(block: list[str]) -> list[list[str]]:
    """The cells of a table, row by row; the second row only rules off the head."""
    return [[cell.strip() for cell in _CELL.split(line.strip().strip("|"))] for line in block]
