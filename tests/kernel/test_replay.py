"""Replaying and verifying records."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games import load
from ludoteca.kernel.croupier import Scripted, Seeded
from ludoteca.kernel.errors import LudotecaError, RecordError
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay, verify
from tests.kernel.tiny import GAME, Tiny


def story() -> Match:
    match = Match(GAME, GAME.setup(2), Scripted(["dealt two", "dealt one"]), ["Ada", "Ben"])
    match.play(0, "take 1")
    match.play(0, "take 1")
    match.undo(0)
    match.note("leave 1")
    match.note("bot 1 greedy")
    match.play(0, "take 2")
    match.note("time 1")
    match.play(1, "take 2")
    assert match.result is not None
    return match


def seeded(seed: int) -> Match:
    match = Match(GAME, GAME.setup(2), Seeded(seed))
    while match.result is None:
        match.play(match.actor, "take 1")
    return match


def changed(match: Match, old: str, new: str) -> Record:
    text = match.record().text()
    assert old in text
    return read_record(text.replace(old, new, 1))


def test_a_replay_is_the_match() -> None:
    match = story()
    again = replay(GAME, read_record(match.record().text()))
    assert canonical(again.state) == canonical(match.state)
    assert again.record().text() == match.record().text()
    assert again.names == ["Ada", "Ben"]
    assert [event.text() for event in again.log(1)] == [event.text() for event in match.log(1)]


def test_a_replay_up_to_a_line() -> None:
    record = read_record(story().record().text())
    held = []
    for until in range(len(record.lines) + 1):
        state = replay(GAME, record, until).state
        held.append((state.actor, tuple(state.held)))  # type: ignore[attr-defined]
    assert held == [
        (-1, (0, 0)),
        (-1, (0, 0)),
        (0, (0, 0)),
        (0, (1, 0)),
        (0, (2, 0)),
        (0, (1, 0)),
        (0, (1, 0)),
        (0, (1, 0)),
        (1, (3, 0)),
        (1, (3, 0)),
        (-2, (3, 2)),
    ]
    assert replay(GAME, record, 1000).result is not None


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("game: tiny", "game: chess", 2, "this is a record of “chess”, not of “tiny”"),
        ("tiny-house 0", "tiny-house 1", 3, "played with the edition “tiny-house 1"),
        ("rules: 1", "rules: 2", 4, "played by version 2 of the rules; this is version 1"),
        ("cards-count", "no-cards", 1, "the set-up cannot be laid: Tiny knows no amendment “no-cards”"),
        ("seats: 2", "seats: 9", 1, "the set-up cannot be laid: Tiny is for 2 to 3 players, not 9"),
        ("croupier", "option fog: 1\ncroupier", 1, "the set-up cannot be laid: Tiny has no option “fog”"),
        ("* dealt two", "* dealt nine", 11, "“dealt nine” cannot come at “deal”"),
        ("* dealt two", "0 take 1", 11, "expected a line of chance for “deal”"),
        ("0 take 1", "* dealt one", 13, "chance has nothing to settle; seat 0 is awaited"),
        ("0 take 1", "0 tak 1", 13, "“tak 1” is no action of Tiny; did you mean “take 1”?"),
        ("0 take 1", "0 dealt one", 13, "“dealt one” is for chance to decide"),
        ("0 take 1", "1 take 1", 13, "seat 1 is not awaited now; seat 0 decides"),
        ("0 take 1", "0 stop", 13, "You may stop once you have taken something. (TIN-2.4)"),
        ("0 take 2", "0 take 3", 18, "Nobody takes more than three in a turn (TIN-2.1)"),
        ("0 take 1", "0 ?", 13, "this action was kept secret; only the whole record can be replayed"),
        ("! undo 0", "! undo 1", 15, "seat 1 has nothing to take back"),
        ("counted places 1 2", "counted places 2 1", 22, "the record claims the result “counted places 2 1"),
        ("result: counted places 1 2 scores 5 3\n", "", 22, "the record claims the result “nothing”"),
    ],
)
def test_what_could_not_have_happened(old: str, new: str, line: int, problem: str) -> None:
    record = changed(story(), old, new)
    for check in (replay, verify):
        with pytest.raises(RecordError) as caught:
            check(GAME, record)
        assert caught.value.problem.startswith(problem)
        assert caught.value.line == line


def test_a_broken_seal_is_noticed() -> None:
    match = story()
    with pytest.raises(RecordError, match="line 23: the seal is broken: the record was changed"):
        replay(GAME, changed(match, match.record().seal, "0" * 16))


def test_play_after_the_end_is_noticed() -> None:
    text = story().record().text()
    more = text.replace("1 take 2\n", "1 take 2\n0 take 1\n").replace("end: 10", "end: 11")
    with pytest.raises(RecordError, match="line 21: the match is over; nobody decides any more"):
        replay(GAME, read_record(more))


def test_a_seeded_match_is_derived_again() -> None:
    match = seeded(3)
    verdict = verify(GAME, read_record(match.record().text()))
    assert (verdict.decisions, verdict.outcomes, verdict.derived) == (5, 2, True)
    assert verdict.remark == "every outcome follows from the seed 3"


def test_a_card_that_the_seed_did_not_deal_is_noticed() -> None:
    match = seeded(3)
    dealt = match.entries[0].action.text
    other = "dealt one" if dealt == "dealt two" else "dealt two"
    with pytest.raises(RecordError, match=f"line 9: the croupier owed “{dealt}”, the record says “{other}”"):
        verify(GAME, changed(match, dealt, other))
    with pytest.raises(RecordError, match=r"result|final state"):
        replay(GAME, changed(match, dealt, other))


@pytest.mark.parametrize("croupier", ["seeded", "seeded --3", "seeded three", "honest"])
def test_an_unknown_croupier_is_refused(croupier: str) -> None:
    with pytest.raises(RecordError, match=f"line 7: unknown croupier “{croupier}”"):
        verify(GAME, changed(seeded(3), "croupier: seeded 3", f"croupier: {croupier}"))


def test_scripted_chance_proves_nothing() -> None:
    verdict = verify(GAME, read_record(story().record().text()))
    assert not verdict.derived
    assert "scripted" in verdict.remark


def test_a_players_own_record_cannot_be_replayed() -> None:
    match = Match(GAME, GAME.setup(2), Scripted(["dealt two", "dealt one"]))
    match.play(0, "take 1")
    own = match.record(1)
    assert [str(line) for line in own.lines] == ["* ?", "* dealt one", "0 take 1"]
    with pytest.raises(RecordError, match="line 9: this action was kept secret"):
        replay(GAME, read_record(own.text()))


def test_old_records_replay_without_a_later_amendment() -> None:
    """Before the amendment cards were not counted: what ended equal then, ends equal for ever."""
    old = Tiny(amendments=())
    match = Match(old, old.setup(2, {"pebbles": 2}), Scripted(["dealt two", "dealt one"]))
    match.play(0, "take 1")
    match.play(0, "stop")
    match.play(1, "take 1")
    assert match.result is not None
    assert match.result.text() == "counted places 1 1 scores 1 1"
    text = match.record().text()
    assert "amendments: none" in text
    today = replay(GAME, read_record(text))
    assert today.result is not None
    assert today.result.text() == "counted places 1 1 scores 1 1"
    new = Match(GAME, GAME.setup(2, {"pebbles": 2}), Scripted(["dealt two", "dealt one"]))
    new.play(0, "take 1")
    new.play(0, "stop")
    new.play(1, "take 1")
    assert new.result is not None
    assert new.result.text() == "counted places 1 2 scores 3 2"
    assert "amendments: cards-count" in new.record().text()
    with pytest.raises(RecordError, match="knows no amendment “cards-count”; install a newer version"):
        replay(old, read_record(new.record().text()))


def test_an_owners_edition_is_asked_for() -> None:
    match = Match(GAME, GAME.setup(2, {}, Path("mine.toml")), Scripted(["dealt two", "dealt one"]))
    record = read_record(match.record().text())
    with pytest.raises(RecordError, match="line 3: played with the edition “mine 0"):
        replay(GAME, record)
    assert replay(GAME, record, edition=Path("mine.toml")).actor == 0


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(LudotecaError, match="there is no game “ludo” here; there are bello_divorum, bologna"):
        load("ludo")
    assert load("bologna").name == "bologna"
