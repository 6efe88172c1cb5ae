"""The cover: the two towers at dusk, and the five dice that decide below them."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board.symbols import emblem, symbol
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.kernel.words import PhraseBook

SIZE: Final = (640, 360)
DUSK: Final = d.Colour("#f6dcc0", "#2a2436")
GLOWING: Final = d.Colour("#f2c48f", "#43304a")
FAR: Final = d.Colour("#d9a27c", "#5a3f50")
NEAR: Final = d.Colour("#a8552f", "#7c4a3c")
BRICK: Final = d.Colour("#8a3d22", "#94573f")
TABLE: Final = d.Colour("#5f3a26", "#1d1512")
WINDOW: Final = d.Colour("#f9e3b4", "#f0c879")
CARD: Final = d.Colour("#fffdf7", "#efe9dc")
DARK: Final = d.Colour("#1f2328")

_FAR: Final = (
    (0, 70, 52),
    (62, 48, 74),
    (104, 84, 46),
    (330, 70, 58),
    (392, 52, 84),
    (440, 96, 50),
    (540, 60, 76),
    (596, 60, 54),
)
_NEAR: Final = (
    (0, 92, 66),
    (84, 64, 92),
    (140, 80, 58),
    (350, 66, 70),
    (408, 90, 54),
    (492, 60, 84),
    (546, 100, 62),
)


def cover(edition: BolognaEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "The Throne of Bologna", ground=DUSK)
    scene.add(
        "table",
        d.circle(470, 118, 150, fill=GLOWING, opacity=0.55),
        d.circle(470, 118, 62, fill=d.Colour("#fbeccb", "#e9cf9a"), opacity=0.9),
        [_roof(*house, ground=252, ink=FAR) for house in _FAR],
        _tower(246, 252, 206, 34, lean=0),
        _tower(306, 252, 104, 40, lean=11),
        [_roof(*house, ground=262, ink=NEAR) for house in _NEAR],
        _arcade(),
        d.rect(0, 286, 640, 74, fill=TABLE),
        d.rect(0, 286, 640, 4, fill=d.mix(TABLE, d.Colour("#ffffff"), 0.16)),
    )
    faces = ((1, -9), (3, 6), (2, -3), (0, 8), (4, -6))
    scene.add(
        "pieces",
        [_card(role, x, turn) for role, x, turn in ((0, 58, -9), (4, 132, 5))],
        [
            d.group(
                d.ellipse(0, 33, 30, 6, fill=DARK, opacity=0.3),
                d.rect(-29, -29, 58, 58, 12, fill=CARD, stroke=DARK, width=2.4),
                symbol(face, 19),
                x=234 + 84 * place,
                y=304 + (place % 2) * 8,
                turn=turn,
            )
            for place, (face, turn) in enumerate(faces)
        ],
    )
    return scene


def _roof(x: float, w: float, h: float, ground: float, ink: d.Colour) -> d.Child:
    top = ground - h
    ridge = ((x - 3, top), (x + w / 2, top - w * 0.22), (x + w + 3, top))
    lit = [
        d.rect(x + w * (0.2 + 0.3 * column) - 2, top + 14 + 18 * row, 5, 8, fill=WINDOW, opacity=0.8)
        for column in range(3)
        for row in range(int(h // 30))
        if (int(x) + column + row) % 3
    ]
    return [d.rect(x, top, w, h + 40, fill=ink), d.polygon(ridge, fill=d.mix(ink, DARK, 0.12)), lit]


def _tower(x: float, ground: float, h: float, w: float, lean: float) -> d.Child:
    top = ground - h
    body = ((x, ground), (x + w, ground), (x + w * 0.9 + lean, top), (x + w * 0.1 + lean, top))
    crown = [
        d.rect(x + lean + w * 0.1 + i * w * 0.8 / 3.4 - 1, top - 8, w * 0.15, 9, fill=BRICK) for i in range(4)
    ]
    slits = [
        d.rect(x + w / 2 - 2 + lean * (i + 1) * 18 / h, top + 18 + 30 * i, 4, 9, fill=WINDOW, opacity=0.75)
        for i in range(int(h // 40))
    ]
    return [d.polygon(body, fill=BRICK), crown, slits]


def _arcade() -> d.Child:
    ink = d.mix(NEAR, DARK, 0.25)
    arches = "".join(f"M{left} 288V272A13 13 0 0 1 {left + 26} 272V288Z" for left in range(4, 640, 36))
    return [
        d.rect(0, 252, 640, 40, fill=d.mix(NEAR, WINDOW, 0.28)),
        d.path(arches, d.Box(4, 258, 632, 30), fill=ink),
    ]


def _card(role: int, x: float, turn: float) -> d.Group:
    return d.group(
        d.rect(-30, -43, 60, 86, 7, fill=CARD, stroke=d.Colour("#7a5a12"), width=2.4),
        d.rect(-24, -37, 48, 74, 4, fill=None, stroke=d.Colour("#c9a24a")),
        emblem(role, 20, ink=DARK),
        x=x,
        y=300,
        turn=turn,
    )


def gallery(edition: BolognaEdition, words: PhraseBook) -> list[tuple[str, d.Group]]:
    """The six symbols as dice, and the roles by their emblems."""
    dice = [
        (
            words.noun("symbol", face),
            d.group(d.rect(-32, -32, 64, 64, 13, fill=d.CARD, stroke=d.INK, width=2.4), symbol(face, 21)),
        )
        for face in range(6)
    ]
    roles = [(words.noun("role", role), d.group(emblem(role, 26))) for role in range(len(ROLES))]
    return dice + roles
