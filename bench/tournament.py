"""A duplicate tournament of 16 bots and 4 scripted guests, played to its end.

python bench/tournament.py [--database postgresql://…] [--rounds 3] [--workers 2]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import tempfile
import time

from ludoteca.house.service.house import House
from ludoteca.house.service.tournaments import Tournament, TournamentWish
from ludoteca.house.table.clock import DAY, ClockWish
from ludoteca.house.table.commands import Act, Person

GUESTS = [Person(name.lower(), name) for name in ("Ada", "Bruno", "Carla", "Dario")]
BOTS = 16
SEATS = 4


async def play_round(house: House, found: Tournament, luck: random.Random) -> int:
    """Let the guests take any option until every table of the round has ended; how many moves that were."""
    people = {person.id: person for person in GUESTS}
    open_tables = {one.table for one in found.places if one.round == found.row.round}
    moves = 0
    while open_tables:
        for id in sorted(open_tables):
            table = await house.table(id)
            if table.finished:
                open_tables.remove(id)
                moves += len(table.moments)
            asked = table.seats[table.awaited].person if table.awaited >= 0 else ""
            if asked and table.match is not None:
                text = luck.choice(table.match.options).text
                await house.do(id, people[asked], Act(id=secrets.token_hex(8), text=text))
        await asyncio.sleep(0.005)
    return moves


async def main(database: str, rounds: int, workers: int) -> None:
    luck = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        house = House(database or f"sqlite:///{folder}/house.db", b"key", workers)
        await house.start()
        clock = ClockWish("move", DAY)
        wish = TournamentWish(
            "Duplicate", "bologna", SEATS, "swiss", rounds, True, "random", clock, {"round_cap": "3"}
        )
        id = await house.tournaments.open(GUESTS[0], wish)
        for person in GUESTS[1:]:
            await house.tournaments.enter(person, id)
        await house.tournaments.start(GUESTS[0], id, bots=BOTS)
        for number in range(1, rounds + 1):
            began = time.perf_counter()
            found = await house.tournaments.find(id)
            assert found.row.round == number and len(found.entrants) == len(GUESTS) + BOTS
            moves = await play_round(house, found, luck)
            await house.counts()
            await house.tournaments.go_on()
            took, tables = time.perf_counter() - began, len(found.boards(number))
            print(f"round {number}: {tables} tables, {moves} moves, {took:.1f} s")
        found = await house.tournaments.find(id)
        names = {one.number: one.name for one in found.entrants}
        first = found.standings[0]
        print(f"{found.row.status}; first {names[first.entrant]}, mean {first.mean:.2f}")
        assert found.row.status == "ended" and found.rounds_over == list(range(1, rounds + 1))
        await house.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    asyncio.run(main(given.database, given.rounds, given.workers))
