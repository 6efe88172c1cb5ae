"""The viewer's own table in front: the role card, and a shelf for every kind of token."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art, goals
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import DEUS, seat_key, shelf_key
from ludoteca.games.bologna.board.goals import Demand
from ludoteca.games.bologna.board.kit import OUT_OF_REACH, BolognaKit, Reach, Seated
from ludoteca.games.bologna.board.lexicon import Lexicon
from ludoteca.games.bologna.board.portico import deus_token, skip_token
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.state import NO_ROLE

SHELVES: Final = 351.0  # on a phone: where the shelves begin,
STEP: Final = 42.0  # and how far apart they are
PLACES: Final = 7
CREAM: Final = d.Colour("#f6e2c4")
INLAY: Final = d.Colour("#b9831d")
TOO_MANY: Final = d.Colour("#ff8a7a")


class Shelf(NamedTuple):
    """The tokens of one kind in front, and what the goal asks for."""

    words: Lexicon
    seat: int
    kind: int
    number: int
    demand: Demand
    has_goal: bool
    burns: bool
    reach: Reach

    @property
    def name(self) -> str:
        return self.words.symbols[self.kind]

    @property
    def label(self) -> str:
        """Only named where it can be touched: what lies there is told with the seat."""
        return f"{self.name}: {self.number}" if self.reach.key else ""

    @property
    def wants(self) -> str:
        """What the goal asks for, in a word."""
        words, demand = self.words, self.demand
        if not self.has_goal:
            return ""
        if demand.idle:
            return words.short("any")
        if not demand.exact:
            return words.short("of_least", number=demand.low)
        return words.short("just", number=demand.low) if demand.low else words.short("must_be_none")


def card_label(words: Lexicon, role: int, lost_roles: tuple[int, ...], guess_required: bool) -> str:
    """The role card in words: its goal, and in a duel the roles held before."""
    if role == NO_ROLE:
        return words.say("hidden_role")
    label = words.goal_line(role, guess_required)
    if not lost_roles:
        return label
    lost = ", ".join([words.roles[lost] for lost in lost_roles])
    return f"{label}. {words.say('former_roles', roles=lost)}"


def steps_words(shown: Seated, is_over: bool, guess_required: bool, key: str = "steps_away") -> str:
    """How far the seat is from the throne, if the viewer knows its role."""
    words, role = shown.words, shown.role
    if not shown.alive:
        return words.say("out")
    if role == NO_ROLE or is_over:
        return ""
    far = goals.steps(words.edition, role, shown.held, shown.towerless)
    if far == 0 and goals.needs_guess(role, guess_required):
        return words.say("only_guess")
    return words.say(key, number=far)


# At a desk


class Desk(NamedTuple):
    """All that lies in front."""

    shown: Seated
    lost_roles: tuple[int, ...]
    guess_required: bool
    is_over: bool
    has_deus: bool
    reaches: tuple[Reach, ...]

    @property
    def shelves(self) -> list[Shelf]:
        shown = self.shown
        has_goal = shown.role != NO_ROLE
        return [
            Shelf(shown.words, shown.seat, kind, shown.held[kind], demand, has_goal, shown.sins, reach)
            for kind, (demand, reach) in enumerate(zip(shown.demands, self.reaches))
        ]


def desk_of(kit: BolognaKit) -> Desk:
    """What lies in front of the viewer."""
    view = kit.view
    shown = kit.seated(kit.nearest)
    has_deus = shown.deus and not kit.concerns(DEUS)
    reaches = tuple([kit.reach(shelf_key(kind)) for kind in range(KINDS)])
    return Desk(shown, view.lost_roles, view.guess_required, view.over, has_deus, reaches)


def own_table(kit: BolognaKit) -> list[d.Group]:
    """The role card, the plates, a shelf for every kind of token."""
    desk = desk_of(kit)
    shown = desk.shown
    drawn = [
        _desk(),
        _role_card(shown.words, shown.seat, shown.role, desk.lost_roles, desk.guess_required),
        _name_plate(shown),
        _steps_plate(steps_words(shown, desk.is_over, desk.guess_required)),
        *[_shelf(shelf) for shelf in desk.shelves],
    ]
    if shown.skip_token >= 0:
        drawn.append(skip_token(shown.skip_token, 618, 531, 0.9))
    if desk.has_deus:
        drawn.append(deus_token("", OUT_OF_REACH, 657, 531, 0.86))
    return drawn


@d.part
def _desk() -> d.Group:
    return d.group(d.use(SHEET, "desk"))


@d.part
def _role_card(
    words: Lexicon, seat: int, role: int, lost_roles: tuple[int, ...], guess_required: bool
) -> d.Group:
    label = card_label(words, role, lost_roles, guess_required)
    place: d.Place = {"id": f"role-{seat}", "glides": True, "x": 10, "y": 534, "label": label}
    if role == NO_ROLE:
        place["about"] = "deck"
        return d.group(d.use(SHEET, "card-back"), **place)
    place["about"] = f"role {role}"
    wanted = words.wanted(role)
    step = 104 / max(1, len(wanted))
    goal: list[d.Child] = [
        [
            art.symbol(kind, 8.5, 8 + step * (n + 0.5), 164),
            d.text(code, 8 + step * (n + 0.5), 180, 13, bold=True, fill=art.DARK),
        ]
        for n, (kind, code) in enumerate(wanted)
    ]
    if not wanted:
        told = words.say("brigand_short", number=words.edition.hoard)
        goal = [*d.fit_text(told, 108, 12.5, 12.5, 2, x=60, y=170, fill=art.DARK)]
    return d.group(
        d.use(SHEET, "card-frame"),
        art.portrait(role, 100, 10, 10),
        d.fit_text(
            words.roles[role], 108, 13.5, 12.5, 2, x=60, y=135, serif=True, fill=art.DARK, leading=1.1
        ),
        d.line(12, 152, 108, 152, stroke=art.RIM),
        goal,
        **place,
    )


@d.part
def _name_plate(shown: Seated) -> d.Group:
    name = shown.words.say("you", seat=shown.name) if shown.own else shown.name
    return d.group(
        _plate(shown.seat, name, shown.is_lit, shown.could_be_crowned),
        id=f"seat-{shown.seat}",
        label=shown.label,
        about=seat_key(shown.seat),
        outline=d.rect(147, 513, 212, 36, 8),
        **shown.reach.touch,
    )


@d.part
def _plate(seat: int, name: str, lit: bool, threat: bool) -> d.Group:
    ink = art.DARK if lit else art.INK
    return d.group(
        art.plate(150, 515, 206, 31, lit),
        d.use(SHEET, f"banner-{seat}", 156, 515, 0.66),
        d.fit_text(name, 160 - 26 * threat, 15.5, 12.5, x=190, y=530, anchor="start", serif=True, fill=ink),
        d.use(SHEET, "threat", 340, 530, 0.78) if threat else None,
    )


@d.part
def _steps_plate(words: str) -> d.Group:
    if not words:
        return d.group()
    return d.group(
        art.plate(364, 515, 232, 31),
        d.use(SHEET, "throne", 380, 543, 0.17),
        d.fit_text(words, 194, 13.5, 12.5, x=395, y=530, anchor="start", bold=True, fill=art.INK),
        about="throne",
    )


@d.part
def _shelf(shown: Shelf) -> d.Group:
    """Seven places and the eighth, which burns; what the goal asks for is inlaid in gold."""
    y, pitch, left = 22.0, 37.0, 528 - 37 * 8 - 8
    met = shown.has_goal and shown.demand.holds(shown.number)
    return d.group(
        d.use(SHEET, "shelf-wide"),
        d.fit_text(shown.name, 74, 14, 12.5, x=14, y=y, anchor="start", bold=True, fill=art.IVORY),
        d.text(shown.number, 99, y, 24, bold=True, fill=art.IVORY),
        d.fit_text(shown.wants, 88, 13, 12.5, x=117, y=y, anchor="start", fill=CREAM),
        d.use(SHEET, "tick", 213, y, 0.8) if met else None,
        _places(shown, left, y, pitch, 15),
        id=f"count-{shown.seat}-{shown.kind}",
        amount=shown.number,
        label=shown.label,
        about=f"token {shown.kind}",
        outline=d.rect(-2, -1, 532, 47, 10),
        x=150,
        y=552 + 48 * shown.kind,
        **shown.reach.touch,
    )


def _places(shown: Shelf, left: float, y: float, pitch: float, reach: float) -> list[d.Child]:
    """What lies on a shelf, what is missing, and what is too many."""
    demand, kind, held = shown.demand, shown.kind, min(shown.number, PLACES)
    top, height = y - reach - 3, 2 * reach + 5
    drawn: list[d.Child] = []
    if demand.low:
        drawn.append(d.rect(left + 1, top, pitch * demand.low - 2, height, 8, fill=INLAY, opacity=0.75))
    drawn.append(art.rank(kind, held, left, y, pitch))
    drawn.append(art.rank(kind, demand.low - held, left + pitch * held, y, pitch, 0.35))
    for place in range(demand.high, held):
        drawn.append(d.circle(left + pitch * (place + 0.5), y, reach + 0.5, stroke=TOO_MANY, width=2.6))
    if demand.exact:
        drawn.append(d.rect(left + pitch * demand.low - 2, top, 4, height, 2, fill=TOO_MANY))
    if shown.burns and demand.low <= PLACES:
        drawn.append(d.use(SHEET, "fire", left + pitch * (PLACES + 0.5), y, reach / 16))
    return drawn


# On a phone


def own_table_narrow(kit: BolognaKit) -> list[d.Group]:
    desk = desk_of(kit)
    shown, y, step = desk.shown, SHELVES, STEP
    words = steps_words(shown, desk.is_over, desk.guess_required, "steps_short")
    drawn = [_small_card(shown, words)]
    drawn += [_small_shelf(shelf, 90, y + step * shelf.kind) for shelf in desk.shelves]
    if shown.skip_token >= 0:
        drawn.append(skip_token(shown.skip_token, 16, y + 84, 0.7))
    if desk.has_deus:
        drawn.append(deus_token("", OUT_OF_REACH, 70, y + 12, 0.62))
    return drawn


@d.part
def _small_card(shown: Seated, words: str) -> d.Group:
    """The role card, which is also the viewer's own seat."""
    y = 352.0
    role, lit = shown.role, shown.is_lit
    body: d.Child = d.use(SHEET, "card-back", 16, y + 6, 0.46)
    if role != NO_ROLE:
        name = shown.words.roles[role]
        body = [
            art.portrait(role, 66, 9, y + 6),
            d.fit_text(name, 76, 14, 14, 3, x=42, y=y + 102, fill=art.DARK, leading=1.05),
        ]
    steps: list[d.Child] = [
        d.rect(3, y + 132, 78, 32, 6, fill=art.PAPER),
        *d.fit_text(words, 74, 14, 14, 2, x=42, y=y + 148, bold=True, fill=art.INK, leading=1.05),
    ]
    return d.group(
        d.rect(2, y, 80, 128, 7, fill=art.GOLD if lit else art.IVORY, stroke=art.RIM, width=2 if lit else 1),
        body,
        art.emblem(shown.seat, 8, 12, y + 10),
        d.use(SHEET, "threat", 16, y + 66, 0.7) if shown.could_be_crowned else None,
        steps if words else None,
        id=f"seat-{shown.seat}",
        label=shown.label,
        about=f"role {role}" if role != NO_ROLE else seat_key(shown.seat),
        outline=d.rect(1, y - 1, 82, 130, 8),
        **shown.reach.touch,
    )


@d.part
def _small_shelf(shown: Shelf, x: float, top: float) -> d.Group:
    y, pitch, left = 19.0, 19.0, 244 - 19 * 8 - 3
    met = shown.has_goal and shown.demand.holds(shown.number)
    code = "" if not shown.has_goal or shown.demand.idle else f"/{shown.demand.code}"
    return d.group(
        d.use(SHEET, "shelf-narrow"),
        art.symbol(shown.kind, 11, 16, y),
        d.text(shown.number, 40, y, 19, bold=True, fill=art.IVORY),
        d.text(code, 50, y + 1, 14, anchor="start", fill=CREAM),
        d.use(SHEET, "tick", 82, 8, 0.6) if met else None,
        _places(shown, left, y + 1, pitch, 8.6),
        id=f"count-{shown.seat}-{shown.kind}",
        amount=shown.number,
        label=shown.label,
        about=f"token {shown.kind}",
        outline=d.rect(-1, -2, 246, 44, 8),
        x=x,
        y=top,
        **shown.reach.touch,
    )
