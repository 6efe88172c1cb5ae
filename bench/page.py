"""docs/performance.md, section by section: every bench writes its own and leaves the others alone."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pictures

import ludoteca

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
GOALS = "Goals"
PLAY = "Random play"
COPIES = "Copying a state"
SEARCH = "Search"
ENVIRONMENTS = "Environments for learners"
BEGINNING = "Beginning"
SERVER = "The house under load"
GROWTH = "How costs grow"
INSTRUCTIONS = "Instruction counts"
PEERS = "Who was measured, and how"
ORDER = (GOALS, PLAY, COPIES, SEARCH, ENVIRONMENTS, BEGINNING, SERVER, GROWTH, INSTRUCTIONS, PEERS)
INTRO = (
    "How fast Ludoteca is compared with its alternatives. `make bench` measures it in one run and writes "
    "this page. Ratios come first, since absolute figures depend on the machine."
)


def sections() -> dict[str, str]:
    """What the page says now, by heading."""
    if not PAGE.exists():
        return {}
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    found = {}
    for part in parts:
        title, _, body = part.partition("\n")
        found[title.strip()] = body.strip()
    return found


def write(changed: Mapping[str, Sequence[str]]) -> None:
    """Put sections in the place of their older selves, and save the pictures they show."""
    told = sections()
    for title, lines in changed.items():
        told[title] = "\n".join(lines).strip()
    whole = ["# Performance", "", INTRO]
    for title in ORDER:
        if told.get(title):
            whole += ["", f"## {title}", "", told[title]]
    pictures.save()
    PAGE.write_text("\n".join(whole) + "\n", encoding="utf-8")


def machine() -> str:
    """Where and when: a line under every table."""
    kind = "compiled" if ludoteca.compiled else "plain Python"
    return f"{date.today().isoformat()}, {platform.machine()}, Python {platform.python_version()}, {kind}"
