//! How a sequential test stands, as `run.db` keeps it for who looks at the run.
//!
//! It is a line of text there: `LLR 1.20 (-2.94 2.94), elo0 0, elo1 10`. Runs from before have
//! none of the Elo in it. What decided a test is in the reason why the run stopped.

use ayo_page::Test;
use ayo_ratings::sprt::typed;
use ayo_ratings::{Sprt, SprtSettings};
use ayo_record::Live;
use ayo_store::Reader;

use crate::sprt_watch::decided;

/// Returns what is kept of a test: how it stands, if a pair was judged, and what it asks.
pub(crate) fn line(standing: Option<&str>, sprt: &Sprt) -> String {
    let SprtSettings { elo0, elo1, .. } = *sprt.settings();
    let hypotheses = format!("elo0 {}, elo1 {}", typed(elo0), typed(elo1));
    standing.map_or_else(|| hypotheses.clone(), |standing| format!("{standing}, {hypotheses}"))
}

/// Returns how the test of a run stands, if it has one.
///
/// # Errors
/// Says what could not be read.
pub(crate) fn of_run(reader: &Reader) -> anyhow::Result<Option<Test>> {
    Ok(reader.live()?.as_ref().and_then(of_live))
}

/// Returns how the test of a run stands, as the run says itself.
pub(crate) fn of_live(live: &Live) -> Option<Test> {
    let decision = live.stopped.as_deref().and_then(decided);
    let test = Test { llr: llr(&live.test), elos: elos(&live.test), decision };
    (test != Test::default()).then_some(test)
}

/// Reads `LLR 1.20 (-2.94 2.94)`.
fn llr(line: &str) -> Option<[String; 3]> {
    let (llr, bounds) = line.strip_prefix("LLR ")?.split_once(" (")?;
    let (lower, upper) = bounds.split_once(')')?.0.split_once(' ')?;
    numbers([llr, lower, upper])
}

/// Reads `elo0 0, elo1 10`.
fn elos(line: &str) -> Option<[String; 2]> {
    let (_, elos) = line.split_once("elo0 ")?;
    let (elo0, elo1) = elos.split_once(", elo1 ")?;
    numbers([elo0, elo1])
}

/// Returns the texts if they are numbers; the file may be anybody's.
pub(crate) fn numbers<const N: usize>(texts: [&str; N]) -> Option<[String; N]> {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    texts.iter().all(|text| is_number(text)).then(|| texts.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use ayo_page::Decision;

    use super::*;

    #[track_caller]
    fn check(test: &str, stopped: Option<&str>, expected: Option<&Test>) {
        let stopped = stopped.map(str::to_owned);
        let live = Live { test: test.to_owned(), stopped, ..Live::default() };
        assert_eq!(of_live(&live).as_ref(), expected, "{test:?}");
    }

    #[test]
    fn what_is_written_is_read() {
        let sprt: SprtSettings = "elo0=-2.5 elo1=10".parse().unwrap();
        let sprt = Sprt::new(sprt).unwrap();
        let elos = Some(["-2.5", "10"].map(str::to_owned));
        let begun = Test { elos, ..Test::default() };
        check(&line(None, &sprt), None, Some(&begun));
        let llr = Some(["-1.20", "-2.94", "2.94"].map(str::to_owned));
        let judged = Test { llr: llr.clone(), ..begun };
        check(&line(Some("LLR -1.20 (-2.94 2.94)"), &sprt), Some("interrupted"), Some(&judged));
        check("LLR -1.20 (-2.94 2.94)", None, Some(&Test { llr, ..Test::default() }));
        let stopped = "SPRT accepts H0 at pair 117 (-2.5 Elo rather than 10, LLR -2.98)";
        let decision = Decision {
            pair: 117,
            accepted: "H0".to_owned(),
            elos: ["-2.5", "10"].map(str::to_owned),
            llr: "-2.98".to_owned(),
        };
        check("", Some(stopped), Some(&Test { decision: Some(decision), ..Test::default() }));
    }

    #[test]
    fn what_is_not_ours_is_no_test() {
        for test in ["", "LLR", "LLR x (y z)", "LLR inf (-1 1)", "elo0 , elo1 ", "LLR 1 (2 3"] {
            check(test, None, None);
        }
        for stopped in ["all games played", "SPRT accepts H1", "SPRT accepts H9 at pair 3 (a)"] {
            check("", Some(stopped), None);
        }
    }
}
