"""Tokens that nobody can guess without the key of the house; the same words make the same token."""

from __future__ import annotations

import hmac
from base64 import b32encode

from ludoteca.house.service.rate_limits import neighbourhood


class Tokens:
    """What the key of a house makes: ids of tables, invitations, and marks of networks."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.secret = bool(key)
        """Whether there is a key: a process that only thinks for bots has none, and must make no token."""

    def new_table(self, person: str, command: str) -> str:
        """The id of a table that somebody opens by a command: the command given again opens no other."""
        return self._token("table", person, command, length=16)

    def rematch(self, table_id: str) -> str:
        """The id of the table at which a match is played again."""
        return self._token("rematch", table_id, length=16)

    def invitation(self, table_id: str, number: int) -> str:
        """An invitation to a table: the first, or one that was made anew."""
        return self._token("invitation", table_id, str(number), length=26)

    def network(self, network: str) -> str:
        """What is kept of the network from which a table was opened; those of IPv6 count together that one
        household or server may have.
        """
        return self._token("network", neighbourhood(network) or network, length=26)

    def alias(self, table_id: str) -> str:
        """What a table is called outside the house, where nobody may find it by its id."""
        return self._token("alias", table_id, length=16)

    def chosen(self, word: str, every: int) -> bool:
        """Whether something is in a sample of one in `every`; nobody outside can tell."""
        return int.from_bytes(hmac.digest(self._key, f"sample\n{word}".encode(), "sha256")) % every == 0

    def _token(self, *words: str, length: int) -> str:
        digest = hmac.digest(self._key, "\n".join(words).encode(), "sha256")
        return b32encode(digest).decode().lower()[:length]
