"""The pen writes SVG, and names the pieces of a picture so that only what changed has to be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from sys import getsizeof
from typing import Final, TypeAlias, Union

from mypy_extensions import mypyc_attr

from .colours import Colour, Theme
from .patterns import Paint, Pattern
from .sheets import Picture, Sheet
from .wording import ident, num

Part: TypeAlias = Union[str, "Piece"]
Used: TypeAlias = tuple[Sheet, str, Colour | None]
"""A symbol of a sheet in a tone."""
PIECE: Final = 150
"""About how many bytes a piece takes besides its text."""
_CSS: Final[dict[Theme, Callable[[Colour], str]]] = {theme: attrgetter(theme.value) for theme in Theme}


@mypyc_attr(acyclic=True)
class Piece:
    """An element with an id: its text, in which named pieces stand. Never changed once made.

    The pieces of a `listed` one come and go one by one; any other is sent whole when they do.
    """

    __slots__ = ("id", "listed", "parts")

    def __init__(self, id: str, parts: Iterable[Part], listed: bool = False) -> None:
        self.id = id
        self.parts = tuple(parts)
        self.listed = listed

    @property
    def text(self) -> str:
        """All of it, put together when asked for: that happens once for most pieces, if at all."""
        return "".join([part if isinstance(part, str) else part.text for part in self.parts])

    @property
    def inner(self) -> list[Piece]:
        """The pieces that stand in it."""
        return [part for part in self.parts if isinstance(part, Piece)]

    def weigh(self) -> int:
        """About how many bytes it takes. The pieces in it are weighed where they are kept."""
        own = sum([getsizeof(part) for part in self.parts if isinstance(part, str)])
        return PIECE + 8 * len(self.parts) + own

    def __html__(self) -> str:
        """Templates take it as it is."""
        return self.text


class Changes:
    """What to send to a reader who has seen other pieces: elements, and lists with what is new in them.

    Where an element changed and a piece in it did not, an empty element with its id and `data-same` stands
    for that piece.
    """

    def __init__(self) -> None:
        self.whole: dict[str, str] = {}
        self.lists: dict[str, tuple[list[str], dict[str, str]]] = {}
        """For every list that changed: the ids in it now, and the text of those that are new or changed."""

    def compare(self, seen: Mapping[str, Piece], pieces: Iterable[Piece]) -> Changes:
        """Add how the pieces differ from those that were seen."""
        for piece in pieces:
            known = seen.get(piece.id)
            if known is None:
                self.whole[piece.id] = piece.text
            elif known is not piece:
                self._look_into(known, piece)
        return self

    def _look_into(self, known: Piece, piece: Piece) -> None:
        """Two pieces of one name: what is kept is the same object in both, and need not be looked at."""
        changed: list[tuple[Piece, Piece]] = []
        if piece.listed == known.listed and _hold_the_same(known, piece, changed):
            for one, other in changed:
                self._look_into(one, other)
        elif not (piece.listed and known.listed):
            self.whole[piece.id] = retold(known, piece)
        elif known.parts[0] != piece.parts[0] or known.parts[-1] != piece.parts[-1]:
            self.whole[piece.id] = piece.text
        else:
            self._look_along(known, piece)

    def _look_along(self, known: Piece, piece: Piece) -> None:
        """Two lists in which not the same pieces stand."""
        before = {one.id: one for one in known.inner}
        now = piece.inner
        ids = [one.id for one in now]
        fresh: dict[str, str] = {}
        for one in now:
            other = before.get(one.id)
            if other is None:
                fresh[one.id] = one.text
            elif other is not one:
                self._look_into(other, one)
        if fresh or ids != list(before):
            self.lists[piece.id] = (ids, fresh)


def _hold_the_same(known: Piece, piece: Piece, changed: list[tuple[Piece, Piece]]) -> bool:
    """Whether the same words and pieces of the same names stand in both; adds those that `changed`."""
    if len(known.parts) != len(piece.parts):
        return False
    for before, now in zip(known.parts, piece.parts):
        if before is now:
            continue
        if isinstance(before, Piece) and isinstance(now, Piece) and before.id == now.id:
            changed.append((before, now))
        elif not isinstance(before, str) or before != now:
            return False
    return True


def retold(known: Piece, piece: Piece) -> str:
    """A piece that changed, with no more than their names for those in it that did not."""
    before = {one.id: one for one in known.inner}
    told: list[str] = []
    for part in piece.parts:
        if isinstance(part, str):
            told.append(part)
            continue
        other = before.get(part.id)
        if other is None:
            told.append(part.text)
        elif other is part or other.text == part.text:
            told.append(_stub(part))
        else:
            told.append(retold(other, part))
    return "".join(told)


def _stub(piece: Piece) -> str:
    start = piece.parts[0]
    assert isinstance(start, str), "a piece begins with its own tag"
    tag = start[1 : start.index(" ")]
    return f'<{tag} id="{piece.id}" data-same></{tag}>'


@mypyc_attr(acyclic=True)
class Drawn:
    """What a pen left of a part that is kept."""

    __slots__ = ("ids", "parts", "patterns", "symbols")

    def __init__(
        self,
        parts: tuple[Part, ...],
        ids: tuple[str, ...],
        patterns: dict[str, Pattern],
        symbols: frozenset[Used],
    ) -> None:
        self.parts = parts
        self.ids = ids
        self.patterns = patterns
        self.symbols = symbols


_NO_PATTERNS: Final[dict[str, Pattern]] = {}
_NO_SYMBOLS: Final[frozenset[Used]] = frozenset()


class Pen:
    """Collects the text of a picture in one theme, and what had to be defined for it.

    `art` is where sheets are served; without it a picture carries the symbols it uses.
    """

    __slots__ = ("art", "css", "hand", "ids", "out", "patterns", "prefix", "symbols", "theme")

    def __init__(self, theme: Theme, prefix: str = "", art: str = "") -> None:
        self.theme = theme
        self.css = _CSS[theme]
        self.prefix = prefix
        self.art = art
        self.hand = f"{theme.value} {prefix} {art}"
        """What two pens have in common that draw alike."""
        self.out: list[Part] = []
        self.ids: set[str] = set()
        self.patterns: dict[str, Pattern] = {}
        self.symbols: set[Used] = set()

    def paint(self, paint: Paint) -> str:
        """What stands in a `fill` or `stroke` attribute."""
        if paint is None:
            return "none"
        if isinstance(paint, Colour):
            return self.css(paint)
        name = self.prefix + paint.key
        self.patterns[name] = paint
        return f"url(#{name})"

    def symbol(self, sheet: Sheet, name: str, tone: Colour | None) -> str:
        """The beginning of an element that shows a symbol."""
        if self.art:
            return f'<use href="{self.art}{sheet.address}#{name}"'
        self.symbols.add((sheet, name, tone))
        return f'<use href="#{sheet.ident(name, self.theme, tone, self.prefix)}"'

    def image(self, picture: Picture) -> str:
        """The beginning of an element that shows a picture."""
        x, y, w, h = (num(number) for number in picture.box)
        return f'<image href="{self.art}{picture.address}" x="{x}" y="{y}" width="{w}" height="{h}"'

    def ident(self, name: str) -> str:
        """The id of an element, which may be given only once in a picture."""
        full = self.prefix + ident(name)
        if full in self.ids:
            raise ValueError(f"two elements of one picture have the id {full!r}")
        self.ids.add(full)
        return full

    def left(self) -> Drawn:
        """All that it has drawn, to be copied."""
        symbols = frozenset(self.symbols) if self.symbols else _NO_SYMBOLS
        return Drawn(tuple(joined(self.out)), tuple(self.ids), self.patterns or _NO_PATTERNS, symbols)

    def apart(self, draw: Callable[[Pen], None]) -> Drawn:
        """What is drawn apart from all that it has drawn so far."""
        out, ids, patterns, symbols = self.out, self.ids, self.patterns, self.symbols
        self.out, self.ids, self.patterns, self.symbols = [], set(), {}, set()
        try:
            draw(self)
            return self.left()
        finally:
            self.out, self.ids, self.patterns, self.symbols = out, ids, patterns, symbols

    def copy(self, drawn: Drawn) -> None:
        """Put down again what a pen of the same theme and prefix drew before."""
        self.note(drawn)
        self.out += drawn.parts

    def note(self, drawn: Drawn) -> None:
        """Take over which ids were given and which patterns and symbols used."""
        if drawn.ids:
            if not self.ids.isdisjoint(drawn.ids):
                twice = min(self.ids.intersection(drawn.ids))
                raise ValueError(f"two elements of one picture have the id {twice!r}")
            self.ids.update(drawn.ids)
        if drawn.patterns:
            self.patterns |= drawn.patterns
        if drawn.symbols:
            self.symbols |= drawn.symbols

    def definitions(self) -> str:
        """The patterns and symbols used so far."""
        drawn = [p.definition(self.css, name) for name, p in sorted(self.patterns.items())]
        symbols: dict[str, str] = {}
        for sheet, name, tone in self.symbols:
            symbols |= sheet.definitions(name, self.theme, tone, self.prefix)
        return "".join(drawn + [symbols[id] for id in sorted(symbols)])


def joined(parts: Iterable[Part]) -> list[Part]:
    """The same with neighbouring texts made one."""
    found: list[Part] = []
    run: list[str] = []
    for part in parts:
        if isinstance(part, str):
            run.append(part)
        else:
            if run:
                found.append("".join(run))
                run = []
            found.append(part)
    if run:
        found.append("".join(run))
    return found
