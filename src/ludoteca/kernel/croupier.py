"""Croupiers settle chance. A state asks; a croupier answers; a record remembers."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_hex
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import CroupierError
from ludoteca.kernel.record import one_line
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import State, Step

N = TypeVar("N", bound=Source)


@mypyc_attr(allow_interpreted_subclasses=True)
class Croupier:
    """Whoever settles chance."""

    def settle(self, state: State) -> Action:
        """The outcome of the chance step on top of the agenda."""
        raise NotImplementedError

    def label(self) -> str:
        """How a record names this croupier."""
        raise NotImplementedError


class Streaming(Croupier, Generic[N]):
    """Each deck and die has a stream of its own, begun when it is first asked."""

    def __init__(self) -> None:
        self._streams: dict[str, N] = {}

    def settle(self, state: State) -> Action:
        step = state.step
        name = step.stream()
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = self.begin(name)
        return step.sample(state, stream)

    def begin(self, name: str) -> N:
        """The stream of a deck or die."""
        raise NotImplementedError


class Seeded(Streaming[Stream]):
    """For tests and the laboratory: all streams follow from one number."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def begin(self, name: str) -> Stream:
        return Stream(self.seed, name)

    def label(self) -> str:
        return f"seeded {self.seed}"


class Scripted(Croupier):
    """For tests and replays: says what it is told, in order."""

    def __init__(self, outcomes: Sequence[str], label: str = "scripted") -> None:
        self.outcomes = list(outcomes)
        self.spoken = 0
        self._label = label

    def settle(self, state: State) -> Action:
        step = state.step
        if self.spoken == len(self.outcomes):
            raise CroupierError(
                f"the script ended after {self.spoken} outcomes; “{step.name()}” asks for one more"
            )
        text = self.outcomes[self.spoken]
        self.spoken += 1
        return possible_outcome(state, step, text)

    def label(self) -> str:
        return self._label


class DerivedStream(Source):
    """Numbers derived from a secret by a keyed hash, each from its own count."""

    def __init__(self, keyed: hmac.HMAC, name: str, count: int = 0) -> None:
        self.keyed = keyed
        self.name = name
        self.count = count

    def below(self, bound: int) -> int:
        message = f"{self.name}\n{self.count}".encode()
        self.count += 1
        hashed = self.keyed.copy()
        hashed.update(message)
        return int.from_bytes(hashed.digest(), "big") % bound


class Committed(Streaming[DerivedStream]):
    """For tables: nobody alone chose the luck, and everybody can check it afterwards.

    Before the first card the house publishes the hash of its secret. Each person's nonce is mixed in. The
    n-th number of a stream is derived from secret, nonces, stream and n; the secret is revealed when the
    match has ended.
    """

    def __init__(self, secret: str = "", nonces: Sequence[str] = ()) -> None:
        super().__init__()
        self.secret = secret or token_hex(32)
        self.nonces = tuple(nonces)
        for word in (self.secret, *self.nonces):
            if word != one_line(word):
                raise CroupierError("secrets and nonces are single lines without “#” or extra spaces")

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    def begin(self, name: str) -> DerivedStream:
        given = [f"{seat} {nonce}" for seat, nonce in enumerate(self.nonces) if nonce]
        key = hmac.digest(self.secret.encode(), "\n".join(given).encode(), "sha256")
        return DerivedStream(hmac.new(key, digestmod="sha256"), name)

    def label(self) -> str:
        return f"committed {self.commitment}"

    def copy(self) -> Committed:
        """Another croupier who will say the same."""
        twin = Committed(self.secret, self.nonces)
        for name, stream in self._streams.items():
            twin._streams[name] = DerivedStream(stream.keyed, name, stream.count)
        return twin


def commitment_to(secret: str) -> str:
    """What the house publishes before the first card is drawn."""
    return sha256(secret.encode()).hexdigest()


def possible_outcome(state: State, step: Step[Any], text: str) -> Action:
    """The outcome that prints as `text`, if chance could bring it now."""
    for action, _ in step.odds(state):
        if action.text == text:
            return action
    raise CroupierError(f"“{text}” cannot come at “{step.name()}”")
