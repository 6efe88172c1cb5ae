"""Blows as moments: both sides' sums, and the loss on the side that is hurt."""

from __future__ import annotations

from functools import partial

from ludoteca import draw as d
from ludoteca.games.manticore.board.moments import MOMENTS
from ludoteca.games.manticore.game import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import EVERYONE, Event
from ludoteca.kernel.match import Match

KINDS = {kind.name: kind for kind in GAME.events.all}
FOE = 6


def blow(*told: tuple[str, tuple[int, ...]]) -> d.Moment:
    events = [Event(KINDS[name], values, EVERYONE) for name, values in told]
    at = max(number for number, event in enumerate(events) if event.kind.name == "compared")
    match = Match(GAME, GAME.setup(2), Seeded(1))
    moment = MOMENTS["compared"](d.Told(events, at, 0, partial(match.view, 0), match.setup.edition))
    assert moment is not None and moment.sides is not None
    return moment


def test_a_blow_shows_strength_and_die_and_what_the_loser_loses() -> None:
    moment = blow(("attacked", (0, FOE)), ("compared", (5, 6, 3, 2)), ("foe_hurt", (FOE, 6, 0)))
    assert moment.sides is not None
    assert [side[1:] for side in moment.sides] == [(5, 6, 0), (3, 2, 6)]
    assert moment.sides[0].art.name.startswith("medal")


def test_who_strikes_back_stands_on_the_left() -> None:
    told = [("attacked", (0, FOE)), ("foe_responds", (FOE,)), ("compared", (4, 3, 2, 1)), ("hurt", (0, 4, 6))]
    moment = blow(*told)
    assert moment.sides is not None
    assert moment.sides[1].art.name.startswith("medal")
    assert [side.loss for side in moment.sides] == [0, 4]
