"""The turn: BOL-2, the events of BOL-5 that a roll can set off, and guessing (BOL-4.6, BOL-6.11 to 6.14)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.actions import (
    BRIGAND,
    CHOOSE,
    END_TURN,
    GUESS,
    GUESSABLE,
    INNKEEPER,
    KEEP,
    LET_STAND,
    MIRACLE,
    PAIR,
    PAIR_SYMBOLS,
    ROLES,
    ROLL5,
    ROLLED3,
    ROLLED5,
    USE,
    WILD,
    WILD_SYMBOLS,
)
from ludoteca.games.bologna.rules.dice import (
    BOOK,
    GROWTH,
    KINDS,
    PACKED_QUINTS,
    PACKED_TRIPLES,
    SYMBOLS,
    TOWER,
    WINE,
    contains,
    count,
)
from ludoteca.games.bologna.rules.events import (
    CHOSE,
    EARTHQUAKE,
    FEAST_OF_FOOLS,
    GUESSED_RIGHT,
    GUESSED_WRONG,
    KEPT,
    LOST_ALL,
    LOST_TOKENS,
    PORK_FEAST,
    REJECTED,
    REROLLED,
    ROLLED,
    SLEPT,
)
from ludoteca.games.bologna.rules.scoring import (
    check_event,
    check_point,
    crown,
    crown_the_last,
    eliminate,
    end_by_round_cap,
    goals_met,
    may_guess,
    might_guess,
    rule_out_by_guess,
)
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState, LostRole
from ludoteca.games.bologna.rules.steps.effects import EVERY_SEAT, pair_effect, single_effect, take_from_pool
from ludoteca.games.bologna.rules.steps.roles import REDRAWS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening

ALL_ROLES: Final = (1 << len(ROLES)) - 1


def begin_turn(state: BolognaState, seat: int) -> None:
    """BOL-2.1, BOL-4.4: the goal is looked at before anything else."""
    state.active = seat
    state.turn += 1
    state.kept = state.rolled = state.todo = state.rest = 0
    state.chosen = state.fools = False
    state.rerolls = 0
    check_point(state)
    if state.over:
        return
    if state.left:
        state.push(TURNS[seat])
    elif might_guess(state):
        state.push(FRESH_TURNS[seat])
    else:
        roll_five(state)


def roll_five(state: BolognaState) -> None:
    """BOL-2.2, 2.5."""
    state.tell(REJECTED, state.active)
    state.left = 0
    state.push(ROLL_FIVE)


def end_turn(state: BolognaState, dice: int) -> None:
    """BOL-2.7, 2.8: the dice travel on to the next player who is neither out nor asleep."""
    state.left = dice
    seat = state.active
    while True:
        seat = seat + 1 if seat + 1 < state.seats else 0
        if seat == state.first:
            if state.round == state.ruleset.round_cap:
                end_by_round_cap(state)
                return
            state.round += 1
        player = state.players[seat]
        if not player.alive:
            continue
        if not player.asleep:
            begin_turn(state, seat)
            return
        player.asleep = False
        state.sleep_tokens += 1
        state.tell(SLEPT, seat)


# Guessing


def guesses(state: BolognaState) -> list[Action]:
    """Every guess the active player may speak now."""
    return [action for action in _GUESSES[state.seats] if guess_objection(state, action) is None]


def guess_objection(state: BolognaState, action: Action) -> str | None:
    """BOL-4.6, 4.8, 6.11, 6.14, 7.4."""
    guesser = state.players[state.active]
    if not may_guess(state):
        if state.ruleset.duel:
            return "BOL-6.11"
        return "BOL-4.6/tokens" if guesser.role == INNKEEPER else "BOL-4.6"
    target = state.players[(state.active + action.a) % state.seats]
    if not target.alive:
        return "BOL-4.8"
    if target.role == BRIGAND:
        return "BOL-7.4"
    if guesser.role == action.b or action.b in [lost.role for lost in guesser.lost]:
        return "BOL-6.14"
    return None


def guess(state: BolognaState, action: Action) -> None:
    """Name a rival's role: the throne, or the consequences."""
    active = state.active
    target = (active + action.a) % state.seats
    dice = state.rest if state.chosen else state.left
    if state.players[target].role == action.b:
        state.tell(GUESSED_RIGHT, active, target, action.b)
        crown(state, active, "guess")
        return
    state.tell(GUESSED_WRONG, active, target, action.b)
    state.players[target].ruled_out |= 1 << action.b
    if state.ruleset.duel:
        _lose_the_duel_role(state, action.b, dice)
        return
    state.players[active].ruled_out = ALL_ROLES & ~(1 << INNKEEPER)
    eliminate(state, active)
    if not crown_the_last(state):
        end_turn(state, dice)


