"""Puzzles from self-play: positions where one choice is better beyond four standard errors, as the seat
knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from ludoteca.analysis.effort import Effort, effort_called
from ludoteca.analysis.futures import Futures
from ludoteca.analysis.judge import Alternative, Trials, alternative, telling
from ludoteca.analysis.moments import Moment, moments
from ludoteca.analysis.puzzle_book import MatchPuzzles, Puzzle, theme_of
from ludoteca.bots.bot import Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.source import Stream

BEYOND: Final = 4.0
"""A puzzle's answer is ahead of every other by more than this many standard errors."""
LEAST: Final = 0.03
"""And by at least this much of the chance of winning, or the points that would mean it in an even match."""
SOLVERS: Final = ("level:novice", "level:regular", "level:strong")
TRIES: Final = 3
MOST_A_MATCH: Final = 10
NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Fausto", "Gina")
ENOUGH: Final = 15
APART: Final = 3
"""Puzzles of a match lie at least so many decisions apart."""
TEN_TIMES: Final = 10


def played(game: Game[Any], seats: int, seed: int, level: str) -> Match:
    """A match of bots, to find positions in."""
    match = Match(game, game.setup(seats), Seeded(seed), NAMES[:seats])
    play_match(match, [make_bot(level) for _ in range(seats)], seed=seed)
    return match


def puzzles_in(match: Match, effort: Effort, seed: int) -> MatchPuzzles:
    """The best puzzles of a match. Its decisions are looked at in any order, until there are enough."""
    found: list[tuple[float, Puzzle]] = []
    story = moments(match)
    luck = Stream(seed, "order")
    while story and len(found) < ENOUGH:
        moment = story.pop(luck.below(len(story)))
        made = _puzzle(match.game, moment, effort, Stream(seed, f"puzzle {moment.line}"))
        if made is not None:
            found.append(made)
    chosen: list[Puzzle] = []
    for _, puzzle in sorted(found, key=lambda pair: -pair[0]):
        if len(chosen) < MOST_A_MATCH and all(abs(puzzle.line - other.line) >= APART for other in chosen):
            chosen.append(puzzle)
    return MatchPuzzles(match.record().text(), tuple(sorted(chosen, key=lambda puzzle: puzzle.line)))


def _puzzle(game: Game[Any], moment: Moment, effort: Effort, source: Stream) -> tuple[float, Puzzle] | None:
    """A puzzle and how far its answer is ahead; None where a position is none. A quick look comes first."""
    if not 2 <= len(moment.before.choices) <= effort.options:
        return None
    perspective = Perspective(game, moment.before, moment.seat, source)
    lines = [[action] for action in perspective.options]
    futures = Futures(game, effort.turns)
    quick = Trials(futures, perspective, lines, effort.trials, source)
    best = max(range(len(lines)), key=quick.mean)
    rivals = _rivals(futures, moment, lines, quick, best)
    if not rivals or max(_lost(rival) for rival in rivals) < LEAST:
        return None
    if min(_lost(rival) for rival in rivals) < LEAST / 2:
        return None
    trials = Trials(futures, perspective, lines, effort.worlds, source)
    rivals = _rivals(futures, moment, lines, trials, best)
    if not rivals or not all(clearly_worse(rival) and _lost(rival) >= LEAST for rival in rivals):
        return None
    right = [line[0].text for number, line in enumerate(lines) if trials.same(number, [best])]
    nearest = min(rivals, key=_lost)
    against = [-size for size in trials.seen_from(best).contributed(_number(lines, nearest.action))]
    missed = [_misses(game, moment, solver, right) for solver in SOLVERS]
    puzzle = Puzzle(
        line=moment.line,
        seat=moment.seat,
        theme=theme_of(game.name, moment.before),
        difficulty=1 + sum(share > 0.5 for share in missed),
        right=tuple(right),
        lost={rival.action: (round(-rival.points, 2), round(-rival.gain, 4)) for rival in rivals},
        reasons=telling(futures.features, against),
    )
    return _lost(nearest) * (1.0 + sum(missed)), puzzle


def _rivals(
    futures: Futures, moment: Moment, lines: Sequence[list[Any]], trials: Trials, best: int
) -> list[Alternative]:
    """Every other option, compared with the best."""
    seen = trials.seen_from(best)
    return [
        alternative(futures, moment.before, line[0], seen, number)
        for number, line in enumerate(lines)
        if not trials.same(number, [best])
    ]


def _number(lines: Sequence[list[Any]], text: str) -> int:
    return next(number for number, line in enumerate(lines) if line[0].text == text)


def _lost(rival: Alternative) -> float:
    """What an option loses against the best."""
    return max(-rival.gain, -rival.even)


def clearly_worse(rival: Alternative) -> bool:
    """Whether an option loses beyond four standard errors, in points or in chance, and gains in neither."""
    by_points = rival.points < -BEYOND * rival.points_error and rival.points < 0
    by_chance = rival.gain < -BEYOND * rival.error and rival.gain < 0
    return (by_points or by_chance) and rival.points <= 0 and rival.gain <= 0


def _misses(game: Game[Any], moment: Moment, solver: str, right: Sequence[str]) -> float:
    """How often a bot chooses otherwise."""
    missed = 0
    for number in range(TRIES):
        source = Stream(number, f"{solver} {moment.line}")
        perspective = Perspective(game, moment.before, moment.seat, source)
        missed += make_bot(solver).choose(perspective, source).text not in right
    return missed / TRIES


def holds(game_name: str, record: str, puzzle: Puzzle, effort: Effort, seed: int) -> bool:
    """Whether the answer of a puzzle is still the best with ten times the worlds, and other luck."""
    game = load(game_name)
    match = replay(game, read_record(record))
    moment = next(moment for moment in moments(match) if moment.line == puzzle.line)
    source = Stream(seed, f"check {puzzle.line}")
    perspective = Perspective(game, moment.before, moment.seat, source)
    lines = [[action] for action in perspective.options]
    trials = Trials(Futures(game, effort.turns), perspective, lines, TEN_TIMES * effort.worlds, source)
    best = max(range(len(lines)), key=trials.mean)
    return lines[best][0].text in puzzle.right


def effort_for_puzzles(game: str) -> Effort:
    """What a puzzle costs: a quick look, then as many worlds as a deep analysis gives it in a quick game."""
    quick = effort_called("quick", game)
    return replace(quick, options=12, trials=max(4, quick.trials), worlds=max(16, 2 * quick.worlds))


def make_puzzles(
    game_name: str, seats: int, seeds: Sequence[int], level: str, told: Callable[[MatchPuzzles], None]
) -> list[MatchPuzzles]:
    """Puzzles from some matches; `told` after each."""
    game = load(game_name)
    found = []
    for seed in seeds:
        match = played(game, seats, seed, level)
        found.append(puzzles_in(match, effort_for_puzzles(game_name), seed))
        told(found[-1])
    return found
