"""Refusals: each has a code for programs, a sentence for people and an HTTP status."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.words import fill

_WORDS: Final = Path(__file__).with_name("words")


class Refused(LudotecaError):
    """A command that was not carried out; nothing changed.

    `code` names the reason (`not-awaited`), `rule` the rule of the game that forbids it (`BOS-3.2`) or
    nothing, `status` is the HTTP status that fits, and `values` are what a translated sentence needs.
    """

    status = 409

    def __init__(self, code: str, sentence: str, rule: str = "", **values: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.values = values

    def in_language(self, language: str) -> str:
        """The sentence in another language, if the house has it."""
        template = _sentences(language).get(self.code)
        return self.sentence if template is None or self.rule else fill_sentence(template, self.values)


class Malformed(Refused):
    """It can never be carried out as it stands: a wrong option, an endless nickname."""

    status = 422


class Forbidden(Refused):
    """Somebody else might do it; this person may not."""

    status = 403


class NoSuchTable(Refused):
    """There is no table with this id."""

    status = 404

    def __init__(self, table: str) -> None:
        super().__init__("no-such-table", "there is no such table here", table=table)


class NoSuchPerson(Refused):
    """Nobody is known by this address."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no-such-person", "nobody here is known by this address")


class NoSuchTournament(Refused):
    """There is no tournament at this address."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no-such-tournament", "there is no such tournament here")


class Unavailable(Refused):
    """The database could not be reached in time. Nothing was written, and nothing will be."""

    status = 503

    def __init__(self, sentence: str = "the house cannot write at the moment; please try again") -> None:
        super().__init__("unavailable", sentence)


class Unsure(Unavailable):
    """The answer to a commit was lost: it may have been written, or not."""

    def __init__(self) -> None:
        super().__init__("it is not known whether this was done; ask again with the same id to find out")
        self.code = "unsure"


class NoRoom(Unavailable):
    """The disk of the house is full. Nothing was written."""

    def __init__(self) -> None:
        super().__init__("the disk of the house is full; nothing can be written until there is room")
        self.code = "disk-full"


class TooManyTries(Refused):
    """Somebody tries something too often, such as recovery codes."""

    status = 429

    def __init__(self) -> None:
        super().__init__("too-many-tries", "that was too much at once; wait some minutes")


class Broken(Refused):
    """The installed rules cannot replay the events of this table: it is set aside."""

    status = 409

    def __init__(self, table: str, problem: str) -> None:
        super().__init__(
            "broken",
            f"this table is set aside, since it cannot be set up again: {problem}",
            table=table,
            problem=problem,
        )
        self.table = table
        self.problem = problem


class Fault(Refused):
    """The rules themselves failed; the table has not changed."""

    status = 500


_KINDS: Final[dict[str, type[Refused]]] = {
    "invitation": Forbidden,
    "owner-only": Forbidden,
    "not-seated": Forbidden,
    "not-your-seat": Forbidden,
    "not-awaited": Refused,
    "others-play": Forbidden,
    "not-asked": Forbidden,
    "banned": Forbidden,
    "by-invitation": Forbidden,
    "last-key": Refused,
    "muted": Forbidden,
    "unknown-action": Malformed,
    "chance-decides": Malformed,
    "no-such-seat": Malformed,
    "no-level": Malformed,
    "nothing-said": Malformed,
    "too-many-words": Malformed,
    "no-such-place": Malformed,
    "setup": Malformed,
    "clock": Malformed,
    "shown": Malformed,
    "sign-in": Forbidden,
    "no-friend": Malformed,
    "mail": Malformed,
    "webhook": Malformed,
    "subscription": Malformed,
    "fault": Fault,
}


def refusal(code: str, language: str, **values: object) -> Refused:
    """The refusal of a code, with its sentence in a language."""
    sentence = fill_sentence(_sentences(language)[code], values)
    return _KINDS.get(code, Refused)(code, sentence, "", **values)


def fill_sentence(template: str, values: dict[str, object]) -> str:
    """The template with its values; the case of its first letter stays."""
    filled = fill(template, {key: str(value) for key, value in values.items()}, {})
    return template[:1] + filled[1:] if not template.startswith("{") else filled


@cache
def _sentences(language: str) -> dict[str, str]:
    path = _WORDS / f"{language}.toml"
    if not path.exists():
        path = _WORDS / "en.toml"
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["refusal"]
    return found
