"""The peers: what somebody would take instead of Ludoteca, each measured by its script in bench/peers."""

from __future__ import annotations

from subjects import Peer

OPENSPIEL = Peer("OpenSpiel", "open-spiel", "openspiel.py", "https://github.com/google-deepmind/open_spiel")
CATANATRON = Peer("Catanatron", "catanatron", "catanatron_play.py", "https://github.com/bcollazo/catanatron")
RLCARD = Peer("RLCard", "rlcard", "rlcard_play.py", "https://github.com/datamllab/rlcard")
PETTINGZOO = Peer(
    "PettingZoo", "pettingzoo[classic]", "pettingzoo_classic.py", "https://pettingzoo.farama.org"
)
CHESS = Peer("python-chess", "chess", "chess_play.py", "https://github.com/niklasf/python-chess")
PGX = Peer("Pgx", "pgx", "pgx_play.py", "https://github.com/sotetsuk/pgx")
BOARDGAMEIO = Peer("boardgame.io", "boardgame.io", "boardgameio.js", "https://boardgame.io", by_npm=True)
EVERYBODY = (OPENSPIEL, CATANATRON, RLCARD, PETTINGZOO, CHESS, PGX, BOARDGAMEIO)
PEERS_BY_TITLE = {peer.title: peer for peer in EVERYBODY}
