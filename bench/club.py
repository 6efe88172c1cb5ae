"""How long pages about people take: many persons and finished matches are imported, then pages are asked for.

python bench/club.py [--database postgresql://…] [--persons 1000] [--matches 10000]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from ludoteca.house.service.identity import Identities
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.store.rows import Batch, BriefRow, FinishedRow, ProfileRow, ResultRow, TableRow
from ludoteca.house.table.commands import Person
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.warm_up import warm_up

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.http_client import ask, opened

LIMITS = Limits(writes=0, reads=0, address=0, arrivals=0, computing=0)
ASKED = 100
PAGES = (
    "/people/h0",
    "/people/h500",
    "/ladder/bosa?seats=3",
    "/ladder/manticore?seats=2",
    "/ladder/bosa/season?season=2023-4",
    "/",
    "/yours",
)
SEATS = {"bosa": 3, "bologna": 4, "bomarzo": 3, "bello_divorum": 4, "manticore": 2}


def import_batches(persons: int, matches: int, luck: random.Random) -> list[Batch]:
    """Matches between people of different strength, some of them with bots."""
    strength = [luck.gauss(0, 1) for _ in range(persons)]
    batches = []
    for first in range(0, matches, 500):
        batch = Batch()
        for number in range(first, min(first + 500, matches)):
            add_match(batch, number, strength, luck)
        batches.append(batch)
    return batches


def add_match(batch: Batch, number: int, strength: list[float], luck: random.Random) -> None:
    game = luck.choice(list(SEATS))
    seats, table, at = SEATS[game], f"match{number:06}", 1_700_000_000_000 + number * 600_000
    together = game == "manticore"
    # Most people play now and then, some very often.
    chosen = {int(len(strength) * luck.random() ** 3) for _ in range(seats)}
    players = [*chosen, *([-1] * (seats - len(chosen)))]
    played = [(strength[who] if who >= 0 else 0.0) + luck.gauss(0, 1) for who in players]
    won = sum(played) > 0
    scenario = "scenario" if together else ""
    batch.tables.append(TableRow(table, game, "secret", at))
    people = tuple(f"person{who}" for who in players if who >= 0)
    batch.briefs.append(BriefRow(table, 0, "finished", True, at, 0, brief(table, game, at, seats), people))
    batch.finished.append(FinishedRow(table, game, seats, scenario, at, 1))
    for seat, who in enumerate(players):
        place = (1 if won else 2) if together else 1 + sum(other > played[seat] for other in played)
        person = f"person{who}" if who >= 0 else ""
        name, level = (f"Person {who}", "") if who >= 0 else ("Armida", "regular")
        team = 0 if together else seat
        row = ResultRow(table, seat, person, name, level, place, 100, team, 0, game, at)
        batch.results.append(row)
        if person:
            batch.profiles.append(ProfileRow(person, f"h{who}", name, at))


def brief(table: str, game: str, at: int, seats: int) -> str:
    told = ",".join('{"name":"Somebody","kind":"person"}' for _ in range(seats))
    return (
        f'{{"table":"{table}","game":"{game}","status":"finished","public":true,"opened_at":{at},'
        f'"changed_at":{at},"seats":[{told}],"winners":[0]}}'
    )


async def measure(app: Application, path: str, cookie: str) -> tuple[float, float]:
    """The median and the largest milliseconds of many requests."""
    times = []
    for _ in range(ASKED):
        began = time.perf_counter()
        answer = await ask(app, "GET", path, headers={"cookie": cookie, "accept": "text/html"})
        times.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, answer
    return statistics.median(times), max(times)


async def main(database: str, persons: int, matches: int) -> None:
    warm_up()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data=Path(folder), database=database, workers=0, secret="sesame", limits=LIMITS, log="error"
        )
        app = Application(settings)
        async with opened(app):
            store = app.house._store
            began = time.perf_counter()
            for batch in import_batches(persons, matches, random.Random(7)):
                await store.append(batch)
            await store.change("update profiles set rated = 1, shown = 'all'")
            print(f"imported {persons} persons and {matches} matches: {time.perf_counter() - began:.1f} s")
            began = time.perf_counter()
            await app.house.ratings.rate_all()
            print(f"rated: {time.perf_counter() - began:.1f} s")
            cookie = Identities("sesame").cookie(Person("person0", "Person 0")).partition(";")[0]
            for path in PAGES:
                median, most = await measure(app, path, cookie)
                print(f"{path:28} median {median:6.1f} ms   longest {most:6.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="")
    parser.add_argument("--persons", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=10_000)
    given = parser.parse_args()
    asyncio.run(main(given.database, given.persons, given.matches))
