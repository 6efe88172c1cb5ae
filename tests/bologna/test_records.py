"""Recorded matches, one for each way the game can end: they replay and verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.kernel.errors import RecordError
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay, verify
from tests.bologna.table import looking_at

FOLDER = Path(__file__).with_name("records")
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))
HAPPENED = {
    "event-pork-feast": "pork_feast",
    "event-earthquake": "earthquake",
    "guess-innkeeper": "guessed_right",
    "guess-duel": "guessed_right",
    "last": "sinned",
    "role": "guessed_wrong",
    "cap": "round_cap",
    "nobody": "pork_feast",
}


def read(name: str) -> Record:
    return read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))


def test_every_ending_is_recorded() -> None:
    told = {read(name).result.split()[0] for name in RECORDS}
    assert told == set(GAME.words("en").sections["result"])
    assert {"event-pork-feast", "event-earthquake", "guess-innkeeper", "guess-duel"} <= set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_replays(name: str) -> None:
    record = read(name)
    match = replay(GAME, record)
    assert match.result is not None
    assert match.result.reason == name.partition("-")[0]
    assert GAME.faults(looking_at(match).state) == []
    kinds = [event.kind.name for event in match.log(-1)]
    assert HAPPENED.get(name, "crowned") in kinds
    assert ("crowned" in kinds) is (name != "nobody")
    assert match.speaker().result(match.result)


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_verifies(name: str) -> None:
    record = read(name)
    verdict = verify(GAME, record)
    assert verdict.derived is not record.croupier.startswith("scripted")
    assert verdict.decisions + verdict.outcomes == len(record.lines)


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_is_written_as_it_was_read(name: str) -> None:
    text = (FOLDER / f"{name}.record").read_text(encoding="utf-8")
    assert read_record(text).text() == text


def test_the_endings_in_detail() -> None:
    duel = replay(GAME, read("guess-duel"))
    assert duel.setup.seats == 2
    assert duel.setup.word("duel_guess") == "required"
    innkeeper = replay(GAME, read("guess-innkeeper"))
    assert innkeeper.result is not None
    assert GAME.view(looking_at(innkeeper).state, -1).roles[innkeeper.result.winners[0]] == 5
    shared = replay(GAME, read("cap-shared"))
    assert shared.result is not None
    assert len(shared.result.winners) > 1
    nobody = replay(GAME, read("nobody"))
    assert nobody.result is not None
    assert nobody.result.payoffs() == [0.0, 0.0, 0.0]


def test_a_changed_die_is_noticed() -> None:
    text = (FOLDER / "goal.record").read_text(encoding="utf-8")
    number = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("* rolled"))
    lines = text.splitlines()
    lines[number - 1] = "* rolled BBBBB" if "BBBBB" not in lines[number - 1] else "* rolled WWWWW"
    with pytest.raises(RecordError, match=rf"^line {number}: the croupier owed “rolled .*”, the record says"):
        verify(GAME, read_record("\n".join(lines)))
