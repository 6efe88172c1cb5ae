"""Counts the instructions of one fixed match of every game, and compares with the figures last accepted.

python bench/instructions.py             fails if a game needs 5 % more or less than accepted
python bench/instructions.py --accept    stores what was counted in bench/instructions.toml
python bench/instructions.py bosa        one game

Unlike seconds, instructions do not depend on what else the machine does: a change is a change of the program.
`valgrind --tool=callgrind` counts; only what happens inside the match counts, not the start of Python. The
match is played before it is counted, so that whatever is worked out once has been. Figures are kept for each
kind of processor and version of Python, for compilers differ.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import page

import ludoteca
from ludoteca.games import HOUSE_GAMES

ACCEPTED = Path(__file__).parent / "instructions.toml"
BOUND = 0.05
SEED = 7
MATCH = "CPyPy_*random_playout"
HEAD = """\
# Instructions of one fixed match of every game, as last accepted: python bench/instructions.py --accept
# A change over 5 % has to be explained where it is accepted, in the message of the commit.
"""


class Count(NamedTuple):
    """What a match took."""

    decisions: int
    instructions: int

    @property
    def each(self) -> float:
        return self.instructions / self.decisions


def play(name: str) -> None:
    """Inside callgrind: the match once by hand, then once more as it is counted; says its decisions."""
    from ludoteca.bots.random_playout import random_playout
    from ludoteca.games import load
    from ludoteca.kernel.croupier import Seeded
    from ludoteca.kernel.source import Stream
    from ludoteca.kernel.state import CHANCE

    game = load(name)
    setup = game.setup((game.least + game.most + 1) // 2)
    state = game.start(setup)
    state.settle()
    croupier, source = Seeded(SEED), Stream(SEED, "bots")
    while not state.over:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
        else:
            state.play(state.choices[source.below(len(state.choices))])
    state = game.start(setup)
    state.settle()
    print(random_playout(state, Seeded(SEED), Stream(SEED, "bots")).decisions)


def count(name: str) -> Count:
    """One match in a process under callgrind, which counts only while the match runs."""
    command = [
        "valgrind",
        "--tool=callgrind",
        f"--toggle-collect={MATCH}",
        "--callgrind-out-file=/dev/null",
        sys.executable,
        __file__,
        "--play",
        name,
    ]
    environ = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=False)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or counted is None:
        raise SystemExit(f"instructions: valgrind failed\n{done.stderr[-2000:]}")
    if int(counted[1]) == 0:
        raise SystemExit(f"instructions: callgrind saw no {MATCH}: is the package compiled?")
    return Count(int(done.stdout), int(counted[1]))


def kind() -> str:
    """Figures are comparable within this: `aarch64-python3.11`."""
    return f"{platform.machine()}-python{sys.version_info.major}.{sys.version_info.minor}"


def stored() -> dict[str, dict[str, dict[str, int]]]:
    if not ACCEPTED.exists():
        return {}
    with ACCEPTED.open("rb") as file:
        return tomllib.load(file)


def accept(found: dict[str, Count]) -> None:
    """Store what was counted; other kinds of machines and other games keep what they have."""
    known = stored()
    mine = known.setdefault(kind(), {})
    for name, counted in found.items():
        mine[name] = {"decisions": counted.decisions, "instructions": counted.instructions}
    lines = [HEAD]
    for which, games in sorted(known.items()):
        for name, told in sorted(games.items()):
            lines.append(f'["{which}".{name}]')
            lines += [f"{key} = {value}" for key, value in told.items()]
            lines.append("")
    ACCEPTED.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def section() -> list[str]:
    """What docs/performance.md says about the accepted figures."""
    lines = [
        "Seconds depend on what else a machine does; instructions do not. `bench/instructions.py` plays "
        "one fixed match of every game under `valgrind --tool=callgrind` (random play of a medium number of "
        "seats, the same seed every time), counts only what happens inside the match, and fails if a game "
        f"needs over {BOUND:.0%} more or fewer instructions a decision than last accepted. "
        "`python bench/instructions.py --accept` accepts what it counts: the figures go to "
        "`bench/instructions.toml`, the reason into the message of the commit.",
        "",
        "| machine | game | decisions of the match | instructions | a decision |",
        "|---|---|---|---|---|",
    ]
    for which, games in sorted(stored().items()):
        for name, told in sorted(games.items()):
            one = Count(**told)
            lines.append(f"| {which} | {name} | {one.decisions:,} | {one.instructions:,} | {one.each:,.0f} |")
    return lines


def compare(found: dict[str, Count]) -> list[str]:
    """Prints a table and returns what has to be explained."""
    known = stored().get(kind(), {})
    wrong: list[str] = []
    print("| game | decisions | instructions | a decision | accepted | change |\n|---|---|---|---|---|---|")
    for name, counted in found.items():
        told, change = "none yet", ""
        if name in known:
            before = Count(**known[name])
            part = counted.each / before.each - 1
            told, change = f"{before.each:,.0f}", f"{part:+.1%}"
            if abs(part) > BOUND:
                way = "more" if part > 0 else "fewer"
                wrong.append(f"{name}: {abs(part):.1%} {way} instructions a decision than accepted")
            if counted.decisions != before.decisions:
                print(f"{name}: the fixed match is another one now ({before.decisions} decisions before)",
                      file=sys.stderr)  # fmt: skip
        print(
            f"| {name} | {counted.decisions} | {counted.instructions:,} | {counted.each:,.0f} "
            f"| {told} | {change} |"
        )
    if not known:
        print(f"No accepted figures for {kind()} yet: `--accept` stores these.")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(HOUSE_GAMES), help="all of them if not said")
    parser.add_argument("--accept", action="store_true", help="store what was counted")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(*asked.games)
        return
    if not shutil.which("valgrind"):
        raise SystemExit("instructions: valgrind is not here")
    if not ludoteca.compiled:
        raise SystemExit("instructions: the package is plain Python; count where it is compiled")
    found = {}
    for name in asked.games:
        print(f"counting {name}", file=sys.stderr, flush=True)
        found[name] = count(name)
    wrong = compare(found)
    if asked.accept:
        accept(found)
        page.write({page.INSTRUCTIONS: section()})
        print(f"stored in bench/{ACCEPTED.name} and written to docs/{page.PAGE.name}")
    elif wrong:
        raise SystemExit(
            "\n".join([*wrong, "If that is meant, say why in the commit and store it with --accept."])
        )


if __name__ == "__main__":
    main()
