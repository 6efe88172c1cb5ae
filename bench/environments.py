"""Our games as PettingZoo environments, timed on demand."""

from __future__ import annotations

from slices import serve
from turns import turns

from ludoteca.adapters.pettingzoo import env
from ludoteca.games import HOUSE_GAMES, load

if __name__ == "__main__":
    serve({f"ours-env:{name}-{load(name).least}": turns(env(name)) for name in HOUSE_GAMES})
