//! The page in a real browser, without a network.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod blunders;
#[allow(dead_code, reason = "a page that is served is tested elsewhere")]
mod chromium;
mod replay;
#[path = "../runs/mod.rs"]
mod runs;
mod wide;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ayo_page::{Round, RoundBoard};
use ayo_record::{Bot, MoveInfo, Reason};
use ayo_report::figures;
use ayo_rules::{Rules, Side};
use chromium::{Chromium, DESK, PHONE, Screen};
use runs::{HOSTILE, Run};
use serde_json::json;

/// A league with faults of two kinds.
fn league() -> Run {
    let mut run = Run::league(&["minimax", "greedy", "mine", "random"], 12, 11);
    run.fault(3, Side::South, Reason::Timeout, "move 17 took 1043 ms, limit 1000 ms");
    run.fault(
        10,
        Side::North,
        Reason::IllegalMove,
        "ply 9: pit 7 (b) is not an own pit with seeds",
    );
    run.fault(31, Side::North, Reason::Timeout, "move 5 took 2001 ms, limit 1000 ms");
    run
}

fn hostile() -> Run {
    let wide = "漢字".repeat(32);
    let mut run = Run::league(&[HOSTILE, &wide, "שלום עולם", &"W".repeat(64)], 6, 12);
    run.name = HOSTILE.to_owned();
    for number in (1..=run.records.len() as u64).step_by(5) {
        run.fault(
            number,
            Side::South,
            Reason::BadMessage,
            &format!("{HOSTILE} {}", "x".repeat(300)),
        );
    }
    run
}

#[track_caller]
fn check_quiet(browser: &mut Chromium) {
    assert_eq!(browser.complaints(), [""; 0]);
}

const CELLS: &str = "[...document.querySelectorAll('#standings tbody tr')].map((row) => \
    [...row.cells].filter((cell) => !cell.matches('.chart')).map((cell) => cell.textContent))";

#[test]
fn standings_are_read_without_a_script() {
    let Some(mut browser) = Chromium::found() else { return };
    let run = league();
    let made = run.make();
    browser.open(&made.html, "", Screen { script: false, ..DESK });
    let rows = browser.value(CELLS);
    for (row, line) in rows.as_array().unwrap().iter().zip(&made.standings.lines) {
        assert_eq!(row[1], line.bot);
        assert_eq!(row[2], figures::points(line.half_points));
        assert_eq!(row[3], line.score.games().to_string());
    }
    assert_eq!(rows.as_array().unwrap().len(), 4);
    assert_eq!(browser.value("document.getElementById('player').hidden"), true);
    // What is to be seen of the replay, as a reader without scripts sees it.
    let told =
        "Replay\n\nGames are replayed with JavaScript. Without it, all moves are in games.csv.";
    assert_eq!(browser.text("document.getElementById('replay').innerText.trim()"), told);
    browser.open(&made.html, "", DESK);
    let told = "All games of the run can be replayed here.";
    let kept = browser.text("document.getElementById('replay-kept').innerText");
    assert!(kept.starts_with(told), "{kept}");
    check_quiet(&mut browser);
}

#[test]
fn heads_sort_their_tables() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "", DESK);
    let column = |browser: &mut Chromium, index: u32| {
        browser.value(&format!("{CELLS}.map((row) => row[{index}])"))
    };
    let sort = |browser: &mut Chromium, head: u32| {
        browser.click(&format!("#standings thead tr > :nth-child({head}) button"));
        browser.text(&format!(
            "document.querySelector('#standings thead tr > :nth-child({head})').getAttribute('aria-sort')"
        ))
    };
    assert_eq!(sort(&mut browser, 2), "ascending");
    assert_eq!(column(&mut browser, 1), json!(["greedy", "mine", "minimax", "random"]));
    assert_eq!(sort(&mut browser, 2), "descending");
    assert_eq!(column(&mut browser, 1), json!(["random", "minimax", "mine", "greedy"]));
    assert_eq!(sort(&mut browser, 1), "ascending");
    assert_eq!(column(&mut browser, 0), json!(["1", "2", "3", "4"]));
    // Elo has its chart behind it, and a sign that is no hyphen.
    assert_eq!(sort(&mut browser, 8), "descending");
    assert_eq!(sort(&mut browser, 8), "ascending");
    let numbers: Vec<f64> = column(&mut browser, 7)
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_str().unwrap().replace('\u{2212}', "-").parse().unwrap())
        .collect();
    assert!(numbers.is_sorted() && numbers[0] < 0.0, "{numbers:?}");
    // LOS next: the last one has none, and stays last.
    for _ in 0..2 {
        sort(&mut browser, 12);
        assert_eq!(column(&mut browser, 10).as_array().unwrap()[3], "–");
    }
    assert_eq!(browser.value("document.querySelectorAll('#standings [aria-sort]').length"), 1);
    check_quiet(&mut browser);
}

