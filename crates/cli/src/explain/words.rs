//! The sentences: what a move does, why a move is illegal, how a game ended.

use ayo_report::figures::counted;
use ayo_rules::{
    EndReason, IllegalReason, Leftovers, Outcome, Pit, Position, RepetitionAward, Rules, Side,
    Winner,
};

use super::choices::Effect;

/// Returns the side as a name.
pub(crate) const fn name(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}

/// Says what a move does, like `sows 4, 5 laps, ends in E, captures 7`.
pub(crate) fn effect(seeds: u8, effect: &Effect) -> String {
    let played = &effect.played;
    let laps = counted(played.laps.into(), "lap");
    let captured = match played.captured {
        0 => "nothing".to_owned(),
        count => count.to_string(),
    };
    format!("sows {seeds}, {laps}, ends in {}, captures {captured}", played.end)
}

/// Says why a pit may not be sown.
pub(crate) fn illegal(reason: IllegalReason, pit: Pit, position: &Position) -> String {
    let mover = name(position.turn());
    let opponent = name(position.turn().opponent());
    match reason {
        IllegalReason::Empty if pit.owner() != position.turn() => {
            format!("pit {pit} is {opponent}'s, and {mover} is to move")
        }
        IllegalReason::Empty => format!("pit {pit} is empty"),
        IllegalReason::Endless => "the sowing would go round and round and never end".to_owned(),
        IllegalReason::GrandSlam => {
            format!("it would capture all of {opponent}'s seeds, which these rules forbid")
        }
        IllegalReason::Starves => {
            format!("{opponent} has no seeds to play with, and this move leaves {opponent} none")
        }
    }
}

/// Says why a game ended and who won, like `majority, South wins 25-12`.
pub(crate) fn outcome(outcome: &Outcome) -> String {
    format!("{}, {}", outcome.reason, result(outcome))
}

/// Says who won, like `South wins 25-12`: the winner's seeds come first.
pub(crate) fn result(outcome: &Outcome) -> String {
    let [south, north] = outcome.stores;
    match outcome.winner() {
        Winner::Draw => format!("draw {south}-{north}"),
        Winner::Side(side) => {
            let score = |side: Side| outcome.stores[side.index()];
            format!("{} wins {}-{}", name(side), score(side), score(side.opponent()))
        }
    }
}

/// Says what ended the game, and where the seeds on the board go.
pub(crate) fn ending(rules: &Rules, position: &Position, outcome: &Outcome) -> String {
    let mover = position.turn();
    let (cause, leftovers) = match outcome.reason {
        EndReason::Majority => {
            ("a store holds more than half of the 48 seeds".to_owned(), "not counted".to_owned())
        }
        EndReason::NoMoves => {
            let leftovers = match rules.leftovers {
                Leftovers::Opponent => format!("all to {}", name(mover.opponent())),
                Leftovers::OwnSide => OWN_ROWS.to_owned(),
            };
            (format!("{} has no legal move", name(mover)), leftovers)
        }
        EndReason::Repetition => (
            format!("this position occurred {}", counted(rules.repetition.into(), "time")),
            award(rules),
        ),
        EndReason::PlyLimit => {
            (format!("the ply limit of {} is reached", rules.max_plies), award(rules))
        }
    };
    match position.row(Side::South) + position.row(Side::North) {
        0 => cause,
        left => format!("{cause}; left on the board: {left}, {leftovers}"),
    }
}

const OWN_ROWS: &str = "to each side its own row";

fn award(rules: &Rules) -> String {
    match rules.repetition_award {
        RepetitionAward::Nobody => "to nobody".to_owned(),
        RepetitionAward::OwnSide => OWN_ROWS.to_owned(),
    }
}
