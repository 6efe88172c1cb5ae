"""An examination: many random matches, every law, and the shortest record of each breach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from ludoteca.examiner import laws, phrases, secrecy
from ludoteca.examiner.cases import Case, cases, make_case
from ludoteca.examiner.posterior import posterior
from ludoteca.examiner.report import Breach, Broken, Report
from ludoteca.examiner.sitting import Memory, Sitting, empty_record, explain
from ludoteca.examiner.source_lines import PLACES, last_play, method_place
from ludoteca.examiner.vectors import vectors
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.record import read_record
from ludoteca.kernel.source import Stream

Progress = Callable[[int, int], None]

ALWAYS: Final = 1.0
AT_THE_END: Final = 2.0
DEEP: Final = 0.0

EARLY: Final = 60
"""Matches of so many steps are looked at as often as said; shorter ones more often; longer ones, which repeat
themselves, less and less."""

FIRST_MATCHES: Final = 12
"""In so many matches even rare checks have their turn, at the first decision."""

LONGEST: Final = 20_000
"""A match with a generous bound is left unfinished after so many steps."""

DEEPEST: Final = 12
FEWEST_DEEP: Final = 4
MOST_DEEP: Final = 50
MANY: Final = 1_000_000
GOLDEN: Final = 0.618034
CLOSE_LOOKS: Final = 200


class Check:
    """A function that looks for a breach of a law, and how often it looks.

    `share` is the share of the steps early in a match, or ALWAYS, or AT_THE_END of each match, or DEEP: near
    the beginning of some matches. `tries` is how many other matches are searched for a shorter record.
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
    Check("progress", laws.length, ALWAYS),
    Check("progress", laws.standing, ALWAYS),
    Check("conservation", laws.conservation, ALWAYS),
    Check("objections", laws.objections, 0.99),
    Check("odds", laws.odds, 0.99),
    Check("odds", laws.sampling, 0.99),
    Check("determinism", laws.determinism, 0.005),
    Check("copy", laws.copy, 0.1),
    Check("determinism", laws.ticking, 0.05),
    Check("determinism", laws.recording, AT_THE_END),
    Check("determinism", laws.repeating, AT_THE_END),
    Check("aliasing", laws.aliasing, 0.06),
    Check("words", phrases.sentences, 0.3),
    Check("secrecy", secrecy.views, 0.2),
    Check("secrecy", secrecy.audiences, 0.3),
    Check("secrecy", secrecy.interference, 0.5),
    Check("secrecy", secrecy.imagining, 0.2),
    Check("secrecy", secrecy.asking, 0.3),
    Check("secrecy", secrecy.playing_on, 0.003),
    Check("secrecy", secrecy.drawing, 0.003, tries=10),
    Check("undo", laws.undo, 0.03),
    Check("evaluation", laws.evaluation, 0.05),
    Check("encoding", vectors, 0.05),
    Check("secrecy", posterior, DEEP, tries=0),
)

LAWS: Final = tuple(dict.fromkeys([*(check.law for check in CHECKS), "posterior"]))
"""Every law there is. That what is imagined follows the true odds is a part of secrecy: `posterior`."""


def examine(
    game: Game[Any],
    matches: int = 60,
    seed: int = 1,
    seats: int | Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    most: int = 3,
    laws: Iterable[str] = (),
) -> Report:
    """Play random matches at every player count and with every option, and look for broken laws.

    `seats` and `options` restrict the tables, `laws` what is looked for: laws, or single checks of them.
    `progress` is told how many matches of how many are done. The examination ends early when it has found
    `most` breaches.
    """
    counts = [seats] if isinstance(seats, int) else list(seats or range(game.least, game.most + 1))
    return _Examination(game, _checks_of(laws)).examine(
        list(cases(game, matches, seed, counts, options)), progress, most
    )


def reproduces(game: Game[Any], breach: Breach) -> bool:
    """Whether following the record of a breach leads to the same law being broken again."""
    return _Examination(game).again(breach)


