//! `ayo run`: a tournament from a file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ayo_record::Pair;
use ayo_report::figures::{counted, counted_plies};
use ayo_report::table::{Align, pad, printable};
use ayo_schedule::{Format, Openings, SwissProgress};
use ayo_store::Reader;
use serde_json::{Value, json};

use crate::args::{IsolationLevel, RunArguments};
use crate::config::{self, Contest, Surroundings, Tournament};
use crate::counted::Tables;
use crate::failure::Failure;
use crate::keeper::Watched;
use crate::leaders::Leaders;
use crate::play::{Campaign, Played, play, shell_path};
use crate::run_folder::{self, DATABASE};
use crate::sprt_watch::SprtWatch;
use crate::suite::{Ask, Suite};
use crate::terminal::{say, stdout_style};

/// Runs or continues a tournament.
///
/// # Errors
/// As [`play`].
pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let around = Surroundings::current()?;
    let find = |name: &str, ask: &Ask| openings_of_a_value(arguments, name, ask);
    let tournament = Tournament::load(&arguments.file, &around, &find)?;
    let folder = folder(arguments, &tournament.name);
    if let Contest::Swiss(swiss) = &tournament.contest
        && let Some(warning) = config::rounds_warning(swiss.rounds(), tournament.bots.len())
    {
        say(&warning);
    }
    if arguments.dry_run {
        return dry_run(&tournament, &folder, arguments.play.json);
    }
    let mut test = tournament.sprt.map(SprtWatch::new);
    if let (Some(sprt), false) = (tournament.sprt, arguments.play.fresh)
        && let Ok(reader) = Reader::open(&folder.join(DATABASE))
    {
        test = Some(SprtWatch::of_run(sprt, &reader)?);
    }
    let campaign = Campaign {
        over: test.as_ref().and_then(SprtWatch::over),
        tournament: &tournament,
        run_text: tournament.run_text(),
        difference: Box::new(|kept| tournament.difference(kept).map(|it| it.to_string())),
        command: continue_command(arguments),
        folder: folder.clone(),
        files: tournament.files.clone(),
        arguments: &arguments.play,
    };
    let names = tournament.bots.iter().map(|bot| bot.spec.name.as_str());
    let before = if arguments.play.fresh { Path::new("") } else { &folder };
    let mut leaders = Leaders::new(names, before);
    let played = play(&campaign, |record| {
        let leading = leaders.game(record);
        let Some(test) = &mut test else {
            return Watched { standing: leading, ..Watched::default() };
        };
        test.add(record);
        let llr = test.standing();
        let standing = format!(" · {llr}{leading}");
        Watched { standing, test: Some(llr), over: test.over() }
    })?;
    let stopped = test.as_ref().map(|test| test.stopped(&played.stopped));
    let played = Played { stopped: stopped.unwrap_or(played.stopped), ..played };
    if arguments.play.json {
        print_json(&tournament, &folder, test.as_ref(), &played)?;
    } else {
        print_table(&tournament, &folder, test.as_ref(), &played)?;
    }
    played.failure.map_or(Ok(()), Err)
}

/// The folder of the run of a tournament.
fn folder(arguments: &RunArguments, name: &str) -> PathBuf {
    arguments.play.out.clone().unwrap_or_else(|| run_folder::default_folder(name))
}

/// Returns a file of openings of a value: those of the run that goes on, or such as are
/// found now.
fn openings_of_a_value(arguments: &RunArguments, name: &str, ask: &Ask) -> String {
    let kept = || {
        let reader = Reader::open(&folder(arguments, name).join(DATABASE)).ok()?;
        let text = config::openings_of_run(&reader.run_info().tournament)?;
        text.starts_with(&format!("{}\n", ask.heading())).then_some(text)
    };
    let kept = if arguments.play.fresh { None } else { kept() };
    kept.unwrap_or_else(|| {
        let value = ask.value.map(|value| format!(", each a {value}")).unwrap_or_default();
        say(&format!("looking for positions after {}{value}", counted_plies(ask.plies)));
        Suite::new(ask).expect("the solver knows the rules").text(ask)
    })
}

