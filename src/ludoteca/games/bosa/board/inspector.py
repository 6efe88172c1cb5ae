"""What the inspector says of every piece: what it does, how it stands, its rule."""

from __future__ import annotations

from typing import Any, Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import SEASONS, SHEET, coin, emblem, goods_sign, points, sign
from ludoteca.games.bosa.board.box import about_colour, about_sign
from ludoteca.games.bosa.board.goals import counted, goal_text, hand, town_map
from ludoteca.games.bosa.board.houses import far_house, house
from ludoteca.games.bosa.board.kit import BosaKit, at
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import CELLS, RESOURCES, SIDE
from ludoteca.games.bosa.rules.edition import COPIER, GOAL_KINDS, NOTHING, PICK
from ludoteca.games.bosa.rules.scoring import patronage, score_goal
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO
from ludoteca.kernel.actions import Action
from ludoteca.kernel.speaker import Speaker

RULE_OF_KIND: Final = {
    "RES1": "BOS-5.1", "COINRES": "BOS-5.2", "ANY1": "BOS-5.3", "ANY2": "BOS-5.4", "RESPER": "BOS-5.5",
    "COINPER": "BOS-5.6", "BOTHPER": "BOS-5.7", "BUY2": "BOS-5.8", "SELL1": "BOS-5.9", "SELL3": "BOS-5.10",
    "SET": "BOS-5.11", "COPY": "BOS-5.12",
}  # fmt: skip
RULE_OF_GOAL: Final = {
    "three": "BOS-8.4", "group": "BOS-8.5", "surround": "BOS-8.6", "oneline": "BOS-8.7", "rowdiff": "BOS-8.8",
    "coltwo": "BOS-8.9", "quarter": "BOS-8.10",
}  # fmt: skip


def about(view: Any, speaker: Any, key: str) -> d.About | None:
    """What is said of the piece with this key."""
    kit = BosaKit(view, speaker)
    match key.split():
        case ["card", number]:
            return _card(kit, int(number))
        case ["goal", number]:
            return _goal(kit, int(number))
        case ["tower", number]:
            return _tower(kit, int(number))
        case ["boat", name]:
            return _boat(kit, RESOURCES.index(name))
        case ["player", seat]:
            return _player(kit, int(seat))
        case ["row" | "column" as line]:
            return _line(kit, line)
        case ["purse"]:
            return _purse(kit)
        case ["sign", name]:
            return about_sign(kit, name)
        case ["colour", number]:
            return about_colour(kit, int(number))
        case ["season"]:
            season = kit.say("season", "game", season=view.season)
            back = d.pictured(SHEET, "back", tone=SEASONS[max(view.season, 1)])
            return d.About(season, kit.say("season_text", "about"), "", "BOS-2.7", back)
        case ["stack"]:
            return _stack(kit)
    return _plain(kit, key)


def explained(view: BosaView, speaker: Speaker, option: Action) -> list[str]:
    """What a card of the market does and would count, or what the houses of a line do, one after another."""
    kit = BosaKit(view, speaker)
    match option.text.split():
        case ["take", _] if view.market[option.a] != NOTHING:
            told = _card(kit, view.market[option.a])
            return [words.rstrip(".") for words in (told.text, told.state) if words]
        case ["line", line]:
            return [kit.noun("effect", card) for card in _working(kit, line)]
    return []


_PLAIN: Final = {
    "castle": ("BOS-6.1", "tower-2-reached"),
    "market": ("BOS-2.3", "stall"),
    "place": ("BOS-3.4", "plot"),
    "goals": ("BOS-7.2", "postcard"),
    "ledger": ("BOS-7.3", "star"),
}


def _plain(kit: BosaKit, key: str) -> d.About | None:
    """Zones that always say the same."""
    if key not in _PLAIN:
        return None
    rule, symbol = _PLAIN[key]
    picture = d.pictured(SHEET, symbol)
    return d.About(kit.say(key, "about"), kit.say(f"{key}_text", "about"), "", rule, picture)


# Cards


