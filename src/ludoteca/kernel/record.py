"""Records: a match as readable text, from which it can be replayed exactly.

    ludoteca record 1
    game: bologna
    edition: bologna-house-1 0c1d2e3f4a5b
    rules: 1
    amendments: none
    seats: 3
    seat 0: Ada
    option round_cap: 20
    croupier: seeded 7
    ---
    * deal prince
    0 roll5          # whatever follows a # is a comment
    ! undo 0
    ---
    result: goal places 1 2 2
    end: 57 lines, seal 9f32ab0c11223344

A line begins with the seat that acted, with `*` for chance, or with `!` for what happened to the table
itself: `undo`, `leave`, `return`, `bot` and `time`, each with its seat. A `?` stands for an action the
reader may not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from ludoteca.kernel.errors import RecordError

FORMAT: Final = "ludoteca record 1"
RULE: Final = "---"
CHANCE_MARK: Final = "*"
HOUSE_MARK: Final = "!"
UNKNOWN: Final = "?"
HOUSE_WORDS: Final = ("undo", "leave", "return", "bot", "time")

MOST_SEATS: Final = 99

_HEADER: Final = ("game", "edition", "rules", "amendments", "seats", "croupier")
_BY_NAME: Final = ("seat ", "option ", "nonce ")
_TAIL: Final = ("secret", "result", "end")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_END: Final = re.compile(r"([0-9]{1,9}) lines, seal ([0-9a-f]{16})")


@dataclass(eq=False)
class Line:
    """One line of the story."""

    who: str
    text: str
    number: int = 0
    comment: str = ""

    def __str__(self) -> str:
        line = f"{self.who} {self.text}"
        return f"{line}  # {self.comment}" if self.comment else line


@dataclass(eq=False, kw_only=True)
class Record:
    """A match as text. Reading checks the form, replaying (`ludoteca.kernel.replay`) the truth."""

    game: str
    edition: str
    rules: int
    amendments: tuple[str, ...]
    seats: int
    names: Sequence[str]
    options: dict[str, str]
    croupier: str
    nonces: Sequence[str] = ()
    lines: Sequence[Line] = ()
    secret: str = ""
    result: str = ""
    seal: str = ""
    """What the record was closed with; it tells whether somebody changed it afterwards."""
    numbers: dict[str, int] = field(default_factory=dict)
    """On which line each key of a record that was read stands."""

    def __post_init__(self) -> None:
        self.seal = self.seal or self.due_seal()

    def number(self, key: str) -> int:
        return self.numbers.get(key, 1)

    def due_seal(self) -> str:
        """The seal that fits what the record says. Comments may come and go; the rest may not."""
        said = "\n".join([*self._head(), *(f"{line.who} {line.text}" for line in self.lines)])
        return sha256(said.encode()).hexdigest()[:16]

    def text(self) -> str:
        """The whole record."""
        tail = [f"end: {len(self.lines)} lines, seal {self.seal}"]
        if self.result:
            tail.insert(0, f"result: {self.result}")
        if self.secret:
            tail.insert(0, f"secret: {self.secret}")
        return "\n".join([*self._head(), RULE, *map(str, self.lines), RULE, *tail]) + "\n"

    def _head(self) -> list[str]:
        return [
            FORMAT,
            f"game: {self.game}",
            f"edition: {self.edition}",
            f"rules: {self.rules}",
            f"amendments: {', '.join(self.amendments) or 'none'}",
            f"seats: {self.seats}",
            *(f"seat {seat}: {name}" for seat, name in enumerate(map(one_line, self.names)) if name),
            *(f"option {key}: {value}" for key, value in self.options.items()),
            f"croupier: {self.croupier}",
            *(f"nonce {seat}: {nonce}" for seat, nonce in enumerate(self.nonces) if nonce),
        ]


def one_line(text: str) -> str:
    """A name fit for a record: no line breaks, no comment marks, no outer spaces."""
    return " ".join(text.replace("#", " ").split())


def read_record(text: str) -> Record:
    """The record written in `text`, or an error that names the line and what was expected there."""
    rows = _rows(text)
    if not rows or rows[0][1] != FORMAT:
        raise RecordError(1, f"expected “{FORMAT}”")
    rules = [position for position, (_, content, _) in enumerate(rows) if content == RULE]
    last = rows[-1][0]
    if len(rules) < 2:
        raise RecordError(last, f"the record stops here; expected “{RULE}” and a closing line “end: …”")
    if len(rules) > 2:
        raise RecordError(rows[rules[2]][0], f"expected only two lines “{RULE}”")
    head = _fields(rows[1 : rules[0]], _HEADER, _BY_NAME)
    tail = _fields(rows[rules[1] + 1 :], _TAIL, ())
    if "end" not in tail:
        raise RecordError(last, "the record stops here; expected a closing line “end: …”")
    for key in _HEADER:
        if key not in head:
            raise RecordError(rows[rules[0]][0], f"expected a line “{key}: …” before this one")
    seats = _number(head, "seats")
    if not 1 <= seats <= MOST_SEATS:
        raise RecordError(head["seats"][0], f"expected 1 to {MOST_SEATS} seats, found {seats}")
    lines = [
        _line(number, content, comment, seats) for number, content, comment in rows[rules[0] + 1 : rules[1]]
    ]
    number, end = tail["end"]
    closing = _END.fullmatch(end)
    if closing is None:
        raise RecordError(number, "expected “end: <number> lines, seal <16 hexadecimal digits>”")
    if int(closing.group(1)) != len(lines):
        raise RecordError(
            number,
            f"expected {closing.group(1)} lines of play, found {len(lines)}: some are missing or added",
        )
    amendments = head["amendments"][1]
    return Record(
        game=head["game"][1],
        edition=head["edition"][1],
        rules=_number(head, "rules"),
        amendments=() if amendments == "none" else tuple(amendments.split(", ")),
        seats=seats,
        names=_by_seat(head, "seat", seats),
        options=_options(head),
        croupier=head["croupier"][1],
        nonces=_by_seat(head, "nonce", seats),
        lines=lines,
        secret=tail["secret"][1] if "secret" in tail else "",
        result=tail["result"][1] if "result" in tail else "",
        seal=closing.group(2),
        numbers={key: line for key, (line, _) in [*head.items(), *tail.items()]},
    )


def _rows(text: str) -> list[tuple[int, str, str]]:
    """Number, content and comment of every line that says something."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        content, _, comment = raw.partition("#")
        if content.strip():
            found.append((number, content.strip(), comment.strip()))
    return found


