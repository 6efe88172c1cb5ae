"""The edge of the map: who reaches the City when, the Manticore, combat cards, road tokens."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET, parchment
from ludoteca.games.manticore.board.land import token_picture
from ludoteca.games.manticore.board.pieces import MEDAL, creature, heart, number_badge
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.rules.actions import FIRST_MONSTER, MONSTERS, STATS, TYPES
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import ROAD_TOKENS
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, PAVING

LAST_ROUND: Final = 7  # the clock shows whoever is farther away at its end


def living(kit: TableKit) -> list[int]:
    return [number for number in range(MONSTERS) if kit.view.cell[FIRST_FOE + number] != NOWHERE]


def clock_words(kit: TableKit) -> str:
    parts = []
    for number in living(kit):
        rounds = kit.rounds_home(number)
        name = kit.noun("foe", FIRST_FOE + number)
        parts.append(f"{name} {kit.say('rounds', number=rounds) if rounds else kit.say('in_city')}")
    if kit.view.cell[MANTICORE] != NOWHERE:
        state = kit.say("rounds", number=kit.beast_steps) if kit.view.awake else kit.say("asleep")
        parts.append(f"{kit.noun('foe', MANTICORE)} {state}")
    return f"{kit.say('clock')}: {', '.join(parts)}"


def clock(kit: TableKit) -> d.Group:
    """In how many rounds each of them is at the gate, if nobody stops it."""
    drawn: list[d.Child] = [
        d.use(SHEET, "clock"),
        d.fit_text(kit.say("clock"), 96, 13.5, 12.5, 3, x=398, y=35, bold=True, fill=art.INK),
    ]
    for number in range(1, LAST_ROUND + 1):
        words = f"{number}+" if number == LAST_ROUND else number
        drawn.append(d.text(words, _stop(number), 52, 12.5, fill=art.INK))
    drawn += _marchers(kit)
    return d.group(drawn, id="clock-strip", label=clock_words(kit), about="clock")


def _stop(rounds: int) -> float:
    """Where on the clock somebody stands who needs these rounds."""
    return 62.0 + 38 * min(rounds, LAST_ROUND)


def _marchers(kit: TableKit) -> list[d.Child]:
    """The monsters above the strip, the Manticore on it."""
    drawn: list[d.Child] = []
    waiting: dict[int, list[int]] = {}
    for number in living(kit):
        waiting.setdefault(min(kit.rounds_home(number), LAST_ROUND), []).append(number)
    view = kit.view
    if view.cell[MANTICORE] != NOWHERE and view.awake:
        x = _stop(kit.beast_steps)
        drawn.append(d.use(SHEET, f"m{kit.beast_stage}", x, 48, 0.3))
    for rounds, here in waiting.items():
        if len(here) > 2:
            drawn.append(_crowd(kit, here, _stop(rounds) if rounds else 52))
            continue
        for number, (x, y) in zip(
            here, d.row(len(here), 22, _stop(rounds) if rounds else 52, 23), strict=True
        ):
            drawn.append(
                d.group(
                    d.use(SHEET, creature(kit.edition, number), 0, 0, 0.46),
                    d.group(number_badge(number + 1, 12.5), x=-8, y=8),
                    x=x,
                    y=y,
                    about=f"being {FIRST_FOE + number}",
                )
            )
    return drawn


def _crowd(kit: TableKit, here: list[int], x: float) -> d.Group:
    """Many at the same distance: one of them with the number of all, who they are is told below the map."""
    first = here[0]
    return d.group(
        d.use(SHEET, creature(kit.edition, here[1]), 8, -3, 0.4),
        d.use(SHEET, creature(kit.edition, first), -6, 0, 0.46),
        d.rect(-14, 3, 30, 16, 8, fill=art.DARK_INK, stroke=art.CREAM, width=1.6),
        d.text(f"× {len(here)}", 1, 11, 12.5, fill=art.CREAM, bold=True),
        x=x,
        y=23,
        about="clock",
    )


def beast_plate(kit: TableKit) -> d.Group:
    """The Manticore: life, its four numbers, and how far it is from the City."""
    view = kit.view
    life, most = view.life[MANTICORE], view.manticore_life
    name = kit.noun("foe", MANTICORE)
    title = name[:1].upper() + name[1:]
    drawn: list[d.Child] = [
        d.use(SHEET, "beast-plate", tone=art.LAVA_DEEP if view.awake else art.EDGE),
        d.use(SHEET, f"m{kit.beast_stage}", 48, 38, 0.5),
        d.fit_text(title, 120, 13.5, 12.5, x=96, y=13, anchor="start", serif=True, fill=art.INK),
        d.fit_text(_beast_state(kit, short=True), 60, 13, 12.5, x=270, y=13, anchor="end", fill=art.DANGER),
        d.rect(96, 24, 124 * life / most, 11, 5.5, fill=art.BLOOD) if life else None,
        d.text(f"{life}/{most}", 270, 29.5, 14, fill=art.INK, anchor="end", bold=True),
    ]
    for number, value in enumerate(view.manticore[1:]):
        drawn.append(d.text(value, 115 + 45 * number, 53, 15, fill=art.INK, anchor="start", bold=True))
    numbers = [f"{kit.noun('stat', stat)} {view.manticore[stat]}" for stat in range(1, len(STATS))]
    words = ", ".join([name, kit.say("life", number=life), _beast_state(kit), *numbers])
    return d.group(drawn, id="beast-plate", label=words, about=f"being {MANTICORE}", amount=life)


def _beast_state(kit: TableKit, short: bool = False) -> str:
    if not kit.view.awake:
        return kit.say("asleep")
    return kit.say("steps_short" if short else "steps_away", number=kit.beast_steps)


def deck(kit: TableKit, w: float) -> d.Group:
    """The combat cards that are still to come."""
    left = kit.view.deck
    words = ", ".join(f"{kit.noun('type', number)} {left[number]}" for number in range(len(TYPES)))
    drawn: list[d.Child] = [
        d.use(SHEET, "deck"),
        d.fit_text(kit.say("deck"), w - 12, 13, 12.5, 2, x=w / 2, y=17, bold=True, fill=art.INK),
    ]
    for number, count in enumerate(left):
        x = 4 + (w - 8) / 6 * (2 * number + 1)
        drawn.append(d.text(count, x + 13, 52, 15, fill=art.INK, bold=True))
    return d.group(drawn, id="deck", label=f"{kit.say('deck')}: {words}", about="deck")


def tokens_left(kit: TableKit, w: float) -> d.Group:
    """The road tokens that are still to be drawn."""
    unseen = kit.view.unseen
    shown = [token for token, count in enumerate(unseen) if count]
    total = sum(unseen)
    words = ", ".join(f"{kit.noun('token', token)} {unseen[token]}" for token in shown)
    drawn: list[d.Child] = [
        *parchment(w, 70),
        d.fit_text(
            kit.say("tokens_left"), 116, 13, 12.5, 2, x=12, y=22, anchor="start", bold=True, fill=art.INK
        ),
        d.text(f"{total}/{ROAD_TOKENS}", 12, 51, 15, fill=art.INK, anchor="start", bold=True),
    ]
    step = min(46.0, (w - 150) / max(1, len(shown)))
    for place, token in enumerate(shown):
        drawn.append(
            d.group(
                token_picture(kit.edition, token, 0, 0.66), x=152 + step * place, y=30, about=f"token {token}"
            )
        )
        number = unseen[token] if token < FIRST_MONSTER else token - FIRST_MONSTER + 1
        size_words = d.text(f"× {number}", 152 + step * place, 60, 12.5, fill=art.INK, bold=True)
        drawn.append(
            size_words
            if token < FIRST_MONSTER
            else d.group(number_badge(number, 12.5), x=152 + step * place, y=58)
        )
    label = f"{kit.say('tokens_left')}: {total}: {words}"
    return d.group(drawn, id="tokens-left", label=label, about="tokens")


def in_hand(kit: TableKit, w: float) -> d.Group | None:
    """The token that has been drawn and is to be laid."""
    view = kit.view
    if view.stage > PAVING or view.token < 0:
        return None
    name = kit.noun("token", view.token)
    return d.group(
        *parchment(w, 84, edge=art.LIGHT_EDGE),
        d.group(token_picture(kit.edition, view.token, 0, 1.0), x=36, y=42),
        d.fit_text(name, w - 78, 13, 12.5, 4, x=70, y=42, anchor="start", serif=True, fill=art.INK),
        id="in-hand",
        label=f"{kit.say('in_hand')}: {name}",
        about=f"token {view.token}",
    )


def round_sign(kit: TableKit, w: float) -> d.Group:
    """The round, and in which order everybody acts: heroes, monsters, the Manticore; who acts now is lit."""
    view = kit.view
    phase = kit.say("over") if view.over else kit.say(f"phase_{view.stage}")
    first = kit.say("round", number=view.round) if view.round else kit.say("title")
    mode = kit.say("coop" if view.coop else "semicoop")
    return d.group(
        *parchment(w, 84, edge=art.WOOD),
        d.fit_text(first, w - 12, 17, 13, x=w / 2, y=17, serif=True, fill=art.INK),
        _order(kit, w) if view.stage >= HEROES else None,
        d.fit_text(phase, w - 12, 13, 12.5, x=w / 2, y=70, fill=art.INK),
        id="round",
        label=", ".join([first, phase, mode]),
        about="round",
    )


def _order(kit: TableKit, w: float) -> d.Group:
    """Small portraits in the order of the round."""
    view = kit.view
    heroes = [seat for seat in view.order if view.life[seat]]
    signs = [(art.medal(view.classes[seat], view.heroines[seat]), 11 / MEDAL) for seat in heroes]
    acting = heroes.index(view.active) if view.active in heroes and view.stage == HEROES else -1
    if living(kit):
        acting = len(signs) if view.stage > HEROES else acting
        signs.append((creature(kit.edition, living(kit)[0]), 0.44))
    if view.awake:
        signs.append((f"m{kit.beast_stage}", 0.24))
    step = min(28.0, (w - 20) / max(1, len(signs)))
    places = d.row(len(signs), step, w / 2, 44)
    return d.group(
        [d.circle(x, y, 13.5, fill=art.LIGHT) for n, (x, y) in enumerate(places) if n == acting],
        [d.use(SHEET, name, x, y, scale) for (name, scale), (x, y) in zip(signs, places, strict=True)],
    )


# On a phone


def narrow_strip(kit: TableKit) -> d.Group:
    """Everybody who marches on the City, the nearest first, with the rounds they need."""
    view = kit.view
    drawn: list[d.Child] = [
        d.rect(0, 0, 390, 48, fill=art.PAPER),
        d.line(0, 48, 390, 48, stroke=art.WOOD, width=2),
    ]
    if view.stage < HEROES:
        name = kit.noun("token", view.token) if view.token >= 0 else kit.say(f"phase_{view.stage}")
        if view.token >= 0:
            drawn.append(d.group(token_picture(kit.edition, view.token, 0, 0.68), x=28, y=24))
        drawn += d.fit_text(name, 210, 15, 14, 2, x=58, y=24, anchor="start", serif=True, fill=art.INK)
        left = f"{sum(view.unseen)}/{ROAD_TOKENS}"
        drawn.append(d.text(left, 380, 24, 15, fill=art.INK, anchor="end", bold=True))
        return d.group(drawn, id="clock", label=f"{kit.say('tokens_left')}: {left}", about="tokens")
    drawn.append(d.use(SHEET, "keep", 18, 30, 0.5))
    drawn += _narrow_marchers(kit)
    return d.group(drawn, id="clock", label=clock_words(kit), about="clock")


def _narrow_marchers(kit: TableKit) -> list[d.Child]:
    view = kit.view
    drawn: list[d.Child] = []
    x = 54.0
    if view.cell[MANTICORE] != NOWHERE:
        drawn.append(d.use(SHEET, f"m{kit.beast_stage}", x + 4, 22, 0.3))
        drawn.append(d.group(heart(view.life[MANTICORE], 14), x=x + 40, y=18))
        words = kit.beast_steps if view.awake else "zz"
        drawn.append(d.text(words, x + 40, 39, 14, fill=art.DANGER, bold=True))
        x += 78
    order = sorted((kit.rounds_home(number), number) for number in living(kit))
    step = min(40.0, (388 - x) / max(1, len(order)))
    for rounds, number in order:
        drawn.append(d.use(SHEET, creature(kit.edition, number), x + 8, 18, 0.46))
        drawn.append(d.text(rounds, x + 8, 39, 14, fill=art.INK, bold=True))
        x += step
    return drawn
