"""TOML files read with checks: errors name the line, the entry and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Any, Final

from ludoteca.datafiles.lines import Lines
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.errors import EditionError

_LINE: Final = re.compile(r"line ([0-9]+)")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
MOST: Final = 1_000_000
MOST_IN_LIST: Final = 1_000_000_000
"""Lists hold the weights of networks, too, in whole grains."""
LARGEST_BITS: Final = 63
LONGEST_TEXT: Final = 200
"""Signs of a text: a name is set in one line or two, and put into other texts."""
_UNSEEN_BUT_FINE: Final = {0xA0: " ", 0xAD: None}
"""Spaces at which no line breaks, and hyphens for where one may."""


class Question:
    """What a reader asked about an entry: the kind of value, its range, the words to choose from."""

    def __init__(self, kind: str, low: int = 0, high: int = 0, words: Sequence[str] = ()) -> None:
        self.kind = kind
        self.low = low
        self.high = high
        self.words = tuple(words)


_watched: Final = local()
"""The questions asked in this thread, while somebody notes them: `questions`, by the entries' paths."""


@contextmanager
def noting_questions() -> Iterator[dict[str, Question]]:
    """Note what readers ask, so that a form can ask people the same."""
    noted: dict[str, Question] = {}
    _watched.questions = noted
    try:
        yield noted
    finally:
        _watched.questions = None


class Table:
    """One table of an edition file. Every question it is asked names the line, the entry and what was
    expected.
    """

    def __init__(self, file: str, path: str, values: dict[str, Any], source: str = "") -> None:
        self.file = file
        self.path = path
        self.values = values
        self.source = source
        """The text of the whole file."""
        self.asked: set[str] = set()
        """The keys that were asked for."""
        self.parts: dict[str, list[Table]] = {}
        """The tables inside this one that were asked for, by their keys."""

    def fail(self, key: str, expected: str) -> EditionError:
        entry = f"{self.path}.{key}" if self.path else key
        return EditionError(self.file, entry, expected, Lines(self.source).line(entry) if self.source else 0)

    def nothing_else(self) -> None:
        """Refuse an entry that nothing asked for: it is misspelt, or stands in the wrong table."""
        for key in self.values:
            if key not in self.asked:
                known = ", ".join([other for other in self.values if other in self.asked]) or "nothing"
                raise self.fail(key, f"nothing is called so here; what was read beside it is {known}")
        for tables in self.parts.values():
            for table in tables:
                table.nothing_else()

    def _get(self, key: str, kind: type, expected: str) -> Any:
        self.asked.add(key)
        if key not in self.values:
            raise self.fail(key, f"missing; expected {expected}")
        value = self.values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(key, f"found {value!r}; expected {expected}")
        return value

    def _note(self, key: str, question: Question) -> None:
        noted: dict[str, Question] | None = getattr(_watched, "questions", None)
        if noted is not None:
            noted[f"{self.path}.{key}" if self.path else key] = question

    def table(self, key: str) -> Table:
        if key not in self.parts:
            path = f"{self.path}.{key}" if self.path else key
            self.parts[key] = [Table(self.file, path, self._get(key, dict, "a table"), self.source)]
        return self.parts[key][0]

    def tables(self, key: str) -> list[Table]:
        """An array of tables, each named by its position from 1."""
        found: list[Any] = self._get(key, list, "a list of tables")
        path = f"{self.path}.{key}" if self.path else key
        for number, entry in enumerate(found, 1):
            if not isinstance(entry, dict):
                raise self.fail(f"{key}[{number}]", f"found {entry!r}; expected a table")
        if key not in self.parts:
            self.parts[key] = [
                Table(self.file, f"{path}[{number}]", entry, self.source)
                for number, entry in enumerate(found, 1)
            ]
        return self.parts[key]

    def names(self) -> list[str]:
        return list(self.values)

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.values

    def rows(self, key: str) -> list[Any]:
        """A list of anything, which is for the asker to check."""
        self._note(key, Question("list"))
        return list(self._get(key, list, "a list"))

    def text(self, key: str) -> str:
        self._note(key, Question("text"))
        return self._fitting(key, str(self._get(key, str, "a text")))

    def _fitting(self, key: str, text: str) -> str:
        """A text if it is short, and one line of signs that can be seen: records and pages show it so."""
        if len(text) > LONGEST_TEXT:
            raise self.fail(key, f"found a text of {len(text)} signs; expected at most {LONGEST_TEXT}")
        if not text.translate(_UNSEEN_BUT_FINE).isprintable():
            raise self.fail(key, "expected a text of one line, without signs that nobody sees")
        return text

    def word(self, key: str, words: list[str]) -> str:
        """A text that must be one of `words`."""
        found = self.text(key)
        self._note(key, Question("word", words=words))
        if found not in words:
            raise self.fail(key, f"found “{found}”; expected one of {', '.join(words)}")
        return found

    def colour(self, key: str) -> str:
        """A colour as the boards draw it."""
        found = self.text(key)
        if not _COLOUR.fullmatch(found):
            raise self.fail(key, f"found “{found}”; expected a colour written #rrggbb")
        return found

    def number(self, key: str, low: int = 0, high: int = MOST) -> int:
        self._note(key, Question("number", low, high))
        found = int(self._get(key, int, f"a number from {low} to {high}"))
        if not low <= found <= high:
            raise self.fail(key, f"found {found}; expected a number from {low} to {high}")
        return found

    def switch(self, key: str, default: bool = False) -> bool:
        self._note(key, Question("switch"))
        return bool(self._get(key, bool, "true or false")) if key in self.values else default

    def numbers(self, key: str) -> list[int]:
        self._note(key, Question("list"))
        found: list[Any] = self._get(key, list, "a list of numbers")
        for value in found:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fail(key, f"found {value!r} in the list; expected numbers")
            if not -MOST_IN_LIST <= value <= MOST_IN_LIST:
                raise self.fail(key, f"found a number in the list beyond {MOST_IN_LIST:,}")
        return [int(value) for value in found]

    def texts(self, key: str) -> list[str]:
        self._note(key, Question("list"))
        found: list[Any] = self._get(key, list, "a list of texts")
        for value in found:
            if not isinstance(value, str):
                raise self.fail(key, f"found {value!r} in the list; expected texts")
        return [self._fitting(key, str(value)) for value in found]


def _check_numbers(values: Any) -> None:
    """Refuse numbers that TOML does not promise to read. Written in base 16 they may be so long that nobody
    can be told which they are.
    """
    if isinstance(values, dict | list):
        for value in values.values() if isinstance(values, dict) else values:
            _check_numbers(value)
    elif isinstance(values, int) and values.bit_length() > LARGEST_BITS:
        raise ValueError("a number is too long")


def read_file(path: Path) -> tuple[Table, str]:
    """The root table of an edition file, and the digest of its content."""
    content = b""
    try:
        content = path.read_bytes()
        text = content.decode()
        values = tomllib.loads(text)
        _check_numbers(values)
    except OSError as error:
        raise EditionError(path.name, "file", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise EditionError(path.name, f"byte {error.start}", "expected text in UTF-8", line) from error
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found.group(1)) if found else content.count(b"\n") + 1
        raise EditionError(path.name, "file", f"expected TOML: {error}", line) from error
    except (ValueError, RecursionError) as error:
        raise EditionError(
            path.name, "file", "a number is too long, or lists are nested too deeply"
        ) from error
    return Table(path.name, "", values, text), digest_of(content)
