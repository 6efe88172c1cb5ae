"""A game in a package of its own, examples/tartufo: installed, found, examined and played like the others."""

import os
import random
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ludoteca
from examples.tartufo.tartufo import GAME
from examples.tartufo.tartufo.game import WoodView
from examples.tartufo.tartufo.state import DIG, PLACES, SNIFF, UNSEEN, Wood
from ludoteca import draw as d
from ludoteca import games
from ludoteca.examiner import examine
from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.errors import EditionError, IllegalAction
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import State
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.test_build import is_native
from tests.test_readme import python_path

HERE = Path(__file__).resolve().parent.parent / "examples" / "tartufo"


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package were installed."""
    entry = EntryPoint("tartufo", "examples.tartufo.tartufo:GAME", games.GROUP)
    monkeypatch.setattr(games, "entry_points", lambda group: [entry] if group == games.GROUP else [])


def scripted(*tiles: str) -> Match:
    return Match(GAME, GAME.setup(2), Scripted([f"tile {tile}" for tile in tiles]), ["Ada", "Bo"])


def seen(match: Match, seat: int) -> WoodView:
    view = match.view(seat)
    assert isinstance(view, WoodView)
    return view


def test_the_package_installs_and_the_house_finds_it(tmp_path: Path) -> None:
    shutil.copytree(
        HERE, tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    )
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--target", "here", "./source"]
    subprocess.run([*pip, *offline], cwd=tmp_path, check=True, capture_output=True)
    path = os.pathsep.join(part for part in (str(tmp_path / "here"), python_path()) if part)
    for command, expected in [
        (["games"], "tartufo        Tartufo: 2-5 players"),
        (["edition", "tartufo"], 'name = "tartufo-1"'),
        (["simulate", "tartufo", "--games", "2"], "2 matches of tartufo"),
        (["simulate", "tartufo", "--games", "2"], "(plain Python)"),
    ]:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "ludoteca", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout


def test_its_interpreted_classes_stand_on_the_kernel_as_it_is_installed_compiled_or_not() -> None:
    assert is_native("ludoteca.kernel.state") is ludoteca.compiled
    assert not is_native(Wood.__module__)
    assert issubclass(Wood, State)
    match = scripted("three")
    match.play(0, "dig c2")
    before = match.state.choices
    twin = match.state.copy()
    assert type(twin) is Wood
    twin.play(twin.choices[0])
    assert match.state.choices == before != twin.choices


def test_it_keeps_the_laws() -> None:
    examine(GAME, matches=8).raise_if_broken()


def test_a_turn() -> None:
    match = scripted("three", "one", "boar")
    match.play(0, "sniff c2")
    assert [seen(match, seat).tiles[PLACES.index("c2")] for seat in (0, 1)] == [3, UNSEEN]
    match.play(0, "dig c2")
    match.play(0, "dig a1")
    match.play(0, "home")
    assert seen(match, 1).larders == (4, 0)
    match.play(1, "dig d4")
    assert seen(match, 1).basket == 0
    speaker = match.speaker("it")
    told = [speaker.event(event) for event in match.log(1)]
    assert told[0] == "Il cane di Ada annusa in c2"
    assert told[-2:] == ["Bo scava in d4: un cinghiale", "0 tartufi calpestati"]


@pytest.mark.parametrize(
    ("played", "refused", "why"),
    [
        ([], "home", "TAR-2.1"),
        (["sniff a1"], "sniff b1", "TAR-2.2"),
        (["dig a1"], "sniff b1", "TAR-2.2"),
        (["dig a1"], "dig a1", "TAR-2.3"),
    ],
)
def test_what_a_turn_does_not_allow(played: list[str], refused: str, why: str) -> None:
    match = scripted("one")
    for text in played:
        match.play(0, text)
    with pytest.raises(IllegalAction, match=why):
        match.play(0, refused)


def test_biscuits_run_out_and_known_places_are_not_sniffed_at_again() -> None:
    match = scripted("one", "root", "root", "two", "root", "root")
    for seat, text in [
        (0, "sniff a1"),
        (0, "dig c1"),
        (0, "home"),
        (1, "sniff a1"),
        (1, "dig d1"),
        (1, "home"),
    ]:
        match.play(seat, text)
    with pytest.raises(IllegalAction, match="You know what lies at a1"):
        match.play(0, "sniff a1")
    for seat, text in [(0, "sniff b1"), (0, "dig c2"), (0, "home"), (1, "dig d2"), (1, "home")]:
        match.play(seat, text)
    with pytest.raises(IllegalAction, match="no biscuit left"):
        match.play(0, "sniff d4")


def test_the_third_boar_ends_the_season_and_equal_larders_share_it() -> None:
    match = scripted("one", "one", "boar", "boar", "boar")
    for seat, text in [(0, "dig a1"), (0, "home"), (1, "dig b1"), (1, "home")]:
        match.play(seat, text)
    for seat, text in [(0, "dig c1"), (1, "dig d1"), (0, "dig a2")]:
        match.play(seat, text)
    assert match.result is not None
    assert match.result.text() == "larder places 1 1 scores 1 1"
    assert match.speaker().result(match.result) == "Ada and Bo share the fullest larder"


def test_an_open_wood_ends_the_season_too_and_the_basket_comes_home() -> None:
    match = scripted(*["three"] * 2, *["two"] * 4, *["one"] * 5, *["root"] * 5)
    for dig in DIG.actions:
        match.play(0, dig.text)
    assert match.result is not None
    assert match.result.text() == "larder places 1 2 scores 19 0"


def test_an_edition_that_does_not_fit_is_refused_with_the_line(tmp_path: Path) -> None:
    own = GAME.library.house_file.read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    for old, new, said in [
        ("root = 5", "root = 0", r"line 6: tiles: found 15 tiles; expected at least 16"),
        ("boar = 4", "boar = 4\nbear = 1", r"line 12: tiles.bear: nothing is called so here"),
        ("boars = 3", "boars = 5", r"line 14: season.boars: found 5; expected a number from 1 to 4"),
    ]:
        file.write_text(own.replace(old, new), encoding="utf-8")
        with pytest.raises(EditionError, match=said):
            GAME.read_edition(file)


def test_it_is_played_in_the_house(on_the_shelf: None, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "tartufo", ["Ada", "Bo", "Cy"])
        page = (await people[0].ask("GET", f"/tables/{table}")).text
        for action in (DIG[0], SNIFF[15]):
            assert f'data-action="{action.text}"' in page
        marks = [f"{d.SEATS[seat].colour.auto} {d.ink_on(d.SEATS[seat].colour).auto}" for seat in range(3)]
        assert f'data-colours="{";".join(marks)}"' in page  # the game says nothing of colours
        await play_on(table, people, 200, random.Random(4))
        assert "the fullest larder" in (await people[1].ask("GET", f"/tables/{table}")).text
        assert (await people[1].ask("GET", "/games/tartufo/rules")).status == 200

    in_house(tmp_path, story)


def test_a_lesson_is_offered_only_where_there_is_one(on_the_shelf: None, tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        somebody = await Somebody(app).named("Ada")
        lobby = (await somebody.ask("GET", "/")).text
        assert "/games/tartufo/rules" in lobby
        assert "/learn/bosa" in lobby and "/learn/tartufo" not in lobby
        for game, offered in (("bosa", True), ("tartufo", False)):
            rules = (await somebody.ask("GET", f"/games/{game}/rules")).text
            assert (f"/learn/{game}" in rules) == offered

    in_house(tmp_path, story)


def test_learners_see_it_too(on_the_shelf: None) -> None:
    from ludoteca.adapters import pettingzoo

    env = pettingzoo.env("tartufo", seats=3)
    env.reset(seed=7)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        rewards[agent] += reward
        env.step(None if over else int(seen["action_mask"].argmax()))
    assert sum(rewards.values()) == pytest.approx(1)
