"""How far a house carries: the arrivals of a day on paper, and 10,000 tables for real.

python bench/arrivals.py costs                    what each thing costs on this machine
python bench/arrivals.py paper --tables 100000    a day of so many tables: who waits, and what it takes
python bench/arrivals.py real --tables 10000      tables and moves that arrive faster and faster at one server

Costs are processor time, of one server and of PostgreSQL, taken from /proc while people do one thing after
another on loopback; thoughts of bots are timed by themselves. Tables have three seats, or as many as the game
needs. On paper tables arrive by chance along the curve of a day. The twenty busiest minutes are simulated
move by move: every move waits its turn at the database, then at the server of its table, a bot's before that
at the workers, each first come, first served, for times drawn around the measured ones. The real house gets
tables and moves at random moments, whether it has answered the last ones or not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import statistics
import time
from collections.abc import Sequence
from heapq import heappop, heappush, heapreplace
from pathlib import Path
from typing import NamedTuple

from real_arrivals import SEATS, one_server, pages_and_moves, rising_tide, seats_of

import ludoteca as lt
from ludoteca.bots.levels import LEVELS, REGULAR, STRONG
from ludoteca.games import HOUSE_GAMES

POSITIONS = 6
"""Decisions a match at which thoughts are timed."""
BUSY = 0.7
"""How busy a processor may be in the busiest minutes."""
MINUTES = 20.0
DAY = 86_400.0
SWING = 0.8
"""How much more than on average arrives at nine in the evening, and how much less at nine in the morning."""


class Costs(NamedTuple):
    """Milliseconds of a processor, unless it says otherwise."""

    opening: float
    first_page: float
    move: float
    look: float
    """What it costs besides to show a move on one page."""
    database_opening: float
    database_move: float
    rebuilding: float
    """What it costs to bring a table back into memory."""
    bot_move: float
    database_bot_move: float
    job: float
    """What the move of a bot costs a worker besides the thought."""
    thoughts: dict[str, float]
    decisions: dict[str, float]
    """How many decisions a match has, by game."""


class Kind(NamedTuple):
    """Tables of one kind: who sits there and how long people take."""

    name: str
    share: float
    people: int
    level: str
    pause: float
    """Seconds that a person takes for a decision, on average."""
    by_json: bool = False


BY_LETTER = Kind("by correspondence", 0.10, 3, "", 6 * 3600.0)
"""People come back to a table that has left memory, look, and move."""
KINDS = (
    Kind("one person and bots", 0.50, 1, REGULAR, 8.0),
    Kind("one person and strong bots", 0.10, 1, STRONG, 8.0),
    Kind("three people", 0.25, 3, "", 12.0),
    BY_LETTER,
    Kind("a program and bots", 0.05, 1, REGULAR, 1.0, by_json=True),
)


# Costs


def measured_costs() -> Costs:
    tables, moves = 12, 10
    found = asyncio.run(one_server(lambda house: pages_and_moves(house, tables, moves), workers=1))
    thoughts = {level: statistics.mean(thought(game, level) for game in HOUSE_GAMES) for level in LEVELS}
    decisions = {game: statistics.mean(length(game, seed) for seed in range(10)) for game in HOUSE_GAMES}
    return Costs(**found, thoughts=thoughts, decisions=decisions)


def thought(game: str, level: str) -> float:
    """Milliseconds that a bot thinks about a decision, on average over the first part of a match."""
    match, spent = lt.match(game, seats=seats_of(game), seed=1), []
    for _ in range(POSITIONS):
        for _ in range(3):
            match.play(match.ask("random"))
        began = time.process_time()
        match.ask(f"level:{level}")
        spent.append(time.process_time() - began)
    return 1e3 * statistics.mean(spent)


def length(game: str, seed: int) -> float:
    match, decisions = lt.match(game, seats=seats_of(game), seed=seed), 0
    while match.result is None:
        match.play(match.ask("random"))
        decisions += 1
    return decisions


# Paper


def curve(hour: float) -> float:
    """How many times the day's average arrives at that hour."""
    return 1 + SWING * math.cos((hour - 21) / 24 * 2 * math.pi)


