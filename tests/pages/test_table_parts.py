"""The parts of a table: the log by turns, what the others did, safe buttons, the result, the inspector."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.table.commands import Person
from ludoteca.house.table.option_preview import preview_option
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages import game_cards, match_log, page_parts, part_values, quick_parts, table_page
from ludoteca.house.web.pages.finale import has_points, is_ranked, standings, ties
from ludoteca.house.web.pages.inspector import about_part, explained
from ludoteca.house.web.pages.live_page import TablePageParts
from ludoteca.house.web.pages.part_values import ChoiceButton, ChoicesPart
from ludoteca.house.web.pages.texts import texts
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.result import Result
from tests.house.houses import in_house, play_on, table_of

NAMES = ["Ada", "Bruno", "Clara", "Dora"]


def some_match(name: str, moves: int = 60) -> Match:
    game = load(name)
    match = Match(game, game.setup(game_cards.quick_seats(game)), Seeded(5), NAMES)
    luck = random.Random(5)
    while match.result is None and moves:
        match.play(match.actor, luck.choice(match.options))
        moves -= 1
    return match


# The log


@pytest.mark.parametrize("name", names())
def test_the_log_has_a_heading_for_every_turn(name: str) -> None:
    match = some_match(name)
    log = match_log.log_for(match, 0, "en")
    text = page_parts.log(log, part_values.LogPart("t", False), "en").text
    turns = 0
    turn = -1
    for line in log.lines:
        turns += line.turn != turn
        turn = line.turn
    assert turns > 1
    assert text.count('class="turn"') == turns


def test_answers_stand_in_the_turn_in_which_they_were_given() -> None:
    match = some_match("bologna", 0)
    turn_of = presentation_of(match.game).turn_of
    assert turn_of is not None
    luck = random.Random(2)
    answers = 0
    for _ in range(80):
        turn, actor, place = turn_of(match.view(-1)), match.actor, len(match.story)
        match.play(actor, luck.choice(match.options))
        lines = [line for line in match_log.log_for(match, 0, "en").lines if line.place == place]
        answers += len(lines) > 0 and turn != actor
        for line in lines:
            assert line.turn == turn
            assert line.leader in (-1, actor)
    assert answers > 3
    later = [(line.text, line.turn) for line in match_log.log_for(match, 0, "en").lines]
    whole = match_log.MatchLog(match, 0, match_log.CachedSpeaker(match, "en"))
    whole.read(match, match_log.Turns(match).read(match))
    assert [(line.text, line.turn) for line in whole.lines] == later


@pytest.mark.parametrize("name", names())
def test_what_the_others_did_is_told_by_their_decisions(name: str) -> None:
    match = some_match(name)
    told = 0
    for seat in range(match.setup.seats):
        log = match_log.log_for(match, seat, "en")
        after = [line for line in log.lines if line.number >= log.since >= 0]
        for actor, lines in log.others_since():
            assert actor != seat
            assert lines and set(lines) <= set(after)
            told += 1
    assert told > 0


def test_what_others_did_to_the_viewer_is_told_too() -> None:
    match, several = some_match("bologna", 150), 0
    for seat in range(match.setup.seats):
        log = match_log.log_for(match, seat, "en")
        told = [line for _, lines in log.others_since() for line in lines]
        befell = [line for line in log.lines if line.number >= log.since >= 0 and line.befell]
        assert set(befell) <= set(told)
        several += sum(NAMES[seat] in line.plain for line in befell)
    assert several > 1


@pytest.mark.parametrize("name", names())
def test_what_a_decision_brought_or_cost_the_one_who_made_it_is_told_with_it(name: str) -> None:
    """In Bosa goods that were sold were told, and not the points; in Manticore no hero's fall was told."""
    match, luck, several = some_match(name, 0), random.Random(5), 0
    while match.result is None and several < 40:
        match.play(match.actor, luck.choice(match.options))
        log = match_log.log_for(match, 0, "en")
        told = {line.number for _, lines in log.others_since() for line in lines}
        leader, place = -1, -1
        for line in log.lines:
            if line.leader >= 0:
                leader, place = line.leader, line.place
            elif line.place == place and line.seat == leader != 0 and line.number >= log.since >= 0:
                assert line.number in told, line.plain
                several += 1
    assert several


def test_who_acted_is_named_once_and_what_was_done_again_is_counted() -> None:
    ada = '<span class="name" data-named="seat 1">Ada &amp; co</span>'
    pays, over, goes = f"{ada} pays 1 wine", "Season 1 is over", "Ada &amp; co goes home"
    said = quick_parts.told_turn(1, "Ada & co", [f"{ada} calls upon Zeus", pays, pays, over, goes])
    told = "calls upon Zeus; pays 1 wine (×2). Season 1 is over. Ada &amp; co goes home"
    assert said.endswith(f"<span>{ada} {told}.</span></li>")


