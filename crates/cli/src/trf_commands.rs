//! The commands for TRF files: `pair` and `standings`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use ayo_report::table::{Align, Cell, Table, printable};
use ayo_report::{CsvRows, figures};
use ayo_schedule::swiss::{self, Colours, Decision, Left, Pairing, PairingError};
use ayo_schedule::{
    MAX_TRF_BYTES, PairedBy, PlayerNumber, Standing, TieBreak, TieBreakValue, Tournament, Trf,
    TrfWarning, pairing_list, parse_tie_breaks, read_trf, standings as rank,
};
use serde_json::{Map, Value, json};

use crate::args::{PairArguments, StandingsArguments, TableFormat};
use crate::failure::Failure;
use crate::terminal::{say, stdout_style};

/// Codes of the pairing system that this is (TRF record 192).
const DUTCH: [&str; 2] = ["FIDE_DUTCH", "FIDE_DUTCH_2026"];

/// Pairs the next round of a file.
///
/// # Errors
/// Refuses what is no TRF file or not to be paired; fails when there is no legal pairing.
pub(crate) fn pair(arguments: &PairArguments) -> Result<(), Failure> {
    let tournament = read(&arguments.file)?.tournament;
    if let Some(other) = tournament.system().filter(|system| !DUTCH.contains(system)) {
        let other = printable(other);
        let file = arguments.file.display();
        say(&format!("{file}: asks for `{other}` in record 192; paired by `FIDE_DUTCH` of 2026"));
    }
    let colours = match (arguments.ignore_sides, arguments.count_sides) {
        (true, _) => Colours::Ignore,
        (_, true) => Colours::Count,
        _ => Colours::of(&tournament),
    };
    let settings = swiss::Settings { colours, ..swiss::Settings::default() };
    let paired = match arguments.explain {
        true => swiss::explain(&tournament, &settings),
        false => swiss::pair(&tournament, &settings).map(|pairing| (pairing, Vec::new())),
    };
    let (pairing, decisions) = paired.map_err(|error| {
        let told = format!("`{}`: {error}", arguments.file.display());
        match error {
            PairingError::TotalRoundsUnknown => Failure::usage(told),
            _ => Failure::Work(anyhow::Error::msg(told)),
        }
    })?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", pairing_json(&tournament, &pairing, &decisions))?;
        return Ok(());
    }
    write!(out, "{}", pairing_list(&pairing))?;
    if arguments.explain {
        writeln!(out)?;
        if decisions.is_empty() {
            writeln!(out, "nobody floats down, and nobody has a bye")?;
        }
        for decision in &decisions {
            writeln!(out, "{}", sentence(&tournament, decision))?;
        }
    }
    Ok(())
}

/// Ranks the players of a file.
///
/// # Errors
/// Refuses what is no TRF file and no tie-break.
pub(crate) fn standings(arguments: &StandingsArguments) -> Result<(), Failure> {
    let trf = read(&arguments.file)?;
    let tournament = &trf.tournament;
    let paired_by = PairedBy::of(tournament);
    let tie_breaks = match &arguments.tie_breaks {
        Some(list) => parse_tie_breaks(list).map_err(Failure::usage)?,
        None => tie_breaks_of_file(&trf, &arguments.file),
    };
    let last = tournament.rounds_paired();
    let rounds = arguments.round.map_or(last, usize::from);
    if rounds > last {
        return Err(Failure::usage(format!(
            "`{}`: `--round {rounds}` is later than the last round paired, which is {last}",
            arguments.file.display()
        )));
    }
    let ranked = rank(tournament, rounds, paired_by, &tie_breaks);
    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments.format {
        TableFormat::Table => {
            table(tournament, &tie_breaks, &ranked).write(&mut out, stdout_style())?;
        }
        TableFormat::Md => table(tournament, &tie_breaks, &ranked).write_markdown(&mut out)?,
        TableFormat::Csv => write_csv(tournament, &tie_breaks, &ranked, &mut out)?,
        TableFormat::Json => {
            let places: Vec<Value> =
                ranked.iter().map(|place| place_json(tournament, &tie_breaks, place)).collect();
            let order: Vec<String> = tie_breaks.iter().map(TieBreak::to_string).collect();
            let document = json!({ "round": rounds, "tie_breaks": order, "standings": places });
            writeln!(out, "{document}")?;
        }
    }
    Ok(out.flush()?)
}

/// Returns the tie-breaks that a file asks for, or else those of its system, and says which
/// are not known.
fn tie_breaks_of_file(trf: &Trf, path: &Path) -> Vec<TieBreak> {
    let asked = trf.file.tie_breaks();
    say_warnings(path, &asked.unknown);
    match asked.known.is_empty() {
        true => PairedBy::of(&trf.tournament).default_tie_breaks().to_vec(),
        false => asked.known,
    }
}

