"""The map: sea, star, roads, locations with owners and followers, the Doomsday track, and the ways to go."""

from __future__ import annotations

import math

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board import forecasts
from ludoteca.games.bello_divorum.board.emblems import chip, colour_of, follower, outline, sign
from ludoteca.games.bello_divorum.board.plan import Plan
from ludoteca.games.bello_divorum.rules.actions import CATALOGUE, MIDDLE, PLACE_WORDS, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, Pantheon

SEA = d.Colour("#dbe8ee", "#16242c")
LAND = d.Colour("#f4efe2", "#262b2a")
STAR = d.Colour("#f1dfa8", "#4a4023")
ROAD = d.Colour("#bcb195", "#59604f")
ATTACK_INK = d.WARN
WARNING_STEPS = 3


def ground(plan: Plan) -> d.Group:
    """Sea, land and the golden star."""
    return _ground(plan.edition, plan.points, plan.tile)


@d.part
def _ground(edition: BelloEdition, points: tuple[d.Point, ...], tile: float) -> d.Group:
    board = edition.board
    rim = [points[place] for place in board.temples]
    parts: list[d.Child] = [
        d.polygon(rim, fill=LAND, stroke=LAND, width=tile * 2.3),
    ]
    middle = points[MIDDLE]
    for arm in board.arms:
        tip, right, left = (points[place] for place in arm)
        parts.append(d.polygon([tip, left, middle, right], fill=STAR, stroke=STAR, width=tile * 0.9))
    for place in board.places:
        for other in board.neighbours[place]:
            if other > place:
                parts.append(d.line(*points[place], *points[other], stroke=ROAD, width=tile * 0.14))
    return d.group(parts)


def track(plan: Plan, points: list[d.Point], r: float) -> d.Child:
    """The Doomsday track: passed spaces are dark, the token is an hourglass."""
    view = plan.view
    here = view.doom % view.track
    late = view.doom >= view.track - WARNING_STEPS
    parts: list[d.Child] = []
    if not plan.narrow:
        parts.append(d.polygon(points, stroke=d.LINE, width=4))
    for space, (x, y) in enumerate(points):
        passed = space < view.doom
        fill = d.mix(d.CARD, d.WARN if late else d.INK, 0.55 if passed else 0.0)
        parts.append(d.circle(x, y, r, fill=fill, stroke=d.WARN if late else d.FAINT, width=1.3))
    x, y = points[here]
    token = d.group(
        d.circle(0, 0, r * 1.25, fill=d.GOLD, stroke=d.PAPER, width=2),
        d.mark("hourglass", r * 0.75, fill=d.ink_on(d.GOLD)),
        id="doomsday",
        glides=True,
        x=x,
        y=y,
    )
    label = plan.say("doomsday", number=view.doom, track=view.track)
    return d.group(parts, token, label=label)


def tiles(plan: Plan) -> list[d.Child]:
    return [_tile(plan, place) for place in plan.edition.board.places]


def _tile(plan: Plan, place: int) -> d.Group:
    view = plan.view
    kind = plan.edition.board.kind[place]
    owner = view.owner[place]
    r = plan.tile * (1.22 if kind == 0 else 1.0)
    action, why, notes = _choice(plan, place)
    standing = [
        plan.pantheon(seat) for seat, number in enumerate(view.followers[place]) for _ in range(number)
    ]
    face = _face(
        kind,
        plan.pantheon(owner) if owner >= 0 else None,
        tuple(standing),
        "" if plan.narrow else PLACE_WORDS[place].upper(),
        plan.tile,
        plan.piece,
        plan.badge,
    )
    x, y = plan.at(place)
    preview = _preview(plan, notes, (x, y), plan.name(place)) if action else None
    return d.group(
        face,
        preview,
        id=f"place-{place}",
        x=x,
        y=y,
        label=_told(plan, place),
        action=action,
        why=why,
        outline=outline(kind, r + 4),
    )


@d.part
def _face(
    kind: int,
    owner: Pantheon | None,
    standing: tuple[Pantheon, ...],
    tag: str,
    tile: float,
    piece: float,
    badge: float,
) -> d.Group:
    """A location: whose it is, and who stands there."""
    r = tile * (1.22 if kind == 0 else 1.0)
    if owner is not None:
        colour = colour_of(owner)
        body = outline(kind, r, fill=d.mix(d.CARD, colour, 0.22), stroke=colour, width=tile * 0.16)
    else:
        body = outline(kind, r, fill=d.CARD, stroke=d.FAINT, width=1.2, dash="3 3")
    parts: list[d.Child] = [body]
    if not standing:
        parts.append(d.group(sign(kind, tile * 0.42, d.mix(d.FAINT, d.CARD, 0.35))))
    for pantheon, (x, y) in zip(standing, _spots(len(standing), piece), strict=True):
        parts.append(follower(pantheon, piece, x, y + tile * 0.06))
    if owner is not None:
        parts.append(chip(owner, badge, -r * 0.54, -r * 0.95 - tile * 0.16))
    if tag:
        parts.append(d.text(tag, tile * 0.8, r + 7, 10, fill=d.FAINT, halo=LAND))
    return d.group(parts)


def _spots(number: int, r: float) -> list[d.Point]:
    """Where up to four followers stand on a tile."""
    step = r + 0.6
    if number == 1:
        return [(0.0, 0.0)]
    if number == 2:
        return [(-step, 0.0), (step, 0.0)]
    if number == 3:
        return [(-step, step * 0.85), (step, step * 0.85), (0.0, -step * 0.85)]
    return [(-step, -step), (step, -step), (-step, step), (step, step)][:number]


