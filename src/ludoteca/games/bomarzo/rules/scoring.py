"""The end of the game: BOM-12, and the worship cards (BOM-14.4)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import GODS
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, count, lowest, members
from ludoteca.games.bomarzo.rules.edition import SCORES_FIELDS, SCORES_FOOD, SCORES_TRACKS
from ludoteca.games.bomarzo.rules.state import SEATS, BomarzoState, Fief, SeatHappening
from ludoteca.kernel.actions import Action
from ludoteca.kernel.result import Result, ranking
from ludoteca.kernel.state import Decision, Happening

FIRST_PLACE: Final = 0
SECOND_PLACE: Final = 1
UNPLACED: Final = 2

# Seats at the end of a track rank by arrival, above everybody still on the way.
_ARRIVED: Final = 100


def begin_scoring(state: BomarzoState) -> None:
    """BOM-12.1 to 12.3: cubes on divinities are lost, the cards below shown, two-symbol cards assigned."""
    state.clear_divinities()
    state.unveiled = True
    pantheon = pantheon_of(state)
    for position in range(GODS):
        state.tell(events.DEVOTION, pantheon[position], devotion(state, pantheon[position]), position + 1)
    state.push(FINAL)
    for seat in state.from_the_last():
        state.push(ASSIGNMENTS[seat])


def devotion(state: BomarzoState, god: int) -> int:
    """The sum of the numbers under a divinity (BOM-12.2)."""
    total = 0
    for fief in state.fiefs:
        for card in members(fief.under[god]):
            total += state.ruleset.edition.devotion[card]
    return total


def pantheon_of(state: BomarzoState) -> list[int]:
    """BOM-12.2: the most devotion first; ties keep the order of the beginning."""
    devotions = [devotion(state, god) for god in range(GODS)]
    ranked: list[int] = []
    for god in state.order:
        position = len(ranked)
        while position > 0 and devotions[ranked[position - 1]] < devotions[god]:
            position -= 1
        ranked.insert(position, god)
    return ranked


def undecided(state: BomarzoState, fief: Fief) -> int:
    """The seat's upgraded cards with two symbols that count for no field yet."""
    decided = state.assigned[0] | state.assigned[1] | state.assigned[2]
    return fief.level2 & state.ruleset.edition.two_fields & ~decided


class Assignment(SeatHappening):
    """BOM-12.3: a seat goes through its two-symbol cards, lowest number first."""

    def happen(self, state: BomarzoState) -> None:
        if undecided(state, state.fiefs[self.owner]):
            state.push(ASSIGNS[self.owner])


class Assign(Decision[BomarzoState]):
    """BOM-12.3: one card counts for one of its two fields."""

    def card(self, state: BomarzoState) -> int:
        return lowest(undecided(state, state.fiefs[self.seat]))

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.ASSIGN.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        shown = (state.ruleset.edition.fields[self.card(state)] >> action.a) & 1
        return None if shown else "BOM-12.3"

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("upgrade", "upgrade", self.card(state))]

    def play(self, state: BomarzoState, action: Action) -> None:
        card = self.card(state)
        state.assigned[action.a] |= ONE_CARD[card]
        state.tell(events.ASSIGNED, self.seat, card, action.a)
        state.push(ASSIGNMENTS[self.seat])


# Majorities


def field_value(state: BomarzoState, fief: Fief, field: int) -> int:
    """BOM-12.4: what a seat has in something a divinity scores."""
    if field < SCORES_TRACKS:
        return fief.tracks[field]
    if field < SCORES_FIELDS:
        primary = field - SCORES_TRACKS
        edition = state.ruleset.edition
        single = fief.level2 & edition.showing[primary] & ~edition.two_fields
        return count(single) + count(fief.level2 & state.assigned[primary])
    return fief.cubes[field - SCORES_FOOD]


def standing(state: BomarzoState, fief: Fief, field: int) -> int:
    """The value by which seats are ranked: at the end of a track the earlier arrival is higher (BOM-12.7)."""
    if field < SCORES_TRACKS:
        rank = fief.ten_rank[field]
        if rank:
            return _ARRIVED - rank
    return field_value(state, fief, field)


def placing(state: BomarzoState, field: int) -> list[int]:
    """BOM-12.5, 12.7: who is first, who is second, and who is neither, by seat."""
    return placed([standing(state, fief, field) for fief in state.fiefs])


def placed(values: list[int]) -> list[int]:
    """The highest value is first and the next lower second; ties share, and nothing is worth nothing."""
    best = second = 0
    for value in values:
        if value > best:
            best, second = value, best
        elif second < value < best:
            second = value
    return [
        UNPLACED if value <= 0 or value < second else FIRST_PLACE if value == best else SECOND_PLACE
        for value in values
    ]


def prize(state: BomarzoState, position: int, place: int) -> int:
    """BOM-12.5, 12.6: what a place is worth at a position of the pantheon, from 0."""
    edition = state.ruleset.edition
    if place == FIRST_PLACE:
        return edition.first_prize[position]
    if place == SECOND_PLACE and state.seats >= edition.second_from:
        return edition.second_prize[position]
    return 0


def temple_symbols(state: BomarzoState, fief: Fief) -> int:
    """BOM-12.8: how many different symbols the cards that were not upgraded show."""
    seen = 0
    for card in members(fief.level1):
        seen |= 1 << state.ruleset.edition.temple[card]
    return seen.bit_count()


class Scoring(Happening[BomarzoState]):
    """BOM-12.5 to 12.9, BOM-14.4: prizes, temples, worship, and the winner."""

    def happen(self, state: BomarzoState) -> None:
        pantheon = pantheon_of(state)
        for position in range(GODS):
            god = pantheon[position]
            places = placing(state, state.ruleset.scores[god])
            for seat in range(state.seats):
                points = prize(state, position, places[seat])
                if points:
                    state.fiefs[seat].vp += points
                    state.tell(events.PRIZE, seat, points, god, places[seat])
        for seat in range(state.seats):
            score_temple(state, seat)
            score_worship(state, seat)
            state.tell(events.TOTAL, seat, state.fiefs[seat].vp)
        points_won = [fief.vp for fief in state.fiefs]
        ranks = ranking(points_won)
        reason = "shared" if ranks.count(1) > 1 else "points"
        state.finish(Result(reason, ranks, points_won))


def score_temple(state: BomarzoState, seat: int) -> None:
    fief = state.fiefs[seat]
    symbols = temple_symbols(state, fief)
    points = state.ruleset.edition.temple_points[symbols]
    if points:
        fief.vp += points
        state.tell(events.TEMPLE, seat, points, symbols)


def score_worship(state: BomarzoState, seat: int) -> None:
    """BOM-14.4: each kept card of a field the seat is first in, and each other one."""
    edition = state.ruleset.edition
    fief = state.fiefs[seat]
    for god in fief.worship:
        if placing(state, state.ruleset.scores[god])[seat] == FIRST_PLACE:
            fief.vp += edition.accomplished
            state.tell(events.ACCOMPLISHED, seat, god, edition.accomplished)
        else:
            fief.vp += edition.failed
            state.tell(events.FAILED, seat, god, edition.failed)


FINAL: Final = Scoring()
ASSIGNMENTS: Final[list[Assignment]] = [Assignment(seat) for seat in SEATS]
ASSIGNS: Final[list[Assign]] = [Assign(seat) for seat in SEATS]
