"""Newcomers to a game are offered its lesson, or a first game with hints. Which lessons somebody has been
through is kept in a cookie, which games they have played by the house.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from starlette.requests import Request

from ludoteca.house.table.commands import Wish
from ludoteca.house.web.pages.game_cards import games, quick_wish
from ludoteca.house.web.pages.lesson import Outline, lessons_of
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.kernel.game import Game

COOKIE: Final = "learnt"
AGE: Final = 400 * 86_400
LONGEST: Final = 1000
FIRST: Final = "first"


class Offer(NamedTuple):
    """What somebody is offered who has never played a game."""

    lesson: Outline | None
    """The next lesson; None if there is none left."""
    begun: bool
    """Whether they have been through a lesson."""


def learnt(http: Request) -> frozenset[str]:
    """The lessons this browser has been through to the end, as `bosa/1-houses`."""
    return frozenset(http.cookies.get(COOKIE, "")[:LONGEST].split("."))


def learnt_cookie(http: Request, game: str, lesson: str) -> str:
    """The value of a `Set-Cookie` header that adds a lesson; what is no lesson is forgotten."""
    known = {f"{one.name}/{outline.name}" for one in games() for outline in lessons_of(one)}
    kept = sorted(known & {*learnt(http), f"{game}/{lesson}"})
    return f"{COOKIE}={'.'.join(kept)}; Path=/; Max-Age={AGE}; SameSite=Lax"


async def offers(request: PageRequest) -> dict[str, Offer]:
    """By the name of each game that the person has never finished, what they are offered."""
    person = request.person
    played = await request.house.own_tables.games_played(person.id) if person is not None else frozenset()
    done = learnt(request.http)
    return {game.name: _offer(game, done) for game in games() if game.name not in played}


def _offer(game: Game[Any], done: frozenset[str]) -> Offer:
    left = [outline for outline in lessons_of(game) if f"{game.name}/{outline.name}" not in done]
    return Offer(left[0] if left else None, len(left) < len(lessons_of(game)))


def first_game(game: Game[Any], level: str) -> Wish:
    """A table against the weakest bots, by the rules for a first game, with hints at every decision."""
    return quick_wish(game, level, options=game.presets.get(FIRST, {}), coach=True)
