"""Ratings: how strong people are at a game with so many seats, by the places they took (Plackett-Luce).

Bots of a level are anchors: their rating is fixed. Where all win or lose together the scenario is the rival;
its rating moves like a person's. Only people who want it are rated. Whoever let a bot play for them counts
as last; if it made most of the decisions, the others are rated as if that seat were not there. Whoever came
as a guest and signed in later stays a guest for that match: a rival whom nobody knows. Otherwise people would
bring only victories along.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import MOSTLY_BOT
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.store.tournaments import SEALED

LOG: Final = logging.getLogger("ludoteca.house")

INTERVAL: Final = 2.0
"""Seconds between two looks at matches that are not rated yet."""
BATCH: Final = 20
MU: Final = 25.0
SIGMA: Final = MU / 3
ANCHORS: Final = {"random": 0.0, "novice": 18.5, "regular": 25.0, "strong": 30.0, "master": 32.0}
"""How strong bots are: means over four games from the ladder in docs/bots.md. A master's is a guess."""
ANCHOR_SIGMA: Final = 1.0
SCALE: Final = 40.0
CENTRE: Final = 1500.0
"""A regular bot, on the scale that people read."""
_WAITING: Final = f"rated = 0 and not {SEALED.format(table='finished.table_id')}"
"""Which matches are to be rated: those of a tournament once their round is over, since ratings would tell."""
PROVISIONAL: Final = 150.0
"""A deviation, on that scale, above which a rating is only provisional."""


class Rating(NamedTuple):
    """How strong somebody is taken to be, and how sure that is."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        return round(CENTRE + (self.mu - MU) * SCALE)

    @property
    def margin(self) -> int:
        """The truth lies within this 95 times of 100: two deviations."""
        return round(2 * self.sigma * SCALE)

    @property
    def provisional(self) -> bool:
        return self.sigma * SCALE > PROVISIONAL


class Entrant(NamedTuple):
    """A seat whose place counts: a rated person, or a bot of a level."""

    person: str
    rating: Rating
    place: int
    team: int
    absent: bool = False
    """Whether bots played more than the person: last, but nobody's rival."""


class Ratings:
    """Takes finished matches into the ratings, in the order in which they ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._model = PlackettLuce()

    async def keep_rating(self) -> None:
        """Rate what has ended, again and again."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                if await self._store.rows(f"select 1 from finished where {_WAITING} limit 1"):
                    await self.rate_all()
            except Unavailable:
                LOG.warning("ratings wait: the database cannot be reached")
            except Exception:
                LOG.exception("matches could not be rated")

    async def rate_all(self) -> None:
        """Rate every match that has ended and was not rated yet."""
        while await self._store.in_transaction(self._rate_some):
            await asyncio.sleep(0)

    async def forget(self, person: str) -> None:
        """Drop somebody's ratings: they do not want any."""
        for table in ("ratings", "rating_steps"):
            await self._store.change(f"delete from {table} where person = ?", person)

    def _rate_some(self, connection: Connection) -> int:
        connection.run("update rating_turn set at = ? where id = 1", (milliseconds(),))
        found = connection.run(
            f"select table_id, game, seats, scenario, ended_at, counts from finished where {_WAITING} "
            "order by ended_at, table_id limit ?",
            (BATCH,),
        )
        for table, game, seats, scenario, ended_at, counts in found:
            if counts:
                self._rate(connection, str(table), str(game), int(seats), str(scenario), int(ended_at))
            connection.run("update finished set rated = 1 where table_id = ?", (table,))
        return len(found)

    def _rate(
        self, connection: Connection, table: str, game: str, seats: int, scenario: str, ended_at: int
    ) -> None:
        entrants = self._entrants(connection, table, game, seats)
        if not any(one.person for one in entrants):
            return
        if scenario:
            lost = min(one.place for one in entrants) > 1
            rival = _rating(connection, scenario, game, seats)
            entrants.append(Entrant(scenario, rival, 1 if lost else 2, -1))
        present = iter(rated(self._model, [one for one in entrants if not one.absent]))
        for entrant, among_all in zip(entrants, rated(self._model, entrants), strict=True):
            became = among_all if entrant.absent else next(present)
            if entrant.person:
                _keep(connection, entrant, became, game, seats, ended_at, table)

    def _entrants(self, connection: Connection, table: str, game: str, seats: int) -> list[Entrant]:
        rows = connection.run(
            "select r.person, r.level, r.place, r.team, r.helped, r.brought, coalesce(p.rated, 0) "
            "from results r left join profiles p on p.person = r.person where r.table_id = ? order by r.seat",
            (table,),
        )
        found = []
        for person, level, place, team, helped, brought, wanted in rows:
            counted = seats + 1 if helped else int(place)
            if brought and not person:
                continue  # who signed in has another seat
            if brought:
                found.append(Entrant("", Rating(), counted, int(team), helped == MOSTLY_BOT))
            elif not person and level in ANCHORS:
                found.append(Entrant("", Rating(ANCHORS[level], ANCHOR_SIGMA), int(place), int(team)))
            elif person and wanted:
                known = _rating(connection, person, game, seats)
                found.append(Entrant(person, known, counted, int(team), helped == MOSTLY_BOT))
        return found


def rated(model: Any, entrants: Sequence[Entrant]) -> list[Rating]:
    """What a match makes of the ratings of those who took part in it; of one alone, nothing."""
    teams: dict[int, list[int]] = {}
    for number, one in enumerate(entrants):
        teams.setdefault(one.team, []).append(number)
    became = [one.rating for one in entrants]
    if len(teams) < 2:
        return became
    before = [[model.rating(*entrants[number].rating) for number in members] for members in teams.values()]
    ranks = [min(entrants[number].place for number in members) for members in teams.values()]
    for members, after in zip(teams.values(), model.rate(before, ranks=ranks), strict=True):
        for number, one in zip(members, after, strict=True):
            became[number] = Rating(float(one.mu), float(one.sigma))
    return became


def _rating(connection: Connection, person: str, game: str, seats: int) -> Rating:
    rows = connection.run(
        "select mu, sigma from ratings where person = ? and game = ? and seats = ?", (person, game, seats)
    )
    return Rating(float(rows[0][0]), float(rows[0][1])) if rows else Rating()


def _keep(
    connection: Connection, entrant: Entrant, became: Rating, game: str, seats: int, at: int, table: str
) -> None:
    if became == entrant.rating:
        return
    connection.run(
        "insert into ratings (person, game, seats, mu, sigma, matches, changed_at) "
        "values (?, ?, ?, ?, ?, 1, ?) "
        "on conflict (person, game, seats) do update set mu = excluded.mu, sigma = excluded.sigma, "
        "matches = ratings.matches + 1, changed_at = excluded.changed_at",
        (entrant.person, game, seats, became.mu, became.sigma, at),
    )
    connection.run(
        "insert into rating_steps (person, game, seats, at, table_id, mu, sigma, won) "
        "values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
        (entrant.person, game, seats, at, table, became.mu, became.sigma, int(entrant.place == 1)),
    )
