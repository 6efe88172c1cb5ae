"""Bots named by texts, such as `greedy:12` or `ismcts:0.1s`, and bots of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.bots.bot import Bot, Random
from ludoteca.bots.fallible import Fallible
from ludoteca.bots.greedy import Greedy, Hasty
from ludoteca.bots.ismcts import UNLIMITED, Ismcts
from ludoteca.bots.levels import LEVELS, Levelled
from ludoteca.bots.other_weights import WeightsFromFile
from ludoteca.bots.own_bot import USUAL, Chooser, Terms
from ludoteca.bots.own_bot_finder import find_own_bot, python_bot, spelling
from ludoteca.bots.parallel import Parallel
from ludoteca.bots.responder import Responder
from ludoteca.bots.without_network import WithoutNetwork
from ludoteca.kernel.errors import LudotecaError

LONGEST: Final = 600.0

BotLike = str | Bot | type[Bot] | Chooser
"""A bot by its text; or one of your own: a bot, a class of bots, a function of a perspective and a source."""


def seat_bot(bot: BotLike, terms: Terms = USUAL) -> Bot:
    """A bot for one seat of one match, named by a text or given as an object."""
    return make_bot(bot, terms) if isinstance(bot, str) else python_bot(spelling(bot), bot, terms)


def make_bot(text: str, terms: Terms = USUAL) -> Bot:
    """The bot a text names.

    `random`; `greedy`, or `greedy:12` for one that imagines twelve worlds; `hasty:0.1`, a greedy one that
    misjudges every option by about 0.1; `fallible:0.6/0.2/0.1/0.1`, one that errs like a person: how far it
    misjudges, how often it overlooks its rivals or hurries, how many options it misses; `ismcts:500`
    (iterations a decision), `ismcts:0.1s` (seconds a decision), `ismcts:0.1s@4` (on four cores);
    `level:strong`, whatever the game at hand means by it; `sum:BOT`, another bot that judges by the weighted
    sum of features alone; `weighed:FILE.toml:BOT`, another bot that judges by the weights in a file;
    `respond:4:12:BOT`, one that knows that all others are this bot, tries every option in four worlds and
    plays twelve decisions on; `respond:4:12:BOT as OTHER`, one that imagines it as a quicker one.
    `ludoteca.bots.own_bot_finder` says how bots of one's own are named; the `terms` are for them.
    """
    name, _, strength = text.partition(":")
    if name == "sum" and strength:
        return WithoutNetwork(make_bot(strength, terms))
    if name == "weighed" and (found := _weighed(strength, terms)) is not None:
        return found
    if name == "respond" and (responder := _responder(strength, terms)) is not None:
        return responder
    if name == "random" and not strength:
        return Random()
    if name == "greedy" and (not strength or (strength.isdigit() and int(strength) > 0)):
        return Greedy(int(strength)) if strength else Greedy()
    if name == "hasty" and (blur := _decimal(strength)) is not None and blur <= 1.0:
        return Hasty(blur)
    if name == "fallible" and (faults := _faults(strength)) is not None:
        return Fallible(*faults)
    if name == "ismcts" and (searcher := _searcher(strength)) is not None:
        return searcher
    if name == "level" and strength in LEVELS:
        return Levelled(strength)
    own = find_own_bot(text, terms)
    if own is not None:
        return own
    searchers = "ismcts:ITERATIONS, ismcts:SECONDSs, ismcts:SECONDSs@CORES"
    others = "fallible:M/O/H/S, level:NAME, sum:BOT, weighed:FILE.toml:BOT, respond:WORLDS:AHEAD:BOT"
    of_ones_own = "python:MODULE:NAME, program:COMMAND, http://ADDRESS, policy:FILE"
    known = f"random, greedy, greedy:WORLDS, hasty:BLUR, {searchers}, {others}, {of_ones_own}"
    raise LudotecaError(f"there is no bot “{text}”; there are {known} (levels: {', '.join(LEVELS)})")


def _weighed(strength: str, terms: Terms) -> WeightsFromFile | None:
    """`evaluation.toml:greedy:1`: a file that ends in .toml, and the bot that judges by it."""
    path, ending, bot = strength.partition(".toml:")
    if not path or not ending or not bot:
        return None
    return WeightsFromFile(make_bot(bot, terms), Path(path + ".toml"))


def _responder(strength: str, terms: Terms) -> Responder | None:
    """`4:12:BOT as OTHER`: worlds, decisions ahead, the bot to be answered, and who stands in for it."""
    words = strength.split(":", 2)
    if len(words) != 3 or not words[0].isdigit() or not words[1].isdigit() or int(words[0]) < 1:
        return None
    frozen, quicker, stand_in = words[2].partition(" as ")
    imagined = stand_in if quicker else frozen
    make_bot(imagined, terms)
    return Responder(make_bot(frozen, terms), lambda: make_bot(imagined, terms), int(words[0]), int(words[1]))


def _faults(strength: str) -> list[float] | None:
    """`0.6/0.2/0.1/0.1`: a misjudgement and up to three shares."""
    found = [_decimal(part) for part in strength.split("/")]
    faults = [fault for fault in found if fault is not None]
    if len(faults) != len(found) or len(found) > 4 or faults[0] <= 0.0 or max([0.0, *faults[1:]]) > 1.0:
        return None
    return faults


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
