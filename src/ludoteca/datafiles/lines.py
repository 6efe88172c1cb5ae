"""Finds the line of an entry in a TOML text, which `tomllib` does not tell.

The text has been parsed before, so it is valid TOML; here it is only scanned once more.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

_LINE_END: Final = re.compile("\n")
_GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_TEXT: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^,\]}\n#]*")


class Lines:
    """The entries of a text by their paths, such as `cards.season_1[3].kind`, each with its line from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ends = [end.start() for end in _LINE_END.finditer(text)]
        self.found: dict[str, int] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        """Where the value of each entry begins and ends in the text."""
        self.counts: dict[str, int] = {}
        """How many tables each array of tables has so far."""
        section = ""
        while self._next():
            if text.startswith("[", self.at):
                section = self._header()
            else:
                self._entry(section)

    def line(self, path: str) -> int:
        """The line of an entry; of what should hold it, if it is missing."""
        while path and path not in self.found:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.found.get(path, 1)

    def _next(self) -> bool:
        """Go on to the next thing said; false at the end of the text."""
        gap = _GAP.match(self.text, self.at)
        assert gap is not None
        self.at = gap.end()
        return self.at < len(self.text)

    def _note(self, path: str) -> None:
        if path not in self.found:
            self.found[path] = bisect_left(self.ends, self.at) + 1

    def _header(self) -> str:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        self._next()
        path = ""
        keys = self._keys()
        for number, key in enumerate(keys, 1):
            path = f"{path}.{key}" if path else key
            if many and number == len(keys):
                self._note(path)
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = f"{path}[{self.counts[path]}]"
            self._note(path)
        self._next()
        self.at += 2 if many else 1
        return path

    def _entry(self, path: str) -> None:
        start = self.at
        keys = self._keys()
        end, self.at = self.at, start
        for key in keys:
            path = f"{path}.{key}" if path else key
            self._note(path)
        self.at = end + 1  # behind the sign that separates a key from its value
        self._next()
        self._value(path)

    def _keys(self) -> list[str]:
        """A key, or several with dots between them; what follows them comes next."""
        keys: list[str] = []
        while True:
            quoted = _TEXT.match(self.text, self.at)
            found = quoted or _BARE.match(self.text, self.at)
            assert found is not None
            keys.append(found.group()[1:-1] if quoted else found.group())
            self.at = found.end()
            self._next()
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1
            self._next()

    def _value(self, path: str) -> None:
        begins = self.at
        sign = self.text[self.at]
        if sign in "[{":
            self._several(path, "]" if sign == "[" else "}")
        else:
            found = _TEXT.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
        self.spans[path] = (begins, begins + len(self.text[begins : self.at].rstrip()))

    def _several(self, path: str, close: str) -> None:
        self.at += 1
        number = 0
        while self._next() and self.text[self.at] != close:
            if self.text[self.at] == ",":
                self.at += 1
            elif close == "}":
                self._entry(path)
            else:
                number += 1
                self._note(f"{path}[{number}]")
                self._value(f"{path}[{number}]")
        self.at += 1
