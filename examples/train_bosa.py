"""Trains a small policy on Bosa, in NumPy alone and on one core, and lets it play against the greedy bot.

    python examples/train_bosa.py --minutes 2 --out policy.npz
    python examples/train_bosa.py --play policy.npz --matches 400

Many tables are stepped together (`ludoteca.vector`), and both seats are played by the same policy:
observations count seats from the one that looks, so whatever is learnt in one seat holds in the other. The
method is PPO; one hidden layer serves the policy and the value of a position. Beside the victory at the end,
which is all that the environment rewards, a seat earns its own points as they come: the slot of the
observation that tells its score is read for that.

Before it plays, the policy takes lessons: it watches a bot of the house for some matches and learns to expect
what the bot does. `--lessons 0` lets it begin from nothing.

What is learnt in two minutes is mostly a question of how many matches are seen, so the policy does not look
at what says little about its own choice: the houses of the other seat, and which cards may still come.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludoteca.adapters.observation import Encoder
from ludoteca.adapters.observation import encoder as encoder_of
from ludoteca.adapters.trajectories import BotsChoose
from ludoteca.adapters.vector import LocalVector, Vector
from ludoteca.api import vector
from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_out
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Source

Floats = NDArray[np.float32]

SEATS: Final = 2
OVERLOOKED: Final = ("grids of +1", "unseen", "copied")
HIDDEN: Final = 64
TABLES: Final = 256
STEPS: Final = 64
MINIBATCH: Final = 512
STEP_SIZE: Final = 2e-3
AFTER_LESSONS: Final = 1.5e-3
LAST_STEP: Final = 0.1
LESSON_STEP: Final = 2e-3
LESSON_EPOCHS: Final = 4
LESSON_TABLES: Final = 50
LESSON_BATCH: Final = 256
JUDGING_ROUNDS: Final = 2
CLIP: Final = 0.2
TRACE: Final = 0.9
ENTROPY: Final = 0.01
JUDGING: Final = np.float32(0.5)
MOST: Final = 300
POINTS: Final = 8.0
VICTORY: Final = 0.5
FORBIDDEN: Final = np.float32(-1e9)
ONE_THREAD: Final = "OPENBLAS_NUM_THREADS"


class Network:
    """One hidden layer: what goes in, a hyperbolic tangent, what comes out; with Adam to change it."""

    def __init__(self, inputs: int, hidden: int, outputs: int, chance: np.random.Generator) -> None:
        self.weights: list[Floats] = [
            (chance.standard_normal((inputs, hidden)) / np.sqrt(inputs / 8)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (chance.standard_normal((hidden, outputs)) * 0.01).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.changes = 0

    def hidden(self, seen: Floats) -> Floats:
        found = seen @ self.weights[0]
        found += self.weights[1]
        return np.asarray(np.tanh(found, out=found))

    def out(self, hidden: Floats) -> Floats:
        return hidden @ self.weights[2] + self.weights[3]

    def learn(self, seen: Floats, hidden: Floats, wrong: Floats, size: float) -> None:
        """Move against the gradient `wrong` of the loss by the outputs."""
        back = (wrong @ self.weights[2].T) * (1 - hidden * hidden)
        gradients = [seen.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(axis=0)]
        norm = np.sqrt(sum(float(np.vdot(gradient, gradient)) for gradient in gradients))
        self.changes += 1
        lift = np.float32(size * np.sqrt(1 - 0.999**self.changes) / (1 - 0.9**self.changes))
        for weight, gradient, (first, second) in zip(self.weights, gradients, self.moments, strict=True):
            gradient *= np.float32(min(1.0, 0.5 / (norm + 1e-9)))
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            weight -= lift * first / (np.sqrt(second) + np.float32(1e-8))


class Policy:
    """How likely each action is, and how good a position looks, by some slots of the observation."""

    def __init__(self, encoder: Encoder, seed: int) -> None:
        names = encoder.describe()
        self.slots = len(names)
        self.looked_at = np.array(
            [slot for slot, name in enumerate(names) if not name.startswith(OVERLOOKED)], np.intp
        )
        self.actions = len(encoder.decisions)
        self.network = Network(len(self.looked_at), HIDDEN, self.actions + 1, np.random.default_rng(seed))
        self.scores = [names.index(f"scores of {who} / {MOST}") for who in ("self", "+1")]
        """The slots that tell the points of the seat that looks, and of the other."""

    def look(self, observations: Floats) -> Floats:
        return np.asarray(observations.take(self.looked_at, axis=-1))

    def answers(self, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """The shares of all actions, those outside the mask being 0, and what the positions are worth."""
        out = self.network.out(self.network.hidden(seen))
        return softmax(out[:, : self.actions], masks), out[:, self.actions]

    def preferences(self, observation: Floats) -> Floats:
        return self.network.out(self.network.hidden(self.look(observation)))[: self.actions]

    def save(self, path: Path) -> None:
        """Layers for the whole observation (slots that are overlooked weigh nothing), then the judgement."""
        into, threshold, out, base = self.network.weights
        whole = np.zeros((self.slots, HIDDEN), np.float32)
        whole[self.looked_at] = into
        actions = self.actions
        np.savez_compressed(
            path, whole, threshold, out[:, :actions], base[:actions], out[:, actions:], base[actions:]
        )

    def load(self, path: Path) -> None:
        with np.load(path) as kept:
            whole, threshold, out, base, judge, level = (kept[name] for name in kept.files)
        self.network.weights = [
            whole[self.looked_at],
            threshold,
            np.concatenate([out, judge], axis=1),
            np.concatenate([base, level]),
        ]


class Learned(Bot):
    """A bot that takes the action its policy likes best, knowing what its seat knows."""

    def __init__(self, policy: Policy, encoder: Encoder) -> None:
        self.policy = policy
        self.encoder = encoder

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.options
        observation = np.frombuffer(self.encoder.layout.encode(perspective.view), np.float32)
        liked = self.policy.preferences(observation)
        return options[int(np.argmax([liked[action.index] for action in options]))]


class Round:
    """What was seen, done and scored at all tables in some steps: step after step, table by table."""

    def __init__(self, steps: int, tables: int, slots: int, actions: int) -> None:
        self.seen = np.empty((steps, tables, slots), np.float32)
        self.masks = np.empty((steps, tables, actions), np.int8)
        self.seats = np.empty((steps, tables), np.intp)
        self.actions = np.empty((steps, tables), np.intp)
        self.shares = np.empty((steps, tables), np.float32)
        self.values = np.empty((steps, tables), np.float32)
        self.scores = np.empty((steps, tables), np.float32)
        self.ended = np.empty((steps, tables), np.bool_)
        self.final_scores = np.zeros((steps, tables, SEATS), np.float32)
        self.won = np.zeros((steps, tables, SEATS), np.float32)

    def advantages(self) -> tuple[Floats, NDArray[np.bool_]]:
        """How much better each action turned out than the position had looked (GAE), and where that is known:
        what the last action of a seat leads to may only be seen after the round.
        """
        steps, count = self.actions.shape
        rows = np.arange(count)
        gains = np.zeros((steps, count), np.float32)
        known = np.zeros((steps, count), np.bool_)
        following = np.zeros((count, SEATS), np.bool_)
        score, worth, running, bonus = np.zeros((4, count, SEATS), np.float32)
        for step in range(steps - 1, -1, -1):
            over = self.ended[step]
            following[over] = True
            score[over] = self.final_scores[step, over]
            bonus[over] = VICTORY * (self.won[step, over] - 1 / SEATS)
            worth[over] = running[over] = 0.0
            mine = rows, self.seats[step]
            earned = POINTS * (score[mine] - self.scores[step]) + bonus[mine]
            running[mine] = earned + worth[mine] - self.values[step] + TRACE * running[mine]
            gains[step], known[step] = running[mine], following[mine]
            running[mine] *= following[mine]
            score[mine], worth[mine] = self.scores[step], self.values[step]
            bonus[mine], following[mine] = 0.0, True
        return gains, known


def play(policy: Policy, tables: Vector, played: Round, chance: np.random.Generator) -> None:
    """Fill a round, both seats by the policy; matches go on from round to round."""
    rows = np.arange(tables.tables)
    own, other = policy.scores
    for step in range(len(played.seen)):
        seen = played.seen[step] = policy.look(tables.observations)
        played.masks[step], played.seats[step] = tables.masks, tables.seats
        played.scores[step] = tables.observations[:, own]
        shares, played.values[step] = policy.answers(seen, tables.masks)
        actions = pick(shares, chance)
        played.actions[step], played.shares[step] = actions, shares[rows, actions]
        tables.step(actions)
        played.ended[step] = tables.ended
        played.won[step] = tables.rewards
        played.final_scores[step] = tables.finals[:, [own, other]]


def take_lessons(
    policy: Policy, encoder: Encoder, teacher: str, matches: int, seed: int
) -> tuple[float, float]:
    """Watch a bot play against itself and learn to expect what it does.

    Returns how often the policy would have done the same before and after the lessons.
    """
    laid = LocalVector(encoder, min(matches, LESSON_TABLES), seed, [None] * SEATS, remember=True)
    choose = BotsChoose(laid, [teacher] * SEATS)
    watched: list[tuple[Floats, NDArray[np.int8], NDArray[np.intp]]] = []
    ended = 0
    while ended < matches:
        done = choose(laid)
        watched.append((policy.look(laid.observations), laid.masks.copy(), done))
        laid.step(done)
        ended += int(laid.ended.sum())
    seen, masks, actions = (np.concatenate(parts) for parts in zip(*watched, strict=True))
    before = agreement(policy, seen, masks, actions)
    chance = np.random.default_rng(seed)
    for epoch in range(LESSON_EPOCHS):
        order = chance.permutation(len(actions))
        for start in range(0, len(order), LESSON_BATCH):
            rows = order[start : start + LESSON_BATCH]
            hidden = policy.network.hidden(seen[rows])
            wrong = np.zeros_like(out := policy.network.out(hidden))
            wrong[:, :-1] = softmax(out[:, :-1], masks[rows])
            wrong[np.arange(len(rows)), actions[rows]] -= 1.0
            policy.network.learn(seen[rows], hidden, wrong / np.float32(len(rows)), LESSON_STEP / (1 + epoch))
    return before, agreement(policy, seen, masks, actions)


def agreement(policy: Policy, seen: Floats, masks: NDArray[np.int8], actions: NDArray[np.intp]) -> float:
    """In what share of decisions the policy likes best what was done."""
    return float((policy.answers(seen, masks)[0].argmax(axis=1) == actions).mean())


def pick(shares: Floats, chance: np.random.Generator) -> NDArray[np.intp]:
    """An action for each row, drawn by its shares."""
    sums = shares.cumsum(axis=1)
    return np.asarray((sums > chance.random((len(shares), 1)) * sums[:, -1:]).argmax(axis=1))


def improve(
    policy: Policy,
    played: Round,
    step: float,
    entropy: float,
    chance: np.random.Generator,
    judging: bool = False,
) -> None:
    """PPO: towards actions that turned out better than expected, but not far from what was done.

    While only `judging`, what it prefers is left alone and the value of positions is learnt.
    """
    found, known = played.advantages()
    chosen = np.flatnonzero(known)
    seen, masks = (kept.reshape(known.size, -1) for kept in (played.seen, played.masks))
    actions, shares = played.actions.reshape(-1), played.shares.reshape(-1)
    gains = found.reshape(-1)
    targets = gains + played.values.reshape(-1)
    gains = (gains - gains[chosen].mean()) / (gains[chosen].std() + 1e-6)
    order = chance.permutation(chosen)
    for start in range(0, len(order), MINIBATCH):
        rows = order[start : start + MINIBATCH]
        part = seen[rows]
        hidden = policy.network.hidden(part)
        out = policy.network.out(hidden)
        wrong = np.zeros_like(out)
        if not judging:
            done = actions[rows], shares[rows], gains[rows]
            wrong[:, :-1] = wrong_shares(out[:, :-1], masks[rows], *done, entropy)
        wrong[:, -1] = JUDGING * (out[:, -1] - targets[rows])
        policy.network.learn(part, hidden, wrong / np.float32(len(rows)), step)


def wrong_shares(
    liked: Floats,
    masks: NDArray[np.int8],
    actions: NDArray[np.intp],
    before: Floats,
    gains: Floats,
    entropy: float,
) -> Floats:
    """The gradient of PPO's loss by what the policy likes; `before` are the shares when it was decided."""
    shares = softmax(liked, masks)
    rows = np.arange(len(actions))
    ratio = shares[rows, actions] / before
    outside = ((ratio > 1 + CLIP) & (gains > 0)) | ((ratio < 1 - CLIP) & (gains < 0))
    pull = np.where(outside, 0.0, ratio * gains)[:, None]
    wrong = shares * pull
    wrong[rows, actions] -= pull[:, 0]
    logs = np.log(np.maximum(shares, 1e-9))
    surprise = -(shares * logs).sum(axis=1, keepdims=True)
    return np.asarray(wrong + entropy * shares * (logs + surprise), np.float32)


