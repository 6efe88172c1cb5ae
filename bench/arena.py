"""How many matches a second an arena plays with one and with two workers, and what the sharing costs.

python bench/arena.py            a table; `--rounds` and `--seconds` make it longer or shorter

Rounds of one and of two workers take turns, so that whatever else the machine does strikes both. Besides the
clock the CPU time of all processes is taken: two workers that use no more of it for a match than one would
play twice as fast on two quiet cores, whatever the clock says on a busy machine. The last line says what two
processes that share nothing gain on this machine at this time.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import ludoteca
from ludoteca.lab.arena import arena

CASES = (
    ("bologna", "random,random,random,random", "short matches: little work between messages"),
    ("bosa", "greedy:1,random,random", "a thinking bot"),
    ("bello_divorum", "random,random,random,random", "long matches"),
)
CROWDED = 1.2


class Run(NamedTuple):
    matches: int
    wall: float
    cpu: float


def spent() -> float:
    """CPU seconds of this process and of the workers that have ended."""
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        total += used.ru_utime + used.ru_stime
    return total


def timed(game: str, seats: str, matches: int, seed: int, workers: int) -> Run:
    cpu, wall = spent(), time.perf_counter()
    played = len(arena(game, seats, matches, seed=seed, workers=workers).outcomes)
    return Run(played, time.perf_counter() - wall, spent() - cpu)


def measure(game: str, seats: str, rounds: int, seconds: float) -> dict[int, list[Run]]:
    """As many matches as one worker plays in about so many seconds, by one and by two workers in turn."""
    probe = timed(game, seats, 12, 999, 1)
    matches = max(12, int(seconds / (probe.cpu / probe.matches)))
    found: dict[int, list[Run]] = {1: [], 2: []}
    for number in range(rounds):
        for workers, runs in found.items():
            runs.append(timed(game, seats, matches, number, workers))
    return found


def spin(seconds: float) -> int:
    """As much counting as a process can do in so much time."""
    until = time.perf_counter() + seconds
    rounds = 0
    while time.perf_counter() < until:
        rounds += sum(1 for _ in range(1000)) // 1000
    return rounds


def yardstick(rounds: int) -> float:
    """How much more than one process two of them get done here, with nothing to tell each other."""
    found = []
    for _ in range(rounds):
        alone = spin(2.0)
        with ProcessPoolExecutor(2) as pool:
            found.append(sum(pool.map(spin, [2.0, 2.0])) / alone)
    return statistics.median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long one worker should play a round")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"{'compiled' if ludoteca.compiled else 'plain Python'}; load before: {load:.1f}")  # fmt: skip
    print(
        "\n| arena | matches a second, 1 worker | 2 workers | ratio | CPU ms a match, 1 worker | 2 workers |"
    )
    print("|---|---|---|---|---|---|")
    for game, seats, kind in CASES:
        runs = measure(game, seats, asked.rounds, asked.seconds)
        pace = {n: statistics.median(run.matches / run.wall for run in runs[n]) for n in (1, 2)}
        cost = {n: statistics.median(1000 * run.cpu / run.matches for run in runs[n]) for n in (1, 2)}
        print(f"| {game}, {seats} ({kind}) | {pace[1]:.1f} | {pace[2]:.1f} | {pace[2] / pace[1]:.2f} "
              f"| {cost[1]:.2f} | {cost[2]:.2f} |", flush=True)  # fmt: skip
    print(f"\nTwo processes that only count get {yardstick(asked.rounds):.2f} times as far as one here.")
    if load > CROWDED:
        print("The machine was busy: compare the ratios with that, or measure again when it is quiet.")


if __name__ == "__main__":
    main()
