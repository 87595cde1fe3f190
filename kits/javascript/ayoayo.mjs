// @ts-check
/**
 * Everything a bot for Ayoayo needs, in one file: the protocol and the rules.
 *
 *     import { run } from "./ayoayo.mjs";
 *
 *     run((position) => position.legalMoves()[0], { name: "my-bot" });
 *
 * `run` speaks protocol.md, version 1, with the arena `ayo`: greeting, pings, ids,
 * unknown messages, broken lines, `quit` and the end of the input. Only the function
 * that chooses is yours; it may be async. `console.log` is free to use: it goes to
 * stderr, which the arena keeps and never judges.
 *
 * `Position` knows the rules, those of every preset: legal moves, relays that come to
 * an end and relays that do not, captures, the end of a game. Positions never change,
 * so a search needs no taking back:
 *
 *     function value(position, depth) {
 *       if (depth === 0 || position.isOver()) return position.score();
 *       return Math.max(...position.children().map(([, after]) => -value(after, depth - 1)));
 *     }
 *
 * Pits are 0-11: South (side 0) owns 0-5, North (side 1) owns 6-11. Sowing goes to the
 * next number, and from 11 to 0; the opposite of pit `p` is `11 - p`.
 *
 * What this file deliberately does not do: choose moves, keep time for you, or need
 * anything but Node 18 and its own library.
 */

import process from "node:process";

/** @typedef {0 | 1} Side 0 is South, 1 is North */

/**
 * A rule set: a value for each option.
 *
 * @typedef {object} Rules
 * @property {string} sowing "relay": a lap that ends in an occupied pit goes on; "single": one lap a move
 * @property {string} capture "opposite": ending in an own empty pit; "two-three": making 2 or 3 over there
 * @property {string} capturing_seed whether the seed that captures is "taken" too, or "stays"
 * @property {string} leftovers who gets the rest when a side cannot move: its "opponent", or each its "own-side"
 * @property {boolean} majority whether the game stops when a store reaches 25
 * @property {string} grand_slam taking the whole row: "allowed", "no-capture", "forbidden" or "leave-last"
 * @property {number} repetition the occurrence of a position that ends the game; 0 is never
 * @property {string} repetition_award who gets the rest then: "nobody", or each its "own-side"
 * @property {number} max_plies after how many plies the game ends
 */

/**
 * How a game ended.
 *
 * @typedef {object} Outcome
 * @property {string} reason "majority", "no_moves", "repetition" or "ply_limit"
 * @property {[number, number]} stores the final count, South's first
 * @property {Side | null} winner the side with more seeds; null for a draw
 */

/**
 * What a move did.
 *
 * @typedef {object} Sown
 * @property {Position} position
 * @property {number} captured seeds that went to the mover's store
 * @property {number} end the pit in which the last seed fell
 * @property {number} laps laps sown, at least 1
 */

/**
 * What else there is to know when a move is asked for.
 *
 * @typedef {object} Turn
 * @property {Side} side your side, which is to move
 * @property {number} ply moves made so far, those of the opening included
 * @property {number | null} last the move before this one; null at the very start
 * @property {number[]} legal every legal move, as the arena sees it
 * @property {[number, number]} clockMs time left for South and for North, in milliseconds
 * @property {number | null} moveMs limit for this move alone, in milliseconds; null when there is none
 * @property {number | null} incrementMs what each move adds to a clock; null without a clock for the game
 * @property {number} allowedMs the time allowed for this move; use less, the next one needs some too
 * @property {string} gameId
 * @property {string} opponent the opponent's name; any text of at most 64 characters
 * @property {() => number} random random numbers from 0 up to 1 that follow from the game's seed
 * @property {Record<string, unknown>} info sent along with the move: score, depth, nodes, pv, text;
 *   the arena keeps 512 bytes of JSON a move, so `text`, and then `pv`, are cut to fit
 */