def owner_of(kit: BosaKit, number: int) -> int:
    """Whose townscape a card lies in, -1 if it is still to be taken."""
    owners = [seat for seat in range(kit.seats) if number in kit.view.grids[seat]]
    return owners[0] if owners else NOTHING


def _card(kit: BosaKit, number: int) -> d.About:
    card = kit.card(number)
    season = (
        kit.say("card_season", "about", season=card.season) if card.season else kit.say("card_start", "about")
    )
    where = kit.say("card_where", "about", colour=kit.noun("colour", card.colour), season=season)
    effect = kit.noun("effect", number)
    text = kit.say("card", "about", effect=effect[:1].upper() + effect[1:])
    owner = owner_of(kit, number)
    offered = number in kit.view.market or number == kit.view.held
    count = kit.count(owner, number) if owner != NOTHING else kit.count_with(card) if offered else None
    picture = d.group(house(kit.edition, number, 0.78, count=count, cut="street"), x=-39, y=-57)
    state = _card_state(kit, number, owner)
    rule = RULE_OF_KIND.get(card.kind, "BOS-4.8")
    return d.About(kit.noun("card", number), text, state, rule, picture, f"{where}.")


def _card_state(kit: BosaKit, number: int, owner: int) -> str:
    card = kit.card(number)
    seat = owner if owner != NOTHING else kit.focus
    if card.form == COPIER:
        others = [
            kit.noun("card", other)
            for other in kit.view.grids[seat]
            if other not in (NOTHING, number) and kit.card(other).colour == card.colour
        ]
        key = "card_copies" if others else "card_copies_none"
        return kit.say(key, "about", cards=", ".join(others)) if others else kit.say(key, "about")
    told = []
    if card.per_colour:
        count = kit.count(seat, number) if owner != NOTHING else kit.count_with(card)
        key = "card_counts" if owner != NOTHING else "card_would_count"
        told.append(kit.say(key, "about", number=count or 0))
    if owner != NOTHING and card.form != PICK:
        outcome = kit.outcome(seat, number)
        told.append(
            kit.say("card_now", "about", outcome=outcome) if outcome else kit.say("card_nothing", "about")
        )
    return " ".join(told)


def _line(kit: BosaKit, line: str) -> d.About:
    cards = [f"{kit.noun('card', card)} ({kit.noun('effect', card)})" for card in _working(kit, line)]
    return d.About(
        kit.say(line, "about"),
        kit.say("line_text", "about"),
        kit.say("line_state", "about", cards="; ".join(cards)),
        "BOS-4.3",
    )


def _working(kit: BosaKit, line: str) -> list[int]:
    """The cards that would work if a line were chosen, in their order."""
    cell = kit.view.cell
    town = kit.view.grids[kit.focus]
    cells = [] if cell == NOTHING else (ROW_TO if line == "row" else COLUMN_TO)[cell]
    return [town[other] for other in cells if town[other] != NOTHING]


# Goals


def _goal(kit: BosaKit, number: int) -> d.About:
    goal = kit.edition.goals[number]
    rule = goal_text(kit, goal)
    owners = [seat for seat in range(kit.seats) if number in kit.view.goals[seat]]
    seat = owners[0] if owners else kit.focus
    colours = kit.colours(seat)
    marked = tuple(sorted(counted(goal, colours)))
    return d.About(
        kit.noun("goal", number),
        kit.say("goal_text", "about", rule=rule[:1].upper() + rule[1:]),
        kit.say("goal_state", "about", number=score_goal(goal, colours)),
        RULE_OF_GOAL[GOAL_KINDS[goal.kind]],
        d.group(town_map(kit, tuple(colours), marked, 26), x=-52, y=-52),
    )


# Castle, goods, coins


