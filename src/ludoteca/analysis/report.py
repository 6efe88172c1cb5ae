"""An analysis as data: curves, turning points, judgements, accuracy, skill and luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from ludoteca.analysis.judge import LEAST, Alternative, Judgement

GRADES: Final = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", LEAST))
CURVE: Final = 2 / 3
"""The power that puts random bots of every game below 40 and masters above 90 (docs/analysis.md)."""
"""What a decision is called by how bad it was (`Judgement.severity`), the worst first."""

TURNING: Final = 0.08
MOST_TURNING_POINTS: Final = 6


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision with the luck that followed it, after which the chances were others than before.

    `change[seat]` is what it meant for each seat; `by_luck` tells whether luck weighed more than the choice.
    """

    line: int
    seat: int
    action: str
    change: tuple[float, ...]
    by_luck: bool


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How a seat played. `skill` is what its own decisions lost, `luck` what chance gave it, both in chances
    of winning; `lost_a_turn` is what a turn lost in the game's unit: points, chance, or what the evaluation
    adds up. `accuracy` is 100 for a seat whose every decision was as good as any that was compared, and about
    0 for one that chose at random.
    """

    seat: int
    decisions: int
    turns: int
    accuracy: float
    lost_a_turn: float
    skill: float
    luck: float
    grades: dict[str, int]


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """A turn in which something was lost: the decision that cost most, and the others that cost something."""

    worst: Judgement
    others: tuple[Judgement, ...]

    @property
    def severity(self) -> float:
        return self.worst.severity + sum(judgement.severity for judgement in self.others)

    @property
    def points(self) -> float:
        """The points that the whole turn lost."""
        return self.worst.points_lost + sum(judgement.points_lost for judgement in self.others)

    @property
    def loss(self) -> float:
        """The chance of winning that the whole turn lost."""
        return self.worst.loss + sum(judgement.loss for judgement in self.others)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that was found out about a match."""

    seats: int
    payoffs: tuple[float, ...]
    judgements: tuple[Judgement, ...]
    turning_points: tuple[TurningPoint, ...]
    reports: tuple[SeatReport, ...]

    def costly_turns(self) -> list[CostlyTurn]:
        """The turns in which something was lost for sure, the worst first: each with its worst decision."""
        turns: dict[int, list[Judgement]] = {}
        for judgement in self.errors():
            turns.setdefault(judgement.turn, []).append(judgement)
        found = [CostlyTurn(wrong[0], tuple(wrong[1:])) for wrong in turns.values()]
        return sorted(found, key=lambda turn: -turn.severity)

    def errors(self) -> list[Judgement]:
        """The decisions that cost something for sure, the worst first."""
        found = [judgement for judgement in self.judgements if grade_of(judgement)]
        return sorted(found, key=lambda judgement: -judgement.severity)

    def data(self) -> dict[str, Any]:
        """As plain data, with figures rounded to what they are worth."""
        return {
            "seats": self.seats,
            "payoffs": list(self.payoffs),
            "decisions": [_judgement_data(judgement) for judgement in self.judgements],
            "turning_points": [_rounded(asdict(point)) for point in self.turning_points],
            "reports": [_rounded(asdict(report)) for report in self.reports],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Analysis:
        """The analysis that `data` tells, with its rounded figures."""
        return compile_analysis([_judgement(entry) for entry in data["decisions"]], data["payoffs"])


def _judgement(entry: dict[str, Any]) -> Judgement:
    return Judgement(
        line=entry["line"],
        seat=entry["seat"],
        action=entry["action"],
        known=tuple(entry["known"]),
        truth=tuple(entry["truth"]),
        decided=tuple(entry["decided"]),
        options=entry["options"],
        alternatives=tuple(_alternative(rival) for rival in entry["alternatives"]),
        regret=entry["regret"],
        stake=entry["stake"],
        turn=entry["turn"],
    )


def _alternative(entry: dict[str, Any]) -> Alternative:
    reasons = tuple((str(name), float(size)) for name, size in entry["reasons"])
    return Alternative(**{**entry, "reasons": reasons})


def grade_of(judgement: Judgement) -> str:
    """`inaccuracy`, `mistake` or `blunder`; empty where nothing was lost beyond the error."""
    for grade, least in GRADES:
        if judgement.severity >= least:
            return grade
    return ""


def compile_analysis(judgements: Sequence[Judgement], payoffs: Sequence[float]) -> Analysis:
    """The whole from its parts."""
    seats = len(payoffs)
    shifts = _shifts(judgements, payoffs)
    return Analysis(
        seats=seats,
        payoffs=tuple(payoffs),
        judgements=tuple(judgements),
        turning_points=_turning_points(judgements, shifts),
        reports=tuple(_report(seat, judgements, shifts) for seat in range(seats)),
    )


@dataclass(frozen=True, slots=True)
class Shift:
    """What a decision changed for every seat, and what the luck after it changed."""

    choice: tuple[float, ...]
    luck: tuple[float, ...]

    def whole(self) -> tuple[float, ...]:
        return tuple(one + other for one, other in zip(self.choice, self.luck, strict=True))


def _shifts(judgements: Sequence[Judgement], payoffs: Sequence[float]) -> list[Shift]:
    found = []
    for number, judgement in enumerate(judgements):
        last = number + 1 == len(judgements)
        then = tuple(payoffs) if last else judgements[number + 1].truth
        choice = tuple(b - a for a, b in zip(judgement.truth, judgement.decided, strict=True))
        luck = tuple(b - a for a, b in zip(judgement.decided, then, strict=True))
        found.append(Shift(choice, luck))
    return found


def _turning_points(judgements: Sequence[Judgement], shifts: Sequence[Shift]) -> tuple[TurningPoint, ...]:
    """The decisions after which the chances changed most, in the order of the match."""

    def size(number: int) -> float:
        return max(abs(change) for change in shifts[number].whole())

    numbers = sorted(range(len(judgements)), key=lambda number: -size(number))
    chosen = [number for number in numbers[:MOST_TURNING_POINTS] if size(number) >= TURNING]
    return tuple(_turning_point(judgements[number], shifts[number]) for number in sorted(chosen))


def _turning_point(judgement: Judgement, shift: Shift) -> TurningPoint:
    by_luck = max(map(abs, shift.luck)) > max(map(abs, shift.choice))
    return TurningPoint(judgement.line, judgement.seat, judgement.action, shift.whole(), by_luck)


def _report(seat: int, judgements: Sequence[Judgement], shifts: Sequence[Shift]) -> SeatReport:
    own = [judgement for judgement in judgements if judgement.seat == seat and judgement.options > 1]
    grades = {grade: sum(grade_of(judgement) == grade for judgement in own) for grade, _ in GRADES}
    regret = sum(judgement.regret for judgement in own)
    turns = len({judgement.turn for judgement in own})
    return SeatReport(
        seat=seat,
        decisions=len(own),
        turns=turns,
        accuracy=accuracy_of(regret, sum(judgement.stake for judgement in own)),
        lost_a_turn=max(0.0, regret / turns) if turns else 0.0,
        skill=-sum(judgement.loss for judgement in own),
        luck=sum(shift.luck[seat] for shift in shifts),
        grades=grades,
    )


def accuracy_of(regret: float, stake: float) -> float:
    """How much of what was at stake was kept: 100 for nothing lost, 0 for as much as choosing at random.

    The share to a power below 1: so bots of the levels spread over the scale, random ones at its lower end.
    """
    return 100.0 * (1.0 - min(1.0, max(0.0, regret) / stake)) ** CURVE if stake > 0.0 else 100.0


def _judgement_data(judgement: Judgement) -> dict[str, Any]:
    found: dict[str, Any] = _rounded(asdict(judgement))
    found["loss"] = round(judgement.loss, 4)
    found["grade"] = grade_of(judgement)
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(part) for part in value]
    return value
