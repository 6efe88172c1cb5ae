"""Sharing a moment of a match: a picture of it, and what a link to it tells before it is opened."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.responses import Response

from ludoteca.draw import LIGHT, Scene
from ludoteca.draw.memory import MEMORY
from ludoteca.draw.raster import png_by_process
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.web.pages.page_request import PageRequest, house_address
from ludoteca.house.web.pages.replay_frames import ReplayMoment
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.view import SPECTATOR

WIDTH: Final = 1200
KEPT: Final = "public, max-age=86400"
LONGEST: Final = 200


class Preview(NamedTuple):
    """What other sites and chats show of a link to a moment."""

    title: str
    text: str
    link: str
    picture: str


def preview_of(request: PageRequest, moment: ReplayMoment, table: str, title: str) -> Preview:
    """The moment as spectators may know it: a link is read by anybody."""
    seen = ReplayMoment(moment.replay, moment.at, SPECTATOR, moment.language, narrow=False)
    told = " · ".join([seen.move, *seen.sentences] if seen.move else seen.sentences)
    replay = f"{house_address(request)}/tables/{table}/replay"
    named = " · ".join(moment.speaker.names)
    where = urlencode({"at": moment.at})
    picture = f"{replay}/moment.png?{where}&{urlencode({'language': moment.language})}"
    return Preview(f"{title}: {named}", told[:LONGEST], f"{replay}?{where}", picture)


def drawn(moment: ReplayMoment) -> bytes:
    """The table as a PNG, as spectators may see it. It takes long, even if another process draws it."""
    scene: Scene = presentation_of(moment.replay.game).board(
        moment.view, moment.speaker, NO_CHOICES, narrow=False
    )
    svg = scene.svg(LIGHT, style=False)
    key = ("moment.png", sha256(svg.encode()).digest())
    picture: bytes | None = MEMORY.get(key)
    if picture is None:
        picture = png_by_process(svg, WIDTH)
        MEMORY.keep(key, picture, len(picture))
    return picture


async def picture_answer(request: PageRequest, moment: ReplayMoment, kept: bool) -> Response:
    """The picture as an answer, which others may keep if its address alone tells what it shows. A house
    without resvg draws none.
    """
    try:
        body = await request.heavy_work(lambda: drawn(moment), elsewhere=True)
    except RuntimeError:
        raise NoSuchTable("moment.png") from None
    headers = {"cache-control": KEPT if kept else "no-store", "content-type": "image/png"}
    return request.with_cookies(Response(body, 200, headers))
