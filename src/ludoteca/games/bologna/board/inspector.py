"""What the inspector says of every piece and place of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art, goals
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.great_events import trace_of
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import EARTHQUAKE, FOOLS, PORK_FEAST, BolognaView
from ludoteca.games.bologna.rules.actions import BRIGAND, INNKEEPER
from ludoteca.games.bologna.rules.dice import BOLOGNA, LETTERS, NAMES, PEOPLE, WINE
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.kernel.actions import Action
from ludoteca.kernel.speaker import Speaker

SYMBOL_RULES: Final = ("BOL-3.1", "BOL-3.4", "BOL-3.5", "BOL-3.7", "BOL-3.8", "BOL-3.10")
PAIR_RULES: Final = {PEOPLE: "BOL-3.3", WINE: "BOL-3.9", 5: "BOL-3.11"}


def about(view: BolognaView, speaker: Speaker, key: str) -> d.About | None:
    """What is said of a piece, from the view alone."""
    kit = BolognaKit(view, speaker)
    word, _, number = key.partition(" ")
    if word in _NUMBERED and number:
        return _NUMBERED[word](kit, int(number))
    return _PLACES[key](kit) if key in _PLACES else None


def explained(view: BolognaView, speaker: Speaker, option: Action) -> list[str]:
    """What Wine or a pair does, and what becomes of the Deus-Ex Machina. Of Rats everything is told as what
    happens.
    """
    kit = BolognaKit(view, speaker)
    match option.text.split():
        case ["use" | "wild", "W"]:
            return [kit.say("crib_W")]
        case ["pair", letter, _] if letter != "R":
            return [kit.say(f"crib_{letter * 2}")]
        case ["miracle"]:
            return [kit.say("about_deus").rstrip(".")]
    return []


def _symbol(kit: BolognaKit, face: int) -> d.About:
    """A face of a die: what it does alone, and what two do."""
    letter = LETTERS[face]
    pair = ""
    if face in PAIR_RULES:
        effect = kit.words.short(f"crib_{letter * 2}")
        pair = kit.say("two_do", pair=kit.say(f"pair_{letter}"), effect=effect[0].lower() + effect[1:])
    text = kit.say(f"crib_{letter}").rstrip(".")
    picture = d.group(art.die(face, 96))
    return d.About(kit.words.symbols[face], f"{text}.", pair, SYMBOL_RULES[face], picture)


def _pair(kit: BolognaKit, face: int) -> d.About:
    dice = d.group([d.group(art.die(face, 56), x=x) for x in (-31, 31)])
    letter = LETTERS[face]
    return d.About(kit.say(f"pair_{letter}"), f"{kit.say(f'crib_{letter * 2}')}.", "", PAIR_RULES[face], dice)


def _token(kit: BolognaKit, kind: int) -> d.About:
    held = [f"{kit.name(seat)} {tokens[kind]}" for seat, tokens in enumerate(kit.view.tokens)]
    text = kit.say("about_token_sins" if kit.view.sins else "about_token")
    if kit.view.sins and kit.roles_in_play > BRIGAND:
        text = f"{text} {kit.say('about_token_brigand')}"
    return d.About(kit.words.symbols[kind], text, ", ".join(held), "BOL-1.2", d.group(art.symbol(kind, 54)))


def _stall(kit: BolognaKit, kind: int) -> d.About:
    state = kit.say("pool_has", symbol=kit.words.symbols[kind], number=kit.view.pool[kind])
    text = kit.say("about_stall", number=kit.edition.supply[kind])
    picture = d.group(d.use(SHEET, f"stall-{NAMES[kind]}", -52, -46))
    return d.About(kit.say("stall_of", symbol=kit.words.symbols[kind]), text, state, "BOL-3.13", picture)


def _role(kit: BolognaKit, role: int) -> d.About:
    """A role: its goal, and how far everybody is from it."""
    rule = "BOL-7.5" if role == BRIGAND else "BOL-4.6" if role == INNKEEPER else "BOL-4.3"
    far = [
        f"{kit.name(seat)} {kit.steps(seat, role)}"
        for seat in range(kit.seats)
        if role in kit.suspects[seat] and kit.view.alive[seat]
    ]
    state = kit.say("steps_of", seats=", ".join(far)) if far else kit.say("nobody_is")
    if role >= kit.roles_in_play:
        state = kit.say("not_in_play")
    text = (
        f"{kit.say(f'line_{role}')} {kit.say('goal_is', goal=kit.words.goal(role, kit.view.guess_required))}"
    )
    picture = d.group(art.portrait(role, 100, -50, -53))
    return d.About(kit.words.roles[role], text, state, rule, picture)


def _seat(kit: BolognaKit, seat: int) -> d.About:
    """A player: what lies there, and which roles are still possible."""
    view = kit.view
    role = view.roles[seat]
    if role != NO_ROLE:
        state = kit.say("is", seat=kit.name(seat), role=kit.words.roles[role])
        picture = d.group(art.portrait(role, 100, -50, -53))
    else:
        ordered = sorted(kit.suspects[seat], key=lambda other: (kit.steps(seat, other), other))
        steps = [f"{kit.words.roles[other]} {kit.steps(seat, other)}" for other in ordered]
        state = kit.say("may_be_steps", roles=", ".join(steps))
        picture = d.group(d.use(SHEET, "hood", 0, 56, 1, tone=art.SEATS[seat]))
    if view.lost_roles and seat == kit.me:
        state += ". " + kit.say(
            "former_roles", roles=", ".join(kit.words.roles[lost] for lost in view.lost_roles)
        )
    return d.About(kit.name(seat), kit.seated(seat).account + ".", state, "BOL-4.1", picture)


def _deus(kit: BolognaKit) -> d.About:
    holder = kit.view.deus
    state = kit.say("held_by", seat=kit.name(holder)) if holder >= 0 else ""
    return d.About(
        kit.say("deus_name"),
        kit.say("about_deus"),
        state,
        "BOL-5.2",
        d.group(d.use(SHEET, "deus", 0, 0, 2.8)),
    )


def _tavern(kit: BolognaKit) -> d.About:
    asleep = [kit.name(seat) for seat in range(kit.seats) if kit.view.asleep[seat]]
    left = kit.say("skip_left", number=kit.view.sleep_tokens)
    state = f"{left}. {kit.say('sleepers', seats=', '.join(asleep))}" if asleep else left
    return d.About(
        kit.say("tavern"), kit.say("about_tavern"), state, "BOL-2.8", d.group(d.use(SHEET, "sleep", 0, 0, 3))
    )


def _throne(kit: BolognaKit) -> d.About:
    role = kit.view.roles[kit.me] if kit.me >= 0 else NO_ROLE
    state = kit.say("steps_away", number=kit.steps(kit.me, role)) if role != NO_ROLE else ""
    if role != NO_ROLE and goals.needs_guess(role, kit.view.guess_required):
        state += f", {kit.words.short('also_guess')}"
    return d.About(
        kit.say("throne"),
        kit.say("about_throne"),
        state,
        "BOL-4.1",
        d.group(d.use(SHEET, "throne", 0, 58, 0.85)),
    )


def _notebook(kit: BolognaKit) -> d.About:
    picture = d.group([art.head(role, 24, x, 0) for role, x in ((0, -40), (1, 0), (4, 40))])
    return d.About(kit.say("notebook_public"), kit.say("about_notebook"), "", "BOL-8.2", picture)


def _deck(kit: BolognaKit) -> d.About:
    state = kit.say("role_deck", number=kit.view.deck_size)
    return d.About(
        kit.say("deck"),
        kit.say("about_deck"),
        state,
        "BOL-1.6",
        d.group(d.use(SHEET, "card-back", -33, -55, 0.55)),
    )


def _stage(kit: BolognaKit) -> d.About:
    state = kit.say("for_seat", seat=kit.name(kit.next_seat)) if kit.view.rest else ""
    return d.About(
        kit.say("dice"), kit.say("about_stage"), state, "BOL-2.3", d.group(d.use(SHEET, "cup", 0, 0, 1.3))
    )


def _event(name: str, rule: str, picture: d.Use) -> Callable[[BolognaKit], d.About]:
    """One of the great events of the city; `state` while it is the event of this turn."""

    def told(kit: BolognaKit) -> d.About:
        trace = trace_of(kit)
        state = trace.words if trace and trace.event == name else ""
        return d.About(kit.say(name, "option"), kit.say(f"about_{name}"), state, rule, d.group(picture))

    return told


_NUMBERED: Final[dict[str, Callable[[BolognaKit, int], d.About]]] = {
    "symbol": _symbol,
    "pair": _pair,
    "token": _token,
    "stall": _stall,
    "role": _role,
    "seat": _seat,
}
_PLACES: Final[dict[str, Callable[[BolognaKit], d.About]]] = {
    "deus": _deus,
    "tavern": _tavern,
    "throne": _throne,
    "notebook": _notebook,
    "deck": _deck,
    "stage": _stage,
    FOOLS: _event(FOOLS, "BOL-5.40", d.use(SHEET, "jester", 0, 0, 0.55)),
    PORK_FEAST: _event(PORK_FEAST, "BOL-5.20", art.symbol(BOLOGNA, 40)),
    EARTHQUAKE: _event(EARTHQUAKE, "BOL-5.30", d.use(SHEET, "two-towers", -24, 44, 0.5, turn=14)),
}
