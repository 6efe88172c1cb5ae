"""One search on several cores: every process grows a tree of its own, and their roots are added up.

The first share is searched in this process with the given source, exactly like a search on one core; the
others in forked processes, each with its own stream drawn from that source. So one core gives the same answer
as the plain search, and for a given number of cores the same seed and iterations give the same answer; with a
limit in seconds it depends on the speed of the machine. Several small trees are worth more than one of them,
and less than one tree of their total size.
"""

from __future__ import annotations

import marshal
import os
from typing import Any, Final

from ludoteca.bots.bot import Perspective
from ludoteca.bots.ismcts import UNLIMITED, Ismcts
from ludoteca.bots.search import Search
from ludoteca.bots.search_report import OptionReport, SearchReport
from ludoteca.bots.settings import SearchSettings
from ludoteca.kernel.source import Source, Stream

SEEDS: Final = 1 << 30
MOST_CORES: Final = 64


class Parallel(Ismcts):
    """Searches on several cores; where processes cannot be forked, on one."""

    def __init__(
        self,
        cores: int,
        iterations: int = 0,
        seconds: float = UNLIMITED,
        settings: SearchSettings | None = None,
    ) -> None:
        super().__init__(iterations, seconds, settings)
        self.cores = min(cores, MOST_CORES) if hasattr(os, "fork") else 1

    def searched(self, perspective: Perspective, search: Search, source: Source) -> SearchReport:
        """Let the search and its helpers run, and add up what they found."""
        if self.cores == 1:
            return super().searched(perspective, search, source)
        settings = self.settings_of(perspective.game)
        shares = [self.iterations // self.cores] * self.cores
        for core in range(self.iterations % self.cores):
            shares[core] += 1
        helpers: list[Helper] = []
        for core in range(1, self.cores):
            stream = Stream(source.below(SEEDS), f"core {core}")
            if self.iterations == 0 or shares[core]:
                helpers.append(Helper(perspective, settings, stream, shares[core], self.seconds))
        search.run(shares[0], self.seconds)
        report = search.report()
        for helper in helpers:
            report = helper.added_to(report)
        return report


class Helper:
    """A forked process that searches by itself and tells its parent what it found."""

    def __init__(
        self,
        perspective: Perspective,
        settings: SearchSettings,
        source: Source,
        iterations: int,
        seconds: float,
    ) -> None:
        reading, writing = os.pipe()
        self.reading = reading
        self.child = os.fork()
        if self.child:
            os.close(writing)
            return
        status = 1
        try:
            os.close(reading)
            search = Search(perspective, settings, source)
            search.run(iterations, seconds)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(marshal.dumps(_told(search.report())))
            status = 0
        finally:
            os._exit(status)

    def added_to(self, report: SearchReport) -> SearchReport:
        """The report with what the helper found added; without it if the helper broke down."""
        with os.fdopen(self.reading, "rb") as pipe:
            told = pipe.read()
        os.waitpid(self.child, 0)
        return _added(report, marshal.loads(told)) if told else report


def _told(report: SearchReport) -> Any:
    options = [(one.visits, one.weight, one.totals, one.squares) for one in report.options]
    return [report.iterations, report.worlds, options]


def _added(report: SearchReport, told: Any) -> SearchReport:
    iterations, worlds, rows = told
    options: list[OptionReport] = []
    for mine, (visits, weight, totals, squares) in zip(report.options, rows):
        options.append(mine.merged(OptionReport(mine.action, visits, weight, mine.prior, totals, squares)))
    found = SearchReport(
        report.seat,
        options,
        report.iterations + iterations,
        report.worlds + worlds,
        report.seconds,
        report.by_value,
    )
    found.exact = report.exact
    found.favourite = report.favourite
    found.caution = report.caution
    return found
