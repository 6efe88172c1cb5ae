"""What draws: the pen, and the named pieces it leaves, so that only what changed need travel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, Union

from .colours import Colour, Theme
from .patterns import Paint, Pattern
from .wording import ident

Part: TypeAlias = Union[str, "Piece"]
_CSS: Final[dict[Theme, Callable[[Colour], str]]] = {theme: attrgetter(theme.value) for theme in Theme}


class Imprint(NamedTuple):
    """By what a piece is known again: its own text, everything in it, and its named pieces."""

    own: int
    whole: int
    inner: dict[str, Imprint]


class Piece:
    """An element with an id: its text, in which named pieces stand. Never changed once made.

    The pieces of a `listed` one come and go one by one; any other is sent whole when they do.
    """

    __slots__ = ("_imprint", "_text", "id", "listed", "parts")

    def __init__(self, id: str, parts: list[Part], listed: bool = False) -> None:
        self.id = id
        self.parts = parts
        self.listed = listed
        self._text: str | None = None
        self._imprint: Imprint | None = None

    @property
    def text(self) -> str:
        """All of it."""
        if self._text is None:
            self._text = "".join([part if isinstance(part, str) else part.text for part in self.parts])
        return self._text

    @property
    def inner(self) -> list[Piece]:
        """The pieces that stand in it."""
        return [part for part in self.parts if not isinstance(part, str)]

    @property
    def imprint(self) -> Imprint:
        """By what it is known again."""
        if self._imprint is None:
            inner = {part.id: part._imprint or part.imprint for part in self.parts if type(part) is Piece}
            if self.listed:
                own = hash((self.parts[0], self.parts[-1]))
            else:
                own = hash(tuple([part if isinstance(part, str) else part.id for part in self.parts]))
            whole = hash((own, *[(key, imprint.whole) for key, imprint in inner.items()])) if inner else own
            self._imprint = Imprint(own, whole, inner)
        return self._imprint

    def __html__(self) -> str:
        """Templates take it as it is."""
        return self.text


class Changes:
    """What must travel to who has seen other pieces: whole elements, and lists with what is new in them."""

    def __init__(self) -> None:
        self.whole: dict[str, str] = {}
        self.lists: dict[str, tuple[list[str], dict[str, str]]] = {}
        """For every list that changed: the ids in it now, and the text of those that are new or changed."""

    def compare(self, seen: Mapping[str, Imprint], pieces: Iterable[Piece]) -> Changes:
        """Add how the pieces differ from what was seen."""
        for piece in pieces:
            known = seen.get(piece.id)
            if known is None:
                self.whole[piece.id] = piece.text
            elif known is not piece._imprint and known.whole != piece.imprint.whole:
                self._look_into(known, piece)
        return self

    def _look_into(self, known: Imprint, piece: Piece) -> None:
        imprint = piece.imprint
        if known.own != imprint.own:
            self.whole[piece.id] = piece.text
        elif not piece.listed or [*known.inner] == [*imprint.inner]:
            self.compare(known.inner, piece.inner)
        else:
            fresh: dict[str, str] = {}
            for one in piece.inner:
                before = known.inner.get(one.id)
                if before is None:
                    fresh[one.id] = one.text
                elif before is not one._imprint and before.whole != one.imprint.whole:
                    self._look_into(before, one)
            self.lists[piece.id] = ([*imprint.inner], fresh)


class Drawn(NamedTuple):
    """What a pen left of a part that is kept."""

    parts: list[Part]
    ids: set[str]
    patterns: dict[str, Pattern]


class Pen:
    """Collects the text of a picture in one theme, and what had to be defined for it."""

    __slots__ = ("css", "ids", "out", "patterns", "prefix", "theme")

    def __init__(self, theme: Theme, prefix: str = "") -> None:
        self.theme = theme
        self.css = _CSS[theme]
        self.prefix = prefix
        self.out: list[Part] = []
        self.ids: set[str] = set()
        self.patterns: dict[str, Pattern] = {}

    def paint(self, paint: Paint) -> str:
        """What stands in a `fill` or `stroke` attribute."""
        if paint is None:
            return "none"
        if isinstance(paint, Colour):
            return self.css(paint)
        name = self.prefix + paint.key
        self.patterns[name] = paint
        return f"url(#{name})"

    def ident(self, name: str) -> str:
        """The id of an element, which may be given only once in a picture."""
        full = self.prefix + ident(name)
        if full in self.ids:
            raise ValueError(f"two elements of one picture have the id {full!r}")
        self.ids.add(full)
        return full

    def copy(self, drawn: Drawn) -> None:
        """Put down again what a pen of the same theme and prefix drew before."""
        self.note(drawn)
        self.out += drawn.parts

    def note(self, drawn: Drawn) -> None:
        """Take over which ids were given and which patterns used."""
        if drawn.ids:
            if not self.ids.isdisjoint(drawn.ids):
                twice = min(self.ids & drawn.ids)
                raise ValueError(f"two elements of one picture have the id {twice!r}")
            self.ids |= drawn.ids
        if drawn.patterns:
            self.patterns |= drawn.patterns

    def definitions(self) -> str:
        """The patterns used so far."""
        return "".join(p.definition(self.css, name) for name, p in sorted(self.patterns.items()))


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
