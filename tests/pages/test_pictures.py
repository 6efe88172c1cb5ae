"""Covers, galleries, replays and forecasts: what pages are made of, without a browser."""

from __future__ import annotations

import functools
import gc
import random
import re
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.draw.memory import MEMORY
from ludoteca.games import load, names
from ludoteca.house.table.option_preview import preview_option
from ludoteca.house.web.pages import assets, game_cards, match_log
from ludoteca.house.web.pages.ghosts import ghosts
from ludoteca.house.web.pages.replay_frames import MatchReplay, ReplayMoment
from ludoteca.kernel.choices import NO_CHOICES, Choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import SPECTATOR


def some_match(name: str, moves: int = 60, seed: int = 5) -> Match:
    game = load(name)
    match = Match(
        game, game.setup(game_cards.quick_seats(game)), Seeded(seed), ["Ada", "Bruno", "Clara", "Dora"]
    )
    luck = random.Random(seed)
    while match.result is None and moves:
        match.play(match.actor, luck.choice(match.options))
        moves -= 1
    return match


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_cover(name: str) -> None:
    game = load(name)
    presentation = presentation_of(game)
    assert presentation.cover is not None
    scene = presentation.cover(game.edition())
    assert (scene.width, scene.height) == game_cards.COVER
    for theme in (d.LIGHT, d.DARK, d.AUTO):
        assert len(scene.svg(theme)) < 60_000
    assert 'id="' not in assets.drawn(d.group(d.circle(0, 0, 3)), 10, 10)


@pytest.mark.parametrize("name", names())
def test_a_board_at_a_desk_keeps_its_size_whatever_is_asked(name: str) -> None:
    """Else the whole page would jump, and everything be drawn anew, whenever a button comes or goes."""
    match = some_match(name, 0)
    luck = random.Random(8)
    sizes = set()
    for _ in range(40):
        if match.result is not None:
            break
        view, speaker, asked = match.view(match.actor), match.speaker(), match.choices(match.actor)
        for choices in (Choices("", asked.offered, asked.refused), NO_CHOICES):
            scene = presentation_of(match.game).board(view, speaker, choices)
            sizes.add((scene.width, round(scene.height)))
        match.play(match.actor, luck.choice(match.options))
    assert len(sizes) == 1, sizes


def test_two_covers_in_one_page_keep_their_ids_apart() -> None:
    ids = [part for game in game_cards.games() for part in str(game_cards.cover(game)).split('id="')[1:]]
    known = [part.partition('"')[0] for part in ids]
    assert len(known) == len(set(known))


def test_static_files_carry_their_fingerprint() -> None:
    files = assets.statics()
    marks = {file.mark for file in files.values()}
    assert len(marks) == 1
    assert f'from "./morph.js?{marks.pop()}"' in files["table.js"].body.decode()
    own = [file for file in files.values() if not file.kind.startswith("image/")]
    scripts = "".join(file.body.decode() for file in own if file.name.endswith(".js"))
    later = {*re.findall(r'import\("\./(\w+\.js)', scripts), "finale.css", "club.css"}
    for_one_page_alone = {"studio.css", "studio.js", "companion.css", "curtain.css", "host.css", "replay.css"}
    later |= for_one_page_alone
    assert sum(len(file.packed) for file in own if file.name not in later) < 40_000
    assert all(len(file.packed) < 6_000 for file in own if file.name in later)


# Replays


@pytest.mark.parametrize("name", names())
def test_a_replay_shows_the_same_states_as_the_match_had(name: str) -> None:
    match = some_match(name)
    film = MatchReplay(match)
    viewer = 0
    scene = ReplayMoment(film, 10_000, viewer, "en", narrow=False)
    assert scene.at == scene.last
    assert film.game.view(scene.frame.state, viewer) == match.view(viewer)
    assert ReplayMoment(film, 0, viewer, "it", narrow=True).picture().parts
    assert sum(len(frame.events) for frame in film.frames) == len(match.opening) + sum(
        len(entry.events) for entry in match.entries
    )


def test_a_replay_of_a_running_match_has_a_frame_for_every_line_of_a_decision() -> None:
    match = some_match("bologna", moves=60)
    lines = sum(line.who.isdigit() for line in match.record(SPECTATOR).lines)
    assert match.result is None
    assert len(MatchReplay(match).frames) == lines + 1


