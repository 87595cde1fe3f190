//! Sequential tests, against fastchess and fishtest and where those make no sense.

#![allow(clippy::unwrap_used)]

use ayo_ratings::sprt::{ExpectedGames, NoUnbiasedElo, UnbiasedElo};
use ayo_ratings::{
    EloModel, Pentanomial, Score, Sprt, SprtCounts, SprtJudgement, SprtSettings, SprtState,
    SprtStream, Trinomial,
};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("data/sprt.json")).unwrap()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap().clone()
}

fn whole(value: &Value) -> Vec<u64> {
    list(value).iter().map(|count| count.as_u64().unwrap()).collect()
}

fn counts(row: &Value) -> SprtCounts {
    let cells = whole(&row["counts"]);
    match (cells.len(), &row["games"]) {
        (3, _) => SprtCounts::Games(Trinomial(cells.try_into().unwrap())),
        (_, Value::Null) => SprtCounts::Pairs(Pentanomial(cells.try_into().unwrap())),
        (_, games) => SprtCounts::PairsAndGames(
            Pentanomial(cells.try_into().unwrap()),
            Trinomial(whole(games).try_into().unwrap()),
        ),
    }
}

fn sprt(test: &Value) -> Sprt {
    let number = |key: &str| test[key].as_f64().unwrap();
    Sprt::new(SprtSettings {
        elo0: number("elo0"),
        elo1: number("elo1"),
        alpha: number("alpha"),
        beta: number("beta"),
        model: test["model"].as_str().unwrap().parse().unwrap(),
    })
    .unwrap()
}

#[track_caller]
fn check_close(what: &str, found: f64, expected: &Value, tolerance: f64) {
    if let Some(expected) = expected.as_f64() {
        assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
    }
}

/// Two tools print the LLR to a few digits; `exact` is the solution of their equations.
#[test]
fn log_likelihood_ratios() {
    let mut compared = 0;
    for row in list(&data()["rows"]) {
        for test in list(&row["tests"]) {
            let sprt = sprt(&test);
            let what = format!("{} {test}", row["counts"]);
            let judgement = sprt.judge(counts(&row)).unwrap();
            check_finite(&judgement);
            check_close(&what, judgement.llr, &test["llr"], 2e-3);
            let exact = test["exact"].as_f64().unwrap_or_default();
            check_close(&what, judgement.llr, &test["exact"], 1e-6 * exact.abs().max(1.0));
            check_close(&what, judgement.lower, &test["lower"], 1e-9);
            check_close(&what, judgement.upper, &test["upper"], 1e-9);
            let state = match test["state"].as_str() {
                Some("H0") => SprtState::AcceptH0,
                Some("H1") => SprtState::AcceptH1,
                Some(_) if test["llr"].is_number() => SprtState::Continue,
                _ => judgement.state,
            };
            assert_eq!(judgement.state, state, "{what}");
            compared += usize::from(test["exact"].is_number());
        }
    }
    assert!(compared > 40, "{compared}");
}

/// Whether all results are the same, where the tools show no interval or none at all.
fn has_no_spread(row: &Value) -> bool {
    whole(&row["counts"]).iter().filter(|&&count| count > 0).count() < 2
}

#[test]
fn elo_of_the_score() {
    for row in list(&data()["rows"]) {
        let judgement = sprt(&row["tests"][0]).judge(counts(&row)).unwrap();
        let what = row.to_string();
        if has_no_spread(&row) {
            assert_eq!(judgement.nelo, None, "{what}");
            let elo = judgement.elo;
            assert!(elo.elo.is_none() || elo.half_width() > 50.0, "{what}");
            continue;
        }
        let relative = |key: &str| 1e-6 * row[key].as_f64().unwrap_or_default().abs() + 1e-9;
        check_close(&what, judgement.elo.elo.unwrap(), &row["elo"], relative("elo"));
        let half = judgement.elo.half_width();
        check_close(&what, half, &row["elo_error"], relative("elo_error"));
        check_close(&what, judgement.elo.los * 100.0, &row["los"], 0.005_001);
        let nelo = judgement.nelo.unwrap();
        check_close(&what, nelo.elo, &row["nelo"], relative("nelo"));
        let half = (nelo.high - nelo.low) / 2.0;
        check_close(&what, half, &row["nelo_error"], relative("nelo_error"));
    }
}

