"""The drawn table: all that is offered can be chosen on it, nothing on it is secret or covered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.draw.nodes import Text
from ludoteca.draw.wording import width_of
from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.board import board
from ludoteca.games.bologna.board.inspector import about
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.actions import BRIGAND, GUESS, INNKEEPER, ROLES
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.kernel.choices import NO_CHOICES, Choice, Choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import SPECTATOR

NAMES = ("Anna", "Bianca", "Corrado the Long-Winded", "Dora", "Elio", "Maria Fiammetta Bentivoglio", "Gino")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"duel_guess": "alternative", "duel_empty_deck": "keep_role"}),
    (3, {"pairs": "forced", "self_target": False}),
    (4, {}),
    (5, {"revolution_choice": "attacker", "deadly_sins": False}),
    (6, dict(GAME.presets["first"])),
    (7, {"brigand_towers": "zero"}),
]


def positions(seats: int, options: dict[str, Any], stride: int = 7, most: int = 140) -> Iterator[Match]:
    """Tables as random but shy play leaves them, every few decisions and at the end."""
    match = Match(GAME, GAME.setup(seats, options), Seeded(seats), NAMES[:seats])
    source = Stream(seats, "people")
    for moves in range(most):
        if match.actor < 0:
            break
        if moves % stride == 0:
            yield match
        offered = match.options
        action = offered[source.below(len(offered))]
        while action.verb is GUESS and source.below(20):
            action = offered[source.below(len(offered))]
        match.play(match.actor, action)
    yield match


def drawn(match: Match, seat: int, narrow: bool = False, language: str = "en") -> d.Scene:
    scene = GAME.presentation.board(
        match.view(seat), match.speaker(language), match.choices(seat, language), narrow
    )
    assert isinstance(scene, d.Scene)
    return scene


def groups(scene: d.Scene) -> Iterator[tuple[d.Group, float, float]]:
    """Every group of a scene, with the place of what it lies in."""

    def inside(group: d.Group, x: float, y: float) -> Iterator[tuple[d.Group, float, float]]:
        yield group, x, y
        for child in group.children:
            if isinstance(child, d.Group):
                yield from inside(child, x + group.x, y + group.y)

    for layer in scene._layers.values():
        for group in layer:
            yield from inside(group, 0, 0)


def attributes(scene: d.Scene, name: str) -> list[str]:
    return re.findall(f' {name}="([^"]*)"', scene.svg(d.LIGHT, style=False))


# A table laid by hand


def view(seats: int = 4, **changes: Any) -> BolognaView:
    """Seat 0 is the Soldier and has just chosen; `changes` tell what is different."""
    start = BolognaView(
        viewer=0,
        actor=0,
        phase="act",
        active=0,
        first=0,
        round=3,
        pool=(20, 21, 22, 23),
        tokens=(
            (3, 0, 1, 4),
            (0, 2, 0, 0),
            (1, 0, 0, 0),
            (0, 1, 1, 1),
            (0, 0, 0, 0),
            (0, 0, 0, 0),
            (0, 0, 0, 0),
        )[:seats],
        roles=(3, *[-1] * (seats - 1)),
        lost_roles=(),
        deck_size=2,
        ruled_out=(0,) * seats,
        alive=(True,) * seats,
        asleep=(False,) * seats,
        sleep_tokens=3,
        deus=1,
        left="",
        kept="",
        rolled="PPKWR",
        todo="PPK",
        rest="WR",
        fools=False,
        sins=True,
        towerless_brigand=False,
        guess_required=seats == 2,
        rerolls=0,
        winners=(),
        over=False,
    )
    return replace(start, **changes)


def speaker(seats: int = 4, language: str = "en") -> Speaker:
    return Speaker(GAME, GAME.edition(None), seats, NAMES[:seats], language)


def table(seats: int = 4, **changes: Any) -> BolognaKit:
    return BolognaKit(view(seats, **changes), speaker(seats))


def plain(seats: int = 4, narrow: bool = False, **changes: Any) -> d.Scene:
    return board(view(seats, **changes), speaker(seats), NO_CHOICES, narrow)


# Choosing


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("narrow", [False, True])
def test_everything_offered_can_be_made_with_pieces_on_the_board(
    seats: int, options: dict[str, Any], narrow: bool
) -> None:
    """Only the end of a turn is a button beside the board."""
    for match in positions(seats, options):
        choices = match.choices(match.actor)
        scene = drawn(match, match.actor, narrow)
        made = {gesture.text for gesture in scene.gestures}
        assert made == {choice.text for choice in choices.offered} - {"end-turn"}
        touched = {key for gesture in scene.gestures for key in gesture.keys}
        assert touched <= set(attributes(scene, "data-touch"))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_gesture_makes_one_choice_and_the_common_ones_take_one_touch(
    seats: int, options: dict[str, Any]
) -> None:
    for match in positions(seats, options):
        made: dict[frozenset[str], str] = {}
        for gesture in drawn(match, match.actor).gestures:
            assert made.setdefault(frozenset(gesture.keys), gesture.text) == gesture.text
            most = {"choose": 3, "guess": 2}.get(gesture.text.split()[0], 1)
            assert len(gesture.keys) <= most, gesture.text
            assert gesture.together == (len(gesture.keys) == 3)


def test_the_positions_of_these_tests_offer_every_kind_of_action() -> None:
    offered = {
        action.verb.name
        for seats, options in TABLES
        for match in positions(seats, options, stride=1)
        for action in match.options
    }
    assert offered == {verb.name for verb in GAME.catalogue.verbs if not verb.by_chance}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_nobody_else_can_choose_anything(seats: int, options: dict[str, Any]) -> None:
    for match in positions(seats, options, stride=35):
        for seat in {SPECTATOR, *range(seats)} - {match.actor}:
            scene = drawn(match, seat)
            assert attributes(scene, "data-touch") == attributes(scene, "aria-description") == []
            assert scene.gestures == ()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_refusal_tells_why(seats: int, options: dict[str, Any]) -> None:
    """Whatever is refused and lies on the table says the sentence of the rule."""
    for match in positions(seats, options):
        refused = match.choices(match.actor).refused
        said = attributes(drawn(match, match.actor), "aria-description")
        assert set(said) <= {d.escape(choice.why) for choice in refused}
        for choice in refused:
            if choice.text.split()[0] in ("target", "steal", "from-pool", "start"):
                assert d.escape(choice.why) in said, choice.text
        guesses = [choice for choice in refused if choice.text.startswith("guess")]
        assert not guesses or d.escape(guesses[0].why) in said


def test_dice_that_must_stay_together_say_so() -> None:
    choices = Choices(
        "?",
        [Choice("use K", "Use the Book"), Choice("pair W 0", "Use two dice for Drunkenness")],
        [Choice("use W", "Use the Wine", "only together", "BOL-3.17")],
    )
    scene = board(view(rolled="PTKWW", todo="KWW", rest="PT"), speaker(), choices)
    assert [(gesture.text, gesture.keys) for gesture in scene.gestures] == [
        ("use K", ("die 2",)),
        ("pair W 0", ("pair 4 0",)),
    ]
    assert "Wine, chosen (only together)" in scene.text()


def test_any_of_equal_dice_makes_the_same_choice() -> None:
    choices = Choices("?", [Choice("use P", "Use the People"), Choice("use K", "Use the Book")], [])
    scene = board(view(), speaker(), choices)
    assert [(gesture.text, gesture.keys) for gesture in scene.gestures] == [
        ("use P", ("die 0",)),
        ("use P", ("die 1",)),
        ("use K", ("die 2",)),
    ]


def test_kept_dice_need_no_touch_except_in_a_feast_of_fools() -> None:
    choices = Choices("?", [Choice("choose PTK", "Choose People, Tower, Book")], [])
    kept: dict[str, Any] = {"kept": "PT", "rolled": "KBW", "todo": "", "rest": "", "phase": "choose"}
    [gesture] = board(view(**kept), speaker(), choices).gestures
    assert gesture.keys == ("die 2",)
    [gesture] = board(view(fools=True, **kept), speaker(), choices).gestures
    assert gesture.keys == ("die 0", "die 1", "die 2") and gesture.together


@pytest.mark.parametrize("narrow", [False, True])
def test_kept_dice_lie_apart_from_the_rolled_ones_except_in_a_feast_of_fools(narrow: bool) -> None:
    def heights(fools: bool) -> list[float]:
        scene = plain(narrow=narrow, kept="PT", rolled="KBW", todo="", rest="", phase="choose", fools=fools)
        found = {group.id: group.y for group, _, _ in groups(scene)}
        return [found[f"die-{number}"] for number in range(5)]

    kept, also_kept, *rolled = heights(fools=False)
    assert kept == also_kept < min(rolled) and len(set(rolled)) == 1
    assert len(set(heights(fools=True))) == 1


def test_a_token_to_lose_is_the_own_one_or_lies_on_the_stage() -> None:
    choices = Choices("?", [Choice("discard T", "Lose a Tower"), Choice("discard K", "Lose a Book")], [])
    own = board(view(phase="revolt", actor=0, active=1), speaker(), choices)
    assert [gesture.keys for gesture in own.gestures] == [("shelf 1",), ("shelf 2",)]
    others = board(view(phase="revolt", actor=0, active=0), speaker(), choices)
    assert [gesture.keys for gesture in others.gestures] == [("loss 1",), ("loss 2",)]


# Seeing


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_drawing_tells_no_secret(seats: int, options: dict[str, Any]) -> None:
    """A seat's picture of the real table is the picture of any table it cannot tell from it."""
    source = Stream(5, "imagined")
    for match in positions(seats, options, stride=35):
        if match.actor < 0:
            continue
        for seat in (SPECTATOR, 0, seats - 1):
            assert isinstance(match.state, BolognaState)
            imagined = GAME.imagine(match.state, seat, source)
            choices = match.choices(seat)
            real = board(GAME.view(match.state, seat), match.speaker(), choices)
            other = board(GAME.view(imagined, seat), match.speaker(), choices)
            assert real.layers(d.LIGHT) == other.layers(d.LIGHT)