/// The command that goes on with a run: the same one, without `--fresh`.
fn continue_command(arguments: &RunArguments) -> String {
    let mut command = format!("ayo run {}", shell_path(&arguments.file));
    if let Some(out) = &arguments.play.out {
        command += &format!(" --out {}", shell_path(out));
    }
    if let Some(slots) = arguments.play.concurrency {
        command += &format!(" --concurrency {slots}");
    }
    if arguments.play.isolation != IsolationLevel::Auto {
        command += &format!(" --isolation {}", arguments.play.isolation.word());
    }
    command
}

/// The facts of a tournament, for the line above its table.
fn heading(tournament: &Tournament) -> Vec<String> {
    vec![
        tournament.rules.to_string(),
        counted(tournament.bots.len() as u64, "bot"),
        format(&tournament.contest),
        match tournament.sprt {
            Some(_) => format!("at most {}", counted(tournament.contest.games(), "game")),
            None => counted(tournament.contest.games(), "game"),
        },
        tournament.time.to_string(),
        openings(&tournament.openings),
        format!("seed {}", tournament.seed),
    ]
}

/// Says who meets whom.
fn format(contest: &Contest) -> String {
    match contest {
        Contest::Table { format: Format::RoundRobin { cycles }, .. } => {
            format!("round robin · {}", counted((*cycles).into(), "cycle"))
        }
        Contest::Table { format: Format::Gauntlet { cycles, challengers }, .. } => format!(
            "gauntlet of {} · {}",
            counted((*challengers).into(), "challenger"),
            counted((*cycles).into(), "cycle")
        ),
        Contest::Swiss(swiss) => format!("swiss · {}", counted(swiss.rounds().into(), "round")),
    }
}

/// Says where games begin.
pub(crate) fn openings(openings: &Openings) -> String {
    match openings {
        Openings::RandomPlies(plies) => format!("openings random:{plies}"),
        Openings::List { openings, .. } => counted(openings.len() as u64, "opening"),
    }
}

/// Says how many games were void, and how many are copies of others; to be put behind
/// other facts.
pub(crate) fn notes_text(tables: &Tables) -> String {
    let mut text = String::new();
    if tables.voids > 0 {
        text += &format!(" · {} void and played again", counted(tables.voids, "game"));
    }
    if tables.copies > 0 {
        let copies = counted(tables.copies, "game");
        text += &format!(" · {copies} like others, counted once in the intervals");
    }
    text
}

fn print_table(
    tournament: &Tournament,
    folder: &std::path::Path,
    test: Option<&SprtWatch>,
    played: &Played,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut heading = heading(tournament);
    heading.push(counted(played.slots as u64, "slot"));
    heading.push(format!("isolation {}", played.isolation));
    writeln!(out, "{}\n", printable(&heading.join(" · ")))?;
    played.tables.standings.write_table(&mut out, stdout_style())?;
    if let Some(test) = test {
        write_test(test, &mut out)?;
    }
    let missing = match played.missing {
        0 => String::new(),
        games => format!(" · {} to play", counted(games, "game")),
    };
    let voids = notes_text(&played.tables);
    writeln!(
        out,
        "\nstopped: {}{missing}{voids} · {} · look: ayo report {}",
        played.stopped,
        printable(&folder.join("standings.csv").to_string_lossy()),
        printable(&shell_path(folder))
    )?;
    Ok(())
}

/// Writes how a test stands below a table.
pub(crate) fn write_test(test: &SprtWatch, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out)?;
    for (label, text) in test.lines() {
        writeln!(out, "  {}   {text}", pad(label, "SPRT".len(), Align::Left))?;
    }
    Ok(())
}

fn print_json(
    tournament: &Tournament,
    folder: &std::path::Path,
    test: Option<&SprtWatch>,
    played: &Played,
) -> Result<(), Failure> {
    let mut document = json!({
        "name": tournament.name,
        "folder": folder,
        "seed": tournament.seed,
        "rules": tournament.rules.to_string(),
        "isolation": played.isolation.word(),
        "missing": played.missing,
        "voids": played.tables.voids,
        "identical": played.tables.copies,
        "elapsed_ms": played.elapsed.as_millis() as u64,
        "stopped": played.stopped,
        "standings": played.tables.standings.to_json(),
        "crosstable": played.tables.crosstable.to_json(),
    });
    if let Some(test) = test {
        document["sprt"] = test.to_json();
    }
    writeln!(io::stdout().lock(), "{document}")?;
    Ok(())
}

