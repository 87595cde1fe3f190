// The list of all blunders of the games that are in the page.

// Rows that are listed: more are read by nobody, and slow a browser down.
const LISTED_BLUNDERS = 1000;
// A table of more rows gets a window of its own, as the others of the page.
const TALL_BLUNDERS = 24;
const RESULT_WINNERS = { "1-0": 0, "0-1": 1, "1/2-1/2": "nobody" };
const VALUE_WINNERS = { s: 0, n: 1, d: "nobody" };

// Says what a game is to a side: `winner` is a side, or nobody, or not known.
function fateOf(side, winner) {
  if (winner === undefined) return "–";
  return winner === "nobody" ? "drawn" : winner === side ? "won" : "lost";
}

function blundersOf(game) {
  const { number, bots, result, analysis } = game;
  if (!analysis) return [];
  return analysis.blunders.map(({ ply, pit, keeps }) => {
    const side = PIT_LETTERS.indexOf(pit) < 6 ? 0 : 1;
    const worth = (after) => fateOf(side, VALUE_WINNERS[letterAfter(analysis, after)]);
    return {
      number, ply, pit, bot: bots[side], keeps: keeps.join(", ") || "–",
      value: `${worth(ply - 1)} → ${worth(ply)}`, ended: fateOf(side, RESULT_WINNERS[result]),
    };
  });
}

class BlunderList {
  constructor() {
    this.blunders = [];
    this.bot = makeElement("select", { id: "blunder-bot", onchange: () => this.fill() });
    this.filter = makeElement("div", { class: "controls" }, makeElement("label", {}, "Bot", this.bot));
    this.rows = makeElement("tbody");
    const heads = [
      ["Game", "n"], ["Move", "n", "from 1 with those of the opening"], ["Bot", "bot"], ["Played", ""],
      ["Instead", "", "the moves that would have kept the result"],
      ["Value", "", "what the game was worth to the bot with best play, before the move and after it"],
      ["Ended", "", "how the game ended for the bot"]];
    const titles = heads.map(([text, column, title]) => makeElement("th", { scope: "col", class: column },
      title ? makeElement("abbr", { title }, text) : text));
    this.table = makeElement("table", { class: "sortable", id: "blunder-table" },
      makeElement("caption", {}, makeElement("span", {}, "Blunders of the games in this page. The number of a game leads to its replay, at the move.")),
      makeElement("thead", {}, makeElement("tr", {}, ...titles)), this.rows);
    makeSortable(this.table);
    this.box = makeElement("div", { class: "scroll", role: "region", "aria-label": "Blunders", tabindex: "0" }, this.table);
    this.count = makeElement("p", { class: "note", id: "blunder-count", role: "status" });
  }

  // Lists the blunders of these games, where the page has a place for them.
  show(games) {
    const place = document.getElementById("blunder-list");
    if (!place) return;
    this.total = Number(place.dataset.blunders);
    this.blunders = games.flatMap(blundersOf);
    this.listBots();
    this.fill();
    if (this.box.parentElement !== place) place.replaceChildren(this.filter, this.box, this.count);
    showEdges(this.box);
  }

  listBots() {
    const chosen = this.bot.value;
    const names = [...new Set(this.blunders.map(({ bot }) => bot))].sort((a, b) => a.localeCompare(b));
    this.bot.replaceChildren(makeElement("option", { value: "" }, "all bots"),
      ...names.map((name) => makeElement("option", { value: name }, name)));
    this.bot.value = names.includes(chosen) ? chosen : "";
  }

  fill() {
    const bot = this.bot.value;
    const wanted = this.blunders.filter((blunder) => bot === "" || blunder.bot === bot);
    this.rows.replaceChildren(...wanted.slice(0, LISTED_BLUNDERS).map((blunder) => this.row(blunder)));
    const listed = this.rows.rows.length;
    this.box.hidden = listed === 0;
    this.box.classList.toggle("tall", listed > TALL_BLUNDERS);
    this.count.textContent = this.told(wanted.length, listed);
    this.sortAgain();
    showEdges(this.box);
  }

  row({ number, ply, bot, pit, keeps, value, ended }) {
    const link = makeElement("a", { href: `#game=${number}&move=${ply}`, title: `replay game ${number} at move ${ply}` }, String(number));
    const cell = (text) => makeElement("td", {}, text);
    return makeElement("tr", {}, makeElement("td", { class: "n" }, link), makeElement("td", { class: "n" }, String(ply)),
      makeElement("th", { scope: "row", class: "bot" }, makeElement("bdi", {}, bot)), cell(pit), cell(keeps), cell(value), cell(ended));
  }

  // Says how many are listed, and where the others are.
  told(wanted, listed) {
    const known = this.blunders.length;
    const all = this.bot.value === "" ? Math.max(this.total, known) : known;
    const parts = [`${grouped(listed)} of ${grouped(all)} blunders`];
    if (wanted > listed) parts.push(`no more than ${grouped(LISTED_BLUNDERS)} are listed`);
    if (known < this.total) parts.push(`${grouped(this.total - known)} are in games that are not in this page`);
    return `${parts.join("; ")}.${parts.length > 1 ? " ayo analyze DIR --json has all of them." : ""}`;
  }

  // Rows that are new are sorted as those before them were.
  sortAgain() {
    const head = this.table.querySelector("th[aria-sort]");
    if (!head) return;
    const isUp = head.getAttribute("aria-sort") === "ascending";
    // A click turns the order round.
    head.setAttribute("aria-sort", isUp ? "descending" : "ascending");
    sortTable(this.table, head);
  }
}

const theBlunders = new BlunderList();

function listBlunders() {
  theBlunders.show(thePlayer ? thePlayer.games : []);
}
