"""What a search found out, in figures that explain its choice."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.shortlist import ENOUGH, unsureness
from ludoteca.kernel.actions import Action


class OptionReport:
    """What was found out about one option: visits, and for every seat the mean value and its standard
    error.

    Values lie between 0 and 1: chances of winning, as far as the game's evaluation is one.
    """

    def __init__(
        self,
        action: Action,
        visits: int,
        weight: float,
        prior: float,
        totals: list[float],
        squares: list[float],
    ) -> None:
        self.action = action
        self.visits = visits
        self.weight = weight
        self.prior = prior
        self.totals = totals
        self.squares = squares

    def unsureness(self, seat: int) -> float:
        return unsureness(self.totals[seat], self.squares[seat], self.weight, self.visits)

    @property
    def means(self) -> list[float]:
        if self.weight <= 0.0:
            return [0.0] * len(self.totals)
        return [total / self.weight for total in self.totals]

    @property
    def errors(self) -> list[float]:
        """Standard errors of the means; 1 while there is too little to tell."""
        if self.visits < 2:
            return [1.0] * len(self.totals)
        found: list[float] = []
        for total, square in zip(self.totals, self.squares):
            variance = square / self.weight - (total / self.weight) ** 2
            found.append(float((max(0.0, variance) / self.visits) ** 0.5))
        return found

    def merged(self, other: OptionReport) -> OptionReport:
        """Two searches about the same option, taken together."""
        totals = [mine + theirs for mine, theirs in zip(self.totals, other.totals)]
        squares = [mine + theirs for mine, theirs in zip(self.squares, other.squares)]
        visits = self.visits + other.visits
        return OptionReport(self.action, visits, self.weight + other.weight, self.prior, totals, squares)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "action": self.action.text,
            "visits": self.visits,
            "means": [round(mean, 4) for mean in self.means],
            "errors": [round(error, 4) for error in self.errors],
        }


class SearchReport:
    """What a search found out about the options of a seat, in the order of the options."""

    def __init__(
        self,
        seat: int,
        options: list[OptionReport],
        iterations: int,
        worlds: int,
        seconds: float,
        by_value: bool,
    ) -> None:
        self.seat = seat
        self.options = options
        self.iterations = iterations
        self.worlds = worlds
        self.seconds = seconds
        self.by_value = by_value
        self.exact = False
        self.favourite: Action | None = None
        self.caution = 0.0

    @property
    def choice(self) -> Action:
        """The best option: by visits, or by value among those that were looked at properly; where looks are
        exact, one is enough. A favourite stands unless another is better by so many standard errors.
        """
        if self.favourite is not None:
            return self.challenged(self.favourite)
        by_value = self.by_value or self.exact
        enough = max([option.visits for option in self.options]) // 4 if by_value and not self.exact else 0
        best = self.options[0]
        highest = -1.0
        for option in self.options:
            if option.visits < enough:
                continue
            mean = option.means[self.seat] if option.weight > 0.0 else -0.5
            trust = mean if by_value else option.visits + mean
            if trust > highest:
                highest = trust
                best = option
        return best.action

    def challenged(self, favourite: Action) -> Action:
        """The favourite, or the option that is furthest ahead of it beyond the error."""
        first = next(option for option in self.options if option.action is favourite)
        best = favourite
        most = 0.0
        for option in self.options:
            if option.visits < ENOUGH or option is first:
                continue
            ahead = option.means[self.seat] - first.means[self.seat]
            doubt = option.unsureness(self.seat) + first.unsureness(self.seat)
            ahead -= self.caution * float(doubt**0.5)
            if ahead > most:
                most = ahead
                best = option.action
        return best

    def ranking(self) -> list[OptionReport]:
        """The options, the chosen option first, then by value."""
        chosen = self.choice
        rest = [option for option in self.options if option.action is not chosen]
        rest.sort(key=lambda option: option.means[self.seat], reverse=True)
        return [option for option in self.options if option.action is chosen] + rest

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "seat": self.seat,
            "iterations": self.iterations,
            "worlds": self.worlds,
            "seconds": round(self.seconds, 4),
            "options": [option.as_dict() for option in self.ranking()],
        }

    def text(self) -> str:
        """A line for every option."""
        lines = [f"{self.iterations} iterations over {self.worlds} worlds in {self.seconds:.2f} s"]
        for option in self.ranking():
            mean, error = option.means[self.seat], option.errors[self.seat]
            lines.append(f"  {option.action.text:24} {option.visits:7} visits  {mean:.3f} ± {error:.3f}")
        return "\n".join(lines)
