"""Boards on pages: a picture in parts, so that only the parts that changed are sent."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec

from ludoteca.draw import AUTO, Piece, Scene, escape, lettering
from ludoteca.draw.gestures import Notebook
from ludoteca.house.table.table import PlantedFlag
from ludoteca.house.web.pages.flags import flag_piece
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

PREFIX: Final = "b-"
ART: Final = "/static/"
"""Where pages find the sheets of art."""
TALLEST: Final = 1.0
TALLEST_NARROW: Final = 1.45
"""Pictures that are taller, compared with their width, are scrolled instead of shrunk."""
NOTEBOOKS: Final = 64
"""Notebooks of which it is remembered how they are written: a few for each number of seats."""


class BoardPicture:
    """A board drawn for one viewer: its parts by id, its frame, and the same in words."""

    def __init__(
        self,
        game: Game[Any],
        view: View,
        speaker: Speaker,
        choices: Choices,
        narrow: bool = False,
        flag: PlantedFlag | None = None,
    ) -> None:
        scene: Scene = presentation_of(game).board(view, speaker, choices, narrow)
        scene.prefix = PREFIX
        scene.art = ART
        self.title = scene.title
        self.width, self.height = scene.width, scene.height
        self.text = scene.text()
        """What the picture shows, in words."""
        self.view_box = f"0 0 {self.width:g} {self.height:g}"
        self.gestures = scene.gestures
        """How choices are made on this board."""
        self.places = scene.places
        """Where a flag can be put, on boards that have places for it."""
        self._made = {gesture.text for gesture in scene.gestures}
        tall = ' data-tall=""' if self.height > self.width * (TALLEST_NARROW if narrow else TALLEST) else ""
        frame = (
            f'<g id="{PREFIX}frame" data-view="{self.view_box}" data-label="{escape(self.title)}"{tall}></g>'
        )
        made = _attribute([[g.row, int(g.together), *g.keys] for g in scene.gestures])
        gestures = f'<g id="{PREFIX}gestures" data-gestures="{made}"{_notebook(scene.notebook)}></g>'
        self.parts = [
            Piece(f"{PREFIX}frame", [frame]),
            Piece(f"{PREFIX}gestures", [gestures]),
            *scene.pieces(AUTO),
        ]
        """Without title and text: the title is the picture's label, the text stands beside it."""
        if scene.places is not None:
            below_the_last_layer = len(self.parts) - 1
            self.parts.insert(below_the_last_layer, flag_piece(f"{PREFIX}flag", scene.places, flag))

    def offers(self, text: str) -> bool:
        """Whether a choice is made on the board."""
        if text in self._made:
            return True
        return not self._made and f'data-action="{escape(text)}"' in self._drawn

    @cached_property
    def _drawn(self) -> str:
        return "".join([part.text for part in self.parts])

    def svg(self) -> str:
        """The whole picture, for use inside a page."""
        return (
            f'<svg id="{PREFIX}board" class="ludoteca auto" viewBox="{self.view_box}"'
            f' {lettering()} role="group" aria-label="{escape(self.title)}">{self._drawn}</svg>'
        )

    def with_choice(self, text: str) -> str:
        """The whole picture, with the pieces of one choice highlighted and numbered in their order."""
        keys = next((gesture.keys for gesture in self.gestures if gesture.text == text), ())
        svg = self.svg().replace(*_wanted(f'data-action="{escape(text)}"', 1))
        for number, key in enumerate(keys, 1):
            svg = svg.replace(*_wanted(f'data-touch="{escape(key)}"', number))
        return svg


def _attribute(value: Any) -> str:
    """A value as JSON in an attribute."""
    return escape(msgspec.json.encode(value).decode())


@lru_cache(maxsize=NOTEBOOKS)
def _notebook(grid: Notebook | None) -> str:
    """Where marks may be pencilled: the grid's place, and the keys of its rows and columns."""
    if grid is None:
        return ""
    return f' data-notebook="{_attribute([*grid.box, grid.rows, grid.columns])}"'


def _wanted(mark: str, number: int) -> tuple[str, str]:
    return mark, f'{mark} data-wanted="{number}"'
