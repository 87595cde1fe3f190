// @ts-check
// __NAME__, a bot for Ayoayo: wins as many seeds as it can with each move.

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { run } from "./ayoayo.mjs";

/**
 * Returns the pit to sow: the one that captures most, the first of equals.
 *
 * @param {import("./ayoayo.mjs").Position} position
 * @param {import("./ayoayo.mjs").Turn} turn
 * @returns {number}
 */
export function chooseMove(position, turn) {
  const captured = (/** @type {number} */ pit) => position.sow(pit).captured;
  return position.legalMoves().reduce((best, pit) => (captured(pit) > captured(best) ? pit : best));
}

// Not when a test imports this file.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) run(chooseMove, { name: "__NAME__" });