def test_the_gold_rim_follows_public_numbers() -> None:
    soldier = ((5, 0, 0, 4), (5, 1, 0, 4), (4, 6, 2, 0), (2, 2, 2, 2))
    here = table(tokens=soldier)
    assert [here.could_be_crowned(seat) for seat in range(4)] == [True, True, True, True]
    ruled_out = (0, 1 << 3, 1 << 2, 1 << INNKEEPER)
    here = table(tokens=soldier, ruled_out=ruled_out, roles=(0, -1, -1, -1))
    assert [here.could_be_crowned(seat) for seat in range(4)] == [True, False, False, False]
    assert not table(tokens=soldier, over=True).could_be_crowned(1)
    assert plain(tokens=soldier).text().count("could be crowned") == 4


def test_the_gold_rim_of_the_brigand() -> None:
    hoard = ((0, 3, 0, 8), (0, 0, 8, 0), *[(0, 0, 0, 0)] * 5)
    here = table(7, tokens=hoard, roles=(BRIGAND, *[-1] * 6))
    assert [here.could_be_crowned(seat) for seat in range(7)] == [True, *[False] * 6]
    assert not table(7, tokens=((1, 3, 0, 8), *hoard[1:]), roles=(BRIGAND, *[-1] * 6)).could_be_crowned(0)


