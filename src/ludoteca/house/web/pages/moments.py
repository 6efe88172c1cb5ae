"""What a page plays on the board for what happened: made from the events that the viewer was told."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from ludoteca import draw as d
from ludoteca.draw.moments import OVER_THE_BOARD
from ludoteca.draw.wording import ident
from ludoteca.house.web.pages.board_picture import ART, PREFIX
from ludoteca.house.web.pages.match_log import MatchLog
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

MOST: Final = 12
"""How many moments are sent at once."""
LOOK_BACK: Final = 12
"""How many earlier parts of the story a moment may refer to, such as who attacked whom."""


class Look:
    """The view of a match, made when it is first asked for."""

    def __init__(self, match: Match, viewer: int) -> None:
        self._match = match
        self._viewer = viewer
        self._view: View | None = None

    def __call__(self) -> View:
        if self._view is None:
            self._view = self._match.view(self._viewer)
        return self._view


def moments_since(match: Match, log: MatchLog, first: int) -> list[dict[str, Any]]:
    """The moments of the story from its part `first` on, as the reader of the log is shown them."""
    makers = presentation_of(match.game).moments
    if not any([event.kind.name in makers for _, event in log.events_since(first)]):
        return []
    told = log.events_since(max(0, first - LOOK_BACK))
    events = [event for _, event in told]
    fresh = [at for at, (place, event) in enumerate(told) if place >= first and event.kind.name in makers]
    look = Look(match, log.viewer)
    found = []
    for at in fresh:
        moment = makers[events[at].kind.name](d.Told(events, at, log.viewer, look, match.setup.edition))
        if moment is not None:
            found.append(written(moment, log.speaker, events[at]))
    return found[-MOST:]


def written(moment: d.Moment, speaker: Speaker, event: Event) -> dict[str, Any]:
    """The moment of an event as the script takes it; what is empty is left out."""
    parts: dict[str, Any] = {
        "kind": moment.kind,
        "on": [PREFIX + ident(piece) for piece in moment.on],
        "from": moment.source and PREFIX + ident(moment.source),
        "art": [_art(art) for art in moment.art],
        "was": moment.was,
        "sides": [[_art(side.art), *side[1:]] for side in moment.sides or ()],
        "words": speaker.event(event) if moment.kind in OVER_THE_BOARD else "",
        "sound": moment.sound,
    }
    return {name: part for name, part in parts.items() if part}


@lru_cache(maxsize=1024)
def _art(art: d.Art) -> list[str]:
    """The address of a symbol, the box it fills, and its tone."""
    box = art.sheet.symbol(art.name).box
    assert box is not None, f"{art.name} is no symbol"
    address = f"{ART}{art.sheet.address}#{art.name}"
    return [address, f"{box.x:g} {box.y:g} {box.w:g} {box.h:g}", art.tone.auto if art.tone else ""]