def test_what_somebody_gained_is_told_whole_though_it_ends_with_their_name() -> None:
    ada = '<span class="name" data-named="seat 1">Ada</span>'
    brings = f'<span class="name" data-named="card 3">Corallo Fish Stall</span>: +1 coin for {ada} (4)'
    said = quick_parts.told_turn(1, "Ada", [f"{ada} lets the row work", brings])
    assert said.endswith(f"<span>{ada} lets the row work. {brings}.</span></li>")


def test_a_card_that_brings_several_things_is_named_once() -> None:
    row, card = "Ada lets the row work", '<span class="name" data-named="card 3">Zafferano Tailor</span>'
    sold = [f"{card}: textile −1", f"{card}: +4 points"]
    said = quick_parts.told_turn(1, "Ada", [row, *sold, "Corallo Yard: fish +1"])
    assert said.endswith(f"<span>{row}. {card}: textile −1, +4 points. Corallo Yard: fish +1.</span></li>")


def test_what_bots_intend_is_shown_with_the_mark_of_their_seat() -> None:
    said = part_values.RemarksPart((part_values.SaidRemark(1, "Bruno", "I go & fetch it."),))
    text = page_parts.part("t-remarks", "remarks", said, "en").text
    assert 'id="remark-1"' in text
    assert "Bruno" in text
    assert "I go &amp; fetch it." in text
    assert "<ul" not in page_parts.part("t-remarks", "remarks", part_values.RemarksPart(()), "en").text


def test_nobody_tells_a_spectator_what_is_new() -> None:
    log = match_log.log_for(some_match("bosa"), -1, "en")
    assert log.others_since() == []
    assert "details" not in page_parts.told(log, "en").text


# Choices


def shown(beside: int, on_board: int, ending: int) -> str:
    def buttons(number: int, word: str) -> tuple[ChoiceButton, ...]:
        return tuple(ChoiceButton(f"{word} {i}", f"{word} {i}", Markup()) for i in range(number))

    part = ChoicesPart(
        True, buttons(beside, "beside"), buttons(on_board, "place"), buttons(ending, "end"), (), ""
    )
    return page_parts.choices(part, "en").text


def test_what_ends_a_turn_comes_last_and_asks_while_something_is_left() -> None:
    text = shown(2, 3, 1)
    assert text.index('data-choice="end 0" data-ending') > text.rindex('data-choice="beside 1"')
    assert text.index('data-choice="end 0"') > text.rindex('data-choice="place 2"')
    assert "quietly" in text


def test_what_is_the_only_thing_left_to_do_asks_nothing() -> None:
    text = shown(0, 0, 1)
    assert "data-ending" not in text
    assert "quietly" not in text


def test_choices_on_the_board_are_folded_away_in_words() -> None:
    text = shown(1, 2, 0)
    fold = text.index("<details")
    assert text.index('data-choice="beside 0"') < fold < text.index('data-choice="place 0"')


# The result


def test_a_shared_victory_or_defeat_ranks_nobody() -> None:
    assert not is_ranked(Result("beast", [2, 2, 2], [0, 0, 0]))
    assert not is_ranked(Result("city", [1, 1], [1, 1], [0, 0]))
    assert is_ranked(Result("hero", [1, 2, 2], [1, 0, 0]))


def test_marks_for_having_won_are_no_points() -> None:
    assert not has_points(Result("hero", [1, 2], [1, 0]))
    assert has_points(Result("end", [1, 2], [31, 20]))


def test_ties_are_explained() -> None:
    say = texts("en")
    assert ties(Result("end", [1, 2, 3], [9, 8, 7]), NAMES[:3], say) == []
    [shared] = ties(Result("end", [1, 2, 2], [9, 8, 8]), NAMES[:3], say)
    assert "Bruno" in shared and "Clara" in shared and "2" in shared
    [broken] = ties(Result("end", [2, 1, 3], [9, 9, 7]), NAMES[:3], say)
    assert "Ada" in broken and "Bruno" in broken and "tie-breaker" in broken


def test_standings_begin_with_the_winner_and_know_the_seats() -> None:
    rows = standings(Result("end", [2, 1, 3], [8, 9, 7]), NAMES[:3])
    assert [(row.place, row.name, row.seat) for row in rows] == [
        (1, "Bruno", 1),
        (2, "Ada", 0),
        (3, "Clara", 2),
    ]


# The inspector


def test_the_inspector_shows_what_the_game_says_of_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match("bosa", 3)
    presentation = presentation_of(match.game)
    piece = d.About("Castle", "It counts.", "3 now", "BOS-5.1", d.group(d.circle(0, 0, 30), id="tower"))
    monkeypatch.setattr(presentation, "about", lambda view, speaker, key: piece if key == "castle" else None)
    view, speaker = match.view(0), match.speaker("en")
    found = about_part(match.game, view, speaker, "castle")
    assert found is not None
    assert (found.title, found.state, found.link) == ("Castle", "3 now", "/games/bosa/rules#BOS-5.1")
    assert 'id="about-tower"' in found.picture
    assert about_part(match.game, view, speaker, "moon") is None


