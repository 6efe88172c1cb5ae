"""Manticore for learners: how a view becomes a vector."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final, cast

from ludoteca.encoding.layout import (
    Bits,
    BySeat,
    Each,
    Features,
    Layout,
    Leaf,
    Members,
    Number,
    Pairs,
    Part,
    Pick,
    Row,
    Seat,
    Seats,
    Switch,
    Word,
    numbered,
    seat_names,
)
from ludoteca.games.manticore.knowledge import NOT_KNOWN
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    CLASSES,
    DIRECTIONS,
    KINDS,
    LEVELS,
    MONSTERS,
    MOST_SEATS,
    SHAPES,
    STATS,
    TYPES,
)
from ludoteca.games.manticore.rules.edition import LOCATION_IDS, LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.land import COORDINATES, LABELS, RADIUS
from ludoteca.games.manticore.rules.state import BEINGS, CITY_SUFFERS
from ludoteca.kernel.options import Setup

MOST_LIFE: Final = 40
MOST_STRENGTH: Final = 30
MOST_POOL: Final = 20
MOST_POWER: Final = 10
MOST_LYING: Final = 32
FIRE_STEPS: Final = 20
MANY_ROUNDS: Final = 40
FOES: Final = [*[f"monster {number}" for number in range(1, MONSTERS + 1)], "the Manticore"]
LEVEL_NAMES: Final = numbered(LEVELS)


class Beings(Part):
    """A value for every being: the heroes from the seat that looks on, the monsters, the Manticore."""

    def __init__(self, seats: int, part: Part) -> None:
        super().__init__((seats + len(FOES)) * part.size)
        self.seats = seats
        self.part = part

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        part = self.part
        return [
            leaf
            for being in range(BEINGS)
            if (place := being_place(being, viewer, self.seats)) >= 0
            for leaf in part.leaves(viewer, at + place * part.size)
        ]

    def numbers(self, value: Any) -> list[int]:
        values = cast(tuple[Any, ...], value)
        return [
            number
            for being in range(BEINGS)
            if being_place(being, 0, self.seats) >= 0
            for number in self.part.numbers(values[being])
        ]

    def names(self, subject: str) -> list[str]:
        return [name for who in being_names(self.seats) for name in self.part.names(f"{subject} of {who}")]


class BeingSet(Leaf):
    """Some beings, as a bit mask."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats + len(FOES), 0)
        self.seats = seats

    def renew(self, number: int, before: int, viewer: int, slots: array[float], at: int) -> None:
        for being in range(BEINGS):
            place = being_place(being, viewer, self.seats)
            if (number ^ before) >> being & 1 and place >= 0:
                slots[at + place] = 1.0 if number >> being & 1 else 0.0

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {who}" for who in being_names(self.seats)]


def being_place(being: int, viewer: int, seats: int) -> int:
    """Where a being comes in order, -1 for the hero of an empty seat."""
    if being >= MOST_SEATS:
        return being - MOST_SEATS + seats
    return (being - viewer) % seats if being < seats else -1


def being_names(seats: int) -> list[str]:
    return [*seat_names(seats), *FOES]


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Cells are told by row and column, those of beings by their location as well."""
    edition = setup.edition
    assert isinstance(edition, ManticoreEdition)
    seats = setup.seats
    cell = spots()
    beings = BeingSet(seats)
    monsters = FOES[:MONSTERS]
    artifacts = [f"{kind} {level}" for kind in KINDS[:ARTIFACTS] for level in LEVEL_NAMES]
    stock = Pairs(KINDS, LEVEL_NAMES, 1, 4)
    level = Number(LEVELS)
    most = max([len(edition.pile_levels(kind, seats)) for kind in range(len(KINDS))])
    pile = [Pick(KINDS, unknown=NOT_KNOWN), Number(most), Each(numbered(most), level)]
    lying = Row(["where", "kind", "level"], [cell, Pick(KINDS), level])
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("phase", Word(questions)),
        ("stage", Pick(numbered(CITY_SUFFERS + 1, 0))),
        ("round", Number(MANY_ROUNDS)),
        ("order", Each(numbered(seats), Seat(seats))),
        ("active", Seat(seats)),
        ("pool", Number(MOST_POOL)),
        ("roads", Each(LABELS, Bits(DIRECTIONS))),
        ("cell", Beings(seats, places(edition))),
        ("life", Beings(seats, Number(MOST_LIFE))),
        ("classes", BySeat(seats, Pick(CLASSES))),
        ("index", BySeat(seats, Number(MOST_POOL))),
        ("prepaid", BySeat(seats, Number(MOST_POOL))),
        ("power", BySeat(seats, Each(STATS, Number(MOST_POWER)))),
        ("worn", BySeat(seats, Each(KINDS[:ARTIFACTS], level))),
        ("bag", BySeat(seats, stock)),
        ("spells", BySeat(seats, Each(KINDS[ARTIFACTS:], level))),
        ("waiting_boots", BySeat(seats, Switch())),
        ("declined", BySeat(seats, Bits(artifacts))),
        ("void", beings),
        ("attacked", beings),
        ("joint_made", beings),
        ("loot", Each(monsters, stock)),
        ("face_down", Each(monsters, Members(LOCATION_IDS))),
        ("visited", Each(monsters, Bits(LOCATION_IDS))),
        ("city_since", Each(monsters, Number(MANY_ROUNDS))),
        ("intent", Each(monsters, cell)),
        ("detour", Each(monsters, Pick(LOCATION_IDS))),
        ("awake", Switch()),
        ("fire_step", Number(FIRE_STEPS)),
        ("manticore", Each(STATS, Number(MOST_STRENGTH))),
        ("manticore_life", Number(MOST_LIFE)),
        ("piles", Each(LOCATION_IDS, Row(["kind", "height", "level"], pile))),
        ("ground", Each(numbered(MOST_LYING), lying)),
        ("gone", Each(numbered(len(KINDS) * LEVELS), Number(4))),
        ("unseen", Each([*SHAPES, *monsters], Number(10))),
        ("token", Pick([*SHAPES, *monsters])),
        ("spot", cell),
        ("deck", Each(TYPES, Number(12))),
        ("attackers", beings),
        ("defenders", beings),
        ("attack_type", Pick(TYPES)),
        ("responding", Switch()),
        ("attack_strength", Number(MOST_STRENGTH)),
        ("defence_strength", Number(MOST_STRENGTH)),
        ("attack_die", Number(6)),
        ("shares", Each(["the first point", "the second point", "the artifact"], Seat(seats))),
        ("leader", Seat(seats)),
        ("winners", Seats(seats)),
        ("over", Switch()),
    ]
    return Layout(fields, ["viewer", "coop", "heroines", "reach", "reason"])


def spots() -> Features:
    """Row and column of each cell."""
    return Features(["there", "row", "column"], [[1.0, *spot(cell)] for cell in range(len(LABELS))])


def places(edition: ManticoreEdition) -> Features:
    """Row, column and location of each cell."""
    labels = ["there", "row", "column", *LOCATION_IDS]
    table = [
        [
            1.0,
            *spot(cell),
            *[1.0 if edition.location_of[cell] == place else 0.0 for place in range(LOCATIONS)],
        ]
        for cell in range(len(LABELS))
    ]
    return Features(labels, table)


def spot(cell: int) -> list[float]:
    """Row and column between -1 and 1, the middle of the land being 0."""
    q, r = COORDINATES[cell]
    return [r / RADIUS, (q + r / 2) / RADIUS]
