"""What the inspector says of every piece and place of the table, from a view alone."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.manticore.board import art, land, pieces, strip
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.box import about_stat, hero_facts, thing_facts, token_facts
from ludoteca.games.manticore.board.plates import is_fallen, standing
from ludoteca.games.manticore.board.table import WIDE_CHART
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import (
    CHOOSE_CLASS,
    FIRST_MONSTER,
    HEROINE,
    MOST_SEATS,
    TYPE,
    TYPES,
)
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import FIRST_PILE, OUTSIDE
from ludoteca.games.manticore.rules.land import LABELS
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE
from ludoteca.kernel.actions import Action
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.speaker import Speaker

KIND_RULES = ("MAN-6.2", "MAN-6.2", "MAN-6.2", "MAN-5.5", "MAN-6.2", "MAN-6.2", "MAN-6.5", "MAN-6.5")
DEED_RULES = {"horn": "MAN-7.1", "give": "MAN-5.7", "heal": "MAN-8.2", "drop": "MAN-5.8"}
PLAIN = {  # zones with one text each: their title, their rule, their picture
    "life": ("life_title", "MAN-8.2", "t-life"),
    "points": ("points_title", "MAN-4.4", "t-initiative"),
    "fireway": ("fireway_title", "MAN-10.2", "arrow-fire"),
    "round": ("round_title", "MAN-4.1", "tower"),
    "battle": ("battle_title", "MAN-6.2", "t-swords"),
    "end": ("end_title", "MAN-1.5", "grave"),
}


def about(view: ManticoreView, speaker: Speaker, key: str) -> d.About | None:
    """What there is to say of a piece; None if the key names nothing."""
    kit = TableKit(view, speaker, NO_CHOICES, False, WIDE_CHART)
    word, *numbers = key.split()
    if word in PLAIN:
        title, rule, symbol = PLAIN[word]
        picture = d.pictured(SHEET, symbol, 44)
        return d.About(kit.say(title, "about"), kit.say(word, "about"), rule=rule, picture=picture)
    if word == "deed":
        return _deed(kit, numbers[0])
    given = [int(number) for number in numbers]
    match word, given:
        case "being", [being]:
            return _being(kit, being)
        case "seat", [seat]:
            return _seat(kit, seat)
        case "sum", [seat, number]:
            return _sum(kit, seat, number)
        case "kind", [kind]:
            picture = d.group(d.use(SHEET, art.thing(kind), 0, 0, 2.6))
            titled = _titled(kit, "kind", kind, rule=KIND_RULES[kind], picture=picture)
            return titled._replace(facts=thing_facts(kit, kind))
        case "class", [klass]:
            picture = d.group(d.use(SHEET, art.medal(klass, False), 0, 0, 1.05))
            titled = _titled(kit, "class", klass, rule="MAN-2.6", picture=picture)
            return titled._replace(facts=hero_facts(kit, klass))
        case "stat", [number]:
            return about_stat(kit, number)
        case "type", [kind]:
            picture = d.group(d.use(SHEET, f"card-{kind}", 0, 0, 1.6))
            return _titled(kit, "type", kind, rule="MAN-6.2", picture=picture)
        case "location", [number]:
            return _location(kit, number)
        case "cell", [cell]:
            return _cell(kit, cell)
        case "token", [token]:
            return _token(kit, token)
    return _supply(kit, word)


def explained(view: ManticoreView, speaker: Speaker, option: Action) -> list[str]:
    """What a hero is good at, or how a kind of attack is counted."""
    if option.verb not in (CHOOSE_CLASS, HEROINE, TYPE):
        return []
    kit = TableKit(view, speaker, NO_CHOICES, True, WIDE_CHART)
    noun = "type" if option.verb is TYPE else "class"
    return [kit.say(f"{noun}_{option.a}", "about").rstrip(".")]


def _titled(kit: TableKit, noun: str, number: int, *, rule: str, picture: d.Group) -> d.About:
    name = kit.noun(noun, number)
    return d.About(name[:1].upper() + name[1:], kit.say(f"{noun}_{number}", "about"), "", rule, picture)


def _deed(kit: TableKit, deed: str) -> d.About:
    picture = d.group(d.use(SHEET, f"deed-{deed}", 0, 0, 2.4))
    return d.About(kit.say(f"deed_{deed}"), kit.say(f"deed_{deed}", "about"), "", DEED_RULES[deed], picture)


def _seat(kit: TableKit, seat: int) -> d.About:
    view = kit.view
    klass = view.classes[seat]
    if klass < 0:
        return d.About(kit.name(seat), kit.say("hero", "about"), kit.say("no_class"), "MAN-2.6")
    picture = d.group(d.use(SHEET, art.medal(klass, view.heroines[seat]), 0, 0, 1.05))
    title = f"{kit.name(seat)}, {kit.figure(seat)}"
    told = kit.within("fallen") if is_fallen(kit, seat) else ", ".join(standing(kit, seat))
    state = f"{told[:1].upper()}{told[1:]}."
    return d.About(title, kit.say(f"class_{klass}", "about"), state, "MAN-2.8", picture)


def _sum(kit: TableKit, seat: int, number: int) -> d.About:
    one = kit.sums(seat)[number]
    picture = d.group(d.use(SHEET, art.STAT_ICONS[number], 0, 0, 2.4))
    title = f"{one.name[:1].upper()}{one.name[1:]}, {kit.name(seat)}"
    return d.About(title, kit.say(f"stat_{number}", "about"), one.words, "MAN-2.8", picture)


def _being(kit: TableKit, being: int) -> d.About:
    if being < MOST_SEATS:
        return _seat(kit, being)
    view = kit.view
    name = kit.noun("foe", being)
    title = name[:1].upper() + name[1:]
    standing = view.cell[being] != NOWHERE
    life = kit.say("life", number=view.life[being])
    words = f"{', '.join([life, *pieces.plans(kit, being)])}." if standing else kit.say("fallen")
    if being == MANTICORE:
        picture = d.group(d.use(SHEET, f"m{kit.beast_stage}", 0, 0, 0.75))
        return d.About(title, kit.say("beast", "about"), words, "MAN-10.1", picture)
    number = being - FIRST_FOE
    kind = "aggressive" if kit.edition.aggressive[number] else "ordinary"
    level = kit.edition.monster_level[number]
    facts = kit.say("monster_facts", "about", level=level)
    picture = d.group(pieces.monster_body(kit.edition, number, 1.9))
    rule = "MAN-9.3" if kind == "aggressive" else "MAN-9.2"
    return d.About(title, kit.say(kind, "about"), words, rule, picture, facts)


def _location(kit: TableKit, number: int) -> d.About:
    symbol = f"p{number}" if number else "keep"
    picture = d.group(d.use(SHEET, symbol, 0, 0, 0.8 if number == 1 else 1.2))
    name = kit.noun("location", number)
    if number < FIRST_PILE:
        rule = "MAN-10.1" if number else "MAN-1.5"
        return d.About(name, kit.say(f"location_{number}", "about"), "", rule, picture)
    state = kit.say("pile_state", "about", things=land.pile_words(kit, number))
    return d.About(name, kit.say("pile", "about"), state, "MAN-5.1", picture)


def _cell(kit: TableKit, cell: int) -> d.About:
    location = kit.edition.location_of[cell]
    kind = "cell_place" if location != OUTSIDE else "cell_road" if kit.view.roads[cell] else "cell_wild"
    title = kit.say("cell_title", "about", cell=LABELS[cell])
    if location != OUTSIDE:
        title += f", {kit.noun('location', location)}"
    price = kit.view.reach[cell]
    state = kit.say("cell_state", "about", number=price) if price > 0 else ""
    return d.About(title, kit.say(kind, "about"), state, "MAN-4.8")


def _token(kit: TableKit, token: int) -> d.About:
    name = kit.noun("token", token)
    text = kit.say("token_road" if token < FIRST_MONSTER else "token_monster", "about")
    picture = d.group(land.token_picture(kit.edition, token, 0, 1.8))
    rule = "MAN-3.2" if token < FIRST_MONSTER else "MAN-3.6"
    return d.About(name[:1].upper() + name[1:], text, "", rule, picture, token_facts(kit, token))


def _supply(kit: TableKit, word: str) -> d.About | None:
    if word == "deck":
        left = ", ".join(f"{kit.noun('type', kind)} {kit.view.deck[kind]}" for kind in range(len(TYPES)))
        picture = d.group(d.use(SHEET, "card-back", 0, 0, 1.6))
        state = kit.say("deck_state", "about", things=left)
        return d.About(kit.say("deck"), kit.say("deck", "about"), state, "MAN-6.9", picture)
    if word == "clock":
        return d.About(kit.say("clock"), kit.say("clock", "about"), strip.clock_words(kit), "MAN-9.1")
    if word == "tokens":
        state = f"{sum(kit.view.unseen)}"
        return d.About(
            kit.say("tokens_left"),
            kit.say("tokens", "about"),
            state,
            "MAN-3.1",
            d.pictured(SHEET, "tile-back"),
        )
    return None
