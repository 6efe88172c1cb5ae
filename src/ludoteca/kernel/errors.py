"""Everything that can be refused, each with one clear sentence."""

from __future__ import annotations

import traceback
from typing import Final

from mypy_extensions import mypyc_attr

_NOT_THE_GAME: Final = (
    *("ludoteca/kernel/", "ludoteca/examiner/", "ludoteca/encoding/", "ludoteca/games/__init__.py"),
    *("<frozen ", "importlib/", "tomllib/"),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class LudotecaError(Exception):
    """The family of everything this package refuses."""


class SetupError(LudotecaError):
    """The table cannot be laid like this. `contradiction` is the phrase book's key where options clash."""

    def __init__(self, sentence: str, contradiction: str = "") -> None:
        super().__init__(sentence)
        self.contradiction = contradiction


class EditionError(LudotecaError):
    """An edition file does not describe the components the rules need."""

    def __init__(self, file: str, entry: str, expected: str, line: int = 0) -> None:
        where = f"{file}: line {line}" if line else file
        super().__init__(f"{where}: {entry}: {expected}")
        self.file = file
        self.line = line
        """From 1; 0 where the file as such is at fault."""
        self.entry = entry
        self.expected = expected


class RecordError(LudotecaError):
    """A record is damaged, incomplete or untrue: it cannot be read, or does not replay."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class ActionError(LudotecaError):
    """An action was refused; nothing changed."""


class UnknownAction(ActionError):
    """The text is no action of this game."""


class OutOfTurn(ActionError):
    """Somebody else decides now."""


class IllegalAction(ActionError):
    """A rule forbids the action now. `objection` holds its id, perhaps with a variant after a slash."""

    def __init__(self, sentence: str, objection: str) -> None:
        super().__init__(sentence)
        self.objection = objection


class ChanceDecides(IllegalAction):
    """The action is an outcome of chance."""


class NoAnswer(IllegalAction):
    """The action does not answer the question that is asked now."""

    def __init__(self, action: str, question: str) -> None:
        super().__init__(f"“{action}” is no answer to the question now: {question}", "")
        self.question = question


class MatchOver(ActionError):
    """The match has ended."""


class UndoRefused(LudotecaError):
    """There is nothing this seat may still take back."""


class CroupierError(LudotecaError):
    """The croupier cannot settle this chance."""


class RulesError(LudotecaError):
    """The rules of a game break a law of the kernel, such as a dead end: a fault of the game."""


def told_with_place(error: BaseException) -> str:
    """An error with the file and line of the game at which it was raised."""
    if isinstance(error, LudotecaError) and not isinstance(error, RulesError):
        return str(error)
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = "" if isinstance(error, SyntaxError) else place_of(error)
    return f"{told} ({place})" if place else told


def place_of(error: BaseException) -> str:
    """`tartufo/steps.py, line 31, in play`: the innermost place outside kernel and examiner, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not any([part in frame.filename for part in _NOT_THE_GAME])]
    for frame in reversed(own):
        return f"{'/'.join(frame.filename.split('/')[-2:])}, line {frame.lineno}, in {frame.name}"
    return ""