fn say_warnings(path: &Path, warnings: &[TrfWarning]) {
    for warning in warnings {
        say(&printable(&format!("{}: {warning}", path.display())));
    }
}

/// Reads a tournament, and says what in the file is not understood.
fn read(path: &Path) -> Result<Trf, Failure> {
    let mut bytes = Vec::new();
    let most = MAX_TRF_BYTES as u64 + 1;
    let read = match path.as_os_str() == "-" {
        true => io::stdin().take(most).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    let shown = path.display().to_string();
    read.with_context(|| format!("cannot read `{shown}`")).map_err(Failure::Usage)?;
    let trf = read_trf(&bytes).with_context(|| format!("`{shown}`")).map_err(Failure::Usage)?;
    if trf.tournament.players().is_empty() {
        return Err(Failure::usage(format!(
            "`{shown}` is not a TRF file: no line begins with `001`, the record of a player"
        )));
    }
    say_warnings(path, &trf.warnings);
    Ok(trf)
}

fn name(tournament: &Tournament, number: PlayerNumber) -> &str {
    let index = tournament.index_of(number).expect("the number is one of the tournament");
    &tournament.players()[index].name
}

/// Adds the name of the player to a sentence about him.
fn sentence(tournament: &Tournament, decision: &Decision) -> String {
    let number = decision.player;
    let name = printable(name(tournament, number));
    let player = format!("player {number}");
    decision.to_string().replacen(&player, &format!("{player} ({name})"), 1)
}

fn pairing_json(tournament: &Tournament, pairing: &Pairing, decisions: &[Decision]) -> Value {
    let decision = |decision: &Decision| {
        let left = match decision.left {
            Left::FloatsDown => "floats_down",
            Left::HasBye => "has_bye",
        };
        let text = sentence(tournament, decision);
        let criterion = decision.criterion.code();
        let player = decision.player.get();
        json!({ "player": player, "left": left, "criterion": criterion, "sentence": text })
    };
    json!({
        "round": pairing.round.get(),
        "pairs": pairing.pairs.iter().map(|pair| [pair.white.get(), pair.black.get()])
            .collect::<Vec<_>>(),
        "bye": pairing.bye.map(PlayerNumber::get),
        "decisions": decisions.iter().map(decision).collect::<Vec<_>>(),
    })
}

/// Returns a value as JSON: a number, with all its digits.
fn value_json(value: &TieBreakValue) -> Value {
    figures::json(Some(value.to_string()))
}

fn place_json(tournament: &Tournament, tie_breaks: &[TieBreak], place: &Standing) -> Value {
    let values: Map<String, Value> = tie_breaks
        .iter()
        .zip(&place.values)
        .map(|(tie_break, value)| (tie_break.to_string(), value_json(value)))
        .collect();
    json!({
        "id": place.player.get(),
        "name": name(tournament, place.player),
        "rank": place.rank,
        "tie_breaks": values,
    })
}

fn write_csv(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    ranked: &[Standing],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rows = CsvRows::new(out);
    rows.fields(["rank", "id", "name"])?;
    for tie_break in tie_breaks {
        rows.field(tie_break)?;
    }
    rows.end()?;
    for place in ranked {
        rows.field(place.rank)?;
        rows.field(place.player)?;
        // Nothing has looked at the names of such a file before it is shown.
        rows.field(printable(name(tournament, place.player)))?;
        for value in &place.values {
            rows.field(value)?;
        }
        rows.end()?;
    }
    rows.finish()
}

fn table(tournament: &Tournament, tie_breaks: &[TieBreak], ranked: &[Standing]) -> Table {
    let fixed = [("#", Align::Right), ("id", Align::Right), ("name", Align::Left)];
    let fixed = fixed.map(|(title, align)| (title.to_owned(), align));
    let criteria = tie_breaks.iter().map(|tie_break| (tie_break.to_string(), Align::Right));
    let ranks: HashMap<usize, usize> = ranked.iter().fold(HashMap::new(), |mut ranks, place| {
        *ranks.entry(place.rank).or_default() += 1;
        ranks
    });
    let row = |place: &Standing| {
        // Who shares a rank is shown to.
        let equal = if ranks[&place.rank] > 1 { "=" } else { "" };
        let head = [
            format!("{}{equal}", place.rank),
            place.player.to_string(),
            printable(name(tournament, place.player)),
        ];
        let values = place.values.iter().map(TieBreakValue::to_string);
        head.into_iter().chain(values).map(Cell::new).collect()
    };
    let columns = fixed.into_iter().chain(criteria).collect();
    Table { columns, rows: ranked.iter().map(row).collect() }
}
