"""`ludoteca house` as it is run: a process, a port, signals."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludoteca.cli import main
from ludoteca.house.settings import Settings, SettingsError
from ludoteca.house.web.server import listen


class Process:
    """A house in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-W", "error", "-m", "ludoteca", "house", "--port", "0", "--workers", "0"]
        environ = {**os.environ, "LUDOTECA_DATA": str(folder), "LUDOTECA_LOG": "debug"}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ)
        self.said: list[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            found = re.search(r"(http://\S+)", line)
            if found and line.startswith("The house is open"):
                self.address = found.group(1)
                return
        raise AssertionError(f"it did not open: {self.said}")

    def end(self) -> int:
        """Ask it to close again and again until it has: impatience is no error either."""
        for _ in range(3000):
            self.process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=0.01)
                break
        self.said += self.process.communicate(timeout=30)[1].splitlines(keepends=True)
        return self.process.returncode


@contextmanager
def process(folder: Path) -> Iterator[Process]:
    house = Process(folder)
    try:
        yield house
    finally:
        if house.process.poll() is None:
            house.process.kill()
        house.process.communicate()


def listening_to(house: Process, table: str, cookie: str, last: int = -1) -> Any:
    address = house.address.replace("http", "ws")
    headers = {"cookie": f"ludoteca={cookie}"}
    return connect(f"{address}/live/{table}?last={last}", additional_headers=headers)


def test_it_opens_restarts_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with httpx.Client(timeout=30) as client, process(folder) as house:
        assert client.get(house.address).status_code == 200
        client.put(f"{house.address}/api/v1/me", json={"name": "Ada"})
        wish = {"id": "one", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = client.post(f"{house.address}/api/v1/tables", json=wish).json()["table"]
        cookie = client.cookies["ludoteca"]
        with listening_to(house, table, cookie) as socket:
            seen = json.loads(socket.recv(timeout=20))
            assert seen["whole"]
            house.process.send_signal(signal.SIGTERM)
            assert "bye" in json.loads(socket.recv(timeout=20)), "told before it closes"
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=20)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert house.end() == 0, "closing on request is no error"
        logged = "".join(house.said[3:])
        assert all(isinstance(json.loads(line), dict) for line in logged.splitlines()), logged
        assert "/api/v1/tables" in logged and table not in logged and cookie not in logged
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600
    with process(folder) as again:
        with listening_to(again, table, cookie, seen["seq"]) as socket:
            message = json.loads(socket.recv(timeout=20))
            assert message["seq"] == seen["seq"] and "table" not in message, "nothing was lost or added"
        told = httpx.get(f"{again.address}/api/v1/tables/{table}", cookies={"ludoteca": cookie}).json()
        assert told["you"]["seats"] == [0, 1] and told["view"] == seen["table"]["view"]
        assert again.end() == 0


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    with listen(Settings(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"127.0.0.1:{port}"):
            listen(Settings(port=port))
        done = CliRunner().invoke(main, ["house", "--port", str(port)])
        assert done.exit_code == 1 and "cannot listen" in done.output


def test_settings_that_cannot_be_are_said_in_a_sentence() -> None:
    done = CliRunner().invoke(main, ["house", "--database", "mysql://here"])
    assert done.exit_code == 1 and "postgresql://" in done.output