/**
 * Returns the pit to sow, or RESIGN.
 *
 * @typedef {(position: Position, turn: Turn) => number | Promise<number>} ChooseMove
 */

export const SOUTH = 0;
export const NORTH = 1;

/** The letter of each pit, as in `CcAf`. */
export const LETTERS = "ABCDEFabcdef";

/** What to return instead of a pit, to give the game up. */
export const RESIGN = -1;

const SEEDS = 48;
const MAJORITY = 25;
/** The longest line that is read, in characters; those of the arena have at most 16,384 bytes. */
const MAX_LINE = 1 << 20;
/** The longest `info` that is sent, in bytes of UTF-8: the arena keeps no longer one. */
const MAX_INFO_BYTES = 512;

// ---- Rules -------------------------------------------------------------------

/** @type {Rules} */
const AYOAYO = {
  sowing: "relay",
  capture: "opposite",
  capturing_seed: "taken",
  leftovers: "opponent",
  majority: true,
  grand_slam: "allowed",
  repetition: 3,
  repetition_award: "nobody",
  max_plies: 1000,
};

/** @type {Rules} */
const OWARE = {
  ...AYOAYO,
  sowing: "single",
  capture: "two-three",
  grand_slam: "no-capture",
  leftovers: "own-side",
  repetition_award: "own-side",
};

/**
 * All presets of the arena by name.
 *
 * @type {Readonly<Record<string, Rules>>}
 */
export const PRESETS = {
  "ayoayo": AYOAYO,
  "ayoayo-full-count": { ...AYOAYO, majority: false },
  "ayoayo-seed-stays": { ...AYOAYO, capturing_seed: "stays" },
  "ayoayo-own-side": { ...AYOAYO, leftovers: "own-side" },
  "oware": OWARE,
  "oware-slam-allowed": { ...OWARE, grand_slam: "allowed" },
  "oware-slam-forbidden": { ...OWARE, grand_slam: "forbidden" },
  "oware-slam-leave-last": { ...OWARE, grand_slam: "leave-last" },
};

/** A move that may not be played. */
export class IllegalMove extends Error {
  /**
   * @param {number} pit
   * @param {string} reason "empty", "endless", "grand-slam" or "starves"
   */
  constructor(pit, reason) {
    super(`pit ${pit} may not be sown: ${reason}`);
    this.name = "IllegalMove";
    this.pit = pit;
    this.reason = reason;
  }
}

/**
 * @param {string} reason
 * @param {[number, number]} stores
 * @returns {Outcome}
 */
function ended(reason, stores) {
  const [south, north] = stores;
  return { reason, stores, winner: south === north ? null : south > north ? SOUTH : NORTH };
}

/**
 * Sows one lap, and returns the pit in which it ends.
 *
 * @param {number[]} pits changed
 * @param {number} origin
 */
function sowLap(pits, origin) {
  let pit = origin;
  let seeds = pits[origin];
  pits[origin] = 0;
  while (seeds > 0) {
    pit = pit === 11 ? 0 : pit + 1;
    // A lap skips the pit it was lifted from, on every pass.
    if (pit === origin) continue;
    pits[pit]++;
    seeds--;
  }
  return pit;
}

/** Laps sown before the first look for a circle; hardly a relay has more. */
const TRUSTED_LAPS = 64;

/**
 * Sows laps until one ends in an empty pit; null when none ever does.
 *
 * A relay is endless exactly when pits and last pit are as they were after an earlier
 * lap. One earlier state is remembered, anew after 1, 2, 4, 8, ... laps (Brent's
 * method), so that relays of thousands of laps are no burden.
 *
 * @param {number[]} pits changed
 * @param {number} pit
 * @returns {{ end: number, laps: number } | null}
 */
