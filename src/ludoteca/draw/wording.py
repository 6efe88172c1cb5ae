"""Words and numbers as they may be written into a picture: clean, escaped, short and measured."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

_DROPPED: Final = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_BLANKS: Final = re.compile(r"[\t\n\v\f\r\u2028\u2029]+")
_SUSPECT: Final = re.compile(r"[^ !#-%(-;=?-~\u00a0-\u2027\u2030-\u2065\u206a-\ud7ff\ue000-\ufffd]")
_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@lru_cache(maxsize=16384)
def num(value: float) -> str:
    """A number in its shortest form, to the hundredth below ten, else to the tenth: `12.5`, `3`, `.75`."""
    rounded = round(value, 1 if abs(value) >= 10 else 2)
    whole = int(rounded)
    if whole == rounded:
        return str(whole)
    written = repr(rounded)
    return written.replace("0.", ".", 1) if whole == 0 else written


def clean(words: str) -> str:
    """The words on one line, without control characters (bidirectional overrides included)."""
    return _DROPPED.sub("", _BLANKS.sub(" ", words)) if _SUSPECT.search(words) else words


def escape(words: str) -> str:
    """The words fit for the text and the attributes of XML and HTML."""
    return clean(words).translate(_ENTITIES) if _SUSPECT.search(words) else words


@lru_cache(maxsize=4096)
def ident(name: str) -> str:
    """A name fit for an id: escaped, blanks become hyphens."""
    return escape("-".join(clean(name).split()))


# Advance widths in em, normal and bold: the wider of DejaVu Sans and the usual sans-serif fonts, rounded up.
_WIDTHS: Final = (
    (0.28, 0.35, "'ijl"),
    (0.32, 0.39, "I ,.·‘’\u00a0"),
    (0.34, 0.40, "/\\|:;¦¡"),
    (0.37, 0.44, "-f\u2010\u2011"),
    (0.40, 0.48, "()[]t!"),
    (0.47, 0.53, 'r"`_°*'),
    (0.51, 0.53, "–J"),
    (0.53, 0.60, "sz?¿"),
    (0.56, 0.66, "cL“”"),
    (0.60, 0.67, "kvxy•"),
    (0.62, 0.69, "TFoae«»ðø"),
    (0.64, 0.72, "0123456789hnubdgpq$£€{}þß"),
    (0.69, 0.78, "EPSYKAVZXB"),
    (0.76, 0.84, "CRUNH"),
    (0.79, 0.88, "DGOQØ&"),
    (0.84, 0.93, "w#+<=>^~±×÷−←↑→↓↔⇒≠≤≥✓✔✗✘"),
    (0.90, 1.00, "M★☆●○♥♠▲△◆◇∞"),
    (0.98, 1.05, "m%¼½¾■□"),
    (1.00, 1.11, "W—…Æ"),
    (1.08, 1.21, "@æœŒ™©®№"),
)
_NORMAL: Final = {letter: normal for normal, _, letters in _WIDTHS for letter in letters}
_BOLD: Final = {letter: bold for _, bold, letters in _WIDTHS for letter in letters}
_SERIF: Final = _BOLD | {
    "I": 0.47, "H": 0.94, "K": 0.87, "M": 1.11, "N": 0.91, "U": 0.87, "T": 0.74, "F": 0.71, "B": 0.85,
    "L": 0.70, "W": 1.12, "h": 0.73, "i": 0.38, "j": 0.36, "k": 0.69, "l": 0.38, "m": 1.06, "n": 0.73,
    "u": 0.73, "&": 0.90, "¡": 0.44, "ß": 0.76,
}  # fmt: skip
"""Those of bold letters with serifs, where they are wider."""
_UNKNOWN: Final = 1.45
_SLACK: Final = 1.01
ELLIPSIS: Final = "…"


def _stranger(letter: str, table: dict[str, float]) -> float:
    """The width of a letter outside the table: by its base letters, or a generous guess."""
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me", "Cf") or letter == "\ufe0f":
        return 0.0
    parts = unicodedata.normalize("NFKD", letter)
    if parts != letter:
        return sum(table.get(part) or _stranger(part, table) for part in parts)
    if kind == "Ll":
        return 1.1
    return 1.65 if letter >= "\U0001f000" else _UNKNOWN


@lru_cache(maxsize=8192)
def width_of(words: str, size: float = 1, *, bold: bool = False, serif: bool = False) -> float:
    """How wide the words are at most, in a common font of this size; letters with serifs are bold."""
    table = _SERIF if serif else _BOLD if bold else _NORMAL
    total = 0.0
    for letter in words:
        total += table[letter] if letter in table else _stranger(letter, table)
    return total * size * _SLACK


def _clusters(words: str) -> Iterator[str]:
    """Letters with the marks, joiners and modifiers that belong to them, never cut apart."""
    held, flags = "", 0
    for letter in words:
        flag = "\U0001f1e6" <= letter <= "\U0001f1ff"
        attached = held and (
            unicodedata.category(letter) in ("Mn", "Mc", "Me")
            or letter in "\u200d\ufe0e\ufe0f"
            or "\U0001f3fb" <= letter <= "\U0001f3ff"
            or held[-1] == "\u200d"
            or (flag and flags % 2 == 1)
        )
        if held and not attached:
            yield held
            held = ""
        flags = flags + 1 if flag else 0
        held += letter
    if held:
        yield held


class Fitted(NamedTuple):
    """Words broken into lines at a font size that fits its box."""

    lines: tuple[str, ...]
    size: float


@lru_cache(maxsize=4096)
def fit(
    words: str,
    width: float,
    size: float = 14,
    min_size: float = 9,
    max_lines: int = 1,
    *,
    height: float | None = None,
    bold: bool = False,
    leading: float = 1.2,
    serif: bool = False,
) -> Fitted:
    """Break, then shrink, then shorten with an ellipsis, until the words fit; no lines when nothing can."""
    tokens = tuple(clean(words).split())
    floor = min(min_size, size)
    trial = size
    while tokens:
        room = max_lines if height is None else min(max_lines, int(height / (trial * leading) + 1e-9))
        lines = _wrap(tokens, width, trial, bold, serif)
        if len(lines) <= room and all(
            width_of(line, trial, bold=bold, serif=serif) <= width for line in lines
        ):
            return Fitted(tuple(lines), trial)
        if trial <= floor:
            return Fitted(_shorten(tokens, width, trial, bold, serif, max(room, 1)), trial)
        trial = max(floor, trial - 0.5)
    return Fitted((), size)


def _wrap(tokens: tuple[str, ...], width: float, size: float, bold: bool, serif: bool) -> list[str]:
    lines: list[str] = []
    line = ""
    for token in tokens:
        longer = f"{line} {token}" if line else token
        if line and width_of(longer, size, bold=bold, serif=serif) > width:
            lines.append(line)
            line = token
        else:
            line = longer
    return [*lines, line]


def _shorten(
    tokens: tuple[str, ...], width: float, size: float, bold: bool, serif: bool, room: int
) -> tuple[str, ...]:
    pieces: list[str] = []
    for token in tokens:
        while (
            width_of(token, size, bold=bold, serif=serif) > width
            and (head := _head(token, width, size, bold, serif)) != token
        ):
            if not head:
                return (ELLIPSIS,) if width_of(ELLIPSIS, size, bold=bold, serif=serif) <= width else ()
            pieces.append(head)
            token = token[len(head) :]
        pieces.append(token)
    lines = _wrap(tuple(pieces), width, size, bold, serif)
    if len(lines) <= room:
        return tuple(lines)
    kept = lines[:room]
    last = _head(
        f"{kept[-1]} {lines[room]}",
        width - width_of(ELLIPSIS, size, bold=bold, serif=serif),
        size,
        bold,
        serif,
    )
    kept[-1] = last.rstrip(" ,.;:-–") + ELLIPSIS
    return tuple(kept) if width_of(kept[-1], size, bold=bold, serif=serif) <= width else tuple(kept[:-1])


def _head(words: str, width: float, size: float, bold: bool, serif: bool) -> str:
    """As many letters from the start of the words as fit."""
    head = ""
    for cluster in _clusters(words):
        if width_of(head + cluster, size, bold=bold, serif=serif) > width:
            break
        head += cluster
    return head
