"""Contrast on painted boards, by day and night: words against what lies under them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from ludoteca import draw as d
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.browser.contrasts import looked_at, words_on

READ = 4.5
MOVES = 35


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    found = browser.new_page()
    yield found
    found.close()


def board(name: str, narrow: bool) -> d.Scene:
    """The board in the middle of a random match with all seats taken."""
    game = load(name)
    match, luck = Match(game, game.setup(game.most), Seeded(4)), Stream(4, "contrast")
    for _ in range(MOVES):
        match.play(match.actor, match.options[luck.below(len(match.options))])
    speaker = match.speaker("en")
    offered = choices(game, match.state, match.actor, speaker)
    scene: d.Scene = presentation_of(game).board(match.view(match.actor), speaker, offered, narrow)
    return scene


@pytest.mark.parametrize("theme", [d.LIGHT, d.DARK])
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_words_stand_out_from_the_painted_ground(page: Page, name: str, narrow: bool, theme: d.Theme) -> None:
    scene = board(name, narrow)
    marks = words_on(scene)
    found = looked_at(page, scene, theme, marks)
    assert len(marks) > 10
    assert not [(mark.words, value) for mark, value in zip(marks, found, strict=True) if value < READ]