function sowRelay(pits, pit) {
  /** @type {number[] | null} */
  let remembered = null;
  let rememberedEnd = -1;
  let renewAt = TRUSTED_LAPS;
  for (let laps = 1; ; laps++) {
    pit = sowLap(pits, pit);
    if (pits[pit] === 1) return { end: pit, laps };
    if (remembered && pit === rememberedEnd && remembered.every((seeds, at) => seeds === pits[at])) return null;
    if (laps === renewAt) {
      remembered = pits.slice();
      rememberedEnd = pit;
      renewAt *= 2;
    }
  }
}

/** Where the seeds are, and who is to move. It never changes. */
export class Position {
  /**
   * Makes a position of seeds in 12 pits and 2 stores.
   *
   * @param {readonly number[]} pits
   * @param {readonly number[]} stores South's first
   * @param {number} turn the side to move
   * @param {Rules} rules
   * @throws {RangeError} unless these are counts of 48 seeds in all
   */
  constructor(pits, stores = [0, 0], turn = SOUTH, rules = AYOAYO) {
    if (pits.length !== 12 || stores.length !== 2 || (turn !== SOUTH && turn !== NORTH)) {
      throw new RangeError("a position has 12 pits, 2 stores, and 0 or 1 to move");
    }
    const counts = [...pits, ...stores];
    const seeds = counts.reduce((sum, count) => sum + count, 0);
    if (seeds !== SEEDS || !counts.every((count) => Number.isInteger(count) && count >= 0)) {
      throw new RangeError(`pits and stores hold ${seeds} seeds, not ${SEEDS}`);
    }
    /** The seeds in pits 0-11. @type {readonly number[]} */
    this.pits = pits.slice();
    /** Seeds won by South and by North. @type {readonly [number, number]} */
    this.stores = [stores[0], stores[1]];
    /** The side to move. @type {Side} */
    this.turn = turn;
    /** The rules by which it is played. */
    this.rules = rules;
    /** What the arena says may be sown. @type {number[] | null} */
    this._legal = null;
  }

  /** Returns the position in which a game begins. */
  static start(rules = AYOAYO) {
    return new Position(new Array(12).fill(4), [0, 0], SOUTH, rules);
  }

  /**
   * Reads a position as `ayo explain` does: `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`.
   *
   * @param {string} text
   * @throws {RangeError} when it is none
   */
  static parse(text, rules = AYOAYO) {
    const row = "\\d+(?:\\.\\d+){5}";
    const found = new RegExp(`^(${row})/(${row}) (\\d+)-(\\d+) ([SN])$`).exec(text.trim());
    if (!found) throw new RangeError(`\`${text}\` is no position`);
    const [, south, north, won, lost, turn] = found;
    const pits = `${south}.${north}`.split(".").map(Number);
    return new Position(pits, [Number(won), Number(lost)], turn === "S" ? SOUTH : NORTH, rules);
  }

  toString() {
    const row = (/** @type {Side} */ side) => this.row(side).join(".");
    return `${row(SOUTH)}/${row(NORTH)} ${this.stores.join("-")} ${"SN"[this.turn]}`;
  }

  /**
   * Returns the seeds in the six pits of a side.
   *
   * @param {Side} side
   */
  row(side) {
    return this.pits.slice(6 * side, 6 * side + 6);
  }

  /**
   * Returns the pits that may be sown, rising; none when the game is over.
   *
   * @returns {number[]}
   */
  legalMoves() {
    return this._legal ? this._legal.slice() : this.children().map(([pit]) => pit);
  }

  /**
   * Returns every legal move with the position after it; none when the game is over.
   *
   * @returns {[number, Position][]}
   */
  children() {
    /** @type {[number, Position][]} */
    const children = [];
    if (this._hasMajority()) return children;
    for (let pit = 6 * this.turn; pit < 6 * this.turn + 6; pit++) {
      const sown = this._try(pit);
      if (typeof sown !== "string") children.push([pit, sown.position]);
    }
    return children;
  }

  /**
   * Returns the position after sowing a pit.
   *
   * @param {number} pit
   * @throws {IllegalMove}
   */
  play(pit) {
    return this.sow(pit).position;
  }