/// fishtest gives it for any LLR, we for tests that are over; those of the same numbers.
#[test]
fn elo_after_a_stop() {
    let mut compared = 0;
    for row in list(&data()["rows"]) {
        let test = &row["tests"][0];
        let Some(expected) = test["unbiased"].as_array() else { continue };
        let Ok(UnbiasedElo { elo, low, high, los, .. }) =
            sprt(test).judge(counts(&row)).unwrap().unbiased
        else {
            continue;
        };
        let what = format!("{row}");
        for (found, expected) in [elo, low, high].into_iter().zip(expected) {
            // fishtest looks no further than to 1000.
            if expected.as_f64().unwrap() == 1000.0 {
                assert!(found.is_none_or(|found| found > 1000.0), "{what}");
                continue;
            }
            check_close(&what, found.unwrap(), expected, 5e-4 * expected.as_f64().unwrap().abs());
        }
        check_close(&what, los, &expected[3], 1e-4);
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// Panics unless all numbers are numbers and in order.
#[track_caller]
fn check_finite(judgement: &SprtJudgement) {
    let SprtJudgement { llr, lower, upper, state, elo, nelo, unbiased, expected } = *judgement;
    let mut numbers = vec![llr, lower, upper, elo.low, elo.high, elo.los];
    numbers.extend(elo.elo);
    if let Some(nelo) = nelo {
        assert!(nelo.low <= nelo.elo && nelo.elo <= nelo.high, "{nelo:?}");
        numbers.extend([nelo.low, nelo.high]);
    }
    let is_undecided = unbiased == Err(NoUnbiasedElo::Undecided);
    assert_eq!(is_undecided, state == SprtState::Continue);
    if let Ok(UnbiasedElo { elo, low, high, los, .. }) = unbiased {
        let ends = [low, elo, high].map(|end| end.into_iter().collect::<Vec<_>>()).concat();
        assert!(ends.is_sorted_by(|one, other| one < other), "{unbiased:?}");
        assert!(elo.is_some() || low.is_some() != high.is_some(), "{unbiased:?}");
        assert!((0.0..=1.0).contains(&los), "{unbiased:?}");
        numbers.extend(ends);
    }
    if let Some(expected) = expected {
        let mut all = vec![expected.at_elo0, expected.at_elo1];
        all.extend(expected.as_observed);
        assert!(all.iter().all(|games| *games >= 0.0), "{expected:?}");
        assert_eq!(state == SprtState::Continue, all.iter().all(|games| *games > 0.0));
        numbers.extend(all);
    }
    assert!(numbers.iter().all(|number| number.is_finite()), "{judgement:?}");
    assert!(lower < 0.0 && 0.0 < upper, "{judgement:?}");
}

/// Counts nobody plays and settings nobody wants: all numbers are finite all the same, the
/// LLR has the right sign, and turning the match round turns the LLR round.
#[test]
fn odd_counts() {
    let odd = [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 5550],
        [0, 0, 1_000_000, 0, 0],
        [144, 3, 1, 0, 0],
        [1, 0, 0, 0, u64::MAX],
        [u64::MAX; 5],
        [0, u64::MAX, 0, 1, 0],
        [0, 3, 930, 0, 0],
        [1, 22, 869, 557, 0],
    ];
    let hypotheses = [
        (0.0, 5.0),
        (-5.0, 0.0),
        (0.0, 0.01),
        (-1500.0, -500.0),
        (-2000.0, 2000.0),
        (300.0, 800.0),
        (1999.99, 2000.0),
        (-50.0, 450.0),
    ];
    for (cells, (elo0, elo1)) in odd.iter().flat_map(|o| hypotheses.iter().map(move |h| (o, *h))) {
        for model in EloModel::ALL {
            let settings = SprtSettings { elo0, elo1, alpha: 1e-9, beta: 1e-9, model };
            let turned = SprtSettings { elo0: -elo1, elo1: -elo0, ..settings };
            let [cells, back] = [*cells, [cells[4], cells[3], cells[2], cells[1], cells[0]]];
            let [one, other] = [(settings, cells), (turned, back)].map(|(settings, cells)| {
                let [ll, ld, dd, wd, ww] = cells.map(|count| count / 8);
                let games = Trinomial([2 * ll + ld, ld + 2 * dd + wd, wd + 2 * ww]);
                let counts = SprtCounts::PairsAndGames(Pentanomial(cells), games);
                let judgement = Sprt::new(settings).unwrap().judge(counts).unwrap();
                check_finite(&judgement);
                judgement.llr
            });
            // A score of 0.99999 has eleven digits of what is missing to 1; trials may be 1e20.
            let trials: f64 = cells.iter().map(|&count| count as f64).sum();
            let slack = 1e-6 * one.abs().max(1.0) + 1e-10 * trials;
            assert!((one + other).abs() <= slack, "{cells:?} {settings:?}: {one} {other}");
        }
    }
}

#[test]
fn one_sided_matches_are_decided() {
    #[track_caller]
    fn check(cells: [u64; 5], expected: SprtState) {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let sprt = Sprt::new(SprtSettings { elo1: 20.0, model, ..Default::default() }).unwrap();
            let judgement = sprt.judge(SprtCounts::Pairs(Pentanomial(cells))).unwrap();
            assert_eq!(judgement.state, expected, "{model:?} {judgement:?}");
        }
    }
    check([0, 0, 0, 0, 400], SprtState::AcceptH1);
    check([400, 0, 0, 0, 0], SprtState::AcceptH0);
    check([0, 0, 4_000, 0, 0], SprtState::AcceptH0);
    check([0; 5], SprtState::Continue);
}

