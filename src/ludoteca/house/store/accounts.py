"""Accounts: people with passkeys, their recovery codes, and the browsers that are signed in."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import Store, milliseconds


class Account(msgspec.Struct, frozen=True):
    """Somebody with a passkey."""

    id: str
    name: str
    language: str
    created_at: int


class Passkey(msgspec.Struct, frozen=True):
    """The public half of a key on somebody's device."""

    id: str
    account: str
    public_key: str
    sign_count: int
    label: str
    created_at: int
    used_at: int


class Session(msgspec.Struct, frozen=True):
    """A browser that is signed in. The id is a hash of what its cookie says."""

    id: str
    account: str
    label: str
    created_at: int
    used_at: int


class AccountStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, account: Account, key: Passkey, session: Session) -> bool:
        """A new account with its first key, signed in where it was made; False if either is there already."""

        def work(connection: Connection) -> bool:
            known = connection.run(
                "select 1 from accounts where id = ? union all select 1 from passkeys where id = ?",
                (account.id, key.id),
            )
            if known:
                return False
            if not _insert_key(connection, key):  # another server was quicker
                return False
            made = connection.run(
                "insert into accounts (id, name, language, created_at) values (?, ?, ?, ?) "
                "on conflict do nothing returning id",
                msgspec.structs.astuple(account),
            )
            if not made:
                connection.run("delete from passkeys where id = ?", (key.id,))
                return False
            _insert_session(connection, session)
            return True

        return await self._store.in_transaction(work)

    async def account(self, id: str) -> Account | None:
        rows = await self._store.rows("select id, name, language, created_at from accounts where id = ?", id)
        return Account(*rows[0]) if rows else None

    async def rename(self, id: str, name: str, language: str) -> None:
        await self._store.change(
            "update accounts set name = ?, language = ? where id = ?", name, language, id
        )

    async def erase(self, id: str) -> None:
        """Forget an account with all that belongs to it."""
        await self._store.in_transaction(lambda connection: forget_account(connection, id))

    # Keys

    async def key(self, id: str) -> Passkey | None:
        rows = await self._store.rows(f"select {_KEY} from passkeys where id = ?", id)
        return Passkey(*rows[0]) if rows else None

    async def keys(self, account: str) -> list[Passkey]:
        rows = await self._store.rows(
            f"select {_KEY} from passkeys where account = ? order by created_at", account
        )
        return [Passkey(*row) for row in rows]

    async def add_key(self, key: Passkey, most: int, session: str = "") -> bool:
        """A further key; False if it is known already, its account has so many or is gone, or the session of
        who adds it has ended.
        """

        def work(connection: Connection) -> bool:
            if not _hold(connection, key.account, session):
                return False
            known = connection.run(
                "select 1 from passkeys where id = ? union all "
                "select 1 where (select count(*) from passkeys where account = ?) >= ?",
                (key.id, key.account, most),
            )
            return not known and _insert_key(connection, key)

        return await self._store.in_transaction(work)

    async def used_key(self, id: str, sign_count: int) -> None:
        await self._store.change(
            "update passkeys set sign_count = ?, used_at = ? where id = ?", sign_count, milliseconds(), id
        )

    async def remove_key(self, account: str, id: str) -> bool:
        """Remove a key; False if it is the last one and no recovery code is left."""

        def work(connection: Connection) -> bool:
            _hold(connection, account)
            other = connection.run(
                "select 1 from passkeys where account = ? and id <> ? union all "
                "select 1 from recovery where account = ? and used_at = 0",
                (account, id, account),
            )
            if other:
                connection.run("delete from passkeys where account = ? and id = ?", (account, id))
            return bool(other)

        return await self._store.in_transaction(work)

    # Codes

    async def replace_codes(self, account: str, hashes: Iterable[str], session: str) -> bool:
        """Other codes than before; False if the account is gone or the session has ended."""

        def work(connection: Connection) -> bool:
            if not _hold(connection, account, session):
                return False
            connection.run("delete from recovery where account = ?", (account,))
            connection.many(
                "insert into recovery (code, account) values (?, ?)", [(code, account) for code in hashes]
            )
            return True

        return await self._store.in_transaction(work)

    async def codes_left(self, account: str) -> int:
        rows = await self._store.rows(
            "select count(*) from recovery where account = ? and used_at = 0", account
        )
        return int(rows[0][0])

    async def use_code(self, code: str) -> str:
        """The account of a hashed code, which is used up by this; empty if there is no such code."""

        def work(connection: Connection) -> str:
            rows = connection.run(
                "update recovery set used_at = ? where code = ? and used_at = 0 returning account",
                (milliseconds(), code),
            )
            return str(rows[0][0]) if rows else ""

        return await self._store.in_transaction(work)

    # Sessions

    async def add_session(
        self, session: Session, most: int, maker: str = "", key: str = "", code: str = ""
    ) -> bool:
        """A browser that is signed in; where there are more than so many, those not used for longest go.
        False if the account is gone, or whatever let this browser in: the session of another one (`maker`)
        has ended, the key was removed, others have taken the place of the hashed recovery code.
        """

        def work(connection: Connection) -> bool:
            if not _hold(connection, session.account, maker):
                return False
            for table, column, shown in (("passkeys", "id", key), ("recovery", "code", code)):
                kept = f"select 1 from {table} where {column} = ? and account = ?"
                if shown and not connection.run(kept, (shown, session.account)):
                    return False
            _insert_session(connection, session)
            connection.run(
                "delete from sessions where account = ? and id not in (select id from sessions "
                "where account = ? order by used_at desc, created_at desc, id limit ?)",
                (session.account, session.account, most),
            )
            return True

        return await self._store.in_transaction(work)

    async def sessions(self, account: str) -> list[Session]:
        rows = await self._store.rows(
            "select id, account, label, created_at, used_at from sessions where account = ? "
            "order by used_at desc, id",
            account,
        )
        return [Session(*row) for row in rows]

    async def end_session(self, account: str, id: str) -> None:
        await self._end(account, "delete from sessions where account = ? and id = ?", id)

    async def end_other_sessions(self, account: str, id: str) -> None:
        """Sign out everywhere but here."""
        await self._end(account, "delete from sessions where account = ? and id <> ?", id)

    async def _end(self, account: str, delete: str, id: str) -> None:
        def work(connection: Connection) -> None:
            _hold(connection, account)
            connection.run(delete, (account, id))

        await self._store.in_transaction(work)

    async def touch(self, id: str) -> None:
        """Note that a session was used just now."""
        await self._store.change("update sessions set used_at = ? where id = ?", milliseconds(), id)

    async def last_used(self, person: str, session: str, patience: float | None = None) -> int | None:
        """When a session was noted to be used; None if it has ended. Of a guest: 0, or None if the guest has
        made an account since.
        """

        def work(connection: Connection) -> int | None:
            if session:
                found = connection.run(
                    "select used_at from sessions where id = ? and account = ?", (session, person)
                )
                return int(found[0][0]) if found else None
            return None if connection.run("select 1 from accounts where id = ?", (person,)) else 0

        return await self._store.read(work, patience)


def forget_account(connection: Connection, id: str) -> None:
    """Let an account be gone with all that belongs to it, if there is one."""
    _hold(connection, id)
    for table in ("passkeys", "recovery", "sessions"):
        connection.run(f"delete from {table} where account = ?", (id,))
    connection.run("delete from accounts where id = ?", (id,))


_KEY = "id, account, public_key, sign_count, label, created_at, used_at"


def _hold(connection: Connection, account: str, session: str = "") -> bool:
    """Let other servers wait, until this transaction ends, with what they change about an account; False if
    it is gone, or a session of it that matters has ended.
    """
    held = connection.run("update accounts set id = id where id = ? returning id", (account,))
    if held and session:
        held = connection.run("select 1 from sessions where id = ? and account = ?", (session, account))
    return bool(held)


def _insert_key(connection: Connection, key: Passkey) -> bool:
    """Keep a key; False if somebody has it by now."""
    made = connection.run(
        f"insert into passkeys ({_KEY}) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id",
        msgspec.structs.astuple(key),
    )
    return bool(made)


def _insert_session(connection: Connection, session: Session) -> None:
    connection.run(
        "insert into sessions (id, account, label, created_at, used_at) values (?, ?, ?, ?, ?)",
        msgspec.structs.astuple(session),
    )
