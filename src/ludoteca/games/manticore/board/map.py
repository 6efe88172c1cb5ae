"""The map: land, locations, roads, Fireway, beings, and the cells that can be chosen."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import icons
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import FIRST_MONSTER, MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import CAVE, CITY, FIRST_PILE, OUTSIDE, ManticoreEdition
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    COORDINATES,
    LABELS,
    NEIGHBOURS,
    OFF_BOARD,
    OPPOSITE,
    SIDES,
    direction,
)
from ludoteca.games.manticore.rules.paths import openings
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, PAVING, Roads
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WORDS: Final = ("e", "ne", "nw", "w", "sw", "se")


class Map:
    """The hexagonal map, `size` from the middle of a cell to its corner, centred on (x, y)."""

    def __init__(
        self, view: ManticoreView, speaker: Speaker, choices: Choices, size: float, x: float, y: float
    ) -> None:
        assert isinstance(speaker.edition, ManticoreEdition)
        self.view = view
        self.speaker = speaker
        self.choices = choices
        self.edition = speaker.edition
        self.size = size
        self.grid = d.HexGrid(size, x=x, y=y)
        self.large = size > 20
        self.used: set[str] = set()
        self.standing = {cell: being for being, cell in enumerate(view.cell) if cell != NOWHERE}

    def centre(self, cell: int) -> tuple[float, float]:
        return self.grid.centre(*COORDINATES[cell])

    def corners(self, cell: int, share: float = 1.0) -> list[tuple[float, float]]:
        return self.grid.corners(*COORDINATES[cell], self.size * share)

    def say(self, key: str) -> str:
        return self.speaker.book.phrase("game", key)

    # The land

    def land(self) -> list[d.Group]:
        """From below: the bare land, the roads, the walls around locations, the names of cells."""
        roads: list[d.Child] = []
        for cell in range(CELLS):
            if self.view.roads[cell]:
                roads.append(_paved(cell, self.grid, self.view.roads[cell], self._loose(cell)))
        parts = [_bare_land(self.edition, self.grid), d.group(roads), _walls(self.edition, self.grid)]
        if self.large:
            parts.append(_row_labels(self.edition, self.grid, tuple(map(bool, self.view.roads))))
        return parts

    def _loose(self, cell: int) -> int:
        """The roads of a token that lead to nothing: bare land, the edge, or a token without a road there."""
        found = 0
        for side in range(SIDES):
            if self.view.roads[cell] & BIT[side]:
                near = NEIGHBOURS[cell][side]
                meets = near != OFF_BOARD and (
                    self.edition.location_of[near] != OUTSIDE or self.view.roads[near] & BIT[OPPOSITE[side]]
                )
                if not meets:
                    found |= BIT[side]
        return found

    def fireway(self) -> d.Group:
        """Red chevrons from the Cave to the City, numbered, above the roads."""
        way = self.edition.fireway
        drawn: list[d.Child] = []
        for number in range(1, len(way) - 1):
            x, y = self.centre(way[number])
            angle = icons.side_angle(direction(way[number], way[number + 1]))
            r = self.size * 0.42
            chevron = [
                d.mark("chevron", r * 1.25, fill=d.PAPER),
                d.mark("chevron", r, fill=icons.FIRE_RED),
            ]
            offset = math.radians(angle)
            drawn.append(
                d.group(
                    chevron, x=x + r * 0.5 * math.cos(offset), y=y + r * 0.5 * math.sin(offset), turn=angle
                )
            )
            if self.large:
                drawn.append(
                    d.text(
                        number,
                        x - r * 0.8 * math.cos(offset),
                        y - r * 0.8 * math.sin(offset),
                        11,
                        fill=icons.FIRE_RED,
                        bold=True,
                        halo=d.PAPER,
                    )
                )
        cells = " ".join(LABELS[cell] for cell in way)
        return d.group(drawn, label=f"{self.say('fireway')}: {cells}")

    def locations(self) -> list[d.Group]:
        """The letter of every location and the pile that lies there, on a cell where nobody stands."""
        found = []
        for number, location in enumerate(self.edition.locations):
            free = [cell for cell in location.cells if cell not in self.standing] or location.cells[:1]
            name = self.speaker.spell("location", number)
            drawn: list[d.Child] = []
            x, y = self.centre(free[0])
            drawn.append(
                d.text(location.code, x, y, self.size * 0.9, fill=d.mix(d.INK, d.FAINT, 0.4), bold=True)
            )
            words = self.pile_words(number) if number >= FIRST_PILE else ""
            if number >= FIRST_PILE and len(free) > 1:
                drawn += self._pile(number, free[1])
            found.append(d.group(drawn, label=f"{location.code}, {name}{': ' if words else ''}{words}"))
        return found

    def pile_words(self, location: int) -> str:
        kind, height, levels = self.view.piles[location]
        if height == 0:
            return self.say("empty")
        if kind < 0:
            return self.say("hidden")
        return f"{self.speaker.spell('kind', kind)} {' '.join(str(level) for level in levels)}"

    def _pile(self, location: int, cell: int) -> list[d.Child]:
        kind, height, levels = self.view.piles[location]
        x, y = self.centre(cell)
        size = max(10.0, self.size * 0.4)
        if height == 0:
            return []
        if kind < 0:
            return [d.text("?", x, y, size, bold=True)]
        up = self.size * 0.3
        return [
            icons.icon(kind, self.size * 0.36, x, y - up),
            d.text(
                ("·" if self.large else "").join(str(level) for level in levels),
                x,
                y + self.size * 0.42,
                size,
                bold=True,
            ),
        ]

    # Beings and things

    def ground_things(self) -> list[d.Group]:
        found = []
        for cell in sorted({cell for cell, _, _ in self.view.ground}):
            here = [(kind, level) for place, kind, level in self.view.ground if place == cell]
            x, y = self.centre(cell)
            step = self.size * 0.5
            drawn = [
                icons.icon(kind, self.size * 0.26, px, py)
                for (kind, _), (px, py) in zip(
                    here, d.row(len(here), step, x, y - self.size * 0.55), strict=True
                )
            ]
            names = ", ".join(f"{self.speaker.spell('kind', kind)} {level}" for kind, level in here)
            found.append(d.group(drawn, label=f"{LABELS[cell]}: {names}"))
        return found

    def beings(self) -> list[d.Group]:
        view = self.view
        r = self.size * (0.52 if self.large else 0.58)
        found = []
        for seat in range(len(view.classes)):
            if view.cell[seat] != NOWHERE:
                x, y = self.centre(view.cell[seat])
                body = icons.marker(seat, view.classes[seat], r, view.heroines[seat])
                found.append(self._being(seat, body, x, y, self.hero_words(seat)))
        for number in range(MONSTERS):
            being = FIRST_FOE + number
            if view.cell[being] != NOWHERE:
                x, y = self.centre(view.cell[being])
                body = icons.beast(number + 1, self.edition.aggressive[number], r)
                found.append(self._being(being, body, x, y, self.monster_words(number)))
        if view.cell[MANTICORE] != NOWHERE:
            x, y = self.centre(view.cell[MANTICORE])
            body = d.group(
                d.mark("star", r * 1.35, fill=d.PAPER),
                d.mark("star", r * 1.2, fill=icons.NIGHT, stroke=icons.FIRE_RED, width=1.5),
                None if view.awake else d.text("zZ", 0, -r * 1.2, max(10.0, r), bold=True, halo=d.PAPER),
            )
            state = self.say("awake" if view.awake else "asleep")
            name = self.speaker.spell("foe", MANTICORE)
            words = (
                f"{name} {LABELS[view.cell[MANTICORE]]}, {self.say('life')} {view.life[MANTICORE]}, {state}"
            )
            found.append(self._being(MANTICORE, body, x, y, words))
        return found

    def _being(self, being: int, body: d.Group, x: float, y: float, words: str) -> d.Group:
        view = self.view
        r = self.size * 0.52
        life: d.Child
        if self.large:
            life = d.badge(view.life[being], size=self.size * 0.34, fill=d.WARN, x=r * 0.85, y=r * 0.8)
        else:
            life = d.text(view.life[being], r * 1.15, r * 0.75, 10, fill=d.WARN, bold=True, halo=d.PAPER)
        loot: list[d.Child] = []
        if FIRST_FOE <= being < MANTICORE:
            carried = view.loot[being - FIRST_FOE]
            spots = d.row(len(carried), self.size * 0.4, -r * 0.3, r * 1.0)
            loot = [
                icons.icon(kind, self.size * 0.2, px, py)
                for (kind, _), (px, py) in zip(carried, spots, strict=True)
            ]
            if view.face_down[being - FIRST_FOE]:
                loot.append(d.text("?", -r * 0.9, r * 0.9, max(10.0, r * 0.8), bold=True, halo=d.PAPER))
        glow = self.say("turn") if being == view.active and view.stage in (PAVING, HEROES) else None
        return d.group(body, loot, life, id=f"being-{being}", x=x, y=y, glides=True, label=words, glow=glow)

    def figure(self, seat: int) -> str:
        """The name of a hero's class, or of a heroine's."""
        klass = self.view.classes[seat]
        if klass < 0:
            return "?"
        return self.speaker.spell("heroine" if self.view.heroines[seat] else "class", klass)

    def hero_words(self, seat: int) -> str:
        view = self.view
        where = f"{self.figure(seat)} ({self.speaker.names[seat]}) {LABELS[view.cell[seat]]}"
        return f"{where}, {self.say('life')} {view.life[seat]}"

    def monster_words(self, number: int) -> str:
        view = self.view
        being = FIRST_FOE + number
        words = f"{self.speaker.spell('foe', being)}{'!' if self.edition.aggressive[number] else ''} "
        words += f"{LABELS[view.cell[being]]}, {self.say('life')} {view.life[being]}"
        if view.intent[number] != NOWHERE:
            words += f", {self.say('next')} {LABELS[view.intent[number]]} ({self.intent_reason(number)})"
        elif view.city_since[number]:
            words += f", {self.say('in_city')}"
        return words

    def intent_reason(self, number: int) -> str:
        view = self.view
        if 0 <= self.standing.get(view.intent[number], -1) < MOST_SEATS:
            return self.say("why_attack")
        if view.detour[number] != NOWHERE:
            return f"{self.say('why_detour')} {self.speaker.spell('location', view.detour[number])}"
        return self.say("why_straight" if self.edition.aggressive[number] else "why_road")

    def intents(self) -> d.Group:
        """An arrow from every monster, and from the waking Manticore, to where it goes next."""
        view = self.view
        drawn: list[d.Child] = []
        for number in range(MONSTERS):
            target = view.intent[number]
            if target != NOWHERE:
                attacks = 0 <= self.standing.get(target, -1) < MOST_SEATS
                drawn.append(
                    self._arrow(view.cell[FIRST_FOE + number], target, d.WARN if attacks else icons.BROWN)
                )
        if view.awake and not view.over and view.stage >= HEROES:
            drawn.append(
                self._arrow(view.cell[MANTICORE], self.edition.fireway[view.fire_step + 1], icons.FIRE_RED)
            )
        return d.group(drawn)

    def _arrow(self, one: int, other: int, colour: d.Colour) -> d.Group:
        start, end = self.centre(one), self.centre(other)
        return d.arrow(start, end, colour=colour, width=self.size / 11, dash="4 3", short=self.size * 0.45)

    # Choices

    def options(self) -> list[d.Group]:
        """The cells that can be chosen now, or that somebody might reach for in vain."""
        found = []
        for cell in range(CELLS):
            text = self._action_at(cell)
            choice = self.choices.get(text) if text else None
            if choice is None:
                continue
            self.used.add(text)
            if choice.why and text.startswith("place"):
                continue
            found.append(self._option(cell, text, choice.label))
        found += self._reach()
        return found

    def _action_at(self, cell: int) -> str:
        """The action that choosing a cell stands for."""
        view = self.view
        if view.phase == "placetoken":
            return f"place {LABELS[cell].lower()}"
        if view.phase == "startcell":
            cells = self.edition.locations[CITY].cells
            return f"start {cells.index(cell) + 1}" if cell in cells else ""
        if view.phase == "menu" and view.actor >= 0:
            side = direction(view.cell[view.actor], cell)
            if side >= 0:
                attack, step = f"attack {WORDS[side]}", f"move {WORDS[side]}"
                if self.choices.get(attack):
                    self.used.add(step)
                    return attack
                return step
        return ""

    def _option(self, cell: int, text: str, words: str) -> d.Group:
        x, y = self.centre(cell)
        why = self.choices.why(text)
        label = f"{words}: {LABELS[cell]}"
        inside: list[d.Child] = []
        if text.startswith("move") and not why:
            cost = self.step_price(cell)
            label += f" ({self.say('cost')} {cost})"
            inside.append(d.badge(cost, size=max(10.0, self.size * 0.42), fill=d.ACCENT, y=self.size * 0.05))
            if not self.view.awake and self.edition.near_cave[cell]:
                label += f", {self.say('wakes')}"
                inside.append(d.text("!", self.size * 0.5, -self.size * 0.4, 13, fill=d.WARN, bold=True))
        ring = [(px - x, py - y) for px, py in self.corners(cell, 0.88)]
        attack = text.startswith("attack")
        return d.group(
            d.polygon(
                ring,
                fill=None if why else d.WARN if attack else d.ACCENT,
                stroke=None if why else d.WARN if attack else d.ACCENT,
                width=2,
                opacity=0.22,
            ),
            d.polygon(ring, stroke=None if why else d.WARN if attack else d.ACCENT, width=2),
            inside,
            x=x,
            y=y,
            label=label,
            action=self.choices.action(text),
            why=why,
            outline=d.polygon(ring),
            quiet=True,
        )

    def step_price(self, cell: int) -> int:
        """MAN-4.8: what the one step to a cell beside the hero costs, though a way around may cost less."""
        roads = Roads(self.edition)
        roads.open_sides = openings(self.edition, list(self.view.roads))
        here = self.view.cell[self.view.actor]
        return roads.price(here, direction(here, cell))

    def _reach(self) -> list[d.Group]:
        """What it costs to walk further than one step."""
        view = self.view
        if view.phase != "menu" or view.viewer != view.actor:
            return []
        here = view.cell[view.actor]
        drawn: list[d.Child] = []
        size = max(10.0, self.size * 0.4)
        for cell in range(CELLS):
            if view.reach[cell] > 0 and direction(here, cell) < 0:
                x, y = self.centre(cell)
                low = y + self.size * 0.5
                drawn.append(d.text(view.reach[cell], x, low, size, fill=d.ACCENT, bold=True, halo=d.PAPER))
        return [d.group(drawn)]

    def ghost(self) -> d.Group:
        """The cell on which a token is about to be turned."""
        if self.view.phase != "orient":
            return d.group()
        return d.group(d.polygon(self.corners(self.view.spot, 0.9), stroke=d.ACCENT, width=3))


def shape_of(edition: ManticoreEdition, token: int, k: int) -> int:
    return edition.masks[token][k]


def token_picture(edition: ManticoreEdition, token: int, k: int, size: float) -> d.Group:
    """A road token turned by k, with its monster if it brings one."""
    drawn: list[d.Child] = [d.polygon(icons.hexagon(size), fill=icons.FOREST, stroke=icons.EDGE)]
    drawn += icons.road(shape_of(edition, token, k), size)
    if token >= FIRST_MONSTER:
        number = token - FIRST_MONSTER
        drawn.append(icons.beast(number + 1, edition.aggressive[number], size * 0.45))
    return d.group(drawn)


# The land


def _ground(edition: ManticoreEdition, cell: int) -> d.Paint:
    location = edition.location_of[cell]
    if location == OUTSIDE:
        return icons.FOREST
    if location == CITY:
        return icons.CITY_FLOOR
    if location == CAVE:
        return d.Pattern("stripes", d.mix(icons.CAVE_FLOOR, d.INK, 0.15), icons.CAVE_FLOOR)
    return icons.MAGICAL if edition.locations[location].magical else icons.PHYSICAL


@d.part
def _bare_land(edition: ManticoreEdition, grid: d.HexGrid) -> d.Group:
    drawn: list[d.Child] = []
    for cell in range(CELLS):
        corners = grid.corners(*COORDINATES[cell])
        drawn.append(d.polygon(corners, fill=_ground(edition, cell), stroke=icons.EDGE, width=0.8))
    return d.group(drawn)


@d.part
def _paved(cell: int, grid: d.HexGrid, roads: int, loose: int) -> d.Group:
    """A cell with its roads."""
    corners = grid.corners(*COORDINATES[cell], grid.size * 0.94)
    ground = d.polygon(corners, fill=d.mix(icons.FOREST, icons.SAND, 0.35))
    x, y = grid.centre(*COORDINATES[cell])
    return d.group(ground, icons.road(roads, grid.size, x, y, loose), id=f"road-{cell}")


@d.part
def _walls(edition: ManticoreEdition, grid: d.HexGrid) -> d.Group:
    """A thick line around every location."""
    drawn: list[d.Child] = []
    for cell in range(CELLS):
        location = edition.location_of[cell]
        if location == OUTSIDE:
            continue
        corners = grid.corners(*COORDINATES[cell])
        for side in range(SIDES):
            near = NEIGHBOURS[cell][side]
            if near == OFF_BOARD or edition.location_of[near] != location:
                edge = -side % SIDES
                (x1, y1), (x2, y2) = corners[edge], corners[(edge + 1) % SIDES]
                drawn.append(d.line(x1, y1, x2, y2, stroke=d.INK, width=grid.size / 9))
    return d.group(drawn)


@d.part
def _row_labels(edition: ManticoreEdition, grid: d.HexGrid, paved: tuple[bool, ...]) -> d.Group:
    """Letters of rows, and the names of cells that are still bare."""
    drawn: list[d.Child] = []
    for cell, label in enumerate(LABELS):
        x, y = grid.centre(*COORDINATES[cell])
        if label[1:] == "1":
            drawn.append(d.text(label[0], x - grid.size * 1.3, y, 11, fill=d.FAINT, bold=True))
        if edition.location_of[cell] == OUTSIDE and not paved[cell]:
            drawn.append(d.text(label, x, y + grid.size * 0.62, 8, fill=d.FAINT))
    return d.group(drawn)
