"""An edition that somebody is writing: its entries as fields of a form, checked exactly as the file is."""

from __future__ import annotations

import json
import re
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ludoteca.datafiles.lines import Lines
from ludoteca.datafiles.table import MOST, Question, noting_questions
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import EditionError

LONGEST: Final = 60_000
"""Bytes that an edition may have."""
LONGEST_VALUE: Final = 4_000
LONGEST_LINE: Final = LONGEST_VALUE + 200
MOST_DOTS: Final = 60
"""In one line: the parts of a key, or of numbers in a list."""
_PART: Final = re.compile(r"[^.\[\]]+|\[\d+\]")


class Field:
    """One entry of an edition, and what its reader asks of it."""

    def __init__(self, path: str, value: Any, question: Question) -> None:
        self.path = path
        self.value = value
        self.kind = question.kind
        self.low = question.low
        self.high = question.high
        self.words = question.words

    @property
    def name(self) -> str:
        """The last part of the path."""
        return str(_PART.findall(self.path)[-1]).strip("[]")

    @property
    def item(self) -> str:
        """The entry that this one belongs to: a card, a class, a section."""
        return self.path[: max(self.path.rfind("."), self.path.rfind("["), 0)]

    @property
    def written(self) -> str:
        """The value as a form shows it."""
        return str(self.value) if isinstance(self.value, str) else literal(self.value)

    @property
    def bounded(self) -> bool:
        """Whether a number has a limit that is worth showing."""
        return self.kind == "number" and self.high < MOST


class Draft:
    """The text of an edition: valid or not, with its fields and the first fault."""

    def __init__(self, text: str, read: Callable[[Path], Edition]) -> None:
        self.text = text
        self.edition: Edition | None = None
        self.fault: EditionError | None = None
        self.fields: list[Field] = []
        questions: dict[str, Question] = {}
        try:
            check_size(text)
        except EditionError as error:
            self.fault = error
            return
        try:
            with noting_questions() as questions:
                self.edition = read_text(text, read)
        except EditionError as error:
            self.fault = error
        try:
            values = tomllib.loads(text)
        except (ValueError, RecursionError):
            return
        for path, question in questions.items():
            value = value_at(values, path)
            if value is not None:
                self.fields.append(Field(path, value, question))
        spans = Lines(text).spans
        self.fields.sort(key=lambda field: spans[field.path])


def read_text(text: str, read: Callable[[Path], Edition]) -> Edition:
    """The edition that a text describes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "edition.toml")
        file.write_bytes(text.encode())
        return read(file)


def check_size(text: str) -> None:
    """Refuse a text that would take long to read: a key of many parts takes the square of their number."""
    size = len(text.encode())
    if size > LONGEST:
        raise EditionError("edition.toml", "file", f"has {size} bytes; expected at most {LONGEST}")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE or line.count(".") > MOST_DOTS:
            bounds = f"at most {LONGEST_LINE} characters and {MOST_DOTS} dots"
            raise EditionError("edition.toml", f"line {number}", f"is too long; expected {bounds}")


def with_value(text: str, field: Field, written: str) -> str:
    """The text with another value for one entry; comments and everything else stay."""
    span = Lines(text).spans.get(field.path)
    return text if span is None else put(text, span, field, written)


def put(text: str, span: tuple[int, int], field: Field, written: str) -> str:
    """The text with another value for the entry whose value stands there."""
    if len(written) > LONGEST_VALUE:
        return text
    return f"{text[: span[0]]}{_as_toml(field, written.strip())}{text[span[1] :]}"


def with_each(
    text: str, field: Field, values: Sequence[str], read: Callable[[Path], Edition]
) -> tuple[dict[str, str], dict[str, EditionError]]:
    """The text with each of these values for an entry, and why others do not fit; by the values."""
    fitting: dict[str, str] = {}
    faults: dict[str, EditionError] = {}
    for value in values:
        changed = with_value(text, field, value)
        fault = Draft(changed, read).fault
        if fault is None:
            fitting[value] = changed
        else:
            faults[value] = fault
    return fitting, faults


def reasons(faults: Mapping[str, EditionError], path: str) -> list[tuple[list[str], str]]:
    """Why values of the entry at a path do not fit: each reason once, after the values it holds for."""
    found: dict[str, list[str]] = {}
    for value, fault in faults.items():
        expected = fault.expected.removeprefix(f"found {value}; ")
        found.setdefault(expected if fault.entry == path else f"{fault.entry}: {expected}", []).append(value)
    return [(values, reason) for reason, values in found.items()]


def _as_toml(field: Field, written: str) -> str:
    """What somebody wrote into a form, as TOML. Whether it fits is for the reader to say."""
    if field.kind == "switch":
        return "true" if written == "true" else "false"
    if field.kind in ("text", "word"):
        return json.dumps(written, ensure_ascii=False)
    try:
        tomllib.loads(f"x = {written}")
    except (ValueError, RecursionError):
        return json.dumps(written, ensure_ascii=False)
    return written if "\n" not in written else json.dumps(written)


def literal(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join([literal(one) for one in value])}]"
    if isinstance(value, dict):
        return f"{{ {', '.join([f'{key} = {literal(one)}' for key, one in value.items()])} }}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def value_at(values: Any, path: str) -> Any:
    """The value at a path such as `cards.season_1[2].kind`, or None."""
    found = values
    for part in _PART.findall(path):
        if part.startswith("["):
            place = int(part[1:-1]) - 1
            if not isinstance(found, list) or place >= len(found):
                return None
            found = found[place]
        elif isinstance(found, dict) and part in found:
            found = found[part]
        else:
            return None
    return found
