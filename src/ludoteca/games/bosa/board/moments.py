"""What is worth seeing happen: goods between houses and boats, new cards, patronage, the turn of a season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import SHEET
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.kernel.events import Event

MOST_THINGS: Final = 5
_WORKERS: Final = ("fired_row", "fired_column")


def _card(told: d.Told) -> str:
    return f"card-{told['card']}"


def _things(name: str, number: int) -> tuple[d.Art, ...]:
    return (d.Art(SHEET, name),) * min(number, MOST_THINGS)


def _is_own(told: d.Told, event: Event) -> bool:
    return event.value("seat") == told.viewer


def _purse(told: d.Told) -> str:
    return "purse" if _is_own(told, told.event) else f"coins-{told['seat']}"


def _boat(told: d.Told) -> str:
    """The boat or the plaque of whoever's line works."""
    line = told.before(*_WORKERS)
    resource = RESOURCES[told["resource"]]
    return f"boat-{resource}" if line is None or _is_own(told, line) else f"{resource}-{line.value('seat')}"


def _goods(told: d.Told) -> tuple[d.Art, ...]:
    return _things(RESOURCES[told["resource"]], told["number"])


def _goods_come(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_boat(told),), source=_card(told), art=_goods(told))


def _goods_go(told: d.Told) -> d.Moment:
    return d.Moment("fly", on=(_card(told),), source=_boat(told), art=_goods(told))


def _goods_are_lost(told: d.Told) -> d.Moment:
    return d.Moment("rise", on=(_boat(told),), art=_goods(told))


def _coins_come(told: d.Told) -> d.Moment:
    coins = _things("coin", told["number"])
    return d.Moment("fly", on=(_purse(told),), source=_card(told), art=coins, sound="coin")


def _coins_go(told: d.Told) -> d.Moment:
    coins = _things("coin", told["number"])
    return d.Moment("fly", on=(_card(told),), source=_purse(told), art=coins, sound="coin")


def _points(told: d.Told) -> d.Moment:
    target = "own-score" if _is_own(told, told.event) else f"score-{told['seat']}"
    return d.Moment("fly", on=(target,), source=_card(told), art=_things("star", 1))


def _new_card(told: d.Told) -> d.Moment:
    return d.Moment("turn", on=(_card(told),), sound="card")


def _copy(told: d.Told) -> d.Moment:
    copied = f"card-{told['copied']}"
    return d.Moment("fly", on=(_card(told),), source=copied, art=_things("brush", 1))


def _patronage(told: d.Told) -> d.Moment:
    coins = _things("coin", told["number"])
    return d.Moment("fly", on=(f"patron-{told['seat']}",), source=_purse(told), art=coins, sound="coin")


def _season_ends(told: d.Told) -> d.Moment:
    return d.Moment("dusk", art=(d.Art(SHEET, "palm"),))


def _season_begins(told: d.Told) -> d.Moment:
    """The straw hat goes to the First Player."""
    return d.Moment("speak", art=(d.Art(SHEET, "hat"),))


MOMENTS: Final[Mapping[str, d.MomentMaker]] = {
    "appeared": _new_card,
    "got_goods": _goods_come,
    "paid_goods": _goods_go,
    "lost_surplus": _goods_are_lost,
    "got_coins": _coins_come,
    "paid_coins": _coins_go,
    "scored": _points,
    "copied": _copy,
    "paid_patronage": _patronage,
    "season_ended": _season_ends,
    "season_began": _season_begins,
}
