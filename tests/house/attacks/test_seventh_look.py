"""What a seventh look at the house found: long readings, endless talk, tournaments that keep it closed."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service import personal_data, tournaments
from ludoteca.house.service.delivery import Delivery
from ludoteca.house.service.moderation import LINES_AT_ONCE, NETWORK
from ludoteca.house.service.notice_texts import Message
from ludoteca.house.service.notices import TRIERS, Way
from ludoteca.house.service.seasons import Season
from ludoteca.house.service.tournaments import TournamentWish
from ludoteca.house.store.personal import write_data
from ludoteca.house.store.profiles import SeasonRow
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Back, Bot, Chat, Join, Person
from ludoteca.house.web.app import Application
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, wish
from tests.house.story import Story

DUEL = TournamentWish("Autumn", "bosa", 2, "swiss", 2, True, "random")


def test_ones_data_are_written_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """72,000 lines of chat held up everybody for twelve seconds."""
    writers: list[threading.Thread] = []

    def watched(*asked: object) -> None:
        writers.append(threading.current_thread())
        write_data(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(personal_data, "write_data", watched)

    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        await people[0].do(table, "chat", text="mine")
        await people[1].do(table, "chat", text="another's")
        told = await people[0].ask("GET", "/me/data")
        (one,) = told.json["tables"]
        assert one["table"] == table and any("mine" in str(event) for event in one["yours"])
        assert "another's" not in told.text and told.json["notices"] == []
        assert writers and threading.main_thread() not in writers

    in_house(tmp_path, story)


@awaited
async def test_a_season_is_read_once_for_all_who_ask(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six connections that asked for a ladder again and again took all who read."""
    async with a_house(sqlite_address) as house:
        asked: list[str] = []

        async def slowly(game: str, since: int, until: int, person: str = "") -> list[SeasonRow]:
            asked.append(person)
            await asyncio.sleep(0)
            return [SeasonRow(person or "all", person or "all", 1, 1.0 if person else 0.5, 1)]

        monkeypatch.setattr(house.profiles.store, "season", slowly)
        found = await asyncio.gather(*[house.profiles.season("bosa", Season(2026, 4), "") for _ in range(9)])
        assert asked == [""] and all(rows == found[0] for rows in found)
        rows = await house.profiles.season("bosa", Season(2026, 4), "ada")
        assert [row.name for row in rows] == ["ada", "all"], "one's own line is always there"


@awaited
async def test_nobody_talks_without_end(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        opened = await house.open(ADA, wish("me", "bot", "bot"), new_id())
        for number in range(int(LINES_AT_ONCE)):
            await house.do(opened.table, ADA, Chat(id=new_id(), text=f"line {number}"), "192.0.2.7")
        with pytest.raises(Refused) as refused:
            await house.do(opened.table, ADA, Chat(id=new_id(), text="more"), "192.0.2.7")
        assert refused.value.code == "too-fast"
        said = 0
        for number in range(NETWORK * 2):
            guest = Person(f"guest-{number}", "Guest")
            table = await house.open(guest, wish("me", "bot", "bot"), new_id())
            for _ in range(int(LINES_AT_ONCE)):
                try:
                    await house.do(table.table, guest, Chat(id=new_id(), text="x"), "192.0.2.7")
                    said += 1
                except Refused:
                    break
        assert said <= LINES_AT_ONCE * NETWORK, "guests of one network share what they may say"


@awaited
async def test_a_house_opens_though_a_table_of_a_tournament_is_set_aside(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "INTERVAL", 3600.0)
    async with a_house(database) as house:
        id = await house.tournaments.open(ADA, DUEL)
        await house.tournaments.start(ADA, id)
        found = await house.tournaments.find(id)
        table = found.places[0].table
        fields = msgspec.json.decode((await house._store.events(table, 0))[0].body)
        newer = msgspec.json.encode({**fields, "version": fields["version"] + 1}).decode()
        await house._store.change("update events set body = ? where table_id = ? and seq = 1", newer, table)
    async with a_house(database) as house:
        assert [broken.table for broken in house.set_aside] == [table]
        await house._background._mark_broken(table)
        await house.tournaments.go_on()
        assert (await house.tournaments.find(id)).row.round == 2, "its round is over, and lost for all"


class Silent(Delivery):
    """Somebody who takes messages and never answers, until the test says so."""

    def __init__(self) -> None:
        super().__init__("http://localhost")
        self.asked: list[str] = []
        self.answer = threading.Event()

    def hook(self, url: str, message: Message, secret: str) -> str:
        self.asked.append(url)
        assert not url.endswith("silent") or self.answer.wait(10)
        return "200"


@awaited
async def test_silent_webhooks_of_somebody_keep_nobody_else_waiting(sqlite_address: str) -> None:
    delivery = Silent()
    async with a_house(sqlite_address, delivery=delivery) as house:
        message = Message("A test", "", "/notices")

        def way(person: str, number: int, url: str) -> Way:
            return Way(f"{person} {number}", person, "", "webhook", url, "secret", "", 0, "", 0)

        slow = [
            asyncio.create_task(house.notices.send(way("ada", number, "https://a/silent"), message, "en"))
            for number in range(TRIERS * 2)
        ]
        assert await asyncio.wait_for(house.notices.send(way("bruno", 0, "https://b/"), message, "en"), 10)
        assert delivery.asked.count("https://a/silent") == 1
        delivery.answer.set()
        await asyncio.gather(*slow)


def test_figures_are_for_the_houses_own_network(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        assert (await Somebody(app, client="10.1.2.3").ask("GET", "/metrics")).status == 200
        assert (await Somebody(app, client="1.1.1.1").ask("GET", "/metrics")).status == 403

    in_house(tmp_path, story)


def test_a_stand_in_belongs_to_who_chose_it() -> None:
    story = Story("me", "open", "open")
    for person in (BRUNO, CLARA):
        story.do(person, Join(id=new_id()), invited=True)
    seat = next(number for number, one in enumerate(story.table.seats) if one.person == BRUNO.id)
    story.do(BRUNO, Bot(id=new_id(), seat=seat))
    for command in (Bot(id=new_id(), seat=seat, level="novice"), Back(id=new_id(), seat=seat)):
        with pytest.raises(Refused) as refused:
            story.do(ADA, command)
        assert refused.value.code == "own-stand-in"
    story.do(BRUNO, Back(id=new_id(), seat=seat))


def test_who_lets_the_clock_call_a_bot_was_helped() -> None:
    story = Story("me", "me", "me", clock=ClockWish(kind="move", seconds=10, then="pass"))
    for _ in range(60):
        seat = story.table.awaited
        story.tick(10)
        if story.table.seats[seat].bot_once:
            break
        assert not story.table.seats[seat].helped, "an option that declines is nobody's help"
    assert story.table.seats[seat].helped