def test_the_notebook_strikes_out_what_is_certain() -> None:
    open_roles = {0, 1, 2, 4, 5}
    assert table().suspects == [{3}, open_roles, open_roles, open_roles]
    innkeeper = ~(1 << INNKEEPER) & 0x7F
    left = open_roles - {INNKEEPER}
    assert table(ruled_out=(0, innkeeper, 1, 0)).suspects == [{3}, {5}, left - {0}, left]
    assert table(2, lost_roles=(1,)).suspects == [{3}, {0, 2, 4}]
    spectator = table(viewer=SPECTATOR, roles=(-1,) * 4)
    assert spectator.suspects == [set(range(6))] * 4
    assert "Bianca may be: Prince of Tortellini, High Dean" in plain().text()


@pytest.mark.parametrize("language", ["en", "it"])
def test_whoever_looks_on_at_seven_reads_the_heads_of_the_notebook_whole(language: str) -> None:
    """Their notebook has a column for everybody, one more than a player's."""
    watched = view(7, viewer=SPECTATOR, roles=(-1,) * 7)
    page = board(watched, speaker(7, language), NO_CHOICES, False).svg(d.LIGHT, style=False)
    heads = {"en": ("Who may be who", "steps to go"), "it": ("Chi può essere chi", "passi mancanti")}
    for head in heads[language]:
        assert f">{head}</text>" in page


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("language", ["en", "it"])
def test_that_somebody_left_a_table_of_seven_is_told_whole(language: str, narrow: bool) -> None:
    left = view(7, viewer=SPECTATOR, roles=(-1,) * 7, alive=(True,) * 6 + (False,))
    page = board(left, speaker(7, language), NO_CHOICES, narrow).svg(d.LIGHT, style=False)
    assert {"en": "left the game", "it": "non gioca più"}[language] in page


