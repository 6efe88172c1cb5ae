"""Events of a table as they are written and read."""

from __future__ import annotations

import subprocess
import sys

from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.events import Opened, OpenedSeat, from_body, to_body

OPENED = Opened(
    game="bosa",
    version=1,
    edition="",
    amendments=(),
    options={},
    seats=(OpenedSeat(person="somebody"), OpenedSeat(level="regular")),
    owner="somebody",
    public=True,
    clock=ClockWish(),
    commitment="",
    invitation="",
)
# Many threads read the first event of a process at the same moment.
READING = """
import sys, threading
from ludoteca.house.table.events import from_body
sys.setswitchinterval(1e-6)
start = threading.Barrier(8)
def read():
    start.wait()
    from_body("opened", sys.argv[1])
threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_an_event_is_read_as_it_was_written() -> None:
    assert from_body("opened", to_body(OPENED)) == OPENED


def test_threads_may_read_the_first_event_together() -> None:
    """Without care, about one process in five crashed."""
    for _ in range(20):
        done = subprocess.run([sys.executable, "-c", READING, to_body(OPENED)], check=False)
        assert done.returncode == 0