def test_games_without_an_inspector_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match("bosa", 3)
    monkeypatch.setattr(presentation_of(match.game), "about", None)
    assert about_part(match.game, match.view(0), match.speaker("en"), "castle") is None


def test_people_and_chat_are_shown_as_they_are_now(tmp_path: Path) -> None:
    """What is kept of them from move to move is what would be rendered afresh."""

    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        pages = TablePageParts(app.house.block_lists)
        shown: set[str] = set()

        async def look() -> None:
            found = await app.house.table(table)
            for seat in found.seats:
                person = Person(seat.person, seat.name)
                kept = pages.render(found, person, "en", False)
                before = dict(table_page._PEOPLE)
                table_page._PEOPLE.clear()
                fresh = pages.render(found, person, "en", False)
                table_page._PEOPLE.update(before)
                for key in ("t-talk", "t-chips", "t-people"):
                    assert kept[key].text == fresh[key].text
                    shown.add(kept[key].text)

        luck = random.Random(3)
        for number in range(4):
            await play_on(table, people, 3, luck)
            await look()
            assert (await people[number % 2].do(table, "chat", text=f"word {number}")).status == 200
            await look()
        assert (await people[1].do(table, "leave")).status == 200
        await look()
        assert any("word 3" in text for text in shown)

    in_house(tmp_path, story)


def test_a_phone_tells_the_text_of_a_power_card_with_the_choice() -> None:
    """Its board has room for the names of the powers alone."""
    game = load("bello_divorum")
    match = Match(game, game.setup(4), Seeded(1))
    flower_war, *others = explained(match, 0, match.speaker(), "pantheon aztec")
    assert flower_war.startswith("Flower War, costs 1 follower") and len(others) == 2
    [told] = explained(match, 0, match.speaker(), "power aztec-1")
    assert told == "Costs 1 follower on every Temple: Chips do not defend against you this turn"
    assert explained(match, 0, match.speaker(), "corner 0") == []


def told(game_name: str, seats: int, text: str, *before: str) -> list[str]:
    """What a phone tells of an option after some others have been chosen."""
    game = load(game_name)
    match = Match(game, game.setup(seats), Seeded(1))
    for one in before:
        match.play(match.actor, next(action for action in match.state.choices if action.text.startswith(one)))
    return explained(match, match.actor, match.speaker(), text)


def test_a_phone_tells_what_a_card_does_and_what_would_work_with_the_choice() -> None:
    """There houses stand without their names."""
    assert told("bosa", 3, "take 1") == ["1 coin and 1 pottery"]
    start, new = told("bosa", 3, "line row", "take", "place b1")
    assert (start, new) == ("1 pottery", "1 coin and 1 pottery")
    assert told("bosa", 3, "line column", "take", "place b1") == [new]
    assert told("bosa", 3, "place b1", "take") == []


def test_a_phone_tells_what_a_hero_is_good_at_with_the_choice() -> None:
    [warrior] = told("manticore", 3, "heroine warrior")
    assert warrior == "A strong arm in close combat, weak in magic"


def test_a_phone_tells_what_wine_and_pairs_do_with_the_choice() -> None:
    """Its dice have no words below them."""
    assert told("bologna", 3, "use W") == ["Inebriation: a player loses a People, or pays a Bologna"]
    assert told("bologna", 3, "wild R") == told("bologna", 3, "pair R 1") == []  # it is told as what happens
    assert told("bologna", 3, "pair P 1") == ["A player loses a Tower or a Book"]
    assert told("bologna", 3, "use T") == []


@pytest.mark.parametrize("name", names())
def test_what_a_choice_means_is_not_told_again_as_what_happens(name: str) -> None:
    match = Match(load(name), load(name).setup(load(name).most), Seeded(5))
    luck = random.Random(5)
    asked: Counter[str] = Counter()
    for _ in range(200):
        if match.result is not None:
            break
        speaker, seat = match.speaker(), match.actor
        for action in match.options:
            verb = " ".join(action.text.split()[:2])
            meant = explained(match, seat, speaker, action.text) if asked[verb] < 3 else []
            if meant:
                asked[verb] += 1
                assert not {*meant} & {*preview_option(match, seat, action.text, speaker).sentences}, action
        match.play(match.actor, luck.choice(match.options))
    assert asked


def test_a_phone_tells_the_favour_of_a_divinity_with_the_choice() -> None:
    game = load("bomarzo")
    match = Match(game, game.setup(3), Seeded(1))
    assert explained(match, 0, match.speaker(), "invoke genio") == ["Draw two cards"]
    [told] = explained(match, 0, match.speaker(), "invoke elefante")
    assert told.endswith("upgrade one on your table. You have no Knowledge card now")
    [told] = explained(match, 0, match.speaker(), "keep 1")
    assert told.startswith("Card of Building. Played: ")
