"""Measures the house under load beside boardgame.io's server, and writes docs/load.md.

python bench/house.py              everything; boardgame.io is installed into build/peers on the first run
python bench/house.py --ours       without boardgame.io
python bench/house.py --tables 50 --seconds 5

Everything happens on loopback. Where there are two cores, the server has one and its clients the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Act, Join, Person, SeatWish, Wish

HERE = Path(__file__).parent
PEERS = HERE.parent / "build" / "peers" / "boardgame.io"
REPORT = HERE.parent / "docs" / "load.md"
CLIENT_FILES = ("load.js", "race.js", "boardgameio_server.js")
UNLIMITED = {
    f"LUDOTECA_LIMIT_{name}": "0" for name in ("WRITES", "READS", "ADDRESS", "ARRIVALS", "TABLES", "SOCKETS")
}
AT_ONCE = 200
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]


def pinned(command: list[str], core: int) -> list[str]:
    return ["taskset", "-c", str(CORES[core % len(CORES)]), *command] if shutil.which("taskset") else command


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def install_peers() -> None:
    """boardgame.io, and the clients that both servers are driven by."""
    if not (PEERS / "node_modules" / "node-persist").exists():
        print("installing boardgame.io and clients for both servers", flush=True)
        PEERS.mkdir(parents=True, exist_ok=True)
        # boardgame.io's lobby answers nothing with the koa-compose that came after this one.
        packages = ["boardgame.io", "koa-compose@4.1.0", "node-persist@3", "socket.io-client@4", "ws"]
        subprocess.run(
            ["npm", "install", "--silent", "--no-fund", "--no-audit", *packages], cwd=PEERS, check=True
        )
    for name in CLIENT_FILES:
        shutil.copy(HERE / "peers" / name, PEERS / name)


# Servers


@contextmanager
def server(command: list[str], port: int, **environ: str) -> Iterator[int]:
    """A server for as long as the block runs; its process id."""
    PEERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, env={**os.environ, **environ}, cwd=PEERS, stdout=log, stderr=log)
        try:
            until_open(process, port)
            yield process.pid
        finally:
            process.terminate()
            process.wait(30)


def until_open(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit(f"bench: {process.args!r} ended at once")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit(f"bench: {process.args!r} does not answer")


@contextmanager
def our_house(folder: Path) -> Iterator[tuple[int, int]]:
    port = free_port()
    command = [sys.executable, "-m", "ludoteca", "house", "--port", str(port), "--data", str(folder)]
    command += ["--workers", "0", "--log", "error"]
    with server(pinned(command, 0), port, **UNLIMITED, LUDOTECA_LIMIT_CONNECTIONS="100000") as pid:
        yield port, pid


def load(kind: str, port: int, pid: int, tables: int, seconds: float) -> dict[str, Any]:
    return run_clients(pinned(["node", "load.js", kind, str(port), str(tables), str(seconds), str(pid)], 1))


def run_clients(command: list[str]) -> dict[str, Any]:
    done = subprocess.run(command, cwd=PEERS, capture_output=True, text=True, timeout=400, check=False)
    if done.returncode:
        raise SystemExit(f"bench: {command}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    print(*command, json.dumps(found), flush=True)
    return found


def under_load(tables: int, seconds: float, peers: bool) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        if peers:
            for name, store in (
                ("boardgame.io, flat files", str(room / "flat")),
                ("boardgame.io, memory", "memory"),
            ):
                port = free_port()
                command = pinned(["node", "boardgameio_server.js", str(port), store], 0)
                with server(command, port) as pid:
                    found[name] = load("boardgame.io", port, pid, tables, seconds)
        for name, kind in (("Ludoteca, JSON", "ours-json"), ("Ludoteca, pages", "ours-page")):
            with our_house(room / kind) as (port, pid):
                found[name] = load(kind, port, pid, tables, seconds)
    return found


# Tables at rest


async def fill(where: str, tables: int, moves: int) -> None:
    """So many tables in the middle of their matches."""
    house = House(where, b"bench", clocks=False)
    await house.start()
    for first in range(0, tables, AT_ONCE):
        numbers = range(first, min(tables, first + AT_ONCE))
        await asyncio.gather(*(play_some(house, number, moves) for number in numbers))
    await house.stop()


async def play_some(house: House, number: int, moves: int) -> None:
    luck = random.Random(number)
    people = [Person(f"person-{seat}", f"P{seat}") for seat in range(4)]
    wish = Wish(game="bologna", seats=[SeatWish("me"), *[SeatWish("open")] * 3], public=True)
    opened = await house.open(people[0], wish, f"open-{number}")
    for seat in range(1, 4):
        await house.do(opened.table, people[seat], Join(id=f"join-{seat}", seat=seat))
    table = await house.table(opened.table)
    for move in range(moves):
        if table.match is None or table.awaited < 0:
            break
        text = luck.choice(table.match.options).text
        await house.do(table.id, people[table.awaited], Act(id=f"act-{move}", text=text))


async def rebuild(where: str, tables: int) -> float:
    house = House(where, b"bench", clocks=False, cache=tables + 10)
    await house.start()
    began = time.perf_counter()
    count = await house.preload(tables)
    lasted = time.perf_counter() - began
    assert count > 0.9 * tables, f"only {count} of {tables} matches are still going on"
    await house.stop()
    return lasted


def memory_of(pid: int) -> float:
    """Resident memory in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("bench: no VmRSS here")


