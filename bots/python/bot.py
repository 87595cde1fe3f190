"""Ayoayo bot in Python: wins as many seeds as it can with this move.

Plays: sows every legal move on a copy of the board and keeps the one that
       captures most, the first of equals. `sow` and `legal_moves` are the
       complete rules of a move, for whoever wants to read them as code.
Run:   python3 bot.py
Flush: print(..., flush=True); Python holds lines back in a pipe otherwise.
"""

import json
import sys


def sow(pits, pit, turn):
    """Returns the pits after the move and the seeds won, or None if the relay never ends."""
    pits, seen = list(pits), set()
    while True:
        origin, seeds, pits[pit] = pit, pits[pit], 0
        while seeds > 0:
            pit = (pit + 1) % 12
            if pit != origin:  # Every lap skips the pit that lap was lifted from.
                pits[pit] += 1
                seeds -= 1
        if pits[pit] == 1:  # The last seed fell into an empty pit.
            break
        if (pit, *pits) in seen:
            return None
        seen.add((pit, *pits))
    won = 0
    if pit // 6 == turn and pits[11 - pit] > 0:
        won = pits[pit] + pits[11 - pit]  # The capturing seed is won too.
        pits[pit] = pits[11 - pit] = 0
    return pits, won


def row(pits, side):
    return pits[6 * side : 6 * side + 6]


def legal_moves(pits, turn):
    """Returns the legal pits: needed only when `go` comes without `legal`."""
    must_feed = not any(row(pits, 1 - turn))
    legal = []
    for pit in range(6 * turn, 6 * turn + 6):
        after = sow(pits, pit, turn) if pits[pit] else None
        if after and (not must_feed or any(row(after[0], 1 - turn))):
            legal.append(pit)
    return legal


def choose(pits, turn, legal):
    def won(pit):
        # Under other rules than Ayoayo a legal move may look endless here.
        after = sow(pits, pit, turn)
        return after[1] if after else 0

    return max(legal, key=won)


def answer(message):
    """Returns what to send for a message that has an id."""
    kind, id = message["type"], message["id"]
    if kind == "hello":
        return {"type": "hello", "id": id, "protocol": 1, "name": "python-greedy"}
    if kind == "go":
        pits, turn = message["pits"], message["turn"]
        legal = message.get("legal") or legal_moves(pits, turn)
        return {"type": "move", "id": id, "pit": choose(pits, turn, legal)}
    if kind == "ping":
        return {"type": "pong", "id": id}
    text = "this bot does not know that type"
    return {"type": "error", "id": id, "code": "unknown_type", "message": text}


for line in sys.stdin.buffer:  # Bytes, so that broken UTF-8 cannot end the loop.
    try:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        # No id, no answer; nor to `error`.
        if isinstance(message.get("id"), int) and message["type"] != "error":
            print(json.dumps(answer(message), separators=(",", ":")), flush=True)
    except Exception:  # A line that makes no sense is ignored, whatever is wrong with it.
        pass
