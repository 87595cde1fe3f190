// Tables that are sorted by a click on a head, and the filter of the faults.

// What a cell is sorted by: a number, a text, or null for a missing value.
function sortKey(cell, numeric) {
  const text = (cell.dataset.v ?? cell.textContent).trim();
  if (text === "" || text === "–") return null;
  if (!numeric) return text;
  const number = parseFloat(text.replace("\u2212", "-").replace(/[^0-9.eE-]/g, ""));
  return Number.isNaN(number) ? null : number;
}

function compareKeys(a, b) {
  return typeof a === "number" ? a - b : a.localeCompare(b);
}

function sortTable(table, head) {
  const numeric = head.classList.contains("n");
  const column = head.cellIndex;
  // Of numbers one wants the largest first, but for the rank and for numbers of games.
  const fromSmall = !numeric || ["#", "Game", "Round"].includes(head.textContent.trim());
  const before = head.getAttribute("aria-sort");
  const first = fromSmall ? "ascending" : "descending";
  const second = fromSmall ? "descending" : "ascending";
  const order = before === first ? second : first;
  const sign = order === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, key: sortKey(row.cells[column], numeric) }));
  rows.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return sign * compareKeys(a.key, b.key);
  });
  body.append(...rows.map(({ row }) => row));
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
}

function makeSortable(table) {
  for (const head of table.querySelectorAll("thead th")) {
    const button = makeElement("button", { type: "button", class: "sort", onclick: () => sortTable(table, head) });
    button.append(...head.childNodes);
    head.append(button);
  }
}

function startFilter() {
  const table = document.getElementById("fault-table");
  const filter = document.getElementById("fault-filter");
  const count = document.getElementById("fault-count");
  if (!table) return;
  const rows = [...table.tBodies[0].rows];
  const select = (key, label, all) => {
    const values = [...new Set(rows.map((row) => row.dataset[key]))].sort((a, b) => a.localeCompare(b));
    const list = makeElement("select", { id: `fault-${key}`, onchange: apply },
      makeElement("option", { value: "" }, all),
      ...values.map((value) => makeElement("option", { value }, value)));
    filter.append(makeElement("label", {}, label, list));
    return list;
  };
  const all = count.textContent;
  const bot = select("bot", "Bot", "all bots");
  const reason = select("reason", "Reason", "all reasons");
  function apply() {
    for (const row of rows) {
      const { bot: by, reason: why } = row.dataset;
      row.hidden = (bot.value !== "" && bot.value !== by) || (reason.value !== "" && reason.value !== why);
    }
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = shown === rows.length ? all : `${shown} of ${rows.length} faults`;
  }
  filter.hidden = false;
}

// Marks where a box goes on behind its edges.
function showEdges(box) {
  box.classList.toggle("goes-on", box.scrollLeft < box.scrollWidth - box.clientWidth - 1);
  box.classList.toggle("goes-down", box.scrollTop < box.scrollHeight - box.clientHeight - 1);
  box.classList.toggle("is-begun", box.scrollLeft > 1);
}

function showAllEdges() {
  document.querySelectorAll(".scroll").forEach(showEdges);
}

document.documentElement.classList.add("has-script");
document.querySelectorAll("table.sortable").forEach(makeSortable);
showAllEdges();
addEventListener("resize", showAllEdges);
// They do not rise to the document, but are caught on their way down.
document.addEventListener("scroll", ({ target }) => target.matches?.(".scroll") && showEdges(target), { capture: true, passive: true });
document.addEventListener("toggle", showAllEdges, true);
startFilter();
startReplay();
listBlunders();
