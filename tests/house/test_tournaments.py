"""Tournaments: pairings for any table size, duplicates, what stays sealed, bots that fill gaps."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service import tournaments
from ludoteca.house.service.house import House
from ludoteca.house.service.pairings import (
    KNOCKOUT,
    ROBIN,
    SWISS,
    Seated,
    groups,
    meetings,
    seat_order,
    shares,
    standings,
    winners,
)
from ludoteca.house.service.tournaments import TournamentWish
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Act, Person
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id
from tests.house.test_host import post

PEOPLE = [ADA, BRUNO, Person("carla", "Carla"), Person("dario", "Dario")]
BY_ID = {person.id: person for person in PEOPLE}


def played(tables: list[list[int]], round: int) -> list[Seated]:
    """A round in which the lower number always did better."""
    return [
        Seated(round, board, seat, entrant, 1 + sorted(group).index(entrant), 100 - entrant)
        for board, group in enumerate(tables)
        for seat, entrant in enumerate(group)
    ]


@pytest.mark.parametrize(("entrants", "seats"), [(8, 2), (9, 3), (16, 4), (10, 5)])
def test_a_round_robin_lets_everybody_meet_about_equally_often(entrants: int, seats: int) -> None:
    seated: list[Seated] = []
    for round in range(1, entrants // (seats - 1)):
        tables = groups(ROBIN, range(entrants), seats, seated, {})
        assert sorted(one for group in tables for one in group) == list(range(entrants))
        assert {len(group) for group in tables} == {seats}
        seated += played(tables, round)
    assert max(meetings(seated).values()) <= 2 + seats // 4


def test_swiss_rounds_bring_together_who_stands_alike_and_has_not_met() -> None:
    first = groups(SWISS, range(8), 2, [], {})
    seated = played(first, 1)
    means = {one.entrant: one.mean for one in standings(range(8), seated, duplicate=False)}
    second = groups(SWISS, range(8), 2, seated, means)
    assert all(means[one] == means[other] for one, other in second)
    assert not set(map(tuple, map(sorted, first))) & set(map(tuple, map(sorted, second)))


def test_a_knockout_goes_on_with_the_winner_of_each_table() -> None:
    tables = groups(KNOCKOUT, range(9), 3, [], {})
    seated = played(tables, 1)
    assert winners(seated, 1) == [0, 3, 6]
    assert groups(KNOCKOUT, winners(seated, 1), 3, seated, {}) == [[0, 3, 6]]


def test_seats_are_compared_with_the_same_seats_in_a_duplicate() -> None:
    seated = [
        Seated(1, 0, 0, 0, 2, 80), Seated(1, 0, 1, 1, 1, 90),
        Seated(1, 1, 0, 2, 1, 70), Seated(1, 1, 1, 3, 2, 60),
        Seated(1, 2, 0, 4, 1, 80), Seated(1, 2, 1, 5, 2, 90),
    ]  # fmt: skip
    won = shares(seated, 1, duplicate=True)
    assert won[2] == 0.0, "first at its table, last of its seat"
    assert won[4] == 1.0 and won[0] == 0.5, "of equal points the place decides"
    assert standings(range(6), seated, duplicate=True)[0].entrant in (1, 4)
    assert shares(seated, 1, duplicate=False)[2] == 1.0


def test_everybody_sits_everywhere_in_turn() -> None:
    seated: list[Seated] = []
    for round in range(3):
        order = seat_order([0, 1, 2], seated)
        seated += [Seated(round, 0, seat, one, 1, 0) for seat, one in enumerate(order)]
    assert {(one.entrant, one.seat) for one in seated} == {(n, seat) for n in range(3) for seat in range(3)}


async def rated_matches(house: House) -> int:
    """In how many matches people have been rated so far, and what their profiles count."""
    await house.ratings.rate_all()
    played = [await house.profiles.store.played(person.id) for person in PEOPLE]
    rated = sum(one.matches for told in played for one in told.ratings)
    assert sum(one.matches for told in played for one in told.games) == rated
    return rated


@awaited
async def test_a_duplicate_of_bots_and_scripted_guests_is_played_to_its_end(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four guests and bots in their gaps: the same luck everywhere, sealed until a round is over."""
    monkeypatch.setattr(tournaments, "INTERVAL", 3600.0)  # rounds end when the test says so
    async with a_house(database, workers=1) as house:
        wish = TournamentWish(
            "Autumn", "bologna", 4, "swiss", 2, True, "random", ClockWish("move", 86_400), {"round_cap": "3"}
        )
        id = await house.tournaments.open(ADA, wish)
        for person in PEOPLE[1:]:
            await house.tournaments.enter(person, id)
        for person in PEOPLE:
            await house.profiles.choose(person, rated=True, shown="all")
        with pytest.raises(Refused):
            await house.tournaments.start(BRUNO, id)
        await house.tournaments.start(ADA, id, bots=4)
        luck = random.Random(5)
        for round in (1, 2):
            found = await house.tournaments.find(id)
            tables = {one.table for one in found.places if one.round == round}
            assert len(tables) == 2 and len(found.entrants) == 8
            opened = [await house.table(table) for table in sorted(tables)]
            assert len({table.commitment for table in opened}) == 1, "the same luck"
            outside = next(one for one in found.places if one.round == round).table
            with pytest.raises(Refused, match="same luck"):
                await house.tournaments.check_seal(outside, "a stranger", "en", whole=False)
            async with asyncio.timeout(40):
                while not all(table.finished for table in opened):
                    for table in opened:
                        seat = table.awaited
                        asked = table.seats[seat].person if seat >= 0 else ""
                        if asked and table.match is not None:
                            text = luck.choice(table.match.options).text
                            await house.do(table.id, BY_ID[asked], Act(id=new_id(), text=text))
                    await asyncio.sleep(0.005)
            await house._background.flush()
            assert await rated_matches(house) == 4 * (round - 1), "ratings wait until the round is over"
            await house.tournaments.go_on()
            assert await rated_matches(house) == 4 * round
            await house.tournaments.check_seal(outside, "a stranger", "en", whole=True)
        found = await house.tournaments.find(id)
        assert found.row.status == "ended" and found.rounds_over == [1, 2]
        means = [one.mean for one in found.standings]
        assert means == sorted(means, reverse=True) and found.standings[0].place == 1