def test_goals_in_the_notebook_of_seven_keep_clear_of_each_other_and_of_the_cells() -> None:
    watched = plain(7, viewer=SPECTATOR, roles=(-1,) * 7)
    assert watched.notebook is not None
    cells = watched.notebook.box
    for role in range(7):
        row = next(group for group, _, _ in groups(watched) if group.id == f"row-{role}")
        goal = row.children[0]
        assert isinstance(goal, d.Group)
        words = [node for node in goal.children if isinstance(node, Text) and not node.serif]
        ends = []
        for node in words:
            wide = width_of(node.words, node.size, bold=node.bold)
            left = node.x - (wide / 2 if node.anchor == "middle" else 0)
            ends.append((left, left + wide))
        assert max(right for _, right in ends) < cells.x
        if role != BRIGAND:
            assert all(right + 2 < left for (_, right), (left, _) in pairwise(ends))


def test_own_goal_and_only_that() -> None:
    text = plain().text()
    assert (
        "Anna (you), Soldier of Fortune, takes the turn, deciding: "
        "People 3 (goal 5+), Tower 0, Book 1 (goal 0), Bologna 4 (goal 4+, reached)" in text
    )
    assert "Bianca, holds the Deus-Ex Machina: People 0, Tower 2, Book 0, Bologna 0" in text
    assert "goal" not in plain(viewer=SPECTATOR, roles=(-1,) * 4).text().lower()


def test_the_end_shows_every_role_and_the_winner() -> None:
    scene = plain(roles=(3, 0, 1, 2), winners=(2,), over=True, actor=-2, phase="over")
    assert (
        "Corrado the Long-Winded, High Dean, takes the throne: People 1, Tower 0, Book 0, Bologna 0"
        in scene.text()
    )
    assert "Bianca, Prince of Tortellini" in scene.text()
    assert "Corrado the Long-Winded, High Dean, crowned" in scene.text()
    assert "deciding" not in scene.text()


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(
    ("event", "dice", "words"),
    [
        ("earthquake", "WWWRR", "Earthquake: all Towers and Books fall"),
        ("pork_feast", "KKKKK", "Salted Pork Feast: everybody gains a Book"),
        ("feast_of_fools", "PTKBW", "Feast of Fools: stealing is allowed"),
    ],
)
def test_a_great_event_leaves_its_trace_on_the_table(event: str, dice: str, words: str, narrow: bool) -> None:
    here = view(event=event, rolled=dice, todo=dice[:3], rest=dice[3:])
    assert words in board(here, speaker(), NO_CHOICES, narrow).text()
    assert words not in board(replace(here, event=""), speaker(), NO_CHOICES, narrow).text()


