//! The page as a whole.

use std::collections::HashMap;
use std::io::{self, Write};

use askama::Template;
use ayo_record::{Bot, GameAnalysis, GameRecord, Reason};
use ayo_report::figures;
use ayo_rules::Rules;

use crate::advantage::{self, FirstMove};
use crate::axis::{self, Mark};
use crate::best_play::BestPlay;
use crate::crosstable::{Grid, HEAT_STEPS};
use crate::endings::{self, Ending};
use crate::game_json::KeptGame;
use crate::gathered::is_after;
use crate::lines_chart::LinesChart;
use crate::live::LatestGame;
use crate::rows::Rows;
use crate::{Contents, Gathered, game_json, numbers, policy, rounds, standings};

const STYLE: &str = include_str!("../templates/page.css");
/// The script of the report; the rules first: they are tested by themselves.
macro_rules! script {
    () => {
        concat!(
            "\"use strict\";\n",
            include_str!("../templates/rules.js"),
            include_str!("../templates/board.js"),
            include_str!("../templates/moves.js"),
            include_str!("../templates/best_play.js"),
            include_str!("../templates/player.js"),
            include_str!("../templates/address.js"),
            include_str!("../templates/blunders.js"),
            include_str!("../templates/tables.js"),
        )
    };
}

const SCRIPT: &str = script!();

/// Behind it, what only a live page does.
const LIVE_SCRIPT: &str = concat!(script!(), include_str!("../templates/live.js"));

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    /// It follows its run.
    is_live: bool,
    /// With what does not change: style, script, and the games to replay.
    is_whole: bool,
    latest: Vec<LatestRow<'a>>,
    policy: String,
    style: &'a str,
    script: &'a str,
    document: String,
    title: String,
    rules: String,
    seed: u64,
    date: String,
    version: &'a str,
    bots: usize,
    games: String,
    plies: String,
    kept_games: String,
    keeps_all: bool,
    faults: u64,
    voids: u64,
    lead: Option<Lead>,
    test: Option<TestTold<'a>>,
    standings: Rows,
    elo_marks: Vec<Mark>,
    tie_breaks: Vec<String>,
    is_swiss: bool,
    rounds: usize,
    round_rows: Rows,
    grid: Grid,
    heat_steps: Vec<(u64, u64)>,
    lines: Option<LinesChart>,
    first_move: FirstMove,
    sides: Rows,
    percent_marks: Vec<Mark>,
    endings: Vec<Ending>,
    /// Nothing when no game was analysed.
    best_play: Option<BestPlay>,
    think_times: Rows,
    time_marks: Vec<Mark>,
    incidents: &'a Rows,
}

/// Who is first, for the sentence on top.
struct Lead {
    bots: Vec<String>,
    points: String,
    games: String,
}

/// How a sequential test stands.
struct TestTold<'a> {
    bots: [&'a str; 2],
    sentence: String,
    /// Games after its decision.
    after: u64,
}

/// A game that has ended of late.
struct LatestRow<'a> {
    game: &'a LatestGame,
    names: [&'a str; 2],
}

/// Writes `report.html`.
///
/// # Errors
/// Passes on what the writer says.
pub fn write(out: &mut impl Write, contents: &Contents<'_>) -> io::Result<()> {
    page(contents, false).write_into(out)
}

/// Writes the page of a run that goes on, and apart from it what changes of it: its `tables`.
///
/// It asks the folder it came from for `events`, `tables` and `games/NUMBER`.
///
/// # Errors
/// Passes on what a writer says.
pub fn write_live(
    whole: &mut impl Write,
    tables: &mut impl Write,
    contents: &Contents<'_>,
) -> io::Result<()> {
    let mut page = page(contents, true);
    page.write_into(whole)?;
    page.is_whole = false;
    page.write_into(tables)
}

/// Returns a game as the page of a run that goes on asks for it, JSON, with its analysis where
/// there is one; `decided_at_pair` is the pair that decided a sequential test.
#[must_use]
pub fn game_document(
    rules: &Rules,
    bots: &[String],
    record: &GameRecord,
    analysis: Option<&GameAnalysis>,
    decided_at_pair: Option<u64>,
) -> String {
    let names: Vec<String> = bots.iter().map(|name| numbers::plain(name)).collect();
    let is_after = is_after(record, decided_at_pair);
    game_json::document(rules, &names, &[&KeptGame::new(record, analysis, &names, is_after)])
}

