"""Parts of boards are drawn once, and drawn again whenever something that they show has changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.draw.memory import Memory
from ludoteca.games import load, names
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import SPECTATOR

MOVES = 40
NAMES = ["Ada", "Bruno", "Clara", "Dora"]


def remember_nothing(memory: Memory, key: Any) -> None:
    """In the place of `Memory.get`."""


def drawn(match: Match, speaker: Speaker, viewer: int, narrow: bool) -> dict[str, str]:
    asked = choices(match.game, match.state, viewer, speaker)
    board = presentation_of(match.game).board(match.view(viewer), speaker, asked, narrow)
    layers: dict[str, str] = board.layers()
    return layers


@pytest.mark.long
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", names())
def test_a_board_that_was_kept_is_the_board_drawn_afresh(
    name: str, narrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(name)
    seats = min(4, game.most)
    match = Match(game, game.setup(seats), Seeded(11), NAMES[:seats])
    speaker = match.speaker()
    luck = random.Random(11)
    for move in range(MOVES):
        if match.result is not None:
            break
        match.play(match.actor, luck.choice(match.options))
        kept = [drawn(match, speaker, viewer, narrow) for viewer in (SPECTATOR, *range(seats))]
        if move % 4 == 0:
            with monkeypatch.context() as patched:
                patched.setattr(Memory, "get", remember_nothing)
                fresh = [drawn(match, speaker, viewer, narrow) for viewer in (SPECTATOR, *range(seats))]
            assert kept == fresh


def test_what_was_laid_for_a_key_is_laid_again() -> None:
    key = (test_what_was_laid_for_a_key_is_laid_again, "a key of its own")
    first = d.laid(key, lambda: [d.group(d.circle(0, 0, 4), label="a stone")])
    assert first[0].is_kept
    assert d.laid(key, lambda: []) is first