def test_who_left_has_nothing_and_stays_dim() -> None:
    scene = plain(alive=(True, True, False, True), tokens=((1, 0, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4))
    assert "  Corrado the Long-Winded, left the game\n" in scene.text()


def test_a_table_in_words() -> None:
    assert (
        "\n".join(plain().text().split("\n")[:20])
        == """\
The Throne of Bologna, round 3
  The throne
  Bianca, holds the Deus-Ex Machina: People 0, Tower 2, Book 0, Bologna 0
  Corrado the Long-Winded: People 1, Tower 0, Book 0, Bologna 0
  Dora: People 0, Tower 1, Book 1, Bologna 1
  Market
    People: 20 left
    Tower: 21 left
    Book: 22 left
    Bologna: 23 left
  Skip Turn tokens: 3
  People, chosen
  People, chosen
  Book, chosen
  Wine, to Bianca
  Rat, to Bianca
  Soldier of Fortune: People 5+, Tower any, Book 0, Bologna 4+
  Anna (you), Soldier of Fortune, takes the turn, deciding: People 3 (goal 5+), Tower 0, Book 1 (goal 0), \
Bologna 4 (goal 4+, reached)
  Your notebook
    Bianca may be: Prince of Tortellini, High Dean, Lord of the Silk, Stern Cardinal, Master Innkeeper"""
    )


@pytest.mark.parametrize("seats", [2, 7])
def test_a_table_can_be_drawn_while_chance_is_awaited(seats: int) -> None:
    """From the first card dealt to the first dice chosen: nobody decides, and nothing can be chosen."""
    match = Match(GAME, GAME.setup(seats), Seeded(1), NAMES[:seats], dealing=False)
    drawings = set()
    while match.state.step.name() != "choose":
        if match.actor >= 0:
            match.play(match.actor, match.options[0])
        else:
            scene = drawn(match, 0)
            drawings.add(scene.text())
            assert attributes(scene, "data-touch") == []
            match.settle_chance()
    assert len(drawings) > 3


# Dice and tokens that travel


def test_dice_keep_their_number_from_roll_to_use() -> None:
    rolled = {die.number: die.face for die in table(kept="PW", rolled="PKW", todo="", rest="").dice}
    chosen = table(kept="PW", rolled="PKW", todo="PWW", rest="PK").dice
    assert {die.number: die.face for die in chosen} == rolled
    assert [(die.number, die.state) for die in chosen] == [
        (0, "chosen"), (1, "chosen"), (4, "chosen"), (2, "passed"), (3, "passed")
    ]  # fmt: skip
    used = table(kept="PW", rolled="PKW", todo="W", rest="PK").dice
    assert [(die.number, die.state) for die in used[:3]] == [(0, "used"), (1, "chosen"), (4, "used")]


def test_dice_before_the_roll() -> None:
    waiting = table(rolled="", todo="", rest="", left="KR").dice
    assert [(die.face, die.state) for die in waiting] == [(2, "left"), (5, "left")]
    assert table(rolled="", todo="", rest="").dice == ()


@pytest.mark.parametrize(
    ("alive", "asleep", "receiver"),
    [("1111", "0000", 1), ("1011", "0000", 2), ("1111", "0100", 2), ("1111", "1111", 1), ("1001", "0001", 0)],
)
def test_the_dice_go_to_whoever_plays_next(alive: str, asleep: str, receiver: int) -> None:
    here = table(alive=tuple(c == "1" for c in alive), asleep=tuple(c == "1" for c in asleep))
    assert here.next_seat == receiver


@pytest.mark.parametrize("narrow", [False, True])
def test_a_long_name_is_whole_where_dice_go_to_it(narrow: bool) -> None:
    match = Match(GAME, GAME.setup(2), Seeded(3), ["Calandrino", "Bradamante"])
    while not (match.actor >= 0 and match.options[0].text.startswith("choose ")):
        match.play(match.actor, match.options[0])
    receiver = ("Bradamante", "Calandrino")[match.actor]
    assert f">For {receiver}<" in drawn(match, match.actor, narrow).svg(d.LIGHT)


@pytest.mark.parametrize("narrow", [False, True])
def test_pieces_that_move_have_the_same_ids_in_every_picture(narrow: bool) -> None:
    for match in positions(4, {}):
        if match.actor < 0:
            continue
        view = match.view(0)
        assert isinstance(view, BolognaView)
        moving = {group.id for group, _, _ in groups(drawn(match, 0, narrow)) if group.glides}
        lying = {f"die-{n}" for n in range(len(view.left) or len(view.kept + view.rolled))}
        cards = {f"role-{seat}" for seat in range(4) if not narrow or seat}
        assert moving == lying | {f"skip-{n}" for n in range(3)} | cards | {"deus"}


# Room


def lies_over(one: d.Box, other: d.Box) -> bool:
    return (
        one.x < other.right - 0.1
        and other.x < one.right - 0.1
        and one.y < other.bottom - 0.1
        and other.y < one.bottom - 0.1
    )


def assert_apart(scene: d.Scene, slack: float) -> None:
    """Everything that can be touched is inside the picture and apart from the rest, but for a narrow edge."""
    things: list[tuple[str, d.Box]] = []
    for group, x, y in groups(scene):
        if group.touch and group.outline is not None:
            box = group.outline.extent
            assert box is not None
            things.append((group.touch, d.Box(box.x + x + group.x, box.y + y + group.y, box.w, box.h)))
    for name, box in things:
        inside = box.inset(slack)
        assert inside.x >= 0 and inside.y >= 0, name
        assert inside.right <= scene.width and inside.bottom <= scene.height, name
    for (name, box), (other, place) in combinations(things, 2):
        if {name, other} == {"deus", "roll"}:
            continue
        assert not lies_over(box.inset(slack), place.inset(slack)), f"{other} lies over {name}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_nothing_that_can_be_touched_lies_on_anything_else(
    seats: int, options: dict[str, Any], narrow: bool
) -> None:
    for match in positions(seats, options, stride=17):
        assert_apart(drawn(match, match.actor, narrow, "it"), 3)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("seats", range(2, 8))