  /**
   * Returns all that sowing a pit does. After the end of the game every move is illegal,
   * as if its pit were empty.
   *
   * @param {number} pit
   * @returns {Sown}
   * @throws {IllegalMove}
   */
  sow(pit) {
    const sown = this._hasMajority() ? "empty" : this._try(pit);
    if (typeof sown === "string") throw new IllegalMove(pit, sown);
    return sown;
  }

  /**
   * Returns why a pit may not be sown, as in IllegalMove; null if it may.
   *
   * @param {number} pit
   * @returns {string | null}
   */
  whyIllegal(pit) {
    const sown = this._hasMajority() ? "empty" : this._try(pit);
    return typeof sown === "string" ? sown : null;
  }

  /** Returns whether the game is over here. Repetitions need a Game to be seen. */
  isOver() {
    if (this._hasMajority()) return true;
    for (let pit = 6 * this.turn; pit < 6 * this.turn + 6; pit++) {
      if (typeof this._try(pit) !== "string") return false;
    }
    return true;
  }

  /**
   * Returns how the game ended; null if it goes on.
   *
   * @returns {Outcome | null}
   */
  outcome() {
    const [south, north] = this.stores;
    if (this._hasMajority()) return ended("majority", [south, north]);
    if (!this.isOver()) return null;
    if (this.rules.leftovers === "own-side") return ended("no_moves", this._withOwnSides());
    const rest = SEEDS - south - north;
    // To the opponent of the side that cannot move.
    return ended("no_moves", this.turn === SOUTH ? [south, north + rest] : [south + rest, north]);
  }

  /**
   * Returns by how many seeds a side is ahead: by default the side to move.
   *
   * When the game is over, what is left on the board is counted as the rules say.
   *
   * @param {Side} side
   */
  score(side = this.turn) {
    const [south, north] = this.outcome()?.stores ?? this.stores;
    return side === SOUTH ? south - north : north - south;
  }

  _hasMajority() {
    return this.rules.majority && Math.max(...this.stores) >= MAJORITY;
  }

  /** @returns {[number, number]} */
  _withOwnSides() {
    const sum = (/** @type {Side} */ side) => this.row(side).reduce((all, seeds) => all + seeds, 0);
    return [this.stores[0] + sum(SOUTH), this.stores[1] + sum(NORTH)];
  }

  /**
   * Returns what a move does, or why it is illegal. Majority is not looked at.
   *
   * @param {number} pit
   * @returns {Sown | string}
   */
  _try(pit) {
    const { rules, turn } = this;
    if (!Number.isInteger(pit) || Math.floor(pit / 6) !== turn || this.pits[pit] === 0) return "empty";
    const pits = this.pits.slice();
    const sown = rules.sowing === "relay" ? sowRelay(pits, pit) : { end: sowLap(pits, pit), laps: 1 };
    if (!sown) return "endless";
    const taken = this._taken(pits, sown.end);
    if (!taken) return "grand-slam";
    let captured = 0;
    for (const from of taken) {
      captured += pits[from];
      pits[from] = 0;
    }
    if (isEmpty(this.pits, 1 - turn) && isEmpty(pits, 1 - turn)) return "starves";
    // Not by the constructor: what is checked there cannot be wrong here.
    const position = Object.create(Position.prototype);
    position.pits = pits;
    position.stores = this.stores.slice();
    position.stores[turn] += captured;
    position.turn = 1 - turn;
    position.rules = rules;
    position._legal = null;
    return { position, captured, ...sown };
  }

  /**
   * Returns the pits whose seeds a move captures; null for a grand slam that is forbidden.
   *
   * @param {readonly number[]} pits after sowing
   * @param {number} end
   * @returns {number[] | null}
   */
  _taken(pits, end) {
    const { capture, capturing_seed, grand_slam } = this.rules;
    const opposite = capture === "opposite";
    let taken = opposite ? this._opposite(pits, end) : this._twosAndThrees(pits, end);
    if (taken.length === 0) return taken;
    if (grand_slam !== "allowed" && isWholeRow(pits, 1 - this.turn, taken)) {
      if (grand_slam === "forbidden") return null;
      // The pit of the last seed is the first of them.
      taken = grand_slam === "no-capture" ? [] : taken.slice(1);
    }
    return opposite && taken.length > 0 && capturing_seed === "taken" ? [...taken, end] : taken;
  }

