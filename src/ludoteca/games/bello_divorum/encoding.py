"""Bello Divorum for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.encoding.layout import (
    BySeat,
    Each,
    EachBySeat,
    Layout,
    Members,
    Number,
    Part,
    Pick,
    Seat,
    Seats,
    Switch,
    Word,
    bits_of,
    numbered,
)
from ludoteca.encoding.scribe import NO_MARK, Questions, Scribe, Teller
from ludoteca.games.bello_divorum import knowledge
from ludoteca.games.bello_divorum.rules.actions import CORNERS, PANTHEON_IDS, PLACE_WORDS, POWERS
from ludoteca.games.bello_divorum.rules.edition import KINDS, BelloEdition
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.kernel.options import Setup

KIND_NAMES: Final = ("temples", "cities", "fields")
MOST_FAITH: Final = 60
MOST_ACTIONS: Final = 17
MOST_LEFT: Final = 7


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Locations keep their places on the board; whose followers and chips lie there is told by seat."""
    edition = setup.edition
    assert isinstance(edition, BelloEdition)
    seats = setup.seats
    track = int(setup.word("track_length"))
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("question", Word(questions)),
        ("corner", BySeat(seats, Pick(numbered(CORNERS, 0)))),
        ("pantheon", BySeat(seats, Pick(PANTHEON_IDS))),
        ("owner", Each(PLACE_WORDS, Seat(seats))),
        ("followers", EachBySeat(PLACE_WORDS, seats, Number(edition.room))),
        ("supply", BySeat(seats, Number(edition.followers))),
        ("chips", BySeat(seats, Each(KIND_NAMES, Number(max(edition.chips))))),
        ("controls", BySeat(seats, Each(KIND_NAMES, Number(max(edition.chips))))),
        ("faith", BySeat(seats, Number(MOST_FAITH))),
        ("next_actions", BySeat(seats, Number(MOST_ACTIONS))),
        ("penalty", BySeat(seats, Number(MOST_ACTIONS))),
        ("aegis", BySeat(seats, Switch())),
        ("moved", BySeat(seats, Switch())),
        ("order", Each(numbered(seats), Seat(seats))),
        ("first", Seat(seats)),
        ("active", Seat(seats)),
        ("round", Number(track)),
        ("doom", Number(track)),
        ("final_turn", Switch()),
        ("power", Number(POWERS)),
        ("actions", Number(MOST_ACTIONS)),
        ("moves", Number(MOST_ACTIONS)),
        ("flower_war", Switch()),
        ("returns", Number(MOST_LEFT)),
        ("source", Pick(PLACE_WORDS)),
        ("victim", Seat(seats)),
        ("left", Number(MOST_LEFT)),
        ("placed", Members(PLACE_WORDS)),
        ("winners", Seats(seats)),
        ("over", Switch()),
    ]
    return Layout(fields, ["viewer", "sectors", "phase", "track"])


class BelloTeller(Teller):
    """Tells a scribe the numbers of the layout straight from the table."""

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions = Questions(questions)

    def tell(self, state: BelloState, seat: int, scribe: Scribe) -> None:
        """What a seat knows, field by field as in `layout`."""
        players = state.players
        result = state.result
        scribe.note(state.actor)
        scribe.note(self.questions.number(state))
        for player in players:
            scribe.note(player.corner)
        for player in players:
            scribe.note(player.pantheon)
        scribe.note_vector(state.owners)
        for player in players:
            scribe.note_vector(player.followers)
        moved, claimed = 0, 0
        """Whose supply and whose chips are not as they were, as bit masks."""
        for other, player in enumerate(players):
            if scribe.note(player.supply):
                moved |= 1 << other
        for other, player in enumerate(players):
            if scribe.note_vector(player.chips):
                claimed |= 1 << other
        for other in range(len(players)):
            if scribe.same(NO_MARK) and not claimed >> other & 1:
                scribe.skip(KINDS)
            else:
                for kind in range(KINDS):
                    scribe.note(state.controls(other, kind))
        for other in range(len(players)):
            if scribe.same(NO_MARK) and not (moved | claimed) >> other & 1:
                scribe.skip(1)
            else:
                scribe.note(state.faith(other))
        for other, player in enumerate(players):
            if scribe.same(player.penalty) and not claimed >> other & 1:
                scribe.skip(1)
            else:
                scribe.note(state.next_actions(other))
        for player in players:
            scribe.note(player.penalty)
        for player in players:
            scribe.note(1 if player.aegis else 0)
        self._tell_order(state, scribe)
        scribe.note(state.first)
        self._tell_turn(state, scribe)
        scribe.note(bits_of(result.winners) if result is not None else 0)
        scribe.note(1 if result is not None else 0)

    def _tell_order(self, state: BelloState, scribe: Scribe) -> None:
        seats = state.seats
        if scribe.same_list(state.order, state.turns_over):
            scribe.skip(2 * seats)
            return
        moved = bits_of(state.order[: state.turns_over])
        for seat in range(seats):
            scribe.note(moved >> seat & 1)
        scribe.note_list(state.order, seats, -1)

    def _tell_turn(self, state: BelloState, scribe: Scribe) -> None:
        turn = state.turn
        scribe.note(turn.active)
        scribe.note(state.round)
        scribe.note(state.doom)
        scribe.note(1 if state.final_turn else 0)
        scribe.note(turn.power)
        scribe.note(turn.actions)
        scribe.note(turn.moves)
        scribe.note(1 if turn.flower_war else 0)
        scribe.note(turn.returns)
        scribe.note(knowledge.source(state))
        scribe.note(knowledge.victim(state))
        scribe.note(knowledge.left(state))
        scribe.note(knowledge.placed(state))