const STORES: &str = "[0, 1].map((side) => Number(document.querySelectorAll('.board .store .count')[side].textContent))";
const SAID: &str = "document.getElementById('replay-said').textContent";

#[test]
fn a_replay_is_stepped_to_its_end() {
    let Some(mut browser) = Chromium::found() else { return };
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC")];
    browser.open(&run.make().html, "", DESK);
    assert_eq!(browser.value(STORES), json!([0, 0]));
    for _ in 0..9 {
        browser.press("Next");
    }
    assert_eq!(browser.value(STORES), json!([25, 3]));
    let said = browser.text(SAID);
    assert!(
        said.starts_with("9. South sows ") && said.ends_with("(1.50\u{a0}ms). South 25, North 3."),
        "{said}"
    );
    let ending = browser.text("document.querySelector('.ending').textContent");
    assert_eq!(ending, "south bot wins as South, 25–3: a store reached 25 seeds (majority).");
    assert_eq!(
        browser.text("document.querySelector('.moves tr[aria-current]').cells[0].textContent"),
        "9"
    );
    assert_eq!(browser.value("document.querySelectorAll('.board circle').length"), 48);
    browser.press("Back");
    assert_eq!(browser.value("document.querySelector('.ending').hidden"), true);
    browser.press("Start");
    assert_eq!(browser.value(STORES), json!([0, 0]));
    check_quiet(&mut browser);
}

/// Two games, and in the first of them the bots say something of their moves.
fn telling() -> Run {
    let mut run = Run::empty(&["south bot", "north bot"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC"), runs::game_of(2, "CcCfCfDeC")];
    let mut infos = vec![None; 9];
    infos[0] = Some(MoveInfo {
        score: Some(-7.0),
        depth: Some(6),
        nodes: Some(18_231),
        pv: ayo_rules::parse_moves("CcfE").unwrap(),
        text: "easy".to_owned(),
    });
    infos[2] = Some(MoveInfo { nodes: Some(1), ..MoveInfo::default() });
    infos[3] = Some(MoveInfo { text: HOSTILE.to_owned(), ..MoveInfo::default() });
    infos[8] = Some(MoveInfo { text: "W".repeat(400), ..MoveInfo::default() });
    run.records[0].infos = infos;
    run
}

#[test]
fn what_a_bot_says_is_shown_below_its_move() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&telling().make().html, "#game=1&move=0", DESK);
    let mut check = |button: &str, expected: &str| {
        browser.press(button);
        let live = "document.querySelector('[aria-live] #replay-info')";
        assert_eq!(browser.text(&format!("{live}.textContent")), expected);
        assert_eq!(browser.value(&format!("{live}.querySelectorAll('b, script').length")), 0);
        assert_eq!(browser.value(&format!("{live}.hidden")), false);
    };
    check("Next", "It says: score \u{2212}7, depth 6, 18\u{202f}231 nodes, then c f E; “easy”");
    check("Lap", "");
    check("Next", "");
    check("Next", "It says: 1 node");
    check("Next", "It says: “</script><b>\"it's\" & \\u{202e}evil\\u{202c}<!--”");
    check("Start", "");
    check("End", &format!("It says: “{}…”", "W".repeat(120)));
    browser.press("Next game");
    assert_eq!(browser.value("document.getElementById('replay-info').hidden"), true);
    check_quiet(&mut browser);
}

