"""What a fifteenth look at the house found: servers of one house that do not hear each other in time, and
much that comes at once.
"""

from __future__ import annotations

import asyncio
import threading
import time

import psycopg
import pytest

from ludoteca.house.service import background
from ludoteca.house.service.house import House
from ludoteca.house.settings import Limits
from ludoteca.house.store.accounts import Account, Passkey, Session
from ludoteca.house.store.personal import LOOKS
from ludoteca.house.store.postgres import Listener, PostgresDriver
from ludoteca.house.table.commands import Chat, Join
from ludoteca.house.table.table import Table
from tests.house.attacks.test_fourteenth_look import CHUNKED
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, until, wish
from tests.house.test_connections import served

MANY = 400
FEW_PAUSES = 40
"""For many notices that come together; there were two hundred, one for every 16 KB."""


class Pauses(threading.Event):
    """Counts how often somebody waited for it."""

    count = 0

    def wait(self, timeout: float | None = None) -> bool:
        self.count += 1
        return super().wait(timeout)


def test_many_long_notices_are_heard_as_fast_as_they_come(postgres_address: str) -> None:
    driver = PostgresDriver(postgres_address)
    driver.channel = "ludoteca_many"
    heard: list[str] = []
    all_heard = threading.Event()

    def hear(notices: list[str]) -> None:
        heard.extend(notices)
        if len(heard) == MANY:
            all_heard.set()

    listener = Listener(driver, "own", hear, lambda hearing: None, lambda table: True)
    listener._ending = pauses = Pauses()
    listener.start()
    listener.tried.wait()
    try:
        with psycopg.connect(postgres_address) as db:  # which tells all of them when it commits
            for number in range(MANY):
                db.execute("select pg_notify('ludoteca_many', %s)", (f"{number:07}" * 1100,))
        assert all_heard.wait(60)
        assert heard == [f"{number:07}" * 1100 for number in range(MANY)]
        assert pauses.count < FEW_PAUSES
    finally:
        listener.end()


async def deafened(house: House) -> None:
    """Cut the connection on which a house, and every other, hears what others write."""
    await house._store.read(
        lambda connection: connection.run(
            "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen ludoteca_%'"
        )
    )


def names_and_words(table: Table) -> tuple[list[str], list[str]]:
    return [seat.name for seat in table.seats], [line.text for line in table.chat]


@pytest.mark.parametrize("looks", [LOOKS, 1], ids=["for a moment", "for long"])
@awaited
async def test_who_was_forgotten_while_a_server_did_not_hear_is_forgotten_there(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    monkeypatch.setattr("ludoteca.house.store.personal.LOOKS", looks)
    if looks == 1:  # that it happened is known no longer
        monkeypatch.setattr(background, "LONG_DEAF", 0.0)
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        opened = await one.open(ADA, wish("me", "open", "open"), "one")
        await one.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        await one.do(opened.table, BRUNO, Chat(id=new_id(), text="between us"))
        assert "Bruno" in names_and_words(await two.table(opened.table))[0]
        listener = two._store._listener
        assert listener is not None
        missed, hearing, erased = listener._missed, list[bool](), threading.Event()

        def missed_until_erased(again: bool) -> None:
            missed(again)
            hearing.append(again)
            if not again:
                erased.wait(20)

        monkeypatch.setattr(listener, "_missed", missed_until_erased)
        await deafened(one)
        await until(lambda: hearing)
        await one.erase(BRUNO)
        erased.set()
        await until(lambda: hearing[-1])
        names, words = names_and_words(await one.table(opened.table))
        assert "Bruno" not in names and "between us" not in words

        async def same_there() -> bool:
            return names_and_words(await two.table(opened.table)) == (names, words)

        expires = time.monotonic() + 10
        while not await same_there():
            assert time.monotonic() < expires, "the other server still shows who was forgotten"
        await two.do(opened.table, ADA, Chat(id=new_id(), text="who was that?"))
        await two._background.flush()
        (row,) = await one._store.rows("select brief from tables where id = ?", opened.table)
        assert "Bruno" not in str(row[0])


@awaited
async def test_the_last_two_keys_are_not_both_removed_through_two_servers(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        for number in range(12):
            name = f"account {number}"
            keys = [Passkey(f"{name}, {which}", name, "", 0, "", 0, 0) for which in ("first", "second")]
            session = Session(f"session {number}", name, "", 0, 0)
            assert await one.account_store.create(Account(name, "Ada", "en", 0), keys[0], session)
            assert await one.account_store.add_key(keys[1], 2)
            removed = await asyncio.gather(
                one.account_store.remove_key(name, keys[0].id), two.account_store.remove_key(name, keys[1].id)
            )
            assert sorted(removed) == [False, True]
            assert len(await one.account_store.keys(name)) == 1


@pytest.mark.parametrize(
    "flood",
    [b"POST / HTTP/1.1\r\n" + b"a:\r\n" * 60_000, CHUNKED + b"0\r\n" + b"a:\r\n" * 60_000,
     CHUNKED + b"1\r\nx\r\n" * 40_000],
    ids=["headers", "trailers", "chunks"],
)  # fmt: skip
@awaited
async def test_of_what_comes_at_once_no_more_is_read_than_may_come(flood: bytes) -> None:
    async with served(True, Limits()) as house:
        _, writer = await house.connect()
        await until(lambda: house.state.connections)
        (protocol,) = house.state.connections
        protocol.data_received(flood)
        assert protocol.transport.is_closing()
        read = len(protocol.headers) + len(protocol.cycle.body if protocol.cycle else b"")  # type: ignore[union-attr]
        assert read < 2500
        writer.close()


@awaited
async def test_a_body_that_comes_in_hundreds_of_pieces_is_read() -> None:
    async with served(True, Limits()) as house:
        reader, writer = await house.connect()
        for _ in range(2):
            writer.write(CHUNKED + b"64\r\n" + b"\r\n64\r\n".join([b"x" * 100] * 600) + b"\r\n0\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
