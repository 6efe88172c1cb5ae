"""Profiles: people as others see them, what they have played, and how strong they are."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection, Row
from ludoteca.house.store.store import Store, milliseconds

RECENT: Final = 8
MEETINGS: Final = 8
LATELY: Final = 500
"""How many matches count for whom somebody meets."""
STEPS: Final = 200
LADDER: Final = 100


class Profile(msgspec.Struct, frozen=True):
    """Somebody. `shown` says to whom: `all`, `met` (who has sat at a table with them) or `me`."""

    person: str
    handle: str
    name: str
    since: int
    rated: bool
    shown: str


class GameCount(msgspec.Struct, frozen=True):
    """How often somebody has played a game to its end."""

    game: str
    matches: int
    won: int


class SeatResult(msgspec.Struct, frozen=True):
    """How somebody did in a match."""

    name: str
    place: int
    score: int
    person: str


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match that somebody has played to its end."""

    table: str
    game: str
    ended_at: int
    together: bool
    seats: tuple[SeatResult, ...]


class Meeting(msgspec.Struct, frozen=True):
    """How often somebody has met another, and was ahead or behind."""

    handle: str
    name: str
    matches: int
    ahead: int
    behind: int


class RatingRow(msgspec.Struct, frozen=True):
    """How strong somebody is at a game with so many seats."""

    game: str
    seats: int
    mu: float
    sigma: float
    matches: int


class RatingStep(msgspec.Struct, frozen=True):
    """A rating after a match."""

    at: int
    mu: float
    sigma: float
    won: bool


class LadderRow(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    handle: str
    name: str
    mu: float
    sigma: float
    matches: int


class Played(msgspec.Struct, frozen=True):
    """What somebody has played."""

    games: list[GameCount]
    recent: list[PlayedMatch]
    meetings: list[Meeting]
    ratings: list[RatingRow]


_PROFILE: Final = "person, handle, name, since, rated, shown"


class ProfileStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by_handle(self, handle: str) -> Profile | None:
        return _profile(await self._store.rows(f"select {_PROFILE} from profiles where handle = ?", handle))

    async def of(self, person: str) -> Profile | None:
        return _profile(await self._store.rows(f"select {_PROFILE} from profiles where person = ?", person))

    async def make(self, person: str, name: str) -> Profile:
        """The profile of a person, made if it is not there."""
        await self._store.change(
            "insert into profiles (person, handle, name, since) values (?, ?, ?, ?) on conflict do nothing",
            person,
            secrets.token_urlsafe(9),
            name,
            milliseconds(),
        )
        found = await self.of(person)
        assert found is not None
        return found

    async def choose(self, person: str, rated: bool, shown: str) -> None:
        await self._store.change(
            "update profiles set rated = ?, shown = ? where person = ?", int(rated), shown, person
        )

    async def have_met(self, one: str, other: str) -> bool:
        """Whether two people have ever sat at the same table."""
        return bool(
            await self._store.rows(
                "select 1 from places a join places b on b.table_id = a.table_id "
                "where a.person = ? and b.person = ? limit 1",
                one,
                other,
            )
        )

    async def played(self, person: str) -> Played:
        """What somebody has played."""
        return await self._store.read(lambda connection: _played(connection, person))

    async def steps(self, person: str, game: str, seats: int) -> list[RatingStep]:
        """How a rating became what it is, the first match first; the last of many."""
        rows = await self._store.rows(
            "select at, mu, sigma, won from rating_steps where person = ? and game = ? and seats = ? "
            "order by at desc limit ?",
            person,
            game,
            seats,
            STEPS,
        )
        return [RatingStep(int(at), mu, sigma, bool(won)) for at, mu, sigma, won in reversed(rows)]

    async def ladder(self, game: str, seats: int, viewer: str) -> list[LadderRow]:
        """The people who show their rating to everybody, and the viewer; the strongest first."""
        rows = await self._store.rows(
            "select p.handle, p.name, r.mu, r.sigma, r.matches from ratings r "
            "join profiles p on p.person = r.person and p.rated = 1 and (p.shown = 'all' or p.person = ?) "
            "where r.game = ? and r.seats = ? order by r.mu desc, p.handle limit ?",
            viewer,
            game,
            seats,
            LADDER,
        )
        return [LadderRow(*row) for row in rows]

    async def ladders(self, game: str) -> list[int]:
        """The numbers of seats for which anybody has a rating."""
        rows = await self._store.rows(
            "select distinct seats from ratings where game = ? order by seats", game
        )
        return [int(row[0]) for row in rows]


def _profile(rows: list[Row]) -> Profile | None:
    if not rows:
        return None
    person, handle, name, since, rated, shown = rows[0]
    return Profile(person, handle, name, int(since), bool(rated), shown)


def _played(connection: Connection, person: str) -> Played:
    games = connection.run(
        "select game, count(*), sum(case when place = 1 then 1 else 0 end) from results where person = ? "
        "group by game order by count(*) desc, game",
        (person,),
    )
    ratings = connection.run(
        "select game, seats, mu, sigma, matches from ratings where person = ? "
        "order by matches desc, game, seats",
        (person,),
    )
    meetings = connection.run(
        "select p.handle, p.name, count(*), sum(case when a.place < b.place then 1 else 0 end), "
        "sum(case when a.place > b.place then 1 else 0 end) from "
        "(select table_id, seat, person, place from results where person = ? "
        "order by ended_at desc limit ?) a "
        "join results b on b.table_id = a.table_id and b.seat <> a.seat and b.person <> '' "
        "and b.person <> a.person join profiles p on p.person = b.person "
        "group by p.handle, p.name order by count(*) desc, p.handle limit ?",
        (person, LATELY, MEETINGS),
    )
    return Played(
        [GameCount(str(game), int(matches), int(won)) for game, matches, won in games],
        _recent(connection, person),
        [Meeting(handle, name, *map(int, counts)) for handle, name, *counts in meetings],
        [RatingRow(*row) for row in ratings],
    )


def _recent(connection: Connection, person: str) -> list[PlayedMatch]:
    found = connection.run(
        "select distinct r.table_id, r.game, r.ended_at, f.scenario from results r "
        "join finished f on f.table_id = r.table_id where r.person = ? "
        "and not exists (select 1 from pairings p join tournaments t on t.id = p.tournament "
        "and t.round = p.round and t.status = 'playing' "
        "where p.table_id = r.table_id) order by r.ended_at desc limit ?",
        (person, RECENT),
    )
    matches = []
    for table, game, ended_at, scenario in found:
        seats = connection.run(
            "select name, place, score, person from results where table_id = ? order by seat", (table,)
        )
        together = bool(scenario)
        told = tuple(SeatResult(*seat) for seat in seats)
        matches.append(PlayedMatch(str(table), str(game), int(ended_at), together, told))
    return matches
