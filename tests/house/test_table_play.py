"""Tables while a match is played: actions, undo, chat, the end, and every refusal."""

from __future__ import annotations

from typing import Any

from ludoteca.house.service.house import House
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.command_handlers import LONG, LONG_SHARE
from ludoteca.house.table.commands import (
    Act,
    Bot,
    Chat,
    Close,
    Join,
    Leave,
    Person,
    Rematch,
    Undo,
)
from ludoteca.house.table.events import Acted
from ludoteca.house.table.visibility import viewer_of
from tests.house.running import ADA, BRUNO, CLARA, KEY, new_id
from tests.house.story import GRACE, Story, act, awaited_person, persons, play_on, refused, three


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


def test_after_the_end_people_can_talk_for_a_day() -> None:
    story = Story("me", "bot", "bot")
    story.do(ADA, Close(id=new_id()))
    story.now += 86_400_000
    story.do(ADA, Chat(id=new_id(), text="see you"))
    story.now += 1
    refused("over", story, ADA, Chat(id=new_id(), text="one more thing"))


def test_one_click_that_arrives_five_times_is_carried_out_once() -> None:
    story = Story("me", "me", "me")
    base = story.table.seq
    text = story.option()
    story.do(ADA, act(text, base=base))
    after = story.table.seq
    assert story.option() != text or story.table.awaited >= 0
    for _ in range(4):
        refused("moved-on", story, ADA, act(story.option(), base=base))
    assert story.table.seq == after
    story.do(ADA, act(story.option(), base=after))


def test_talking_does_not_make_a_decision_stale() -> None:
    story = three()
    base = story.table.seq
    story.do(ADA, Chat(id=new_id(), text="hm"))
    story.do(awaited_person(story), act(story.option(), base=base))


def test_an_undo_of_what_was_not_seen_is_refused() -> None:
    story = Story("me", "me", "me", game="bosa")
    base = story.table.seq
    for _ in range(300):
        story.do(ADA, act(story.option()))
        if story.table.undoable("ada"):
            break
    refused("moved-on", story, ADA, Undo(id=new_id(), base=base))
    story.do(ADA, Undo(id=new_id(), base=story.table.seq))


def test_a_clock_decides_who_is_absent() -> None:
    hasty = ClockWish("move", 3 * 86_400)
    story = Story("me", "open", "open", public=True, clock=hasty)
    for person in (BRUNO, CLARA):
        story.do(person, Join(id=new_id()))
    waited_for = story.table.awaited
    story.now += 86_400_000
    assert not story.table.absent(waited_for, story.now, GRACE)
    others = [person for person in persons(story) if person != persons(story)[waited_for]]
    for person in others:
        code = "not-absent" if person == ADA else "owner-only"
        refused(code, story, person, Bot(id=new_id(), seat=waited_for))
        refused("others-play" if person == ADA else "owner-only", story, person, Close(id=new_id()))


def test_without_a_clock_nobody_is_absent_for_days(sqlite_address: str) -> None:
    assert House(sqlite_address, KEY)._grace >= 3 * 86_400_000


def test_closing_ends_everything() -> None:
    story = three()
    refused("owner-only", story, BRUNO, Close(id=new_id()))
    assert refused("others-play", story, ADA, Close(id=new_id())).status == 403
    for person in persons(story):
        if person != ADA:
            story.do(person, Leave(id=new_id()))
    story.do(ADA, Close(id=new_id()))
    assert story.table.status == "closed" and story.table.awaited == -1
    refused("closed", story, awaited_person_or(story, ADA), act("keep"))
    story.do(ADA, Chat(id=new_id(), text="sorry"))


def awaited_person_or(story: Story, person: Person) -> Person:
    return persons(story)[story.table.awaited] if story.table.awaited >= 0 else person


def in_a_row(story: Story, seat: int) -> list[str]:
    """Options of the seat that can be played one after the other, nobody else and no chance between them."""
    assert story.table.match is not None
    state = story.table.match.state.copy()
    texts = []
    while state.actor == seat:
        texts.append(state.choices[-1].text)
        state.play(state.choices[-1])
    return texts


def bosa_with_several_decisions_in_a_row() -> tuple[Story, Person, list[str]]:
    story = Story("me", "me", game="bosa")
    for _ in range(200):
        row = in_a_row(story, story.table.awaited)
        if len(row) > 2:
            return story, awaited_person(story), row
        story.do(ADA, act(story.option()))
    raise AssertionError("never three decisions in a row")


def test_several_actions_happen_as_one_command() -> None:
    story, person, (first, *rest) = bosa_with_several_decisions_in_a_row()
    happened = story.do(person, Act(id=new_id(), text=first, then=rest))
    assert [event.text for event in happened if isinstance(event, Acted)] == [first, *rest]


def test_where_one_action_cannot_follow_nothing_happens_at_all() -> None:
    story, person, (first, *rest) = bosa_with_several_decisions_in_a_row()
    refused("row-broken", story, person, Act(id=new_id(), text=first, then=[*rest, first]))
    refused("row-broken", story, person, Act(id=new_id(), text=first, then=["fly"]))


def test_whoever_has_filled_a_long_log_can_only_play_on() -> None:
    story = three()
    person = awaited_person(story)
    other = next(one for one in persons(story) if one != person)
    story.table.shares[person.id] = LONG_SHARE
    story.do(person, Chat(id=new_id(), text="a long log only"))
    story.table.seq = LONG
    refused("long-log", story, person, Chat(id=new_id(), text="and on"))
    refused("long-log", story, person, Undo(id=new_id()))
    story.do(other, Chat(id=new_id(), text="I have said little"))
    story.do(person, act(story.option()))