def _lose_the_duel_role(state: BolognaState, named: int, dice: int) -> None:
    """BOL-6.12, 6.13: tokens and role are gone; a new role is drawn if the deck has one."""
    active = state.active
    player = state.players[active]
    rule_out_by_guess(state, active, named)
    state.discard_all(active)
    if state.deck == 0 and not state.ruleset.empty_deck_loses:
        state.tell(LOST_TOKENS, active)
        end_turn(state, dice)
        return
    state.tell(LOST_ALL, active)
    if state.deck == 0:
        player.role = NO_ROLE
        crown(state, 1 - active, "role")
        return
    player.lost = [*player.lost, LostRole(player.role, player.ruled_out)]
    player.role = NO_ROLE
    player.ruled_out = 0
    state.push(PassOn(dice))
    state.push(REDRAWS[active])


class PassOn(Happening[BolognaState]):
    """The turn ends and two dice, or none, travel on (BOL-2.7)."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def happen(self, state: BolognaState) -> None:
        end_turn(state, self.dice)


# Phase 1: rolling and choosing


class Turn(Decision[BolognaState]):
    """Keep the two dice received, or roll all five (BOL-2.2, 2.3)."""

    def candidates(self, state: BolognaState) -> list[Action]:
        return [KEEP, ROLL5, *_GUESSES[state.seats]]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        if action is KEEP:
            return None if state.left else "BOL-2.2"
        return None if action is ROLL5 else guess_objection(state, action)

    # By hand, as Miracle and Rat: a random match of five takes a third more instructions without the three
    def options(self, state: BolognaState) -> list[Action]:
        moves = KEEP_OR_ROLL if state.left else ROLL_ONLY
        return moves + guesses(state) if may_guess(state) else moves

    def play(self, state: BolognaState, action: Action) -> None:
        if action is KEEP:
            state.tell(KEPT, self.seat, state.left)
            state.kept = state.left
            state.left = 0
            state.push(ROLL_THREE)
        elif action is ROLL5:
            roll_five(state)
        else:
            guess(state, action)


class FreshTurn(Turn):
    """Without dice to keep, whoever might name a rival's role is asked before rolling (BOL-4.7, BOL-6.11)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = True


