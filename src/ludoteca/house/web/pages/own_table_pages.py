"""One's own tables: what waits, the next one, and vacations."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ludoteca.house.input import whole_number
from ludoteca.house.web.pages import game_cards, preferences
from ludoteca.house.web.pages.page_request import PageRequest, safe_path
from ludoteca.house.web.pages.table_cards import CARDS, cards_for


async def own_tables(request: PageRequest) -> dict[str, Any]:
    """What templates need to show a person's tables."""
    person = request.person
    if person is None:
        return {"cards": [], "further": [], "vacation": None, "vacation_days": 0}
    playable = {game.name for game in game_cards.games()}
    own = await request.house.own_tables.of(person.id)
    found = [brief for brief in own if brief.game in playable]
    request.waiting = sum(brief.awaits_you for brief in found)
    return {
        "cards": await cards_for(request.house, person, found[:CARDS], request.say, request.now),
        "further": found[CARDS:],
        "vacation": await request.house.vacations.now(person.id),
        "vacation_days": await request.house.vacations.days_left(person.id),
    }


async def yours_page(request: PageRequest) -> Response:
    """Everything that waits for the person, and everything else they play."""
    games = {game.name: game for game in game_cards.games()}
    return request.page(
        "yours.html", **await own_tables(request), titles=games, game_cards=game_cards, now=request.now
    )


async def next_table(request: PageRequest) -> Response:
    """The table that has waited for the person with the least time left."""
    return request.redirect(await next_of(request, request.http.query_params.get("after", "")) or "/yours")


async def next_of(request: PageRequest, but: str) -> str:
    """The address of the next table that awaits the person; empty if there is none."""
    if request.person is None:
        return ""
    waiting = await request.house.own_tables.awaiting(request.person.id, but)
    return f"/tables/{waiting[0].table}" if waiting else ""


async def change_onward(request: PageRequest) -> Response:
    """Whether the page goes on to the next table after a move."""
    form = await request.form()
    chosen = request.preferences
    chosen["onward"] = "onward" in form
    request.cookies.append(preferences.cookie(chosen))
    return request.redirect(safe_path(form.get("back", "/yours")))


async def change_vacation(request: PageRequest) -> Response:
    """Go on vacation for some days, or be back."""
    form = await request.form()
    person = request.person_or_newcomer()
    days = whole_number(form.get("days", ""), 999)
    if days:
        await request.house.vacations.take(person, days)
    else:
        await request.house.vacations.end(person)
    return request.redirect("/yours")