/// Wald's numbers for a test that has not begun: 2.65 units of LLR at their pace.
#[test]
fn games_to_be_expected() {
    let sprt = Sprt::new(SprtSettings::default()).unwrap();
    let none = SprtCounts::Pairs(Pentanomial::default());
    let expected = sprt.judge(none).unwrap().expected.unwrap();
    let ratio = 5.0 * std::f64::consts::LN_10 / 800.0;
    let games = 0.9 * 19.0_f64.ln() / (ratio * ratio / 2.0);
    for found in [expected.at_elo0, expected.at_elo1] {
        assert!((found - games).abs() < 1e-3 * games, "{found}, not {games}");
    }
    assert_eq!(expected.as_observed, None);
    let logistic = SprtSettings { model: EloModel::Logistic, ..*sprt.settings() };
    assert_eq!(Sprt::new(logistic).unwrap().judge(none).unwrap().expected, None);
}

/// However one-sided the results are: the test is as long as it is when more of the same is
/// added until it is decided.
#[test]
fn games_of_more_of_the_same() {
    #[track_caller]
    fn check<const N: usize>(cells: [u64; N], settings: &str, counts: fn([u64; N]) -> SprtCounts) {
        let sprt = Sprt::new(settings.parse().unwrap()).unwrap();
        let all: u64 = cells.iter().sum();
        let after = |more: u64| counts(cells.map(|count| count + count * more / all));
        let is_over = |counts| sprt.state(sprt.llr(counts).unwrap()) != SprtState::Continue;
        let decided = |more: &u64| is_over(after(*more));
        let step = if cells.contains(&all) { 1 } else { all };
        let more = (0..).step_by(step as usize).find(decided).unwrap();
        let games_per_trial = (N - 1) as f64 / 2.0;
        let [least, most] = [(more - step) as f64, more as f64].map(|it| it * games_per_trial);
        let ExpectedGames { as_observed, at_elo0, at_elo1 } =
            sprt.judge(counts(cells)).unwrap().expected.unwrap();
        let found = as_observed.unwrap();
        assert!(least < found && found <= most, "{cells:?}: {found}, not {most}");
        // Neither is possible in fewer games than all of one kind would take.
        let fewest = |k: usize| {
            let with =
                |more| counts(std::array::from_fn(|j| cells[j] + if j == k { more } else { 0 }));
            (1..=more).find(|&more| is_over(with(more)))
        };
        let fewest = (0..N).filter_map(fewest).min().unwrap_or(more) as f64 * games_per_trial;
        for found in [found, at_elo0, at_elo1] {
            assert!(found >= fewest, "{cells:?}: {found}, and {fewest} is possible");
        }
    }
    let pairs = |cells| SprtCounts::Pairs(Pentanomial(cells));
    check([0, 0, 0, 0, 1], "elo0=0 elo1=5", pairs);
    check([0, 0, 0, 0, 100], "elo0=0 elo1=5", pairs);
    check([0, 0, 0, 10, 90], "elo0=0 elo1=5", pairs);
    check([0, 0, 1, 3, 16], "elo0=0 elo1=5", pairs);
    check([30, 0, 0, 0, 0], "elo0=-5 elo1=0", pairs);
    check([0, 0, 0, 2, 18], "elo0=0 elo1=10 model=logistic", pairs);
    check([0, 0, 200, 0, 0], "elo0=0 elo1=20", pairs);
    check([0, 0, 50, 0, 0], "elo0=0 elo1=5 model=logistic", pairs);
    check([0, 0, 0, 0, 1], "elo0=0 elo1=400", pairs);
    check([0, 0, 0, 1, 0], "elo0=300 elo1=800 model=logistic", pairs);
    let games = |cells| SprtCounts::Games(Trinomial(cells));
    check([0, 0, 100], "elo0=0 elo1=5 model=logistic", games);
    check([0, 0, 100], "elo0=0 elo1=5 model=bayesian", games);
    check([0, 5, 95], "elo0=0 elo1=5 model=bayesian", games);
    check([1, 5, 94], "elo0=0 elo1=10", games);
}

