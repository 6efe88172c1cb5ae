"""An analysis in words, in the languages of the phrase books."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ludoteca.analysis.judge import Judgement
from ludoteca.analysis.moments import Moment, moments
from ludoteca.analysis.report import Analysis, TurningPoint, grade_of
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.words import PhraseBook, fill, read_words

WORDS: Final = Path(__file__).with_name("words")
SMALL: Final = 0.005


@cache
def book(language: str) -> PhraseBook:
    return read_words(WORDS, language, "The analysis")


class Teller:
    """Sentences about the analysis of one match."""

    def __init__(self, match: Match, analysis: Analysis, language: str = "en") -> None:
        self.match = match
        self.analysis = analysis
        self.book = book(language)
        self.speaker = match.speaker(language)
        self.moments: dict[int, Moment] = {moment.line: moment for moment in moments(match)}

    def phrase(self, key: str) -> str:
        return self.book.phrase("analysis", key)

    def title(self) -> str:
        return fill(self.phrase("title"), {"game": self.match.game.title}, {})

    def chapter(self, line: int) -> str:
        """The part of the match a decision belongs to, such as “Round 3: ”."""
        moment = self.moments[line]
        view = self.match.game.view(moment.before, moment.seat)
        chapter = presentation_of(self.match.game).chapter
        found = chapter(view, self.speaker.book) if chapter is not None else ""
        return f"{found.rstrip('.:')}: " if found else ""

    def action(self, line: int, text: str = "") -> str:
        """The action taken at a decision, or another of its options, as its button says it."""
        moment = self.moments[line]
        action = self.match.game.catalogue.parse(text) if text else moment.action
        return self.speaker.action(action, moment.seat)

    def name(self, seat: int) -> str:
        return self.speaker.names[seat]

    def turning_point(self, point: TurningPoint) -> str:
        changed = [seat for seat, change in enumerate(point.change) if abs(change) >= SMALL]
        changed.sort(key=lambda seat: -abs(point.change[seat]))
        parts = [
            fill(
                self.phrase("change"),
                {"seat": self.name(seat), "change": percent(point.change[seat], True)},
                {},
            )
            for seat in changed
        ]
        texts = {
            "chapter": self.chapter(point.line),
            "seat": self.name(point.seat),
            "action": self.action(point.line),
            "changes": ", ".join(parts),
        }
        return fill(self.phrase("by_luck" if point.by_luck else "by_choice"), texts, {})

    def error(self, judgement: Judgement) -> str:
        best = judgement.best
        assert best is not None
        texts = {
            "chapter": self.chapter(judgement.line),
            "seat": self.name(judgement.seat),
            "action": self.action(judgement.line),
            "better": self.action(judgement.line, best.action),
            "gain": percent(best.gain),
            "error": percent(2 * best.error),
            "grade": self.phrase(grade_of(judgement)),
        }
        return fill(self.phrase("better"), texts, {})

    def text(self) -> str:
        """The whole analysis as plain text."""
        analysis = self.analysis
        lines = [self.title(), "", self.phrase("seats")]
        for report in analysis.reports:
            grades = ", ".join(
                f"{number} {self.phrase(grade)}" for grade, number in report.grades.items() if number
            )
            lines.append(
                f"  {self.name(report.seat)}: {self.phrase('accuracy').lower()} {report.accuracy:.0f},"
                f" {self.phrase('skill').lower()} {percent(report.skill, True)},"
                f" {self.phrase('luck').lower()} {percent(report.luck, True)}"
                + (f" ({grades})" if grades else "")
            )
        lines += ["", self.phrase("turning")]
        lines += [f"  {self.turning_point(point)}" for point in analysis.turning_points] or [
            f"  {self.phrase('no_turning')}"
        ]
        lines += ["", self.phrase("errors")]
        lines += [f"  {self.error(judgement)}" for judgement in analysis.errors()] or [
            f"  {self.phrase('no_errors')}"
        ]
        return "\n".join([*lines, "", self.phrase("explained")])


def percent(share: float, signed: bool = False) -> str:
    """`12 %`, `+12 %`, `−12 %`."""
    number = round(100 * share)
    sign = "−" if number < 0 else "+" if signed and number > 0 else ""
    return f"{sign}{abs(number)} %"
