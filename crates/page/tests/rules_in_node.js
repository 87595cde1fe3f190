// Checks rules.js: node rules_in_node.js RULES.JS PRESETS.JSON POSITIONS GAMES ENDLESS
// Prints how many cases held; exits with 1 at the first that does not.
"use strict";
const fs = require("fs");
const vm = require("vm");
const [rulesFile, presetsFile, positionsFile, gamesFile, endlessFile] = process.argv.slice(2);
vm.runInThisContext(fs.readFileSync(rulesFile, "utf8"), rulesFile);
const presets = JSON.parse(fs.readFileSync(presetsFile, "utf8"));
const lines = (file) =>
  fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

function same(found, wanted, where) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) {
    console.error(`${where}\n  found  ${a}\n  wanted ${b}`);
    process.exit(1);
  }
}

function winnerOf([south, north]) {
  return south > north ? "south" : south < north ? "north" : "draw";
}

const described = (over) => over && [over.reason, over.stores, winnerOf(over.stores)];
const outcomeIn = (value) =>
  value && (Array.isArray(value) ? value : [value.reason, value.stores, value.winner]);

function checkPosition(line) {
  const rules = presets[line.rules];
  const where = JSON.stringify(line);
  const position = readPosition(line.position);
  same(writePosition(position), line.position, where);
  same(described(outcomeOf(position, rules)), outcomeIn(line.outcome), where);
  if (line.outcome) return;
  same(legalMoves(position, rules).map((pit) => PIT_LETTERS[pit]).sort(), Object.keys(line.moves).sort(), where);
  for (const [letter, wanted] of Object.entries(line.moves)) {
    const played = playMove(position, PIT_LETTERS.indexOf(letter), rules);
    const found = [writePosition(played.position), played.captured, PIT_LETTERS[played.end], played.laps];
    same(found, wanted.slice(0, 4), `${letter} in ${where}`);
    same(described(outcomeOf(played.position, rules)), outcomeIn(wanted[4]), `${letter} in ${where}`);
  }
  for (const [letter, reason] of Object.entries(line.illegal)) {
    same(playMove(position, PIT_LETTERS.indexOf(letter), rules).illegal, reason, `${letter} in ${where}`);
  }
  same(writePosition(position), line.position, "the argument was changed: " + where);
}

function checkGame(line) {
  const rules = presets[line.rules];
  const positions = [startPosition()];
  for (const letter of line.moves) {
    const last = positions[positions.length - 1];
    same(outcomeAfter(positions, rules), null, JSON.stringify(line));
    positions.push(playMove(last, PIT_LETTERS.indexOf(letter), rules).position);
  }
  const over = outcomeAfter(positions, rules);
  same(described(over), [line.reason, line.stores, line.winner], JSON.stringify(line));
}

function checkEndless(line) {
  const position = readPosition(line.position);
  const pit = typeof line.pit === "number" ? line.pit : PIT_LETTERS.indexOf(line.pit ?? line.move);
  same(playMove(position, pit, presets[line.rules ?? "ayoayo"]).illegal, "endless", JSON.stringify(line));
}

const positions = lines(positionsFile);
const games = lines(gamesFile);
const endless = lines(endlessFile);
positions.forEach(checkPosition);
games.forEach(checkGame);
endless.forEach(checkEndless);
const long = readPosition("0.1.1.13.0.1/0.1.0.1.0.1 15-14 S");
same(playMove(long, 2, presets.ayoayo).laps, 1059, "the long relay");
console.log(`${positions.length} positions, ${games.length} games, ${endless.length} endless relays`);
