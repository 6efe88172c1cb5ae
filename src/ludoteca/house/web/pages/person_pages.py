"""Pages about oneself and about others: what is kept, one's data, reports, whom one does not want to hear."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import IO, Any, Final

from starlette.responses import JSONResponse, Response, StreamingResponse

from ludoteca.house.refusals import Malformed
from ludoteca.house.service.block_lists import BLOCK, MUTE, NOBODY
from ludoteca.house.service.identity import forget_cookie
from ludoteca.house.web.pages import key_pages
from ludoteca.house.web.pages.page_request import PageRequest, read_number, wished_seat

PIECE: Final = 2**16
"""Bytes of a file that are sent at once."""
REASON: Final = 500
"""Characters of a report's reason."""
KINDS: Final = {"mute": MUTE, "block": BLOCK, "hear": ""}
"""The words of buttons, and what becomes of somebody by them."""


async def privacy(request: PageRequest) -> Response:
    """What the house keeps, and what one can do about it."""
    block_list = (
        await request.house.block_lists.of(request.person.id) if request.person is not None else NOBODY
    )
    return request.page("privacy.html", shunned=block_list.shunned)


async def my_data(request: PageRequest) -> Response:
    """Everything that is kept about the person, as a file."""
    if request.person is None:
        return request.redirect("/privacy")
    more: dict[str, Any] = {}
    if request.person.session:
        store = key_pages.accounts_of(request).store
        more["keys"] = [
            {"device": key.label, "made": key.created_at} for key in await store.keys(request.person.id)
        ]
        more["sessions"] = [
            {"device": one.label, "since": one.created_at} for one in await store.sessions(request.person.id)
        ]
    file = await request.house.personal_data.file_of(request.person, more)
    headers = {"content-disposition": 'attachment; filename="ludoteca.json"', "vary": "Cookie"}
    return request.with_cookies(StreamingResponse(pieces(file), 200, headers, "application/json"))


async def pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    """A file piece by piece, read beside the event loop; closed at the end."""
    with file:
        while piece := await asyncio.to_thread(file.read, PIECE):
            yield piece


async def erase_me(request: PageRequest) -> Response:
    """Forget the person, who has to have said that they are sure."""
    form = await request.form()
    if request.person is None:
        return request.redirect("/privacy")
    if form.get("sure") != "yes":
        raise Malformed("malformed", request.say("privacy.not_sure"))
    if request.person.session:
        await key_pages.signed_in(request)
    await request.house.erase(request.person)
    await key_pages.accounts_of(request).erase(request.person)
    request.person = None
    request.cookies.append(forget_cookie())
    return request.redirect("/")


async def hear_again(request: PageRequest) -> Response:
    """Take back that somebody is muted or blocked: the number in one's own list, and the name there."""
    form = await request.form()
    if request.person is not None:
        block_list = await request.house.block_lists.of(request.person.id)
        number = read_number(form.get("number", ""))
        if number < len(block_list.shunned) and block_list.shunned[number].name == form.get("name"):
            shunned = block_list.shunned[number]
            await request.house.block_lists.shun(request.person, shunned.other, shunned.name, "")
    return request.redirect("/privacy")


async def shun(request: PageRequest, table: str, word: str, seat: int) -> Response:
    """Mute or block somebody at a table, or take it back."""
    person = request.person_or_newcomer()
    await request.house.shun(table, person, seat, KINDS[word])
    if request.wants_json:
        return request.with_cookies(JSONResponse({"seq": 0, "go": ""}))
    return request.redirect(f"/tables/{table}")


async def report_form(request: PageRequest) -> Response:
    """The page on which somebody reports somebody else at a table."""
    table = await request.house.table(request.http.path_params["table"])
    seat = wished_seat(request.http)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].person:
        return request.redirect(f"/tables/{table.id}")
    return request.page("report_person.html", table=table, seat=seat, name=table.seats[seat].name)


async def report(request: PageRequest) -> Response:
    """Send a report to the host."""
    form = await request.form()
    table = await request.house.table(request.http.path_params["table"])
    reason = " ".join(form.get("reason", "").split())[:REASON]
    person = request.person_or_newcomer()
    seat = read_number(form.get("seat", ""))
    await request.house.moderation.report(table, person, seat, reason, request.visitor)
    return request.page("report_person.html", table=table, seat=-1, name="")
