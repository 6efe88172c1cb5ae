"""How every subject of the bench is timed: on demand, a slice at a time, by the CPU seconds it used.

The bench starts each subject once and then asks all of them in turn for a slice, again and again, so that
whatever else the machine does hits all alike. A subject reads `NAME SECONDS` from standard input and
answers with a line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable


def serve(subjects: dict[str, Callable[[], float]]) -> None:
    """Answer requests. Each subject plays one episode when called and returns how many units that was."""
    for warm_up in subjects.values():
        warm_up()
    print(json.dumps(list(subjects)), flush=True)
    for line in sys.stdin:
        name, seconds = line.rsplit(" ", 1)
        play, units, episodes = subjects[name], 0.0, 0
        started = time.process_time()
        while True:
            units += play()
            episodes += 1
            used = time.process_time() - started
            if used >= float(seconds):
                break
        print(json.dumps({"rate": units / used, "episodes": episodes / used}), flush=True)
