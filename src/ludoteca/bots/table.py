"""Bots around a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.bots.bot import Bot, Deed, Perspective, Random, observe
from ludoteca.bots.greedy import Greedy, Hasty
from ludoteca.bots.ismcts import UNLIMITED, Ismcts
from ludoteca.bots.levels import LEVELS, Levelled
from ludoteca.bots.parallel import Parallel
from ludoteca.bots.playout import Tally, random_playout
from ludoteca.kernel.croupier import Croupier
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import sees
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State

LONGEST: Final = 600.0


def make_bot(text: str) -> Bot:
    """The bot a text names.

    `random`; `greedy`, or `greedy:12` for one that imagines twelve worlds; `hasty:0.1`, a greedy one that
    misjudges every option by about 0.1; `ismcts:500` (iterations a decision), `ismcts:0.1s` (seconds a
    decision), `ismcts:0.1s@4` (on four cores); `level:strong`, whatever the game at hand means by it.
    """
    name, _, strength = text.partition(":")
    if name == "random" and not strength:
        return Random()
    if name == "greedy" and (not strength or (strength.isdigit() and int(strength) > 0)):
        return Greedy(int(strength)) if strength else Greedy()
    if name == "hasty" and (blur := _decimal(strength)) is not None and blur <= 1.0:
        return Hasty(blur)
    if name == "ismcts" and (searcher := _searcher(strength)) is not None:
        return searcher
    if name == "level" and strength in LEVELS:
        return Levelled(strength)
    searchers = "ismcts:ITERATIONS, ismcts:SECONDSs, ismcts:SECONDSs@CORES"
    known = f"random, greedy, greedy:WORLDS, hasty:BLUR, {searchers}, level:NAME"
    raise LudotecaError(f"there is no bot “{text}”; there are {known} (levels: {', '.join(LEVELS)})")


def _searcher(strength: str) -> Bot | None:
    """`500`, `0.1s`, `500@4`: a search with that budget, on that many cores."""
    budget, at, cores = strength.partition("@")
    if at and (not cores.isdigit() or int(cores) < 1):
        return None
    iterations, seconds = 0, UNLIMITED
    if budget.isdigit() and int(budget) > 0:
        iterations = int(budget)
    elif budget.endswith("s") and (limit := _decimal(budget[:-1])) is not None:
        seconds = min(limit, LONGEST)
    else:
        return None
    return Parallel(int(cores), iterations, seconds) if at else Ismcts(iterations, seconds)


def _decimal(text: str) -> float | None:
    """A plain decimal number that is not negative, or None."""
    whole, _, rest = text.partition(".")
    return float(text) if whole.isdigit() and (rest.isdigit() or "." not in text) else None


def play_out(game: Game[Any], state: State, bots: Sequence[Bot], croupier: Croupier, seed: int) -> Tally:
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
            perspective = Perspective(game, state, seat, sources[seat], stories[seat])
            action = bots[seat].choose(perspective, sources[seat])
            decisions += 1
        observe(stories, state, action)
        state.play(action)
    return Tally(decisions, outcomes)


def play_match(match: Match, bots: Sequence[Bot | None], seed: int) -> None:
    """Let the bots play a match until it ends or a seat without a bot is awaited."""
    while match.result is None:
        seat = match.actor
        bot = bots[seat]
        if bot is None:
            return
        source = Stream(seed, f"bot {seat} {len(match.story)}")
        match.play(seat, bot.choose(perspective_in(match, seat, source), source))


def perspective_in(match: Match, seat: int, source: Source) -> Perspective:
    """What a seat knows in a match, with everything it saw happen."""
    return Perspective(match.game, match.state, seat, source, story_of(match, seat), match.log(seat))


def story_of(match: Match, seat: int) -> list[Deed]:
    """Every action that counts, as a seat saw it."""
    story: list[Deed] = []
    for entry in match.entries:
        if entry.seat == seat or sees(entry.audience, seat):
            story.append((entry.seat, entry.action))
        elif not entry.traceless:
            story.append((entry.seat, None))
    return story
