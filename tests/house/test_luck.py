"""Results with luck apart: what an analysis says that chance gave, beside the plain results of a profile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoteca.house.service.house import House
from ludoteca.house.store.rows import Batch, JobRow, LuckRow
from ludoteca.house.web.app import Application
from ludoteca.house.workers.worker import Result
from tests.house.houses import in_house
from tests.house.http_client import Somebody
from tests.house.running import ADA, BRUNO, a_house, awaited
from tests.house.test_profiles import ended


async def analysed(house: House, table: str, *luck: float) -> None:
    """Let an analysis arrive."""
    reports = [{"seat": seat, "luck": given, "accuracy": 50} for seat, given in enumerate(luck)]
    found = json.dumps({"seats": len(luck), "reports": reports, "decisions": []})
    await house.findings.keep(JobRow(f"analyse {table}", "analyse", table, 1, -1, "{}", 0), Result(found))


async def tables_of(house: House) -> list[str]:
    return [match.table for match in (await house.profiles.store.played(ADA.id)).recent]


@awaited
async def test_an_analysis_tells_what_chance_gave_and_a_new_one_corrects_it(database: str) -> None:
    async with a_house(database) as house:
        first, second = {"ada": 1, "bruno": 2}, {"ada": 2, "bruno": 1}
        await ended(house, (first, ""), (second, ""), (first, ""))
        latest = (await tables_of(house))[0]
        await analysed(house, latest, 0.5, -0.5)
        await analysed(house, latest, 0.3, -0.3)
        played = await house.profiles.store.played(ADA.id)
        assert [[seat.luck for seat in match.seats] for match in played.recent] == [
            [0.3, -0.3],
            [None, None],
            [None, None],
        ]
        (game,) = played.games
        assert (game.matches, game.won, game.analysed, game.analysed_won) == (3, 2, 1, 1)
        assert game.luck == pytest.approx(0.3)
        (game,) = (await house.profiles.store.played(BRUNO.id)).games
        assert (game.won, game.analysed, game.analysed_won) == (1, 1, 0) and game.luck == pytest.approx(-0.3)


@awaited
async def test_only_whole_analyses_count(database: str) -> None:
    async with a_house(database) as house:
        await ended(house, ({"ada": 1, "bruno": 2}, ""))
        (table,) = await tables_of(house)
        job = JobRow(f"analyse {table}", "analyse", table, 1, -1, "{}", 0)
        await house.findings.keep(job, Result('{"decisions": [], "total": 9}', partly=True))
        await house.findings.keep(job, Result("", error="it broke"))
        await house.findings.keep(JobRow("hint", "hint 3 0", table, 1, -1, "{}", 0), Result('{"said": {}}'))
        assert (await house.profiles.store.played(ADA.id)).games[0].analysed == 0


def test_a_profile_shows_luck_where_a_match_was_analysed_and_is_plain_elsewhere(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        somebody = await Somebody(app).named("Ada")
        await somebody.ask("GET", "/me/profile")
        me = (await app.house._store.rows("select person from profiles"))[0][0]
        await ended(app.house, ({me: 1, "bruno": 2}, ""), ({me: 2, "bruno": 1}, ""))
        played = await app.house.profiles.store.played(me)
        address = (await somebody.ask("GET", "/me/profile")).headers["location"]
        plain = (await somebody.ask("GET", address)).text
        assert "Chance" not in plain and "Luck apart" not in plain
        rows = [LuckRow(played.recent[1].table, seat, given) for seat, given in enumerate((0.25, -0.25))]
        await app.house._store.append(Batch(luck=rows))
        page = (await somebody.ask("GET", address)).text
        assert page.count("Chance gave 25 % of a victory") == 1 and "Chance took" not in page
        assert "0.8 <small" in page and "1 won, 1 analysed" in page
        told = (await somebody.ask("GET", f"/api/v1{address}")).json["recent"]
        assert [one["luck"] for one in told] == [[], [0.25, -0.25]]

    in_house(tmp_path, story)