def _told(plan: Plan, place: int) -> str:
    """A location in words."""
    view = plan.view
    kind = plan.speaker.book.noun("kind", plan.edition.board.kind[place])
    texts = {"id": PLACE_WORDS[place].upper(), "place": plan.name(place), "kind": kind}
    if view.owner[place] >= 0:
        texts["people"] = plan.people(view.owner[place])
        told = plan.say("tile_held", texts)
    else:
        told = plan.say("tile_free", texts)
    here = [
        f"{number} {plan.people(seat, number)}" for seat, number in enumerate(view.followers[place]) if number
    ]
    return f"{told}: {plan.speaker.book.join(here)}" if here else told


def _choice(plan: Plan, place: int) -> tuple[str | None, str | None, forecasts.Notes]:
    """The action a location stands for just now, or why not, and what it would do."""
    view = plan.view
    word = PLACE_WORDS[place]
    choices = plan.choices
    if view.phase == "target" and view.question == "drown":
        for arm, fields in enumerate(plan.edition.board.arms):
            if fields[0] == place:
                power = plan.power(view.actor, view.power)
                notes = forecasts.of_arm(view, plan.edition, power, arm)
                return choices.action(f"arm {arm}"), choices.why(f"arm {arm}"), notes
        return None, None, {}
    if view.question == "pickcorner" and place in plan.edition.board.temples:
        text = f"corner {plan.edition.board.temples.index(place)}"
        return choices.action(text), choices.why(text), {}
    for verb in ("target", "recruit", "control", "source"):
        text = f"{verb} {word}"
        if choices.get(text) is not None:
            notes = {}
            if verb == "target" and choices.action(text):
                notes = forecasts.of_target(view, plan.edition, plan.power(view.actor, view.power), place)
            return choices.action(text), choices.why(text), notes
    return None, None, {}


def _preview(plan: Plan, notes: forecasts.Notes, origin: d.Point, words: str) -> d.Group:
    """Badges on the locations concerned, and a line of words, shown while the choice is pointed at."""
    parts: list[d.Child] = []
    for place, note in notes.items():
        parts.append(note_on(plan, place, note, origin))
    parts.append(caption(plan, words, origin))
    return d.group(parts, preview=True)


def note_on(plan: Plan, place: int, note: str, origin: d.Point = (0.0, 0.0)) -> d.Child:
    """A ring and a badge on a location that something would happen to."""
    x, y = plan.at(place)
    x, y = x - origin[0], y - origin[1]
    return [
        d.circle(x, y, plan.tile * 1.25, stroke=d.GLOW, width=3),
        d.badge(note, size=11, fill=d.GLOW, x=x + plan.tile * 0.85, y=y + plan.tile * 0.75) if note else None,
    ]


def caption(plan: Plan, words: str, origin: d.Point = (0.0, 0.0)) -> d.Child:
    """The line below the map that explains what is pointed at; nothing without words."""
    if not words:
        return None
    wide = 800.0 if not plan.narrow else 392.0
    x = plan.x - origin[0]
    y = caption_height(plan) - origin[1]
    return [
        d.rect(x - wide / 2, y - 15, wide, 30, 8, fill=d.CARD, stroke=d.LINE),
        d.fit_text(words, wide - 16, 14, 10, 2, x=x, y=y, height=28),
    ]


def caption_height(plan: Plan) -> float:
    return plan.y + (plan.unit * 128 if not plan.narrow else plan.unit * _depth(plan) + plan.tile * 1.3 + 18)


def _depth(plan: Plan) -> float:
    """How far the map reaches down, in hundredths."""
    board = plan.edition.board
    cos, sin = math.cos(plan.turn), math.sin(plan.turn)
    return max(-(board.x[place] * sin + board.y[place] * cos) for place in board.places)


def roads(plan: Plan) -> list[d.Child]:
    """An arrow beside the followers for every Movement, and a red one with a blade for every Combat."""
    found: list[d.Child] = []
    for choice in plan.choices.offered:
        verb = choice.text.partition(" ")[0]
        if verb in ("move", "attack"):
            found.append(_arrow(plan, choice.text, choice.label, verb == "attack"))
    return found


def _arrow(plan: Plan, text: str, label: str, attacks: bool) -> d.Group:
    slot = CATALOGUE.parse(text).a
    start, end = plan.at(SLOT_ORIGIN[slot]), plan.at(plan.edition.board.slot_end[slot])
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    free = length - 2 * plan.tile
    r = min(plan.tile * 0.34, free * 0.36)
    reach = plan.tile + free * 0.3
    x, y = start[0] + ux * reach, start[1] + uy * reach
    colour = ATTACK_INK if attacks else d.ACCENT
    heading = math.degrees(math.atan2(uy, ux))
    if attacks:
        ink = d.ink_on(colour)
        blades = [
            d.line(-0.42 * r, s * 0.42 * r, 0.42 * r, -s * 0.42 * r, stroke=ink, width=1.6) for s in (1, -1)
        ]
        shape: d.Child = [d.circle(0, 0, r * 0.95, fill=colour), blades]
        words = _fate(plan, slot, label)
    else:
        tip = d.group(d.mark("chevron", r * 0.62, r * 0.05, 0, fill=d.ink_on(colour)), turn=heading)
        shape = [d.circle(0, 0, r * 0.95, fill=colour), tip]
        words = label
    hint = d.group(caption(plan, words, (x, y)), preview=True)
    return d.group(
        shape, hint, x=x, y=y, label=words, action=text, quiet=True, outline=d.circle(0, 0, r + 3.5)
    )


def _fate(plan: Plan, slot: int, attack: str) -> str:
    """The forecast of an attack in words."""
    fate = forecasts.of_attack(plan.view, plan.edition, slot)
    key = "forecast_chip" if fate.chip_falls else "forecast"
    return plan.say(key, {"attack": attack}, lost=fate.lost, killed=fate.killed, survivors=fate.survivors)