class Load(NamedTuple):
    """How many processors are busy, on average."""

    servers: float
    database: float
    workers: float

    def times(self, factor: float) -> Load:
        return Load(*(factor * part for part in self))


def server_ms(kind: Kind, costs: Costs, bot: bool) -> float:
    """What a decision at such a table costs its server."""
    if kind is BY_LETTER:
        return costs.rebuilding + costs.first_page + costs.move + costs.look
    shown = 0 if kind.by_json else kind.people * costs.look
    return shown + (costs.bot_move if bot else costs.move)


def table_load(costs: Costs) -> Load:
    """Seconds of processors that a table takes in all, on average."""
    decisions = statistics.mean(costs.decisions.values())
    servers, database, workers = costs.opening, costs.database_opening, 0.0
    for kind in KINDS:
        by_people = kind.share * decisions * kind.people / SEATS
        by_bots = kind.share * decisions - by_people
        servers += kind.share * kind.people * costs.first_page
        servers += by_people * server_ms(kind, costs, False) + by_bots * server_ms(kind, costs, True)
        database += by_people * costs.database_move + by_bots * costs.database_bot_move
        if by_bots:
            workers += by_bots * (costs.job + costs.thoughts[kind.level])
    return Load(servers, database, workers).times(1e-3)


class Counter:
    """Some processors that serve whoever came first, and how long they were waited for."""

    def __init__(self, processors: int) -> None:
        self.free = [0.0] * processors
        self.waits: list[float] = []
        self.busy = 0.0

    def serve(self, now: float, seconds: float) -> float:
        """When somebody who comes now is done."""
        begin = max(now, self.free[0])
        heapreplace(self.free, begin + seconds)
        self.waits.append(begin - now)
        self.busy += seconds
        return begin + seconds


class Busiest:
    """The busiest minutes of a day, move by move."""

    def __init__(self, tables: int, costs: Costs, servers: int, database: int, workers: int) -> None:
        self.costs = costs
        self.luck = random.Random(1)
        self.servers = [Counter(1) for _ in range(servers)]
        self.database = Counter(database)
        self.workers = Counter(workers)
        self.answers: list[float] = []
        self.ends = 60 * MINUTES
        self._arriving = tables / DAY * curve(21)
        self._lengths = list(costs.decisions.values())
        self._steps: list[tuple[float, int, str, float]] = []
        """What happens next: when, at which table, what, and since when a person waits for it (a bot: -1)."""
        self._kinds: list[Kind] = []
        self._left: list[int] = []

    def run(self) -> None:
        self._already_there()
        self._next_arrival(0.0)
        self._next_letter(0.0)
        while self._steps and self._steps[0][0] < self.ends:
            now, table, what, since = heappop(self._steps)
            getattr(self, f"_{what}")(now, table, since)

    def _already_there(self) -> None:
        """The tables that arrived before and still play: as many as arrive while a match lasts. Moves by
        correspondence come one by one instead.
        """
        for kind in KINDS:
            if kind is BY_LETTER:
                continue
            for length in self._lengths:
                here = (
                    self._arriving
                    * kind.share
                    / len(self._lengths)
                    * length
                    * kind.people
                    / SEATS
                    * kind.pause
                )
                for _ in range(round(here)):
                    table = self._seat(kind, self.luck.randint(1, round(length)))
                    self._later(self.luck.uniform(0, kind.pause), table, "decide")

    def _seat(self, kind: Kind, decisions: int) -> int:
        self._kinds.append(kind)
        self._left.append(decisions)
        return len(self._left) - 1

    def _later(self, when: float, table: int, what: str, since: float = 0.0) -> None:
        heappush(self._steps, (when, table, what, since))

    def _next_arrival(self, now: float) -> None:
        self._later(now + self.luck.expovariate(self._arriving), -1, "arrive")

    def _next_letter(self, now: float) -> None:
        rate = self._arriving * BY_LETTER.share * statistics.mean(self._lengths)
        self._later(now + self.luck.expovariate(rate), -1, "letter")

    def _letter(self, now: float, table: int, since: float) -> None:
        """Somebody moves by correspondence, at a table of which nobody has heard for hours."""
        self._next_letter(now)
        self._decide(now, self._seat(BY_LETTER, 0), now)

    def _takes(self, milliseconds: float) -> float:
        """Seconds that something takes this time."""
        return self.luck.expovariate(1e3 / milliseconds)

    def _arrive(self, now: float, table: int, since: float) -> None:
        self._next_arrival(now)
        kind = self.luck.choices(KINDS, [kind.share for kind in KINDS])[0]
        table = self._seat(kind, 0 if kind is BY_LETTER else round(self.luck.choice(self._lengths)))
        written = self.database.serve(now, self._takes(self.costs.database_opening))
        cost = self.costs.opening + kind.people * self.costs.first_page
        self._later(self._server(table).serve(written, self._takes(cost)), table, "turn")

    def _server(self, table: int) -> Counter:
        return self.servers[table % len(self.servers)]

    def _turn(self, now: float, table: int, since: float) -> None:
        """It is somebody's turn: a person thinks by themselves, a bot needs a worker."""
        self._left[table] -= 1
        kind = self._kinds[table]
        if self._left[table] < 0:
            return
        if self.luck.random() < kind.people / SEATS:
            self._later(now + self.luck.expovariate(1 / kind.pause), table, "decide")
        else:
            thought = self.costs.job + self.costs.thoughts[kind.level]
            self._later(self.workers.serve(now, self._takes(thought)), table, "deliver")

    def _decide(self, now: float, table: int, since: float) -> None:
        """A person moves."""
        self._later(self.database.serve(now, self._takes(self.costs.database_move)), table, "show", now)

    def _deliver(self, now: float, table: int, since: float) -> None:
        """A bot moves."""
        self._later(self.database.serve(now, self._takes(self.costs.database_bot_move)), table, "show", -1.0)

    def _show(self, now: float, table: int, since: float) -> None:
        cost = server_ms(self._kinds[table], self.costs, bot=since < 0)
        shown = self._server(table).serve(now, self._takes(cost))
        if since >= 0:
            self.answers.append(shown - since)
        self._later(shown, table, "turn")