def _fields(
    rows: Sequence[tuple[int, str, str]], known: Sequence[str], starts: tuple[str, ...]
) -> dict[str, tuple[int, str]]:
    fields: dict[str, tuple[int, str]] = {}
    for number, content, _ in rows:
        key, colon, value = content.partition(": ")
        if not colon:
            raise RecordError(number, f"expected “key: value”, found “{content}”")
        if key not in known and not key.startswith(starts):
            words = ", ".join([*known, *(start.strip() for start in starts)])
            raise RecordError(number, f"“{key}” says nothing here; expected one of {words}")
        if key in fields:
            raise RecordError(number, f"“{key}” is said twice")
        fields[key] = (number, value.strip())
    return fields


def _number(fields: dict[str, tuple[int, str]], key: str) -> int:
    number, value = fields[key]
    if not _NUMBER.fullmatch(value):
        raise RecordError(number, f"expected a number after “{key}:”, found “{value}”")
    return int(value)


def _options(fields: dict[str, tuple[int, str]]) -> dict[str, str]:
    return {key[len("option ") :]: value for key, (_, value) in fields.items() if key.startswith("option ")}


def _by_seat(fields: dict[str, tuple[int, str]], word: str, seats: int) -> list[str]:
    found = [""] * seats
    for key, (number, value) in fields.items():
        if key.startswith(f"{word} "):
            seat = key[len(word) + 1 :]
            if not _NUMBER.fullmatch(seat) or int(seat) >= seats:
                raise RecordError(number, f"expected “{word} N:” with N below {seats}")
            found[int(seat)] = value
    return found


def _line(number: int, content: str, comment: str, seats: int) -> Line:
    who, _, text = content.partition(" ")
    text = text.strip()
    if not text:
        raise RecordError(number, f"expected an action after “{who}”")
    if who == HOUSE_MARK:
        word, _, rest = text.partition(" ")
        seat, _, more = rest.partition(" ")
        if word not in HOUSE_WORDS or not _NUMBER.fullmatch(seat) or int(seat) >= seats:
            raise RecordError(number, f"expected {', '.join(HOUSE_WORDS)} with a seat after “{HOUSE_MARK}”")
        if word == "undo" and more:
            raise RecordError(number, f"expected nothing after “undo {seat}”, found “{more}”")
    elif who != CHANCE_MARK and not (_NUMBER.fullmatch(who) and int(who) < seats):
        raise RecordError(
            number, f"expected a seat below {seats}, “{CHANCE_MARK}” or “{HOUSE_MARK}”, found “{who}”"
        )
    return Line(who, text, number, comment)
