"""The rules of Bologna written a second time, plainly: one long story that asks its questions with `yield`.

It shares nothing with the game but the spelling of actions, looks after no secrets and has no speed to lose;
what the two disagree about is a mistake in one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations
from typing import Any

CHANCE = -1
GOALS = {
    "prince": ("2+", "2+", "2+", "5+"),
    "dean": ("4+", "2+", "5+", "-"),
    "silk": ("4+", "6+", "-", "0"),
    "soldier": ("5+", "-", "0", "4+"),
    "cardinal": ("2+", "4+", "4+", "2+"),
    "innkeeper": ("2+", "2", "2+", "2"),
}
ROLES = [*GOALS, "brigand"]
SYMBOLS = "PTKBWR"

Question = tuple[int, list[str]]
Story = Generator[Question, str, None]


def spelt(dice: Counter[str]) -> str:
    return "".join(symbol * dice[symbol] for symbol in SYMBOLS)


class Over(Exception):
    """Somebody, or nobody, has won."""

    def __init__(self, reason: str, winners: list[int]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.winners = winners


class Bologna:
    """One game: run `story` and answer its questions; a chance question has seat -1 and lists no options."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.n = seats
        self.o = options
        self.tok = [[0] * 4 for _ in range(seats)]
        self.pool = [24] * 4
        self.role = [""] * seats
        self.held: list[list[str]] = [[] for _ in range(seats)]
        self.deck: list[str] = []
        self.alive = [True] * seats
        self.skip = [False] * seats
        self.skips = 3
        self.deus = -1
        self.first = 0
        self.active = -1
        self.round = 1
        self.reason = ""
        self.winners: list[int] = []

    def story(self) -> Story:
        try:
            yield from self.prepare()
            left = ""
            self.active = self.first
            while True:
                left = yield from self.turn(left)
                self.pass_on()
        except Over as end:
            self.reason, self.winners = end.reason, end.winners

    def ask(self, seat: int, options: list[str], always: bool = False) -> Generator[Question, str, str]:
        if len(options) == 1 and not always:
            return options[0]
        return (yield seat, options)

    def suspect(self) -> bool:
        """Whether, for all that the others can know, the active player may be one who can guess now."""
        if self.n > 2:
            return self.role[self.active] != "brigand" and not self.away(self.tok[self.active], "innkeeper")
        anyway = self.o["duel_guess"] == "alternative"
        return anyway or any(not self.away(self.tok[self.active], role) for role in ROLES[:5])

    # Set-up

    def prepare(self) -> Story:
        self.deck = ROLES[: {2: 5, 7: 7}.get(self.n, 6)]
        for seat in range(self.n):
            self.role[seat] = yield from self.draw_role()
        if self.o["first_player"] == "rolloff":
            self.first = yield from self.roll_off()
        start = {6: (1, 0, 0, 1), 7: (2, 0, 0, 0)}.get(self.n, (0, 0, 0, 0))
        for seat in range(self.n):
            for kind in range(4):
                self.move(kind, None, seat, start[kind])
        if self.n == 7:
            for seat in self.clockwise(self.first):
                chosen = yield from self.ask(seat, [f"start {letter}" for letter in "PTKB"])
                self.move("PTKB".index(chosen[-1]), None, seat)
        if self.o["deus_ex_machina"]:
            self.deus = (self.first - 1) % self.n

    def draw_role(self) -> Generator[Question, str, str]:
        drawn = self.deck[0] if len(self.deck) == 1 else (yield CHANCE, []).removeprefix("dealt ")
        self.deck.remove(drawn)
        return drawn

    def roll_off(self) -> Generator[Question, str, int]:
        leaders = list(range(self.n))
        for _ in range(4):
            counts = []
            for _ in leaders:
                dice = (yield CHANCE, []).removeprefix("rolled ")
                counts.append(dice.count("B") + dice.count("W"))
            leaders = [seat for seat, count in zip(leaders, counts, strict=True) if count == max(counts)]
            if len(leaders) == 1:
                return leaders[0]
        return int((yield CHANCE, []).removeprefix("first "))

    # The turn; its value is what is passed on

    def turn(self, left: str) -> Generator[Question, str, str]:
        me = self.active
        self.check()
        options = (["keep"] if left else []) + ["roll5"] + self.guesses()
        answer = yield from self.ask(me, options, self.suspect())
        if answer.startswith("guess"):
            yield from self.guess(answer)
            return left
        kept = left if answer == "keep" else ""
        table = Counter((yield from self.roll(kept)))
        fool = self.events(table, kept)
        if not self.alive[me]:
            return ""
        triples = {
            spelt(Counter(three))
            for three in combinations(table.elements(), 3)
            if fool or not Counter(kept) - Counter(three)
        }
        order = sorted(triples, key=lambda word: [SYMBOLS.index(letter) for letter in word])
        answer = yield from self.ask(me, [f"choose {triple}" for triple in order])
        todo = Counter(answer.removeprefix("choose "))
        rest = spelt(table - todo)
        while todo:
            answer = yield from self.ask(me, self.uses(todo) + self.guesses(), self.suspect())
            if answer.startswith("guess"):
                yield from self.guess(answer)
                return rest
            yield from self.use(answer, todo, fool)
            todo = +todo
            self.check()
            if not self.alive[me]:
                return rest
        if self.suspect():
            answer = yield from self.ask(me, ["end-turn", *self.guesses()], always=True)
            if answer.startswith("guess"):
                yield from self.guess(answer)
        return rest

    def roll(self, kept: str) -> Generator[Question, str, str]:
        for _ in range(1 if self.o["rerolls"] == "once" else 20):
            rolled = (yield CHANCE, []).removeprefix("rolled ")
            if self.deus < 0 or (yield from self.ask(self.deus, ["miracle", "let-stand"])) == "let-stand":
                return kept + rolled
            self.deus = self.right_of(self.deus) if self.deus == self.active else self.active
        return kept + (yield CHANCE, []).removeprefix("rolled ")

    def events(self, table: Counter[str], kept: str) -> bool:
        if kept and not self.o["events_count_kept"]:
            return False
        symbols = set(table)
        fitted = [self.fits(seat) for seat in range(self.n)]
        if len(symbols) == 5:
            return bool(self.o["feast_of_fools"])
        if symbols <= set("WR") and self.o["earthquake"]:
            for seat in range(self.n):
                for kind in (1, 2):
                    self.move(kind, seat, None, self.tok[seat][kind])
        elif len(symbols) == 1 and symbols <= set("PTKB") and self.o["pork_feast"]:
            for seat in self.clockwise(self.active):
                if self.alive[seat]:
                    self.move("PTKB".index(min(symbols)), None, seat)
        else:
            return False
        self.punish()
        for seat in self.clockwise(self.active):
            crowned = self.fits(seat) and not fitted[seat] and not self.must_guess(seat)
            if self.alive[seat] and crowned:
                raise Over("event", [seat])
        return False

    def pass_on(self) -> None:
        while True:
            self.active = (self.active + 1) % self.n
            if self.active == self.first:
                if self.round == self.o["round_cap"]:
                    self.cap()
                self.round += 1
            if self.alive[self.active] and not self.skip[self.active]:
                return
            if self.skip[self.active]:
                self.skip[self.active] = False
                self.skips += 1

    # Using dice

    def uses(self, todo: Counter[str]) -> list[str]:
        forced = self.o["pairs"] == "forced"
        found = [f"use {s}" for s in SYMBOLS if todo[s] and not (forced and s in "WR" and todo[s] > 1)]
        if todo["K"]:
            found += [f"wild {s}" for s in "PTBWR" if not (forced and s in "WR" and todo[s])]
        return found + [
            f"pair {s} {b}" for s in "PWR" for b in range(3) if todo[s] >= 2 - b and todo["K"] >= b
        ]

    def use(self, answer: str, todo: Counter[str], fool: bool) -> Story:
        verb, symbol, *books = answer.split()
        wild = int(books[0]) if books else int(verb == "wild")
        pair = verb == "pair"
        todo["K"] -= wild
        todo[symbol] -= 1 + pair - wild
        if symbol == "R":
            yield from self.rats(plague=pair)
        elif symbol == "W" or pair:
            yield from self.aim(symbol, 1 + pair)
        else:
            yield from self.gain("PTKB".index(symbol), fool)

    def gain(self, kind: int, fool: bool) -> Story:
        me = self.active
        brigand = self.role[me] == "brigand"
        if not brigand and not fool:
            self.move(kind, None, me)
            return
        rich = [o for o in range(1, self.n) if self.tok[(me + o) % self.n][kind]]
        options = [f"steal +{o}" for o in rich]
        if not brigand and self.pool[kind]:
            options.append("from-pool")
        if options:
            answer = yield from self.ask(me, options)
            victim = None if answer == "from-pool" else (me + int(answer[-1])) % self.n
            self.move(kind, victim, me)

    def aim(self, symbol: str, dice: int) -> Story:
        me = self.active
        at = [o for o in range(self.n) if self.alive[(me + o) % self.n] and (o or self.o["self_target"])]
        answer = yield from self.ask(me, [f"target +{o}" for o in at])
        victim = (me + int(answer[-1])) % self.n
        held = self.tok[victim]
        if symbol == "P":
            options = [f"discard {'PTKB'[kind]}" for kind in (1, 2) if held[kind]]
            if options:
                chooser = me if self.o["revolution_choice"] == "attacker" else victim
                lost = yield from self.ask(chooser, options)
                self.move("PTKB".index(lost[-1]), victim, None)
        elif held[3] >= dice and (yield from self.ask(victim, ["cancel", "suffer"])) == "cancel":
            self.move(3, victim, None, dice)
        elif dice == 1:
            self.move(0, victim, None, min(1, held[0]))
        elif not self.skip[victim] and self.skips:
            self.skip[victim] = True
            self.skips -= 1

    def rats(self, plague: bool) -> Story:
        bitten = [seat for seat in self.clockwise(self.active) if self.alive[seat]]
        for seat in bitten:
            if self.tok[seat][0]:
                options = ["discard P", "discard T"] if self.tok[seat][1] else ["discard P"]
                lost = yield from self.ask(seat, options)
                self.move("PTKB".index(lost[-1]), seat, None)
        for seat in bitten:
            if plague and self.tok[seat][3]:
                self.move(3, seat, None)

    # Winning and leaving

    def check(self) -> None:
        self.punish()
        if self.alive[self.active] and self.fits(self.active) and not self.must_guess(self.active):
            raise Over("goal", [self.active])
        for seat in range(self.n):
            if self.alive[seat] and self.role[seat] == "brigand" and self.fits(seat):
                raise Over("goal", [seat])

    def punish(self) -> None:
        """7 Deadly Sins, and what follows from them."""
        if self.o["deadly_sins"]:
            for seat in range(self.n):
                if max(self.tok[seat]) > 7 and self.role[seat] != "brigand":
                    self.eliminate(seat)
        self.see_who_is_left()

    def eliminate(self, seat: int) -> None:
        for kind in range(4):
            self.move(kind, seat, None, self.tok[seat][kind])
        self.alive[seat] = False
        self.skips += self.skip[seat]
        self.skip[seat] = False
        if self.deus == seat and any(self.alive):
            self.deus = self.right_of(seat)

    def see_who_is_left(self) -> None:
        alive = [seat for seat in range(self.n) if self.alive[seat]]
        if len(alive) < 2:
            raise Over("last" if alive else "nobody", alive)

    def guesses(self) -> list[str]:
        me = self.active
        allowed = self.fits(me) if self.n == 2 else self.role[me] == "innkeeper" and self.fits(me)
        if self.n == 2 and self.o["duel_guess"] == "alternative":
            allowed = True
        if not allowed:
            return []
        at = [
            o
            for o in range(1, self.n)
            if self.alive[(me + o) % self.n] and self.role[(me + o) % self.n] != "brigand"
        ]
        named = [role for role in ROLES[:5] if role not in (self.role[me], *self.held[me])]
        return [f"guess +{o} {role}" for o in at for role in named]

    def guess(self, answer: str) -> Story:
        me = self.active
        _, offset, role = answer.split()
        if self.role[(me + int(offset)) % self.n] == role:
            raise Over("guess", [me])
        if self.n > 2:
            self.eliminate(me)
            self.see_who_is_left()
            return
        for kind in range(4):
            self.move(kind, me, None, self.tok[me][kind])
        if self.deck:
            self.held[me].append(self.role[me])
            self.role[me] = yield from self.draw_role()
        elif self.o["duel_empty_deck"] == "lose":
            raise Over("role", [1 - me])

    def fits(self, seat: int) -> bool:
        return self.distance(seat) == 0

    def must_guess(self, seat: int) -> bool:
        return self.role[seat] == "innkeeper" or (self.n == 2 and self.o["duel_guess"] == "required")

    def distance(self, seat: int) -> int:
        return self.away(self.tok[seat], self.role[seat])

    def away(self, held: list[int], role: str) -> int:
        if role == "brigand":
            towers = held[1] if self.o["brigand_towers"] == "zero" else 0
            others = held[0] + held[2] + held[3]
            return towers + min(max(0, 8 - held[kind]) + others - held[kind] for kind in (0, 2, 3))
        away = 0
        for have, need in zip(held, GOALS[role], strict=True):
            if need.endswith("+"):
                away += max(0, int(need[:-1]) - have)
            elif need != "-":
                away += abs(int(need) - have)
        return away

    def cap(self) -> None:
        alive = [seat for seat in range(self.n) if self.alive[seat]]
        merit = {seat: (-self.distance(seat) - self.must_guess(seat), sum(self.tok[seat])) for seat in alive}
        raise Over("cap", [seat for seat in alive if merit[seat] == max(merit.values())])

    # Moving things

    def move(self, kind: int, giver: int | None, taker: int | None, number: int = 1) -> None:
        """Tokens go from a seat or the pool to another; an empty pool gives nothing."""
        source = self.pool if giver is None else self.tok[giver]
        goal = self.pool if taker is None else self.tok[taker]
        moved = min(number, source[kind])
        source[kind] -= moved
        goal[kind] += moved

    def clockwise(self, seat: int) -> list[int]:
        return [(seat + offset) % self.n for offset in range(self.n)]

    def right_of(self, seat: int) -> int:
        return next(other for other in self.clockwise(seat)[:0:-1] if self.alive[other])
