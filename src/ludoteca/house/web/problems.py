"""Refusals as HTTP answers: one JSON shape with a status, a sentence, and the rule if there is one."""

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


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as a response."""
    return and_when(Response(msgspec.json.encode(problem), problem.status, headers, MEDIA), problem)


def and_when(response: Response, problem: Problem) -> Response:
    """The response, which also says when asking again makes sense."""
    if problem.retry_after:
        response.headers["retry-after"] = str(max(1, round(problem.retry_after)))
    return response


def problem_of(error: LudotecaError, language: str) -> Problem:
    """An error of the house as a problem."""
    if isinstance(error, Refused):
        return Problem(error.status, error.code, error.in_language(language), error.rule)
    return Problem(422, "refused", str(error))