def at_rest(tables: int, moves: int) -> dict[str, float]:
    """Memory of an idle table, time to rebuild them all, time until the first page."""
    with tempfile.TemporaryDirectory() as folder:
        where = f"sqlite:///{folder}/ludoteca.db"
        asyncio.run(fill(where, tables, moves))
        lasted = asyncio.run(rebuild(where, tables))
        idle = memory_of_tables(where, tables)
        first = [first_page(Path(folder) / f"house {number}") for number in range(5)]
    found = {"rebuild": lasted, "memory": idle, "first_page": statistics.median(first)}
    print("at rest", json.dumps({key: round(value, 3) for key, value in found.items()}), flush=True)
    return found


def memory_of_tables(where: str, tables: int) -> float:
    """KiB that one table kept ready takes, in a process that does nothing else."""
    script = (
        "import asyncio, sys\n"
        "from bench.house import House, memory_of\n"
        "import os\n"
        "async def main():\n"
        f"    house = House({where!r}, b'bench', clocks=False, cache={tables + 10})\n"
        "    await house.start()\n"
        "    await house.preload(1)\n"
        "    before = memory_of(os.getpid())\n"
        f"    await house.preload({tables})\n"
        f"    print((memory_of(os.getpid()) - before) * 1024 / {tables - 1})\n"
        "    await house.stop()\n"
        "asyncio.run(main())\n"
    )
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    return float(done.stdout)


def first_page(folder: Path) -> float:
    """Seconds from the start of the command until the lobby has been read."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "ludoteca",
        "house",
        "--port",
        str(port),
        "--data",
        str(folder),
        "--log",
        "error",
    ]
    began = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - began < 60:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                    page.read()
                return time.perf_counter() - began
            except OSError:
                time.sleep(0.01)
        raise SystemExit("bench: the house does not open")
    finally:
        process.terminate()
        process.wait(30)


# The report


def report(found: dict[str, dict[str, Any]], rest: dict[str, float], asked: argparse.Namespace) -> str:
    rules = "compiled" if ludoteca.compiled else "not compiled"
    lines = [
        "# The house under load",
        "",
        f"Measured on {date.today().isoformat()} by `python bench/house.py`: {platform.machine()}, "
        f"{len(CORES)} cores shared with other work, Python {platform.python_version()}, rules {rules}. "
        f"{asked.tables} tables of four seats, every seat connected, no thinking time, {asked.seconds:g} "
        "seconds; the server on one core, its clients on the other. A move counts when the mover was "
        "answered and has seen what came of it. Our matches are The Throne of Bologna, on disk (SQLite, "
        "`synchronous=FULL`) before they are answered; boardgame.io plays a small dice game. Under full load "
        "our seats that neither acted nor are asked see the newest state, at most a second late or twice as "
        "late as those who are asked, rather than every one: the messages a move say how often.",
        "",
        "| server | moves a second | p50 | p99 | moves a CPU second | messages a move | bytes a move "
        "| memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, run in found.items():
        lines.append(
            f"| {name} | {run['moves']:,.0f} | {run['p50']:.0f} ms | {run['p99']:.0f} ms "
            f"| {run['per_cpu']:,.0f} | {run['messages']:.1f} | {run['bytes']:,.0f} "
            f"| {run['memory']:.0f} MiB |"
        )
    lines += [
        "",
        f"- An idle table that is kept ready, {asked.moves} moves into its match: {rest['memory']:.0f} KiB.",
        f"- {asked.idle:,} such tables are rebuilt from their events in {rest['rebuild']:.1f} seconds.",
        f"- From `ludoteca house` to its first page: {rest['first_page']:.2f} seconds (median of five).",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ours", action="store_true", help="leave boardgame.io out, and only print")
    parser.add_argument("--tables", type=int, default=200, help="live tables of four seats")
    parser.add_argument("--seconds", type=float, default=15, help="how long each server is measured")
    parser.add_argument("--idle", type=int, default=1000, help="tables at rest")
    parser.add_argument("--moves", type=int, default=60, help="moves of a table at rest")
    asked = parser.parse_args()
    if not shutil.which("npm"):
        raise SystemExit("bench: node and npm are needed for the clients")
    install_peers()
    found = under_load(asked.tables, asked.seconds, peers=not asked.ours)
    text = report(found, at_rest(asked.idle, asked.moves), asked)
    print(text)
    if not asked.ours:
        REPORT.write_text(text, encoding="utf-8")
        print(f"written to {REPORT.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()
