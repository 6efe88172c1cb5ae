"""The host's page: what goes on in the house, and what the host can do about it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.responses import JSONResponse, Response

from ludoteca.house.input import cookie_in
from ludoteca.house.monitoring import FAULTS
from ludoteca.house.refusals import Forbidden, Malformed
from ludoteca.house.service.identity import (
    HOST_AGE,
    HOST_BROWSER,
    HOST_COMMAND,
    HOST_COOKIE,
    HOST_LINK,
    LINK_AGE,
    used_mark,
)
from ludoteca.house.service.moderation import passage_of
from ludoteca.house.settings import ADJUSTABLE
from ludoteca.house.table.brief import Brief
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.page_request import PageRequest, house_address, read_seat

TABLES: Final = 60
LINES: Final = 60
MOST: Final = 1e9
"""The largest limit."""
COMMAND_AGE: Final = 60
"""Seconds for which the token of a command on the host's machine is valid."""
FIGURES: Final = (
    "events", "commits", "tables_cached", "jobs_done", "workers_lost", "live_tables", "slow_readers",
)  # fmt: skip
WORKER_COLUMNS: Final = ("name", "purposes", "taken", "done", "faults", "shut_out", "seen_at")
_BRIEFS: Final = msgspec.json.Decoder(Brief)


def require_host(request: PageRequest) -> None:
    """Refuse everybody but the host: by the cookie of a browser, or the token of a command."""
    headers = request.http.headers
    bearer = headers.get("authorization", "").removeprefix("Bearer ")
    if bearer and request.identities.is_host(bearer, HOST_COMMAND, COMMAND_AGE):
        return
    token = cookie_in(headers.get("cookie", ""), HOST_COOKIE)
    if not request.identities.is_host(token, HOST_BROWSER, HOST_AGE):
        raise Forbidden("host-only", request.say("host.only"))


async def host_door(request: PageRequest) -> Response:
    """The page behind a link of `ludoteca host link`: nothing happens until its button is pressed."""
    return request.page("host_door.html", token=request.http.path_params["token"])


async def enter(request: PageRequest) -> Response:
    """Make this browser the host's, once for each link."""
    token = request.http.path_params["token"]
    fresh = request.identities.is_host(token, HOST_LINK, LINK_AGE)
    if not fresh or not await request.house.use_once(used_mark(token), LINK_AGE):
        raise Forbidden("link", request.say("host.old_link"))
    request.cookies.append(request.identities.host_cookie())
    await request.house.moderation.rows.note("enter", "")
    return request.redirect("/host")


async def host_page(request: PageRequest) -> Response:
    """Everything at a glance, as a page or as JSON."""
    require_host(request)
    await request.http.app.state.application.follow_the_host()
    found = await overview(request)
    if request.wants_json:
        return JSONResponse(msgspec.to_builtins(found))
    titles = game_cards.titles(request.language)
    return request.page(
        "host.html", now=int(time.time() * 1000), passage_of=passage_of, titles=titles, **found
    )


async def overview(request: PageRequest) -> dict[str, Any]:
    house, state = request.house, request.http.app.state
    rows = house.moderation.rows
    figures = {**house.figures(), **state.hub.figures()}
    limits = state.application.limits
    return {
        "counts": await house.counts(),
        "figures": {name: figures.get(name, 0) for name in FIGURES},
        "refusals": state.metrics.refusals(),
        "faults": [
            {"at": int(at * 1000), "level": level, "say": say} for at, level, say in reversed(FAULTS.lines)
        ],
        "set_aside": [{"table": one.table, "problem": one.problem} for one in house.set_aside],
        "tables": [
            {"table": table, "hidden": hidden, "brief": _BRIEFS.decode(brief)}
            for table, brief, hidden in await rows.newest_tables(TABLES)
            if brief
        ],
        "reports": await rows.reports(settled=False, count=LINES),
        "standings": house.moderation.standings,
        "workers": [
            {name: getattr(one, name) for name in WORKER_COLUMNS}
            for one in await house.remote_work.workers.all()
        ],
        "audit": await rows.audit(LINES),
        "limits": {name: getattr(limits, name) for name in ADJUSTABLE},
    }


async def invite(request: PageRequest) -> Response:
    """A link that lets newcomers into a house that is by invitation."""
    require_host(request)
    await request.house.moderation.rows.note("invite", "")
    link = f"{house_address(request)}/come/{request.identities.house_invitation()}"
    if request.wants_json:
        return JSONResponse({"link": link})
    return request.page("invited.html", link=link)


