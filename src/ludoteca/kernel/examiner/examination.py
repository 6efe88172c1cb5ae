"""An examination: many random matches, every law, and the shortest record of whatever is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.examiner import laws, phrases, secrecy
from ludoteca.kernel.examiner.cases import Case, cases, make_case
from ludoteca.kernel.examiner.posterior import posterior
from ludoteca.kernel.examiner.report import Breach, Broken, Report
from ludoteca.kernel.examiner.sitting import Memory, Sitting, empty_record, explain, record_of
from ludoteca.kernel.game import Game
from ludoteca.kernel.record import HOUSE_MARK, read_record
from ludoteca.kernel.source import Stream

Progress = Callable[[int, int], None]

LONGEST: Final = 20_000
"""A match with a generous bound is left unfinished after so many steps."""

ALWAYS: Final = 1.0
AT_THE_END: Final = 2.0
DEEP: Final = 0.0

EARLY: Final = 60
"""From this step on a match is looked at less and less often: what long matches repeat has been seen."""

DEEPEST: Final = 12
MOST_DEEP: Final = 60


class Check:
    """A function that looks for a breach of a law, and how often it looks.

    `share` is the share of steps early in a match, or ALWAYS, or AT_THE_END of each match, or DEEP: near the beginning
    of some matches.
    `tries` says how many other matches are searched for a shorter record when it finds one.
    """

    def __init__(self, law: str, look: Callable[[Sitting], None], share: float, tries: int = 40) -> None:
        self.law = law
        self.name = look.__name__
        self.look = look
        self.share = share
        self.tries = tries


CHECKS: Final = (
    Check("words", phrases.spelling, ALWAYS, tries=0),
    Check("words", phrases.books, ALWAYS, tries=0),
    Check("progress", laws.length, ALWAYS, tries=10),
    Check("progress", laws.standing, ALWAYS),
    Check("conservation", laws.conservation, ALWAYS),
    Check("objections", laws.objections, 0.99),
    Check("odds", laws.odds, 0.99),
    Check("odds", laws.sampling, 0.99),
    Check("copy", laws.copy, 0.1),
    Check("determinism", laws.determinism, 0.01),
    Check("determinism", laws.ticking, 0.05),
    Check("determinism", laws.recording, AT_THE_END),
    Check("aliasing", laws.aliasing, 0.1),
    Check("words", phrases.sentences, 0.3),
    Check("secrecy", secrecy.views, 0.2),
    Check("secrecy", secrecy.audiences, 0.3),
    Check("secrecy", secrecy.interference, 0.5),
    Check("secrecy", secrecy.imagining, 0.2),
    Check("secrecy", secrecy.playing_on, 0.01),
    Check("secrecy", secrecy.drawing, 0.01, tries=10),
    Check("undo", laws.undo, 0.02),
    Check("insight", laws.insight, 0.05),
    Check("secrecy", posterior, DEEP, tries=0),
)

LAWS: Final = tuple(dict.fromkeys([*(check.law for check in CHECKS), "posterior"]))


def examine(
    game: Game[Any],
    matches: int = 60,
    seed: int = 1,
    seats: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    most: int = 3,
) -> Report:
    """Play random matches at every player count and with every option, and look for broken laws.

    `seats` and `options` restrict the tables; `progress` is told how many matches of how many are done. The
    examination ends early when `most` laws are found broken.
    """
    counts = [seats] if isinstance(seats, int) else list(seats or range(game.least, game.most + 1))
    return _Examination(game).examine(list(cases(game, matches, seed, counts, options)), seed, progress, most)


def reproduces(game: Game[Any], breach: Breach) -> bool:
    """Whether following the record of a breach leads to the same law being broken again."""
    return _Examination(game).again(breach)


class _Examination:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.memory = Memory(game)
        self.report = Report(game.title)
        self.setups: set[str] = set()

    def examine(self, plan: list[Case], seed: int, progress: Progress | None, most: int) -> Report:
        report = self.report
        posteriors = max(4, min(MOST_DEEP, len(plan) // 8))
        for number, case in enumerate(plan):
            broken = {breach.check for breach in report.breaches}
            checks = [check for check in CHECKS if check.name not in broken]
            dig = number * posteriors % len(plan) < posteriors
            breach = self._sit(case, checks, dig=dig)
            report.counts["matches"] += 1
            self.setups.add(case.key)
            if breach is not None and breach.check not in broken:
                report.breaches.append(self._shrink(case, breach))
                if len(report.breaches) >= most:
                    break
            if progress is not None:
                progress(number + 1, len(plan))
        report.counts["set-ups"] = len(self.setups)
        report.counts["posteriors with not enough samples"] = self.memory.short_of_samples
        return report

    # One match

    def _sit(self, case: Case, checks: list[Check], *, dig: bool) -> Breach | None:
        try:
            sitting = Sitting(self.game, case, self.memory)
        except Exception as error:
            return self._unlaid(case, error)
        depth = sitting.source.below(DEEPEST) if dig else -1
        try:
            for _ in range(LONGEST):
                self._look(sitting, checks)
                if sitting.state.over:
                    break
                if dig and sitting.state.actor >= 0 and (sitting.decisions == depth or sitting.decisions == 0):
                    self._dig(sitting, checks)
                sitting.advance()
            else:
                self.report.counts["matches left unfinished"] += 1
            for check in checks:
                if check.share == AT_THE_END:
                    self._apply(check, sitting)
        except Broken as broken:
            return self._breach(sitting, broken, broken.check)
        finally:
            self.report.counts["decisions"] += sitting.decisions
            self.report.counts["outcomes"] += sitting.outcomes
        return None

    def _look(self, sitting: Sitting, checks: list[Check]) -> None:
        source = sitting.source
        steps = len(sitting.actions)
        first = sitting.decisions == 0 and sitting.state.actor >= 0
        for check in checks:
            share = check.share
            if share == ALWAYS or (share < ALWAYS and share != DEEP and first):
                self._apply(check, sitting)
            elif share < ALWAYS and source.below(1000) < 1000 * share * min(1.0, EARLY / (steps + 1)):
                self._apply(check, sitting)

    def _dig(self, sitting: Sitting, checks: list[Check]) -> None:
        for check in checks:
            if check.share == DEEP:
                self._apply(check, sitting)

    def _apply(self, check: Check, sitting: Sitting) -> None:
        self.report.checks[check.law] += 1
        try:
            check.look(sitting)
        except Broken as broken:
            broken.check = check
            raise
        except Exception as error:
            stumbled = Broken(laws.watch(error))
            stumbled.check = check
            raise stumbled from error

    # What was found

    def _unlaid(self, case: Case, error: Exception) -> Breach:
        record = empty_record(self.game, case)
        broken = Broken(f"the table cannot be laid: {explain(error)}", law="progress")
        return _make_breach(case, broken, None, record.text(), 0)

    def _breach(self, sitting: Sitting, broken: Broken, check: Check | None) -> Breach:
        record = record_of(sitting)
        return _make_breach(sitting.case, broken, check, record.text(), len(record.lines))

    def _shrink(self, case: Case, breach: Breach) -> Breach:
        """The same law broken sooner: in the same match, or in another one at any player count."""
        check = _check_named(breach.check)
        if check is None and breach.action == "":
            return breach
        best = self._first(case, check, breach.lines) or breach
        source = Stream(case.seed, "shorter")
        tries = check.tries if check is not None else 40
        for number in range(tries):
            if best.lines == 0:
                break
            seats = self.game.least + number % (self.game.most - self.game.least + 1)
            options = case.options if number % 2 else {}
            other = make_case(self.game, seats, options, source.below(1 << 20))
            if other is not None:
                best = self._first(other, check, best.lines - 1) or best
        return best

    def _first(self, case: Case, check: Check | None, lines: int) -> Breach | None:
        """The first point of a match at which the check finds something, at most so many lines away."""
        try:
            sitting = Sitting(self.game, case, Memory(self.game), dense=True)
        except Exception:
            return None
        found: Check | None = None
        try:
            while True:
                if check is not None:
                    found = check
                    _look_closely(check, sitting)
                    found = None
                if sitting.state.over or len(sitting.actions) >= lines + (check is None):
                    return None
                sitting.advance()
        except Broken as broken:
            if found is check:
                return self._breach(sitting, broken, check)
        return None

    def again(self, breach: Breach) -> bool:
        case = make_case(self.game, breach.seats, breach.options, breach.seed)
        assert case is not None
        try:
            sitting = Sitting(self.game, case, self.memory, dense=True)
        except Exception:
            return breach.law == "progress"
        check = _check_named(breach.check)
        texts = [line.text for line in read_record(breach.record).lines if line.who != HOUSE_MARK]
        try:
            for text in texts:
                if check is not None and check.law == "aliasing":
                    laws.aliasing(sitting)
                sitting.carry_out(self.game.catalogue.parse(text))
        except (Broken, LudotecaError):
            return breach.law in ("determinism", "aliasing")
        try:
            if breach.action:
                sitting.carry_out(self.game.catalogue.parse(breach.action))
            elif check is not None:
                for _ in range(max(1, check.tries)):
                    _look_closely(check, sitting)
        except Broken as broken:
            return breach.law == (broken.law or (check.law if check is not None else ""))
        return False


def _look_closely(check: Check, sitting: Sitting) -> None:
    try:
        check.look(sitting)
    except Broken:
        raise
    except Exception as error:
        raise Broken(laws.watch(error)) from error


def _check_named(name: str) -> Check | None:
    return next((check for check in CHECKS if check.name == name), None)


def _make_breach(case: Case, broken: Broken, check: Check | None, record: str, lines: int) -> Breach:
    return Breach(
        law=broken.law or (check.law if check is not None else "progress"),
        check=check.name if check is not None else "",
        sentence=broken.sentence,
        seat=broken.seat,
        seats=case.setup.seats,
        options=case.options,
        seed=case.seed,
        lines=lines,
        record=record,
        action=broken.action,
    )
