// Tests of the bot: node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game, Position, turnAt } from "./ayoayo.mjs";
import { chooseMove } from "./bot.mjs";

const chooses = (text) => {
  const position = Position.parse(text);
  return chooseMove(position, turnAt(position));
};

test("the biggest capture", () => {
  // B wins four seeds, D two.
  assert.equal(chooses("0.2.0.1.0.0/3.1.7.4.0.0 15-15 S"), 1);
});

test("the only legal move", () => {
  assert.equal(chooses("0.0.0.0.0.1/4.0.4.0.4.0 20-15 S"), 5);
});

test("legal moves in whole games", () => {
  const opponent = turnAt(Position.start()).random;
  for (let round = 0; round < 20; round++) {
    const game = new Game();
    while (!game.outcome) {
      const { position } = game;
      const legal = position.legalMoves();
      const own = position.turn === round % 2;
      // `play` throws an IllegalMove when it is none.
      game.play(own ? chooseMove(position, turnAt(position)) : legal[Math.floor(opponent() * legal.length)]);
    }
  }
});
