"""Newcomers: who has never finished a game is offered its lesson or a first game with hints."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.hints import hint_for
from ludoteca.house.web.pages.newcomers import FIRST, first_game
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody

OFFERED = 'name="first"'
LESSON = "/learn/bosa/1-houses"


def test_a_game_is_offered_with_its_lesson_until_a_match_of_it_is_finished(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        lobby = await ada.ask("GET", "/")
        assert lobby.text.count(OFFERED) == len(HOUSE_GAMES)
        assert f'href="{LESSON}"' in lobby.text
        table, people = await table_of(app, "bosa", ["Bruno", "Clara"])
        bruno = people[0]
        assert f'href="{LESSON}"' in (await bruno.ask("GET", "/games/bosa/open")).text
        await play_on(table, people, 10_000, random.Random(2))
        lobby = await bruno.ask("GET", "/")
        assert lobby.text.count(OFFERED) == len(HOUSE_GAMES) - 1
        assert f'href="{LESSON}"' not in lobby.text
        assert OFFERED not in (await bruno.ask("GET", "/games/bosa/open")).text
        assert OFFERED in (await bruno.ask("GET", "/games/bologna/open")).text

    in_house(tmp_path, story)


def test_a_lesson_that_was_gone_through_is_remembered_by_the_browser(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        somebody = Somebody(app)
        assert "✓" not in (await somebody.ask("GET", "/learn/bosa")).text
        await somebody.ask("GET", f"{LESSON}?step=999")
        assert somebody.cookie == "learnt=bosa/1-houses"
        assert "✓" in (await somebody.ask("GET", "/learn/bosa")).text
        lobby = (await somebody.ask("GET", "/")).text
        assert f'href="{LESSON}"' not in lobby and 'href="/learn/bosa/2-' in lobby
        forged = Somebody(app, "learnt=nothing/at-all.bosa/1-houses")
        await forged.ask("GET", "/learn/bologna/1-throne?step=999")
        assert forged.cookie == "learnt=bologna/1-throne.bosa/1-houses"

    in_house(tmp_path, story)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_a_first_game_has_weak_bots_simple_rules_and_a_coach(name: str) -> None:
    game = load(name)
    wish = first_game(game, "novice")
    assert wish.coach and wish.options == game.presets[FIRST]
    assert [seat.level for seat in wish.seats[1:]] == ["novice"] * (len(wish.seats) - 1)
    game.setup(len(wish.seats), wish.options)
    for language in ("en", "it"):
        for question in game.questions():
            assert f'href="/games/{name}/rules#' in hint_for(game, language, question)
