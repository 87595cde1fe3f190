//! `report.html`, as a run writes it.

use crate::folder::{Folder, misbehave};
use crate::games::games;

/// Returns the cells of a line of CSV without quotes.
fn cells(line: &str) -> Vec<&str> {
    line.split(',').collect()
}

/// Writes a number as the page does: with its sign, and a minus that is no hyphen.
fn signed(elo: &str) -> String {
    let sign = if elo.starts_with('-') || elo == "0.0" { "" } else { "+" };
    format!("{sign}{elo}").replace('-', "\u{2212}")
}

#[test]
fn a_run_has_a_page_with_its_numbers() {
    let folder = Folder::new();
    let command = ["match", "greedy", "random", "--games", "60", "--out", "run"];
    folder.ayo(&command).exits(0);
    let page = folder.read("run/report.html");
    let standings = folder.read("run/standings.csv");
    for line in standings.lines().skip(1) {
        let cells = cells(line);
        for cell in cells[2..7].iter().chain(&cells[14..]) {
            assert!(page.contains(&format!(">{cell}</td>")), "no `{cell}` of {line}");
        }
        for elo in &cells[7..10] {
            assert!(page.contains(&format!(">{}</td>", signed(elo))), "no `{elo}` of {line}");
        }
        assert!(page.contains(&format!("<bdi>{}</bdi>", cells[1])));
    }
    for game in games(&folder, "run") {
        assert!(page.contains(&format!("\"{}\"", &game["moves"])), "game {}", &game["game_id"]);
    }
    assert!(!page.contains("http:") && !page.contains("https:") && page.len() < 5_000_000);
}

#[test]
fn a_fault_leads_to_its_game() {
    let folder = Folder::new();
    let command = ["match", "greedy", &misbehave("foreign-pit"), "--games", "4", "--out", "run"];
    folder.ayo(&command).exits(0);
    let page = folder.read("run/report.html");
    let lost: Vec<_> =
        games(&folder, "run").into_iter().filter(|game| !game["loser"].is_empty()).collect();
    assert!(!lost.is_empty());
    for game in lost {
        let link = format!("<a href=\"#game={}&amp;move={}\"", &game["game_id"], &game["plies"]);
        assert!(page.contains(&link), "no {link}");
        let reason = format!("data-reason=\"{}\"", &game["reason"]);
        assert!(page.contains(&reason), "no {reason}");
    }
}

#[test]
fn a_swiss_run_has_its_rounds() {
    let folder = Folder::new();
    folder.write(
        "swiss.toml",
        "seed = 5\n[format]\nkind = \"swiss\"\nrounds = 2\n[[bot]]\nbuiltin = \"first\"\n\
         [[bot]]\nbuiltin = \"greedy\"\n[[bot]]\nbuiltin = \"random\"\n",
    );
    folder.ayo(&["run", "swiss.toml", "--out", "run"]).exits(0);
    let page = folder.read("run/report.html");
    let (_, rounds) = page.split_once("<section id=\"rounds\"").unwrap();
    let (rounds, _) = rounds.split_once("</section>").unwrap();
    assert_eq!(rounds.matches("<td class=\"meeting").count(), 4);
    assert_eq!(rounds.matches(">bye<").count(), 2);
    assert!(rounds.contains("Round 2") && !rounds.contains("Round 3"));
}