fn page<'a>(contents: &'a Contents<'a>, is_live: bool) -> Page<'a> {
    let gathered = contents.gathered;
    let names = &gathered.names;
    let order = order(contents);
    let kept = gathered.kept_games();
    let script = if is_live { LIVE_SCRIPT } else { SCRIPT };
    let elo_axis = standings::elo_axis(contents.standings);
    let (think_times, time_axis) = gathered.think_times.rows(&order, names);
    Page {
        is_live,
        is_whole: true,
        latest: latest(gathered),
        policy: policy::policy(STYLE, script, is_live),
        style: STYLE,
        script,
        document: game_json::document(&contents.run.rules, names, &kept),
        title: numbers::plain(contents.run.name),
        rules: contents.run.rules.to_string(),
        seed: contents.run.seed,
        date: numbers::date(contents.run.created_at_ms),
        version: contents.run.ayo_version,
        bots: names.len(),
        games: numbers::count(gathered.games),
        plies: numbers::count(gathered.plies),
        kept_games: numbers::count(kept.len() as u64),
        keeps_all: kept.len() as u64 == gathered.games,
        faults: faults(contents),
        voids: contents.voids,
        lead: lead(contents),
        test: test(contents),
        standings: standings::rows(contents.standings, &elo_axis),
        elo_marks: elo_axis.marks(axis::elo_mark),
        tie_breaks: contents.standings.tie_breaks.iter().map(|name| title_of(name)).collect(),
        is_swiss: !contents.rounds.is_empty(),
        rounds: contents.rounds.len(),
        round_rows: rounds::rows(contents.rounds, contents.standings, &order, names),
        grid: Grid::new(contents.standings, contents.crosstable),
        heat_steps: (0..=HEAT_STEPS).map(|step| (step, 100 * step / HEAT_STEPS)).collect(),
        lines: LinesChart::new(contents.history, &order, names),
        first_move: FirstMove::new(contents.scores, contents.ratings),
        sides: advantage::rows(contents.scores, &order, names),
        percent_marks: advantage::percent_axis().marks(|percent| format!("{percent:.0}\u{a0}%")),
        endings: endings::endings(&gathered.endings),
        best_play: BestPlay::new(contents.scores, &order, names),
        think_times,
        time_marks: time_axis.marks(),
        incidents: gathered.incidents.rows(),
    }
}

fn latest(gathered: &Gathered) -> Vec<LatestRow<'_>> {
    let name = |bot: Bot| gathered.names[bot.index()].as_str();
    let games = gathered.latest.games();
    games.map(|game| LatestRow { game, names: game.bots.map(name) }).collect()
}

/// Returns the bots in the order of the standings.
fn order(contents: &Contents<'_>) -> Vec<Bot> {
    let places: HashMap<&str, Bot> = contents
        .scores
        .bots()
        .iter()
        .zip(0..)
        .map(|(name, place)| (name.as_str(), Bot(place)))
        .collect();
    let lines = contents.standings.lines.iter();
    lines.filter_map(|line| places.get(line.bot.as_str()).copied()).collect()
}

fn faults(contents: &Contents<'_>) -> u64 {
    let endings = contents.gathered.endings.iter();
    endings.filter(|(reason, _): &(&Reason, _)| reason.is_fault()).map(|(_, count)| count).sum()
}

fn lead(contents: &Contents<'_>) -> Option<Lead> {
    let lines = &contents.standings.lines;
    let first = lines.first().filter(|line| line.score.games() > 0)?;
    let equals = lines.iter().take_while(|line| line.rank == first.rank);
    Some(Lead {
        bots: equals.map(|line| numbers::plain(&line.bot)).collect(),
        points: figures::points(first.half_points),
        games: numbers::count(first.score.games()),
    })
}

/// Returns how a sequential test stands; it is one between two bots.
fn test<'a>(contents: &'a Contents<'a>) -> Option<TestTold<'a>> {
    let [first, second, ..] = contents.gathered.names.as_slice() else { return None };
    let after = contents.gathered.after_decision;
    contents.test.map(|test| TestTold { bots: [first, second], sentence: test.sentence(), after })
}

/// Writes the head of a tie-break's column: `bh_c1` is `BH/C1`.
fn title_of(tie_break: &str) -> String {
    tie_break.to_uppercase().replace('_', "/")
}
