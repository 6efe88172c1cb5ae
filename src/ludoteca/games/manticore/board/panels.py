"""The panels beside the map: heroes, the Manticore, monsters, the battle in hand, what is still to be
drawn.
"""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.manticore.board import icons
from ludoteca.games.manticore.board.map import Map, token_picture
from ludoteca.games.manticore.rules.actions import (
    AMULET,
    ATTACK,
    BOOTS,
    BOW,
    DEFENSE,
    FIRST_MONSTER,
    HELMET,
    INITIATIVE,
    MAGIC,
    MONSTERS,
    SHIELD,
    SHOOTING,
    STATS,
    SWORD,
    TYPES,
)
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.land import LABELS
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, PAVING

# What a hero brings: a name of its own or that of the characteristic, and the artifact that raises it.
SUMS = (
    ("", INITIATIVE, BOOTS),
    ("", ATTACK, SWORD),
    ("", SHOOTING, BOW),
    ("", DEFENSE, SHIELD),
    ("magic_attack", MAGIC, AMULET),
    ("magic_protection", MAGIC, HELMET),
)
HERO_HEIGHT = 164
IN_BATTLE = (
    "choosetype", "castspell", "counterspell", "choosestance", "drawcard", "attackerrolls", "defenderrolls"
)  # fmt: skip
LINE = 14


