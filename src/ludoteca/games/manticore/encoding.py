"""Manticore for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from mypy_extensions import i64

from ludoteca.encoding.layout import (
    NOTHING,
    ONE,
    Bits,
    BySeat,
    Coded,
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
    Slots,
    Switch,
    Word,
    bits_of,
    numbered,
    seat_names,
)
from ludoteca.encoding.scribe import Questions, Scribe, Teller
from ludoteca.games.manticore.knowledge import NOT_KNOWN, goal_of
from ludoteca.games.manticore.rules import gear
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
from ludoteca.games.manticore.rules.beings import NO_SPELLS, NOWHERE, Hero, Monster
from ludoteca.games.manticore.rules.edition import LOCATION_IDS, LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.land import COORDINATES, LABELS, RADIUS
from ludoteca.games.manticore.rules.state import BEINGS, CITY_SUFFERS, HEROES, ManticoreState
from ludoteca.games.manticore.rules.strengths import attack_strength, defence_strength
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
KIND_BITS: Final = 4
NO_PILE: Final = -1


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

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        for being in range(BEINGS):
            place = being_place(being, viewer, self.seats)
            if (number ^ before) >> being & 1 and place >= 0:
                slots.put(at + place, ONE if number >> being & 1 else NOTHING)

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {who}" for who in being_names(self.seats)]


class Pile(Coded):
    """Kind, height and levels of a pile, as far as they are known: told by its content (see `gear`) and its
    kind; an unknown one by whether anything is left.
    """

    def number(self, value: Any) -> int:
        kind, height, levels = cast(tuple[int, int, tuple[int, ...]], value)
        return pile_number(kind, gear.packed(list(levels)) if kind >= 0 else abs(height))

    def value(self, number: int) -> Any:
        kind, content = number % (1 << KIND_BITS) - 1, number >> KIND_BITS
        if kind < 0:
            return (NOT_KNOWN, NOT_KNOWN if content else 0, ())
        levels = [
            level for level in range(LEVELS, 0, -1) for _ in range(content >> gear.FIELD * (level - 1) & 7)
        ]
        return (kind, len(levels), tuple(levels))


def pile_number(kind: int, content: int) -> int:
    return content << KIND_BITS | kind + 1


class Lying(Coded):
    """Cell, kind and level of something on the ground, told by its code (see `gear`)."""

    def number(self, value: Any) -> int:
        cell, kind, level = cast(tuple[int, int, int], value)
        return gear.ground_code(cell, kind, level)

    def value(self, number: int) -> Any:
        return (gear.ground_cell(number), gear.ground_kind(number), gear.ground_level(number))


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
    lying = Lying(Row(["where", "kind", "level"], [cell, Pick(KINDS), level]), NOWHERE)
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
        ("piles", Each(LOCATION_IDS, Pile(Row(["kind", "height", "level"], pile), NO_PILE))),
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


class ManticoreTeller(Teller):
    """Tells a scribe the numbers of the layout straight from the table."""

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions = Questions(questions)

    def tell(self, state: ManticoreState, seat: int, scribe: Scribe) -> None:
        """What a seat knows, field by field as in `layout`."""
        roads = state.roads
        result = state.result
        scribe.note(state.actor)
        scribe.note(self.questions.number(state))
        scribe.note(state.phase)
        scribe.note(state.round)
        scribe.note_tuple(state.order, state.seats, -1)
        scribe.note(state.active)
        scribe.note(state.pool)
        if roads.paved:
            scribe.note_tuple(roads.paved)
        else:
            scribe.note_vector(roads.sides)
        self._tell_beings(state, scribe)
        self._tell_heroes(state, scribe)
        scribe.note(state.void)
        scribe.note(state.attacked)
        scribe.note(state.joint_made)
        self._tell_monsters(state, scribe)
        scribe.note(1 if state.manticore.awake else 0)
        scribe.note(state.manticore.step)
        scribe.note_list(state.ruleset.manticore)
        scribe.note(state.ruleset.manticore_life)
        if scribe.same_tuple((state.pile, state.pile_kind, state.known, state.over)):
            scribe.skip(LOCATIONS)
        else:
            for location in range(LOCATIONS):
                scribe.note(seen_pile(state, location))
        scribe.note_tuple(state.ground, MOST_LYING, NOWHERE)
        scribe.note_tuple(state.gone)
        scribe.note_vector(roads.unseen)
        scribe.note(roads.token)
        scribe.note(roads.spot)
        scribe.note_tuple(state.deck)
        self._tell_battle(state, scribe)
        scribe.note(bits_of(result.winners) if result is not None else 0)
        scribe.note(1 if result is not None else 0)

    def _tell_beings(self, state: ManticoreState, scribe: Scribe) -> None:
        for hero in state.heroes:
            scribe.note(hero.cell)
        for monster in state.monsters:
            scribe.note(monster.cell)
        scribe.note(state.manticore.cell)
        for hero in state.heroes:
            scribe.note(hero.life)
        for monster in state.monsters:
            scribe.note(monster.life)
        scribe.note(state.manticore.life)

    def _tell_heroes(self, state: ManticoreState, scribe: Scribe) -> None:
        heroes = state.heroes
        for hero in heroes:
            scribe.note(hero.klass)
        for seat, hero in enumerate(heroes):
            scribe.note(state.index(seat) if hero.klass >= 0 else 0)
        for hero in heroes:
            scribe.note(hero.prepaid)
        for hero in heroes:
            scribe.note_tuple(hero.power)
        for hero in heroes:
            scribe.note_tuple(hero.worn)
        for hero in heroes:
            scribe.note_any(bag(hero))
        for hero in heroes:
            scribe.note_tuple(hero.spells)
        for hero in heroes:
            scribe.note(1 if hero.boots_since >= state.round > 0 else 0)
        for hero in heroes:
            scribe.note(hero.declined)

    def _tell_monsters(self, state: ManticoreState, scribe: Scribe) -> None:
        monsters = state.monsters
        for monster in monsters:
            scribe.note_any(loot(monster))
        for monster in monsters:
            if scribe.same(monster.veiled):
                scribe.skip(1)
            else:
                scribe.note(face_down(monster))
        for monster in monsters:
            scribe.note(monster.visited)
        for monster in monsters:
            scribe.note(monster.city_since)
        waiting = 0 if state.roads.paved else 1
        if scribe.same(waiting) and waiting:
            scribe.skip(2 * len(monsters))
        else:
            goals = [goal_of(state, number) for number in range(len(monsters))]
            for cell, _ in goals:
                scribe.note(cell)
            for _, location in goals:
                scribe.note(location)

    def _tell_battle(self, state: ManticoreState, scribe: Scribe) -> None:
        battle = state.battle
        fighting = battle.attackers > 0 and state.phase >= HEROES and not state.over
        scribe.note(battle.attackers)
        scribe.note(battle.defenders)
        scribe.note(battle.attack_type)
        scribe.note(1 if battle.responding else 0)
        scribe.note(attack_strength(state) if fighting else 0)
        scribe.note(defence_strength(state) if fighting else 0)
        scribe.note(battle.attack_die)
        scribe.note_tuple(battle.shares)
        scribe.note(battle.leader)


def seen_pile(state: ManticoreState, location: int) -> int:
    """A pile as far as everybody knows it (MAN-14.2)."""
    content = state.pile[location]
    if state.over or state.known >> location & 1:
        kind = state.pile_kind[location]
        if kind >= 0:
            return pile_number(kind, content)
    return pile_number(NOT_KNOWN, 1 if content else 0)


def bag(hero: Hero) -> int:
    """The stock of what a hero holds and does not wear."""
    stock = hero.held
    if hero.bagged == 0:
        return 0
    for kind in range(ARTIFACTS):
        if hero.worn[kind] > 0:
            stock -= gear.UNIT[gear.field_of(kind, hero.worn[kind])]
    return stock


def loot(monster: Monster) -> int:
    """The stock of what a monster carries openly, spells included."""
    stock = monster.loot
    if monster.spells is NO_SPELLS:
        return stock
    for spell, level in enumerate(monster.spells):
        if level > 0:
            stock += 1 << gear.FIELD * gear.field_of(ARTIFACTS + spell, level)
    return stock


def face_down(monster: Monster) -> int:
    """The locations from which a monster carries a face-down token."""
    found = 0
    for location in range(LOCATIONS):
        if gear.veiled_rank(monster, location) >= 0:
            found |= 1 << location
    return found
