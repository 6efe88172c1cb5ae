"""Where things lie on the picture, and the words on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.spelling import place_name
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, Pantheon, Power
from ludoteca.kernel.words import fill


@dataclass(frozen=True)
class Plan:
    """A view, its edition and words, and where the map lies: its centre, the length of a hundredth of its
    reach, and the sizes of tiles, followers and chips.
    """

    view: BelloView
    edition: BelloEdition
    speaker: Any
    choices: Any
    x: float
    y: float
    unit: float
    tile: float
    piece: float
    badge: float
    narrow: bool

    @property
    def turn(self) -> float:
        """How far the map is turned so that the viewer's corner lies at the bottom."""
        seat = self.view.viewer
        corner = self.view.corner[seat] if 0 <= seat < len(self.view.corner) else 0
        return -2 * math.pi * max(corner, 0) / self.view.sectors

    def at(self, place: int) -> d.Point:
        """The middle of a location."""
        return self.points[place]

    @cached_property
    def points(self) -> tuple[d.Point, ...]:
        """The middles of all locations."""
        return _points(self.edition, self.x, self.y, self.unit, self.turn)

    def turned(self, x: float, y: float) -> d.Point:
        turn = self.turn
        cos, sin = math.cos(turn), math.sin(turn)
        return self.x + self.unit * (x * cos - y * sin), self.y - self.unit * (x * sin + y * cos)

    def bead(self, space: int, reach: float) -> d.Point:
        """A space of the Doomsday track: the first lies at the first player's corner."""
        corner = self.view.corner[self.view.first] if self.view.order else 0
        angle = -math.pi / 2 + 2 * math.pi * (max(corner, 0) / self.view.sectors + space / self.view.track)
        return self.turned(reach * math.cos(angle), reach * math.sin(angle))

    def say(self, key: str, texts: dict[str, str] | None = None, **numbers: int) -> str:
        """A phrase of the board with its values."""
        spelt = {name: str(number) for name, number in numbers.items()}
        return fill(self.speaker.book.phrase("board", key), spelt | (texts or {}), numbers)

    def name(self, place: int) -> str:
        return place_name(self.edition.board, place, self.speaker.book)

    def pantheon(self, seat: int) -> Pantheon:
        return self.edition.pantheons[self.view.pantheon[seat]]

    def people(self, seat: int, number: int = 2) -> str:
        """How a seat's followers are called: by its pantheon, or by its player before that is known."""
        pantheon = self.view.pantheon[seat]
        if pantheon < 0:
            return str(self.speaker.names[seat])
        return str(self.speaker.book.noun("one_follower" if number == 1 else "pantheon", pantheon))

    def power(self, seat: int, number: int) -> Power:
        return self.pantheon(seat).powers[number - 1]

    def power_name(self, pantheon: int, number: int) -> str:
        return str(self.speaker.spell("power", POWERS * pantheon + number - 1))

    def power_told(self, pantheon: int, number: int) -> str:
        """A power in words: its name, its price and what it does."""
        power = self.edition.pantheons[pantheon].powers[number - 1]
        texts = {"power": self.power_name(pantheon, number), "text": self.power_text(power)}
        key = "power_row_free" if not power.cost else "power_row_doom" if power.doom else "power_row"
        return self.say(key, texts, cost=power.cost, doom=power.doom)

    def power_text(self, power: Power) -> str:
        """What a power does, in the words of the phrase book with the numbers of the edition."""
        numbers = {
            "count": power.count,
            "most": power.most,
            "loses": power.loses,
            "near": power.near,
            "penalty": power.penalty,
            "least": power.least,
        }
        book = self.speaker.book
        parts = [fill(book.phrase("power", power.key), {key: str(n) for key, n in numbers.items()}, numbers)]
        for key, number in (("actions", power.actions), ("moves", power.moves)):
            if number:
                parts.append(fill(book.phrase("power", key), {"number": str(number)}, {"number": number}))
        return " ".join(part for part in parts if part)


@lru_cache(maxsize=128)
def _points(edition: BelloEdition, x: float, y: float, unit: float, turn: float) -> tuple[d.Point, ...]:
    """Where the locations lie on a map around (x, y) that is turned so far."""
    board = edition.board
    cos, sin = math.cos(turn), math.sin(turn)
    return tuple(
        (x + unit * (px * cos - py * sin), y - unit * (px * sin + py * cos))
        for px, py in zip(board.x, board.y, strict=True)
    )
