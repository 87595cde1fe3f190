"""Tests of the kit: python3 -m unittest, in this folder."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import unittest

from ayoayo import LETTERS, PRESETS, RESIGN, Conversation, Game, IllegalMove, Outcome, Position, Turn

VECTORS = pathlib.Path(__file__).parent.parent / "vectors"
WINNERS = {0: "south", 1: "north", None: "draw"}


def lines(name):
    with open(VECTORS / name) as file:
        return [json.loads(line) for line in file]


def shown(outcome):
    if outcome is None:
        return None
    return {"reason": outcome.reason, "stores": list(outcome.stores), "winner": WINNERS[outcome.winner]}


class RulesTest(unittest.TestCase):
    def test_positions(self):
        for case in lines("positions.jsonl"):
            position = Position(case["pits"], case["stores"], case["turn"], PRESETS[case["rules"]])
            with self.subTest(f"{position} {case['rules']}"):
                self.check_position(position, case)

    def check_position(self, position, case):
        self.assertEqual(position.legal_moves(), case["legal"])
        self.assertEqual(position.is_over(), case["outcome"] is not None)
        self.assertEqual(shown(position.outcome()), case["outcome"])
        for pit, expected in case["moves"].items():
            sown = position.sow(int(pit))
            found = {
                "pits": list(sown.position.pits), "stores": list(sown.position.stores),
                "captured": sown.captured, "end": sown.end, "laps": sown.laps,
                "outcome": shown(sown.position.outcome()),
            }
            self.assertEqual(found, expected)
            self.assertEqual(sown.position.turn, 1 - position.turn)
        for pit, reason in case["illegal"].items():
            self.assertEqual(position.why_illegal(int(pit)), reason)
            with self.assertRaises(IllegalMove):
                position.play(int(pit))

    def test_games(self):
        for case in lines("games.jsonl"):
            game = Game(Position.start(PRESETS[case["rules"]]))
            for letter in case["moves"]:
                self.assertIsNone(game.outcome)
                game.play(LETTERS.index(letter))
            found = {"rules": case["rules"], "moves": case["moves"], "plies": len(game.moves), **shown(game.outcome)}
            self.assertEqual(found, case)
            self.assertRaises(IllegalMove, game.play, 0)

    def test_endless(self):
        for case in lines("endless.jsonl"):
            stores = (48 - sum(case["pits"]), 0)
            position = Position(case["pits"], stores, case["turn"], PRESETS["ayoayo-full-count"])
            self.assertEqual(position.why_illegal(case["move"]), "endless")

    def test_ply_limit(self):
        rules = PRESETS["ayoayo"]
        game = Game(Position.start(type(rules)(max_plies=2)))
        game.play(2)
        game.play(8)
        self.assertEqual(game.outcome, Outcome("ply_limit", (7, 0)))

    def test_text(self):
        text = "1.2.1.12.1.3/5.4.0.0.0.0 19-0 N"
        position = Position.parse(text)
        self.assertEqual(str(position), text)
        self.assertEqual(position, Position(position.pits, (19, 0), 1))
        self.assertEqual(hash(position), hash(Position.parse(text)))
        self.assertEqual((position.score(), position.score(0)), (-19, 19))
        for wrong in ("", "4.4", "4.4.4.4.4.4/4.4.4.4.4.4 0-0 X", "4.4.4.4.4.4/4.4.4.4.4.4 1-0 S"):
            self.assertRaises(ValueError, Position.parse, wrong)


GO = {
    "type": "go", "id": 4, "game_id": "17", "ply": 0, "turn": 0, "pits": [4] * 12, "stores": [0, 0],
    "last": None, "legal": [0, 1, 2, 3, 4, 5], "clock_ms": [10000, 9000],
}


def first(position, turn):
    return position.legal_moves()[0]


class ConversationTest(unittest.TestCase):
    def says(self, *messages, choose=first):
        """Returns the answers to these messages, or lines as they are."""
        conversation = Conversation(choose, name="mine")
        answers = []
        with contextlib.redirect_stderr(io.StringIO()):
            for message in messages:
                line = message if isinstance(message, bytes) else json.dumps(message).encode()
                answers.append(conversation.answer(line))
        return [answer and json.loads(answer) for answer in answers]

    def test_answers(self):
        self.assertEqual(
            self.says({"type": "hello", "id": 1, "protocol": 1}, {"type": "ping", "id": 2**53 - 1}, GO),
            [
                {"type": "hello", "id": 1, "protocol": 1, "name": "mine"},
                {"type": "pong", "id": 2**53 - 1},
                {"type": "move", "id": 4, "pit": 0},
            ],
        )
        unknown = self.says({"type": "dance", "id": 7})[0]
        self.assertEqual((unknown["type"], unknown["id"], unknown["code"]), ("error", 7, "unknown_type"))

    def test_silence(self):
        silent = [
            {"type": "dance"}, {"type": "new_game"}, {"type": "error", "id": 3, "code": "bad_json"},
            {"type": "game_over", "reason": "boredom"}, {"type": "ping", "id": True},
            {**GO, "pits": [4] * 11}, {**GO, "pits": [5] * 12}, {**GO, "turn": "South"}, {"type": "go", "id": 9},
            b"", b"\n", b"no JSON", b"\xff\xfe", b"[]", b"null", b"3", b"[" * 100_000,
        ]
        self.assertEqual(self.says(*silent), [None] * len(silent))

    def test_the_rules_of_hello_are_played(self):
        hello = {"type": "hello", "id": 1, "rules": {"sowing": "single", "capture": "two-three", "new": {}}}
        go = {key: value for key, value in GO.items() if key != "legal"}
        seen = []
        self.says(hello, go, choose=lambda position, turn: seen.append(position.sow(0).laps) or 0)
        self.assertEqual(seen, [1])

    def test_turn(self):
        seen = []

        def choose(position: Position, turn: Turn) -> int:
            seen.append((turn.seconds, turn.opponent, turn.increment_ms, turn.random.random()))
            turn.info["depth"] = 3
            return 5

        new_game = {"type": "new_game", "opponent": 'a "b"', "time": {"increment_ms": 100}, "seed": 9}
        answers = self.says(new_game, GO, new_game, {**GO, "move_ms": 50}, choose=choose)
        self.assertEqual(answers[1], {"type": "move", "id": 4, "pit": 5, "info": {"depth": 3}})
        (a, *rest), (b, *same) = seen
        self.assertEqual((a, b, rest), (10, 0.05, same))

    def test_what_is_chosen(self):
        self.assertEqual(self.says(GO, choose=lambda *_: RESIGN), [{"type": "move", "id": 4, "resign": True}])
        for wrong in (None, "2", 2.0):
            self.assertRaises(TypeError, self.says, GO, choose=lambda *_: wrong)

    def test_info_that_cannot_be_sent(self):
        for wrong in (float("nan"), object(), "x" * 512, "\ud800"):
            def choose(position, turn):
                turn.info["wrong"] = wrong
                return 1
            self.assertEqual(self.says(GO, choose=choose), [{"type": "move", "id": 4, "pit": 1}])

    def test_long_info_is_cut(self):
        def sent(info):
            def choose(position, turn):
                turn.info.update(info)
                return 1
            return self.says(GO, choose=choose)[0]["info"]

        def size(info):
            return len(json.dumps(info, separators=(",", ":"), ensure_ascii=False).encode())

        fits = {"depth": 6, "text": "x" * (512 - len('{"depth":6,"text":""}'))}
        self.assertEqual(sent(fits), fits)
        for letter in ("x", "ọ", "貝", "\U0001f41a", '"', "\n", "\x01"):
            for count in (512, 60_000):
                info = sent({"depth": 6, "pv": [2, 11], "text": letter * count})
                self.assertEqual((info["depth"], info["pv"], info["text"][-1]), (6, [2, 11], "…"))
                self.assertEqual(set(info["text"][:-1]), {letter})
                # One letter more has no room; it takes six bytes at most.
                self.assertTrue(512 - 6 < size(info) <= 512, size(info))
        info = sent({"pv": [2, 11] * 1_000, "text": "x" * 600})
        self.assertEqual(info["pv"], ([2, 11] * 1_000)[:len(info["pv"])])
        self.assertTrue(505 < size(info) <= 512 and info["text"] == "…", info)


class RunTest(unittest.TestCase):
    BOT = """
import os
from ayoayo import run
def choose(position, turn):
    print("thinking")
    os.system("echo a child prints too")
    return 2
print("before", file=__import__("sys").stderr)
run(choose)
"""

    def test_stdout_is_for_messages(self):
        lines = json.dumps(GO) + "\n" + json.dumps({"type": "quit"}) + "\n" + json.dumps(GO) + "\n"
        done = subprocess.run(
            [sys.executable, "-c", self.BOT], input=lines, capture_output=True, text=True,
            cwd=pathlib.Path(__file__).parent,
        )
        self.assertEqual((done.returncode, done.stdout), (0, '{"type":"move","pit":2,"id":4}\n'))
        self.assertEqual(sorted(done.stderr.splitlines()), ["a child prints too", "before", "thinking"])

    def test_end_of_input(self):
        done = subprocess.run([sys.executable, "-c", self.BOT], input="", text=True, capture_output=True,
                              cwd=pathlib.Path(__file__).parent)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
