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
    told = [date.today().isoformat(), platform.machine(), f"Python {platform.python_version()}"]
    told.append("compiled" if ludoteca.compiled else "plain Python")
    taken = taken_by_others()
    if taken >= 0.01:
        told.append(f"other machines on the same host took {taken:.0%} of the time")
    return ", ".join(told)


def ticks() -> list[int]:
    """The time of all processors by what it went to, as Linux counts it: the eighth was taken by others."""
    try:
        return [int(number) for number in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return [0] * 8


BEGAN = ticks()


def taken_by_others() -> float:
    """The share of the busy time since this bench began that the host gave to other machines."""
    spent = [now - then for now, then in zip(ticks(), BEGAN, strict=True)]
    idle, taken = spent[3] + spent[4], spent[7]
    return taken / max(1, sum(spent) - idle)
