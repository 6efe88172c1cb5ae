"""The law of encoding where a teller leaves out what it takes for unchanged."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.encoding.layout import Layout
from ludoteca.encoding.scribe import Scribe, Teller
from ludoteca.examiner.cases import make_case
from ludoteca.examiner.report import Broken
from ludoteca.examiner.sitting import Memory, Sitting
from ludoteca.examiner.vectors import vectors
from ludoteca.games import load
from ludoteca.kernel.contracts import Encoding


class Forgetful(Teller):
    """Looks at the season alone, and tells nothing while it lasts."""

    def __init__(self, game: Any, layout: Layout) -> None:
        self.game = game
        self.layout = layout

    def tell(self, state: Any, seat: int, scribe: Scribe) -> None:
        if scribe.same(state.season):
            scribe.skip(len(scribe.told))
        else:
            scribe.note_all(self.layout.numbers(self.game.view(state, seat)))


def test_what_a_teller_leaves_out_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("bosa")
    case = make_case(game, 2, {}, 1)
    assert case is not None and game.encoding is not None
    layout = game.encoding.layout(case.setup)
    monkeypatch.setattr(game, "encoding", Encoding(game.encoding.layout, Forgetful(game, layout)))
    sitting = Sitting(game, case, Memory(game), dense=True)
    vectors(sitting)
    sitting.advance()
    with pytest.raises(Broken, match="by the view, but told as"):
        vectors(sitting)
