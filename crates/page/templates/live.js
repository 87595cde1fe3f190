// The page of a run that goes on: boards move as moves are made, tables as games end.

// Boards that are drawn; of more slots the first ones are shown.
const SHOWN_BOARDS = 6;
// The wait after the server has refused to be followed.
const REFUSED_MS = 5000;
// What can have the focus.
const CONTROLS = "button, select, summary, a, [tabindex]";

class LiveBoard {
  constructor(rules) {
    this.rules = rules;
    this.board = new Board();
    this.names = [makeElement("bdi"), makeElement("bdi")];
    this.told = makeElement("p", { class: "place" });
    this.seats = this.names.map((name, side) => makeElement("p", { class: "seat" },
      makeElement("span", {}, makeElement("span", { class: "soft" }, `${SIDES[side]} `), name)));
    this.root = makeElement("article", { class: "live-board" }, this.seats[1], this.board.svg, this.seats[0], this.told);
  }

  show(game) {
    this.root.setAttribute("aria-label", `Slot ${game.slot}: game ${game.number}`);
    const moves = [...game.moves].map((letter) => PIT_LETTERS.indexOf(letter));
    const { positions, plays } = playThrough({ ...game, moves, scores: [0, 0] }, this.rules);
    const last = plays.length - 1;
    this.board.draw(last < 0 ? positions[0] : settledView(positions[last], moves[last], plays[last]));
    const { turn, stores } = positions[positions.length - 1];
    this.names.forEach((name, side) => (name.textContent = game.bots[side]));
    this.seats.forEach((seat, side) => seat.classList.toggle("turn", !game.result && turn === side));
    const doing = game.result ? `over, ${game.result}` : `${SIDES[turn]} thinks${game.idle ? `, ${game.idle}` : ""}`;
    this.told.textContent = `Game ${game.number}, round ${game.round}, move ${moves.length + 1}: ${doing}. South ${stores[0]}, North ${stores[1]}.`;
  }
}

class LiveBoards {
  constructor(root, rules) {
    this.root = root;
    this.rules = rules;
    this.boards = new Map();
  }

  show(games) {
    const slots = new Set(games.map((game) => game.slot));
    for (const [slot, board] of this.boards) {
      if (slots.has(slot)) continue;
      board.root.remove();
      this.boards.delete(slot);
    }
    for (const game of games) {
      if (!this.boards.has(game.slot)) {
        const board = new LiveBoard(this.rules);
        this.boards.set(game.slot, board);
        this.root.append(board.root);
      }
      this.boards.get(game.slot).show(game);
    }
  }
}

// What a reader has done to a part of the page, so that it can be done to its successor.
function handled(part) {
  const controls = [...part.querySelectorAll(CONTROLS)];
  return {
    sorted: [...part.querySelectorAll("table.sortable")].map((table) => {
      const head = table.querySelector("th[aria-sort]");
      return head && { column: head.cellIndex, order: head.getAttribute("aria-sort") };
    }),
    scrolled: [...part.querySelectorAll(".scroll")].map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop })),
    open: [...part.querySelectorAll("details")].map((details) => details.open),
    chosen: [...part.querySelectorAll("select")].map((select) => select.value),
    focused: controls.indexOf(document.activeElement),
  };
}

function handleAlike(part, { sorted, scrolled, open, chosen, focused }) {
  part.querySelectorAll("table.sortable").forEach((table, index) => {
    const wanted = sorted[index];
    const head = wanted && table.tHead.rows[0].cells[wanted.column];
    for (let turn = 0; head && turn < 2 && head.getAttribute("aria-sort") !== wanted.order; turn++) sortTable(table, head);
  });
  part.querySelectorAll("details").forEach((details, index) => (details.open = Boolean(open[index])));
  part.querySelectorAll("select").forEach((select, index) => {
    if (![...select.options].some((option) => option.value === chosen[index])) return;
    select.value = chosen[index];
    select.dispatchEvent(new Event("change"));
  });
  part.querySelectorAll(".scroll").forEach((box, index) => Object.assign(box, scrolled[index]));
  if (focused >= 0) [...part.querySelectorAll(CONTROLS)][focused]?.focus({ preventScroll: true });
}

// The parts of the page that games change, each with the text it came as.
class Parts {
  constructor() {
    this.texts = new Map();
  }

