"""The components of Bello Divorum and how they are read."""

from __future__ import annotations

import re
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import LONGEST_TEXT, Table, read_file
from ludoteca.games.bello_divorum.rules.actions import (
    CORNERS,
    FIRST_SLOT,
    MIDDLE,
    MOST_SEATS,
    MOVE,
    PANTHEON_IDS,
    PLACES,
    POWERS,
    ROADS,
    ROLES,
    SLOT_ORIGIN,
    SLOTS,
    TARGET,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition

HOUSE_EDITION: Final = Path(__file__).parent.with_name("edition.toml")

TEMPLE: Final = 0
CITY: Final = 1
FIELD: Final = 2
KINDS: Final = 3
KIND_NAMES: Final = ("temple", "city", "field")
ABSENT: Final = -1
FAR: Final = 99
NEARBY: Final = 3
FEWEST_SECTORS: Final = 4
MOST_ON_A_PLACE: Final = 15

_CORNER: Final = re.compile(r"\{(temple|stem|next)\}")
"""What stands in a pattern for the names of a corner and of the one after it."""

MARKS: Final = ("sun", "star", "ankh", "torii", "hammer", "bolt")

# Every effect a power can have, and the numbers it asks for.
EFFECTS: Final[dict[str, list[str]]] = {
    "flower_war": [],
    "haste": [],
    "captives": [],
    "tribute": ["count", "most"],
    "flood": ["loses"],
    "confusion": ["penalty"],
    "nile": ["count", "most"],
    "plague": ["loses", "near"],
    "embrace": ["most"],
    "wayside": ["count"],
    "wind": [],
    "storm": ["loses"],
    "bifrost": ["count"],
    "einherjar": ["count"],
    "ragnarok": ["least", "loses"],
    "aegis": [],
    "thunderbolt": [],
}
EFFECT_NAMES: Final = tuple(EFFECTS)
_NUMBERS: Final = ("actions", "moves", "count", "most", "loses", "near", "penalty", "least")
_POWER_KEYS: Final = ("effect", "name", "god", "cost", "doom", *_NUMBERS)


class Power:
    """A god's favour: its price, and the numbers of its effect."""

    def __init__(
        self, effect: int, name: str, god: str, cost: int, doom: int, numbers: dict[str, int]
    ) -> None:
        self.effect = effect
        self.name = name
        self.god = god
        self.cost = cost
        self.doom = doom
        self.actions = numbers.get("actions", 0)
        self.moves = numbers.get("moves", 0)
        self.count = numbers.get("count", 0)
        self.most = numbers.get("most", 0)
        self.loses = numbers.get("loses", 0)
        self.near = numbers.get("near", 0)
        self.penalty = numbers.get("penalty", 0)
        self.least = numbers.get("least", 0)

    @property
    def key(self) -> str:
        """The name of its effect."""
        return EFFECT_NAMES[self.effect]


class Pantheon:
    """Gods, their colour and emblem, and their three powers."""

    def __init__(self, colour: str, mark: str, letter: str, powers: list[Power]) -> None:
        self.colour = colour
        self.mark = mark
        self.letter = letter
        self.powers = powers


class Naming:
    """How locations are called: a pattern for each role and the middle, the names of the corners."""

    def __init__(self, patterns: list[str], temples: list[str], stems: list[str]) -> None:
        self.patterns = patterns
        self.temples = temples
        self.stems = stems


class Board:
    """Locations and roads of a board with some number of equal sectors. Locations it lacks have no kind."""

    def __init__(self, sectors: int) -> None:
        self.sectors = sectors
        self.places: list[int] = [*range(len(ROLES) * sectors), MIDDLE]
        self.kind: list[int] = [ABSENT] * PLACES
        self.naming = Naming([], [], [])
        self.names: list[str] = [""] * PLACES
        self.names_in: dict[str, list[str]] = {}
        """The names in each language in which they were asked for."""
        self.neighbours: list[list[int]] = [[] for _ in range(PLACES)]
        self.slots: list[list[int]] = [[] for _ in range(PLACES)]
        self.slot_end: list[int] = [ABSENT] * SLOTS
        self.roads: list[list[Action]] = [[] for _ in range(PLACES)]
        self.targets: list[Action] = [TARGET.actions[place] for place in self.places]
        self.temples: list[int] = [len(ROLES) * corner for corner in range(sectors)]
        self.arms: list[list[int]] = []
        self.distance: list[list[int]] = []
        # Sets of locations, as bit masks: those of a kind, those next to a location and those at most
        # 0, 1, 2 and 3 steps away
        self.of_kind: list[int] = [0] * KINDS
        self.beside: list[int] = [0] * PLACES
        self.reach: list[list[int]] = []
        self.x: list[float] = [0.0] * PLACES
        self.y: list[float] = [0.0] * PLACES


class BelloEdition(Edition):
    """Limits, what each kind of location does, pantheons, layouts, and the board laid for a match."""

    def __init__(self, name: str, digest: str, model: BelloEdition | None = None) -> None:
        super().__init__(name, digest)
        self.room: int = 0 if model is None else model.room
        self.followers: int = 0 if model is None else model.followers
        self.base_actions: int = 0 if model is None else model.base_actions
        self.fields_per_action: int = 0 if model is None else model.fields_per_action
        self.recruit_to: list[int] = [] if model is None else model.recruit_to
        self.needs: list[int] = [] if model is None else model.needs
        self.faith: list[int] = [] if model is None else model.faith
        self.chips: list[int] = [] if model is None else model.chips
        # The points of the best location that so many followers can conquer and keep, and the most that a
        # follower brings who is needed to control one: its points and one, shared among them
        self.prize: list[int] = [] if model is None else model.prize
        self.bargain: float = 0.0 if model is None else model.bargain
        self.pantheons: list[Pantheon] = [] if model is None else model.pantheons
        self.layouts: dict[str, list[int]] = {} if model is None else model.layouts
        self.boards: list[Board] = [] if model is None else model.boards
        self.board: Board = Board(CORNERS) if model is None else model.board

    def laid(self, sectors: int) -> BelloEdition:
        """The same components with the board of so many sectors on the table."""
        twin = BelloEdition(self.name, self.digest, self)
        twin.board = self.boards[sectors]
        return twin


def read_edition(path: Path = HOUSE_EDITION) -> BelloEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    edition = BelloEdition(root.table("edition").text("name"), digest)
    limits = root.table("limits")
    edition.room = limits.number("followers_per_location", 1, MOST_ON_A_PLACE)
    edition.followers = limits.number("followers_per_colour", 1)
    edition.base_actions = limits.number("base_actions", 1, 9)
    edition.fields_per_action = limits.number("fields_per_extra_action", 1)
    _read_kinds(root.table("type"), edition)
    _read_pantheons(root.tables("pantheon"), edition)
    _read_layouts(root, edition)
    kinds, at = _read_roles(root)
    edition.boards = [Board(0)] * FEWEST_SECTORS + [
        _lay_board(root, sectors, kinds, at) for sectors in range(FEWEST_SECTORS, CORNERS + 1)
    ]
    edition.board = edition.boards[CORNERS]
    root.nothing_else()
    return edition


def _read_kinds(types: Table, edition: BelloEdition) -> None:
    for key in types.names():
        if key not in KIND_NAMES:
            raise types.fail(key, f"unknown type; expected {', '.join(KIND_NAMES)}")
    for key in KIND_NAMES:
        kind = types.table(key)
        edition.recruit_to.append(kind.number("recruit_to", 0, edition.room))
        edition.needs.append(kind.number("control_needs", 1, edition.room))
        edition.faith.append(kind.number("faith", 0, 99))
        edition.chips.append(kind.number("chips_per_colour", 1, PLACES))
    worth = list(zip(edition.faith, edition.needs, strict=True))
    edition.bargain = max([(faith + 1) / needed for faith, needed in worth])
    edition.prize = [
        max([0, *[faith for faith, needed in worth if needed < number]]) for number in range(edition.room + 1)
    ]


def _read_pantheons(tables: list[Table], edition: BelloEdition) -> None:
    for expected, table in zip(PANTHEON_IDS, tables):
        if table.text("id") != expected:
            raise table.fail("id", f"found “{table.text('id')}”; expected “{expected}”")
    if len(tables) != len(PANTHEON_IDS):
        first = tables[0] if tables else Table("edition", "", {})
        raise first.fail("id", f"found {len(tables)} pantheons; expected {len(PANTHEON_IDS)}")
    for table in tables:
        colour = table.colour("colour")
        powers = table.tables("power")
        if len(powers) != POWERS:
            raise table.fail("power", f"found {len(powers)} powers; expected {POWERS}")
        mark = table.word("mark", list(MARKS))
        letter = table.text("letter")
        if len(letter) != 1:
            raise table.fail("letter", f"found “{letter}”; expected one letter")
        edition.pantheons.append(Pantheon(colour, mark, letter, [_read_power(power) for power in powers]))


def _read_power(table: Table) -> Power:
    effect = table.word("effect", list(EFFECT_NAMES))
    for key in table.names():
        if key not in _POWER_KEYS:
            raise table.fail(key, f"unknown entry; expected {', '.join(_POWER_KEYS)}")
    wanted = ["actions", "moves", *EFFECTS[effect]]
    numbers: dict[str, int] = {}
    for key in _NUMBERS:
        if table.has(key) and key not in wanted:
            raise table.fail(key, f"“{effect}” has no use for it; expected {', '.join(wanted)}")
        if table.has(key) or key in EFFECTS[effect]:
            numbers[key] = table.number(key, 0, 30)
    cost = table.number("cost", 0, 4)
    least = 1 if cost > 1 else 0
    return Power(
        EFFECT_NAMES.index(effect),
        table.text("name"),
        table.text("god"),
        cost,
        table.number("doom", least, 9),
        numbers,
    )


def _read_layouts(root: Table, edition: BelloEdition) -> None:
    for table in root.tables("layout"):
        players = table.number("players", 2, MOST_SEATS)
        unused = table.word("unused", ["open", "folded"])
        corners = table.numbers("corners")
        limit = players if unused == "folded" else CORNERS
        if len(corners) != players or [corner for corner in range(limit) if corner in corners] != corners:
            raise table.fail("corners", f"found {corners}; expected {players} rising numbers below {limit}")
        edition.layouts[f"{players} {unused}"] = corners
    for players in range(2, MOST_SEATS + 1):
        for unused in ("open", "folded"):
            if f"{players} {unused}" not in edition.layouts and (players > 3 or unused == "open"):
                raise root.fail("layout", f"missing; expected one for {players} players, {unused}")


def _read_roles(root: Table) -> tuple[list[int], list[list[int]]]:
    """The kind of each role and where it lies. Roads are checked: actions are named after them."""
    tables = root.tables("role")
    if len(tables) != len(ROLES):
        raise root.fail("role", f"found {len(tables)} roles; expected {len(ROLES)}: {', '.join(ROLES)}")
    kinds: list[int] = []
    at: list[list[int]] = []
    for expected, roads, table in zip(ROLES, ROADS, tables):
        if table.text("id") != expected:
            raise table.fail("id", f"found “{table.text('id')}”; expected “{expected}”")
        # BEL-2.1: the corners are Temples, and nothing else is.
        allowed = list(KIND_NAMES[:1] if expected == "T" else KIND_NAMES[1:])
        kinds.append(KIND_NAMES.index(table.word("type", allowed)))
        if table.texts("roads") != list(roads):
            raise table.fail("roads", f"found {table.texts('roads')}; expected {list(roads)}")
        found = table.numbers("at")
        if len(found) != 3 or not 0 < sum(found) <= 100:
            raise table.fail("at", f"found {found}; expected three hundredths, at most 100 together")
        at.append(found)
    return kinds, at


def _lay_board(root: Table, sectors: int, kinds: list[int], at: list[list[int]]) -> Board:
    """BEL-2.2, BEL-12.3: one table of roles makes every board; corners are counted modulo its sectors."""
    board = Board(sectors)
    angles = [-pi / 2 + 2 * pi * corner / sectors for corner in range(sectors)]
    for corner in range(sectors):
        around = [angles[corner], angles[corner - 1], angles[(corner + 1) % sectors]]
        for role in range(len(ROLES)):
            place = len(ROLES) * corner + role
            board.kind[place] = kinds[role]
            board.x[place] = sum([share * cos(angle) for share, angle in zip(at[role], around)])
            board.y[place] = sum([share * sin(angle) for share, angle in zip(at[role], around)])
            for road in ROADS[role]:
                board.neighbours[place].append(_end_of(road, corner, sectors))
    board.kind[MIDDLE] = FIELD
    board.neighbours[MIDDLE] = [_end_of("CI", corner, sectors) for corner in range(sectors)]
    for slot in range(SLOTS):
        place = SLOT_ORIGIN[slot]
        number = slot - FIRST_SLOT[place]
        if number < len(board.neighbours[place]):
            board.slots[place].append(slot)
            board.slot_end[slot] = board.neighbours[place][number]
            board.roads[place].append(MOVE.actions[slot])
    star = root.table("star")
    arms = star.texts("arm")
    if len(arms) > len(ROLES):
        raise star.fail("arm", f"found {len(arms)} roles; expected at most {len(ROLES)}")
    for arm in arms:
        if arm.rstrip("<>") not in ROLES:
            raise star.fail("arm", f"found “{arm}”; expected roles among {', '.join(ROLES)}")
    board.arms = [[_end_of(arm, corner, sectors) for arm in arms] for corner in range(sectors)]
    board.distance = [_distances(board, place) for place in range(PLACES)]
    board.reach = [_reach(board, away) for away in board.distance]
    for place in board.places:
        board.of_kind[board.kind[place]] |= 1 << place
        board.beside[place] = board.reach[place][1] & ~(1 << place)
    _name_places(root.table("names"), board)
    return board


def _end_of(road: str, corner: int, sectors: int) -> int:
    """Where a road of a corner leads: `FS<` is the star point of the corner at the left."""
    if road == "FC":
        return MIDDLE
    turn = -1 if road.endswith("<") else 1 if road.endswith(">") else 0
    return len(ROLES) * ((corner + turn) % sectors) + ROLES.index(road.rstrip("<>"))


def _distances(board: Board, start: int) -> list[int]:
    found = [FAR] * PLACES
    found[start] = 0
    reached = [start]
    for place in reached:
        for other in board.neighbours[place]:
            if found[other] == FAR:
                found[other] = found[place] + 1
                reached.append(other)
    return found


def _reach(board: Board, away: list[int]) -> list[int]:
    """The sets of locations within 0, 1, 2 and 3 steps."""
    return [
        sum([1 << place for place in board.places if away[place] <= steps]) for steps in range(NEARBY + 1)
    ]


def _name_places(names: Table, board: Board) -> None:
    temples = names.texts("temples")
    stems = names.texts("stems")
    for key, words in (("temples", temples), ("stems", stems)):
        if len(words) != CORNERS:
            raise names.fail(key, f"found {len(words)} names; expected {CORNERS}")
    board.naming = Naming([names.text(role) for role in (*ROLES, "FC")], temples, stems)
    board.names = place_names(board.sectors, board.naming)
    for name in board.names:
        if len(name) > LONGEST_TEXT:
            raise names.fail("temples", f"makes a name of {len(name)} signs; expected at most {LONGEST_TEXT}")


def place_names(sectors: int, naming: Naming) -> list[str]:
    """The names of all locations of a board, from the patterns of its roles and the names of its corners."""
    found: list[str] = [""] * PLACES
    for corner in range(sectors):
        words = {
            "temple": naming.temples[corner],
            "stem": naming.stems[corner],
            "next": naming.stems[(corner + 1) % sectors],
        }
        for role in range(len(ROLES)):
            found[len(ROLES) * corner + role] = _filled(naming.patterns[role], words)
    found[MIDDLE] = naming.patterns[len(ROLES)]
    return found


def _filled(pattern: str, words: dict[str, str]) -> str:
    """A pattern with its words, each of which stands as it is: names within names would never end."""
    parts = _CORNER.split(pattern)
    return "".join([words[part] if number % 2 else part for number, part in enumerate(parts)])
