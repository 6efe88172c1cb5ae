"""A table in short, as the lobby shows it."""

from __future__ import annotations

from collections.abc import Container

import msgspec


class SeatBrief(msgspec.Struct, frozen=True):
    """Who sits there. `person` is stored but told to nobody: see `visibility.brief_for`."""

    name: str
    kind: str
    """`open`, `person`, `bot`, or `kept` for somebody who is expected."""
    level: str = ""
    person: str = ""


class Brief(msgspec.Struct, frozen=True):
    """A table in short: nothing in it is secret from anybody, except the ids of persons."""

    table: str
    game: str
    status: str
    """`waiting`, `playing`, `finished` or `closed`."""
    public: bool
    opened_at: int
    changed_at: int
    seats: tuple[SeatBrief, ...]
    awaited: int = -1
    """The seat that has to decide, or -1."""
    deadline: int = 0
    starts_at: int = 0
    """When the match begins, if it has a time."""
    moves: int = 0
    result: str = ""
    """How it ended, as a record says it: `goal places 1 2 2`."""
    winners: tuple[int, ...] = ()
    yours: tuple[int, ...] = ()
    """The seats of the person who asks."""

    @property
    def awaits_you(self) -> bool:
        """Whether the person decides now, and no bot in their place."""
        return self.awaited in self.yours and not self.seats[self.awaited].level


class Lobby(msgspec.Struct, frozen=True):
    """What there is to do in the house."""

    yours: list[Brief]
    """Your tables that have not ended: those awaiting you first, then the most recently changed."""
    waiting: list[Brief]
    """Public tables with an open seat, the newest first."""
    watch: list[Brief]
    """Public tables at which a match is going on, the most recently changed first."""
    recent: list[Brief]
    """Public matches that have ended, the latest first."""

    def of_games(self, games: Container[str]) -> Lobby:
        """Without the tables of games that cannot be played now: they are kept, and listed when those can."""
        kept = [[brief for brief in part if brief.game in games] for part in msgspec.structs.astuple(self)]
        return Lobby(*kept)
