"""What an option would change on the board: where pieces would go, and by how much numbers would change."""

from __future__ import annotations

from typing import Any, Final

from ludoteca.draw import Scene
from ludoteca.house.web.pages.board_picture import PREFIX
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State

WORLDS: Final = 4
"""How many of the imagined worlds are drawn: what differs between them is not certain."""


OUT_OF_A_STORE: Final = "-at-"
"""A piece `STORE-at-PLACE` that comes onto the board came out of the piece `STORE`."""


def ghosts(
    match: Match, seat: int, worlds: list[State], speaker: Speaker, narrow: bool
) -> dict[str, list[Any]]:
    """The moves and changes that all imagined worlds have in common, by the ids of the board's elements.

    Where the picture would show another part of its map, everything moves: nothing shows where it goes.
    """
    scene = _scene(match, match.state, seat, speaker, narrow)
    scenes = [_scene(match, world, seat, speaker, narrow) for world in worlds[:WORLDS]]
    before, after = scene.placed(), [one.placed() for one in scenes]
    moves: list[Any] = []
    changes: list[Any] = []
    same_window = all([one.window == scene.window for one in scenes])
    for id, now in before.items():
        then = {places.get(id) for places in after}
        piece = then.pop()
        if then or piece is None or piece.about != now.about:
            continue
        if now.glides and same_window and (piece.x, piece.y) != (now.x, now.y):
            moves.append((id, piece.x, piece.y))
        if now.amount is not None and piece.amount is not None and piece.amount != now.amount:
            changes.append((id, piece.amount - now.amount))
    for id, piece in after[0].items() if after else ():
        store = id.partition(OUT_OF_A_STORE)[0]
        comes = same_window and id not in before and store in before and piece.glides
        if comes and all(places.get(id) == piece for places in after):
            moves.append((store, piece.x, piece.y))
    return {"moves": moves, "changes": changes}


def _scene(match: Match, state: State, seat: int, speaker: Speaker, narrow: bool) -> Scene:
    view = match.game.view(state, seat)
    scene: Scene = presentation_of(match.game).board(view, speaker, NO_CHOICES, narrow)
    scene.prefix = PREFIX
    return scene
