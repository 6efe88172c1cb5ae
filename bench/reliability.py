"""Whether chances come true: matches between bots, the chance of winning said on the way, and who won.

    python bench/reliability.py bosa --seats 3 --matches 200

prints a reliability curve (said and happened, in tenths), the expected calibration error early and late, and
the same after tempering: chances raised to a power fitted on every other match, measured on the rest.
"""

from __future__ import annotations

import argparse
import sys
from math import log
from typing import Any

import click

from ludoteca.analysis.calibration import progress_of, tempered
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE

POWERS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8, 2.2)
Sample = tuple[int, float, list[float], list[float]]
"""A match, how far it had come, the chances said, and what came of it."""


def samples(name: str, seats: int, number: int, level: str) -> list[Sample]:
    game: Any = load(name)
    match = Match(game, game.setup(seats), Seeded(5000 + number))
    play_match(match, [make_bot(level) for _ in range(seats)], seed=number)
    assert match.result is not None
    payoffs = match.result.payoffs()
    state = game.start(match.setup)
    state.settle()
    found: list[Sample] = []
    last = -2
    for entry in match.entries:
        if entry.seat not in (CHANCE, last):
            found.append((number, progress_of(game, state), game.bot.win_chances(state), payoffs))
            last = entry.seat
        state.play(entry.action)
    return found


def error(found: list[Sample], power: float) -> tuple[float, list[tuple[int, float, float]]]:
    """The expected calibration error, and for each tenth how often it was said, what was said, what came."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for _, _, chances, payoffs in found:
        for chance, payoff in zip(tempered(chances, power), payoffs, strict=True):
            bins[min(9, int(10 * chance))].append((chance, payoff))
    total = sum(map(len, bins)) or 1
    curve = [
        (len(b), sum(said for said, _ in b) / len(b), sum(came for _, came in b) / len(b)) for b in bins if b
    ]
    return sum(count * abs(said - came) for count, said, came in curve) / total, curve


def surprise(found: list[Sample], power: float) -> float:
    """The mean surprise in nats."""
    total = 0.0
    for _, _, chances, payoffs in found:
        for chance, payoff in zip(tempered(chances, power), payoffs, strict=True):
            sure = min(0.999, max(0.001, chance))
            total -= payoff * log(sure) + (1 - payoff) * log(1 - sure)
    return total


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--matches", type=int, default=100)
    asked.add_argument("--level", default="level:regular")
    words = asked.parse_args()
    everything: list[Sample] = []
    with click.progressbar(range(words.matches), label=words.game, file=sys.stderr) as numbers:
        for number in numbers:
            everything += samples(words.game, words.seats, number, words.level)
    print(f"{words.game}, {words.seats} seats, {words.matches} matches of {words.level}")
    for part, low, high in (("early", 0.0, 0.5), ("late", 0.5, 1.01)):
        found = [sample for sample in everything if low <= sample[1] < high]
        if not found:
            continue
        fitted = [sample for sample in found if sample[0] % 2]
        held_out = [sample for sample in found if not sample[0] % 2]
        power = min(POWERS, key=lambda power: surprise(fitted, power))
        before, _ = error(held_out, 1.0)
        after, curve = error(held_out, power)
        print(f"{part}: {len(held_out)} positions, error {before:.3f}; power {power}: {after:.3f}")
        print("  " + ", ".join(f"{said:.2f} → {came:.2f} ({count})" for count, said, came in curve))


if __name__ == "__main__":
    main()
