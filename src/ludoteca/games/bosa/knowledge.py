"""What each seat may know in Bosa: goals are secret, stacks have no order yet, all else lies open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.games.bosa.rules.actions import GOAL_CARDS, GOALS_DEALT, PAIRS
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.scoring import goal_scores, goals_in
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

FACE_DOWN: Final = -2
NO_WORTHS: Final[list[int]] = [0] * GOALS_DEALT


@dataclass(frozen=True)
class BosaView(View):
    """The table as one seat sees it. Cards and goals are numbers of the edition, -1 where nothing lies.

    `goals[seat]` holds -2 for each goal lying face down; `chosen[seat]` is the pair a seat scores, -1 while
    it has not chosen and -2 while its choice is secret. `goal_worths` are the points of the
    viewer's goals while it chooses among them.
    """

    phase: str
    season: int
    turn: int
    turns: int
    first: int
    current: int
    market: tuple[int, ...]
    stack: int
    unseen: tuple[int, ...]
    held: int
    cell: int
    line: tuple[int, ...]
    fired: int
    copied: int
    grids: tuple[tuple[int, ...], ...]
    goods: tuple[tuple[int, ...], ...]
    coins: tuple[int, ...]
    scores: tuple[int, ...]
    sold: tuple[int, ...]
    patronage: tuple[int, ...]
    leftovers: tuple[int, ...]
    goal_points: tuple[int, ...]
    goals: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    goal_worths: tuple[int, ...]
    with_goals: bool
    tray: int
    places: tuple[int, ...]
    over: bool


def view(state: BosaState, seat: int) -> BosaView:
    """Everything but the goals of others, which stay face down until the match ends (BOS-1.9, BOS-7.2)."""
    return BosaView(*facts(state, seat))


def facts(state: BosaState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields."""
    towns = state.towns
    ruleset = state.ruleset
    return [
        seat,
        state.actor,
        state.step.name() if state.agenda else "over",
        state.season,
        state.turn,
        ruleset.turns,
        state.first,
        state.current,
        tuple(state.market),
        state.stack,
        tuple(state.unseen_cards()),
        state.held,
        state.cell,
        tuple(state.line),
        state.fired,
        state.copied,
        tuple([tuple(town.grid) for town in towns]),
        tuple([tuple(town.goods) for town in towns]),
        tuple([town.coins for town in towns]),
        tuple([town.score for town in towns]),
        tuple([town.sold for town in towns]),
        tuple([town.patronage for town in towns]),
        tuple([town.leftovers for town in towns]),
        tuple([town.goal_points for town in towns]),
        tuple([_goals(state, seat, other) for other in range(state.seats)]),
        tuple([seen_choice(state, seat, other) for other in range(state.seats)]),
        tuple(goal_worths(state, seat)),
        ruleset.goals,
        state.tray() if ruleset.limited else NOTHING,
        state.result.places if state.result is not None else (),
        state.over,
    ]


def knows_goals(state: BosaState, seat: int, other: int) -> bool:
    return seat == other or state.over


def _goals(state: BosaState, seat: int, other: int) -> tuple[int, ...]:
    goals = goals_in(state.towns[other].goals)
    return tuple(goals) if knows_goals(state, seat, other) else (FACE_DOWN,) * len(goals)


def seen_choice(state: BosaState, seat: int, other: int) -> int:
    """The pair of goals that another seat scores, as far as a seat knows it."""
    chosen = state.towns[other].chosen
    return chosen if chosen == NOTHING or knows_goals(state, seat, other) else FACE_DOWN


def goal_worths(state: BosaState, seat: int) -> list[int]:
    """BOS-7.2: what each of a seat's goals would score, while it chooses two of them; else nothing."""
    if state.current == NOTHING and state.actor == seat >= 0 and not state.over:
        return goal_scores(state, state.towns[seat])
    return NO_WORTHS


def imagine(state: BosaState, seat: int, source: Source) -> BosaState:
    """The same table with the others' goals dealt again, and their secret choices made again."""
    twin = state.copy()
    if state.over or not state.ruleset.goals:
        return twin
    own = state.towns[seat].goals if seat >= 0 else 0
    order = shuffled([goal for goal in range(GOAL_CARDS) if not (own >> goal) & 1], source)
    dealt = 0
    for other in range(state.seats):
        if other == seat:
            continue
        town = twin.towns[other]
        number = town.goals.bit_count()
        town.goals = 0
        for goal in order[dealt : dealt + number]:
            town.goals |= 1 << goal
        dealt += number
        if town.chosen != NOTHING:
            town.chosen = source.below(len(PAIRS))
    twin.goal_cards = 0
    for goal in order[dealt:]:
        twin.goal_cards |= 1 << goal
    twin.look_again()
    return twin


def secrets(state: BosaState, seat: int) -> list[tuple[str, str]]:
    """The goals that lie face down, and the pairs chosen in secret."""
    if state.over or not state.ruleset.goals:
        return []
    found: list[tuple[str, str]] = []
    for other in range(state.seats):
        town = state.towns[other]
        if other != seat and town.goals:
            found.append((f"goals of seat {other}", str(goals_in(town.goals))))
        if other != seat and town.chosen != NOTHING:
            found.append((f"choice of seat {other}", str(town.chosen)))
    if state.goal_cards:
        found.append(("goals not dealt", str(goals_in(state.goal_cards))))
    return found