  // Returns the parts that have changed.
  renew(page) {
    const changed = [];
    const parts = [...page.querySelectorAll("[data-renew]")];
    // From the last one: a part that is new stands before one that is there.
    let next = null;
    for (const part of parts.reverse()) {
      const before = document.getElementById(part.id);
      const fresh = this.put(part, before, next);
      if (fresh) changed.push(fresh);
      next = fresh || before;
    }
    return changed;
  }

  // Puts a part in the place of the one before, or before the next; returns it unless nothing has changed.
  put(part, before, next) {
    if (this.texts.get(part.id) === part.outerHTML) return null;
    this.texts.set(part.id, part.outerHTML);
    const was = before && handled(before);
    const fresh = document.importNode(part, true);
    if (before) before.replaceWith(fresh);
    else if (next) next.before(fresh);
    else document.querySelector("main").append(fresh);
    fresh.querySelectorAll("table.sortable").forEach(makeSortable);
    if (fresh.id === "faults") startFilter();
    if (fresh.id === "best-play") listBlunders();
    if (was) handleAlike(fresh, was);
    fresh.querySelectorAll(".scroll").forEach(showEdges);
    return fresh;
  }
}

// Follows the run, and begins again when the connection is lost.
class Follower {
  constructor(rules) {
    this.state = document.getElementById("live-state");
    this.test = document.getElementById("live-test");
    this.more = document.getElementById("live-more");
    this.boards = new LiveBoards(document.getElementById("live-boards"), rules);
    this.parts = new Parts();
    this.fetching = false;
    this.stale = false;
    this.listen();
  }

  listen() {
    const source = new EventSource("events");
    source.addEventListener("games", (event) => this.showGames(JSON.parse(event.data)));
    source.addEventListener("tables", () => this.renewTables());
    source.addEventListener("error", () => {
      this.say("No word from ayo serve: trying again…");
      // A browser gives up by itself when it is refused, as when too many follow.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.listen(), REFUSED_MS);
    });
  }

  say(text) {
    // Not said again to who listens when it is the same.
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  showGames({ text, test, games }) {
    this.say(text);
    this.test.textContent = test;
    this.test.hidden = test === "";
    // A page that nobody sees draws nothing.
    if (document.hidden) return;
    this.boards.show(games.slice(0, SHOWN_BOARDS));
    this.more.hidden = games.length <= SHOWN_BOARDS;
    this.more.textContent = `${games.length - SHOWN_BOARDS} more games are being played.`;
  }

  // Loads the tables at the pace of this browser, however quickly they change.
  async renewTables() {
    this.stale = true;
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.stale) {
        this.stale = false;
        const answer = await fetch("tables", { cache: "no-store" });
        if (!answer.ok) continue;
        const changed = this.parts.renew(readPage(await answer.text()));
        if (changed.some((part) => part.id === "best-play")) await renewGames();
      }
    } catch {
      // The events say when there is somebody again.
    } finally {
      this.fetching = false;
    }
  }
}

function readPage(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

// Fetches the games of the page again: they have been analysed.
async function renewGames() {
  const answer = await fetch("", { cache: "no-store" });
  if (answer.ok) takeGames(JSON.parse(readPage(await answer.text()).getElementById("run").textContent));
}

// Fetches the game that the address names, when the replayer does not have it.
async function fetchAddressed() {
  const wanted = addressed();
  if (!wanted || wholeNumber(wanted.game) === null || findAddressed(wanted)) return;
  sayNotice(`Game ${wanted.game} is asked for…`);
  try {
    const answer = await fetch(`games/${wholeNumber(wanted.game)}`);
    if (!answer.ok) return sayMissing(wanted, sentence(await answer.text()));
    takeGames(await answer.json());
    showAddress();
  } catch {
    sayMissing(wanted, `Game ${wanted.game} cannot be had: no word from ayo serve.`);
  }
}

// What the server says, as a sentence.
function sentence(text) {
  const line = text.trim();
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function takeGames(run) {
  const games = run.games.map((fields) => readGame(fields, run.bots));
  if (thePlayer) thePlayer.take(games);
  else if (games.length > 0) beginReplay(run, games);
  listBlunders();
}

new Follower(JSON.parse(document.getElementById("run").textContent).rules);
addEventListener("hashchange", fetchAddressed);
fetchAddressed();
