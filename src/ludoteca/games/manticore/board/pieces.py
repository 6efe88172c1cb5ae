"""Pieces: heroes, monsters and the Manticore as they stand on the map, and artifacts as tiles."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.gestures import being_key
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.rules.actions import FIRST_MONSTER, MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import ManticoreEdition
from ludoteca.games.manticore.rules.land import LABELS, NEIGHBOURS
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, PAVING

MEDAL: Final = 53.0  # the radius of a medallion in the sheet
LEAST_SIZE: Final = 20.0  # below this size of a cell the numbers of a piece have no room
LOOT_AT: Final = ((30, -8), (16, -27), (-16, -27), (-30, -8))  # by the direction the loot leans to


@d.part
def heart(number: int, size: float) -> d.Group:
    """Life as a number in a heart."""
    scale = size / 13 * (0.6 if number < 10 else 0.74)
    return d.group(
        d.use(SHEET, "t-life", 0, 0, scale), d.text(number, 0, -0.5, size, fill=art.WHITE, bold=True)
    )


def tile_at(kind: int, level: int, scale: float, x: float = 0, y: float = 0) -> list[d.Child]:
    """An artifact or a spell as it lies on the table: parchment, the thing, its level."""
    size = max(13.5 if scale <= 1 else 14.0, 12 * scale)
    return [d.use(SHEET, f"tile-{kind}", x, y, scale), d.text(level, x + 8.6 * scale, y, size, fill=art.INK)]


@d.part
def tile(kind: int, level: int, scale: float) -> d.Group:
    return d.group(tile_at(kind, level, scale))


@d.part
def hidden_tile(scale: float) -> d.Group:
    """A pile or a token that lies face down."""
    return d.group(d.use(SHEET, "tile-back", 0, 0, scale))


@d.part
def hero_body(klass: int, heroine: bool, scale: float) -> d.Group:
    """A standee: the portrait on a foot in the colour of the class."""
    return d.group(d.use(SHEET, f"hero-{klass}{'f' if heroine else 'm'}", 0, 0, scale))


def _breed(edition: ManticoreEdition, number: int) -> str:
    return "wild" if edition.aggressive[number] else str(edition.monster_level[number])


def creature(edition: ManticoreEdition, number: int) -> str:
    """The symbol of a monster."""
    return "wolf" if edition.aggressive[number] else f"troll{edition.monster_level[number]}"


@d.part
def monster_body(edition: ManticoreEdition, number: int, scale: float, flip: bool = False) -> d.Group:
    """A troll on a round foot, or an aggressive thorn wolf on a jagged red one."""
    return d.group(d.use(SHEET, f"monster-{_breed(edition, number)}", 0, 0, scale, flip=flip))


@d.part
def number_badge(number: int, size: float) -> d.Group:
    """The number of a monster."""
    return d.group(
        d.circle(0, 0, size * 0.68, fill=art.DARK_INK, stroke=art.CREAM, width=1.6),
        d.text(number, 0, 0, size, fill=art.CREAM, bold=True),
    )


def beast_on_token(edition: ManticoreEdition, token: int, scale: float) -> d.Child:
    """The monster that a road token brings."""
    if token < FIRST_MONSTER:
        return None
    return monster_body(edition, token - FIRST_MONSTER, scale * 0.8)


# Beings on the map


def beings(kit: TableKit) -> list[d.Group]:
    """Everybody on the map, the farther ones first; before them the Manticore, which would cover the life of
    whoever stands beside it.
    """
    here = [being for being, cell in enumerate(kit.view.cell) if cell != NOWHERE]
    here.sort(key=lambda being: (being != MANTICORE, kit.chart.centre(kit.view.cell[being])[1], being))
    return [_piece(kit, being) for being in here]


def _piece(kit: TableKit, being: int) -> d.Group:
    view = kit.view
    x, y = kit.chart.centre(view.cell[being])
    k = kit.chart.scale
    rim = max(kit.reach, 34 * k if being == MANTICORE else 26 * k)
    return d.group(
        _figure(kit, being) if kit.chart.size >= LEAST_SIZE else bare_figure(kit, being, k),
        id=f"being-{being}",
        x=x,
        y=y,
        glides=True,
        label=being_words(kit, being),
        about=f"being {being}",
        amount=view.life[being],
        outline=d.circle(0, 0, rim),
        **kit.touching(being_key(being)),
    )


def _figure(kit: TableKit, being: int) -> list[d.Child]:
    """Somebody on the map with life, a monster also with its number and what it carries."""
    view, k = kit.view, kit.chart.scale
    life = view.life[being]
    if being < MOST_SEATS:
        name = f"piece-{view.classes[being]}{'f' if view.heroines[being] else 'm'}"
        ring = _turn_ring(k) if _is_acting(kit, being) else None
        return [ring, d.use(SHEET, name, 0, 0, k), _number(kit, life, 17, 12.5)]
    if being == MANTICORE:
        asleep = None if view.awake else _snore(k)
        return [d.use(SHEET, f"beast-{kit.beast_stage}", 0, 0, k), _number(kit, life, 14, -0.5), asleep]
    number = being - FIRST_FOE
    return [
        d.use(SHEET, f"piece-{_breed(kit.edition, number)}", 0, 0, k),
        _loot(kit, number),
        _number(kit, number + 1, -17, 15),
        _number(kit, life, 17, 13.5),
    ]


def _number(kit: TableKit, number: int, x: float, y: float) -> d.Text:
    k = kit.chart.scale
    return d.text(number, x * k, y * k, kit.small, fill=art.WHITE, bold=True)


def _is_acting(kit: TableKit, seat: int) -> bool:
    view = kit.view
    if view.stage <= PAVING:
        return seat == view.actor
    return seat == view.active and view.stage == HEROES


def bare_figure(kit: TableKit, being: int, k: float, flip: bool = False) -> d.Child:
    """Somebody on the map without any number, where there is no room for it, or on the stage.

    Foes look to the left, with `flip` to the right.
    """
    view = kit.view
    if being < MOST_SEATS:
        return hero_body(view.classes[being], view.heroines[being], k)
    if being == MANTICORE:
        return d.use(SHEET, f"m{kit.beast_stage}", 0, -4 * k, 0.62 * k, flip=flip)
    return monster_body(kit.edition, being - FIRST_FOE, k, flip)


@d.part
def _turn_ring(k: float) -> d.Group:
    return d.group(d.ellipse(0, 19 * k, 25 * k, 9.5 * k, fill=art.LIGHT, stroke=art.LIGHT_EDGE, width=1.5))


@d.part
def _snore(k: float) -> d.Group:
    return d.group(
        d.text("z", -40 * k, -22 * k, 18, fill=art.CREAM, bold=True, halo=art.COAL),
        d.text("z", -29 * k, -34 * k, 15, fill=art.CREAM, bold=True, halo=art.COAL),
    )


def _loot_place(kit: TableKit, number: int) -> d.Point:
    """Where a monster carries what it has: on a side of its cell where nobody stands and no arrow goes."""
    view, k = kit.view, kit.chart.scale
    around = NEIGHBOURS[view.cell[FIRST_FOE + number]]
    free = [
        side
        for side in (1, 2, 3, 0)
        if around[side] not in kit.standing and around[side] != view.intent[number]
    ]
    x, y = LOOT_AT[free[0] if free else 1]
    return x * k, y * k


def loot_boxes(kit: TableKit) -> list[d.Box]:
    """The places of all that monsters carry on the map."""
    view, found = kit.view, list[d.Box]()
    for number in range(MONSTERS):
        carried = len(view.loot[number]) + len(view.face_down[number])
        if carried and view.cell[FIRST_FOE + number] != NOWHERE:
            x, y = kit.chart.centre(view.cell[FIRST_FOE + number])
            dx, dy = _loot_place(kit, number)
            found.append(d.Box(x + dx - 16, y + dy + 11 - 22 * carried, 32, 22 * carried))
    return found


def _loot(kit: TableKit, number: int) -> list[d.Child]:
    """What a monster carries."""
    view = kit.view
    x, y = _loot_place(kit, number)
    scale = 1.1 if kit.narrow else 0.95
    drawn: list[d.Child] = [tile(kind, level, scale) for kind, level in view.loot[number]]
    drawn += [hidden_tile(scale) for _ in view.face_down[number]]
    return [d.group(one, x=x, y=y - 22 * place) for place, one in enumerate(drawn)]


def being_words(kit: TableKit, being: int) -> str:
    """Who stands where, and what it is about to do."""
    view = kit.view
    where, life = LABELS[view.cell[being]], kit.within("life", number=view.life[being])
    if being < MOST_SEATS:
        return f"{kit.name(being)}, {kit.figure(being)}, {where}, {life}"
    parts = [kit.noun("foe", being), where, life, *plans(kit, being)]
    if being != MANTICORE:
        aggressive = kit.edition.aggressive[being - FIRST_FOE]
        parts.insert(1, kit.within("aggressive" if aggressive else "ordinary"))
    return ", ".join(parts)


def plans(kit: TableKit, foe: int) -> list[str]:
    """What an enemy carries, and what it is about to do."""
    view = kit.view
    if foe == MANTICORE:
        return [kit.within("awake" if view.awake else "asleep")]
    number = foe - FIRST_FOE
    words = []
    carried = [kit.token(*one) for one in view.loot[number]]
    carried += [kit.within("hidden")] * len(view.face_down[number])
    if carried:
        words.append(kit.within("carries", things=", ".join(carried)))
    if view.intent[number] != NOWHERE:
        words.append(kit.within("next", cell=LABELS[view.intent[number]], why=kit.reason(number)))
    elif view.city_since[number]:
        words.append(kit.within("in_city"))
    return words


def intents(kit: TableKit) -> d.Group:
    """An arrow from every monster, and from the waking Manticore, to where it goes next."""
    view = kit.view
    drawn: list[d.Child] = []
    for number in range(MONSTERS):
        target = view.intent[number]
        if target != NOWHERE:
            attacks = 0 <= kit.standing.get(target, NOWHERE) < MOST_SEATS
            name = "arrow-attack" if attacks else "arrow-walk"
            drawn.append(_arrow(kit, name, view.cell[FIRST_FOE + number], target))
    if view.awake and not view.over and view.stage >= HEROES and kit.beast_steps > 0:
        ahead = kit.edition.fireway[view.fire_step + 1]
        drawn.append(_arrow(kit, "arrow-fire", view.cell[MANTICORE], ahead))
    return d.group(drawn)


def _arrow(kit: TableKit, name: str, one: int, other: int) -> d.Use:
    """From one cell to the next, arched upwards like a jump; down to the left around the monster's number."""
    (ax, ay), (bx, by) = kit.chart.centre(one), kit.chart.centre(other)
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    leftwards = angle < -90 or angle > 150
    turn = angle - 180 if leftwards else angle
    return d.use(SHEET, name, ax, ay, kit.chart.scale, turn=turn, flip=leftwards)
