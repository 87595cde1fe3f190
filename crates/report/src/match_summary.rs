//! What is said at the end of a match.

use std::io::{self, Write};

use ayo_ratings::{MatchElo, MatchInterval, Pentanomial, Trinomial, match_elo_with_copies};
use ayo_record::{Bot, Reason};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::table::{Align, Look, Style, pad, printable};
use crate::{BothSides, Fault, MISSING, MatchTally, Tally, figures};

/// Names of the pairs by the half points of the first bot.
pub const PAIR_NAMES: [&str; 5] = ["LL", "LD", "1–1", "WD", "WW"];
const CONFIDENCE: f64 = 0.95;
/// Half of the width of an interval, in Elo, that one decimal would show as none.
const NARROW: f64 = 0.05;
/// How far the middle of an interval may be from the Elo to be shown with `±`, in half widths.
const LOPSIDED: f64 = 0.2;

/// The result of a match, told from the side of the first bot.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    bots: [String; 2],
    score: BothSides,
    pairs: Pentanomial,
    singles: Trinomial,
    voids: u64,
    elo: Option<MatchElo>,
    faults: Vec<(String, Reason, Fault)>,
}

/// What stands around a summary, and only the caller knows.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Facts of the first line: rules, pairs, clock, openings, seed, slots, isolation.
    pub heading: &'a [String],
    /// How long the match took, in milliseconds.
    pub elapsed_ms: u64,
    /// Games that are copies of others, as [`ayo_ratings::Ratings::identical`] counts them.
    pub copied_games: u64,
    /// More lines below the Elo: a label, and what there is to say.
    pub more: &'a [(&'a str, String)],
    /// Facts of the last line: why it stopped, where the files are, what to do next.
    pub stopped: &'a [String],
}

impl MatchSummary {
    /// Sums up the games so far.
    #[must_use]
    pub fn new(tally: &MatchTally) -> MatchSummary {
        let scores = tally.scores();
        let bots = [0, 1].map(|index| scores.bots()[index].clone());
        let score = scores.total(Bot(0));
        let (pairs, singles, copies) = (tally.pairs(), tally.singles(), tally.copies());
        let mut faults = Vec::new();
        for (bot, name) in (0..).map(Bot).zip(&bots) {
            let named = |(reason, fault): (Reason, &Fault)| (name.clone(), reason, fault.clone());
            faults.extend(scores.faults(bot).map(named));
        }
        let played = score.total().games() > 0;
        MatchSummary {
            elo: played.then(|| match_elo_with_copies(pairs, singles, copies, CONFIDENCE)),
            bots,
            score,
            pairs,
            singles,
            voids: scores.voids(),
            faults,
        }
    }

    /// Writes the summary with its first and its last line.
    ///
    /// # Errors
    /// Passes on what the writer says.
    pub fn write(&self, out: &mut impl Write, frame: Frame<'_>, style: Style) -> io::Result<()> {
        let names = self.bots.each_ref().map(|name| printable(name));
        let width = names[0].width().max("faults".len());
        writeln!(out, "{}\n", printable(&frame.heading.join(" · ")))?;
        let first = style.paint(&pad(&names[0], width, Align::Left), Look::Bold);
        let [points, other_points] = self.half_points().map(figures::points);
        let second = style.paint(&pad(&names[1], 12, Align::Left), Look::Bold);
        let games = self.games_text(frame.elapsed_ms);
        writeln!(out, "  {first}   {points} – {other_points}   {second}    {games}")?;

        let mut line = |label: &str, text: &str| {
            writeln!(out, "  {}   {text}", pad(label, width, Align::Left))
        };
        line("W-D-L", &self.sides_text())?;
        line("pairs", &self.pairs_text(frame.copied_games))?;
        line("Elo", &self.elo_text())?;
        for (label, text) in frame.more {
            line(label, text)?;
        }
        if self.faults.is_empty() {
            line("faults", "none")?;
        }
        for (index, (bot, reason, fault)) in self.faults.iter().enumerate() {
            let label = if index == 0 { "faults" } else { "" };
            let told = format!("{}: {}", printable(bot), counted(*reason, fault.count));
            let text = format!(
                "{}    game {}, move {}: {}",
                style.paint(&told, Look::Red),
                fault.game,
                fault.ply,
                printable(&fault.detail)
            );
            line(label, &text)?;
        }
        writeln!(out, "\nstopped: {}", printable(&frame.stopped.join(" · ")))
    }

    /// Returns the summary as JSON, with the caller's facts as lists of text.
    #[must_use]
    pub fn to_json(&self, frame: Frame<'_>) -> Value {
        let total = self.score.total();
        let elo = |part: fn(&MatchElo) -> Option<f64>| {
            figures::json(figures::elo(self.elo.as_ref().and_then(part)))
        };
        json!({
            "bots": self.bots,
            "points": self.half_points().map(|half| figures::json(Some(figures::points(half)))),
            "games": total.games(),
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "as_south": tally_json(self.score.as_south),
            "as_north": tally_json(self.score.as_north),
            // Losses first, as `ayo sprt --pairs` takes them.
            "pairs": self.pairs.0,
            "unpaired": self.singles.0.iter().sum::<u64>(),
            // The interval counts copies of a pair once.
            "identical": frame.copied_games,
            "voids": self.voids,
            "elo": elo(|elo| elo.elo),
            "elo_low": elo(MatchElo::lower_end),
            "elo_high": elo(MatchElo::upper_end),
            "los": figures::json(figures::likelihood(self.elo.as_ref().map(|elo| elo.los))),
            "faults": self.faults.iter().map(fault_json).collect::<Value>(),
            "elapsed_ms": frame.elapsed_ms,
            "heading": frame.heading,
            "stopped": frame.stopped,
        })
    }

