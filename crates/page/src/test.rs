//! A sequential test between the two bots of a run, in words.

use crate::numbers;

/// A run that could play so many games or more plays until its test decides: nobody has asked
/// for that number.
const UNLIMITED_GAMES: u64 = 1_000_000;

/// How a sequential test stands; numbers are texts as the run says them, with a hyphen for minus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// The log likelihood ratio, the bound of H0 and that of H1.
    pub llr: [String; 3],
    /// Elo of H0 and of H1.
    pub elos: [String; 2],
    /// What came of it; `None` while it is not decided.
    pub decision: Option<Decision>,
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Number of the pair that decided it; games of later pairs are not judged.
    pub pair: u64,
    /// `H0` or `H1`.
    pub accepted: String,
    /// Elo of that one, and of the other one.
    pub elos: [String; 2],
    /// The log likelihood ratio at that pair.
    pub llr: String,
}

impl Test {
    /// Says how it stands; begins behind the name of the test, `The test`.
    pub(crate) fn sentence(&self) -> String {
        if let Some(Decision { pair, accepted, elos: [elo, other], llr }) = &self.decision {
            let text = format!(
                "accepts {accepted} at pair {pair}: {elo} Elo rather than {other}, LLR {llr}."
            );
            return numbers::minus(&text);
        }
        let ([llr, lower, upper], [elo0, elo1]) = (&self.llr, &self.elos);
        let text = format!(
            "is not decided: LLR {llr}; H0 ({elo0} Elo) is accepted at {lower}, H1 ({elo1} Elo) at \
             {upper}."
        );
        numbers::minus(&text)
    }

    /// Says how many games there may be, behind the number of those there are.
    pub(crate) fn limit(total: u64) -> String {
        if total >= UNLIMITED_GAMES {
            return String::new();
        }
        format!(", {} at most", numbers::count(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let check = |test: &Test, expected: &str| {
            assert_eq!(test.sentence(), expected.replace('_', "\u{2212}"));
        };
        let elos = ["-5", "10"].map(str::to_owned);
        let llr = ["-1.20", "-2.94", "2.94"].map(str::to_owned);
        let judged = Test { llr, elos: elos.clone(), decision: None };
        check(
            &judged,
            "is not decided: LLR _1.20; H0 (_5 Elo) is accepted at _2.94, H1 (10 Elo) at 2.94.",
        );
        let decision =
            Decision { pair: 117, accepted: "H0".to_owned(), elos, llr: "-2.98".to_owned() };
        check(
            &Test { decision: Some(decision), ..judged },
            "accepts H0 at pair 117: _5 Elo rather than 10, LLR _2.98.",
        );
    }
}