  /**
   * @param {readonly number[]} pits
   * @param {number} end
   */
  _opposite(pits, end) {
    const ownEmpty = Math.floor(end / 6) === this.turn && pits[end] === 1;
    return ownEmpty && pits[11 - end] > 0 ? [11 - end] : [];
  }

  /**
   * Returns the unbroken run of twos and threes in the opponent's row, from `end` back.
   *
   * @param {readonly number[]} pits
   * @param {number} end
   */
  _twosAndThrees(pits, end) {
    const first = 6 * (1 - this.turn);
    const taken = [];
    for (let pit = end; pit >= first && pit < first + 6 && (pits[pit] === 2 || pits[pit] === 3); pit--) {
      taken.push(pit);
    }
    return taken;
  }
}

/**
 * @param {readonly number[]} pits
 * @param {number} side
 */
function isEmpty(pits, side) {
  for (let pit = 6 * side; pit < 6 * side + 6; pit++) if (pits[pit] > 0) return false;
  return true;
}

/**
 * Returns whether these pits hold every seed of a row.
 *
 * @param {readonly number[]} pits
 * @param {number} side
 * @param {readonly number[]} taken
 */
function isWholeRow(pits, side, taken) {
  return pits.every((seeds, pit) => seeds === 0 || Math.floor(pit / 6) !== side || taken.includes(pit));
}

/** A game move by move, with what needs its history: repetition and the ply limit. */
export class Game {
  /** Begins at a position, by default at the start of Ayoayo. */
  constructor(position = Position.start()) {
    this.position = position;
    /** The moves so far. @type {number[]} */
    this.moves = [];
    /** How it ended; null while it goes on. @type {Outcome | null} */
    this.outcome = null;
    /** @type {Map<string, number>} */
    this._occurrences = new Map();
    this._arrive();
  }

  /**
   * Plays a move. When it is illegal, nothing has changed.
   *
   * @param {number} pit
   * @throws {IllegalMove}
   */
  play(pit) {
    if (this.outcome) throw new IllegalMove(pit, "empty");
    const sown = this.position.sow(pit);
    this.position = sown.position;
    this.moves.push(pit);
    this._arrive();
    return sown;
  }

  _arrive() {
    const { position } = this;
    const { repetition, max_plies } = position.rules;
    const count = (this._occurrences.get(`${position}`) ?? 0) + 1;
    this._occurrences.set(`${position}`, count);
    this.outcome = position.outcome();
    if (this.outcome) return;
    if (repetition > 0 && count >= repetition) this.outcome = this._stopped("repetition");
    else if (this.moves.length >= max_plies) this.outcome = this._stopped("ply_limit");
  }

  /** @param {string} reason */
  _stopped(reason) {
    const { rules, stores } = this.position;
    const ownSide = rules.repetition_award === "own-side";
    return ended(reason, ownSide ? this.position._withOwnSides() : [stores[0], stores[1]]);
  }
}

// ---- Protocol ----------------------------------------------------------------

/**
 * Returns a source of random numbers from 0 up to 1: the same seed, the same numbers.
 *
 * A counter that is stirred (the finaliser of MurmurHash3), with 32 bits a number.
 *
 * @param {number} seed
 */
