"""Names in log and remarks and pieces on the board know each other: both have the same key."""

from __future__ import annotations

import re

import pytest

from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.table.visibility import events_seen
from ludoteca.house.web.pages.flags import where_named
from ludoteca.house.web.pages.named_pieces import event_with_names, names_in, remark_with_names
from ludoteca.house.web.pages.quick_parts import with_names
from ludoteca.kernel.contracts import Remark
from ludoteca.kernel.game import presentation_of
from tests.test_boards import markup, scenes


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_name_in_the_log_is_that_of_a_piece_with_an_explanation(name: str, language: str) -> None:
    about = presentation_of(load(name)).about
    assert about is not None
    drawn: set[str] = set()
    named: dict[str, str] = {}
    for scene, match, seat in scenes(name, False, language):
        drawn |= set(re.findall(r'data-about="([^"]*)"', markup(scene)))
        speaker = match.speaker(language)
        for event in events_seen([event for entry in match.entries for event in entry.events], seat):
            parts = names_in(event_with_names(speaker, event))
            assert "".join(words for _, words in parts) == speaker.event(event)
            for key, words in parts:
                if key and key not in named:
                    named[key] = words
                    told = about(match.view(seat), speaker, key)
                    assert told is not None and told.title, f"{words} is no piece: {key}"
    kinds = {key.split()[0] for key in named}
    assert len(kinds & {key.split()[0] for key in drawn}) >= 2, "players and places are named and drawn"


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_place_in_a_remark_of_a_bot_is_that_on_the_board(language: str) -> None:
    drawn = [(match, markup(scene)) for scene, match, _ in scenes("manticore", False, language)]
    match, text = next(one for one in drawn if 'data-about="cell ' in one[1])
    cell = int(re.findall(r'data-about="cell (\d+)"', text)[0])
    remark = Remark("meet_now", (("cell", "cell", cell),))
    parts = names_in(remark_with_names(match.speaker(language), remark))
    assert "".join(words for _, words in parts) == match.speaker(language).remark(remark)
    assert [key for key, _ in parts if key] == [f"cell {cell}"]


def test_a_place_without_a_piece_is_told_with_where_it_lies() -> None:
    scene, match, _ = next(iter(scenes("manticore", False, "en")))
    assert scene.places is not None
    remark = Remark("meet_now", (("cell", "cell", 70),))
    said = with_names(remark_with_names(match.speaker("en"), remark), where_named(match, scene.places))
    at = scene.places(70)
    assert at is not None
    assert f'data-named="cell 70" data-at="{at[0]:.0f} {at[1]:.0f}"' in said
    assert "data-at" not in with_names(remark_with_names(match.speaker("en"), remark))


def test_a_name_is_marked_on_the_page_and_the_rest_is_escaped() -> None:
    told = with_names("\ue000place 3\ue001The <Temple>\ue002 & more")
    assert told == '<span class="name" data-named="place 3">The &lt;Temple&gt;</span> &amp; more'
