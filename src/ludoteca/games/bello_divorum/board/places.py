"""Locations: whose they are and who stands there. A location nobody holds sleeps: its walls are grey."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, STONE, colour_of, people
from ludoteca.games.bello_divorum.board.gestures import arm_key, number_key, place_key
from ludoteca.games.bello_divorum.board.kit import NARROW_SCALE, UNTOUCHED, BelloKit
from ludoteca.games.bello_divorum.board.spelling import place_name
from ludoteca.games.bello_divorum.rules.actions import MIDDLE, ROLES
from ludoteca.games.bello_divorum.rules.edition import FIELD, KIND_NAMES, TEMPLE, BelloEdition
from ludoteca.kernel.words import PhraseBook, fill

STEP: Final = 14.2
"""How far followers stand apart."""
RIM: Final = d.ellipse(0, 1, 36, 19)
TEMPLE_RIM: Final = d.ellipse(0, 1, 45, 22)
THUMB: Final = d.ellipse(0, -4, 39, 39)
MOST_CROSSING: Final = 4


class Host(NamedTuple):
    """Followers of one pantheon on a location; inked where they can be taken up."""

    pantheon: int
    number: int
    inked: bool


class Location(NamedTuple):
    """All that is seen of a location. `owner` is a pantheon, -1 if nobody holds it."""

    place: int
    building: str
    owner: int
    hosts: tuple[Host, ...]
    key: str
    lit: bool
    why: str | None
    attacked: bool
    at: d.Point
    narrow: bool


def locations(kit: BelloKit) -> list[d.Group]:
    """All locations, the farther ones first."""
    farthest = sorted(kit.board.places, key=lambda place: kit.at(place)[1])
    return [_drawn(_location(kit, place), kit.edition, kit.speaker.book) for place in farthest]


def _location(kit: BelloKit, place: int) -> Location:
    view = kit.view
    owner = view.owner[place]
    key = _key(kit, place)
    mine = kit.touchable(key)
    hosts = tuple(
        [
            Host(view.pantheon[seat], number, mine and seat == view.viewer)
            for seat, number in enumerate(view.followers[place])
            if number
        ]
    )
    touch = _touch(kit, place, key)
    return Location(
        place,
        building(kit, place),
        view.pantheon[owner] if owner >= 0 else -1,
        hosts,
        touch["touch"],
        touch["lit"],
        touch["why"],
        kit.can_be_attacked(place),
        kit.at(place),
        kit.narrow,
    )


@d.part
def _drawn(seen: Location, edition: BelloEdition, book: PhraseBook) -> d.Group:
    is_temple = edition.board.kind[seen.place] == TEMPLE
    tone = colour_of(edition.pantheons[seen.owner]) if seen.owner >= 0 else STONE
    flag = "banner" if is_temple else "flag"
    here = [(host.pantheon, host.number) for host in seen.hosts]
    return d.group(
        d.use(SHEET, seen.building, tone=None if seen.building.endswith("grey") else tone),
        d.use(SHEET, f"{flag}-{people(seen.owner)}") if seen.owner >= 0 else None,
        _narrow_hosts(seen.hosts) if seen.narrow else _wide_hosts(seen.hosts, 2 if is_temple else 0),
        d.use(SHEET, "swords", 24, -16, 1.6 if seen.narrow else 1) if seen.attacked else None,
        id=f"place {seen.place}",
        x=seen.at[0],
        y=seen.at[1],
        scale=NARROW_SCALE if seen.narrow else 1,
        label=_told(edition, book, seen.place, seen.owner, here),
        about=place_key(seen.place),
        amount=sum([host.number for host in seen.hosts]),
        outline=THUMB if seen.narrow else TEMPLE_RIM if is_temple else RIM,
        touch=seen.key,
        lit=seen.lit,
        why=seen.why,
    )


def crossing(kit: BelloKit) -> d.Child:
    """How many go over the bridge: a number for each, above those who would go (BEL-13.13)."""
    if not kit.concerns(number_key(1)):
        return None
    size = 22.0 if kit.narrow else 17.0
    half = MOST_CROSSING * (size + 2)
    x, y = kit.at(kit.view.source)
    x = min(max(x, half + 4), (390 if kit.narrow else 736) - half - 4)
    places = d.row(MOST_CROSSING, 2 * size + 4, x, max(y - 58, size + 50))
    return [
        d.group(
            d.circle(0, 0, size, fill=d.PAPER, stroke=d.INK if _can_go(kit, number) else d.LINE, width=2),
            d.text(number, 0, 0, 20, bold=True, fill=d.INK if _can_go(kit, number) else d.FAINT),
            x=across,
            y=down,
            label=str(number),
            outline=d.circle(0, 0, size),
            **kit.touch(number_key(number)),
        )
        for number, (across, down) in enumerate(places, 1)
        if kit.concerns(number_key(number))
    ]


def _can_go(kit: BelloKit, number: int) -> bool:
    return kit.touchable(number_key(number))


def _touch(kit: BelloKit, place: int, key: str) -> d.Touch:
    """How a location can be touched. Where nobody stands, no refusal needs to be given."""
    if kit.is_touched(key) or (any(kit.view.followers[place]) and kit.concerns(key)):
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


def _wide_hosts(hosts: tuple[Host, ...], y: float) -> d.Child:
    """Every follower, side by side."""
    left = -STEP * (sum([host.number for host in hosts])) / 2
    found: list[d.Child] = []
    for host in hosts:
        width = STEP * host.number
        ink = "-ink" if host.inked else ""
        found.append(d.use(SHEET, f"{people(host.pantheon)}-{host.number}{ink}", left + width / 2, y))
        left += width
    return found


def _narrow_hosts(hosts: tuple[Host, ...]) -> d.Child:
    """One follower of each people and how many they are."""
    found: list[d.Child] = []
    for host, (x, y) in zip(hosts, d.row(len(hosts), 34, 0, 4), strict=True):
        ink = "-ink" if host.inked else ""
        shift = 8 if host.number > 1 else 0
        found.append(d.use(SHEET, f"{people(host.pantheon)}-1{ink}", x - shift, y, 1.35))
        if host.number > 1:
            found.append(d.text(host.number, x + 13, y - 2, 25, bold=True, halo=d.PAPER))
    return found


def told(kit: BelloKit, place: int) -> str:
    """A location in words."""
    view = kit.view
    owner = view.pantheon[view.owner[place]] if view.owner[place] >= 0 else -1
    here = [(view.pantheon[seat], number) for seat, number in enumerate(view.followers[place]) if number]
    return _told(kit.edition, kit.speaker.book, place, owner, here)


def _told(
    edition: BelloEdition, book: PhraseBook, place: int, owner: int, here: list[tuple[int, int]]
) -> str:
    texts = {
        "place": place_name(edition.board, place, book),
        "kind": book.noun("kind", edition.board.kind[place]),
        "people": book.noun("pantheon", owner) if owner >= 0 else "",
    }
    words = fill(book.phrase("board", "place_held" if owner >= 0 else "place_free"), texts, {})
    stand = [
        f"{number} {book.noun('one_follower' if number == 1 else 'pantheon', pantheon)}"
        for pantheon, number in here
    ]
    return f"{words}: {book.join(stand)}" if stand else words
