"""What an examination found."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ludoteca.kernel.errors import LudotecaError, place_of


class Broken(Exception):
    """A law is broken here. Raised by checks; the examiner adds when and how to see it again.

    `law` is for a check that finds another law broken than its own; `action` is an action that could not be
    carried out. `check` names the check that found it, or is empty where playing itself went wrong.
    """

    def __init__(self, sentence: str, seat: int | None = None, law: str = "", action: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.seat = seat
        self.law = law
        self.action = action
        self.check = ""
        self.place = ""
        """The lines of the game that this is about."""

    @property
    def cause(self) -> BaseException | None:
        """The error inside the game, where one was raised."""
        cause = self.__cause__
        while isinstance(cause, Broken):
            cause = cause.__cause__
        return cause

    @property
    def has_own_place(self) -> bool:
        """Whether the sentence names the line by itself, as errors inside a game do."""
        return self.cause is not None and place_of(self.cause) != ""

    @property
    def trace(self) -> str:
        """The traceback of that error."""
        return "".join(traceback.format_exception(self.cause)) if self.cause is not None else ""


class Breach:
    """A broken law, with the shortest record found that leads to it.

    `record` replays up to the point at which the law is broken; where carrying out one more action breaks it,
    `action` is that action. `seat` is who is concerned (-1 a spectator), or None. `place` is where in the
    game's source to look, and `trace` the traceback of an error inside the game.
    """

    def __init__(
        self,
        *,
        law: str,
        check: str,
        sentence: str,
        seat: int | None,
        seats: int,
        options: Mapping[str, Any],
        seed: int,
        lines: int,
        record: str,
        action: str,
        place: str = "",
        trace: str = "",
    ) -> None:
        self.law = law
        self.check = check
        self.sentence = sentence
        self.seat = seat
        self.seats = seats
        self.options = dict(options)
        self.seed = seed
        self.lines = lines
        self.record = record
        self.action = action
        self.place = place
        self.trace = trace

    def __str__(self) -> str:
        who = "" if self.seat is None else ", for a spectator" if self.seat < 0 else f", for seat {self.seat}"
        chosen = "".join(f", {key}={value}" for key, value in self.options.items())
        then = f"\nand then “{self.action}”" if self.action else ""
        look = f"Look at {self.place}\n" if self.place else ""
        return (
            f"The law of {self.law} is broken{who}: {self.sentence}\n{look}{self.trace}"
            f"({self.seats} seats{chosen}, seed {self.seed}, after {self.lines} lines)\n"
            f"{self.record.rstrip()}{then}"
        )


class LawsBroken(LudotecaError):
    """The examiner found broken laws; the text is its report."""


class Report:
    """The outcome of an examination: what was checked how often, and what broke."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.breaches: list[Breach] = []
        self.counts: Counter[str] = Counter()
        self.checks: Counter[str] = Counter()

    @property
    def ok(self) -> bool:
        return not self.breaches

    @property
    def laws(self) -> list[str]:
        """The laws that are broken, each once."""
        return sorted({breach.law for breach in self.breaches})

    def raise_if_broken(self) -> None:
        if self.breaches:
            raise LawsBroken(str(self))

    def __str__(self) -> str:
        counts = self.counts
        head = (
            f"{self.game}: {counts['matches']} matches at {counts['set-ups']} set-ups, "
            f"{counts['decisions']} decisions, {counts['outcomes']} chance outcomes"
        )
        checks = [f"  {name:<14} {number} checks" for name, number in sorted(self.checks.items())]
        remarks = [
            f"  {name}: {counts[name]}"
            for name in ("matches left unfinished", "posteriors with not enough samples")
            if counts[name]
        ]
        verdict = "all laws hold" if self.ok else f"broken laws: {', '.join(self.laws)}"
        return "\n".join([head, *checks, *remarks, verdict, *(f"\n{breach}" for breach in self.breaches)])
