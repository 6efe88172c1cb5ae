"""Whether chances come true: matches between bots, the chance of winning said on the way, and who won.

    python bench/reliability.py bosa --seats 3 --matches 480 --records build/reliability
    python bench/reliability.py bosa --seats 2,3,4,5 --matches 480 --picture

prints the expected calibration error in the first and in the second half of a match, as the evaluation
says chances and as they are corrected, with a reliability curve (said and happened, in tenths). The
correction is fitted on nine tenths of the matches and measured on the last tenth, ten times; the one printed
for `measures.toml` is fitted on all. Halves are those of the calendar (`progress_of`). The picture shows the
curves of every number of seats, for the documents.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from matches import numbers, questions
from numpy.typing import NDArray
from pictures import Panel, hang, reliability, save

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


class Columns(NamedTuple):
    """Many samples, column by column."""

    progress: NDArray[np.float64]
    said: NDArray[np.float64]
    came: NDArray[np.float64]

    def surprise(self, powers: Sequence[float]) -> float:
        """The surprise in nats, if chances are raised to these powers."""
        power = powers[0] + self.progress * (powers[1] - powers[0])
        raised = np.maximum(self.said, 0.0) ** power[:, None]
        sure = np.clip(raised / raised.sum(axis=1, keepdims=True), 0.001, 0.999)
        return float(-(self.came * np.log(sure) + (1 - self.came) * np.log(1 - sure)).sum())


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
    columns = Columns(*(np.array(column, dtype=float) for column in zip(*found, strict=True)))
    least = columns.surprise(powers)
    for step in STEPS:
        better = True
        while better:
            better = False
            for place in range(len(powers)):
                for factor in (1.0 + step, 1.0 / (1.0 + step)):
                    tried = [*powers[:place], round(powers[place] * factor, 3), *powers[place + 1 :]]
                    now = columns.surprise(tried)
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


@dataclass(frozen=True, slots=True)
class Half:
    """What was said in one half of the matches, as it was said and corrected, and what came of it."""

    name: str
    said: list[tuple[float, float]]
    corrected: list[tuple[float, float]]

    def told(self) -> list[str]:
        now = ", ".join(f"{said:.2f} → {came:.2f} ({count})" for count, said, came in curve(self.corrected))
        wrong, still = error(self.said), error(self.corrected)
        return [
            f"{self.name}: {len(self.said)} chances, error {wrong:.3f}, corrected {still:.3f}",
            f"  {now}",
        ]


def halves(matches: Sequence[list[Sample]]) -> list[Half]:
    """Both halves, every match corrected by what was fitted on others."""
    found = [Half("early", [], []), Half("late", [], [])]
    for fold in range(FOLDS):
        rest = [sample for number, match in enumerate(matches) if number % FOLDS != fold for sample in match]
        correct, _ = fitted(rest)
        for sample in (sample for match in matches[fold::FOLDS] for sample in match):
            half = found[sample[0] >= 0.5]
            half.said.extend(pairs([sample], as_said))
            half.corrected.extend(pairs([sample], correct))
    return found


def panels(seats: int, found: Sequence[Half]) -> list[Panel]:
    """The curves of both halves: as the evaluation said it, and corrected."""
    return [
        Panel(
            f"{seats} seats, {half.name}" if seats > 1 else f"alone, {half.name}",
            curve(half.said),
            curve(half.corrected),
        )
        for half in found
    ]


def main() -> None:
    asked = questions(__doc__, "build/reliability")
    asked.add_argument("--seats", default="3", help="how many play, or several numbers such as 2,3,4")
    asked.add_argument("--level", default="level:regular")
    asked.add_argument("--picture", action="store_true", help="draw the curves for the documents")
    words = asked.parse_args()
    drawn: list[Panel] = []
    for seats in map(int, words.seats.split(",")):
        found = [
            kept_samples(words.game, seats, number, words.level, words.records) for number in numbers(words)
        ]
        print(f"{words.game}, {seats} seats, {len(found)} matches of {words.level}")
        both = halves(found)
        print("\n".join(line for half in both for line in half.told()))
        print(f"for measures.toml: {fitted([sample for match in found for sample in match])[1]}", flush=True)
        drawn += panels(seats, both)
    if words.picture:
        title = f"{load(words.game).title}: what was said, and what came"
        hang(reliability(title, drawn), f"reliability-{words.game}.svg")
        save()


if __name__ == "__main__":
    main()
