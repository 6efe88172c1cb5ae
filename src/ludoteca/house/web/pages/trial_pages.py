"""Balance while one edits, and sweeps: trials of a draft, and what they have found so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from starlette.responses import JSONResponse, Response

from ludoteca.datafiles.draft import Draft, reasons, with_each
from ludoteca.house.refusals import Malformed
from ludoteca.house.service.trials import DEALS, Trial, Trials
from ludoteca.house.web.pages import assets
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.house.web.pages.studio_pages import read_draft, studio_game
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.game import Game

MOST_VALUES: Final = 9
BOTS: Final = ("greedy:1", "random")
"""Who plays: bots that look one decision ahead, or quick ones that do anything."""
SHOWN: Final = 14
"""Cards, roles and heroes shown at most."""


class TrialWish(msgspec.Struct, frozen=True):
    """A draft to be tried, as it is or with one entry from `low` to `high`."""

    text: str
    path: str = ""
    low: int = 0
    high: int = 0
    players: int = 0
    bot: str = ""


class Tried(NamedTuple):
    """The editions of a trial; for a sweep also its values, and which of the range are left out, and why."""

    texts: Sequence[str | None]
    labels: Sequence[str] = ()
    left_out: Sequence[tuple[str, str]] = ()


class Interval(NamedTuple):
    """A share with its interval, placed on a strip from 0 to 100."""

    rate: float
    low: float
    high: float


class Row(NamedTuple):
    """One line of the comparison. `change` is the difference of the two, judged deal by deal; `moved`:
    its interval leaves zero.
    """

    key: str
    label: str
    before: Interval
    after: Interval
    change: Interval
    moved: bool


async def begin(request: PageRequest) -> Response:
    """Begin a trial of a draft."""
    game = studio_game(request)
    wish = await read_draft(request, TrialWish)
    if wish.players and not game.least <= wish.players <= game.most:
        raise Malformed("malformed", f"{game.title} is for {game.least} to {game.most} players")
    if wish.bot and wish.bot not in BOTS:
        raise Malformed("malformed", f"trials are played by {' and '.join(BOTS)}")
    swept = await request.heavy_work(lambda: editions_wished(game, wish, request.say))
    trial = Trial(
        game.name, swept.texts, wish.players or None, request.visitor, swept.labels, wish.bot or BOTS[0],
        request.language,
    )  # fmt: skip
    trial.left_out = swept.left_out
    trials_of(request).begin(trial)
    return JSONResponse({"trial": trial.id, **told(request, trial)})


async def look(request: PageRequest) -> Response:
    """What a trial has found so far."""
    return JSONResponse(told(request, trial_of(request)))


async def end(request: PageRequest) -> Response:
    """Stop a trial."""
    trial = trials_of(request).end(request.http.path_params["trial"], request.visitor)
    return JSONResponse(told(request, trial))


def editions_wished(game: Game[Any], wish: TrialWish, say: Texts) -> Tried:
    """The house's edition and the draft, or one for each value of a sweep."""
    draft = Draft(wish.text, game.read_edition)
    if draft.fault is not None:
        raise draft.fault
    return sweep_wished(game, draft, wish, say) if wish.path else Tried([None, wish.text])


