"""Editions of visitors lie in the database: every server and worker has them, and every copy of the house."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from ludoteca.analysis import Analysis
from ludoteca.analysis.effort import Effort
from ludoteca.analysis.report import compile_analysis
from ludoteca.games import load
from ludoteca.games.bosa.game import Bosa
from ludoteca.house.refusals import Broken
from ludoteca.house.service import shelf
from ludoteca.house.store import own_editions
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.own_editions import KeptEdition, text_of
from ludoteca.house.store.rows import JobRow
from ludoteca.house.store.store import Store, driver_for
from ludoteca.house.table import own_edition
from ludoteca.house.web.app import Application
from ludoteca.house.workers.worker import Task, Workspace, do_job
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.replay import replay
from tests.house.conftest import fresh_address
from tests.house.house_processes import HouseStarter
from tests.house.houses import house as an_application
from tests.house.houses import play_on, settings, table_of
from tests.house.http_client import Somebody
from tests.house.nothing_lost import SECRET, Server
from tests.house.postgres import Postgres
from tests.house.running import ADA, a_house, awaited, new_id, play, wish
from tests.house.test_backup import run, where_words


def edition(number: int = 0) -> str:
    """The house's edition of Bosa with more coins, under another name."""
    text = load("bosa").library.house_file.read_text(encoding="utf-8")
    text = text.replace("start_coins = 3", "start_coins = 7").replace("bosa-house-1", "my-bosa")
    return f"{text}# printing {number}\n"


