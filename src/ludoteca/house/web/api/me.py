"""The API of the person who asks."""

from __future__ import annotations

import msgspec

from ludoteca.house.refusals import Forbidden
from ludoteca.house.service import identity
from ludoteca.house.table.commands import Person
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.web.api.shapes import Away, Carried, CarryLink, Me, NewMe, NewVacation, OwnTables

TAG = "people"


@api("GET", "/me", errors=(401,), tag=TAG, examples={"answer": {"name": "Ada", "language": "en"}})
async def get_me(request: ApiRequest) -> Me:
    """Who you are to this house."""
    return _me(request.known_person())


@api("PUT", "/me", errors=(403,), tag=TAG, examples={"body": {"name": "Ada", "language": "it"}})
async def put_me(request: ApiRequest, body: NewMe) -> Me:
    """Set your name and your language.

    Without a cookie you become a new person. The answer carries the cookie by which the house will recognise
    you: keep it, and send it with every request. At tables where you already sit, the command `rename` takes
    the new name.
    """
    name = identity.nickname(body.name)
    if request.person is None:
        request.check_door()
    person = request.person or identity.newcomer(name, body.language)
    if name != person.name:
        request.house.moderation.check_name(person)
    person = msgspec.structs.replace(person, name=name, language=body.language)
    await request.accounts.rename(person)
    request.set_cookie(person)
    return _me(person)


@api("POST", "/me/link", errors=(401, 403), tag=TAG)
async def make_link(request: ApiRequest) -> CarryLink:
    """A link that makes you the same person on another device: it works once, for ten minutes."""
    token = request.identities.link(request.known_person())
    return CarryLink(token, request.link(f"/carry/{token}"), identity.LINK_AGE)


@api("POST", "/me/carried", tag=TAG)
async def use_link(request: ApiRequest, body: Carried) -> Me:
    """Become the person who made a link. The answer carries their cookie."""
    person = request.identities.person_of_link(body.token)
    if not await request.house.use_once(identity.used_mark(body.token), identity.LINK_AGE):
        raise Forbidden("link-used", "this link was used already; make a new one on the other device")
    person = await request.accounts.carried(person, request.agent)
    request.set_cookie(person)
    return _me(person)


@api("GET", "/me/tables", errors=(401,), tag=TAG)
async def get_own_tables(request: ApiRequest) -> OwnTables:
    """Your tables that have not ended, in the order in which they need you, and your vacation."""
    return await _own_tables(request)


@api("POST", "/me/vacation", errors=(401, 409), tag=TAG, examples={"body": {"days": 7}})
async def take_vacation(request: ApiRequest, body: NewVacation) -> OwnTables:
    """Go away for some days, or be back. Clocks that give a day or more for a decision wait for you."""
    person = request.known_person()
    if body.days:
        await request.house.vacations.take(person, body.days)
    else:
        await request.house.vacations.end(person)
    return await _own_tables(request)


async def _own_tables(request: ApiRequest) -> OwnTables:
    person = request.known_person()
    found = await request.house.own_tables.of(person.id)
    vacation = await request.house.vacations.now(person.id)
    return OwnTables(
        sum(brief.awaits_you for brief in found),
        found,
        Away(vacation.begins_at, vacation.ends_at) if vacation is not None else None,
        await request.house.vacations.days_left(person.id),
    )


def _me(person: Person) -> Me:
    return msgspec.convert({"name": person.name, "language": person.language}, Me)