def sweep_wished(game: Game[Any], draft: Draft, wish: TrialWish, say: Texts) -> Tried:
    """The draft with each value of a range that fits, nine at most, evenly spread; and what is left out."""
    field = next((one for one in draft.fields if one.path == wish.path and one.kind == "number"), None)
    if field is None:
        raise Malformed("malformed", say("trial.no_number"))
    low, high = max(wish.low, field.low), min(wish.high, field.high)
    if low >= high:
        raise Malformed("malformed", say("trial.no_range", low=field.low, high=field.high))
    step = max(1, -(-(high - low) // (MOST_VALUES - 1)))
    values = [str(value) for value in range(low, high + 1, step)]
    fitting, faults = with_each(wish.text, field, values, game.read_edition)
    told = [(", ".join(without), why) for without, why in reasons(faults, field.path)]
    if len(fitting) < 2:
        raise Malformed("malformed", say("trial.too_few", why="; ".join([f"{a}: {b}" for a, b in told])))
    ends = say.within("trial.ends", low=field.low, high=field.high)
    if wish.low < low:
        told.insert(0, (span(wish.low, low - 1), ends))
    if wish.high > high:
        told.append((span(high + 1, wish.high), ends))
    if step > 1:
        told.append((say.within("trial.between"), say.within("trial.steps", step=step, most=MOST_VALUES)))
    return Tried(list(fitting.values()), list(fitting), told)


def span(low: int, high: int) -> str:
    return f"{low}–{high}" if low < high else str(low)


def trials_of(request: PageRequest) -> Trials:
    found: Trials = request.http.app.state.trials
    return found


def trial_of(request: PageRequest) -> Trial:
    return trials_of(request).get(request.http.path_params["trial"], request.visitor)


def told(request: PageRequest, trial: Trial) -> dict[str, Any]:
    """The state of a trial, with the part of the page that shows it."""
    say, figures = request.say, trial.figures
    deals = figures["deals"] if figures is not None else 0
    if trial.state == "waiting":
        words = say("trial.waiting", number=trials_of(request).ahead(trial))
    else:
        words = say(f"trial.{trial.state}", number=deals, total=DEALS)
    shown: Any = assets.environment().get_template("trial_parts.html").module
    part = ""
    if figures is not None:
        drawn = (
            shown.sweep(sweep_of(request, trial), say)
            if trial.labels
            else shown.balance(balance_of(request, figures), say)
        )
        part = str(drawn)
    return {
        "going": trial.state in ("waiting", "running"),
        "words": words,
        "share": 100 if trial.state == "done" else round(100 * deals / DEALS),
        "part": part,
    }


# Before and after


def placed(rate: dict[str, float]) -> Interval:
    return Interval(*[round(100 * rate[name], 1) for name in ("rate", "low", "high")])


def balance_of(request: PageRequest, figures: dict[str, Any]) -> dict[str, Any]:
    """Who wins, before and after; how long it takes."""
    say = request.say
    before, after = figures["seats"]
    rows = [
        row_of(f"seat {seat}", say("trial.seat", number=seat + 1), one, other, change)
        for seat, (one, other, change) in enumerate(zip(before, after, figures["changes"], strict=True))
    ]
    facets = [
        row_of(f"{kind} {value}", f"{kind_of(request, kind)}: {value}", rates[0], rates[1], change)
        for kind, value, rates, change, _ in figures["facets"][:SHOWN]
    ]
    return {
        "rows": [*rows, *facets],
        "fair": round(100 * figures["fair"], 1),
        "lengths": [round(length, 1) for length in figures["lengths"]],
        "moved": sum(row.moved for row in [*rows, *facets]),
    }


def row_of(
    key: str, label: str, before: dict[str, float], after: dict[str, float], change: dict[str, float]
) -> Row:
    moved = not change["low"] <= 0 <= change["high"]
    points = Interval(*[100 * change[name] for name in ("mean", "low", "high")])
    return Row(key, label, placed(before), placed(after), points, moved)


def kind_of(request: PageRequest, kind: str) -> str:
    """What cards, roles or heroes are called in the visitor's language."""
    key = "trial.by_" + kind.replace(" ", "_")
    return request.say(key) if request.say.has(key) else kind


# One number over a range

WIDE: Final = 340.0
HIGH: Final = 200.0
LEFT: Final = 34.0
COLOURS: Final = 6


class Curve(NamedTuple):
    """A seat's rate over the values: points, the band of its intervals, and the colour's number."""

    label: str
    line: str
    band: str
    points: list[tuple[float, float]]
    colour: int


def sweep_of(request: PageRequest, trial: Trial) -> dict[str, Any]:
    """The curves of every seat over the values, and with which value seats or other things are most even."""
    figures = trial.figures
    assert figures is not None
    say, seats = request.say, figures["seats"]
    top: float = min(1.0, max(rate["high"] for rates in seats for rate in rates) + 0.05)
    step = (WIDE - LEFT - 12) / (len(trial.labels) - 1)
    xs = [round(LEFT + 6 + number * step, 1) for number in range(len(trial.labels))]

    def y(share: float) -> float:
        return round(HIGH - 24 - (HIGH - 34) * share / top, 1)

    curves = []
    for seat in range(len(seats[0])):
        rates = [rates[seat] for rates in seats]
        points = [(x, y(rate["rate"])) for x, rate in zip(xs, rates, strict=True)]
        upper = [f"{x} {y(rate['high'])}" for x, rate in zip(xs, rates, strict=True)]
        lower = [f"{x} {y(rate['low'])}" for x, rate in zip(xs, rates, strict=True)]
        band = "M" + "L".join([*upper, *reversed(lower)]) + "Z"
        line = "M" + "L".join([f"{x} {at}" for x, at in points])
        curves.append(Curve(say("trial.seat", number=seat + 1), line, band, points, seat % COLOURS))
    even = [
        (
            say("trial.seats") if not kind else kind_of(request, kind),
            None if best is None else trial.labels[best],
        )
        for kind, best in figures["even"].items()
    ]
    return {
        "curves": curves,
        "labels": list(zip(xs, trial.labels, strict=True)),
        "shares": [
            (y(share / 100), share) for share in range(0, round(100 * top) + 1, 10 if top < 0.7 else 20)
        ],
        "fair": y(figures["fair"]),
        "width": WIDE,
        "height": HIGH,
        "left": LEFT,
        "even": even,
        "left_out": [say("trial.left_out", values=values, why=why) for values, why in trial.left_out],
        "rows": [
            (label, [placed(rate) for rate in rates])
            for label, rates in zip(trial.labels, seats, strict=True)
        ],
    }
