// Ayoayo bot in JavaScript (Node): a random legal move.
//
// Plays: picks from `legal` by a hash of the game's seed, the ply and the
//        pits, so a game replayed with the same seed is the same game.
// Run:   node bot.js
// Flush: nothing to do; writes to a pipe are synchronous in Node.
"use strict";

let seed = 0;

// FNV-1a over the text; the last lines stir the high bits into the low ones.
function hash(text) {
  let value = 2166136261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  value = Math.imul(value ^ (value >>> 15), 739982445);
  return (value ^ (value >>> 12)) >>> 0;
}

function choose({ ply, turn, pits, legal }) {
  if (!legal) legal = [...pits.keys()].filter((pit) => Math.floor(pit / 6) === turn && pits[pit] > 0);
  return legal[hash(`${seed} ${ply} ${pits}`) % legal.length];
}

function answer({ type, id, ...go }) {
  switch (type) {
    case "hello": return { type: "hello", id, protocol: 1, name: "javascript-random" };
    case "go": return { type: "move", id, pit: choose(go) };
    case "ping": return { type: "pong", id };
  }
  const message = "this bot does not know that type";
  return { type: "error", id, code: "unknown_type", message };
}

function read(line) {
  try {
    const message = JSON.parse(line);
    if (message.type === "quit") process.exit(0);
    if (message.type === "new_game") seed = message.seed;
    // No id, no answer; nor to `error`. Ids end at 2^53-1, the last integer a number holds exactly.
    if (Number.isSafeInteger(message.id) && message.type !== "error") process.stdout.write(JSON.stringify(answer(message)) + "\n");
  } catch {
    // A line that makes no sense is ignored.
  }
}

// Not `readline`: it also ends lines at U+2028, which JSON allows inside a string.
let unfinished = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (unfinished + text).split("\n");
  unfinished = lines.pop();
  lines.forEach(read);
});
