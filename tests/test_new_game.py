"""`ludoteca new`: the game it makes plays, draws itself and obeys all laws."""

import importlib
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.examiner import examine
from ludoteca.games import _whole
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match


def test_a_new_game_plays_draws_itself_and_obeys_all_laws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = CliRunner().invoke(main, ["new", "night_owls", "--in", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "says what to write" in done.output
    monkeypatch.syspath_prepend(tmp_path / "night_owls")
    game = _whole("night_owls", importlib.import_module("night_owls").GAME)
    examine(game, matches=12).raise_if_broken()
    match = Match(game, game.setup(3), Seeded(1), ["Ada", "Bo", "Cy"])
    for narrow in (False, True):
        scene = presentation_of(game).board(
            match.view(0), match.speaker("it"), match.choices(0, "it"), narrow
        )
        assert "Pesca una carta" in scene.text()
    tests = pytest.main(["-q", "-p", "no:cacheprovider", str(tmp_path / "night_owls" / "tests")])
    assert tests == 0
    for name in [module for module in sys.modules if module.partition(".")[0] == "night_owls"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "says"),
    [("Owls", "no name for a game"), ("bosa", "already"), ("json", "already"), ("x", "no name for a game")],
)
def test_names_that_cannot_be_used_are_refused_in_one_sentence(name: str, says: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", name, "--in", str(tmp_path)])
    assert done.exit_code == 1
    assert says in done.output
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "owls").mkdir()
    done = CliRunner().invoke(main, ["new", "owls", "--in", str(tmp_path)])
    assert "exists already" in done.output
    assert list((tmp_path / "owls").iterdir()) == []
