//! What all analyses of a run say, as text and as JSON.

use std::io::Write;
use std::path::Path;

use ayo_record::{Bot, GameAnalysis, GameRecord};
use ayo_report::figures::counted;
use ayo_report::{Analysed, Scores};
use ayo_store::Reader;
use serde_json::{Value, json};

use super::{document, text, words};
use crate::failure::Failure;
use crate::run_folder::REPORT;
use crate::terminal::stdout_style;

/// Blunders that are told in words; the page and the JSON have all.
const LISTED_BLUNDERS: usize = 20;

/// Why the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Everything is done.
    All,
    /// The time was over.
    Time,
    /// Somebody asked for it.
    Interrupted,
}

impl Ended {
    const fn word(self) -> &'static str {
        match self {
            Ended::All => "all",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// What all analyses of a run say.
pub(super) struct Told<'a> {
    reader: &'a Reader,
    folder: &'a Path,
    /// Finished games of the run.
    games: u64,
    /// Not all of them were to be analysed.
    is_sample: bool,
    ended: Ended,
    scores: Scores,
    analysed: u64,
    /// Of the games that were analysed, those in which every position after the opening has a value.
    known: u64,
    positions: u64,
    unknown: u64,
    blunders: u64,
    /// The first ones, in words.
    listed: Vec<String>,
}

impl<'a> Told<'a> {
    /// Reads all analyses of a run.
    ///
    /// # Errors
    /// Says what could not be read.
    pub(super) fn gather(
        reader: &'a Reader,
        folder: &'a Path,
        games: u64,
        is_sample: bool,
        ended: Ended,
    ) -> Result<Told<'a>, Failure> {
        let mut told = Told {
            reader,
            folder,
            games,
            is_sample,
            ended,
            scores: Scores::new(reader.run_info().bots.clone()),
            analysed: 0,
            known: 0,
            positions: 0,
            unknown: 0,
            blunders: 0,
            listed: Vec::new(),
        };
        each_analysis(reader, |record, analysis| told.add(record, analysis))?;
        Ok(told)
    }

    fn add(&mut self, record: &GameRecord, analysis: &GameAnalysis) -> anyhow::Result<()> {
        self.scores.add_analysis(record, analysis)?;
        self.analysed += 1;
        self.positions += analysis.values.len() as u64;
        self.unknown += analysis.unknown() as u64;
        self.known += u64::from(analysis.is_known_after(record.opening.plies()));
        self.blunders += analysis.blunders.len() as u64;
        let room = LISTED_BLUNDERS - self.listed.len();
        for blunder in analysis.blunders.iter().take(room) {
            let bot = record.bots[blunder.side().index()];
            let name = &self.scores.bots()[bot.index()];
            let sentence = words::sentence(analysis, blunder, Some(name));
            self.listed.push(format!("game {}, ply {}: {sentence}", record.number, blunder.ply));
        }
        Ok(())
    }

    fn bots(&self) -> impl Iterator<Item = (&str, Analysed)> {
        let bots = self.scores.bots().iter().zip(0..);
        bots.map(|(name, place)| (name.as_str(), self.scores.analysed(Bot(place))))
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub(super) fn write_text(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = &self.reader.run_info().rules;
        if self.games == 0 {
            let none = "no game of this run is finished yet, so there is nothing to analyse";
            return Ok(writeln!(out, "{rules} · {none}")?);
        }
        let (analysed, games) = (self.analysed, counted(self.games, "game"));
        let positions = counted(self.positions, "position");
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => format!(", {unknown} not found out: `--nodes` and `--memory` allow more"),
        };
        writeln!(out, "{rules} · {analysed} of {games} analysed · {positions}{unknown}\n")?;
        text::write_bots(self.bots(), stdout_style(), out)?;
        if self.known < self.analysed {
            let those = format!(
                "in which every position after the opening is known: {} of {analysed}",
                self.known
            );
            writeln!(out, "\n`a game` and `first at ply` are averages of the games {those}")?;
        }
        if !self.listed.is_empty() {
            writeln!(out)?;
        }
        for line in &self.listed {
            writeln!(out, "{line}")?;
        }
        let more = self.blunders - self.listed.len() as u64;
        if more > 0 {
            let more = counted(more, "more blunder");
            writeln!(out, "and {more}: they are in {REPORT}, as far as they fit, and in `--json`")?;
        }
        let report = self.folder.join(REPORT);
        Ok(writeln!(out, "\nstopped: {} · {}", self.why(), report.display())?)
    }

    const fn why(&self) -> &'static str {
        match self.ended {
            Ended::All if self.is_sample => {
                "an even sample of the games is analysed, `--games` takes more"
            }
            Ended::All => "all games analysed",
            Ended::Time => "the time is over",
            Ended::Interrupted => "interrupted",
        }
    }

    /// Writes it for programs, with every game.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub(super) fn write_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let info = self.reader.run_info();
        let bots: Vec<Value> =
            self.bots().map(|(name, analysed)| document::bot(name, analysed)).collect();
        let head = json!({
            "name": info.name,
            "folder": self.folder,
            "rules": info.rules,
            "games": self.games,
            "analysed": self.analysed,
            "known_games": self.known,
            "positions": self.positions,
            "unknown": self.unknown,
            "ended": self.ended.word(),
            "bots": bots,
        });
        // The games go out one by one: there may be many.
        let head = head.to_string();
        let head = head.strip_suffix('}').expect("an object ends with a brace");
        write!(out, "{head},\"analyses\":[")?;
        let mut comma = "";
        each_analysis(self.reader, |record, analysis| {
            write!(out, "{comma}{}", document::game(record, &info.bots, analysis))?;
            comma = ",";
            Ok(())
        })?;
        Ok(writeln!(out, "]}}")?)
    }
}

/// Goes through all games that are analysed, in the order of the schedule.
fn each_analysis(
    reader: &Reader,
    mut told: impl FnMut(&GameRecord, &GameAnalysis) -> anyhow::Result<()>,
) -> Result<(), Failure> {
    let mut analyses = reader.analyses();
    for record in reader.stream_without_infos() {
        let record = record?;
        if let Some(kept) = analyses.of(&record)? {
            told(&record, &kept.analysis)?;
        }
    }
    Ok(())
}
