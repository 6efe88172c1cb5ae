"""A scene: one tree, seen as a picture or read as a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getsizeof
from typing import Final, NamedTuple

from .colours import ACCENT, AUTO, GOOD, INK, LAMP, LIGHT, PALETTE, PAPER, ROLES, WARN, Theme
from .gestures import Gesture, Notebook
from .memory import remembered
from .nodes import Child, Group, group
from .patterns import Paint, Pattern
from .pen import Drawn, Part, Pen, Piece, Used
from .raster import png_of
from .wording import clean, escape, ident, num

_CASING: Final = "drop-shadow(0 0 1.5px #000)"
"""Around the rim of what can be touched, so that its gold stands out on any ground. Each costs pixels."""
FONTS: Final = "DejaVu Sans, Segoe UI, Roboto, Helvetica, Arial, sans-serif"
NAMES: Final = "Iowan Old Style,Palatino Linotype,Palatino,Georgia,DejaVu Serif,serif"
"""What names are lettered in; on a page, as its headings are."""


def lettering(theme: Theme = AUTO) -> str:
    """What the outermost element of a picture says once for all words and lines in it."""
    return (
        f'font-family="{FONTS}" text-anchor="middle" fill="{getattr(INK, theme.value)}"'
        ' stroke-linecap="round" stroke-linejoin="round"'
    )


def stylesheet(theme: Theme = AUTO, choices: bool = True) -> str:
    """The CSS of pictures in one theme: the colours, and how choices answer the pointer and the keyboard.

    The automatic theme follows the browser's setting unless an element around the picture says
    `data-theme="light"` or `"dark"`.
    """
    here = f".ludoteca.{theme.value}"
    names = "var(--serif,serif)" if theme is AUTO else NAMES
    rules = [f"{here} [font-family=serif]{{font-family:{names}}}"]
    if choices:
        rules += _choice_rules(here, theme)
    if theme is AUTO:
        colours = "".join(f"--{c.name}:light-dark({c.light},{c.dark});" for c in (*ROLES, *PALETTE))
        rules += [
            f"{here}{{color-scheme:light dark;{colours}}}",
            f"[data-theme=light] {here}{{color-scheme:light}}",
            f"[data-theme=dark] {here}{{color-scheme:dark}}",
        ]
    return "\n".join(rules)


def _choice_rules(here: str, theme: Theme) -> list[str]:
    accent, lamp, good, warn, paper = (
        getattr(colour, theme.value) for colour in (ACCENT, LAMP, GOOD, WARN, PAPER)
    )
    return [
        f"{here} .halo{{pointer-events:all}}",
        f"{here} .option{{cursor:pointer;outline:none;user-select:none}}",
        f"{here} .refused{{cursor:help;outline:none}}",
        f"{here} .option:hover .halo,{here} .option:focus .halo{{stroke:{accent};stroke-width:4}}",
        f"{here} .refused:focus .halo{{stroke:{accent};stroke-width:2;stroke-dasharray:2 5}}",
        f"{here} .touch{{outline:none;user-select:none;touch-action:manipulation}}",
        f"{here} :is(.touch.lit,.touch.held){{cursor:pointer}}",
        f"{here} .touch[aria-description]:not(.lit){{cursor:help}}",
        f"{here} .touch .halo{{fill:none;stroke:none}}",
        f"{here} .touch.lit .halo{{stroke:{lamp};stroke-width:3;filter:{_CASING}}}",
        f"{here} .touch.quiet .halo{{stroke:none;filter:none}}",
        f"{here} .touch.lit:hover .halo,{here} .touch:focus-visible .halo{{stroke:{accent};stroke-width:4}}",
        f"{here} .touch.held .halo{{stroke:{accent};stroke-width:4}}",
        f"{here} :is(.ghost,.dragged){{pointer-events:none;opacity:.6}}",
        f"{here} :is(.gain,.loss){{pointer-events:none;font-size:14px;font-weight:700}}",
        f"{here} .gain rect{{fill:{good}}}{here} .loss rect{{fill:{warn}}}",
        f"{here} :is(.gain,.loss) text{{fill:{paper}}}",
        f"{here} .preview{{pointer-events:none}}",
        f"{here} :is(.option,.refused):is(:hover,:focus) .preview{{visibility:visible}}",
    ]


_NOTHING: Final = group().kept()


def _all_kept(groups: Sequence[Group]) -> bool:
    return all([one.is_kept for one in groups])


def _lines_of(groups: Sequence[Group]) -> list[str]:
    told: list[str] = []
    for one in groups:
        one.tell("  ", told)
    return told


def _layer(name: str, groups: Sequence[Group], pen: Pen) -> Piece:
    """A layer as a list of pieces: one for each time something was laid on it, if more than once."""
    key = pen.ident(name)
    parts: list[Part] = []
    for number, one in enumerate(groups):
        pen.out = []
        one.draw(pen)
        if len(groups) == 1:
            parts = pen.out
        elif len(pen.out) == 1 and isinstance(pen.out[0], Piece):
            parts.append(pen.out[0])
        else:
            own = pen.ident(f"{name} {number}")
            parts.append(Piece(own, [f'<g id="{own}">', *pen.out, "</g>"]))
    return Piece(key, [f'<g id="{key}">', *parts, "</g>"], listed=len(groups) > 1)


# Layers of which every part is kept are kept as a whole.


def _weight_of_layer(layer: tuple[Piece, Drawn]) -> int:
    """The groups it was drawn from are parts, and weighed as such."""
    return layer[0].weigh() + 8 * len(layer[1].ids)


@remembered(_weight_of_layer)
def _kept_layer(
    name: str, groups: tuple[Group, ...], theme: Theme, prefix: str, art: str
) -> tuple[Piece, Drawn]:
    pen = Pen(theme, prefix, art)
    piece = _layer(name, groups, pen)
    pen.out = []
    return piece, pen.left()


def _weight_of_lines(lines: str) -> int:
    return getsizeof(lines)


@remembered(_weight_of_lines)
def _kept_lines(groups: tuple[Group, ...]) -> str:
    return "\n".join(_lines_of(groups))


@remembered(Piece.weigh)
def _definitions(
    id: str, patterns: tuple[tuple[str, Pattern], ...], symbols: frozenset[Used], theme: Theme, prefix: str
) -> Piece:
    pen = Pen(theme, prefix)
    pen.patterns = dict(patterns)
    pen.symbols = set(symbols)
    return Piece(id, [f'<defs id="{id}">{pen.definitions()}</defs>'])


@remembered(Piece.weigh)
def _piece(id: str, text: str) -> Piece:
    return Piece(id, [text])


class Placed(NamedTuple):
    """Where a piece lies, the number it shows (None if it shows none), and what it is to the inspector."""

    x: float
    y: float
    glides: bool
    amount: int | None
    about: str


def _place(one: Group, x: float, y: float, scale: float, found: dict[str, Placed], prefix: str) -> None:
    """Note the pieces in a group; turned groups hold none that move."""
    x, y, scale = x + one.x * scale, y + one.y * scale, scale * one.scale
    if one.id and (one.glides or one.amount):
        amount = int(one.amount) if one.amount else None
        found[prefix + ident(one.id)] = Placed(round(x, 1), round(y, 1), one.glides, amount, one.about or "")
    for child in one.children:
        if isinstance(child, Group):
            _place(child, x, y, scale, found, prefix)


class Scene:
    """A picture of `width` by `height` with named layers, drawn from the first to the last."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        *,
        layers: Sequence[str] = ("table", "pieces", "options"),
        ground: Paint = PAPER,
        prefix: str = "",
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.ground = ground
        self.prefix = ident(prefix)
        self.art = ""
        """Where sheets of art are served; without it the picture carries the symbols it uses."""
        self.gestures: tuple[Gesture, ...] = ()
        """How each choice is made on this board."""
        self.notebook: Notebook | None = None
        """Where its reader may pencil marks."""
        self.places: Callable[[int], tuple[float, float] | None] | None = None
        """Where the places lie on which a flag can be put, by their numbers; None for one out of sight. The
        flag is drawn below the last layer.
        """
        self.window: tuple[float, ...] = ()
        """Which part of a map it shows, if that can change: then pieces move that nobody moves."""
        self._layers: dict[str, list[Group]] = {name: [] for name in layers}

    def __repr__(self) -> str:
        return f"<Scene {self.title!r} {num(self.width)}x{num(self.height)}: {', '.join(self._layers)}>"

    def __str__(self) -> str:
        return self.text()

    def add(self, layer: str, *children: Child) -> None:
        """Lay things on top of a layer."""
        alone = children[0] if len(children) == 1 else group(*children)
        self.lay(layer, [alone if isinstance(alone, Group) else group(alone) if alone else _NOTHING])

    def lay(self, layer: str, groups: Sequence[Group]) -> None:
        """Lay groups on top of a layer, one after the other."""
        if layer not in self._layers:
            raise ValueError(f"no layer {layer!r} in this scene; it has {', '.join(self._layers)}")
        self._layers[layer] += groups

    def text(self) -> str:
        """The same tree in words: the title, then everything that has a label, indented."""
        told = [clean(self.title)]
        for groups in self._layers.values():
            if not _all_kept(groups):
                told += _lines_of(groups)
            elif lines := _kept_lines(tuple(groups)):
                told.append(lines)
        return "\n".join(told)

    def layers(self, theme: Theme = AUTO) -> dict[str, str]:
        """The elements of the picture that can change, by id: title, text, patterns, ground, layers."""
        title, desc = (f"{self.prefix}scene-{part}" for part in ("title", "desc"))
        words = "\n".join(escape(line) for line in self.text().split("\n"))
        told = {
            title: f'<title id="{title}">{escape(self.title)}</title>',
            desc: f'<desc id="{desc}">{words}</desc>',
        }
        return told | {piece.id: piece.text for piece in self.pieces(theme)}

    def pieces(self, theme: Theme = AUTO) -> list[Piece]:
        """What is drawn, as pieces in which smaller ones can be told apart: patterns, ground, layers."""
        pen = Pen(theme, self.prefix, self.art)
        _, _, defs, ground = (pen.ident(f"scene-{part}") for part in ("title", "desc", "defs", "ground"))
        w, h, fill = num(self.width), num(self.height), pen.paint(self.ground)
        drawn: list[Piece] = []
        for name, groups in self._layers.items():
            if _all_kept(groups):
                piece, left = _kept_layer(name, tuple(groups), theme, self.prefix, self.art)
                pen.note(left)
            else:
                piece = _layer(name, groups, pen)
            drawn.append(piece)
        return [
            _definitions(
                defs, tuple(sorted(pen.patterns.items())), frozenset(pen.symbols), theme, self.prefix
            ),
            _piece(ground, f'<rect id="{ground}" width="{w}" height="{h}" fill="{fill}"/>'),
            *drawn,
        ]

    def placed(self) -> dict[str, Placed]:
        """Where the pieces lie that move or show a number, by the ids their elements have."""
        found: dict[str, Placed] = {}
        for groups in self._layers.values():
            for one in groups:
                _place(one, 0, 0, 1, found, self.prefix)
        return found

    def svg(self, theme: Theme = AUTO, *, width: float | None = None, style: bool = True) -> str:
        """The whole picture; as wide as its place unless a `width` in pixels is given.

        Without `style` the page is expected to hold `stylesheet(theme)` once for all its pictures.
        """
        sized = (
            "" if width is None else f' width="{num(width)}" height="{num(width * self.height / self.width)}"'
        )
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="ludoteca {theme.value}"{sized}',
                f' viewBox="0 0 {num(self.width)} {num(self.height)}" {lettering(theme)} role="group"',
                f' aria-labelledby="{self.prefix}scene-title">',
                *self.layers(theme).values(),
                f"<style>{escape(stylesheet(theme, self._chooses))}</style>" if style else "",
                "</svg>",
            ]
        )

    @property
    def _chooses(self) -> bool:
        """Whether anything in it is a choice."""
        return any([one.chooses for groups in self._layers.values() for one in groups])

    def _repr_svg_(self) -> str:
        return self.svg(LIGHT, width=self.width)

    def png(
        self,
        width: int | None = None,
        theme: Theme = LIGHT,
        *,
        font_files: Sequence[str] = (),
        font_dirs: Sequence[str] = (),
    ) -> bytes:
        """The picture as PNG, drawn by resvg with the system's fonts and those given."""
        if theme is AUTO:
            raise ValueError("a PNG cannot follow the browser's setting: choose LIGHT or DARK")
        svg = self.svg(theme, style=False)
        return png_of(svg, round(width or self.width), font_files, font_dirs)
