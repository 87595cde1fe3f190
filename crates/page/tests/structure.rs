//! What is in the page, whatever the run: read as text, without a browser.
#![allow(clippy::unwrap_used)]

mod runs;

use ayo_page::budget::{EXPECTED_MOVES, GAME_INFO_BYTES, INFO_TEXT_CHARACTERS};
use ayo_page::{Decision, MAX_PAGE_BYTES, Round, RoundBoard, Test};
use ayo_record::{Bot, Reason};
use ayo_report::figures;
use ayo_rules::Side;
use runs::{HOSTILE, Made, Run};
use serde_json::{Value, json};

/// Returns what the script element with the games holds.
#[track_caller]
fn document(html: &str) -> Value {
    let begin = html.split_once("<script type=\"application/json\" id=\"run\">").unwrap().1;
    serde_json::from_str(begin.split_once("</script>").unwrap().0).unwrap()
}

/// Returns the section with this id.
#[track_caller]
fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let begin = html.split_once(&format!("<section id=\"{id}\"")).unwrap().1;
    begin.split_once("</section>").unwrap().0
}

#[track_caller]
fn check_sound(made: &Made) {
    let html = &made.html;
    assert!(html.len() < MAX_PAGE_BYTES, "{} bytes", html.len());
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
    for outside in ["http:", "https:", "//www", "url(", "@import", "src="] {
        let found = html.find(outside);
        let near =
            found.map(|at| html[at.saturating_sub(40)..].chars().take(90).collect::<String>());
        assert_eq!(near, None, "`{outside}` is in the page");
    }
    // The two script elements, and no third one out of a name.
    assert_eq!(html.matches("</script").count(), 2);
    assert_eq!(html.matches("<script").count(), 2);
    assert!(
        html.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-")
            || html.contains("content=\"default-src 'none'; style-src 'sha256-")
    );
    assert!(!html.contains("unsafe-inline"));
    for bad in ["NaN", "inf ", ">inf<", "undefined", "\u{202e}", "\u{2066}"] {
        assert!(
            !made.html.split("<script>").next().unwrap().contains(bad),
            "`{bad}` is in the page"
        );
    }
    for (open, close) in [
        ("<table", "</table>"),
        ("<tr", "</tr>"),
        ("<section", "</section>"),
        ("<svg", "</svg>"),
        ("<bdi>", "</bdi>"),
    ] {
        assert_eq!(html.matches(open).count(), html.matches(close).count(), "{open}");
    }
    assert_eq!(html.matches("<table").count(), html.matches("<caption>").count());
    document(html);
}

#[test]
fn every_number_of_the_standings_is_in_the_page() {
    let mut run = Run::league(&["greedy", "minimax", "random", "first"], 10, 1);
    run.fault(3, Side::South, Reason::Timeout, "late");
    run.fault(8, Side::North, Reason::IllegalMove, "illegal");
    let made = run.make();
    check_sound(&made);
    let section = section(&made.html, "standings");
    let rows: Vec<&str> = section.split("<tr>").skip(2).collect();
    assert_eq!(rows.len(), made.standings.lines.len());
    for (row, line) in rows.iter().zip(&made.standings.lines) {
        let elo = |value: Option<f64>| {
            figures::signed_elo(value.unwrap()).unwrap().replace('-', "\u{2212}")
        };
        let mut cells = vec![
            line.rank.to_string(),
            figures::points(line.half_points),
            line.score.games().to_string(),
            line.score.wins.to_string(),
            line.score.draws.to_string(),
            line.score.losses.to_string(),
            elo(line.elo),
            elo(line.elo_low),
            elo(line.elo_high),
            line.timeouts.to_string(),
            line.crashes.to_string(),
            line.illegal_moves.to_string(),
        ];
        cells.extend(line.tie_breaks.iter().flatten().cloned());
        cells.extend(line.los_next.map(|los| figures::percent(los).unwrap().replace('>', "&#62;")));
        for cell in cells {
            assert!(
                row.contains(&format!(">{cell}</td>")),
                "{}: no cell `{cell}` in {row}",
                line.bot
            );
        }
        assert!(row.contains(&format!("<bdi>{}</bdi>", line.bot)));
    }
}

