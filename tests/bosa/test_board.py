"""The table drawn: every option can be made, secrets are not drawn, the words say what is seen."""

import re
from pathlib import Path
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.board.goals import counted
from ludoteca.games.bosa.board.houses import far_house, house
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.board.proposals import of_course
from ludoteca.games.bosa.board.spelling import effect
from ludoteca.games.bosa.rules.actions import CELL_WORDS, CELLS, DO, PAIRS
from ludoteca.games.bosa.rules.edition import COPIER, NOTHING
from ludoteca.games.bosa.rules.edition import HOUSE_EDITION as HOUSE_FILE
from ludoteca.games.bosa.rules.scoring import score_goal
from ludoteca.house.table.plan import lay_out
from ludoteca.house.web.pages.lesson import lesson_of
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from tests.bosa.table import HOUSE, column, furnish, row, seen, table
from tests.browser.contrasts import words_on

NAMES = ["Ada", "Bianca Maria", "Corrado the Long-Winded", "Dora", "Elio"]
BESIDE = {"skip", "end"}


def played(seats: int, decisions: int, seed: int = 1, **options: object) -> Match:
    match = Match(GAME, GAME.setup(seats, options), Seeded(seed), NAMES)
    source = Stream(seed, "players")
    while match.result is None and len([entry for entry in match.entries if entry.seat >= 0]) < decisions:
        match.play(match.actor, match.options[source.below(len(match.options))])
    return match


def scene(match: Match, seat: int, narrow: bool, language: str = "en") -> d.Scene:
    drawn: d.Scene = GAME.presentation.board(
        match.view(seat), match.speaker(language), match.choices(seat, language), narrow
    )
    return drawn


def touched(svg: str, lit: bool = True) -> set[str]:
    pieces = re.findall(r'class="(touch[^"]*)"[^>]* data-touch="([^"]*)"', svg)
    return {key for kind, key in pieces if not lit or "lit" in kind}


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_option_can_be_made_by_touching_lit_pieces(seats: int, narrow: bool) -> None:
    match = played(seats, 0, confirm_turn=True, gain_prompts="always", goal_choice="ask")
    source = Stream(9, "players")
    asked = set()
    while match.result is None:
        name = match.state.step.name()
        if name not in asked or source.below(12) == 0:
            asked.add(name)
            drawn = scene(match, match.actor, narrow)
            made = {gesture.text: gesture.keys for gesture in drawn.gestures}
            assert {action.text for action in match.options} - made.keys() <= BESIDE
            needed = {key for keys in made.values() for key in keys}
            assert touched(drawn.svg(d.LIGHT)) == needed
        match.play(match.actor, match.options[source.below(len(match.options))])
    assert asked >= {"take", "place", "chooseline", "act", "endturn", "pickgoals"}


@pytest.mark.rule("BOS-3.4")
def test_a_place_that_is_not_open_says_why() -> None:
    match = played(2, 0, first_player="seat0")
    match.play(0, "take 2")
    svg = scene(match, 0, False).svg(d.LIGHT)
    refused = [choice for choice in match.choices(0).refused if choice.text != "place a1"]
    assert refused
    for choice in refused:
        key = f"cell {CELL_WORDS.index(choice.text.removeprefix('place '))}"
        piece = next(found for found in re.findall(r"<g [^>]*>", svg) if f'data-touch="{key}"' in found)
        assert 'aria-description="' in piece


def test_the_shorter_line_lies_above_the_longer_so_that_both_can_be_touched() -> None:
    match = played(2, 0, first_player="seat0")
    match.play(0, "take 1")
    match.play(0, "place b1")
    svg = scene(match, 0, False).svg(d.LIGHT)
    assert svg.index('data-touch="row"') < svg.index('data-touch="column"')


def test_a_whole_line_is_laid_out_together() -> None:
    """The page lays out the questions of a line and sends the answers as one command."""
    presentation = GAME.presentation
    assert presentation.begins_plan == ("line",)
    match = played(3, 0, gain_prompts="always")
    source = Stream(4, "players")
    following = set()
    while match.result is None:
        before = match.state.step.name()
        match.play(match.actor, match.options[source.below(len(match.options))])
        if before == "chooseline" and match.result is None:
            following.add(match.state.step.name())
    assert following - set(presentation.laid_together) <= {"take", "pickgoals"}


def test_taking_what_costs_nothing_is_a_matter_of_course() -> None:
    """The page carries out a line at once if nothing else follows."""
    match = played(2, 0, gain_prompts="always")
    source = Stream(4, "players")
    marked = set()
    open_questions = 0
    while match.result is None:
        if match.state.step.name() == "chooseline":
            plan = lay_out(match, match.actor, ["line row"], match.speaker())
            marked |= {one.chosen for one in plan.decisions[1:] if one.is_course}
            open_questions += sum(not one.is_course for one in plan.decisions[1:])
        match.play(match.actor, match.options[source.below(len(match.options))])
    assert marked == {"do"}
    assert open_questions


