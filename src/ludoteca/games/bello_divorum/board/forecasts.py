"""What an attack or a power would do, worked out from a view so that it can be shown before it is chosen."""

from __future__ import annotations

from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE, BelloEdition, Power
from ludoteca.games.bello_divorum.rules.steps.acting import Forecast, forecast

Notes = dict[int, str]


def crowd(view: BelloView, place: int) -> int:
    return sum(view.followers[place])


def rivals(view: BelloView, place: int, seat: int) -> int:
    return crowd(view, place) - view.followers[place][seat]


def of_attack(view: BelloView, edition: BelloEdition, slot: int) -> Forecast:
    """How the attack along a road would end."""
    target = edition.board.slot_end[slot]
    attackers = view.followers[SLOT_ORIGIN[slot]][view.actor]
    shielded = view.aegis[view.owner[target]]
    return forecast(attackers, crowd(view, target), view.flower_war, shielded)


def of_sacrifice(view: BelloView, edition: BelloEdition, power: Power) -> Notes:
    """What each Temple of the acting seat would pay."""
    if not power.cost:
        return {}
    return {place: f"−{power.cost}" for place in edition.board.temples if view.owner[place] == view.actor}


def aims(view: BelloView, edition: BelloEdition, power: Power) -> list[int]:
    """Where a power would take effect or could be aimed at, once it is paid."""
    seat = view.actor
    board = edition.board
    paid = {place: power.cost for place in board.temples if view.owner[place] == seat}

    def own(place: int) -> int:
        return view.followers[place][seat] - paid.get(place, 0)

    def hostile(place: int) -> bool:
        return view.owner[place] not in (-1, seat)

    def beside(place: int) -> bool:
        return any(own(other) > 0 for other in board.neighbours[place])

    def struck(place: int) -> bool:
        return rivals(view, place, seat) > 0

    def fits(place: int) -> bool:
        kind, here = board.kind[place], crowd(view, place)
        match power.key:
            case "captives":
                return hostile(place) and here > 0 and beside(place)
            case "tribute":
                return view.owner[place] == seat and kind == CITY and here <= power.most
            case "nile":
                return view.owner[place] == seat and kind == FIELD and here <= power.most
            case "wayside":
                near = any(view.owner[other] == seat for other in board.neighbours[place])
                free = view.owner[place] < 0 and not struck(place) and here < edition.room
                return kind == FIELD and near and free
            case "flood":
                return struck(place) and any(place in arm for arm in board.arms)
            case "plague" | "storm":
                return struck(place)
            case "embrace":
                weak = hostile(place) and kind != TEMPLE and here <= power.most
                return weak and view.chips[seat][kind] > 0 and beside(place)
            case "wind":
                return hostile(place) and here > 0
            case "thunderbolt":
                return hostile(place) and kind != TEMPLE
            case "bifrost":
                return view.owner[place] == seat and own(place) > 0
            case "ragnarok":
                others = [number for rival, number in enumerate(view.followers[place]) if rival != seat]
                return max(others) >= power.least
            case "aegis":
                return view.owner[place] == seat
        return False

    return [place for place in board.places if fits(place)]


def of_target(view: BelloView, edition: BelloEdition, power: Power, place: int) -> Notes:
    """What happens where, if the power is aimed at a location."""
    seat = view.actor
    here = crowd(view, place)
    match view.question:
        case "capture":
            return {place: f"−{here}"}
        case "infect":
            notes = _losses(view, [place], seat, power.loses)
            return notes | _losses(view, edition.board.neighbours[place], seat, power.near)
        case "convert":
            return {place: "→"}
        case "smite":
            return {place: "×"}
        case "blow":
            return {place: f"−{here}"}
        case "landing":
            moved = min(crowd(view, view.source), edition.room - here)
            return {view.source: f"−{crowd(view, view.source)}", place: f"+{moved}"}
        case "ravage":
            return {place: f"−{min(power.loses, view.followers[place][view.victim])}"}
        case "placement" | "altar":
            return {place: "+1"}
    return {}


def of_arm(view: BelloView, edition: BelloEdition, power: Power, arm: int) -> Notes:
    """What the flood would carry away."""
    return _losses(view, edition.board.arms[arm], view.actor, power.loses)


def _losses(view: BelloView, places: list[int], seat: int, number: int) -> Notes:
    notes: Notes = {}
    for place in places:
        lost = sum(min(number, here) for rival, here in enumerate(view.followers[place]) if rival != seat)
        if lost:
            notes[place] = f"−{lost}"
    return notes
