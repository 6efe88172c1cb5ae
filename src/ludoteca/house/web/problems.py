"""Refusals as answers: one shape, a status, a sentence, and the rule where a rule says no."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from ludoteca.house.refusals import Refused
from ludoteca.kernel.errors import LudotecaError

MEDIA: Final = "application/problem+json"


class Problem(msgspec.Struct, omit_defaults=True):
    """Why something was not done. Nothing changed."""

    status: int
    type: str
    """One word for programs: `out-of-turn`, `no-such-table`, `illegal-action`."""
    detail: str
    """One sentence for people, in their language where the rules speak."""
    rule: str = ""
    """The rule of the game that forbids it."""
    retry_after: float = 0.0
    """Seconds after which asking again makes sense."""


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as a response."""
    response = Response(msgspec.json.encode(problem), problem.status, headers, MEDIA)
    if problem.retry_after:
        response.headers["retry-after"] = str(max(1, round(problem.retry_after)))
    return response


def refusal(error: LudotecaError, language: str) -> Problem:
    """What an error of the house looks like."""
    if isinstance(error, Refused):
        return Problem(error.status, error.code, error.told_in(language), error.rule)
    return Problem(422, "refused", str(error))
