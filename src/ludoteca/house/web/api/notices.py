"""The API of notices: what you want to be told while you are away, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludoteca.house.service.notices import Wishes
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest, NotIntroduced

TAG = "people"
WayId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class WayShape(Struct):
    """Where you are told."""

    id: str
    kind: str
    address: str
    works: bool
    """Whether it is confirmed and has not failed too often."""
    told: str
    """How the last attempt went."""


class NoticesShape(Struct):
    """What you want to be told, and where."""

    wishes: Wishes
    ways: list[WayShape]
    push_key: str
    """The public key of the house, by which a browser subscribes."""


class NewWay(Struct, forbid_unknown_fields=True):
    """A new way to be told: a mail address, the address of a webhook, or a subscription as JSON text."""

    kind: Literal["push", "mail", "webhook"]
    address: Annotated[str, Meta(min_length=1, max_length=2000)]


class WayCode(Struct, forbid_unknown_fields=True):
    """The six digits that were sent to a mail address."""

    code: Annotated[str, Meta(min_length=6, max_length=6)]


@api("GET", "/me/notices", errors=(401,), tag=TAG)
async def get_notices(request: ApiRequest) -> NoticesShape:
    """What you want to be told while you are away, and where."""
    return await _notices(request)


@api("PUT", "/me/notices", errors=(401,), tag=TAG, examples={"body": {"turn": ["push"], "quiet": True}})
async def put_notices(request: ApiRequest, body: Wishes) -> NoticesShape:
    """Choose what you want to be told, by which ways, and when not."""
    await request.house.notices.wish(request.known_person(), body)
    return await _notices(request)


@api("POST", "/me/notices/ways", errors=(401, 403, 409), tag=TAG)
async def add_way(request: ApiRequest, body: NewWay) -> NoticesShape:
    """Be told by a new way; for people with an account. A mail address has to be confirmed."""
    person = request.known_person()
    if person.session and not await request.accounts.still_in(person):
        raise NotIntroduced
    await request.house.notices.add(person, body.kind, body.address, request.visitor)
    return await _notices(request)


@api("POST", "/me/notices/ways/{way}/confirm", errors=(401, 409), tag=TAG)
async def confirm_way(request: ApiRequest, way: WayId, body: WayCode) -> NoticesShape:
    """Confirm a mail address."""
    await request.house.notices.confirm(request.known_person(), way, body.code)
    return await _notices(request)


@api("POST", "/me/notices/ways/{way}/remove", errors=(401, 403), tag=TAG)
async def remove_way(request: ApiRequest, way: WayId) -> NoticesShape:
    """Be told no more by a way."""
    await request.house.notices.remove(request.known_person(), way)
    return await _notices(request)


async def _notices(request: ApiRequest) -> NoticesShape:
    person, notices = request.known_person(), request.house.notices
    ways = [
        WayShape(way.id, way.kind, way.address, way.works, way.told)
        for way in await notices.store.ways(person.id)
    ]
    return NoticesShape(await notices.wishes(person.id), ways, notices.push_key)
