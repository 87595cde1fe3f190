// The address of the page names a game, and a move of it.

// What of a wrong address is shown, in characters.
const SHOWN_CHARACTERS = 24;

// For the console of a browser, and for tests.
let thePlayer = null;

// What is wrong with the address; empty when nothing is.
function sayNotice(text) {
  const notice = document.getElementById("replay-notice");
  if (notice.textContent !== text) notice.textContent = text;
}

// Takes a piece of the address as a number; what is none is null.
function wholeNumber(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

// The game and the move that the address asks for, as it writes them; nothing when it asks for none.
function addressed() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return wanted.has("game") ? { game: wanted.get("game"), move: wanted.get("move") ?? "0" } : null;
}

function quoted(text) {
  const shown = text.slice(0, SHOWN_CHARACTERS).replace(/[^ -~]/g, "?");
  return `“${shown}${text.length > SHOWN_CHARACTERS ? "…" : ""}”`;
}

function findAddressed({ game }) {
  return thePlayer?.games.find(({ number }) => number === wholeNumber(game));
}

// Says why the game of the address is not shown, and what is.
function sayMissing({ game }, why) {
  const reason = wholeNumber(game) === null ? `${quoted(game)} is not the number of a game.` : why;
  sayNotice(`${reason}${thePlayer ? ` What is shown is game ${thePlayer.game.number}.` : ""}`);
}

// Says which move is shown in place of one that is not there.
function sayMove({ number }, move) {
  const ply = wholeNumber(move);
  if (ply === null) {
    sayNotice(`${quoted(move)} is not the number of a move: the start of game ${number} is shown.`);
  } else if (ply > thePlayer.lastPly()) {
    sayNotice(`Game ${number} has no move ${ply}: its end, move ${thePlayer.plays.length}, is shown.`);
  } else {
    sayNotice("");
  }
}

// Shows the move that the address names, and says so when there is none; false when it names no game.
function showAddress() {
  const wanted = addressed();
  if (!wanted) return false;
  const game = findAddressed(wanted);
  if (game) {
    thePlayer.show(game, wholeNumber(wanted.move) ?? 0, true);
    sayMove(game, wanted.move);
  } else {
    if (thePlayer && !thePlayer.game) thePlayer.show(thePlayer.games[0], 0, true);
    sayMissing(wanted, `Game ${wanted.game} is not kept in this page. If the run has it, ayo replay DIR ${wanted.game} ` +
      "shows it in a terminal, and the page of ayo serve DIR in a browser.");
  }
  document.getElementById("replay").scrollIntoView();
  thePlayer?.root.focus({ preventScroll: true });
  return true;
}

function startReplay() {
  const run = JSON.parse(document.getElementById("run").textContent);
  if (run.games.length > 0) beginReplay(run, run.games.map((fields) => readGame(fields, run.bots)));
  else showAddress();
  addEventListener("hashchange", showAddress);
  // The link of the address that is there already changes nothing; what it leads to is shown again.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#game=']");
    if (link && link.hash === location.hash && !event.defaultPrevented) showAddress();
  });
}

function beginReplay(run, games) {
  thePlayer = new Player(document.getElementById("player"), run, games);
  if (!showAddress()) thePlayer.show(thePlayer.games[0], 0, true);
}
