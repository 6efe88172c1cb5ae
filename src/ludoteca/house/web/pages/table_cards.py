"""Tables as cards: what is asked, what happened since one's own last move, how much time is left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from ludoteca.draw import Colour, seat_colours
from ludoteca.house.refusals import Broken
from ludoteca.house.service.house import House
from ludoteca.house.table import visibility
from ludoteca.house.table.brief import Brief
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.match_log import log_for, speaker_for
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.view import SPECTATOR

CARDS: Final = 6
"""How many tables are shown as cards; the others are lines."""
TOLD: Final = 3
"""How many sentences tell what happened."""
URGENT: Final = 0.2
"""The share of a seat's time below which it is running out."""
AROUND: Final = 2 * math.pi * 9
"""The length of the ring around a card's time."""


class Happened(NamedTuple):
    """A sentence about what a seat did."""

    seat: int
    text: str


class TimeLeft(NamedTuple):
    """How long the awaited seat may still think."""

    words: str
    ring: float
    """What is left of the ring, in units of its drawing."""
    urgent: bool


class TableCard(NamedTuple):
    """One of a person's tables."""

    brief: Brief
    game: Game[Any]
    title: str
    mine: bool
    """Whether the person decides now."""
    replaced: bool
    """Whether a bot plays on because the person's time ran out."""
    question: str
    since: tuple[Happened, ...]
    points: tuple[str, ...]
    colours: tuple[Colour, ...]
    """The colour each seat has on the board."""
    time: TimeLeft | None


async def cards_for(
    house: House, person: Person, briefs: Sequence[Brief], say: Texts, now: int
) -> list[TableCard]:
    """Tables as cards, without those that are set aside."""
    found = []
    for brief in briefs:
        with suppress(Broken):
            found.append(card_for(await house.table(brief.table), brief, person, say, now))
    return found


def card_for(table: Table, brief: Brief, person: Person, say: Texts, now: int) -> TableCard:
    """A table as a card for somebody who sits there."""
    match = table.match
    title = table.game.words(say.language).phrase("game", "title")
    if match is None:
        free = sum(seat.open for seat in table.seats)
        asked = say("yours.not_started", number=free)
        return TableCard(brief, table.game, title, False, False, asked, (), (), (), None)
    viewer = visibility.viewer_of(table, person.id)
    mine = visibility.decides(table, person.id)
    speaker = speaker_for(match, say.language)
    state = match.state
    if mine and viewer == table.awaited:
        asked = speaker.question(state.step, state)
    else:
        asked = speaker.waiting(table.awaited) if table.awaited >= 0 else ""
    points, view = presentation_of(table.game).points, match.view(viewer)
    return TableCard(
        brief,
        table.game,
        title,
        mine,
        any(table.seats[seat].replaced for seat in brief.yours),
        asked,
        happened_since(table, viewer, say.language),
        tuple(map(str, points(view, speaker))) if points is not None else (),
        seat_colours(view, speaker),
        time_left(table, say, now),
    )


def happened_since(table: Table, viewer: int, language: str) -> tuple[Happened, ...]:
    """What the others did since the viewer's own last move, in a few sentences; at the beginning of a match,
    whatever happened last.
    """
    assert table.match is not None
    log = log_for(table.match, viewer, language)
    told = [Happened(seat, line.plain) for seat, turn in log.others_since() for line in turn]
    if not told and (log.since < 0 or viewer == SPECTATOR):
        told = [Happened(line.leader, line.plain) for line in log.lines if line.leader >= 0]
    return tuple(told[-TOLD:])


def time_left(table: Table, say: Texts, now: int) -> TimeLeft | None:
    """How long the awaited seat may still think; None if nothing is ticking."""
    if not table.deadline:
        return None
    left = max(0, table.deadline - now)
    share = min(1.0, left / (table.clock.seconds * 1000))
    return TimeLeft(lasting(say, left), round(share * AROUND, 1), share < URGENT)


def lasting(say: Texts, milliseconds: int) -> str:
    """A length of time in words: its two largest units."""
    minutes = milliseconds // 60_000
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return say("time.days_hours", days=days, hours=hours)
    if hours:
        return say("time.hours_minutes", hours=hours, minutes=minutes)
    return say("time.only_minutes", minutes=minutes) if minutes else say("time.under_a_minute")
