"""Clocks: how long a seat may think, and what happens when its time is up. Pure: time comes from events."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

DAY: Final = 86_400
LONGEST: Final = 90 * DAY
RETURN_GIFT: Final = 60_000
"""Milliseconds that a seat has at least when its person comes back to it; half as many each further time."""


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock a table is opened with.

    `none`: nobody hurries. `move`: `seconds` for every decision (minutes or days alike). `bank`: `seconds`
    for the whole match, and `increment` more for every decision made.
    When the time is up, `then` says what follows: `bot`: a bot plays on for the seat until its person comes
    back; `pass`: this one decision is made for the seat: the option that declines (pass, skip, end), or
    where there is none the choice of a bot.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=LONGEST)] = 0
    increment: Annotated[int, Meta(ge=0, le=LONGEST)] = 0
    then: Literal["bot", "pass"] = "bot"

    @property
    def in_days(self) -> bool:
        """Whether it gives a day or more to decide: nobody sits and waits for the next move."""
        return self.kind != "none" and self.seconds >= DAY

    @property
    def possible(self) -> bool:
        """Whether it means something: a clock that ticks has time to give."""
        return self.kind == "none" or self.seconds > 0


class Clock:
    """The clock of one match. Only the seat that decides uses up its time, and only while a person plays it.

    Taking an action back gives no time back, and deciding the same again earns none: time is given only
    when the match goes further than it ever was. What was earned by a step that was tried and taken back is
    earned ahead: as many later decisions earn nothing. But whoever was asked meanwhile loses nothing by it.
    """

    def __init__(self, wish: ClockWish, seats: int) -> None:
        self.wish = wish
        self.left = [wish.seconds * 1000] * seats
        self.ticking = -1
        """The seat whose time is running, or -1."""
        self.extended = 0
        """Milliseconds that the ticking seat was given for this decision beyond its time."""
        self.taken_back = 0
        """How often whoever decided last took the question from somebody else, or from a bot."""
        self._since = 0
        self._decisions = -1
        self._had = 0
        """What the ticking seat had when it was asked."""
        self._furthest = -1
        self._decider = -1
        """The seat that decided last."""
        self._stood = -1
        """How far the match was when a seat last decided after another."""
        self._left_at = [-1] * seats
        """How far the match was when a bot took over a seat."""
        self._earned: list[tuple[int, int]] = []
        """Since a seat last decided after another: how far the match was, and which seat earned something."""
        self._ahead = [0] * seats
        """How many increments each seat has earned by steps that it tried and took back."""
        self._gifts = [RETURN_GIFT] * seats
        """What each seat has at least when its person comes back the next time."""

    def turn(self, at: int, seat: int, decisions: int) -> None:
        """From `at` on this seat decides, or -1 if nobody's time runs; `decisions` have been made so far."""
        if self.wish.kind == "none":
            return
        before = self.ticking
        if before >= 0:
            self.left[before] = max(0, self.left[before] - max(0, at - self._since))
            if decisions < self._decisions and before != seat:
                self.left[before] = self._had
                self.extended = 0
        if decisions < self._decisions and before != seat:
            self.taken_back += 1
        further = decisions > self._furthest
        if further and self.wish.kind == "bank" and before >= 0:
            self._earn(before, decisions)
        if further or (decisions > self._decisions and seat != before):
            self.extended = 0
            if self.wish.kind == "move" and seat >= 0:
                self.left[seat] = self.wish.seconds * 1000
        self._furthest = max(self._furthest, decisions)
        if seat >= 0 and (seat != before or decisions != self._decisions):
            self._had = self.left[seat]
        self._decisions = decisions
        self.ticking = seat
        self._since = at

    def _earn(self, seat: int, decisions: int) -> None:
        """A seat of which nothing was earned ahead gets its increment."""
        self._earned.append((decisions, seat))
        if self._ahead[seat]:
            self._ahead[seat] -= 1
        else:
            self.left[seat] += self.wish.increment * 1000

    def acted(self, seat: int) -> None:
        """A seat decides, and nobody else can take back any more: what they tried does not count."""
        if seat != self._decider and self._decisions > self._stood:
            for number, tried_by in self._earned:
                self._ahead[tried_by] += number > self._decisions
            self._earned = []
            self._stood = self._decisions
            self._furthest = self._decisions
            self.taken_back = 0
        self._decider = seat

    def leave(self, seat: int) -> None:
        """A bot takes over a seat."""
        self._left_at[seat] = self._decisions

    def welcome(self, seat: int, bot_failed: bool) -> None:
        """The person of a seat is back: there must be time to look at the table, unless nothing has happened
        meanwhile and the bot did not fail to decide.
        """
        if self._decisions <= self._left_at[seat] and not bot_failed:
            return
        whole = self.wish.seconds * 1000
        if self.wish.kind == "move":
            self.left[seat] = max(self.left[seat], whole)
        elif self.left[seat] < (gift := min(whole, self._gifts[seat])):
            self.left[seat] = gift
            self._gifts[seat] //= 2

    def extend(self, seat: int, until: int) -> None:
        """Give the seat that decides time until then."""
        more = until - self.deadline
        if seat == self.ticking and more > 0:
            self.left[seat] += more
            self.extended += more

    @property
    def deadline(self) -> int:
        """When the ticking seat's time is up; 0 when nothing ticks."""
        return self._since + self.left[self.ticking] if self.ticking >= 0 else 0

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds a seat has left, or None where there is no clock."""
        if self.wish.kind == "none":
            return None
        if seat == self.ticking:
            return max(0, self.deadline - now)
        return self.left[seat]
