"""A benchmark: any set of bots, programs and models in duplicate matches.

    from ludoteca.lab.benchmark import benchmark

    found = benchmark("bologna", ["greedy:1", "random", "program:python3 model.py"], deals=10, seed=1)
    print(found.told())

Every table of so many entrants is played with the same deals, each deal once for every way they can sit, so
that luck favours nobody. What is illegal, slow or fails is counted, with the seconds and the cost of every
move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.by_name import BotLike
from ludoteca.bots.own_bot import FAILED, ILLEGAL, SLOW, OwnBot, Terms
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source
from ludoteca.lab.backends import Backend, make_backend
from ludoteca.lab.batches import Work
from ludoteca.lab.elo import Duel, elo_ratings
from ludoteca.lab.intervals import clustered_rate, told_rate
from ludoteca.lab.plan import Plan, named_bots
from ludoteca.lab.plurals import told_number
from ludoteca.lab.recipe import options_of, write_recipe
from ludoteca.lab.run import Progress, Run
from ludoteca.lab.run_folder import as_json, write_whole

DATA: Final = "benchmark.json"
TABLE: Final = "benchmark.md"
TERMS: Final = Terms(seconds=60.0, tries=3, words=True)
"""What a model is granted for each move, unless its entry in a file of bots says otherwise."""


class Tally(NamedTuple):
    """What a seat did in one match besides winning or losing."""

    moves: int
    illegal: int
    failed: int
    slow: int
    replaced: int
    seconds: float
    cost: float


class Played(NamedTuple):
    """One match of a benchmark."""

    number: int
    seating: tuple[int, ...]
    """The entrant in each seat."""
    payoffs: tuple[float, ...]
    places: tuple[int, ...]
    teams: tuple[int, ...]
    tallies: tuple[Tally, ...]

    @classmethod
    def read(cls, row: Sequence[Any]) -> Played:
        number, seating, payoffs, places, teams, tallies = row
        return cls(
            number, tuple(seating), tuple(payoffs), tuple(places), tuple(teams),
            tuple([Tally(*one) for one in tallies]),
        )  # fmt: skip


class Timed(Bot):
    """A bot whose moves are counted and timed."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.moves = 0
        self.seconds = 0.0

    def choose(self, perspective: Perspective, source: Source) -> Action:
        began = perf_counter()
        try:
            return self.bot.choose(perspective, source)
        finally:
            self.moves += 1
            self.seconds += perf_counter() - began

    def tally(self) -> Tally:
        kinds = [fault.kind for fault in self.bot.trouble()]
        replaced, cost = (self.bot.replaced, self.bot.cost) if isinstance(self.bot, OwnBot) else (0, 0.0)
        return Tally(
            self.moves, kinds.count(ILLEGAL), kinds.count(FAILED), kinds.count(SLOW), replaced,
            round(self.seconds, 4), round(cost, 6),
        )  # fmt: skip


class Contest:
    """Who plays whom: every table of so many of the entrants, and the deals of all of them.

    Match `number` is a rotation of a table of a deal: all tables of a deal come before the next deal.
    """

    def __init__(
        self,
        game: str,
        bots: BotLike | Sequence[BotLike],
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        edition: Path | None = None,
        terms: Terms = TERMS,
    ) -> None:
        found = named_bots(bots)
        least = max(2, load(game).least)
        self.players = players or least
        if self.players < 2 or len(found) < self.players:
            raise LudotecaError(
                f"a benchmark needs at least {max(2, self.players)} bots for tables of {self.players}"
            )
        self.entrants = [spelling(bot) for bot in found]
        if len(set(self.entrants)) < len(self.entrants):
            raise LudotecaError("name every bot once; all of them meet all others")
        self.terms = terms
        self.tables = list(combinations(range(len(found)), self.players))
        self.plans = [
            Plan(
                game,
                [found[at] for at in table],
                options=options,
                seed=seed,
                edition=edition,
                mirrored=True,
                terms=terms,
            )
            for table in self.tables
        ]
        self.plan = self.plans[0]

    @property
    def matches_a_deal(self) -> int:
        return len(self.tables) * self.players

    def about(self) -> dict[str, Any]:
        """What has to be the same for finished matches to count."""
        return {
            "kind": "benchmark",
            **self.plan.about(),
            "seats": self.entrants,
            "terms": list(self.terms),
            "program": self.plan.program(),
        }

    def play(self, number: int) -> Played:
        """One match, kept with its log, since models read it."""
        deal, rest = divmod(number, self.matches_a_deal)
        table, rotation = divmod(rest, self.players)
        plan = self.plans[table]
        turn = deal * self.players + rotation
        luck = plan.luck(turn)
        game = load(plan.game)
        setup = game.setup(plan.players, plan.options, plan.edition)
        bots = [Timed(plan.bot(name)) for name in plan.seating(turn)]
        match = Match(game, setup, Seeded(luck))
        play_match(match, bots, luck)
        result = match.result
        assert result is not None
        seating = tuple([self.entrants.index(name) for name in plan.seating(turn)])
        return Played(
            number, seating, tuple(result.payoffs()), result.places, result.teams,
            tuple([bot.tally() for bot in bots]),
        )  # fmt: skip


def play_rows(contest: Contest, first: int, last: int) -> list[list[Any]]:
    return [list(contest.play(number)) for number in range(first, last)]


