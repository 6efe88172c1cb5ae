"""Tables with a clock: time per move, a bank of time, and what happens when it is up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.table import events as happened
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.command_handlers import DECLINING
from ludoteca.house.table.commands import Back, Bot, Join, Person, Undo
from ludoteca.house.table.table import BOT_DECIDES
from ludoteca.house.table.visibility import record_for
from tests.house.running import ADA, BRUNO, new_id
from tests.house.story import Story, act


def clocked(**clock: object) -> Story:
    return Story("me", "me", "me", clock=ClockWish(**clock))  # type: ignore[arg-type]


def test_without_a_clock_nothing_ticks() -> None:
    story = clocked()
    assert story.table.deadline == 0 and story.table.time_left(0, story.now) is None
    assert story.tick(10_000_000) == []


def test_a_clock_per_move_gives_the_same_time_for_every_decision() -> None:
    story = clocked(kind="move", seconds=90)
    for _ in range(5):
        assert story.table.deadline == story.now + 90_000
        assert story.tick(60) == []
        assert story.table.time_left(story.table.awaited, story.now) == 30_000
        story.do(ADA, act(story.option()))


def test_a_bot_plays_on_when_time_is_up_until_the_person_comes_back() -> None:
    story = clocked(kind="move", seconds=90)
    seat = story.table.awaited
    assert story.tick(89.9) == []
    events = story.tick(0.1)
    assert events == [happened.TimedOut(seat), happened.BotSeated(seat, "regular", absent=True)]
    assert story.table.seats[seat].deciding_bot == "regular" and story.table.deadline == 0
    assert story.tick(1000) == []
    story.do(ADA, Back(id=new_id(), seat=seat))
    assert story.table.deadline == story.now + 90_000
    notes = [line.text for line in record_for(story.table, -1).lines if line.who == "!"]
    assert notes == [f"time {seat}", f"bot {seat} regular", f"return {seat}"]


def test_who_comes_and_goes_does_not_stop_the_clock() -> None:
    story = clocked(kind="move", seconds=90)
    seat = story.table.awaited
    story.tick(60)
    story.do(ADA, Bot(id=new_id(), seat=seat))
    for command in (Back(id=new_id(), seat=seat), Join(id=new_id())):
        with pytest.raises(Refused) as refused:
            story.do(ADA, command)
        assert refused.value.code == "bot-decides", "time does not run for a bot, so it decides first"
    story.tick(BOT_DECIDES / 1000)
    story.do(ADA, Back(id=new_id(), seat=seat))
    assert story.table.deadline == story.now + 30_000, "a bot that decides nothing does not keep a seat"


def duel(**clock: object) -> Story:
    story = Story("me", "open", clock=ClockWish(**clock), game="bosa")  # type: ignore[arg-type]
    story.do(BRUNO, Join(id=new_id()), invited=True)
    return story


def on_the_move(story: Story) -> Person:
    return {ADA.id: ADA, BRUNO.id: BRUNO}[story.table.seats[story.table.awaited].person]


def play_until(story: Story, stops: Callable[[int, Person], bool]) -> tuple[int, Person]:
    """Let both play until what a seat did is worth a look; that seat and its person."""
    for _ in range(200):
        seat, mover = story.table.awaited, on_the_move(story)
        story.do(mover, act(story.option()))
        if stops(seat, mover):
            return seat, mover
    raise AssertionError("it never came to that")


def test_who_takes_an_action_back_costs_nobody_else_time() -> None:
    story = duel(kind="bank", seconds=100)
    first, mover = play_until(
        story, lambda seat, mover: story.table.awaited not in (seat, -1) and story.table.undoable(mover.id)
    )
    rival = story.table.awaited
    had = story.table.time_left(rival, story.now)
    own = story.table.time_left(first, story.now)
    for _ in range(3):
        story.tick(10)
        story.do(mover, Undo(id=new_id()))
        assert story.table.time_left(rival, story.now) == had, "it was not the rival who hesitated"
        story.tick(5)
        story.do(mover, act(story.option()))
    assert not story.table.undoable(mover.id)
    with pytest.raises(Refused) as refused:
        story.do(mover, Undo(id=new_id()))
    assert refused.value.code == "it-stands", "nor is the rival kept from deciding"
    assert story.table.time_left(rival, story.now) == had
    assert own is not None and story.table.time_left(first, story.now) == own - 15_000


def test_what_somebody_tried_and_took_back_costs_the_next_one_no_time() -> None:
    """Whoever ended a turn in fewer steps than were tried left the rival with what was left before."""
    story = duel(kind="move", seconds=60)
    tried = 0
    for _ in range(300):
        seat, mover = story.table.awaited, on_the_move(story)
        story.tick(50)
        story.do(mover, act(story.option()))
        while story.table.awaited == seat and story.table.undoable(mover.id):
            story.do(mover, act(story.option()))
            if story.table.awaited != seat or not story.table.undoable(mover.id):
                break
            story.do(mover, Undo(id=new_id()))
            story.do(mover, Undo(id=new_id()))
            tried += 1
            while story.table.awaited == seat:
                story.do(mover, act(story.option(-1)))
        if story.table.awaited not in (seat, -1):
            assert story.table.time_left(story.table.awaited, story.now) == 60_000
        if tried > 2 or story.table.finished:
            break
    assert tried


def test_what_a_bot_did_and_was_taken_back_is_not_counted() -> None:
    story = duel()
    seat, mover = play_until(story, lambda seat, mover: story.table.undoable(mover.id))
    before = story.table.seats[seat].by_person
    story.do(mover, Undo(id=new_id()))
    assert story.table.seats[seat].by_person == before - 1
    for _ in range(5):
        story.do(mover, Bot(id=new_id(), seat=seat))
        story.happen([happened.Acted(seat, story.option())])
        assert story.table.seats[seat].by_bots == 1
        story.do(mover, Back(id=new_id(), seat=seat))
        story.do(mover, Undo(id=new_id()))
    assert story.table.seats[seat].by_bots == 0 and not story.table.seats[seat].mostly_bot


def test_nobody_takes_back_what_a_bot_decided_while_no_time_ran() -> None:
    story = duel(kind="move", seconds=60)
    seat, mover = play_until(story, lambda seat, mover: story.table.undoable(mover.id))
    story.do(mover, Undo(id=new_id()))
    story.tick(1)
    story.do(mover, Bot(id=new_id(), seat=seat))
    story.tick(1)
    story.happen([happened.Acted(seat, story.option())])
    assert not story.table.undoable(mover.id)
    with pytest.raises(Refused) as refused:
        story.do(mover, Undo(id=new_id()))
    assert refused.value.code == "bot-decided"


def test_a_bank_is_not_filled_by_coming_and_going_while_others_decide() -> None:
    story = clocked(kind="bank", seconds=90)
    first = story.table.awaited
    story.tick(80)
    story.do(ADA, act(story.option()))
    while story.table.awaited == first:
        story.do(ADA, act(story.option()))
    assert story.table.time_left(first, story.now) == 10_000
    for _ in range(3):
        story.do(ADA, Bot(id=new_id(), seat=first))
        story.do(ADA, Back(id=new_id(), seat=first))
    assert story.table.time_left(first, story.now) == 10_000


def test_passing_takes_the_option_that_declines_or_asks_a_bot_once() -> None:
    story = clocked(kind="move", seconds=10, then="pass")
    declined = decided = 0
    for _ in range(150):
        if story.table.finished:
            break
        assert story.table.match is not None
        seat = story.table.awaited
        offered = [action.text for action in story.table.match.options]
        if (declined and decided) or _ % 3:
            story.do(ADA, act(story.option(-1)))
            continue
        events = story.tick(10)
        assert events[0].seat == seat  # type: ignore[attr-defined]
        if len(events) == 2:
            declined += 1
            chosen = events[1].text  # type: ignore[attr-defined]
            assert DECLINING.intersection(chosen.replace("-", " ").split())
        else:
            decided += 1
            assert not any(DECLINING.intersection(text.replace("-", " ").split()) for text in offered)
            assert story.table.seats[seat].deciding_bot == "regular", "a bot decides"
            assert not story.table.seats[seat].bot, "but only this once"
            story.happen([happened.Acted(seat, offered[0])], "bot regular")
            assert not story.table.seats[seat].deciding_bot
    assert declined and decided


def test_a_bank_is_used_up_and_earns_its_increment() -> None:
    story = clocked(kind="bank", seconds=100, increment=5)
    seat = story.table.awaited
    assert story.table.deadline == story.now + 100_000
    story.tick(30)
    story.do(ADA, act(story.option()))
    assert story.table.time_left(seat, story.now) == 75_000
    for other in {0, 1, 2} - {seat}:
        assert story.table.time_left(other, story.now) == 100_000


def test_taking_back_gives_no_time_back_and_earns_none() -> None:
    story = Story("me", "me", "me", game="bosa", clock=ClockWish("bank", 100, 5))
    while not story.table.undoable("ada"):
        story.do(ADA, act(story.option()))
    table = story.table
    assert table.match is not None
    seat = table.match.entries[-1].seat
    left = table.time_left(seat, story.now)
    assert left is not None
    text = table.match.entries[-1].action.text
    for _ in range(3):
        story.do(ADA, Undo(id=new_id()))
        story.tick(1)
        story.do(ADA, act(text))
    assert table.time_left(seat, story.now) == left - 3000


def test_an_empty_bank_is_refilled_a_little_for_who_comes_back() -> None:
    story = clocked(kind="bank", seconds=600)
    seat = story.table.awaited
    story.tick(600)
    assert story.table.seats[seat].bot
    story.tick(BOT_DECIDES / 1000)
    story.do(ADA, Back(id=new_id(), seat=seat))
    assert story.table.time_left(seat, story.now) == 60_000


def test_who_lets_the_bank_run_dry_again_gets_half_as_much() -> None:
    story = clocked(kind="bank", seconds=600)
    seat = story.table.awaited
    given = [600_000]
    for _ in range(4):
        story.tick(given[-1] / 1000)
        assert story.table.seats[seat].bot
        story.tick(BOT_DECIDES / 1000)
        story.do(ADA, Back(id=new_id(), seat=seat))
        given.append(story.table.time_left(seat, story.now) or 0)
    assert given[1:] == [60_000, 30_000, 15_000, 7_500]


def test_the_clock_rebuilds_exactly() -> None:
    story = clocked(kind="bank", seconds=600, increment=3)
    for number in range(20):
        story.tick(number)
        story.do(ADA, act(story.option()))
    assert story.again().deadline == story.table.deadline != 0
