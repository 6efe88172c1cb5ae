"""Who is absent, and who may end a match that others are playing: nobody alone, all together."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.presence import Presence
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Bot, Close, Decline, Join, Leave, Offer, Person
from ludoteca.house.table.events import Acted
from ludoteca.house.web.pages.table_page import TablePage
from tests.house.houses import in_house, table_of
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, wish
from tests.house.story import GRACE, Story, act, awaited_person, persons, refused, three

UNTOUCHED = 9_000_000_000_000
"""A time that nobody writes by themselves."""


def waiting_for_days() -> tuple[Story, int]:
    """Three people; one lets the table wait for longer than anybody should. Ada owns the table."""
    story = three()
    while awaited_person(story) == ADA:
        story.do(ADA, act(story.option()))
    story.now += GRACE
    return story, story.table.awaited


def test_who_is_looking_is_not_absent() -> None:
    story, seat = waiting_for_days()
    person = persons(story)[seat]
    story.looking = frozenset([person.id])
    refused("not-absent", story, ADA, Bot(id=new_id(), seat=seat))
    story.looking = frozenset()
    story.do(ADA, Bot(id=new_id(), seat=seat))
    assert story.table.seats[seat].bot


def test_waiting_for_days_lets_nobody_close_the_match_of_others() -> None:
    story, _ = waiting_for_days()
    refused("others-play", story, ADA, Close(id=new_id()))


def test_an_owner_who_is_looking_keeps_the_table() -> None:
    story = three()
    while awaited_person(story) != ADA:
        story.do(awaited_person(story), act(story.option()))
    story.now += GRACE
    story.looking = frozenset(["ada"])
    refused("owner-only", story, BRUNO, Bot(id=new_id(), seat=0))


def test_a_match_ends_when_all_agree() -> None:
    story = three()
    story.do(BRUNO, Offer(id=new_id()))
    story.do(BRUNO, Offer(id=new_id()))
    story.do(ADA, Offer(id=new_id()))
    assert story.table.status == "playing" and story.table.ending == {"ada", "bruno"}
    story.do(CLARA, Offer(id=new_id()))
    assert story.table.status == "closed"
    assert story.again().status == "closed"


def test_one_who_declines_withdraws_every_offer() -> None:
    story = three()
    story.do(BRUNO, Offer(id=new_id()))
    story.do(ADA, Offer(id=new_id()))
    story.do(CLARA, Decline(id=new_id()))
    assert not story.table.ending
    refused("no-offer", story, CLARA, Decline(id=new_id()))
    story.do(CLARA, Offer(id=new_id()))
    assert story.table.status == "playing"


def test_who_has_left_need_not_agree_but_who_lets_a_bot_play_must() -> None:
    story = three()
    story.do(CLARA, Leave(id=new_id()))
    story.do(BRUNO, Bot(id=new_id(), seat=1))
    story.do(ADA, Offer(id=new_id()))
    assert story.table.status == "playing"
    refused("others-play", story, ADA, Close(id=new_id()))
    story.do(BRUNO, Offer(id=new_id()))
    assert story.table.status == "closed"


def test_whose_time_ran_out_need_not_agree() -> None:
    story = Story("me", "open", "bot", public=True, clock=ClockWish("move", 60))
    story.do(BRUNO, Join(id=new_id()))
    while persons_awaited(story) != "bruno":
        story.happen([Acted(story.table.awaited, story.option())])
    story.tick(61)
    assert story.table.seats[1].bot
    story.do(ADA, Close(id=new_id()))
    assert story.table.status == "closed"


def persons_awaited(story: Story) -> str:
    return story.table.seats[story.table.awaited].person


def test_strangers_offer_nothing() -> None:
    story = three()
    refused("not-seated", story, Person("dora", "Dora"), Offer(id=new_id()))
    waiting = Story("me", "open", "open")
    refused("not-started", waiting, ADA, Offer(id=new_id()))


def buttons(story: Story, person: Person) -> list[str]:
    return [command for command, _ in TablePage(story.table, person, "en", False).buttons]


def test_buttons_are_shown_only_where_they_work() -> None:
    story = three()
    for person in (ADA, BRUNO, CLARA):
        assert "close" not in buttons(story, person) and "offer" in buttons(story, person)
    story.do(BRUNO, Offer(id=new_id()))
    assert "decline" in buttons(story, ADA) and "offer" in buttons(story, ADA)
    assert "offer" not in buttons(story, BRUNO) and "decline" in buttons(story, BRUNO)
    alone = Story("me", "bot", "bot")
    assert "close" in buttons(alone, ADA) and "offer" not in buttons(alone, ADA)
    assert "close" in buttons(Story("me", "open", "open"), ADA)
    page = TablePage(story.table, ADA, "en", False)
    assert not [button for seat in page.seats if seat.name != "Ada" for button in seat.buttons]
    gone = TablePage(story.table, ADA, "en", False, absent=frozenset([1]))
    assert [command for command, _ in gone.seats[1].buttons] == ["bot 1"]


def test_an_open_page_counts_as_looking(tmp_path: Path) -> None:
    async def story(app):  # type: ignore[no-untyped-def]
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        seen = await people[0].see(table)
        seat = seen["awaited"]
        found = await app.house.table(table)
        person = found.seats[seat].person
        manager = people[0] if seat else people[1]
        app.house._grace = 0
        async with people[seat].live(table) as live:
            await live.next()
            assert await app.house.looking(table) == {person}
            assert (await manager.do(table, "bot", seat=seat)).status in (403, 409)
        assert await app.house.looking(table) == set()
        assert (await manager.do(table, "bot", seat=seat)).status == 200

    in_house(tmp_path, story)


@awaited
async def test_other_servers_know_who_is_looking(postgres_address: str) -> None:
    async with a_house(postgres_address, grace=0) as here, a_house(postgres_address, grace=0) as there:
        opened = await here.open(ADA, wish("me", "open", "bot", public=True), new_id())
        await there.do(opened.table, BRUNO, Join(id=new_id()))
        there.presence.enter(opened.table, "bruno")
        await there.presence.tell()
        assert await here.looking(opened.table) == {"bruno"}
        there.presence.leave(opened.table, "bruno")
        await there.presence.tell()
        assert await here.looking(opened.table) == set()
        with pytest.raises(Refused):
            await here.do(opened.table, ADA, Close(id=new_id()))


@awaited
async def test_only_who_came_or_went_is_written_again(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def only_when_asked(presence: Presence) -> None:
        pass

    async def told(house: House) -> dict[str, int]:
        return dict(await house._store.rows("select person, until from looking"))

    monkeypatch.setattr(Presence, "keep_telling", only_when_asked)
    async with a_house(postgres_address) as house:
        for person in ("ada", "bruno"):
            house.presence.enter("a table", person)
        await house.presence.tell()
        await house._store.change("update looking set until = ?", UNTOUCHED)
        house.presence.enter("a table", "clara")
        house.presence.leave("a table", "bruno")
        await house.presence.tell()
        rows = await told(house)
        assert rows.keys() == {"ada", "clara"} and rows["ada"] == UNTOUCHED != rows["clara"]
        house.presence._renew_at = 1
        await house.presence.tell()
        assert (await told(house)).keys() == {"ada", "clara"} and (await told(house))["ada"] != UNTOUCHED
