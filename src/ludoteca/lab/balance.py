"""Balance: who wins, with what, how close it was, and which choices pay.

    from ludoteca.lab.balance import balance

    data = balance("bosa", bot="greedy:1", games=1000, seed=1, workers=2)

`balance_page.balance_page` turns this data into a page.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.by_name import BotLike
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State
from ludoteca.lab.backends import Backend, make_backend
from ludoteca.lab.batches import Span, Work
from ludoteca.lab.counters import ORDER, PARTS, Counters, parts, share_of
from ludoteca.lab.intervals import rate
from ludoteca.lab.plan import MatchRunner, Outcome, Plan, line_up, named_bots
from ludoteca.lab.recipe import EDITION, write_recipe
from ludoteca.lab.run import Progress, Run
from ludoteca.lab.run_folder import as_json, missing, write_whole

DATA: Final = "balance.json"
PAGE: Final = "balance.html"
EVERY_PRESET: Final = "all"

STRIDE: Final = 1_000_000_000
"""Match n of variant v is number v * STRIDE + n, so that more matches can be added to each."""

AIM: Final = 5.0
"""Seconds a batch: its count is larger than a few matches."""

TENTHS: Final = 10
CLEARLY: Final = 1e-9


class Variant:
    """One way of playing the game: a preset and a number of players."""

    def __init__(self, name: str, plan: Plan) -> None:
        self.name = name
        self.plan = plan


def variants(
    game: str,
    bots: BotLike | Sequence[BotLike],
    players: Sequence[int] = (),
    presets: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
) -> list[Variant]:
    """Every preset with every number of players; options given apart hold for all of them."""
    face = load(game)
    chosen = list(face.presets) if list(presets) == [EVERY_PRESET] else list(presets)
    found = []
    for preset in chosen or [""]:
        if preset and preset not in face.presets:
            raise LudotecaError(
                f"{face.title} has no preset “{preset}”; it has {', '.join(face.presets)}, and {EVERY_PRESET}"
            )
        for seats in players or [face.least]:
            lineup = line_up(bots, seats, face.least)
            asked = {**face.presets.get(preset, {}), **(options or {})}
            words = [preset] * bool(preset) + [f"{seats} player{'s' * (seats != 1)}"] * (len(players) > 1)
            plan = Plan(game, lineup, options=asked, seed=seed, edition=edition)
            found.append(Variant(", ".join(words), plan))
    return found


def balance(
    game: str,
    bot: BotLike | Sequence[BotLike] = "greedy:1",
    games: int = 1000,
    *,
    players: Sequence[int] = (),
    presets: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
    workers: int = 1,
    on: str = "local",
    address: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Let bots play `games` matches of every variant and weigh the game."""
    found = prepare(
        game,
        bot,
        games,
        players=players,
        presets=presets,
        options=options,
        seed=seed,
        edition=edition,
        out=out,
    )
    return found.run(make_backend(on, workers, address), progress)


def prepare(
    game: str,
    bot: BotLike | Sequence[BotLike],
    games: int,
    *,
    players: Sequence[int] = (),
    presets: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
    out: Path | None = None,
) -> Balance:
    """A balance report about to be made, with the command that makes it."""
    ways = variants(game, bot, players, presets, options, seed, edition)
    named = ",".join([spelling(one) for one in named_bots(bot)])
    words = ["ludoteca", "balance", game, "--bot", named, "--games", str(games), "--seed", str(seed)]
    words += ["--players", ",".join(map(str, players))] if players else []
    words += ["--preset", ",".join(presets)] if presets else []
    for key, value in (options or {}).items():
        words += ["-o", f"{key}={value}"]
    words += ["--edition", edition.name] if edition is not None else []
    words += ["--out", f"balance/{game}"]
    return Balance(ways, games, out, shlex.join(words))