def test_chapters_are_rounds_or_seasons() -> None:
    film = MatchReplay(some_match("bosa", moves=400))
    found = film.chapters(SPECTATOR, "en")
    assert [chapter.title for chapter in found] == ["Season 1", "Season 2", "Season 3"]
    assert [chapter.at for chapter in found] == sorted({chapter.at for chapter in found})


# What an option would do


@pytest.mark.parametrize("name", names())
def test_a_forecast_comes_true(name: str) -> None:
    """What is foretold as certain happens whenever the option is taken."""
    match = some_match(name, moves=0)
    luck = random.Random(3)
    told = 0
    for _ in range(40):
        if match.result is not None:
            break
        seat, option = match.actor, luck.choice(match.options)
        speaker = match.speaker("en")
        forecast = preview_option(match, seat, option.text, speaker)
        foretold = forecast.sentences
        before = len(match.log(seat))
        match.play(seat, option)
        happened = [speaker.event(event) for event in match.log(seat)[before:]]
        assert set(foretold) <= set(happened)
        if forecast.next_question:
            assert match.actor == seat
            assert forecast.next_question == speaker.question(match.state.step, match.state)
        told += len(foretold)
    assert told > 10


def test_a_forecast_ends_with_ones_own_turn() -> None:
    """Whom the next player recruits is no consequence of what ends a turn."""
    match = some_match("bello_divorum", moves=0)
    luck, closed = random.Random(3), 0
    for _ in range(120):
        if match.result is not None:
            break
        seat, option = match.actor, luck.choice(match.options)
        for world in preview_option(match, seat, option.text, match.speaker("en")).worlds:
            told = [event.kind.name for event in world.journal or ()]
            if "turn_over" in told:
                closed += 1
                assert "recruited" not in told[told.index("turn_over") :]
        match.play(seat, option)
    assert closed


@pytest.mark.parametrize("name", names())
def test_a_forecast_knows_nothing_the_seat_does_not(name: str) -> None:
    match = some_match(name, moves=25)
    if match.result is not None:
        match = some_match(name, moves=10)
    seat, text = match.actor, match.options[0].text
    speaker = match.speaker("en")
    real = preview_option(match, seat, text, speaker)
    shown = ghosts(match, seat, real.worlds, speaker, False)
    for deal in range(3):
        match.state = match.game.imagine(match.state, seat, Stream(deal, "redeal"))
        again = preview_option(match, seat, text, match.speaker("en"))
        assert again == real
        assert ghosts(match, seat, again.worlds, speaker, False) == shown


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("verb", ["harvest", "invoke"])
def test_a_pawn_of_bomarzo_shows_as_a_ghost_where_it_would_go(verb: str, narrow: bool) -> None:
    match = some_match("bomarzo", moves=0)
    while not (found := [option for option in match.options if option.text.startswith(verb)]):
        match.play(match.actor, match.options[0])
    seat, speaker = match.actor, match.speaker("en")
    worlds = preview_option(match, seat, found[0].text, speaker).worlds
    moved = [id for id, *_ in ghosts(match, seat, worlds, speaker, narrow)["moves"]]
    assert f"b-pawn-{seat}" in moved


def test_a_die_of_bologna_shows_no_ghost_where_another_face_will_lie() -> None:
    """The dice for the next player are counted anew."""
    match = some_match("bologna", moves=0)
    shown = 0
    for _ in range(120):
        if match.result is not None:
            break
        seat, text, speaker = match.actor, match.options[0].text, match.speaker("en")
        worlds = preview_option(match, seat, text, speaker).worlds
        before = faces(match.game.view(match.state, seat), speaker)
        after = faces(match.game.view(worlds[0], seat), speaker)
        for id, *_ in ghosts(match, seat, worlds, speaker, False)["moves"]:
            if id in before:
                assert before[id] == after[id], text
                shown += 1
        match.play(seat, match.options[0])
    assert shown


def faces(view: Any, speaker: Speaker) -> dict[str, str]:
    """What every piece that moves shows, by its id."""
    scene = presentation_of(load("bologna")).board(view, speaker, NO_CHOICES, False)
    found = {}
    for id, about in re.findall(r'id="(die-\d+)"[^>]*data-about="([^"]*)"', scene.svg(d.LIGHT)):
        found[f"b-{id}"] = about
    return found


