"""Tournaments: who takes part, and who sits where in which round."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec

from ludoteca.bots.levels import REGULAR
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import LOOKED_AT, OF_ONE_NETWORK, Store

OPEN, PLAYING, ENDED = "open", "playing", "ended"

SEALED = (
    "exists (select 1 from pairings sp join tournaments st on st.id = sp.tournament "
    "and st.round = sp.round and st.status = 'playing' where sp.table_id = {table})"
)
"""Whether a table belongs to a round of a tournament that is still being played, as SQL."""


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament. `wish` is a `TournamentWish` as JSON, `round` the one being played."""

    id: str
    name: str
    owner: str
    wish: str
    secret: str
    status: str
    round: int
    opened_at: int
    network: str = ""
    """A keyed hash of where it was announced."""


class EntrantRow(msgspec.Struct, frozen=True):
    """Somebody who takes part: a person, or a bot of a level."""

    number: int
    person: str
    name: str
    level: str


class PlaceRow(msgspec.Struct, frozen=True):
    """A seat in a round, and how it did: place 0 while the match goes on."""

    round: int
    board: int
    seat: int
    entrant: int
    table: str
    place: int
    score: int


_ONE_BY_ONE = (
    "insert into house_keys (name, value) values ('tournaments', '') "
    "on conflict (name) do update set value = excluded.value"
)
"""Lets tournaments be announced one after the other on all servers, until the transaction ends."""
_TOURNAMENT = "id, name, owner, wish, secret, status, round, opened_at, network"
_SEATS = (
    "pairings p left join results r on r.table_id = p.table_id and r.seat = p.seat "
    "left join tables s on s.id = p.table_id"
)
_PLACE = (
    "coalesce(r.place, case when s.status in ('closed', 'broken') then (select count(*) from pairings o "
    "where o.tournament = p.tournament and o.round = p.round and o.board = p.board) else 0 end)"
)
"""The place of a seat; of a table that was closed before its end, or set aside, everybody's is the last."""


class TournamentStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, row: TournamentRow, most: int) -> bool:
        """Write a tournament; False if its owner holds so many already that have not ended."""

        def work(connection: Connection) -> bool:
            connection.run(_ONE_BY_ONE)
            (held,) = connection.run(
                "select count(*) from tournaments where owner = ? and status <> ?", (row.owner, ENDED)
            )
            if held[0] >= most:
                return False
            connection.run(
                f"insert into tournaments ({_TOURNAMENT}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(row),
            )
            return True

        return await self._store.in_transaction(work)

    async def find(self, id: str) -> TournamentRow | None:
        rows = await self._store.rows(f"select {_TOURNAMENT} from tournaments where id = ?", id)
        return TournamentRow(*rows[0]) if rows else None

    async def newest(self, count: int) -> list[tuple[TournamentRow, int]]:
        """Tournaments, the newest first, each with the number of entrants; no network fills the list with its
        own while there are others.
        """
        rows = await self._store.rows(
            f"select {_TOURNAMENT}, (select count(*) from entrants e where e.tournament = found.id) from "
            f"(select {_TOURNAMENT}, row_number() over (partition by case when network = '' then id "
            "else network end order by opened_at desc) as nth from "
            "(select * from tournaments order by opened_at desc limit ?) latest) found "
            "order by case when nth > ? then 1 else 0 end, opened_at desc limit ?",
            LOOKED_AT,
            OF_ONE_NETWORK,
            count,
        )
        found = [(TournamentRow(*row[:-1]), int(row[-1])) for row in rows]
        return sorted(found, key=lambda one: -one[0].opened_at)

    async def all_playing(self) -> list[TournamentRow]:
        """Every tournament that is being played."""
        rows = await self._store.rows(f"select {_TOURNAMENT} from tournaments where status = ?", PLAYING)
        return [TournamentRow(*row) for row in rows]

    async def due(self) -> list[str]:
        """Tournaments of which a round is over and nothing has followed yet."""
        rows = await self._store.rows(
            "select t.id from tournaments t where t.status = ? and not exists ("
            f"select 1 from {_SEATS} where p.tournament = t.id and p.round = t.round and {_PLACE} = 0)",
            PLAYING,
        )
        return [str(row[0]) for row in rows]

    async def entrants(self, id: str) -> list[EntrantRow]:
        return await self._store.read(lambda connection: _entrants(connection, id))

    async def enter(self, id: str, person: str, named: Callable[[list[str]], str], most: int) -> bool:
        """Let somebody take part, once; `named` tells their name, given those that are taken. False if it has
        begun, or so many take part already.
        """

        def work(connection: Connection) -> bool:
            if not _hold(connection, id, OPEN):
                return False
            rows = connection.run("select person, name from entrants where tournament = ?", (id,))
            if person in [row[0] for row in rows]:
                return True
            if len(rows) >= most:
                return False
            _enter(connection, id, [(person, named([str(row[1]) for row in rows]), "")])
            return True

        return await self._store.in_transaction(work)

    async def enter_bots(self, id: str, names: list[str], level: str, known: list[EntrantRow]) -> bool:
        """Let bots take part; False if others than the `known` entrants do."""

        def work(connection: Connection) -> bool:
            if not _hold(connection, id, OPEN, PLAYING) or _entrants(connection, id) != known:
                return False
            _enter(connection, id, [("", name, level) for name in names])
            return True

        return await self._store.in_transaction(work)

    async def withdraw(self, id: str, person: str) -> bool:
        """Let somebody not take part; False if it has begun."""

        def work(connection: Connection) -> bool:
            if not _hold(connection, id, OPEN):
                return False
            connection.run("delete from entrants where tournament = ? and person = ?", (id, person))
            return True

        return await self._store.in_transaction(work)

    async def places(self, id: str) -> list[PlaceRow]:
        """Every seat of every round, with how it did."""
        rows = await self._store.rows(
            f"select p.round, p.board, p.seat, p.entrant, p.table_id, {_PLACE}, coalesce(r.score, 0) "
            f"from {_SEATS} where p.tournament = ? order by p.round, p.board, p.seat",
            id,
        )
        return [PlaceRow(*row) for row in rows]

    async def begin_round(self, id: str, round: int, places: list[PlaceRow], known: list[EntrantRow]) -> bool:
        """Write who sits where in a round; False if another process has done it, or others than the `known`
        entrants take part: as many, perhaps, where somebody has withdrawn and somebody else has come.
        """

        def work(connection: Connection) -> bool:
            if not _hold(connection, id, OPEN, PLAYING) or _entrants(connection, id) != known:
                return False
            begun = connection.run(
                "update tournaments set round = ?, status = ? where id = ? and round = ? and status <> ? "
                "returning id",
                (round, PLAYING, id, round - 1, ENDED),
            )
            if begun:
                connection.many(
                    "insert into pairings (tournament, round, board, seat, entrant, table_id) "
                    "values (?, ?, ?, ?, ?, ?)",
                    [(id, one.round, one.board, one.seat, one.entrant, one.table) for one in places],
                )
            return bool(begun)

        return await self._store.in_transaction(work)

    async def end(self, id: str) -> None:
        await self._store.change("update tournaments set status = ? where id = ?", ENDED, id)

    async def playing(self, table: str) -> str | None:
        """The wish of the tournament to which a table belongs, while its round is being played."""
        rows = await self._store.rows(
            "select t.wish from pairings m join tournaments t on t.id = m.tournament and t.round = m.round "
            f"where m.table_id = ? and exists (select 1 from {_SEATS} where p.tournament = t.id "
            f"and p.round = t.round and {_PLACE} = 0) limit 1",
            table,
        )
        return str(rows[0][0]) if rows else None

    async def seats_of(self, table: str, person: str) -> list[int]:
        """The seats at a table that were given to a person."""
        rows = await self._store.rows(
            "select p.seat from pairings p join entrants e on e.tournament = p.tournament "
            "and e.number = p.entrant where p.table_id = ? and e.person = ?",
            table,
            person,
        )
        return [int(row[0]) for row in rows]


