"""How hard a puzzle is, is learnt from whoever tries it: first tries count, of a network one a day."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from ludoteca.analysis.puzzle_book import learnt_difficulty, puzzles_of
from ludoteca.games import HOUSE_GAMES
from ludoteca.house.refusals import Unavailable
from ludoteca.house.web.app import Application
from tests.house.houses import in_house
from tests.house.http_client import Answer, Somebody
from tests.house.running import a_house, awaited

PLACED, OTHER = puzzles_of("bosa")[:2]


@awaited
async def test_the_first_try_of_a_network_counts(database: str) -> None:
    async with a_house(database) as house:
        tries = house.puzzle_tries
        for network, solved in (
            ("10.0.0.1", False),
            ("10.0.0.1", True),
            ("10.0.0.2", True),
            ("10.0.0.3", True),
        ):
            await tries.note(PLACED, network, solved)
        counted = await tries.all()
        assert counted.of(PLACED) == (3, 2)
        assert counted.of(OTHER) == (0, 0)
        assert counted.difficulty(OTHER) == OTHER.puzzle.difficulty


def test_puzzles_need_no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(app: Application) -> None:
        async def nothing(*_: object) -> None:
            raise Unavailable

        monkeypatch.setattr(app.house._store, "rows", nothing)
        monkeypatch.setattr(app.house._store, "change", nothing)
        await app.house.puzzle_tries.note(PLACED, "10.0.0.1", True)
        assert (await app.house.puzzle_tries.all()).of(PLACED) == (0, 0)
        for path in ("/puzzles", "/puzzles/bosa/1"):
            assert (await Somebody(app).ask("GET", path)).status == 200

    in_house(tmp_path, story)


@pytest.mark.parametrize(
    ("bots", "tried", "solved", "difficulty"),
    [(1, 0, 0, 1), (4, 0, 0, 4), (1, 5, 0, 2), (1, 100, 5, 4), (4, 100, 97, 1), (2, 30, 19, 2)],
)
def test_people_outweigh_bots_as_they_become_many(
    bots: int, tried: int, solved: int, difficulty: int
) -> None:
    assert learnt_difficulty(replace(PLACED.puzzle, difficulty=bots), tried, solved) == difficulty


def test_every_puzzle_has_a_key_of_its_own() -> None:
    keys = [placed.key for game in HOUSE_GAMES for placed in puzzles_of(game)]
    assert len(set(keys)) == len(keys)


def test_pages_count_answers_and_show_what_was_learnt(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        wrong = next(iter(PLACED.puzzle.lost))

        async def answer(number: int, wish: str) -> Answer:
            somebody = Somebody(app, client=f"10.0.0.{number}")
            return await somebody.ask(
                "POST",
                "/puzzles/bosa/1",
                body=urlencode({"do": wish}).encode(),
                headers={"content-type": "application/x-www-form-urlencoded", "origin": "http://house.test"},
            )

        assert (await answer(1, "act nonsense")).status == 200
        assert (await app.house.puzzle_tries.all()).of(PLACED) == (0, 0)
        for number in range(1, 40):
            assert (await answer(number, "show" if number % 2 else f"act {wrong}")).status == 200
        shown = await answer(1, f"act {PLACED.puzzle.right[0]}")
        assert "0 of 39 solved it at the first try." in shown.text
        assert "· Very hard" in shown.text
        shelf = (await Somebody(app).ask("GET", "/puzzles")).text
        assert 'data-puzzle="bosa 1" title="Very hard"' in shelf

    in_house(tmp_path, story)
