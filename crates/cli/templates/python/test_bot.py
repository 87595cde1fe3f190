"""Tests of the bot: python3 -m unittest"""

import random
import unittest

from ayoayo import Game, Position, Turn
from bot import choose_move


class ChooseMoveTest(unittest.TestCase):
    def chooses(self, text: str) -> int:
        position = Position.parse(text)
        return choose_move(position, Turn.at(position))

    def test_the_biggest_capture(self):
        # B wins four seeds, D two.
        self.assertEqual(self.chooses("0.2.0.1.0.0/3.1.7.4.0.0 15-15 S"), 1)

    def test_the_only_legal_move(self):
        self.assertEqual(self.chooses("0.0.0.0.0.1/4.0.4.0.4.0 20-15 S"), 5)

    def test_legal_moves_in_whole_games(self):
        opponent = random.Random(1)
        for side in (0, 1) * 10:
            game = Game()
            while not game.outcome:
                position = game.position
                own = position.turn == side
                pit = choose_move(position, Turn.at(position)) if own else opponent.choice(position.legal_moves())
                game.play(pit)  # Raises IllegalMove when it is none.


if __name__ == "__main__":
    unittest.main()