/// Where results do not tell how they scatter there is no interval, and where they are beyond
/// the scale only a bound.
#[test]
fn where_there_is_no_elo_after_a_stop() {
    #[track_caller]
    fn judge(counts: SprtCounts, test: &str) -> Result<[bool; 3], NoUnbiasedElo> {
        let sprt = Sprt::new(test.parse().unwrap()).unwrap();
        let judgement = sprt.judge(counts).unwrap();
        check_finite(&judgement);
        judgement.unbiased.map(|it| [it.elo.is_some(), it.low.is_some(), it.high.is_some()])
    }
    let pairs = |cells, test| judge(SprtCounts::Pairs(Pentanomial(cells)), test);
    let games = |cells, test| judge(SprtCounts::Games(Trinomial(cells)), test);
    use NoUnbiasedElo::{Few, NoSpread, OneWay, Undecided};
    assert_eq!(pairs([0, 0, 1, 0, 0], "elo0=0 elo1=5"), Err(Undecided));
    assert_eq!(pairs([0, 0, 1_000_000, 0, 0], "elo0=0 elo1=5"), Err(NoSpread));
    assert_eq!(pairs([0, 0, 76, 0, 0], "elo0=0 elo1=50"), Err(NoSpread));
    assert_eq!(games([0, 900, 0], "elo0=0 elo1=50"), Err(NoSpread));
    assert_eq!(pairs([0, 0, 0, 0, 400], "elo0=0 elo1=20"), Err(OneWay));
    assert_eq!(games([5_000, 0, 0], "elo0=0 elo1=20"), Err(OneWay));
    assert_eq!(pairs([0, 0, 0, 1, 8], "elo0=0 elo1=400"), Err(Few));
    let near = "elo0=0 elo1=0.01 model=logistic";
    assert_eq!(games([1, 5, 1_000_000], near), Ok([false, true, false]));
    assert_eq!(games([1_000_000, 5, 1], near), Ok([false, false, true]));
    assert_eq!(pairs([0, 2, 0, 0, 900_000], near), Ok([false, true, false]));
    assert_eq!(pairs([60, 20, 40, 10, 10], "elo0=0 elo1=50"), Ok([true; 3]));
}

#[test]
fn settings() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = text.parse::<SprtSettings>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let settings: SprtSettings = " elo0=-3  elo1=1.5 alpha=0.1 model=logistic".parse().unwrap();
    let expected =
        SprtSettings { elo0: -3.0, elo1: 1.5, alpha: 0.1, beta: 0.05, model: EloModel::Logistic };
    assert_eq!(settings, expected);
    check("elo0=0", "`elo1` is missing");
    check("", "`elo0` is missing");
    check("elo0=0 elo1=0", "`elo1` must be larger, by 0.01 at least");
    check("elo0=5 elo1=0", "`elo1` must be larger");
    check("elo0=0 elo1=x", "`elo1=x`: a number is expected");
    check("elo0=nan elo1=1", "`elo0` is NaN; it must be a number from -2000 to 2000");
    check("elo0=0 elo1=1e9", "`elo1` is 1000000000");
    check("elo0=0 elo1=1e300", "`elo1` is 1e300; it must be");
    check("elo0=-1e300 elo1=1", "`elo0` is -1e300; it must be");
    check("elo0=0 elo1=1 alpha=1e300", "`alpha` is 1e300; it must be");
    check("elo0=0 elo1=1 beta=1e-300", "`beta` is 1e-300; it must be");
    check("elo0=1e-300 elo1=0", "`elo0` is 1e-300 and `elo1` is 0; `elo1` must be larger");
    let separator = "settings are apart by blanks, not by";
    check("elo0=0,elo1=10", &format!("{separator} `,`: `elo0=0 elo1=5`"));
    check("elo0=0;elo1=10", &format!("{separator} `;`"));
    check("elo0=0 elo1=1 alpha=0", "`alpha` is 0; it must be a number from 0.000000001 to below 1");
    check("elo0=0 elo1=1 alpha=0.5 beta=0.5", "must sum to less than 1");
    check("elo0=0 elo1=1 elo0=2", "`elo0` is given twice");
    check("elo0=0 elo1=1 gamma=2", "`gamma=2` is no setting");
    check("elo0=0, elo1=1", separator);
    check("elo0=0 elo1=1 model=normal", "`normal` is no model; they are `normalized`, `logistic`");
}

