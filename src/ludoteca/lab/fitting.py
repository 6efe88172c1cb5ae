"""Fits the weights of a game's evaluation: self-play, then regression on the results.

Greedy players with the current weights play each other, now and then at random, so that the positions cover
what a search will meet. With the target `score` the final margins are explained by the features (ridge
regression), then the spread that turns margins into chances is found; with the target `win` the chance of
winning is fitted at once (logistic regression). Both pull towards the weights the fit started with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.greedy import SEEDS, Greedy, after
from ludoteca.bots.weights import Weights, hats
from ludoteca.kernel.contracts import FittedFeatures
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE

Array = Any
"""An array of numpy, which is imported only where something is fitted."""

SPREAD = 1_000_003
PARTS = 1 << 20
HELD_OUT = 5
"""Every fifth match of each number of players is kept apart to tell how good the fit is."""

NEWTON_STEPS = 30
CLOSE = 1e-9


class Lessons:
    """Positions of some matches and what came of them: plain lists, one entry for each seat of a position."""

    def __init__(self) -> None:
        self.features: list[list[float]] = []
        self.moments: list[int] = []
        self.scores: list[float] = []
        self.payoffs: list[float] = []
        self.matches: list[int] = []
        self.positions: list[int] = []

    def __len__(self) -> int:
        return len(self.features)


class Glancing(Bot):
    """Greedy play by win chances alone: quicker where a game's evaluation looks further."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds

    def choose(self, perspective: Perspective, source: Source) -> Any:
        options = perspective.options
        game = perspective.game
        seat = perspective.seat
        worth = [0.0] * len(options)
        for _ in range(self.worlds):
            world = perspective.imagine(source)
            weight = perspective.likelihood(world)
            luck = source.below(SEEDS)
            for number, action in enumerate(options):
                worth[number] += weight * knowledge_of(game).win_chances(after(world, action, luck))[seat]
        best = max(worth)
        return options[worth.index(best)]


class Noisy(Bot):
    """A bot that plays any option now and then."""

    def __init__(self, bot: Bot, noise: float) -> None:
        self.bot = bot
        self.noise = int(noise * PARTS)

    def choose(self, perspective: Perspective, source: Source) -> Any:
        if source.below(PARTS) < self.noise:
            return perspective.options[source.below(len(perspective.options))]
        return self.bot.choose(perspective, source)


class Fit:
    """What a fit found: weights, spread, and how well they explain matches they were not fitted on."""

    def __init__(self, values: list[list[float]], spread: list[float], quality: dict[str, float]) -> None:
        self.values = values
        self.spread = spread
        self.quality = quality


def fitted_features(game: Game[Any]) -> FittedFeatures[Any]:
    """The features of a game whose weights are to be fitted."""
    fitted: FittedFeatures[Any] | None = game.bot.fitted if game.bot is not None else None
    if fitted is None:
        raise LudotecaError(f"{game.title} has no weights to fit; its evaluation counts no features")
    return fitted


def teachable(game: Game[Any]) -> Weights:
    """The weights of a game; a sentence if it has none."""
    weights: Weights = fitted_features(game).weights
    return weights


# Self-play


