"""The end of Bello Divorum: Faith Points and ties (BEL-11.6 to 11.8)."""

from __future__ import annotations

from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.rules.events import SCORED
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.kernel.result import Result, ranking


def standing_of(state: BelloState, seat: int) -> int:
    """One number that orders the players: Faith Points, then Temples, Cities and Fields (BEL-11.8)."""
    number = state.faith(seat)
    for kind in (TEMPLE, CITY, FIELD):
        number = 100 * number + state.controls(seat, kind)
    return number


def score(state: BelloState, reason: str) -> None:
    """Count everything and close the match."""
    seats = range(state.seats)
    scores = [state.faith(seat) for seat in seats]
    for seat in seats:
        state.tell(SCORED, seat, scores[seat])
    state.finish(Result(reason, ranking([standing_of(state, seat) for seat in seats]), scores))
