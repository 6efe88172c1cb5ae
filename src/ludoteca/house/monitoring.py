"""Monitoring: metrics for Prometheus, and log lines in JSON. Neither holds secrets or addresses."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

LOG: Final = logging.getLogger("ludoteca.house")
SERVER: Final = ("uvicorn", "websockets")
"""What the server and its parts call their logs."""
SILENCE: Final = 10.0
"""Seconds for which the server does not say the same thing again."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counters of one house. Labels are few and fixed: no ids, no addresses."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ludoteca_requests", "Requests by route and status.", ["route", "method", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "ludoteca_request_seconds", "How long requests took.", ["route"], buckets=BUCKETS,
            registry=self.registry,
        )  # fmt: skip
        self.commands = Counter(
            "ludoteca_commands", "Commands by kind and outcome.", ["kind", "outcome"], registry=self.registry
        )
        self.refused = Counter(
            "ludoteca_refused", "Requests turned away at the door, by reason.", ["reason"],
            registry=self.registry,
        )  # fmt: skip
        self.live = Gauge("ludoteca_live_connections", "Live connections now.", registry=self.registry)
        self._figures: dict[str, Gauge] = {}
        self._routes: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.started = Gauge(
            "ludoteca_start_time_seconds", "When this process opened the house.", registry=self.registry
        )
        self.started.set(time.time())

    def count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request."""
        found = self._routes.get((route, method, status))
        if found is None:
            found = self.requests.labels(route, method, status), self.seconds.labels(route)
            self._routes[route, method, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def refusals(self) -> dict[str, int]:
        """How many requests were turned away at the door, by reason."""
        return {
            sample.labels["reason"]: int(sample.value)
            for metric in self.refused.collect()
            for sample in metric.samples
            if sample.name.endswith("_total")
        }

    def text(self, figures: Mapping[str, float]) -> tuple[bytes, str]:
        """All metrics in Prometheus' text format, and its media type. `figures` come from the house."""
        for name, value in figures.items():
            gauge = self._figures.get(name)
            if gauge is None:
                gauge = Gauge(f"ludoteca_house_{name}", f"The house: {name}.", registry=self.registry)
                self._figures[name] = gauge
            gauge.set(value)
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, message, and the fields given as `extra={"fields": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "say": record.getMessage(),
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


class OnceInAWhile(logging.Filter):
    """Lets the server say the same thing once in ten seconds: it does so for every client that sends rubbish,
    and these are never tired of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, int], float] = {}
        """When each line of the server's code spoke last."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(SERVER):
            return True
        place = (record.pathname, record.lineno)
        if 0 <= record.created - self._said.get(place, -SILENCE) < SILENCE:
            return False
        self._said[place] = record.created
        return True


class RecentFaults(logging.Handler):
    """Keeps the last faults in memory, for the host's page."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(OnceInAWhile())
        self.lines: deque[tuple[float, str, str]] = deque(maxlen=40)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] is not None else ""
        self.lines.append(
            (record.created, record.levelname.lower(), f"{record.getMessage()} {error}".strip())
        )


FAULTS: Final = RecentFaults()


def set_up_logs(level: str) -> None:
    """Send the logs of the house and of its server to stderr as JSON lines.

    Only the warnings of the server: its other messages hold paths, addresses and cookies.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(OnceInAWhile())
    for name, least in (("ludoteca", level.upper()), *[(name, "WARNING") for name in SERVER]):
        logger = logging.getLogger(name)
        logger.handlers = [handler, FAULTS]
        logger.propagate = False
        logger.setLevel(least)
