"""What must hold after every step of Bologna: conservation of tokens, dice and cards."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.dice import KINDS, NAMES, SYMBOLS, contains, count
from ludoteca.games.bologna.rules.scoring import SIN, wins_by_tokens
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.rules.steps.roles import roles_in_play

FULL_TRAY: Final = 5
CHECKED: Final = ("turn", "freshturn", "act", "finish")
"""The questions that come right after a check point (BOL-4.4)."""


def faults(state: BolognaState) -> list[str]:
    """Every invariant that the state breaks, in words."""
    found: list[str] = []
    _tokens(state, found)
    _dice(state, found)
    _roles(state, found)
    if not state.over:
        _seats(state, found)
        _decisions(state, found)
    return found


def _tokens(state: BolognaState, found: list[str]) -> None:
    for kind in range(KINDS):
        held = [state.holds(seat, kind) for seat in range(state.seats)]
        pool = state.pool[kind]
        if pool + sum(held) != state.ruleset.edition.supply[kind] or min(*held, pool) < 0:
            found.append(f"{NAMES[kind]} tokens do not add up: pool {pool}, seats {held}")
    sleepers = sum(player.asleep for player in state.players)
    if state.sleep_tokens + sleepers != state.ruleset.edition.skip_tokens:
        found.append("skip tokens do not add up")


def _dice(state: BolognaState, found: list[str]) -> None:
    def size(dice: int) -> int:
        return sum(count(dice, symbol) for symbol in range(SYMBOLS))

    if size(state.left) not in (0, 2):
        found.append(f"{size(state.left)} dice are passed on")
    if state.rolled and size(state.kept + state.rolled) != FULL_TRAY:
        found.append("the dice on the table are not five")
    if state.chosen and not contains(state.kept + state.rolled - state.rest, state.todo):
        found.append("unused dice are not among the chosen")


def _roles(state: BolognaState, found: list[str]) -> None:
    held = [player.role for player in state.players if player.role != NO_ROLE]
    held += [lost.role for player in state.players for lost in player.lost]
    held += [role for role in range(roles_in_play(state.seats)) if (state.deck >> role) & 1]
    if len(set(held)) != len(held):
        found.append("a role is in two places")
    roleless = any(player.role == NO_ROLE for player in state.players)
    if len(held) != roles_in_play(state.seats) and not (state.ruleset.duel and state.over and roleless):
        found.append(f"{len(held)} roles are known, expected {roles_in_play(state.seats)}")


def _seats(state: BolognaState, found: list[str]) -> None:
    if state.first >= 0 and state.turn:
        if state.ruleset.deus_ex_machina and (state.deus < 0 or not state.players[state.deus].alive):
            found.append("nobody alive holds the Deus-Ex Machina")
        if not state.ruleset.deus_ex_machina and state.deus != -1:
            found.append("somebody holds a Deus-Ex Machina that is not in play")
    for seat, player in enumerate(state.players):
        most = max(player.tokens)
        if not player.alive and (most > 0 or player.asleep or seat in (state.active, state.actor)):
            found.append(f"seat {seat} has left but still takes part")
        if state.ruleset.deadly_sins and player.role != BRIGAND and most >= SIN and state.actor >= 0:
            found.append(f"seat {seat} holds too many of a kind")


def _decisions(state: BolognaState, found: list[str]) -> None:
    if state.actor < 0 or not state.turn:
        return
    if state.step.seat == state.active and state.step.name() in CHECKED:
        if wins_by_tokens(state, state.active):
            found.append("the active player's goal is met and he has not won")
        if any(
            player.role == BRIGAND and player.alive and wins_by_tokens(state, seat)
            for seat, player in enumerate(state.players)
        ):
            found.append("the Brigand's goal is met and he has not won")
    if len(state.choices) > 36:
        found.append(f"{len(state.choices)} options are more than the most there can be")
