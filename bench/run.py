"""Measures Ludoteca beside its peers in one run on one core, and writes docs/performance.md.

make bench                     everything: the peers are installed into build/peers on the first run
python bench/run.py --ours     only our own games
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import venv
from datetime import date
from pathlib import Path
from typing import Any

import ludoteca

HERE = Path(__file__).parent
PEERS = HERE.parent / "build" / "peers"
REPORT = HERE.parent / "docs" / "performance.md"


class Subject:
    """A process that times slices of play when asked."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        self.names: list[str] = self.read()

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"bench: {self.process.args} ended without an answer")
        return json.loads(line)

    def slice(self, name: str, seconds: float) -> dict[str, float]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name} {seconds}\n")
        self.process.stdin.flush()
        answer: dict[str, float] = self.read()
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)


def python_peer(package: str, script: str) -> Subject:
    """A peer from PyPI in an environment of its own."""
    home = PEERS / package
    python = home / "bin" / "python"
    if not python.exists():
        print(f"installing {package}", flush=True)
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", package], check=True)
    return Subject([str(python), str(HERE / "peers" / script)], HERE)


def node_peer(package: str, script: str) -> Subject:
    """A peer from npm in a folder of its own."""
    home = PEERS / package
    if not (home / "node_modules").exists():
        print(f"installing {package}", flush=True)
        home.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--silent", "--no-fund", "--no-audit", package], cwd=home, check=True
        )
    shutil.copy(HERE / "peers" / script, home / script)
    return Subject(["node", script], home)


def measure(subjects: list[Subject], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Ask every subject for a slice in turn, `rounds` times over."""
    rates: dict[str, list[float]] = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", flush=True)
        for subject in subjects:
            for name in subject.names:
                rates.setdefault(name, []).append(subject.slice(name, seconds)["rate"])
    return rates


def median_of(rates: dict[str, list[float]], family: str) -> float | None:
    found = [statistics.median(values) for name, values in rates.items() if name.startswith(family)]
    return statistics.median(found) if found else None


FAMILIES = (
    ("openspiel-native", "OpenSpiel, C++ games in a native loop (median of its games)"),
    ("openspiel-python", "OpenSpiel, C++ games driven from Python (median)"),
    ("catanatron", "Catanatron, four random players"),
    ("boardgame.io", "boardgame.io, a small dice game, four seats"),
)


def report(rates: dict[str, list[float]], rounds: int, seconds: float) -> str:
    """The table, ratios first."""
    peers = [(title, value) for family, title in FAMILIES if (value := median_of(rates, family))]
    ours = {name: values for name, values in rates.items() if ":" not in name}
    lines = [
        "# Performance",
        "",
        f"Measured on {date.today().isoformat()} by `make bench`: {platform.machine()}, "
        f"Python {platform.python_version()}, {'compiled' if ludoteca.compiled else 'plain Python'}, "
        "one core, one process each. Every subject plays random matches to the end, legal options and "
        f"chance included, for {rounds} slices of {seconds:g} CPU seconds, in turn with all others; figures "
        "are medians of the slices. Ratios travel better than absolute figures: those depend on the machine.",
        "",
        "## Random play: decisions a second, as a multiple of each peer",
        "",
        "| game (seats) | decisions a second | spread | " + " | ".join(title for title, _ in peers) + " |",
        "|---|---|---|" + "---|" * len(peers),
    ]
    for name, values in ours.items():
        if not name.endswith("-copy"):
            rate = statistics.median(values)
            game, _, seats = name.rpartition("-")
            row = [f"{game} ({seats})", f"{rate:,.0f}", f"{min(values):,.0f} – {max(values):,.0f}"]
            lines.append("| " + " | ".join(row + [f"{rate / value:.1f} ×" for _, value in peers]) + " |")
    if peers:
        row = ["the peer itself", "", ""] + [f"{value:,.0f}" for _, value in peers]
        lines.append("| " + " | ".join(row) + " |")
    lines += ["", "## Copying a state", "", "| game (seats) | microseconds a copy |", "|---|---|"]
    for name, values in ours.items():
        if name.endswith("-copy"):
            game, _, seats = name.removesuffix("-copy").rpartition("-")
            lines.append(f"| {game} ({seats}) | {1e6 / statistics.median(values):.2f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ours", action="store_true", help="leave the peers out and only print the table")
    parser.add_argument("--rounds", type=int, default=7, help="slices of each subject")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a slice")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    subjects = [Subject([sys.executable, str(HERE / "ours.py")], HERE)]
    if not asked.ours:
        subjects.append(python_peer("open-spiel", "openspiel.py"))
        subjects.append(python_peer("catanatron", "catanatron_play.py"))
        if shutil.which("npm"):
            subjects.append(node_peer("boardgame.io", "boardgameio.js"))
        else:
            print("npm is not here: boardgame.io is left out", flush=True)
    rates = measure(subjects, asked.rounds, asked.seconds)
    for subject in subjects:
        subject.close()
    text = report(rates, asked.rounds, asked.seconds)
    print(text)
    if not asked.ours:
        REPORT.write_text(text, encoding="utf-8")
        print(f"written to {REPORT.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()
