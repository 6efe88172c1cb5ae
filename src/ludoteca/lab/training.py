"""Trains the network on top of a game's weighted features by paired roll-outs.

At decisions of self-play a few options are tried; after each, greedy players finish the match with the same
luck. What the options differ by in the end is what a player has to foresee, so the network learns those
differences, and beside them who wins. Final results of plain self-play would teach it that whoever leads
will win, which no choice changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.bot import Perspective
from ludoteca.bots.greedy import Greedy, after
from ludoteca.bots.playing import play_out
from ludoteca.bots.weights import Weights, hats
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State
from ludoteca.lab.fitting import HELD_OUT, SPREAD, Noisy, fitted_features, numpy, teachable, told

Array = Any
Progress = Callable[[int], None]

MOST_OPTIONS: Final = 4
"""Options of a decision that are tried."""
TRIED_A_MATCH: Final = 3
"""Decisions of a match at which options are tried."""
MOST_AHEAD: Final = 60
"""Decisions that are played on until a position can be judged."""
NOISE: Final = 0.08
BATCH: Final = 256
STEP: Final = 2e-3
WINNING: Final = 0.15
"""How much who wins counts beside what options differ by."""
DECAY: Final = 1e-4
GRAINS: Final = {"feature_grain": 65_536, "bias_grain": 4_096, "out_grain": 4_096}


class Trial:
    """A decision at which options were tried: for every option and seat the features and what came of it.

    A seat whose position teaches nothing has no features.
    """

    def __init__(self, seats: int, number: int) -> None:
        self.seats = seats
        self.number = number
        """The number of the match."""
        self.features: list[list[list[float]]] = []
        self.moments: list[list[int]] = []
        self.scores: list[list[float]] = []
        self.payoffs: list[list[float]] = []


# Roll-outs


def gather(game: str, players: Sequence[int], matches: Sequence[int], seed: int) -> list[Trial]:
    """Play the matches of these numbers, and try options on the way."""
    found = load(game)
    trials: list[Trial] = []
    for number in matches:
        seats = players[number % len(players)]
        trials += _play(found, seats, seed * SPREAD + number, number // len(players))
    return trials


def _play(game: Game[Any], seats: int, luck: int, number: int) -> list[Trial]:
    """A match of greedy players who now and then choose at random, and trials at some of its decisions."""
    state = game.start(game.setup(seats, {}))
    state.settle()
    croupier, picks = Seeded(luck), Stream(luck, "trials")
    bot = Noisy(Greedy(1), NOISE)
    sources = [Stream(luck, f"bot {seat}") for seat in range(seats)]
    kept: list[State] = []
    met = 0
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            state.play(croupier.settle(state))
            continue
        perspective = Perspective(game, state, seat, sources[seat])
        if len(perspective.options) > 1 and perspective.routine is None:
            met += 1
            place = len(kept) if len(kept) < TRIED_A_MATCH else picks.below(met)
            if place < TRIED_A_MATCH:
                kept[place : place + 1] = [state.copy()]
        state.play(bot.choose(perspective, sources[seat]))
    trials = [_try(game, decision, picks, number) for decision in kept]
    return [trial for trial in trials if len(trial.features) > 1]


def _try(game: Game[Any], state: State, picks: Stream, number: int) -> Trial:
    """Some options, each followed to the end of the match with the same luck."""
    fitted = fitted_features(game)
    trial = Trial(state.seats, number)
    options = list(state.choices)
    while len(options) > MOST_OPTIONS:
        options.pop(picks.below(len(options)))
    luck = picks.below(1 << 30)
    bots = [Greedy(1)] * state.seats
    for action in options:
        world = after(state, action, luck)
        features = _telling(game, world, bots, luck)
        if not features:
            continue
        trial.features.append(features)
        trial.moments.append([fitted.moment(world, seat) for seat in range(state.seats)])
        play_out(game, world, bots, Seeded(luck), luck)
        result = world.result
        assert result is not None
        trial.scores.append([float(score) for score in result.scores] or [0.0] * state.seats)
        trial.payoffs.append(result.payoffs())
    return trial


def _telling(game: Game[Any], world: State, bots: Sequence[Greedy], luck: int) -> list[list[float]]:
    """The features of all seats, once the bots have played on to a position that can be judged."""
    fitted = fitted_features(game)
    everybody = teachable(game).target == "score"  # margins need every seat
    croupier = Seeded(luck)
    sources = [Stream(luck, f"ahead {seat}") for seat in range(world.seats)]
    for _ in range(MOST_AHEAD):
        if world.over:
            return []
        features: list[list[float]] = [fitted.features(world, seat) for seat in range(world.seats)]
        if all(features) if everybody else any(features):
            return features
        seat = world.actor
        if seat == CHANCE:
            world.play(croupier.settle(world))
        else:
            world.play(bots[seat].choose(Perspective(game, world, seat, sources[seat]), sources[seat]))
    return []


def gather_all(
    game: str, players: Sequence[int], matches: int, seed: int, workers: int, folder: Path, progress: Progress
) -> list[Trial]:
    """Trials of many matches, played in worker processes; what a stopped run has played is in the folder."""
    import pickle

    size = 25 * len(players)
    folder.mkdir(parents=True, exist_ok=True)
    trials: list[Trial] = []
    with ProcessPoolExecutor(workers) as pool:
        pending = []
        for first in range(0, matches, size):
            part = folder / f"trials-{seed}-{first}-{size}.pickle"
            numbers = range(first, min(first + size, matches))
            done = None if part.exists() else pool.submit(gather, game, players, numbers, seed)
            pending.append((part, len(numbers), done))
        for part, count, done in pending:
            if done is not None:
                part.with_suffix(".new").write_bytes(pickle.dumps(done.result()))
                part.with_suffix(".new").rename(part)
            trials += pickle.loads(part.read_bytes())
            progress(count)
    return trials


# Learning


class Lessons:
    """Trials with the same number of seats, as arrays: trial by option by seat."""

    def __init__(self, np: Any, weights: Weights, trials: Sequence[Trial], scale: Array) -> None:
        seats, count = trials[0].seats, len(trials)
        shape = (count, MOST_OPTIONS, seats)
        features = np.zeros((*shape, len(weights.names)), np.float32)
        self.there = np.zeros(shape, bool)
        moments = np.zeros(shape, int)
        self.scores = np.zeros(shape, np.float32)
        self.payoffs = np.zeros(shape, np.float32)
        for place, trial in enumerate(trials):
            for option, rows in enumerate(trial.features):
                for seat, row in enumerate(rows):
                    if row:
                        features[place, option, seat] = row
                        self.there[place, option, seat] = True
                moments[place, option] = trial.moments[option]
                self.scores[place, option] = trial.scores[option]
                self.payoffs[place, option] = trial.payoffs[option]
        self.held_out = np.array([trial.number % HELD_OUT == 0 for trial in trials])
        rows_by_moment = np.array(weights.rows, np.float32)
        shares = np.array([hats(weights.knots, moment) for moment in range(weights.last + 1)], np.float32)
        self.base = (features * rows_by_moment[moments]).sum(axis=3)
        self.spread = np.array(weights.spreads, np.float32)[moments]
        self.knots = shares[moments]
        self.inputs = features / scale


class Head:
    """The network while it learns, with Adam's memory of its gradients."""

    def __init__(self, np: Any, inputs: int, knots: int, units: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.np = np
        self.parts = [
            (chance.standard_normal((inputs, units)) / inputs**0.5).astype(np.float32),
            np.zeros((knots, units), np.float32),
            np.zeros(units, np.float32),
        ]
        self.first = [np.zeros_like(part) for part in self.parts]
        self.second = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def correction(self, inputs: Array, knots: Array) -> tuple[Array, Array]:
        """The corrections, and the units that were lit."""
        lit = self.np.maximum(inputs @ self.parts[0] + knots @ self.parts[1], 0)
        return lit @ self.parts[2], lit

    def learn(self, inputs: Array, knots: Array, lit: Array, wrong: Array, pace: float) -> None:
        """A step against the gradient `wrong` of the corrections."""
        np = self.np
        back = (wrong[:, None] * self.parts[2]) * (lit > 0)
        gradients = [inputs.T @ back, knots.T @ back, lit.T @ wrong]
        self.steps += 1
        for place, gradient in enumerate(gradients):
            gradient = gradient + DECAY * self.parts[place]
            self.first[place] = 0.9 * self.first[place] + 0.1 * gradient
            self.second[place] = 0.999 * self.second[place] + 0.001 * gradient**2
            mean = self.first[place] / (1 - 0.9**self.steps)
            size = np.sqrt(self.second[place] / (1 - 0.999**self.steps)) + 1e-8
            self.parts[place] = self.parts[place] - pace * mean / size


def judged(
    np: Any, lessons: Lessons, worths: Array, chosen: Array, by_score: bool
) -> tuple[Array, float, float]:
    """The gradient for each worth, how far differences of options are missed, the surprise at who won.

    With scores, margins between the seats of an option are compared, in units of the spread; without,
    chances are.
    """
    there = lessons.there[chosen].astype(np.float32)
    seats = np.maximum(there.sum(axis=2, keepdims=True), 1)
    options = np.maximum(there.sum(axis=1, keepdims=True), 1)
    payoffs = lessons.payoffs[chosen]
    if by_score:
        spread = lessons.spread[chosen]
        shares = np.exp((worths - worths.max(axis=2, keepdims=True)) / spread) * there
        chances = shares / np.maximum(shares.sum(axis=2, keepdims=True), 1e-9)
        target = lessons.scores[chosen] / spread
        found = worths / spread
        target = (target - (target * there).sum(axis=2, keepdims=True) / seats) * there
        found = (found - (found * there).sum(axis=2, keepdims=True) / seats) * there
        slope = 1 / spread
        surprise = -(payoffs * np.log(np.maximum(chances, 1e-9)) * there).sum(axis=2)
        winning = (chances - payoffs) / spread
    else:
        chances = 1 / (1 + np.exp(-np.clip(worths, -30, 30)))
        target, found, slope = payoffs * there, chances * there, chances * (1 - chances)
        both = payoffs * np.log(np.maximum(chances, 1e-9)) + (1 - payoffs) * np.log(
            np.maximum(1 - chances, 1e-9)
        )
        surprise = -(both * there).sum(axis=2)
        winning = chances - payoffs
    missed = (found - target) * there
    missed = (missed - missed.sum(axis=1, keepdims=True) / options) * there
    gradient = (missed * slope + WINNING * winning) * there / max(there.sum(), 1)
    alive = there.max(axis=2)
    return gradient, float((missed**2).sum() / there.sum()), float(surprise.sum() / max(alive.sum(), 1))


class Trained:
    """A network, in the features' own units, and how well it does on matches it has not learnt from."""

    def __init__(self, parts: list[Array], quality: dict[str, float]) -> None:
        self.parts = parts
        self.quality = quality


def train(
    game: Game[Any], trials: Sequence[Trial], units: int, epochs: int, seed: int, progress: Progress
) -> Trained:
    """The network that explains the trials best; of all epochs the one best on those held out."""
    np = numpy()
    weights = teachable(game)
    by_score = weights.target == "score"
    rows = [row for trial in trials for option in trial.features for row in option if row]
    if not rows:
        raise LudotecaError(f"nothing was tried in so few matches of {game.title}: play more")
    scale = np.maximum(np.array(rows, np.float32).std(axis=0), 1e-3)
    tables = [
        Lessons(np, weights, [trial for trial in trials if trial.seats == seats], scale)
        for seats in sorted({trial.seats for trial in trials})
    ]
    head = Head(np, len(scale), len(weights.knots), units, seed)
    chance = np.random.default_rng(seed)
    before = _quality(np, head, tables, by_score)
    best, kept = before[0] + WINNING * before[1], [part.copy() for part in head.parts]
    quality = before
    for epoch in range(epochs):
        pace = STEP * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        batches = []
        for table in tables:
            learnt = chance.permutation(np.flatnonzero(~table.held_out))
            batches += [(table, learnt[at : at + BATCH]) for at in range(0, len(learnt), BATCH)]
        for place in chance.permutation(len(batches)):
            table, chosen = batches[place]
            there = table.there[chosen]
            inputs, knots = table.inputs[chosen][there], table.knots[chosen][there]
            worths = table.base[chosen].copy()
            correction, lit = head.correction(inputs, knots)
            worths[there] += correction
            gradient, _, _ = judged(np, table, worths, chosen, by_score)
            head.learn(inputs, knots, lit, gradient[there], pace)
        now = _quality(np, head, tables, by_score)
        if now[0] + WINNING * now[1] < best:
            best, kept, quality = now[0] + WINNING * now[1], [part.copy() for part in head.parts], now
        progress(1)
    kept[0] = kept[0] / scale[:, None]
    names = ("missed", "surprise")
    told_quality = {f"{name}_by_sum": round(value, 4) for name, value in zip(names, before)}
    return Trained(kept, told_quality | {name: round(value, 4) for name, value in zip(names, quality)})


def _quality(np: Any, head: Head, tables: Sequence[Lessons], by_score: bool) -> tuple[float, float]:
    """How far differences are missed and who won surprises, on the matches held out."""
    missed = surprise = count = 0.0
    for table in tables:
        chosen = np.flatnonzero(table.held_out)
        if not len(chosen):
            continue
        there = table.there[chosen]
        worths = table.base[chosen].copy()
        worths[there] += head.correction(table.inputs[chosen][there], table.knots[chosen][there])[0]
        _, off, told_by = judged(np, table, worths, chosen, by_score)
        missed, surprise, count = (
            missed + off * len(chosen),
            surprise + told_by * len(chosen),
            count + len(chosen),
        )
    return missed / max(count, 1), surprise / max(count, 1)


# The file


def write(path: Path, weights: Weights, trained: Trained, origin: dict[str, Any]) -> None:
    """The network in whole numbers and where it comes from, as `network.toml` wants it."""
    np = numpy()
    features, biases, out = (
        np.rint(part * grain).astype(int) for part, grain in zip(trained.parts, GRAINS.values(), strict=True)
    )
    lines = ["# A network on top of the weighted features. Written by `ludoteca train`.", ""]
    lines += ["[origin]", *[f"{key} = {told(value)}" for key, value in origin.items()], ""]
    lines += ["[shape]", f"units = {len(out)}", *[f"{name} = {grain}" for name, grain in GRAINS.items()]]
    lines += [f"out = {out.tolist()}", "", "[features]"]
    lines += [f"{name} = {row.tolist()}" for name, row in zip(weights.names, features, strict=True)]
    lines += ["", "[biases]", *[f"knot_{knot} = {row.tolist()}" for knot, row in enumerate(biases)], ""]
    path.write_text("\n".join(lines), encoding="utf-8")
