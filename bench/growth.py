"""How costs grow: with seats at a table, with tables in the house, with matches in its store.

python bench/growth.py             everything, and writes a section of docs/performance.md with its pictures
python bench/growth.py --quick     a tenth of it, and only printed

Every part runs in a process of its own, pinned to one core. Times of moves and pages are CPU time of the
house alone, which is asked without a network; waiting for the disk is not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import page
from footprint import resident
from pictures import Curve, curves, hang
from subjects import pin, tell

from ludoteca.bots.random_playout import random_playout
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Act, Join, Person, SeatWish, Wish
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream

TABLES = (10, 100, 1_000, 10_000)
MATCHES = (100, 1_000, 10_000)
AT_ONCE = 200
MOVES_BEFORE = 6
MOVES_TIMED = 400
LOOKS = 20
COPIES = 1_000
ROUNDS = 5
KEY = b"bench"
ADA = Person("ada-0", "Ada")

Rows = list[dict[str, float]]


# Seats


def with_seats(name: str, seconds: float) -> Rows:
    """Decisions a second, decisions a match and the memory of a state for every number of seats."""
    game = load(name)
    found: Rows = []
    for seats in range(game.least, game.most + 1):
        setup = game.setup(seats)
        rates, lengths, seed = [], [], 0
        for _ in range(ROUNDS):
            decisions, began = 0, time.process_time()
            while time.process_time() - began < seconds:
                state = game.start(setup)
                state.settle()
                made = random_playout(state, Seeded(seed), Stream(seed, "bots")).decisions
                lengths.append(made)
                decisions += made
                seed += 1
            rates.append(decisions / (time.process_time() - began))
        found.append(
            {
                "seats": seats,
                "rate": statistics.median(rates),
                "low": min(rates),
                "high": max(rates),
                "length": statistics.mean(lengths),
                "bytes": state_size(name, seats),
            }
        )
    return found


def state_size(name: str, seats: int) -> float:
    """Bytes of a state in the middle of a match, by what many copies of it take."""
    game = load(name)
    state = game.start(game.setup(seats))
    state.settle()
    random_playout(state, Seeded(1), Stream(1, "bots"), 40)
    tracemalloc.start()
    before = in_use()
    kept = [state.copy() for _ in range(COPIES)]
    held = in_use() - before
    tracemalloc.stop()
    return held / len(kept)


def in_use() -> int:
    """Bytes that Python's objects take now; what it keeps in reserve does not count."""
    return tracemalloc.get_traced_memory()[0]


# Tables


async def with_tables(most: int) -> Rows:
    """One house that fills: memory, the time of a command that opens a table, of a move, and of the lobby."""
    found: Rows = []
    with tempfile.TemporaryDirectory() as folder:
        house = House(f"sqlite:///{folder}/house.db", KEY, clocks=False, cache=most + 10)
        await house.start()
        tables = [await begin(house, 0)]
        memory = resident(os.getpid())
        for count in [count for count in TABLES if count <= most]:
            began, before = time.process_time(), len(tables)
            for first in range(before, count, AT_ONCE):
                numbers = range(first, min(count, first + AT_ONCE))
                tables += await asyncio.gather(*(begin(house, number) for number in numbers))
            opening = (time.process_time() - began) / (count - before)
            gc.collect()
            held = resident(os.getpid()) - memory
            found.append(
                {
                    "tables": count,
                    "opening": 1e3 * opening,
                    "kib": 1024 * held / count,
                    "move": 1e3 * await time_moves(house, tables),
                    "lobby": 1e3 * await time_lobby(house),
                }
            )
            tell(f"{count} tables")
        await house.stop()
    return found


async def begin(house: House, number: int) -> str:
    """A table for two, a few moves into its match; its id."""
    wish = Wish(game="bologna", seats=[SeatWish("me"), SeatWish("open")], public=True)
    ada, bruno = Person(f"ada-{number}", "Ada"), Person(f"bruno-{number}", "Bruno")
    opened = await house.open(ada, wish, f"open-{number}")
    await house.do(opened.table, bruno, Join(id="join", seat=1))
    for move in range(MOVES_BEFORE):
        await move_once(house, opened.table, random.Random(number), f"before-{move}")
    return opened.table


