"""What lies beside the map: the question, the phases, buttons, the power card, and everybody's standing."""

from __future__ import annotations

from typing import Any

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board import forecasts
from ludoteca.games.bello_divorum.board.emblems import chip, colour_of
from ludoteca.games.bello_divorum.board.map import caption, note_on
from ludoteca.games.bello_divorum.board.plan import Plan
from ludoteca.games.bello_divorum.rules.actions import PANTHEON_IDS, POWER_WORDS, POWERS
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE

PHASES = ("recruit", "power", "action", "control")
BUTTONS = ("end-actions", "control-all", "control-done", "no-favour")


def question(plan: Plan, x: float, y: float, w: float, h: float) -> tuple[d.Child, float]:
    """What is asked, or how the match ended, and how high it stands; nothing where the page asks it."""
    tone = d.WARN if plan.view.final_turn and not plan.view.over else d.ACCENT
    words = plan.choices.question
    last = None
    if plan.view.final_turn and not plan.view.over:
        if not words:
            return d.badge(plan.say("last_turn"), size=11, fill=d.WARN, x=x + w / 2, y=y + 8), 22
        last = d.badge(plan.say("last_turn"), size=11, fill=d.WARN, x=x + w - 52, y=y + 2)
    if not words:
        return None, 0
    return d.group(
        d.rect(x, y, w, h, 10, fill=d.CARD, stroke=tone, width=1.5),
        d.fit_text(words, w - 20, 15, 10, 3, x=x + w / 2, y=y + h / 2, height=h - 8, bold=True),
        last,
        label=words,
    ), h + 8


def phases(plan: Plan, x: float, y: float, w: float) -> d.Child:
    """Recruit, Power, Action, Control, and what is left of the budget."""
    view = plan.view
    now = "power" if view.phase == "target" else view.phase
    parts: list[d.Child] = []
    for phase, box in zip(PHASES, d.Box(x, y, w, 24).columns(4, 4), strict=True):
        here = phase == now
        fill = d.INK if here else d.CARD
        parts.append(d.rect(*box, 6, fill=fill, stroke=d.LINE))
        ink = d.ink_on(fill) if here else d.FAINT
        parts.append(
            d.fit_text(plan.say(f"phase_{phase}"), box.w - 6, 12, 10, x=box.cx, y=box.cy, fill=ink, bold=here)
        )
    told = plan.say(f"phase_{now}")
    if now == "action":
        told += ", " + plan.say("budget", actions=view.actions, moves=view.moves)
        total = view.actions + view.moves
        step = min(16.0, w / max(total, 1))
        for number, (px, py) in enumerate(d.row(total, step, x + w / 2, y + 36)):
            full = number < view.actions
            parts.append(d.circle(px, py, 5, fill=d.ACCENT if full else None, stroke=d.ACCENT, width=1.6))
    return d.group(parts, label=told)


def buttons(plan: Plan, x: float, y: float, w: float) -> list[d.Child]:
    """Everything offered that has no place on the map."""
    offered = [choice for choice in plan.choices.offered if _needs_button(choice.text)]
    refused = [
        choice for choice in plan.choices.refused if choice.text in BUTTONS or choice.text.startswith("count")
    ]
    shown = [*offered, *refused]
    found: list[d.Child] = []
    for choice, box in zip(shown, d.Box(x, y, w, 32).columns(max(len(shown), 1), 6), strict=False):
        primary = choice.text in ("control-all", "end-actions") and not choice.why
        found.append(
            d.button(
                choice.label,
                w=box.w,
                h=30,
                primary=primary,
                x=box.cx,
                y=box.cy,
                label=choice.label,
                action=choice.text if not choice.why else None,
                why=choice.why or None,
            )
        )
    return found


def _needs_button(text: str) -> bool:
    return text in BUTTONS or text.startswith("count ")


def draft(plan: Plan, x: float, y: float, w: float) -> tuple[list[d.Child], float]:
    """The pantheons with their powers: whose turn it is chooses one, everybody may read."""
    found: list[d.Child] = []
    lines_each, row = (3, 38.0) if plan.narrow else (2, 31.0)
    high = 33 + POWERS * row
    for number, pantheon in enumerate(plan.edition.pantheons):
        text = f"pantheon {PANTHEON_IDS[number]}"
        taken = number in plan.view.pantheon
        title = plan.speaker.book.noun("pantheon", number)
        if taken:
            title += f" · {plan.speaker.names[plan.view.pantheon.index(number)]}"
        lines = [
            d.fit_text(
                f"{'●' * pantheon.powers[power - 1].cost} {plan.power_name(number, power)}: "
                f"{plan.power_text(pantheon.powers[power - 1])}",
                w - 66,
                11,
                10,
                lines_each,
                height=row - 1,
                x=56,
                y=22 + row * (power - 0.5),
                anchor="start",
            )
            for power in range(1, POWERS + 1)
        ]
        told = [plan.power_told(number, power) for power in range(1, POWERS + 1)]
        found.append(
            d.group(
                d.rect(0, 0, w, high - 6, 9, fill=d.CARD, stroke=colour_of(pantheon), width=2.5),
                chip(pantheon, 19, 28, high / 2 - 3),
                d.text(title, 56, 14, 14, anchor="start", bold=True),
                lines,
                x=x,
                y=y,
                label=f"{title}: {' '.join(told)}",
                action=plan.choices.action(text),
                why=plan.choices.why(text),
                opacity=0.5 if taken else 1,
                outline=d.rect(-3, -3, w + 6, high, 11),
            )
        )
        y += high
    return found, y


