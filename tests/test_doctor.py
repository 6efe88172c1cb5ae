"""`ludoteca doctor`: what is there, what is missing, and the command that mends it."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import socket
import sqlite3
import threading
import tomllib
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import ludoteca
from ludoteca.cli import checks, main
from ludoteca.house.settings import Settings
from ludoteca.house.store.migrate import migrate, migrations, schema_number
from ludoteca.house.store.sqlite import SqliteDriver

ROOT = Path(__file__).resolve().parent.parent


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *words], catch_exceptions=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def findings(*words: str) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit status, and the findings by what was checked."""
    answer = run("--json", *words)
    return answer.exit_code, {one["check"]: one for one in json.loads(answer.stdout)["findings"]}


def house_file(folder: Path) -> Path:
    """The database of a house that was opened once."""
    driver = SqliteDriver(folder / "ludoteca.db")
    driver.open()
    connection = driver.connect()
    migrate(driver, connection)
    connection.close()
    driver.close()
    return driver.path


def test_a_house_that_can_be_opened_is_exit_status_zero(tmp_path: Path) -> None:
    answer = run("--data", str(tmp_path), "--port", str(free_port()))
    assert answer.exit_code == 0, answer.output
    assert answer.output.startswith(f"Ludoteca {ludoteca.__version__}\n  Python     ok ")
    assert answer.output.endswith("The house can be opened.\n")
    assert list(tmp_path.iterdir()) == []


def test_json_has_every_check_and_a_command_for_whatever_is_not_good(tmp_path: Path) -> None:
    status, found = findings("--data", str(tmp_path), "--port", str(free_port()))
    assert status == 0
    assert list(found) == [
        *(
            "Python",
            "packages",
            "compiler",
            "rules",
            "games",
            "database",
            "port",
            "disk",
            "pictures",
            "browser",
        )
    ]
    assert [one for one in found.values() if bool(one["mend"]) == (one["state"] == checks.GOOD)] == []
    assert (found["rules"]["state"] == checks.GOOD) is ludoteca.compiled


def test_the_packages_looked_for_are_those_that_running_needs() -> None:
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = {re.split(r"[>=;]", need)[0].replace("-", "_") for need in facts["project"]["dependencies"]}
    assert needed - {"click", "uvloop"} == set(checks.PACKAGES)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "jinja2" else find(name))
    status, found = findings()
    assert status == 1
    assert found["packages"]["says"] == "missing: jinja2"
    assert "database" not in found


def test_without_a_compiler_the_house_works_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", "missing-cc")
    status, found = findings("--data", str(tmp_path), "--port", str(free_port()))
    assert status == 0
    assert found["compiler"]["says"] == "no C compiler (missing-cc not found)"
    assert found["compiler"]["mend"].startswith("apt-get install gcc")


def test_settings_that_cannot_be_read_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_WORKERS", "-1")
    status, found = findings()
    assert status == 1
    assert found["settings"]["says"] == "the number of workers cannot be negative"


def test_the_schema_of_a_database_is_told(tmp_path: Path) -> None:
    path = house_file(tmp_path)
    known = len(migrations())
    assert checks.database(Settings(data=tmp_path)).says == f"SQLite, {path}: schema {known}"
    with sqlite3.connect(path) as file:
        file.execute(f"delete from migrations where number = {known}")
    file.close()
    assert f"brought to {known} when the house opens" in checks.database(Settings(data=tmp_path)).says


def test_a_database_without_a_house_has_schema_zero(tmp_path: Path) -> None:
    driver = SqliteDriver(tmp_path / "empty.db")
    connection = driver.connect()
    assert schema_number(driver, connection) == 0
    connection.close()


def test_the_database_of_a_newer_version_is_broken(tmp_path: Path) -> None:
    with sqlite3.connect(house_file(tmp_path)) as file:
        file.execute("insert into migrations values (99, 'later', 0)")
    file.close()
    found = checks.database(Settings(data=tmp_path))
    assert found.state == checks.BROKEN
    assert f"schema 99, this version knows {len(migrations())}" in found.says
    assert found.mend == "pip install --upgrade ludoteca"


def test_a_file_that_is_no_database_is_broken(tmp_path: Path) -> None:
    (tmp_path / "ludoteca.db").write_text("a diary, not a database " * 40)
    found = checks.database(Settings(data=tmp_path))
    assert found.state == checks.BROKEN
    assert "file is not a database" in found.says


def test_a_postgres_that_does_not_answer_is_broken_and_its_password_is_not_told() -> None:
    address = f"postgresql://ada:hush@127.0.0.1:{free_port()}/games"
    found = checks.database(Settings(database=address))
    assert found.state == checks.BROKEN
    assert found.says.startswith("PostgreSQL, 127.0.0.1:")
    assert "hush" not in found.says + found.mend


@contextmanager
def answering(words: bytes) -> Iterator[int]:
    """A server that answers every request with these words, and its port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(words)

        def log_message(self, *words: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("words", "state", "says"),
    [(b"ok\n", checks.GOOD, "a house is open at"), (b"<html>", checks.BROKEN, "in use")],
)
def test_a_port_in_use_is_fine_only_if_a_house_has_it(words: bytes, state: str, says: str) -> None:
    with answering(words) as port:
        found = checks.port(Settings(port=port))
    assert found.state == state
    assert says in found.says


@pytest.mark.parametrize(
    ("free", "state"), [(10**10, checks.GOOD), (10**8, checks.OPTIONAL), (10**6, checks.BROKEN)]
)
def test_little_space_is_told_and_too_little_is_broken(
    free: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(10**12, 0, free))
    assert checks.disk(Settings(data=tmp_path / "not" / "there" / "yet")).state == state


def test_a_data_folder_that_is_a_file_is_broken(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert checks.disk(Settings(data=tmp_path / "file")).state == checks.BROKEN


def test_fonts_and_a_browser_are_optional(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "FONTS", (str(tmp_path),))
    monkeypatch.setattr(checks, "BROWSERS", ())
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    assert [found.state for found in (checks.pictures(), checks.browser())] == [checks.OPTIONAL] * 2
    (tmp_path / "one.ttf").touch()
    (tmp_path / "chromium-1").mkdir()
    assert [found.state for found in (checks.pictures(), checks.browser())] == [checks.GOOD] * 2