def test_the_pages_of_tournaments(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada, bruno = await Somebody(app).named("Ada"), await Somebody(app).named("Bruno")
        fields = {
            "name": "Autumn",
            "game": "bosa",
            "seats": "2",
            "form": "robin",
            "rounds": "2",
            "clock": "day",
        }
        opened = await post(ada, "/tournaments", None, **fields, duplicate="on", level="novice")
        where = opened.headers["location"]
        assert "Autumn" in (await bruno.ask("GET", "/tournaments")).text
        await post(bruno, where, do="enter")
        assert "2 take part" in (await bruno.ask("GET", where)).text
        await post(bruno, where, do="withdraw")
        assert (await post(bruno, where, do="start")).status == 403
        await post(bruno, where, do="enter")
        await post(ada, where, do="start", bots="2")
        page = (await ada.ask("GET", where)).text
        assert "To your table" in page and "Scores of other tables stay closed" in page
        told = (await bruno.ask("GET", f"/api/v1{where}")).json
        assert told["status"] == "playing" and len(told["entrants"]) == 4
        mine = next(seat["table"] for seat in told["seats"] if seat["name"] == "Bruno")
        assert (await bruno.ask("GET", f"/tables/{mine}")).status == 200
        for path in ("record", "replay", "replay/about?name=x", "replay/moment.png", "analysis"):
            assert (await bruno.ask("GET", f"/tables/{mine}/{path}")).status == 403, path
        assert (await bruno.ask("GET", f"/api/v1/tables/{mine}/record")).status == 403
        own = next(seat["seat"] for seat in told["seats"] if seat["name"] == "Bruno")
        for path in ("/tables/{}", "/tables/{}/seen", "/api/v1/tables/{}", "/api/v1/tables/{}/board.svg"):
            seen = [(await bruno.ask("GET", f"{path.format(mine)}?seat={seat}")).status for seat in (0, 1)]
            assert seen[own] != 403 and seen[1 - own] == 403, "after the end everybody sees through any seat"
        async with bruno.live(mine, f"?form=json&seat={1 - own}") as live:
            assert await live.next() is None
        stranger = Somebody(app)
        for path in (f"/tables/{mine}", f"/api/v1/tables/{mine}", f"/api/v1/tables/{mine}/board.svg"):
            assert (await stranger.ask("GET", path)).status == 403, path
        assert (await ada.ask("GET", "/tournaments/nothing")).status == 404

    in_house(tmp_path, story)
