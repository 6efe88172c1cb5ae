"""One's own tables: what waits, the next table, vacations."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service import vacations
from ludoteca.house.service.vacations import ALLOWED, DAY
from ludoteca.house.store.store import milliseconds
from ludoteca.house.store.vacations import Vacation, VacationStore
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Join
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.table_cards import lasting
from ludoteca.house.web.pages.texts import texts
from tests.house.houses import in_house, table_of
from tests.house.running import ADA, BRUNO, a_house, awaited, data_of, new_id, wish
from tests.house.test_host import post

DAYS = ClockWish("move", 3 * 86_400)
PEOPLE = {"ada": ADA, "bruno": BRUNO}


@awaited
async def test_tables_that_wait_come_first_the_least_time_before_the_others(database: str) -> None:
    async with a_house(database) as house:
        tables = {}
        for seconds in (0, 5 * 86_400, 2 * 86_400):
            clock = ClockWish("move", seconds) if seconds else ClockWish()
            opened = await house.open(ADA, wish("me", "me", clock=clock), new_id())
            tables[seconds] = opened.table
        waiting = await house.open(ADA, wish("me", "open"), new_id())
        found = await house.own_tables.of(ADA.id)
        order = [tables[2 * 86_400], tables[5 * 86_400], tables[0], waiting.table]
        assert [brief.table for brief in found] == order
        next_one, *_ = await house.own_tables.awaiting(ADA.id, but=order[0])
        assert next_one.table == order[1]
        assert await house.own_tables.awaiting(BRUNO.id) == []


@awaited
async def test_a_clock_in_days_waits_for_who_is_away(database: str) -> None:
    async with a_house(database, clocks=False) as house:
        opened = await house.open(ADA, wish("me", "open", clock=DAYS), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        table = await house.table(opened.table)
        asked = PEOPLE[table.seats[table.awaited].person]
        vacation = await house.vacations.take(asked, 7)
        deadline = table.deadline
        left = deadline - vacation.begins_at
        while table.deadline < vacation.ends_at + left:
            await house.time_out(table.id, table.deadline + 1)
            assert not table.seats[table.awaited].bot
        assert table.deadline == vacation.ends_at + left, "what was left is left again"
        await house.time_out(table.id, table.deadline + 1)
        assert table.seats[table.awaited].bot, "a vacation ends"
        again = await house.vacations.now(asked.id)
        assert again == vacation
        await house.vacations.end(asked)
        assert await house.vacations.now(asked.id) is None


@awaited
async def test_nobody_is_given_days_of_vacation_that_they_do_not_take(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(database, clocks=False) as house:
        opened = await house.open(ADA, wish("me", "me", clock=DAYS), new_id())
        table = await house.table(opened.table)
        begun, days, tricks = table.deadline, await house.vacations.days_left(ADA.id), 12
        for _ in range(tricks):
            due = table.deadline
            monkeypatch.setattr(vacations, "milliseconds", lambda due=due: due - 1000)
            await house.vacations.take(ADA, 15)
            await house.time_out(table.id, due + 1)
            monkeypatch.setattr(vacations, "milliseconds", lambda due=due: due + 1000)
            await house.vacations.end(ADA)
        assert not table.seats[table.awaited].bot
        assert table.deadline - begun <= tricks * DAY
        assert await house.vacations.days_left(ADA.id) == days - tricks


@awaited
async def test_a_clock_of_minutes_waits_for_nobody(database: str) -> None:
    async with a_house(database, clocks=False) as house:
        opened = await house.open(ADA, wish("me", "me", clock=ClockWish("move", 600)), new_id())
        table = await house.table(opened.table)
        await house.vacations.take(ADA, 7)
        await house.time_out(table.id, table.deadline + 1)
        assert table.seats[table.awaited].bot


@awaited
async def test_vacations_are_limited_within_a_year(database: str) -> None:
    async with a_house(database) as house:
        store = VacationStore(house._store)
        now = milliseconds()
        await store.add(ADA.id, Vacation(now - 400 * DAY, now - 370 * DAY))
        await store.add(ADA.id, Vacation(now - 20 * DAY, now - 10 * DAY))
        assert await house.vacations.days_left(ADA.id) == ALLOWED // DAY - 10
        with pytest.raises(Refused) as refused:
            await house.vacations.take(ADA, 21)
        assert refused.value.code == "vacation"
        assert (await house.vacations.take(ADA, 20)).ends_at > now
        data = await data_of(house, ADA)
        assert len(data["vacations"]) == 3
        await house.erase(ADA)
        assert (await data_of(house, ADA))["vacations"] == []


def test_the_page_tells_what_is_asked_and_what_happened_since(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(
            app, "bosa", ["Ada", "Bruno"], clock={"kind": "move", "seconds": 259200}
        )
        found = await app.house.table(table)
        for _ in range(30):
            person = people[found.awaited]
            page = (await person.ask("GET", "/yours")).text
            assert "1 table waits for you." in page and "Take your turn" in page and "2 days 23 h" in page
            other = (await people[1 - found.awaited].ask("GET", "/")).text
            assert "Nothing waits for you." in other and "Take your turn" not in other
            assert found.match is not None
            await person.do(table, "act", text=found.match.options[0].text)
            if "Since your last turn" in page:
                break
        assert "Since your last turn" in page
        told = (await people[0].ask("GET", "/api/v1/me/tables")).json
        assert [brief["table"] for brief in told["tables"]] == [table] and told["vacation"] is None
        told = (await people[0].ask("POST", "/api/v1/me/vacation", {"days": 5})).json
        assert told["vacation"]["ends_at"] > 0 and told["vacation_days"] == 25
        assert "You are away until" in (await people[0].ask("GET", "/yours")).text
        await post(people[0], "/yours/vacation", days="0")
        assert "You are away until" not in (await people[0].ask("GET", "/yours")).text

    in_house(tmp_path, story)


def test_after_a_move_the_page_goes_on_to_the_next_table_if_one_wants(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        first, people = await table_of(app, "bologna", ["Ada", "Bruno"])
        found = await app.house.table(first)
        person = people[found.awaited]
        asked = await person.ask("GET", "/next")
        assert asked.headers["location"] == f"/tables/{first}"
        says = {"id": "o", "game": "bologna", "seats": [{"kind": "me"}, {"kind": "me"}]}
        second = (await person.ask("POST", "/api/v1/tables", says)).json["table"]
        assert f"/next?after={first}" in (await person.ask("GET", f"/tables/{first}")).text
        wishes = {"cookie": f"{person.cookie}; taste=onward=1", "accept": "application/json"}
        match = found.match
        assert match is not None
        while found.awaited == people.index(person):
            fields = {"do": f"act {match.options[0].text}", "base": str(found.seq)}
            answer = await post(person, f"/tables/{first}/do", wishes, **fields)
            assert answer.status == 200, answer
        assert answer.json["go"] == f"/tables/{second}"

    in_house(tmp_path, story)


def test_lengths_of_time_are_told_by_their_two_largest_units() -> None:
    say = texts("en")
    told = [lasting(say, minutes * 60_000) for minutes in (0, 12, 200, 24 * 60, 3000)]
    assert told == ["Under a minute", "12 min", "3 h 20 min", "1 day 0 h", "2 days 2 h"]