def gather(
    game: Game[Any],
    players: Sequence[int],
    matches: int,
    seed: int,
    noise: float,
    worlds: int,
    every: int,
    options: dict[str, Any],
    glance: bool,
    progress: Callable[[int], None],
) -> Lessons:
    """Play matches, the player counts in turn, and note one in `every` positions that can be judged."""
    lessons = Lessons()
    bot = Noisy(Glancing(worlds) if glance else Greedy(worlds), noise)
    for number in range(matches):
        seats = players[number % len(players)]
        luck = seed * SPREAD + number
        play(game, game.setup(seats, options), bot, luck, every, number // len(players), lessons)
        progress(1)
    return lessons


def play(game: Game[Any], setup: Any, bot: Bot, luck: int, every: int, number: int, lessons: Lessons) -> None:
    state = game.start(setup)
    state.settle()
    croupier = Seeded(luck)
    sources = [Stream(luck, f"bot {seat}") for seat in range(setup.seats)]
    picks = Stream(luck, "picks")
    everybody = teachable(game).target == "score"  # margins need every seat
    noted: list[int] = []
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            state.play(croupier.settle(state))
            continue
        if picks.below(every) == 0:
            note(game, state, everybody, lessons, noted)
        state.play(bot.choose(Perspective(game, state, seat, sources[seat]), sources[seat]))
    result = state.result
    assert result is not None
    scores = [float(score) for score in result.scores] or [0.0] * setup.seats
    payoffs = result.payoffs()
    for seat in noted:
        lessons.scores.append(scores[seat])
        lessons.payoffs.append(payoffs[seat])
        lessons.matches.append(number)


def note(game: Game[Any], state: Any, everybody: bool, lessons: Lessons, noted: list[int]) -> None:
    """Keep what can be learnt from a position."""
    fitted = fitted_features(game)
    rows = [fitted.features(state, seat) for seat in range(state.seats)]
    if everybody and not all(rows):
        return
    position = len(lessons)
    for seat, row in enumerate(rows):
        if row:
            lessons.features.append(row)
            lessons.moments.append(fitted.moment(state, seat))
            lessons.positions.append(position)
            noted.append(seat)


# Regression


def fit(weights: Weights, lessons: Lessons, ridge: float) -> Fit:
    """The weights that explain the lessons best, pulled towards those at the start by `ridge`."""
    np = numpy()
    knots = len(weights.knots)
    by_moment = np.array([hats(weights.knots, moment) for moment in range(weights.last + 1)])
    shares = by_moment[np.array(lessons.moments)]
    plain = np.array(lessons.features)
    table = (shares[:, :, None] * plain[:, None, :]).reshape(len(lessons), -1)
    start = np.array(weights.start).T.reshape(-1)
    test = np.array(lessons.matches) % HELD_OUT == 0
    payoffs = np.array(lessons.payoffs)
    positions = np.array(lessons.positions)
    if weights.target == "win":
        found = logistic(np, table[~test], payoffs[~test], start, ridge)
        spread = np.ones(knots)
        odds = table @ found
        quality = {
            "loss": cross_entropy(np, odds[test], payoffs[test]),
            "loss_of_start": cross_entropy(np, (table @ start)[test], payoffs[test]),
            "loss_of_nothing": binary_entropy(float(payoffs[test].mean())),
        }
    else:
        scores = np.array(lessons.scores)
        margins = centred(np, scores[:, None], positions)[:, 0]
        inner = centred(np, table, positions)
        shares = shares - centred(np, shares, positions)  # one moment for the whole table
        found = linear(np, inner[~test], margins[~test], start, ridge)
        spread = spreads(np, table @ found, shares, payoffs, positions, ~test)
        start_spread = spreads(np, table @ start, shares, payoffs, positions, ~test)
        quality = {
            "explained": explained(np, inner[test] @ found, margins[test]),
            "explained_by_start": explained(np, inner[test] @ start, margins[test]),
            "loss": loss(np, table @ found, spread, shares, payoffs, positions, test),
            "loss_of_start": loss(np, table @ start, start_spread, shares, payoffs, positions, test),
            "loss_of_nothing": loss(np, 0 * scores, spread, shares, payoffs, positions, test),
        }
    values = found.reshape(knots, -1).T
    return Fit(
        [[float(value) for value in row] for row in values],
        [float(value) for value in spread],
        {name: round(float(value), 4) for name, value in quality.items()},
    )


def numpy() -> Any:
    try:
        import numpy as np
    except ImportError:
        raise LudotecaError("fitting needs numpy; install ludoteca[lab]") from None
    return np


def linear(np: Any, table: Array, target: Array, start: Array, ridge: float) -> Array:
    """Ridge regression around `start`; every column is measured by its own size, constant ones stay."""
    size = np.sqrt((table**2).mean(axis=0))
    known = size > CLOSE
    scaled = table[:, known] / size[known]
    rest = target - table @ start
    square = scaled.T @ scaled / len(table) + ridge * np.eye(int(known.sum()))
    change = np.linalg.solve(square, scaled.T @ rest / len(table))
    found = start.copy()
    found[known] += change / size[known]
    return found


def logistic(np: Any, table: Array, target: Array, start: Array, ridge: float) -> Array:
    """Logistic ridge regression around `start`, by Newton's steps."""
    size = np.sqrt((table**2).mean(axis=0))
    known = size > CLOSE
    scaled = table[:, known] / size[known]
    base = table @ start
    change = np.zeros(int(known.sum()))
    lowest = penalty(np, base, target, change, ridge)
    for _ in range(NEWTON_STEPS):
        chance = sigmoid(np, base + scaled @ change)
        slope = scaled.T @ (target - chance) / len(table) - ridge * change
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled / len(table)
        step = np.linalg.solve(bend + (ridge + CLOSE) * np.eye(len(change)), slope)
        here = penalty(np, base + scaled @ (change + step), target, change + step, ridge)
        while here > lowest and np.abs(step).max() > CLOSE:  # too far: go half the way
            step = step / 2
            here = penalty(np, base + scaled @ (change + step), target, change + step, ridge)
        change = change + step
        if lowest - here < CLOSE:
            break
        lowest = here
    found = start.copy()
    found[known] += change / size[known]
    return found


def sigmoid(np: Any, odds: Array) -> Array:
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def penalty(np: Any, odds: Array, target: Array, change: Array, ridge: float) -> float:
    """What logistic regression makes small: surprise, and distance from the start."""
    return cross_entropy(np, odds, target) + ridge / 2 * float((change**2).sum())


def centred(np: Any, table: Array, positions: Array) -> Array:
    """Every row less the mean of the seats at the same position."""
    starts = np.flatnonzero(np.r_[True, positions[1:] != positions[:-1]])
    sizes = np.diff(np.r_[starts, len(positions)])
    means = np.add.reduceat(table, starts, axis=0) / sizes[:, None]
    return table - np.repeat(means, sizes, axis=0)


def spreads(np: Any, worths: Array, shares: Array, payoffs: Array, positions: Array, chosen: Array) -> Array:
    """The spread at each knot that makes the chances most likely: Newton's steps on its inverse."""
    inner = centred(np, worths[:, None], positions)[:, 0]
    size = float(inner.std())
    if size < CLOSE:
        return np.ones(shares.shape[1])
    sharpness = np.full(shares.shape[1], 1 / size)
    for _ in range(NEWTON_STEPS):
        chance = softmax(np, inner * (shares @ sharpness), positions)
        push = shares * inner[:, None]
        slope = (push * (payoffs - chance)[:, None])[chosen].sum(axis=0)
        weighed = centred_by(np, push, chance, positions)
        bend = (push * chance[:, None])[chosen].T @ weighed[chosen]
        step = np.linalg.solve(bend + CLOSE * np.eye(len(sharpness)) * np.trace(bend), slope)
        sharpness = np.clip(sharpness + np.clip(step, -sharpness / 2, sharpness), 1e-3, 1e3)
        if np.abs(step).max() < CLOSE:
            break
    return 1 / sharpness


def centred_by(np: Any, table: Array, chance: Array, positions: Array) -> Array:
    """Every row less the mean of its position, the seats weighed by their chances."""
    starts = np.flatnonzero(np.r_[True, positions[1:] != positions[:-1]])
    sizes = np.diff(np.r_[starts, len(positions)])
    means = np.add.reduceat(table * chance[:, None], starts, axis=0)
    return table - np.repeat(means, sizes, axis=0)


def softmax(np: Any, odds: Array, positions: Array) -> Array:
    starts = np.flatnonzero(np.r_[True, positions[1:] != positions[:-1]])
    sizes = np.diff(np.r_[starts, len(positions)])
    tops = np.repeat(np.maximum.reduceat(odds, starts), sizes)
    raised = np.exp(odds - tops)
    return raised / np.repeat(np.add.reduceat(raised, starts), sizes)


# How good a fit is


def explained(np: Any, guess: Array, truth: Array) -> float:
    """The share of the variance of the margins that the guess explains."""
    return float(1 - ((truth - guess) ** 2).sum() / (truth**2).sum())


def loss(
    np: Any,
    worths: Array,
    spread: Array,
    shares: Array,
    payoffs: Array,
    positions: Array,
    chosen: Array,
) -> float:
    """The mean surprise about who wins, in nats a position."""
    chance = softmax(np, worths * (shares @ (1 / spread)), positions)
    surprise = -payoffs * np.log(np.clip(chance, CLOSE, 1))
    return float(surprise[chosen].sum() / len(np.unique(positions[chosen])))


def cross_entropy(np: Any, odds: Array, payoffs: Array) -> float:
    """The mean surprise about a seat's winning, in nats a seat."""
    chance = sigmoid(np, odds)
    return float(-(payoffs * np.log(chance) + (1 - payoffs) * np.log(1 - chance)).mean())


def binary_entropy(share: float) -> float:
    if share in (0.0, 1.0):
        return 0.0
    return -(share * math.log(share) + (1 - share) * math.log(1 - share))


# The file


def write(path: Path, weights: Weights, origin: dict[str, Any]) -> None:
    """The weights and where they come from, as `evaluation.toml` wants them."""
    lines = ["# What the features are worth, at the moments called knots. Written by `ludoteca fit`.", ""]
    lines += ["[origin]", *[f"{key} = {told(value)}" for key, value in origin.items()], ""]
    lines += ["[shape]", f'target = "{weights.target}"', f"knots = {weights.knots}"]
    lines += [f"spread = {numbers(weights.spread)}", f"start_spread = {numbers(weights.start_spread)}", ""]
    lines += ["[start]", *rows(weights.names, weights.start), ""]
    lines += ["[weights]", *rows(weights.names, weights.fitted), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def rows(names: Sequence[str], values: Sequence[Sequence[float]]) -> list[str]:
    return [f"{name} = {numbers(row)}" for name, row in zip(names, values, strict=True)]


def numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.4f}" for value in values) + "]"


def told(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(told(entry) for entry in value) + "]"
    return str(value)
