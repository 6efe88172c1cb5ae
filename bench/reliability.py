"""Whether chances come true: matches between bots, the chance of winning said on the way, and who won.

    python bench/reliability.py bosa --seats 3 --matches 480 --records build/reliability

prints the expected calibration error in the first and in the second half of a match, as the evaluation
says chances and as they are corrected, with a reliability curve (said and happened, in tenths). The
correction is fitted on nine tenths of the matches and measured on the last tenth, ten times; the one printed
for `measures.toml` is fitted on all. Halves are those of the calendar (`progress_of`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np
from matches import numbers, questions
from numpy.typing import NDArray

from ludoteca.analysis.calibration import MOMENTS, SAID, cells, corrected, looked_up, progress_of
from ludoteca.analysis.moments import moments, turns_of
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match

Sample = tuple[float, list[float], list[float]]
"""How far a match had come, the chances said, and what came of them."""
Correction = Callable[[Sequence[float], float], list[float]]
"""Chances that were said at some moment as they come true."""
STEPS: Final = (0.4, 0.2, 0.1, 0.05)
FOLDS: Final = 10
SMOOTH: Final = 1.0
"""How much neighbours in a table of odds are held together."""


def samples(name: str, seats: int, number: int, level: str) -> list[Sample]:
    """What was said whenever a turn began."""
    game: Any = load(name)
    match = Match(game, game.setup(seats), Seeded(5000 + number))
    play_match(match, [make_bot(level) for _ in range(seats)], seed=number)
    assert match.result is not None
    payoffs = match.result.payoffs()
    found: list[Sample] = []
    for turn in turns_of(moments(match)):
        state = turn[0].before
        said = [round(chance, 4) for chance in game.bot.win_chances(state)]
        found.append((round(progress_of(game, state), 4), said, payoffs))
    return found


def kept_samples(name: str, seats: int, number: int, level: str, folder: Path) -> list[Sample]:
    """The same, from the folder if it was said before."""
    path = folder / f"{name}-{seats}-{number}.json"
    if not path.exists():
        path.write_text(json.dumps(samples(name, seats, number, level)), encoding="utf-8")
    return [(progress, said, came) for progress, said, came in json.loads(path.read_text())]


def pairs(found: Sequence[Sample], correct: Correction) -> list[tuple[float, float]]:
    """Every chance, corrected, and what came of it; of seats that win together one speaks for all."""
    return [
        pair
        for progress, said, came in found
        for pair in list(zip(correct(said, progress), came, strict=True))[: speakers(said)]
    ]


def speakers(said: Sequence[float]) -> int:
    return len(said) if abs(sum(said) - 1.0) < 0.01 and len(said) > 1 else 1


def as_said(said: Sequence[float], progress: float) -> list[float]:
    return list(said)


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


def surprise(found: Sequence[Sample], powers: Sequence[float]) -> float:
    """The surprise in nats."""
    total = 0.0
    for chance, payoff in pairs(found, by_powers(powers)):
        sure = min(0.999, max(0.001, chance))
        total -= payoff * log(sure) + (1 - payoff) * log(1 - sure)
    return total


def by_powers(powers: Sequence[float]) -> Correction:
    return lambda said, progress: corrected(said, powers, progress)


def by_table(odds: Sequence[Sequence[float]]) -> Correction:
    return lambda said, progress: [looked_up(chance, odds, progress) for chance in said]


def fitted(found: Sequence[Sample]) -> tuple[Correction, object]:
    """The correction that surprises least, and its numbers."""
    if speakers(found[0][1]) == 1:
        odds = fitted_odds(found)
        return by_table(odds), odds
    powers = fitted_powers(found)
    return by_powers(powers), powers


def fitted_powers(found: Sequence[Sample]) -> list[float]:
    """Powers that surprise least, found one by one in smaller and smaller steps."""
    powers = [1.0, 1.0]
    least = surprise(found, powers)
    for step in STEPS:
        better = True
        while better:
            better = False
            for place in range(len(powers)):
                for factor in (1.0 + step, 1.0 / (1.0 + step)):
                    tried = [*powers[:place], round(powers[place] * factor, 3), *powers[place + 1 :]]
                    now = surprise(found, tried)
                    if now < least - 1e-9:
                        powers, least, better = tried, now, True
    return powers


def fitted_odds(found: Sequence[Sample]) -> list[list[float]]:
    """A table of odds that surprises least, by Newton's method; neighbours are held together a little."""
    rows, columns = len(MOMENTS), len(SAID)
    shares = np.zeros((len(found), rows, columns))
    for number, (progress, said, _) in enumerate(found):
        for row, column, share in cells(said[0], progress):
            shares[number, row, column] += share
    weights = shares.reshape(len(found), -1)
    came = np.array([payoffs[0] for *_, payoffs in found])
    held = 0.1 * np.eye(rows * columns) + SMOOTH * roughness(rows, columns)
    odds = np.zeros(rows * columns)
    for _ in range(40):
        chances = 1.0 / (1.0 + np.exp(-weights @ odds))
        slope = weights.T @ (came - chances) - held @ odds
        bend = (weights * (chances * (1.0 - chances))[:, None]).T @ weights + held
        odds += np.clip(np.linalg.solve(bend, slope), -2.0, 2.0)
    return [[round(float(cell), 2) for cell in row] for row in odds.reshape(rows, columns)]


def roughness(rows: int, columns: int) -> NDArray[np.float64]:
    """The matrix that adds up the squared differences between neighbours of a table."""
    places = np.arange(rows * columns).reshape(rows, columns)
    matrix = np.zeros((rows * columns, rows * columns))
    for ones, others in ((places[:-1], places[1:]), (places[:, :-1], places[:, 1:])):
        for one, other in zip(ones.ravel(), others.ravel(), strict=True):
            matrix[one, one] += 1.0
            matrix[other, other] += 1.0
            matrix[one, other] -= 1.0
            matrix[other, one] -= 1.0
    return matrix


def told(matches: Sequence[list[Sample]]) -> list[str]:
    """Errors in both halves, with a curve, and the correction for the file."""
    raw, after = [], []
    for fold in range(FOLDS):
        rest = [sample for number, match in enumerate(matches) if number % FOLDS != fold for sample in match]
        own = [sample for match in matches[fold::FOLDS] for sample in match]
        correct, _ = fitted(rest)
        for late in (False, True):
            part = [sample for sample in own if (sample[0] >= 0.5) == late]
            raw += [(late, pair) for pair in pairs(part, as_said)]
            after += [(late, pair) for pair in pairs(part, correct)]
    lines = []
    for name, late in (("early", False), ("late", True)):
        before = [pair for when, pair in raw if when == late]
        now = [pair for when, pair in after if when == late]
        lines.append(f"{name}: {len(now)} chances, error {error(before):.3f}, corrected {error(now):.3f}")
        lines.append("  " + ", ".join(f"{said:.2f} → {came:.2f} ({n})" for n, said, came in curve(now)))
    _, numbers_for_all = fitted([sample for match in matches for sample in match])
    return [*lines, f"for measures.toml: {numbers_for_all}"]


def main() -> None:
    asked = questions(__doc__, "build/reliability")
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--level", default="level:regular")
    words = asked.parse_args()
    found = [
        kept_samples(words.game, words.seats, number, words.level, words.records) for number in numbers(words)
    ]
    print(f"{words.game}, {words.seats} seats, {len(found)} matches of {words.level}")
    print("\n".join(told(found)))


if __name__ == "__main__":
    main()