class Panels:
    """Everything that is told beside the map."""

    def __init__(self, chart: Map) -> None:
        self.chart = chart
        self.view = chart.view
        self.speaker = chart.speaker
        self.edition = chart.edition
        self.say = chart.say

    # Heroes

    def hero(self, seat: int, w: float) -> d.Group:
        view = self.view
        klass = view.classes[seat]
        name = self.speaker.names[seat]
        if klass < 0:
            return d.panel(w, 48, f"{seat + 1} · {name}")
        title = f"{seat + 1} · {self.chart.figure(seat)} · {name}"
        tone = icons.HERO_COLOURS[klass]
        if view.stage >= HEROES and view.life[seat] == 0:
            return d.panel(w, 48, f"{title} – {self.say('dead')}", label=f"{title}, {self.say('dead')}")
        drawn: list[d.Child] = [icons.marker(seat, klass, 12, view.heroines[seat], x=w - 46, y=-26)]
        drawn += self._life(seat, w)
        drawn += self._stats(seat)
        drawn += self._gear(seat, w)
        glow = self.say("turn") if seat == view.active and view.stage in (PAVING, HEROES) else None
        return d.panel(
            w, HERO_HEIGHT, title, *drawn, tone=tone, label=self._hero_words(seat, title), glow=glow
        )

    def _life(self, seat: int, w: float) -> list[d.Child]:
        view = self.view
        most = self.edition.classes[view.classes[seat]].life
        drawn: list[d.Child] = [
            d.mark("heart", 6, 6, 4, fill=d.WARN),
            d.pips(view.life[seat], most, r=4, gap=3, fill=d.WARN, x=74, y=4),
            d.text(view.life[seat], 146, 4, 13, bold=True),
        ]
        if view.stage >= HEROES:
            points = view.pool if seat == view.active else max(0, view.index[seat] - view.prepaid[seat])
            drawn.append(d.mark("bolt", 7, 172, 4, fill=d.GOLD))
            drawn.append(d.text(f"{points} / {view.index[seat]}", 184, 4, 13, anchor="start", bold=True))
        return drawn

    def _stats(self, seat: int) -> list[d.Child]:
        drawn: list[d.Child] = []
        for number, (name, words, changed) in enumerate(self.sums(seat)):
            y = 22 + LINE * number
            drawn += d.fit_text(name, 76, 11, 10, x=0, y=y, anchor="start", fill=d.FAINT)
            drawn.append(d.text(words, 80, y, 11, anchor="start", bold=changed))
        return drawn

    def sums(self, seat: int) -> list[tuple[str, str, bool]]:
        """What a hero brings: a name, `4 +1 +3 = 8` (card, Power points, artifact), and whether it differs
        from the card. Magic attacks with the amulet and protects with the helmet.
        """
        view = self.view
        bagged = len(view.bag[seat])
        boots = 0 if view.waiting_boots[seat] else view.worn[seat][BOOTS]
        found: list[tuple[str, str, bool]] = []
        for name, stat, artifact in SUMS:
            card = self.edition.classes[view.classes[seat]].stats[stat]
            spent = view.power[seat][stat]
            worn = boots if artifact == BOOTS else view.worn[seat][artifact]
            parts = [str(card), *([f"+{spent}"] if spent else []), *([f"+{worn}"] if worn else [])]
            total = card + spent + worn
            if stat == INITIATIVE:
                parts += [f"−{bagged}"] if bagged else []
                total = view.index[seat]
            words = f"{' '.join(parts)} = {total}" if len(parts) > 1 else parts[0]
            found.append(
                (self.say(name) if name else self.speaker.spell("stat", stat), words, len(parts) > 1)
            )
        return found

    def _gear(self, seat: int, w: float) -> list[d.Child]:
        """Eight slots in two rows, and the bag."""
        view = self.view
        levels = [*view.worn[seat], *view.spells[seat]]
        left = 168
        step = min(30.0, (w - 24 - left) / 4)
        drawn: list[d.Child] = []
        for kind, level in enumerate(levels):
            x = left + step * (kind % 4) + step / 2
            y = 34 + 32 * (kind // 4)
            box = d.rect(x - 12, y - 14, 24, 28, 4, fill=d.FELT if level else None, stroke=d.LINE)
            drawn.append(box)
            if level:
                drawn += [icons.icon(kind, 7, x, y - 4), d.text(level, x, y + 8, 10, bold=True)]
            else:
                drawn.append(d.group(icons.icon(kind, 6, x, y), opacity=0.3))
        words = self.bag_words(seat)
        if words:
            drawn += d.fit_text(
                f"{self.say('bag')}: {words}", w - 24, 10.5, 10, 2, x=0, y=110, anchor="start"
            )
        elif view.waiting_boots[seat] and view.worn[seat][BOOTS]:
            drawn += d.fit_text(
                self.say("boots_wait"), w - 24, 10.5, 10, x=0, y=110, anchor="start", fill=d.FAINT
            )
        return drawn

    def bag_words(self, seat: int) -> str:
        return ", ".join(f"{self.speaker.spell('kind', kind)} {level}" for kind, level in self.view.bag[seat])

    def _hero_words(self, seat: int, title: str) -> str:
        view = self.view
        parts = [title, f"{self.say('life')} {view.life[seat]}"]
        parts += [f"{name} {words}" for name, words, _ in self.sums(seat)]
        worn = [*view.worn[seat], *view.spells[seat]]
        parts += [f"{self.speaker.spell('kind', kind)} {level}" for kind, level in enumerate(worn) if level]
        if view.bag[seat]:
            parts.append(f"{self.say('bag')}: {self.bag_words(seat)}")
        return ", ".join(parts)

    # Foes

    def manticore(self, w: float) -> d.Group:
        view = self.view
        left = len(self.edition.fireway) - 1 - view.fire_step
        state = self.say("awake" if view.awake else "asleep")
        numbers = [
            f"{self.speaker.spell('stat', stat)} {view.manticore[stat]}" for stat in range(1, len(STATS))
        ]
        life = f"{self.say('life')} {view.life[MANTICORE]}/{view.manticore_life}"
        way = f"{left} {self.say('step' if left == 1 else 'steps')} {self.say('to_city')}"
        title = (
            f"{self.speaker.spell('foe', MANTICORE)[:1].upper()}{self.speaker.spell('foe', MANTICORE)[1:]}"
        )
        inside = w - 24
        share = view.life[MANTICORE] / view.manticore_life
        drawn: list[d.Child] = [
            d.rect(0, 0, inside, 9, 4, fill=d.FELT, stroke=d.LINE),
            d.rect(0, 0, inside * share, 9, 4, fill=icons.FIRE_RED) if share else None,
            d.fit_text(f"{life} · {state} · {way}", inside, 12, 10, x=0, y=22, anchor="start", bold=True),
            d.fit_text(" · ".join(numbers), inside, 11, 10, 2, x=0, y=40, anchor="start"),
        ]
        label = f"{title}: {life}, {state}, {way}, {', '.join(numbers)}"
        return d.panel(w, 96, title, *drawn, tone=icons.FIRE_RED, label=label)

    def monsters(self, w: float) -> tuple[d.Group, float]:
        """Living monsters, what they carry, how far they are from the City and where they go next."""
        view = self.view
        rows: list[d.Child] = []
        y = 4.0
        for number in range(MONSTERS):
            being = FIRST_FOE + number
            if view.cell[being] == NOWHERE:
                continue
            away = self.edition.city_distance(view.cell[being])
            where = (
                f"{LABELS[view.cell[being]]} · {away} {self.say('to_city')}" if away else self.say("in_city")
            )
            after = ""
            if view.intent[number] != NOWHERE:
                after = f"→ {LABELS[view.intent[number]]}, {self.chart.intent_reason(number)}"
            room = w - (118 if view.loot[number] or view.face_down[number] else 48)
            drawn: list[d.Child] = [
                icons.beast(number + 1, self.edition.aggressive[number], 8),
                d.fit_text(f"{where} {after}", room, 11, 10, x=16, y=0, anchor="start"),
            ]
            shown = view.loot[number][:4]
            for place, (kind, level) in enumerate(shown):
                drawn.append(icons.icon(kind, 6, w - 92 + 20 * place, 0))
                drawn.append(d.text(level, w - 82 + 20 * place, 3, 10, bold=True))
            if view.face_down[number]:
                drawn.append(d.text("?" * len(view.face_down[number]), w - 40, 0, 11, bold=True))
            rows.append(d.group(drawn, x=8, y=y, label=self.chart.monster_words(number)))
            y += 20
        height = max(52.0, y + 42)
        if not rows:
            rows = [d.text("–", 0, 4, 12, anchor="start")]
        return d.panel(w, height, self.say("monsters"), *rows), height

    def supplies(self, w: float) -> tuple[d.Group, float]:
        """Road tokens still to come while the roads are paved; combat cards afterwards."""
        view = self.view
        if view.stage <= PAVING:
            return self._tokens(w)
        words = [f"{self.speaker.spell('type', number)} {view.deck[number]}" for number in range(len(TYPES))]
        text = " · ".join(words)
        panel = d.panel(
            w,
            60,
            self.say("deck"),
            d.fit_text(text, w - 24, 12, 10, x=0, y=6, anchor="start"),
            label=f"{self.say('deck')}: {', '.join(words)}",
        )
        return panel, 60

    def _tokens(self, w: float) -> tuple[d.Group, float]:
        view = self.view
        shown = [token for token, number in enumerate(view.unseen) if number]
        columns = max(1, int((w - 24) // 50))
        drawn: list[d.Child] = []
        for token, (x, y) in zip(shown, d.grid(len(shown), columns, 50, 44, 0, 0), strict=True):
            x += 20
            drawn.append(d.group(token_picture(self.edition, token, 0, 15), x=x, y=y))
            if token < FIRST_MONSTER:
                drawn.append(d.text(view.unseen[token], x + 20, y + 10, 11, bold=True))
        rows = max(1, -(-len(shown) // columns))
        words = ", ".join(f"{self.speaker.spell('token', token)} {view.unseen[token]}" for token in shown)
        height = 54.0 + 44 * rows
        lifted = d.group(drawn, y=16)
        title = f"{self.say('roads_left')}: {sum(view.unseen)}"
        return d.panel(w, height, title, lifted, label=f"{title}: {words}"), height

    def battle(self, w: float) -> d.Group | None:
        """Both sides of the battle in hand, with what they bring before the dice."""
        view = self.view
        if view.phase not in IN_BATTLE:
            return None
        sides = [self.side_words(view.attackers), self.side_words(view.defenders)]
        title = self.say("response") if view.responding else self.say("battle")
        strengths = ""
        if view.phase not in ("choosetype", "drawcard"):
            kind = self.speaker.spell("type", view.attack_type)
            strengths = f"{kind}: {view.attack_strength} – {view.defence_strength}"
        words = f"{sides[0]} → {sides[1]}"
        return d.panel(
            w,
            78,
            title,
            d.fit_text(words, w - 24, 13, 10, x=0, y=4, anchor="start", bold=True),
            d.fit_text(strengths, w - 24, 12, 10, x=0, y=22, anchor="start"),
            tone=d.WARN,
            label=f"{title}: {words} {strengths}".strip(),
        )

    def side_words(self, side: int) -> str:
        view = self.view
        names = [self.chart.figure(seat) for seat in range(len(view.classes)) if side >> seat & 1]
        names += [
            self.speaker.spell("foe", being) for being in range(FIRST_FOE, MANTICORE + 1) if side >> being & 1
        ]
        return " + ".join(names)
