"""Who is measured: processes that time slices of play when asked, peers in environments under build/peers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
PEERS = HERE.parent / "build" / "peers"
INSTALLING = 900
NPM_EXTRA = {
    # boardgame.io's lobby answers nothing with the koa-compose that came after this one
    "boardgame.io": ["koa-compose@4.1.0"],
}


class Absent(Exception):
    """A peer that cannot be measured here, and why."""


class Sample(NamedTuple):
    """One slice: units a CPU second, and episodes (whole matches, or single calls) a CPU second."""

    rate: float
    episodes: float


Samples = dict[str, list[Sample]]


class Subject:
    """A process that times slices of play when asked."""

    def __init__(self, command: Sequence[str], folder: Path, title: str = "Ludoteca") -> None:
        self.title = title
        environ = {**os.environ, "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1"}
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
            cwd=folder,
            env=environ,
        )
        self.names: list[str] = self.read()

    def read(self) -> Any:
        """The next line of JSON; a peer may print other things before it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(("[", "{")):
                return json.loads(line)
        self.process.wait()
        self.said.seek(0)
        said = self.said.read().strip().splitlines() or ["no word"]
        raise Absent(f"{self.title} ended: {said[-1][:200]}")

    def slice(self, name: str, seconds: float) -> Sample:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name} {seconds}\n")
        self.process.stdin.flush()
        answer = self.read()
        return Sample(answer["rate"], answer["episodes"])

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)


class Peer(NamedTuple):
    """Somebody else's project: what to install, and the script that plays it."""

    title: str
    package: str
    script: str
    url: str
    by_npm: bool = False

    @property
    def home(self) -> Path:
        return PEERS / self.package

    @property
    def python(self) -> Path:
        return self.home / "bin" / "python"

    def start(self) -> Subject:
        self.install()
        if self.by_npm:
            for script in (HERE / "peers").glob("*.js"):
                shutil.copy(script, self.home)
            return Subject(["node", self.script], self.home, self.title)
        return Subject([str(self.python), str(HERE / "peers" / self.script)], HERE, self.title)

    def install(self) -> None:
        """Into an environment of its own, once."""
        if self.by_npm:
            self._install_by_npm()
        elif not (self.home / "installed").exists():
            tell(f"installing {self.title}")
            venv.create(self.home, with_pip=True, clear=True)
            attempt(self.title, [str(self.python), "-m", "pip", "install", "-q", self.package], HERE)
            (self.home / "installed").touch()

    def _install_by_npm(self) -> None:
        if not shutil.which("npm"):
            raise Absent(f"{self.title}: node and npm are not here")
        if not (self.home / "node_modules" / self.package).exists():
            tell(f"installing {self.title}")
            self.home.mkdir(parents=True, exist_ok=True)
            wanted = [self.package, *NPM_EXTRA.get(self.package, [])]
            attempt(self.title, ["npm", "install", "--silent", "--no-fund", "--no-audit", *wanted], self.home)

    def version(self) -> str:
        """The version installed, or nothing."""
        if self.by_npm:
            told = self.home / "node_modules" / self.package / "package.json"
            return str(json.loads(told.read_text(encoding="utf-8"))["version"]) if told.exists() else ""
        plain = self.package.partition("[")[0]
        code = f"from importlib.metadata import version; print(version({plain!r}))"
        done = subprocess.run([self.python, "-c", code], capture_output=True, text=True, check=False)
        return done.stdout.strip()


def attempt(title: str, command: Sequence[str], folder: Path) -> None:
    """Run an installer; if it fails, say why in its own words."""
    try:
        done = subprocess.run(
            list(command), cwd=folder, capture_output=True, text=True, timeout=INSTALLING, check=False
        )
    except subprocess.TimeoutExpired:
        raise Absent(f"{title} was not installed within {INSTALLING // 60} minutes") from None
    if done.returncode:
        said = [line for line in done.stderr.strip().splitlines() if "WARN" not in line] or ["no word"]
        raise Absent(f"{title} could not be installed: {said[-1][:200]}")


def our_subject(script: str) -> Subject:
    return Subject([sys.executable, str(HERE / script)], HERE)


def gather(starts: Sequence[Callable[[], Subject]], absent: list[str]) -> list[Subject]:
    """Start everybody; whoever cannot be started is told in `absent`."""
    found: list[Subject] = []
    for start in starts:
        try:
            found.append(start())
        except Absent as reason:
            tell(str(reason))
            absent.append(str(reason))
    return found


def measure(subjects: list[Subject], rounds: int, seconds: float, absent: list[str]) -> Samples:
    """Ask every subject for a slice in turn, `rounds` times over, after a short round that does not count.

    A subject that fails is told in `absent` and asked no more; what it has answered so far stays.
    """
    samples: Samples = {}
    alive = list(subjects)
    began = time.monotonic()
    for number in range(rounds + 1):
        for subject in list(alive):
            try:
                for name in subject.names:
                    found = subject.slice(name, seconds if number else seconds / 4)
                    if number:
                        samples.setdefault(name, []).append(found)
            except Absent as reason:
                absent.append(str(reason))
                alive.remove(subject)
        spent = time.monotonic() - began
        left = spent / (number + 0.25) * (rounds - number)
        tell(f"round {number} of {rounds}, {spent:.0f} s, about {left:.0f} s left")
    for subject in alive:
        subject.close()
    return samples


def pin() -> None:
    """Stay on one core, and all children too."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def tell(news: str) -> None:
    print(news, file=sys.stderr, flush=True)
