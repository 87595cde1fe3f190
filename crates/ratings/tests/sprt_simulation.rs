//! Tests of bots whose strength is known: how often the wrong hypothesis is accepted.

#![allow(clippy::unwrap_used)]

use ayo_ratings::{
    EloModel, Pentanomial, Score, Sprt, SprtCounts, SprtSettings, SprtState, SprtStream,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const SEED: u64 = 20_261_130;
const TESTS: u32 = 500;
/// No test is expected to need a tenth of it.
const MAX_PAIRS: u64 = 20_000;

/// Chances of each cell of a pair, worst first.
type Chances = [f64; 5];

/// Mean and variance of a pair.
fn moments(chances: &Chances) -> (f64, f64) {
    let mean: f64 = (0..5).map(|k| chances[k] * k as f64 / 4.0).sum();
    let variance = (0..5).map(|k| chances[k] * (k as f64 / 4.0 - mean).powi(2)).sum();
    (mean, variance)
}

/// Returns the Elo of these chances on the scale of a model.
fn elo(chances: &Chances, model: EloModel) -> f64 {
    let (mean, variance) = moments(chances);
    match model {
        EloModel::Normalized => {
            800.0 / std::f64::consts::LN_10 * (mean - 0.5) / (2.0 * variance).sqrt()
        }
        _ => -400.0 * (1.0 / mean - 1.0).log10(),
    }
}

/// Tilts chances to the wanted Elo: the shape stays about the same.
fn with_elo(base: &Chances, wanted: f64, model: EloModel) -> Chances {
    let tilted = |tilt: f64| {
        let weights: Chances = std::array::from_fn(|k| base[k] * (tilt * k as f64).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    };
    let (mut low, mut high) = (-3.0, 3.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if elo(&tilted(middle), model) < wanted { low = middle } else { high = middle }
    }
    tilted(low)
}

fn pair(chances: &Chances, random: &mut ChaCha8Rng) -> [Score; 2] {
    use Score::{Draw, Loss, Win};
    let cells = [[Loss, Loss], [Draw, Loss], [Win, Loss], [Win, Draw], [Win, Win]];
    let mut luck = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    for (chance, cell) in chances.iter().zip(cells) {
        luck -= chance;
        if luck < 0.0 {
            return cell;
        }
    }
    cells[4]
}

/// Runs tests and returns the share that accepts H1, and the mean number of pairs.
fn run(sprt: Sprt, chances: &Chances, random: &mut ChaCha8Rng) -> (f64, f64) {
    let (mut accepted, mut pairs) = (0, 0);
    for _ in 0..TESTS {
        let mut stream = SprtStream::new(sprt, 0);
        let decision = (0..MAX_PAIRS).find_map(|number| stream.add(number, pair(chances, random)));
        let decision = decision.expect("these hypotheses are far enough apart");
        accepted += u32::from(decision.state == SprtState::AcceptH1);
        pairs += decision.pairs;
    }
    (f64::from(accepted) / f64::from(TESTS), pairs as f64 / f64::from(TESTS))
}

/// Error rates stay within what is promised, and within the luck of so many tests.
#[track_caller]
fn check(name: &str, base: Chances, model: EloModel, [alpha, beta]: [f64; 2]) {
    let (elo0, elo1) = (0.0, 60.0);
    let sprt = Sprt::new(SprtSettings { elo0, elo1, alpha, beta, model }).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let (type1, pairs0) = run(sprt, &with_elo(&base, elo0, model), &mut random);
    let (power, pairs1) = run(sprt, &with_elo(&base, elo1, model), &mut random);
    let type2 = 1.0 - power;
    println!(
        "{name:<12} {:<10} alpha {alpha:.2} measured {type1:.3}  beta {beta:.2} measured \
         {type2:.3}  pairs at elo0 {pairs0:.0}, at elo1 {pairs1:.0}",
        model.word()
    );
    for (rate, measured) in [(alpha, type1), (beta, type2)] {
        let luck = 3.0 * (rate * (1.0 - rate) / f64::from(TESTS)).sqrt();
        assert!(measured < rate + luck, "{name} {model:?}: {measured}, not {rate} (seed {SEED})");
        assert!(measured > rate / 5.0, "{name} {model:?}: {measured}, not {rate} (seed {SEED})");
    }
}

#[test]
fn error_rates() {
    let balanced = [0.1, 0.2, 0.4, 0.2, 0.1];
    // Pairs whose two games cancel out, as with openings that favour one side.
    let drawish = [0.02, 0.1, 0.76, 0.1, 0.02];
    // Bots that repeat themselves: both games of a pair end alike.
    let copied = [0.4, 0.05, 0.1, 0.05, 0.4];
    check("balanced", balanced, EloModel::Normalized, [0.05, 0.05]);
    check("balanced", balanced, EloModel::Logistic, [0.05, 0.1]);
    check("drawish", drawish, EloModel::Normalized, [0.1, 0.05]);
    check("copied", copied, EloModel::Normalized, [0.05, 0.05]);
}

/// Runs tests that go on from these counts; returns the mean number of games.
fn games_from(sprt: Sprt, counts: [u64; 5], chances: &Chances, random: &mut ChaCha8Rng) -> f64 {
    let mut games = 0;
    for _ in 0..TESTS {
        let mut counts = counts;
        while sprt.state(sprt.llr(SprtCounts::Pairs(Pentanomial(counts))).unwrap())
            == SprtState::Continue
        {
            let [one, other] = pair(chances, random).map(Score::half_points);
            counts[usize::from(one + other)] += 1;
            games += 2;
        }
    }
    games as f64 / f64::from(TESTS)
}

/// The games that are expected are those it takes on average.
#[test]
fn games_to_be_expected() {
    #[track_caller]
    fn check(counts: [u64; 5], elo1: f64) {
        let sprt = Sprt::new(SprtSettings { elo1, ..SprtSettings::default() }).unwrap();
        let expected = sprt.judge(SprtCounts::Pairs(Pentanomial(counts))).unwrap().expected;
        let expected = expected.and_then(|expected| expected.as_observed).unwrap();
        let pairs: u64 = counts.iter().sum();
        let chances = counts.map(|count| count as f64 / pairs as f64);
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        let measured = games_from(sprt, counts, &chances, &mut random);
        println!("{counts:?} expected {expected}, measured {measured:.1}");
        let close = (expected - measured).abs() < 0.1 * measured + 2.0;
        assert!(close, "{counts:?}: {expected}, measured {measured} (seed {SEED})");
    }
    check([0, 0, 0, 10, 90], 5.0);
    check([0, 0, 1, 3, 16], 10.0);
    check([1, 1, 5, 20, 50], 5.0);
    check([8, 5, 42, 3, 2], 20.0);
    check([1, 0, 5, 0, 1], 40.0);
    check([20, 10, 30, 10, 20], 40.0);
}
