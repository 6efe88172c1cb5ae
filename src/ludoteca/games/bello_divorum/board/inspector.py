"""What the inspector says of everything on the table: what it is, what it does, how it stands now."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, STONE, people
from ludoteca.games.bello_divorum.board.box import about_sign
from ludoteca.games.bello_divorum.board.forecasts import of_attack
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.board.places import building, told
from ludoteca.games.bello_divorum.board.standings import signs
from ludoteca.games.bello_divorum.board.standings import told as told_standing
from ludoteca.games.bello_divorum.board.turn_card import told as told_turn
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import POWERS, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import KIND_NAMES, TEMPLE
from ludoteca.kernel.speaker import Speaker

POWER_RULE: Final = "BEL-13.{number}"
"""BEL-13 describes the powers in the order of the cards."""


def about(view: BelloView, speaker: Speaker, key: str) -> d.About | None:
    """What is said of a piece, by its key; None of what is not on this table."""
    kit = BelloKit(view, speaker)
    noun, _, number = key.partition(" ")
    match noun:
        case "place":
            return _place(kit, int(number))
        case "seat":
            return _seat(kit, int(number))
        case "power":
            return _power(kit, int(number))
        case "pantheon":
            return _pantheon(kit, int(number))
        case "doomsday":
            return _doomsday(kit)
        case "sign":
            return about_sign(kit, number)
        case "turn":
            said, picture = kit.say("turn_text", "about"), d.pictured(SHEET, "sandal", 40)
            return d.About(kit.say("turn", "about"), said, told_turn(kit), "BEL-3.1", picture)
    return None


def _place(kit: BelloKit, place: int) -> d.About:
    """A location: what it is worth and breeds, who holds it, what an attack on it would do."""
    edition, kind = kit.edition, kit.board.kind[place]
    text = kit.say(
        KIND_NAMES[kind],
        "about",
        faith=edition.faith[kind],
        recruits=edition.recruit_to[kind],
        needs=edition.needs[kind],
        fields=edition.fields_per_action,
        room=edition.room,
    )
    beside = kit.speaker.book.join([kit.place(other) for other in kit.board.neighbours[place]])
    state = [
        f"{_below(kit.place(place), told(kit, place))}.",
        *_attacks(kit, place),
        kit.say("beside", "about", places=beside),
    ]
    return d.About(kit.place(place), text, " ".join(state), "BEL-2.3", _place_picture(kit, place))


def _below(title: str, words: str) -> str:
    """What is said below a title that it begins with."""
    rest = words.removeprefix(f"{title}, ")
    return rest[:1].upper() + rest[1:]


def _place_picture(kit: BelloKit, place: int) -> d.Group:
    owner = kit.view.owner[place]
    kind = kit.board.kind[place]
    flag = "banner" if kind == TEMPLE else "flag"
    return d.group(
        d.use(SHEET, building(kit, place), tone=kit.tone(owner) if owner >= 0 else STONE),
        d.use(SHEET, f"{flag}-{people(kit.view.pantheon[owner])}") if owner >= 0 else None,
        y=14,
        scale=1.3 if kind == TEMPLE else 1.7,
    )


def _attacks(kit: BelloKit, place: int) -> list[str]:
    """What attacks on a location would do, from every stack of whoever acts."""
    view = kit.view
    if view.phase != "action" or view.owner[place] in (-1, view.actor):
        return []
    found: list[str] = []
    for slot, end in enumerate(kit.board.slot_end):
        origin = SLOT_ORIGIN[slot]
        if end == place and view.followers[origin][view.actor]:
            fate = of_attack(view, kit.edition, slot)
            key = "attack_chip" if fate.chip_falls else "attack"
            numbers = {"lost": fate.lost, "killed": fate.killed, "survivors": fate.survivors}
            found.append(kit.say(key, "about", place=kit.place(origin), **numbers))
    return found


def _seat(kit: BelloKit, seat: int) -> d.About:
    """A player: the whole power card, and how they stand."""
    pantheon = kit.view.pantheon[seat]
    if pantheon < 0:
        return d.About(
            kit.titled(seat), kit.say("no_pantheon", "about"), ", ".join(signs(kit, seat)), "BEL-1.3"
        )
    told_powers = [kit.power_told(pantheon, number) for number in range(1, POWERS + 1)]
    return d.About(
        kit.titled(seat), "\n".join(told_powers), f"{told_standing(kit, seat)}.", "BEL-11.6", _mask(pantheon)
    )


def _mask(pantheon: int) -> d.Group:
    return d.group(d.use(SHEET, f"mask-{people(pantheon)}"), scale=1.3)


def _power(kit: BelloKit, number: int) -> d.About:
    """A favour: its god, its price and what it does."""
    pantheon, which = divmod(number, POWERS)
    power = kit.edition.pantheons[pantheon].powers[which]
    state = [kit.say("god", "about", god=power.god, people=kit.speaker.book.noun("pantheon", pantheon))]
    if pantheon in kit.view.pantheon and kit.in_use(kit.view.pantheon.index(pantheon), which + 1):
        state.append(kit.say("in_use_now", "about"))
    name = kit.power_name(pantheon, which + 1)
    return d.About(
        name,
        _below(name, kit.power_told(pantheon, which + 1)),
        " ".join(state),
        POWER_RULE.format(number=number + 1),
        _mask(pantheon),
    )


def _pantheon(kit: BelloKit, pantheon: int) -> d.About:
    """A power card that may be chosen."""
    told_powers = [kit.power_told(pantheon, number) for number in range(1, POWERS + 1)]
    taken = pantheon in kit.view.pantheon
    state = kit.say("taken", "about", name=kit.name(kit.view.pantheon.index(pantheon))) if taken else ""
    name = kit.speaker.book.noun("pantheon", pantheon)
    return d.About(name, "\n".join(told_powers), state, "BEL-1.3", _mask(pantheon))


def _doomsday(kit: BelloKit) -> d.About:
    view = kit.view
    left = max(view.track - view.doom, 0)
    state = kit.say("full_circle", "about") if left == 0 else kit.say("doomsday_left", "about", number=left)
    picture = d.group(d.use(SHEET, "hourglass", 0, 26, 1.3))
    return d.About(
        kit.say("doomsday_title", "about"), kit.say("doomsday", "about"), state, "BEL-10.1", picture
    )
