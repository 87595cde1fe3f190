//! What `ayo explain` answers, as its reader sees it.

mod bulk;
mod replay;
mod text;
mod vectors;

use ayo_rules::{Position, Rules};

use super::{Ask, Format, Subject, run};

/// Returns the arguments of the command, read as it reads them; empty texts are missing.
#[track_caller]
fn ask(rules: &str, position: &str, moves: Option<&str>, format: Format) -> Ask {
    let rules: Rules = rules.parse().unwrap();
    let position: Option<Position> = (!position.is_empty()).then(|| position.parse().unwrap());
    let moves = moves.map(|moves| ayo_rules::parse_moves(moves).unwrap());
    Ask { rules, subject: Subject::given(position, moves), format }
}

#[track_caller]
fn answer(ask: &Ask) -> String {
    let mut out = Vec::new();
    run(ask, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}
