"""Replaying and verifying records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel.croupier import Committed, Croupier, Scripted, Seeded, commitment_to
from ludoteca.kernel.errors import LudotecaError, RecordError
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import CHANCE_MARK, HOUSE_MARK, UNKNOWN, Line, Record
from ludoteca.kernel.state import CHANCE

_SEED: Final = re.compile(r"-?[0-9]{1,30}")


@dataclass(eq=False)
class Verdict:
    """What a verification found out."""

    decisions: int
    outcomes: int
    derived: bool
    remark: str


def replay(
    game: Game[Any], record: Record, until: int | None = None, edition: Path | str | None = None
) -> Match:
    """The match the record tells, up to its `until`-th line; or the line and the rule by which it cannot be.

    The record says which `edition` it was played with; one that is not at hand has to be given.
    """
    match = _lay(game, record, edition)
    lines = record.lines if until is None else record.lines[:until]
    for line in lines:
        _follow(match, line)
    if until is None or until >= len(record.lines):
        _compare_end(match, record)
    return match


def verify(game: Game[Any], record: Record, edition: Path | str | None = None) -> Verdict:
    """Replay the record and derive every chance outcome again from its revealed seed or secret."""
    truth, remark = _honest_croupier(record)
    match = _lay(game, record, edition)
    decisions = outcomes = 0
    for line in record.lines:
        if line.who == CHANCE_MARK:
            outcomes += 1
            if truth is not None and match.actor == CHANCE:
                due = truth.settle(match.state).text
                if due != line.text:
                    raise RecordError(
                        line.number, f"the croupier owed “{due}”, the record says “{line.text}”"
                    )
        elif line.who != HOUSE_MARK:
            decisions += 1
        _follow(match, line)
    _compare_end(match, record)
    return Verdict(decisions, outcomes, truth is not None, remark)


def _lay(game: Game[Any], record: Record, edition: Path | str | None) -> Match:
    if record.game != game.name:
        raise RecordError(record.number("game"), f"this is a record of “{record.game}”, not of “{game.name}”")
    if record.rules != game.version:
        raise RecordError(
            record.number("rules"),
            f"played by version {record.rules} of the rules; this is version {game.version}",
        )
    try:
        chosen = edition if edition is not None else game.library.played_with(record.edition)
    except LudotecaError as error:
        raise RecordError(record.number("edition"), str(error)) from error
    try:
        setup = game.setup(record.seats, record.options, chosen, record.amendments)
    except LudotecaError as error:
        raise RecordError(1, f"the set-up cannot be laid: {error}") from error
    if setup.edition.label != record.edition:
        raise RecordError(
            record.number("edition"),
            f"played with the edition “{record.edition}”; “{edition}” is “{setup.edition.label}”",
        )
    return Match(game, setup, Scripted([], record.croupier), record.names, dealing=False)


def _follow(match: Match, line: Line) -> None:
    try:
        if line.text == UNKNOWN:
            raise RecordError(
                line.number, "this action was kept secret; only the whole record can be replayed"
            )
        if line.who == HOUSE_MARK:
            _follow_note(match, line)
        elif line.who == CHANCE_MARK:
            _follow_chance(match, line)
        elif match.actor == CHANCE:
            raise RecordError(line.number, f"expected a line of chance for “{match.state.step.name()}”")
        else:
            match.play(int(line.who), line.text)
    except RecordError:
        raise
    except LudotecaError as error:
        raise RecordError(line.number, str(error)) from error


def _follow_note(match: Match, line: Line) -> None:
    word, _, rest = line.text.partition(" ")
    if word == "undo":
        match.undo(int(rest))
    else:
        match.note(line.text)


def _follow_chance(match: Match, line: Line) -> None:
    if match.actor != CHANCE:
        raise RecordError(line.number, f"chance has nothing to settle; seat {match.actor} is awaited")
    croupier = match.croupier
    assert isinstance(croupier, Scripted)
    croupier.outcomes.append(line.text)
    match.settle_chance()


def _compare_end(match: Match, record: Record) -> None:
    found = match.result.text() if match.result else ""
    if found != record.result:
        said = record.result or "nothing"
        raise RecordError(
            record.number("result" if record.result else "end"),
            f"the record claims the result “{said}”, the match gives “{found or 'nothing'}”",
        )
    if record.seal != record.due_seal():
        raise RecordError(
            record.number("end"), "the seal is broken: the record was changed after it was closed"
        )


def _honest_croupier(record: Record) -> tuple[Croupier | None, str]:
    kind, _, rest = record.croupier.partition(" ")
    if kind == "seeded" and _SEED.fullmatch(rest):
        return Seeded(int(rest)), f"every outcome follows from the seed {rest}"
    if kind == "committed" and not record.secret:
        return None, "the secret is not revealed yet: outcomes are possible, but not proved"
    if kind == "committed":
        if commitment_to(record.secret) != rest:
            raise RecordError(
                record.number("secret"), "the revealed secret is not the one the house committed itself to"
            )
        truth = Committed(record.secret, record.nonces)
        return truth, f"every outcome follows from the commitment {rest[:16]}…"
    if kind == "scripted":
        return None, "chance was scripted: outcomes are possible, but nothing proves them"
    raise RecordError(
        record.number("croupier"),
        f"unknown croupier “{record.croupier}”; expected “seeded <number>”, “committed <hash>” or “scripted”",
    )