class Roll(Chance[BolognaState]):
    """Three or five dice are thrown (BOL-2.2, 2.4, 2.5)."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def stream(self) -> str:
        return "dice"

    def odds(self, state: BolognaState) -> list[tuple[Action, int]]:
        return roll_odds(state, self.dice)

    def sample(self, state: BolognaState, source: Source) -> Action:
        return thrown(state, self.dice, source)

    def play(self, state: BolognaState, action: Action) -> None:
        state.rolled = PACKED_TRIPLES[action.a] if self.dice == 3 else PACKED_QUINTS[action.a]
        state.tell(ROLLED, state.active, state.rolled)
        if state.deus >= 0 and state.rerolls < state.ruleset.most_rerolls:
            state.push(MIRACLES[state.deus])
        else:
            judge(state)


def roll_odds(state: BolognaState, dice: int) -> list[tuple[Action, int]]:
    """Every throw of three or five dice, by the number of ways to get it."""
    actions = ROLLED3.actions if dice == 3 else ROLLED5.actions
    weights = state.ruleset.edition.odds3 if dice == 3 else state.ruleset.edition.odds5
    return [(actions[word], weight) for word, weight in enumerate(weights) if weight]


def thrown(state: BolognaState, dice: int, source: Source) -> Action:
    """Throw die after die and read what lies there."""
    faces = state.ruleset.edition.faces
    found = 0
    for number in range(dice):
        found = GROWTH[number][found][faces[source.below(SYMBOLS)]]
    return ROLLED3.actions[found] if dice == 3 else ROLLED5.actions[found]


class Miracle(Decision[BolognaState]):
    """The holder of the Deus-Ex Machina may have the dice just rolled thrown again (BOL-5.2, 5.3)."""

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [("roller", "seat", state.active), ("dice", "dice", state.rolled)]

    def candidates(self, state: BolognaState) -> list[Action]:
        return MIRACLE_OR_NOT

    def options(self, state: BolognaState) -> list[Action]:
        return MIRACLE_OR_NOT

    def play(self, state: BolognaState, action: Action) -> None:
        if action is LET_STAND:
            judge(state)
            return
        state.rerolls += 1
        state.deus = state.at_right_of(self.seat) if self.seat == state.active else state.active  # BOL-5.4
        state.tell(REROLLED, self.seat, state.active, state.deus)
        state.push(ROLL_THREE if state.kept else ROLL_FIVE)


def judge(state: BolognaState) -> None:
    """What the final roll sets off (BOL-5.20, 5.30, 5.40), before three dice are chosen."""
    table = state.kept + state.rolled
    if state.ruleset.events_count_kept or not state.kept:
        event_of(state, table)
    if state.over:
        return
    if state.players[state.active].alive:
        state.push(CHOICES[state.active])
    else:
        end_turn(state, 0)  # BOL-2.9


def event_of(state: BolognaState, table: int) -> None:
    """At most one of the three events (BOL-5.43)."""
    ruleset = state.ruleset
    if ruleset.feast_of_fools and table & 0x222222 == 0 and table & 0x444444 == 0:
        state.fools = True
        state.tell(FEAST_OF_FOOLS, state.active)
    elif ruleset.earthquake and table & 0xFFFF == 0:
        earthquake(state)
    elif ruleset.pork_feast:
        for kind in range(KINDS):
            if count(table, kind) == 5:
                pork_feast(state, kind)


def pork_feast(state: BolognaState, kind: int) -> None:
    """BOL-5.20, 5.21: everybody gains one, clockwise from the active player while the pool lasts."""
    state.tell(PORK_FEAST, kind)
    met_before = [goals_met(state, seat) for seat in range(state.seats)]
    for offset in range(state.seats):
        seat = (state.active + offset) % state.seats
        if state.players[seat].alive:
            take_from_pool(state, seat, kind)
    check_event(state, met_before)


def earthquake(state: BolognaState) -> None:
    """BOL-5.30, 5.31: all Towers and Books fall."""
    state.tell(EARTHQUAKE)
    met_before = [goals_met(state, seat) for seat in range(state.seats)]
    for seat in range(state.seats):
        state.discard(seat, TOWER, state.holds(seat, TOWER))
        state.discard(seat, BOOK, state.holds(seat, BOOK))
    check_event(state, met_before)


class Choose(Decision[BolognaState]):
    """Three of the five dice (BOL-2.2, 2.5), or the two kept and one more (BOL-2.4) unless it is a Feast of
    Fools (BOL-5.41).
    """

    def details(self, state: BolognaState) -> list[tuple[str, str, int]]:
        return [("number", "number", 1 if state.kept and not state.fools else 3)]

    def candidates(self, state: BolognaState) -> list[Action]:
        table = state.kept + state.rolled
        return [action for action in CHOOSE.actions if contains(table, PACKED_TRIPLES[action.a])]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        return None if state.fools or contains(PACKED_TRIPLES[action.a], state.kept) else "BOL-2.4"

    # Remembered, as in Act: a random match of five takes 2.3 times the instructions without
    def options(self, state: BolognaState) -> list[Action]:
        key = (0 if state.fools else state.kept) << 24 | state.kept + state.rolled
        known = _CHOICES.get(key)
        if known is None:
            known = _CHOICES[key] = super().options(state)
        return known

    def play(self, state: BolognaState, action: Action) -> None:
        state.todo = PACKED_TRIPLES[action.a]
        state.rest = state.kept + state.rolled - state.todo
        state.chosen = True
        state.tell(CHOSE, self.seat, state.todo, state.rest)
        ask_for_use(state)


# Phase 2: using the dice


def ask_for_use(state: BolognaState) -> None:
    """The next of the chosen dice is used. Whoever might name a rival's role instead is asked even if there
    is only one way to use it (BOL-4.7, BOL-6.11).
    """
    acts = INSISTING_ACTS if might_guess(state) else ACTS
    state.push(acts[state.active])


class Act(Decision[BolognaState]):
    """Use one of the chosen dice, or a pair (BOL-2.6, BOL-3.16)."""

    def __init__(self, seat: int, insists: bool) -> None:
        super().__init__(seat)
        self.insists = insists

    def candidates(self, state: BolognaState) -> list[Action]:
        return [*DICE_ACTIONS, *_GUESSES[state.seats]]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        if action.verb is GUESS:
            return guess_objection(state, action)
        return dice_objection(state.todo, action, state.ruleset.forced_pairs)

    def options(self, state: BolognaState) -> list[Action]:
        base = dice_options(state.todo, state.ruleset.forced_pairs)
        return base + guesses(state) if may_guess(state) else base

    def play(self, state: BolognaState, action: Action) -> None:
        if action.verb is GUESS:
            guess(state, action)
            return
        state.push(AFTER_EFFECT)
        if action.verb is USE:
            state.todo -= 1 << 4 * action.a
            single_effect(state, action.a, False)
        elif action.verb is WILD:
            state.todo -= 1 << 4 * BOOK
            single_effect(state, WILD_SYMBOLS[action.a], True)
        else:
            symbol = PAIR_SYMBOLS[action.a]
            state.todo -= (2 - action.b) << 4 * symbol
            state.todo -= action.b << 4 * BOOK
            pair_effect(state, symbol)


def dice_objection(todo: int, action: Action, forced_pairs: bool) -> str | None:
    """Why the unused dice cannot be used like this (BOL-2.6, 3.5, 3.6, 3.16, 3.17)."""
    books = count(todo, BOOK)
    if action.verb is USE:
        shown = count(todo, action.a)
        if shown == 0:
            return "BOL-2.6"
        return "BOL-3.17" if forced_pairs and action.a >= WINE and shown > 1 else None
    if action.verb is WILD:
        symbol = WILD_SYMBOLS[action.a]
        if books == 0:
            return "BOL-3.5"
        return "BOL-3.17" if forced_pairs and symbol >= WINE and count(todo, symbol) > 0 else None
    if books < action.b:
        return "BOL-3.6"
    return None if count(todo, PAIR_SYMBOLS[action.a]) >= 2 - action.b else "BOL-3.16"


def dice_options(todo: int, forced_pairs: bool) -> list[Action]:
    """All uses of the unused dice, remembered."""
    key = todo << 1 | forced_pairs
    known = _USES.get(key)
    if known is None:
        known = [action for action in DICE_ACTIONS if dice_objection(todo, action, forced_pairs) is None]
        _USES[key] = known
    return known


class AfterEffect(Happening[BolognaState]):
    """A check point after each die or pair used (BOL-4.4), then the next die or the end of the turn."""

    def happen(self, state: BolognaState) -> None:
        check_point(state)
        if state.over:
            return
        if not state.players[state.active].alive:
            end_turn(state, state.rest)  # BOL-4.8
        elif state.todo:
            ask_for_use(state)
        elif might_guess(state):
            state.push(FINISHES[state.active])
        else:
            end_turn(state, state.rest)


class Finish(Decision[BolognaState]):
    """A last chance to guess before the turn ends, for whoever might have it (BOL-4.7, BOL-6.11)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = True

    def candidates(self, state: BolognaState) -> list[Action]:
        return [END_TURN, *_GUESSES[state.seats]]

    def objection(self, state: BolognaState, action: Action) -> str | None:
        return None if action is END_TURN else guess_objection(state, action)

    def play(self, state: BolognaState, action: Action) -> None:
        if action is END_TURN:
            end_turn(state, state.rest)
        else:
            guess(state, action)