@pytest.mark.parametrize("narrow", [False, True])
def test_cards_of_bomarzo_that_close_up_show_no_ghosts(narrow: bool) -> None:
    match = some_match("bomarzo", moves=0)
    while not match.options[0].text.startswith("keep "):
        match.play(match.actor, match.options[0])
    seat, option = match.actor, match.options[0].text
    worlds = preview_option(match, seat, option, match.speaker("en")).worlds
    assert ghosts(match, seat, worlds, match.speaker("en"), narrow)["moves"] == []


def test_nothing_shows_where_it_would_go_while_a_phone_would_look_elsewhere() -> None:
    match = some_match("manticore", moves=0)
    while not match.options[0].text.startswith("place "):
        match.play(match.actor, match.options[0])
    seat, speaker = match.actor, match.speaker("en")
    worlds = preview_option(match, seat, match.options[0].text, speaker).worlds
    assert ghosts(match, seat, worlds, speaker, narrow=True)["moves"] == []


def test_where_nothing_happens_yet_the_next_question_is_foretold() -> None:
    match = some_match("manticore", moves=0)
    while not match.options[0].text.startswith("place "):
        match.play(match.actor, match.options[0])
    forecast = preview_option(match, match.actor, match.options[0].text, match.speaker("en"))
    assert forecast.sentences == []
    assert forecast.next_question == "Ada, how do you turn the Y fork?"


def test_others_are_told_nothing() -> None:
    match = some_match("bosa", moves=10)
    other = (match.actor + 1) % match.setup.seats
    assert preview_option(match, other, match.options[0].text, match.speaker("en")).sentences == []


# The log


def told(match: Match, viewer: int) -> list[tuple[int, str]]:
    """A diary that is begun now and read at once."""
    fresh = match_log.MatchLog(match, viewer, match_log.CachedSpeaker(match, "en"))
    fresh.read(match, match_log.Turns(match).read(match))
    return [(line.number, line.text) for line in fresh.lines]


def test_the_log_marks_what_is_new_since_the_readers_last_move() -> None:
    match = some_match("bosa", moves=30)
    marked = 0
    for seat in range(match.setup.seats):
        mine = match_log.log_for(match, seat, "en")
        own = [
            place for place, part in enumerate(match.story) if isinstance(part, Entry) and part.seat == seat
        ]
        after = [line.number for line in mine.lines if line.place > own[-1]]
        assert [line.number for line in mine.lines if line.number >= mine.since] == after
        marked += bool(after)
    assert marked > 0
    assert match_log.log_for(match, SPECTATOR, "en").since == -1


def test_a_diary_that_is_read_on_tells_the_same_as_a_new_one() -> None:
    match = some_match("bologna", moves=0)
    luck = random.Random(3)
    taken_back = 0
    for _ in range(80):
        seat = match.actor
        match.play(seat, luck.choice(match.options))
        if match.actor == seat and match.undoable(seat) and luck.random() < 0.5:
            for viewer in (SPECTATOR, 0, 1):
                match_log.log_for(match, viewer, "en")
            match.undo(seat)
            taken_back += 1
        for viewer in (SPECTATOR, 0, 1):
            kept = match_log.log_for(match, viewer, "en")
            assert [(line.number, line.text) for line in kept.lines] == told(match, viewer)
    assert taken_back > 3
    match.names[0] = "Zoe"
    assert any("Zoe" in line.text for line in match_log.log_for(match, 1, "en").lines)


def kept_parts() -> list[Any]:
    """Everything that boards keep of their drawings."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith("ludoteca.games")
    ]


@pytest.mark.parametrize("name", names())
def test_what_is_kept_of_a_board_is_what_would_be_drawn(name: str) -> None:
    """Whoever's picture a part was drawn for, and whenever: it looks as if drawn for this one."""
    game = load(name)
    matches = [some_match(name, moves=moves) for moves in (0, 5, 23, 60)]
    sights = [
        (match, viewer, narrow, language)
        for match in matches
        for viewer in range(-1, match.setup.seats)
        for narrow, language in ((False, "en"), (True, "it"))
    ]

    def drawn(match: Match, viewer: int, narrow: bool, language: str) -> tuple[str, str]:
        choices = match.choices(viewer, language)
        scene = presentation_of(game).board(match.view(viewer), match.speaker(language), choices, narrow)
        return scene.svg(), scene.text()

    warm = [drawn(*sight) for sight in sights]
    caches = kept_parts()
    for sight, before in zip(sights, warm, strict=True):
        MEMORY.clear()
        for cache in caches:
            cache.cache_clear()
        assert drawn(*sight) == before
