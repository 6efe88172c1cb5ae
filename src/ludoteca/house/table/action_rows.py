"""Several actions of one seat in a row: whether they may be sent as one command, and how far they happen.

Whether a row is refused depends on what its seat can know alone: a refusal costs nothing, so one that
depended on hidden things could be used to look at them.
"""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

WORLDS: Final = 8
"""Worlds that the seat cannot tell apart, in which a row is tried before it is accepted."""


def unforeseeable_action(match: Match, seat: int, texts: list[str]) -> str:
    """The first action of the row that may be impossible, as far as the seat can know, or empty."""
    if len(texts) == 1:
        return ""
    source = Stream(len(match.story), f"row {seat}")
    for _ in range(WORLDS):
        world: State = match.game.imagine(match.state, seat, source)
        played = _play(match, world, seat, texts)
        if played < len(texts):
            return texts[played]
    return ""


def possible_beginning(match: Match, seat: int, texts: list[str]) -> list[str]:
    """The actions up to the first that turns out to be impossible, because something hidden came to light."""
    if len(texts) == 1:
        return texts
    return texts[: _play(match, match.state.copy(), seat, texts)]


def ends_turn(match: Match, seat: int, texts: list[str]) -> bool:
    """Whether the turn would end by itself after these actions, as far as the seat can know."""
    presentation = presentation_of(match.game)
    turn_of = presentation.turn_of
    if turn_of is None or texts[-1].partition(" ")[0] in presentation.ending:
        return False
    world: State = match.game.imagine(match.state, seat, Stream(len(match.story), f"end {seat}"))
    if turn_of(match.game.view(world, seat)) != seat:
        return False
    _play(match, world, seat, texts)
    croupier = Seeded(len(match.story))
    while world.actor == CHANCE:
        world.play(croupier.settle(world))
    return world.over or turn_of(match.game.view(world, seat)) != seat


def _play(match: Match, state: State, seat: int, texts: list[str]) -> int:
    """How many of the actions can be played in a row, nobody else and no chance between them."""
    for number, text in enumerate(texts):
        action = match.game.catalogue.by_text.get(text)
        if action is None or state.actor != seat or action not in state.choices:
            return number
        state.play(action)
    return len(texts)
