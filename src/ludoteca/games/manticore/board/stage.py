"""What is laid over the map: the cards of the classes, a battle, its spoils, the end of the match."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET, parchment
from ludoteca.games.manticore.board.pieces import MEDAL, bare_figure, heart, tile
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    ATTACK_ARTIFACT,
    ATTACK_STAT,
    CLASSES,
    CLOSE,
    DEFENCE_ARTIFACT,
    DEFENCE_STAT,
    KINDS,
    SHOOT,
    TYPES,
)
from ludoteca.games.manticore.rules.state import BEINGS, MANTICORE

JOINING: Final = ("invitation", "agreeterms", "agreetrophy", "agreelastblow")
BEFORE_TYPE: Final = ("choosetype", *JOINING, "drawcard")
IN_BATTLE: Final = (
    *BEFORE_TYPE, "castspell", "counterspell", "choosestance", "attackerrolls", "defenderrolls"
)  # fmt: skip
SPELLS: Final = {"fire": (6,), "ice": (7,), "both": (6, 7)}
STAGE_WIDTH: Final = 590.0
"""From the combat cards to the right edge of the map."""
PAIRS: Final = 36  # throws of two dice


def overlay(kit: TableKit) -> d.Group | None:
    """What lies over the map now, if anything."""
    view = kit.view
    if view.phase == "chooseclass":
        return class_cards(kit)
    if view.over:
        return verdict(kit)
    if view.phase == "choosetrophy" and kit.choices.offered:
        return spoils(kit)
    return battle(kit) if view.phase in IN_BATTLE and view.attackers else None


# Classes


def class_cards(kit: TableKit) -> d.Group:
    """The four classes, each as a hero and as a heroine: touch the one you want to play."""
    drawn: list[d.Child] = []
    for klass in range(len(CLASSES)):
        if kit.narrow:
            x, y = 6 + 190 * (klass % 2), 4 + 257 * (klass // 2)
        else:
            x, y = 16 + 182 * klass, 196
        drawn.append(d.group(_class_card(kit, klass), x=x, y=y))
    return d.group(drawn)


def _class_card(kit: TableKit, klass: int) -> d.Group:
    w, h = (186.0, 252.0) if kit.narrow else (174.0, 322.0)
    tone = art.CLASS_COLOURS[klass]
    card = kit.edition.classes[klass]
    drawn: list[d.Child] = [
        *parchment(w, h, edge=tone, r=12),
        d.rect(2, 2, w - 4, 34, 10, fill=d.Colour(tone.light)),
        d.use(SHEET, f"emblem-{klass}", 20, 19),
        d.text(kit.noun("class", klass), 38, 19, 17, fill=art.WHITE, anchor="start", serif=True),
        d.group(heart(card.life, 14), x=w - 22, y=19),
    ]
    taker = next((seat for seat, taken in enumerate(kit.view.classes) if taken == klass), -1)
    for heroine in (False, True):
        drawn.append(_portrait(kit, klass, heroine, w * (0.72 if heroine else 0.28), 82, taker))
    if taker >= 0:
        words = kit.say("plays", name=kit.name(taker))
        drawn.append(d.rect(6, 116, w - 12, 24, 12, fill=art.HEAD))
        drawn += d.fit_text(words, w - 24, 14, kit.small, x=w / 2, y=128, bold=True, fill=art.CREAM)
    drawn += _class_numbers(kit, klass, w)
    if card.heals:
        y = h - (17 if kit.narrow else 26)
        drawn += d.fit_text(kit.say("heals"), w - 16, kit.small, kit.small, 2, x=w / 2, y=y, fill=art.FAINT)
    return d.group(drawn, id=f"class-{klass}", label=kit.noun("class", klass), about=f"class {klass}")


def _portrait(kit: TableKit, klass: int, heroine: bool, x: float, y: float, taker: int) -> d.Group:
    verb = "heroine" if heroine else "class"
    taken = (taker >= 0 and kit.view.heroines[taker] != heroine) or (
        taker >= 0 and kit.view.phase != "chooseclass"
    )
    return d.group(
        d.use(SHEET, art.medal(klass, heroine), 0, 0, 36 / MEDAL),
        x=x,
        y=y,
        opacity=0.35 if taken else 1,
        label=kit.noun(verb, klass),
        outline=d.circle(0, 0, 38),
        **kit.touching(f"{verb} {CLASSES[klass]}"),
    )


def _class_numbers(kit: TableKit, klass: int, w: float) -> list[d.Child]:
    drawn: list[d.Child] = []
    stats = kit.edition.classes[klass].stats
    for number, value in enumerate(stats):
        y = 133 + 18 * number if kit.narrow else 156 + 25 * number
        drawn.append(d.use(SHEET, art.STAT_ICONS[number], 20, y, 0.36 if kit.narrow else 0.44))
        size = kit.small if kit.narrow else 13
        name = kit.noun("stat", number)
        drawn += d.fit_text(name, w - 76, size, kit.small, x=36, y=y, anchor="start", fill=art.INK)
        drawn.append(d.text(value, w - 12, y, 16, fill=art.INK, anchor="end", bold=True))
    return drawn


# Battles


def side(mask: int) -> list[int]:
    return [being for being in range(BEINGS) if mask >> being & 1]


def chance(lead: int) -> int:
    """MAN-6.2: how likely a lead before the dice is still one after them, in a hundred."""
    return round(100 * sum(lead + one > other for one in range(1, 7) for other in range(1, 7)) / PAIRS)


def _sum_of(kit: TableKit, beings: list[int], kind: int, attacks: bool) -> int:
    stat = (ATTACK_STAT if attacks else DEFENCE_STAT)[kind]
    artifact = (ATTACK_ARTIFACT if attacks else DEFENCE_ARTIFACT)[kind]
    return sum(sum(kit.strength(being, stat, artifact)) for being in beings)


def battle(kit: TableKit) -> d.Group:
    """Both sides face each other, with what they bring before the dice."""
    view = kit.view
    w, h = (382.0, 268.0) if kit.narrow else (STAGE_WIDTH, 304.0 if view.phase in BEFORE_TYPE else 312.0)
    attackers, defenders = side(view.attackers), side(view.defenders)
    if view.phase == "invitation" and view.actor not in attackers:
        attackers.append(view.actor)
    responds = view.responding and view.phase not in JOINING
    title = kit.say("response") if responds else kit.say("battle")
    names = [" + ".join(kit.being(being) for being in beings) for beings in (attackers, defenders)]
    words = kit.say("against", one=names[0], other=names[1])
    floor = 34 + 150 * w / 560
    drawn: list[d.Child] = [
        *parchment(w, h, edge=art.WOOD, r=14),
        d.rect(0, 0, w, 34, 12, fill=art.HEAD),
        d.use(SHEET, "stage", 0, 33, w / 560),
        _headline(kit, title, words, w),
        _fighters(kit, attackers, w, floor, -1),
        _fighters(kit, defenders, w, floor, 1),
    ]
    if view.phase in BEFORE_TYPE:
        drawn += _types(kit, attackers, defenders, w, floor)
    else:
        drawn += _blow(kit, attackers, defenders, w, floor)
    x, y = _stage_place(kit, w, h, defenders)
    return d.group(drawn, id="stage", x=x, y=y, label=f"{title}: {words}", about="battle")


def _headline(kit: TableKit, title: str, words: str, w: float) -> list[d.Text]:
    """Who fights whom; on a phone long names need the whole line."""
    if kit.narrow and d.width_of(words, 15) > w - 128:
        return d.fit_text(words, w - 24, 15, kit.small, x=w / 2, y=17, fill=art.CREAM)
    return [
        *d.fit_text(title, 96, 15, kit.small, x=14, y=17, anchor="start", serif=True, fill=art.EMBER),
        *d.fit_text(words, w - 128, 15, kit.small, x=w - 12, y=17, anchor="end", fill=art.CREAM),
    ]


def _stage_place(kit: TableKit, w: float, h: float, defenders: list[int]) -> d.Point:
    """Where the stage hides the fighters least: above, or below beside the combat cards."""
    if kit.narrow:
        return 4.0, 70.0
    cells = [kit.view.cell[being] for being in defenders if kit.view.cell[being] >= 0]
    low = bool(cells) and kit.chart.middle(cells)[1] > kit.chart.y
    return ((748 - w) / 2, 84.0) if low else (748 - w - 4, 748 - h - 8)


def _edge(kit: TableKit, beings: list[int]) -> float:
    """How far from its edge of the stage a side stands: two or more need room for those behind."""
    if len(beings) > 1:
        return 0.1 if kit.narrow else 0.12
    return 0.12 if kit.narrow else 0.16


def _fighters(kit: TableKit, beings: list[int], width: float, floor: float, way: int) -> d.Group:
    """One side: the first in front, the others behind it; both look at each other."""
    edge = width * _edge(kit, beings)
    x = edge if way < 0 else width - edge
    k = 1.75 if not kit.narrow else 1.0 if MANTICORE in beings else 1.15
    drawn: list[d.Child] = []
    for place, being in reversed(list(enumerate(beings))):
        figure = bare_figure(kit, being, k, flip=way < 0)
        drawn.append(d.group(figure, x=x - way * place * 26 * k, y=floor - 30 * k - place * 7))
    if beings:
        reach = min(27 * k, edge - 18)
        drawn.append(d.group(heart(kit.view.life[beings[0]], 16), x=x + way * reach, y=floor - 52 * k))
    return d.group(drawn)


def _types(
    kit: TableKit, attackers: list[int], defenders: list[int], w: float, floor: float
) -> list[d.Child]:
    """Three ways to fight, each with both sums, how likely it hits, and how likely it hurts the attackers."""
    drawn: list[d.Child] = []
    step = w * 0.2 if kit.narrow else 92.0
    for kind, word in enumerate(TYPES):
        x = w / 2 + step * (kind - 1)
        ours, theirs = _sum_of(kit, attackers, kind, True), _sum_of(kit, defenders, kind, False)
        odds = [kit.within("odds_hit", number=chance(ours - theirs))]
        if kind != SHOOT:
            odds.append(kit.within("odds_hurt", number=chance(theirs - ours)))
        name = kit.noun("type", kind)
        drawn.append(
            d.group(
                d.use(SHEET, f"card-{kind}", 0, 0, 1.0 if kit.narrow else 1.25),
                x=x,
                y=floor - (38 if kit.narrow else 62),
                label=f"{name}, {ours} : {theirs}, {', '.join(odds)}",
                about=f"type {kind}",
                outline=d.rect(-27, -38, 56, 80, 7) if kit.narrow else d.rect(-31, -43, 64, 90, 8),
                **kit.touching(f"type {word}"),
            )
        )
        drawn += d.fit_text(name, step - 4, 14, kit.small, 2, x=x, y=floor + 20, bold=True, fill=art.INK)
        drawn.append(d.text(f"{ours} : {theirs}", x, floor + 50, 19, fill=art.INK, bold=True))
        for line, told in enumerate(odds):
            y = floor + (76 + 34 * line if kit.narrow else 73 + 18 * line)
            drawn += d.fit_text(told, step - 2, 14, kit.small, 2, x=x, y=y, fill=art.INK)
    return drawn


def _blow(kit: TableKit, attackers: list[int], defenders: list[int], w: float, floor: float) -> list[d.Child]:
    """The type is known: the sums of both sides, and what can still be added."""
    view = kit.view
    ours, theirs = view.attack_strength, view.defence_strength
    kind = view.attack_type
    apart = 31 if kit.narrow else 38
    drawn: list[d.Child] = [
        d.use(SHEET, f"card-{kind}", w / 2, floor - (38 if kit.narrow else 66), 0.9 if kit.narrow else 1.2),
        d.text(ours, w / 2 - apart, floor + 24, 30, fill=art.GOOD, bold=True),
        d.text(":", w / 2, floor + 22, 26, fill=art.INK, bold=True),
        d.text(theirs, w / 2 + apart, floor + 24, 30, fill=art.DANGER, bold=True),
    ]
    if view.phase != "choosestance":
        odds = kit.within("hits", number=chance(ours - theirs))
        y = floor + (57 if kit.narrow else 54)
        drawn += d.fit_text(odds, 200, 14, kit.small, x=w / 2, y=y, fill=art.INK)
    drawn += _parts(kit, attackers, kind, True, 9 if kit.narrow else 14, floor)
    drawn += _parts(kit, defenders, kind, False, w - (137 if kit.narrow else 156), floor)
    return drawn + _answers(kit, w, floor)


def _parts(
    kit: TableKit, beings: list[int], kind: int, attacks: bool, x: float, floor: float
) -> list[d.Child]:
    """Who brings what, line by line; spells last."""
    stat = (ATTACK_STAT if attacks else DEFENCE_STAT)[kind]
    artifact = (ATTACK_ARTIFACT if attacks else DEFENCE_ARTIFACT)[kind]
    w, step = (121.0 if attacks else 128.0, 16) if kit.narrow else (142.0, 19)
    lines = []
    total = 0
    for being in beings:
        card, worn = kit.strength(being, stat, artifact)
        total += card + worn
        lines.append((kit.being(being), f"{card} + {worn}" if worn else str(card)))
    spells = (kit.view.attack_strength if attacks else kit.view.defence_strength) - total
    if kind == 0 and spells > 0:
        lines.append((kit.say("spells"), f"+ {spells}"))
    drawn: list[d.Child] = []
    for place, (name, value) in enumerate(lines):
        y = floor + 14 + step * place
        room = w - (50 if "+" in value else 22)
        size = max(13.0, kit.small)
        drawn += d.fit_text(name, room, size, kit.small, x=x, y=y, anchor="start", fill=art.INK)
        drawn.append(d.text(value, x + w, y, 14, fill=art.INK, anchor="end", bold=True))
    return drawn


class Answer(NamedTuple):
    """Something that can still be added to a blow, or a stance."""

    key: str
    words: str
    shown: str
    picture: list[d.Child]


def _answers(kit: TableKit, w: float, floor: float) -> list[d.Child]:
    """Spells that can be cast now, or the two stances."""
    phase = kit.view.phase
    found: list[Answer] = []
    if phase in ("castspell", "counterspell"):
        found = _spells(kit)
    elif phase == "choosestance" and kit.choices.offered:
        found = _stances(kit)
    half = min(96.0, (w - 12) / (2 * max(2, len(found))) - 3)
    tall, lines = (60.0, 3) if kit.narrow else (48.0, 2)
    places = d.row(len(found), 2 * half + 6, w / 2, floor + (99 if kit.narrow else 88))
    drawn: list[d.Child] = []
    for answer, (x, y) in zip(found, places, strict=True):
        room = 2 * half - 62
        words: list[d.Text] = []
        if len(answer.picture) == 1:
            words = d.fit_text(answer.shown, room, 14, kit.small, lines, x=half - room / 2 - 5, fill=art.INK)
        drawn.append(
            d.group(
                d.rect(-half, -tall / 2, 2 * half, tall, 10, fill=art.TILE, stroke=art.INK, width=1.5),
                [d.group(one, x=30 - half + 44 * place) for place, one in enumerate(answer.picture)],
                words,
                x=x,
                y=y,
                label=answer.words,
                outline=d.rect(-half, -tall / 2, 2 * half, tall, 10),
                **kit.touch(answer.key),
            )
        )
    return drawn


def _spells(kit: TableKit) -> list[Answer]:
    levels = kit.view.spells[kit.view.actor]
    found = []
    for word, kinds in SPELLS.items():
        held = [(kind, levels[kind - ARTIFACTS]) for kind in kinds]
        if kit.concerns(f"spell {word}") and all(level for _, level in held):
            words = " + ".join(kit.token(kind, level) for kind, level in held)
            found.append(
                Answer(f"spell {word}", words, words, [tile(kind, level, 1.3) for kind, level in held])
            )
    return found


def _stances(kit: TableKit) -> list[Answer]:
    """To fight back, or to raise the shield: how likely one is hurt, and whether one may hit (MAN-6.4)."""
    theirs = kit.view.attack_strength
    defenders = side(kit.view.defenders)
    found = []
    for word, number, icon, kind in (("fight", 0, "t-close", CLOSE), ("defend", 1, "t-2", SHOOT)):
        ours = _sum_of(kit, defenders, kind, False)
        odds = [kit.within("odds_hurt", number=chance(theirs - ours))]
        if word == "fight":
            odds.append(kit.within("odds_hit", number=chance(ours - theirs)))
        words = f"{kit.noun('stance', number)}: {', '.join(odds)}"
        found.append(Answer(f"stance {word}", words, words, [d.use(SHEET, icon, 0, 0, 0.8)]))
    return found


# Afterwards


def spoils(kit: TableKit) -> d.Group:
    """What the victim carried: one thing may be kept."""
    trophies = [
        choice.text.split()[1:] for choice in kit.choices.offered if choice.text.startswith("trophy ")
    ]
    step = 60.0
    w = max(260.0, step * len(trophies) + 40)
    drawn: list[d.Child] = [
        *parchment(w, 104, edge=art.WOOD, r=14),
        d.fit_text(kit.say("trophies"), w - 20, 16, kit.small, x=w / 2, y=20, bold=True, fill=art.INK),
    ]
    for (word, level), (x, y) in zip(trophies, d.row(len(trophies), step, w / 2, 66), strict=True):
        kind = KINDS.index(word)
        drawn.append(
            d.group(
                tile(kind, int(level), 1.5),
                x=x,
                y=y,
                label=kit.token(kind, int(level)),
                about=f"kind {kind}",
                outline=d.rect(-27, -23, 54, 46, 8),
                **kit.touch(f"trophy {word} {level}"),
            )
        )
    width = 390 if kit.narrow else 748
    return d.group(drawn, id="stage", x=(width - w) / 2, y=120, label=kit.say("trophies"))


def verdict(kit: TableKit) -> d.Group:
    """How it ended, with the beast asleep for good or aflame."""
    view = kit.view
    won = bool(view.winners)
    w, width = (366.0, 390.0) if kit.narrow else (520.0, 748.0)
    words = kit.say(f"verdict_{view.reason}")
    names = kit.speaker.book.join([kit.name(seat) for seat in view.winners])
    detail = kit.say("won_by", names=names) if won else kit.say("lost")
    tone = d.Colour("#1d6b3c") if won else d.Colour("#7a1710")
    drawn: list[d.Child] = [
        d.rect(3, 6, w, 112, 14, fill=art.SHADOW, opacity=0.4),
        d.rect(0, 0, w, 112, 14, fill=tone, stroke=art.EMBER, width=2.5),
        d.use(SHEET, "m0" if won else "m3", 74, 58, 0.72),
        d.fit_text(words, w - 160, 26, 15, 2, x=148, y=42, anchor="start", bold=True, fill=art.CREAM),
        d.fit_text(detail, w - 160, 15, kit.small, 2, x=148, y=84, anchor="start", fill=art.CREAM),
    ]
    y = 130.0 if kit.narrow else 330.0
    return d.group(drawn, id="stage", x=(width - w) / 2, y=y, label=f"{words}. {detail}", about="end")
