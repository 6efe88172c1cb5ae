"""Profiles: people as others see them, what they have played, and how strong they are."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection, Row
from ludoteca.house.store.rows import MOSTLY_BOT
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.store.tournaments import SEALED

RECENT: Final = 8
MEETINGS: Final = 8
LATELY: Final = 500
"""How many matches count for whom somebody meets."""
STEPS: Final = 200
LADDER: Final = 100
USUAL_MATCHES: Final = 5
"""How many matches of an average player are taken with those of a season."""


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
    analysed: int = 0
    """How many of these matches were analysed."""
    analysed_won: int = 0
    luck: float = 0.0
    """What chance gave in them, in victories."""


class SeatResult(msgspec.Struct, frozen=True):
    """How somebody did in a match."""

    name: str
    place: int
    score: int
    person: str
    luck: float | None = None
    """What chance gave, in chances of winning; None if the match was not analysed."""


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


class SeasonRow(msgspec.Struct, frozen=True):
    """Somebody in a season: in `matches` matches so many `beaten` of `rivals`; a shared place counts half."""

    handle: str
    name: str
    matches: int
    beaten: float
    rivals: int

    @property
    def share(self) -> float:
        """The share of rivals beaten, taken with some matches of an average player: a few do not decide."""
        average = USUAL_MATCHES * self.rivals / self.matches
        return (self.beaten + average / 2) / (self.rivals + average)


class Played(msgspec.Struct, frozen=True):
    """What somebody has played."""

    games: list[GameCount]
    recent: list[PlayedMatch]
    meetings: list[Meeting]
    ratings: list[RatingRow]


_SEALED: Final = SEALED.format(table="r.table_id")
"""What would tell how others played with the same luck is left out until the round is over."""


def _season(whom: str, where: str) -> str:
    """How people did in a season: those to `whom` it applies, in results `where` something holds."""
    who = (
        "join finished f on f.table_id = r.table_id and f.counts = 1 "
        f"join profiles p on p.person = r.person and p.rated = 1 {whom}"
    )
    when = (
        f"where {where} r.brought = 0 and r.game = ? and r.ended_at >= ? and r.ended_at < ? and not {_SEALED}"
    )
    return (
        "select p.handle, p.name, count(distinct r.table_id), "
        "sum(case when r.helped > 0 then 0 when r.place < o.place then 2 when r.place = o.place then 1 "
        "else 0 end), count(*) from results r join results o on o.table_id = r.table_id "
        f"and o.team <> r.team and ((o.person <> '' and o.helped < {MOSTLY_BOT}) "
        f"or o.level in ('strong', 'master')) {who} and f.scenario = '' {when} "
        "group by p.handle, p.name union all select p.handle, p.name, count(distinct r.table_id), "
        "sum(case when r.place = 1 and r.helped = 0 then 2 else 0 end), count(*) from results r "
        f"{who} and f.scenario <> '' {when} group by p.handle, p.name"
    )


_SEASON: Final = _season("and p.shown = 'all'", "")
_SEASON_OF: Final = _season("", "r.person = ? and")
"""The same for one person, found by the index of persons."""
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
        """Whether two people have ever played a match to its end: anybody may sit down for a moment."""
        return bool(
            await self._store.rows(
                "select 1 from results a join results b on b.table_id = a.table_id "
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

    async def ladder(self, game: str, seats: int, viewer: str, sure: float) -> list[LadderRow]:
        """The people who show their rating to everybody, and the viewer; the strongest first, and whoever's
        rating is less sure than `sure` behind all others: it is quickly won from rivals whom nobody knows.
        """
        rows = await self._store.rows(
            "select p.handle, p.name, r.mu, r.sigma, r.matches from ratings r "
            "join profiles p on p.person = r.person and p.rated = 1 and (p.shown = 'all' or p.person = ?) "
            "where r.game = ? and r.seats = ? "
            "order by case when r.sigma > ? then 1 else 0 end, r.mu desc, p.handle limit ?",
            viewer,
            game,
            seats,
            sure,
            LADDER,
        )
        return [LadderRow(*row) for row in rows]

    async def season(self, game: str, since: int, until: int, person: str = "") -> list[SeasonRow]:
        """How people did in the matches that ended within a season; the best first. Only who shows their
        ratings to everybody, or only this person. Rivals are people and bots of the two strongest levels;
        where all play together, the scenario is the one rival.
        """
        season = (game, since, until)
        if person:
            rows = await self._store.rows(_SEASON_OF, person, *season, person, *season)
        else:
            rows = await self._store.rows(_SEASON, *season, *season)
        found: dict[str, SeasonRow] = {}
        for handle, name, matches, beaten, rivals in rows:
            known = found.get(handle, SeasonRow(handle, name, 0, 0.0, 0))
            found[handle] = SeasonRow(
                handle,
                name,
                known.matches + int(matches),
                known.beaten + int(beaten) / 2,
                known.rivals + int(rivals),
            )
        return sorted(found.values(), key=lambda row: (-row.share, row.handle))[:LADDER]

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
        "select r.game, count(*), sum(case when r.place = 1 then 1 else 0 end), count(l.given), "
        "sum(case when r.place = 1 and l.given is not null then 1 else 0 end), coalesce(sum(l.given), 0) "
        "from results r left join luck l on l.table_id = r.table_id and l.seat = r.seat "
        f"where r.person = ? and not {_SEALED} group by r.game order by count(*) desc, r.game",
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
        f"(select table_id, seat, person, place from results r where person = ? and not {_SEALED} "
        "order by ended_at desc limit ?) a "
        "join results b on b.table_id = a.table_id and b.seat <> a.seat and b.person <> '' "
        "and b.person <> a.person join profiles p on p.person = b.person "
        "group by p.handle, p.name order by count(*) desc, p.handle limit ?",
        (person, LATELY, MEETINGS),
    )
    return Played(
        [_game_count(*row) for row in games],
        _recent(connection, person),
        [Meeting(handle, name, *map(int, counts)) for handle, name, *counts in meetings],
        [RatingRow(*row) for row in ratings],
    )


def _game_count(
    game: str, matches: int, won: int, analysed: int, analysed_won: int, luck: float
) -> GameCount:
    return GameCount(game, int(matches), int(won), int(analysed), int(analysed_won), float(luck))


def _recent(connection: Connection, person: str) -> list[PlayedMatch]:
    found = connection.run(
        "select distinct r.table_id, r.game, r.ended_at, f.scenario from results r "
        "join finished f on f.table_id = r.table_id where r.person = ? "
        f"and not {_SEALED} order by r.ended_at desc limit ?",
        (person, RECENT),
    )
    matches = []
    for table, game, ended_at, scenario in found:
        seats = connection.run(
            "select r.name, r.place, r.score, r.person, l.given from results r left join luck l "
            "on l.table_id = r.table_id and l.seat = r.seat where r.table_id = ? order by r.seat",
            (table,),
        )
        together = bool(scenario)
        told = tuple(SeatResult(*seat) for seat in seats)
        matches.append(PlayedMatch(str(table), str(game), int(ended_at), together, told))
    return matches
