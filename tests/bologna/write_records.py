"""Writes the recorded matches anew: `python -m tests.bologna.write_records`.

Only for when the form of records changes. A record that does not replay any more is a broken promise,
not a file to refresh.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.games.bologna import GAME
from ludoteca.kernel.croupier import Committed, Croupier, Scripted, Seeded
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.record import Record
from ludoteca.kernel.source import Stream
from tests.bologna.stories import IDLE, IDLE_ROLL, QUIET, lively

FOLDER = Path(__file__).with_name("records")
NAMES = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio", "Gina"]
COLLECT: dict[str, list[str]] = {
    "PPPTT": ["choose PPP", "use P", "use P"],
    "PPTTB": ["choose PPB", "use P", "use P"],
    "PPTTK": ["choose PPK", "use P", "use P", "use K"],
    "TTBBB": ["choose BBB"],
    "BBWWW": ["choose BBW", "use B", "use B", "target +1"],
    "TBBWW": ["choose BWW", "use B", "use W", "target +1", "target +1"],
    "PPTTT": ["choose TTT"],
    "TTWWW": ["choose TWW", "use T", "use W", "target +0", "target +0"],
}


def scripted(roles: list[str], turns: list[str], **options: Any) -> Match:
    """A match of quiet turns and turns that collect; the last roll ends it."""
    rolls = [f"rolled {dice}" for dice in turns]
    outcomes = [*(f"dealt {role}" for role in roles), *rolls]
    match = Match(GAME, GAME.setup(len(roles), {**QUIET, **options}), Scripted(outcomes), NAMES)
    for number, dice in enumerate(turns[:-1]):
        moves = IDLE[1:] if f"rolled {dice}" == IDLE_ROLL else COLLECT[dice]
        for move in moves:
            match.play(match.actor, move)
        if number + 1 < len(turns):
            match.play(match.actor, "roll5")
    return match


def searched(
    seats: int,
    croupier: Callable[[int], Croupier],
    wanted: Callable[[Match], bool],
    move: Callable[[Match, Stream], str] = lively,
    **options: Any,
) -> Match:
    """The first match by seed that ends as wanted."""
    for seed in count():
        match = Match(GAME, GAME.setup(seats, options), croupier(seed), NAMES[:seats])
        source = Stream(seed, "players")
        while match.result is None:
            match.play(match.actor, move(match, source))
        if wanted(match):
            return match
    raise AssertionError("seeds never end")


def ended(reason: str, most: int = 200) -> Callable[[Match], bool]:
    return lambda match: (
        match.result is not None and match.result.reason == reason and len(match.entries) <= most
    )


def any_move(match: Match, source: Stream) -> str:
    options = match.options
    guesses = [action for action in options if action.verb.name == "guess"]
    pick = guesses or options
    return pick[source.below(len(pick))].text


def committed(seed: int) -> Committed:
    return Committed(f"a secret of the house, number {seed}", ["ada's nonce", "ben's nonce"])


def commented(match: Match) -> Record:
    """The record with what happened beside every line."""
    record = match.record()
    speaker = match.speaker()
    entries = [part for part in match.story if isinstance(part, Entry)]
    told = iter(entries)
    for line in record.lines:
        if line.who != "!":
            sentences = [speaker.event(event) for event in next(told).events]
            line.comment = "; ".join(sentence for sentence in sentences if sentence)
    return record


def matches() -> dict[str, Match]:
    quiet = IDLE_ROLL.removeprefix("rolled ")
    return {
        "goal": searched(3, Seeded, ended("goal", 280)),
        "goal-seven": searched(7, Seeded, ended("goal", 900)),
        "event-pork-feast": scripted(
            ["dean", "soldier", "prince"],
            [quiet, "PPPTT", quiet, quiet, "PPTTB", quiet, quiet, "BBWWW", "BBBBB"],
        ),
        "event-earthquake": scripted(
            ["dean", "soldier", "prince"],
            [quiet, "PPPTT", quiet, quiet, "PPTTK", quiet, quiet, "TTBBB", quiet, quiet, "TBBWW", "WWRRR"],
        ),
        "guess-innkeeper": searched(3, Seeded, ended("guess", 400)),
        "guess-duel": searched(2, committed, ended("guess", 240)),
        "last": searched(3, Seeded, ended("last", 400), any_move),
        "role": searched(2, Seeded, ended("role", 120), any_move, duel_guess="alternative"),
        "cap": searched(3, Seeded, ended("cap"), round_cap=3),
        "cap-shared": searched(5, Seeded, _shared, round_cap=1, deadly_sins=False),
        "nobody": scripted(["prince", "dean", "soldier"], [*["PPTTT"] * 6, *["TTWWW"] * 3, "TTTTT"]),
    }


def _shared(match: Match) -> bool:
    return match.result is not None and len(match.result.winners) > 1


if __name__ == "__main__":
    for name, match in matches().items():
        text = commented(match).text()
        (FOLDER / f"{name}.record").write_text(text, encoding="utf-8")
        print(name, len(match.entries), match.result)
