"""A language model as a bot: a program that asks a chat endpoint what to do.

    ludoteca benchmark bologna --bots "greedy:1,random,program:python3 examples/model_player.py --model NAME"

It reads a line of JSON for every decision (docs/own-bots.md), shows the model the table in words with the
legal actions, and prints the action with what the answer has cost. The endpoint speaks the common chat
protocol (`/chat/completions`); its key is taken from the variable MODEL_KEY.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import urllib.request
from typing import Any

ORDERS = (
    "You play a board game. Answer with the text of one legal action, exactly as it is written before the "
    "dash, and nothing else."
)


def prompt(told: dict[str, Any]) -> str:
    """What the model reads: the table, what happened last, the question, and the legal actions."""
    parts = [f"Game: {told['game']}. You are seat {told['seat']} of {told['seats']}.", told.get("board", "")]
    parts.append("\n".join(told["log"][-12:]))
    parts.append(told["question"])
    parts.append("\n".join(f"{choice['action']} — {choice['label']}" for choice in told["choices"]))
    if told["refused"]:
        parts.append(f"Your last answer was refused: {told['refused']}")
    return "\n\n".join(part for part in parts if part)


def ask(address: str, model: str, text: str) -> tuple[str, dict[str, Any]]:
    """The answer of the model, and what it used."""
    body = {
        "model": model,
        "messages": [{"role": "system", "content": ORDERS}, {"role": "user", "content": text}],
    }
    heads = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('MODEL_KEY', '')}"}
    request = urllib.request.Request(f"{address}/chat/completions", json.dumps(body).encode(), heads)
    with urllib.request.urlopen(request, timeout=120) as found:
        answer = json.load(found)
    return str(answer["choices"][0]["message"]["content"]), answer.get("usage", {})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--address", default="http://127.0.0.1:11434/v1", help="where the model answers")
    parser.add_argument("--model", required=True)
    parser.add_argument("--price", default="0/0", help="cost of a million tokens read/written: 3/15")
    wishes = parser.parse_args()
    read, written = (float(price) / 1e6 for price in wishes.price.split("/"))
    for line in sys.stdin:
        said, used = ask(wishes.address, wishes.model, prompt(json.loads(line)))
        cost = read * used.get("prompt_tokens", 0) + written * used.get("completion_tokens", 0)
        lines = said.strip().splitlines() or [""]
        print(json.dumps({"action": lines[-1].partition(" — ")[0].strip(' `“”".'), "cost": cost}), flush=True)


if __name__ == "__main__":
    main()
