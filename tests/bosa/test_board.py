"""The table drawn: every option can be chosen, every refusal says why, nothing is too small to read."""

import re
from pathlib import Path

import pytest

from ludoteca import draw as d
from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.board.art import glyph
from ludoteca.games.bosa.board.context import Context
from ludoteca.games.bosa.board.spelling import effect
from ludoteca.games.bosa.rules.edition import COPIER
from ludoteca.games.bosa.rules.edition import HOUSE_EDITION as HOUSE_FILE
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from tests.bosa.table import HOUSE, column, furnish, seen, table

NAMES = ["Ada", "Bianca Maria", "Corrado the Long-Winded", "Dora", "Elio"]
SMALLEST = 9.95


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


def font_sizes(svg: str) -> list[float]:
    return [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_option_is_on_the_board_once(seats: int, narrow: bool) -> None:
    match = played(seats, 0, confirm_turn=True, gain_prompts="always", goal_choice="ask")
    source = Stream(9, "players")
    asked = set()
    while match.result is None:
        name = match.state.step.name()
        if name not in asked or source.below(12) == 0:
            asked.add(name)
            svg = scene(match, match.actor, narrow).svg(d.LIGHT)
            offered = [action.text for action in match.options]
            assert sorted(re.findall(r'data-action="([^"]*)"', svg)) == sorted(offered)
            refused = match.choices(match.actor).refused
            assert len(re.findall(r'data-why="', svg)) == len(refused)
            assert min(font_sizes(svg)) >= SMALLEST
        match.play(match.actor, match.options[source.below(len(match.options))])
    assert asked >= {"take", "place", "chooseline", "act", "endturn", "pickgoals"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_nothing_is_too_small_on_a_phone(language: str) -> None:
    for decisions in (0, 90, 250, 10_000):
        match = played(5, decisions, 3)
        svg = scene(match, 2, True, language).svg(d.LIGHT)
        assert min(font_sizes(svg)) >= SMALLEST
        assert scene(match, 2, True, language).width <= 420


@pytest.mark.parametrize("narrow", [False, True])
def test_nothing_leaves_the_picture(narrow: bool) -> None:
    for seats, decisions in ((2, 60), (5, 200), (5, 10_000)):
        drawn = scene(played(seats, decisions, 5), 1, narrow)
        groups = [group for layer in drawn._layers.values() for group in layer]
        for box in filter(None, [group.box() for group in groups]):
            assert box.x >= 0
            assert box.right <= drawn.width + 0.5
            assert box.bottom <= drawn.height


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


def test_the_text_tells_the_table() -> None:
    match = played(2, 20)
    text = scene(match, match.actor, False).text()
    assert "Season 1" in text
    assert "Market" in text
    for name in NAMES[:2]:
        assert f"Townscape: {name}" in text
    for number in (card for card in seen(match, 0).market if card != -1):
        assert match.speaker().spell("card", number) in text


@pytest.mark.rule("BOS-3.5")
def test_only_the_lowest_house_of_a_column_shows_its_door() -> None:
    match = played(3, 10_000)
    svg = scene(match, 0, False).svg(d.LIGHT)
    knobs = svg.count('r="1.3"')
    market = sum(card != -1 for card in seen(match, 0).market)
    assert knobs == 3 * 4 + market


def test_pieces_keep_their_ids_when_they_move() -> None:
    match = played(2, 0, first_player="seat0")
    card = table(match).market[1]
    before = scene(match, 0, False).svg(d.LIGHT)
    match.play(0, "take 2")
    during = scene(match, 0, False).svg(d.LIGHT)
    match.play(0, "place b1")
    after = scene(match, 0, False).svg(d.LIGHT)
    for svg in (before, during, after):
        assert svg.count(f'id="card-{card}"') == 1


@pytest.mark.rule("BOS-4.10")
def test_a_card_in_the_market_counts_itself() -> None:
    """The rent office, taken, would count the two orange houses and itself."""
    match = played(2, 0, first_player="seat0")
    state = table(match)
    office = state.ruleset.edition.card("s2-orange-3")
    furnish(state, state.towns[0], {"a1": "st-orange", "b1": "s1-orange-1"})
    state.market[0] = office.number
    context = Context(seen(match, 0), match.speaker(), match.choices(0), narrow=False)
    assert context.count_with(office) == 3
    assert context.count_with(state.ruleset.edition.card("st-red")) is None
    office.counted, own = 0, office.counted
    assert context.count_with(office) == 0, "a card may count another colour than its own"
    office.counted = own


def test_what_a_copy_would_bring_is_told() -> None:
    turn = column("st-red", "s2-red-5", goods=(2, 1, 2), others={"b1": "s2-red-2", "c1": "s2-red-3"})
    speaker = Speaker(GAME, HOUSE, 2, ["Ada", "Bice"])
    context = Context(GAME.view(turn.state, 0), speaker, choices(GAME, turn.state, 0, speaker), narrow=False)
    told = [context.copying(0, HOUSE.card(id).number) for id in ("st-red", "s2-red-2", "s2-red-3")]
    assert told == ["+1 textile", "nothing happens", "2 of one resource"]


def test_small_houses_with_different_actions_look_different() -> None:
    """At the size of a phone: every number and arrow is there, nothing is too small to read."""
    pictures: dict[str, str] = {}
    words = GAME.words("en")
    for card in HOUSE.cards:
        drawn = d.Scene(60, 60, "house")
        drawn.add("pieces", d.group(glyph(HOUSE, card, 33, 28), x=30, y=30))
        svg = drawn.svg(d.LIGHT)
        assert min(font_sizes(svg), default=SMALLEST) >= SMALLEST
        action = effect(card, HOUSE, words)
        if card.per_colour or card.form == COPIER:
            action += HOUSE.colours[card.counted].id
        assert pictures.setdefault(svg, action) == action
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.rule("BOS-9.4")
def test_the_best_two_goals_are_proposed() -> None:
    match = played(2, 0)
    while match.state.step.name() != "pickgoals":
        match.play(match.actor, match.options[0])
    best = match.choices(match.actor).offered[0].text
    assert best == match.options[0].text
    assert f'data-action="{best}"' in scene(match, match.actor, False).svg(d.LIGHT)