def _checks_of(laws: Iterable[str]) -> tuple[Check, ...]:
    """The checks of these laws, or those with these names; all if none is named."""
    wanted = set(laws)
    unknown = wanted - {check.law for check in CHECKS} - {check.name for check in CHECKS}
    if unknown:
        known = ", ".join(sorted({check.law for check in CHECKS} | {check.name for check in CHECKS}))
        raise LudotecaError(f"there is no law “{min(unknown)}”; there are {known}")
    return tuple(check for check in CHECKS if not wanted or wanted & {check.law, check.name})


class _Examination:
    def __init__(self, game: Game[Any], checks: Sequence[Check] = CHECKS) -> None:
        self.game = game
        self.checks = checks
        self.memory = Memory(game)
        self.report = Report(game.title)

    def examine(self, plan: list[Case], progress: Progress | None, most: int) -> Report:
        report = self.report
        deep = max(FEWEST_DEEP, min(MOST_DEEP, len(plan) // 8))
        setups: set[str] = set()
        found: set[str] = set()
        for number, case in enumerate(plan):
            checks = [check for check in self.checks if check.name not in found]
            breach = self._sit(case, checks, deep=number * deep % len(plan) < deep)
            report.counts["matches"] += 1
            setups.add(case.key)
            if breach is not None and breach.check not in found:
                found.add(breach.check)
                breach = self._shrink(case, breach)
                if breach.check not in [known.check for known in report.breaches]:
                    report.breaches.append(breach)
                found.add(breach.check)
            if progress is not None:
                progress(number + 1, len(plan))
            if len(report.breaches) == most:
                break
        report.counts["set-ups"] = len(setups)
        report.counts["posteriors with not enough samples"] = self.memory.short_of_samples
        return report

    # One match

    def _sit(self, case: Case, checks: list[Check], deep: bool) -> Breach | None:
        try:
            sitting = Sitting(self.game, case, self.memory)
        except Exception as error:
            return self._unlaid(case, error)
        depths = {0, sitting.source.below(DEEPEST)} if deep else set()
        try:
            for _ in range(LONGEST):
                self._look(sitting, checks)
                if sitting.state.over:
                    break
                if sitting.state.actor >= 0 and sitting.decisions in depths:
                    self._apply_all(sitting, checks, DEEP)
                sitting.advance()
            else:
                self.report.counts["matches left unfinished"] += 1
            self._apply_all(sitting, checks, AT_THE_END)
        except Broken as broken:
            return _breach(sitting, self._root(sitting, broken))
        finally:
            self.report.counts["decisions"] += sitting.decisions
            self.report.counts["outcomes"] += sitting.outcomes
        return None

    def _look(self, sitting: Sitting, checks: list[Check]) -> None:
        """Every check that is due now."""
        counts = self.report.counts
        usual = (counts["decisions"] + counts["outcomes"]) / max(1, counts["matches"]) or EARLY
        eager = max(1.0, EARLY / usual) * min(1.0, EARLY / (len(sitting.actions) + 1))
        first = not sitting.actions or (sitting.decisions == 0 and sitting.state.actor >= 0)
        rare = 0.0 if counts["matches"] < FIRST_MATCHES else 0.02
        luck = sitting.source.below(MANY) / MANY
        for number, check in enumerate(checks):
            share = check.share
            due = share == ALWAYS
            if DEEP < share < ALWAYS:  # one draw serves all checks, each at its own place of the circle
                due = (first and share > rare) or (luck + GOLDEN * number) % 1.0 < share * eager
            if due:
                self._apply(check, sitting)

    def _apply_all(self, sitting: Sitting, checks: list[Check], share: float) -> None:
        for check in checks:
            if check.share == share:
                self._apply(check, sitting)

    def _apply(self, check: Check, sitting: Sitting) -> None:
        self.report.checks[check.law] += 1
        _look(check, sitting)

    # What was found

    def _root(self, sitting: Sitting, broken: Broken) -> Broken:
        """A copy that shares parts with its original explains much else, so look there first."""
        copying = next((check for check in self.checks if check.law == "copy"), None)
        if copying is None or broken.law not in ("secrecy", "undo", "aliasing", "determinism"):
            return broken
        for _ in range(CLOSE_LOOKS // 10):
            try:
                _look(copying, sitting)
            except Broken as deeper:
                return deeper if deeper.law == copying.law else broken
        return broken

    def _unlaid(self, case: Case, error: Exception) -> Breach:
        broken = Broken(f"the table cannot be laid: {explain(error)}", law="progress")
        broken.__cause__ = error
        broken.place = "" if broken.has_own_place else method_place(self.game, "start")
        return _make_breach(case, broken, empty_record(self.game, case).text(), 0)

    def _shrink(self, case: Case, breach: Breach) -> Breach:
        """The same law broken sooner: in the same match, or in another one at any player count."""
        source = Stream(case.seed, "shorter")
        check = _check_named(breach.check)
        if breach.law == "progress" and check is not None and check.law != "progress":
            stuck = self._stuck(case, source)
            breach, check = (stuck, None) if stuck is not None else (breach, check)
        if check is not None and check.tries == 0:
            return breach
        best = self._first(case, check, breach.lines) or breach
        for number in range(check.tries if check is not None else 40):
            if best.lines == 0:
                break
            seats = self.game.least + number % (self.game.most - self.game.least + 1)
            options = case.options if number % 2 else {}
            other = make_case(self.game, seats, options, source.below(1 << 20))
            if other is not None:
                best = self._first(other, check, best.lines - 1) or best
        return best

    def _stuck(self, case: Case, source: Stream) -> Breach | None:
        """A match that cannot go on, after a check found out on a copy that there are such."""
        for _ in range(CLOSE_LOOKS):
            other = Case(case.setup, case.options, source.below(1 << 20))
            found = self._first(other, None, LONGEST // 10)
            if found is not None and found.law == "progress":
                return found
        return None

    def _first(self, case: Case, check: Check | None, lines: int) -> Breach | None:
        """The first point of a match at which the check finds something, at most so many lines away.

        Without a check, the first action that cannot be carried out.
        """
        try:
            sitting = Sitting(self.game, case, Memory(self.game), dense=True)
        except Exception:
            return None
        every = 1 + lines // CLOSE_LOOKS
        try:
            for line in range(lines + 1):
                if check is not None and (line % every == 0 or line == lines):
                    _look(check, sitting)
                if sitting.state.over or (check is not None and line == lines):
                    return None
                sitting.advance()
        except Broken as broken:
            if (broken.check != "") == (check is not None):
                return _breach(sitting, broken)
        return None

    def again(self, breach: Breach) -> bool:
        case = make_case(self.game, breach.seats, breach.options, breach.seed)
        assert case is not None, "a breach comes from a table that could be laid"
        try:
            sitting = Sitting(self.game, case, self.memory, dense=True, focus=breach.seat)
        except Exception:
            return breach.law == "progress"
        check = _check_named(breach.check)
        try:
            for line in read_record(breach.record).lines:
                if check is not None and check.law == "aliasing":
                    _look(check, sitting)
                sitting.carry_out(self.game.catalogue.parse(line.text))
            if breach.action:
                sitting.carry_out(self.game.catalogue.parse(breach.action))
            elif check is None:
                sitting.advance()
            else:
                for _ in range(1 + check.tries):
                    _look(check, sitting)
        except Broken as broken:
            return breach.law == broken.law
        except LudotecaError:
            return False
        return False


def _look(check: Check, sitting: Sitting) -> None:
    """Apply a check; what it finds says so."""
    try:
        check.look(sitting)
    except Broken as broken:
        broken.check = check.name
        broken.law = broken.law or check.law
        raise
    except Exception as error:
        stumbled = Broken(f"asking the game ends in {explain(error)}", law=check.law)
        stumbled.check = check.name
        raise stumbled from error


def _check_named(name: str) -> Check | None:
    return next((check for check in CHECKS if check.name == name), None)


def _breach(sitting: Sitting, broken: Broken) -> Breach:
    record = sitting.match.record()
    points = PLACES.get(broken.check) if broken.check else last_play
    if points is not None and not broken.has_own_place:
        broken.place = points(sitting)
    return _make_breach(sitting.case, broken, record.text(), len(record.lines))


def _make_breach(case: Case, broken: Broken, record: str, lines: int) -> Breach:
    return Breach(
        law=broken.law,
        check=broken.check,
        sentence=broken.sentence,
        seat=broken.seat,
        seats=case.setup.seats,
        options=case.options,
        seed=case.seed,
        lines=lines,
        record=record,
        action=broken.action,
        place=broken.place,
        trace=broken.trace,
    )
