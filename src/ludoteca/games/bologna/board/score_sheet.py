"""Who everybody was and how near to the throne, for the sheet after the end (BOL-4.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca import draw as d
from ludoteca.games.bologna.board.cover import banner
from ludoteca.games.bologna.board.goals import demands, needs_guess, steps
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker


def score_sheet(view: BolognaView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """Every kind of token against what the role asks for, and the steps missing; roles, the nearest last."""
    kit = BolognaKit(view, speaker)
    seats = range(kit.seats)
    rows = [
        d.SheetRow(kit.noun("symbol", kind), [_held(kit, seat, kind) for seat in seats], f"token {kind}")
        for kind in range(KINDS)
    ]
    rows.append(d.SheetRow(kit.say("steps_to_go"), [_steps(kit, seat) for seat in seats]))
    farthest_first = sorted(seats, key=lambda seat: (seat in view.winners, -_distance(kit, seat)))
    reveals = [_revealed(kit, seat) for seat in farthest_first if view.roles[seat] != NO_ROLE]
    by_nearness = [view.roles[seat] for seat in reversed(farthest_first) if view.roles[seat] != NO_ROLE]
    crowned = len(view.winners)
    remarks = [*[_why(kit, seat) for seat in view.winners], kit.say("sheet_help")]
    return d.ScoreSheet(rows, reveals, remarks, banner=banner(by_nearness[:crowned], by_nearness[crowned:]))


def _held(kit: BolognaKit, seat: int, kind: int) -> int | str:
    """`4/5+`, or the number alone where the role asks for nothing."""
    view = kit.view
    held = view.tokens[seat][kind]
    wanted = demands(kit.edition, view.roles[seat], view.tokens[seat], view.towerless_brigand)[kind]
    return held if wanted.idle else kit.words.short("sheet_of", held=held, code=wanted.code)


def _why(kit: BolognaKit, seat: int) -> str:
    """What role a winner had, and what it asks for."""
    role = kit.view.roles[seat]
    goal = kit.words.goal(role, kit.view.guess_required)
    return kit.say("sheet_why", seat=kit.name(seat), role=kit.noun("role", role), goal=goal)


def _distance(kit: BolognaKit, seat: int) -> int:
    view = kit.view
    return steps(kit.edition, view.roles[seat], view.tokens[seat], view.towerless_brigand)


def _steps(kit: BolognaKit, seat: int) -> str:
    """The tokens missing or too many; who has left the game is no longer on the way."""
    if not kit.view.alive[seat]:
        return kit.say("out_short")
    return str(_distance(kit, seat))


def _revealed(kit: BolognaKit, seat: int) -> d.Reveal:
    view = kit.view
    role = view.roles[seat]
    if seat in view.winners:
        note = kit.say("on_the_throne")
    elif not view.alive[seat]:
        note = kit.say("out")
    elif _distance(kit, seat) == 0 and needs_guess(role, view.guess_required):
        note = kit.say("only_guess")
    else:
        note = kit.say("steps_short", number=_distance(kit, seat))
    return d.Reveal(seat, kit.noun("role", role), note, f"role {role}")
