"""Bomarzo for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.encoding.layout import (
    Bits,
    BySeat,
    Each,
    Flat,
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
from ludoteca.games.bomarzo.rules.actions import (
    AREAS,
    CARDS,
    COLOURS,
    DIVINITIES,
    FIELDS,
    KINDS,
    ROWS,
    TRACKS,
)
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.options import Setup

MOST_CUBES: Final = 30
MOST_IN_HAND: Final = 10
MOST_UNDER: Final = 4
MOST_POINTS: Final = 40
MOST_DEEDS: Final = 20
INCOMES: Final = ("food", "coin", "wine", "card")
OWED: Final = ("food", "coin", "any")


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Sets of cards have a slot a card, and one that counts those lying face down."""
    edition = setup.edition
    assert isinstance(edition, BomarzoEdition)
    seats = setup.seats
    names = numbered(CARDS)
    cards = Members(names, 1)
    hidden = BySeat(seats, Members(names, 1, hidden=MOST_IN_HAND))
    divinity = Pick(DIVINITIES)
    cubes = Each(KINDS, Number(MOST_CUBES))
    pawns = Each(numbered(edition.most_pawns * seats), Seat(seats))
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("phase", Word(questions)),
        ("season", Number(edition.seasons)),
        ("first", Seat(seats)),
        ("turn", Seat(seats)),
        ("colour", Pick(COLOURS)),
        ("order", Each(numbered(len(DIVINITIES)), divinity)),
        ("tokens", Each(numbered(edition.seasons), Pick(COLOURS))),
        ("cubes", BySeat(seats, cubes)),
        ("rows", BySeat(seats, Each(ROWS, Number(max(edition.row_end))))),
        ("tracks", BySeat(seats, Each(TRACKS, Number(edition.track_end)))),
        ("ten_rank", BySeat(seats, Each(TRACKS, Number(seats)))),
        ("vp", BySeat(seats, Number(MOST_POINTS, signed=True))),
        ("pawns", BySeat(seats, Number(edition.most_pawns))),
        ("idle", BySeat(seats, Number(edition.most_pawns))),
        ("deeds", BySeat(seats, Number(MOST_DEEDS))),
        ("passed", BySeat(seats, Switch())),
        ("incomes", BySeat(seats, Each(INCOMES, Number(4)))),
        ("hands", hidden),
        ("offers", hidden),
        ("first_level", BySeat(seats, cards)),
        ("second_level", BySeat(seats, cards)),
        ("rotated", BySeat(seats, cards)),
        ("under", BySeat(seats, Each(DIVINITIES, Members(names, 1, hidden=MOST_UNDER)))),
        ("deck_size", Number(CARDS)),
        ("top", Pick(names, 1)),
        ("discard", cards),
        ("fresh", cards),
        ("elders", BySeat(seats, Number(CARDS))),
        ("early", Flat(seats, DIVINITIES, Number(MOST_UNDER))),
        ("known", BySeat(seats, cards)),
        ("reserve", Each(KINDS, Number(max(edition.supply)))),
        ("lying", Each(DIVINITIES, cubes)),
        ("pawns_on", Each(DIVINITIES, pawns)),
        ("harvested", Each(AREAS, pawns)),
        ("next_harvest", Each(AREAS, Number(max(max(amounts) for amounts in edition.yields)))),
        ("moss", Each(DIVINITIES, Switch())),
        ("dormant", Each(DIVINITIES, Switch())),
        ("prices", Each(DIVINITIES, Each(OWED, Number(MOST_CUBES)))),
        ("point_owner", Each(numbered(len(edition.points_at) * len(TRACKS)), Seat(seats))),
        ("god", divinity),
        ("owed", Each(OWED, Number(MOST_CUBES))),
        ("slot", Number(2)),
        ("paying", Number(2)),
        ("cards_due", Number(MOST_IN_HAND)),
        ("to_keep", Number(MOST_IN_HAND)),
        ("picked", Pick(names, 1, unknown=-1)),
        ("sweeping", divinity),
        ("copy_price", Each(KINDS, Number(MOST_CUBES))),
        ("assigning", Pick(names, 1)),
        ("assigned", Each(FIELDS, cards)),
        ("pantheon", Each(numbered(len(DIVINITIES)), divinity)),
        ("over", Switch()),
        ("winners", Seats(seats)),
    ]
    left_out = ["viewer", "scores"]
    if setup.on("worship_promo"):
        fields += [
            ("worship", BySeat(seats, Members(DIVINITIES, hidden=len(DIVINITIES)))),
            ("worship_offer", Members(DIVINITIES, hidden=len(DIVINITIES))),
            ("not_worship", Flat(seats, numbered(len(DIVINITIES)), Bits(DIVINITIES))),
            ("worship_left", Number(len(DIVINITIES))),
        ]
    else:
        left_out += ["worship", "worship_offer", "not_worship", "worship_left"]
    return Layout(fields, left_out)
