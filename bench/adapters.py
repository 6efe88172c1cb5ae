"""Measures our PettingZoo environments beside PettingZoo's own classic games in one run on one core.

python bench/adapters.py       prints a table in Markdown; the peers are installed into build/peers once

Every subject plays with random legal actions in the loop of PettingZoo's `performance_benchmark`; every turn
takes the observation of the agent that acts. A turn is one agent's step.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from datetime import date

from run import HERE, Subject, measure, python_peer

import ludoteca


def table(rates: dict[str, list[float]]) -> str:
    middle = {name: statistics.median(values) for name, values in rates.items()}
    peers = {name.partition(":")[2]: rate for name, rate in middle.items() if ":" in name}
    ours = {name: rate for name, rate in middle.items() if ":" not in name}
    peer = statistics.median(peers.values())
    lines = [
        f"Measured on {date.today().isoformat()}: {platform.machine()}, Python {platform.python_version()}, "
        f"{'compiled' if ludoteca.compiled else 'plain Python'}, one core.",
        "",
        "| environment | turns a second | times the median of the classic games |",
        "|---|---|---|",
    ]
    for name, rate in ours.items():
        game, _, seats = name.rpartition("-")
        lines.append(f"| {game}, seats: {seats} | {rate:,.0f} | {rate / peer:.1f} |")
    ours_middle = statistics.median(ours.values())
    lines.append(f"| **median of ours** | **{ours_middle:,.0f}** | **{ours_middle / peer:.1f}** |")
    lines += [f"| PettingZoo {name} | {rate:,.0f} | {rate / peer:.1f} |" for name, rate in peers.items()]
    lines.append(f"| **median of the classic games** | **{peer:,.0f}** | **1.0** |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how many slices each (5)")
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU seconds a slice (0.6)")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    subjects = [
        Subject([sys.executable, str(HERE / "environments.py")], HERE),
        python_peer("pettingzoo[classic]", "pettingzoo_classic.py"),
    ]
    rates = measure(subjects, given.rounds, given.seconds)
    for subject in subjects:
        subject.close()
    print(table(rates))


if __name__ == "__main__":
    main()
