"""Tables: sitting down, managing, playing, clocks; each command and each of its refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.house.refusals import Broken, Forbidden, Malformed, Refused, refusal
from ludoteca.house.table import events as happened
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.command_handlers import BOT_NAMES, DECLINING
from ludoteca.house.table.commands import (
    Act,
    AnyCommand,
    Back,
    Bot,
    Chat,
    Close,
    Free,
    Invite,
    Join,
    Leave,
    Person,
    Rematch,
    Rename,
    Start,
    Undo,
)
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import record_for, viewer_of
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay, verify
from tests.house.running import ADA, BRUNO, CLARA, new_id
from tests.house.story import GRACE, SECRET, Story


def refused(code: str, story: Story, person: Person, command: AnyCommand, invited: bool = False) -> Refused:
    """The command must be refused for this reason, and change nothing."""
    seq = story.table.seq
    with pytest.raises(Refused) as caught:
        story.do(person, command, invited)
    assert caught.value.code == code
    assert story.table.seq == seq
    assert str(caught.value)
    return caught.value


def act(text: str, seat: int = -1) -> Act:
    return Act(id=new_id(), text=text, seat=seat)


def three() -> Story:
    """Three people in the middle of their first decision."""
    story = Story("me", "open", "open", public=True)
    story.do(BRUNO, Join(id=new_id(), nonce="bb"))
    story.do(CLARA, Join(id=new_id(), nonce="cc"))
    assert story.table.status == "playing"
    return story


def persons(story: Story) -> list[Person]:
    who = {person.id: person for person in (ADA, BRUNO, CLARA)}
    return [who[seat.person] for seat in story.table.seats]


def awaited_person(story: Story) -> Person:
    return persons(story)[story.table.awaited]


def play_on(story: Story, until: Callable[[Table], bool], limit: int = 2000) -> None:
    """Let everybody take their last option until something is so."""
    for _ in range(limit):
        if until(story.table):
            return
        story.do(awaited_person(story), act(story.option(-1)))
    raise AssertionError("it never came about")


# Opening and sitting down


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
    story.do(BRUNO, Join(id=new_id(), seat=1))
    story.do(BRUNO, Join(id=new_id(), seat=2))
    table = story.table
    assert table.seats_of("bruno") == [1, 2] and table.names[1:] == ["Bruno", "Bruno 2"]
    while table.awaited == 0:
        story.do(ADA, act(story.option()))
    assert table.seat_of("bruno") == table.awaited
    mine, other = table.awaited, 3 - table.awaited
    assert viewer_of(table, "bruno") == mine and viewer_of(table, "bruno", other) == other
    refused("not-awaited", story, BRUNO, act(story.option(), seat=other))
    story.do(BRUNO, act(story.option(), seat=mine))


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


# Bots for people


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
    story.do(ADA, Back(id=new_id(), seat=1))
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


# Playing


def test_actions_and_their_refusals() -> None:
    story = three()
    person = awaited_person(story)
    other = next(one for one in persons(story) if one != person)
    refused("not-awaited", story, other, act(story.option()))
    refused("not-seated", story, Person("d", "Dora"), act(story.option()))
    refused("not-your-seat", story, other, act(story.option(), seat=story.table.awaited))
    assert refused("unknown-action", story, person, act("fly")).status == 422
    actions = story.table.game.catalogue.by_text.values()
    outcome = next(action for action in actions if action.verb.by_chance)
    refused("chance-decides", story, person, act(outcome.text))
    before = story.table.match_seq
    story.do(person, act(story.option()))
    assert story.table.match_seq == story.table.seq > before


def test_a_rule_refuses_in_the_persons_language_and_names_itself() -> None:
    story = Story("me", "me", "me", game="bosa")
    match = story.table.match
    assert match is not None
    for _ in range(200):
        step = match.state.step
        found = [
            (action, objection)
            for action in step.candidates(match.state)
            if (objection := step.objection(match.state, action)) is not None
        ]
        if found:
            break
        story.do(ADA, act(story.option()))
    action, objection = found[0]
    english = refused("rule", story, ADA, act(action.text))
    italian = refused("rule", story, Person("ada", "Ada", "it"), act(action.text))
    assert english.rule == italian.rule == objection.partition("/")[0]
    assert english.rule in str(english) and str(english) != str(italian)


class Stumbling:
    """A state whose rules have a fault."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def copy(self) -> Stumbling:
        return self

    def play(self, action: object) -> None:
        raise IndexError("a fault of the game")


