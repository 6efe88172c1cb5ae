"""What is printed of a game: cards, tokens and boards by their size on paper.

Every face is drawn around (0, 0), in tenths of a millimetre, and reaches over its edge by the `BLEED`, so
that a cut beside the line leaves no white.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .colours import Colour, ink_on, mix
from .nodes import Child, Group, fit_text, group
from .patterns import Pattern
from .shapes import circle, rect

BLEED: Final = 1.5
"""Millimetres that a face reaches over its edge."""
CARD_SIZE: Final = (63.0, 88.0)
SMALL_CARD_SIZE: Final = (44.0, 68.0)
PAPER: Final = Colour("#fffaf0")
INK: Final = Colour("#2b2622")
FRAME: Final = Colour("#d9c9a8")


class PrintedPiece(NamedTuple):
    """One piece: the inspector's key, what it is called, its faces, how many of it are in the box."""

    key: str
    title: str
    front: Group
    back: Group | None = None
    copies: int = 1


class PrintedSheet(NamedTuple):
    """Pieces of one size. `name` is a key of the phrase book's section `print`; `w` and `h` are millimetres.

    Pieces of a `round` one are cut out along a circle, or by the outline they show.
    """

    name: str
    w: float
    h: float
    pieces: Sequence[PrintedPiece]
    round: bool = False


def ground(w: float, h: float, fill: Colour) -> Child:
    """A face of `w` by `h` millimetres in one colour, with its bleed."""
    wide, high = 10 * (w + 2 * BLEED), 10 * (h + 2 * BLEED)
    return rect(-wide / 2, -high / 2, wide, high, fill=fill)


def printed_card(
    title: str,
    words: str,
    picture: Child,
    *,
    size: tuple[float, float] = CARD_SIZE,
    tone: Colour = FRAME,
    scale: float = 4.0,
    corner: Child = None,
) -> Group:
    """The face of a card: a picture that reaches 60 around (0, 0), its name, and what it does."""
    w, h = size
    half, top = 5 * w, -5 * h
    middle = top + 60 * scale + 35
    name = middle + 60 * scale + 38
    letters = 36 if w > 50 else 31
    room = 5 * h - name - 55
    paragraphs = [line for line in words.split("\n") if line]
    titled = fit_text(title, 2 * half - 70, letters * 1.3, 22, 2, height=80, y=name, fill=INK, bold=True)
    below = 38 + 16 * (len(titled) - 1)
    told = fit_text(
        " ".join(paragraphs), 2 * half - 70, letters * 0.86, 15, 14,
        height=room + 38 - below, y=name + below, top=True, fill=INK,
    )  # fmt: skip
    return group(
        ground(w, h, mix(PAPER, tone, 0.25)),
        rect(-half + 20, top + 20, 2 * half - 40, 10 * h - 40, 24, fill=PAPER, stroke=tone, width=5),
        group(picture, y=middle, scale=scale),
        titled,
        told,
        corner,
    )


def printed_back(tone: Colour, sign: Child = None, size: tuple[float, float] = CARD_SIZE) -> Group:
    """The back of a card: the same for all that must not be told apart. The sign reaches 60 around (0, 0)."""
    w, h = size
    dark = mix(tone, ink_on(tone), 0.25)
    inset = 35.0
    return group(
        ground(w, h, tone),
        rect(inset - 5 * w, inset - 5 * h, 10 * w - 2 * inset, 10 * h - 2 * inset, 22,
             fill=Pattern("crosshatch", dark, tone), stroke=PAPER, width=6),
        circle(0, 0, 3.1 * w, fill=PAPER, stroke=dark, width=6),
        group(sign, scale=3.4 * w / 100),
    )  # fmt: skip


def printed_token(mm: float, sign: Child, tone: Colour = PAPER, scale: float = 1.0) -> Group:
    """A round token; the sign reaches 60 times `scale` around (0, 0)."""
    r = 5 * mm
    return group(
        circle(0, 0, r + 10 * BLEED, fill=tone),
        circle(0, 0, r - 8, fill=PAPER if tone == PAPER else mix(tone, PAPER, 0.82), stroke=FRAME, width=3),
        group(sign, scale=r * 0.011 * scale),
    )