def test_there_is_room_for_the_longest_lists_of_choices(seats: int, narrow: bool) -> None:
    uses = "use K,use W,wild P,wild T,wild B,wild W,wild R,pair P 2,pair W 1,pair W 2,pair R 2"
    triples = ",".join("choose " + "".join(triple) for triple in combinations("PTKBW", 3))
    tables = (
        (uses, view(seats, rolled="PTKKW", todo="KKW", rest="PT")),
        (triples, view(seats, rolled="PTKBW", todo="", rest="", phase="choose", fools=True)),
    )
    for offered, here in tables:
        choices = Choices("A question " * 9, [Choice(text, text) for text in offered.split(",")], [])
        scene = board(here, speaker(seats), choices, narrow)
        assert {gesture.text for gesture in scene.gestures} == set(offered.split(","))
        assert_apart(scene, 3)


@pytest.mark.parametrize("narrow", [False, True])
def test_words_stay_in_the_picture_and_can_be_read(narrow: bool) -> None:
    names = ["W" * 40, "Ω " * 30, *NAMES[2:]]
    for seats in range(2, 8):
        loud = Speaker(GAME, GAME.edition(None), seats, names[:seats], "it")
        here = view(seats, asleep=(True,) * seats, sleep_tokens=0, deus=0, fools=True)
        scene = board(here, loud, Choices("Una domanda piuttosto lunga, " * 5, [], []), narrow)
        for group, x, y in groups(scene):
            for child in group.children:
                if isinstance(child, d.Text) and group.scale == 1:
                    box = child.box()
                    left, top = x + group.x + box.x, y + group.y + box.y
                    assert left >= 0 and left + box.w <= scene.width, child.words
                    assert top >= 0 and top + box.h <= scene.height, child.words
                    assert child.size >= (14 if narrow else 12.5), child.words


