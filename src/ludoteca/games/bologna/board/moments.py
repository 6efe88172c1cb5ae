"""What is worth seeing happen: dice, tokens that change hands, and the great events of the city."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import NAMES

DICE: Final = 5
RATS: Final = 4


def _symbol(told: d.Told) -> tuple[d.Art, ...]:
    return (d.Art(SHEET, f"s-{NAMES[told['symbol']]}"),)


def _roll(told: d.Told) -> d.Moment:
    """The dice that lie on the stage tumble in; those that were kept lie still."""
    kept = len(told.view.kept)
    return d.Moment("roll", on=[f"die-{number}" for number in range(kept, DICE)], sound="dice")


def _miracle(told: d.Told) -> d.Moment:
    return d.Moment("speak", art=(d.Art(SHEET, "deus"),), sound="thunder")


def _gain(told: d.Told) -> d.Moment:
    source = f"pool-{told['symbol']}"
    return d.Moment("fly", on=(f"seat-{told['seat']}",), source=source, art=_symbol(told), sound="coin")


def _theft(told: d.Told) -> d.Moment:
    source = f"seat-{told['victim']}"
    return d.Moment("fly", on=(f"seat-{told['seat']}",), source=source, art=_symbol(told), sound="coin")


def _loss(told: d.Told) -> d.Moment:
    target = f"pool-{told['symbol']}"
    return d.Moment("fly", on=(target,), source=f"seat-{told['seat']}", art=_symbol(told))


def _rats(told: d.Told) -> d.Moment:
    return d.Moment("parade", art=(d.Art(SHEET, "s-rat"),) * RATS)


def _earthquake(told: d.Told) -> d.Moment:
    return d.Moment("shake", art=(d.Art(SHEET, "two-towers"),), sound="thunder")


def _pork_feast(told: d.Told) -> d.Moment:
    return d.Moment("speak", art=(d.Art(SHEET, "s-bologna"),), sound="coin")


def _feast_of_fools(told: d.Told) -> d.Moment:
    return d.Moment("speak", art=(d.Art(SHEET, "jester"),))


def _asleep(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=(f"seat-{told['seat']}",), art=(d.Art(SHEET, "nightcap"),))


def _out(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=(f"seat-{told['seat']}",), art=(d.Art(SHEET, "boards"),))


def _named(told: d.Told) -> d.Moment:
    """The role that was named, whether it was right or wrong."""
    return d.Moment("speak", art=(d.Art(SHEET, f"portrait-{ROLES[told['role']]}"),), sound="card")


MOMENTS: Final[Mapping[str, d.MomentMaker]] = {
    "rolled": _roll,
    "rerolled": _miracle,
    "gained": _gain,
    "gained_by_book": _gain,
    "stole": _theft,
    "lost": _loss,
    "disease": _rats,
    "plague": _rats,
    "pork_feast": _pork_feast,
    "earthquake": _earthquake,
    "feast_of_fools": _feast_of_fools,
    "fell_asleep": _asleep,
    "left": _out,
    "guessed_right": _named,
    "guessed_wrong": _named,
}
