"""The companion of the boxed game: where the cards lie, tracks and stores at the end (BOM-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca import draw as d
from ludoteca.games.bomarzo.rules.actions import CARDS, FIELDS, GODS, KINDS, TRACKS
from ludoteca.games.bomarzo.rules.cards import ONE_CARD
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.games.bomarzo.rules.scoring import begin_scoring
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.setup import lay_table
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.options import Setup
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

STORES: Final = KINDS[:2]
"""Wine counts nothing (BOM-12.4)."""
MOST_POINTS: Final = 99


class Lying(NamedTuple):
    """Where a card lies: with a seat on its first side, upgraded and counted for a field, or under a god."""

    seat: int = -1
    field: int = -1
    god: int = -1


def places(edition: BomarzoEdition, seats: int, card: int) -> list[Lying]:
    """Where a card can lie at the end; first nowhere."""
    fields = [field for field in range(len(FIELDS)) if edition.fields[card] >> field & 1]
    laid = [Lying(seat, field) for seat in range(seats) for field in (-1, *fields)]
    return [Lying(), *laid, *[Lying(god=god) for god in range(GODS)]]


def counted(setup: Setup, speaker: Speaker, seat: int) -> list[d.Counted]:
    """A seat's points so far, tracks and stores; for all, the first order of the pantheon and every card."""
    edition = setup.edition
    assert isinstance(edition, BomarzoEdition)
    say = speaker.book.phrase
    if seat >= 0:
        tracks = [speaker.spell("track", track) for track in range(len(TRACKS))]
        return [
            d.Counted("points", say("companion", "points"), "BOM-9.6", most=MOST_POINTS, about="worth"),
            *[
                d.Counted(name, tracks[track], "BOM-12.4", most=edition.track_end, about=f"track {name}")
                for track, name in enumerate(TRACKS)
            ],
            d.Counted(
                "arrival",
                say("companion", "arrival"),
                "BOM-12.7",
                most=setup.seats,
                times=len(TRACKS),
                columns=len(TRACKS),
                names=tracks,
            ),
            *[
                d.Counted(
                    name,
                    speaker.spell("kinds", kind),
                    "BOM-12.4",
                    most=edition.supply[kind],
                    about=f"store {name}",
                )
                for kind, name in enumerate(STORES)
            ],
        ]
    gods = [speaker.spell("divinity", god) for god in range(GODS)]
    return [
        d.Counted(
            "order",
            say("companion", "order"),
            "BOM-12.2",
            values=gods,
            times=GODS,
            columns=4,
            shared=True,
            usual=list(range(GODS)),
        ),
        *[
            d.Counted(
                f"card {card}",
                speaker.spell("card", card),
                "BOM-12.3",
                values=[_told(speaker, lying) for lying in places(edition, setup.seats, card)],
                shared=True,
                about=f"card {card}",
            )
            for card in range(1, CARDS + 1)
        ],
    ]


def _told(speaker: Speaker, lying: Lying) -> str:
    say = speaker.book.phrase
    if lying.god >= 0:
        return fill(say("companion", "under"), {"divinity": speaker.spell("divinity", lying.god)}, {})
    if lying.seat < 0:
        return "–"
    name = speaker.names[lying.seat]
    if lying.field < 0:
        return fill(say("companion", "first_side"), {"name": name}, {})
    field = speaker.spell("field", lying.field)
    return fill(say("companion", "upgraded"), {"name": name, "field": field}, {})


def finish(setup: Setup, table: d.Counts, seats: Sequence[d.Counts]) -> BomarzoState:
    """The park after the last season (BOM-12.1), scored."""
    state = lay_table(setup)
    state.agenda.clear()
    state.journal = []
    if sorted(table["order"]) != list(range(GODS)):
        raise SetupError("every divinity has one place in the pantheon", "god_twice")
    state.order = list(table["order"])
    for seat, entered in enumerate(seats):
        fief = state.fiefs[seat]
        fief.vp = entered["points"][0]
        fief.cubes = vec[i64]([entered[name][0] for name in STORES] + [0])
        fief.tracks = [entered[name][0] for name in TRACKS]
    _rank_arrivals(state, seats)
    for card in range(1, CARDS + 1):
        lying = places(state.ruleset.edition, setup.seats, card)[table[f"card {card}"][0]]
        _lay(state, card, lying)
    begin_scoring(state)
    state.settle()
    return state


def _rank_arrivals(state: BomarzoState, seats: Sequence[d.Counts]) -> None:
    """BOM-12.7: at the end of a track nobody shares a place."""
    for track in range(len(TRACKS)):
        there = [
            seat for seat in range(state.seats)
            if state.fiefs[seat].tracks[track] == state.ruleset.edition.track_end
        ]  # fmt: skip
        came = [seats[seat]["arrival"][track] for seat in there]
        if len(there) > 1 and (0 in came or len(set(came)) < len(came)):
            raise SetupError("several stand at the end of a track: say who came first", "arrival_unknown")
        for place, seat in enumerate(sorted(there, key=lambda one: seats[one]["arrival"][track]), 1):
            state.fiefs[seat].ten_rank[track] = place


def _lay(state: BomarzoState, card: int, lying: Lying) -> None:
    """A card leaves the deck for where it lies. Whoever laid it under a divinity makes no difference."""
    one = ONE_CARD[card]
    if lying == Lying():
        return
    state.deck &= ~one
    if lying.god >= 0:
        state.fiefs[0].under[lying.god] |= one
    elif lying.field < 0:
        state.fiefs[lying.seat].level1 |= one
    else:
        state.fiefs[lying.seat].level2 |= one
        state.assigned[lying.field] |= one & state.ruleset.edition.two_fields


COMPANION: Final = d.Companion(counted, finish)
