"""Small decisions laid out together: proposals from the seat's own knowledge, and nothing is played."""

from __future__ import annotations

import pytest

from ludoteca.games import load
from ludoteca.house.table.plan import is_small, lay_out
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.house.running import ADA
from tests.house.story import Story, act


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> Story:
    """Bosa at a moment from which several decisions of one seat follow each other."""
    game = load("bosa")
    found = Story("me", "me", game="bosa")
    for _ in range(12):
        found.do(ADA, act(found.option()))
    match = found.table.match
    assert match is not None
    names = {match.state.step.name()}
    state = match.state.copy()
    while state.actor == match.actor:
        names.add(state.step.name())
        state.play(state.choices[0])
    monkeypatch.setattr(presentation_of(game), "laid_together", tuple(names))
    return found


def playing(story: Story) -> Match:
    assert story.table.match is not None
    return story.table.match


def test_a_plan_answers_what_follows_and_plays_nothing(story: Story) -> None:
    match = playing(story)
    before = match.view(match.actor)
    plan = lay_out(match, match.actor, [], match.speaker("en"))
    assert is_small(match)
    assert len(plan.decisions) >= 2
    for decision in plan.decisions:
        assert decision.question
        assert decision.chosen in [text for text, _ in decision.options]
    assert match.view(match.actor) == before


def test_what_was_chosen_stays_and_what_follows_is_proposed_anew(story: Story) -> None:
    match = playing(story)
    other = match.options[-1].text
    plan = lay_out(match, match.actor, [other], match.speaker("en"))
    assert plan.decisions[0].chosen == other


def test_a_plan_can_be_carried_out_as_one_command(story: Story) -> None:
    match = playing(story)
    first, *rest = [one.chosen for one in lay_out(match, match.actor, [], match.speaker("en")).decisions]
    command = act(first)
    story.do(ADA, type(command)(id=command.id, text=first, then=rest))
    assert story.table.match_seq == story.table.seq


def test_a_plan_knows_nothing_the_seat_does_not(story: Story) -> None:
    match = playing(story)
    seat = match.actor
    real = lay_out(match, seat, [], match.speaker("en")).decisions
    for deal in range(3):
        match.state = match.game.imagine(match.state, seat, Stream(deal, "redeal"))
        assert lay_out(match, seat, [], match.speaker("en")).decisions == real


def test_nobody_else_gets_a_plan(story: Story) -> None:
    match = playing(story)
    assert lay_out(match, 1 - match.actor, [], match.speaker("en")).decisions == []