#[test]
fn every_cell_of_the_crosstable_has_a_number() {
    let made = Run::league(&["a", "b", "c"], 4, 2).make();
    let section = section(&made.html, "crosstable");
    assert_eq!(section.matches("<td class=\"n h").count(), made.crosstable.lines.len());
    for line in &made.crosstable.lines {
        let (points, games) = (line.score.half_points(), line.score.games());
        let cell = format!("title=\"{} of {games}, ", figures::points(points));
        let text = format!("\">{:.0}</td>", 50.0 * points as f64 / games as f64);
        assert!(section.contains(&cell), "{cell}");
        assert!(section.contains(&text), "{text}");
    }
    assert!(section.contains("class=\"legend\""));
}

#[test]
fn hostile_names_are_text() {
    let wide = "ọ".repeat(40) + &"漢".repeat(24);
    let mut run = Run::league(&[HOSTILE, &wide, "' onload=x '", "שלום עולם"], 2, 3);
    run.name = HOSTILE.to_owned();
    run.fault(1, Side::South, Reason::BadMessage, HOSTILE);
    run.rounds =
        vec![Round { boards: vec![board(0, Some(1), 2, [4, 0]), board(2, Some(3), 0, [0, 0])] }];
    let made = run.make();
    check_sound(&made);
    assert!(made.html.contains(&format!("<bdi>{wide}</bdi>")));
    assert!(
        made.html.contains("&#60;/script&#62;&#60;b&#62;&#34;it&#39;s&#34; &#38; \\u{202e}evil")
    );
    let document = document(&made.html);
    let names: Vec<&str> =
        document["bots"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(names.contains(&wide.as_str()), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("</script><b>")), "{names:?}");
}

fn board(south: u32, north: Option<u32>, games: u32, half_points: [u32; 2]) -> RoundBoard {
    RoundBoard { south: Bot(south), north: north.map(Bot), games, half_points }
}

#[test]
fn rounds_say_who_met_whom() {
    let mut run = Run::league(&["ada", "bola", "cee"], 2, 4);
    assert!(!run.make().html.contains("id=\"rounds\""));
    run.rounds = vec![
        Round { boards: vec![board(0, Some(1), 2, [3, 1]), board(2, None, 0, [0, 0])] },
        Round { boards: vec![board(2, Some(0), 1, [0, 2]), board(1, None, 0, [0, 0])] },
        Round { boards: vec![board(1, Some(2), 0, [0, 0])] },
    ];
    let made = run.make();
    check_sound(&made);
    let check = |bot: &str, cells: [&str; 3]| {
        let section = section(&made.html, "rounds");
        let row = section
            .split("<tr>")
            .find(|row| row.contains(&format!("\"bot\"><bdi>{bot}<")))
            .unwrap();
        let found: Vec<String> = row.split("<td").skip(3).map(text_of).collect();
        assert_eq!(found, cells, "{bot}");
    };
    check("ada", ["1.5–0.5 won bola", "1.0–0.0 won as North cee", "–"]);
    check("bola", ["0.5–1.5 lost ada", "bye", "to play cee"]);
    check("cee", ["bye", "0.0–1.0 lost as South ada", "to play bola"]);
}

/// Returns the text of a piece of HTML that begins within a tag.
fn text_of(cell: &str) -> String {
    let begin = cell.split_once('>').unwrap().1;
    begin
        .split('<')
        .enumerate()
        .map(|(n, piece)| if n == 0 { piece } else { piece.split_once('>').unwrap().1 })
        .collect::<String>()
        .trim()
        .to_owned()
}