def _tower(kit: BosaKit, number: int) -> d.About:
    price, worth = kit.edition.chart[number]
    told = []
    for seat in range(kit.seats):
        coins = kit.view.coins[seat]
        key = "tower_reached" if coins >= price else "tower_short"
        said = kit.say("coins", "game", number=coins)
        told.append(kit.say(key, "about", seat=kit.name(seat), coins=said, number=max(0, price - coins)))
    return d.About(
        kit.say("tower", "about"),
        kit.say(
            "tower_text",
            "about",
            coins=kit.say("coins", "game", number=price),
            points=kit.say("points", "game", number=worth),
        ),
        ". ".join(told),
        "BOS-6.1",
        d.group(coin(price, -30, 0, 50), points(worth, 30, 0, 54)),
    )


def _boat(kit: BosaKit, resource: int) -> d.About:
    cards = [kit.card(number) for number in kit.view.grids[kit.focus] if number != NOTHING]
    makes = [kit.noun("card", card.number) for card in cards if card.get_goods[resource] or card.get_any]
    takes = [kit.noun("card", card.number) for card in cards if card.pay_goods[resource] or card.pay_any]
    told = [kit.say("boat_makes", "about", cards=", ".join(makes))] if makes else []
    told += [kit.say("boat_spends", "about", cards=", ".join(takes))] if takes else []
    worth = kit.say("points", "game", number=kit.edition.points_per_leftover)
    return d.About(
        kit.say("boat", "about", resource=kit.speaker.book.noun("resource", resource)),
        kit.say("boat_text", "about", cap=kit.edition.cap, points=worth),
        ". ".join([kit.resources(kit.view.goods[kit.focus][resource], resource), *told]),
        "BOS-4.7",
        d.group(goods_sign(resource, 0, 0, 90)),
    )


def _purse(kit: BosaKit) -> d.About:
    coins = kit.view.coins[kit.focus]
    paid, worth = patronage(kit.edition, coins)
    reach = kit.say("purse_none", "about")
    if paid:
        gained = kit.say("points", "game", number=worth)
        reach = kit.say("purse_reach", "about", points=gained, coins=kit.say("coins", "game", number=paid))
    return d.About(
        kit.say("purse", "about"),
        kit.say("purse_text", "about"),
        f"{kit.say('coins', 'game', number=coins)}. {reach}",
        "BOS-4.11",
        d.group(sign("coin", 0, 0, 90)),
    )


def _stack(kit: BosaKit) -> d.About:
    view = kit.view
    return d.About(
        kit.say("stack", "about"),
        kit.say("stack_text", "about", number=view.stack),
        kit.say("stack_state", "about", number=len(view.unseen), stack=view.stack),
        "BOS-2.5",
        d.pictured(SHEET, "back", tone=SEASONS[max(view.season, 1)]),
    )


# Players


def _player(kit: BosaKit, seat: int) -> d.About:
    view = kit.view
    told = [kit.say("player_state", "about", sold=view.sold[seat], patronage=view.patronage[seat])]
    shown = hand(kit, seat)
    if shown and view.over:
        told.append(
            kit.say("player_goals", "about", goals=", ".join([kit.noun("goal", one) for one in shown]))
        )
    goods = [kit.resources(view.goods[seat][resource], resource) for resource in range(len(RESOURCES))]
    state = ", ".join([*goods, kit.say("coins", "game", number=view.coins[seat])])
    return d.About(
        f"{kit.name(seat)}: {kit.say('points', 'game', number=view.scores[seat])}",
        kit.say("player_text", "about"),
        f"{state}; {'. '.join(told)}",
        "BOS-4.9",
        _town_picture(kit, seat),
    )


def _town_picture(kit: BosaKit, seat: int) -> d.Group:
    """A player's hill, with the emblem where it is still green."""
    town = kit.view.grids[seat]
    houses: list[d.Child] = []
    for cell in range(CELLS):
        number = town[cell]
        row, column = at(cell)
        if number != NOTHING:
            bare = cell + SIDE >= CELLS or town[cell + SIDE] == NOTHING
            front = far_house(kit.edition, number, 0.27, bare)
            houses.append(d.group(front, x=-58 + column * 29, y=-54 + row * 24))
    return d.group(emblem(kit.edition, seat, 16, 42, 40), houses)
