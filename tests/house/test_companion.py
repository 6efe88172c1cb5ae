"""The companion of a boxed game: forms in, score sheets out, by the game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from ludoteca.games import load, names
from ludoteca.house.web.app import Application
from ludoteca.kernel.game import presentation_of
from tests.house.houses import in_house
from tests.house.http_client import Answer, Somebody

KIND = {"content-type": "application/x-www-form-urlencoded"}


async def counted(somebody: Somebody, game: str, form: Mapping[str, Any]) -> Answer:
    body = urlencode({"sent": "1", **form}).encode()
    return await somebody.ask("POST", f"/companion/{game}", headers=KIND, body=body)


def test_every_game_has_a_page_in_both_languages(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        for language in ("en", "it"):
            somebody = await Somebody(app).named("Ada", language)
            assert (await somebody.ask("GET", "/companion")).text.count('href="/companion/') >= len(names())
            for game in names():
                page = (await somebody.ask("GET", f"/companion/{game}")).text
                entered = presentation_of(load(game)).companion is not None
                assert ('name="seats"' in page) == entered
                assert f'href="/games/{game}/rules' in page

    in_house(tmp_path, story)


def test_bello_divorum_counts_followers_and_locations(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        form = {
            "seats": 4,
            "name 0": "Ada",
            "0 followers 0": 7,
            "0 temple 0": 2,
            "0 city 0": 3,
            "0 field 0": 4,
        }
        page = (await counted(Somebody(app), "bello_divorum", form)).text
        assert "Ada" in page and 'href="/games/bello_divorum/rules#BEL-11.6"' in page
        assert f'<td class="first">{7 + 2 * 3 + 3 * 2 + 4}</td>' in page
        twice = await counted(Somebody(app), "bello_divorum", {**form, "1 pantheon 0": 0})
        assert twice.status == 422 and "Two players lead the same pantheon." in twice.text

    in_house(tmp_path, story)


def test_bosa_pays_the_last_patronage_and_scores_the_best_two_goals(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        plain = {"seats": 2, "0 points 0": 40, "0 fish 0": 3, "1 points 0": 41}
        page = (await counted(Somebody(app), "bosa", plain)).text
        assert '<td class="first">43</td>' in page and "BOS-7.1" in page and "BOS-7.2" not in page
        full = {f"0 townscape {cell}": 1 + cell % 4 for cell in range(16)}
        page = (await counted(Somebody(app), "bosa", {**plain, "option goals": "on", **full})).text
        assert 'class="reveals"' in page and "BOS-7.2" in page
        again = await counted(Somebody(app), "bosa", {**plain, "option goals": "on", "1 goals 0": 0})
        assert again.status == 422 and "A Goal card was entered twice." in again.text

    in_house(tmp_path, story)


def test_bomarzo_asks_who_came_first_to_the_end_of_a_track(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        form = {"seats": 3, "0 culture 0": 10, "1 culture 0": 10}
        refused = await counted(Somebody(app), "bomarzo", form)
        assert refused.status == 422 and "say who came there first" in refused.text
        page = await counted(Somebody(app), "bomarzo", {**form, "0 arrival 0": 2, "1 arrival 0": 1})
        assert page.status == 200 and "BOM-12.5" in page.text

    in_house(tmp_path, story)


def test_strange_entries_are_read_as_nothing(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        for strange in ("-3", "99999999999", "x", "\u0663", "1e3", ""):
            for game in ("bosa", "bello_divorum", "bomarzo"):
                form = {"seats": strange, "0 points 0": strange, "name 0": strange, "0 followers 0": strange}
                assert (await counted(Somebody(app), game, form)).status == 200

    in_house(tmp_path, story)