    fn half_points(&self) -> [u64; 2] {
        let total = self.score.total();
        [total.half_points(), 2 * total.games() - total.half_points()]
    }

    fn games_text(&self, elapsed_ms: u64) -> String {
        let games = self.score.total().games();
        let games = figures::counted(games, "game");
        let mut text = format!("{games} in {}", figures::duration(elapsed_ms));
        if self.voids > 0 {
            text.push_str(&format!(" ({} void, played again)", self.voids));
        }
        text
    }

    fn sides_text(&self) -> String {
        let text = |tally: Tally| format!("{}-{}-{}", tally.wins, tally.draws, tally.losses);
        let BothSides { as_south, as_north } = self.score;
        let all = text(self.score.total());
        format!("{all}    as South {}    as North {}", text(as_south), text(as_north))
    }

    fn pairs_text(&self, copied_games: u64) -> String {
        let mut cells: Vec<String> = PAIR_NAMES
            .iter()
            .zip(self.pairs.0)
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        let singles = self.singles.0.iter().sum::<u64>();
        if singles > 0 {
            cells.push(format!("unpaired {singles}"));
        }
        if copied_games > 0 {
            cells.push(format!("copied games {copied_games}"));
        }
        cells.join("   ")
    }

    fn elo_text(&self) -> String {
        let paired = self.pairs.0.iter().sum::<u64>() > 0;
        let text = |elo: MatchElo| {
            let (los, kind) = (figures::percent(elo.los)?, interval_kind(&elo, paired));
            Some(format!("{} ({kind})     LOS {los}", interval_text(&elo)?))
        };
        self.elo.and_then(text).unwrap_or_else(|| MISSING.to_owned())
    }
}

/// Writes an Elo with its interval, or the one end there is when all games went one way.
#[must_use]
pub fn interval_text(elo: &MatchElo) -> Option<String> {
    let (half_width, ends) = (elo.half_width(), [elo.lower_end(), elo.upper_end()]);
    let (Some(middle), [Some(low), Some(high)]) = (elo.elo, ends) else {
        return elo_text(elo.elo, ends);
    };
    let off_centre = (high + low) / 2.0 - middle;
    // Half the width would say nothing true about either end of a lopsided one.
    if off_centre.abs() > LOPSIDED * half_width || half_width < NARROW {
        return elo_text(elo.elo, ends);
    }
    Some(format!("{} ± {}", figures::signed_elo(middle)?, figures::decimal(half_width, 1)?))
}

/// Writes an Elo and the two ends of its interval; what is beyond the scale is left to a bound.
#[must_use]
pub fn elo_text(elo: Option<f64>, ends: [Option<f64>; 2]) -> Option<String> {
    let bound = |sign: &str, end| Some(format!("{sign} {}", figures::signed_elo(end)?));
    let Some(middle) = elo else {
        return match ends {
            [Some(low), _] => bound("≥", low),
            [None, high] => bound("≤", high?),
        };
    };
    let middle = figures::signed_elo(middle)?;
    Some(match ends {
        // No interval is shown as if it had no width.
        [Some(low), Some(high)] if high - low < 2.0 * NARROW => format!("{middle} ± <0.1"),
        [Some(low), Some(high)] => {
            format!("{middle} [{} to {}]", figures::signed_elo(low)?, figures::signed_elo(high)?)
        }
        [Some(low), None] => format!("{middle} [{}]", bound("≥", low)?),
        [None, high] => format!("{middle} [{}]", bound("≤", high?)?),
    })
}

/// Says in a word or two what the interval comes from.
#[must_use]
pub fn interval_kind(elo: &MatchElo, paired: bool) -> &'static str {
    match (elo.interval, paired) {
        (MatchInterval::Spread, true) => "95 %, paired",
        (MatchInterval::Spread, false) => "95 %",
        (MatchInterval::Few, true) => "95 %, few pairs",
        (MatchInterval::Few, false) => "95 %, few games",
        (MatchInterval::NoSpread, _) => "95 %, no spread",
    }
}

/// Returns a count with its reason: `1 timeout`, `2 illegal moves`, `3 exited`.
fn counted(reason: Reason, count: u64) -> String {
    let word = reason.word().replace('_', " ");
    let is_noun = matches!(reason, Reason::IllegalMove | Reason::Timeout | Reason::BadMessage);
    let plural = if is_noun && count != 1 { "s" } else { "" };
    format!("{count} {word}{plural}")
}

fn tally_json(tally: Tally) -> Value {
    json!({ "wins": tally.wins, "draws": tally.draws, "losses": tally.losses })
}

fn fault_json((bot, reason, fault): &(String, Reason, Fault)) -> Value {
    json!({
        "bot": bot,
        "reason": reason.word(),
        "count": fault.count,
        "game": fault.game,
        "move": fault.ply,
        "detail": fault.detail,
    })
}
