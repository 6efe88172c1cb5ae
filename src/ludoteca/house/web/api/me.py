"""The API about the one who asks."""

from __future__ import annotations

import msgspec

from ludoteca.house.refusals import Forbidden
from ludoteca.house.service import identity
from ludoteca.house.table.commands import Person
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import Ask
from ludoteca.house.web.api.shapes import Carried, CarryLink, Me, NewMe

TAG = "people"


@api("GET", "/me", errors=(401,), tag=TAG, examples={"answer": {"name": "Ada", "language": "en"}})
async def get_me(ask: Ask) -> Me:
    """Who you are to this house."""
    return _me(ask.known())


@api("PUT", "/me", tag=TAG, examples={"body": {"name": "Ada", "language": "it"}})
async def put_me(ask: Ask, body: NewMe) -> Me:
    """Say how you want to be called, and in which language.

    Without a cookie you become somebody new. The answer carries the cookie by which the house will know
    you again: keep it, and send it with every request. At tables where you sit already the new name is taken
    by the command `rename`.
    """
    name = identity.nickname(body.name)
    person = ask.person or identity.newcomer(name, body.language)
    person = msgspec.structs.replace(person, name=name, language=body.language)
    ask.greet(person)
    return _me(person)


@api("POST", "/me/link", errors=(401, 403), tag=TAG)
async def make_link(ask: Ask) -> CarryLink:
    """A link to carry on as yourself on another device: it works once, for ten minutes."""
    token = ask.people.link(ask.known())
    return CarryLink(token, ask.link(f"/carry/{token}"), identity.LINK_AGE)


@api("POST", "/me/carried", tag=TAG)
async def use_link(ask: Ask, body: Carried) -> Me:
    """Become the person who made a link. The answer carries their cookie."""
    person = ask.people.carried(body.token)
    if not await ask.house.once(identity.hashed(body.token), identity.LINK_AGE):
        raise Forbidden("link-used", "this link was used already; make a new one on the other device")
    ask.greet(person)
    return _me(person)


def _me(person: Person) -> Me:
    return msgspec.convert({"name": person.name, "language": person.language}, Me)
