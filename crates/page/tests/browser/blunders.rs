//! The list of all blunders.

use ayo_record::{Bot, GameRecord};
use serde_json::{Value, json};

use super::{check_quiet, screenshots};
use crate::chromium::{Chromium, DESK, PHONE, Screen};
use crate::runs::{self, HOSTILE, Run};

/// Three games of three bots; the last one is not analysed.
fn analysed() -> Run {
    let mut run = Run::empty(&["south bot", HOSTILE, "third"]);
    let game = |number| runs::game_of(number, "CcCfCfDeC");
    run.records = vec![game(1), GameRecord { bots: [Bot(2), Bot(0)], ..game(2) }, game(3)];
    run.analysed(1, "sssdnnnSSs", "3C:AB 6f:?").analysed(2, "sssssnsssn", "5C:A 6f:b 9C:F")
}

const ROWS: &str = "[...document.querySelectorAll('#blunder-table tbody tr')].map((row) => \
    [...row.cells].map((cell) => cell.textContent).join(' | '))";
const COUNT: &str = "document.getElementById('blunder-count').textContent";

#[test]
fn every_blunder_leads_to_its_move() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&analysed().make().html, "", DESK);
    let rows: Vec<String> = serde_json::from_value(browser.value(ROWS)).unwrap();
    let hostile = "</script><b>\"it's\" & \\u{202e}evil\\u{202c}<!--";
    let expected = [
        "1 | 3 | south bot | C | A, B | won → drawn | won".to_owned(),
        format!("1 | 6 | {hostile} | f | – | won → won | lost"),
        "2 | 5 | third | C | A | won → lost | won".to_owned(),
        "2 | 6 | south bot | f | b | won → lost | lost".to_owned(),
        "2 | 9 | third | C | F | won → lost | won".to_owned(),
    ];
    assert_eq!(rows, expected);
    assert_eq!(browser.text(COUNT), "5 of 5 blunders.");
    browser.click("#blunder-table a[href='#game=2&move=6']");
    browser.until("document.getElementById('replay-game').value === '2'");
    let worth = "document.getElementById('replay-worth').textContent";
    assert!(browser.text(worth).starts_with("A blunder: North was winning with b; f loses."));
    assert_eq!(browser.text("document.activeElement.id"), "player");
    check_quiet(&mut browser);
}

#[test]
fn it_is_filtered_and_sorted() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&analysed().make().html, "", DESK);
    let moves = "[...document.querySelectorAll('#blunder-table tbody tr')].map((row) => \
        row.cells[0].textContent + '.' + row.cells[1].textContent)";
    browser.click("#blunder-table th:nth-child(2) button");
    let by_move = json!(["2.9", "1.6", "2.6", "2.5", "1.3"]);
    assert_eq!(browser.value(moves), by_move);
    browser.choose("#blunder-bot", "south bot");
    assert_eq!(browser.value(moves), json!(["2.6", "1.3"]));
    assert_eq!(browser.text(COUNT), "2 of 5 blunders.");
    // A game that is taken in later, as from `ayo serve`, changes neither.
    browser.value(
        "(thePlayer.games[2].analysis = readAnalysis('sssssnsssn', '5C:A'), listBlunders())",
    );
    assert_eq!(browser.value(moves), json!(["2.6", "3.5", "1.3"]));
    browser.choose("#blunder-bot", "");
    assert_eq!(browser.value(moves), json!(["2.9", "1.6", "2.6", "2.5", "3.5", "1.3"]));
    assert_eq!(browser.text(COUNT), "6 of 6 blunders.");
    check_quiet(&mut browser);
}

/// A reader is told of what is not listed: there is a limit, and a page keeps a sample of a
/// large run.
#[test]
fn what_is_not_listed_is_told() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["a", "b"]);
    run.records = (1..=300).map(|number| runs::game_of(number, "CcCfCfDeC")).collect();
    for number in 1..=300 {
        run = run.analysed(number, "sssdnnnSSs", "3C:AB 6f:? 7D:C 9C:E");
    }
    let html = run.make().html;
    browser.open(&html, "", DESK);
    let listed = "document.querySelectorAll('#blunder-table tbody tr').length";
    assert_eq!(browser.value(listed), 1_000);
    let told = "1\u{202f}000 of 1\u{202f}200 blunders; no more than 1\u{202f}000 are listed. \
                ayo analyze DIR --json has all of them.";
    assert_eq!(browser.text(COUNT), told);
    browser.choose("#blunder-bot", "b");
    assert_eq!(browser.text(COUNT), "300 of 1\u{202f}200 blunders.");
    browser.choose("#blunder-bot", "");
    browser.value("(thePlayer.games.splice(10), listBlunders())");
    let told = "40 of 1\u{202f}200 blunders; 1\u{202f}160 are in games that are not in this page. \
                ayo analyze DIR --json has all of them.";
    assert_eq!(browser.text(COUNT), told);
    browser.open(&html, "", Screen { script: false, ..DESK });
    let said = browser.text("document.getElementById('best-play').innerText");
    assert!(said.contains("Single blunders are listed with JavaScript."), "{said}");
    check_quiet(&mut browser);
}

/// Without a blunder, or an analysis, there is no list.
#[test]
fn nothing_to_list() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["a", "b"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC")];
    let list = "document.getElementById('blunder-table')";
    browser.open(&run.make().html, "", DESK);
    assert_eq!(browser.value(list), Value::Null);
    browser.open(&run.analysed(1, "ssssssssss", "").make().html, "", DESK);
    assert_eq!(browser.value(list), Value::Null);
    check_quiet(&mut browser);
}

/// Names that are hard to show, and more blunders than a screen has room for.
pub(super) fn many() -> Run {
    let mut run = Run::league(&["minimax", HOSTILE, &"W".repeat(64)], 6, 11);
    for number in 1..=20 {
        let moves = &run.records[number as usize - 1].moves;
        let values: String =
            (0..=moves.len()).map(|at| if at % 8 < 5 { 's' } else { 'n' }).collect();
        let blunders = (1..).zip(moves).filter(|(ply, _)| ply % 16 == 13);
        let blunders: Vec<String> = blunders.map(|(ply, pit)| format!("{ply}{pit}:?")).collect();
        run = run.analysed(number, &values, &blunders.join(" "));
    }
    run
}

/// Pictures for people; here it is checked that nothing sticks out.
#[test]
fn pictures_of_blunders() {
    let Some(mut browser) = Chromium::found() else { return };
    let html = many().make().html;
    for screen in [DESK, PHONE] {
        for scheme in ["light", "dark"] {
            browser.open(&html, "", Screen { scheme, ..screen });
            let width = browser.value("document.documentElement.scrollWidth");
            assert_eq!(width, screen.width);
            assert!(
                browser
                    .value("document.querySelectorAll('#blunder-table tbody tr').length")
                    .as_u64()
                    > Some(24)
            );
            browser.value("document.querySelectorAll('main > section:not(#best-play), header').forEach((it) => it.hidden = true)");
            browser
                .screenshot(&screenshots().join(format!("blunders-{}-{scheme}.png", screen.width)));
            check_quiet(&mut browser);
        }
    }
}
