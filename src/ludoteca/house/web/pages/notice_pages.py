"""Being told while the page is closed: by a push to this browser, by mail, by a webhook."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.notices import KINDS, WAYS, Wishes
from ludoteca.house.table.commands import checked
from ludoteca.house.web.pages import assets
from ludoteca.house.web.pages.key_pages import signed_in
from ludoteca.house.web.pages.page_request import PageRequest

ADDRESS: Final = 1000
ZONES: Final = (
    "UTC", "Europe/Rome", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Helsinki",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
    "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip


async def notices_page(request: PageRequest) -> Response:
    """What somebody is told, where and when."""
    person = request.person
    if person is None or not person.session:
        return request.page("notices.html", ways=None)
    notices = request.house.notices
    request.waiting = len(await request.house.own_tables.awaiting(person.id))
    wishes = await notices.wishes(person.id)
    zones = ZONES if wishes.zone in ZONES else (wishes.zone, *ZONES)
    return request.page(
        "notices.html", ways=await notices.store.ways(person.id), here_session=hashed_token(person.session),
        wishes=wishes, kinds=KINDS, way_kinds=WAYS, zones=zones, push_key=notices.push_key,
        has_mail=notices.delivery.has_mail, arrived=request.http.query_params.get("arrived", ""),
    )  # fmt: skip


async def change_wishes(request: PageRequest) -> Response:
    """Save what somebody wants to hear, and when."""
    form = await request.form()
    chosen = {kind: [way for way in WAYS if f"{kind} {way}" in form] for kind in KINDS}
    switches = {name: name in form for name in ("quiet", "urgent", "discreet")}
    texts = {name: form[name] for name in ("quiet_from", "quiet_to", "zone") if form.get(name)}
    wishes: Wishes = checked({**chosen, **switches, **texts}, Wishes)
    await request.house.notices.wish(await signed_in(request), wishes)
    return request.redirect("/notices")


async def add_way(request: PageRequest) -> Response:
    """A new way to be told: a subscription sent by a script, or a field of the page."""
    person = await signed_in(request)
    if request.wants_json:
        said = await request.json(dict[str, object])
        await request.house.notices.add(person, "push", msgspec.json.encode(said).decode()[: 2 * ADDRESS])
        return JSONResponse({"go": "/notices"})
    form = await request.form()
    kind = "mail" if form.get("kind") == "mail" else "webhook"
    address = form.get("address", "").strip()[:ADDRESS]
    await request.house.notices.add(person, kind, address, request.visitor)
    return request.redirect("/notices")


async def change_way(request: PageRequest) -> Response:
    """Confirm a way, turn it off, or try all of them."""
    form = await request.form()
    person, notices = await signed_in(request), request.house.notices
    word, _, way = form.get("do", "").partition(" ")
    if word == "test":
        return request.redirect(f"/notices?arrived={await notices.test(person, request.visitor)}")
    if word == "confirm":
        await notices.confirm(person, way, form.get("code", ""))
    elif word == "remove":
        await notices.remove(person, way)
    return request.redirect("/notices")


async def manifest(http: Request) -> Response:
    """What makes the house an application that can be installed."""
    icon = {"src": assets.static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    told = {
        "name": "Ludoteca", "short_name": "Ludoteca", "start_url": "/", "scope": "/", "display": "standalone",
        "background_color": "#faf8f3", "theme_color": "#faf8f3",
        "icons": [icon, {**icon, "purpose": "maskable"}],
    }  # fmt: skip
    return JSONResponse(told, media_type="application/manifest+json")


async def service_worker(http: Request) -> Response:
    """The script that shows notices while no page is open. It is asked for again at every start."""
    return Response(assets.statics()["sw.js"].body, media_type="text/javascript")
