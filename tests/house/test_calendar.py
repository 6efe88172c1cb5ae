"""Tables that begin at a time, and the calendar that lists them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from ludoteca.house.table.commands import Join, Start
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.setup_form import read_start
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, new_id
from tests.house.story import Story

HOUR = 3_600_000


def test_a_table_with_a_time_begins_by_itself_when_it_has_come_and_all_sit() -> None:
    story = Story("me", "open", public=True, starts_at=1_000_000 + HOUR)
    assert story.table.deadline == 0
    story.do(BRUNO, Join(id=new_id()))
    assert story.table.status == "waiting" and story.table.deadline == 1_000_000 + HOUR
    assert story.tick(3599) == [] and story.table.status == "waiting"
    story.tick(1)
    assert story.table.status == "playing" and story.again().status == "playing"


def test_a_table_that_is_not_full_in_time_begins_when_the_last_one_comes() -> None:
    story = Story("me", "open", public=True, starts_at=1_000_000 + HOUR)
    assert story.tick(7200) == []
    story.do(BRUNO, Join(id=new_id()))
    assert story.table.status == "playing"


def test_the_owner_need_not_wait_for_the_time() -> None:
    story = Story("me", "bot", starts_at=1_000_000 + HOUR)
    assert story.table.status == "waiting"
    story.do(ADA, Start(id=new_id()))
    assert story.table.status == "playing"


def test_times_are_read_as_written_or_not_at_all() -> None:
    assert read_start("1970-01-01T01:00") == HOUR
    for strange in ("", "tomorrow", "2026-13-01T00:00", "0001-01-01T00:00", "2026-12-24T20:00x"):
        assert read_start(strange) == 0


def test_the_calendar_lists_public_tables_by_day(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, bruno = await Somebody(app).named("Ada"), await Somebody(app).named("Bruno", "it")
        soon = int(time.time() * 1000) + HOUR
        seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}]
        for public, game in ((True, "bosa"), (False, "bomarzo")):
            says = {"id": game, "game": game, "public": public, "starts_at": soon, "seats": seats}
            opened = await ada.ask("POST", "/api/v1/tables", says)
            assert opened.status == 201, opened
        page = (await bruno.ask("GET", "/calendar")).text
        assert page.count("<time") == 1 and "UTC" in page and 'href="/tables/' in page
        told = (await bruno.ask("GET", "/api/v1/lobby")).json["waiting"]
        assert [one["starts_at"] for one in told] == [soon]
        table = page.partition('href="/tables/')[2].partition('"')[0]
        assert "La partita comincia il" in (await bruno.ask("GET", f"/tables/{table}")).text
        late = {"id": "late", "game": "bosa", "seats": seats, "starts_at": 10**15}
        assert (await ada.ask("POST", "/api/v1/tables", late)).status == 422

    in_house(tmp_path, story)
