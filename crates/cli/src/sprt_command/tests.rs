//! What `ayo sprt` answers, as its reader sees it.

use clap::Parser as _;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

use crate::args::{Arguments, Command, SprtArguments};
use crate::failure::Failure;

fn arguments(words: &str) -> SprtArguments {
    let words = ["ayo", "sprt"].into_iter().chain(words.split(' '));
    match Arguments::try_parse_from(words).unwrap().command {
        Command::Sprt(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

fn answer(words: &str) -> Result<String, Failure> {
    let mut out = Vec::new();
    super::print(&arguments(words), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

fn document(words: &str) -> Value {
    serde_json::from_str(&answer(&format!("{words} --json")).unwrap()).unwrap()
}

#[test]
fn text() {
    let expected = "\
pairs · normalized Elo · elo0 0 · elo1 5 · alpha 0.05 · beta 0.05

  LLR       0.27   bounds -2.94 and 2.94, 9 % of the way to H1
  state     continue
  pairs     LL 10   LD 100   1–1 300   WD 110   WW 12
  Elo       +4.6 ± 11.0 (95 %, paired)     LOS 79.1 %
  nElo      +8.6 ± 20.9 (95 %, paired)
  to play   about 10506 games as it goes, 27270 if elo0 is true, 23698 if elo1 is
";
    let found = answer("--pairs 10,100,300,110,12 --elo0 0 --elo1 5").unwrap();
    assert_eq!(found, expected);
}

/// Before the first game it says how long it may take.
#[test]
fn nothing_played() {
    let expected = "\
pairs · normalized Elo · elo0 0 · elo1 20 · alpha 0.05 · beta 0.05

  LLR       0.00   bounds -2.94 and 2.94, 0 % of the way to H1
  state     continue
  pairs     LL 0   LD 0   1–1 0   WD 0   WW 0
  Elo       –
  nElo      –
  to play   about 1604 games if elo0 is true, 1610 if elo1 is
";
    assert_eq!(answer("--pairs 0,0,0,0,0 --elo0 0 --elo1 20").unwrap(), expected);
    let found = document("--pairs 0,0,0,0,0 --elo0 0 --elo1 20");
    for key in ["elo", "elo_low", "elo_high", "nelo", "expected_games"] {
        assert!(found[key].is_null(), "{key}: {found}");
    }
    assert_eq!((&found["llr"], &found["los"]), (&0.0.into(), &0.5.into()));
}

#[test]
fn members_of_the_document() {
    let found = document("--pairs 10,100,300,110,12 --elo0 0 --elo1 5 --model logistic");
    let keys = "alpha beta elo elo0 elo1 elo_high elo_low expected_games expected_games_elo0 \
                expected_games_elo1 games llr los lower model nelo nelo_high nelo_low pairs state \
                unbiased upper";
    let mut members: Vec<&str> = found.as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    assert_eq!(members.join(" "), keys);
    let close = |key: &str, expected: f64| {
        let number = found[key].as_f64().unwrap();
        assert!((number - expected).abs() < 1e-6 * expected.abs(), "{key}: {number}");
    };
    close("llr", 0.32618594665695155);
    close("elo", 4.571784712312691);
    close("nelo", 8.643547357968536);
    close("los", 0.79146070750164);
    close("upper", 2.9444389791664403);
    assert_eq!(found["state"], "continue");
    assert_eq!(found["pairs"], serde_json::json!([10, 100, 300, 110, 12]));
    assert!(found["unbiased"].is_null() && found["games"].is_null());
}

#[test]
fn a_test_that_is_over() {
    let found = document("--pairs 379,10170,21828,10640,343 --elo0 0 --elo1 2");
    assert_eq!(found["state"], "accept H1");
    assert_eq!(found["expected_games"], 0.0);
    let elo = found["unbiased"]["elo"].as_f64().unwrap();
    assert!((elo - 1.4211).abs() < 1e-3, "{found}");
    let text = answer("--games 300,600,365 --elo0 0 --elo1 10").unwrap();
    assert!(text.contains("  state     accept H0: 0 Elo rather than 10\n"), "{text}");
    assert!(text.contains("median-unbiased: allows for a stop"), "{text}");
    assert!(!text.contains("to play"), "{text}");
}

/// No number looks exact that is not, and where one is missing it is said why.
#[test]
fn numbers_that_are_not_exact() {
    #[track_caller]
    fn check(words: &str, lines: [&str; 2]) {
        let text = answer(words).unwrap();
        for line in lines {
            assert!(text.contains(&format!("\n  {line}")), "{words}: {text}");
        }
    }
    check(
        "--games 1000000,5,1 --elo0 0 --elo1 0.01 --model logistic",
        [
            "Elo       ≥ +1199.8 (95 %)",
            "stopped   Elo ≥ +1004.0 (95 %, median-unbiased: allows for a stop after 10.2 %",
        ],
    );
    check(
        "--pairs 0,0,1000000,0,0 --elo0 0 --elo1 5",
        [
            "Elo       0.0 ± 0.7 (95 %, no spread)",
            "stopped   no Elo that allows for a stop here: the results have no spread\n",
        ],
    );
    check(
        "--pairs 0,0,76,0,0 --elo0 0 --elo1 50",
        ["Elo       0.0 ± 77.5 (95 %, no spread)", "stopped   no Elo that"],
    );
    check(
        "--pairs 0,0,0,0,147 --elo0 0 --elo1 5",
        ["Elo       ≥ +", "stopped   no Elo that allows for a stop here: all games went one way\n"],
    );
    check(
        "--pairs 0,1,1000000,1,0 --elo0 0 --elo1 5",
        ["Elo       0.0 ± <0.1 (95 %, paired)", "stopped   Elo 0.0 ± <0.1 (95 %, median-unbiased"],
    );
    check(
        "--pairs 0,0,0,1,8 --elo0 0 --elo1 400",
        ["Elo       +", "stopped   no Elo that allows for a stop here: fewer than ten results"],
    );
    let found = document("--games 1000000,5,1 --elo0 0 --elo1 0.01 --model logistic");
    assert!(found["elo"].is_null() && found["elo_high"].is_null(), "{found}");
    let unbiased = &found["unbiased"];
    assert!(unbiased["elo"].is_null() && unbiased["elo_low"].is_number(), "{unbiased}");
}

#[test]
fn one_game_and_many() {
    let tiny = answer("--games 1,0,0 --elo0 1e-300 --elo1 5").unwrap();
    assert!(tiny.contains("elo0 1e-300 · elo1 5"), "{tiny}");
    for (games, expected) in [
        ("1,0,0", "about 1 game as it goes, "),
        ("1,0,1", "about 3 games as it goes, "),
        // Draws between equal bounds lead nowhere, but either hypothesis does.
        ("0,1,0", " games if elo0 is true, "),
    ] {
        let text = answer(&format!("--games {games} --elo0=-400 --elo1 400")).unwrap();
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn games_of_pairs() {
    let both = "--pairs 1,2,30,4,5 --games 45,4,35 --elo0 0 --elo1 10 --model bayesian";
    assert_eq!(document(both)["games"], serde_json::json!([45, 4, 35]));
    assert!(document("--games 20,30,10 --elo0 0 --elo1 5 --model bayesian")["llr"].is_number());
}

#[track_caller]
fn check(words: &str, expected: &str) {
    match answer(words) {
        Err(Failure::Usage(error)) => assert_eq!(error.to_string(), expected),
        other => panic!("{other:?}"),
    }
}

#[test]
fn refused() {
    let takes = "it takes 5 counts LL,LD,DD,WD,WW, such as `12,5,40,9,34`";
    let elo = "--elo0 0 --elo1 5";
    check(&format!("--pairs 1,2,3,4 {elo}"), &format!("`--pairs 1,2,3,4`: 4 of 5 counts; {takes}"));
    let whole = "is not a whole number from 0 to 1000000000000";
    for word in ["x", "-2", "1.5", "", "1000000000001", "99999999999999999999"] {
        check(
            &format!("--pairs 1,{word},3,4,5 {elo}"),
            &format!("`--pairs 1,{word},3,4,5`: the second, `{word}`, {whole}; {takes}"),
        );
    }
    check(
        &format!("--games 1,2,3,4,5 {elo}"),
        "`--games 1,2,3,4,5`: 5 of 3 counts; it takes 3 counts W,D,L, such as `109,7,84`",
    );
    check(
        &format!("--pairs 1,0,0,0,0 --games 2,0,0 {elo}"),
        "`--pairs` has 0.0 points of 2 games and `--games` has 2.0 points of 2 games; give the \
         games of these pairs, or one flag only",
    );
    check(
        "--pairs 1,2,3,4,5 --elo0 5 --elo1 0",
        "`--elo0 5 --elo1 0`: `elo0` is 5 and `elo1` is 0; `elo1` must be larger, by 0.01 at least",
    );
    check(
        "--pairs 1,2,3,4,5 --elo0 0 --elo1 nan",
        "`--elo0 0 --elo1 NaN`: `elo1` is NaN; it must be a number from -2000 to 2000",
    );
    check(
        "--pairs 1,2,3,4,5 --elo0 0 --elo1 1e300",
        "`--elo0 0 --elo1 1e300`: `elo1` is 1e300; it must be a number from -2000 to 2000",
    );
    check(
        &format!("--pairs 1,2,3,4,5 {elo} --beta 1e-300"),
        "`--alpha 0.05 --beta 1e-300`: `beta` is 1e-300; it must be a number from 0.000000001 to \
         below 1, such as 0.05",
    );
    check(
        &format!("--pairs 1,2,3,4,5 {elo} --alpha -1"),
        "`--alpha -1 --beta 0.05`: `alpha` is -1; it must be a number from 0.000000001 to below 1, \
         such as 0.05",
    );
    check(
        &format!("--pairs 1,2,3,4,5 {elo} --alpha 0.5 --beta 0.5"),
        "`--alpha 0.5 --beta 0.5`: `alpha` 0.5 and `beta` 0.5 must sum to less than 1",
    );
    check(
        &format!("--pairs 1,2,3,4,5 {elo} --model normal"),
        "`--model`: `normal` is no model; they are `normalized`, `logistic` and `bayesian`; did \
         you mean `normalized`?",
    );
    check(
        &format!("--pairs 1,2,3,4,5 {elo} --model bayesian"),
        "`--model bayesian` needs to know how many games were drawn, which pairs do not tell; \
         give the games as well, `--games W,D,L`",
    );
}

#[test]
fn missing_arguments() {
    for words in ["--elo0 0 --elo1 5", "--pairs 1,2,3,4,5 --elo0 0", "--pairs 1,2,3,4,5 --elo1 0"] {
        let words = ["ayo", "sprt"].into_iter().chain(words.split(' '));
        assert_eq!(Arguments::try_parse_from(words).unwrap_err().exit_code(), 2);
    }
}

/// Panics if a word of the text is no number where one should be, or a zero has a sign.
#[track_caller]
fn check_numbers(text: &str) {
    for word in text.split(|letter: char| !letter.is_alphanumeric() && !"+-.".contains(letter)) {
        let name = word.trim_start_matches(['+', '-']).to_lowercase();
        assert!(!["nan", "inf", "infinity"].contains(&name.as_str()), "{text}");
        let zero = name.starts_with('0') && name.bytes().all(|byte| b"0.".contains(&byte));
        assert!(!(zero && word.starts_with('-')), "{text}");
    }
}

fn count() -> impl Strategy<Value = u64> {
    let most = super::counts::MAX_COUNT;
    prop_oneof![4 => Just(0), 2 => 0..4_u64, 3 => 0..500_u64, 1 => 0..=most, 1 => Just(most)]
}

fn elo() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-10..=10_i32).prop_map(f64::from),
        -2000.0..2000.0,
        Just(-0.0),
        Just(-2000.0),
        Just(2000.0)
    ]
}

fn rate() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.05), Just(1e-9), 0.001..0.5, Just(0.4999)]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(20_261_130),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn numbers_are_numbers(
        cells in prop::array::uniform5(count()),
        paired in any::<bool>(),
        (elo0, elo1) in (elo(), elo()),
        (alpha, beta) in (rate(), rate()),
        model in 0..3_usize,
    ) {
        let (elo0, elo1) = (elo0.min(elo1), elo0.max(elo1));
        prop_assume!(elo1 - elo0 > 0.01);
        let model = ["normalized", "logistic", "bayesian"][if paired { model % 2 } else { model }];
        let [a, b, c, d, e] = cells;
        let counts = if paired {
            format!("--pairs {a},{b},{c},{d},{e}")
        } else {
            format!("--games {a},{b},{c}")
        };
        let words = format!(
            "{counts} --elo0={elo0} --elo1={elo1} --alpha {alpha} --beta {beta} --model {model}"
        );
        check_numbers(&answer(&words).unwrap());
        let json = answer(&format!("{words} --json")).unwrap();
        check_numbers(&json);
        prop_assert!(serde_json::from_str::<Value>(&json).unwrap()["llr"].is_number());
    }
}
