//! The replayer under the hands of who uses it: focus, keys, addresses, half a move.

use ayo_page::{Decision, Test};
use serde_json::json;

use super::{SAID, check_quiet, league};
use crate::chromium::{Chromium, DESK};
use crate::runs::{self, Run};

const NOTICE: &str = "document.getElementById('replay-notice').textContent";
const MARKED: &str = "document.querySelector('.moves tr[aria-current]').cells[0].textContent";
const PLACE: &str = "document.querySelector('#player output').textContent";

/// A browser hides, disables and blurs things when it draws the next picture.
fn next_picture(browser: &mut Chromium) {
    browser.value(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))",
    );
}

#[test]
fn a_button_keeps_the_focus_at_either_end() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC")];
    let html = run.make().html;
    // Where the game is, the button, where it is then, a key, and where it is after that.
    let mut check = |from: u32, button: &str, to: u32, key: &str, then: u32| {
        browser.open(&html, &format!("#game=1&move={from}"), DESK);
        let find = format!(
            "[...document.querySelectorAll('#player button')].find((it) => it.textContent === '{button}')"
        );
        browser.value(&format!("{find}.focus()"));
        while browser.value("thePlayer.ply") != to {
            browser.press(button);
        }
        next_picture(&mut browser);
        assert_eq!(browser.text("document.activeElement.textContent"), button);
        assert_eq!(browser.text(&format!("{find}.getAttribute('aria-disabled')")), "true");
        browser.press(button);
        assert_eq!(browser.value("thePlayer.ply"), to, "{button} again");
        browser.key(key);
        assert_eq!(browser.value("thePlayer.ply"), then, "{key}");
        assert_eq!(browser.text(&format!("{find}.getAttribute('aria-disabled')")), "false");
    };
    check(8, "Next", 9, "ArrowLeft", 8);
    check(3, "End", 9, "Home", 0);
    check(8, "Lap", 9, "ArrowLeft", 8);
    check(1, "Back", 0, "ArrowRight", 1);
    check(4, "Start", 0, "End", 9);
    check_quiet(&mut browser);
}

#[test]
fn keys_step_in_a_game_that_was_opened() {
    let Some(mut browser) = Chromium::found() else { return };
    let html = league().make().html;
    // How a game is opened, and where it is then.
    let mut check = |hash: &str, open: &str, game: u64, ply: u64| {
        browser.open(&html, hash, DESK);
        browser.value(open);
        browser.until(&format!("thePlayer.game.number === {game} && thePlayer.ply === {ply}"));
        browser.key("ArrowRight");
        browser.key("ArrowRight");
        browser.key("ArrowLeft");
        assert_eq!(browser.value("thePlayer.ply"), ply + 1, "{hash} {open}");
        assert_eq!(browser.text("document.activeElement.id"), "player", "{hash} {open}");
    };
    check("#game=11&move=6", "0", 11, 6);
    check("", "void (location.hash = '#game=11&move=6')", 11, 6);
    let link = browser.text("document.querySelector('#fault-table a').getAttribute('href')");
    let ply: u64 = link.rsplit_once('=').unwrap().1.parse().unwrap();
    let click = "void document.querySelector('#fault-table a').click()";
    let mut check = |hash: &str, open: &str, at: u64| {
        browser.open(&html, hash, DESK);
        browser.value(open);
        browser.until(&format!("thePlayer.game.number === 3 && thePlayer.ply === {at}"));
        browser.key("ArrowLeft");
        assert_eq!(browser.value("thePlayer.ply"), at - 1, "{hash} {open}");
    };
    check("", click, ply);
    // The link of the address that is there already.
    check(&link, &format!("document.activeElement.blur(); scrollTo(0, 0); {click}"), ply);
    check_quiet(&mut browser);
}

#[test]
fn keys_belong_to_what_has_the_focus() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "#game=11&move=6", DESK);
    browser.until("thePlayer.isOnScreen()");
    let mut check = |focus: &str, expected: u64| {
        browser.value("thePlayer.jump(6)");
        browser.value(&format!("void ({focus})"));
        next_picture(&mut browser);
        browser.key("ArrowRight");
        assert_eq!(browser.value("thePlayer.ply"), expected, "{focus}");
    };
    check("document.activeElement.blur()", 7);
    check("document.querySelector('.moves').focus()", 7);
    check("document.querySelector('.moves tr:nth-child(3) a').focus()", 7);
    check("document.getElementById('replay-speed').focus()", 6);
    check("document.getElementById('fault-bot').focus({ preventScroll: true })", 6);
    check("document.querySelector('#standings .scroll').focus({ preventScroll: true })", 6);
    // Nothing has the focus, and the board is not on the screen.
    check("document.activeElement.blur(), scrollTo({ top: 0, behavior: 'instant' })", 6);
    check_quiet(&mut browser);
}

