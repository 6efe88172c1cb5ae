"""Evolves the weights of a game's evaluation by what they win, where regression on results makes them worse.

In every generation many pairs of players meet who judge a little differently from the weights so far: one in
some direction, the other in the opposite one. Each pair plays a deal from both sides. The weights then move
in the directions that won, weighed by how much (an evolution strategy with antithetic samples). Directions
are measured in what they change about a position's worth, so that every feature is tried alike. Everybody
plays by the game's quick policy, and greedily where it has no answer.

    python bench/evolve.py bosa --players 2,2,3,4 --pairs 1536 --workers 16 --out evolved.toml
    ludoteca arena bosa --seats weighed:evolved.toml:greedy:1,greedy:1 --games 2000 --seed 7

A run that was stopped goes on from its folder. What came of it stands in docs/evaluation.md: stronger greedy
players, and weaker searches.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.greedy import Greedy
from ludoteca.bots.other_weights import OtherWeights
from ludoteca.bots.playing import play_out
from ludoteca.bots.weights import Weights, chances, hats
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source, Stream
from ludoteca.lab.fitting import CLOSE, SPREAD, centred, gather, numpy, teachable, write
from ludoteca.lab.run_folder import as_json, write_whole

Array = Any

FIRST_MATCHES: Final = 32
"""Matches whose positions tell how large the features are."""
NOISE: Final = 0.05
GREEDY: Final = Greedy(1)
SLOWEST: Final = 0.2
"""The pace at the end, as a share of that at the beginning."""
RARE: Final = 0.01
"""A knot that counts less than this is not met with these numbers of players, and stays."""


class Course(NamedTuple):
    """What an evolution is to do: everything but the weights it begins with."""

    game: str
    players: tuple[int, ...]
    generations: int
    pairs: int
    reach: float
    pace: float
    seed: int


class Climate(NamedTuple):
    """How large a step in each weight is, knot by knot, and the points that change the odds by a factor e."""

    sizes: list[list[float]]
    spread: float


class Standing(NamedTuple):
    """How far an evolution has come: the weights, the sum of those of the later half, and what it saw."""

    generation: int
    weights: list[list[float]]
    later: list[list[float]]
    gains: list[float]
    """For each generation, how well the directions explained who won: the length of the step."""


Progress = Callable[[Standing], None]


class Quick(Bot):
    """Plays as searches play on: by the game's quick policy, and greedily where it has no answer."""

    def __init__(self) -> None:
        self.plan: list[Action] = []

    def choose(self, perspective: Perspective, source: Source) -> Action:
        if not self.plan or self.plan[0] not in perspective.options:
            self.plan = knowledge_of(perspective.game).quick_answer(perspective.imagine(source))
        return self.plan.pop(0) if self.plan else GREEDY.choose(perspective, source)


