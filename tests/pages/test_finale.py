"""After the end: a score sheet for every game, what lay hidden, and nobody ranked who lost with all."""

from __future__ import annotations

from functools import cache

import pytest

from ludoteca import draw as d
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.web.pages.finale import has_points, is_ranked, sheet_of, standings
from ludoteca.house.web.pages.page_parts import part
from ludoteca.house.web.pages.part_values import ResultPart, SheetPart
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import EVERYONE, Event
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Stream

NAMES = ["Ada", "Bruno", "Clara", "Dora"]


@cache
def ended(name: str, seats: int = 4) -> Match:
    game = load(name)
    match = Match(game, game.setup(seats), Seeded(6), NAMES)
    luck = Stream(6, "finale")
    while match.result is None:
        match.play(match.actor, match.options[luck.below(len(match.options))])
    return match


def shown(match: Match, language: str) -> str:
    speaker = match.speaker(language)
    result = match.result
    assert result is not None
    page = ResultPart(
        over=True,
        result=speaker.result(result),
        ranked=is_ranked(result),
        scored=has_points(result),
        standings=tuple(standings(result, NAMES)),
        sheet=sheet_of(match, 0, speaker),
        id="T",
        file="T.record",
        picture="/picture",
    )
    return part("t-result", "result", page, language).text


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_game_has_a_score_sheet_in_both_languages(name: str) -> None:
    match = ended(name)
    for language in ("en", "it"):
        text = shown(match, language)
        assert 'class="standings score-sheet"' in text
        assert 0 < text.index('class="banner"') < text.index('id="t-result-title"')
        assert all(seat in text for seat in NAMES)
        sheet = sheet_of(match, 0, match.speaker(language))
        assert len(sheet.lines) >= 4
        assert all(len(line.shares) == 4 and line.label for line in sheet.lines)
        assert not any("{" in line.label for line in sheet.lines)
        assert not any("{" in sentence for sentence in sheet.remarks)


@pytest.mark.parametrize("name", ["bello_divorum", "bomarzo", "bosa"])
def test_the_sources_add_up_to_the_points(name: str) -> None:
    match = ended(name)
    assert match.result is not None
    lines = sheet_of(match, 1, match.speaker()).lines
    totals = [sum(int(line.shares[seat]) for line in lines) for seat in range(4)]
    assert totals == list(match.result.scores)


def test_roles_are_turned_up_the_winners_last() -> None:
    match = ended("bologna")
    assert match.result is not None
    reveals = sheet_of(match, 0, match.speaker()).reveals
    assert {one.name for one in reveals} == set(NAMES)
    assert reveals[-1].seat in match.result.winners
    assert all(one.picture and one.note for one in reveals)


def test_who_loses_with_all_others_is_not_ranked_but_learns_how_near_it_was() -> None:
    match = ended("manticore")
    assert match.result is not None and not match.result.winners
    text = shown(match, "en")
    assert "Place" not in text
    assert "The Manticore had" in text


def test_a_game_without_a_sheet_shows_its_standings() -> None:
    result = Result("end", [2, 1], [3, 5])
    page = ResultPart(over=True, ranked=True, scored=True, standings=tuple(standings(result, NAMES[:2])))
    text = part("t-result", "result", page, "en").text
    assert page.sheet == SheetPart()
    assert "score-sheet" not in text and text.index("Bruno") < text.index("Ada")


def test_the_life_of_the_beast_is_told_blow_by_blow() -> None:
    match = ended("manticore")
    kinds = {kind.name: kind for kind in match.game.events.all}
    beast = 11
    events = [
        Event(kinds["attacked"], (1, beast), EVERYONE),
        Event(kinds["foe_hurt"], (beast, 4, 16), EVERYONE),
        Event(kinds["foe_hurt"], (4, 1, 1), EVERYONE),
    ]
    score_sheet = presentation_of(match.game).score_sheet
    assert score_sheet is not None
    [blow] = score_sheet(match.view(0), match.speaker(), events).course
    assert blow == d.Stretch("Bruno strikes the Manticore", 16, 20)
