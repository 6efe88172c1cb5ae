"""The painted island: sea, six lands and the golden star of the Fields between them, with their names."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import ASLEEP, ISLANDS, LANDS, SAILS, SHEET, boat, peak, people
from ludoteca.games.bello_divorum.board.geography import NOBODY, between, corner, points
from ludoteca.games.bello_divorum.board.kit import NARROW_MIDDLE, NARROW_SCALE, WIDE_MIDDLE, BelloKit
from ludoteca.games.bello_divorum.board.spelling import place_name
from ludoteca.games.bello_divorum.rules.actions import MIDDLE, ROLES
from ludoteca.games.bello_divorum.rules.edition import TEMPLE, BelloEdition
from ludoteca.kernel.words import PhraseBook

NAME_SIZE: Final = 12.5
LAND_SIZE: Final = 15.0
NAME_ROOM: Final = 112.0
"""How wide the name of a person at a Temple may be."""
NAME_WIDTH: Final = {6: 82.0, 5: 76.0, 4: 68.0}
"""How wide the name of a location may be, by the number of corners; Temples and points have more room."""
TEMPLE_WIDTH: Final = {6: 124.0, 5: 124.0, 4: 84.0}
SIDE_WIDTH: Final = 84.0
"""What a Temple's name may take at the sides, where others lie near."""
POINT_WIDTH: Final = {6: 104.0, 5: 100.0, 4: 68.0}
HIGH_UP: Final = -60.0
"""Lands that lie higher than this have mountains behind them."""


def landscape(kit: BelloKit) -> d.Group:
    """The ground everything stands on."""
    seen = kit.lands[kit.turn :] + kit.lands[: kit.turn]
    x, y = kit.middle
    return _landscape(seen, x, y, kit.scale)


@d.part
def _landscape(seen: tuple[int, ...], x: float, y: float, scale: float) -> d.Group:
    """Lands as they lie on the screen, from the bottom on counter-clockwise."""
    sectors = len(seen)
    sheet = ISLANDS[sectors]
    lands = [
        d.use(sheet, f"land-{number}", tone=LANDS[land] if land >= 0 else ASLEEP)
        for number, land in enumerate(seen)
    ]
    return d.group(
        d.use(sheet, "island"),
        lands,
        [_meadow(sectors, number, land) for number, land in enumerate(seen) if land != NOBODY],
        d.use(sheet, "star"),
        [_wilds(sectors, number, land) for number, land in enumerate(seen) if land != NOBODY],
        [_boats(sectors, number, land) for number, land in enumerate(seen) if land != NOBODY and scale == 1],
        x=x,
        y=y,
        scale=scale,
    )


def _meadow(sectors: int, number: int, land: int) -> d.Child:
    name = f"meadow-{people(land)}"
    return d.use(SHEET, name, *between((0, 0), corner(sectors, number), 0.8))


def _wilds(sectors: int, number: int, land: int) -> d.Child:
    """Trees and water of a land, and the mountain behind it where it lies far from the viewer."""
    here = corner(sectors, number)
    left, right = corner(sectors, number - 1), corner(sectors, number + 1)
    grove = f"grove-{people(land)}"
    found: list[d.Child] = [d.use(SHEET, f"oasis-{people(land)}", *between((0, 0), here, 0.29))]
    for side in (left, right):
        x, y = between(here, side, 0.38, 1.11)
        if y < HIGH_UP and abs(here[0]) < abs(x):
            found.append(d.use(SHEET, peak(land), x, y + 6, 0.62))
        found.append(d.use(SHEET, grove, *between(here, side, 0.14, 1.11)))
    return found


def _boats(sectors: int, number: int, land: int) -> d.Child:
    """A boat before every land at the sides, in the corner of the sea."""
    x, y = corner(sectors, number)
    if min(abs(x), abs(y)) < 80:
        return None
    x, y = math.copysign(334, x), math.copysign(336, y)
    return d.use(SHEET, boat(land), x, y, 0.8, flip=x > 0, tone=SAILS[land])


def names(kit: BelloKit) -> d.Group:
    """The names of all locations; on a phone those of the lands."""
    draw = _land_names if kit.narrow else _place_names
    return draw(kit.edition, kit.speaker.book, kit.turn)


@d.part
def _place_names(edition: BelloEdition, book: PhraseBook, turn: int) -> d.Group:
    board = edition.board
    found: list[d.Child] = []
    for place, (x, y) in enumerate(points(board, turn)):
        if board.kind[place] < 0:
            continue
        temple = board.kind[place] == TEMPLE
        point = place != MIDDLE and ROLES[place % len(ROLES)] == "FS"
        widths = TEMPLE_WIDTH if temple else POINT_WIDTH if point else NAME_WIDTH
        room = SIDE_WIDTH if temple and abs(x) > SIDE_WIDTH else widths[board.sectors]
        name = place_name(board, place, book)
        width = max([room, *[d.width_of(word, NAME_SIZE) for word in name.split()]])
        lines, _ = d.fit(name, width, NAME_SIZE, NAME_SIZE, 2)
        for number, words in enumerate(lines):
            height = round(y) + (28 if temple else 26) + 13 * number
            found.append(d.text(words, round(x), height, NAME_SIZE, baseline=True, halo=d.PAPER))
    return d.group(found, x=WIDE_MIDDLE[0], y=WIDE_MIDDLE[1])


@d.part
def _land_names(edition: BelloEdition, book: PhraseBook, turn: int) -> d.Group:
    """The stem that the names of a land have in common, at its Temple."""
    board = edition.board
    found: list[d.Child] = []
    for number, place in enumerate(board.temples):
        x, y = points(board, turn)[place]
        words = book.phrase("name", board.naming.stems[number])
        half = d.width_of(words, LAND_SIZE, bold=True) / 2
        if abs(x) < half:
            x, y = NARROW_SCALE * x + 32 + half, NARROW_SCALE * y + (-17 if y < 0 else 1)
        else:
            x, y = NARROW_SCALE * x, NARROW_SCALE * (y - 58 if y < 0 else y + 34)
        x = min(max(x, half + 6 - NARROW_MIDDLE[0]), NARROW_MIDDLE[0] - half - 6)
        found.append(d.text(words, round(x), round(y), LAND_SIZE, bold=True, halo=d.PAPER))
    return d.group(found, x=NARROW_MIDDLE[0], y=NARROW_MIDDLE[1])


def settlers(kit: BelloKit) -> d.Child:
    """Who sits at which corner, until the followers tell."""
    if kit.view.phase != "setup":
        return None
    found: list[d.Child] = []
    for seat, corner_number in enumerate(kit.view.corner):
        if corner_number >= 0:
            temple = kit.board.temples[corner_number]
            x, y = kit.at(temple)
            told = kit.say("sits", name=kit.name(seat), place=kit.place(temple))
            if kit.narrow:  # on the other side than the name of the land, and within the picture
                half = min(NAME_ROOM, d.width_of(kit.name(seat), 15, serif=True)) / 2
                x = min(max(x, half + 6), 2 * NARROW_MIDDLE[0] - half - 6)
                y += 20 if y < NARROW_MIDDLE[1] else -20
            words = d.fit_text(kit.name(seat), NAME_ROOM, 15, 14, x=x, y=y, serif=True, halo=d.PAPER)
            found.append(d.group(words, label=told))
    return found
