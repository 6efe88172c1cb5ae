"""The page on which a seat prepares an answer to what the others may do."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from ludoteca.house.table import visibility
from ludoteca.house.table.ahead import MOST_STEPS, NOWHERE, Prepared, look_ahead, may_prepare
from ludoteca.house.table.commands import ActionText, checked
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.match_log import speaker_for
from ludoteca.house.web.pages.page_request import Note, PageRequest, read_number, read_seat, wished_seat
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.speaker import Speaker


def read_steps(text: str) -> list[str]:
    """What the others are supposed to do, one action a line."""
    found: list[str] = checked([line.strip() for line in text.splitlines() if line.strip()], list[ActionText])
    return found[:MOST_STEPS]


async def ahead_page(request: PageRequest) -> Response:
    """What the others might do, step by step, until the seat itself is asked."""
    table = await request.house.table(request.http.path_params["table"])
    person = request.person.id if request.person else ""
    seat = visibility.viewer_of(table, person, wished_seat(request.http))
    match = table.match
    if match is None or seat not in table.seats_of(person):
        return request.redirect(f"/tables/{table.id}")
    prepared = await request.house.prepared.of(table, seat)
    speaker = speaker_for(match, request.say.language)
    texts = read_steps(request.http.query_params.get("then", ""))
    possible = may_prepare(table, seat)
    ahead = look_ahead(match, seat, texts, speaker) if possible else NOWHERE
    picture = None
    if ahead.world is not None:
        view = match.game.view(ahead.world, seat)
        picture = BoardPicture(match.game, view, speaker, NO_CHOICES, request.narrow)

    def link(steps: list[str]) -> str:
        fields = {"seat": seat, "then": "\n".join(steps)}
        return f"/tables/{table.id}/ahead?{urlencode(fields)}"

    return request.page(
        "ahead.html", table=table, seat=seat, possible=possible, ahead=ahead, picture=picture,
        title=table.game.words(request.language).phrase("game", "title"),
        prepared=[told(one, speaker, seat) for one in prepared],
        further=[(link([*texts, text]), label) for text, label in ahead.options],
        back=link(texts[:-1]) if texts else "", then="\n".join(texts), names=speaker.names,
    )  # fmt: skip


def told(prepared: Prepared, speaker: Speaker, seat: int) -> tuple[str, str]:
    """What the others do, and what the seat answers, in words."""
    catalogue = speaker.game.catalogue
    others = []
    for line in prepared.others:
        actor, _, text = line.partition(" ")
        others.append(f"{speaker.names[int(actor)]}: {speaker.action(catalogue.parse(text), int(actor))}")
    return " · ".join(others), speaker.action(catalogue.parse(prepared.answer), seat)


async def prepare(request: PageRequest) -> Response:
    """Prepare an answer, or take one back."""
    form = await request.form()
    table, seat = request.http.path_params["table"], read_seat(form.get("seat", ""))
    person = request.person_or_newcomer()
    word, _, rest = form.get("do", "").partition(" ")
    if word == "withdraw":
        await request.house.prepared.withdraw(table, person, seat, read_number(rest))
    else:
        steps = read_steps(form.get("then", ""))
        await request.house.prepared.prepare(table, person, seat, steps, rest)
    return request.redirect(f"/tables/{table}/ahead?seat={seat}")


async def dropped_note(request: PageRequest, table: Table) -> Note | None:
    """Tells somebody who is asked now that the answer they had prepared came to nothing."""
    person = request.person.id if request.person else ""
    if table.awaited not in table.seats_of(person):
        return None
    request.house.prepared.table_changed(table)  # the house may have been closed when it was due
    if not await request.house.prepared.dropped(table, table.awaited):
        return None
    return Note(request.say("ahead.dropped"))
