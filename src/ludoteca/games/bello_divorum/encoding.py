"""Bello Divorum for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.encoding.layout import (
    BySeat,
    Each,
    Layout,
    Members,
    Number,
    Part,
    Pick,
    Seat,
    Seats,
    Switch,
    Word,
    numbered,
)
from ludoteca.games.bello_divorum.rules.actions import CORNERS, PANTHEON_IDS, PLACE_WORDS, POWERS
from ludoteca.games.bello_divorum.rules.edition import BelloEdition
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
        ("followers", Each(PLACE_WORDS, BySeat(seats, Number(edition.room)))),
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