def power_card(plan: Plan, seat: int, x: float, y: float, w: float, row: float) -> list[d.Child]:
    """The three powers of a seat: cost, Doomsday steps, text; in the Power Phase they are the choices."""
    found: list[d.Child] = []
    for number in range(1, POWERS + 1):
        power = plan.power(seat, number)
        pantheon = plan.view.pantheon[seat]
        name = plan.power_name(pantheon, number)
        text = plan.power_text(power)
        asked = f"power {POWER_WORDS[POWERS * pantheon + number - 1]}"
        action = plan.choices.action(asked)
        why = plan.choices.why(asked)
        in_use = seat == plan.view.active and plan.view.power == number and not plan.view.over
        tone = colour_of(plan.pantheon(seat))
        cost = d.pips(power.cost, power.cost, r=4, gap=3, fill=d.INK, x=x + w - 34, y=y + 13)
        doom = (
            d.group(
                [d.mark("hourglass", 5, x + w - 66 - 12 * k, y + 13, fill=d.GOLD) for k in range(power.doom)]
            )
            if power.doom
            else None
        )
        hint = _power_preview(plan, number, f"{name}: {text}") if action else None
        found.append(
            d.group(
                d.rect(
                    x,
                    y,
                    w,
                    row - 4,
                    8,
                    fill=d.mix(d.CARD, tone, 0.3 if in_use else 0.08),
                    stroke=tone,
                    width=1.3,
                ),
                d.fit_text(name, w - 120, 13, 10, x=x + 10, y=y + 13, anchor="start", bold=True),
                cost,
                doom,
                d.fit_text(
                    text, w - 20, 11.5, 10, 2, x=x + 10, y=y + 34, anchor="start", height=28, fill=d.INK
                ),
                hint,
                label=plan.power_told(pantheon, number),
                action=action,
                why=why,
                glow=plan.say("in_use") if in_use else None,
                opacity=0.55 if why else 1,
                outline=d.rect(x - 3, y - 3, w + 6, row + 2, 10),
            )
        )
        y += row
    return found


def _power_preview(plan: Plan, number: int, words: str) -> d.Group:
    """The Temples that pay, and the locations it would concern."""
    power = plan.power(plan.view.actor, number)
    parts: list[d.Child] = []
    for place in forecasts.aims(plan.view, plan.edition, power):
        parts.append(note_on(plan, place, ""))
    for place, note in forecasts.of_sacrifice(plan.view, plan.edition, power).items():
        parts.append(note_on(plan, place, note))
    parts.append(caption(plan, words))
    return d.group(parts, preview=True)


def seats_around(plan: Plan) -> tuple[int, ...]:
    """Everybody in turn order, beginning with the viewer."""
    view = plan.view
    order = view.order or tuple(range(len(view.supply)))
    if view.viewer in order:
        here = order.index(view.viewer)
        order = order[here:] + order[:here]
    return order


def other_cards(plan: Plan, shown: int, x: float, y: float, w: float, high: float) -> tuple[d.Child, float]:
    """The power cards of all but the seat whose card is spread out, to be read, and where they end."""
    found: list[d.Child] = []
    for seat in seats_around(plan):
        if seat != shown and plan.view.pantheon[seat] >= 0:
            found.append(_small_card(plan, seat, x, y, w, high - 6))
            y += high
    return found, y


