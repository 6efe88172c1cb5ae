"""The public API: `import ludoteca as lt`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca as lt
from ludoteca.kernel.view import SPECTATOR


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import sys, ludoteca; print([name for name in sys.modules if name.startswith('ludoteca.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in lt.__all__:
        assert getattr(lt, name) is not None
        assert name in dir(lt)
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        lt.nothing_of_the_kind  # noqa: B018


def test_a_match_is_played_by_text_or_by_number() -> None:
    m = lt.match("bosa", seats=3, seed=1)
    assert m.actor is not None
    assert m.options == ["take 1", "take 2", "take 3", "take 4"]
    assert list(m.choices) == m.options and m.choices["take 2"].startswith("Take")
    twin = lt.match("bosa", seats=3, seed=1)
    m.play("take 2").play(0)
    twin.play(1).play("place b1")
    assert m.record() == twin.record()
    assert lt.match("bosa", seats=3, seed=2).play("take 2").record() != m.record()


def test_what_may_not_be_done_is_refused_and_nothing_changes() -> None:
    m = lt.match("bosa", seed=1).play(0)
    before = m.record()
    with pytest.raises(lt.LudotecaError, match=r"BOS-3\.2"):
        m.play("place d4")
    with pytest.raises(lt.LudotecaError, match="no option 99"):
        m.play(99)
    with pytest.raises(lt.LudotecaError, match="no action of Bosa"):
        m.play("fly")
    with pytest.raises(lt.LudotecaError, match="not awaited"):
        m.play(0, seat=1 - (m.actor or 0))
    assert m.record() == before
    assert "BOS-3.2" in m.refused["place d4"]


def test_options_of_the_game_are_keywords() -> None:
    assert lt.match("bosa", goals=False).view().goals == ((), ())  # type: ignore[attr-defined]
    with pytest.raises(lt.LudotecaError, match="no option “gaols”"):
        lt.match("bosa", gaols=False)
    with pytest.raises(lt.LudotecaError, match="2 to 5"):
        lt.match("bosa", seats=9)
    with pytest.raises(lt.LudotecaError, match="no game “chess”"):
        lt.match("chess")


def test_bots_at_the_table_play_at_once() -> None:
    m = lt.match("bologna", seats=3, seed=4, bots={1: "random", 2: "random"})
    while m.result is None:
        assert m.actor == 0
        m.play(0)
    assert m.actor is None and m.options == [] and m.choices == {} and m.refused == {}
    assert m.winners == m.result.winners
    with pytest.raises(lt.LudotecaError, match="over"):
        m.play(0)
    with pytest.raises(lt.LudotecaError, match="over"):
        m.ask("random")
    same = lt.match("bologna", seats=3, seed=4, bots=[None, "random", "random"])
    while same.result is None:
        same.play(0)
    assert same.record() == m.record()


def test_bots_that_do_not_fit_are_refused() -> None:
    with pytest.raises(lt.LudotecaError, match="no seat 3"):
        lt.match("bosa", seats=2, bots={3: "random"})
    with pytest.raises(lt.LudotecaError, match="1 bots for 2 seats"):
        lt.match("bosa", seats=2, bots=["random"])
    with pytest.raises(lt.LudotecaError, match="no bot “wizard”"):
        lt.match("bosa", bots="wizard")
    with pytest.raises(lt.LudotecaError, match="has no bot"):
        lt.match("bosa").play_out(None)


def test_one_looks_with_ones_own_eyes() -> None:
    alone = lt.match("bosa", seats=2, seed=1, bots=[None, "random"])
    assert alone.view().viewer == 0
    together = lt.match("bosa", seats=2, seed=1)
    assert together.view().viewer == together.actor
    assert together.play_out("random").view().viewer == SPECTATOR
    assert alone.view(1).viewer == 1


def test_the_log_keeps_secrets() -> None:
    m = lt.match("bologna", seats=3, seed=4)
    told = [[line for line in m.log(seat) if "role" in line.lower()] for seat in range(3)]
    assert told[0] != told[1]
    assert m.log(0) != m.log(0, language="it")
    assert all(m.log(0))


def test_a_match_shows_itself() -> None:
    m = lt.match("bosa", seats=2, seed=1)
    assert m._repr_svg_().startswith("<svg")
    assert m.board(seat=1).svg() != m.board(seat=0).svg()
    assert "Market" in str(m) and m.question in str(m)
    assert repr(m) == f"<bosa, 2 seats: seat {m.actor} has 4 options>"
    m.play_out("random")
    assert repr(m) == f"<bosa, 2 seats: {m.question}>"
    assert "wins" in m.question or "share" in m.question


def test_advice_is_an_option_and_changes_nothing() -> None:
    m = lt.match("bosa", seed=1)
    before = m.record()
    assert m.ask("greedy:1") in m.options
    assert m.ask("greedy:1") == m.ask("greedy:1")
    assert m.record() == before


def test_undo() -> None:
    m = lt.match("bosa", seed=1, goals=False)
    m.play("take 1")
    assert m.undo().options == ["take 1", "take 2", "take 3", "take 4"]
    with pytest.raises(lt.LudotecaError, match="nothing to take back"):
        m.undo()


def test_records_are_kept_replayed_and_verified(tmp_path: Path) -> None:
    m = lt.match("bosa", seats=2, seed=5).play_out("random")
    path = m.save(tmp_path / "bosa.record")
    for source in (path, str(path), m.record()):
        again = lt.replay(source)
        assert again.record() == m.record()
        assert "follows from the seed 5" in lt.verify(source).remark
    spoilt = m.record().replace("take 1", "take 2", 1)
    with pytest.raises(lt.LudotecaError, match="line "):
        lt.verify(spoilt)
    assert m.record(seat=0) == m.record()
    running = lt.match("bosa", seats=2, seed=5)
    assert "?" in running.record(seat=0) and "?" not in running.record()


def test_a_replay_stops_where_it_is_told_to() -> None:
    m = lt.match("bosa", seats=2, seed=5).play_out("random")
    whole = lt.replay(m.record())
    assert whole.result is not None
    start = lt.replay(m.record(), until=3)
    assert start.actor is None and start.result is None
    assert repr(start) == "<bosa, 2 seats: chance is awaited>"
    for attempt in (lambda: start.play(0), lambda: start.ask("random"), lambda: start.play_out("random")):
        with pytest.raises(lt.LudotecaError, match="chance is awaited"):
            attempt()


def test_the_laboratory() -> None:
    figures = lt.simulate("bosa", 6, seats=3, bots="random", seed=2, goals=False)
    assert (figures["matches"], figures["players"], figures["options"]) == (6, 3, {"goals": False})
    report = lt.arena("bosa", "greedy:1,random", 2, seed=1, goals=False)
    assert report.win_rate("greedy:1")["rate"] > report.win_rate("random")["rate"]
