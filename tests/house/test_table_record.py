"""Tables as their events tell them: luck that can be verified, rebuilding, logs that do not fit."""

from __future__ import annotations

import pytest

from ludoteca.house.refusals import Broken
from ludoteca.house.table.commands import (
    Join,
    Leave,
    Undo,
)
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import record_for
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay, verify
from tests.house.running import ADA, BRUNO, new_id
from tests.house.story import SECRET, Story, act, play_on, three


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
