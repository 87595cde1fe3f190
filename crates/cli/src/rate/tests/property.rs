//! Whatever the games, numbers are numbers in every output.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::rate;

/// Panics if a word of the text is no number where one should be, or a zero has a sign.
#[track_caller]
fn check_numbers(text: &str) {
    for word in text.split(|letter: char| !letter.is_alphanumeric() && !"+-.".contains(letter)) {
        let name = word.trim_start_matches(['+', '-']).to_lowercase();
        assert!(!["nan", "inf", "infinity"].contains(&name.as_str()), "{word}: {text}");
        let is_zero = !name.is_empty() && name.bytes().all(|byte| b"0.".contains(&byte));
        assert!(!(is_zero && word.starts_with('-')), "{word}: {text}");
    }
}

/// One row: bots, result, pair, moves.
type Row = (u8, u8, u8, u8, u8);

fn text(rows: &[Row]) -> String {
    let mut text = String::from("pair,south,north,result,moves\n");
    for (first, second, result, pair, moves) in rows {
        let result = ["1-0", "0-1", "1/2-1/2", "*"][usize::from(*result)];
        let moves = "Cc".repeat(usize::from(*moves));
        text += &format!("{pair},b{first},b{second},{result},{moves}\n");
    }
    text
}

/// Rows of a few bots and pairs; now and then many that all end alike.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let any = |results: std::ops::Range<u8>| (0..7_u8, 0..7_u8, results, 0..90_u8, 0..6_u8);
    prop_oneof![
        4 => prop::collection::vec(any(0..4), 0..80),
        1 => prop::collection::vec(any(2..3), 0..80),
        1 => prop::collection::vec(any(0..1), 0..200),
        1 => prop::collection::vec((0..2_u8, 0..2_u8, 0..2_u8, 0..9_u8, 0..2_u8), 0..80),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        rng_seed: RngSeed::Fixed(20_261_130),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn numbers_are_numbers(
        rows in rows(),
        davidson in any::<bool>(),
        prior in prop::sample::select(vec!["0", "0.01", "1", "1000"]),
        confidence in prop::sample::select(vec!["0.01", "0.95", "0.999999"]),
    ) {
        let text = text(&rows);
        let model = if davidson { "davidson" } else { "logistic" };
        for format in ["table", "csv", "json"] {
            let words = [
                "-", "--format", format, "--model", model, "--prior", prior, "--confidence", confidence,
            ];
            let found = rate(&text, &words);
            check_numbers(&found);
            if format == "json" {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&found).is_ok());
            }
        }
    }
}
