"""Whether chances come true: matches between bots, the chance of winning said on the way, and who won.

    python bench/reliability.py bosa --seats 3 --matches 480 --records build/reliability

prints the expected calibration error in the first and in the second half of a match, as the evaluation
says chances and as they are corrected, with a reliability curve (said and happened, in tenths). The
correction is fitted on every other match and measured on the rest, and the other way round; the one printed
for `measures.toml` is fitted on all. What was said is kept: run again, it goes on where it stopped. Several
processes may share the work, each with its `--part`, such as 3/16.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any, Final

import click

from ludoteca.analysis.calibration import corrected, progress_of
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE

Sample = tuple[float, float, list[float], list[float]]
"""How far a match had come by its calendar (0 where it has none), and by that or else by the share of its
moves; the chances said, and what came of them.
"""
AS_SAID: Final = [1.0, 1.0, 1.0, 1.0]
STEPS: Final = (0.4, 0.2, 0.1, 0.05)


def samples(name: str, seats: int, number: int, level: str) -> list[Sample]:
    """What was said whenever the move passed on."""
    game: Any = load(name)
    match = Match(game, game.setup(seats), Seeded(5000 + number))
    play_match(match, [make_bot(level) for _ in range(seats)], seed=number)
    assert match.result is not None
    payoffs = match.result.payoffs()
    state = game.start(match.setup)
    state.settle()
    found: list[Sample] = []
    last = -2
    for place, entry in enumerate(match.entries):
        if entry.seat not in (CHANCE, last):
            said = [round(chance, 4) for chance in game.bot.win_chances(state)]
            found.append((round(progress_of(game, state), 4), place / len(match.entries), said, payoffs))
            last = entry.seat
        state.play(entry.action)
    dated = any(calendar > 0.0 for calendar, *_ in found)
    return [(calendar, calendar if dated else share, said, came) for calendar, share, said, came in found]


def kept_samples(name: str, seats: int, number: int, level: str, folder: Path) -> list[Sample]:
    """The same, from the folder if it was said before."""
    path = folder / f"{name}-{seats}-{number}.json"
    if not path.exists():
        path.write_text(json.dumps(samples(name, seats, number, level)), encoding="utf-8")
    return [(calendar, share, said, came) for calendar, share, said, came in json.loads(path.read_text())]


def pairs(found: Sequence[Sample], numbers: Sequence[float]) -> list[tuple[float, float]]:
    """Every chance, corrected, and what came of it; of seats that win together one speaks for all."""
    return [
        pair
        for calendar, _, said, came in found
        for pair in list(zip(corrected(said, numbers, calendar), came, strict=True))[: speakers(said)]
    ]


def speakers(said: Sequence[float]) -> int:
    return len(said) if abs(sum(said) - 1.0) < 0.01 else 1


def curve(said: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """For each tenth how often it was said, what was said and what came."""
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for chance, payoff in said:
        tenths[min(9, int(10 * chance))].append((chance, payoff))
    return [
        (len(tenth), sum(one for one, _ in tenth) / len(tenth), sum(one for _, one in tenth) / len(tenth))
        for tenth in tenths
        if tenth
    ]


def error(said: Sequence[tuple[float, float]]) -> float:
    """The expected calibration error: the mean distance between what was said and what came, over tenths."""
    return sum(count * abs(chance - came) for count, chance, came in curve(said)) / max(1, len(said))


def surprise(found: Sequence[Sample], numbers: Sequence[float]) -> float:
    """The surprise in nats."""
    total = 0.0
    for chance, payoff in pairs(found, numbers):
        sure = min(0.999, max(0.001, chance))
        total -= payoff * log(sure) + (1 - payoff) * log(1 - sure)
    return total


def fitted(found: Sequence[Sample]) -> list[float]:
    """The correction that surprises least, found number by number in smaller and smaller steps."""
    numbers = AS_SAID[: 2 if speakers(found[0][2]) > 1 else 4]
    least = surprise(found, numbers)
    for step in STEPS:
        better = True
        while better:
            better = False
            for place in range(len(numbers)):
                for factor in (1.0 + step, 1.0 / (1.0 + step)):
                    tried = [*numbers[:place], round(numbers[place] * factor, 3), *numbers[place + 1 :]]
                    now = surprise(found, tried)
                    if now < least - 1e-9:
                        numbers, least, better = tried, now, True
    return numbers


def told(matches: Sequence[list[Sample]]) -> list[str]:
    """Errors in both halves, with a curve, and the correction for the file."""
    halves = [[sample for match in matches[odd::2] for sample in match] for odd in (0, 1)]
    corrections = [fitted(half) for half in halves[::-1]]
    lines = []
    for name, low, high in (("early", 0.0, 0.5), ("late", 0.5, 2.0)):
        parts = [[sample for sample in half if low <= sample[1] < high] for half in halves]
        raw = pairs(parts[0] + parts[1], AS_SAID)
        after = [pair for part, found in zip(parts, corrections, strict=True) for pair in pairs(part, found)]
        lines.append(f"{name}: {len(after)} chances, error {error(raw):.3f}, corrected {error(after):.3f}")
        lines.append("  " + ", ".join(f"{said:.2f} → {came:.2f} ({n})" for n, said, came in curve(after)))
    return [*lines, f"for measures.toml: {fitted(halves[0] + halves[1])}"]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--matches", type=int, default=100)
    asked.add_argument("--level", default="level:regular")
    asked.add_argument("--records", type=Path, default=Path("build/reliability"))
    asked.add_argument("--part", default="0/1", help="which share of the matches, such as 3/16")
    words = asked.parse_args()
    words.records.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, words.part.split("/"))
    found: list[list[Sample]] = []
    with click.progressbar(range(part, words.matches, parts), label=words.game, file=sys.stderr) as numbers:
        for number in numbers:
            found.append(kept_samples(words.game, words.seats, number, words.level, words.records))
    print(f"{words.game}, {words.seats} seats, {len(found)} matches of {words.level}")
    print("\n".join(told(found)))


if __name__ == "__main__":
    main()
