"""A package whose game is broken closes nothing: it is listed with its error, everything else stays open."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca import games
from ludoteca.cli import main
from ludoteca.games import BrokenGame
from ludoteca.house.web.app import Application
from ludoteca.kernel.errors import LudotecaError
from tests.house.houses import in_house
from tests.house.http_client import Somebody

FAULTS = {
    "typing_error": ("ACTS = Catalogue('x')\n", "NameError: name 'Catalogue' is not defined"),
    "missing_module": ("import no_such_module\n", "No module named 'no_such_module'"),
    "not_python": ("class:\n", "SyntaxError"),
    "no_game": ("GAME = 3\n", "leads to 3, which is no Game"),
    "leaves": ("raise SystemExit(3)\n", "SystemExit: 3"),
}


@pytest.fixture
def broken_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if five broken packages were installed beside a sound one."""
    monkeypatch.syspath_prepend(tmp_path)
    for name, (text, _) in FAULTS.items():
        (tmp_path / f"{name}.py").write_text(text)
    entries = [EntryPoint(name, f"{name}:GAME", games.GROUP) for name in FAULTS]
    entries += [EntryPoint("owl", "tests.toys.owl:GAME", games.GROUP)]
    monkeypatch.setattr(games, "entry_points", lambda group: entries if group == games.GROUP else [])
    monkeypatch.setattr(games, "_tried", {})


@pytest.mark.usefixtures("broken_packages")
def test_broken_games_are_listed_with_their_errors_and_the_others_can_be_played() -> None:
    assert games.names() == [*games.HOUSE_GAMES, "owl"]
    found = {fault.name: fault.problem for fault in games.broken()}
    assert sorted(found) == sorted(FAULTS)
    for name, (_, expected) in FAULTS.items():
        assert expected in found[name]
    assert "typing_error.py, line 1" in found["typing_error"]
    assert games.load("owl").title == "Owl"
    with pytest.raises(BrokenGame, match="the game “no_game” cannot be played"):
        games.load("no_game")
    with pytest.raises(LudotecaError, match="there is no game “chess” here"):
        games.load("chess")


@pytest.mark.usefixtures("broken_packages")
def test_the_command_line_lists_the_sound_games_and_names_the_broken_ones() -> None:
    done = CliRunner().invoke(main, ["games"])
    assert done.exit_code == 0
    assert "owl" in done.stdout
    assert "the game “missing_module” cannot be played: ModuleNotFoundError" in done.stderr


@pytest.mark.usefixtures("broken_packages")
def test_the_lobby_and_the_api_stay_open_count_the_games_and_name_the_broken_ones(tmp_path: Path) -> None:
    async def look(app: Application) -> None:
        guest = Somebody(app)
        page = await guest.ask("GET", "/")
        assert page.status == 200
        assert "Six games and a table" in page.text
        assert "keeps six games" in page.text
        assert "typing_error.py, line 1" in page.text
        italian = await guest.ask("GET", "/", headers={"accept-language": "it"})
        assert "Sei giochi e un tavolo" in italian.text
        told = (await guest.ask("GET", "/api/v1/games")).json
        assert len(told["games"]) == 6
        assert sorted(fault["name"] for fault in told["broken"]) == sorted(FAULTS)
        assert (await guest.ask("GET", "/games/no_game/open")).status == 404
        assert (await guest.ask("GET", "/games/owl/open")).status == 200

    in_house(tmp_path, look)


@pytest.mark.usefixtures("broken_packages")
def test_the_adapters_of_other_libraries_know_the_sound_games() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ludoteca.adapters import openspiel

    assert openspiel.register("owl") in pyspiel.registered_names()
    assert not any(name.endswith("no_game") for name in pyspiel.registered_names())
