"""The analysis of a finished match beside its replay: chart, turning points, what would have been better."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ludoteca.analysis import Analysis
from ludoteca.analysis.chart import axis, chances_chart
from ludoteca.analysis.page import costly_turns, seats_table, turning_points
from ludoteca.analysis.report import grade_of
from ludoteca.analysis.teller import Teller
from ludoteca.draw import AUTO
from ludoteca.house.web.pages.assets import seat_mark
from ludoteca.kernel.match import Match
from ludoteca.kernel.words import fill


@dataclass(frozen=True, slots=True)
class BetterChoice:
    """What would have been better than the decision that was made."""

    seat: int
    action: str
    words: str


class AnalysisPanel:
    """An analysis, as the replay page shows it. Moments are numbered as in the replay."""

    def __init__(self, match: Match, found: str, language: str, address: str) -> None:
        data: dict[str, Any] = json.loads(found)
        self.done, self.total = len(data["decisions"]), int(data.get("total", 0))
        self.teller = Teller(match, Analysis.from_data(data), language)
        self.address = address
        self.moments = {line: number for number, line in enumerate(self.teller.moments)}

    def link(self, line: int) -> str:
        """Where the replay shows the table before a decision, as the seat that made it saw it."""
        return f"{self.address}?at={self.moments[line]}&seat={self.teller.moments[line].seat}"

    def phrase(self, key: str) -> str:
        return self.teller.phrase(key)

    def mark(self, seat: int) -> Markup:
        """The sign of a seat in the colour of its line in the chart."""
        return seat_mark(seat, self.teller.colours[seat])

    def chart(self, narrow: bool) -> Markup:
        """The chances along the match; a click leads to the decision below it."""
        left, right = axis(narrow)
        svg = chances_chart(self.teller, narrow, prefix="a-").svg(AUTO, style=False)
        places = f'data-left="{left:.4f}" data-right="{right:.4f}" data-last="{len(self.moments)}"'
        return Markup(f'<div class="chances" {places}>{svg}</div>')

    @property
    def progress(self) -> str:
        """How far an analysis has come that is still being made; empty when it is finished."""
        words = {"done": str(self.done), "total": str(self.total)}
        return fill(self.phrase("so_far"), words, {}) if self.total else ""

    @property
    def turning(self) -> Markup:
        return Markup(turning_points(self.teller, self.link, self.mark))

    @property
    def errors(self) -> Markup:
        return Markup(costly_turns(self.teller, self.link, self.mark))

    @property
    def seats(self) -> Markup:
        return Markup(seats_table(self.teller, self.mark))

    def better(self, at: int) -> BetterChoice | None:
        """What would certainly have been better than the decision that follows a moment, or None."""
        for judgement in self.teller.analysis.judgements:
            if self.moments[judgement.line] == at and grade_of(judgement) and judgement.best is not None:
                return BetterChoice(judgement.seat, judgement.best.action, self.teller.error(judgement))
        return None