async def move_once(house: House, table_id: str, luck: random.Random, command: str) -> bool:
    table = await house.table(table_id)
    if table.match is None or table.awaited < 0:
        return False
    text = luck.choice(table.match.options).text
    person = Person(table.seats[table.awaited].person, "")
    await house.do(table_id, person, Act(id=command, text=text))
    return True


async def time_moves(house: House, tables: list[str]) -> float:
    """CPU seconds of a move at a table taken by chance."""
    luck = random.Random(len(tables))
    stamp, done, began = time.monotonic_ns(), 0, time.process_time()
    for number in range(MOVES_TIMED):
        done += await move_once(house, luck.choice(tables), luck, f"timed-{stamp}-{number}")
    return (time.process_time() - began) / max(1, done)


async def time_lobby(house: House) -> float:
    began = time.process_time()
    for _ in range(LOOKS):
        await house.lobby(ADA)
    return (time.process_time() - began) / LOOKS


# Matches


async def with_matches(most: int) -> Rows:
    """A store that fills with finished matches: its size, and what finding and reading them costs."""
    found: Rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "house.db")
        model = await whole_match(path)
        for count in [count for count in MATCHES if count <= most]:
            multiply(path, model, count)
            house = House(f"sqlite:///{path}", KEY, clocks=False)
            began = time.process_time()
            await house.start()
            starting = time.process_time() - began
            table = await begin(house, count)
            row = {
                "matches": count,
                "kib": path.stat().st_size / 1024 / count,
                "starting": 1e3 * starting,
                "lobby": 1e3 * await time_lobby(house),
                "reading": 1e3 * await time_reading(house, count),
                "move": 1e3 * await time_moves(house, [table]),
            }
            found.append(row)
            await house.stop()
            tell(f"{count} matches")
    return found


async def whole_match(path: Path) -> str:
    """One match played to its end; the id of its table."""
    house = House(f"sqlite:///{path}", KEY, clocks=False)
    await house.start()
    table, luck, number = await begin(house, 0), random.Random(0), 0
    while await move_once(house, table, luck, f"move-{number}"):
        number += 1
    await house.stop()
    return table


def multiply(path: Path, model: str, count: int) -> None:
    """Copies of one match under other ids, until there are so many."""
    link = sqlite3.connect(path)
    have = link.execute("select count(*) from tables where status = 'finished'").fetchone()[0]
    names = [(f"copy-{number}",) for number in range(have, count)]
    link.execute("create temporary table names (id text primary key)")
    link.executemany("insert into names values (?)", names)
    for table, key in (("tables", "id"), ("events", "table_id"), ("places", "table_id")):
        columns = [row[1] for row in link.execute(f"pragma table_info({table})")]
        taken = [
            "names.id" if column == key
            else f"replace(model.{column}, :model, names.id)" if column == "brief"
            else "model.person || names.id" if column == "person"
            else f"model.{column}"
            for column in columns
        ]  # fmt: skip
        link.execute(
            f"insert into {table} ({', '.join(columns)}) select {', '.join(taken)} "
            f"from names, {table} as model where model.{key} = :model",
            {"model": model},
        )
    link.commit()
    link.execute("pragma wal_checkpoint(truncate)")
    link.close()


async def time_reading(house: House, count: int) -> float:
    """CPU seconds to rebuild a finished match from its events."""
    luck = random.Random(count)
    numbers = luck.sample(range(1, count), LOOKS)
    began = time.process_time()
    for number in numbers:
        await house.table(f"copy-{number}")
    return (time.process_time() - began) / LOOKS


# All of it


def apart(part: str, argument: str) -> Any:
    """Run a part in a process of its own."""
    command = [sys.executable, __file__, "--part", part, argument]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def run_part(part: str, argument: str) -> Any:
    if part == "tables":
        return asyncio.run(with_tables(int(argument)))
    if part == "matches":
        return asyncio.run(with_matches(int(argument)))
    name, _, seconds = argument.partition(" ")
    return with_seats(name, float(seconds))