#[test]
fn every_game_ends_with_the_stores_of_its_record() {
    let Some(mut browser) = Chromium::found() else { return };
    let run = league();
    let endings: BTreeSet<&str> =
        run.records.iter().map(|record| record.verdict.reason.word()).collect();
    assert!(endings.contains("no_moves") && endings.contains("majority"), "{endings:?}");
    check_endings(&mut browser, &run);
    browser.choose("#replay-bot", "mine");
    assert_eq!(browser.value("document.querySelectorAll('#replay-game option').length"), 72);
    for (_, rules) in &Rules::PRESETS[1..] {
        check_endings(&mut browser, &Run::league_by(*rules, &["a", "b"], 5, 16));
    }
}

fn check_endings(browser: &mut Chromium, run: &Run) {
    browser.open(&run.make().html, "", DESK);
    for record in &run.records {
        let game = format!("game {} by {}", record.number, run.rules);
        browser.choose("#replay-game", &record.number.to_string());
        browser.press("End");
        assert_eq!(browser.value(STORES), json!(record.scores), "{game}");
        let rows = browser.value("document.querySelectorAll('.moves tbody tr').length");
        assert_eq!(rows, record.moves.len(), "{game}");
        let ending = browser.text("document.querySelector('.ending').textContent");
        assert!(ending.contains(record.verdict.reason.word()), "{game}: {ending}");
        assert!(ending.contains(&record.verdict.detail), "{game}: {ending}");
        assert!(!ending.contains("not legal by the rules of this page"), "{game}: {ending}");
    }
    check_quiet(browser);
}

#[test]
fn a_link_leads_to_a_single_move() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "#game=10&move=3", DESK);
    assert_eq!(browser.text("document.getElementById('replay-game').value"), "10");
    let said = browser.text(SAID);
    assert!(said.starts_with("3. South sows ") && said.contains("(opening)"), "{said}");
    browser.value("void (location.hash = '#game=11&move=6')");
    browser.until("document.getElementById('replay-game').value === '11'");
    assert!(browser.text(SAID).starts_with("6. North sows "));
    // The keyboard steps, and the address follows.
    browser.key("ArrowRight");
    assert!(browser.text(SAID).starts_with("7. South sows "));
    browser.until("location.hash === '#game=11&move=7'");
    // A move of the list leads to it, and the page stays where it is.
    browser.click(".moves a[href='#game=11&move=2']");
    assert!(browser.text(SAID).starts_with("2. North sows "));
    check_quiet(&mut browser);
}

#[test]
fn a_relay_of_a_thousand_laps_is_shown() {
    let Some(mut browser) = Chromium::found() else { return };
    let run = Run::league(&["a", "b"], 1, 13).with_long_relay();
    browser.open(&run.make().html, "#game=1&move=0", DESK);
    browser.press("Lap");
    let said = "1. South sows, lap 1 of 1059: 1 seed from C, the last in D.";
    assert_eq!(browser.text(SAID), said);
    browser.press("Lap");
    let said = "1. South sows, lap 2 of 1059: 14 seeds from D, ";
    assert!(browser.text(SAID).starts_with(said));
    let frames = "(() => { const { game, positions, plays, rules } = thePlayer; \
        const frames = framesOf(positions[0], game.moves[0], plays[0], rules); \
        return [frames.filter((frame) => frame.lapEnd).length - 1, frames.reduce((sum, frame) => sum + frame.ms, 0)]; })()";
    let frames = browser.value(frames);
    assert_eq!(frames[0], 1059);
    assert!(frames[1].as_f64().unwrap() < 21_000.0, "{frames}");
    browser.choose("#replay-speed", "16");
    browser.press("Play");
    browser.until("!document.querySelector('.ending').hidden");
    assert_eq!(browser.value(STORES), json!(run.records[0].scores));
    let said = browser.text(SAID);
    assert!(said.contains("1059 laps"), "{said}");
    check_quiet(&mut browser);
}

