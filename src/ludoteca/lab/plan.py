"""What to play: a plan gives every match a number, and the number determines the match, whoever plays it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteca.bots.bot import Bot
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.bots.own_bot import USUAL, Terms
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.bots.playing import play_out
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

SPREAD: Final = 1_000_003
"""How far apart the luck of two seeds lies."""

_PACKAGE: Final = Path(__file__).parent.parent
_SILENT: Final = {"board", "examiner", "words"}
"""Folders that change no match."""


class Plan:
    """A game, who sits where, and the luck. Everything a worker needs to know, as plain data.

    A mirrored plan plays every deal once for each way the line-up can be turned around the table: match
    `number` is rotation `number % rotations` of deal `number // rotations`, and all matches of a deal have
    the same luck.

    `lineup` names the bots; `own` holds those that were given as objects.
    """

    def __init__(
        self,
        game: str,
        lineup: Sequence[BotLike],
        *,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        edition: Path | None = None,
        mirrored: bool = False,
        terms: Terms = USUAL,
    ) -> None:
        face = load(game)
        setup = face.setup(len(lineup), options, edition)
        self.game = game
        self.title = face.title
        self.terms = terms
        self.own: dict[str, BotLike] = {}
        self.lineup = tuple([self._name(bot) for bot in lineup])
        for bot in dict.fromkeys(self.lineup):
            self.bot(bot)
        self.players = len(lineup)
        self.options: dict[str, Any] = setup.chosen(face.options)
        self.seed = seed
        self.edition = None if edition is None else edition.resolve()
        self.edition_label = setup.edition.label
        self.rules = face.version
        self.mirrored = mirrored
        self.rotations = period(self.lineup) if mirrored else 1

    def _name(self, bot: BotLike) -> str:
        """What a bot is called in this plan; two objects of one kind are told apart by a number."""
        name = found = spelling(bot)
        if isinstance(bot, str):
            return name
        number = 2
        while found in self.own and self.own[found] is not bot:
            found = f"{name}#{number}"
            number += 1
        self.own[found] = bot
        return found

    def bot(self, name: str) -> Bot:
        """The bot of the line-up with this name, for one seat of one match."""
        return seat_bot(self.own.get(name, name), self.terms)

    def seating(self, number: int) -> tuple[str, ...]:
        """Which bot sits where in match `number`."""
        turn = number % self.rotations
        return self.lineup[-turn:] + self.lineup[:-turn] if turn else self.lineup

    def luck(self, number: int) -> int:
        """The seed of match `number`: that of its deal."""
        return self.seed * SPREAD + number // self.rotations

    def whole_deals(self, matches: int) -> int:
        """The least number of matches that is not less than asked for and ends with a whole deal."""
        return -(-matches // self.rotations) * self.rotations

    def about(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "game": self.game,
            "rules": self.rules,
            "edition": self.edition_label,
            "players": self.players,
            "seats": list(self.lineup),
            "options": self.options,
            "seed": self.seed,
            "mirrored": self.mirrored,
        }

    def program(self) -> str:
        """A digest of the rules and bots as they are now: other rules play other matches."""
        return fingerprint([_PACKAGE / "kernel", _PACKAGE / "bots", load(self.game).folder])


def line_up(bots: BotLike | Sequence[BotLike], players: int | None, least: int) -> list[BotLike]:
    """The bots around a table: those named, and the same again in order until every seat is taken."""
    named = named_bots(bots)
    if not named or not all(named):
        raise LudotecaError("a seat has no bot; name them with commas between: greedy,random")
    seats = players or max(least, len(named))
    if len(named) > seats:
        raise LudotecaError(f"{len(named)} bots for {seats} seats; name at most one for each seat")
    return [named[seat % len(named)] for seat in range(seats)]


def named_bots(bots: BotLike | Sequence[BotLike]) -> list[BotLike]:
    """One bot, several, or texts with commas between."""
    if isinstance(bots, str):
        return [word.strip() for word in bots.split(",")]
    return list(bots) if isinstance(bots, Sequence) else [bots]


def period(lineup: Sequence[str]) -> int:
    """How many rotations of the line-up differ from one another."""
    seats = len(lineup)
    for step in range(1, seats):
        if seats % step == 0 and all(lineup[seat] == lineup[seat % step] for seat in range(seats)):
            return step
    return seats


def fingerprint(folders: Sequence[Path]) -> str:
    """A digest of the programs and data in some folders."""
    seal = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix in (".py", ".toml") and not _SILENT.intersection(inside.parts):
                seal.update(f"{inside.as_posix()}\n".encode())
                seal.update(path.read_bytes())
    return seal.hexdigest()[:16]


def digest(data: Any) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class Outcome(NamedTuple):
    """What came of one match."""

    number: int
    places: tuple[int, ...]
    payoffs: tuple[float, ...]
    scores: tuple[int, ...]
    teams: tuple[int, ...]
    decisions: int
    outcomes: int
    reason: str
    faults: tuple[int, ...] = ()
    """What bots of one's own did wrong, counted by seat; empty where none did."""

    @classmethod
    def read(cls, row: Sequence[Any]) -> Outcome:
        """The outcome from its plain list."""
        number, places, payoffs, scores, teams, decisions, outcomes, reason, faults = row
        return cls(
            number,
            tuple(places),
            tuple(payoffs),
            tuple(scores),
            tuple(teams),
            decisions,
            outcomes,
            reason,
            tuple(faults),
        )


Watch = Callable[[State, Sequence[Bot]], Sequence[Bot]]
"""Given a state and the bots about to play it, the bots that shall play it."""


class MatchRunner:
    """Plays matches of a plan, one after the other."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = load(plan.game)
        self.setup: Setup = self.game.setup(plan.players, plan.options, plan.edition)

    def play(self, number: int, watch: Watch | None = None) -> tuple[Outcome, State]:
        """Match `number` to its end. Bots come fresh to every match, so that none remembers another."""
        plan = self.plan
        luck = plan.luck(number)
        state: State = self.game.start(self.setup)
        state.settle()
        seated = [plan.bot(bot) for bot in plan.seating(number)]
        bots = seated if watch is None else watch(state, seated)
        counts = play_out(self.game, state, bots, Seeded(luck), luck, self.setup)
        faults = tuple([len(bot.trouble()) for bot in seated])
        result = state.result
        assert result is not None
        outcome = Outcome(
            number,
            result.places,
            tuple(result.payoffs()),
            result.scores,
            result.teams,
            counts.decisions,
            counts.outcomes,
            result.reason,
            faults if any(faults) else (),
        )
        return outcome, state
