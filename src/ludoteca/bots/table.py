"""Bots around a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective, Random
from ludoteca.bots.greedy import Greedy
from ludoteca.bots.playout import Tally, random_playout
from ludoteca.kernel.croupier import Croupier
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

BOTS: Final = ("random", "greedy")


def make_bot(text: str) -> Bot:
    """The bot a text names: `random`, `greedy`, or `greedy:12` for a greedy one that imagines twelve
    worlds.
    """
    name, _, strength = text.partition(":")
    if name == "random" and not strength:
        return Random()
    if name == "greedy" and (not strength or (strength.isdigit() and int(strength) > 0)):
        return Greedy(int(strength)) if strength else Greedy()
    raise LudotecaError(f"there is no bot “{text}”; there are {', '.join(BOTS)} and greedy:WORLDS")


def play_out(game: Game[Any], state: State, bots: Sequence[Bot], croupier: Croupier, seed: int) -> Tally:
    """Let the bots play a settled state to its end. The same seed gives the same match."""
    if all(isinstance(bot, Random) for bot in bots):
        return random_playout(state, croupier, Stream(seed, "bots"))
    sources = [Stream(seed, f"bot {seat}") for seat in range(len(bots))]
    decisions = outcomes = 0
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            state.play(croupier.settle(state))
            outcomes += 1
        else:
            state.play(bots[seat].choose(Perspective(game, state, seat, sources[seat]), sources[seat]))
            decisions += 1
    return Tally(decisions, outcomes)


def play_match(match: Match, bots: Sequence[Bot | None], seed: int) -> None:
    """Let the bots play a match until it ends or a seat without a bot is awaited."""
    while match.result is None:
        seat = match.actor
        bot = bots[seat]
        if bot is None:
            return
        source = Stream(seed, f"bot {seat} {len(match.story)}")
        match.play(seat, bot.choose(Perspective(match.game, match.state, seat, source), source))