class Balance(Run):
    """Variants, how many matches of each, and the folder that keeps them, if any."""

    def __init__(
        self, ways: Sequence[Variant], games: int, out: Path | None = None, command: str = ""
    ) -> None:
        if games < 1:
            raise LudotecaError(f"a balance report needs at least one match, not {games}")
        self.ways = list(ways)
        self.games = games
        self.command = command
        plan = self.ways[0].plan
        plans = [{"name": way.name, **way.plan.about()} for way in self.ways]
        about = {"kind": "balance", "variants": plans, "program": plan.program()}
        super().__init__(plan, games * len(self.ways), about, out)

    @property
    def left(self) -> list[Span]:
        """What is not yet played, variant by variant."""
        found: list[Span] = []
        for number in range(len(self.ways)):
            base = number * STRIDE
            mine = [(first - base, last - base) for first, last in self.done if first // STRIDE == number]
            found += [(base + first, base + last) for first, last in missing(mine, self.games)]
        return found

    def run(self, backend: Backend, progress: Progress | None = None) -> dict[str, Any]:
        """Play what is left and weigh it."""
        try:
            plans = [way.plan for way in self.ways]
            self.play(backend, partial(play_batch, plans), Work(self.left, aim=AIM), progress)
            counts = self._counts()
            found = weigh(self.ways, counts, self.command)
            if self.run_folder is not None:
                self.run_folder.close_with(
                    ((number * STRIDE, number * STRIDE + counters.at("matches")), in_order(counters.data))
                    for number, counters in enumerate(counts)
                )
                self._save(found)
            return found
        finally:
            self.close()

    def _counts(self) -> list[Counters]:
        """What was counted of each variant."""
        counts = [Counters() for _ in self.ways]
        for (first, _), data in self.done.items():
            counts[first // STRIDE].add(Counters(data))
        for way, counters in zip(self.ways, counts, strict=True):
            if counters.at("matches") > self.games:
                raise LudotecaError(
                    f"the folder holds {counters.at('matches')} matches of {way.name or way.plan.title}, "
                    "which cannot be taken out of the count again: ask for at least as many with --games"
                )
        return counts

    def _save(self, found: dict[str, Any]) -> None:
        from ludoteca.lab.balance_page import balance_page

        assert self.run_folder is not None
        write_whole(self.run_folder.path / DATA, as_json(found))
        write_whole(self.run_folder.path / PAGE, balance_page(found).encode())
        write_recipe(self.run_folder.path, self._words(), [way.plan for way in self.ways])

    def _words(self) -> list[str]:
        """The command that makes the report again, wherever that is written."""
        words = shlex.split(self.command)[1:]
        words = words[: words.index("--out")] if "--out" in words else words
        if EDITION in words:
            words[words.index(EDITION) + 1] = str(self.plan.edition)
        return words


def play_batch(plans: Sequence[Plan], first: int, last: int) -> dict[str, Any]:
    """Matches `first` to `last - 1`, all of one variant, counted."""
    variant, start = divmod(first, STRIDE)
    runner = MatchRunner(plans[variant])
    counters = Counters()
    observer = MatchObserver(runner.game)
    for number in range(start, start + last - first):
        outcome, state = runner.play(number, observer.attend)
        counters.enter(outcome, runner.game.breakdowns(state) + observer.order(outcome))
        observer.enter(counters, outcome)
    return counters.data


class MatchObserver:
    """Sits beside the table and notes what was offered, what was chosen, and who was ahead."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.keys = [option_keys(action) for action in game.catalogue.decisions]
        self.rivals = True
        self._begin(0)

    def _begin(self, seats: int) -> None:
        self.offered: Counter[str] = Counter()
        self.chosen: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.could: list[set[str]] = [set() for _ in range(seats)]
        self.seats = seats
        self.first = -1
        self.last = -1
        self.leaders: list[int] = []

    def attend(self, state: State, bots: Sequence[Bot]) -> list[Bot]:
        """The bots of a new match, each with the observer looking over its shoulder."""
        self._begin(state.seats)
        return [Watched(bot, state, self) for bot in bots]

    def note(self, state: State, seat: int, options: Sequence[Action], choice: Action) -> None:
        """One decision."""
        met: set[str] = set()
        for action in options:
            met.update(self.keys[action.index])
        self.offered.update(met)
        self.could[seat].update(met)
        self.chosen[seat].update(self.keys[choice.index])
        if seat != self.last:
            self.last = seat
            self.first = seat if self.first < 0 else self.first
            if self.rivals and state.seats > 1:
                self.leaders.append(leader(knowledge_of(self.game).win_chances(state)))

    def order(self, outcome: Outcome) -> list[tuple[int, str, str]]:
        """Seats counted from whoever decided first, where they are rivals."""
        if self.first < 0 or len(set(outcome.teams)) == 1:
            return []
        return [((self.first + offset) % self.seats, ORDER, str(offset + 1)) for offset in range(self.seats)]

    def enter(self, counters: Counters, outcome: Outcome) -> None:
        """Count what was noted of a finished match."""
        shares = parts(outcome)
        for key, number in self.offered.items():
            counters.count(number, "options", key, "offered")
        for seat, share in enumerate(shares):
            for key in self.could[seat]:
                counters.count(1, "options", key, "could")
                counters.count(share, "options", key, "could_won")
            for key, number in self.chosen[seat].items():
                counters.count(number, "options", key, "chosen")
                counters.count(number * share, "options", key, "chosen_won")
                counters.count(1, "options", key, "did")
                counters.count(share, "options", key, "did_won")
        for key in set().union(*self.chosen):
            counters.count(1, "options", key, "did_matches")
        never = [could - set(did) for could, did in zip(self.could, self.chosen, strict=True)]
        for key in set().union(*never):
            counters.count(1, "options", key, "never_matches")
        counters.count(1, "lengths", str(outcome.decisions))
        self.rivals = len(set(outcome.teams)) > 1
        winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
        counters.count(int(bool(winners)), "won")
        if outcome.scores:
            for seat in winners:
                counters.count(1, "winning_scores", str(outcome.scores[seat]))
            if len(outcome.scores) > 1:
                best, second = sorted(outcome.scores, reverse=True)[:2]
                counters.count(1, "margins", str(best - second))
        if self.rivals and self.leaders:
            self._enter_lead(counters, winners)

    def _enter_lead(self, counters: Counters, winners: Sequence[int]) -> None:
        """How the lead went: the favourite of the evaluation each time another seat came to decide."""
        known = [one for one in self.leaders if one >= 0]
        changes = sum(one != other for one, other in zip(known, known[1:]))
        counters.count(1, "lead", "changes", str(changes))
        if len(winners) != 1:
            return
        (winner,) = winners
        reached = len(self.leaders)
        while reached and self.leaders[reached - 1] in (winner, -1):
            reached -= 1
        counters.count(1, "lead", "decided", str(reached * TENTHS // len(self.leaders)))
        half = self.leaders[len(self.leaders) // 2]
        if half >= 0:
            counters.count(1, "lead", "half_time", "matches")
            counters.count(int(half == winner), "lead", "half_time", "kept")


class Watched(Bot):
    """A bot whose decisions are noted."""

    def __init__(self, bot: Bot, state: State, observer: MatchObserver) -> None:
        self.bot = bot
        self.state = state
        self.observer = observer

    def choose(self, perspective: Perspective, source: Source) -> Action:
        choice = self.bot.choose(perspective, source)
        self.observer.note(self.state, perspective.seat, perspective.options, choice)
        return choice


def option_keys(action: Action) -> list[str]:
    """What an action is counted as: its verb, and its verb with the first parameter."""
    verb = action.verb
    return [verb.name, f"{verb.name} {verb.domains[0].word(action.a)}"] if verb.domains else [verb.name]


def leader(chances: Sequence[float]) -> int:
    """The seat that looks best; -1 where several look equally good."""
    best, second = sorted(chances, reverse=True)[:2]
    return -1 if best - second < CLEARLY else list(chances).index(best)


def in_order(data: Any) -> Any:
    """The same tree with its names sorted: equal counts are written equally."""
    return {name: in_order(data[name]) for name in sorted(data)} if isinstance(data, dict) else data


# From counts to figures


def weigh(ways: Sequence[Variant], counts: Sequence[Counters], command: str) -> dict[str, Any]:
    """The counts of all variants as plain data, with 95 % intervals."""
    first = ways[0].plan
    return {
        "kind": "balance",
        "game": first.game,
        "title": first.title,
        "rules": first.rules,
        "edition": first.edition_label,
        "seed": first.seed,
        "command": command,
        "variants": [weigh_one(way, counters) for way, counters in zip(ways, counts, strict=True)],
    }


def weigh_one(way: Variant, counters: Counters) -> dict[str, Any]:
    plan, matches = way.plan, counters.at("matches")
    wins = [counters.at("wins", str(seat)) for seat in range(plan.players)]
    scores = counters.scores_by_seat(plan.players)
    share = sum(wins) / PARTS / matches / plan.players
    return {
        "name": way.name,
        "players": plan.players,
        "bots": list(dict.fromkeys(plan.lineup)) if len(set(plan.lineup)) == 1 else list(plan.lineup),
        "options": plan.options,
        "matches": matches,
        "together": not counters.under("lead") and plan.players > 1,
        "decisions_a_match": round(counters.at("decisions") / matches, 2),
        "won_by_anybody": rate(counters.at("won"), matches),
        "average_win_rate": rate(share * matches, matches),
        "reasons": dict(sorted(counters.under("reasons").items())),
        "win_rate_by_seat": [share_of(won, matches, matches) for won in wins],
        "facets": counters.rates_by_category(),
        "scores": {
            "by_seat": [_spread(one) for one in scores],
            "all": _histogram(sum(scores, Counter())),
            "winners": _histogram(counters.numbers("winning_scores")),
            "margins": _histogram(counters.numbers("margins")),
        },
        "lengths": _histogram(counters.numbers("lengths")),
        "lead": _lead(counters),
        "choices": _choices(load(plan.game), plan, counters),
    }


def _histogram(numbers: Counter[int]) -> dict[str, Any]:
    """A distribution: its mean and spread, and how often each value came."""
    return {**_spread(numbers), "counts": {str(value): numbers[value] for value in sorted(numbers)}}


def _spread(numbers: Counter[int]) -> dict[str, Any]:
    total = numbers.total()
    if not total:
        return {"number": 0}
    middle = sum(value * number for value, number in numbers.items()) / total
    variance = sum(number * (value - middle) ** 2 for value, number in numbers.items()) / total
    return {
        "number": total,
        "mean": round(middle, 3),
        "deviation": round(variance**0.5, 3),
        "least": min(numbers),
        "most": max(numbers),
    }


def _lead(counters: Counters) -> dict[str, Any] | None:
    if not counters.under("lead"):
        return None
    half = counters.at("lead", "half_time", "matches")
    kept = counters.at("lead", "half_time", "kept")
    return {
        "changes": _histogram(counters.numbers("lead", "changes")),
        "decided_in_tenth": _histogram(counters.numbers("lead", "decided")),
        "leader_at_half_time_won": rate(kept, half) if half else None,
    }


def _choices(game: Game[Any], plan: Plan, counters: Counters) -> list[dict[str, Any]]:
    """Every option that was offered: how often it was taken, and whether it went with winning."""
    edition = game.setup(plan.players, plan.options, plan.edition).edition
    examples = {key: action for action in game.catalogue.decisions for key in option_keys(action)}
    found = []
    for key, count in sorted(counters.under("options").items()):
        did, could = count.get("did", 0), count["could"]
        did_won, could_won = count.get("did_won", 0), count["could_won"]
        chosen = count.get("chosen", 0)
        found.append(
            {
                "option": key,
                "verb": examples[key].verb.name,
                "label": option_label(game, edition, key, examples[key]),
                "offered": count["offered"],
                "chosen": chosen,
                "chosen_share": round(chosen / count["offered"], 4),
                "chosen_by_winners": round(count.get("chosen_won", 0) / PARTS, 2),
                "seats_that_did": did,
                "win_rate_of_those_who_did": _rate_of(did, did_won, count.get("did_matches", 0)),
                "win_rate_of_those_who_never_did": _rate_of(
                    could - did, could_won - did_won, count.get("never_matches", 0)
                ),
            }
        )
    return found


def _rate_of(seats: int, won: int, matches: int) -> dict[str, float] | None:
    return share_of(won, seats, matches) if seats else None


def option_label(game: Game[Any], edition: Edition, key: str, action: Action) -> str:
    """An option in words: `play: the Altar`."""
    verb = action.verb.name.replace("-", " ")
    if key == action.verb.name:
        return verb
    domain = action.verb.domains[0]
    if domain.noun in ("offset", "seat", "number"):
        return f"{verb}: {domain.word(action.a)}"
    return f"{verb}: {Speaker(game, edition, game.least).spell(domain.noun, action.a)}"
