//! `ayo serve`: a run in a browser while it goes on.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use rustix::process::Signal;

use crate::chromium::{Chromium, DESK, PHONE, Screen};
use crate::folder::{Folder, OPEN, misbehaving_bot};
use crate::running::{Running, eventually};

/// A run of two games a cycle, of which this one waits until there is a file `open`.
fn at_the_gate(folder: &Folder, game: u32, cycles: u32) -> Running {
    let gate = misbehaving_bot("gate", &format!("gate '{}' {game}", folder.path("").display()));
    let bots = format!("{gate}[[bot]]\nbuiltin = \"first\"\n");
    let format = format!("[format]\ncycles = {cycles}\n");
    folder.write("club.toml", format!("name = \"club\"\ntc = 100\n{format}{bots}"));
    let command = ["run", "club.toml", "--concurrency", "1"];
    let run = folder.start(&[&command, OPEN].concat());
    eventually("a bot at the gate", || folder.path("reached").exists());
    run
}

/// Starts `ayo serve` on a free port; returns its address, too.
fn serve(folder: &Folder) -> (Running, String) {
    let mut server = folder.start(&["serve", "runs/club", "--listen", "127.0.0.1:0"]);
    let line = server.says("serving runs/club at ");
    let address = line.trim().rsplit(' ').next().unwrap().to_owned();
    (server, address)
}

fn picture(browser: &mut Chromium, name: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    fs::create_dir_all(&folder).unwrap();
    browser.screenshot(&folder.join(format!("{name}.png")));
}

const STATE: &str = "document.getElementById('live-state').textContent";
const POINTS: &str = "[...document.querySelectorAll('#standings tbody tr')]\
    .map((row) => `${row.cells[1].textContent} ${row.cells[2].textContent}`)";

#[test]
fn a_run_that_goes_on() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    let run = at_the_gate(&folder, 3, 4);
    let (server, address) = serve(&folder);
    browser.open_served(&address, DESK);
    browser.until(&format!("{STATE}.startsWith('2 of 8 games')"));
    browser.until("document.querySelectorAll('.live-board').length === 1");
    let told = browser.text("document.querySelector('.live-board .place').textContent");
    assert!(told.starts_with("Game 3, round 2, move "), "{told}");
    assert!(told.contains(" thinks"), "{told}");
    browser.until("document.querySelectorAll('#latest tbody tr').length === 2");

    // What a reader has done to a table is done to the one that comes after it.
    browser.click("#standings thead th:nth-child(2) button");
    fs::write(folder.path("open"), "").unwrap();
    run.ends().exits(0);
    browser.until(&format!("{STATE} === '8 of 8 games. Stopped: all games played.'"));
    browser.until("document.querySelectorAll('#latest tbody tr').length === 8");
    let standings = folder.read("runs/club/standings.csv");
    let mut points: Vec<String> = standings
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| format!("{} {}", cells[1], cells[2]))
        .collect();
    points.sort();
    browser.until(&format!(
        "JSON.stringify({POINTS}) === {:?}",
        serde_json::json!(points).to_string()
    ));

    // A game that was not there when the page was loaded is fetched.
    assert_eq!(browser.value("thePlayer.games.length"), 2);
    browser.value("location.hash = 'game=7&move=3'");
    browser.until("thePlayer.game.number === 7 && thePlayer.ply === 3");
    assert_eq!(browser.value("thePlayer.games.length"), 3);
    assert_eq!(browser.complaints(), [""; 0]);

    server.signal(Signal::INT);
    server.ends().exits(0);
    browser.until(&format!("{STATE}.startsWith('No word from ayo serve')"));
}

#[test]
fn a_page_begun_without_games() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    let run = at_the_gate(&folder, 1, 1);
    let (server, address) = serve(&folder);
    browser.open_served(&format!("{address}#game=1"), DESK);
    browser.until(&format!("{STATE}.startsWith('0 of 2 games')"));
    fs::write(folder.path("open"), "").unwrap();
    run.ends().exits(0);
    browser.until("document.querySelectorAll('#latest tbody a').length === 2");
    browser.click("#latest tbody tr:last-child a");
    browser.value("location.hash = 'game=2'");
    browser.until("thePlayer && thePlayer.game.number === 2");
    server.signal(Signal::TERM);
    server.ends().exits(0);
}

#[test]
fn a_run_that_disappears() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    folder.ayo(&["match", "first", "random", "--games", "2", "--out", "runs/club"]).exits(0);
    let (server, address) = serve(&folder);
    browser.open_served(&format!("{address}#game=99"), DESK);
    let notice = |browser: &mut Chromium, expected: &str| {
        let text = "document.getElementById('replay-notice').textContent";
        browser.until(&format!("{text} === {expected:?}"));
    };
    notice(&mut browser, "There is no finished game 99. What is shown is game 1.");
    browser.until(&format!("{STATE} === '2 of 2 games. Stopped: all games played.'"));
    fs::rename(folder.path("runs/club"), folder.path("runs/gone")).unwrap();
    let gone = "The run cannot be read: no run database at `runs/club/run.db`.";
    browser.until(&format!("{STATE} === '{gone} What is below is as it was before.'"));
    browser.value("void (location.hash = 'game=98')");
    notice(&mut browser, &format!("{gone} What is shown is game 1."));
    // What the page has is shown still.
    browser.value("void (location.hash = 'game=2')");
    browser.until("thePlayer.game.number === 2");
    notice(&mut browser, "");
    fs::rename(folder.path("runs/gone"), folder.path("runs/club")).unwrap();
    browser.until(&format!("{STATE} === '2 of 2 games. Stopped: all games played.'"));
    server.signal(Signal::INT);
    server.ends().exits(0);
}

