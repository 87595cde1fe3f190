//! `ayo match`: two bots against each other.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ayo_report::figures::counted;
use ayo_report::{Frame, MatchSummary, MatchTally};
use ayo_rules::Rules;
use ayo_schedule::{Format, Openings, Schedule, Settings};
use ayo_store::Reader;

use crate::args::{IsolationLevel, MatchArguments};
use crate::config::{self, BotEntry, Contest, Surroundings, Tournament};
use crate::failure::Failure;
use crate::keeper::Watched;
use crate::play::{Campaign, Played, play, shell_path, shell_word};
use crate::run_command::openings;
use crate::run_folder::{self, DATABASE};
use crate::sprt_watch::SprtWatch;
use crate::terminal::stdout_style;

/// Games of a match where nothing is said.
const GAMES: u32 = 100;
/// Games of a match at most, where a test decides.
const TEST_GAMES: u32 = 10_000_000;

/// Plays a match and sums it up.
///
/// # Errors
/// As [`play`].
pub(crate) fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let around = Surroundings::current()?;
    let tournament = tournament(arguments, &around)?;
    let folder = match &arguments.play.out {
        Some(folder) => folder.clone(),
        None => free_folder(&tournament, arguments.play.fresh),
    };
    let mut campaign = Campaign {
        over: None,
        tournament: &tournament,
        run_text: tournament.text.clone(),
        difference: Box::new(|kept| difference(kept, &tournament.text)),
        command: continue_command(arguments, &folder),
        folder: folder.clone(),
        files: tournament.files.clone(),
        arguments: &arguments.play,
    };
    let mut test = tournament.sprt.map(SprtWatch::new);
    let names = || [0, 1].map(|bot: usize| tournament.bots[bot].spec.name.clone());
    let mut tally = MatchTally::new(names());
    let mut before_ms = 0;
    if !arguments.play.fresh
        && let Ok(reader) = Reader::open(&folder.join(DATABASE))
    {
        for record in reader.stream_without_infos() {
            let record = record.map_err(anyhow::Error::from)?;
            before_ms += record.duration_ms;
            test.iter_mut().for_each(|test| test.add(&record));
            tally.add(&record).map_err(anyhow::Error::from)?;
        }
    }
    campaign.over = test.as_ref().and_then(SprtWatch::over);
    let played = play(&campaign, |record| {
        // A record of this match names its two bots.
        let _ = tally.add(record);
        test.iter_mut().for_each(|test| test.add(record));
        let llr = test.as_ref().map(SprtWatch::standing);
        let standing = standing(&tally, llr.as_deref());
        Watched { standing, test: llr, over: test.as_ref().and_then(SprtWatch::over) }
    })?;
    // Of the games of earlier calls only their own times are known.
    let elapsed = played.elapsed + Duration::from_millis(before_ms / played.slots as u64);
    let summary = MatchSummary::new(&tally);
    print(arguments, &tournament, &summary, test.as_ref(), &played, &folder, elapsed)?;
    played.failure.map_or(Ok(()), Err)
}

/// The score and the Elo so far, behind the progress bar.
fn standing(tally: &MatchTally, test: Option<&str>) -> String {
    let total = tally.scores().total(ayo_record::Bot(0)).total();
    let elo =
        ayo_ratings::match_elo_with_copies(tally.pairs(), tally.singles(), tally.copies(), 0.95);
    let elo = ayo_report::interval_text(&elo).unwrap_or_default();
    let test = test.map(|test| format!(" · {test}")).unwrap_or_default();
    format!(" · {}-{}-{} · Elo {elo}{test}", total.wins, total.draws, total.losses)
}

fn print(
    arguments: &MatchArguments,
    tournament: &Tournament,
    summary: &MatchSummary,
    test: Option<&SprtWatch>,
    played: &Played,
    folder: &Path,
    elapsed: Duration,
) -> Result<(), Failure> {
    let heading = [
        tournament.rules.to_string(),
        match test {
            Some(_) => format!("at most {}", counted(tournament.contest.pairs(), "pair")),
            None => counted(tournament.contest.pairs(), "pair"),
        },
        tournament.time.to_string(),
        openings(&tournament.openings),
        format!("seed {}", tournament.seed),
        counted(played.slots as u64, "slot"),
        format!("isolation {}", played.isolation),
    ];
    let stopped = [
        test.map_or_else(|| played.stopped.clone(), |test| test.stopped(&played.stopped)),
        folder.join("games.csv").display().to_string(),
        format!("look: ayo report {}", shell_path(folder)),
    ];
    let more = test.map(SprtWatch::lines).unwrap_or_default();
    let frame = Frame {
        heading: &heading,
        elapsed_ms: elapsed.as_millis() as u64,
        copied_games: played.tables.copies,
        more: &more,
        stopped: &stopped,
    };
    let mut out = io::stdout().lock();
    if arguments.play.json {
        use io::Write as _;
        let mut document = summary.to_json(frame);
        if let Some(test) = test {
            document["sprt"] = test.to_json();
        }
        writeln!(out, "{document}")?;
    } else {
        summary.write(&mut out, frame, stdout_style())?;
    }
    Ok(())
}

