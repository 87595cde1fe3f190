// Tests of the kit: node --test, in this folder.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Conversation, Game, IllegalMove, LETTERS, Position, PRESETS, RESIGN } from "./ayoayo.mjs";

const lines = (name) =>
  readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

const shown = (outcome) => outcome && { ...outcome, winner: outcome.winner === null ? "draw" : ["south", "north"][outcome.winner] };

// ---- Rules -------------------------------------------------------------------

test("positions", () => {
  for (const given of lines("positions.jsonl")) {
    const position = new Position(given.pits, given.stores, given.turn, PRESETS[given.rules]);
    const name = `${position} ${given.rules}`;
    assert.deepEqual(position.legalMoves(), given.legal, name);
    assert.equal(position.isOver(), given.outcome !== null, name);
    assert.deepEqual(shown(position.outcome()), given.outcome, name);
    for (const [pit, expected] of Object.entries(given.moves)) {
      const { position: after, ...sown } = position.sow(Number(pit));
      const found = { pits: after.pits, stores: after.stores, ...sown, outcome: shown(after.outcome()) };
      assert.deepEqual(found, expected, name);
      assert.equal(after.turn, 1 - position.turn);
    }
    for (const [pit, reason] of Object.entries(given.illegal)) {
      assert.equal(position.whyIllegal(Number(pit)), reason, name);
      assert.throws(() => position.play(Number(pit)), IllegalMove);
    }
  }
});

test("games", () => {
  for (const given of lines("games.jsonl")) {
    const game = new Game(Position.start(PRESETS[given.rules]));
    for (const letter of given.moves) {
      assert.equal(game.outcome, null);
      game.play(LETTERS.indexOf(letter));
    }
    assert.deepEqual({ rules: given.rules, moves: given.moves, plies: game.moves.length, ...shown(game.outcome) }, given);
    assert.throws(() => game.play(0), IllegalMove);
  }
});

test("endless", () => {
  for (const { pits, turn, move } of lines("endless.jsonl")) {
    const won = 48 - pits.reduce((sum, seeds) => sum + seeds, 0);
    const position = new Position(pits, [won, 0], turn, PRESETS["ayoayo-full-count"]);
    assert.equal(position.whyIllegal(move), "endless");
  }
});

test("ply limit", () => {
  const game = new Game(Position.start({ ...PRESETS["ayoayo"], max_plies: 2 }));
  game.play(2);
  game.play(8);
  assert.deepEqual(game.outcome, { reason: "ply_limit", stores: [7, 0], winner: 0 });
});

test("text", () => {
  const text = "1.2.1.12.1.3/5.4.0.0.0.0 19-0 N";
  const position = Position.parse(text);
  assert.equal(String(position), text);
  assert.deepEqual([position.score(), position.score(0)], [-19, 19]);
  for (const wrong of ["", "4.4", "4.4.4.4.4.4/4.4.4.4.4.4 0-0 X", "4.4.4.4.4.4/4.4.4.4.4.4 1-0 S"]) {
    assert.throws(() => Position.parse(wrong), RangeError);
  }
});

// ---- Protocol ----------------------------------------------------------------

const GO = {
  type: "go", id: 4, game_id: "17", ply: 0, turn: 0, pits: new Array(12).fill(4), stores: [0, 0],
  last: null, legal: [0, 1, 2, 3, 4, 5], clock_ms: [10000, 9000],
};

const first = (position) => position.legalMoves()[0];

/** Returns the answers to these messages, or lines as they are. */
async function says(messages, choose = first) {
  const conversation = new Conversation(choose, { name: "mine" });
  const said = console.error;
  console.error = () => {};
  try {
    const answers = [];
    for (const message of messages) {
      const answer = await conversation.answer(typeof message === "string" ? message : JSON.stringify(message));
      answers.push(answer && JSON.parse(answer));
    }
    return answers;
  } finally {
    console.error = said;
  }
}

test("answers", async () => {
  const id = 2 ** 53 - 1;
  assert.deepEqual(await says([{ type: "hello", id: 1, protocol: 1 }, { type: "ping", id }, GO]), [
    { type: "hello", id: 1, protocol: 1, name: "mine" },
    { type: "pong", id },
    { type: "move", id: 4, pit: 0 },
  ]);
  const [unknown] = await says([{ type: "dance", id: 7 }]);
  assert.deepEqual([unknown.type, unknown.id, unknown.code], ["error", 7, "unknown_type"]);
});

