"""What a twenty-fifth look at the house found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from urllib.parse import quote

import msgspec
import pytest

from ludoteca.games import load
from ludoteca.house.service import shelf, tournaments
from ludoteca.house.web.app import Application
from tests.house.attacks.test_twelfth_look import person_of
from tests.house.authenticator import Authenticator
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import ADA, BRUNO, CLARA, a_house, awaited
from tests.house.test_accounts import make_key
from tests.house.test_host import post
from tests.house.test_kept_editions import LABEL, edition, forget
from tests.house.test_tournament_abuse import DUEL


def test_nobody_prints_a_file_of_the_machine(tmp_path: Path) -> None:
    """What was asked for as an edition could be the path of any file, which was read whatever its size."""
    file = tmp_path / "elsewhere.toml"
    file.write_text(edition_text("bosa"), encoding="utf-8")

    async def story(app: Application) -> None:
        for called in (str(file), f"../{file.name}", "bosa-house-1", "x" * 300):
            answer = await Somebody(app).ask("GET", f"/games/bosa/print.pdf?edition={quote(called)}")
            assert answer.status == 422 and "not at hand" in answer.text, f"{called}: {answer.status}"
        own = quote(load("bosa").edition().label)
        assert (await Somebody(app).ask("GET", f"/games/bosa/print.pdf?edition={own}&what=aid")).status == 200

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    ("game", "before", "after", "why"),
    [
        ("bello_divorum", "arm = [", "arm = [" + '"FR", ' * 600, "expected at most 8"),
        (
            "bosa",
            "{ coins = 15, points = 25 },",
            "\n".join([f"{{ coins = {n}, points = {n + 10} }}," for n in range(15, 1000)]),
            "expected 1 to 20",
        ),
    ],
)
def test_an_edition_has_no_more_of_anything_than_can_be_drawn(
    game: str, before: str, after: str, why: str
) -> None:
    """Arms of the star with 10,000 places made a page of 12 MB, for which the house made everybody wait."""
    text = edition_text(game)
    assert before in text
    with pytest.raises(shelf.Misfit, match=why):
        shelf.checked(load(game), text.replace(before, after))


@awaited
async def test_no_tournament_waits_for_somebody_who_was_forgotten(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They had a seat in every further round, and whoever met them waited for their clock to run out."""
    monkeypatch.setattr(tournaments, "INTERVAL", 3600.0)  # rounds end when the test says so
    async with a_house(database) as house:
        begun, waiting = [await house.tournaments.open(ADA, DUEL) for _ in range(2)]
        for id in (begun, waiting):
            await house.tournaments.enter(BRUNO, id)
            await house.tournaments.enter(CLARA, id)
        await house.tournaments.start(ADA, begun)
        await house.erase(BRUNO)
        assert [one.name for one in (await house.tournaments.find(waiting)).entrants] == ["Ada", "Clara"]
        found = await house.tournaments.find(begun)
        for place in found.places:
            if not (await house.table(place.table)).closed:
                await house.close_by_host(place.table)
        await house._background.flush()
        await house.tournaments.go_on()
        found = await house.tournaments.find(begun)
        assert found.row.round == 2 and BRUNO.name not in str([one.name for one in found.entrants])
        seats = [
            seat
            for table in sorted({one.table for one in found.places if one.round == 2})
            for seat in (await house.table(table)).seats
        ]
        assert sorted(seat.person for seat in seats) == ["", "", "ada", "clara"]
        assert all(seat.person or seat.bot == DUEL.level for seat in seats)
        await house.erase(ADA)
        assert (await house.tournaments.find(waiting)).row.status == "ended"


def test_a_tournament_that_ended_before_it_began_can_be_shown(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        announced = await ada.ask("POST", "/api/v1/tournaments", msgspec.to_builtins(DUEL))
        id = announced.json["id"]
        bruno = await Somebody(app).named("Bruno")
        assert (await bruno.ask("POST", f"/api/v1/tournaments/{id}/enter")).status == 200
        assert (await post(ada, "/me/erase", sure="yes")).status == 303
        for path in (
            "/tournaments",
            f"/tournaments/{id}",
            "/api/v1/tournaments",
            f"/api/v1/tournaments/{id}",
        ):
            answer = await bruno.ask("GET", path)
            assert answer.status == 200 and "Ada" not in answer.text, path
        assert answer.json["status"] == "ended"

    in_house(tmp_path, story)


def test_a_record_of_a_match_with_a_visitors_edition_is_read_by_any_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused by a server that had not met the edition since it started."""
    forget(monkeypatch)

    async def story(app: Application) -> None:
        assert (await Somebody(app).ask("POST", "/studio/bosa/keep", {"text": edition()})).status == 200
        table, people = await table_of(app, "bosa", ["Ada", "Bo"], edition=LABEL)
        await play_on(table, people, 3_000, Random(1))
        record = (await people[0].ask("GET", f"/api/v1/tables/{table}/record")).text
        assert LABEL in record
        forget(monkeypatch)
        assert (await post(people[0], "/record", record=record)).status == 200

    in_house(tmp_path, story)


def test_an_account_goes_even_if_the_server_dies_while_it_is_forgotten(tmp_path: Path) -> None:
    """Another server went on with the matches, but name, keys and sessions stayed."""

    async def story(app: Application) -> None:
        ada = Somebody(app)
        await make_key(ada, Authenticator())
        person = person_of(app, ada)
        await app.house.erase(person)  # and no more: here the server died
        assert await app.house.account_store.account(person.id) is None
        assert not await app.house.account_store.sessions(person.id)

    in_house(tmp_path, story)


def test_a_link_to_another_device_says_whom_it_replaces(tmp_path: Path) -> None:
    """Somebody else's link, under the same name, took a guest's matches away and saw the next."""

    async def story(app: Application) -> None:
        ada, other = [await Somebody(app).named("Ada") for _ in range(2)]
        page = await post(other, "/carry")
        link = re.search(r"/carry/[^\"]+", page.text)
        assert link is not None
        for who, warned in ((ada, True), (other, False), (Somebody(app), False)):
            told = (await who.ask("GET", link[0])).text
            assert "Play on here as Ada?" in told and "you made this link yourself" in told
            assert ("you are somebody else so far, Ada" in told) is warned

    in_house(tmp_path, story)
