"""What is worth seeing happen: offerings, statues that fall asleep, cards that turn, the end of a season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CUBES, SEATS, SHEET, person
from ludoteca.games.bomarzo.rules.actions import AREAS, DIVINITIES, KINDS, TRACKS

MOST_CUBES: Final = 5


def _statue(told: d.Told) -> str:
    return f"divinity-{DIVINITIES[told['divinity']]}"


def _fief(told: d.Told) -> str:
    return f"fief-{told['seat']}"


def _store(told: d.Told) -> str:
    """Where a kind of resource lies: the own one in its store, another's in his fief."""
    own = told["seat"] == told.viewer
    return f"store-{KINDS[told['kind']]}" if own else _fief(told)


def _cubes(told: d.Told, number: int = 1) -> tuple[d.Art, ...]:
    return (d.Art(SHEET, CUBES[told["kind"]]),) * min(number, MOST_CUBES)


def _pawn(told: d.Told) -> d.Art:
    return d.Art(SHEET, person("pawn", told["seat"]), SEATS[told["seat"]].colour)


def _goes_there(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_statue(told),), source=_fief(told), art=(_pawn(told),))


def _offering(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_statue(told),), source=_store(told), art=_cubes(told), sound="coin")


def _falls_asleep(told: d.Told) -> d.Moment:
    """Colour sinks to blue and a moon rises (BOM-7.1)."""
    god = told["divinity"]
    mossy = "mossy-" if told.view.moss[god] else ""
    awake = "mossy" if told.view.moss[god] else "awake"
    was = (f"{DIVINITIES[god]}-{mossy}asleep", f"{DIVINITIES[god]}-{awake}")
    return d.Moment("change", on=(_statue(told),), was=was, art=(d.Art(SHEET, "temple-moon"),))


def _eaten(told: d.Told) -> d.Moment:
    cubes = _cubes(told, told["number"])
    return d.Moment("fly", on=(_store(told),), source=_statue(told), art=cubes, sound="coin")


def _swept(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_store(told),), source=_statue(told), art=_cubes(told), sound="coin")


def _harvest(told: d.Told) -> d.Moment:
    source = f"area-{AREAS[told['area']]}"
    return d.Moment("fly", on=(_store(told),), source=source, art=_cubes(told, told["number"]), sound="coin")


def _upgrade(told: d.Told) -> d.Moment:
    return d.Moment("turn", on=(f"card-{told['card']}",), sound="card")


def _played(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=(f"card-{told['card']}",), sound="card")


def _first(told: d.Told) -> d.Moment:
    return d.Moment("rise", on=(f"track-{TRACKS[told['track']]}",), art=(d.Art(SHEET, "prize-first"),))


def _secret(told: d.Told) -> d.Moment:
    """A card slides under the slab, face down for everybody."""
    back = d.Art(SHEET, "secret")
    return d.Moment("fly", on=(_statue(told),), source=_fief(told), art=(back,), sound="card")


def _copy(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_fief(told),), source=_statue(told), art=(_pawn(told),))


def _moss_grows(told: d.Told) -> d.Moment:
    name = DIVINITIES[told["divinity"]]
    return d.Moment("change", on=(_statue(told),), was=(f"{name}-mossy", f"{name}-awake"))


def _moss_falls(told: d.Told) -> d.Moment:
    name = DIVINITIES[told["divinity"]]
    return d.Moment("change", on=(_statue(told),), was=(f"{name}-awake", f"{name}-mossy"))


def _season_ends(told: d.Told) -> d.Moment:
    return d.Moment("dusk", art=(d.Art(SHEET, "temple-moon"),))


MOMENTS: Final[Mapping[str, d.MomentMaker]] = {
    "invoked": _goes_there,
    "gave": _offering,
    "fell_asleep": _falls_asleep,
    "devoured": _eaten,
    "swept": _swept,
    "harvested": _harvest,
    "played": _played,
    "upgraded": _upgrade,
    "first_at": _first,
    "devoted": _secret,
    "copied": _copy,
    "moss_grows": _moss_grows,
    "moss_falls": _moss_falls,
    "season_ends": _season_ends,
}