LABEL = f"my-bosa {digest_of(edition().encode())}"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on as a process that has not met these editions."""
    monkeypatch.setattr(load("bosa"), "library", Bosa().library)


@pytest.fixture(autouse=True)
def a_fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)


async def keep(app: Any, number: int = 0) -> None:
    answer = await Somebody(app).ask("POST", "/studio/bosa/keep", {"text": edition(number)})
    assert answer.status == 200, answer


# Several processes


@pytest.fixture
def starter() -> Iterator[HouseStarter]:
    starter = HouseStarter()
    try:
        yield starter
    finally:
        starter.close()


class Visitor:
    """Somebody who visits one server of a house."""

    def __init__(self, server: Server, name: str) -> None:
        self._client = httpx.AsyncClient(trust_env=False, timeout=20, base_url=server.url)
        self.name = name

    async def ask(self, method: str, path: str, says: Any = None) -> Any:
        answer = await self._client.request(method, path, json=says, headers={"accept": "application/json"})
        assert answer.status_code in (200, 201), f"{self.name}, {path}: {answer.status_code} {answer.text}"
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def do(self, table: str, kind: str, **said: Any) -> None:
        await self.ask("POST", f"/api/v1/tables/{table}/commands", {"id": new_id(), "kind": kind, **said})

    async def play_if_asked(self, table: str) -> Any:
        seen = await self.ask("GET", f"/api/v1/tables/{table}?words=false")
        if seen["choices"]:
            with contextlib.suppress(AssertionError):  # the other server was faster by an event
                await self.do(table, "act", base=seen["seq"], text=seen["choices"][0]["text"])
        return seen

    async def leave(self) -> None:
        await self._client.aclose()


async def play_until_a_bot_has_moved(table: str, people: list[Visitor], bot: int) -> None:
    """Play on through all servers until the bot has made two moves more."""
    moved: set[int] = set()
    async with asyncio.timeout(60):
        while len(moved) < 3:
            for person in people:
                seen = await person.play_if_asked(table)
                assert seen["status"] == "playing"
                if seen["awaited"] == bot:
                    moved.add(seen["seq"])
            await asyncio.sleep(0.02)


@pytest.mark.long
def test_servers_and_workers_with_folders_of_their_own_play_with_a_visitors_edition(
    postgres_address: str, tmp_path: Path, starter: HouseStarter
) -> None:
    def environment(folder: Path) -> dict[str, str]:
        return {"LUDOTECA_DATABASE": postgres_address, "LUDOTECA_DATA": str(folder)}

    async def story() -> None:
        folders = [tmp_path / name for name in ("one", "two", "three", "four")]
        for folder in folders:
            folder.mkdir()
        servers = [Server(postgres_address, folder, 0, starter) for folder in folders[:2]]
        for server in servers:
            server.start()
            await server.ready()
        people = [Visitor(server, name) for server, name in zip(servers, ("Ada", "Bruno"), strict=True)]
        for person in people:
            await person.ask("PUT", "/api/v1/me", {"name": person.name})
        ada, bruno = people
        kept = await ada.ask("POST", "/studio/bosa/keep", {"text": edition()})
        assert kept["label"] == LABEL
        link = urlsplit(kept["link"])
        assert "start_coins = 7" in await bruno.ask("GET", f"{link.path}?{link.query}")
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "novice"}]
        wished = {"id": "open-1", "game": "bosa", "seats": seats, "edition": LABEL}
        opened = await ada.ask("POST", "/api/v1/tables", wished)
        table = opened["table"]
        await bruno.do(table, "join", token=opened["invitation"], seat=1)

        log = folders[2] / "log"
        thinking = starter.start(["work", "--workers", "1"], environment(folders[2]), log)
        await play_until_a_bot_has_moved(table, people, 2)
        starter.end(thinking, signal.SIGTERM)

        log = folders[3] / "log"
        words = ["host", "worker", "attic", "--at", servers[0].url]
        asked = starter.start(words, {"LUDOTECA_SECRET": SECRET}, log)
        async with asyncio.timeout(30):
            while starter.running(asked):
                await asyncio.sleep(0.05)
        key = re.search(r"attic:\S+", log.read_text())
        assert key is not None, log.read_text()
        words = ["worker", servers[1].url, "--processes", "1"]
        away = starter.start(words, {"LUDOTECA_WORKER_KEY": key[0]}, log)
        await play_until_a_bot_has_moved(table, people, 2)
        starter.end(away, signal.SIGTERM)
        for seat, person in enumerate(people):
            assert LABEL in await person.ask("GET", f"/api/v1/tables/{table}/record?seat={seat}")
            await person.leave()
        assert not [file for folder in folders for file in folder.rglob("*.toml")]
        assert not [folder for folder in folders if (folder / "studio").exists()]

    asyncio.run(story())


@awaited
async def test_an_analysis_of_a_match_with_a_visitors_edition_reads_it_from_the_store(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address) as house:
        await house.shelf.keep(shelf.checked(load("bosa"), edition()), "ada")
        opened = await house.open(ADA, wish("me", "me", game="bosa", edition=LABEL), new_id())
        table = await house.table(opened.table)
        while not table.finished:
            await play(house, table, ADA)
        forget(monkeypatch)

        def judged(match: Match, effort: Effort, *, edition: Path, **_: Any) -> Analysis:
            """As the processes do that share an analysis: each reads the match from its record."""
            forget(monkeypatch)
            assert replay(match.game, match.record(), edition=edition).setup.edition.label == LABEL
            return compile_analysis([], (1.0, 0.0))

        monkeypatch.setattr("ludoteca.analysis.analyse", judged)
        job = JobRow("analyse", "analyse", table.id, table.seq, -1, '{"effort":"quick"}', 0)
        result = await asyncio.to_thread(do_job, Workspace(sqlite_address), Task(job))
        assert not result.error and result.text


# One process


@awaited
async def test_an_edition_is_read_from_the_store_once_and_not_with_every_move(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(connection: Connection, game: str, digest: str) -> str | None:
        read.append(digest)
        return text_of(connection, game, digest)

    monkeypatch.setattr(own_edition, "text_of", counted)
    async with a_house(database) as house:
        await house.shelf.keep(shelf.checked(load("bosa"), edition()), "ada")
        opened = await house.open(ADA, wish("me", "me", game="bosa", edition=LABEL), new_id())
        for _ in range(20):
            await play(house, await house.table(opened.table), ADA)
        assert len(read) == 1
        again = await house.open(ADA, wish("me", "me", game="bosa", edition=LABEL), new_id())
        worker = Workspace(database)
        for table in (opened.table, again.table):
            await asyncio.to_thread(worker.table, table)
        worker.close()
        assert len(read) == 1
        forget(monkeypatch)
        other = Workspace(database)
        await asyncio.to_thread(other.table, opened.table)
        other.close()
        assert len(read) == 2


@awaited
async def test_an_edition_never_changes_under_a_table(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = edition().replace("start_coins = 7", "start_coins = 9")
    async with a_house(database) as house:
        await house.shelf.keep(shelf.checked(load("bosa"), edition()), "ada")
        opened = await house.open(ADA, wish("me", "me", game="bosa", edition=LABEL), new_id())
        digest = LABEL.rpartition(" ")[2]
        twin = KeptEdition("bosa", digest, f"my-twin {digest}", other)
        assert await house.shelf.keep(twin, "bruno") == LABEL, "the first text of a digest stays"
        assert await house.shelf.text_of(load("bosa"), digest) == edition()
        load("bosa").library.take(load("bosa").library.played_with(LABEL), other)  # type: ignore[arg-type]
        assert load("bosa").library.texts[LABEL] == edition()
    for text, why in ((other, "not at hand"), (other + "x = 1\n", "edition.toml: line")):
        store = Store(driver_for(database))
        await store.start()
        await store.change("update kept_editions set body = ?", text)
        await store.stop()
        forget(monkeypatch)
        async with a_house(database) as house:
            with pytest.raises(Broken, match=why):
                await house.table(opened.table)


@awaited
async def test_two_servers_do_not_share_the_last_place(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_editions, "ROOM", 3)
    monkeypatch.setattr(own_editions, "MOST", 2)
    driver = driver_for(database)
    stores = [Store(driver_for(database)) for _ in range(4 if driver.shared else 1)]
    for store in stores:
        await store.start()
    shelves = [own_editions.OwnEditionStore(store) for store in stores]
    for round_ in range(8):
        game = f"game {round_}"
        tried = [KeptEdition(game, f"{number:012x}", f"box {number}", "…") for number in range(12)]
        kept = await asyncio.gather(
            *[shelves[number % len(shelves)].keep(one, "ada") for number, one in enumerate(tried)]
        )
        found = await stores[0].rows("select label from kept_editions where game = ?", game)
        assert len(found) == 3 == len([label for label in kept if label is not None])
        assert len(await stores[0].rows("select label from own_editions where game = ?", game)) == 2
        known = next(one for one, label in zip(tried, kept, strict=True) if label is not None)
        assert await shelves[-1].keep(known, "bruno") == known.label, "what is kept already needs no room"
    for store in stores:
        await store.stop()


def test_a_copy_as_text_has_the_editions(
    database: str, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> str:
        async with a_house(database) as house:
            await house.shelf.keep(shelf.checked(load("bosa"), edition()), "ada")
            return (await house.open(ADA, wish("me", "me", game="bosa", edition=LABEL), new_id())).table

    async def after() -> None:
        async with a_house(target) as house:
            found = (await house.table(table)).setup.edition
            assert found.label == LABEL
            assert await house.shelf.rows.of("ada", "bosa") == [LABEL]
            assert await house.shelf.text_of(load("bosa"), found.digest) == edition()

    table = asyncio.run(before())
    other = tmp_path / "other"
    other.mkdir()
    sqlite = database.startswith("sqlite")
    target = fresh_address(postgres) if sqlite else f"sqlite:///{other / 'ludoteca.db'}"
    text = tmp_path / "house.jsonl"
    for result in (
        run("backup", str(text), "--text", *where_words(database)),
        run("restore", str(text), *where_words(target)),
    ):
        assert result.exit_code == 0, result.output
    forget(monkeypatch)
    asyncio.run(after())


# A house from before


@awaited
async def test_files_of_an_earlier_version_are_taken_in_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with an_application(tmp_path) as app:
        await keep(app)
        table, people = await table_of(app, "bosa", ["Ada", "Bo"], edition=LABEL)
    store = Store(driver_for(f"sqlite:///{tmp_path / 'ludoteca.db'}"))
    await store.start()
    await store.change("delete from kept_editions")
    await store.stop()
    forget(monkeypatch)
    texts = {"bosa": [edition(), edition(1).replace("\n", "\r\n"), edition(2)], "chess": [edition()]}
    for game, written in texts.items():
        (tmp_path / "studio" / game).mkdir(parents=True)
        for text in written:
            file = tmp_path / "studio" / game / f"{digest_of(text.encode())}.toml"
            file.write_bytes(text.encode())
    file.with_name("0123456789ab.toml").write_bytes(b"x = 1")
    changed = tmp_path / "studio" / "bosa" / f"{digest_of(edition(2).encode())}.toml"
    changed.write_text(edition(3), encoding="utf-8")
    with caplog.at_level("INFO"):
        async with an_application(tmp_path) as app:
            await play_on(table, [Somebody(app, person.cookie) for person in people], 4, Random(1))
            found = await app.house.shelf.text_of(load("bosa"), digest_of(texts["bosa"][1].encode()))
            assert found == texts["bosa"][1], "every byte of it"
    assert "of 5 editions in" in caplog.text and "2 were new" in caplog.text
    assert f"{changed} is not taken in: it was changed" in caplog.text
    (moved,) = tmp_path.glob("studio*")
    assert moved.name.startswith("studio-taken-in-")
    assert (moved / "bosa" / changed.name).read_text(encoding="utf-8") == edition(3)
    caplog.clear()
    with caplog.at_level("INFO"):
        async with an_application(tmp_path) as app:
            pass
    assert "studio" not in caplog.text


@awaited
async def test_two_servers_that_share_the_folder_take_it_in_together(
    postgres_address: str, tmp_path: Path
) -> None:
    folder = tmp_path / "studio" / "bosa"
    folder.mkdir(parents=True)
    for number in range(4):
        text = edition(number)
        (folder / f"{digest_of(text.encode())}.toml").write_text(text, encoding="utf-8")
    await asyncio.gather(*[shelf.take_in_files(postgres_address, tmp_path) for _ in range(3)])
    async with a_house(postgres_address) as house:
        for number in range(4):
            digest = digest_of(edition(number).encode())
            assert await house.shelf.text_of(load("bosa"), digest) == edition(number)
    (moved,) = tmp_path.glob("studio*")
    assert len(list(moved.rglob("*.toml"))) == 4


@awaited
async def test_what_cannot_be_read_of_an_earlier_version_keeps_the_house_from_opening(tmp_path: Path) -> None:
    file = tmp_path / "studio" / "bosa" / f"{digest_of(edition().encode())}.toml"
    file.mkdir(parents=True)  # nobody can read it, not even root
    with pytest.raises(LudotecaError, match="cannot be read"):
        async with Application(settings(tmp_path)).lifespan():
            pass
    assert file.exists()


# What is kept


@awaited
async def test_a_text_that_takes_long_to_read_is_refused_before_it_is_read(tmp_path: Path) -> None:
    long = f"{edition()}{'a.' * 10_000}b = 1\n"
    async with an_application(tmp_path) as app:
        began = time.monotonic()
        answer = await Somebody(app).ask("POST", "/studio/bosa/keep", {"text": long})
        assert answer.status == 422 and "is too long" in answer.text
        assert time.monotonic() - began < 5
