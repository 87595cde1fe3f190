//! What analyses say of bots.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_record::{Bot, GameAnalysis, GameRecord, Opening};
use ayo_report::{Analysed, Scores, Tally};
use games::{game, names};

/// A game of the first bot against the second, and the text of its analysis; the opening has
/// two plies, and there are eleven moves.
type Case = (&'static str, &'static str, &'static str);

fn scores(cases: &[Case]) -> Scores {
    let mut scores = Scores::new(names(&["a", "b"]));
    for (pair, &(result, values, blunders)) in (1..).zip(cases) {
        let record = game(pair, 1, [0, 1], result);
        let analysis = GameAnalysis::from_texts(values, blunders).unwrap();
        scores.add(&record).unwrap();
        scores.add_analysis(&record, &analysis).unwrap();
    }
    scores
}

fn shown(analysed: Analysed) -> String {
    let tally = |Tally { wins, draws, losses }: Tally| format!("{wins}-{draws}-{losses}");
    format!(
        "{} games, {} known, {} blunders, {:?} a game, first {:?}, {}",
        analysed.games,
        analysed.known_games,
        analysed.blunders,
        analysed.blunders_per_game(),
        analysed.first_blunder_ply(),
        analysed.openings.map(tally).join(" ")
    )
}

#[test]
fn counts_and_means() {
    let check = |cases: &[Case], first: &str, second: &str| {
        let scores = scores(cases);
        assert_eq!(shown(scores.analysed(Bot(0))), first, "{cases:?}");
        assert_eq!(shown(scores.analysed(Bot(1))), second, "{cases:?}");
    };
    let nothing = "0 games, 0 known, 0 blunders, None a game, first None, 0-0-0 0-0-0 0-0-0";
    check(&[], nothing, nothing);
    check(&[("*", "ssssssssssss", "")], nothing, nothing);
    check(
        &[("1-0", "ssssssssssss", "")],
        "1 games, 1 known, 0 blunders, Some(0.0) a game, first None, 1-0-0 0-0-0 0-0-0",
        "1 games, 1 known, 0 blunders, Some(0.0) a game, first None, 0-0-0 0-0-0 0-0-1",
    );
    check(
        &[
            ("0-1", "sssnnnssnnnn", "3A:C 6f:? 8D:B"),
            ("1/2-1/2", "ssdddddddddd", "5B:C"),
            ("0-1", "snsnnnnnnnnn", "3A:C"),
        ],
        "3 games, 3 known, 4 blunders, Some(1.3333333333333333) a game, \
         first Some(3.6666666666666665), 0-0-2 0-1-0 0-0-0",
        "3 games, 3 known, 1 blunders, Some(0.3333333333333333) a game, first Some(6.0), \
         0-0-0 0-1-0 2-0-0",
    );
}

/// Where a position is not known there may be a blunder: such a game is in no average.
#[test]
fn averages_are_of_games_that_are_known() {
    let check = |cases: &[Case], first: &str, second: &str| {
        let scores = scores(cases);
        assert_eq!(shown(scores.analysed(Bot(0))), first, "{cases:?}");
        assert_eq!(shown(scores.analysed(Bot(1))), second, "{cases:?}");
    };
    check(
        &[("0-1", "????????????", "")],
        "1 games, 0 known, 0 blunders, None a game, first None, 0-0-0 0-0-0 0-0-0",
        "1 games, 0 known, 0 blunders, None a game, first None, 0-0-0 0-0-0 0-0-0",
    );
    check(
        &[("0-1", "sss?nnnsnnnn", "8D:B"), ("0-1", "sssssnnnnnnn", "5C:D")],
        "2 games, 1 known, 2 blunders, Some(1.0) a game, first Some(5.0), 0-0-2 0-0-0 0-0-0",
        "2 games, 1 known, 0 blunders, Some(0.0) a game, first None, 0-0-0 0-0-0 2-0-0",
    );
    // Moves of the opening are no blunders, whatever they are worth.
    check(
        &[("1-0", "??ssssssssss", "")],
        "1 games, 1 known, 0 blunders, Some(0.0) a game, first None, 1-0-0 0-0-0 0-0-0",
        "1 games, 1 known, 0 blunders, Some(0.0) a game, first None, 0-0-0 0-0-0 0-0-1",
    );
}

#[test]
fn an_opening_that_is_a_position_has_no_plies() {
    let opening = Opening::Position("4.4.4.4.4.4/4.4.4.4.4.4 0-0 S".parse().unwrap());
    let record = GameRecord { opening, ..game(1, 1, [0, 1], "1-0") };
    let mut scores = Scores::new(names(&["a", "b"]));
    let analysis = GameAnalysis::from_texts("snnnnnnnnnnn", "1A:C").unwrap();
    scores.add_analysis(&record, &analysis).unwrap();
    let won = Tally { wins: 1, draws: 0, losses: 0 };
    assert_eq!(scores.analysed(Bot(0)).openings[0], won);
}