@pytest.mark.rule("BOS-6.1")
@pytest.mark.parametrize(
    ("coins", "stack", "season", "taken"),
    [(3, 8, 1, True), (3, 1, 1, True), (5, 1, 1, False), (5, 1, 3, True), (5, 2, 1, True)],
)
def test_coins_are_taken_without_asking_unless_patronage_would_take_more(
    coins: int, stack: int, season: int, taken: bool
) -> None:
    """s1-red-2 gives a coin and a fish. Six coins are a step of the chart, and four are not."""
    turn = row("st-yellow", "s1-red-2", "s1-red-3", coins=coins)
    state = turn.state
    state.stack, state.season = stack, season
    assert turn.asked == ["do", "skip"]
    assert of_course(state) is (DO if taken else None)


@pytest.mark.parametrize("narrow", [False, True])
def test_nothing_leaves_the_picture(narrow: bool) -> None:
    for seats, decisions in ((2, 60), (5, 200), (5, 10_000)):
        drawn = scene(played(seats, decisions, 5), 1, narrow)
        words = [group for layer in drawn._layers.values() for group in layer]
        assert (drawn.width, drawn.height) == ((390, 520) if narrow else (980, 748))
        for group in words:
            box = group.box()
            if box is not None:
                assert box.x >= -6
                assert box.right <= drawn.width + 8


def test_the_goals_of_others_are_not_drawn() -> None:
    match = played(2, 30)
    text = scene(match, 0, False).text()
    speaker = match.speaker()
    for number in seen(match, 1).goals[1]:
        assert speaker.spell("goal", number) not in text
    assert "4 goals face down" in text
    assert "4 goals face down" in scene(match, -1, False).text()


