"""A real Ray cluster on this machine: a head and a node, with one processor each."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import ludoteca

PATIENCE = 120
MEMORY = 120_000_000


class Cluster:
    """Every node is a process group of its own, started by the command people use, ended by its id."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ray"))  # sockets need a short path
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.nodes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        self._node("head", "--head", f"--port={self.port}", f"--temp-dir={self.folder}", "--num-cpus=1",
                   "--include-dashboard=false")  # fmt: skip
        self._await("head")
        self._node("node", f"--address={self.address}", "--num-cpus=1")
        self._await("node")

    def _node(self, name: str, *words: str) -> None:
        with self._log(name).open("wb") as out:
            node = subprocess.Popen(
                [
                    *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block"),
                    *("--disable-usage-stats", "--node-ip-address=127.0.0.1"),
                    f"--object-store-memory={MEMORY}",
                    *words,
                ],
                stdout=out, stderr=subprocess.STDOUT, env=surroundings(), start_new_session=True,
            )  # fmt: skip
        self.nodes[name] = node

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _await(self, name: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while b"Ray runtime started" not in self._log(name).read_bytes():
            if self.nodes[name].poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    f"node {name} did not start:\n{self._log(name).read_text(errors='replace')}"
                )
            time.sleep(0.1)

    def kill(self, name: str) -> None:
        """The machine of a node goes dark: all its processes at once."""
        node = self.nodes.pop(name)
        for pid in session_of(node.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        node.wait()

    def stop(self) -> None:
        for name in reversed(list(self.nodes)):
            self.kill(name)
        shutil.rmtree(self.folder, ignore_errors=True)


def session_of(leader: int) -> list[int]:
    """The processes of the session that a process leads, itself included."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                pid = int(entry.name)
                if os.getsid(pid) == leader:
                    found.append(pid)
            except ProcessLookupError:
                continue
    return found


def surroundings() -> dict[str, str]:
    """What a node needs to find this copy of the package, and to keep to this machine."""
    return {
        **os.environ,
        "PYTHONPATH": str(Path(ludoteca.__file__).parent.parent),
        "RAY_AUTH_MODE": "disabled",
        "RAY_raylet_start_wait_time_s": str(PATIENCE),
        "RAY_USAGE_STATS_ENABLED": "0",
    }


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])