def test_what_the_rules_cannot_carry_out_does_not_get_into_the_log() -> None:
    story = three()
    match, text = story.table.match, story.option()
    assert match is not None
    sound = match.state
    match.state = Stumbling(sound)  # type: ignore[assignment]
    assert refused("fault", story, awaited_person(story), act(text)).status == 500
    match.state = sound
    story.do(awaited_person(story), act(text))


def test_before_the_start_and_after_the_end() -> None:
    story = Story("me", "open", "open", public=True)
    refused("not-started", story, ADA, act("keep"))
    refused("not-started", story, ADA, Undo(id=new_id()))
    refused("not-over", story, ADA, Rematch(id=new_id()))
    story = three()
    play_on(story, lambda table: table.finished)
    assert story.table.status == "finished" and story.table.awaited == -1
    refused("over", story, ADA, act("keep"))
    refused("nothing-to-undo", story, ADA, Undo(id=new_id()))
    refused("over", story, ADA, Leave(id=new_id()))
    refused("over", story, ADA, Close(id=new_id()))
    refused("over", story, BRUNO, Join(id=new_id()))
    assert viewer_of(story.table, "", 2) == 2, "after the end everybody may look through any seat's eyes"
    assert story.do(ADA, Chat(id=new_id(), text="well played"))


def undo_story() -> tuple[Story, Person]:
    """A story at a point where the one who just acted may take it back."""
    story = Story("me", "me", "me", game="bosa")
    for _ in range(300):
        if story.table.undoable("ada"):
            return story, ADA
        story.do(ADA, act(story.option()))
    raise AssertionError("nothing can ever be taken back")


def test_undo_takes_back_one_action() -> None:
    story, person = undo_story()
    match = story.table.match
    assert match is not None
    before = len(match.entries)
    refused("not-seated", story, BRUNO, Undo(id=new_id()))
    story.do(person, Undo(id=new_id()))
    assert len(match.entries) == before - 1
    assert story.table.match_seq == story.table.seq
    again = story.again()
    assert again.match is not None
    assert again.match.record().text() == match.record().text()


def test_the_moments_tell_which_event_wrote_what() -> None:
    story, person = undo_story()
    story.do(person, Undo(id=new_id()))
    table = story.table
    assert table.match is not None
    parts = [moment for moment in table.moments if moment.last > moment.first]
    assert parts[0].first == 0 and parts[-1].last == len(table.match.story)
    assert all(one.last == two.first for one, two in zip(parts, parts[1:], strict=False))


def test_chat_is_for_who_sits_there() -> None:
    story = three()
    refused("not-seated", story, Person("d", "Dora"), Chat(id=new_id(), text="hello"))
    refused("nothing-said", story, ADA, Chat(id=new_id(), text=" \n\u200b "))
    story.do(ADA, Chat(id=new_id(), text="  good\nluck\x00 all "))
    (message,) = story.table.chat
    assert (message.text, message.name, message.seq) == ("good luck all", "Ada", story.table.seq)


def test_closing_ends_everything() -> None:
    story = three()
    refused("owner-only", story, BRUNO, Close(id=new_id()))
    story.do(ADA, Close(id=new_id()))
    assert story.table.status == "closed" and story.table.awaited == -1
    refused("closed", story, awaited_person_or(story, ADA), act("keep"))
    story.do(ADA, Chat(id=new_id(), text="sorry"))


def awaited_person_or(story: Story, person: Person) -> Person:
    return persons(story)[story.table.awaited] if story.table.awaited >= 0 else person


# Verifiable chance


