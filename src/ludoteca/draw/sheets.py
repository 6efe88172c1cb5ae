"""Sheets of art: the symbols of a game in one SVG file, which a page fetches once and boards refer to.

A sheet is a plain SVG file. Each symbol is a group at the beginning of a line, with the box it fills:

    <g id="oak" data-box="-20 -60 40 62">
    ...
    </g>

Colours are written `light-dark(#day,#night)` where they change at night. `currentColor` is the tone a board
gives the symbol, `color-mix(in srgb,currentColor 70%,#000)` a shade of it. Patterns may stand beside symbols.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

from .colours import AUTO, Colour, Theme, mix
from .layout import Box

_SYMBOL: Final = re.compile(
    r'^<(?P<tag>g|pattern|clipPath) id="(?P<id>[a-z0-9-]+)"(?: data-box="(?P<box>[^"]+)")?(?P<rest>[^>]*)>'
    r"(?P<inside>.*?)^</(?P=tag)>",
    re.MULTILINE | re.DOTALL,
)
_REFERENCE: Final = re.compile(r'(?P<before>href="#|url\(#)(?P<id>[a-z0-9-]+)')
_BY_THEME: Final = re.compile(r"light-dark\((#[0-9a-f]{3,6}),(#[0-9a-f]{3,6})\)")
_SHADE: Final = re.compile(r"color-mix\(in srgb,currentColor (\d+)%,(#[0-9a-f]{3,6})\)")


@dataclass(frozen=True, slots=True)
class Symbol:
    """One drawing of a sheet: the box it fills around its own (0, 0), and its markup without the group."""

    name: str
    tag: str
    attributes: str
    box: Box | None
    markup: str

    @property
    def needs(self) -> list[str]:
        """The symbols and patterns it is made of."""
        return [found["id"] for found in _REFERENCE.finditer(self.markup)]


class Sheet:
    """The symbols in one SVG file of a package. `name` is the file's name on pages."""

    def __init__(self, name: str, package: str, file: str = "art.svg") -> None:
        self.name = name
        self._package = package
        self._file = file

    def __repr__(self) -> str:
        return f"<Sheet {self.name}>"

    @cached_property
    def source(self) -> str:
        """The file as it lies in the package."""
        return files(self._package).joinpath(self._file).read_text(encoding="utf-8")

    @cached_property
    def served(self) -> str:
        """The file as it travels: every line trimmed."""
        return "".join(line.strip() + "\n" for line in self.source.splitlines() if line.strip())

    @cached_property
    def address(self) -> str:
        """The file's name with a mark of its contents, so that browsers may keep it for ever."""
        return f"{self.name}.{hashlib.sha256(self.served.encode()).hexdigest()[:8]}.svg"

    @cached_property
    def symbols(self) -> dict[str, Symbol]:
        """The symbols and patterns by name."""
        found = {}
        for match in _SYMBOL.finditer(self.source):
            box = None
            if match["box"]:
                x, y, w, h = (float(number) for number in match["box"].split())
                box = Box(x, y, w, h)
            markup = "".join(line.strip() for line in match["inside"].splitlines())
            found[match["id"]] = Symbol(match["id"], match["tag"], match["rest"], box, markup)
        return found

    def symbol(self, name: str) -> Symbol:
        found = self.symbols.get(name)
        if found is None:
            raise ValueError(f"no symbol {name!r} in the sheet {self.name!r}")
        return found

    def definitions(self, name: str, theme: Theme, tone: Colour | None, prefix: str) -> dict[str, str]:
        """A symbol and all it is made of as elements for a picture of its own, by their ids.

        In a theme with literal colours a symbol with a tone is written once for each tone.
        """
        wanted, found = [name], dict[str, str]()
        while wanted:
            one = self.symbol(wanted.pop())
            id = self.ident(one.name, theme, tone, prefix)
            if id in found:
                continue
            wanted += one.needs
            markup = _REFERENCE.sub(
                lambda ref: ref["before"] + self.ident(ref["id"], theme, tone, prefix), one.markup
            )
            found[id] = f'<{one.tag} id="{id}"{one.attributes}>{literal(markup, theme, tone)}</{one.tag}>'
        return found

    def ident(self, name: str, theme: Theme, tone: Colour | None, prefix: str) -> str:
        """The id of a symbol inside a picture of its own."""
        toned = f"-{tone.key}" if tone is not None and theme is not AUTO else ""
        return f"{prefix}{self.name}-{name}{toned}"


def literal(markup: str, theme: Theme, tone: Colour | None) -> str:
    """Markup with the colours of one theme, for programs that know neither variables nor mixed colours."""
    if theme is AUTO:
        return markup
    number = 1 if theme is Theme.LIGHT else 2
    markup = _BY_THEME.sub(lambda found: str(found[number]), markup)
    if tone is None:
        return markup

    def chosen(colour: Colour) -> str:
        return colour.light if theme is Theme.LIGHT else colour.dark

    markup = _SHADE.sub(
        lambda found: chosen(mix(tone, Colour(_long(found[2])), 1 - int(found[1]) / 100)), markup
    )
    return markup.replace("currentColor", chosen(tone))


def _long(colour: str) -> str:
    """`#abc` as `#aabbcc`."""
    return colour if len(colour) == 7 else "#" + "".join(letter * 2 for letter in colour[1:])
