"""What a bot outside this process is sent: all that its seat may know, as JSON; how its reply is read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ludoteca.bots.bot import Perspective
from ludoteca.bots.own_bot import Answer
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.source import Source
from ludoteca.kernel.speaker import Speaker

LONGEST: Final = 1 << 16
"""Bytes of a reply."""


class Reply(msgspec.Struct):
    """A reply in JSON; `{"action": "take 2"}` is enough."""

    action: str | int
    cost: float = 0.0


def letter(perspective: Perspective, source: Source, match: str, refused: str, words: bool) -> bytes:
    """One line of JSON.

    `match` is the same throughout a match of one bot, for those who keep notes; `seed` is a number to draw
    luck from, so that the same match is played again with the same seed.
    """
    game, seat, setup = perspective.game, perspective.seat, perspective.setup
    if setup is None:
        raise LudotecaError("this table keeps no set-up, so nothing can be told about it")
    speaker = Speaker(game, setup.edition, setup.seats)
    world = perspective.imagine(source)
    view = perspective.view
    told: dict[str, Any] = {
        "game": game.name,
        "match": match,
        "seats": perspective.seats,
        "seat": seat,
        "options": setup.values,
        "question": speaker.question(world.step, world),
        "choices": [
            {"action": action.text, "label": speaker.option(action, world)} for action in perspective.options
        ],
        "view": view,
        "story": [[who, None if action is None else action.text] for who, action in perspective.story],
        "log": [said for event in perspective.log if (said := speaker.event(event))],
        "refused": refused,
        "seed": source.below(1 << 30),
    }
    if words:
        told["board"] = presentation_of(game).board(view, speaker, NO_CHOICES).text()
    return msgspec.json.encode(told) + b"\n"


def read_reply(line: bytes) -> Answer:
    """A text such as `take 2`, the number of a choice from 0 on, or JSON."""
    text = line.decode(errors="replace").strip()
    if text.startswith("{"):
        reply = msgspec.json.decode(text, type=Reply)
        return Answer(reply.action, reply.cost)
    return Answer(int(text) if text.isascii() and text.isdigit() else text)