def _small_card(plan: Plan, seat: int, x: float, y: float, w: float, h: float) -> d.Group:
    """Whose card it is, and the three powers with their price and what they do."""
    pantheon = plan.pantheon(seat)
    tone = colour_of(pantheon)
    title = f"{plan.speaker.names[seat]} · {plan.people(seat)}"
    parts: list[d.Child] = [
        d.rect(0, 0, w, h, 8, fill=d.mix(d.CARD, tone, 0.08), stroke=tone, width=1.3),
        chip(pantheon, 8, 14, 13),
        d.fit_text(title, w - 36, 12, 10, x=28, y=13, anchor="start", bold=True),
    ]
    top = 24.0
    for number, power in enumerate(pantheon.powers, 1):
        in_use = seat == plan.view.active and plan.view.power == number and not plan.view.over
        name = plan.power_name(plan.view.pantheon[seat], number)
        text = d.fit_text(
            plan.power_text(power), w - 18, 10.5, 10, 4, x=9, y=top + 16, anchor="start", top=True
        )
        row = 17 + 12.6 * len(text)
        parts.append(
            d.group(
                d.rect(4, top, w - 8, row - 1, 5, fill=d.mix(d.CARD, tone, 0.3)) if in_use else None,
                d.fit_text(name, w - 80, 11, 10, x=9, y=top + 9, anchor="start", bold=True),
                d.pips(power.cost, power.cost, r=3, gap=3, fill=d.INK, x=w - 22, y=top + 9),
                [d.mark("hourglass", 4, w - 46 - 9 * k, top + 9, fill=d.GOLD) for k in range(power.doom)],
                text,
                label=plan.power_told(plan.view.pantheon[seat], number),
                glow=plan.say("in_use") if in_use else None,
            )
        )
        top += row
    label = plan.say("card", {"people": plan.people(seat)})
    return d.group(parts, x=x, y=y, label=label)


def players(plan: Plan, x: float, y: float, w: float, high: float) -> list[d.Child]:
    """Everybody's standing, in turn order as seen from the viewer."""
    return [
        _player(plan, seat, x, y + high * number, w, high - 6)
        for number, seat in enumerate(seats_around(plan))
    ]


def _player(plan: Plan, seat: int, x: float, y: float, w: float, h: float) -> d.Child:
    view = plan.view
    known = view.pantheon[seat] >= 0
    tone = colour_of(plan.pantheon(seat)) if known else d.LINE
    active = seat == view.active and not view.over
    text = f"rival {seat}"
    fields, cities, temples = (view.controls[seat][kind] for kind in (FIELD, CITY, TEMPLE))
    numbers: dict[str, Any] = {
        "faith": view.faith[seat],
        "followers": sum(place[seat] for place in view.followers),
        "fields": fields,
        "cities": cities,
        "temples": temples,
        "supply": view.supply[seat],
        "field_chips": view.chips[seat][FIELD],
        "city_chips": view.chips[seat][CITY],
        "temple_chips": view.chips[seat][TEMPLE],
        "actions": view.next_actions[seat],
    }
    name = plan.speaker.names[seat]
    title = f"{name} · {plan.people(seat)}" if known else name
    signs: list[tuple[str, d.Colour]] = []
    if seat in view.winners:
        signs.append((plan.say("winner"), d.GOOD))
    if active:
        signs.append((plan.say("active"), d.ACCENT))
    elif view.moved[seat]:
        signs.append((plan.say("moved"), d.FAINT))
    if view.aegis[seat]:
        signs.append((plan.say("aegis"), d.GOLD))
    if view.penalty[seat]:
        signs.append((plan.say("confused", number=view.penalty[seat]), d.WARN))
    left = 46.0
    parts: list[d.Child] = [
        d.rect(0, 0, w, h, 9, fill=d.mix(d.CARD, tone, 0.1), stroke=tone, width=3 if active else 1.5),
        chip(plan.pantheon(seat), 15, 24, h / 2 - 8) if known else None,
        d.text(plan.pantheon(seat).letter, 24, h - 13, 13, bold=True) if known else None,
        d.fit_text(title, w - left - 62, 13.5, 10, x=left, y=14, anchor="start", bold=True),
        d.text(numbers["faith"], w - 26, h / 2 - 8, 26, bold=True),
        d.text(plan.say("faith_points"), w - 26, h / 2 + 11, 10, fill=d.FAINT),
        d.fit_text(plan.say("made_of", **numbers), w - left - 56, 11.5, 10, x=left, y=32, anchor="start"),
        d.fit_text(
            plan.say("left", **numbers), w - left - 56, 11.5, 10, x=left, y=48, anchor="start", fill=d.FAINT
        ),
    ]
    px = left
    for words, colour in signs:
        wide = d.width_of(words, 10, bold=True) + 14
        parts.append(d.badge(words, size=10, fill=colour, w=wide, x=px + wide / 2, y=h - 11))
        px += wide + 5
    told = ", ".join([title, plan.say("told", **numbers), *(words for words, _ in signs)])
    return d.group(
        parts,
        x=x,
        y=y,
        id=f"seat-{seat}",
        label=told,
        action=plan.choices.action(text),
        why=plan.choices.why(text),
        outline=d.rect(-3, -3, w + 6, h + 6, 11),
    )