#[test]
fn faults_lead_to_their_replay() {
    let mut run = Run::league(&["good", "bad"], 5, 5);
    run.fault(4, Side::North, Reason::Timeout, "move 17 took 1043 ms, limit 1000 ms");
    let made = run.make();
    check_sound(&made);
    let section = section(&made.html, "faults");
    // The section was called otherwise once, and links lead to it still.
    assert!(section.contains("<h2 id=\"faults-title\">") && section.contains("id=\"incidents\""));
    assert!(made.html.contains("<a href=\"#faults\">Faults</a>"));
    let moves = run.records[3].moves.len();
    assert!(section.contains(&format!("<a href=\"#game=4&amp;move={moves}\"")), "{section}");
    assert!(section.contains("move 17 took 1043 ms, limit 1000 ms"));
    let document = document(&made.html);
    let game = document["games"].as_array().unwrap().iter().find(|game| game[0] == 4).unwrap();
    assert_eq!(game[12], "move 17 took 1043 ms, limit 1000 ms");
    assert_eq!(game[13], "Traceback </script> <b>\nlast line");
}

/// What the page has of a game in which the bots say this of their first moves.
fn infos_of(said: &[Value]) -> Value {
    let mut run = Run::empty(&["a", "b"]);
    run.records = vec![runs::game_of(1, "CcCfCfDeC")];
    let record = &mut run.records[0];
    record.infos = said.iter().map(|info| serde_json::from_value(info.clone()).unwrap()).collect();
    if !said.is_empty() {
        record.infos.resize(record.move_us.len(), None);
    }
    let made = run.make();
    check_sound(&made);
    document(&made.html)["games"][0][14].clone()
}

#[test]
fn what_bots_say_of_their_moves() {
    let check = |info: Value, expected: Value| assert_eq!(infos_of(&[info])[0], expected);
    assert_eq!(infos_of(&[]), json!([]));
    check(Value::Null, Value::Null);
    check(
        json!({"score": 7, "depth": 6, "nodes": 18_231, "pv": [2, 11, 4], "text": "easy"}),
        json!([7, 6, 18_231, "fE", "easy"]),
    );
    check(json!({"score": -0.5}), json!([-0.5, null, null, "", ""]));
    let shown = HOSTILE.replace('\u{202e}', "\\u{202e}").replace('\u{202c}', "\\u{202c}");
    check(json!({"text": HOSTILE}), json!([null, null, null, "", shown]));
    let (pv, text) = ([11, 4].repeat(20), "ọ".repeat(400));
    let (shown, cut) = ("fE".repeat(EXPECTED_MOVES / 2), "ọ".repeat(INFO_TEXT_CHARACTERS) + "…");
    check(json!({"pv": pv, "text": text}), json!([null, null, null, shown, cut]));
    // Each of these takes nine bytes; three such texts fit.
    let infos = infos_of(&vec![json!({"text": "\u{202e}".repeat(400)}); 9]);
    let shown: Vec<_> = infos.as_array().unwrap().iter().filter(|info| info.is_array()).collect();
    let bytes: usize = shown.iter().map(|info| info.to_string().len()).sum();
    assert!(shown.len() == 3 && bytes <= GAME_INFO_BYTES, "{infos}");
    assert_eq!(infos[8], 0);
}

/// A league of two bots whose test was decided at its third pair.
fn decided() -> Run {
    let mut run = Run::league(&["new", "old"], 5, 16);
    let [elo0, elo1] = ["-2.5", "10"].map(str::to_owned);
    run.test = Some(Test {
        llr: ["2.98", "-2.94", "2.94"].map(str::to_owned),
        elos: [elo0.clone(), elo1.clone()],
        decision: Some(Decision {
            pair: 3,
            accepted: "H1".to_owned(),
            elos: [elo1, elo0],
            llr: "2.98".to_owned(),
        }),
    });
    run
}

