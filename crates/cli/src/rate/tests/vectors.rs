//! Known right answers, through the command.

use serde_json::Value;

use super::{DATA, check_close, document, number};

const QUANTILE: f64 = 1.959_963_984_540_054;

/// Returns the document of a set, what is expected, and where each bot of the document
/// stands in the expectation.
fn load(name: &str) -> (Value, Value, Vec<usize>) {
    let found = document("", &[&format!("{DATA}/{name}.csv")]);
    let text = std::fs::read_to_string(format!("{DATA}/{name}.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let names = expected["names"].as_array().unwrap();
    let ratings = found["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), names.len());
    let place = |rating: &Value| names.iter().position(|name| *name == rating["bot"]).unwrap();
    let order = ratings.iter().map(place).collect();
    (found, expected, order)
}

#[track_caller]
fn check(name: &str) {
    let (found, expected, order) = load(name);
    assert_eq!(found["interval"], "sandwich");
    assert_eq!((&found["components"], &found["converged"]), (&1.into(), &true.into()));
    let advantage = &found["advantage"];
    check_close("advantage", &advantage["elo"], number(&expected["advantage"]), 1e-6);
    check_close("its se", &advantage["se"], number(&expected["sandwich_se_advantage"]), 1e-6);

    let ratings = found["ratings"].as_array().unwrap();
    for (rating, &place) in ratings.iter().zip(&order) {
        let elo = number(&expected["elo"][place]);
        let se = number(&expected["sandwich_se"][place]);
        check_close("elo", &rating["elo"], elo, 1e-6);
        check_close("se", &rating["se"], se, 1e-6);
        check_close("low", &rating["low"], elo - QUANTILE * se, 1e-5);
        check_close("high", &rating["high"], elo + QUANTILE * se, 1e-5);
        assert_eq!((&rating["component"], &rating["bound"]), (&1.into(), &"exact".into()));
        let counts = ["wins", "draws", "losses"].map(|key| rating[key].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), rating["games"].as_u64().unwrap());
        check_close("points", &rating["points"], counts[0] as f64 + counts[1] as f64 / 2.0, 0.0);
    }
    let falling = |pair: &[Value]| number(&pair[0]["elo"]) >= number(&pair[1]["elo"]);
    assert!(ratings.windows(2).all(falling), "{ratings:#?}");
}

#[test]
fn ratings() {
    check("a");
    check("c");
}

#[test]
fn superiority_and_differences() {
    let (found, expected, order) = load("a");
    for (row, &a) in order.iter().enumerate() {
        for (column, &b) in order.iter().enumerate() {
            let los = &found["los"][row][column];
            if row == column {
                assert!(los.is_null());
            } else {
                check_close("los", los, number(&expected["los"][a][b]), 1e-6);
            }
        }
    }
    let differences = found["differences"].as_array().unwrap();
    let mut pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
    for difference in differences {
        let (a, b) = pairs.next().unwrap();
        let bot = |place: usize| &found["ratings"][place];
        assert_eq!((&difference["a"], &difference["b"]), (&bot(a)["bot"], &bot(b)["bot"]));
        let elo = number(&bot(a)["elo"]) - number(&bot(b)["elo"]);
        let se = number(&expected["difference_se"][order[a]][order[b]]);
        check_close("elo", &difference["elo"], elo, 1e-9);
        check_close("se", &difference["se"], se, 1e-4);
        check_close("low", &difference["low"], elo - QUANTILE * se, 1e-3);
        check_close("high", &difference["high"], elo + QUANTILE * se, 1e-3);
    }
    assert_eq!(pairs.next(), None);
}

#[test]
fn anchors() {
    let file = format!("{DATA}/a.csv");
    let (free, expected, _) = load("a");
    let fixed = document("", &[&file, "--anchor", "bot001=-1500.5"]);
    assert_eq!(fixed["anchor"], serde_json::json!({"bot": "bot001", "elo": -1500.5}));
    let shift = -1500.5 - number(&expected["elo"][1]);
    for place in 0..4 {
        let [free, fixed] = [&free, &fixed].map(|document| &document["ratings"][place]);
        assert_eq!(free["bot"], fixed["bot"]);
        check_close("elo", &fixed["elo"], number(&free["elo"]) + shift, 1e-6);
    }
    check_close("se of the anchor", &fixed["ratings"][1]["se"], 0.0, 0.0);
    check_close("se", &fixed["ratings"][0]["se"], number(&expected["difference_se"][0][1]), 1e-4);
    assert_eq!(fixed["differences"], free["differences"]);
}

#[test]
fn confidences() {
    let file = format!("{DATA}/a.csv");
    let wide = document("", &[&file, "--confidence", "0.99"]);
    assert_eq!(wide["confidence"], 0.99);
    let rating = &wide["ratings"][0];
    let half = (number(&rating["high"]) - number(&rating["low"])) / 2.0;
    // The 99.5 % quantile of the normal distribution.
    check_close("half", &half.into(), 2.575_829_303_548_900_4 * number(&rating["se"]), 1e-9);
}
