//! Tie-breaks and standings.

#![allow(clippy::unwrap_used)]

use ayo_schedule::{PairedBy, Tournament, parse_tie_breaks, read_trf, standings};

/// Returns the rank and the values of every player, by number.
fn table(tournament: &Tournament, paired_by: PairedBy, list: &str) -> Vec<(usize, Vec<String>)> {
    let list = parse_tie_breaks(list).unwrap();
    let mut rows = standings(tournament, tournament.rounds_paired(), paired_by, &list);
    rows.sort_by_key(|row| row.player);
    let values =
        |values: Vec<ayo_schedule::TieBreakValue>| values.iter().map(ToString::to_string).collect();
    rows.into_iter().map(|row| (row.rank, values(row.values))).collect()
}

#[test]
fn worked_examples_agree() {
    let mut cases = 0;
    for case in include_str!("data/tie_breaks.txt").split("\n@ ").skip(1) {
        let (name, rest) = case.split_once('\n').unwrap();
        let (trf, rest) = rest.split_once("\n= ").unwrap();
        let (codes, players) = rest.split_once('\n').unwrap();
        let tournament = read_trf(trf.as_bytes()).unwrap().tournament;
        let codes: Vec<&str> = codes.split_whitespace().collect();
        let rows = table(&tournament, PairedBy::Swiss, &codes.join(","));
        let lines: Vec<&str> = players.lines().filter_map(|line| line.strip_prefix("- ")).collect();
        assert_eq!(lines.len(), rows.len());
        for (line, (player, (rank, values))) in
            lines.iter().zip(tournament.players().iter().zip(&rows))
        {
            let found = format!("{} {rank} {}", player.number, values.join(" "));
            assert_eq!(found, *line, "{name}: {}", codes.join(" "));
        }
        cases += 1;
    }
    assert_eq!(cases, CASES);
}
const CASES: usize = 3;
