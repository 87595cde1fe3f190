//! A sequential test of a run between two bots, fed with its games as they end.
//!
//! What this module deliberately does not do: judge. Pairs are judged in the order of the
//! schedule by [`SprtStream`], so that it does not matter which end first.

use std::collections::HashMap;

use anyhow::Context as _;
use ayo_page::{Decision, Test};
use ayo_ratings::sprt::typed;
use ayo_ratings::{Pentanomial, Score, Sprt, SprtSettings, SprtState, SprtStream};
use ayo_record::{Bot, GameRecord};
use ayo_report::{figures, fingerprint_of};
use ayo_rules::Side;
use ayo_store::Reader;
use serde_json::{Value, json};

use crate::sprt_command::{document, expected_text, llr_text, unbiased_text};

/// A test that goes on.
#[derive(Debug)]
pub(crate) struct SprtWatch {
    stream: SprtStream,
    /// The one game of pairs whose other game has not ended.
    halves: HashMap<u64, Half>,
    copies: CopiedPairs,
}

/// One game of a pair.
#[derive(Clone, Copy, Debug)]
struct Half {
    game: u8,
    /// The result as bot 0 sees it.
    score: Score,
    /// The same for the same game; 0 when that is not known.
    fingerprint: u64,
}

/// Pairs that are copies of earlier ones, move by move.
///
/// They are judged like others: an opening that is drawn twice is a fair sample of what bots
/// without randomness do from all openings. From a single one they do the same for ever, though,
/// and nobody but the reader can tell whether that was meant.
#[derive(Debug, Default)]
struct CopiedPairs {
    /// The earliest pair with these games.
    first: HashMap<u64, u64>,
    /// Numbers of the others.
    copies: Vec<u64>,
}

/// Different pairs that are remembered to find copies of them; 24 MB at most.
const MAX_REMEMBERED_PAIRS: usize = 1 << 20;
/// As many pairs as this part of the judged ones may be copies without a word.
const MANY_COPIES: f64 = 0.1;

impl CopiedPairs {
    fn add(&mut self, pair: u64, [one, other]: [u64; 2]) {
        if one == 0 || other == 0 {
            return;
        }
        // The order of the two games does not matter.
        let games = one.wrapping_add(other);
        if let Some(first) = self.first.get_mut(&games) {
            self.copies.push(pair.max(*first));
            *first = pair.min(*first);
        } else if self.first.len() < MAX_REMEMBERED_PAIRS {
            self.first.insert(games, pair);
        }
    }

    fn until(&self, pair: u64) -> u64 {
        self.copies.iter().filter(|&&copy| copy <= pair).count() as u64
    }
}

impl SprtWatch {
    /// Begins with no games.
    pub(crate) fn new(sprt: Sprt) -> SprtWatch {
        let stream = SprtStream::new(sprt, 1);
        SprtWatch { stream, halves: HashMap::new(), copies: CopiedPairs::default() }
    }

    /// Begins with the games of a run.
    ///
    /// # Errors
    /// Says what could not be read.
    pub(crate) fn of_run(sprt: Sprt, reader: &Reader) -> anyhow::Result<SprtWatch> {
        let mut watch = SprtWatch::new(sprt);
        for record in reader.stream_without_infos() {
            watch.add(&record?);
        }
        Ok(watch)
    }

    /// Judges the games of a run by the test that was asked of it last, if one was.
    ///
    /// # Errors
    /// Says what could not be read.
    pub(crate) fn last_asked(reader: &Reader) -> anyhow::Result<Option<SprtWatch>> {
        let Some(settings) = reader.asked_test()? else { return Ok(None) };
        SprtWatch::of_run(asked(&settings)?, reader).map(Some)
    }

    /// Begins with no games, and with the settings that a run keeps.
    ///
    /// # Errors
    /// Says that they are impossible.
    pub(crate) fn of_settings(settings: &str) -> anyhow::Result<SprtWatch> {
        asked(settings).map(SprtWatch::new)
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        let south = record.result.half_points(Side::South);
        let Some(south) = south.and_then(Score::from_half_points) else {
            return;
        };
        let score = if record.bots[0] == Bot(0) { south } else { south.reversed() };
        let half = Half { game: record.game, score, fingerprint: fingerprint_of(record) };
        match self.halves.remove(&record.pair) {
            Some(other) if other.game != record.game => {
                self.stream.add(record.pair, [other.score, score]);
                self.copies.add(record.pair, [other.fingerprint, half.fingerprint]);
            }
            _ => {
                self.halves.insert(record.pair, half);
            }
        }
    }

    /// Says why nothing more needs to be played, once the test is decided.
    pub(crate) fn over(&self) -> Option<String> {
        let Decision { pair, accepted, elos: [elo, other], llr } = self.decision()?;
        Some(format!(
            "SPRT accepts {accepted} at pair {pair} ({elo} Elo rather than {other}, LLR {llr})"
        ))
    }

    /// Returns the pair with which the test is decided, if it is.
    pub(crate) fn decided_at_pair(&self) -> Option<u64> {
        self.stream.decision().map(|decision| decision.pair)
    }

    /// Returns how the test stands, for a page.
    pub(crate) fn test(&self) -> Test {
        let sprt = self.stream.sprt();
        Test {
            llr: [self.stream.llr(), sprt.lower(), sprt.upper()].map(number),
            elos: self.elos(),
            decision: self.decision(),
        }
    }