def at(share: float, numbers: Sequence[float]) -> float:
    """Milliseconds below which this share of some seconds lies."""
    return 1e3 * sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else 0.0


def on_paper(tables: int, costs: Costs) -> list[str]:
    peak = table_load(costs).times(tables / DAY * curve(21))
    needed = [max(1, math.ceil(load / BUSY)) for load in peak]
    day = Busiest(tables, costs, *needed)
    day.run()
    counters = {"servers": day.servers, "database": [day.database], "workers": [day.workers]}
    lines = [
        f"{tables:,} tables a day, {tables / DAY * curve(21):.2f} a second when most arrive; "
        f"{len(day.database.waits) / day.ends:,.0f} writes a second; people's moves are answered "
        f"after {at(0.5, day.answers):.0f} ms "
        f"(p50), {at(0.99, day.answers):.0f} ms (p99):",
        "",
        "| what | processors needed | busy | wait p50 | wait p99 | one processor carries, tables a day |",
        "|---|---|---|---|---|---|",
    ]
    for (name, found), load, count in zip(counters.items(), peak, needed, strict=True):
        waits = [wait for counter in found for wait in counter.waits]
        busy = sum(counter.busy for counter in found) / day.ends / count
        lines.append(
            f"| {name} | {count} | {busy:.0%} | {at(0.5, waits):.1f} ms | {at(0.99, waits):.1f} ms "
            f"| {tables * BUSY / load:,.0f} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("costs", "paper", "real"))
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--costs", type=Path, help="a file with costs that were measured before")
    parser.add_argument("--seconds", type=float, default=180, help="of arrivals for real")
    asked = parser.parse_args()
    if asked.what == "real":
        print(
            "\n".join(asyncio.run(one_server(lambda house: rising_tide(house, asked.tables, asked.seconds))))
        )
        return
    known = asked.costs is not None and asked.costs.exists()
    costs = Costs(**json.loads(asked.costs.read_text())) if known else measured_costs()
    if asked.costs is not None and not known:
        asked.costs.write_text(json.dumps(costs._asdict()))
    print(json.dumps(costs._asdict(), indent=1))
    if asked.what == "paper":
        print("\n".join(on_paper(asked.tables, costs)))


if __name__ == "__main__":
    main()
