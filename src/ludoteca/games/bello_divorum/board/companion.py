"""The companion of the boxed game: followers and locations at the end, counted by BEL-11.6 to 11.8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, KIND_NAMES, TEMPLE, BelloEdition
from ludoteca.games.bello_divorum.rules.scoring import score
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.setup import lay_table
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.options import Setup
from ludoteca.kernel.speaker import Speaker

REASON: Final = "last_turn"


def counted(setup: Setup, speaker: Speaker, seat: int) -> list[d.Counted]:
    """A seat's pantheon, its followers on the board, and how many locations of each kind it controls."""
    edition = setup.edition
    assert isinstance(edition, BelloEdition)
    if seat < 0:
        return []
    say = speaker.book.phrase
    peoples = [speaker.spell("pantheon", number) for number in range(len(edition.pantheons))]
    return [
        d.Counted("pantheon", say("companion", "pantheon"), "BEL-1.3", values=peoples, usual=[seat]),
        d.Counted(
            "followers",
            say("board", "sheet_followers"),
            "BEL-11.6",
            most=edition.followers,
            about="sign follower",
        ),
        *[
            d.Counted(
                KIND_NAMES[kind],
                say("companion", KIND_NAMES[kind]),
                "BEL-11.6",
                most=edition.chips[kind],
                about=f"place {edition.board.kind.index(kind)}",
            )
            for kind in (TEMPLE, CITY, FIELD)
        ],
    ]


def finish(setup: Setup, table: d.Counts, seats: Sequence[d.Counts]) -> BelloState:
    """The island after the end. Where exactly followers stand makes no difference (BEL-11.6)."""
    state = lay_table(setup)
    state.agenda.clear()
    state.journal = []
    for seat, entered in enumerate(seats):
        state.players[seat].pantheon = entered["pantheon"][0]
        for kind in (TEMPLE, CITY, FIELD):
            for _ in range(entered[KIND_NAMES[kind]][0]):
                state.take(seat, _free_location(state, kind))
        for _ in range(entered["followers"][0]):
            state.put(seat, _roomy_location(state), 1)
    if len({player.pantheon for player in state.players}) < state.seats:
        raise SetupError("two players lead the same pantheon", "same_pantheon")
    score(state, REASON)
    state.settle()
    return state


def _free_location(state: BelloState, kind: int) -> int:
    board = state.ruleset.board
    for place in board.places:
        if board.kind[place] == kind and state.owner(place) < 0:
            return place
    raise SetupError("more locations are controlled than the island has", "too_many_locations")


def _roomy_location(state: BelloState) -> int:
    for place in state.ruleset.board.places:
        if state.room(place) > 0:
            return place
    raise SetupError("more followers stand on the island than it has room for", "too_many_followers")


COMPANION: Final = d.Companion(counted, finish)
