"""Several actions in one command: whether they are refused tells nothing that the seat did not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house.table.action_rows import possible_beginning, unforeseeable_action
from ludoteca.house.table.commands import Act, Undo
from ludoteca.house.table.plan import lay_out
from ludoteca.kernel.actions import Action, Catalogue
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Agenda, Decision, State
from ludoteca.kernel.view import View
from tests.house.running import ADA, new_id
from tests.house.story import Story, act, refused

ACTS, NEWS = Catalogue("Box"), EventKinds()
LOOK, OPEN, TAKE_GOLD, SHUT, LEAVE = (
    ACTS.single(text) for text in ("look", "open", "take-gold", "shut", "leave")
)


class BoxState(State):
    """One box: nobody knows whether there is gold in it until it is opened."""

    def __init__(self, gold: bool) -> None:
        super().__init__(2)
        self.gold = gold
        self.agenda = Agenda([Taking(0), Opening(0), Looking(0)])

    def copy(self) -> BoxState:
        twin = BoxState(self.gold)
        self.share_agenda(twin)
        return twin


class Looking(Decision[BoxState]):
    def candidates(self, state: BoxState) -> list[Action]:
        return [LOOK, LEAVE]

    def play(self, state: BoxState, action: Action) -> None:
        pass


class Opening(Decision[BoxState]):
    def candidates(self, state: BoxState) -> list[Action]:
        return [OPEN, LEAVE]

    def play(self, state: BoxState, action: Action) -> None:
        pass


class Taking(Decision[BoxState]):
    def candidates(self, state: BoxState) -> list[Action]:
        return [TAKE_GOLD, SHUT, LEAVE] if state.gold else [SHUT, LEAVE]

    def play(self, state: BoxState, action: Action) -> None:
        state.finish(Result("over", [1, 1]))


class Box(Game[BoxState]):
    def start(self, setup: Setup) -> BoxState:
        return BoxState(gold=True)

    def bound(self, setup: Setup) -> int:
        return 3

    def view(self, state: BoxState, seat: int) -> View:
        return View(seat, state.actor)

    def imagine(self, state: BoxState, seat: int, source: Source) -> BoxState:
        twin = state.copy()
        twin.gold = source.below(2) == 1
        return twin


def a_box(gold: bool) -> Match:
    game = Box(
        name="box", title="Box", seats=(2, 2), folder=Path(__file__).parent, catalogue=ACTS, events=NEWS
    )
    match = Match(game, game.setup(2, {}), Seeded(1))
    assert isinstance(match.state, BoxState)
    match.state.gold = gold
    return match


@pytest.mark.parametrize("gold", [True, False])
@pytest.mark.parametrize(
    ("row", "refused"),
    [
        (["look", "open"], ""),
        (["look", "open", "leave"], ""),
        (["look", "open", "take-gold"], "take-gold"),
        (["look", "take-gold"], "take-gold"),
        (["look", "fly"], "fly"),
    ],
)
def test_a_row_is_refused_alike_whatever_is_in_the_box(row: list[str], refused: str, gold: bool) -> None:
    assert unforeseeable_action(a_box(gold), 0, row) == refused


def test_what_comes_before_a_surprise_stands() -> None:
    row = ["look", "open", "take-gold"]
    assert possible_beginning(a_box(gold=True), 0, row) == row
    assert possible_beginning(a_box(gold=False), 0, row) == ["look", "open"]


def test_judging_a_row_plays_nothing() -> None:
    match = a_box(gold=False)
    unforeseeable_action(match, 0, ["look", "open"])
    possible_beginning(match, 0, ["look", "open"])
    assert [action.text for action in match.options] == ["look", "leave"]


def test_what_was_sent_as_one_is_taken_back_as_one() -> None:
    story = Story("me", "me", game="bosa", options={"confirm_turn": "true"})
    match = story.table.match
    assert match is not None
    row: list[str] = []
    while len(row) < 3:
        story.do(ADA, act(story.option()))
        if match.state.step.name() == "chooseline":
            row = [one.chosen for one in lay_out(match, match.actor, ["line row"], match.speaker()).decisions]
    before = (len(match.entries), match.state.actor, story.option())
    story.do(ADA, Act(id=new_id(), text=row[0], then=row[1:]))
    story.do(ADA, Undo(id=new_id()))
    assert (len(match.entries), match.state.actor, story.option()) == before
    again = story.again()
    assert again.match is not None and again.match.record().text() == match.record().text()
    story.do(ADA, act(row[0]))
    story.do(ADA, act(row[1]))
    story.do(ADA, Undo(id=new_id()))
    assert len(match.entries) == before[0] + 1


def test_what_ends_the_turn_by_itself_can_be_sent_hesitantly() -> None:
    story = Story("me", "me", game="bosa")
    match = story.table.match
    assert match is not None
    while match.state.step.name() != "chooseline":
        story.do(ADA, Act(id=new_id(), text=story.option(), hesitant=True))
    row = [one.chosen for one in lay_out(match, match.actor, ["line row"], match.speaker()).decisions]
    refused("ends-turn", story, ADA, Act(id=new_id(), text=row[0], then=row[1:], hesitant=True))
    seat = match.actor
    story.do(ADA, Act(id=new_id(), text=row[0], then=row[1:]))
    assert match.actor != seat


def test_an_action_that_says_it_ends_the_turn_needs_no_second_thought() -> None:
    story = Story("me", "me", game="bosa", options={"confirm_turn": "true"})
    match = story.table.match
    assert match is not None
    while match.state.step.name() != "endturn":
        story.do(ADA, Act(id=new_id(), text=story.option(), hesitant=True))
    story.do(ADA, Act(id=new_id(), text=story.option(), hesitant=True))