#[test]
fn an_address_that_names_nothing_says_so() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC"), runs::game_of(2, "CcCfCfDeC")];
    let games = run.make().html;
    let none = Run::empty(&["a", "b"]).make().html;
    let kept = |number: &str| {
        format!(
            "Game {number} is not kept in this page. If the run has it, ayo replay DIR {number} \
             shows it in a terminal, and the page of ayo serve DIR in a browser."
        )
    };
    let shown = " What is shown is game 1.";
    // Opened by this address, and changed to it later; the move that is shown.
    let mut check = |hash: &str, ply: u64, notice: &str| {
        browser.open(&games, hash, DESK);
        assert_eq!(browser.text(NOTICE), notice, "{hash}");
        assert_eq!(browser.value("thePlayer.ply"), ply, "{hash}");
        browser.open(&games, "#game=1&move=0", DESK);
        assert_eq!(browser.text(NOTICE), "");
        browser.value(&format!("void (location.hash = {})", json!(hash)));
        browser.until(&format!("{NOTICE} === {}", json!(notice)));
        assert_eq!(browser.value("thePlayer.ply"), ply, "{hash}");
        // It is gone with the next step.
        browser.key("ArrowRight");
        browser.key("ArrowLeft");
        assert_eq!(browser.text(NOTICE), "", "{hash}");
    };
    check("#game=99999", 0, &format!("{}{shown}", kept("99999")));
    check("#game=0&move=3", 0, &format!("{}{shown}", kept("0")));
    check("#game=abc", 0, &format!("“abc” is not the number of a game.{shown}"));
    check("#game=", 0, &format!("“” is not the number of a game.{shown}"));
    check("#game=-1", 0, &format!("“-1” is not the number of a game.{shown}"));
    check("#game=2&move=9", 9, "");
    check("#game=2&move=9999", 9, "Game 2 has no move 9999: its end, move 9, is shown.");
    check("#game=2&move=-3", 0, "“-3” is not the number of a move: the start of game 2 is shown.");
    check(
        "#game=2&move=1e3",
        0,
        "“1e3” is not the number of a move: the start of game 2 is shown.",
    );
    let long = "%E2%80%AE".repeat(40);
    let cut = format!("“{}…” is not the number of a game.{shown}", "?".repeat(24));
    check(&format!("#game={long}"), 0, &cut);
    browser.open(&none, "#game=7", DESK);
    assert_eq!(browser.text(NOTICE), kept("7"));
    check_quiet(&mut browser);
}

#[test]
fn games_after_a_decision_are_marked() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC"), runs::game_of(2, "CcCfCfDeC")];
    let [elo0, elo1] = ["0", "10"].map(str::to_owned);
    let decision =
        Decision { pair: 1, accepted: "H1".to_owned(), elos: [elo1, elo0], llr: "3".to_owned() };
    run.test = Some(Test { decision: Some(decision), ..Test::default() });
    browser.open(&run.make().html, "", DESK);
    for (game, is_after) in [(1, false), (2, true)] {
        browser.choose("#replay-game", &game.to_string());
        browser.press("End");
        let option = browser.text("document.getElementById('replay-game').selectedOptions[0].text");
        assert_eq!(option.ends_with(", after the decision"), is_after, "{option}");
        let ending = browser.text("document.querySelector('.ending').textContent");
        assert_eq!(ending.contains("Played after the decision"), is_after, "{ending}");
    }
    check_quiet(&mut browser);
}

