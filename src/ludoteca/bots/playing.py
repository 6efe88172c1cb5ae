"""Bots that play whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.bots.bot import Bot, Deed, Perspective, Random, observe
from ludoteca.bots.flag import NO_WISH
from ludoteca.bots.random_playout import PlayoutCounts, random_playout
from ludoteca.kernel.contracts import Remark
from ludoteca.kernel.croupier import Croupier
from ludoteca.kernel.events import sees
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State


def play_out(
    game: Game[Any],
    state: State,
    bots: Sequence[Bot],
    croupier: Croupier,
    seed: int,
    setup: Setup | None = None,
) -> PlayoutCounts:
    """Let the bots play a settled state to its end. The same seed gives the same match."""
    if all(isinstance(bot, Random) for bot in bots):
        return random_playout(state, croupier, Stream(seed, "bots"))
    sources = [Stream(seed, f"bot {seat}") for seat in range(len(bots))]
    stories: list[list[Deed]] = [[] for _ in bots]
    decisions = outcomes = 0
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            action = croupier.settle(state)
            outcomes += 1
        else:
            perspective = Perspective(game, state, seat, sources[seat], stories[seat], (), setup)
            action = bots[seat].choose(perspective, sources[seat])
            decisions += 1
        observe(stories, state, action)
        state.play(action)
    return PlayoutCounts(decisions, outcomes)


def play_match(match: Match, bots: Sequence[Bot | None], seed: int) -> None:
    """Let the bots play a match until it ends or a seat without a bot is awaited."""
    while match.result is None:
        seat = match.actor
        bot = bots[seat]
        if bot is None:
            return
        source = Stream(seed, f"bot {seat} {len(match.story)}")
        match.play(seat, bot.choose(perspective_in(match, seat, source), source))


def perspective_in(match: Match, seat: int, source: Source, wish: int = NO_WISH) -> Perspective:
    """What a seat knows in a match, with everything it saw happen and where people wish it to come."""
    return Perspective(
        match.game, match.state, seat, source, story_of(match, seat), match.log(seat), match.setup, wish
    )


def remark_in(match: Match, seat: int, bot: Bot | None = None, wish: int = NO_WISH) -> Remark | None:
    """What a seat tells of its plans, from what it can know and as its bot sees things; None where its game
    keeps bots silent.
    """
    if match.game.bot is None or match.game.bot.remark is None or match.result is not None:
        return None
    source = Stream(0, "remark")
    perspective = Perspective(
        match.game, match.state, seat, source, story_of(match, seat), (), match.setup, wish
    )
    return perspective.remark if bot is None else bot.remark(perspective)


def story_of(match: Match, seat: int) -> list[Deed]:
    """Every action that counts, as a seat saw it."""
    story: list[Deed] = []
    for entry in match.entries:
        known = entry.seat == seat or sees(entry.audience, seat)
        story.append((entry.seat, entry.action if known else None))
    return story
