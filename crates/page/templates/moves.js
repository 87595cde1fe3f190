// What a game looks like: its positions, and the pictures of each move.

const SEED_MS = 90;
const LAP_MS = 220;
const PAUSE_MS = 700;
// A relay may have a thousand laps; at this length each of them still has its picture.
const LONGEST_MOVE_MS = 20000;

// Reads a game as `game_json.rs` writes it.
function readGame(fields, bots) {
  const [number, round, south, north, opening, result, southScore, northScore, reason, loser, moves, times, detail, lastWords, infos, after, values, blunders] = fields;
  return {
    number, round, opening, result, reason, loser, detail, lastWords, times, infos, after,
    analysis: readAnalysis(values, blunders),
    bots: [bots[south], bots[north]],
    scores: [southScore, northScore],
    moves: [...moves].map((letter) => PIT_LETTERS.indexOf(letter)),
  };
}

// Plays a game through: positions[k] is the board after k moves, plays[k] what move k did.
function playThrough(game, rules) {
  const fromPosition = game.opening.includes("/");
  const positions = [fromPosition ? readPosition(game.opening) : startPosition()];
  const plays = [];
  for (const pit of game.moves) {
    const played = playMove(positions[positions.length - 1], pit, rules);
    // No run of ours has such a move; what comes before it can still be shown.
    if (played.illegal) break;
    plays.push(played);
    positions.push(played.position);
  }
  const whole = plays.length === game.moves.length;
  const last = positions[positions.length - 1];
  const left = whole && game.scores.some((score, side) => score !== last.stores[side]);
  return { positions, plays, whole, left, openingPlies: fromPosition ? 0 : game.opening.length };
}

// The pictures of one move: after each seed, or after each lap where seeds would take too long.
function framesOf(position, pit, played, rules) {
  const laps = [];
  let before = position.pits;
  sowMove(position, pit, rules, (origin, pits, end) => {
    laps.push({ origin, before, after: pits.slice(), end });
    before = pits.slice();
  });
  const seeds = laps.reduce((sum, lap) => sum + lap.before[lap.origin], 0);
  const inFull = seeds * SEED_MS + laps.length * LAP_MS <= LONGEST_MOVE_MS;
  const lapMs = Math.min(LAP_MS, LONGEST_MOVE_MS / laps.length);
  const frames = laps.flatMap((lap, index) =>
    inFull ? seedFrames(lap, index) : [lapFrame(lap, index, lapMs)]);
  frames.forEach((frame) => {
    const { origin, before: sown, end } = laps[frame.lap - 1];
    frame.stores = position.stores;
    frame.laps = laps.length;
    frame.words = `${counted(sown[origin], "seed")} from ${PIT_LETTERS[origin]}`;
    frame.lapWords = `${frame.words}, the last in ${PIT_LETTERS[end]}`;
  });
  const settled = settledView(position, pit, played);
  return [...frames, { ...settled, lap: laps.length, laps: laps.length, ms: PAUSE_MS, lapEnd: true }];
}

function lapFrame({ origin, before, after, end }, index, ms) {
  const fresh = after.map((seeds, pit) => Math.max(0, seeds - (pit === origin ? 0 : before[pit])));
  const marks = after.map((_, pit) => (pit === end ? "last" : pit === origin ? "sown" : ""));
  return { pits: after, fresh, marks, lap: index + 1, lapEnd: true, ms };
}

function seedFrames(lap, index) {
  const pits = lap.before.slice();
  const fresh = Array(12).fill(0);
  const frames = [];
  let hand = pits[lap.origin];
  const mark = (at) => pits.map((_, pit) => (pit === at ? "last" : pit === lap.origin ? "sown" : ""));
  pits[lap.origin] = 0;
  frames.push({ pits: pits.slice(), fresh: fresh.slice(), marks: mark(-1), ms: LAP_MS / 2 });
  for (let pit = lap.origin; hand > 0; ) {
    pit = (pit + 1) % 12;
    if (pit === lap.origin) continue;
    pits[pit] += 1;
    fresh[pit] += 1;
    hand -= 1;
    frames.push({ pits: pits.slice(), fresh: fresh.slice(), marks: mark(pit), ms: SEED_MS });
  }
  frames.forEach((frame) => (frame.lap = index + 1));
  Object.assign(frames[frames.length - 1], { lapEnd: true, ms: SEED_MS + LAP_MS / 2 });
  return frames;
}

// The board after a move, with what the move has changed.
function settledView(position, pit, played) {
  const { pits, stores } = played.position;
  const marks = Array(12).fill("");
  marks[pit] = "sown";
  marks[played.end] = "last";
  for (const taken of played.taken) if (taken !== played.end) marks[taken] = "taken";
  const gained = stores.map((seeds, side) => seeds - position.stores[side]);
  return { pits, stores, marks, gained };
}