/// Pairs that a dry run shows.
const SHOWN_PAIRS: usize = 10;

/// Returns the first pairs; of a Swiss tournament, at most those of the first round.
fn first_pairs(contest: &Contest) -> Result<Vec<Pair>, Failure> {
    match contest {
        Contest::Table { schedule, .. } => Ok(schedule.iter().take(SHOWN_PAIRS).collect()),
        Contest::Swiss(swiss) => {
            let mut progress = SwissProgress::default();
            progress.rounds.push(swiss.pair(&progress).map_err(Failure::usage)?);
            Ok(swiss.pairs_of_last_round(&progress).take(SHOWN_PAIRS).collect())
        }
    }
}

fn dry_run(tournament: &Tournament, folder: &Path, as_json: bool) -> Result<(), Failure> {
    let pairs = first_pairs(&tournament.contest)?;
    let mut out = io::stdout().lock();
    if as_json {
        writeln!(out, "{}", plan_document(tournament, folder, &pairs))?;
    } else {
        write_plan(tournament, folder, &pairs, &mut out)?;
    }
    Ok(())
}

/// Returns what would be played, for programs.
fn plan_document(tournament: &Tournament, folder: &Path, pairs: &[Pair]) -> Value {
    let contest = &tournament.contest;
    let bots = tournament
        .bots
        .iter()
        .map(|bot| json!({ "name": bot.spec.name, "command": bot.spec.command }));
    let first_pairs = pairs.iter().map(|pair| {
        let [south, north] = pair.bots.map(|bot| &tournament.bots[bot.index()].spec.name);
        json!({
            "pair": pair.number,
            "round": pair.round,
            "south": south,
            "north": north,
            "games": pair.games,
            "opening": pair.opening.to_string(),
            "seed": pair.seed,
        })
    });
    json!({
        "name": tournament.name,
        "folder": folder,
        "bots": bots.collect::<Vec<_>>(),
        "rounds": contest.rounds(),
        "pairs": contest.pairs(),
        "games": contest.games(),
        "first_pairs": first_pairs.collect::<Vec<_>>(),
    })
}

/// Writes what would be played, for people.
fn write_plan(
    tournament: &Tournament,
    folder: &Path,
    pairs: &[Pair],
    out: &mut impl io::Write,
) -> io::Result<()> {
    let contest = &tournament.contest;
    let title = format!("{}: {}", tournament.name, heading(tournament).join(" · "));
    writeln!(out, "{}\n", printable(&title))?;
    for bot in &tournament.bots {
        let words: Vec<String> =
            bot.spec.command.iter().map(|word| crate::play::shell_word(word)).collect();
        let command = format!("{}: {}", bot.spec.name, words.join(" "));
        writeln!(out, "  {}", printable(&command))?;
    }
    writeln!(
        out,
        "\n{}, {}, {}; the first {}:",
        counted(contest.rounds().into(), "round"),
        counted(contest.pairs(), "pair"),
        counted(contest.games(), "game"),
        if pairs.len() == 1 { "is" } else { "are" }
    )?;
    for pair in pairs {
        let [south, north] = pair.bots.map(|bot| &tournament.bots[bot.index()].spec.name);
        let opening = match pair.opening.to_string() {
            start if start.is_empty() => "the start".to_owned(),
            opening => opening,
        };
        writeln!(
            out,
            "  round {} pair {}: {} - {} from {opening}",
            pair.round,
            pair.number,
            printable(south),
            printable(north)
        )?;
    }
    if contest.openings_reused() {
        say("note: there are more pairs than openings, so openings come again");
    }
    writeln!(out, "\nthe run would go to {}", printable(&folder.to_string_lossy()))
}
