"""Good manners in Bologna: wine for those who have something to lose, nothing paid for nothing, and
miracles for rolls worth one.
"""

from __future__ import annotations

from ludoteca.bots.bot import Perspective
from ludoteca.bots.ismcts import Ismcts
from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.bot.manners import GIVEN_AWAY, INTERRUPT, WASTED, Manners
from ludoteca.kernel.source import Stream
from tests.bologna.table import Position, lay


def breaches(table: Position, text: str) -> list[str]:
    """What is ill used by an action, which is then done."""
    before = table.state.copy()
    table.play(text)
    seen = Manners().seen(before, GAME.catalogue.parse(text), table.state)
    return [counted for counted, breach in seen if breach]


def test_wine_is_for_somebody_with_people_to_lose() -> None:
    """Seat 1 holds Bologna and no People; seat 2 has People."""
    tokens = ((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 0))
    assert breaches(lay(*tokens, chosen="WTT").play("use W"), "target +1") == [WASTED]
    assert breaches(lay(*tokens, chosen="WTT").play("use W"), "target +2") == []


def test_where_nobody_has_anything_to_lose_no_choice_is_foolish() -> None:
    assert breaches(lay((1, 0, 0, 0), seats=3, chosen="WTT").play("use W"), "target +1") == []


def test_nobody_pays_bologna_to_be_spared_nothing() -> None:
    table = lay((0, 0, 0, 0), (0, 0, 0, 2), seats=3, roles={1: "soldier"}, chosen="WTT")
    table.play("use W", "target +1")
    assert breaches(table, "cancel") == [GIVEN_AWAY]


def test_nobody_calls_a_miracle_on_an_own_roll_that_serves() -> None:
    """A Soldier wants Bologna: two of them serve, five feed the rivals as well."""
    soldier = {0: "soldier"}
    for rolled, foolish in (("BBWRR", True), ("PWWRR", False), ("BBBBB", False)):
        table = lay(seats=3, roles=soldier, deus=0).roll(rolled)
        sensible = Perspective(GAME, table.state, 0, Stream(1, "bot")).sensible
        assert (sensible == table.state.choices) is not foolish, rolled
        assert breaches(table, "miracle") == ([INTERRUPT] if foolish else []), rolled


def test_bots_do_not_think_of_foolish_targets() -> None:
    table = lay((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 0), chosen="WTT").play("use W")
    perspective = Perspective(GAME, table.state, 0, Stream(1, "bot"))
    assert [action.text for action in perspective.sensible] == ["target +2"]
    assert [action.text for action in perspective.options] == ["target +0", "target +1", "target +2"]


def test_a_search_looks_at_no_foolish_target() -> None:
    table = lay((0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 0), (2, 0, 0, 0), chosen="WTT").play("use W")
    source = Stream(1, "bot")
    report = Ismcts(iterations=40).think(Perspective(GAME, table.state, 0, source), source)
    looked_at = [option.action.text for option in report.options if option.visits]
    assert looked_at == ["target +2", "target +3"]