#[test]
fn a_test_is_told_and_games_after_it_are_marked() {
    let mut run = decided();
    run.fault(2, Side::South, Reason::Timeout, "late");
    run.fault(8, Side::North, Reason::Timeout, "late");
    let check = |run: &Run, expected: &str| {
        let made = run.make();
        check_sound(&made);
        let head = made.html.split_once("</header>").unwrap().0;
        let told = head.split_once("<p class=\"test\"").map(|(_, rest)| text_of(rest));
        let told = told.unwrap_or_default();
        assert_eq!(told.split('\n').next().unwrap(), expected.replace('_', "\u{2212}"));
        made.html
    };
    let told = "The sequential test of new against old accepts H1 at pair 3: 10 Elo rather than \
        _2.5, LLR 2.98. 4 games after the decision are kept and marked, and not judged by it.";
    let html = check(&run, told);
    let games = document(&html)["games"].clone();
    for game in games.as_array().unwrap() {
        let is_after = game[0].as_u64().unwrap() > 6;
        assert_eq!(game[15], if is_after { json!(true) } else { json!(null) }, "{game}");
    }
    let faults = section(&html, "faults");
    let marked: Vec<bool> = faults
        .split("<tr data-bot")
        .skip(1)
        .map(|row| row.contains("timeout <span class=\"after\">after the decision</span>"))
        .collect();
    assert_eq!(marked, [false, true]);
    run.test.as_mut().unwrap().decision = None;
    let told = "The sequential test of new against old is not decided: LLR 2.98; H0 (_2.5 Elo) is \
        accepted at _2.94, H1 (10 Elo) at 2.94.";
    assert!(!check(&run, told).contains("after the decision</span>"));
    run.test = None;
    check(&run, "");
}

