// The board as SVG: pits with seeds that can be counted, a store on either side.

// Taken from the page: it has charts. An address in here would look like a request.
const SVG = document.querySelector("svg").namespaceURI;
const BOARD_WIDTH = 528;
const BOARD_HEIGHT = 326;
const PIT = 80;
const PIT_PITCH = 88;
const STORE_HEIGHT = 48;
// Tops of North's store, North's row, South's row and South's store.
const TOPS = [0, 78, 168, 278];

function svgElement(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

// Seeds lie in lines of five, of seven when there are more than 25, in the middle of the pit.
function pitSeedPlaces(count) {
  const columns = count <= 25 ? 5 : 7;
  const pitch = count <= 25 ? 14 : 10.6;
  const lines = Math.ceil(count / columns);
  const middle = PIT / 2;
  const place = (_, n) => {
    const line = Math.floor(n / columns);
    const inLine = Math.min(columns, count - line * columns);
    return [middle + ((n % columns) - (inLine - 1) / 2) * pitch, middle + (line - (lines - 1) / 2) * pitch];
  };
  return { radius: count <= 25 ? 5.2 : 4, places: Array.from({ length: count }, place) };
}

// Seeds of a store lie in a line or two, with a gap after every fifth.
function storeSeedPlaces(count) {
  const top = count <= 25 ? 24 : 16;
  const place = (_, n) => [18 + (n % 25) * 16 + Math.floor((n % 25) / 5) * 8, top + Math.floor(n / 25) * 16];
  return { radius: 5.2, places: Array.from({ length: count }, place) };
}

// One pit or store; draws itself anew only when it has changed.
class Cup {
  constructor(parent, x, y, width, height, seedPlaces) {
    this.group = svgElement("g", { transform: `translate(${x} ${y})` }, parent);
    this.ownClass = "";
    svgElement("rect", { width, height, rx: 9 }, this.group);
    this.seeds = svgElement("g", {}, this.group);
    this.count = svgElement("text", { class: "count" }, this.group);
    this.seedPlaces = seedPlaces;
    this.shown = "";
  }

  // `fresh` seeds, the last ones, are new; `mark` is a class or empty.
  draw(seeds, fresh, mark) {
    const wanted = `${seeds} ${fresh} ${mark}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.count.textContent = seeds;
    this.group.setAttribute("class", `${this.ownClass} ${mark}`);
    const { radius, places } = this.seedPlaces(seeds);
    const circles = places.map(([cx, cy], n) =>
      svgElement("circle", { cx, cy, r: radius, class: n >= seeds - fresh ? "new" : "" }));
    this.seeds.replaceChildren(...circles);
  }
}

class Board {
  constructor() {
    this.svg = svgElement("svg", { class: "board", viewBox: `0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`, "aria-hidden": "true" });
    this.pits = [...Array(12).keys()].map((pit) => this.makePit(pit));
    this.stores = [0, 1].map((side) => this.makeStore(side));
  }

  makePit(pit) {
    const south = pit < 6;
    const column = south ? pit : 11 - pit;
    const cup = new Cup(this.svg, 4 + column * PIT_PITCH, TOPS[south ? 2 : 1], PIT, PIT, pitSeedPlaces);
    const textTop = south ? PIT + 18 : -7;
    const letter = svgElement("text", { class: "letter", x: 4, y: textTop }, cup.group);
    letter.textContent = PIT_LETTERS[pit];
    cup.count.setAttribute("x", PIT - 4);
    cup.count.setAttribute("y", textTop);
    return cup;
  }

  makeStore(side) {
    const cup = new Cup(this.svg, 4, TOPS[side ? 0 : 3], BOARD_WIDTH - 8, STORE_HEIGHT, storeSeedPlaces);
    cup.ownClass = "store";
    cup.count.setAttribute("x", BOARD_WIDTH - 20);
    cup.count.setAttribute("y", 32);
    return cup;
  }

  // A view is {pits, stores} and, as far as there is any, `fresh` (new seeds of each
  // pit), `marks` (class of each pit) and `gained` (new seeds of each store).
  draw({ pits, stores, fresh = [], marks = [], gained = [0, 0] }) {
    this.pits.forEach((cup, pit) => cup.draw(pits[pit], fresh[pit] || 0, marks[pit] || ""));
    this.stores.forEach((cup, side) => cup.draw(stores[side], gained[side], ""));
  }
}
