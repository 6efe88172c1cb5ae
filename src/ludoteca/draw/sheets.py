"""Sheets of art: the symbols of a game in one SVG file, which a page fetches once and boards refer to.

A sheet is a plain SVG file. Each symbol is a group at the beginning of a line, with the box it fills:

    <g id="oak" data-box="-20 -60 40 62">
    ...
    </g>

Colours are written `light-dark(#day,#night)` where they change at night. `currentColor` is the tone a board
gives the symbol, `color-mix(in srgb,currentColor 70%,#000)` a shade of it. Patterns may stand beside symbols.

Scenery of many shapes that nobody touches, such as a forest, is marked `data-picture="whole"` after its box:
pages show it as an image from a file of its own, one element instead of thousands. It has no tone. Symbols
that only such pictures are made of are marked `data-picture="part"`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final, NamedTuple

from .colours import AUTO, Colour, Theme, mix
from .layout import Box

_SYMBOL: Final = re.compile(
    r'^<(?P<tag>g|pattern|clipPath) id="(?P<id>[a-z0-9-]+)"(?: data-box="(?P<box>[^"]+)")?'
    r'(?: data-picture="(?P<picture>whole|part)")?(?P<rest>[^>]*)>'
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
    picture: str
    """`whole` if pages show it as an image, `part` if it is seen only in one, else nothing."""

    @property
    def needs(self) -> list[str]:
        """The symbols and patterns it is made of."""
        return [found["id"] for found in _REFERENCE.finditer(self.markup)]


class Picture(NamedTuple):
    """A symbol as a file of its own: its name on pages, its text, and the box it fills."""

    address: str
    served: str
    box: Box


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
        """The file as it travels: every line trimmed, without pictures and their parts."""
        kept = _SYMBOL.sub(lambda found: "" if found["picture"] else found[0], self.source)
        return "".join(line.strip() + "\n" for line in kept.splitlines() if line.strip())

    @cached_property
    def address(self) -> str:
        """The file's name on pages."""
        return _address(self.name, self.served)

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """The symbols that pages show as images, by name."""
        return {one.name: self._picture(one) for one in self.symbols.values() if one.picture == "whole"}

    @property
    def files(self) -> dict[str, str]:
        """Everything that pages may fetch, by address."""
        return {self.address: self.served} | {one.address: one.served for one in self.pictures.values()}

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
            found[match["id"]] = Symbol(
                match["id"], match["tag"], match["rest"], box, markup, match["picture"] or ""
            )
        return found

    def symbol(self, name: str) -> Symbol:
        """A symbol that boards may use."""
        found = self.symbols.get(name)
        if found is None:
            raise ValueError(f"no symbol {name!r} in the sheet {self.name!r}")
        if found.picture == "part":
            raise ValueError(f"{name!r} is only a part of pictures in the sheet {self.name!r}")
        return found

    def _with_parts(self, name: str) -> list[Symbol]:
        """A symbol, and after it all that it is made of."""
        wanted, found = [name], dict[str, Symbol]()
        while wanted:
            one = self.symbols[wanted.pop()]
            if one.name not in found:
                found[one.name] = one
                wanted += one.needs
        return list(found.values())

    def _picture(self, symbol: Symbol) -> Picture:
        if symbol.box is None:
            raise ValueError(f"the picture {symbol.name!r} in the sheet {self.name!r} has no box")
        defs = "".join(
            f'<{part.tag} id="{part.name}"{part.attributes}>{part.markup}</{part.tag}>'
            for part in self._with_parts(symbol.name)[1:]
        )
        box = " ".join(f"{number:g}" for number in symbol.box)
        served = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" style="color-scheme:light dark">'
            f"<defs>{defs}</defs>{symbol.markup}</svg>"
        )
        return Picture(_address(f"{self.name}-{symbol.name}", served), served, symbol.box)

    def definitions(self, name: str, theme: Theme, tone: Colour | None, prefix: str) -> dict[str, str]:
        """A symbol and all it is made of as elements for a picture of its own, by their ids.

        In a theme with literal colours a symbol with a tone is written once for each tone.
        """
        found = dict[str, str]()
        for one in self._with_parts(name):
            id = self.ident(one.name, theme, tone, prefix)
            markup = _REFERENCE.sub(
                lambda ref: ref["before"] + self.ident(ref["id"], theme, tone, prefix), one.markup
            )
            found[id] = f'<{one.tag} id="{id}"{one.attributes}>{literal(markup, theme, tone)}</{one.tag}>'
        return found

    def ident(self, name: str, theme: Theme, tone: Colour | None, prefix: str) -> str:
        """The id of a symbol inside a picture of its own."""
        toned = f"-{tone.key}" if tone is not None and theme is not AUTO else ""
        return f"{prefix}{self.name}-{name}{toned}"


def _address(name: str, served: str) -> str:
    """A file's name with a mark of its contents, so that browsers may keep it for ever."""
    return f"{name}.{hashlib.sha256(served.encode()).hexdigest()[:8]}.svg"


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
