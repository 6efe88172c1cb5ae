"""Everything that can be done in Bello Divorum, and how locations and roads are numbered.

A location is `8 * corner + role`; the middle is 48. A slot is a road out of a location: `37 * corner` plus
the location's first slot plus the number of the road; the middle's six roads are the last. The numbers are
the same on every board, whatever its number of corners.
"""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.actions import Action, Catalogue, Domain, Verb

CORNERS: Final = 6
MOST_SEATS: Final = 6
POWERS: Final = 3
PLACES: Final = 49
MIDDLE: Final = 48
SLOTS: Final = 228

ROLES: Final = ("T", "CL", "CG", "CR", "CI", "FL", "FR", "FS")
ROADS: Final = (
    ("CL", "CG", "CR"),
    ("T", "CG", "FL", "FS<"),
    ("T", "CL", "CR", "FL", "FR", "CI"),
    ("T", "CG", "FR", "FS"),
    ("CG", "FL", "FR", "FC", "CI<", "CI>"),
    ("CL", "CG", "CI", "FS<", "FR<"),
    ("CG", "CR", "CI", "FS", "FL>"),
    ("CR", "CL>", "FR", "FL>"),
)
PANTHEON_IDS: Final = ("aztec", "mesopotamian", "egyptian", "shinto", "norse", "greek")
POWER_WORDS: Final = [f"{pantheon}-{number}" for pantheon in PANTHEON_IDS for number in range(1, POWERS + 1)]

PLACE_WORDS: Final[list[str]] = [f"{role}{corner}".lower() for corner in range(CORNERS) for role in ROLES] + [
    "fc"
]


def _slot_words() -> list[str]:
    """`t0-cl`, `ci2-right`: a location and the role its road leads to, so that one word fits every board."""
    words: list[str] = []
    for corner in range(CORNERS):
        for role, roads in zip(ROLES, ROADS):
            for road in roads:
                end = {"CI<": "left", "CI>": "right"}.get(road, road.rstrip("<>"))
                words.append(f"{role}{corner}-{end}".lower())
    return words + [f"fc-ci{corner}" for corner in range(CORNERS)]


def _slot_origins() -> list[int]:
    """The location each slot leads away from."""
    origins: list[int] = []
    for corner in range(CORNERS):
        for role, roads in enumerate(ROADS):
            origins += [len(ROLES) * corner + role] * len(roads)
    return origins + [MIDDLE] * CORNERS


SLOT_ORIGIN: Final[list[int]] = _slot_origins()
FIRST_SLOT: Final[list[int]] = [SLOT_ORIGIN.index(place) for place in range(PLACES)]

CATALOGUE: Final = Catalogue("Bello Divorum")

_PLACE: Final = Domain("place", PLACE_WORDS)
_SLOT: Final = Domain("slot", _slot_words())
_SEAT: Final = Domain("seat", [str(seat) for seat in range(MOST_SEATS)])
_RIVAL: Final = Domain("seat", [str(seat) for seat in range(MOST_SEATS)], label="rival")
_CORNER: Final = Domain("corner", [str(corner) for corner in range(CORNERS)])

CORNER: Final[Verb] = CATALOGUE.verb("corner", _CORNER)
PANTHEON: Final[Verb] = CATALOGUE.verb("pantheon", Domain("pantheon", PANTHEON_IDS))
RECRUIT: Final[Verb] = CATALOGUE.verb("recruit", _PLACE)
NO_FAVOUR: Final[Action] = CATALOGUE.single("no-favour")
POWER: Final[Verb] = CATALOGUE.verb("power", Domain("power", POWER_WORDS))
TARGET: Final[Verb] = CATALOGUE.verb("target", _PLACE)
ARM: Final[Verb] = CATALOGUE.verb("arm", Domain("arm", [str(corner) for corner in range(CORNERS)]))
RIVAL: Final[Verb] = CATALOGUE.verb("rival", _RIVAL)
COUNT: Final[Verb] = CATALOGUE.verb("count", Domain("number", ["1", "2", "3", "4"], first=1))
END_ACTIONS: Final[Action] = CATALOGUE.single("end-actions")
MOVE: Final[Verb] = CATALOGUE.verb("move", _SLOT)
ATTACK: Final[Verb] = CATALOGUE.verb("attack", _SLOT)
CONTROL: Final[Verb] = CATALOGUE.verb("control", _PLACE)
CONTROL_ALL: Final[Action] = CATALOGUE.single("control-all")
CONTROL_DONE: Final[Action] = CATALOGUE.single("control-done")
SOURCE: Final[Verb] = CATALOGUE.verb("source", _PLACE)

FIRST: Final[Verb] = CATALOGUE.chance("first", _SEAT)
DEALT: Final[Verb] = CATALOGUE.chance("dealt", Domain("pantheon", PANTHEON_IDS))
