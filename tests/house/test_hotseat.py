"""Several people on one device: each looks through their own seat; without one it shows no secrets."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ludoteca.games import load
from ludoteca.house.service.new_tables import first_events, rematch_events
from ludoteca.house.service.results import add_result
from ludoteca.house.store.rows import Batch, TableRow
from ludoteca.house.table.commands import Person, Rename, SeatWish, Wish
from ludoteca.house.table.events import Event, event_rows
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import curtained, viewer_of
from ludoteca.house.web.app import Application
from ludoteca.kernel.view import SPECTATOR
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import ADA, new_id
from tests.house.story import SECRET, Story, act
from tests.house.test_secrecy import redealt

HERE = [SeatWish("me"), SeatWish("here", name="Bruno"), SeatWish("here"), SeatWish("bot")]
ACTION = re.compile(r'name="do" value="(act [^"]+)"')


def shared(game: str, **options: str) -> Story:
    """Ada, Bruno and a third one before the same device."""
    story = Story("me", "bot", "bot", game="bologna")
    wish = Wish(game, HERE[: max(3, load(game).least)], dict(options))
    story.row = TableRow("t", game, SECRET, story.now)
    story.table = Table(story.row)
    story.rows = []
    story.happen(list(first_events(wish, ADA, story.context(), SECRET, "")), ADA.id)
    return story


def play_to_the_end(story: Story, seed: int) -> None:
    luck = random.Random(seed)
    while story.table.match is not None and story.table.match.result is None:
        options = story.table.match.options
        story.do(ADA, act(luck.choice(options).text, story.table.awaited))


def test_seats_beside_have_their_own_names_and_keep_them() -> None:
    story = shared("bologna")
    assert story.table.names == ["Ada", "Bruno", "Ada 2"]
    assert [seat.here_too for seat in story.table.seats] == [False, True, True]
    story.do(Person("ada", "Bruno"), Rename(id=new_id()))
    assert story.table.names == ["Bruno 2", "Bruno", "Ada 2"]
    assert story.again().names == story.table.names


def test_without_a_seat_a_shared_device_sees_what_spectators_see() -> None:
    table = shared("bologna").table
    assert curtained(table, "ada")
    assert viewer_of(table, "ada") == SPECTATOR
    assert [viewer_of(table, "ada", seat) for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("game", ["bosa", "bello_divorum", "manticore"])
def test_there_is_no_curtain_where_the_seats_have_no_secrets_from_each_other(game: str) -> None:
    table = shared(game, **({"goals": "false"} if game == "bosa" else {})).table
    assert not curtained(table, "ada")
    assert viewer_of(table, "ada") == table.awaited


def test_one_person_with_two_seats_needs_no_curtain() -> None:
    story = Story("me", "me", "bot")
    assert not curtained(story.table, "ada")


def test_a_whole_match_on_one_device_counts_for_its_owner_alone_and_can_be_played_again() -> None:
    story = shared("bologna", round_cap="2")
    play_to_the_end(story, 3)
    table = story.table
    assert table.finished and not curtained(table, "ada")
    batch = Batch()
    add_result(batch, table)
    assert [row.person for row in batch.results] == ["ada", "", ""]
    assert [row.name for row in batch.results] == ["Ada", "Bruno", "Ada 2"]
    assert [row.counts for row in batch.finished] == [0]
    again: list[Event] = rematch_events(table, ADA, "nn", SECRET, "")
    new = Table.rebuild(TableRow("u", "bologna", SECRET, 0), event_rows("u", 0, 1, "ada", None, list(again)))
    assert [seat.here_too for seat in new.seats] == [False, True, True] and new.status == "playing"


async def a_shared_table(
    app: Application, game: str = "bologna", options: dict[str, Any] | None = None
) -> tuple[str, Somebody]:
    ada = await Somebody(app).named("Ada")
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "here", "name": "Bruno"}]
    says = {"id": "one", "game": game, "seats": seats, "options": options or {}}
    opened = await ada.ask("POST", "/api/v1/tables", says)
    assert opened.status == 201, opened
    return opened.json["table"], ada


def test_nothing_of_anybodys_secrets_leaves_while_the_curtain_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything secret is dealt anew under the hood: the curtain and all that has no seat stay the same."""
    monkeypatch.setattr("ludoteca.house.web.pages.curtain_page.token_hex", lambda _: "0" * 16)

    async def everything(app: Application, table: str, ada: Somebody) -> dict[str, str]:
        app.hub.table_json.forget_table(await app.house.table(table))
        base = f"/api/v1/tables/{table}"
        paths = [f"/tables/{table}", base, f"{base}/board.svg", f"{base}/record", f"/tables/{table}/record"]
        paths += [f"/tables/{table}/would?text=pass", f"/tables/{table}/plan", f"/tables/{table}/seen"]
        found = {path: (await ada.ask("GET", path)).text for path in [*paths, "/yours"]}
        for form in ("page", "json"):
            async with ada.live(table, f"?form={form}") as live:
                await live.until("seq")
                found[form] = "\n".join(live.raw)
        return found

    async def story(app: Application) -> None:
        table_id, ada = await a_shared_table(app)
        luck, differs = random.Random(1), 0
        for _ in range(12):
            table = await app.house.table(table_id)
            seen = await ada.see(table_id, f"?seat={table.awaited}")
            done = await ada.do(
                table_id, "act", text=luck.choice(seen["choices"])["text"], seat=table.awaited
            )
            assert done.status == 200, done
        truth = await everything(app, table_id, ada)
        assert "Pass the device to" in truth[f"/tables/{table_id}"]
        assert "t-board" not in truth[f"/tables/{table_id}"]
        for seed in range(4):
            with redealt(await app.house.table(table_id), SPECTATOR, seed) as much:
                differs += much
                assert await everything(app, table_id, ada) == truth
        assert differs
        seated = (await ada.ask("GET", f"/tables/{table_id}?seat=1")).text
        assert 'id="t-board"' in seated and "data-shared" in seated

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    ("game", "options", "curtains"), [("bologna", {"round_cap": 2}, True), ("bosa", {"goals": False}, False)]
)
def test_two_people_play_a_whole_match_on_one_device_without_scripts(
    tmp_path: Path, game: str, options: dict[str, Any], curtains: bool
) -> None:
    async def story(app: Application) -> None:
        table, ada = await a_shared_table(app, game, options)
        luck, drawn = random.Random(2), 0
        path = f"/tables/{table}"
        for _ in range(2000):
            page = (await ada.ask("GET", path)).text
            if 'id="t-result-title"' in page:
                break
            door = re.search(r'id="take-seat" href="([^"]+)"', page)
            if door:
                drawn += 1
                assert 'name="do" value="act' not in page
                page = (await ada.ask("GET", door.group(1))).text
            seat = re.search(r'name="seat" value="(\d*)"', page)
            assert seat is not None
            text = html.unescape(luck.choice(ACTION.findall(page)))
            form = urlencode({"do": text, "seat": seat.group(1)}).encode()
            kind = {"content-type": "application/x-www-form-urlencoded"}
            answer = await ada.ask("POST", f"{path}/do", headers=kind, body=form)
            assert answer.status == 303, answer
            path = answer.headers["location"]
        else:
            raise AssertionError("the match did not end")
        assert bool(drawn) == curtains

    in_house(tmp_path, story)