KEEP_OR_ROLL: Final[list[Action]] = [KEEP, ROLL5]
ROLL_ONLY: Final[list[Action]] = [ROLL5]
MIRACLE_OR_NOT: Final[list[Action]] = [MIRACLE, LET_STAND]
DICE_ACTIONS: Final[list[Action]] = [*USE.actions, *WILD.actions, *PAIR.actions]

TURNS: Final[list[Turn]] = [Turn(seat) for seat in EVERY_SEAT]
FRESH_TURNS: Final[list[FreshTurn]] = [FreshTurn(seat) for seat in EVERY_SEAT]
MIRACLES: Final[list[Miracle]] = [Miracle(seat) for seat in EVERY_SEAT]
CHOICES: Final[list[Choose]] = [Choose(seat) for seat in EVERY_SEAT]
ACTS: Final[list[Act]] = [Act(seat, insists=False) for seat in EVERY_SEAT]
INSISTING_ACTS: Final[list[Act]] = [Act(seat, insists=True) for seat in EVERY_SEAT]
FINISHES: Final[list[Finish]] = [Finish(seat) for seat in EVERY_SEAT]
ROLL_THREE: Final = Roll(3)
ROLL_FIVE: Final = Roll(5)
AFTER_EFFECT: Final = AfterEffect()

_GUESSES: Final[list[list[Action]]] = [GUESS.actions[: GUESSABLE * (seats - 1)] for seats in range(8)]
_CHOICES: Final[dict[int, list[Action]]] = {}
_USES: Final[dict[int, list[Action]]] = {}
