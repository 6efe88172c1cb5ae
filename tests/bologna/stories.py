"""Matches told by scripted chance and written moves, for tests that need a whole story."""

from __future__ import annotations

from typing import Any

from ludoteca.games.bologna import GAME
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.bologna.table import looking_at

QUIET: dict[str, Any] = {"first_player": "seat0", "deus_ex_machina": False}
IDLE = ["roll5", "choose WWW", "use W", "target +0", "use W", "target +0", "target +0"]
"""A turn that changes nothing: a player with neither People nor Bologna pours three Wines for himself."""
IDLE_ROLL = "rolled TBWWW"


def told(seats: int, roles: list[str], chance: list[str], moves: list[str], **options: Any) -> Match:
    """The match in which each move is made by whoever is awaited."""
    outcomes = [*(f"dealt {role}" for role in roles), *chance]
    match = Match(GAME, GAME.setup(seats, {**QUIET, **options}), Scripted(outcomes))
    for move in moves:
        match.play(match.actor, move)
    return match


def third_turn_on_two_of_each(role: str) -> Match:
    """Seat 0 of three has just come to hold two of each kind, the Innkeeper's goal; a Wine is left."""
    chance = ["rolled PPTTK", *[IDLE_ROLL] * 2, "rolled TKKBB", *[IDLE_ROLL] * 2, "rolled BBWWW"]
    moves = [
        *("choose PPT", "use P", "use P"),
        *IDLE * 2,
        *("roll5", "choose TKK", "use T", "use K", "use K"),
        *IDLE * 2,
        *("roll5", "choose BBW", "use B", "use B"),
    ]
    return told(3, [role, "dean", "silk"], [*chance, "rolled PPTTK", "rolled PPTTK"], moves)


def lively(match: Match, source: Stream) -> str:
    """A move that makes things happen: often towards the goal, sometimes a guess, sometimes anything."""
    options = match.options
    guesses = [action for action in options if action.verb.name == "guess"]
    if guesses and source.below(3) == 0:
        return guesses[source.below(len(guesses))].text
    if match.state.step.name() == "miracle":
        return "let-stand" if source.below(4) else "miracle"
    if source.below(4) == 0:
        return options[source.below(len(options))].text
    actor = match.actor
    best: list[tuple[float, str]] = []
    for action in options:
        if action not in guesses:
            twin = looking_at(match).state.copy()
            twin.play(action)
            best.append((GAME.bot.evaluate(twin, actor), action.text))
    return max(best)[1]
