"""Receivers on loopback: a push service with a browser behind it, a mail server, a webhook."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ludoteca.house.service.delivery import _derived, encode, public_point


class Received:
    """What came over HTTP: headers and bodies. `status` is what is answered."""

    def __init__(self) -> None:
        self.status = 201
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.address = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        self.requests.append((headers, await reader.readexactly(int(headers.get("content-length", "0")))))
        writer.write(f"HTTP/1.1 {self.status} Answer\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def web_receiver() -> AsyncIterator[Received]:
    received = Received()
    server = await asyncio.start_server(received.serve, "127.0.0.1", 0)
    received.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    async with server:
        yield received


class Browser:
    """A browser that has subscribed, and can read what was pushed to it (RFC 8291)."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        self._point = public_point(self._key.public_key())
        keys = {"p256dh": encode(self._point), "auth": encode(self._secret)}
        self.subscription = json.dumps({"endpoint": endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> dict[str, Any]:
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), point)
        secret = _derived(shared, self._secret, b"WebPush: info\0" + self._point + theirs, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


class MailBox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        self.address = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())

        say("220 loopback")
        while line := (await reader.readline()).decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                say("354 go on")
                text = (await reader.readuntil(b"\r\n.\r\n")).decode()
                self.mails.append(text)
                say("250 kept")
            elif word == "QUIT":
                say("221 bye")
                break
            else:
                say("250 loopback" if word in ("EHLO", "HELO") else "250 fine")
            await writer.drain()
        writer.close()


@asynccontextmanager
async def mail_receiver() -> AsyncIterator[MailBox]:
    box = MailBox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    box.address = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield box
