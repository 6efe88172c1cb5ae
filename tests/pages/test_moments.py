"""Moments: what a page plays on the board is declared for events that exist, and made from what was told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.draw.moments import OVER_THE_BOARD
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.web.pages.match_log import log_for
from ludoteca.house.web.pages.moments import MOST, moments_since, written
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import EVERYONE, HIDDEN, Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR

NAMES = ["Ada", "Bruno", "Clara", "Dora"]
SEEDS = (3, 4)


def started(name: str, seed: int) -> Match:
    game = load(name)
    return Match(game, game.setup(4), Seeded(seed), NAMES)


def steps(match: Match, seed: int) -> Iterator[int]:
    """Play at random; after each decision, where its part of the story begins."""
    luck = Stream(seed, "moments")
    while match.result is None and len(match.story) < 900:
        first = len(match.story)
        match.play(match.actor, match.options[luck.below(len(match.options))])
        yield first


def events_from(match: Match, first: int, viewer: int) -> list[Event]:
    parts = [part for part in match.story[first:] if isinstance(part, Entry)]
    return [seen for part in parts for event in part.events if (seen := event.seen_by(viewer)) is not None]


@cache
def made(name: str) -> list[tuple[str, d.Moment]]:
    """Every moment of some random matches, with the name of its event."""
    makers = presentation_of(load(name)).moments
    found = []
    for seed in SEEDS:
        match = started(name, seed)
        for _ in steps(match, seed):
            pass
        events, look = match.log(0), cache(partial(match.view, 0))
        for at, event in enumerate(events):
            maker = makers.get(event.kind.name)
            moment = maker(d.Told(events, at, 0, look, match.setup.edition)) if maker else None
            if moment is not None:
                found.append((event.kind.name, moment))
    return found


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_declared_moment_is_of_an_event_that_exists(name: str) -> None:
    game = load(name)
    kinds = {kind.name for kind in game.events.all}
    declared = presentation_of(game).moments
    assert len(declared) >= 8
    assert set(declared) <= kinds


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_declared_moment_has_words_in_both_languages(name: str) -> None:
    game = load(name)
    for language in ("en", "it"):
        for event in presentation_of(game).moments:
            assert game.words(language).find("event", event), f"{event} in {language}"


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_piece_of_a_moment_is_in_the_sheet(name: str) -> None:
    moments = made(name)
    assert len({event for event, _ in moments}) >= 7
    for _, moment in moments:
        for art in moment.pieces:
            assert art.sheet.symbol(art.name).box is not None
        if moment.was is not None:
            (sheet,) = presentation_of(load(name)).sheets
            assert set(moment.was) <= set(sheet.symbols)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_declared_moment_can_be_made(name: str) -> None:
    """Also of events that are rare: each with the first value of every field."""
    match = started(name, SEEDS[0])
    for _ in steps(match, SEEDS[0]):
        pass
    game = match.game
    kinds = {kind.name: kind for kind in game.events.all}
    for event, maker in presentation_of(game).moments.items():
        happened = Event(kinds[event], (0,) * len(kinds[event].fields), EVERYONE)
        moment = maker(d.Told([happened], 0, 0, partial(match.view, 0), match.setup.edition))
        for art in moment.pieces if moment is not None else ():
            assert art.sheet.symbol(art.name).box is not None


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_the_pieces_a_moment_plays_on_are_on_the_board(name: str) -> None:
    """Not always, for a piece may be gone by now; but a name that is never there is a mistake."""
    match = started(name, SEEDS[0])
    there: set[tuple[str, str]] = set()
    asked: set[tuple[str, str]] = set()
    for first in steps(match, SEEDS[0]):
        for viewer in (0, 1):
            moments = moments_since(match, log_for(match, viewer, "en"), first)
            wanted = {(m["kind"], re.sub(r"\d+", "N", id)): id for m in moments for id in m.get("on", ())}
            if wanted.keys() <= there:
                continue
            scene = presentation_of(match.game).board(match.view(viewer), match.speaker(), NO_CHOICES, False)
            drawn = scene.svg(d.AUTO)
            asked |= wanted.keys()
            there |= {key for key, id in wanted.items() if f'id="{id.removeprefix("b-")}"' in drawn}
    assert asked == there


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_a_moment_tells_a_viewer_nothing_but_what_the_log_tells(name: str) -> None:
    match = started(name, SEEDS[1])
    for number, first in enumerate(steps(match, SEEDS[1])):
        if number % 7:
            continue
        for viewer in (SPECTATOR, 0, 1):
            told = [match.speaker("it").event(event) for event in events_from(match, first, viewer)]
            moments = moments_since(match, log_for(match, viewer, "it"), first)
            assert len(moments) <= MOST
            assert str(HIDDEN) not in str(moments)
            assert {moment["words"] for moment in moments if "words" in moment} <= set(told)


def test_what_was_taken_back_is_not_played() -> None:
    match = started("bosa", 3)
    for _ in steps(match, 3):
        if match.undoable(match.actor):
            break
    first = len(match.story) - match.undoable(match.actor)
    match.undo(match.actor)
    assert moments_since(match, log_for(match, 0, "en"), first) == []


def test_only_moments_over_the_board_have_words() -> None:
    match = started("bosa", 3)
    event = next(event for _ in steps(match, 3) for event in match.entries[-1].events)
    sentence = match.speaker().event(event)
    assert sentence
    for kind in ("speak", "rise"):
        moment: dict[str, Any] = written(d.Moment(kind, on=("a b",), sound="coin"), match.speaker(), event)
        assert moment.get("words", "") == (sentence if kind in OVER_THE_BOARD else "")
        assert moment["on"] == ["b-a-b"]


def test_a_moment_of_no_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind"):
        d.Moment("explode")
    with pytest.raises(ValueError, match="sound"):
        d.Moment("roll", sound="bagpipe")
