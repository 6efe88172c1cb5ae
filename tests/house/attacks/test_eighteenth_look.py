"""What an eighteenth look at the house found."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.datafiles import spreadsheet
from ludoteca.datafiles.lines import Lines
from ludoteca.games.bello_divorum.board.spelling import place_name
from ludoteca.games.bello_divorum.rules.edition import BelloEdition
from ludoteca.house.refusals import Refused, TooManyTries
from ludoteca.house.service.delivery import Delivery, Undelivered
from ludoteca.house.service.moderation import OTHERS_AT_ONCE, Moderation
from ludoteca.house.service.notice_texts import Message
from ludoteca.house.service.notices import SENDERS, TRIERS, Way, Wishes
from ludoteca.house.service.tournaments import MOST_HELD
from ludoteca.house.table.commands import Act, AnyCommand, Flag, Invite, Join, Offer, Person
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.studio import Studio, house_draft
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.match import Match
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import ADA, a_house, awaited, new_id, until, wish
from tests.house.test_guard import guard, knock
from tests.house.test_host import Host, post
from tests.house.test_remote_workers import a_worker, waiting_bot
from tests.house.test_tournament_abuse import DUEL

TEMPLES = re.compile(r"temples = \[[^\]]*\]")


def read(game: str, text: str, folder: Path) -> object:
    file = folder / "edition.toml"
    file.write_text(text, encoding="utf-8")
    return games.load(game).read_edition(file)


@pytest.mark.parametrize(
    ("pattern", "temple"),
    [("{temple}", "x" * 201), ("x" * 201, "Temple"), ("{temple}{temple}", "x" * 120)],
)
def test_names_of_places_are_short(tmp_path: Path, pattern: str, temple: str) -> None:
    text = edition_text("bello_divorum").replace('T = "{temple}"', f'T = "{pattern}"')
    text = TEMPLES.sub(f"temples = {[temple] * 6}".replace("'", '"'), text)
    with pytest.raises(EditionError, match="at most 200"):
        read("bello_divorum", text, tmp_path)


def test_names_within_names_of_places_are_not_filled_again(tmp_path: Path) -> None:
    """Each of them was put in place of the words in the one before: thirty kilobytes made gigabytes."""
    text = TEMPLES.sub(f"temples = {['{stem}' * 20] * 6}".replace("'", '"'), edition_text("bello_divorum"))
    file = tmp_path / "edition.toml"
    file.write_text(text, encoding="utf-8")
    game = games.load("bello_divorum")
    edition = game.setup(6, edition=file).edition
    assert isinstance(edition, BelloEdition)
    board = edition.board
    assert board.names[0] == "{stem}" * 20
    assert place_name(board, 0, game.words("it")) == "{stem}" * 20
    assert board.names_in.keys() == {"it"}, "and they go when their edition goes"


def test_numbers_in_lists_are_no_larger_than_others(tmp_path: Path) -> None:
    for large, problem in ((10**15, "a number in the list"), (10**400, "a number is too long")):
        text = edition_text("bello_divorum").replace("[100, 0, 0]", f"[{large}, -{large}, 50]")
        with pytest.raises(EditionError, match=problem):
            read("bello_divorum", text, tmp_path)


def test_a_card_without_a_name_is_drawn() -> None:
    text = edition_text("bomarzo").replace('name = "Wine Press"', 'name = ""')
    studio = Studio(games.load("bomarzo"), text, "en")
    item = next(field.item for field in studio.draft.fields if field.value == "")
    assert studio.shown(studio.item_of(f"{item}.name")).picture


def test_the_line_of_an_entry_is_found_without_counting_from_the_top() -> None:
    class Text(str):
        __slots__ = ()

        def count(self, *_: object) -> int:
            raise AssertionError("lines were counted once more")

    assert Lines(Text("a = 1\n\nb = [\n2,\n3]\n")).line("b[2]") == 5


def test_a_spreadsheet_is_put_into_an_edition_that_is_scanned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scanned: list[str] = []

    def scan(text: str) -> Lines:
        scanned.append(text)
        return Lines(text)

    read_edition, text = games.load("bosa").read_edition, house_draft("bosa").text
    sheet = spreadsheet.as_csv(text, read_edition)
    monkeypatch.setattr(spreadsheet, "Lines", scan)
    monkeypatch.setattr("ludoteca.datafiles.draft.Lines", scan)
    changed = spreadsheet.with_csv(text, sheet.replace("Corallo", "Coral"), read_edition, "")
    assert changed.count("Corallo") < text.count("Corallo") / 10
    assert len(scanned) <= 3, "the draft before and after, and where its values stand"


class Silent(Delivery):
    """Sends webhooks to somebody who does not answer before the test says so."""

    def __init__(self) -> None:
        super().__init__("http://localhost")
        self.asked: list[str] = []
        self.answer = threading.Event()

    def hook(self, url: str, message: Message, secret: str) -> str:
        self.asked.append(url)
        assert not url.endswith("silent") or self.answer.wait(20)
        return "200"


@pytest.mark.parametrize("told", ["", "200"])
@awaited
async def test_silent_receivers_of_many_at_one_network_keep_nobody_else_waiting(
    sqlite_address: str, told: str
) -> None:
    delivery = Silent()
    async with a_house(sqlite_address, delivery=delivery) as house:

        async def asks_to_be_told(person: Person, url: str, network: str) -> None:
            way = Way(f"way {person.id}", person.id, "", "webhook", url, "secret", "", 0, told, 0)
            await house.notices.store.add_way(way)
            await house._store.change(
                "insert into sessions (id, account, label, created_at, used_at) values (?, ?, '', 0, 0)",
                f"session {person.id}",
                person.id,
            )
            await house.notices.wish(person, Wishes(seated=("webhook",), quiet=False))
            await house.notices.refresh()
            opened = await house.open(person, wish("me", "open", "open"), new_id(), network=network)
            guest = Person(f"guest of {person.id}", "Guest")
            await house.do(opened.table, guest, Join(id=new_id(), token=opened.invitation))

        for number in range(TRIERS + 2):
            await asks_to_be_told(Person(f"p{number}", f"P{number}"), "https://a/silent", "192.0.2.1")
        try:
            await asks_to_be_told(ADA, "https://b/", "192.0.2.2")
            await until(lambda: "https://b/" in delivery.asked, 10)
            assert delivery.asked.count("https://a/silent") < min(SENDERS, TRIERS)
        finally:
            delivery.answer.set()


@awaited
async def test_of_an_answer_only_the_first_line_is_read() -> None:
    async def answer_for_ever(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)
                await writer.drain()
        except ConnectionError:
            writer.close()

    server = await asyncio.start_server(answer_for_ever, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with server:
        delivery = Delivery("http://localhost", reach="any")
        with pytest.raises(Undelivered, match=r"^100$"):
            await asyncio.to_thread(delivery.hook, address, Message("A test", "", "/"), "secret")


@awaited
async def test_what_is_no_move_is_not_written_without_end_for_one_network(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        people: Moderation = house.moderation
        commands: list[AnyCommand] = [Invite(id="a"), Offer(id="b"), Flag(id="c"), Join(id="d")]

        def let_in(number: int) -> bool:
            person = Person(f"guest {number % 7}", "Guest")
            try:
                people.check(person, commands[number % len(commands)], "192.0.2.1")
            except TooManyTries:
                return False
            return True

        found = [let_in(number) for number in range(int(2 * OTHERS_AT_ONCE))]
        assert all(found[: int(OTHERS_AT_ONCE)]) and not all(found)
        people.check(ADA, Act(id="e", text="pass"), "192.0.2.1")
        people.check(ADA, Offer(id="f"), "192.0.2.2")


@awaited
async def test_nobody_holds_more_tournaments_through_two_servers(postgres_address: str) -> None:
    async with a_house(postgres_address) as one, a_house(postgres_address) as two:
        for number in range(12):
            person = Person(f"holder {number}", "Holder")
            openings = [server.tournaments.open(person, DUEL) for server in (one, two) * (MOST_HELD + 1)]
            opened = await asyncio.gather(*openings, return_exceptions=True)
            assert sum(isinstance(one, str) for one in opened) == MOST_HELD


def test_a_tournament_that_no_house_wrote_does_not_spoil_the_list(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        forged, good = [await app.house.tournaments.open(ADA, DUEL) for _ in range(2)]
        store = app.house._store
        await store.change("update tournaments set wish = ? where id = ?", '{"name": 3}', forged)
        ada = Somebody(app)
        told = await ada.ask("GET", "/api/v1/tournaments")
        assert told.status == 200 and [one["id"] for one in told.json["tournaments"]] == [good]
        pages = [await ada.ask("GET", path) for path in ("/tournaments", f"/tournaments/{forged}")]
        assert [page.status for page in pages] == [200, 404]

    in_house(tmp_path, story)


def test_figures_are_asked_for_by_the_houses_name_or_by_an_address() -> None:
    asked = guard(hosts=("play.example.org",))
    hosts = ["evil.example", "play.example.org", "10.0.0.1:8230", "[fd00::1]:8230", "127.0.0.1.evil.example"]
    found = [knock(asked, path="/metrics", headers={"host": host}).status for host in hosts]
    assert [status == 421 for status in found] == [True, False, False, False, True]
    assert knock(asked, path="/healthz", headers={"host": "evil.example"}).status != 421
    assert knock(asked, path="/", headers={"host": "10.0.0.1:8230"}).status == 421


def test_who_is_banned_or_muted_takes_no_other_name_and_who_is_banned_reports_nobody(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        host = await Host(app).come_in()
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        bruno = people[1]
        await host.does(f"ban {table} 1")
        assert (await bruno.ask("PUT", "/api/v1/me", {"name": "An insult", "language": "en"})).status == 403
        assert (await bruno.ask("PUT", "/api/v1/me", {"name": "Bruno", "language": "it"})).status == 200
        assert (await post(bruno, "/taste", name="An insult")).status == 403
        assert (await post(bruno, "/taste", name="Bruno", theme="dark")).status == 303
        assert (await post(bruno, f"/tables/{table}/report", seat="0", reason="lies")).status == 403
        assert (await host.sees())["reports"] == []
        await host.does(f"mute {table} 2")
        assert (await people[2].ask("PUT", "/api/v1/me", {"name": "Insult"})).json["type"] == "muted"

    in_house(tmp_path, story)


@awaited
async def test_what_a_worker_sends_twice_at_once_counts_once(database: str) -> None:
    async with a_house(database) as house:
        worker, table = await a_worker(house), await waiting_bot(house)
        (parcel,) = await worker.acquire()
        assert isinstance(table.match, Match)
        text = table.match.options[0].text
        sent = [worker.submit(parcel, text=text) for _ in range(5)]
        taken = await asyncio.gather(*sent, return_exceptions=True)
        assert [isinstance(one, Refused) for one in taken].count(False) == 1
        assert (await worker.figures())[0] == 1
