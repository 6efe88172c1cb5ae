"""The components of Manticore and how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.manticore.rules import land
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    CITY_CELLS,
    CLASSES,
    KINDS,
    LEVELS,
    MONSTERS,
    MOST_SEATS,
    ORIENT,
    SHAPES,
    STATS,
    TOKENS,
    TYPES,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition

HOUSE_EDITION: Final = Path(__file__).parent.with_name("edition.toml")

LOCATION_IDS: Final = (
    "city",
    "cave",
    "forge",
    "elven_workshop",
    "dwarf_workshop",
    "shoe_manufactory",
    "witch_hut",
    "druid_hut",
    "ice_tower",
    "fiery_earth",
)
LOCATIONS: Final = len(LOCATION_IDS)
CITY: Final = 0
CAVE: Final = 1
FIRST_PILE: Final = 2  # the locations from here on hold piles
OUTSIDE: Final = -1

ROAD_TOKENS: Final = 41
COMBAT_CARDS: Final = 12
PHYSICAL_CELLS: Final = 4
MAGICAL_CELLS: Final = 3
CARDS: Final = ("scaled", "rival", "single")
ANY_SIDE: Final = 64  # in place of a set of sides: every orientation will do
DETOUR_RANGE: Final = 2
MOST_LIFE: Final = 20  # of the Manticore and of heroes
STRONGEST: Final = 99


class Location:
    """A place on the map. `holds` is the kind of artifact or spell that lies here, -1 for none."""

    def __init__(self, word: str, code: str, cells: list[int], holds: int, magical: bool) -> None:
        self.word = word
        self.code = code
        self.cells = cells
        self.holds = holds
        self.magical = magical


class HeroClass:
    """What is printed about a hero class: five characteristics, life, and whether it heals others."""

    def __init__(self, stats: list[int], life: int, heals: bool) -> None:
        self.stats = stats
        self.life = life
        self.heals = heals


class ManticoreEdition(Edition):
    """The map, the road tokens, the cards and the artifacts.

    `steps_to[location][cell]` is how far away a location lies, whatever the ground, and `towards` the sides
    that lead nearer to it. `lures[cell]` are the piles that draw a monster there, the nearest first
    (MAN-9.5), `fronts[cell]` the sets of sides at which open land touches one location. `first_joins` allow
    the first token beside the City (MAN-3.2c). `masks[token][turn]` are the sides at which a turned token
    shows a road, `joining[token][sides]` the turns in which one of them meets a road at these sides
    (MAN-3.4). A set of road sides is a bit mask.
    """

    def __init__(self, name: str, digest: str) -> None:
        super().__init__(name, digest)
        self.locations: list[Location] = []
        self.pile_kinds: tuple[int, ...] = ()
        self.location_of: list[int] = [OUTSIDE] * land.CELLS
        self.steps_to: list[list[int]] = []
        self.around: list[list[int]] = []
        self.towards: list[list[int]] = []
        self.lures: list[list[int]] = []
        self.openings: list[int] = []
        self.fronts: list[list[int]] = []
        self.first_joins: list[int] = []
        self.near_city: list[bool] = [False] * land.CELLS
        self.near_cave: list[bool] = [False] * land.CELLS
        self.on_fireway: list[bool] = [False] * land.CELLS
        self.fireway: list[int] = []
        self.token_counts: list[int] = []
        self.masks: list[list[int]] = []
        self.orientations: list[list[Action]] = []
        self.joining: list[list[list[Action]]] = []
        self.aggressive: list[bool] = []
        self.monster_level: list[int] = []
        self.classes: list[HeroClass] = []
        self.manticore_life: list[int] = []
        self.manticore_cards: list[list[list[int]]] = []
        self.levels: list[list[int]] = []
        self.combat_deck: tuple[int, ...] = ()

    def city_distance(self, cell: int) -> int:
        return self.steps_to[CITY][cell]

    def pile_levels(self, kind: int, heroes: int) -> list[int]:
        """MAN-2.3: the strongest of each artifact, one per hero; all spells."""
        levels = self.levels[kind]
        return levels[:heroes] if kind < ARTIFACTS else levels


def read_edition(path: Path = HOUSE_EDITION) -> ManticoreEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    edition = ManticoreEdition(root.table("edition").text("name"), digest)
    _read_map(root, edition)
    _read_fireway(root.table("board"), edition)
    _read_tokens(root, edition)
    _read_classes(root.table("classes"), edition)
    _read_manticore(root.table("manticore"), edition)
    _read_artifacts(root.table("artifacts"), edition)
    deck = root.table("combat_deck")
    edition.combat_deck = tuple([deck.number(word, 1, COMBAT_CARDS) for word in TYPES])
    cards = sum(edition.combat_deck)
    if cards != COMBAT_CARDS:
        raise deck.fail("magic, close, shoot", f"found {cards} cards; expected {COMBAT_CARDS}")
    root.nothing_else()
    return edition


# The map


def _read_map(root: Table, edition: ManticoreEdition) -> None:
    board = root.table("board")
    letters = _read_rows(board)
    known = {"."}
    entries = root.tables("locations")
    if len(entries) != LOCATIONS:
        raise root.fail("locations", f"found {len(entries)}; expected {LOCATIONS}: {', '.join(LOCATION_IDS)}")
    for number, entry in enumerate(entries):
        location = _read_location(entry, letters)
        if location.word in [other.word for other in edition.locations]:
            raise entry.fail("id", f"“{location.word}” is there twice")
        if location.code in known:
            raise entry.fail("code", f"“{location.code}” is already used; expected a letter of its own")
        if (number == CITY) != (location.word == "city") or (number == CAVE) != (location.word == "cave"):
            raise entry.fail("id", "expected the city first and the cave second")
        known.add(location.code)
        edition.locations.append(location)
        for cell in location.cells:
            edition.location_of[cell] = number
    for cell, letter in enumerate(letters):
        if letter not in known:
            expected = " ".join(sorted(known))
            raise board.fail("rows", f"cell {land.LABELS[cell]} shows “{letter}”; expected one of {expected}")
    edition.pile_kinds = tuple([location.holds for location in edition.locations])
    if sorted(edition.pile_kinds[FIRST_PILE:]) != list(range(len(KINDS))):
        raise root.fail("locations", f"expected one location each for {', '.join(KINDS)}")
    if edition.location_of.count(OUTSIDE) < ROAD_TOKENS:
        raise board.fail("rows", f"expected at least {ROAD_TOKENS} cells of open land")
    _measure(edition)
    if min([edition.city_distance(cell) for cell in edition.locations[CAVE].cells]) < 3:
        raise board.fail("rows", "expected the cave at least 3 cells from the city")


def _read_rows(board: Table) -> list[str]:
    rows = board.texts("rows")
    widths = [land.last_q(r) - land.first_q(r) + 1 for r in range(-7, 8)]
    if [len(row) for row in rows] != widths:
        raise board.fail("rows", f"expected 15 rows of {', '.join([str(width) for width in widths])} cells")
    return [letter for row in rows for letter in row]


def _read_location(entry: Table, letters: list[str]) -> Location:
    word = entry.word("id", list(LOCATION_IDS))
    kind = entry.word("kind", ["city", "cave", "physical", "magical"])
    if (kind in ("city", "cave") or word in ("city", "cave")) and kind != word:
        raise entry.fail("kind", f"found “{kind}”; expected the kind of “{word}”")
    code = entry.text("code")
    cells = [cell for cell in range(land.CELLS) if letters[cell] == code]
    holds = -1
    if kind == "physical":
        holds = KINDS.index(entry.word("holds", list(KINDS[:4])))
        _expect_cells(entry, code, cells, PHYSICAL_CELLS, PHYSICAL_CELLS)
    elif kind == "magical":
        holds = KINDS.index(entry.word("holds", list(KINDS[4:])))
        _expect_cells(entry, code, cells, MAGICAL_CELLS, MAGICAL_CELLS)
    elif kind == "city":
        _expect_cells(entry, code, cells, MOST_SEATS, CITY_CELLS)
    else:
        _expect_cells(entry, code, cells, 1, land.CELLS)
    return Location(word, code, cells, holds, kind == "magical")


def _expect_cells(entry: Table, code: str, cells: list[int], least: int, most: int) -> None:
    if not least <= len(cells) <= most:
        expected = str(least) if least == most else f"{least} to {most}"
        raise entry.fail("code", f"the map shows “{code}” on {len(cells)} cells; expected {expected}")
    if not land.connected(cells):
        raise entry.fail("code", f"the cells “{code}” of the map do not hang together")


def _measure(edition: ManticoreEdition) -> None:
    """Distances and surroundings that the rules ask for again and again."""
    for location in edition.locations:
        far = land.distances_to(location.cells)
        edition.steps_to.append(far)
        edition.around.append(
            [c for c in range(land.CELLS) if far[c] == 1 and edition.location_of[c] == OUTSIDE]
        )
        edition.towards.append([_nearer(far, cell) for cell in range(land.CELLS)])
    for cell in range(land.CELLS):
        outside = edition.location_of[cell] == OUTSIDE
        edition.openings.append(0 if outside else land.ALL_SIDES)
        edition.fronts.append(_fronts(edition, cell) if outside else [])
        edition.near_city[cell] = outside and edition.city_distance(cell) == 1
        edition.first_joins.append(ANY_SIDE if edition.near_city[cell] else 0)
        edition.near_cave[cell] = edition.steps_to[CAVE][cell] <= 1
        reach = [(edition.steps_to[pile][cell], pile) for pile in range(FIRST_PILE, LOCATIONS)]
        edition.lures.append([pile for far_off, pile in sorted(reach) if far_off <= DETOUR_RANGE])


def _fronts(edition: ManticoreEdition, cell: int) -> list[int]:
    """The sides of a cell at which it touches a location, for each location it touches at two or more."""
    found = [0] * LOCATIONS
    for d in range(land.SIDES):
        near = land.NEIGHBOURS[cell][d]
        if near != land.OFF_BOARD and edition.location_of[near] != OUTSIDE:
            found[edition.location_of[near]] |= land.BIT[d]
    return [sides for sides in found if len(land.DIRECTIONS_IN[sides]) > 1]


def _nearer(distances: list[int], cell: int) -> int:
    """The sides of a cell whose neighbours have a smaller distance."""
    sides = 0
    for d in range(land.SIDES):
        near = land.NEIGHBOURS[cell][d]
        if near != land.OFF_BOARD and distances[near] < distances[cell]:
            sides |= land.BIT[d]
    return sides


def _read_fireway(board: Table, edition: ManticoreEdition) -> None:
    for label in board.texts("fireway"):
        if label not in land.CELL_CALLED:
            raise board.fail("fireway", f"found “{label}”; expected cells such as “C8”")
        edition.fireway.append(land.CELL_CALLED[label])
    way = edition.fireway
    if len(way) < 3 or edition.location_of[way[0]] != CAVE or edition.location_of[way[-1]] != CITY:
        raise board.fail("fireway", "expected a way that begins in the cave and ends in the city")
    for one, other in zip(way, way[1:], strict=False):
        if land.direction(one, other) < 0:
            raise board.fail("fireway", f"{land.LABELS[one]} and {land.LABELS[other]} are not neighbours")
    for cell in way[1:-1]:
        if edition.location_of[cell] != OUTSIDE or edition.on_fireway[cell]:
            raise board.fail("fireway", f"{land.LABELS[cell]}: expected open land, each cell once")
        edition.on_fireway[cell] = True


# Tokens and cards


def _read_tokens(root: Table, edition: ManticoreEdition) -> None:
    tokens = root.table("tokens")
    _expect_keys(tokens, SHAPES)
    sides: list[int] = []
    for word in SHAPES:
        entry = tokens.table(word)
        found = entry.numbers("sides")
        if len(found) < 2 or len(set(found)) != len(found) or not set(found) <= set(range(land.SIDES)):
            raise entry.fail("sides", f"found {found}; expected at least two different numbers from 0 to 5")
        sides.append(sum([land.BIT[side] for side in found]))
        edition.token_counts.append(entry.number("free", 0, ROAD_TOKENS))
    shape_of = list(range(len(SHAPES)))
    monsters = root.tables("monsters")
    if len(monsters) != MONSTERS:
        raise root.fail("monsters", f"found {len(monsters)}; expected {MONSTERS}")
    for entry in monsters:
        edition.aggressive.append(entry.word("type", ["ordinary", "aggressive"]) == "aggressive")
        edition.monster_level.append(entry.number("level", 3, 4))
        shape_of.append(SHAPES.index(entry.word("shape", list(SHAPES))))
        edition.token_counts.append(1)
    if sum(edition.token_counts) != ROAD_TOKENS:
        free = sum(edition.token_counts) - MONSTERS
        raise tokens.fail("free", f"found {free} tokens without a monster; expected {ROAD_TOKENS - MONSTERS}")
    for token in range(TOKENS):
        masks = [land.turned(sides[shape_of[token]], k) for k in range(land.SIDES)]
        edition.masks.append(masks)
        turns = [ORIENT[k] for k in range(land.SIDES) if masks[k] not in masks[:k]]
        edition.orientations.append(turns)
        meeting = [[turn for turn in turns if masks[turn.a] & wanted] for wanted in range(1, ANY_SIDE)]
        edition.joining.append([turns, *meeting, *[turns] * ANY_SIDE])


def _read_classes(table: Table, edition: ManticoreEdition) -> None:
    _expect_keys(table, CLASSES)
    for word in CLASSES:
        entry = table.table(word)
        stats = [entry.number(stat, 0, 9) for stat in STATS]
        if stats[0] == 0:
            raise entry.fail("initiative", "found 0; expected a number from 1 to 9")
        edition.classes.append(HeroClass(stats, entry.number("life", 1, MOST_LIFE), entry.switch("heals")))


def _read_manticore(table: Table, edition: ManticoreEdition) -> None:
    edition.manticore_life = table.numbers("life")
    life = edition.manticore_life
    if len(life) != MOST_SEATS or min(life) < 1 or max(life) > MOST_LIFE:
        expected = f"{MOST_SEATS} numbers from 1 to {MOST_LIFE}, one per number of heroes"
        raise table.fail("life", f"found {life}; expected {expected}")
    for card in CARDS:
        rows: list[list[int]] = []
        for row in table.rows(card):
            if not isinstance(row, list) or [type(n) for n in row] != [int] * 4:
                raise table.fail(card, f"found {row!r}; expected attack, shooting, defense, magic")
            if min(row) < 0 or max(row) > STRONGEST:
                raise table.fail(card, f"found {row!r}; expected numbers from 0 to {STRONGEST}")
            rows.append([0, *row])
        if len(rows) != MOST_SEATS:
            raise table.fail(card, f"found {len(rows)} rows; expected {MOST_SEATS}, one per number of heroes")
        edition.manticore_cards.append(rows)


def _read_artifacts(table: Table, edition: ManticoreEdition) -> None:
    _expect_keys(table, KINDS)
    for number, word in enumerate(KINDS):
        levels = table.numbers(word)
        expected = MOST_SEATS if number < ARTIFACTS else 3
        if len(levels) != expected:
            raise table.fail(word, f"found {len(levels)} levels; expected {expected}")
        if levels != sorted(levels, reverse=True) or not set(levels) <= set(range(1, LEVELS + 1)):
            raise table.fail(word, f"found {levels}; expected levels from 3 to 1, the strongest first")
        edition.levels.append(levels)


def _expect_keys(table: Table, words: tuple[str, ...]) -> None:
    for key in table.names():
        if key not in words:
            raise table.fail(key, f"unknown; expected {', '.join(words)}")
