"""An analysis in words, in the languages of the phrase books."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ludoteca.analysis.judge import Alternative, Judgement
from ludoteca.analysis.moments import Moment, moments
from ludoteca.analysis.report import Analysis, CostlyTurn, SeatReport, TurningPoint
from ludoteca.bots.bot import knowledge_of
from ludoteca.draw import seat_colours
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import sees
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import SPECTATOR
from ludoteca.kernel.words import PhraseBook, fill, read_words

WORDS: Final = Path(__file__).with_name("words")
SMALL: Final = 0.005
SHOWN: Final = 0.05
LARGE: Final = 9.95


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
        self.colours = seat_colours(match.view(SPECTATOR), self.speaker)

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
        """The action taken at a decision, or another of its options, with the names of what it touches."""
        moment = self.moments[line]
        action = self.match.game.catalogue.parse(text) if text else moment.action
        return deed(moment.before, action, self.speaker)

    @property
    def counts_points(self) -> bool:
        return knowledge_of(self.match.game).expected_scores is not None

    @property
    def has_chance(self) -> bool:
        """Whether chance had a say once the first decision was made."""
        actors = [part.seat for part in self.match.story if isinstance(part, Entry) and not part.undone]
        first = next((number for number, seat in enumerate(actors) if seat != CHANCE), len(actors))
        return CHANCE in actors[first:]

    def amount(self, points: float, chance: float) -> str:
        """A loss or a gain in the game's unit: points, and the chance of winning where it changed."""
        told = []
        if self.counts_points:
            template = self.phrase("points" if abs(points) >= LARGE else "points_exactly")
            told.append(fill(template, {"points": decimal(points)}, {"points": round(points)}))
        if not told or abs(chance) >= SMALL:
            told.append(fill(self.phrase("chance"), {"chance": percent(chance)}, {}))
        return ", ".join(told)

    def reasons(self, rival: Alternative) -> str:
        """Why it would have been better, by the features that differ most; empty where none has a name."""
        book = self.speaker.book
        named: dict[str, float] = {}
        for key, size in rival.reasons:
            name = book.find("feature", key)
            if name:
                named[name] = named.get(name, 0.0) + size
        parts = []
        for name, size in sorted(named.items(), key=lambda part: -part[1]):
            if self.counts_points and abs(size) >= SHOWN:
                parts.append(f"{name} {decimal(size, True)}")
            elif not self.counts_points:
                parts.append(self.phrase("more" if size > 0 else "less").replace("{feature}", name))
        return fill(self.phrase("because"), {"reasons": ", ".join(parts)}, {}) if parts else ""

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
            "action": self.action(point.line),
            "changes": ", ".join(parts),
        }
        return fill(self.phrase("by_luck" if point.by_luck else "by_choice"), texts, {})

    def error(self, judgement: Judgement) -> str:
        best = judgement.best
        assert best is not None
        texts = {
            "chapter": self.chapter(judgement.line),
            "action": self.action(judgement.line),
            "better": self.action(judgement.line, best.action),
            "gain": self.amount(best.points, max(0.0, best.gain)),
            "error": self.unit(2 * (best.points_error if self.counts_points else best.error)),
        }
        told = fill(self.phrase("better"), texts, {})
        return " ".join(part for part in (told, self.reasons(best)) if part)

    def turn(self, turn: CostlyTurn) -> str:
        """A turn that lost something: how much, and the decision that cost most."""
        told = self.error(turn.worst)
        if turn.others:
            count = len(turn.others) + 1
            texts = {"lost": self.amount(turn.points, turn.loss), "count": str(count)}
            told += " " + fill(self.phrase("whole_turn"), texts, {"count": count})
        return told

    def lost_a_turn(self, report: SeatReport) -> str:
        """What a turn of a seat lost on average: points, or where there are none the chance lost for sure."""
        if self.counts_points:
            return self.unit(report.lost_a_turn)
        return self.unit(-report.skill / report.turns if report.turns else 0.0)

    def unit(self, size: float) -> str:
        """A size in the game's unit, in short."""
        return decimal(size) if self.counts_points else f"{100 * size:.1f} %"

    def text(self) -> str:
        """The whole analysis as plain text."""
        analysis = self.analysis
        lines = [self.title(), "", self.phrase("seats")]
        for report in analysis.reports:
            told = [
                f"{self.phrase('accuracy').lower()} {report.accuracy:.0f}",
                f"{self.phrase('lost_a_turn').lower()} {self.lost_a_turn(report)}",
            ]
            if self.has_chance:
                told.append(f"{self.phrase('luck').lower()} {percent(report.luck, True)}")
            told.append(f"{self.phrase('costly').lower()} {sum(report.grades.values())}")
            lines.append(f"  {self.name(report.seat)}: {', '.join(told)}")
        lines += ["", self.phrase("turning")]
        lines += [f"  {self.turning_point(point)}" for point in analysis.turning_points] or [
            f"  {self.phrase('no_turning')}"
        ]
        lines += ["", self.phrase("errors")]
        lines += [f"  {self.turn(turn)}" for turn in analysis.costly_turns()] or [
            f"  {self.phrase('no_errors')}"
        ]
        return "\n".join([*lines, "", self.phrase("explained")])


def deed(state: State, action: Action, speaker: Speaker) -> str:
    """What an action does, in the sentence of the first event that it causes and its doer sees: it names
    cards and places; else as its button says it.
    """
    twin: State = state.copy()
    twin.journal = []
    twin.play(action)
    button, means = speaker.option(action, state), state.step.option_details(state, action)
    asked = {"seat", *(domain.noun for domain in action.verb.domains)}
    for event in twin.journal or []:
        fields = zip(event.kind.fields, event.values, strict=True)
        seats = [value for field, value in fields if field.noun == "seat"]
        if event.kind.closes or (seats and state.actor not in seats):
            break
        if means and asked.issuperset(field.noun for field in event.kind.fields):
            break  # the button says what it means, the event only what was pressed
        if sees(event.audience, state.actor) and (told := speaker.event(event)):
            return told
    return f"{speaker.names[state.actor]}: {button}"


def decimal(number: float, signed: bool = False) -> str:
    """`7`, `2.5`, `−0.4`: one decimal where it matters."""
    size = f"{abs(number):.0f}" if abs(number) >= LARGE else f"{abs(number):.1f}"
    sign = "−" if number < 0 else "+" if signed else ""
    return sign + size


def percent(share: float, signed: bool = False) -> str:
    """`12 %`, `+12 %`, `−12 %`."""
    number = round(100 * share)
    sign = "−" if number < 0 else "+" if signed and number > 0 else ""
    return f"{sign}{abs(number)} %"