def seat_lines(found: dict[str, Rows]) -> list[str]:
    rates = [
        Curve(name.replace("_", " "), [(r["seats"], r["rate"]) for r in rows]) for name, rows in found.items()
    ]
    sizes = [
        Curve(name.replace("_", " "), [(r["seats"], r["bytes"] / 1024) for r in rows])
        for name, rows in found.items()
    ]
    speed = curves("Random play by number of seats", "seats", "decisions a second", rates, steps=True)
    size = curves("A state by number of seats", "seats", "KiB", sizes, steps=True)
    lines = [
        "### Seats",
        "",
        f"![Decisions a second by seats]({hang(speed, 'growth-seats.svg')})",
        f"![Memory of a state by seats]({hang(size, 'growth-states.svg')})",
        "",
        "| game | seats | decisions a second | lowest – highest | decisions a match | bytes of a state |",
        "|---|---|---|---|---|---|",
    ]
    for name, rows in found.items():
        for r in rows:
            lines.append(
                f"| {name} | {r['seats']} | {r['rate']:,.0f} | {r['low']:,.0f} – {r['high']:,.0f} "
                f"| {r['length']:.0f} | {r['bytes']:,.0f} |"
            )
    return lines


def table_lines(rows: Rows) -> list[str]:
    times = [
        Curve(label, [(row["tables"], row[key]) for row in rows])
        for key, label in (("move", "a move"), ("opening", "opening a table"), ("lobby", "the lobby"))
    ]
    memory = [Curve("memory of a table", [(row["tables"], row["kib"]) for row in rows])]
    spent = curves("The house by number of tables: time", "tables", "CPU milliseconds", times)
    held = curves("The house by number of tables: memory", "tables", "KiB a table", memory)
    lines = [
        "### Tables in the house",
        "",
        f"Tables of The Throne of Bologna for two, {MOVES_BEFORE} moves into their matches, all kept ready "
        "in one process. Opening a table is all until then: the table, the second seat, those moves. What "
        "each command writes is on disk before it is answered.",
        "",
        f"![Time by tables]({hang(spent, 'growth-tables.svg')})",
        f"![Memory by tables]({hang(held, 'growth-tables-memory.svg')})",
        "",
        "| tables | CPU ms to open one | CPU ms a move | CPU ms a look at the lobby | KiB an idle table |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['tables']:,} | {row['opening']:.2f} | {row['move']:.3f} | {row['lobby']:.2f} "
            f"| {row['kib']:.1f} |"
        )
    return lines


def match_lines(rows: Rows) -> list[str]:
    times = [
        Curve(label, [(row["matches"], row[key]) for row in rows])
        for key, label in (
            ("move", "a move"),
            ("reading", "a finished match"),
            ("lobby", "the lobby"),
            ("starting", "opening the house"),
        )
    ]
    spent = curves("The house by number of stored matches: time", "matches", "CPU milliseconds", times)
    lines = [
        "### Matches in the store",
        "",
        "A SQLite file with so many finished matches of The Throne of Bologna for two (copies of one match).",
        "",
        f"![Time by matches]({hang(spent, 'growth-matches.svg')})",
        "",
        "| matches | KiB a match | CPU ms to open the house | CPU ms a look at the lobby "
        "| CPU ms to rebuild a finished match | CPU ms a move |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['matches']:,} | {row['kib']:.1f} | {row['starting']:.1f} | {row['lobby']:.2f} "
            f"| {row['reading']:.2f} | {row['move']:.3f} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, and only print")
    parser.add_argument("--write", action="store_true", help="write the page even so")
    parser.add_argument("--part", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    pin()
    if asked.part:
        print(json.dumps(run_part(*asked.part)))
        return
    share = 10 if asked.quick else 1
    seats = {}
    for name in HOUSE_GAMES:
        tell(f"seats of {name}")
        seats[name] = apart("seats", f"{name} {0.3 / share}")
    lines = seat_lines(seats)
    lines += ["", *table_lines(apart("tables", str(max(TABLES) // share)))]
    lines += ["", *match_lines(apart("matches", str(max(MATCHES) // share)))]
    lines += ["", f"Written by `python bench/growth.py`. {page.machine()}, one core."]
    print("\n".join(lines))
    if asked.write or not asked.quick:
        page.write({page.GROWTH: lines})


if __name__ == "__main__":
    main()
