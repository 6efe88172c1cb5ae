"""Keeping the peace: what the host decides about people and tables, and what people report to the host."""

from __future__ import annotations

import time
from typing import Final

import msgspec

from ludoteca.house.refusals import TooManyTries, refusal
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.store.moderation import ALWAYS, ModerationStore, Report, Standing
from ludoteca.house.store.store import milliseconds
from ludoteca.house.table.commands import Act, AnyCommand, Chat, Person, Rename, Undo
from ludoteca.house.table.table import Table

PASSAGE: Final = 30
"""Lines of chat that a report carries."""
LINES_A_SECOND, LINES_AT_ONCE = 1.0, 20.0
"""How much somebody may say."""
UNDOS_A_SECOND, UNDOS_AT_ONCE = 1.0, 100.0
"""How often somebody may take something back: what was tried stays in the log, too."""
OTHERS_A_SECOND, OTHERS_AT_ONCE = 4.0, 400.0
"""What else all of one network may do at tables, apart from moves: sitting down, flags, offers to end it."""
NETWORK: Final = 4
"""As many times as much, all may say or take back who come from one network."""
RENAMES_A_SECOND, RENAMES_AT_ONCE = 1 / 5, 100.0
"""How often somebody may change their name: at each of their tables it is a line of the log."""
MOST_REPORTS: Final = 5
"""Reports of one person that may wait for the host."""
REPORTS_A_SECOND, REPORTS_AT_ONCE = 1 / 120, 10.0
"""Reports that may come from one network: each carries chat along, and hides those before it."""


class Passage(msgspec.Struct, frozen=True):
    """A line of chat in a report."""

    at: int
    name: str
    text: str
    about: bool
    """Whether the reported person said it."""


class Moderation:
    """Knows who is banned or muted. Processes that share a database learn of it within seconds."""

    def __init__(self, rows: ModerationStore) -> None:
        self.rows = rows
        self._standings: dict[str, Standing] = {}
        self._lines = RateLimiter(LINES_A_SECOND, 0.0, LINES_AT_ONCE)
        self._lines_there = RateLimiter(LINES_A_SECOND * NETWORK, 0.0, LINES_AT_ONCE * NETWORK)
        self._undos = RateLimiter(UNDOS_A_SECOND, 0.0, UNDOS_AT_ONCE)
        self._undos_there = RateLimiter(UNDOS_A_SECOND * NETWORK, 0.0, UNDOS_AT_ONCE * NETWORK)
        self._others_there = RateLimiter(OTHERS_A_SECOND, 0.0, OTHERS_AT_ONCE)
        self._renames = RateLimiter(RENAMES_A_SECOND, 0.0, RENAMES_AT_ONCE)
        self._reports_there = RateLimiter(REPORTS_A_SECOND, 0.0, REPORTS_AT_ONCE)

    async def refresh(self) -> None:
        """Read again who is banned or muted."""
        self._standings = {standing.person: standing for standing in await self.rows.standings()}

    def check(self, person: Person, command: AnyCommand | None = None, visitor: str = "") -> None:
        """Refuse what somebody who is banned or muted may not do, and to talk, to take back, or whatever else
        is no move, without end: it stays for good. `visitor` is the network that the person comes from.
        """
        if isinstance(command, Chat) and _too_often(self._lines, self._lines_there, person, visitor):
            raise refusal("too-fast", person.language)
        if isinstance(command, Undo) and _too_often(self._undos, self._undos_there, person, visitor):
            raise refusal("too-many-undos", person.language)
        if isinstance(command, Rename) and self._renames.seconds_to_wait(person.id, time.monotonic()):
            raise TooManyTries
        other = visitor and not isinstance(command, Act | Chat | Undo | None)
        if other and self._others_there.seconds_to_wait(visitor, time.monotonic()):
            raise TooManyTries
        standing = self._standings.get(person.id)
        if standing is None:
            return
        now = milliseconds()
        if standing.banned_until > now:
            raise refusal("banned", person.language)
        if isinstance(command, Chat | Rename) and standing.muted_until > now:  # names talk, too
            raise refusal("muted", person.language)

    def check_name(self, person: Person) -> None:
        """Refuse another name to somebody who is banned or muted: names talk, too."""
        standing = self._standings.get(person.id)
        if standing is not None and max(standing.banned_until, standing.muted_until) > milliseconds():
            banned = standing.banned_until > milliseconds()
            raise refusal("banned" if banned else "muted", person.language)

    @property
    def standings(self) -> list[Standing]:
        """Everybody who is banned or muted."""
        return list(self._standings.values())

    def is_restrained(self, person: str) -> bool:
        """Whether somebody is banned or muted."""
        return person in self._standings

    async def ban(self, person: str, name: str, lasting: bool = True) -> None:
        """Ban somebody, or let them in again."""
        await self.rows.ban(person, name, ALWAYS if lasting else 0)
        await self.refresh()
        await self.rows.note("ban" if lasting else "lift-ban", person, name)

    async def mute(self, person: str, name: str, lasting: bool = True) -> None:
        """Mute somebody, or let them speak again."""
        await self.rows.mute(person, name, ALWAYS if lasting else 0)
        await self.refresh()
        await self.rows.note("mute" if lasting else "lift-mute", person, name)

    async def report(self, table: Table, person: Person, seat: int, reason: str, visitor: str = "") -> None:
        """Report the person of a seat to the host, with what was said last at the table. `visitor` is the
        network that the person comes from.
        """
        self.check(person)
        if not table.involves(person.id):
            raise refusal("not-seated", person.language)
        about = table.seats[seat].person if 0 <= seat < len(table.seats) else ""
        if about in ("", person.id):
            raise refusal("no-such-seat", person.language, seat=seat)
        if await self.rows.reports_by(person.id) >= MOST_REPORTS or (
            visitor and self._reports_there.seconds_to_wait(visitor, time.monotonic())
        ):
            raise refusal("too-many-reports", person.language)
        said = [
            Passage(line.at, line.name, line.text, line.person == about) for line in table.chat[-PASSAGE:]
        ]
        passage = msgspec.json.encode(said).decode()
        await self.rows.add_report(table.id, person.id, about, table.seats[seat].name, reason, passage)


def _too_often(own: RateLimiter, there: RateLimiter, person: Person, visitor: str) -> bool:
    """Whether a person, or all of their network, have done something too often."""
    now = time.monotonic()
    if own.seconds_to_wait(person.id, now):
        return True
    return bool(visitor) and there.seconds_to_wait(visitor, now) > 0


def passage_of(report: Report) -> list[Passage]:
    """The lines of chat that a report carries."""
    return msgspec.json.decode(report.passage, type=list[Passage])