#[test]
fn states_with_little_to_show_say_so() {
    let check = |run: &Run, texts: &[&str]| {
        let made = run.make();
        check_sound(&made);
        for text in texts {
            assert!(made.html.contains(text), "no `{text}`");
        }
    };
    let none = Run::empty(&["a", "b"]);
    check(&none, &["No game has been played yet."]);
    let html = none.make().html;
    for id in ["replay", "ratings", "first-move", "endings", "faults"] {
        let notes = section(&html, id).matches("class=\"note").count();
        assert_eq!(notes, 1, "{id} says more than one thing of no game");
        assert!(section(&html, id).contains("No game has been played yet."), "{id}");
    }
    let mut one = Run::empty(&["a", "b"]);
    one.records = vec![runs::game_of(1, "CcCfCfDeC")];
    check(
        &one,
        &[
            "is first with 1.0 points from 1 game.",
            "The games give no ratings yet",
            "All games of the run can be replayed here.",
        ],
    );
    one.voids = 1;
    check(&one, &["1 void game was played again."]);
    let names: Vec<String> = (0..60).map(|bot| format!("bot {bot}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    check(
        &Run::league(&names, 1, 6),
        &["The first 10 of the standings that have a rating are shown."],
    );
}

#[test]
fn a_big_run_stays_small() {
    // Long hostile names, and a long sentence about every second game.
    let names: Vec<String> = (0..40).map(|bot| format!("{bot:02}{}", "<&\"".repeat(20))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut run = Run::league(&names, 8, 7);
    let detail = "\"<tag>\" ".repeat(60);
    for number in (1..=run.records.len() as u64).step_by(2) {
        run.fault(number, Side::South, Reason::Exited, &detail);
    }
    let made = run.make();
    check_sound(&made);
    let games = run.records.len();
    let document = document(&made.html);
    let kept = document["games"].as_array().unwrap();
    assert!(kept.len() > 500 && kept.len() < games, "{} of {games} kept", kept.len());
    let numbers: Vec<u64> = kept.iter().map(|game| game[0].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "a game is kept twice");
    // The sample is of the whole run.
    assert!(numbers.iter().any(|&number| number > games as u64 * 9 / 10));
    let incidents = section(&made.html, "faults");
    let shown = incidents.matches("<tr data-bot").count();
    let faults = games.div_ceil(2);
    assert!(
        incidents
            .contains(&format!("{shown} of {faults} faults; the other {} are in", faults - shown))
    );
    assert_eq!(run.make().html, made.html, "the same games give the same page");
}

#[test]
fn thousands_of_bots_stay_small() {
    let names: Vec<String> = (0..4_000).map(|bot| format!("{bot:04}{}", "&".repeat(60))).collect();
    let mut run = Run::empty(&[]);
    run.bots = names;
    run.records = vec![runs::game_of(1, "CcCfCfDeC")];
    let boards = (0..2_000).map(|pair| board(2 * pair, Some(2 * pair + 1), 2, [2, 2])).collect();
    run.rounds = vec![Round { boards }; 12];
    let made = run.make();
    check_sound(&made);
    assert!(made.html.contains("more bots are in <code>standings.csv</code>"));
    assert!(made.html.contains("3900 more bots are in <code>crosstable.csv</code>"));
    assert!(made.html.contains("With more than 128 bots no curves are drawn."));
}

#[test]
fn what_analyses_say_of_each_bot() {
    let mut run = Run::empty(&[HOSTILE, "north bot"]);
    run.records = (1..=3).map(|number| runs::game_of(number, "CcCfCfDeC")).collect();
    let run = run.analysed(1, "sssdnnnSSs", "3C:AB 6f:?").analysed(3, "sss??nnSSs", "7D:C");
    let made = run.make();
    check_sound(&made);
    let section = section(&made.html, "best-play");
    assert!(section.contains("2 of 3 games were analysed"), "{section}");
    assert!(section.contains("<div id=\"blunder-list\" data-blunders=\"3\"></div>"), "{section}");
    assert!(section.contains("A game that ended by a fault counts as it ended"), "{section}");
    let known = "In 1 of them every position after the opening is known: averages are of these.";
    assert!(section.contains(known), "{section}");
    // Of the bot: games, blunders, a game, the first, known games, results in won, drawn, lost
    // openings.
    let check = |bot: &str, expected: [&str; 8]| {
        let row = section.split("<tr>").skip(2).find(|row| row.contains(bot)).unwrap();
        let cells = row.split("</td>").filter_map(|cell| cell.rsplit_once('>')).map(|cell| cell.1);
        assert_eq!(cells.take(8).collect::<Vec<_>>(), expected, "{row}");
    };
    let nothing = "\u{2013}";
    assert_eq!(runs::game_of(1, "CcCfCfDeC").result, ayo_record::GameResult::South);
    check("evil", ["2", "2", "1.00", "3.0", "1", "2–0–0", nothing, nothing]);
    check("north bot", ["2", "1", "1.00", "6.0", "1", nothing, nothing, "0–0–2"]);
    let games = &document(&made.html)["games"];
    let end = |game: usize| games[game].as_array().unwrap()[14..].to_vec();
    assert_eq!(end(0), [json!([]), json!(false), json!("sssdnnnSSs"), json!("3C:AB 6f:?")]);
    assert_eq!(end(1), [json!([])]);
    // Nothing is said of what is known where everything is.
    let html = Run { records: run.records, ..Run::empty(&["a", "b"]) }
        .analysed(1, "sssdnnnSSs", "3C:AB 6f:?")
        .make()
        .html;
    assert!(!html.contains("after the opening is known:"), "{html}");
}

/// Without analyses the page is as it was.
#[test]
fn nothing_is_said_of_best_play_without_analyses() {
    let made = Run::league(&["a", "b"], 2, 4).make();
    let (text, _) = made.html.split_once("<script").unwrap();
    let text = text.split_once("</style>").unwrap().1;
    for word in ["best-play", "Best play", "lunder"] {
        assert!(!text.contains(word), "{word}");
    }
}
