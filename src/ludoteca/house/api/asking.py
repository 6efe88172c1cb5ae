"""Who asks, and of which house."""

from __future__ import annotations

from starlette.requests import Request

from ludoteca.house.api.telling import Teller
from ludoteca.house.house import House
from ludoteca.house.people import People, preferred_language
from ludoteca.house.settings import Settings
from ludoteca.house.table.commands import Person
from ludoteca.house.table.refusals import Refused
from ludoteca.house.watch import Metrics


class Unknown(Refused):
    """Nobody knows who is asking."""

    status = 401

    def __init__(self) -> None:
        super().__init__("unknown", "say first how you want to be called")


class Ask:
    """One request to the API: who asks, in which language, and the house it is asked of."""

    def __init__(self, request: Request) -> None:
        state = request.app.state
        self.house: House = state.house
        self.people: People = state.people
        self.settings: Settings = state.settings
        self.metrics: Metrics = state.metrics
        self.teller: Teller = state.hub.teller
        self.person: Person | None = request.scope["person"]
        self.headers: dict[str, str] = {}
        self.host = request.headers.get("host", "")
        self.scheme: str = request.scope["scheme"]
        self._accepted = request.headers.get("accept-language", "")

    @property
    def language(self) -> str:
        """The language of the one who asks."""
        return self.person.language if self.person is not None else preferred_language(self._accepted)

    def known(self) -> Person:
        """Who asks; refused to somebody without a name."""
        if self.person is None:
            raise Unknown
        return self.person

    def greet(self, person: Person) -> None:
        """Let the answer carry the cookie of this person."""
        self.headers["set-cookie"] = self.people.cookie(person)

    def link(self, path: str) -> str:
        """The address of a page of this house, as people can type it."""
        base = self.settings.public.rstrip("/") or f"{self.scheme}://{self.host}"
        return base + path