    fn decision(&self) -> Option<Decision> {
        let decision = self.stream.decision()?;
        let [elo0, elo1] = self.elos();
        let (accepted, elos) = match decision.state {
            SprtState::AcceptH1 => ("H1", [elo1, elo0]),
            SprtState::AcceptH0 | SprtState::Continue => ("H0", [elo0, elo1]),
        };
        let (pair, accepted) = (decision.pair, accepted.to_owned());
        Some(Decision { pair, accepted, elos, llr: number(decision.llr) })
    }

    fn elos(&self) -> [String; 2] {
        let SprtSettings { elo0, elo1, .. } = *self.stream.sprt().settings();
        [elo0, elo1].map(typed)
    }

    /// Returns how many of the judged pairs are copies of others.
    fn copies(&self) -> u64 {
        let last = self.stream.decision().map_or(self.stream.last_ended(), |it| it.pair);
        self.copies.until(last)
    }

    /// Says behind the reason why the games stopped that the test has no answer, if so.
    pub(crate) fn stopped(&self, why: &str) -> String {
        match self.stream.decision() {
            Some(_) => why.to_owned(),
            None => format!("{why}, the SPRT is undecided, {}", self.standing()),
        }
    }

    /// Says how the test stands, in a few words.
    pub(crate) fn standing(&self) -> String {
        let sprt = self.stream.sprt();
        let [llr, lower, upper] = [self.stream.llr(), sprt.lower(), sprt.upper()].map(number);
        format!("LLR {llr} ({lower} {upper})")
    }

    /// Returns the lines about the test: a label, and what there is to say.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let judgement = self.stream.judgement();
        let SprtSettings { elo0, elo1, alpha, beta, model } = *self.stream.sprt().settings();
        let ([elo0, elo1], model) = ([elo0, elo1].map(typed), model.word());
        let mut lines = vec![
            ("SPRT", format!("LLR {}", llr_text(&judgement))),
            ("", format!("elo0 {elo0}, elo1 {elo1} ({model}), alpha {alpha}, beta {beta}")),
        ];
        if let Some(text) = unbiased_text(judgement.unbiased, "the stop") {
            lines.push(("", text));
        } else if let Some(text) = judgement.expected.and_then(expected_text) {
            lines.push(("", format!("to play: {text}")));
        }
        let (copies, judged) = (self.copies(), pairs(self.stream.pairs()));
        if copies as f64 > MANY_COPIES * judged as f64 {
            lines.push((
                "",
                format!(
                    "warning: {copies} of {judged} judged pairs are copies of others, move by \
                     move, and may tell nothing new: use more openings"
                ),
            ));
        }
        let after = pairs(self.stream.after_decision());
        if after > 0 {
            lines.push((
                "",
                format!("pairs that ended after the decision, kept and not judged: {after}"),
            ));
        }
        lines
    }

    /// Returns all of it as JSON, as of `ayo sprt`, and where the decision fell.
    pub(crate) fn to_json(&self) -> Value {
        let judgement = self.stream.judgement();
        let mut value = document(self.stream.sprt(), self.stream.counts(), &judgement);
        value["decided_at_pair"] = json!(self.stream.decision().map(|decision| decision.pair));
        value["pairs_after_decision"] = json!(self.stream.after_decision().0);
        value["copied_pairs"] = json!(self.copies());
        value["pairs_waiting"] = json!(self.stream.waiting());
        value
    }
}

/// Reads the settings of a test as a run keeps them.
fn asked(settings: &str) -> anyhow::Result<Sprt> {
    let sprt = settings.parse().and_then(Sprt::new);
    sprt.with_context(|| format!("the run has an impossible test `{settings}`"))
}

fn pairs(counts: Pentanomial) -> u64 {
    counts.0.iter().sum()
}

fn number(value: f64) -> String {
    figures::decimal(value, 2).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ayo_ratings::{Score, Sprt, SprtSettings};

    use super::SprtWatch;

    /// A test that is decided has nothing left to play, however it came to that.
    #[test]
    fn nothing_to_play_after_a_decision() {
        #[track_caller]
        fn check(elo1: f64, alpha: f64, scores: &[[Score; 2]]) {
            let settings = SprtSettings { elo1, alpha, ..SprtSettings::default() };
            let mut watch = SprtWatch::new(Sprt::new(settings).unwrap());
            let says_to_play = |watch: &SprtWatch| {
                watch.lines().iter().any(|(_, text)| text.starts_with("to play: "))
            };
            for pair in 1.. {
                watch.stream.add(pair, scores[pair as usize % scores.len()]);
                if watch.over().is_some() {
                    break;
                }
                assert!(watch.lines().iter().all(|(_, text)| !text.contains("about 0 games")));
            }
            assert!(!says_to_play(&watch), "{:?}", watch.lines());
            watch.stream.add(1_000_000, [Score::Loss; 2]);
            assert!(!says_to_play(&watch), "{:?}", watch.lines());
        }
        let [win, draw, loss] = [Score::Win, Score::Draw, Score::Loss];
        for (elo1, alpha) in [(5.0, 0.05), (100.0, 0.05), (200.0, 0.3), (20.0, 0.001)] {
            check(elo1, alpha, &[[win, win]]);
            check(elo1, alpha, &[[loss, loss]]);
            check(elo1, alpha, &[[win, draw], [loss, win], [win, win]]);
            check(elo1, alpha, &[[loss, draw], [loss, win]]);
            check(elo1, alpha, &[[draw, loss]]);
        }
    }
}
