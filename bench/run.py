"""Measures Ludoteca beside its peers in one run on one core, and writes docs/performance.md.

make bench                     everything: the peers are installed into build/peers on the first run
python bench/run.py --ours     only our own games, and only printed
python bench/run.py --quick    everything, too short to be trusted, and only printed
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import footprint
import page
import report
from peerage import EVERYBODY
from subjects import HERE, Samples, Subject, gather, measure, our_subject, pin, tell

RAW = HERE.parent / "build" / "bench.json"
ROUNDS, SECONDS, STARTS = 7, 0.4, 7


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ours", action="store_true", help="leave the peers out, and only print")
    parser.add_argument("--quick", action="store_true", help="two short slices of everything, and only print")
    parser.add_argument("--write", action="store_true", help="write the page even so")
    parser.add_argument("--rounds", type=int, default=0, help=f"slices of each subject ({ROUNDS})")
    parser.add_argument("--seconds", type=float, default=0.0, help=f"CPU seconds of a slice ({SECONDS})")
    asked = parser.parse_args()
    rounds = asked.rounds or (2 if asked.quick else ROUNDS)
    seconds = asked.seconds or (0.1 if asked.quick else SECONDS)
    began = time.monotonic()
    pin()
    absent: list[str] = []
    starts: list[Callable[[], Subject]] = [
        lambda: our_subject("ours.py"),
        lambda: our_subject("environments.py"),
    ]
    if not asked.ours:
        starts += [peer.start for peer in EVERYBODY]
    samples = measure(gather(starts, absent), rounds, seconds, absent)
    beginning = footprint.measure(2 if asked.quick else STARTS, not asked.ours, absent)
    RAW.parent.mkdir(exist_ok=True)
    RAW.write_text(json.dumps(samples, indent=1), encoding="utf-8")
    told = tell_all(samples, beginning, absent, rounds, seconds)
    for title, lines in told.items():
        print(f"\n## {title}\n", *lines, sep="\n")
    if asked.write or not (asked.ours or asked.quick):
        page.write(told)
        tell(f"written to docs/{page.PAGE.name}")
    tell(f"{time.monotonic() - began:.0f} seconds in all")


def tell_all(
    samples: Samples, beginning: footprint.Costs, absent: list[str], rounds: int, seconds: float
) -> dict[str, list[str]]:
    """Every section that this run can tell."""
    figures = report.Figures(samples)
    dated = ["", f"{page.machine()}; medians of {rounds} slices of {seconds:g} CPU seconds."]
    return {
        page.GOALS: report.goals_section(figures, beginning) + dated,
        page.PLAY: report.play_section(figures) + dated,
        page.COPIES: report.copy_section(figures) + dated,
        page.SEARCH: report.search_section(figures) + dated,
        page.ENVIRONMENTS: report.environment_section(figures) + dated,
        page.BEGINNING: [*report.beginning_section(beginning), "", f"{page.machine()}."],
        page.SERVER: report.server_section(),
        page.PEERS: report.peers_section(absent, rounds, seconds),
    }


if __name__ == "__main__":
    main()
