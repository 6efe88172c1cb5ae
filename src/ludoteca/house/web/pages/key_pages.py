"""The door of the house: signing in by passkey, recovery codes, one's keys and signed-in browsers."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from starlette.responses import JSONResponse, Response

from ludoteca.games import load
from ludoteca.house.refusals import Forbidden, Malformed
from ludoteca.house.service.accounts import ADD, NEW, OPEN, Accounts, Place
from ludoteca.house.service.identity import forget_cookie, hashed_token
from ludoteca.house.table.commands import NAME_LENGTH, Person
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.page_request import PageRequest, house_address

LOCAL: Final = "127.0.0.1"


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    """A browser asks what to ask a device for."""

    purpose: str
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class Finish(msgspec.Struct, forbid_unknown_fields=True):
    """What the device answered."""

    state: Annotated[str, Meta(max_length=4000)]
    credential: dict[str, Any]


def accounts_of(request: PageRequest) -> Accounts:
    found: Accounts = request.http.app.state.accounts
    return found


def place_of(request: PageRequest) -> Place:
    """Where the house is, as keys know it."""
    origin = house_address(request)
    try:
        return Place(urlsplit(origin).hostname or "", origin)
    except ValueError:  # it was asked for by half an address
        return Place("", origin)


def nameless(place: Place) -> bool:
    """Whether the house is reached by a number only: keys need a name."""
    try:
        ip_address(place.name)
    except ValueError:
        return False
    return True


def agent_of(request: PageRequest) -> str:
    return request.http.headers.get("user-agent", "")[:400]


async def signed_in(request: PageRequest) -> Person:
    """The person, who has to have an account and be signed in by now."""
    person = request.person
    if person is None or not person.session or not await accounts_of(request).still_in(person):
        raise Forbidden("sign-in", request.say("keys.sign_in_first"))
    return person


async def keys_page(request: PageRequest) -> Response:
    """The door; for somebody who is in, their keys."""
    return await show_keys(request)


async def show_keys(request: PageRequest, codes: list[str] | None = None) -> Response:
    person, place = request.person, place_of(request)
    local = ""
    if nameless(place):
        local = place.origin.replace(LOCAL, "localhost") + "/keys" if place.name == LOCAL else ""
    if person is None or not person.session:
        cover = game_cards.cover(load("bologna"))
        return request.page("door.html", nameless=nameless(place), local=local, cover=cover)
    store = accounts_of(request).store
    return request.page(
        "keys.html",
        keys=await store.keys(person.id),
        sessions=await store.sessions(person.id),
        here_session=hashed_token(person.session),
        codes_left=await store.codes_left(person.id),
        codes=codes,
        nameless=nameless(place),
        local=local,
        now=request.now,
    )


async def begin(request: PageRequest) -> Response:
    """What the browser has to ask a device for."""
    asked = await request.json(Begin)
    person = request.person
    if asked.purpose == ADD:
        person = await signed_in(request)
    elif asked.purpose == NEW:
        if person is not None and person.session:
            raise Forbidden("key", request.say("keys.in_already"))
        person = request.person_or_newcomer(asked.name)
    elif asked.purpose != OPEN:
        raise Malformed("malformed", "nobody asks for a key like this")
    found = await accounts_of(request).ask_for_key(
        asked.purpose, person, asked.name or (person.name if person else ""), place_of(request)
    )
    return request.with_cookies(JSONResponse(msgspec.to_builtins(found)))


async def finish(request: PageRequest) -> Response:
    """Sign in, or keep a new key."""
    said = await request.json(Finish)
    person = await accounts_of(request).answer(
        said.state, said.credential, request.person, place_of(request), agent_of(request)
    )
    known = request.person is not None and person == request.person
    if not known:
        request.cookies.append(request.identities.cookie(person))
    return request.with_cookies(JSONResponse({"go": "/keys"}))


async def recover(request: PageRequest) -> Response:
    """Sign in with a recovery code."""
    form = await request.form()
    person = await accounts_of(request).recover(
        form.get("code", "")[:100], request.person, agent_of(request), request.visitor
    )
    request.cookies.append(request.identities.cookie(person))
    return request.redirect("/keys")


async def new_codes(request: PageRequest) -> Response:
    """New recovery codes, shown once."""
    person = await signed_in(request)
    return await show_keys(request, await accounts_of(request).new_codes(person))


async def remove_key(request: PageRequest) -> Response:
    form = await request.form()
    await accounts_of(request).remove_key(await signed_in(request), form.get("key", ""))
    return request.redirect("/keys")


async def sign_out(request: PageRequest) -> Response:
    """Sign out here, in another browser, or everywhere else."""
    form = await request.form()
    person, which = await signed_in(request), form.get("session", "")
    accounts = accounts_of(request)
    if which == "others":
        await accounts.sign_out_elsewhere(person)
        return request.redirect("/keys")
    await accounts.sign_out(person, which)
    if which in ("", hashed_token(person.session)):
        request.cookies.append(forget_cookie())
        return request.redirect("/")
    return request.redirect("/keys")
