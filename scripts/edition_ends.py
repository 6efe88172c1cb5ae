"""Tries the ends of every range that the editions of the house accept.

`python scripts/edition_ends.py [GAME…]` puts the least and the most into one entry after the other. What the
check accepts must not break anything: matches of random and of greedy bots, evaluations, vectors, boards.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import perspective_in
from ludoteca.datafiles.draft import Draft, with_value
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import told_with_place
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR

NUMBERS = re.compile(r"\[\d+\]")
LOOKS = 25
"""Every so many decisions the board is drawn and the view encoded."""
GREATEST = 1_000_000
LONGEST = 2.0
"""Seconds after which a match is left unfinished."""


def variants(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Accepted texts with one value at an end of its range, each with what was changed."""
    text = game.library.house_file.read_text(encoding="utf-8")
    tried: set[str] = set()
    for field in Draft(text, game.read_edition).fields:
        kind = NUMBERS.sub("[]", field.path)
        ends = {str(field.low), str(field.high)} if field.kind == "number" else set()
        if field.kind == "list" and field.value and all(type(one) is int for one in field.value):
            ends = {
                str([0] * len(field.value)),
                str([99] * len(field.value)),
                str([GREATEST] * len(field.value)),
            }
        if field.kind == "list" and field.value and all(type(one) is list for one in field.value):
            ends = {str([[number for _ in row] for row in field.value]) for number in (0, 99, GREATEST)}
        if kind in tried:
            continue
        tried.add(kind)
        for end in sorted(ends):
            changed = with_value(text, field, end)
            if Draft(changed, game.read_edition).fault is None:
                yield f"{field.path} = {end[:60]}", changed


def survive(game: Game[Any], file: Path) -> None:
    """Two matches, of random players and of greedy bots, looked at as a house does."""
    encoding, box = game.encoding, presentation_of(game).box
    assert encoding is not None and box is not None
    for number, name in enumerate(("random", "greedy")):
        setup = game.setup(game.least, None, file)
        match = Match(game, setup, Seeded(number), [])
        bots = [make_bot(name)] * game.least
        box(setup.edition)
        layout = encoding.layout(setup)
        ends = time.monotonic() + LONGEST
        while match.result is None and time.monotonic() < ends:
            seat, source = match.actor, Stream(len(match.story), name)
            match.play(seat, bots[seat].choose(perspective_in(match, seat, source), source))
            if len(match.story) % LOOKS == 1:
                look(match, layout)
        look(match, layout)


def look(match: Match, layout: Any) -> None:
    """Boards, vectors and evaluations."""
    knowledge = match.game.bot
    assert knowledge is not None
    for viewer in (SPECTATOR, 0):
        view = match.view(viewer)
        presentation_of(match.game).board(view, match.speaker("it"), match.choices(viewer, "it")).svg()
        layout.encode(view)
    chances = knowledge.win_chances(match.state)
    assert all(0.0 <= value <= 1.0 for value in chances), f"the chances of winning are {chances}"


def main() -> None:
    broken = tried = 0
    for name in sys.argv[1:] or HOUSE_GAMES:
        game = load(name)
        for told, text in variants(game):
            tried += 1
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "edition.toml")
                file.write_text(text, encoding="utf-8")
                try:
                    survive(game, file)
                except Exception as error:
                    broken += 1
                    print(f"{name}: {told}: {told_with_place(error)}", flush=True)
    print(f"{tried} accepted ends of ranges, {broken} break something")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
