"""Bologna for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.encoding.layout import (
    Bits,
    BySeat,
    Each,
    Layout,
    Letters,
    Members,
    Number,
    Part,
    Pick,
    Seat,
    Seats,
    Switch,
    Word,
    bits_of,
)
from ludoteca.encoding.scribe import Questions, Scribe, Teller
from ludoteca.games.bologna.knowledge import seen_role
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import KINDS, LETTERS, NAMES
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.games.bologna.rules.state import MOST_REROLLS, NO_ROLE, BolognaState
from ludoteca.kernel.options import Setup

MOST_TOKENS: Final = 24
MOST_DICE: Final = 5


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Dice are counted by symbol; a role that lies face down is -1 in all its slots."""
    edition = setup.edition
    assert isinstance(edition, BolognaEdition)
    seats = setup.seats
    dice = Letters(LETTERS, NAMES, MOST_DICE)
    tokens = Each(NAMES[:KINDS], Number(MOST_TOKENS))
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("phase", Word(questions)),
        ("active", Seat(seats)),
        ("first", Seat(seats)),
        ("round", Number(setup.number("round_cap"))),
        ("pool", tokens),
        ("tokens", BySeat(seats, tokens)),
        ("roles", BySeat(seats, Pick(ROLES, unknown=NO_ROLE))),
        ("lost_roles", Members(ROLES)),
        ("deck_size", Number(len(ROLES))),
        ("ruled_out", BySeat(seats, Bits(ROLES))),
        ("alive", BySeat(seats, Switch())),
        ("asleep", BySeat(seats, Switch())),
        ("sleep_tokens", Number(max(1, edition.skip_tokens))),
        ("deus", Seat(seats)),
        ("left", dice),
        ("kept", dice),
        ("rolled", dice),
        ("todo", dice),
        ("rest", dice),
        ("fools", Switch()),
        ("rerolls", Number(MOST_REROLLS)),
        ("winners", Seats(seats)),
        ("over", Switch()),
    ]
    return Layout(fields, ["viewer", "sins", "towerless_brigand", "guess_required", "event", "deed"])


class BolognaTeller(Teller):
    """Tells a scribe the numbers of the layout straight from the table."""

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions = Questions(questions)

    def tell(self, state: BolognaState, seat: int, scribe: Scribe) -> None:
        """What a seat knows, field by field as in `layout`."""
        players = state.players
        result = state.result
        scribe.note(state.actor)
        scribe.note(self.questions.number(state))
        scribe.note(state.active)
        scribe.note(state.first)
        scribe.note(state.round)
        scribe.note_vector(state.pool)
        for player in players:
            scribe.note_vector(player.tokens)
        for other in range(len(players)):
            scribe.note(seen_role(state, seat, other))
        lost = 0
        if seat >= 0:
            for card in players[seat].lost:
                lost |= 1 << card.role
        scribe.note(lost)
        scribe.note(state.deck.bit_count())
        for player in players:
            scribe.note(player.ruled_out)
        for player in players:
            scribe.note(1 if player.alive else 0)
        for player in players:
            scribe.note(1 if player.asleep else 0)
        scribe.note(state.sleep_tokens)
        scribe.note(state.deus)
        scribe.note(state.left)
        scribe.note(state.kept)
        scribe.note(state.rolled)
        scribe.note(state.todo)
        scribe.note(state.rest)
        scribe.note(1 if state.fools else 0)
        scribe.note(state.rerolls)
        scribe.note(bits_of(result.winners) if result is not None else 0)
        scribe.note(1 if result is not None else 0)
