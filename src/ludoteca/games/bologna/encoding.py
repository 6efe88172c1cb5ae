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
)
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import KINDS, LETTERS, NAMES
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.games.bologna.rules.state import MOST_REROLLS, NO_ROLE
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
    return Layout(fields, ["viewer", "sins", "towerless_brigand", "guess_required", "event"])
