"""What it costs to begin: time and memory of a fresh process, ours and the peers', in turn.

python bench/footprint.py      prints a table

Time on the wall and CPU time are medians over the rounds; memory is the most a process ever held.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from peerage import PEERS_BY_TITLE
from subjects import Absent, pin, tell

POLL = 0.005
PATIENCE = 60.0
STARTER = """
import os, sys, time
command = sys.argv[1:]
began = time.perf_counter()
pid = os.posix_spawnp(command[0], command, os.environ)
_, status, used = os.wait4(pid, 0)
wall = time.perf_counter() - began
print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
IMPORTS = (
    ("OpenSpiel", "import pyspiel"),
    ("Catanatron", "import catanatron"),
    ("RLCard", "import rlcard"),
    ("PettingZoo", "from pettingzoo.classic import connect_four_v3"),
    ("python-chess", "import chess"),
    ("Pgx", "import pgx"),
    ("boardgame.io", "require('boardgame.io/internal')"),
)


class Cost(NamedTuple):
    """Seconds on the wall, CPU seconds, MiB."""

    wall: float
    cpu: float
    memory: float


class Case(NamedTuple):
    """A command to be run in a fresh process; `goal` is the time on the wall it may take."""

    label: str
    command: Sequence[str]
    folder: Path
    goal: float = 0.0


Costs = list[tuple[Case, Cost, Cost]]


def cases(peers: bool) -> list[Case]:
    here = Path.cwd()
    found = [
        Case("`python` alone", [sys.executable, "-c", "pass"], here),
        Case("`import ludoteca`", [sys.executable, "-c", "import ludoteca"], here, 0.15),
        Case("`ludoteca games`", [sys.executable, "-m", "ludoteca", "games"], here, 0.3),
        Case("a match of Bosa, four random seats", [sys.executable, "-c", random_match()], here),
    ]
    for title, code in IMPORTS if peers else ():
        peer = PEERS_BY_TITLE[title]
        try:
            peer.install()
        except Absent:
            continue
        if peer.by_npm:
            found.append(Case(f"{title}: `{code}`", ["node", "-e", code], peer.home))
        else:
            found.append(Case(f"{title}: `{code}`", [str(peer.python), "-c", code], here))
    return found


def random_match() -> str:
    return (
        "from ludoteca.games import load\n"
        "from ludoteca.bots.random_playout import random_playout\n"
        "from ludoteca.kernel.croupier import Seeded\n"
        "from ludoteca.kernel.source import Stream\n"
        "game = load('bosa')\n"
        "state = game.start(game.setup(4))\n"
        "state.settle()\n"
        "random_playout(state, Seeded(1), Stream(1, 'bots'))\n"
    )


def run(case: Case) -> Cost:
    """One fresh process from start to end, started by a bare one: memory counts from who starts it."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", STARTER, *case.command],
        cwd=case.folder,
        capture_output=True,
        text=True,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        check=False,
    )
    told = done.stderr.split()
    if done.returncode or len(told) < 3:
        raise Absent(f"{case.label} fails")
    return Cost(*(float(number) for number in told[-3:]))


def first_page() -> Cost:
    """From the start of `ludoteca house` until its lobby has been read, and what it holds then."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludoteca", "house", "--port", str(port), "--data", folder]
        began = time.perf_counter()
        process = subprocess.Popen([*command, "--log", "error"], stderr=subprocess.DEVNULL)
        try:
            until_read(f"http://127.0.0.1:{port}/", began)
            wall = time.perf_counter() - began
            memory = resident(process.pid)
        finally:
            process.terminate()
            _, _, used = os.wait4(process.pid, 0)
            process.returncode = 0
    return Cost(wall, used.ru_utime + used.ru_stime, memory)


def until_read(url: str, began: float) -> None:
    while time.perf_counter() - began < PATIENCE:
        try:
            with urllib.request.urlopen(url) as page:
                page.read()
            return
        except OSError:
            time.sleep(POLL)
    raise Absent("the house does not open")


def resident(pid: int) -> float:
    """MiB in memory now."""
    for told in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if told.startswith("VmRSS:"):
            return int(told.split()[1]) / 1024
    return 0.0


def measure(rounds: int, peers: bool, absent: list[str]) -> Costs:
    """Every case with its median and its worst time on the wall, after a round that does not count."""
    house = Case("`ludoteca house` to its first page", [], Path.cwd(), 1.5)
    alive = [*cases(peers), house]
    costs: dict[str, list[Cost]] = {case.label: [] for case in alive}
    for number in range(rounds + 1):
        for case in list(alive):
            try:
                cost = first_page() if case is house else run(case)
            except Absent as reason:
                absent.append(str(reason))
                alive.remove(case)
                continue
            if number:
                costs[case.label].append(cost)
        tell(f"fresh processes: round {number} of {rounds}")
    return [(case, middle(costs[case.label]), max(costs[case.label])) for case in alive]


def middle(costs: list[Cost]) -> Cost:
    return Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))


def table(found: Costs) -> list[str]:
    lines = [
        "| a fresh process | seconds | slowest | CPU seconds | memory | goal |",
        "|---|---|---|---|---|---|",
    ]
    for case, usual, worst in found:
        goal = f"under {case.goal:g} s" if case.goal else ""
        lines.append(
            f"| {case.label} | {usual.wall:.3f} | {worst.wall:.3f} | {usual.cpu:.3f} "
            f"| {usual.memory:.0f} MiB | {goal} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--ours", action="store_true", help="leave the peers out")
    asked = parser.parse_args()
    pin()
    absent: list[str] = []
    print("\n".join([*table(measure(asked.rounds, not asked.ours, absent)), *absent]))


if __name__ == "__main__":
    main()