# The inspector


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_inspector_explains_every_piece_and_place(language: str) -> None:
    keys = [f"symbol {face}" for face in range(6)] + ["pair 0", "pair 4", "pair 5"]
    keys += [f"{word} {kind}" for word in ("token", "stall") for kind in range(4)]
    keys += [f"role {role}" for role in range(len(ROLES))] + [f"seat {seat}" for seat in range(7)]
    keys += ["deus", "tavern", "throne", "notebook", "deck", "stage"]
    keys += ["feast_of_fools", "pork_feast", "earthquake"]
    rules = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    for viewer, roles in ((0, (3, *[-1] * 6)), (SPECTATOR, (-1,) * 7)):
        for key in keys:
            told = about(view(7, viewer=viewer, roles=roles), speaker(7, language), key)
            assert told is not None and told.title and told.text and told.picture is not None, key
            assert f"**{told.rule}**" in rules, key
    assert about(view(), speaker(), "nothing") is None


def test_the_inspector_tells_how_far_everybody_is_from_a_role() -> None:
    told = about(view(), speaker(), "role 2")
    assert told is not None and told.state == "Steps to go: Bianca 8, Corrado the Long-Winded 9, Dora 10"
    told = about(view(), speaker(), "seat 1")
    assert told is not None and told.state.startswith("Steps to go as: Master Innkeeper 6")
    assert told.text == "Holds the Deus-Ex Machina. People 0, Tower 2, Book 0, Bologna 0."


# Words


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_board_never_lacks_a_word(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missing: list[str] = []

    class Watched(dict[str, Any]):
        def get(self, key: str, instead: Any = None) -> Any:
            if key not in self and key.partition("/")[0] not in self:
                missing.append(key)
            return super().get(key, instead)

    book = GAME.words(language)
    watched = {name: Watched(templates) for name, templates in book.sections.items()}
    monkeypatch.setattr(book, "sections", Watched(watched))
    for seats, options in TABLES:
        for match in positions(seats, options, stride=29):
            for seat in (match.actor if match.actor >= 0 else 0, SPECTATOR):
                drawn(match, seat, language=language).text()
    assert missing == []


def test_both_languages_have_the_same_phrases() -> None:
    english, italian = GAME.words("en"), GAME.words("it")
    assert {name: set(section) for name, section in english.sections.items()} == {
        name: set(section) for name, section in italian.sections.items()
    }
    assert {noun: len(words) for noun, words in english.nouns.items()} == {
        noun: len(words) for noun, words in italian.nouns.items()
    }


def test_an_italian_table() -> None:
    text = board(view(), speaker(language="it"), NO_CHOICES).text()
    assert "The Throne of Bologna, giro 3" in text
    assert "Anna (tu), Capitano di Ventura, è di turno, decide: Popolo 3 (obiettivo 5+)" in text


def test_every_skip_token_of_an_edition_is_a_thing_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "edition.toml"
    text = (GAME.folder / "edition.toml").read_text(encoding="utf-8")
    file.write_text(re.sub(r"skip_turn = \d", "skip_turn = 7", text), encoding="utf-8")
    match = Match(GAME, GAME.setup(3, {}, file), Seeded(2))
    source, asleep = Stream(2), 0
    while match.result is None and not asleep:
        match.play(match.actor, match.options[source.below(len(match.options))])
        asleep = sum(match.view(SPECTATOR).asleep)  # type: ignore[attr-defined]
    for narrow in (False, True):
        ids = re.findall(r'id="(?:[^"]*-)?skip-(\d)"', drawn(match, SPECTATOR, narrow).svg())
        assert asleep and sorted(ids) == [str(number) for number in range(7)]
