// What best play makes of a game: the value of each position, and the blunders.

const VALUE_WORDS = { s: "South wins", d: "it is a draw", n: "North wins" };
const VALUE_HEIGHTS = { n: 8, d: 22, s: 36 };

// Reads what the analysis of a game says, as `analysis.rs` writes it; null where there is none.
function readAnalysis(values, blunders) {
  if (values === undefined) return null;
  const list = blunders.split(" ").filter(Boolean).map((text) => {
    const [played, keeps] = text.split(":");
    return { ply: parseInt(played, 10), pit: played.slice(-1), keeps: keeps === "?" ? [] : [...keeps] };
  });
  return { values, blunders: list, byPly: new Map(list.map((blunder) => [blunder.ply, blunder])) };
}

function letterAfter(analysis, ply) {
  return (analysis.values[ply] || "?").toLowerCase();
}

// Says what a blunder gave away.
function blunderWords(analysis, { ply, pit, keeps }) {
  const had = letterAfter(analysis, ply - 1) === "d" ? "had a draw" : "was winning";
  const does = letterAfter(analysis, ply) === "d" ? "draws" : "loses";
  return `${had}${keeps.length ? ` with ${keeps.join(", ")}` : ""}; ${pit} ${does}`;
}

// Says who wins with best play after so many moves.
function valueWords(analysis, ply) {
  const letter = analysis.values[ply];
  if (!letter) return "";
  const words = VALUE_WORDS[letter.toLowerCase()];
  if (!words) return "What best play makes of this was not found out.";
  return `With best play ${words}${letter === letter.toUpperCase() ? ", by the rule for positions that come back" : ""}.`;
}

// The runs of equal values: [letter, first ply, last ply].
function valueRuns(analysis) {
  const runs = [];
  for (let ply = 0; ply < analysis.values.length; ply++) {
    const letter = letterAfter(analysis, ply);
    const last = runs[runs.length - 1];
    if (last && last[0] === letter) last[2] = ply;
    else runs.push([letter, ply, ply]);
  }
  return runs;
}

function runsInWords(analysis) {
  const words = ([letter, first, last]) =>
    `${VALUE_WORDS[letter] || "not found out"} ${first === last ? `after move ${first}` : `from move ${first} to ${last}`}`;
  return `With best play: ${valueRuns(analysis).map(words).join("; ")}`;
}

// The line of values of a game, and links to its blunders.
class ValueLine {
  constructor(jump, linkTo) {
    this.jump = jump;
    this.linkTo = linkTo;
    this.svg = svgElement("svg", { class: "values", viewBox: "0 0 1000 44", preserveAspectRatio: "none", role: "img" });
    this.links = makeElement("p", { class: "blunders" });
    const names = ["North wins", "draw", "South wins"].map((text) => makeElement("span", {}, text));
    this.root = makeElement("div", { class: "value-line", hidden: "" },
      makeElement("div", { class: "value-strip" },
        makeElement("div", { class: "value-names", "aria-hidden": "true" }, ...names), this.svg),
      this.links);
  }

  // Draws the line of another game.
  show(analysis) {
    this.root.hidden = !analysis;
    this.analysis = analysis;
    if (!analysis) return;
    this.svg.setAttribute("aria-label", runsInWords(analysis));
    const lines = Object.values(VALUE_HEIGHTS).map((y) => svgElement("path", { class: "rule", d: `M0 ${y}H1000` }));
    const marks = analysis.blunders.map(({ ply }) =>
      svgElement("path", { class: "blunder", d: `M${this.at(ply)} 0V44` }));
    this.here = svgElement("path", { class: "here" });
    this.svg.replaceChildren(...lines, ...marks, this.here, svgElement("path", { class: "value", d: this.path() }));
    this.links.replaceChildren(...this.makeLinks());
  }

  at(ply) {
    return (1000 * ply / Math.max(1, this.analysis.values.length - 1)).toFixed(1);
  }

  // A step at each move; broken where the value is not known.
  path() {
    let path = "";
    let height;
    for (let ply = 0; ply < this.analysis.values.length; ply++) {
      const next = VALUE_HEIGHTS[letterAfter(this.analysis, ply)];
      const x = this.at(ply);
      if (height !== undefined) path += `H${x}`;
      if (next !== undefined) path += height === undefined ? `M${x} ${next}` : `V${next}`;
      height = next;
    }
    return path;
  }

  makeLinks() {
    const { blunders } = this.analysis;
    if (blunders.length === 0) return ["No blunder was found."];
    const link = ({ ply, pit }) => {
      const click = (event) => {
        event.preventDefault();
        this.jump(ply);
      };
      const words = `${ply} ${pit}`;
      const title = `${SIDES[PIT_LETTERS.indexOf(pit) < 6 ? 0 : 1]} ${blunderWords(this.analysis, this.analysis.byPly.get(ply))}`;
      return makeElement("a", { href: this.linkTo(ply), title, onclick: click }, words);
    };
    return [`${counted(blunders.length, "blunder")}: `, ...blunders.flatMap((blunder, index) => (index ? [", ", link(blunder)] : [link(blunder)]))];
  }

  // Marks how far the replay is.
  mark(ply) {
    if (this.analysis) this.here.setAttribute("d", `M${this.at(Math.min(ply, this.analysis.values.length - 1))} 0V44`);
  }
}
