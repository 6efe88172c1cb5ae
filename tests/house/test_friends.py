"""Friends: asking, accepting, ending; only for people with an account."""

from __future__ import annotations

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service import friends
from ludoteca.house.service.block_lists import BLOCK
from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Person
from tests.house.running import CLARA, a_house, awaited, data_of

ADA = Person("ada", "Ada", session="one")
BRUNO = Person("bruno", "Bruno", session="two")


async def with_accounts(house: House) -> None:
    for person in (ADA, BRUNO):
        await house._store.change("insert into accounts values (?, ?, 'en', 0)", person.id, person.name)
    for person in (ADA, BRUNO, CLARA):
        await house.profiles.own(person)


async def do(house: House, person: Person, other: Person, deed: str) -> None:
    await house.friends.do(person, await house.profiles.own(other), deed)


async def told(house: House, person: Person) -> list[tuple[str, bool, bool]]:
    """The names of somebody's friends, whether it is settled, and whether they asked."""
    return [(one.name, one.since > 0, one.asked_by_them) for one in await house.friends.of(person)]


@awaited
async def test_friends_ask_accept_and_end(database: str) -> None:
    async with a_house(database) as house:
        await with_accounts(house)
        await do(house, ADA, BRUNO, "ask")
        await do(house, ADA, BRUNO, "ask")
        assert await told(house, ADA) == [("Bruno", False, False)]
        assert await told(house, BRUNO) == [("Ada", False, True)]
        await do(house, ADA, BRUNO, "accept")
        assert await told(house, ADA) == [("Bruno", False, False)], "nobody accepts their own request"
        await do(house, BRUNO, ADA, "accept")
        assert await told(house, ADA) == [("Bruno", True, False)]
        assert (await data_of(house, ADA))["friends"][0]["name"] == "Bruno"
        await do(house, BRUNO, ADA, "end")
        assert await told(house, ADA) == await told(house, BRUNO) == []


@awaited
async def test_who_asks_whoever_has_asked_them_becomes_their_friend(database: str) -> None:
    async with a_house(database) as house:
        await with_accounts(house)
        await do(house, ADA, BRUNO, "ask")
        await do(house, BRUNO, ADA, "ask")
        assert await told(house, BRUNO) == [("Ada", True, True)]
        await house.erase(ADA)
        assert await told(house, BRUNO) == []


@awaited
async def test_guests_and_oneself_are_no_friends_and_the_blocked_go_unheard(database: str) -> None:
    async with a_house(database) as house:
        await with_accounts(house)
        for person, other, code in (
            (CLARA, ADA, "sign-in"),
            (ADA, CLARA, "no-friend"),
            (ADA, ADA, "no-friend"),
        ):
            with pytest.raises(Refused) as caught:
                await do(house, person, other, "ask")
            assert caught.value.code == code
        with pytest.raises(Refused):
            await do(house, ADA, BRUNO, "kiss")
        await house.block_lists.shun(BRUNO, ADA.id, "Ada", BLOCK)
        await do(house, ADA, BRUNO, "ask")
        assert await told(house, ADA) == [("Bruno", False, False)] and await told(house, BRUNO) == []


@awaited
async def test_requests_of_many_take_nobody_the_room_for_friends(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "MOST", 3)
    async with a_house(database) as house:
        await with_accounts(house)
        for number in range(5):
            person = Person(f"p{number}", f"P{number}", session="x")
            await house.profiles.own(person)
            await do(house, person, ADA, "ask")
        assert len(await told(house, ADA)) == 3, "no more than so many wait"
        await do(house, ADA, BRUNO, "ask")
        assert ("Bruno", False, False) in await told(house, ADA)
