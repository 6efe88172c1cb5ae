"""Locations: whose they are and who stands there. A location nobody holds sleeps: its walls are grey."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, STONE, colour_of, people
from ludoteca.games.bello_divorum.board.gestures import arm_key, place_key
from ludoteca.games.bello_divorum.board.kit import UNTOUCHED, BelloKit
from ludoteca.games.bello_divorum.rules.actions import MIDDLE, ROLES
from ludoteca.games.bello_divorum.rules.edition import FIELD, KIND_NAMES, TEMPLE

STEP: Final = 14.2
"""How far followers stand apart."""
RIM: Final = d.ellipse(0, 1, 36, 19)
TEMPLE_RIM: Final = d.ellipse(0, 1, 45, 22)
THUMB: Final = d.ellipse(0, -4, 39, 39)


class Host(NamedTuple):
    """Followers of one people on a location; inked where they can be taken up."""

    people: str
    number: int
    inked: bool


def locations(kit: BelloKit) -> list[d.Group]:
    """All locations, the farther ones first."""
    return [_location(kit, place) for place in sorted(kit.board.places, key=lambda place: kit.at(place)[1])]


def _location(kit: BelloKit, place: int) -> d.Group:
    view = kit.view
    kind = kit.board.kind[place]
    owner = view.owner[place]
    key = _key(kit, place)
    mine = kit.touchable(key)
    hosts = tuple(
        [
            Host(people(view.pantheon[seat]), number, mine and seat == view.viewer)
            for seat, number in enumerate(view.followers[place])
            if number
        ]
    )
    x, y = kit.at(place)
    picture = _picture(
        building(kit, place),
        people(view.pantheon[owner]) if owner >= 0 else "",
        colour_of(kit.pantheon(owner)) if owner >= 0 else STONE,
        kind == TEMPLE,
        hosts,
        kit.narrow,
    )
    return d.group(
        picture,
        id=f"place {place}",
        x=x,
        y=y,
        scale=kit.scale,
        label=told(kit, place),
        about=place_key(place),
        amount=sum(view.followers[place]),
        outline=THUMB if kit.narrow else TEMPLE_RIM if kind == TEMPLE else RIM,
        **_touch(kit, place, key),
    )


def _touch(kit: BelloKit, place: int, key: str) -> d.Touch:
    """How a location can be touched. Where nobody is or rules, no refusal needs to be given."""
    deserted = kit.view.owner[place] < 0 and not any(kit.view.followers[place])
    if kit.is_touched(key) or (kit.concerns(key) and not deserted):
        return kit.touch(key)
    return UNTOUCHED


def _key(kit: BelloKit, place: int) -> str:
    """What a location is touched as: the arm of the star it belongs to while one is chosen, else itself."""
    if kit.view.question == "drown":
        for arm, fields in enumerate(kit.board.arms):
            if place in fields:
                return arm_key(arm)
    return place_key(place)


def building(kit: BelloKit, place: int) -> str:
    """What stands on a location: built by the people of its land, grey while nobody holds it."""
    if place == MIDDLE:
        return "omphalos"
    corner = place // len(ROLES)
    land = kit.lands[corner]
    builders = people(land if land >= 0 else corner)
    kind = kit.board.kind[place]
    if kit.view.owner[place] >= 0:
        return f"{KIND_NAMES[kind]}-{builders}"
    return f"{KIND_NAMES[kind]}-grey" if kind in (TEMPLE, FIELD) else f"city-{builders}-grey"


@d.part
def _picture(
    building: str, owner: str, tone: d.Colour, is_temple: bool, hosts: tuple[Host, ...], narrow: bool
) -> d.Group:
    """Slab and building, the owner's flag, and the followers before it."""
    flag = d.use(SHEET, f"{'banner' if is_temple else 'flag'}-{owner}") if owner else None
    stand = _narrow_hosts(hosts) if narrow else _wide_hosts(hosts, 2 if is_temple else 0)
    return d.group(d.use(SHEET, building, tone=None if building.endswith("grey") else tone), flag, stand)


def _wide_hosts(hosts: tuple[Host, ...], y: float) -> d.Child:
    """Every follower, side by side."""
    left = -STEP * (sum([host.number for host in hosts])) / 2
    found: list[d.Child] = []
    for host in hosts:
        width = STEP * host.number
        ink = "-ink" if host.inked else ""
        found.append(d.use(SHEET, f"{host.people}-{host.number}{ink}", left + width / 2, y))
        left += width
    return found


def _narrow_hosts(hosts: tuple[Host, ...]) -> d.Child:
    """One follower of each people and how many they are."""
    found: list[d.Child] = []
    for host, (x, y) in zip(hosts, d.row(len(hosts), 34, 0, 4), strict=True):
        ink = "-ink" if host.inked else ""
        shift = 8 if host.number > 1 else 0
        found.append(d.use(SHEET, f"{host.people}-1{ink}", x - shift, y, 1.35))
        if host.number > 1:
            found.append(d.text(host.number, x + 13, y - 2, 25, bold=True, halo=d.PAPER))
    return found


def told(kit: BelloKit, place: int) -> str:
    """A location in words."""
    view = kit.view
    kind = kit.speaker.book.noun("kind", kit.board.kind[place])
    if view.owner[place] >= 0:
        words = kit.say("place_held", place=kit.place(place), kind=kind, people=kit.people(view.owner[place]))
    else:
        words = kit.say("place_free", place=kit.place(place), kind=kind)
    here = [
        f"{number} {kit.people(seat, number)}" for seat, number in enumerate(view.followers[place]) if number
    ]
    return f"{words}: {kit.speaker.book.join(here)}" if here else words
