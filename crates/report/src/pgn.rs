//! Every game as PGN: `games.pgn`, for programs that rate games, such as Ordo and BayesElo.
//!
//! White is South, who moves first, and Black is North. `Round` is the pair and the game
//! in it, `17.2`: so those who know pairs find them. The move text is the letters of the
//! pits, which no chess program can replay; programs that rate read tags and results only.
//! Where a game was analysed, a comment behind each blunder says what it gave away.
//! (S. Edwards, "Portable Game Notation specification and implementation guide", 1994.)

use std::io::{self, Write};

use ayo_record::{GameAnalysis, GameRecord, Opening, Reason};
use ayo_rules::{Pit, Side};

use crate::blunder_words;
use crate::scores::check_bots;
use crate::timestamp::iso_8601;

/// Width of a line of move text in characters; the specification has less than 80.
const LINE_CHARACTERS: usize = 79;

/// What all games of a run share.
#[derive(Clone, Copy, Debug)]
pub struct PgnRun<'a> {
    /// Name of the run.
    pub name: &'a str,
    /// The rules, as text.
    pub rules: &'a str,
    /// Names of the bots; a record's bots are places in this list.
    pub bots: &'a [String],
    /// The pair that decided a sequential test, if there was one; later games say so.
    pub decided_at_pair: Option<u64>,
}

/// Writes games as PGN one by one, for runs that need not be held in memory.
pub struct GamesPgn<'a, W: Write> {
    out: W,
    run: PgnRun<'a>,
}

impl<'a, W: Write> GamesPgn<'a, W> {
    /// Begins; nothing is written yet.
    pub fn new(out: W, run: PgnRun<'a>) -> GamesPgn<'a, W> {
        GamesPgn { out, run }
    }

    /// Writes a game, and what its analysis says where there is one.
    ///
    /// # Errors
    /// Passes on what the writer says; [`io::ErrorKind::InvalidData`] for a bot that is
    /// not in the list.
    pub fn write(
        &mut self,
        record: &GameRecord,
        analysis: Option<&GameAnalysis>,
    ) -> io::Result<()> {
        check_bots(record, self.run.bots.len())
            .map_err(|unknown| io::Error::new(io::ErrorKind::InvalidData, unknown))?;
        self.write_tags(record)?;
        writeln!(self.out)?;
        write_moves(&mut self.out, record, analysis)?;
        writeln!(self.out)
    }

    fn write_tags(&mut self, record: &GameRecord) -> io::Result<()> {
        let PgnRun { name, rules, bots, decided_at_pair } = self.run;
        let [south, north] = record.bots.map(|bot| bots[bot.index()].as_str());
        let day = iso_8601(record.started_at_ms);
        let (day, _) = day.split_once('T').unwrap_or_default();
        self.tag("Event", name)?;
        self.tag("Site", "ayo")?;
        self.tag("Date", &day.replace('-', "."))?;
        self.tag("Round", &format!("{}.{}", record.pair, record.game))?;
        self.tag("White", south)?;
        self.tag("Black", north)?;
        self.tag("Result", record.result.text())?;
        self.tag("GameId", &record.number.to_string())?;
        self.tag("Variant", rules)?;
        match &record.opening {
            Opening::Moves(moves) if moves.is_empty() => {}
            Opening::Moves(moves) => self.tag("Opening", &ayo_rules::write_moves(moves))?,
            Opening::Position(position) => {
                self.tag("SetUp", "1")?;
                self.tag("FEN", &position.to_string())?;
            }
        }
        self.tag("PlyCount", &record.plies().to_string())?;
        let [south, north] = record.scores;
        self.tag("Score", &format!("{south}-{north}"))?;
        self.tag("Termination", termination(record.verdict.reason))?;
        self.tag("Reason", record.verdict.reason.word())?;
        match decided_at_pair {
            Some(last) if record.pair > last => self.tag("AfterDecision", "true"),
            _ => Ok(()),
        }
    }

    fn tag(&mut self, name: &str, value: &str) -> io::Result<()> {
        writeln!(self.out, "[{name} \"{}\"]", tag_value(value))
    }

    /// Hands everything written to the writer.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Escapes what would end a tag; a name cannot hold control characters, a rule neither.
fn tag_value(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns the word that fastchess has for the way a game ended.
const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Majority | Reason::NoMoves | Reason::Repetition | Reason::Resigned => "normal",
        // The referee's rule ended it, as a limit of moves does there.
        Reason::PlyLimit | Reason::Proved => "adjudication",
        Reason::Timeout => "time forfeit",
        Reason::IllegalMove => "illegal move",
        Reason::Stalled => "stalled connection",
        Reason::BadMessage
        | Reason::Exited
        | Reason::Signaled
        | Reason::StdoutClosed
        | Reason::StdinBlocked
        | Reason::StdoutFlood
        | Reason::MemoryLimit
        | Reason::ProcessLimit => "abandoned",
        Reason::Void => "unterminated",
    }
}

/// Writes the moves with their numbers, blunders with their comments, and the result behind them.
fn write_moves(
    out: &mut impl Write,
    record: &GameRecord,
    analysis: Option<&GameAnalysis>,
) -> io::Result<()> {
    let mut width = 0;
    let mut word = |out: &mut dyn Write, word: &str| -> io::Result<()> {
        if width > 0 && width + 1 + word.len() > LINE_CHARACTERS {
            width = 0;
            writeln!(out)?;
        }
        if width > 0 {
            width += 1;
            write!(out, " ")?;
        }
        width += word.len();
        write!(out, "{word}")
    };
    // A player moves every second ply, whoever begins.
    let begins = record.moves.first().map_or(Side::South, |pit: &Pit| pit.owner());
    let mut blunders = analysis.iter().flat_map(|analysis| &analysis.blunders).peekable();
    // A move of Black has its number where none stands right before it.
    let mut is_resumed = true;
    for ((ply, pit), played) in (begins.index()..).zip(&record.moves).zip(1_u32..) {
        let number = ply / 2 + 1;
        if ply % 2 == 0 {
            word(out, &format!("{number}."))?;
        } else if is_resumed {
            word(out, &format!("{number}..."))?;
        }
        word(out, &pit.letter().to_string())?;
        is_resumed = false;
        if let (Some(analysis), Some(blunder)) =
            (analysis, blunders.next_if(|blunder| blunder.ply == played))
        {
            let comment = format!("{{{}}}", blunder_words(analysis, blunder));
            comment.split(' ').try_for_each(|part| word(out, part))?;
            is_resumed = true;
        }
    }
    word(out, record.result.text())?;
    writeln!(out)
}