async def worker_key(request: PageRequest) -> Response:
    """A new key for a worker over HTTP, shown once."""
    require_host(request)
    form = await request.form()
    name = form.get("name", "").strip()
    purposes = [word for word in form.get("purposes", "bots,analyses").split(",") if word]
    key = await request.house.remote_work.make_key(name, purposes)
    await request.house.moderation.rows.note("worker-key", name)
    if request.wants_json:
        return JSONResponse({"key": key})
    command = f"ludoteca worker {house_address(request)} --key {key}"
    return request.page("worker_key.html", name=name, command=command)


async def host_does(request: PageRequest) -> Response:
    """Carry out what the host asks for, and write it down."""
    require_host(request)
    form = await request.form()
    word, _, about = form.get("do", "").partition(" ")
    if word not in ACTS:
        raise Malformed("malformed", f"the host cannot {word[:20]}")
    await request.http.app.state.application.follow_the_host()  # perhaps decided through another server
    await ACTS[word](request, about, form)
    if request.wants_json:
        return JSONResponse({"done": word})
    return request.redirect("/host")


async def _close(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await request.house.close_by_host(about)
    await request.house.moderation.rows.note("close", about)


async def _hide(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await request.house.table(about)
    await request.house.moderation.rows.hide(about, True)
    await request.house.moderation.rows.note("hide", about)


async def _show(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await request.house.moderation.rows.hide(about, False)
    await request.house.moderation.rows.note("show", about)


async def _ban(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await request.house.moderation.ban(*await _meant(request, about))


async def _mute(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await request.house.moderation.mute(*await _meant(request, about))


async def _lift(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    known = [standing for standing in request.house.moderation.standings if standing.person == about]
    if not known:
        raise Malformed("malformed", "nobody with this id is banned or muted")
    for standing in known:
        if standing.banned_until:
            await request.house.moderation.ban(about, standing.name, lasting=False)
        if standing.muted_until:
            await request.house.moderation.mute(about, standing.name, lasting=False)


async def _settle(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    rows = request.house.moderation.rows
    reports = [one for done in (False, True) for one in await rows.reports(settled=done, count=1000)]
    if all(report.id != about for report in reports):
        raise Malformed("malformed", "there is no such report")
    await rows.settle(about)
    await rows.note("settle", about)


async def _admit(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await _known_worker(request, about)
    await request.house.remote_work.workers.admit(about)
    await request.house.moderation.rows.note("admit", about)


async def _dismiss(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    await _known_worker(request, about)
    await request.house.remote_work.workers.remove(about)
    await request.house.moderation.rows.note("dismiss", about)


async def _known_worker(request: PageRequest, name: str) -> None:
    if await request.house.remote_work.workers.named(name) is None:
        raise Malformed("malformed", "no worker of this name has a key")


async def _limit(request: PageRequest, about: str, form: Mapping[str, str]) -> None:
    """Change the limits that the form names, all of them or none."""
    known = request.http.app.state.application.limits
    wished = {name: _number(form[name]) for name in ADJUSTABLE if form.get(name, "").strip()}
    for name, value in wished.items():
        if value is None:
            raise Malformed("malformed", request.say("host.no_limit", name=name))
    for name, value in wished.items():
        before = getattr(known, name)
        if value is not None and value != before:
            await request.house.moderation.rows.adjust(name, value)
            await request.house.moderation.rows.note("limit", name, f"{name}: {before:g} → {value:g}")
    await request.http.app.state.application.follow_the_host()


def _number(text: str) -> float | None:
    """A number from 0 to a thousand millions, else None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= MOST else None


async def _meant(request: PageRequest, about: str) -> tuple[str, str]:
    """The person whom a report is about (`report ID`), or who sits at a table (`TABLE SEAT`)."""
    first, _, rest = about.partition(" ")
    if first == "report":
        for report in await request.house.moderation.rows.reports(settled=False, count=1000):
            if report.id == rest:
                return report.about, report.name
        raise Malformed("malformed", "there is no such report")
    table = await request.house.table(first)
    seat = read_seat(rest)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].person:
        raise Malformed("malformed", "nobody sits there")
    return table.seats[seat].person, table.seats[seat].name


ACTS: Final = {
    "close": _close,
    "hide": _hide,
    "show": _show,
    "ban": _ban,
    "mute": _mute,
    "lift": _lift,
    "settle": _settle,
    "admit": _admit,
    "dismiss": _dismiss,
    "limit": _limit,
}
