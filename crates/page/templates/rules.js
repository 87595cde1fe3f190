// The rules of Ayoayo and Oware, as `ayo-rules` has them, in plain JavaScript.
//
// A position is {pits: [12 numbers], stores: [south, north], turn: 0 or 1}; pits 0 to 5
// are South's, sowing goes to the next number, the opposite of pit p is 11 - p. Nothing
// here changes its arguments, and nothing here knows of a page.

function startPosition() {
  return { pits: Array(12).fill(4), stores: [0, 0], turn: 0 };
}

// Reads `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`.
function readPosition(text) {
  const [rows, stores, turn] = text.split(" ");
  return {
    pits: rows.split(/[./]/).map(Number),
    stores: stores.split("-").map(Number),
    turn: turn === "N" ? 1 : 0,
  };
}

function writePosition({ pits, stores, turn }) {
  const rows = pits.slice(0, 6).join(".") + "/" + pits.slice(6).join(".");
  return `${rows} ${stores.join("-")} ${turn ? "N" : "S"}`;
}

const PIT_LETTERS = "ABCDEFabcdef";

function ownerOf(pit) {
  return pit < 6 ? 0 : 1;
}

function seedsInRow(pits, side) {
  let seeds = 0;
  for (let pit = 6 * side; pit < 6 * side + 6; pit++) seeds += pits[pit];
  return seeds;
}

// Sows one lap in place and returns the pit of the last seed. Every pass skips the
// pit that the lap was lifted from.
function sowLap(pits, origin) {
  let seeds = pits[origin];
  let pit = origin;
  pits[origin] = 0;
  while (seeds > 0) {
    pit = (pit + 1) % 12;
    if (pit === origin) continue;
    pits[pit] += 1;
    seeds -= 1;
  }
  return pit;
}

// Sows a whole move. Calls `onLap(origin, pits, end)`, if given, after each lap. Returns
// null for a relay that never ends: one that comes back to a state it was in. Brent's
// method finds that with one state remembered, of lap 1, 2, 4, 8 and so on.
function sowMove(position, origin, rules, onLap) {
  const pits = position.pits.slice();
  let end = origin;
  let laps = 0;
  let remembered = null;
  let forgetAt = 1;
  for (;;) {
    const lifted = end;
    end = sowLap(pits, lifted);
    laps += 1;
    if (onLap) onLap(lifted, pits, end);
    if (rules.sowing === "single" || pits[end] === 1) return { pits, end, laps };
    const state = `${pits} ${end}`;
    if (state === remembered) return null;
    if (laps === forgetAt) {
      remembered = state;
      forgetAt *= 2;
    }
  }
}

// Returns the pits whose seeds the move reaches for, the one of the last seed first.
function reachedPits(pits, mover, end, rules) {
  if (rules.capture === "opposite") {
    const captures = ownerOf(end) === mover && pits[end] === 1 && pits[11 - end] > 0;
    return captures ? [11 - end] : [];
  }
  const reached = [];
  for (let pit = end; pit >= 0 && ownerOf(pit) === 1 - mover; pit--) {
    if (pits[pit] !== 2 && pits[pit] !== 3) break;
    reached.push(pit);
  }
  return reached;
}

// Returns the pits that are emptied into the mover's store; null where that is forbidden.
function capturedPits(pits, mover, end, rules) {
  let taken = reachedPits(pits, mover, end, rules);
  const seeds = taken.reduce((sum, pit) => sum + pits[pit], 0);
  if (seeds > 0 && seeds === seedsInRow(pits, 1 - mover)) {
    if (rules.grand_slam === "forbidden") return null;
    if (rules.grand_slam === "no-capture") taken = [];
    if (rules.grand_slam === "leave-last") taken = taken.slice(1);
  }
  const takesOwn = rules.capture === "opposite" && rules.capturing_seed === "taken";
  return taken.length > 0 && takesOwn ? [...taken, end] : taken;
}

// Plays a move. Returns {illegal: reason}, or {position, captured, taken, end, laps} with
// `taken` the pits that were captured.
function playMove(position, pit, rules) {
  const mover = position.turn;
  if (ownerOf(pit) !== mover || position.pits[pit] === 0) return { illegal: "empty" };
  const sown = sowMove(position, pit, rules);
  if (sown === null) return { illegal: "endless" };
  const { pits, end, laps } = sown;
  const taken = capturedPits(pits, mover, end, rules);
  if (taken === null) return { illegal: "grand-slam" };
  const stores = position.stores.slice();
  let captured = 0;
  for (const emptied of taken) {
    captured += pits[emptied];
    pits[emptied] = 0;
  }
  stores[mover] += captured;
  const starves = seedsInRow(position.pits, 1 - mover) === 0 && seedsInRow(pits, 1 - mover) === 0;
  if (starves) return { illegal: "starves" };
  return { position: { pits, stores, turn: 1 - mover }, captured, taken, end, laps };
}

function hasMajority(position, rules) {
  return rules.majority && Math.max(...position.stores) >= 25;
}

// Returns the pits that may be sown; none when the game is over.
function legalMoves(position, rules) {
  if (hasMajority(position, rules)) return [];
  const pits = [...Array(12).keys()];
  return pits.filter((pit) => !playMove(position, pit, rules).illegal);
}

function withOwnRows({ pits, stores }) {
  return stores.map((seeds, side) => seeds + seedsInRow(pits, side));
}

// Returns {reason, stores} of a finished position, or null. Repetition and the ply limit
// need the whole game: see `outcomeAfter`.
function outcomeOf(position, rules) {
  const stores = position.stores.slice();
  if (hasMajority(position, rules)) return { reason: "majority", stores };
  if (legalMoves(position, rules).length > 0) return null;
  if (rules.leftovers === "own-side") return { reason: "no_moves", stores: withOwnRows(position) };
  stores[1 - position.turn] += seedsInRow(position.pits, 0) + seedsInRow(position.pits, 1);
  return { reason: "no_moves", stores };
}

// Returns how a game has ended after all of these positions, the first one included, or null.
function outcomeAfter(positions, rules) {
  const last = positions[positions.length - 1];
  const over = outcomeOf(last, rules);
  if (over) return over;
  const text = writePosition(last);
  const times = positions.filter((position) => writePosition(position) === text).length;
  const stores = rules.repetition_award === "own-side" ? withOwnRows(last) : last.stores.slice();
  if (rules.repetition > 0 && times >= rules.repetition) return { reason: "repetition", stores };
  return positions.length > rules.max_plies ? { reason: "ply_limit", stores } : null;
}
