//! What an examination found, and how it is shown.

pub mod human;
pub mod json;
pub mod junit;

use ayo_rules::Rules;

use crate::case::{CaseInfo, Level};
use crate::transcript::Entry;

/// What an examination found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The bot.
    pub bot: String,
    /// What was legal.
    pub rules: Rules,
    /// The cases that were tried, and those that were left out, in order.
    pub results: Vec<CaseResult>,
}

/// How a case went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The case.
    pub info: CaseInfo,
    /// How it went.
    pub outcome: Outcome,
    /// A sentence: what is wrong, why it was skipped, or what was measured; may be empty.
    pub reason: String,
    /// What the author may do about it.
    pub hint: Option<String>,
    /// Whether the process ended when it should not have: then the reason says so first.
    pub ended: bool,
    /// Whether it was skipped although it might have found a fault.
    pub left_out: bool,
    /// How long it took, in milliseconds.
    pub time_ms: u64,
    /// Its last lines, both ways.
    pub transcript: Vec<Entry>,
}

/// How a case went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The bot does it.
    Pass,
    /// A SHOULD is broken.
    Warn,
    /// A MUST is broken.
    Fail,
    /// It says nothing about this bot.
    Skip,
    /// The examination failed, not the bot.
    Error,
}

impl Outcome {
    /// Returns the word for it: `pass`, `warn`, `fail`, `skip`, `error`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Pass => "pass",
            Outcome::Warn => "warn",
            Outcome::Fail => "fail",
            Outcome::Skip => "skip",
            Outcome::Error => "error",
        }
    }
}

impl Report {
    /// Counts the cases that went like this.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.results.iter().filter(|result| result.outcome == outcome).count()
    }

    /// Returns whether every MUST that was tried holds.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.count(Outcome::Fail) == 0
    }

    /// Returns whether no case was tried.
    #[must_use]
    pub fn is_untried(&self) -> bool {
        // What a bot may do is skipped when it does not: that was tried.
        let skipped = |result: &CaseResult| {
            result.outcome == Outcome::Skip && result.info.level != Level::May
        };
        self.results.iter().all(skipped)
    }

    fn verdict(&self) -> &'static str {
        match (self.is_legal(), self.is_untried()) {
            (false, _) => "not legal yet",
            (true, false) => "legal",
            (true, true) => "nothing was tried: this says nothing about the bot",
        }
    }

    /// Returns one line: what is broken, and whether the bot is legal.
    #[must_use]
    pub fn summary(&self) -> String {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (broken, warnings) = (self.count(Outcome::Fail), self.count(Outcome::Warn));
        let mut parts = Vec::new();
        if broken > 0 {
            parts.push(format!("{broken} MUST broken"));
        }
        if warnings > 0 {
            parts.push(format!("{warnings} warning{}", plural(warnings)));
        }
        let mut facts = vec![parts.join(", ")];
        let errors = self.count(Outcome::Error);
        if errors > 0 {
            facts.push(format!("{errors} case{} could not be tried", plural(errors)));
        }
        // A case that was left out after a failure is no proof of anything.
        let left_out = |result: &&CaseResult| result.left_out && result.info.level == Level::Must;
        let skipped = self.results.iter().filter(left_out).count();
        if skipped > 0 && broken > 0 {
            facts.push(format!("{skipped} more not tried"));
        }
        facts.push(self.verdict().to_owned());
        if self.rules != Rules::AYOAYO {
            facts.push(format!("rules {}", self.rules));
        }
        facts.retain(|fact| !fact.is_empty());
        facts.join(" · ")
    }
}