class _Bots(msgspec.Struct):
    """What the wish of a tournament says of its bots."""

    level: str = REGULAR


def let_nobody_wait_for(connection: Connection, person: str, name: str) -> None:
    """Somebody is forgotten and will never come: they are withdrawn from what has not begun, and what they
    announced themselves ends there; in the further rounds of what has begun a bot sits in their place, under
    the other name.
    """
    found = connection.run(
        "select id, wish from tournaments where status <> ? and (owner = ? or id in "
        "(select tournament from entrants where person = ?)) order by id",
        (ENDED, person, person),
    )
    for id, wish in found:
        if _hold(connection, str(id), OPEN):
            connection.run("delete from entrants where tournament = ? and person = ?", (id, person))
            connection.run(
                "update tournaments set status = ? where id = ? and owner = ?", (ENDED, id, person)
            )
        elif _hold(connection, str(id), PLAYING):
            bots = _Bots()
            with contextlib.suppress(msgspec.DecodeError):
                bots = msgspec.json.decode(str(wish), type=_Bots)
            connection.run(
                "update entrants set person = '', level = ?, name = cast(? as text) || ' ' || number "
                "where tournament = ? and person = ?",
                (bots.level, name, id, person),
            )


def _hold(connection: Connection, id: str, *statuses: str) -> bool:
    """Let nobody else change a tournament before this transaction ends; False if it has another status."""
    marks = ", ".join("?" * len(statuses))
    statement = f"update tournaments set status = status where id = ? and status in ({marks}) returning id"
    return bool(connection.run(statement, (id, *statuses)))


def _entrants(connection: Connection, id: str) -> list[EntrantRow]:
    """Who takes part, by their numbers."""
    rows = connection.run(
        "select number, person, name, level from entrants where tournament = ? order by number", (id,)
    )
    return [EntrantRow(*row) for row in rows]


def _enter(connection: Connection, id: str, entrants: list[tuple[str, str, str]]) -> None:
    """Write entrants (person, name, level) under the next numbers."""
    (found,) = connection.run(
        "select coalesce(max(number), -1) + 1 from entrants where tournament = ?", (id,)
    )
    connection.many(
        "insert into entrants (tournament, number, person, name, level) values (?, ?, ?, ?, ?)",
        [(id, found[0] + place, *entrant) for place, entrant in enumerate(entrants)],
    )
