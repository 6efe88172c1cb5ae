"""Invitations to friends: they stay in the friend's lobby until answered, taken back, or of no use."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.block_lists import BLOCK
from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Bot, Free, Invite, Join, Leave, Person
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import CLARA, a_house, awaited, data_of, new_id, wish
from tests.house.test_friends import ADA, BRUNO, do, with_accounts


async def befriended(house: House) -> None:
    await with_accounts(house)
    await do(house, ADA, BRUNO, "ask")
    await do(house, BRUNO, ADA, "accept")


async def invite(
    house: House, table: str, deed: str = "invite", by: Person = ADA, other: Person = BRUNO
) -> None:
    await house.invitations.do(by, table, (await house.profiles.own(other)).handle, deed)


async def told(house: House, person: Person = BRUNO) -> list[tuple[str, str]]:
    return [(one.friend.name, one.table.id) for one in await house.invitations.to(person)]


async def refused(
    code: str, house: House, table: str, deed: str = "invite", by: Person = ADA, other: Person = BRUNO
) -> None:
    with pytest.raises(Refused) as caught:
        await invite(house, table, deed, by, other)
    assert caught.value.code == code


@awaited
async def test_an_invitation_stays_until_the_friend_sits_down(database: str) -> None:
    async with a_house(database) as house:
        await befriended(house)
        table = (await house.open(ADA, wish("me", "open", "open"), new_id())).table
        await invite(house, table)
        await invite(house, table)
        assert await told(house) == [("Ada", table)]
        assert await told(house, ADA) == await told(house, CLARA) == []
        found = await house.table(table)
        assert [(one.name, asked) for one, asked in await house.invitations.by(ADA, found)] == [
            ("Bruno", True)
        ]
        assert (await data_of(house, BRUNO))["invitations"] == [{"table": table, "from": "Ada"}]
        await house.do(table, ADA, Invite(id=new_id()))
        assert await told(house) == [("Ada", table)], "a new link changes nothing for friends"
        await house.invitations.answer(BRUNO, table, accepts=True)
        assert found.seats_of("bruno") and await told(house) == []
        assert await house.invitations.by(ADA, found) == []
        await house.do(table, BRUNO, Leave(id=new_id()))
        assert await told(house) == [], "it was answered"


@awaited
async def test_invitations_are_declined_or_taken_back(database: str) -> None:
    async with a_house(database) as house:
        await befriended(house)
        table = (await house.open(ADA, wish("me", "open"), new_id())).table
        await invite(house, table)
        await house.invitations.answer(BRUNO, table, accepts=False)
        assert await told(house) == []
        with pytest.raises(Refused):
            await house.invitations.answer(BRUNO, table, accepts=True)
        await invite(house, table)
        await invite(house, table, "withdraw")
        assert await told(house) == []


@awaited
async def test_an_invitation_is_of_no_use_when_no_seat_is_free_or_its_inviter_has_gone(database: str) -> None:
    async with a_house(database) as house:
        await befriended(house)
        table = (await house.open(CLARA, wish("me", "open", "open", public=True), new_id())).table
        await house.do(table, ADA, Join(id=new_id()))
        await invite(house, table)
        assert await told(house) == [("Ada", table)]
        await house.do(table, ADA, Leave(id=new_id()))
        assert await told(house) == [], "Ada has gone"
        await house.do(table, ADA, Join(id=new_id()))
        assert await told(house) == [("Ada", table)]
        await do(house, BRUNO, ADA, "end")
        assert await told(house) == [], "a friend no longer"
        await do(house, BRUNO, ADA, "ask")
        await do(house, ADA, BRUNO, "accept")
        assert await told(house) == [("Ada", table)]
        await house.block_lists.shun(BRUNO, ADA.id, "Ada", BLOCK)
        assert await told(house) == [], "nobody is invited by somebody they have blocked"
        await house.block_lists.shun(BRUNO, ADA.id, "Ada", "")
        await house.do(table, CLARA, Bot(id=new_id(), seat=2))
        assert await told(house) == [], "the match has begun"
        await refused("not-waiting", house, table)
        other = (await house.open(ADA, wish("me", "open"), new_id())).table
        await house.lobby(ADA)
        await invite(house, other)
        assert await house.invitations._store.by("ada", table) == frozenset(), "swept away"
        assert await told(house) == [("Ada", other)]


@awaited
async def test_a_full_table_that_has_a_time_shows_its_invitation_again_when_a_seat_is_free(
    database: str,
) -> None:
    async with a_house(database) as house:
        await befriended(house)
        opened = await house.open(ADA, wish("me", "open", starts_at=32_000_000_000_000), new_id())
        await invite(house, opened.table)
        await house.do(opened.table, CLARA, Join(id=new_id(), token=opened.invitation))
        assert await told(house) == []
        await house.do(opened.table, ADA, Free(id=new_id(), seat=1))
        assert await told(house) == [("Ada", opened.table)]


@awaited
async def test_only_friends_are_invited_and_only_by_people_at_the_table(database: str) -> None:
    async with a_house(database) as house:
        await befriended(house)
        table = (await house.open(ADA, wish("me", "open"), new_id())).table
        await refused("not-seated", house, table, by=BRUNO, other=ADA)
        await refused("no-friend", house, table, other=CLARA)
        await refused("no-friend", house, table, "drag")
        await invite(house, table)
        await house.erase(BRUNO)
        assert await house.invitations._store.by("ada", table) == frozenset()


def test_guests_have_no_invitations_and_are_told_why(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = (await ada.ask("POST", "/api/v1/tables", {"id": "x", "game": "bosa", "seats": seats})).json[
            "table"
        ]
        assert (await ada.ask("GET", "/api/v1/me/invitations")).json == []
        assert (await ada.ask("GET", f"/api/v1/tables/{table}/friends")).json == []
        answer = await ada.ask(
            "POST", f"/api/v1/tables/{table}/friends", {"person": "nobody", "do": "invite"}
        )
        assert answer.json["type"] == "no-friend", answer
        answer = await ada.ask("POST", f"/api/v1/me/invitations/{table}", {"do": "accept"})
        assert answer.json["type"] == "invitation", answer
        answer = await ada.ask("POST", f"/api/v1/me/invitations/{table}", {"do": "decline"})
        assert answer.status == 200 and answer.json == []
        assert "Invite friends" not in (await ada.ask("GET", f"/tables/{table}")).text

    in_house(tmp_path, story)
