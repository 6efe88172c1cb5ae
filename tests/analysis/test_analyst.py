"""An analysis in several processes: told turn by turn, of any edition, and gone with whoever wanted it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.analysis import Analysis, Effort, analyse
from ludoteca.analysis.effort import LONG
from ludoteca.bots.bot import Random
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match

LITTLE = Effort(options=4, trials=2, candidates=2, worlds=4, turns=0, glances=2)
ENDLESS = """
import multiprocessing
from ludoteca.analysis import EFFORTS, analyse
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.games import load

if __name__ == "__main__":
    match = replay(load("bologna"), read_record(open({record!r}, encoding="utf-8").read()))
    pids = lambda: [one.pid for one in multiprocessing.active_children()]
    tell = lambda done, total: done and print(*pids(), flush=True)
    analyse(match, EFFORTS["deep"], workers=2, progress=tell)
"""


def bologna(edition: Path | None = None) -> Match:
    game = load("bologna")
    match = Match(game, game.setup(3, {"round_cap": 2}, edition), Seeded(4))
    play_match(match, [Random(), Random(), Random()], seed=6)
    return match


def test_what_several_processes_find_is_told_in_the_order_of_the_match() -> None:
    found: list[Analysis] = []
    whole = analyse(bologna(), LITTLE, workers=2, so_far=lambda so_far, total: found.append(so_far()))
    lines = [judgement.line for judgement in whole.judgements]
    assert len(found) > 2
    for part in found:
        told = [judgement.line for judgement in part.judgements]
        assert told == lines[: len(told)]


def test_several_processes_judge_a_match_of_another_edition(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    own = load("bologna").library.house_file.read_text(encoding="utf-8")
    file.write_text(own.replace('name = "', 'name = "my own ', 1), encoding="utf-8")
    match = bologna(file)
    found = analyse(match, LITTLE, workers=2, edition=file)
    assert found.data() == analyse(match, LITTLE).data()


def test_a_very_long_match_takes_no_longer_than_a_long_one() -> None:
    effort = Effort(options=6, trials=12, candidates=2, worlds=40, turns=0, glances=2)
    assert effort.spread_over(LONG) == effort
    longer = effort.spread_over(2 * LONG)
    assert (longer.trials, longer.worlds) == (6, 20)
    least = effort.spread_over(100 * LONG)
    assert (least.trials, least.worlds) == (3, 4)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_processes_end_with_whoever_wanted_the_analysis(tmp_path: Path) -> None:
    record, script = tmp_path / "match.record", tmp_path / "script.py"
    record.write_text(bologna().record().text(), encoding="utf-8")
    script.write_text(ENDLESS.format(record=str(record)), encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        parent.send_signal(signal.SIGKILL)
    assert len(children) == 2
    until = time.monotonic() + 20.0
    while any(map(alive, children)):
        assert time.monotonic() < until, "processes were left behind"
        time.sleep(0.1)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