/// While a move is sown, everything tells of that move and that lap.
#[test]
fn half_a_move_is_told_everywhere_alike() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "#game=11&move=5", DESK);
    let laps = browser.value("thePlayer.plays[5].laps").as_u64().unwrap();
    assert!(laps > 1, "a move of several laps is wanted");
    let moves = browser.value("thePlayer.plays.length");
    let check = |browser: &mut Chromium, place: &str, said: &str, marked: &str| {
        assert_eq!(browser.text(PLACE), place);
        let sentence = browser.text(SAID);
        assert!(sentence.starts_with(said), "{place}: {sentence}");
        assert_eq!(browser.text(MARKED), marked, "{place}");
        assert_eq!(browser.text("document.getElementById('replay-move').value"), marked, "{place}");
        browser.until(&format!("location.hash === '#game=11&move={marked}'"));
        let clocks = "[...document.querySelectorAll('.seat .clock')].map((it) => it.textContent)";
        browser.value(clocks)
    };
    let sown = |lap: u64| format!("Move 6 of {moves}, lap {lap} of {laps}");
    let words = |lap: u64| format!("6. North sows, lap {lap} of {laps}: ");
    browser.press("Play");
    browser.until("thePlayer.frames && thePlayer.frame > 0");
    browser.press("Pause");
    let lap = browser.value("thePlayer.frames[thePlayer.frame].lap").as_u64().unwrap();
    let clocks = check(&mut browser, &sown(lap), &words(lap), "6");
    let board = "thePlayer.board.pits.map((cup) => Number(cup.count.textContent))";
    let pits = browser.value("thePlayer.frames[thePlayer.frame].pits");
    assert_eq!(browser.value(board), pits);
    let turn = "document.querySelector('.seat.turn').textContent.startsWith('North')";
    assert_eq!(browser.value(turn), true);
    // To the end of that lap, which says where its last seed fell.
    browser.press("Lap");
    if laps > lap {
        check(&mut browser, &sown(lap), &words(lap), "6");
        assert!(browser.text(SAID).contains(", the last in "));
        browser.press("Back");
        check(&mut browser, &format!("Move 5 of {moves}"), "5. South sows ", "5");
        browser.press("Next");
    }
    // What the move took is on the clock from its first seed.
    assert_eq!(check(&mut browser, &format!("Move 6 of {moves}"), "6. North sows ", "6"), clocks);
    check_quiet(&mut browser);
}

/// Values, blunders, and links to them, where a game was analysed.
#[test]
fn best_play_of_a_game() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC"), runs::game_of(2, "CcCfCfDeC")];
    let html = run.analysed(1, "sssdnnnSS?", "3C:AB 6f:?").make().html;
    let worth = "document.getElementById('replay-worth').textContent";
    browser.open(&html, "#game=1&move=0", DESK);
    assert_eq!(browser.text(worth), "With best play South wins.");
    let mut check = |ply: u32, expected: &str| {
        browser.value(&format!("thePlayer.jump({ply})"));
        assert_eq!(browser.text(worth), expected, "{ply}");
    };
    let gave = "A blunder: South was winning with A, B; C draws. With best play it is a draw.";
    check(3, gave);
    check(6, "A blunder: North was winning; f loses. With best play North wins.");
    check(8, "With best play South wins, by the rule for positions that come back.");
    check(9, "What best play makes of this was not found out.");
    let label = browser.text("document.querySelector('svg.values').getAttribute('aria-label')");
    let runs = "With best play: South wins from move 0 to 2; it is a draw after move 3; North wins \
                from move 4 to 6; South wins from move 7 to 8; not found out after move 9";
    assert_eq!(label, runs);
    // The rows of the list that are marked, and what they say.
    let marked = "[...document.querySelectorAll('.moves tr.blunder')].map((row) => \
                  row.previousSibling.cells[0].textContent + ' ' + row.textContent).join('|')";
    let expected = "3 Blunder: was winning with A, B; C draws|6 Blunder: was winning; f loses";
    assert_eq!(browser.text(marked), expected);
    browser.value("document.querySelectorAll('.blunders a')[1].click()");
    assert_eq!(browser.value("thePlayer.ply"), 6);
    assert_eq!(browser.text(MARKED), "6");
    let href = "document.querySelectorAll('.blunders a')[1].getAttribute('href')";
    assert_eq!(browser.text(href), "#game=1&move=6");
    // The other game was not analysed.
    browser.open(&html, "#game=2&move=3", DESK);
    assert_eq!(browser.value("document.querySelector('.value-line').hidden"), true);
    assert_eq!(browser.value("document.getElementById('replay-worth').hidden"), true);
    assert_eq!(browser.value("document.querySelectorAll('.moves tr.blunder').length"), 0);
    check_quiet(&mut browser);
}