/// The pairs of the reference stream as two results each.
fn stream() -> (Vec<[Score; 2]>, Value) {
    use Score::{Draw, Loss, Win};
    let data = data()["stream"].clone();
    let pair = |digit: u8| match digit {
        b'0' => [Loss, Loss],
        b'1' => [Draw, Loss],
        b'2' => [Win, Loss],
        b'3' => [Draw, Win],
        _ => [Win, Win],
    };
    (data["digits"].as_str().unwrap().bytes().map(pair).collect(), data)
}

const STREAM_TEST: SprtSettings =
    SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };

#[test]
fn a_stream_agrees_with_fishtest() {
    let (pairs, data) = stream();
    let mut test = SprtStream::new(Sprt::new(STREAM_TEST).unwrap(), 1);
    let mut trace = list(&data["trace"]).into_iter().peekable();
    for (number, pair) in (1..).zip(pairs) {
        test.add(number, pair);
        if let Some(row) = trace.next_if(|row| row[0] == number) {
            check_close(&format!("pair {number}"), test.llr(), &row[1], 1e-6);
        }
    }
    assert_eq!(trace.next(), None);
    check_close("stop", test.llr(), &data["stop"]["llr"], 1e-6);
    assert_eq!(test.pairs().0.to_vec(), whole(&data["stop"]["counts"]));
    // fishtest stops a little below the bound, as its correction of overshoot has it.
    assert_eq!(test.judgement().state, SprtState::Continue);
}

/// Whatever the order in which pairs end, the decision is the same.
#[test]
fn the_order_of_ending_does_not_matter() {
    let (pairs, _) = stream();
    let settings = SprtSettings { alpha: 0.1, beta: 0.1, ..STREAM_TEST };
    let sprt = Sprt::new(settings).unwrap();
    let mut in_order = SprtStream::new(sprt, 7);
    let decisions: Vec<_> =
        (7..).zip(&pairs).filter_map(|(number, &pair)| in_order.add(number, pair)).collect();
    let [decision] = decisions[..] else { panic!("{decisions:?}") };
    assert_eq!(in_order.decision(), Some(&decision));
    assert_eq!(decision.pair, 6 + decision.pairs);
    assert!(decision.llr >= sprt.upper() && decision.state == SprtState::AcceptH1);
    let after = |stream: &SprtStream| stream.after_decision().0.iter().sum::<u64>();
    assert_eq!(after(&in_order), 882 - decision.pairs);

    for seed in 1..6_usize {
        let mut shuffled = SprtStream::new(sprt, 7);
        // A block of slots ends in an order of its own, and every pair is told twice.
        let mut numbers: Vec<usize> = (0..pairs.len()).collect();
        numbers.chunks_mut(16 * seed).for_each(|block| block.reverse());
        for &number in &numbers {
            shuffled.add(7 + number as u64, pairs[number]);
            shuffled.add(7 + number as u64, [Score::Loss; 2]);
        }
        assert_eq!(shuffled.decision(), Some(&decision), "{seed}");
        assert_eq!(shuffled.judgement(), in_order.judgement());
        assert_eq!(after(&shuffled), after(&in_order));
        assert_eq!(shuffled.waiting(), 0);
    }
}

#[test]
fn a_pair_waits_for_those_before_it() {
    let mut test = SprtStream::new(Sprt::new(STREAM_TEST).unwrap(), 0);
    for pair in 1..400 {
        assert_eq!(test.add(pair, [Score::Win; 2]), None);
    }
    assert_eq!((test.llr(), test.waiting()), (0.0, 399));
    assert_eq!(test.after_decision(), Pentanomial::default());
    // The first pair is never played: now the others count.
    let decision = test.skip(0).unwrap();
    assert_eq!(decision.state, SprtState::AcceptH1);
    assert_eq!(test.pairs().0.iter().sum::<u64>(), decision.pairs);
    assert_eq!(test.after_decision().0[4], 399 - decision.pairs);
    test.add(500, [Score::Loss; 2]);
    assert_eq!((test.after_decision().0[0], test.waiting()), (1, 1));
    assert_eq!(test.decision(), Some(&decision));
}

#[test]
fn settings_are_read_as_they_are_written() {
    #[track_caller]
    fn check(settings: SprtSettings) {
        assert_eq!(settings.to_string().parse(), Ok(settings));
    }
    check(SprtSettings::default());
    for model in EloModel::ALL {
        check(SprtSettings {
            elo0: -0.1,
            elo1: 0.30000000000000004,
            alpha: 1e-9,
            beta: 0.5,
            model,
        });
    }
}