function randomNumbers(seed) {
  // A seed has 53 bits, the counter 32.
  let counter = (seed ^ Math.floor(seed / 2 ** 32)) | 0;
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    let bits = counter;
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a turn with time enough, to test a bot with.
 *
 * @param {Position} position
 * @returns {Turn}
 */
export function turnAt(position) {
  return {
    side: position.turn,
    ply: 0,
    last: null,
    legal: position.legalMoves(),
    clockMs: [10_000, 10_000],
    moveMs: null,
    incrementMs: 100,
    allowedMs: 10_000,
    gameId: "test",
    opponent: "test",
    random: randomNumbers(0),
    info: {},
  };
}

/** A bot's half of the protocol, without pipes: lines in, lines out. */
export class Conversation {
  /**
   * @param {ChooseMove} chooseMove
   * @param {{ name: string, author?: string, version?: string }} about
   */
  constructor(chooseMove, { name, author, version }) {
    this._chooseMove = chooseMove;
    // Members that are undefined are not written.
    this._hello = { type: "hello", protocol: 1, name, author, version };
    this._rules = AYOAYO;
    /** @type {Record<string, any>} */
    this._game = {};
    this._random = randomNumbers(0);
    /** Whether the arena has asked the bot to exit. */
    this.over = false;
  }

  /**
   * Returns the line to send for a line, without its end; null when none is owed.
   *
   * A line that makes no sense is ignored. What the choosing function throws is passed on.
   *
   * @param {string} line
   * @returns {Promise<string | null>}
   */
  async answer(line) {
    const message = readObject(line);
    if (!message) return null;
    const { type, id } = message;
    if (type === "quit") this.over = true;
    if (type === "new_game") this._begin(message);
    // No id, no answer; nor to `error`. Ids end at 2^53-1, the last integer a number holds exactly.
    if (type === "quit" || type === "error" || !Number.isSafeInteger(id)) return null;
    const reply = await this._reply(message);
    return reply && JSON.stringify({ ...reply, id });
  }

  /**
   * @param {Record<string, any>} message
   * @returns {Promise<Record<string, unknown> | null>}
   */
  async _reply(message) {
    switch (message.type) {
      case "hello":
        this._rules = { ...AYOAYO, ...message.rules };
        return this._hello;
      case "go":
        return this._move(message);
      case "ping":
        return { type: "pong" };
      default:
        return { type: "error", code: "unknown_type", message: "this bot does not know that type" };
    }
  }

  /** @param {Record<string, any>} message */
  _begin(message) {
    this._game = message;
    this._random = randomNumbers(Number.isSafeInteger(message.seed) ? message.seed : 0);
  }

  /** @param {Record<string, any>} message */
  async _move(message) {
    const read = this._readGo(message);
    if (!read) return null;
    const { position, turn } = read;
    const pit = await this._chooseMove(position, turn);
    if (!Number.isSafeInteger(pit)) throw new TypeError(`a pit is an integer from 0 to 11, not ${pit}`);
    const info = Object.keys(turn.info).length > 0 ? sendable(turn.info) : undefined;
    return pit === RESIGN ? { type: "move", resign: true, info } : { type: "move", pit, info };
  }

  /**
   * Returns what a `go` holds; null when it cannot be read.
   *
   * @param {Record<string, any>} message
   * @returns {{ position: Position, turn: Turn } | null}
   */
  _readGo(message) {
    try {
      const { pits, stores, legal, clock_ms: clockMs, move_ms: moveMs = null } = message;
      const position = new Position(pits, stores, message.turn, this._rules);
      // The arena has the last word, under rules that this file does not know too.
      if (Array.isArray(legal) && legal.length > 0) position._legal = legal;
      const [south, north] = clockMs;
      /** @type {Turn} */
      const turn = {
        side: position.turn,
        ply: message.ply ?? 0,
        last: message.last ?? null,
        legal: position.legalMoves(),
        clockMs: [south, north],
        moveMs,
        incrementMs: this._game.time?.increment_ms ?? null,
        allowedMs: Math.min(clockMs[position.turn], moveMs ?? Infinity),
        gameId: String(message.game_id ?? ""),
        opponent: String(this._game.opponent ?? ""),
        random: this._random,
        info: {},
      };
      return { position, turn };
    } catch (error) {
      console.error(`ayoayo: a \`go\` that cannot be read is ignored: ${error}`);
      return null;
    }
  }
}

/**
 * Returns the object that a line holds; null when it holds none.
 *
 * @param {string} line
 * @returns {Record<string, any> | null}
 */
function readObject(line) {
  try {
    const message = JSON.parse(line);
    return typeof message === "object" && !Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}

/**
 * Returns what of this goes along with a move: it is not worth losing a game.
 *
 * @param {Record<string, unknown>} info
 * @returns {Record<string, unknown> | undefined}
 */
function sendable(info) {
  try {
    if (infoBytes(info) <= MAX_INFO_BYTES) return info;
    // By characters: half of a surrogate pair is no text.
    const text = typeof info.text === "string" ? Array.from(info.text) : null;
    let short = text ? shortened(info, text.length, (kept) => ({ text: `${text.slice(0, kept).join("")}…` })) : info;
    const { pv } = info;
    if (Array.isArray(pv)) short = shortened(short, pv.length, (kept) => ({ pv: pv.slice(0, kept) }));
    if (infoBytes(short) <= MAX_INFO_BYTES) return short;
    console.error(`ayoayo: \`info\` is left out, it has more than ${MAX_INFO_BYTES} bytes`);
  } catch (error) {
    console.error(`ayoayo: \`info\` is left out, it is no JSON: ${error}`);
  }
  return undefined;
}

/**
 * Returns the size that the arena counts; throws for half of a surrogate pair, which is no text.
 *
 * @param {Record<string, unknown>} info
 */
function infoBytes(info) {
  const text = JSON.stringify(info);
  if (/(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/.test(text)) throw new TypeError("half of a surrogate pair");
  return Buffer.byteLength(text);
}

/**
 * Returns this with the most of a member that has room, if it has too much.
 *
 * @param {Record<string, unknown>} info
 * @param {number} length of the member
 * @param {(kept: number) => Record<string, unknown>} cut returns the member with so much of it
 */
function shortened(info, length, cut) {
  if (infoBytes(info) <= MAX_INFO_BYTES) return info;
  let low = 0;
  let high = Math.min(length, MAX_INFO_BYTES);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (infoBytes({ ...info, ...cut(middle) }) <= MAX_INFO_BYTES) low = middle;
    else high = middle - 1;
  }
  return { ...info, ...cut(low) };
}

/**
 * Yields the lines of a stream, each as soon as it is whole.
 *
 * Not `readline`: it also ends lines at U+2028, which JSON allows inside a string.
 *
 * @param {NodeJS.ReadStream} stream
 */
async function* linesOf(stream) {
  let unfinished = "";
  stream.setEncoding("utf8");
  for await (const text of stream) {
    const lines = (unfinished + text).split("\n");
    unfinished = lines.pop() ?? "";
    if (unfinished.length > MAX_LINE) unfinished = "";
    yield* lines;
  }
}

/**
 * Plays until the arena says `quit` or is gone, and exits then.
 *
 * The function is called for every move with the position and the turn, and returns the
 * pit to sow, or RESIGN. What it throws ends the bot with a stack trace, which
 * the arena keeps with the game that is lost by it.
 *
 * @param {ChooseMove} chooseMove
 * @param {{ name?: string, author?: string, version?: string }} about
 */
export async function run(chooseMove, { name = "ayoayo-bot", author, version } = {}) {
  const conversation = new Conversation(chooseMove, { name, author, version });
  const send = process.stdout.write.bind(process.stdout);
  // Whatever prints from here on, prints to stderr.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // Nobody is there to read any more.
  process.stdout.on("error", () => process.exit(0));
  try {
    for await (const line of linesOf(process.stdin)) {
      const reply = await conversation.answer(line);
      if (reply) await new Promise((sent) => send(`${reply}\n`, sent));
      if (conversation.over) break;
    }
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  // A timer of the bot's own would keep the process alive.
  process.exit(0);
}
