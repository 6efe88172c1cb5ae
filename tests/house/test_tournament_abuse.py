"""Tournaments against people who mean harm: floods of them, matches broken off, strange names."""

from __future__ import annotations

import asyncio

import pytest

from ludoteca.house.refusals import Malformed, Refused
from ludoteca.house.service import tournaments
from ludoteca.house.service.house import House
from ludoteca.house.service.pairings import beaten
from ludoteca.house.service.tournaments import MOST_HELD, NEWEST, Tournament, TournamentWish
from ludoteca.house.store.tournaments import OPEN, TournamentStore
from ludoteca.house.table.commands import Bot, Close, Offer, Person
from ludoteca.house.web.pages.table_page import TablePage
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id

DUEL = TournamentWish("Autumn", "bosa", 2, "swiss", 2, True, "random")


@pytest.fixture(autouse=True)
def rounds_end_when_the_test_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "INTERVAL", 3600.0)


async def begun(house: House, person: Person, network: str = "") -> Tournament:
    id = await house.tournaments.open(person, DUEL, network)
    await house.tournaments.start(person, id)
    return await house.tournaments.find(id)


@awaited
async def test_nobody_breaks_off_a_match_of_a_tournament(database: str) -> None:
    """A round that lacks a result would never end, and the tournament would stand still for all."""
    async with a_house(database) as house:
        table = await house.table((await begun(house, ADA)).places[0].table)
        for command in (Offer(id=new_id()), Close(id=new_id())):
            with pytest.raises(Refused):
                await house.do(table.id, ADA, command)
        assert not table.finished and not table.closed
        words = [button for button, _ in TablePage(table, ADA, "en", False).buttons]
        assert "leave" in words and not {"offer", "close"} & set(words)


@awaited
async def test_a_match_that_the_host_closes_is_lost_for_all_who_played_it(database: str) -> None:
    async with a_house(database) as house:
        found = await begun(house, ADA)
        await house.close_by_host(found.places[0].table)
        await house._background.flush()
        await house.tournaments.go_on()
        found = await house.tournaments.find(found.row.id)
        assert found.row.round == 2 and found.rounds_over == [1]
        assert [one.place for one in found.places if one.round == 1] == [2, 2]


@awaited
async def test_many_tournaments_do_not_stop_the_older_ones(database: str) -> None:
    async with a_house(database) as house:
        first = await begun(house, ADA)
        for number in range(NEWEST):
            await begun(house, Person(f"guest-{number}", f"Guest {number}"))
        await house.close_by_host(first.places[0].table)
        await house._background.flush()
        await house.tournaments.go_on()
        assert (await house.tournaments.find(first.row.id)).row.round == 2


@awaited
async def test_nobody_holds_more_than_a_few_tournaments_at_once(database: str) -> None:
    async with a_house(database) as house:
        for _ in range(MOST_HELD):
            await house.tournaments.open(ADA, DUEL)
        with pytest.raises(Refused) as refused:
            await house.tournaments.open(ADA, DUEL)
        assert refused.value.code == "too-many-tournaments"
        await house.tournaments.open(BRUNO, DUEL)


@awaited
async def test_tables_of_a_tournament_count_for_the_network_of_who_holds_it(database: str) -> None:
    """Otherwise tournaments of bots open as many tables as one likes."""
    async with a_house(database, network_tables=5) as house:
        id = await house.tournaments.open(ADA, DUEL, "192.0.2.1")
        with pytest.raises(Refused) as refused:
            await house.tournaments.start(ADA, id, bots=19)
        assert refused.value.code == "too-many-tables-here"
        await house.tournaments.start(ADA, id, bots=5)
        assert await house._store.opened_from(house._tokens.network("192.0.2.1")) == 3
        other = await house.tournaments.open(BRUNO, DUEL, "192.0.2.1")
        with pytest.raises(Refused):
            await house.tournaments.start(BRUNO, other, bots=7)


