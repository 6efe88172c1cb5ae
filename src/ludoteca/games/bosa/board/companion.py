"""The companion of the boxed game: the last patronage, leftovers and goals (BOS-6.1, BOS-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca import draw as d
from ludoteca.games.bosa.rules.actions import CELLS, GOALS_DEALT, RESOURCES, SEASONS, SIDE
from ludoteca.games.bosa.rules.edition import BosaEdition
from ludoteca.games.bosa.rules.events import SEASON_BEGAN
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.season import end_season
from ludoteca.games.bosa.rules.steps.setup import lay_table
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.options import Setup
from ludoteca.kernel.speaker import Speaker

MOST_POINTS: Final = 999


def counted(setup: Setup, speaker: Speaker, seat: int) -> list[d.Counted]:
    """A seat's points and coins before the last patronage, its goods; with goals, those and the townscape."""
    edition = setup.edition
    assert isinstance(edition, BosaEdition)
    if seat < 0:
        return []
    say = speaker.book.phrase
    asked = [
        d.Counted("points", say("companion", "points"), "BOS-4.9", most=MOST_POINTS, about="sign points"),
        d.Counted("coins", say("companion", "coins"), "BOS-6.1", most=edition.coin_tokens, about="purse"),
        *[
            d.Counted(
                name, speaker.spell("resources", good), "BOS-7.1", most=edition.cap, about=f"boat {name}"
            )
            for good, name in enumerate(RESOURCES)
        ],
    ]
    if not setup.on("goals"):
        return asked
    goals = [speaker.spell("goal", goal) for goal in range(len(edition.goals))]
    colours = [speaker.spell("colour", colour) for colour in range(len(edition.colours))]
    first = list(range(GOALS_DEALT * seat, GOALS_DEALT * (seat + 1)))
    return [
        *asked,
        d.Counted(
            "goals", say("companion", "goals"), "BOS-7.2", values=goals, times=GOALS_DEALT, usual=first
        ),
        d.Counted(
            "townscape",
            say("board", "townscape"),
            "BOS-8.2",
            values=["–", *colours],
            times=CELLS,
            columns=SIDE,
        ),
    ]


def finish(setup: Setup, table: d.Counts, seats: Sequence[d.Counts]) -> BosaState:
    """The town at the end of the last season (BOS-6.6): patronage, leftovers, the best two goals."""
    state = lay_table(setup)
    state.agenda.clear()
    state.journal = []
    state.first, state.season = 0, SEASONS
    state.tell(SEASON_BEGAN, SEASONS, 0)
    for seat, entered in enumerate(seats):
        town = state.towns[seat]
        town.score = town.sold = entered["points"][0]
        town.coins = entered["coins"][0]
        town.goods = vec[i64]([entered[name][0] for name in RESOURCES])
        if state.ruleset.goals:
            _deal_goals(state, seat, entered["goals"])
            _build(state, seat, entered["townscape"])
    end_season(state)
    state.settle()
    return state


def _deal_goals(state: BosaState, seat: int, goals: Sequence[int]) -> None:
    for goal in goals:
        if not (state.goal_cards >> goal) & 1:
            raise SetupError("a Goal card was entered twice", "goal_twice")
        state.goal_cards &= ~(1 << goal)
        state.towns[seat].goals |= 1 << goal


def _build(state: BosaState, seat: int, colours: Sequence[int]) -> None:
    """Any house of the colour will do: goals look at colours alone (BOS-8.2)."""
    for cell, entered in enumerate(colours):
        if entered:
            card = next(card for card in state.ruleset.edition.cards if card.colour == entered - 1)
            state.towns[seat].build(cell, card)


COMPANION: Final = d.Companion(counted, finish, {"goal_choice": "auto"}, ("goals",))
