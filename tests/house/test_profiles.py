"""People: results, ratings, profiles, ladders, and who may see them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.block_lists import BLOCK
from ludoteca.house.service.house import House
from ludoteca.house.service.ratings import ANCHORS, MU, Rating
from ludoteca.house.service.seasons import Season, read_season, season_at
from ludoteca.house.store.profiles import RatingRow
from ludoteca.house.store.rows import Batch, FinishedRow, ProfileRow, ResultRow
from ludoteca.house.table.commands import Act, Bot, Join, Person
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited, new_id, wish
from tests.house.test_host import post

SHORT = {"round_cap": "3"}
PEOPLE = {person.id: person for person in (ADA, BRUNO, CLARA)}


async def ended(house: House, *matches: tuple[dict[str, int], str]) -> None:
    """Write down matches as if they had been played: who (or which level of bot) took which place, and the
    scenario.
    """
    batch = Batch()
    for number, (places, scenario) in enumerate(matches):
        table = new_id()
        batch.finished.append(FinishedRow(table, "bosa", len(places), scenario, 1000 + number, 1))
        for seat, (who, place) in enumerate(places.items()):
            level = who.rstrip("0123456789") if who.rstrip("0123456789") in ANCHORS else ""
            team = 0 if scenario else seat
            person = "" if level else who
            row = ResultRow(table, seat, person, who, level, place, 0, team, 0, "bosa", 1000 + number)
            batch.results.append(row)
            if person:
                batch.profiles.append(ProfileRow(person, f"handle-{person}", who, 0))
    await house._store.append(batch)


async def wants_rating(house: House, *people: Person) -> None:
    for person in people:
        await house.profiles.choose(person, True, "all")


async def rating_of(house: House, person: Person) -> RatingRow | None:
    found = (await house.profiles.store.played(person.id)).ratings
    return found[0] if found else None


async def play_to_the_end(house: House, table: Table, luck: random.Random) -> None:
    while table.match is not None and table.awaited >= 0:
        person = PEOPLE[table.seats[table.awaited].person]
        text = luck.choice(table.match.options).text
        await house.do(table.id, person, Act(id=new_id(), text=text))


@awaited
async def test_a_finished_match_is_counted_once_and_rated_for_those_who_want_it(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        opened = await house.open(ADA, wish("me", "open", "open", options=SHORT), new_id())
        for person in (BRUNO, CLARA):
            await house.do(opened.table, person, Join(id=new_id(), token=opened.invitation))
        table = await house.table(opened.table)
        await play_to_the_end(house, table, random.Random(3))
        assert table.finished
        await house._background.flush()
        await house.ratings.rate_all()
        await house.ratings.rate_all()
        played = await house.profiles.store.played(ADA.id)
        assert [(one.game, one.matches) for one in played.games] == [("bologna", 1)]
        assert [one.table for one in played.recent] == [table.id]
        assert {one.name for one in played.meetings} == {"Bruno", "Clara"}
        assert (await rating_of(house, ADA)) is not None and (await rating_of(house, CLARA)) is None
        assert played.ratings[0].matches == 1 and played.ratings[0].seats == 3


@awaited
async def test_who_signs_in_as_somebody_who_plays_already_spoils_nobodys_rating(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        opened = await house.open(ADA, wish("me", "open", "open", options=SHORT), new_id())
        for person in (BRUNO, CLARA):
            await house.do(opened.table, person, Join(id=new_id(), token=opened.invitation))
        await house.merge(CLARA, ADA)
        table = await house.table(opened.table)
        assert [seat.person for seat in table.seats].count(ADA.id) == 2
        await play_to_the_end(house, table, random.Random(3))
        await house._background.flush()
        await house.ratings.rate_all()
        assert table.match is not None and table.match.result is not None
        ada, bruno, clara = table.match.result.places
        rows = await house._store.rows("select person, place, brought from results order by seat")
        assert rows == [(ADA.id, ada, 0), (BRUNO.id, bruno, 0), ("", clara, 1)]
        here, rival = await rating_of(house, ADA), await rating_of(house, BRUNO)
        assert here is not None and rival is not None and (here.mu < rival.mu) == (ada > bruno)


@awaited
async def test_nobody_brings_only_victories_along(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        for number in range(5):
            guest = Person(f"guest-{number}", "Guest")
            await ended(house, ({guest.id: 1, "bruno": 2}, ""))
            await house.merge(guest, ADA)
        await house.ratings.rate_all()
        assert await rating_of(house, ADA) is None
        loser = await rating_of(house, BRUNO)
        assert loser is not None and loser.matches == 5 and loser.mu < MU, "who was beaten was beaten"
        told = await house.profiles.store.season("bosa", 1000, 2000, "")
        assert [(row.name, row.beaten, row.rivals) for row in told] == [("bruno", 0.0, 5)]
        assert (await house.profiles.store.played(ADA.id)).games[0].matches == 5, "but they are kept"


@awaited
async def test_what_a_bot_has_won_for_somebody_is_not_beaten_in_a_season(database: str) -> None:
    async with a_house(database) as house:
        await ended(house, ({"ada": 1, "bruno": 2}, ""), ({"ada": 1}, "scenario"))
        await house._store.change("update results set helped = 1 where person = 'ada'")
        await wants_rating(house, ADA)
        told = await house.profiles.store.season("bosa", 1000, 2000, "")
        assert [(row.name, row.beaten, row.rivals) for row in told] == [("ada", 0.0, 2)]


@awaited
async def test_who_only_sits_down_and_leaves_is_nobodys_rival(database: str) -> None:
    """Guests who left at once, with random bots in their seats, lifted a rating to 2314 in 70 seconds."""
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        await ended(house, *(({"ada": 2, "bruno": 1}, "") for _ in range(5)))
        await house._store.change("update results set helped = 2 where person = 'bruno'")
        await house.ratings.rate_all()
        left = await rating_of(house, BRUNO)
        assert left is not None and left.mu < MU, "for who left it is a match lost"
        assert await rating_of(house, ADA) is None
        told = await house.profiles.store.season("bosa", 1000, 2000, "")
        assert [(row.name, row.beaten, row.rivals) for row in told] == [("bruno", 0.0, 5)]


@awaited
async def test_who_opens_a_table_with_several_seats_is_not_rated(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        opened = await house.open(ADA, wish("me", "me", "open", options=SHORT), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        await play_to_the_end(house, await house.table(opened.table), random.Random(3))
        await house._background.flush()
        await house.ratings.rate_all()
        assert (await rating_of(house, BRUNO)) is None


@awaited
async def test_of_two_places_in_one_match_a_person_keeps_their_own(database: str) -> None:
    async with a_house(database) as house:
        await ended(house, ({"ada": 1, "clara": 2, "bruno": 3}, ""))
        await house.merge(CLARA, ADA)
        rows = await house._store.rows("select person, name, brought from results order by seat")
        assert rows == [("ada", "ada", 0), ("", "clara", 1), ("bruno", "bruno", 0)]


@awaited
async def test_winning_against_strong_bots_is_worth_more_and_bots_stay_where_they_are(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        await ended(house, *(({"ada": 1, "master": 2}, "") for _ in range(8)))
        await ended(house, *(({"bruno": 1, "novice": 2}, "") for _ in range(8)))
        await house.ratings.rate_all()
        ada, bruno = await rating_of(house, ADA), await rating_of(house, BRUNO)
        assert ada is not None and bruno is not None
        assert ada.mu > bruno.mu > MU
        assert Rating(ada.mu, ada.sigma).points > 1700 and ada.matches == 8
        assert not await house._store.rows("select 1 from ratings where person = '' or person = 'master'")


@awaited
async def test_a_few_victories_over_unknown_rivals_do_not_lead_the_ladder(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        puppets = [Person(f"puppet-{number}", "Guest") for number in range(8)]
        await wants_rating(house, *puppets)
        await ended(house, *(({"bruno": 1 + n % 2, "regular": 2 - n % 2}, "") for n in range(60)))
        await ended(house, *(({"ada": 1, puppet.id: 2}, "") for puppet in puppets))
        await house.ratings.rate_all()
        ladder = await house.profiles.ladder("bosa", 2, "")
        assert [row.name for row in ladder[:2]] == ["bruno", "ada"] and ladder[1].mu > ladder[0].mu


@awaited
async def test_a_rating_is_provisional_until_it_is_sure(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA)
        assert Rating().provisional
        matches = [({"ada": 1 + n % 2, "regular": 2 - n % 2}, "") for n in range(60)]
        await ended(house, *matches[:2])
        await house.ratings.rate_all()
        few = await rating_of(house, ADA)
        await ended(house, *matches)
        await house.ratings.rate_all()
        many = await rating_of(house, ADA)
        assert few is not None and many is not None and many.sigma < few.sigma
        assert Rating(few.mu, few.sigma).provisional and not Rating(many.mu, many.sigma).provisional
        assert abs(Rating(many.mu, many.sigma).points - 1500) < 120, "as strong as whom one draws level with"


@awaited
async def test_who_plays_together_is_rated_against_the_scenario(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        await ended(house, *(({"ada": 1, "bruno": 1}, "scenario hard") for _ in range(3)))
        await house.ratings.rate_all()
        ada, bruno = await rating_of(house, ADA), await rating_of(house, BRUNO)
        assert ada is not None and bruno is not None and ada.mu == bruno.mu > MU
        (hard,) = await house._store.rows("select mu from ratings where person = 'scenario hard'")
        assert hard[0] < MU
        await ended(house, *(({"ada": 2, "bruno": 2}, "scenario hard") for _ in range(6)))
        await house.ratings.rate_all()
        later = await rating_of(house, ADA)
        assert later is not None and later.mu < ada.mu


@awaited
async def test_who_does_not_want_to_be_rated_has_no_ratings_and_is_forgotten(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        await ended(house, ({"ada": 1, "bruno": 2}, ""))
        await house.ratings.rate_all()
        assert (await rating_of(house, BRUNO)) is not None
        await house.profiles.choose(BRUNO, False, "me")
        assert (await rating_of(house, BRUNO)) is None
        assert [row.name for row in await house.profiles.ladder("bosa", 2, "")] == ["ada"]
        await ended(house, ({"ada": 1, "bruno": 2}, ""))
        await house.ratings.rate_all()
        assert (await rating_of(house, BRUNO)) is None
        await house.erase(ADA)
        assert await house.profiles.store.of(ADA.id) is None
        assert not await house._store.rows("select 1 from results where person = 'ada' or name = 'ada'")


@awaited
async def test_who_lets_a_bot_play_counts_as_last(database: str) -> None:
    async with a_house(database) as house:
        await wants_rating(house, ADA, BRUNO)
        opened = await house.open(ADA, wish("me", "open", options=SHORT), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id(), token=opened.invitation))
        table = await house.table(opened.table)
        await house.do(table.id, ADA, Bot(id=new_id(), seat=0))
        assert table.seats[0].helped and not table.seats[1].helped


@awaited
async def test_a_bot_that_became_a_strong_one_at_the_end_is_not_beaten_as_one(database: str) -> None:
    async with a_house(database, workers=1) as house:
        await wants_rating(house, ADA)
        opened = await house.open(ADA, wish("me", "bot random", game="bosa"), new_id())
        table = await house.table(opened.table)
        await house.do(table.id, ADA, Bot(id=new_id(), seat=1, level="novice"))
        while not table.finished:
            if table.awaited == 0 and table.match is not None:
                await house.do(table.id, ADA, Act(id=new_id(), text=table.match.options[0].text))
            await asyncio.sleep(0.001)
        await house._background.flush()
        await house.ratings.rate_all()
        assert await house._store.rows("select level from results where person = ''") == [("",)]
        assert await rating_of(house, ADA) is None


@awaited
async def test_a_profile_is_shown_to_whom_its_person_wants(database: str) -> None:
    async with a_house(database) as house:
        own = await house.profiles.choose(ADA, True, "met")
        profiles = house.profiles
        assert not await profiles.may_see(own, BRUNO.id) and not await profiles.may_see(own, "")
        opened = await house.open(ADA, wish("me", "open", "open", public=True), new_id())
        await house.do(opened.table, BRUNO, Join(id=new_id()))
        await house._background.flush()
        assert not await profiles.may_see(own, BRUNO.id), "anybody may sit down for a moment"
        await ended(house, ({ADA.id: 1, BRUNO.id: 2}, ""))
        assert await profiles.may_see(own, BRUNO.id) and not await profiles.may_see(own, CLARA.id)
        await house.shun(opened.table, ADA, 1, BLOCK)
        assert not await profiles.may_see(own, BRUNO.id), "blocked"
        assert await profiles.may_see(await profiles.choose(ADA, True, "all"), "")
        assert not await profiles.may_see(await profiles.choose(ADA, True, "me"), CLARA.id)
        with pytest.raises(Refused, match="shown"):
            await profiles.choose(ADA, True, "nobody")


def test_the_pages_of_people_and_ladders(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno"], options=SHORT)
        for person in people:
            await person.ask("PUT", "/api/v1/me/profile", {"rated": True, "shown": "all"})
        await play_on(table, people, 10_000, random.Random(1))
        await app.house._background.flush()
        await app.house.ratings.rate_all()
        own = (await people[0].ask("GET", "/api/v1/me/profile")).json
        assert own["shown"] and own["ratings"][0]["provisional"] and own["recent"][0]["table"] == table
        assert own["meetings"][0]["name"] == "Bruno"
        page = (await people[0].ask("GET", f"/people/{own['person']}")).text
        assert "Ada" in page and "Rate me" in page and "provisional" in page
        stranger = Somebody(app)
        seen = (await stranger.ask("GET", f"/people/{own['person']}")).text
        assert "Rate me" not in seen and "Bruno" in seen
        ladder = (await stranger.ask("GET", "/api/v1/games/bologna/ladder?seats=2")).json
        assert {row["name"] for row in ladder["people"]} == {"Ada", "Bruno"}
        assert "Ada" in (await stranger.ask("GET", "/ladder/bologna?seats=2")).text
        assert (await stranger.ask("GET", "/ladder")).status == 303
        went = await post(people[0], f"/tables/{table}/do", do="profile 1")
        assert went.status == 303 and went.headers["location"].startswith("/people/")
        await post(people[0], "/me/profile", shown="me")
        hidden = (await stranger.ask("GET", f"/people/{own['person']}")).text
        assert "Ada does not show this." in hidden and "Bruno" not in hidden
        told = (await stranger.ask("GET", f"/api/v1/people/{own['person']}")).json
        assert not told["shown"] and not told["recent"]
        assert (await stranger.ask("GET", "/people/nobody")).status == 404

    in_house(tmp_path, story)


def test_a_season_is_a_quarter_of_a_year() -> None:
    season = read_season("2026-4", 0)
    assert season == Season(2026, 4) and season.next == Season(2027, 1) and season.last == Season(2026, 3)
    assert season.until == season.next.since
    for strange in ("", "2026", "2026-5", "99999-1", "x-1", "٢٠٢٦-1"):
        assert read_season(strange, season.since) == season
    assert season_at(season.until - 1) == season and season_at(season.until) == season.next


@awaited
async def test_a_season_counts_the_rivals_beaten_and_not_how_often_one_plays(database: str) -> None:
    async with a_house(database) as house:
        duels = [({"bruno": 1 + number % 2, "strong": 2 - number % 2}, "") for number in range(10)]
        easy = [({"clara": 1, level: 2}, "") for level in ("random", "novice", "regular")]
        await ended(house, ({"ada": 1, "bruno": 2, "master": 3}, ""), *duels, ({"clara": 2}, "scenario"))
        await ended(house, *easy)  # who beats weak bots has beaten nobody
        for person in (ADA, BRUNO, CLARA):
            await house.profiles.choose(person, rated=True, shown="all")
        store = house.profiles.store
        told = await store.season("bosa", 1000, 2000, "")
        assert [(row.name, row.matches, row.beaten, row.rivals) for row in told] == [
            ("ada", 1, 2.0, 2),
            ("bruno", 11, 6.0, 12),
            ("clara", 1, 0.0, 1),
        ]
        assert [round(row.share, 3) for row in told] == [0.583, 0.5, 0.417]
        assert await store.season("bosa", 2000, 3000, "") == []
        await house.profiles.choose(BRUNO, rated=True, shown="met")
        assert [row.name for row in await store.season("bosa", 1000, 2000, "bruno")] == ["bruno"]
        assert [row.name for row in await store.season("bosa", 1000, 2000, "")] == ["ada", "clara"]


def test_who_only_looks_does_not_become_anybody(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        answer = await Somebody(app).ask("GET", "/me/profile")
        assert answer.headers["location"] == "/" and "set-cookie" not in answer.headers

    in_house(tmp_path, story)