test("silence", async () => {
  const silent = [
    { type: "dance" }, { type: "new_game" }, { type: "error", id: 3, code: "bad_json" },
    { type: "game_over", reason: "boredom" }, { type: "ping", id: true },
    { ...GO, pits: new Array(11).fill(4) }, { ...GO, pits: new Array(12).fill(5) }, { ...GO, turn: "South" },
    { type: "go", id: 9 }, "", "no JSON", "\ufffd", "[]", "null", "3", "[".repeat(100_000),
  ];
  assert.deepEqual(await says(silent), silent.map(() => null));
});

test("the rules of `hello` are played", async () => {
  const hello = { type: "hello", id: 1, rules: { sowing: "single", capture: "two-three", new: {} } };
  const seen = [];
  await says([hello, { ...GO, legal: undefined }], (position) => seen.push(position.sow(0).laps) && 0);
  assert.deepEqual(seen, [1]);
});

test("turn", async () => {
  const seen = [];
  const choose = async (position, turn) => {
    seen.push([turn.allowedMs, turn.opponent, turn.incrementMs, turn.random()]);
    turn.info.depth = 3;
    return 5;
  };
  const newGame = { type: "new_game", opponent: 'a "b"', time: { increment_ms: 100 }, seed: 9 };
  const answers = await says([newGame, GO, newGame, { ...GO, move_ms: 50 }], choose);
  assert.deepEqual(answers[1], { type: "move", id: 4, pit: 5, info: { depth: 3 } });
  const [[a, ...rest], [b, ...same]] = seen;
  assert.deepEqual([a, b, rest], [10000, 50, same]);
});

test("what is chosen", async () => {
  assert.deepEqual(await says([GO], () => RESIGN), [{ type: "move", id: 4, resign: true }]);
  for (const wrong of [undefined, null, "2", 2.5]) await assert.rejects(says([GO], () => wrong), TypeError);
});

test("`info` that cannot be sent", async () => {
  const circle = {};
  circle.circle = circle;
  for (const wrong of [1n, circle, "x".repeat(512), "\ud800"]) {
    const choose = (position, turn) => {
      turn.info.wrong = wrong;
      return 1;
    };
    assert.deepEqual(await says([GO], choose), [{ type: "move", id: 4, pit: 1 }]);
  }
});

test("long `info` is cut", async () => {
  const sent = async (info) => {
    const choose = (position, turn) => {
      Object.assign(turn.info, info);
      return 1;
    };
    return (await says([GO], choose))[0].info;
  };
  const size = (info) => Buffer.byteLength(JSON.stringify(info));
  const fits = { depth: 6, text: "x".repeat(512 - '{"depth":6,"text":""}'.length) };
  assert.deepEqual(await sent(fits), fits);
  for (const letter of ["x", "ọ", "貝", "\u{1f41a}", '"', "\n", "\u0001", "\\"]) {
    for (const count of [512, 60_000]) {
      const info = await sent({ depth: 6, pv: [2, 11], text: letter.repeat(count) });
      assert.deepEqual([info.depth, info.pv, info.text.at(-1)], [6, [2, 11], "…"]);
      assert.deepEqual([...new Set(Array.from(info.text).slice(0, -1))], [letter]);
      // One letter more has no room; it takes six bytes at most.
      assert.ok(512 - 6 < size(info) && size(info) <= 512, `${size(info)}`);
    }
  }
  const pv = Array.from({ length: 2000 }, (_, ply) => (ply % 2 ? 11 : 2));
  const info = await sent({ pv, text: "x".repeat(600) });
  assert.deepEqual(info.pv, pv.slice(0, info.pv.length));
  assert.ok(505 < size(info) && size(info) <= 512 && info.text === "…", JSON.stringify(info));
  const backslash = { text: "\\ud800" };
  assert.deepEqual(await sent(backslash), backslash);
});

const BOT = `
import { run } from ${JSON.stringify(new URL("ayoayo.mjs", import.meta.url))};
setInterval(() => {}, 1000);
run(() => { console.log("thinking"); return 2; });
`;

const runs = (input) => spawnSync(process.execPath, ["--input-type=module", "-e", BOT], { input, encoding: "utf8" });

test("stdout is for messages", () => {
  const [go, quit] = [GO, { type: "quit" }].map((message) => JSON.stringify(message));
  const done = runs(`${go}\n${quit}\n${go}\n`);
  assert.deepEqual([done.status, done.stdout, done.stderr], [0, '{"type":"move","pit":2,"id":4}\n', "thinking\n"]);
});

test("end of input", () => {
  const done = runs("");
  assert.deepEqual([done.status, done.stdout], [0, ""]);
});
