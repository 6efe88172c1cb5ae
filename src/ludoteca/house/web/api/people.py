"""The API of people: what they have played, how strong they are, ladders."""

from __future__ import annotations

import time
from typing import Annotated

from msgspec import Meta

from ludoteca.games import names
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.service.profiles import Profile
from ludoteca.house.service.ratings import Rating
from ludoteca.house.service.seasons import read_season
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.web.api.shapes import (
    FriendShape,
    FriendWish,
    GameName,
    Handle,
    InvitationAnswer,
    InvitationShape,
    InvitationWish,
    InvitedFriend,
    Ladder,
    LadderShape,
    MeetingShape,
    PersonShape,
    PlayedShape,
    ProfileWishes,
    RatingShape,
    SeasonShape,
    TableId,
)

TAG = "people"
SeasonName = Annotated[str, Meta(max_length=6)]
Seats = Annotated[int, Meta(ge=1, le=99)]


@api("GET", "/me/profile", errors=(401,), tag=TAG)
async def get_own_profile(request: ApiRequest) -> PersonShape:
    """Your results, ratings and meetings."""
    return await _person(request, await request.house.profiles.own(request.known_person()))


@api("PUT", "/me/profile", errors=(401,), tag=TAG, examples={"body": {"rated": True, "shown": "met"}})
async def choose_profile(request: ApiRequest, body: ProfileWishes) -> PersonShape:
    """Choose whether to be rated, and who may see your results. Without being rated you have no ratings."""
    chosen = await request.house.profiles.choose(request.known_person(), body.rated, body.shown)
    return await _person(request, chosen)


@api("GET", "/people/{person}", errors=(404,), tag=TAG)
async def get_person(request: ApiRequest, person: Handle) -> PersonShape:
    """Somebody, as far as they show themselves to you."""
    return await _person(request, await request.house.profiles.of_handle(person))


@api("GET", "/me/friends", errors=(401,), tag=TAG)
async def get_friends(request: ApiRequest) -> list[FriendShape]:
    """Your friends, and who has asked whom. Only people with an account have friends."""
    return [
        FriendShape(one.handle, one.name, one.since, one.asked_by_them)
        for one in await request.house.friends.of(request.known_person())
    ]


@api("PUT", "/people/{person}/friend", errors=(401, 403, 404), tag=TAG, examples={"body": {"do": "ask"}})
async def befriend(request: ApiRequest, person: Handle, body: FriendWish) -> list[FriendShape]:
    """Ask somebody to be friends, accept their request, or end either. You get all your friends."""
    known = request.known_person()
    request.house.moderation.check(known)
    await request.house.profiles.own(known)
    await request.house.friends.do(known, await request.house.profiles.of_handle(person), body.do)
    return await get_friends(request)


@api("GET", "/me/invitations", errors=(401,), tag=TAG)
async def get_invitations(request: ApiRequest) -> list[InvitationShape]:
    """The tables to which friends invite you: those that wait and have a free seat."""
    return [
        InvitationShape(one.table.id, one.table.game.name, one.friend.handle, one.friend.name, one.token)
        for one in await request.house.invitations.to(request.known_person())
    ]


@api("POST", "/me/invitations/{table}", errors=(401, 404, 409), tag=TAG, examples={"body": {"do": "accept"}})
async def answer_invitation(
    request: ApiRequest, table: TableId, body: InvitationAnswer
) -> list[InvitationShape]:
    """Sit down where a friend invites you to, or decline. You get the invitations that are left."""
    await request.house.invitations.answer(request.known_person(), table, body.do == "accept")
    return await get_invitations(request)


@api("GET", "/tables/{table}/friends", errors=(401, 404), tag=TAG)
async def get_invitable(request: ApiRequest, table: TableId) -> list[InvitedFriend]:
    """The friends whom you can invite to a table at which you wait, and who is invited."""
    found = await request.house.table(table)
    return [
        InvitedFriend(one.handle, one.name, invited)
        for one, invited in await request.house.invitations.by(request.known_person(), found)
    ]


@api("POST", "/tables/{table}/friends", errors=(401, 403, 404, 409), tag=TAG)
async def invite(request: ApiRequest, table: TableId, body: InvitationWish) -> list[InvitedFriend]:
    """Invite a friend to a table at which you wait, or take it back.

    The invitation stays in their lobby until they answer, you take it back, or no seat is free.
    """
    await request.house.invitations.do(request.known_person(), table, body.person, body.do)
    return await get_invitable(request, table)


@api("GET", "/games/{game}/season", errors=(404,), tag=TAG)
async def get_season(request: ApiRequest, game: GameName, season: SeasonName = "") -> list[SeasonShape]:
    """How people did in a season, such as `2026-4`: the present one if none is named; the best first."""
    if game not in names():
        raise NoSuchTable(game)
    found = read_season(season, int(time.time() * 1000))
    rows = await request.house.profiles.season(game, found, request.person_id)
    return [
        SeasonShape(row.handle, row.name, row.matches, row.beaten, row.rivals, round(1000 * row.share))
        for row in rows
    ]


@api("GET", "/games/{game}/ladder", errors=(404,), tag=TAG)
async def get_ladder(request: ApiRequest, game: GameName, seats: Seats) -> Ladder:
    """The people who want to be rated and seen, the strongest first."""
    if game not in names():
        raise NoSuchTable(game)
    rows = await request.house.profiles.ladder(game, seats, request.person_id)
    told = []
    for row in rows:
        one = Rating(row.mu, row.sigma)
        told.append(LadderShape(row.handle, row.name, one.points, one.margin, one.provisional, row.matches))
    return Ladder(game, seats, told)


async def _person(request: ApiRequest, profile: Profile) -> PersonShape:
    profiles = request.house.profiles
    if not await profiles.may_see(profile, request.person_id):
        return PersonShape(profile.handle, profile.name, profile.since, False)
    played = await profiles.store.played(profile.person)
    ratings = []
    for row in played.ratings:
        one = Rating(row.mu, row.sigma)
        ratings.append(RatingShape(row.game, row.seats, one.points, one.margin, one.provisional, row.matches))
    recent = [
        PlayedShape(
            match.table,
            match.game,
            match.ended_at,
            [seat.name for seat in match.seats],
            [seat.place for seat in match.seats],
            [seat.score for seat in match.seats],
            [seat.luck for seat in match.seats if seat.luck is not None],
        )
        for match in played.recent
    ]
    meetings = [
        MeetingShape(one.handle, one.name, one.matches, one.ahead, one.behind) for one in played.meetings
    ]
    return PersonShape(profile.handle, profile.name, profile.since, True, ratings, recent, meetings)