def evolve(
    course: Course, start: list[list[float]], folder: Path, workers: int, progress: Progress
) -> Standing:
    """Play generation after generation; what a stopped run has reached is in the folder."""
    np = numpy()
    about: dict[str, Any] = {**course._asdict(), "players": list(course.players), "start": start}
    state = folder / "evolution.json"
    folder.mkdir(parents=True, exist_ok=True)
    kept = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    if kept and kept["about"] != about:
        raise LudotecaError(f"{folder} holds another run; repeat that one, or choose another folder by --run")
    nothing = [[0.0] * len(row) for row in start]
    standing = Standing(*kept["standing"]) if kept else Standing(0, start, nothing, [])
    with ProcessPoolExecutor(workers) as pool:
        climate = Climate(*kept["climate"]) if kept else measured(course, start)
        while standing.generation < course.generations:
            size = max(1, -(-course.pairs // (4 * workers)))
            spans = [(first, min(first + size, course.pairs)) for first in range(0, course.pairs, size)]
            asked = [pool.submit(play_pairs, course, climate, standing, *span) for span in spans]
            found = np.array([value for done in asked for value in done.result()])
            standing = _moved(np, course, climate, standing, found)
            about_now = {"about": about, "climate": list(climate), "standing": list(standing)}
            write_whole(state, as_json(about_now))
            progress(standing)
    return standing


def _moved(np: Any, course: Course, climate: Climate, standing: Standing, found: Array) -> Standing:
    """The weights after a generation: a step along the directions, each by how it did."""
    shape = (len(climate.sizes), len(climate.sizes[0]))
    generation = standing.generation
    directions = np.array([direction(course, shape, generation, pair) for pair in range(course.pairs)])
    step = (directions * (found / (found.std() + CLOSE))[:, None, None]).mean(axis=0)
    slowing = 1 - (1 - SLOWEST) * generation / max(1, course.generations - 1)
    sizes = np.array(climate.sizes)
    weights = np.array(standing.weights) + course.pace * slowing * step * sizes
    is_late = generation >= course.generations // 2
    later = np.array(standing.later) + (weights if is_late else 0.0)
    gain = float(np.sqrt((step[sizes > 0] ** 2).sum()))
    return Standing(generation + 1, weights.tolist(), later.tolist(), [*standing.gains, gain])


def outcome(course: Course, standing: Standing) -> list[list[float]]:
    """The weights found: the mean over the later half of the generations."""
    count = standing.generation - course.generations // 2
    return [[value / count for value in row] for row in standing.later]


def direction(course: Course, shape: tuple[int, int], generation: int, pair: int) -> Array:
    """In which direction a pair differs: partly for all moments alike, partly for each knot."""
    np = numpy()
    chance = np.random.default_rng([course.seed, generation, pair])
    features, knots = shape
    return (chance.standard_normal((features, 1)) + chance.standard_normal((features, knots))) / 2**0.5


# Matches


def play_pairs(course: Course, climate: Climate, standing: Standing, first: int, last: int) -> list[float]:
    """How much better the one of each pair did than the other, in victories of a match."""
    np = numpy()
    game = load(course.game)
    own = teachable(game)
    sizes = np.array(climate.sizes)
    values = []
    for pair in range(first, last):
        change = course.reach * sizes * direction(course, sizes.shape, standing.generation, pair)
        middle = like(own, standing.weights)
        one = like(own, (np.array(standing.weights) + change).tolist())
        other = like(own, (np.array(standing.weights) - change).tolist())
        number = standing.generation * course.pairs + pair
        seats = course.players[number % len(course.players)]
        luck = course.seed * SPREAD + number
        there = _led(game, climate, seats, [one, other], middle, luck)
        back = _led(game, climate, seats, [other, one], middle, luck)
        values.append((there - back) / 2)
    return values


def _led(
    game: Game[Any], climate: Climate, seats: int, players: Sequence[Weights], middle: Weights, luck: int
) -> float:
    """By how much the first of two players wins more; they sit in turn, and the middle on a seat too many."""
    state = game.start(game.setup(seats, {}))
    state.settle()
    sides = [seat % 2 for seat in range(seats)]
    if seats % 2:
        sides.insert(Stream(luck, "middle").below(seats), 2)
        sides.pop()
    judges = [*players, middle]
    bots: list[Bot] = [OtherWeights(Quick(), judges[side]) for side in sides]
    play_out(game, state, bots, Seeded(luck), luck)
    result = state.result
    assert result is not None
    scores = [float(score) for score in result.scores]
    shares = chances(scores, climate.spread) if scores and climate.spread else result.payoffs()
    return sum(share if side == 0 else -share for share, side in zip(shares, sides, strict=True) if side < 2)


def like(own: Weights, values: list[list[float]]) -> Weights:
    """Other weights for the features of these, with the same spread and network."""
    made = own.kept()
    made.adopt(values, own.spread)
    return made


# How large the features are


def measured(course: Course, start: list[list[float]]) -> Climate:
    """Which step in each weight changes worths by as much as any other, from some matches."""
    np = numpy()
    game = load(course.game)
    weights = like(teachable(game), start)
    lessons = gather(game, course.players, FIRST_MATCHES, course.seed, NOISE, 1, 1, {}, False, lambda _: None)
    by_moment = np.array([hats(weights.knots, moment) for moment in range(weights.last + 1)])
    shares = by_moment[np.array(lessons.moments)]
    plain = np.array(lessons.features)
    positions = np.array(lessons.positions)
    by_score = weights.target == "score"
    inner = centred(np, plain, positions) if by_score else plain - plain.mean(axis=0)
    whole = float((np.array(weights.rows)[np.array(lessons.moments)] * inner).sum(axis=1).std())
    sizes = np.zeros((len(weights.names), len(weights.knots)))
    for knot in np.flatnonzero(shares.mean(axis=0) > RARE):
        share = shares[:, knot]
        size = np.sqrt((share[:, None] * inner**2).sum(axis=0) / share.sum())
        known = size > CLOSE
        sizes[known, knot] = whole / size[known] / np.sqrt(known.sum())
    scores = np.array(lessons.scores)
    spread = float(centred(np, scores[:, None], positions).std()) if by_score else 0.0
    return Climate(sizes.tolist(), spread)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", default="4", help="numbers of players in turn, such as 2,2,3")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument(
        "--pairs", type=int, default=384, help="pairs of a generation; each plays two matches"
    )
    parser.add_argument("--reach", type=float, default=0.35, help="how far the players of a pair differ")
    parser.add_argument("--pace", type=float, default=0.6, help="how far a generation moves the weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--run", type=Path, help="keeps what was reached  [default: build/evolve/GAME-SEED]")
    parser.add_argument("--out", type=Path, required=True, help="the file for the weights")
    asked = parser.parse_args()
    players = tuple(int(number) for number in asked.players.split(","))
    course = Course(asked.game, players, asked.generations, asked.pairs, asked.reach, asked.pace, asked.seed)
    weights = teachable(load(asked.game))
    folder = asked.run or Path("build") / "evolve" / f"{asked.game}-{asked.seed}"

    def told(standing: Standing) -> None:
        print(f"generation {standing.generation} of {course.generations}: step {standing.gains[-1]:.3f}")

    standing = evolve(course, weights.fitted, folder, asked.workers, told)
    weights.adopt(outcome(course, standing), weights.spread)
    command = f"python bench/evolve.py {asked.game} --players {asked.players}"
    command += f" --generations {asked.generations} --pairs {asked.pairs} --seed {asked.seed}"
    write(asked.out, weights, {"command": command})


if __name__ == "__main__":
    main()
