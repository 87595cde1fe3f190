// The replayer: a game of the page, move by move or lap by lap.

const STILL_MOVE_MS = 1200;
const SIDES = ["South", "North"];
const SPEEDS = [["0.5", "half"], ["1", "normal"], ["2", "double"], ["4", "four times"], ["16", "sixteen times"], ["0", "whole moves"]];

function makeElement(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// A button that is off keeps the focus: one that is `disabled` would lose it, and the keys with it.
function makeButton(text, click, attributes = {}) {
  const onclick = (event) => event.currentTarget.getAttribute("aria-disabled") !== "true" && click();
  return makeElement("button", { type: "button", onclick, ...attributes }, text);
}

function turnOff(isOff, ...buttons) {
  for (const button of buttons) button.setAttribute("aria-disabled", isOff);
}

function counted(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

// A count with a thin blank between thousands, as in the tables.
function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function timeText(us) {
  if (us === undefined) return "";
  if (us < 1000) return `${us}\u00a0µs`;
  const [value, unit] = us < 1e6 ? [us / 1e3, "ms"] : [us / 1e6, "s"];
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)}\u00a0${unit}`;
}

class Player {
  constructor(root, { rules, reasons }, games) {
    this.rules = rules;
    this.reasons = reasons;
    this.games = games;
    this.board = new Board();
    this.playing = false;
    this.frames = null;
    this.build(root);
    this.listGames();
  }

  build(root) {
    this.root = root;
    this.seats = [0, 1].map((side) => this.makeSeat(side));
    this.slider = makeElement("input", { type: "range", min: 0, id: "replay-move", "aria-label": "Move", oninput: () => this.jump(Number(this.slider.value)) });
    this.place = makeElement("output", { for: "replay-move" });
    this.said = makeElement("p", { class: "said", id: "replay-said" });
    this.info = makeElement("p", { class: "info", id: "replay-info" });
    this.ending = makeElement("div", { class: "ending", hidden: "" });
    this.worth = makeElement("p", { class: "worth", id: "replay-worth" });
    this.values = new ValueLine((ply) => this.jump(ply), (ply) => this.linkTo(ply));
    this.words = makeElement("div", { "aria-live": "polite" }, this.said, this.worth, this.info);
    const board = makeElement("div", {},
      this.seats[1].line, this.board.svg, this.seats[0].line, this.makeSteps(),
      makeElement("p", { class: "place" }, this.place), this.slider, this.values.root, this.words, this.ending);
    for (const [key, value] of [["role", "group"], ["aria-label", "Replayer"], ["tabindex", "-1"]]) root.setAttribute(key, value);
    root.append(this.makeChooser(), board, this.makeMoveList());
    document.addEventListener("keydown", (event) => this.onKey(event));
    root.hidden = false;
  }

  // The lists of bots and of games.
  makeChooser() {
    const names = [...new Set(this.games.flatMap((game) => game.bots))].sort((a, b) => a.localeCompare(b));
    this.botSelect = makeElement("select", { id: "replay-bot", onchange: () => this.listGames(true) },
      makeElement("option", { value: "" }, "all bots"),
      ...names.map((name) => makeElement("option", { value: name }, name)));
    this.gameSelect = makeElement("select", { id: "replay-game", onchange: () => this.show(this.chosen(), 0) });
    this.gameButtons = [
      makeButton("Previous game", () => this.stepGame(-1)), makeButton("Next game", () => this.stepGame(1))];
    return makeElement("div", { class: "controls choose" },
      makeElement("label", {}, "Bot", this.botSelect), makeElement("label", {}, "Game", this.gameSelect),
      makeElement("span", { class: "steps" }, ...this.gameButtons));
  }

  // Takes games into the lists, or what has become known of those that are there.
  take(games) {
    const known = new Map(this.games.map((game) => [game.number, game]));
    const wasAnalysed = Boolean(this.game?.analysis);
    for (const game of games) {
      if (known.has(game.number)) Object.assign(known.get(game.number), game);
      else this.games.push(game);
    }
    this.games.sort((a, b) => a.number - b.number);
    const listed = new Set([...this.botSelect.options].map((option) => option.value));
    const names = [...new Set(games.flatMap((game) => game.bots))].filter((name) => !listed.has(name));
    this.botSelect.append(...names.map((name) => makeElement("option", { value: name }, name)));
    this.listGames();
    if (this.game && !wasAnalysed && this.game.analysis) this.show(this.game, this.ply, true);
  }

  // The buttons, and the speed.
  makeSteps() {
    this.playButton = makeButton("Play", () => this.togglePlay(), { class: "play" });
    this.buttons = [
      makeButton("Start", () => this.jump(0)),
      makeButton("Back", () => this.jump(this.ply - (this.frames ? 0 : 1)), { title: "or the left arrow key" }),
      this.playButton,
      makeButton("Lap", () => this.stepLap(), { title: "the next lap of the move" }),
      makeButton("Next", () => this.jump(this.ply + 1), { title: "or the right arrow key" }),
      makeButton("End", () => this.jump(this.lastPly())),
    ];
    this.speed = makeElement("select", { id: "replay-speed" },
      ...SPEEDS.map(([value, text]) => makeElement("option", { value }, text)));
    this.speed.value = matchMedia("(prefers-reduced-motion: reduce)").matches ? "0" : "1";
    return makeElement("div", { class: "controls" },
      makeElement("span", { class: "steps" }, ...this.buttons), makeElement("label", {}, "Speed", this.speed));
  }

  makeMoveList() {
    const heads = [["Move", "n"], ["Side", ""], ["Pit", ""], ["Laps", "n"], ["Taken", "n"], ["Time", "n"]];
    const titles = heads.map(([text, column]) => makeElement("th", { scope: "col", class: column }, text));
    this.moveRows = makeElement("tbody");
    return makeElement("div", { class: "moves", tabindex: "0", role: "region", "aria-label": "Moves" },
      makeElement("table", {}, makeElement("caption", { class: "hidden" }, "The moves of the game"),
        makeElement("thead", {}, makeElement("tr", {}, ...titles)), this.moveRows));
  }

  makeSeat(side) {
    const name = makeElement("bdi");
    const clock = makeElement("span", { class: "clock" });
    const line = makeElement("p", { class: "seat" },
      makeElement("span", {}, makeElement("span", { class: "soft" }, `${SIDES[side]} `), name), clock);
    return { name, clock, line };
  }

  // Keys step in the replay, and while nothing has the focus and the board is on the screen.
  onKey(event) {
    if (/^(SELECT|INPUT)$/.test(event.target.tagName) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isInside = this.root.contains(event.target);
    const isFree = document.activeElement === document.body && event.key.startsWith("Arrow") && this.isOnScreen();
    if (!isInside && !isFree) return;
    const jumps = { ArrowRight: this.ply + 1, ArrowLeft: this.ply - (this.frames ? 0 : 1), Home: 0, End: this.lastPly() };
    if (!(event.key in jumps)) return;
    event.preventDefault();
    this.jump(jumps[event.key]);
  }

  isOnScreen() {
    const { top, bottom } = this.board.svg.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  // Fills the list of games; shows its first one when asked to.
  listGames(showFirst) {
    const bot = this.botSelect.value;
    this.listed = this.games.filter((game) => bot === "" || game.bots.includes(bot));
    const isolated = (name) => `\u2068${name}\u2069`;
    this.gameSelect.replaceChildren(...this.listed.map(({ number, bots, scores, reason, after, analysis }) =>
      makeElement("option", { value: number },
        `${number}: ${isolated(bots[0])} ${scores.join("–")} ${isolated(bots[1])}, ${reason}${after ? ", after the decision" : ""}${analysis?.blunders.length ? `, ${counted(analysis.blunders.length, "blunder")}` : ""}`)));
    if (showFirst && this.listed.length) this.show(this.listed[0], 0);
    else if (this.game) this.gameSelect.value = this.game.number;
    this.turnOffGames();
  }

  turnOffGames() {
    const place = this.listed.indexOf(this.game);
    const [previous, next] = this.gameButtons;
    turnOff(place <= 0, previous);
    turnOff(place === this.listed.length - 1, next);
  }

  chosen() {
    return this.listed.find((game) => game.number === Number(this.gameSelect.value));
  }

  stepGame(by) {
    const next = this.listed[this.listed.indexOf(this.game) + by];
    if (next) this.show(next, 0);
  }

  show(game, ply, quietly) {
    this.stop();
    this.game = game;
    Object.assign(this, playThrough(game, this.rules));
    if (!this.listed.includes(game)) {
      this.botSelect.value = "";
      this.listGames();
    }
    this.gameSelect.value = game.number;
    this.turnOffGames();
    this.seats.forEach((seat, side) => (seat.name.textContent = game.bots[side]));
    // Its place is kept where some moves of the game have it.
    this.info.hidden = game.infos.length === 0;
    this.slider.max = this.lastPly();
    this.worth.hidden = !game.analysis;
    this.values.show(game.analysis);
    this.rows = this.plays.map((_, index) => this.moveRow(index));
    this.moveRows.replaceChildren(...this.rows.flatMap((row, index) => [row, ...this.blunderRow(index + 1)]));
    this.jump(ply, quietly);
  }

  moveRow(index) {
    const { captured, laps } = this.plays[index];
    // The address is for who copies it; a click here must not scroll the page.
    const click = (event) => {
      event.preventDefault();
      this.jump(index + 1);
    };
    const link = makeElement("a", { href: this.linkTo(index + 1), onclick: click }, String(index + 1));
    const time = index < this.openingPlies ? "opening" : timeText(this.times(index));
    const cell = (text, numeric) => makeElement("td", numeric ? { class: "n" } : {}, text);
    return makeElement("tr", {},
      makeElement("td", { class: "n" }, link), cell(SIDES[this.positions[index].turn]), cell(PIT_LETTERS[this.game.moves[index]]),
      cell(String(laps), true), cell(captured ? String(captured) : "–", true), cell(time, true));
  }

  // Below a blunder stands what would have kept the result.
  blunderRow(ply) {
    const blunder = this.game.analysis?.byPly.get(ply);
    if (!blunder) return [];
    const words = `Blunder: ${blunderWords(this.game.analysis, blunder)}`;
    return [makeElement("tr", { class: "blunder" }, makeElement("td"), makeElement("td", { colspan: 5 }, words))];
  }

  times(index) {
    return this.game.times[index - this.openingPlies];
  }

  linkTo(ply) {
    return `#game=${this.game.number}&move=${ply}`;
  }

  // One more than the moves where seeds on the board are counted at the end.
  lastPly() {
    return this.plays.length + (this.left ? 1 : 0);
  }

  jump(ply, quietly) {
    this.stop();
    this.settle(Math.min(Math.max(ply, 0), this.lastPly()), quietly);
  }

  // Shows the board after so many moves, and says what the last of them did.
  settle(ply, quietly) {
    this.ply = ply;
    this.frames = null;
    this.board.draw(this.viewAt(ply));
    const moves = Math.min(ply, this.plays.length);
    this.showMove(ply, `Move ${moves} of ${this.plays.length}${ply > moves ? ", and the count" : ""}`);
    this.say(this.sentence(ply));
    this.worth.textContent = this.worthOf(moves);
    this.info.replaceChildren(...this.infoOf(ply));
    this.showTurn(moves, moves);
    this.showEnding(ply === this.lastPly());
    const [start, back, , lap, next, end] = this.buttons;
    turnOff(ply === 0, start, back);
    turnOff(ply === this.lastPly(), next, end);
    turnOff(ply >= this.plays.length, lap);
    if (!quietly) this.nameInAddress(ply);
  }

  // Has place, slider and list tell of one move: the last one, or the one that is being sown.
  showMove(ply, place) {
    this.slider.value = ply;
    this.values.mark(ply);
    this.place.textContent = place;
    this.slider.setAttribute("aria-valuetext", place);
    this.markRow(ply);
  }

  // Who listens hears whole moves and single laps, but not every lap of a move that is played.
  say(text) {
    this.words.setAttribute("aria-live", this.playing && this.frames ? "off" : "polite");
    this.said.textContent = text;
  }

  nameInAddress(ply) {
    clearTimeout(this.addressTimer);
    sayNotice("");
    // Browsers refuse many changes of the address in a short time.
    this.addressTimer = setTimeout(() => history.replaceState(null, "", this.linkTo(ply)), 150);
  }

  viewAt(ply) {
    if (ply === 0) return this.positions[0];
    if (ply <= this.plays.length) {
      return settledView(this.positions[ply - 1], this.game.moves[ply - 1], this.plays[ply - 1]);
    }
    const { pits, stores } = this.positions[this.plays.length];
    const gained = this.game.scores.map((score, side) => Math.max(0, score - stores[side]));
    const swept = gained.reduce((sum, seeds) => sum + seeds, 0) === pits.reduce((sum, seeds) => sum + seeds, 0);
    return { pits: swept ? Array(12).fill(0) : pits, stores: this.game.scores, gained };
  }

  sentence(ply) {
    if (ply === 0) {
      const from = this.openingPlies ? `The first ${counted(this.openingPlies, "move")} are the opening. ` : "";
      return `${from}${SIDES[this.positions[0].turn]} is to move.`;
    }
    if (ply > this.plays.length) {
      const before = this.positions[this.plays.length].stores;
      const gains = this.game.scores.map((score, side) => [score - before[side], SIDES[side]]);
      const texts = gains.filter(([gain]) => gain > 0).map(([gain, side]) => `${gain} to ${side}`);
      return `The seeds left on the board are counted: ${texts.join(", ")}. South ${this.game.scores[0]}, North ${this.game.scores[1]}.`;
    }
    const position = this.positions[ply - 1];
    const pit = this.game.moves[ply - 1];
    const { captured, laps, end, position: after } = this.plays[ply - 1];
    const took = captured ? `takes ${counted(captured, "seed")}` : "takes nothing";
    const time = ply <= this.openingPlies ? "opening" : timeText(this.times(ply - 1)) || "no time kept";
    return `${ply}. ${SIDES[position.turn]} sows ${counted(position.pits[pit], "seed")} from ${PIT_LETTERS[pit]}: ` +
      `${counted(laps, "lap")}, ends in ${PIT_LETTERS[end]}, ${took} (${time}). South ${after.stores[0]}, North ${after.stores[1]}.`;
  }

  // Who wins with best play, and what the last move gave away.
  worthOf(ply) {
    const { analysis } = this.game;
    if (!analysis) return "";
    const blunder = analysis.byPly.get(ply);
    const side = blunder && SIDES[this.positions[ply - 1].turn];
    return `${blunder ? `A blunder: ${side} ${blunderWords(analysis, blunder)}. ` : ""}${valueWords(analysis, ply)}`;
  }

  // What the bot said of its move.
  infoOf(ply) {
    const info = this.game.infos[ply - 1 - this.openingPlies];
    if (info === 0) return ["It says more than fits into this page."];
    if (!info) return [];
    const [score, depth, nodes, expected, text] = info;
    const numbers = [];
    if (score !== null) numbers.push(`score ${String(score).replaceAll("-", "\u2212")}`);
    if (depth !== null) numbers.push(`depth ${depth}`);
    if (nodes !== null) numbers.push(`${grouped(nodes)} node${nodes === 1 ? "" : "s"}`);
    if (expected) numbers.push(`then ${[...expected].join(" ")}`);
    const words = text ? [numbers.length ? "; " : "", makeElement("bdi", {}, `“${text}”`)] : [];
    return [`It says: ${numbers.join(", ")}`, ...words];
  }

  // Marks who is to move after so many moves, or makes the next one, and what all timed moves took.
  showTurn(moves, timed) {
    const over = moves === this.plays.length;
    this.seats.forEach((seat, side) => {
      seat.line.classList.toggle("turn", !over && this.positions[moves].turn === side);
      let used = 0;
      for (let index = this.openingPlies; index < timed; index++) {
        if (this.positions[index].turn === side) used += this.times(index) || 0;
      }
      seat.clock.textContent = used ? `${timeText(used)} used` : "";
    });
  }

  showEnding(over) {
    this.ending.hidden = !over;
    if (!over) return;
    const { bots, scores, loser, reason, detail, lastWords, result } = this.game;
    const winner = { "1-0": 0, "0-1": 1 }[result];
    const who = winner === undefined ? "A draw" : [makeElement("bdi", {}, bots[winner]), " wins as ", SIDES[winner]];
    const parts = [makeElement("p", {}, makeElement("b", {}, ...[who].flat(), `, ${scores.join("–")}`), `: ${this.reasons[reason] || reason} `,
      makeElement("span", { class: "reason" }, `(${reason})`), loser === null ? "." : `, by ${SIDES[loser]}.`)];
    if (detail) parts.push(makeElement("p", {}, makeElement("bdi", {}, detail)));
    if (lastWords) parts.push(makeElement("p", { class: "soft" }, "Its last words on stderr:"), makeElement("pre", {}, lastWords));
    if (this.game.after) parts.push(makeElement("p", {}, "Played after the decision of the test, and not judged by it."));
    if (!this.whole) parts.push(makeElement("p", {}, `Move ${this.plays.length + 1} is not legal by the rules of this page.`));
    this.ending.replaceChildren(...parts);
  }

  markRow(ply) {
    if (this.marked && this.marked === this.rows[ply - 1]) return;
    if (this.marked) this.marked.removeAttribute("aria-current");
    this.marked = this.rows[ply - 1];
    if (!this.marked) return;
    this.marked.setAttribute("aria-current", "step");
    // Not scrollIntoView: that would move the page, too.
    const box = this.moveRows.closest(".moves");
    const top = this.marked.offsetTop - box.clientHeight / 2;
    box.scrollTop = top;
  }

  togglePlay() {
    if (this.playing) return this.pause();
    if (!this.frames && this.ply === this.lastPly()) this.settle(0);
    this.playing = true;
    this.playButton.textContent = "Pause";
    this.due = performance.now();
    this.timer = requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.playing = false;
    this.playButton.textContent = "Play";
    cancelAnimationFrame(this.timer);
  }

  // Stops playing and leaves the move that is being sown.
  stop() {
    this.pause();
    this.frames = null;
  }

  tick(now) {
    if (!this.playing) return;
    const speed = Number(this.speed.value);
    // As many frames as are due; a slow screen leaves some out.
    while (this.playing && now >= this.due) this.due += this.advance(speed);
    if (this.playing) this.timer = requestAnimationFrame((later) => this.tick(later));
  }

  // Goes on by a frame and returns how long it stands, in milliseconds.
  advance(speed) {
    if (!this.frames) {
      if (this.ply === this.lastPly()) {
        this.pause();
        return 0;
      }
      if (speed === 0 || this.ply >= this.plays.length) {
        this.settle(this.ply + 1);
        return STILL_MOVE_MS / (speed || 1);
      }
      this.startMove();
    }
    const frame = this.nextFrame();
    return frame ? frame.ms / (speed || 1) : PAUSE_MS / (speed || 1);
  }

  startMove() {
    const move = this.game.moves[this.ply];
    this.frames = framesOf(this.positions[this.ply], move, this.plays[this.ply], this.rules);
    this.frame = -1;
    this.ending.hidden = true;
    this.worth.textContent = "";
    this.info.replaceChildren(...this.infoOf(this.ply + 1));
    this.showTurn(this.ply, this.ply + 1);
    // Back to where the move began.
    const [start, back] = this.buttons;
    turnOff(false, start, back);
    this.nameInAddress(this.ply + 1);
  }

  // Draws the next frame of the move; after the last one the move is played, and returns nothing.
  nextFrame() {
    this.frame += 1;
    const frame = this.frames[this.frame];
    if (this.frame === this.frames.length - 1) {
      this.settle(this.ply + 1);
      return null;
    }
    this.board.draw(frame);
    this.showMove(this.ply + 1, `Move ${this.ply + 1} of ${this.plays.length}, lap ${frame.lap} of ${frame.laps}`);
    const side = SIDES[this.positions[this.ply].turn];
    this.say(`${this.ply + 1}. ${side} sows, lap ${frame.lap} of ${frame.laps}: ${frame.lapEnd ? frame.lapWords : frame.words}.`);
    return frame;
  }

  stepLap() {
    this.pause();
    if (!this.frames) this.startMove();
    let frame;
    do frame = this.nextFrame();
    while (frame && !frame.lapEnd);
  }
}