@pytest.mark.rule("BOS-8.5")
@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ("least = 4, largest = 16", "12 for each group of 4 or more"),
        ("least = 4, largest = 4", "12 for each group of exactly 4"),
        ("least = 3, largest = 4", "12 for each group of 3 to 4"),
    ],
)
def test_a_group_goal_names_its_sizes(tmp_path: Path, sizes: str, said: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(HOUSE_FILE.read_text().replace("least = 4, largest = 16", sizes))
    match = Match(GAME, GAME.setup(5, {"goals": True}, own), Seeded(1), NAMES)
    hands = [scene(match, seat, False).text() for seat in range(5)]
    assert sum("Proud Blocks" in hand and said in hand for hand in hands) == 1


@pytest.mark.rule("BOS-8.2")
def test_houses_are_ringed_exactly_where_a_goal_brings_points() -> None:
    match = played(5, 10_000, 3)
    for grid in seen(match, 0).grids:
        colours = [HOUSE.cards[number].colour if number != NOTHING else NOTHING for number in grid]
        for goal in HOUSE.goals:
            ringed = counted(goal, colours)
            assert bool(ringed) == bool(score_goal(goal, colours)), goal.id
            assert all(0 <= cell < CELLS and colours[cell] != NOTHING for cell in ringed)


@pytest.mark.rule("BOS-9.4")
def test_chosen_goals_are_not_called_the_best() -> None:
    match = played(2, 0, goal_choice="ask")
    while match.state.step.name() != "pickgoals":
        match.play(match.actor, match.options[0])
    seat = match.actor
    assert "best two: " in scene(match, seat, False).text()
    match.play(seat, "goals 1-2")
    after = scene(match, seat, False).text()
    assert "two that count: " in after
    assert "best two: " not in after


@pytest.mark.rule("BOS-9.4")
def test_the_best_two_goals_carry_a_seal_and_any_two_can_be_touched() -> None:
    match = played(2, 0)
    while match.state.step.name() != "pickgoals":
        match.play(match.actor, match.options[0])
    drawn = scene(match, match.actor, False)
    svg = drawn.svg(d.LIGHT)
    assert svg.count('href="#bosa-postcard-best"') == 2
    assert match.choices(match.actor).offered[0].text == match.options[0].text
    assert all(gesture.together for gesture in drawn.gestures)
    assert len(drawn.gestures) == len(PAIRS)


def test_the_text_tells_the_table() -> None:
    match = played(2, 20)
    text = scene(match, match.actor, False).text()
    assert "Season 1" in text
    assert "Market" in text
    for name in NAMES[:2]:
        assert f"Townscape: {name}" in text
    for number in (card for card in seen(match, 0).market if card != -1):
        assert match.speaker().spell("card", number) in text


@pytest.mark.parametrize("narrow", [False, True])
def test_the_text_tells_the_result(narrow: bool) -> None:
    match = played(3, 10_000)
    told = scene(match, 0, narrow).text()
    view = seen(match, 0)
    assert f"Place {view.places[0]}: Ada, {view.scores[0]} points (actions {view.sold[0]}" in told


@pytest.mark.rule("BOS-3.5")
def test_only_the_lowest_house_of_a_column_shows_its_street_floor() -> None:
    match = played(3, 10_000)
    svg = scene(match, 0, False).svg(d.LIGHT)
    pieces = re.findall(r'<g id="card-\d+".*?</g>', svg)
    doors = [piece for piece in pieces if "#bosa-street-" in piece or "#bosa-farstreet-" in piece]
    assert len(doors) == 3 * 4


def test_pieces_keep_their_ids_when_they_move() -> None:
    match = played(2, 0, first_player="seat0")
    card = table(match).market[1]
    before = scene(match, 0, False).svg(d.LIGHT)
    match.play(0, "take 2")
    during = scene(match, 0, False).svg(d.LIGHT)
    match.play(0, "place b1")
    after = scene(match, 0, False).svg(d.LIGHT)
    for svg in (before, during, after):
        piece = re.findall(rf'<g id="card-{card}"[^>]*>', svg)
        assert len(piece) == 1
        assert "data-flip" in piece[0]


@pytest.mark.rule("BOS-4.10")
def test_a_card_in_the_market_counts_itself() -> None:
    """The rent office, taken, would count the two orange houses and itself."""
    match = played(2, 0, first_player="seat0")
    state = table(match)
    office = state.ruleset.edition.card("s2-orange-3")
    furnish(state, state.towns[0], {"a1": "st-orange", "b1": "s1-orange-1"})
    state.market[0] = office.number
    kit = BosaKit(seen(match, 0), match.speaker(), match.choices(0))
    assert kit.count_with(office) == 3
    assert kit.count_with(state.ruleset.edition.card("st-red")) is None
    office.counted, own = 0, office.counted
    assert kit.count_with(office) == 0, "a card may count another colour than its own"
    office.counted = own


def test_what_a_copy_would_bring_is_told() -> None:
    turn = column("st-red", "s2-red-5", goods=(2, 1, 2), others={"b1": "s2-red-2", "c1": "s2-red-3"})
    speaker = Speaker(GAME, HOUSE, 2, ["Ada", "Bice"])
    kit = BosaKit(GAME.view(turn.state, 0), speaker, choices(GAME, turn.state, 0, speaker))
    told = [kit.copying(0, HOUSE.card(id).number) for id in ("st-red", "s2-red-2", "s2-red-3")]
    assert told == ["+1 textile", "nothing happens", "2 of one resource"]


@pytest.mark.parametrize("afar", [False, True])
def test_houses_with_different_actions_look_different(afar: bool) -> None:
    pictures: dict[str, str] = {}
    words = GAME.words("en")
    for card in HOUSE.cards:
        drawn = d.Scene(160, 160, "house")
        near = house(HOUSE, card.number, 1.0, count=2 if card.per_colour else None)
        drawn.add("pieces", far_house(HOUSE, card.number, 0.44, False) if afar else near)
        drawn.art = "/"
        svg = "".join(piece.text for piece in drawn.pieces(d.LIGHT))
        svg = re.sub(r"#(far|house)-[a-z]+|color=\"[^\"]*\"", "", svg)
        action = effect(card, HOUSE, words)
        if afar and card.kind == "SET":
            action = f"{card.get_points} points"
        if card.form == COPIER:
            action = "copy"
        assert pictures.setdefault(svg, action) == action
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.rule("BOS-7.3")
@pytest.mark.parametrize("goals", [False, True])
def test_the_score_sheet_adds_up(goals: bool) -> None:
    match = played(3, 10_000, goals=goals)
    assert GAME.presentation.score_sheet is not None
    sheet = GAME.presentation.score_sheet(match.view(0), match.speaker(), match.log(0))
    assert len(sheet.rows) == 2 * 3 + 1 + goals
    assert [sum(row.shares[seat] for row in sheet.rows) for seat in range(3)] == list(seen(match, 0).scores)
    assert len(sheet.reveals) == 2 * 3 * goals


def test_the_order_of_a_column_at_work_covers_no_price_on_a_phone() -> None:
    """The dealer of the lesson asks for a coin; the bead beside it says that it is the third."""
    lesson = lesson_of(GAME, "2-counting")
    assert lesson is not None
    state: Any = lesson.table(1)
    speaker = Speaker(GAME, state.ruleset.edition, state.seats, lesson.names, "en")
    drawn: d.Scene = GAME.presentation.board(
        GAME.view(state, 0), speaker, choices(GAME, state, 0, speaker), True
    )
    hill = [mark for mark in words_on(drawn) if mark.x < 40 and 180 < mark.y < 330]
    price = next(mark for mark in hill if mark.words == "1")
    bead = next(mark for mark in hill if mark.words == "3")
    assert bead.y + bead.h + 6 < price.y, (bead, price)