#[test]
fn playing_shows_seed_after_seed() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "#game=1&move=0", DESK);
    browser.value("void (window.seen = new Set(), new MutationObserver(() => seen.add(document.querySelector('#player output').textContent))\
        .observe(document.querySelector('#player output'), { childList: true }))");
    browser.choose("#replay-speed", "4");
    browser.press("Play");
    browser.until("thePlayer.ply >= 2");
    browser.press("Pause");
    let laps = browser.value("thePlayer.plays[0].laps").as_u64().unwrap();
    for lap in 1..=laps {
        let line =
            browser.text("document.getElementById('player').querySelector('output').textContent");
        let seen = browser
            .value(&format!("[...seen].some((text) => text.endsWith(', lap {lap} of {laps}'))"));
        assert_eq!(seen, true, "lap {lap} of {laps}, then {line}");
    }
    let ply = browser.value("thePlayer.ply");
    browser.press("Back");
    assert_ne!(browser.value("thePlayer.frames === null && thePlayer.playing"), true);
    assert!(ply.as_u64().unwrap() >= 2);
    check_quiet(&mut browser);
}

#[test]
fn whoever_wants_less_motion_gets_less() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "", Screen { motion: "reduce", ..DESK });
    assert_eq!(browser.text("document.getElementById('replay-speed').value"), "0");
    browser.open(&league().make().html, "", DESK);
    assert_eq!(browser.text("document.getElementById('replay-speed').value"), "1");
}

#[test]
fn faults_are_filtered_and_lead_to_their_game() {
    let Some(mut browser) = Chromium::found() else { return };
    let run = league();
    browser.open(&run.make().html, "", DESK);
    let shown = "[...document.querySelectorAll('#fault-table tbody tr')].filter((row) => !row.hidden).map((row) => Number(row.cells[0].textContent))";
    let status = "document.getElementById('fault-count').textContent";
    assert_eq!(browser.value(shown), json!([3, 10, 31]));
    assert_eq!(browser.text(status), "3 of 3 faults.");
    browser.choose("#fault-reason", "timeout");
    assert_eq!(browser.value(shown), json!([3, 31]));
    assert_eq!(browser.text(status), "2 of 3 faults");
    let offender = &run.bots[run.records[2].bots[0].index()];
    browser.choose("#fault-bot", offender);
    let by_both: Vec<u64> = [3_u64, 31]
        .into_iter()
        .filter(|&number| {
            let record = &run.records[number as usize - 1];
            record
                .verdict
                .loser
                .is_some_and(|side| &run.bots[record.bots[side.index()].index()] == offender)
        })
        .collect();
    assert_eq!(browser.value(shown), json!(by_both));
    browser.choose("#fault-reason", "");
    browser.choose("#fault-bot", "");
    assert_eq!(browser.value(shown), json!([3, 10, 31]));
    browser.click("#fault-table a[href^='#game=10&']");
    browser.until("document.getElementById('replay-game').value === '10'");
    let ending = browser.text("document.querySelector('.ending').textContent");
    assert!(
        ending.contains("(illegal_move), by North.") && ending.contains("pit 7 (b)"),
        "{ending}"
    );
    assert!(ending.contains("Traceback </script> <b>"), "{ending}");
    assert_eq!(browser.text("document.activeElement.id"), "player");
    check_quiet(&mut browser);
}

#[test]
fn names_stay_text() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&hostile().make().html, "#game=1&move=2", DESK);
    assert_eq!(browser.value("document.querySelectorAll('b b, bdi b, bdi script').length"), 0);
    let names = browser.value("[...document.querySelectorAll('#standings .bot bdi')].map((name) => name.textContent).sort()");
    assert_eq!(names.as_array().unwrap().len(), 4);
    assert!(
        names[0].as_str().unwrap().starts_with("</script><b>\"it's\" & \\u{202e}evil"),
        "{names}"
    );
    let options = browser.text("document.getElementById('replay-bot').textContent");
    assert!(options.contains("</script><b>"), "{options}");
    check_quiet(&mut browser);
}

