"""Tables before and beside the match: opening, sitting down, leaving, names, bots that stand in."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.house.refusals import Forbidden, Malformed
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.command_handlers import BOT_NAMES
from ludoteca.house.table.commands import (
    Back,
    Bot,
    Free,
    Invite,
    Join,
    Leave,
    Person,
    Rename,
    Start,
)
from ludoteca.house.table.visibility import record_for, viewer_of
from tests.house.running import ADA, BRUNO, CLARA, new_id
from tests.house.story import GRACE, Story, act, awaited_person, persons, refused, three


def test_a_table_waits_until_every_seat_is_taken() -> None:
    story = Story("me", "open", "bot")
    assert story.table.status == "waiting"
    assert [seat.kind for seat in story.table.seats] == ["person", "open", "bot"]
    assert story.table.match is None and story.table.awaited == -1
    assert story.table.seats[2].name in BOT_NAMES
    events = story.do(BRUNO, Join(id=new_id(), nonce="bb"), invited=True)
    assert [type(event).__name__ for event in events] == ["Seated", "Started"]
    assert story.table.status == "playing"
    assert story.table.names[:2] == ["Ada", "Bruno"]


def test_a_table_without_open_seats_starts_at_once() -> None:
    story = Story("me", "bot", "bot novice")
    assert story.table.status == "playing"
    assert [seat.bot for seat in story.table.seats] == ["", "regular", "novice"]
    assert len(set(story.table.names)) == 3


@pytest.mark.parametrize(
    ("seats", "more", "code"),
    [
        (("me",), {}, "setup"),
        (("me", "open", "open"), {"options": {"nonsense": "1"}}, "setup"),
        (("me", "open", "open"), {"game": "chess"}, "no-such-game"),
        (("me", "bot grandmaster", "open"), {}, "no-level"),
        (("me", "open", "open"), {"clock": ClockWish("move")}, "clock"),
    ],
)
def test_a_wish_that_cannot_be_laid(seats: tuple[str, ...], more: dict[str, Any], code: str) -> None:
    with pytest.raises(Malformed) as caught:
        Story(*seats, **more)
    assert caught.value.code == code


def test_a_private_table_needs_its_invitation() -> None:
    story = Story("me", "open", "open")
    assert isinstance(refused("invitation", story, BRUNO, Join(id=new_id())), Forbidden)
    story.do(BRUNO, Join(id=new_id()), invited=True)
    assert story.table.seats_of("bruno") == [1]


def test_a_public_table_is_for_anybody() -> None:
    story = Story("me", "open", "open", public=True)
    story.do(BRUNO, Join(id=new_id(), seat=2))
    assert story.table.seats_of("bruno") == [2]
    refused("already-seated", story, BRUNO, Join(id=new_id()))
    refused("seat-taken", story, CLARA, Join(id=new_id(), seat=2))
    refused("no-such-seat", story, CLARA, Join(id=new_id(), seat=7))


def test_a_person_may_hold_several_seats() -> None:
    story = Story("me", "open", "open", public=True)
    story.do(BRUNO, Join(id=new_id(), seat=2))
    refused("already-seated", story, BRUNO, Join(id=new_id(), seat=1))
    story.do(ADA, Join(id=new_id(), seat=1))
    table = story.table
    assert table.seats_of("ada") == [0, 1] and table.names[:2] == ["Ada", "Ada 2"]
    while table.awaited == 2:
        story.do(BRUNO, act(story.option()))
    assert table.seat_of("ada") == table.awaited
    mine, other = table.awaited, 1 - table.awaited
    assert viewer_of(table, "ada") == mine and viewer_of(table, "ada", other) == other
    refused("not-awaited", story, ADA, act(story.option(), seat=other))
    story.do(ADA, act(story.option(), seat=mine))


def test_two_people_of_one_name_can_be_told_apart() -> None:
    story = Story("me", "open", "open", public=True)
    story.do(Person("other", "Ada"), Join(id=new_id()))
    assert story.table.names == ["Ada", "Ada 2", ""]


def test_leaving_before_the_start_frees_the_seat_and_passes_the_table_on() -> None:
    story = Story("me", "open", "open", public=True)
    story.do(BRUNO, Join(id=new_id()))
    story.do(ADA, Leave(id=new_id()))
    assert story.table.owner == "bruno" and story.table.seats[0].open
    refused("not-seated", story, ADA, Leave(id=new_id()))
    story.do(BRUNO, Leave(id=new_id()))
    assert story.table.status == "closed"
    refused("closed", story, CLARA, Join(id=new_id()))


def test_leaving_and_coming_back_in_the_middle() -> None:
    story = three()
    story.do(BRUNO, Leave(id=new_id()))
    assert story.table.seats[1].kind == "kept" and story.table.owner == "ada"
    refused("already-started", story, Person("d", "Dora"), Join(id=new_id()), invited=True)
    story.do(BRUNO, Join(id=new_id()))
    assert story.table.seats[1].kind == "person"
    assert [str(line) for line in record_for(story.table, -1).lines if line.who == "!"] == [
        "! leave 1",
        "! return 1",
    ]


def test_who_acts_is_back() -> None:
    story = three()
    person = awaited_person(story)
    story.do(person, Leave(id=new_id()))
    events = story.do(person, act(story.option()))
    assert [type(event).__name__ for event in events] == ["Returned", "Acted"]


def test_an_owner_who_leaves_hands_the_table_on() -> None:
    story = three()
    story.do(ADA, Leave(id=new_id()))
    assert story.table.owner == "bruno"
    story.do(BRUNO, Bot(id=new_id(), seat=0))
    assert story.table.seats[0].bot == "regular"


def test_the_owner_starts_with_fewer() -> None:
    story = Story("me", "open", "bot", "bot", "open", public=True)
    refused("owner-only", story, BRUNO, Start(id=new_id()))
    story.do(ADA, Start(id=new_id()))
    assert len(story.table.seats) == 3 and story.table.setup.seats == 3
    assert story.table.status == "playing"
    assert story.again().names == story.table.names


def test_too_few_cannot_start() -> None:
    story = Story("me", "open", "open")
    refused("too-few", story, ADA, Start(id=new_id()))


def test_seats_are_freed_and_given_to_bots_before_the_start() -> None:
    story = Story("me", "open", "open", "bot", public=True)
    story.do(BRUNO, Join(id=new_id()))
    refused("owner-only", story, BRUNO, Free(id=new_id(), seat=0))
    refused("seat-taken", story, ADA, Bot(id=new_id(), seat=1))
    story.do(ADA, Free(id=new_id(), seat=1))
    story.do(ADA, Bot(id=new_id(), seat=1, level="novice"))
    assert story.table.seats[1].bot == "novice" and story.table.status == "waiting"
    story.do(ADA, Free(id=new_id(), seat=3))
    story.do(ADA, Bot(id=new_id(), seat=3))
    refused("no-level", story, ADA, Bot(id=new_id(), seat=2, level="wizard"))
    story.do(ADA, Bot(id=new_id(), seat=2))
    assert story.table.status == "playing"
    refused("not-waiting", story, ADA, Free(id=new_id(), seat=2))
    refused("already-started", story, ADA, Start(id=new_id()))


def test_the_invitation_can_be_made_new() -> None:
    story = Story("me", "open", "open")
    before = story.table.invitation
    refused("owner-only", story, BRUNO, Invite(id=new_id()))
    story.do(ADA, Invite(id=new_id()))
    assert story.table.invitation != before and story.table.invitations == 2


def test_names_can_change() -> None:
    story = three()
    refused("same-name", story, ADA, Rename(id=new_id()))
    story.do(Person("ada", "Bruno"), Rename(id=new_id()))
    assert story.table.names[0] == "Bruno 2"
    assert record_for(story.table, -1).names[0] == "Bruno 2"
    refused("not-seated", story, Person("d", "Dora"), Rename(id=new_id()))
    several = Story("me", "me", "me")
    several.do(Person("ada", "Augusta"), Rename(id=new_id()))
    assert several.table.names == ["Augusta", "Augusta 2", "Augusta 3"]


def test_only_somebody_absent_is_replaced_by_a_bot_and_back() -> None:
    story = three()
    seat = story.table.awaited
    others = [person for person in persons(story) if person != persons(story)[seat]]
    absent = persons(story)[seat]
    manager = ADA if absent != ADA else others[0]
    bystander = next(person for person in persons(story) if person not in (absent, manager))
    if absent != ADA:
        refused("not-absent", story, manager, Bot(id=new_id(), seat=seat))
        refused("owner-only", story, bystander, Bot(id=new_id(), seat=seat))
    else:
        refused("owner-only", story, manager, Bot(id=new_id(), seat=seat))
    story.now += GRACE
    story.do(manager, Bot(id=new_id(), seat=seat, level="novice"))
    place = story.table.seats[seat]
    assert (place.person, place.bot, place.deciding_bot) == (absent.id, "novice", "novice")
    refused("bot-plays", story, absent, act(story.option()))
    story.do(absent, Back(id=new_id(), seat=seat))
    assert place.deciding_bot == ""
    story.do(absent, act(story.option()))
    notes = [line.text for line in record_for(story.table, -1).lines if line.who == "!"]
    assert notes == [f"bot {seat} novice", f"return {seat}"]


def test_everybody_may_let_a_bot_play_for_a_while() -> None:
    story = three()
    story.do(BRUNO, Bot(id=new_id(), seat=1))
    refused("owner-only", story, CLARA, Back(id=new_id(), seat=1))
    refused("no-stand-in", story, CLARA, Back(id=new_id(), seat=2))
    refused("own-stand-in", story, ADA, Back(id=new_id(), seat=1))
    story.do(BRUNO, Back(id=new_id(), seat=1))
    assert story.table.seats[1].bot == ""


def test_coming_back_takes_the_seat_back() -> None:
    story = three()
    story.do(CLARA, Leave(id=new_id()))
    story.do(ADA, Bot(id=new_id(), seat=2))
    events = story.do(CLARA, Join(id=new_id()))
    assert [type(event).__name__ for event in events] == ["Returned", "SeatReturned"]


def test_a_bot_can_be_exchanged_by_the_owner() -> None:
    story = Story("me", "bot", "bot")
    story.do(ADA, Bot(id=new_id(), seat=1, level="novice"))
    assert story.table.seats[1].bot == "novice"
