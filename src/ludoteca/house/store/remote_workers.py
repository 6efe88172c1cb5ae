"""Workers that ask for jobs over HTTP: who they are, what they have done, which jobs they hold."""

from __future__ import annotations

from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import JobRow
from ludoteca.house.store.store import Store, milliseconds

REMOTE: Final = "remote"
"""How the name of the holder of a job begins if it is such a worker: `remote NAME TICKET`."""
_COLUMNS: Final = "name, key, purposes, added_at, seen_at, taken, done, faults, shut_out"
_JOB: Final = "id, kind, table_id, base, seat, body, asked_at, tries, worker, lease, rank"


class RemoteWorkerRow(msgspec.Struct, frozen=True):
    """A worker elsewhere. `key` is the hash of its key."""

    name: str
    key: str
    purposes: str
    """What it may do, in words with commas between."""
    added_at: int
    seen_at: int
    taken: int
    done: int
    faults: int
    shut_out: int
    """1: it gets nothing until the host lets it in again."""


def holder(name: str, ticket: str) -> str:
    """Who holds a job, as its row says it."""
    return f"{REMOTE} {name} {ticket}"


class RemoteWorkerStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[RemoteWorkerRow]:
        """Every worker that has a key."""
        rows = await self._store.rows(f"select {_COLUMNS} from remote_workers order by name")
        return [RemoteWorkerRow(*row) for row in rows]

    async def named(self, name: str) -> RemoteWorkerRow | None:
        rows = await self._store.rows(f"select {_COLUMNS} from remote_workers where name = ?", name)
        return RemoteWorkerRow(*rows[0]) if rows else None

    async def any(self) -> bool:
        """Whether any worker has a key."""
        return bool(await self._store.rows("select 1 from remote_workers limit 1"))

    async def add(self, name: str, key: str, purposes: str) -> None:
        """Let a worker in by a key; one that is known gets a new key and a new start."""
        await self._store.change(
            "insert into remote_workers (name, key, purposes, added_at) values (?, ?, ?, ?) "
            "on conflict (name) do update set key = excluded.key, purposes = excluded.purposes, "
            "faults = 0, shut_out = 0",
            name,
            key,
            purposes,
            milliseconds(),
        )

    async def remove(self, name: str) -> None:
        """Forget a worker and its key."""
        await self._store.change("delete from remote_workers where name = ?", name)

    async def admit(self, name: str) -> None:
        """Let in again a worker that was shut out."""
        await self._store.change("update remote_workers set faults = 0, shut_out = 0 where name = ?", name)

    async def seen(self, name: str, taken: int) -> None:
        """A worker has asked, and got so many jobs."""
        await self._store.change(
            "update remote_workers set seen_at = ?, taken = taken + ? where name = ?",
            milliseconds(),
            taken,
            name,
        )

    async def did(self, name: str) -> None:
        """A worker has done a job."""
        await self._store.change(
            "update remote_workers set seen_at = ?, done = done + 1 where name = ?", milliseconds(), name
        )

    async def erred(self, name: str, most: int) -> None:
        """A worker has sent something wrong; after `most` times it is shut out."""
        await self._store.change(
            "update remote_workers set faults = faults + 1, "
            "shut_out = case when faults + 1 >= ? then 1 else shut_out end where name = ?",
            most,
            name,
        )

    # The jobs they hold

    async def claim(
        self, name: str, ticket: str, lease: int, which: str, most: int, kept: int
    ) -> JobRow | None:
        """Claim one of the jobs that `which` describes, unless `most` of them are out with such workers. What
        this worker let lapse is for others: it would hold it for ever. After `kept` milliseconds it may try
        again.
        """
        now, own = milliseconds(), holder(name, "")

        def work(connection: Connection) -> list[JobRow]:
            out = connection.run(
                f"select count(*) from jobs where worker like '{REMOTE} %' and lease > ? and {which}", (now,)
            )
            if int(out[0][0]) >= most:
                return []
            let_lapse = f"substr(jobs.worker, 1, {len(own)}) = '{own}' and jobs.lease > {now - kept}"
            free = f"{which} and kept_until <= {now} and not ({let_lapse})"
            return self._store.claim_some(connection, holder(name, ticket), 1, lease, free)

        found = await self._store.in_transaction(work)
        return found[0] if found else None

    async def held(self, name: str, ticket: str) -> JobRow | None:
        """The job that a worker holds by a ticket; None if its lease is over."""
        rows = await self._store.rows(
            f"select {_JOB} from jobs where worker = ? and lease > ?", holder(name, ticket), milliseconds()
        )
        return JobRow(*rows[0]) if rows else None

    async def extend(self, name: str, ticket: str, until: int) -> bool:
        """Extend the lease of a job; False if it is over."""

        def work(connection: Connection) -> bool:
            values = (until, holder(name, ticket), milliseconds())
            statement = "update jobs set lease = ? where worker = ? and lease > ? returning id"
            return bool(connection.run(statement, values))

        return await self._store.in_transaction(work)

    async def give_back(self, job: JobRow, kept_until: int = 0) -> None:
        """Free a job; until then only workers of the house may take it."""
        await self._store.change(
            "update jobs set lease = 0, worker = '', kept_until = ? where id = ? and worker = ?",
            kept_until,
            job.id,
            job.worker,
        )