#[test]
fn who_hears_the_page_hears_names_of_everything() {
    let Some(mut browser) = Chromium::found() else { return };
    browser.open(&league().make().html, "", DESK);
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let mut controls = 0;
    for node in tree["nodes"].as_array().unwrap() {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        if ["button", "combobox", "slider", "table", "region", "link", "image"].contains(&role)
            && node["ignored"] == false
        {
            controls += 1;
            assert_ne!(node["name"]["value"].as_str().unwrap_or_default(), "", "{node}");
        }
    }
    assert!(controls > 40, "{controls}");
    assert_eq!(browser.value("document.querySelectorAll('th:not([scope])').length"), 0);
    assert_eq!(browser.value("document.querySelectorAll('[aria-live]').length"), 1);
    // The first Tab shows the link over the head of the page.
    browser.key("Tab");
    assert_eq!(browser.text("document.activeElement.className"), "skip");
    let top = browser.value("document.activeElement.getBoundingClientRect().top");
    assert!(top.as_f64().unwrap() >= 0.0, "{top}");
    check_quiet(&mut browser);
}

/// Pictures for people, kept by CI; here it is checked that nothing sticks out.
#[test]
fn pictures_on_desk_and_phone() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = screenshots();
    let mut one = Run::empty(&["first", "second"]);
    one.records = vec![runs::game_of(1, "CcCfCfDeC")];
    let sixty: Vec<String> = (1..=60).map(|bot| format!("bot number {bot}")).collect();
    let sixty: Vec<&str> = sixty.iter().map(String::as_str).collect();
    let runs = [
        ("league", league()),
        ("hostile", hostile()),
        ("swiss", swiss()),
        ("one-game", one),
        ("infos", telling()),
        ("no-game", Run::empty(&["first", "second"])),
        ("sixty-bots", Run::league(&sixty, 1, 14)),
        ("long-relay", Run::league(&["a", "b"], 12, 13).with_long_relay()),
    ];
    for (name, run) in &runs {
        let html = run.make().html;
        for screen in [DESK, PHONE] {
            for scheme in ["light", "dark"] {
                browser.open(&html, "", Screen { scheme, ..screen });
                let width = browser.value("document.documentElement.scrollWidth");
                assert_eq!(width, screen.width, "{name} is wider than the screen");
                browser.value("thePlayer && thePlayer.jump(9, true)");
                browser.screenshot(&folder.join(format!("{name}-{}-{scheme}.png", screen.width)));
                check_quiet(&mut browser);
            }
        }
    }
}

/// A relay on its way, as one sees it while it is played.
#[test]
fn a_picture_of_a_relay() {
    let Some(mut browser) = Chromium::found() else { return };
    let folder = screenshots();
    let run = Run::league(&["a", "b"], 12, 13).with_long_relay();
    for screen in [DESK, PHONE] {
        browser.open(&run.make().html, "#game=1&move=0", screen);
        browser.value("for (let lap = 0; lap < 500; lap++) thePlayer.stepLap()");
        let place = browser.text("document.querySelector('#player output').textContent");
        assert_eq!(place, "Move 1 of 1, lap 500 of 1059");
        assert_eq!(browser.value("document.querySelectorAll('.board circle').length"), 48);
        browser.screenshot(&folder.join(format!("relay-on-its-way-{}.png", screen.width)));
        browser.press("Back");
        assert!(browser.text(SAID).ends_with("South is to move."));
        check_quiet(&mut browser);
    }
}

/// Where pictures go: a folder of its own beside what is built.
fn screenshots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../report-screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn swiss() -> Run {
    let mut run = Run::league(&["ada", "bola", "cee", "dayo", "ebun"], 2, 15);
    let board = |south, north: Option<u32>, half_points: [u32; 2]| RoundBoard {
        south: Bot(south),
        north: north.map(Bot),
        games: half_points.iter().sum::<u32>() / 2,
        half_points,
    };
    run.rounds = vec![
        Round {
            boards: vec![
                board(0, Some(1), [3, 1]),
                board(2, Some(3), [2, 2]),
                board(4, None, [0, 0]),
            ],
        },
        Round {
            boards: vec![
                board(0, Some(2), [4, 0]),
                board(4, Some(1), [1, 3]),
                board(3, None, [0, 0]),
            ],
        },
        Round {
            boards: vec![
                board(0, Some(4), [0, 0]),
                board(1, Some(3), [2, 0]),
                board(2, None, [0, 0]),
            ],
        },
    ];
    run
}