def test_the_record_of_a_table_proves_its_luck() -> None:
    story = three()
    early = record_for(story.table, 0)
    assert "secret" not in early.text() and SECRET not in early.text()
    story.do(BRUNO, Leave(id=new_id()))
    story.do(BRUNO, Join(id=new_id()))
    play_on(story, lambda table: table.finished)
    text = record_for(story.table, -1).text()
    assert f"secret: {SECRET}" in text and "nonce 1: bb" in text and "nonce 2: cc" in text
    assert f"committed {story.table.commitment}" in text
    verdict = verify(story.table.game, read_record(text))
    assert verdict.derived
    cheat = text.replace("nonce 1: bb", "nonce 1: xx")
    with pytest.raises(Exception, match=r"croupier owed|seal"):
        verify(story.table.game, read_record(cheat))


def test_nonces_change_the_luck() -> None:
    first, second = (Story("me", "me", "me", nonce=nonce) for nonce in ("one", "two"))
    lines = []
    for story in (first, second):
        for _ in range(30):
            if not story.table.finished:
                story.do(ADA, act(story.option()))
        assert story.table.match is not None
        lines.append([str(line) for line in story.table.match.record().lines])
    assert lines[0] != lines[1]


def test_every_game_rebuilds_exactly() -> None:
    for game, seats in (("bello_divorum", 4), ("bologna", 4), ("bomarzo", 3), ("bosa", 2), ("manticore", 3)):
        story = Story(*["me"] * seats, game=game)
        for number in range(120):
            if story.table.finished:
                break
            assert story.table.match is not None
            options = len(story.table.match.options)
            story.do(ADA, act(story.option(number * 7 % options)))
            if number % 10 == 3 and story.table.undoable("ada"):
                story.do(ADA, Undo(id=new_id()))
        again = story.again()
        assert again.match is not None and story.table.match is not None
        assert again.match.record().text() == story.table.match.record().text()
        assert again.match_seq == story.table.match_seq and again.commands == story.table.commands
        assert again.brief() == story.table.brief()
        replay(story.table.game, story.table.match.record())


def test_a_log_that_does_not_fit_the_rules_is_called_broken() -> None:
    story = three()
    row = story.rows[-1]
    bad = type(row)(row.table, row.seq + 1, row.at, "acted", "ada", '{"seat":0,"text":"no such thing"}', None)
    with pytest.raises(Broken, match="does not fit"):
        Table.rebuild(story.row, [*story.rows, bad])
    body = story.rows[0].body.replace('"version":', '"version":9')
    old = type(row)("t", 1, row.at, "opened", "ada", body, None)
    with pytest.raises(Broken, match="version 9"):
        Table.rebuild(story.row, [old])


# Clocks


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
    assert events == [happened.TimedOut(seat), happened.BotSeated(seat, "regular")]
    assert story.table.seats[seat].deciding_bot == "regular" and story.table.deadline == 0
    assert story.tick(1000) == []
    story.do(ADA, Back(id=new_id(), seat=seat))
    assert story.table.deadline == story.now + 90_000
    notes = [line.text for line in record_for(story.table, -1).lines if line.who == "!"]
    assert notes == [f"time {seat}", f"bot {seat} regular", f"return {seat}"]


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
    story.do(ADA, Back(id=new_id(), seat=seat))
    assert story.table.time_left(seat, story.now) == 60_000


def test_the_clock_rebuilds_exactly() -> None:
    story = clocked(kind="bank", seconds=600, increment=3)
    for number in range(20):
        story.tick(number)
        story.do(ADA, act(story.option()))
    assert story.again().deadline == story.table.deadline != 0


# Words


def test_every_refusal_speaks_both_languages() -> None:
    import tomllib
    from pathlib import Path

    import ludoteca.house as package

    folder = Path(package.__path__[0]) / "words"
    english = tomllib.loads((folder / "en.toml").read_text())["refusal"]
    italian = tomllib.loads((folder / "it.toml").read_text())["refusal"]
    assert english.keys() == italian.keys()
    for code in english:
        assert str(refusal(code, "it")) == italian[code][:1] + str(refusal(code, "it"))[1:]
        assert refusal(code, "en").in_language("it") == str(refusal(code, "it"))
        assert str(refusal(code, "xx")) == str(refusal(code, "en"))
