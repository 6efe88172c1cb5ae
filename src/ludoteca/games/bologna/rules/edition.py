"""The components of Bologna and how they are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.bologna.rules.actions import BRIGAND, MOST_SEATS, ROLES
from ludoteca.games.bologna.rules.dice import KINDS, NAMES, QUINTS, SYMBOLS, TOWER, TRIPLES, weight
from ludoteca.kernel.edition import Edition

HOUSE_EDITION: Final = Path(__file__).parent.with_name("edition.toml")
MANY: Final = 99
_GOAL: Final = re.compile(r"[0-9]{1,2}\+?")
_SEATS: Final = [str(seats) for seats in range(2, MOST_SEATS + 1)]


class Goal:
    """What a role must hold of each kind of token: at least `low`, at most `high`."""

    def __init__(self, low: list[int], high: list[int]) -> None:
        self.low = low
        self.high = high


class BolognaEdition(Edition):
    """Goals, dice, and how many tokens there are."""

    def __init__(self, name: str, digest: str) -> None:
        super().__init__(name, digest)
        self.names: list[str] = []
        self.goals: list[Goal] = []
        self.hoard = 0
        self.hoarded: list[int] = []
        self.faces: list[int] = []
        self.supply: list[int] = []
        self.skip_tokens = 0
        self.start: list[list[int]] = [[0] * KINDS for _ in range(MOST_SEATS + 1)]
        self.free_start: list[bool] = [False] * (MOST_SEATS + 1)
        self.odds3: list[int] = []
        self.odds5: list[int] = []


def read_edition(path: Path = HOUSE_EDITION) -> BolognaEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    edition = BolognaEdition(root.table("edition").text("name"), digest)
    _read_dice(root.table("dice"), edition)
    tokens = root.table("tokens")
    edition.supply = [tokens.number(kind, 1, MANY) for kind in NAMES[:KINDS]]
    edition.skip_tokens = tokens.number("skip_turn", 0, MOST_SEATS)
    roles = root.table("roles")
    for key in roles.names():
        if key not in ROLES:
            raise roles.fail(key, f"unknown role; expected {', '.join(ROLES)}")
    for number, key in enumerate(ROLES):
        role = roles.table(key)
        edition.names.append(role.text("name"))
        if number == BRIGAND:
            edition.hoard = role.number("collect", 1, MANY)
            edition.hoarded = _kinds(role, "one_of")
            if TOWER in edition.hoarded or len(edition.hoarded) < 2:
                raise role.fail("one_of", "expected at least two of people, book, bologna")
        else:
            edition.goals.append(_read_goal(role.table("goal")))
    _read_start(root.table("start"), edition)
    for seats in range(2, MOST_SEATS + 1):
        for kind in range(KINDS):
            needed = seats * (edition.start[seats][kind] + edition.free_start[seats])
            if needed > edition.supply[kind]:
                raise tokens.fail(
                    NAMES[kind], f"expected at least {needed} for the start with {seats} players"
                )
    root.nothing_else()
    return edition


def _read_dice(dice: Table, edition: BolognaEdition) -> None:
    for face in dice.texts("faces"):
        if face not in NAMES:
            raise dice.fail("faces", f"found “{face}”; expected {', '.join(NAMES)}")
        edition.faces.append(NAMES.index(face))
    if len(edition.faces) != SYMBOLS:
        raise dice.fail("faces", f"found {len(edition.faces)} faces; expected {SYMBOLS}")
    edition.odds3 = [weight(word, edition.faces) for word in TRIPLES]
    edition.odds5 = [weight(word, edition.faces) for word in QUINTS]


def _read_goal(table: Table) -> Goal:
    low: list[int] = []
    high: list[int] = []
    for kind in NAMES[:KINDS]:
        text = table.text(kind)
        digits = text.removesuffix("+")
        if text != "-" and not _GOAL.fullmatch(text):
            raise table.fail(kind, f"found “{text}”; expected “3+”, “3” or “-”")
        low.append(0 if text == "-" else int(digits))
        high.append(MANY if text == "-" or text.endswith("+") else int(digits))
    return Goal(low, high)


def _kinds(table: Table, key: str) -> list[int]:
    found = []
    for name in table.texts(key):
        if name not in NAMES[:KINDS]:
            raise table.fail(key, f"found “{name}”; expected {', '.join(NAMES[:KINDS])}")
        found.append(NAMES.index(name))
    return found


def _read_start(table: Table, edition: BolognaEdition) -> None:
    for key in table.names():
        if key not in _SEATS:
            raise table.fail(key, f"expected a number of players from 2 to {MOST_SEATS}")
        given = table.table(key)
        seats = int(key)
        for name in given.names():
            if name == "free":
                edition.free_start[seats] = given.number(name, 0, 1) == 1
            elif name in NAMES[:KINDS]:
                edition.start[seats][NAMES.index(name)] = given.number(name, 0, 9)
            else:
                raise given.fail(name, f"expected free, {', '.join(NAMES[:KINDS])}")
