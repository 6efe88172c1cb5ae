"""The API of the house, to which the handlers add their operations."""

from __future__ import annotations

from typing import Final

from ludoteca.house.web.api.operations import Api

ABOUT: Final = """Tables, people and tournaments of this house, for programs.

Say who you are with `PUT /api/v1/me` and keep the cookie. Open a table or join one, read it with `GET`, and
do things at it with `POST …/commands`. A command has an id of your own making: sent again after a lost
answer, it is answered again and never carried out twice. It is judged by what the table is when it arrives.

Refusals have one shape (`Problem`). 400: no JSON; 401: say who you are; 403: not yours to do, or sent by a
page of another site; 404: no such thing; 409: the table does not allow it now, with the rule where a rule of
the game says no; 413: too large; 415: not JSON; 422: not possible as it stands, whatever the table is like;
429: too much at once; 503: the house cannot write at the moment, ask again with the same id.

Live updates come over a WebSocket at `/live/{table}?form=json&last=SEQ`: texts of JSON with `seq`, and with
`table` as `GET` tells it, its log and chat only after `last`; `here` says who is here, `beat` that the
connection lives, `bye` that the house restarts.
"""

api: Final = Api("Ludoteca", "1", "/api/v1", ABOUT)