def softmax(liked: Floats, masks: NDArray[np.int8]) -> Floats:
    """Shares of the actions inside the mask; all others are 0."""
    liked = np.where(masks == 1, liked, FORBIDDEN)
    shares = np.exp(liked - liked.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def match_against(
    policy: Policy, encoder: Encoder, opponent: str, matches: int, seed: int
) -> dict[str, float]:
    """The policy against a bot over the same deals from both seats: how often it wins, and both scores."""
    won = mine = theirs = 0.0
    for number in range(matches):
        seat = number % SEATS
        luck = seed * 1_000_003 + number // SEATS
        bots = [make_bot(opponent) for _ in range(SEATS)]
        bots[seat] = Learned(policy, encoder)
        state = encoder.game.start(encoder.setup)
        state.settle()
        play_out(encoder.game, state, bots, Seeded(luck), luck)
        result = state.result
        won += result.payoffs()[seat]
        mine += result.scores[seat]
        theirs += sum(result.scores) - result.scores[seat]
    return {"won": won / matches, "score": mine / matches, "rival": theirs / matches}


def train(
    minutes: float, seed: int, tables: int, teacher: str = "greedy:1", lessons: int = 0, quiet: bool = False
) -> tuple[Policy, Encoder]:
    """Play and improve until so many minutes of CPU time are used; on the way steps get smaller, and less is
    left to chance.
    """
    laid = vector("bosa", tables, seats=SEATS, seed=seed)
    encoder = laid.encoder
    policy = Policy(encoder, seed)
    played = Round(STEPS, tables, len(policy.looked_at), policy.actions)
    chance = np.random.default_rng(seed)
    started = time.process_time()
    if lessons:
        _, agreed = take_lessons(policy, encoder, teacher, lessons, seed)
        if not quiet:
            spent = time.process_time() - started
            print(f"{spent:5.0f} s {lessons:6} lessons of {teacher}, {agreed:.0%} as it does", flush=True)
    matches = rounds = 0
    while (share := (time.process_time() - started) / (60 * minutes)) < 1:
        play(policy, laid, played, chance)
        step = (AFTER_LESSONS if lessons else STEP_SIZE) * (1 - (1 - LAST_STEP) * share)
        judging = lessons > 0 and rounds < JUDGING_ROUNDS
        improve(policy, played, step, ENTROPY * (1 - share), chance, judging)
        matches += int(played.ended.sum())
        rounds += 1
        if not quiet and rounds % 20 == 0:
            score = MOST * played.final_scores[played.ended].mean()
            spent = time.process_time() - started
            pace = rounds * played.actions.size / spent
            print(
                f"{spent:5.0f} s {matches:6} matches {pace:6.0f} decisions/s {score:6.1f} points", flush=True
            )
    return policy, encoder


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0, help="CPU minutes to train (2)")
    parser.add_argument("--seed", type=int, default=1, help="of the network and of the luck (1)")
    parser.add_argument("--teacher", default="greedy:1", help="whom to watch first (greedy:1)")
    parser.add_argument("--lessons", type=int, default=400, help="for how many matches (400)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"matches side by side ({TABLES})")
    parser.add_argument("--out", type=Path, help="where to keep the policy")
    parser.add_argument("--play", type=Path, help="a policy to play with instead of training one")
    parser.add_argument("--matches", type=int, default=200, help="against each bot afterwards (200)")
    parser.add_argument("--against", default="random,greedy", help="these bots (random,greedy)")
    given = parser.parse_args()
    if given.play is not None:
        encoder = encoder_of("bosa", SEATS)
        policy = Policy(encoder, given.seed)
        policy.load(given.play)
    else:
        policy, encoder = train(given.minutes, given.seed, given.tables, given.teacher, given.lessons)
        if given.out is not None:
            policy.save(given.out)
    for opponent in given.against.split(","):
        found = match_against(policy, encoder, opponent, given.matches, given.seed)
        reach = 1.96 * np.sqrt(found["won"] * (1 - found["won"]) / given.matches)
        print(
            f"against {opponent}: won {found['won']:.1%} ± {reach:.1%} of {given.matches} matches, "
            f"{found['score']:.1f} points to {found['rival']:.1f}"
        )


if __name__ == "__main__":
    if (
        ONE_THREAD not in os.environ
    ):  # matrices this small gain nothing by a second thread, which counts all the same
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {ONE_THREAD: "1"})
    main()
