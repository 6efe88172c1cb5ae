"""The API of tournaments."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ludoteca.house.service.tournaments import Tournament, TournamentWish
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest

TAG = "tournaments"
TournamentId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class EntrantShape(Struct):
    """Somebody who takes part, and how they stand."""

    number: int
    name: str
    bot: bool
    you: bool
    place: int
    mean: float
    """The mean of the finished rounds, from 0 to 1."""
    rounds: dict[str, float]
    """What each finished round was worth, from 0 to 1."""


class SeatShape(Struct):
    """A seat in a round; place and score are 0 until they are told."""

    round: int
    board: int
    seat: int
    name: str
    table: str
    place: int
    score: int


class TournamentShape(Struct):
    """A tournament as it stands."""

    id: str
    wish: TournamentWish
    status: str
    round: int
    entrants: list[EntrantShape]
    seats: list[SeatShape]


class TournamentBrief(Struct):
    """A tournament in short."""

    id: str
    wish: TournamentWish
    status: str
    round: int
    entrants: int
    """How many take part."""


class TournamentList(Struct):
    """Tournaments, the newest first."""

    tournaments: list[TournamentBrief]


class TurnedAway(Struct, forbid_unknown_fields=True):
    """Who shall not take part."""

    number: Annotated[int, Meta(ge=0, le=10_000)]


class Beginning(Struct, forbid_unknown_fields=True):
    """How many bots take part besides those that fill the last table."""

    bots: Annotated[int, Meta(ge=0, le=64)] = 0


@api("GET", "/tournaments", tag=TAG)
async def get_tournaments(request: ApiRequest) -> TournamentList:
    """Tournaments, the newest first."""
    newest = await request.house.tournaments.newest()
    return TournamentList(
        [TournamentBrief(row.id, wish, row.status, row.round, count) for row, wish, count in newest]
    )


@api("POST", "/tournaments", status=201, errors=(401, 403, 409, 422), tag=TAG)
async def open_tournament(request: ApiRequest, body: TournamentWish) -> TournamentShape:
    """Announce a tournament; you take part, and begin it."""
    id = await request.house.tournaments.open(request.known_person(), body, request.visitor)
    return await _tournament(request, id)


@api("GET", "/tournaments/{id}", errors=(404,), tag=TAG)
async def get_tournament(request: ApiRequest, id: TournamentId) -> TournamentShape:
    """How a tournament stands. Of a duplicate, places and scores are told when their round is over."""
    return await _tournament(request, id)


@api("POST", "/tournaments/{id}/enter", errors=(401, 403, 404, 409), tag=TAG)
async def enter(request: ApiRequest, id: TournamentId) -> TournamentShape:
    """Take part."""
    await request.house.tournaments.enter(request.known_person(), id, request.visitor)
    return await _tournament(request, id)


@api("POST", "/tournaments/{id}/withdraw", errors=(401, 403, 404, 409), tag=TAG)
async def withdraw(request: ApiRequest, id: TournamentId) -> TournamentShape:
    """Not take part after all, before it begins."""
    await request.house.tournaments.withdraw(request.known_person(), id)
    return await _tournament(request, id)


@api("POST", "/tournaments/{id}/turn-away", errors=(401, 403, 404, 409), tag=TAG)
async def turn_away(request: ApiRequest, id: TournamentId, body: TurnedAway) -> TournamentShape:
    """Let somebody not take part, before it begins; for whoever announced it."""
    await request.house.tournaments.turn_away(request.known_person(), id, body.number)
    return await _tournament(request, id)


@api("POST", "/tournaments/{id}/start", errors=(401, 404, 409), tag=TAG)
async def start(request: ApiRequest, id: TournamentId, body: Beginning) -> TournamentShape:
    """Begin the first round; for whoever announced it."""
    await request.house.tournaments.start(request.known_person(), id, body.bots)
    return await _tournament(request, id)


async def _tournament(request: ApiRequest, id: str) -> TournamentShape:
    return _told(request, await request.house.tournaments.find(id))


def _told(request: ApiRequest, found: Tournament) -> TournamentShape:
    by_number = {one.number: one for one in found.entrants}
    entrants = []
    for one in found.standings:
        entrant = by_number[one.entrant]
        you = bool(entrant.person) and entrant.person == request.person_id
        rounds = {str(number): share for number, share in one.rounds.items()}
        bot = not entrant.person
        told = EntrantShape(entrant.number, entrant.name, bot, you, one.place, one.mean, rounds)
        entrants.append(told)
    seats = []
    for place in found.places:
        open_now = not found.sealed(place.round)
        name = by_number[place.entrant].name
        result = (place.place, place.score) if open_now else (0, 0)
        seats.append(SeatShape(place.round, place.board, place.seat, name, place.table, *result))
    return TournamentShape(found.row.id, found.wish, found.row.status, found.row.round, entrants, seats)
