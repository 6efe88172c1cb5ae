"""Croupiers settle chance. A state asks; a croupier answers; a record remembers."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_hex
from typing import Any

from mypy_extensions import mypyc_attr

from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import CroupierError
from ludoteca.kernel.record import one_line
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import State, Step


@mypyc_attr(allow_interpreted_subclasses=True)
class Croupier:
    """Whoever settles chance."""

    def settle(self, state: State) -> Action:
        """The outcome of the chance step on top of the agenda."""
        raise NotImplementedError

    def label(self) -> str:
        """How a record names this croupier."""
        raise NotImplementedError


class Seeded(Croupier):
    """For tests and the laboratory: each deck and die has a stream of its own, all from one number."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[str, Stream] = {}

    def settle(self, state: State) -> Action:
        step = state.agenda[-1]
        name = step.stream()
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = Stream(self.seed, name)
        return step.sample(state, stream)

    def label(self) -> str:
        return f"seeded {self.seed}"


class Scripted(Croupier):
    """For tests: says what it is told, in order."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        self.outcomes = list(outcomes)
        self.spoken = 0

    def settle(self, state: State) -> Action:
        step = state.agenda[-1]
        if self.spoken == len(self.outcomes):
            raise CroupierError(
                f"the script ended after {self.spoken} outcomes; “{step.name()}” asks for one more"
            )
        text = self.outcomes[self.spoken]
        self.spoken += 1
        return possible_outcome(state, step, text)

    def label(self) -> str:
        return "scripted"


class Committed(Croupier):
    """For tables: nobody alone chose the luck, and everybody can check it afterwards.

    Before the first card the house publishes the hash of its secret. Each person's nonce is mixed in. The
    n-th number of a stream is derived from secret, nonces, stream and n; the secret is revealed when the
    match has ended.
    """

    def __init__(self, secret: str = "", nonces: Sequence[str] = ()) -> None:
        self.secret = secret or token_hex(32)
        self.nonces = tuple(nonces)
        for word in (self.secret, *self.nonces):
            if word != one_line(word):
                raise CroupierError("secrets and nonces are single lines without “#” or extra spaces")
        self._streams: dict[str, DerivedStream] = {}

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    def settle(self, state: State) -> Action:
        step = state.agenda[-1]
        name = step.stream()
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = DerivedStream(self.secret, self.nonces, name)
        return step.sample(state, stream)

    def label(self) -> str:
        return f"committed {self.commitment}"

    def copy(self) -> Committed:
        """Another croupier who will say the same."""
        twin = Committed(self.secret, self.nonces)
        twin._streams = {name: stream.copy() for name, stream in self._streams.items()}
        return twin


class DerivedStream(Source):
    """Numbers derived from a secret by a keyed hash, each from its own count."""

    def __init__(self, secret: str, nonces: Sequence[str], name: str) -> None:
        given = [f"{seat} {nonce}" for seat, nonce in enumerate(nonces) if nonce]
        key = hmac.digest(secret.encode(), "\n".join(given).encode(), "sha256")
        self._keyed = hmac.new(key, digestmod="sha256")
        self._name = name
        self._count = 0

    def copy(self) -> DerivedStream:
        """The same numbers from here on."""
        twin = DerivedStream("", (), self._name)
        twin._keyed = self._keyed
        twin._count = self._count
        return twin

    def below(self, bound: int) -> int:
        message = f"{self._name}\n{self._count}".encode()
        self._count += 1
        hashed = self._keyed.copy()
        hashed.update(message)
        return int.from_bytes(hashed.digest(), "big") % bound


def commitment_to(secret: str) -> str:
    """What the house publishes before the first card is drawn."""
    return sha256(secret.encode()).hexdigest()


def possible_outcome(state: State, step: Step[Any], text: str) -> Action:
    """The outcome that prints as `text`, if chance could bring it now."""
    for action, _ in step.odds(state):
        if action.text == text:
            return action
    raise CroupierError(f"“{text}” cannot come at “{step.name()}”")
