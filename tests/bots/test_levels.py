"""Levels for people, settings as data, and the texts that name bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.bots.bot import Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.fallible import Fallible
from ludoteca.bots.greedy import Greedy, Hasty, deviate
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.levels import LEVELS, LONGEST, Levelled, bot_for, level_of, levels
from ludoteca.bots.own_bot import OwnBot
from ludoteca.bots.parallel import Parallel
from ludoteca.bots.settings import FIELDS, SearchSettings, described, settings_for
from ludoteca.bots.tuning import TRIED, Contest, as_toml, drawn
from ludoteca.cli import main
from ludoteca.games import load, names
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from tests.bots.tables import under_way


class Elsewhere:
    """A game with another folder."""

    def __init__(self, folder: Path, text: str) -> None:
        self.name = "toy"
        self.folder = folder
        (folder / "bot").mkdir(exist_ok=True)
        (folder / "bot" / "settings.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_every_game_has_four_levels_that_play(name: str) -> None:
    game, state = under_way(name, load(name).least, seed=3, decisions=20)
    found = levels(game)
    assert tuple(level.name for level in found) == LEVELS == ("novice", "regular", "strong", "master")
    for level in found:
        assert 0.0 <= level.seconds <= LONGEST <= 2.0
        assert level.text()
    for level_name in ("novice", "regular"):
        perspective = Perspective(game, state, state.actor, Stream(1))
        assert bot_for(game, level_name).choose(perspective, Stream(2)) in state.choices


@pytest.mark.parametrize("name", names())
def test_the_settings_of_every_game_are_read(name: str) -> None:
    table = settings_for(load(name)).as_dict()
    assert set(table) == set(SearchSettings().as_dict())
    for key, one in FIELDS.items():
        assert not one.metadata["words"] or table[key] in one.metadata["words"]


def test_the_page_about_bots_describes_every_setting() -> None:
    page = Path(__file__).parents[2] / "docs" / "bots.md"
    assert "\n".join(described()) in page.read_text(encoding="utf-8")


def test_a_game_that_says_nothing_has_levels_too(tmp_path: Path) -> None:
    toy: Any = Elsewhere(tmp_path, "")
    assert [level.name for level in levels(toy)] == list(LEVELS)
    assert settings_for(toy).as_dict() == SearchSettings().as_dict()


def test_a_level_may_be_a_bot_of_ones_own(tmp_path: Path) -> None:
    toy: Any = Elsewhere(tmp_path, "[levels]\nmaster = { bot = 'python:tests.bots.own_bots:First' }")
    assert isinstance(level_of(toy, "master").bot(), OwnBot)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[levels]\nmaster = { bot = 3 }", "bot is a text"),
        ("[levels]\nmaster = { seconds = 3 }", "3 s is more than a person waits"),
        ("[levels]\nexpert = { seconds = 1 }", "no level “expert”"),
        ("[levels]\nmaster = { worlds = 3, seconds = 1 }", "or blur, or worlds, or seconds with or"),
        ("[levels]\nmaster = { iterations = 100 }", "or blur, or worlds, or seconds with or"),
        ("[levels]\nmaster = { worlds = 1.5 }", "worlds is a positive whole number"),
        ("[levels]\nmaster = { blur = 0 }", "blur is a positive number"),
        ("[levels]\nnovice = { overlooks = 0.5 }", "expected misjudges with or without overlooks"),
        ("[levels]\nnovice = { misjudges = 1, overlooks = 2 }", "overlooks is a share from 0 to 1"),
        ("[levels]\nnovice = { misjudges = 1, seconds = 1 }", "expected misjudges with or without overlooks"),
        ("[levels", "settings.toml of"),
    ],
)
def test_wrong_levels_are_refused(tmp_path: Path, text: str, words: str) -> None:
    toy: Any = Elsewhere(tmp_path, text)
    with pytest.raises(LudotecaError, match=words):
        levels(toy)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[search]\ndeep = 3", "no setting “deep”"),
        ("[search]\ndepth = 1.5", "setting depth is a number like 0"),
        ("[search]\ndepth = true", "setting depth is a number like 0"),
        ("[search]\nredeal = 0", "setting redeal lies between 1 and"),
        ("[search]\nlead = 2", "setting lead lies between 0 and 1"),
        ('[search]\npolicy = "best"', "setting policy is one of random, mast, greedy"),
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, text: str, words: str) -> None:
    toy: Any = Elsewhere(tmp_path, text)
    with pytest.raises(LudotecaError, match=words):
        settings_for(toy)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(LudotecaError, match="no level “grandmaster”"):
        level_of(load("bosa"), "grandmaster")


def test_texts_name_bots() -> None:
    assert isinstance(make_bot("hasty:0.1"), Hasty)
    assert isinstance(make_bot("level:strong"), Levelled)
    person = make_bot("fallible:0.6/0.2/0.1/0.3")
    assert isinstance(person, Fallible)
    assert (person.misjudges, person.overlooks, person.hurries, person.misses) == (0.6, 0.2, 0.1, 0.3)
    search = make_bot("ismcts:500")
    assert isinstance(search, Ismcts) and (search.iterations, search.seconds) == (500, -1.0)
    search = make_bot("ismcts:0.1s")
    assert isinstance(search, Ismcts) and (search.iterations, search.seconds) == (0, 0.1)
    search = make_bot("ismcts:500@2")
    assert isinstance(search, Parallel) and (search.iterations, search.cores) == (500, 2)


@pytest.mark.parametrize(
    "text",
    ["ismcts", "ismcts:", "ismcts:0", "ismcts:s", "ismcts:-1s", "ismcts:1e3s", "ismcts:5@", "ismcts:5@0",
     "hasty", "hasty:2", "hasty:x", "fallible", "fallible:0", "fallible:1/2",
     "fallible:1/0/0/0/0", "fallible:x", "level", "level:expert", "random:1", "greedy:0"],
)  # fmt: skip
def test_texts_that_name_nothing_are_refused(text: str) -> None:
    with pytest.raises(LudotecaError, match="there is no bot"):
        make_bot(text)


def test_a_level_by_name_plays_whatever_game_it_meets() -> None:
    bot = make_bot("level:regular")
    for name in ("bosa", "bologna"):
        game, state = under_way(name, load(name).least, seed=3, decisions=20)
        assert bot.choose(Perspective(game, state, state.actor, Stream(1)), Stream(2)) in state.choices


def test_haste_blurs_the_judgement() -> None:
    game, state = under_way("bosa", 2, seed=3, decisions=24)
    perspective = Perspective(game, state, state.actor, Stream(1))
    best = Greedy(4).choose(perspective, Stream(1))
    clear = [Hasty(0.0).choose(perspective, Stream(seed)) for seed in range(20)]
    blurred = [Hasty(1.0).choose(perspective, Stream(seed)) for seed in range(40)]
    assert clear.count(best) >= 15
    assert set(blurred) == set(state.choices)


def test_misjudgements_have_no_drift_and_the_right_size() -> None:
    source = Stream(3)
    drawn_numbers = [deviate(source) for _ in range(4000)]
    mean = sum(drawn_numbers) / 4000
    assert abs(mean) < 0.06
    assert 0.9 < sum((number - mean) ** 2 for number in drawn_numbers) / 4000 < 1.1


# Tuning


def test_entrants_are_all_different_and_begin_with_the_settings_in_force() -> None:
    now = settings_for(load("bosa"))
    entrants = drawn(now, 20, seed=4)
    assert entrants[0].settings.as_dict() == now.as_dict()
    tables = [tuple(entrant.settings.as_dict().items()) for entrant in entrants]
    assert len(set(tables)) == 20
    assert set(TRIED) <= set(now.as_dict())


def test_a_contest_halves_its_entrants_and_tells_its_length_beforehand() -> None:
    game = load("bologna")
    contest = Contest(game, game.setup(2, {"round_cap": 1}), iterations=2, entrants=5, deals=1, seed=3)
    assert contest.rounds() == [5, 3, 2]
    played: list[int] = []
    ranking = contest.run(played.append)
    assert sum(played) == contest.matches() == 2 * (5 * 1 + 3 * 2 + 2 * 4)
    assert sorted(len(entrant.shares) for entrant in ranking) == [1, 1, 3, 7, 7]
    assert len(ranking[0].shares) == 7
    assert ranking[0].rate >= ranking[1].rate


def test_tuned_settings_are_printed_as_they_are_read() -> None:
    import tomllib

    settings = SearchSettings().changed({"depth": 3, "policy": "mast", "lead": 0.5})
    text = as_toml(settings, "how they were found\nand when")
    assert text.startswith("# how they were found\n# and when\n[search]\n")
    assert SearchSettings().changed(tomllib.loads(text)["search"]).as_dict() == settings.as_dict()


def test_the_commands() -> None:
    found = CliRunner().invoke(main, ["levels", "bosa"])
    assert found.exit_code == 0 and [line.split()[0] for line in found.output.splitlines()] == list(LEVELS)
    asked = ["tune", "bologna", "--iterations", "2", "--entrants", "2", "--deals", "1", "-o", "round_cap=1"]
    found = CliRunner().invoke(main, asked)
    assert found.exit_code == 0, found.output
    assert "[search]" in found.output and "--seed 1" in found.output