@awaited
async def test_who_is_banned_holds_no_tournament_and_takes_part_in_none(database: str) -> None:
    async with a_house(database) as house:
        open_now = await house.tournaments.open(ADA, DUEL)
        held = await house.tournaments.open(BRUNO, DUEL)
        await house.moderation.ban(BRUNO.id, BRUNO.name)
        for attempt in (
            house.tournaments.open(BRUNO, DUEL),
            house.tournaments.enter(BRUNO, open_now),
            house.tournaments.start(BRUNO, held),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.code == "banned"


@pytest.mark.parametrize("name", ["\0", "a\0b", "\u200b", "\u2800", "  ", "a\u202eb"])
@awaited
async def test_a_tournament_has_a_name_that_can_be_seen(name: str, database: str) -> None:
    async with a_house(database) as house:
        wish = TournamentWish(name, "bosa", 2)
        with pytest.raises(Malformed):
            await house.tournaments.open(ADA, wish)


@awaited
async def test_whoever_enters_begins_or_withdraws_twice_at_once_does_so_once(database: str) -> None:
    async with a_house(database) as house:
        opened = await asyncio.gather(
            *[house.tournaments.open(ADA, DUEL) for _ in range(MOST_HELD + 3)], return_exceptions=True
        )
        assert sum(isinstance(one, Refused) for one in opened) == 3
        id = next(one for one in opened if isinstance(one, str))
        names = [Person(BRUNO.id, f"Bruno under name {number}") for number in range(4)]
        await asyncio.gather(*[house.tournaments.enter(name, id) for name in names])
        assert len((await house.tournaments.find(id)).entrants) == 2, "one person, one entrant"
        await asyncio.gather(
            *[house.tournaments.start(ADA, id, 1) for _ in range(4)],
            house.tournaments.withdraw(BRUNO, id),
            return_exceptions=True,
        )
        found = await house.tournaments.find(id)
        if found.row.status == OPEN:
            await house.tournaments.start(ADA, id)
            found = await house.tournaments.find(id)
        seated = {one.entrant for one in found.places}
        assert seated == {one.number for one in found.entrants}, "nobody without a seat, no seat for nobody"
        assert len({one.table for one in found.places}) * DUEL.seats == len(found.places)


@awaited
async def test_the_list_of_tournaments_reads_no_places(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request for it would otherwise read and rank everything that forty tournaments hold."""
    async with a_house(database) as house:
        found = await begun(house, ADA)

        async def refuse(*words: object) -> None:
            raise AssertionError("too much is read")

        for reader in ("places", "entrants"):
            monkeypatch.setattr(TournamentStore, reader, refuse)
        assert [(one.row.id, one.entrants) for one in await house.tournaments.newest()] == [(found.row.id, 2)]
        with pytest.raises(Refused):
            await house.tournaments.check_seal(found.places[0].table, "a stranger", "en", whole=False)
        await house.tournaments.check_seal(found.places[0].table, ADA.id, "en", whole=False)


def test_large_tournaments_are_ranked_quickly() -> None:
    """Shares are found by sorting; comparing everybody with everybody took the house for seconds."""
    looked = 0

    class Score(int):
        def __lt__(self, other: object) -> bool:
            nonlocal looked
            looked += 1
            return int(self) < other  # type: ignore[operator]

    many = 2_000
    group = {number: (Score(number * 7919 % many), 0) for number in range(many)}
    found = beaten(group)
    assert looked < many * 40
    assert found[0] == 0 and max(found.values()) == 1 and sum(found.values()) == pytest.approx(many / 2)


@awaited
async def test_one_network_does_not_fill_the_list_of_tournaments(database: str) -> None:
    async with a_house(database) as house:
        first = await house.tournaments.open(ADA, DUEL, "192.0.2.7")
        for number in range(NEWEST + 2):
            await house.tournaments.open(Person(f"guest-{number}", "Guest"), DUEL, "192.0.2.8")
        listed = [one.row.id for one in await house.tournaments.newest()]
        assert first in listed and len(listed) == NEWEST


@awaited
async def test_no_master_plays_for_somebody_in_a_tournament(database: str) -> None:
    async with a_house(database) as house:
        table = await house.table((await begun(house, ADA)).places[0].table)
        seat = next(number for number, one in enumerate(table.seats) if one.person == ADA.id)
        with pytest.raises(Refused) as refused:
            await house.do(table.id, ADA, Bot(id=new_id(), seat=seat, level="master"))
        assert refused.value.code == "tournament-bot"
        await house.do(table.id, ADA, Bot(id=new_id(), seat=seat))
        assert table.seats[seat].bot == "regular" and table.seats[seat].helped


@awaited
async def test_a_tournament_waits_for_nobody_who_is_on_vacation(database: str) -> None:
    async with a_house(database) as house:
        table = await house.table((await begun(house, ADA)).places[0].table)
        await house.vacations.take(ADA, 30)
        assert table.clock.in_days and await house.vacations.excuse(table) == []


@awaited
async def test_a_flood_of_guests_does_not_fill_a_tournament(database: str) -> None:
    async with a_house(database) as house:
        id = await house.tournaments.open(ADA, DUEL, "192.0.2.1")
        for number in range(30):
            await house.tournaments.enter(Person(f"guest-{number}", "Guest"), id, "192.0.2.7")
        with pytest.raises(Refused) as refused:
            await house.tournaments.enter(Person("guest-30", "Guest"), id, "192.0.2.7")
        assert refused.value.code == "too-many-entries"
        await house.tournaments.enter(BRUNO, id, "192.0.2.8")


@awaited
async def test_who_announced_a_tournament_turns_people_away_before_it_begins(database: str) -> None:
    async with a_house(database) as house:
        id = await house.tournaments.open(ADA, DUEL)
        await house.tournaments.enter(BRUNO, id)
        own, other = (await house.tournaments.find(id)).entrants
        with pytest.raises(Refused) as refused:
            await house.tournaments.turn_away(BRUNO, id, own.number)
        assert refused.value.code == "owner-only"
        await house.tournaments.turn_away(ADA, id, other.number)
        assert [one.person for one in (await house.tournaments.find(id)).entrants] == [ADA.id]
        await house.tournaments.enter(BRUNO, id)
        await house.tournaments.start(ADA, id)
        begun = await house.tournaments.find(id)
        with pytest.raises(Refused) as refused:
            await house.tournaments.turn_away(ADA, id, begun.entrants[-1].number)
        assert refused.value.code == "tournament-begun"
