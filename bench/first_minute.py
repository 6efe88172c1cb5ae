"""The first minute of a newcomer: seconds until the first page, and until the first own move in a match.

python bench/first_minute.py                          from a clone and `make play`, on this system
python bench/first_minute.py --system FOLDER          in a bare system, which stays as it is (root only)
python bench/first_minute.py --wheel dist/NAME.whl    by `pip install` into an empty virtual environment

A bare system with nothing but git and make:
debootstrap --variant=minbase --include=git,make,ca-certificates bookworm FOLDER

Time starts before `git clone`, or before `pip install`; every run begins anew. The move is made by the JSON
API against a Regular bot in Bosa.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 300
OPENED = {"id": "first", "game": "bosa", "seats": [{"kind": "me"}, {"kind": "bot", "level": "regular"}]}


class Run(NamedTuple):
    page: float
    move: float


class Newcomer:
    """Somebody without a browser."""

    def __init__(self, house: str) -> None:
        self.house = house
        kept = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(kept)

    def ask(self, path: str, method: str = "GET", body: object = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.house + path, data, headers, method=method)
        answer: bytes = self.opener.open(request, timeout=60).read()
        return answer

    def come_in(self, deadline: float) -> None:
        """Ask for the first page until the house answers."""
        while True:
            try:
                self.ask("/")
                return
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise SystemExit(f"no house answered within {PATIENCE} s") from None
                time.sleep(0.1)

    def move(self) -> None:
        """Open a table, and make the first choice that is asked of us."""
        self.ask("/api/v1/me", "PUT", {"name": "Ada"})
        table = json.loads(self.ask("/api/v1/tables", "POST", OPENED))["table"]
        while True:
            seen: dict[str, Any] = json.loads(self.ask(f"/api/v1/tables/{table}"))
            if seen["choices"]:
                break
            time.sleep(0.1)
        move = {"kind": "act", "id": "move", "base": seen["seq"], "text": seen["choices"][0]["text"]}
        self.ask(f"/api/v1/tables/{table}/commands", "POST", move)


def timed(command: list[str], folder: Path, environment: dict[str, str], port: int) -> Run:
    """Start a command that ends in an open house, come in, move, and close it."""
    start = time.monotonic()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        newcomer = Newcomer(f"http://127.0.0.1:{port}")
        newcomer.come_in(start + PATIENCE)
        page = time.monotonic() - start
        newcomer.move()
        return Run(page, time.monotonic() - start)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def mounted(kind: list[str], where: Path) -> Iterator[None]:
    where.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", *kind, str(where)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(where)], check=True)


@contextmanager
def copy_of_system(system: Path, shown: list[str]) -> Iterator[Path]:
    """A bare system, of which nothing is changed, with this project in `/project` and folders of ours."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        root, upper, work = (Path(folder) / name for name in ("root", "upper", "work"))
        upper.mkdir()
        work.mkdir()
        layers = f"lowerdir={system},upperdir={upper},workdir={work}"
        stack.enter_context(mounted(["-t", "overlay", "overlay", "-o", layers], root))
        stack.enter_context(mounted(["-t", "proc", "proc"], root / "proc"))
        for place in ["/dev", *shown]:
            stack.enter_context(mounted(["--bind", place], root / place.lstrip("/")))
        stack.enter_context(mounted(["--bind", str(PROJECT)], root / "project"))
        yield root


def in_bare_system(system: Path, shown: list[str]) -> Run:
    port = free_port()
    made = "cd && git -c safe.directory='*' clone -q /project ludoteca && cd ludoteca && make play"
    kept = {name: text for name, text in os.environ.items() if name.startswith("PIP_") or "CERT" in name}
    environment = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LUDOTECA_PORT": str(port)}
    with copy_of_system(system, shown) as root:
        return timed(["chroot", str(root), "sh", "-c", made], root, environment | kept, port)


def from_clone() -> Run:
    port = free_port()
    made = f"git clone -q {shlex.quote(str(PROJECT))} ludoteca && cd ludoteca && make play"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "LUDOTECA_PORT": str(port), "LUDOTECA_DATA": f"{folder}/data"}
        return timed(["sh", "-c", made], Path(folder), environment, port)


def from_wheel(wheel: Path) -> Run:
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/empty"], check=True)
        made = f"empty/bin/pip install -q {shlex.quote(str(wheel))} && exec empty/bin/ludoteca house"
        environment = {**os.environ, "LUDOTECA_PORT": str(port), "LUDOTECA_DATA": f"{folder}/data"}
        return timed(["sh", "-c", made], Path(folder), environment, port)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--wheel", type=lambda path: Path(path).resolve(strict=True))
    parser.add_argument("--system", type=lambda path: Path(path).resolve(strict=True))
    parser.add_argument(
        "--show", action="append", default=[], metavar="FOLDER", help="a folder of ours, seen there, too"
    )
    wished = parser.parse_args()
    runs = []
    for number in range(1, wished.runs + 1):
        if wished.wheel:
            run = from_wheel(wished.wheel)
        elif wished.system:
            run = in_bare_system(wished.system, wished.show)
        else:
            run = from_clone()
        runs.append(run)
        load = os.getloadavg()[0]
        print(
            f"run {number}: first page {run.page:.1f} s, own move {run.move:.1f} s (load {load:.1f})",
            flush=True,
        )
    page, move = (statistics.median(times) for times in zip(*runs, strict=True))
    print(f"median of {len(runs)}: first page {page:.1f} s, own move {move:.1f} s")


if __name__ == "__main__":
    main()
