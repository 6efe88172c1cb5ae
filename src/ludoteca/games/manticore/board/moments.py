"""What is worth seeing happen: blows with both sides' sums, the beast that wakes, heroes that fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board.art import SHEET, medal
from ludoteca.games.manticore.board.pieces import creature
from ludoteca.games.manticore.rules.actions import MONSTERS, MOST_SEATS
from ludoteca.kernel.events import Event

MANTICORE: Final = MOST_SEATS + MONSTERS
_ATTACKS: Final = ("attacked", "attacked_hero", "in_the_way", "pounced", "manticore_attacks")
_REPLIES: Final = ("foe_responds", "hero_responds")


def _face(told: d.Told, being: int) -> d.Art:
    """A hero, a monster or the Manticore."""
    view = told.view
    if being < MOST_SEATS:
        return d.Art(SHEET, medal(view.classes[being], view.heroines[being]))
    if being == MANTICORE:
        return d.Art(SHEET, "m1")
    return d.Art(SHEET, creature(told.edition, being - MOST_SEATS))


def _fighters(attack: Event) -> tuple[int, int]:
    """Who attacks whom, as beings."""
    seat = attack.value("seat")
    match attack.kind.name:
        case "attacked":
            return seat, attack.value("foe")
        case "attacked_hero":
            return seat, attack.value("victim")
        case "manticore_attacks":
            return MANTICORE, seat
    return MOST_SEATS + attack.value("monster"), seat


def _blow(told: d.Told) -> d.Moment | None:
    """Strength and die of both sides, and what the blow takes (MAN-6.2)."""
    attack = told.before(*_ATTACKS)
    if attack is None:
        return None
    striker, target = _fighters(attack)
    latest = told.before(*_ATTACKS, *_REPLIES)
    if latest is not attack:
        striker, target = target, striker
    sides = (
        d.Side(_face(told, striker), told["strength"], told["die"], _loss(told, striker)),
        d.Side(_face(told, target), told["defence"], told["reply"], _loss(told, target)),
    )
    return d.Moment("battle", sides=sides, sound="dice")


def _loss(told: d.Told, being: int) -> int:
    """What a blow takes from somebody."""
    outcome = told.after("hurt", "foe_hurt", "no_damage", "compared")
    if outcome is None or outcome.kind.name not in ("hurt", "foe_hurt"):
        return 0
    harmed = outcome.value("seat" if outcome.kind.name == "hurt" else "foe")
    return outcome.value("damage") if harmed == being else 0


def _monster_appears(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=(f"being-{MOST_SEATS + told['monster']}",))


def _waking(told: d.Told) -> d.Moment:
    return d.Moment("shake", art=(d.Art(SHEET, "m1"),), sound="thunder")


def _beast_steps(told: d.Told) -> d.Moment:
    return d.Moment("drop", on=(f"being-{MANTICORE}",))


def _enters_city(told: d.Told) -> d.Moment:
    monster = _face(told, MOST_SEATS + told["monster"])
    return d.Moment("shake", art=(monster, d.Art(SHEET, "keep")), sound="thunder")


def _hero_falls(told: d.Told) -> d.Moment:
    return d.Moment("speak", art=(_face(told, told["seat"]), d.Art(SHEET, "grave")))


def _healed(told: d.Told) -> d.Moment:
    return d.Moment("rise", on=(f"being-{told['patient']}",), art=(d.Art(SHEET, "t-life"),))


def _pile_opened(told: d.Told) -> d.Moment:
    return d.Moment("turn", on=(f"sign-{told['location']}",), sound="card")


def _loot_flies(told: d.Told) -> d.Moment:
    loot = d.Art(SHEET, f"tile-{told['kind']}")
    being = f"being-{MOST_SEATS + told['monster']}"
    return d.Moment("fly", on=(being,), source=f"sign-{told['location']}", art=(loot,))


def _invasion(told: d.Told) -> d.Moment:
    return d.Moment("dusk", art=(d.Art(SHEET, "t-swords"),), sound="thunder")


MOMENTS: Final[Mapping[str, d.MomentMaker]] = {
    "appeared": _monster_appears,
    "roads_done": _invasion,
    "opened": _pile_opened,
    "healed": _healed,
    "compared": _blow,
    "hero_died": _hero_falls,
    "monster_took": _loot_flies,
    "entered_city": _enters_city,
    "woke_by_kill": _waking,
    "woke_by_hero": _waking,
    "woke_by_attack": _waking,
    "woke_by_round": _waking,
    "manticore_moved": _beast_steps,
}
