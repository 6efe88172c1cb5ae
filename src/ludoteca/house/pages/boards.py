"""Boards on pages: the picture by its parts, so that only what changed need travel."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, Final

from ludoteca.draw import AUTO, FONTS, Scene, escape
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.game import Game
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

PREFIX: Final = "b-"
_TAGS: Final = re.compile(r"</?desc[^>]*>")
UNSEEN: Final = (f"{PREFIX}scene-title", f"{PREFIX}scene-desc")
"""The title is the picture's label and the text stands beside it: neither is drawn."""


class Picture:
    """A board drawn for one viewer: its parts by id, its frame, and the same in words."""

    def __init__(
        self, game: Game[Any], view: View, speaker: Speaker, choices: Choices, narrow: bool = False
    ) -> None:
        scene: Scene = game.board(view, speaker, choices, narrow)
        scene.prefix = PREFIX
        self.title = scene.title
        self.width, self.height = scene.width, scene.height
        drawn = scene.layers(AUTO)
        self.text = unescape(_TAGS.sub("", drawn[f"{PREFIX}scene-desc"]))
        """What the picture shows, in words: the toolkit tells it along with the layers."""
        size = f'<g id="{PREFIX}size" data-view="0 0 {self.width:g} {self.height:g}"></g>'
        self.parts = {f"{PREFIX}size": size}
        self.parts |= {key: part for key, part in drawn.items() if key not in UNSEEN}

    def svg(self) -> str:
        """The whole picture, to be put into a page."""
        return (
            f'<svg id="{PREFIX}board" class="ludoteca auto" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' font-family="{FONTS}" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round"'
            f' role="group" aria-label="{escape(self.title)}">{"".join(self.parts.values())}</svg>'
        )
