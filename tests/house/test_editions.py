"""A house whose host has editions of their own: offered, played with, kept; wrong ones are refused."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ludoteca.games import load
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.house.settings import Settings, SettingsError, read_settings, use_editions
from ludoteca.house.store.rows import MOVE, JobRow
from ludoteca.house.web.app import Application
from ludoteca.house.workers.worker import Task, Workspace, do_job
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.files import EDITIONS_FOLDER
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from tests.house.houses import in_house, play_on, settings, table_of
from tests.house.http_client import Somebody


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The host's folder with a Bosa of four coins."""
    monkeypatch.setenv(EDITIONS_FOLDER, "")
    path = tmp_path / "editions" / "bosa" / "rich.toml"
    path.parent.mkdir(parents=True)
    house = load("bosa").library.house_file.read_text(encoding="utf-8")
    path.write_text(house.replace("bosa-house-1", "rich").replace("start_coins = 3", "start_coins = 4"))
    return tmp_path / "editions"


def coins(match: Match) -> int:
    """What the first seat has."""
    assert isinstance(match.state, BosaState)
    return match.state.towns[0].coins


def rich() -> str:
    return list(load("bosa").library.files())[1]


def test_the_folder_is_a_setting(folder: Path) -> None:
    found = read_settings({}, {EDITIONS_FOLDER: str(folder)})
    assert found.editions == folder
    assert use_editions(found) == [f"Bosa: {rich()}"]
    assert read_settings({}, {}).editions is None
    assert use_editions(read_settings({}, {})) == []
    with pytest.raises(SettingsError, match="there is no folder"):
        Settings(editions=folder / "nowhere")


@pytest.mark.parametrize(
    ("file", "text", "kind", "sentence"),
    [
        ("bosa/bad.toml", "[edition]\nname = 7\n", EditionError, "bad.toml: line 2: edition.name: found 7"),
        ("bossa/x.toml", "", SettingsError, "there is no game “bossa”; there are bello_divorum"),
        ("x.toml", "", SettingsError, "should lie in a folder with its game's name, such as"),
    ],
)
def test_a_house_does_not_open_with_a_wrong_file(
    folder: Path, file: str, text: str, kind: type[Exception], sentence: str
) -> None:
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    with pytest.raises(kind) as caught:
        use_editions(Settings(editions=folder))
    assert sentence in str(caught.value)


def test_a_table_is_opened_played_and_kept_with_an_edition(folder: Path, tmp_path: Path) -> None:
    use_editions(Settings(editions=folder))
    label = rich()

    async def story(app: Application) -> None:
        about = (await Somebody(app).ask("GET", "/api/v1/games/bosa")).json
        assert about["editions"] == [about["edition"], label]
        table, people = await table_of(app, "bosa", ["Ada", "Ben"], edition=label)
        inner = await app.house.table(table)
        assert inner.match is not None and coins(inner.match) == 4
        await play_on(table, people, 12, random.Random(1))
        before = inner.match.record().text()
        app.house._cache.drop(await app.house._cache.fetch(table))
        again = await app.house.table(table)
        assert again is not inner and again.match is not None
        assert (again.setup.edition.label, again.match.record().text()) == (label, before)
        assert replay(load("bosa"), read_record(before)).setup.edition.label == label
        job = JobRow("j", MOVE, table, again.match_seq, again.awaited, '{"level": "random"}', 0)
        with closing(Workspace(settings(tmp_path / "data").store)) as workspace:
            thought = do_job(workspace, Task(job))
        assert (thought.error, thought.stale) == ("", False) and thought.text

    in_house(tmp_path / "data", story)


def test_the_form_offers_what_is_there(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        assert 'name="edition"' not in (await ada.ask("GET", "/games/bosa/open")).text
        monkeypatch.setenv(EDITIONS_FOLDER, str(folder))
        assert 'name="edition"' not in (await ada.ask("GET", "/games/bologna/open")).text
        page = (await ada.ask("GET", "/games/bosa/open")).text
        assert f'<option value="{rich()}">rich</option>' in page
        form = {"seat 0": "me", "seat 1": "open", "edition": rich(), "command": "c1", "clock": "none"}
        opened = await post(ada, "/games/bosa/open", form)
        assert opened.status == 303, opened
        where = opened.headers["location"]
        assert (await app.house.table(where.rpartition("/")[2])).setup.edition.name == "rich"
        waiting = (await ada.ask("GET", where)).text
        assert "<dt>Edition</dt><dd>rich</dd>" in waiting
        (folder / "bosa" / "bad.toml").write_text("[edition]\n")
        assert 'name="edition"' not in (await ada.ask("GET", "/games/bosa/open")).text

    in_house(tmp_path / "data", story)


@pytest.mark.parametrize("edition", ["rich 000000000000", "/etc/passwd", "rich"])
def test_people_choose_among_what_the_host_laid_out(folder: Path, tmp_path: Path, edition: str) -> None:
    use_editions(Settings(editions=folder))

    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada")
        says = {"id": "1", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "open"}], "edition": edition}
        answer = await ada.ask("POST", "/api/v1/tables", says)
        assert (answer.status, answer.json["type"]) == (422, "setup"), answer
        assert f"“{edition}”, which is not at hand" in answer.json["detail"]

    in_house(tmp_path / "data", story)


async def post(person: Somebody, path: str, form: dict[str, str]) -> Any:
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": "http://house.test"}
    return await person.ask("POST", path, body=urlencode(form).encode(), headers=headers)
