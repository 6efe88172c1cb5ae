"""How the house is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.house.settings import Limits, Settings, SettingsError, default_data, read_settings


def test_the_command_line_comes_before_the_environment_before_the_defaults() -> None:
    environ = {"LUDOTECA_PORT": "9000", "LUDOTECA_HOST": "::", "LUDOTECA_LIMIT_BODY": "1000", "PORT": "1"}
    settings = read_settings({"port": 9001, "host": None}, environ)
    assert (settings.port, settings.host, settings.workers, settings.limits.body) == (9001, "::", 1, 1000)
    assert settings.address == "http://[::1]:9001"


def test_lists_and_folders_are_read_from_the_environment() -> None:
    environ = {"LUDOTECA_PROXIES": "10.0.0.0/8, 127.0.0.1,", "LUDOTECA_DATA": "~/games"}
    settings = read_settings({}, environ)
    assert settings.proxies == ("10.0.0.0/8", "127.0.0.1")
    assert settings.data == Path.home() / "games"
    assert settings.store == f"sqlite:///{Path.home() / 'games' / 'ludoteca.db'}"


def test_the_data_folder_is_the_users_own() -> None:
    assert default_data({"XDG_DATA_HOME": "/somewhere"}).name == "ludoteca"


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": 70000},
        {"port": "many"},
        {"workers": -1},
        {"database": "mysql://here"},
        {"public": "play.example.org"},
        {"public": "https://example.org/games"},
        {"proxies": ["not an address"]},
        {"log": "loud"},
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        read_settings(wrong, {})


def test_cookies_are_for_tls_only_where_people_come_by_tls() -> None:
    assert Settings(public="https://play.example.org").secure
    assert not Settings(public="http://play.example.org").secure
    assert not Settings().secure


def test_every_setting_is_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    defaults = Settings(data=Path())
    for name in Settings.__struct_fields__:
        assert name == "limits" or f"`LUDOTECA_{name.upper()}`" in manual, name
    for name in Limits.__struct_fields__:
        (row,) = [
            line for line in manual.splitlines() if line.startswith(f"| `LUDOTECA_LIMIT_{name.upper()}`")
        ]
        assert f"| `{getattr(defaults.limits, name):g}` |" in row, row


def test_proxies_are_repeated_or_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr("ludoteca.house.web.server.serve", lambda settings, *_: seen.append(settings))
    words = ["house", "--proxy", "127.0.0.1, 10.0.0.0/8", "--proxy", "::1"]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    assert seen[0].proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
