"""The sheet of art, and the colours that tell peoples, lands and stones apart."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.rules.actions import PANTHEON_IDS
from ludoteca.games.bello_divorum.rules.edition import KIND_NAMES, Pantheon

SHEET: Final = d.Sheet("bel", __package__)
ISLANDS: Final = {
    corners: d.Sheet(f"bel{corners}", __package__, f"island-{corners}.svg") for corners in (4, 5, 6)
}
"""The island by its number of corners: a table fetches only its own."""

SEA: Final = d.Colour("#6fa3ad", "#375769")
STONE: Final = d.Colour("#c9bfa8", "#86837f")
ASLEEP: Final = d.Colour("#d8cb9c", "#565c4e")
LANDS: Final = (
    d.Colour("#7fb069", "#37604a"),
    d.Colour("#d9ac77", "#75583f"),
    d.Colour("#f3dcae", "#7d7350"),
    d.Colour("#a9c4a0", "#456a60"),
    d.Colour("#b9c6c9", "#4c6482"),
    d.Colour("#cbcda0", "#636f4b"),
)
SAILS: Final = tuple(d.Colour(c) for c in ("#c8372d", "#e8862e", "#f2ce2e", "#2e9b57", "#2f6fc4", "#8a4fb5"))
BURNT: Final = d.Colour("#453539", "#2b2328")
_HEAT: Final = ("#f7ead0", "#f5d08a", "#efa24e", "#dc6234", "#b32d2b", "#6f1a2a")
_PEAKS: Final = ("snowpeak", "mesa", "mesa", "fuji", "snowpeak", "snowpeak")


def people(pantheon: int) -> str:
    """How the symbols of a pantheon are called."""
    return PANTHEON_IDS[pantheon]


def peak(pantheon: int) -> str:
    """The mountain that stands behind a land."""
    return "volcano" if pantheon == 0 else _PEAKS[pantheon]


def boat(pantheon: int) -> str:
    return "reedboat" if people(pantheon) in ("mesopotamian", "egyptian") else "ship"


def colour_of(pantheon: Pantheon) -> d.Colour:
    return d.Colour(pantheon.colour)


def sign(kind: int) -> str:
    """The small sign of a kind of location."""
    return f"sign-{KIND_NAMES[kind]}"


def heat(share: float) -> d.Colour:
    """A stone of the Doomsday track, from sand at the beginning to blood at the end."""
    along = share * (len(_HEAT) - 1)
    step = min(int(along), len(_HEAT) - 2)
    day = d.mix(d.Colour(_HEAT[step]), d.Colour(_HEAT[step + 1]), round(along - step, 2))
    return d.Colour(day.light, d.mix(day, d.Colour("#141018"), 0.25).light)
