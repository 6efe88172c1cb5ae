"""What must hold after every step of Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import (
    CARDS,
    CELLS,
    GOALS_DEALT,
    PAIRS,
    SIDE,
    SLOTS,
    START_CARDS,
    TURNS,
)
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.scoring import colours_of, goals_in, score_goal
from ludoteca.games.bosa.rules.state import FULL_STACK, BosaState, Town
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO, Take

MOST_OPTIONS: Final = 16


def faults(state: BosaState) -> list[str]:
    """Every invariant that the state breaks, in words."""
    found: list[str] = []
    for seat, town in enumerate(state.towns):
        _amounts(state, seat, town, found)
        _townscape(state, seat, town, found)
    _coins(state, found)
    _cards(state, found)
    _market(state, found)
    _line(state, found)
    _goals(state, found)
    if len(state.choices) > MOST_OPTIONS:
        found.append(f"{len(state.choices)} options are more than the most there can be")
    return found


def _amounts(state: BosaState, seat: int, town: Town, found: list[str]) -> None:
    if min(town.goods) < 0 or max(town.goods) > state.ruleset.cap:
        found.append(f"seat {seat} has impossible resources {list(town.goods)}")
    if town.coins < 0 or town.score < 0:
        found.append(f"seat {seat} has {town.coins} coins and {town.score} points")
    parts = town.sold + town.patronage + town.leftovers + town.goal_points
    if town.score != parts:
        found.append(f"seat {seat} has {town.score} points, but they were earned as {parts}")
    seasons = state.season if state.current == NOTHING else state.season - 1
    if town.patronage not in _patronage_sums(state, seasons):
        found.append(f"seat {seat} earned {town.patronage} points by patronage in {seasons} seasons")


def _patronage_sums(state: BosaState, seasons: int) -> set[int]:
    """What the chart can have brought in so many seasons."""
    sums = {0}
    for _ in range(seasons):
        sums |= {total + points for total in sums for _, points in state.ruleset.edition.chart}
    return sums


def _townscape(state: BosaState, seat: int, town: Town, found: list[str]) -> None:
    filled = [cell for cell in range(CELLS) if town.grid[cell] != NOTHING]
    if town.filled != sum(1 << cell for cell in filled):
        found.append(f"seat {seat}: the filled cells are remembered wrongly")
    cards = [state.ruleset.edition.cards[town.grid[cell]] for cell in filled]
    if list(town.counts) != [
        sum(card.colour == colour for card in cards) for colour in range(len(town.counts))
    ]:
        found.append(f"seat {seat}: the colours are counted wrongly")
    lengths = [sum(cell // SIDE == row for cell in filled) for row in range(SIDE)]
    stairs = [SIDE * row + column for row in range(SIDE) for column in range(lengths[row])]
    if filled != stairs or lengths != sorted(lengths, reverse=True):
        found.append(f"seat {seat}: the townscape has a gap, rows hold {lengths}")
    if cards and cards[0].season != 0:
        found.append(f"seat {seat}: the first card is no Start card")
    if state.season and len(filled) != 1 + _turns_placed(state, seat):
        found.append(f"seat {seat} has {len(filled)} buildings after {_turns_placed(state, seat)} turns")


def _turns_placed(state: BosaState, seat: int) -> int:
    """How many cards the seat has placed so far, by the turns that have gone by."""
    offset = (seat - state.first) % state.seats
    done = (state.turn - offset + state.seats - 1) // state.seats
    if seat == state.current and state.cell != NOTHING:
        done += 1
    return TURNS * (state.season - 1) + done


def _coins(state: BosaState, found: list[str]) -> None:
    if state.ruleset.limited and state.tray() < 0:
        found.append(f"{-state.tray()} coins more are held than there are")


def _cards(state: BosaState, found: list[str]) -> None:
    seen = [number for town in state.towns for number in town.grid if number != NOTHING]
    seen += [number for number in state.market if number != NOTHING]
    seen += state.unseen_cards()
    if state.held != NOTHING:
        seen.append(state.held)
    seen += [card for card in range(START_CARDS) if (state.start_cards >> card) & 1]
    if len(set(seen)) != len(seen):
        found.append("a card is in two places")
    if any(number >= CARDS or state.ruleset.edition.cards[number].season > state.season for number in seen):
        found.append("a card of a later season is on the table")


def _market(state: BosaState, found: list[str]) -> None:
    drawn = state.ruleset.stack - state.stack
    if state.season and state.stack < 0:
        found.append(f"the stack holds {state.stack} cards")
    if state.season and state.unseen.bit_count() != (FULL_STACK.bit_count() - drawn):
        found.append(f"{drawn} cards were drawn, {state.unseen.bit_count()} are unseen")
    if not state.over and state.actor >= 0 and isinstance(state.step, Take):
        if NOTHING in state.market or len(state.market) != SLOTS:
            found.append("a card is taken from a market that is not full")
        if state.stack != state.ruleset.turns - 1 - state.turn:
            found.append(f"the stack holds {state.stack} cards in turn {state.turn}")


def _line(state: BosaState, found: list[str]) -> None:
    if not state.line:
        return
    if state.line not in (ROW_TO[state.cell], COLUMN_TO[state.cell]):
        found.append(f"the cells {state.line} are not the line of cell {state.cell}")
    if not 0 <= state.fired <= len(state.line):
        found.append(f"{state.fired} of {len(state.line)} cards have acted")
    if state.actor >= 0 and state.step.name() == "act" and state.fired == len(state.line):
        found.append("somebody is asked about a card although the line is done")


def _goals(state: BosaState, found: list[str]) -> None:
    places = [town.goals for town in state.towns] + [state.goal_cards]
    if sum(goals.bit_count() for goals in places) != len(state.ruleset.edition.goals):
        found.append("the Goal cards do not add up")
    for seat, town in enumerate(state.towns):
        expected = GOALS_DEALT if state.ruleset.goals and state.season else 0
        if state.season and town.goals.bit_count() != expected:
            found.append(f"seat {seat} has {town.goals.bit_count()} goals, expected {expected}")
        if state.over and state.ruleset.goals:
            hand = [state.ruleset.edition.goals[goal] for goal in goals_in(town.goals)]
            scores = [score_goal(goal, colours_of(state, town)) for goal in hand]
            if any(
                score > goal.most or score % goal.points for score, goal in zip(scores, hand, strict=True)
            ):
                found.append(f"seat {seat} scores its goals by {scores}")
            if town.goal_points != sum(scores[rank] for rank in PAIRS[town.chosen]):
                found.append(f"seat {seat} got {town.goal_points} points for goals worth {scores}")
        if state.over and town.filled != (1 << CELLS) - 1:
            found.append(f"seat {seat} ends with an unfinished townscape")