fn tournament(arguments: &MatchArguments, around: &Surroundings) -> Result<Tournament, Failure> {
    let rules = rules(&arguments.rules)?;
    let clock = arguments.tc.as_deref().map(config::parse_clock).transpose()?;
    let move_limit = arguments.st.as_deref().map(config::parse_move_limit).transpose()?;
    let mut time = config::time_control(clock, move_limit);
    time.margin = Duration::from_millis(arguments.margin_ms);
    let bots = config::parse_bots(&arguments.bots, around)?;
    let name = format!("{}-{}", bots[0].spec.name, bots[1].spec.name);
    let sprt = arguments.sprt.as_deref().map(config::parse_sprt).transpose()?;
    let games = arguments.games.unwrap_or(if sprt.is_some() { TEST_GAMES } else { GAMES });
    // One meeting of many games: its pairs are cut by the schedule.
    let format = Format::RoundRobin { cycles: 1 };
    let openings = config::parse_openings(&arguments.openings, &rules, around)?;
    let settings = Settings {
        bots: 2,
        format,
        games,
        openings: openings.clone(),
        rules,
        seed: arguments.seed,
    };
    let schedule = Schedule::new(settings).map_err(Failure::usage)?;
    let mut tournament = Tournament {
        name,
        seed: arguments.seed,
        rules,
        time,
        games,
        openings,
        contest: Contest::Table { format, schedule },
        bots,
        sprt,
        proofs: None,
        text: String::new(),
        openings_text: None,
        // There is none of this name when it says how many plies are random.
        files: vec![around.folder.join(&arguments.openings)],
    };
    tournament.text = run_text(arguments, &tournament);
    Ok(tournament)
}

fn rules(text: &str) -> Result<Rules, Failure> {
    Ok(config::parse_rules(text)?)
}

/// What makes a match the same match, a line each. The number of games is not in
/// it: a match may be made longer.
fn run_text(arguments: &MatchArguments, tournament: &Tournament) -> String {
    let bot = |bot: &BotEntry| format!("{} = {:?}", bot.spec.name, bot.spec.command);
    let facts = [
        format!("bot {}", bot(&tournament.bots[0])),
        format!("bot {}", bot(&tournament.bots[1])),
        format!("rules {}", tournament.rules),
        format!("time {}, margin {} ms", tournament.time, arguments.margin_ms),
        format!("seed {}", tournament.seed),
    ];
    // The openings themselves: a file of the same name may hold others.
    let openings = match &tournament.openings {
        Openings::RandomPlies(plies) => vec![format!("openings random:{plies}")],
        Openings::List { openings, .. } => {
            openings.iter().map(|opening| format!("opening {opening}")).collect()
        }
    };
    facts.into_iter().chain(openings).map(|line| line + "\n").collect()
}

fn difference(kept: &str, now: &str) -> Option<String> {
    let lines = kept.lines().zip(now.lines());
    let mut different = lines.filter(|(kept, now)| kept != now);
    match different.next() {
        Some((kept, now)) => Some(format!("its line `{kept}` is `{now}` now")),
        None if kept.lines().count() != now.lines().count() => {
            Some("it has other openings, or is no match of two bots".to_owned())
        }
        None => None,
    }
}

/// Returns a folder for a match that named none: that of the same match when it was
/// interrupted, else one that is not there yet. A match that is over is not shown
/// again in place of a new one, nor made longer: the bots may have changed.
fn free_folder(tournament: &Tournament, fresh: bool) -> PathBuf {
    let base = run_folder::default_folder(&tournament.name);
    if fresh {
        return base;
    }
    let numbered = (2..).map(|number| PathBuf::from(format!("{}-{number}", base.display())));
    std::iter::once(base.clone())
        .chain(numbered)
        .find(|folder| match Reader::open(&folder.join(DATABASE)) {
            Err(_) => !folder.join(DATABASE).exists(),
            Ok(reader) => {
                let same = reader.run_info().tournament == tournament.text;
                let finished = reader.finished().map_or(u64::MAX, |games| games.len() as u64);
                // However many games are asked for now, and whatever the test.
                let live = reader.live().ok().flatten();
                let ended =
                    live.is_some_and(|live| live.stopped.is_some() && finished >= live.total);
                let decided = || {
                    let before = SprtWatch::last_asked(&reader).ok().flatten();
                    let now = tournament.sprt.map(|sprt| SprtWatch::of_run(sprt, &reader));
                    let mut tests = before.into_iter().chain(now.and_then(Result::ok));
                    tests.any(|test| test.over().is_some())
                };
                same && !ended && finished < tournament.contest.games() && !decided()
            }
        })
        .expect("one of endlessly many folders is free")
}

fn continue_command(arguments: &MatchArguments, folder: &Path) -> String {
    let MatchArguments { bots, games, sprt, tc, st, margin_ms, rules, openings, seed, play } =
        arguments;
    let mut words = vec!["ayo".to_owned(), "match".to_owned()];
    words.extend(bots.iter().map(|bot| shell_word(bot)));
    let mut option = |name: &str, value: &str| {
        words.push(format!("--{name} {}", shell_word(value)));
    };
    if let Some(games) = games {
        option("games", &games.to_string());
    }
    if let Some(sprt) = sprt {
        option("sprt", sprt);
    }
    if let Some(tc) = tc {
        option("tc", tc);
    }
    if let Some(st) = st {
        option("st", st);
    }
    option("margin-ms", &margin_ms.to_string());
    option("rules", rules);
    option("openings", openings);
    option("seed", &seed.to_string());
    if let Some(slots) = play.concurrency {
        option("concurrency", &slots.to_string());
    }
    if play.isolation != IsolationLevel::Auto {
        option("isolation", &play.isolation.word());
    }
    option("out", &folder.to_string_lossy());
    words.join(" ")
}
