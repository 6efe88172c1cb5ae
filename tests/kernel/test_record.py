"""Records: written, read, and refused with the line and what was expected there."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.errors import RecordError
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import Line, Record, one_line, read_record
from ludoteca.kernel.replay import replay
from tests.kernel.tiny import GAME

TEXT = """\
ludoteca record 1
game: tiny
edition: tiny-house 000000000000
rules: 1
amendments: cards-count
seats: 2
seat 0: Ada
seat 1: Ben
option pebbles: 4
croupier: scripted
---
* dealt one
* dealt two
0 take 1  # a careful start
! undo 0
0 take 3
! bot 1 greedy
1 take 1
---
result: counted places 1 2 scores 4 3
end: 7 lines, seal 4f1c2a9000000000
"""


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.problem}"
    return caught.value


def test_a_record_is_read_and_written() -> None:
    record = read_record(TEXT)
    assert (record.game, record.rules, record.seats) == ("tiny", 1, 2)
    assert record.edition == "tiny-house 000000000000"
    assert record.amendments == ("cards-count",)
    assert record.names == ["Ada", "Ben"]
    assert record.options == {"pebbles": "4"}
    assert record.croupier == "scripted"
    assert record.result == "counted places 1 2 scores 4 3"
    assert [str(line) for line in record.lines][2:4] == ["0 take 1  # a careful start", "! undo 0"]
    assert [line.number for line in record.lines] == list(range(12, 19))
    assert record.text() == TEXT


def test_comments_blank_lines_and_spaces_mean_nothing() -> None:
    loose = "# a story\n\n" + TEXT.replace("0 take 3", "  0 take 3   # three!\n\n").replace(
        "---", "--- # now"
    )
    with pytest.raises(RecordError):
        read_record("something first\n" + TEXT)
    record = read_record(loose)
    assert [line.text for line in record.lines] == [line.text for line in read_record(TEXT).lines]
    assert record.lines[4].comment == "three!"
    assert record.number("game") == 4


def test_what_a_match_writes_can_be_read() -> None:
    match = Match(
        GAME,
        GAME.setup(3, {"pebbles": 9, "mood": "wild"}),
        Scripted(["dealt one"] * 3),
        ["A # B\nC", "", " D "],
    )
    text = match.record().text()
    record = read_record(text)
    assert record.text() == text
    assert record.names == ["A B C", "", "D"]
    assert record.options == {"pebbles": "9", "mood": "wild"}


def test_names_fit_on_one_line() -> None:
    assert one_line("  Ada\tof #1\n--- ") == "Ada of 1 ---"


@given(st.lists(st.text(), min_size=2, max_size=2))
@example(["#", "\u2028"])
@example(["---", "end: 1"])
def test_any_name_can_be_written_and_read(names: list[str]) -> None:
    match = Match(GAME, GAME.setup(2), Scripted(["dealt one"] * 2), names)
    text = match.record().text()
    assert read_record(text).names == [one_line(name) for name in names]
    assert read_record(text).text() == text


@given(st.data())
def test_no_scribble_on_a_record_is_a_surprise(data: st.DataObject) -> None:
    """Whatever is written into a record, it is read or refused, never anything else."""
    start = data.draw(st.integers(0, len(TEXT)))
    scribble = data.draw(st.text(alphabet="0129 :-*!#?\n²abendostrul", max_size=12))
    text = TEXT[:start] + scribble + TEXT[start + data.draw(st.integers(0, 12)) :]
    with contextlib.suppress(RecordError):
        replay(GAME, read_record(text))


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("ludoteca record 1", "ludoteca record 2", 1, "expected “ludoteca record 1”"),
        ("game: tiny\n", "", 10, "expected a line “game: …” before this one"),
        ("rules: 1\n", "", 10, "expected a line “rules: …” before this one"),
        ("croupier: scripted\n", "", 10, "expected a line “croupier: …” before this one"),
        ("rules: 1", "rules: one", 4, "expected a number after “rules:”, found “one”"),
        ("rules: 1", "rules: ²", 4, "expected a number after “rules:”, found “²”"),
        ("rules: 1", "rules: -1", 4, "expected a number after “rules:”, found “-1”"),
        ("rules: 1", "rules: 1\nrules: 1", 5, "“rules” is said twice"),
        ("rules: 1", "rules 1", 4, "expected “key: value”, found “rules 1”"),
        ("rules: 1", "colour: red\nrules: 1", 4, "“colour” says nothing here; expected one of game,"),
        ("option pebbles: 4", "opton pebbles: 4", 9, "“opton pebbles” says nothing here"),
        ("end: 7", "ended: 7", 21, "“ended” says nothing here; expected one of secret, result, end"),
        ("seats: 2", "seats: 0", 6, "expected 1 to 99 seats, found 0"),
        ("seats: 2", "seats: 999999999", 6, "expected 1 to 99 seats, found 999999999"),
        ("seats: 2", "seats: 9999999999999", 6, "expected a number after “seats:”"),
        ("seat 1: Ben", "seat 2: Ben", 8, "expected “seat N:” with N below 2"),
        ("seat 1: Ben", "seat x: Ben", 8, "expected “seat N:” with N below 2"),
        ("seat 1: Ben", "nonce 7: 1234", 8, "expected “nonce N:” with N below 2"),
        ("1 take 1\n", "2 take 1\n", 18, "expected a seat below 2, “*” or “!”, found “2”"),
        ("1 take 1\n", "one take 1\n", 18, "expected a seat below 2, “*” or “!”, found “one”"),
        ("1 take 1\n", "1\n", 18, "expected an action after “1”"),
        ("1 take 1\n", "* # nothing\n", 18, "expected an action after “*”"),
        ("! undo 0", "! forget 0", 15, "expected undo, leave, return, bot, time with a seat after “!”"),
        ("! undo 0", "! undo", 15, "expected undo, leave, return, bot, time with a seat after “!”"),
        ("! undo 0", "! undo 2", 15, "expected undo, leave, return, bot, time with a seat after “!”"),
        ("! undo 0", "! undo 0 twice", 15, "expected nothing after “undo 0”, found “twice”"),
        ("0 take 3\n", "", 20, "expected 7 lines of play, found 6: some are missing or added"),
        (
            "0 take 3\n",
            "0 take 3\n0 take 3\n",
            22,
            "expected 7 lines of play, found 8: some are missing or added",
        ),
        (
            "end: 7 lines",
            "end: some lines",
            21,
            "expected “end: <number> lines, seal <16 hexadecimal digits>”",
        ),
        ("4f1c2a9000000000", "4f1c", 21, "expected “end: <number> lines, seal <16 hexadecimal digits>”"),
        ("---\nresult", "---\n---\nresult", 20, "expected only two lines “---”"),
    ],
)
def test_a_damaged_record_is_refused(old: str, new: str, line: int, problem: str) -> None:
    assert TEXT.count(old) >= 1
    error = refused(TEXT.replace(old, new, 1))
    assert error.problem.startswith(problem)
    assert error.line == line


@pytest.mark.parametrize("kept", range(21))
def test_a_truncated_record_is_refused(kept: int) -> None:
    error = refused("\n".join(TEXT.splitlines()[:kept]))
    if kept == 0:
        assert error.line == 1
    else:
        assert error.line == kept
        assert error.problem.startswith("the record stops here; expected")


def test_a_record_without_comments_is_plain() -> None:
    assert str(Line("0", "take 1")) == "0 take 1"
    record = Record(
        game="tiny",
        edition="e",
        rules=1,
        amendments=(),
        seats=2,
        names=[],
        options={},
        croupier="scripted",
    )
    assert "amendments: none\n" in record.text()
    assert read_record(record.text()).amendments == ()
    assert record.number("game") == 1
