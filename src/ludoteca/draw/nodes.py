"""The tree a board is made of: shapes, words and groups.

A node knows how to draw itself with a pen and which box it fills. Nodes are never changed once made,
so a board may keep its unchanging parts and use them again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, TypedDict, Union

from mypy_extensions import mypyc_attr

from .colours import ACCENT, AUTO, GLOW, INK, LAMP, Colour
from .layout import Box
from .pen import Drawn, Pen, Piece, joined
from .shapes import Shape, rect
from .sheets import Sheet
from .wording import clean, escape, fit, num, width_of

Anchor: TypeAlias = Literal["start", "middle", "end"]
Node: TypeAlias = Union["Shape", "Text", "Use", "Group"]
Child: TypeAlias = Node | Iterable["Child"] | None

_CAP: Final = 0.365  # half the height of a capital letter, in em
_HALO_MARGIN: Final = 3
_MANY_WORDS: Final = 2
_SHIFT: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how far words lie left of their point, in widths


@mypyc_attr(acyclic=True)
class Text:
    """One line of words; (x, y) is on its baseline."""

    __slots__ = ("anchor", "bold", "fill", "halo", "serif", "size", "words", "x", "y")

    def __init__(
        self, words: str, x: float, y: float, size: float, fill: Colour, anchor: Anchor, bold: bool,
        halo: Colour | None, serif: bool,
    ) -> None:  # fmt: skip
        self.words = words
        self.x = x
        self.y = y
        self.size = size
        self.fill = fill
        self.anchor = anchor
        self.bold = bold
        self.halo = halo
        self.serif = serif

    def draw(self, pen: Pen) -> None:
        self.draw_bare(pen, self.look(pen))

    def look(self, pen: Pen) -> str:
        """How it is lettered, as attributes of its element or of one around several."""
        text = f' font-size="{num(self.size)}"'
        if self.fill != INK:
            text += f' fill="{pen.css(self.fill)}"'
        if self.anchor != "middle":
            text += f' text-anchor="{self.anchor}"'
        if self.serif:
            text += ' font-family="serif"'
        if self.bold or self.serif:
            text += ' font-weight="700"'
        if self.halo is not None:
            width = num(self.size / 4)
            text += f' stroke="{pen.css(self.halo)}" stroke-width="{width}" paint-order="stroke"'
        return text

    def looks_like(self, other: Text) -> bool:
        """Whether both are lettered alike."""
        return (
            self.size == other.size
            and self.fill == other.fill
            and self.anchor == other.anchor
            and self.bold == other.bold
            and self.serif == other.serif
            and self.halo == other.halo
        )

    def draw_bare(self, pen: Pen, look: str = "") -> None:
        across = f' x="{num(self.x)}"' if self.x else ""
        pen.out.append(f'<text{across} y="{num(self.y)}"{look}>{escape(self.words)}</text>')

    def box(self) -> Box:
        w = width_of(self.words, self.size, bold=self.bold, serif=self.serif)
        x = self.x - _SHIFT[self.anchor] * w
        return Box(x, self.y - self.size * 0.8, w, self.size)


def text(
    words: str | int,
    x: float = 0,
    y: float = 0,
    size: float = 14,
    *,
    fill: Colour = INK,
    anchor: Anchor = "middle",
    bold: bool = False,
    baseline: bool = False,
    halo: Colour | None = None,
    serif: bool = False,
) -> Text:
    """One line of words, its capitals centred on `y` (or standing on it, with `baseline`).

    With `serif` it is lettered as names and headings are, always bold. A `halo` is an edge of that colour
    around the letters, for words on a busy ground.
    """
    down = y if baseline else y + _CAP * size
    return Text(clean(str(words)), x, down, size, fill, anchor, bold, halo, serif)


def fit_text(
    words: str | int,
    width: float,
    size: float = 14,
    min_size: float = 9,
    max_lines: int = 1,
    *,
    height: float | None = None,
    x: float = 0,
    y: float = 0,
    fill: Colour = INK,
    anchor: Anchor = "middle",
    bold: bool = False,
    leading: float = 1.2,
    top: bool = False,
    halo: Colour | None = None,
    serif: bool = False,
) -> list[Text]:
    """Words broken, shrunk and at last shortened to fit; a block centred on `y`, or below it with `top`."""
    lines, real = fit(
        str(words), width, size, min_size, max_lines, height=height, bold=bold, leading=leading, serif=serif
    )
    step = real * leading
    first = y + step / 2 if top else y - step * (len(lines) - 1) / 2
    return [
        Text(words, x, first + i * step + _CAP * real, real, fill, anchor, bold, halo, serif)
        for i, words in enumerate(lines)
    ]


@mypyc_attr(acyclic=True)
class Use:
    """A symbol of a sheet, its own (0, 0) lying at (x, y)."""

    __slots__ = ("flip", "name", "opacity", "scale", "sheet", "tone", "turn", "x", "y")

    def __init__(
        self,
        sheet: Sheet,
        name: str,
        x: float,
        y: float,
        scale: float,
        turn: float,
        flip: bool,
        tone: Colour | None,
        opacity: float,
    ) -> None:
        self.sheet = sheet
        self.name = name
        self.x = x
        self.y = y
        self.scale = scale
        self.turn = turn
        self.flip = flip
        self.tone = tone
        self.opacity = opacity

    def draw(self, pen: Pen) -> None:
        picture = self.sheet.pictures.get(self.name) if pen.art else None
        text = pen.image(picture) if picture else pen.symbol(self.sheet, self.name, self.tone)
        pose = f"rotate({num(self.turn)})" if self.turn else ""
        if self.flip:
            pose += f"scale({num(-self.scale)} {num(self.scale)})"
        elif self.scale != 1:
            pose += f"scale({num(self.scale)})"
        if (pose or picture) and (self.x or self.y):
            text += f' transform="translate({num(self.x)} {num(self.y)}){pose}"'
        elif pose:
            text += f' transform="{pose}"'
        elif self.x or self.y:
            text += f' x="{num(self.x)}" y="{num(self.y)}"'
        if self.tone is not None:
            text += f' color="{pen.css(self.tone)}"'
        if self.opacity != 1:
            text += f' opacity="{num(self.opacity)}"'
        pen.out.append(f"{text}/>")

    def box(self) -> Box | None:
        inner = self.sheet.symbol(self.name).box
        if inner is None:
            return None
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        across, along = (-self.scale if self.flip else self.scale), self.scale
        return Box.around(
            (self.x + px * across * cos - py * along * sin, self.y + px * across * sin + py * along * cos)
            for px, py in inner.corners
        )


def use(
    sheet: Sheet,
    name: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    *,
    turn: float = 0,
    flip: bool = False,
    tone: Colour | None = None,
    opacity: float = 1,
) -> Use:
    """A symbol of a sheet at a place, mirrored with `flip`, in a `tone` where it has one."""
    sheet.symbol(name)
    return Use(sheet, name, x, y, scale, turn, flip, tone, opacity)


@mypyc_attr(acyclic=True)
class Group:
    """Nodes that belong together: placed, named, chosen or moved as one. Made by `group`."""

    __slots__ = (
        "about", "action", "amount", "children", "chooses", "drawn", "glides", "glow", "hand", "id",
        "is_kept", "label", "lit", "opacity", "outline", "preview", "quiet", "scale", "speaks", "told",
        "touch", "turn", "weight", "why", "x", "y",
    )  # fmt: skip

    def __init__(
        self,
        children: tuple[Node, ...],
        id: str,
        x: float,
        y: float,
        scale: float,
        turn: float,
        label: str,
        action: str,
        why: str,
        glow: str,
        glides: bool,
        opacity: float,
        outline: Shape | None,
        quiet: bool,
        preview: bool,
        touch: str,
        lit: bool,
        about: str,
        amount: str,
        speaks: bool,
        chooses: bool,
    ) -> None:
        self.children = children
        self.id = id
        self.x = x
        self.y = y
        self.scale = scale
        self.turn = turn
        self.label = label
        self.action = action
        self.why = why
        self.glow = glow
        self.glides = glides
        self.opacity = opacity
        self.outline = outline
        self.quiet = quiet
        self.preview = preview
        self.touch = touch
        self.lit = lit
        self.about = about
        self.amount = amount
        self.speaks = speaks
        """Whether this group or one inside it has a name."""
        self.chooses = chooses
        """Whether this group or one inside it is a choice, offered or refused."""
        self.is_kept = False
        self.weight = 0  # about how many bytes it takes, if it is a part
        self.hand = ""
        self.drawn: Drawn | None = None
        """What the pen left that drew it last, if it is kept, and which pen that was."""
        self.told: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"<Group {self.id or self.label!r}: {len(self.children)} inside>"

    @property
    def name(self) -> str:
        """What the group is called aloud, the reason for its glow included."""
        return clean(f"{self.label}, {self.glow}" if self.glow else self.label)

    def kept(self, weight: int = 0) -> Group:
        """The same, to be used in many pictures: it remembers how it was drawn and told."""
        if self.is_kept:
            return self
        twin = Group(
            self.children, self.id, self.x, self.y, self.scale, self.turn, self.label, self.action, self.why,
            self.glow, self.glides, self.opacity, self.outline, self.quiet, self.preview, self.touch,
            self.lit, self.about, self.amount, self.speaks, self.chooses,
        )  # fmt: skip
        twin.is_kept = True
        twin.weight = weight
        return twin

    def lines(self, depth: int = 0) -> list[str]:
        """The named groups as indented lines; groups without a name are transparent."""
        told: list[str] = []
        self.tell("  " * depth, told)
        return told

    def tell(self, indent: str, told: list[str]) -> None:
        """Add its lines to those `told` before."""
        if not self.speaks:
            return
        if not self.is_kept:
            self._tell(indent, told)
            return
        if self.told is None:
            own: list[str] = []
            self._tell("", own)
            self.told = tuple(own)
        if indent:
            told += [indent + line for line in self.told]
        else:
            told += self.told

    def _tell(self, indent: str, told: list[str]) -> None:
        if self.label:
            note = ""
            if self.why:
                note = f" ({clean(self.why)})"
            elif self.action:
                note = f" [{clean(self.action)}]"
            told.append(f"{indent}{self.name}{note}")
            indent += "  "
        for child in self.children:
            if isinstance(child, Group):
                child.tell(indent, told)

    def box(self) -> Box | None:
        inner = self._inner_box()
        if inner is None or not (self.x or self.y or self.turn or self.scale != 1):
            return inner
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle) * self.scale, math.sin(angle) * self.scale
        return Box.around(
            (self.x + px * cos - py * sin, self.y + px * sin + py * cos) for px, py in inner.corners
        )

    def _inner_box(self) -> Box | None:
        shown = [child for child in self.children if not (isinstance(child, Group) and child.preview)]
        boxes = [box for child in shown if (box := child.box()) is not None]
        if not boxes:
            return None
        corners = [(box.x, box.y) for box in boxes] + [(box.right, box.bottom) for box in boxes]
        return Box.around(corners)

    def draw(self, pen: Pen) -> None:
        if not self.is_kept:
            self._draw(pen)
            return
        drawn = self.drawn
        if drawn is None or self.hand != pen.hand:
            drawn = pen.apart(self._draw)
            self.drawn, self.hand = drawn, pen.hand
        pen.copy(drawn)

    def _draw(self, pen: Pen) -> None:
        """Draw it afresh; what has an id becomes a piece of its own."""
        if not self.id:
            self._draw_in(pen, "")
            return
        around, pen.out = pen.out, []
        name = pen.ident(self.id)
        self._draw_in(pen, f' id="{name}"')
        around.append(Piece(name, joined(pen.out)))
        pen.out = around

    def _draw_in(self, pen: Pen, name: str) -> None:
        out = pen.out
        attributes = name + self._attributes(pen)
        moved = f"translate({num(self.x)} {num(self.y)})" if self.x or self.y else ""
        posed = f"rotate({num(self.turn)})" if self.turn else ""
        if self.scale != 1:
            posed += f"scale({num(self.scale)})"
        if self.glides:
            out.append(f'<g{attributes} data-flip="" transform="translate({num(self.x)} {num(self.y)})"><g>')
            opened = "</g></g>"
            if posed:
                out.append(f'<g transform="{posed}">')
                opened += "</g>"
        elif attributes or moved or posed:
            placed = f' transform="{moved}{posed}"' if moved or posed else ""
            out.append(f"<g{attributes}{placed}>")
            opened = "</g>"
        else:
            opened = ""
        if self.glow:
            self._draw_glow(pen)
        late: list[Group] = []
        alike: list[Text] = []
        for child in self.children:
            if alike and not (isinstance(child, Text) and child.looks_like(alike[0])):
                _draw_words(alike, pen)
                alike = []
            if isinstance(child, Text):
                alike.append(child)
            elif isinstance(child, Group) and child.preview:
                late.append(child)
            else:
                child.draw(pen)
        _draw_words(alike, pen)
        if self.action or self.why or self.touch:
            self._draw_halo(pen)
        for preview in late:
            preview.draw(pen)
        if opened:
            out.append(opened)

    def _attributes(self, pen: Pen) -> str:
        text = self._choice_attributes()
        if self.about:
            text += f' data-about="{escape(self.about)}"'
        if self.preview:
            text += ' class="preview" visibility="hidden"'
        if self.opacity != 1:
            text += f' opacity="{num(self.opacity)}"'
        return text

    def _choice_attributes(self) -> str:
        """What it is called, and how it can be chosen."""
        if self.touch:
            return self._touch_attributes()
        if self.why:
            why = escape(self.why)
            return (
                f' class="refused" role="button" tabindex="-1" aria-disabled="true"'
                f' aria-label="{escape(self.name)}" aria-description="{why}"'
            )
        if self.action:
            kind = "option quiet" if self.quiet else "option"
            return (
                f' class="{kind}" role="button" tabindex="0" aria-label="{escape(self.name)}"'
                f' data-action="{escape(self.action)}"'
            )
        if self.label:
            role = "group" if self._speaks_inside() else "img"
            return f' role="{role}" aria-label="{escape(self.name)}"'
        return ""

    def _touch_attributes(self) -> str:
        """A piece that gestures are made with: lit where one can begin, refused where a rule forbids it."""
        kind = f"touch{' quiet' if self.quiet else ''}{' lit' if self.lit else ''}"
        text = (
            f' class="{kind}" role="button" tabindex="{0 if self.lit else -1}"'
            f' aria-label="{escape(self.name)}" data-touch="{escape(self.touch)}"'
        )
        if self.why:
            text += f' aria-description="{escape(self.why)}"'
        return text

    def _speaks_inside(self) -> bool:
        return any([isinstance(child, Group) and child.speaks for child in self.children])

    def _rim(self) -> str:
        if self.outline is not None:
            return self.outline.outline
        box = self._inner_box()
        if box is None:
            return ""
        box = box.inset(-_HALO_MARGIN)
        return rect(*box, r=min(8, box.w / 2, box.h / 2)).outline

    def _draw_halo(self, pen: Pen) -> None:
        """The edge of a choice, which also takes the clicks between its parts."""
        rim = self._rim()
        if not rim:
            return
        if self.touch and pen.theme is AUTO:
            pen.out.append(f'<{rim} class="halo"/>')  # pages have a rule for it
            return
        edge = ""
        if self.lit:
            edge = "" if self.quiet else f' stroke="{pen.css(LAMP)}" stroke-width="2"'
        elif not (self.touch or self.why or self.quiet):
            edge = f' stroke="{pen.css(ACCENT)}" stroke-width="2"'
        pen.out.append(f'<{rim} class="halo" fill="none"{edge}/>')

    def _draw_glow(self, pen: Pen) -> None:
        rim, colour = self._rim(), pen.css(GLOW)
        if rim:
            pen.out.append(f'<{rim} fill="none" stroke="{colour}" stroke-width="8" opacity=".3"/>')
            pen.out.append(f'<{rim} fill="none" stroke="{colour}" stroke-width="2.5"/>')


def _draw_words(alike: list[Text], pen: Pen) -> None:
    """Words that are lettered alike; many of them share one element that says how."""
    if len(alike) < _MANY_WORDS:
        for words in alike:
            words.draw(pen)
        return
    pen.out.append(f"<g{alike[0].look(pen)}>")
    for words in alike:
        words.draw_bare(pen)
    pen.out.append("</g>")


class Place(TypedDict, total=False):
    """Everything that may be said of a group; every component takes these too."""

    id: str
    x: float
    y: float
    scale: float
    turn: float
    label: str
    action: str | None
    why: str | None
    glow: str | None
    glides: bool
    opacity: float
    outline: Shape | None
    quiet: bool
    preview: bool
    touch: str
    lit: bool
    about: str
    amount: int | None


def group(
    *children: Child,
    id: str = "",
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    turn: float = 0,
    label: str = "",
    action: str | None = None,
    why: str | None = None,
    glow: str | None = None,
    glides: bool = False,
    opacity: float = 1,
    outline: Shape | None = None,
    quiet: bool = False,
    preview: bool = False,
    touch: str = "",
    lit: bool = False,
    about: str = "",
    amount: int | None = None,
) -> Group:
    """Nodes that belong together; nested lists are flattened and None is left out.

    `label` is what it is, in words. `action` makes it a choice, `why` one that is refused now (it wins over
    `action`), `glow` lights it up for the reason given. `glides` marks a piece that moves and needs an `id`.
    `outline` is the shape of the edge of a choice (the box around the children unless given); a `quiet` one
    shows it only when pointed at. A `preview` appears while the choice around it is pointed at.

    `touch` names it as a piece that gestures are made with (see `Gesture`), `lit` where one can begin;
    `about` is what the inspector is asked for; `amount` a number the piece shows, so that a page can say by
    how much an option would change it (it needs an `id`).
    """
    flat: list[Node] = []
    _flatten(children, flat)
    label = label or action or ""
    if (why or glow) and not label:
        raise ValueError(f"what is refused or glows needs a label: {why or glow!r}")
    if glides and not id:
        raise ValueError(f"a piece that glides needs an id: {label!r}")
    inner = [child for child in flat if isinstance(child, Group)]
    chooses = any([child.chooses for child in inner])
    if touch and not label:
        raise ValueError(f"what can be touched needs a label: {touch!r}")
    if amount is not None and not id:
        raise ValueError(f"a piece with an amount needs an id: {label!r}")
    if action or why or touch:
        if chooses:
            raise ValueError(f"a choice lies inside another one: {label!r}")
        chooses = True
    speaks = bool(label) or any([child.speaks for child in inner])
    return Group(
        tuple(flat), id, x, y, scale, turn, label, action or "", why or "", glow or "",
        glides, opacity, outline, quiet, preview, touch, lit, about, "" if amount is None else str(amount),
        speaks, chooses,
    )  # fmt: skip


def _flatten(children: Iterable[Child], into: list[Node]) -> None:
    for child in children:
        if isinstance(child, (Shape, Text, Use, Group)):
            into.append(child)
        elif isinstance(child, str):
            raise TypeError(f"words are drawn by text(...): {child!r}")
        elif child is not None:
            _flatten(child, into)