class Benchmark(Run):
    """A contest over some deals, and the folder that keeps it, if any: an interrupted one continues."""

    def __init__(self, contest: Contest, deals: int, out: Path | None = None) -> None:
        if deals < 1:
            raise LudotecaError(f"a benchmark needs at least one deal, not {deals}")
        self.contest = contest
        super().__init__(contest.plan, deals * contest.matches_a_deal, contest.about(), out)

    def run(self, backend: Backend, progress: Progress | None = None) -> Standings:
        try:
            self.play(backend, partial(play_rows, self.contest), Work(self.left), progress)
            played = {row[0]: Played.read(row) for rows in self.done.values() for row in rows}
            found = Standings(
                self.contest, [played[number] for number in sorted(played) if number < self.matches]
            )
            if self.run_folder is not None:
                found.save(self.run_folder.path)
                write_recipe(self.run_folder.path, self._words(), self.contest.plans)
            return found
        finally:
            self.close()

    def _words(self) -> list[str]:
        """The command that repeats the benchmark."""
        contest = self.contest
        return [
            "benchmark", self.plan.game, "--bots", ",".join(contest.entrants),
            "--players", str(contest.players), "--deals", str(self.matches // contest.matches_a_deal),
            "--seconds", f"{contest.terms.seconds:g}", "--tries", str(contest.terms.tries),
            *options_of(self.plan),
        ]  # fmt: skip


class Standings:
    """What a benchmark found."""

    def __init__(self, contest: Contest, played: Sequence[Played]) -> None:
        self.contest = contest
        self.played = played
        self.figures = self._figures()

    def bot(self, name: str) -> dict[str, Any]:
        """The figures of one entrant."""
        return next(one for one in self.figures["bots"] if one["bot"] == name)

    def save(self, folder: Path) -> None:
        write_whole(folder / DATA, as_json(self.figures))
        write_whole(folder / TABLE, (self.told() + "\n").encode())

    def told(self) -> str:
        """The figures as a table in Markdown."""
        rated = any(one["rating"] is not None for one in self.figures["bots"])
        heads = ["bot", *["rating, 95 % interval"] * rated, "won, 95 % interval", "illegal tries"]
        heads += ["failed", "slow", "moves made for it", "seconds a move", "cost"]
        rows = []
        for one in self.figures["bots"]:
            rating = one["rating"]
            told = [f"{rating['elo']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"] if rated else []
            rows.append([
                f"`{one['bot']}`", *told, told_rate(one["win_rate"]),
                f"{one['illegal']} ({one['illegal'] / max(1, one['moves']):.1%} of moves)",
                str(one["failed"]), str(one["slow"]), str(one["replaced"]),
                f"{one['seconds_a_move']:.4f}", f"{one['cost']:.4f}",
            ])  # fmt: skip
        matches = told_number(len(self.played), "match", "matches")
        seats = told_number(self.contest.players, "seat", "seats")
        deals = told_number(self.figures["deals"], "deal", "deals")
        lines = [
            f"{matches} of {self.figures['game']}, {seats}, {deals}, seed {self.figures['seed']}",
            "",
            *[f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)],
        ]
        return "\n".join(lines)

    def _figures(self) -> dict[str, Any]:
        contest = self.contest
        deals = [list(deal) for deal in self._deals()]
        ratings = elo_ratings(len(contest.entrants), [list(duels(deal)) for deal in deals])
        bots = [
            {**self._about(at, deals), "rating": ratings[at] if ratings else None}
            for at in range(len(contest.entrants))
        ]
        best_first = sorted(bots, key=lambda one: -(one["rating"]["elo"] if ratings else one["won"]))
        return {
            **contest.about(),
            "deals": len(deals),
            "matches": len(self.played),
            "bots": best_first,
        }

    def _deals(self) -> Iterator[Sequence[Played]]:
        size = self.contest.matches_a_deal
        for at in range(0, len(self.played), size):
            yield self.played[at : at + size]

    def _about(self, entrant: int, deals: Sequence[Sequence[Played]]) -> dict[str, Any]:
        seats = [
            [(one, one.seating.index(entrant)) for one in deal if entrant in one.seating] for deal in deals
        ]
        tallies = [one.tallies[seat] for deal in seats for one, seat in deal]
        shares = [sum(one.payoffs[seat] for one, seat in deal) / len(deal) for deal in seats]
        moves = sum(tally.moves for tally in tallies)
        return {
            "bot": self.contest.entrants[entrant],
            "matches": len(tallies),
            "won": round(sum(one.payoffs[seat] for deal in seats for one, seat in deal), 4),
            "win_rate": clustered_rate(shares, len(seats[0])),
            "moves": moves,
            "illegal": sum(tally.illegal for tally in tallies),
            "failed": sum(tally.failed for tally in tallies),
            "slow": sum(tally.slow for tally in tallies),
            "replaced": sum(tally.replaced for tally in tallies),
            "seconds_a_move": round(sum(tally.seconds for tally in tallies) / max(1, moves), 5),
            "cost": round(sum(tally.cost for tally in tallies), 6),
        }


def duels(deal: Sequence[Played]) -> Iterator[Duel]:
    """Every two entrants of every match who were not on one team: who finished ahead of whom."""
    for one in deal:
        for seat, rival in combinations(range(len(one.seating)), 2):
            if one.teams[seat] != one.teams[rival]:
                mine, theirs = one.places[seat], one.places[rival]
                ahead = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                yield Duel(one.seating[seat], one.seating[rival], ahead)


def benchmark(
    game: str,
    bots: BotLike | Sequence[BotLike],
    deals: int = 10,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
    terms: Terms = TERMS,
    workers: int = 1,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Let every table of `players` entrants play `deals` deals, each from every seat."""
    contest = Contest(game, bots, players, options, seed, edition, terms)
    return Benchmark(contest, deals, out).run(make_backend("local", workers), progress)
