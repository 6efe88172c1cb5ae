"""What is worth seeing happen: gods that speak, followers on the march, battles, the hourglass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, people
from ludoteca.games.bello_divorum.rules.actions import POWERS

MOST_PAWNS: Final = 4


def _of(told: d.Told, symbol: str, seat: int) -> d.Art:
    """A symbol in the shape of a seat's people."""
    return d.Art(SHEET, f"{symbol}-{people(told.view.pantheon[seat])}")


def _pawns(told: d.Told, number: int) -> tuple[d.Art, ...]:
    return (_of(told, "pawn", told["seat"]),) * min(number, MOST_PAWNS)


def _land_wakes(told: d.Told) -> d.Moment:
    return d.Moment("speak", art=(d.Art(SHEET, f"temple-{people(told['pantheon'])}"),))


def _god_speaks(told: d.Told) -> d.Moment:
    """The mask of the pantheon that a power belongs to."""
    mask = d.Art(SHEET, f"mask-{people(told['power'] // POWERS)}")
    return d.Moment("speak", art=(mask,), sound="thunder")


def _recruits(told: d.Told) -> d.Moment:
    return d.Moment("rise", on=(f"place {told['place']}",), art=_pawns(told, told["number"]))


def _march(told: d.Told, kind: str, number: int) -> d.Moment:
    art = _pawns(told, number)
    return d.Moment(kind, on=(f"place {told['place']}",), source=f"place {told['from']}", art=art)


def _one_walks(told: d.Told) -> d.Moment:
    return _march(told, "walk", 1)


def _some_cross(told: d.Told) -> d.Moment:
    return _march(told, "walk", told["number"])


def _some_are_blown(told: d.Told) -> d.Moment:
    return _march(told, "fly", told["number"])


def _battle(told: d.Told) -> d.Moment | None:
    """Both sides' followers, and how many of each fall (BEL-8.4)."""
    attack = told.before("attacked")
    if attack is None:
        return None
    seat, rival, losses = told["seat"], told["rival"], told["losses"]
    standing = told.view.followers[attack.value("place")][rival]
    sides = (
        d.Side(_of(told, "pawn", seat), attack.value("number"), loss=told["number"]),
        d.Side(_of(told, "pawn", rival), standing + losses, loss=losses),
    )
    return d.Moment("battle", sides=sides)


def _claim(told: d.Told) -> d.Moment:
    chip = _of(told, "chip", told["seat"])
    return d.Moment("drop", on=(f"place {told['place']}",), art=(chip,), sound="coin")


def _doom(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=("doomsday",))


def _full_circle(told: d.Told) -> d.Moment:
    return d.Moment("dusk", art=(d.Art(SHEET, "hourglass"),), sound="thunder")


MOMENTS: Final[Mapping[str, d.MomentMaker]] = {
    "took_pantheon": _land_wakes,
    "recruited": _recruits,
    "placed": _recruits,
    "favour": _god_speaks,
    "moved": _one_walks,
    "blown": _some_are_blown,
    "carried": _some_cross,
    "fell": _battle,
    "took": _claim,
    "doom": _doom,
    "last_turn": _full_circle,
}