/// What an analysis finds comes to the page that is open.
#[test]
fn a_run_that_is_analysed() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    folder.ayo(&["match", "first", "random", "--games", "4", "--out", "runs/club"]).exits(0);
    let (server, address) = serve(&folder);
    browser.open_served(&format!("{address}#game=2&move=3"), DESK);
    browser.until(&format!("{STATE} === '4 of 4 games. Stopped: all games played.'"));
    browser.until("document.getElementById('best-play') === null && thePlayer.ply === 3");
    let worth = "document.getElementById('replay-worth')";
    browser.until(&format!("{worth}.hidden"));
    folder.ayo(&["analyze", "runs/club"]).exits(0);
    let told = "document.querySelector('#best-play p')?.textContent ?? ''";
    browser.until(&format!("({told}).startsWith('4 of 4 games were analysed')"));
    browser.until(&format!("!{worth}.hidden && thePlayer.game.number === 2"));
    browser.until("thePlayer.games.every((game) => game.analysis) && thePlayer.ply === 3");
    // All blunders are listed, and lead to their games.
    let rows = "document.querySelectorAll('#blunder-table tbody tr').length";
    browser.until(&format!(
        "{rows} === Number(document.getElementById('blunder-list')?.dataset.blunders)"
    ));
    let first = "document.querySelector('#blunder-table tbody a')";
    let shown = "#game=${thePlayer.game.number}&move=${thePlayer.ply}";
    browser.value(&format!("{first}.click()"));
    browser.until(&format!("{first}.hash === `{shown}`"));
    assert_eq!(browser.complaints(), [""; 0]);
    server.signal(Signal::INT);
    server.ends().exits(0);
}

#[test]
fn a_test_that_is_decided() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    let test = ["--sprt", "elo0=-5 elo1=20", "--concurrency", "2", "--out", "runs/club"];
    folder.ayo(&[&["match", "greedy", "random"], &test[..]].concat()).exits(0);
    let (server, address) = serve(&folder);
    browser.open_served(&address, DESK);
    browser.until(&format!("{STATE}.endsWith(' games. Stopped: the test is decided.')"));
    let told = browser.text("document.getElementById('live-test').textContent");
    assert!(told.starts_with("The test accepts H1 at pair "), "{told}");
    assert!(told.contains(": 20 Elo rather than \u{2212}5, LLR "), "{told}");
    // Another test of the same games, and none.
    folder
        .ayo(&[
            "match",
            "greedy",
            "random",
            "--sprt",
            "elo0=0 elo1=9",
            "--out",
            "runs/club",
            "--games",
            "2",
        ])
        .exits(0);
    let told = "document.getElementById('live-test').textContent";
    browser.until(&format!("{told}.startsWith('The test is not decided: LLR ')"));
    browser.until(&format!("{told}.includes('H1 (9 Elo) at 2.94')"));
    folder.ayo(&["match", "greedy", "random", "--out", "runs/club", "--games", "2"]).exits(0);
    browser.until(&format!("{told} === ''"));
    server.signal(Signal::INT);
    server.ends().exits(0);
}

/// The pictures are looked at by people.
#[test]
fn pictures() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = Folder::new();
    let run = at_the_gate(&folder, 3, 4);
    let (server, address) = serve(&folder);
    for screen in [DESK, PHONE] {
        for scheme in ["light", "dark"] {
            browser.open_served(&address, Screen { scheme, ..screen });
            browser.until("document.querySelectorAll('.live-board').length === 1");
            let width = browser.value("document.documentElement.scrollWidth");
            assert_eq!(width, screen.width, "{scheme} is wider than the screen");
            picture(&mut browser, &format!("live-{}-{scheme}", screen.width));
        }
    }
    assert_eq!(browser.complaints(), [""; 0]);
    server.signal(Signal::INT);
    server.ends().exits(0);
    fs::write(folder.path("open"), "").unwrap();
    run.ends().exits(0);
}

#[test]
fn refused() {
    let folder = Folder::new();
    let done = folder.ayo(&["serve", "runs/nothing"]).exits(2);
    assert!(done.stderr.contains("no run database at `runs/nothing/run.db`"), "{}", done.stderr);
    folder.ayo(&["match", "first", "random", "--games", "2", "--out", "run"]).exits(0);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let done = folder.ayo(&["serve", "run", "--listen", &address]).exits(2);
    assert!(done.stderr.contains(&format!("cannot listen at {address}")), "{}", done.stderr);
    assert!(done.stderr.contains("`--listen 127.0.0.1:0` takes a free port"), "{}", done.stderr);
    folder.ayo(&["serve", "run", "--listen", "everywhere"]).exits(2);
}
