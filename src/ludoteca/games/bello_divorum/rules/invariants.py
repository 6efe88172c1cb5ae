"""What must hold after every step of Bello Divorum: conservation of followers and chips, limits, Doomsday."""

from __future__ import annotations

from ludoteca.games.bello_divorum.rules.actions import PLACES
from ludoteca.games.bello_divorum.rules.edition import KIND_NAMES, KINDS
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.acting import MOST_OPTIONS


def faults(state: BelloState) -> list[str]:
    """Every invariant that the state breaks, in words."""
    found: list[str] = []
    _followers(state, found)
    _chips(state, found)
    _doomsday(state, found)
    _decision(state, found)
    return found


def _followers(state: BelloState, found: list[str]) -> None:
    edition = state.ruleset.edition
    for seat in range(state.seats):
        standing = sum(state.count(seat, place) for place in range(PLACES))
        supply = state.players[seat].supply
        if standing + supply != edition.followers or supply < 0:
            found.append(f"followers of seat {seat}: {standing} on the board, {supply} in supply")
        where = [place for place in range(PLACES) if state.count(seat, place)]
        if state.stands(seat) != where:
            found.append(f"seat {seat} stands on {where}, noted as {state.stands(seat)}")
        held = [place for place in range(PLACES) if state.owner(place) == seat]
        if state.holds(seat) != held:
            found.append(f"seat {seat} controls {held}, noted as {state.holds(seat)}")
    full = [place for place in range(PLACES) if state.crowd(place) == edition.room]
    if members(state.full) != full:
        found.append(f"locations {full} are full, noted as {members(state.full)}")
    for place in range(PLACES):
        owner, crowd = state.owners[place], state.crowds[place]
        counts = [player.followers[place] for player in state.players]
        if sum(counts) != crowd or not 0 <= crowd <= edition.room:
            found.append(f"location {place} holds {counts}, counted as {crowd}")
        if owner >= 0 and counts[owner] != crowd:
            found.append(f"location {place} of seat {owner} holds followers of others: {counts}")
        if place not in state.ruleset.board.places and (owner >= 0 or crowd):
            found.append(f"location {place} is not on this board but in use")


def _chips(state: BelloState, found: list[str]) -> None:
    board = state.ruleset.board
    for seat in range(state.seats):
        for kind in range(KINDS):
            laid = sum(state.owner(place) == seat and board.kind[place] == kind for place in board.places)
            left = state.players[seat].chips[kind]
            if laid + left != state.ruleset.edition.chips[kind] or left < 0:
                found.append(f"{KIND_NAMES[kind]} chips of seat {seat}: {laid} laid, {left} in supply")
    edition = state.ruleset.edition
    worth = sum(edition.faith[board.kind[place]] for place in board.places)
    points = sum(state.faith(seat) for seat in range(state.seats))
    if points > edition.followers * state.seats + worth:
        found.append(f"{points} Faith Points are more than there can be")


def _doomsday(state: BelloState, found: list[str]) -> None:
    ruleset = state.ruleset
    if not 0 <= state.doom <= ruleset.track:
        found.append(f"the Doomsday Token is on step {state.doom} of {ruleset.track}")
    if state.doom < min(state.round - 1, ruleset.track):
        found.append(f"round {state.round} with the Doomsday Token on {state.doom}")
    if state.over and state.doom != ruleset.track:
        found.append(f"the match is over with the Doomsday Token on {state.doom} of {ruleset.track}")
    turn = state.turn
    if turn.actions < 0 or turn.moves < 0 or turn.returns < 0:
        found.append(f"{turn.actions} actions, {turn.moves} moves, {turn.returns} returns left")
    if state.final_turn and state.doom != ruleset.track:
        found.append("a last turn before the circle is complete")


def _decision(state: BelloState, found: list[str]) -> None:
    if state.actor >= 0:
        if not 2 <= len(state.choices) <= MOST_OPTIONS:
            found.append(f"{len(state.choices)} options are offered")
        if len(set(state.choices)) != len(state.choices):
            found.append("an option is offered twice")
        if state.order and state.actor != state.turn.active and not _late_recruit(state):
            found.append(f"seat {state.actor} decides in the turn of seat {state.turn.active}")


def _late_recruit(state: BelloState) -> bool:
    return state.step.name() == "muster" and state.doom == state.ruleset.track
