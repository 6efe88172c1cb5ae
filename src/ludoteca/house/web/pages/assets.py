"""Assets of the pages: templates, static files with their fingerprints, small drawings."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.draw.colours import PALETTE, ROLES
from ludoteca.games import load, names
from ludoteca.house.web.pages.board_picture import ART
from ludoteca.house.web.pages.documentation import site_folder
from ludoteca.house.web.pages.lesson import has_lesson
from ludoteca.lab.balance_page import report_style

FOLDER: Final = Path(__file__).parent
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
COLOURED_SEATS: Final = 12
"""How many seats can have the colours of the board beside their names."""
_IMPORTED: Final = re.compile(r'("\./[a-z]+\.js)("[;)])')
"""How scripts name each other: imported at once, or when needed."""
_COMMENT: Final = re.compile(r"//.*|/\*[^*]*\*/")
_STYLE_SPACES: Final = re.compile(r"\s*([{};,])\s*|(?<=:) ")
"""Spaces that a style does without. A space before a colon means something in selectors."""
LEAST_TO_COMPRESS: Final = 600
"""Bytes below which compressing an answer saves nothing."""


@dataclass(frozen=True)
class Static:
    """A file that browsers may keep: its address changes with its content."""

    name: str
    kind: str
    body: bytes
    mark: str

    @cached_property
    def packed(self) -> bytes:
        """The body, compressed when somebody first asks for it."""
        return gzip.compress(self.body, 9, mtime=0)


@lru_cache(maxsize=1)
def statics() -> dict[str, Static]:
    """Every static file by its name. Scripts name each other with the fingerprint of all of them."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "static").iterdir())}
    texts["board.css"] = _board_css()
    texts["report.css"] = report_style()
    for sheet in _sheets():
        texts |= sheet.files
    mark = sha256("\0".join(f"{name}\0{text}" for name, text in sorted(texts.items())).encode()).hexdigest()[
        :12
    ]
    found = {}
    for name, text in texts.items():
        if name.endswith(".js"):
            text = _IMPORTED.sub(rf"\1?{mark}\2", text)
        text = trimmed(text)
        if name.endswith(".css"):
            text = _STYLE_SPACES.sub(r"\1", text)
        body = text.encode()
        kind = KINDS[Path(name).suffix]
        found[name] = Static(name, f"{kind}; charset=utf-8", body, mark)
    return found


def pack_statics() -> int:
    """Compress every static file now; how many bytes they have then."""
    return sum(len(file.packed) for file in statics().values())


def trimmed(text: str) -> str:
    """A style or script as it travels: without indentation, empty lines and lines that are only a comment."""
    lines = [line.strip() for line in text.splitlines()]
    return "".join(f"{line}\n" for line in lines if line and not _COMMENT.fullmatch(line))


def _sheets() -> list[d.Sheet]:
    """The art of all games."""
    shown = [load(name).presentation for name in names()]
    return [sheet for presentation in shown if presentation is not None for sheet in presentation.sheets]


def _board_css() -> str:
    """The colours of whole pages, and how boards react to pointer and keyboard."""
    colours = "".join(f"--{c.name}:light-dark({c.light},{c.dark});" for c in (*ROLES, *PALETTE))
    seats = "".join(f"--seat-{n}:var(--card);--seat-ink-{n}:var(--ink);" for n in range(COLOURED_SEATS))
    return f":root{{{colours}{seats}}}\n{d.stylesheet(d.AUTO)}\n"


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{name}?{statics()[name].mark}"


def drawn(
    node: d.Group, width: float, height: float, *, label: str = "", css: str = "", prefix: str = ""
) -> Markup:
    """A small inline picture; without a label it is decoration. The `prefix` keeps its ids apart."""
    pen = d.Pen(d.AUTO, prefix, ART)
    node.draw(pen)
    inside = (f"<defs>{pen.definitions()}</defs>" if pen.patterns else "") + d.Piece("", pen.out).text
    told = f'role="img" aria-label="{d.escape(label)}"' if label else 'aria-hidden="true"'
    shape = f' class="{css}"' if css else ""
    return Markup(f'<svg{shape} viewBox="0 0 {width:g} {height:g}" {d.lettering()} {told}>{inside}</svg>')


@lru_cache(maxsize=128)
def seat_mark(seat: int, known: d.Colour | None = None) -> Markup:
    """The mark of a seat beside its name: its shape, in the colour it has on the board of the page.

    Where a page shows several tables, or none, the colour is said.
    """
    found = d.SEATS[seat % len(d.SEATS)]
    number = "" if seat < len(d.SEATS) else str(seat + 1)
    colour, ink = d.CARD, d.INK
    if known:
        colour, ink = known, d.ink_on(known)
    elif seat < COLOURED_SEATS:
        colour = d.Colour(colour.light, colour.dark, f"seat-{seat}")
        ink = d.Colour(ink.light, ink.dark, f"seat-ink-{seat}")
    drawn_mark = d.token(number, r=11, fill=colour, ink=ink, shape=found.shape, x=15, y=15)
    return drawn(drawn_mark, 30, 30, css="seat-mark")


@lru_cache(maxsize=1)
def logo() -> Markup:
    """A die, a card and a piece."""
    return drawn(
        d.group(
            d.rect(3, 7, 15, 20, 3, fill=d.GOLD),
            d.rect(9, 4, 19, 19, 5, fill=d.CARD, stroke=d.INK, width=1.8),
            d.mark("circle", 2.1, 14.4, 9.4, fill=d.INK),
            d.mark("circle", 2.1, 22.6, 17.6, fill=d.INK),
            d.mark("house", 5.2, 22, 25, fill=d.ACCENT, stroke=d.PAPER, width=1.2),
        ),
        32,
        32,
    )


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates."""
    found = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals |= {"static": static, "logo": logo(), "seat_mark": seat_mark, "has_lesson": has_lesson}
    found.globals["game_count"] = lambda: len(names())
    found.globals["documented"] = lambda: site_folder() is not None
    return found


def render(template: str, /, **values: Any) -> str:
    """A whole page."""
    return environment().get_template(template).render(values)


@lru_cache(maxsize=1)
def parts() -> Any:
    """The macros that write the changing parts of a table's page."""
    return environment().get_template("parts.html").module
