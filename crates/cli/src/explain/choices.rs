//! What each pit of the player to move would do.

use ayo_rules::{EndReason, IllegalReason, Outcome, Pit, Played, Position, Rules, Scoresheet};

/// A position with everything the rules say about it.
pub(crate) struct Explanation {
    pub(crate) rules: Rules,
    pub(crate) position: Position,
    pub(crate) outcome: Option<Outcome>,
    /// The pits of the player to move, in order. None when the game is over, but
    /// for `no_moves`: then they show why no pit can be sown.
    pub(crate) choices: Vec<Choice>,
}

/// A pit of the player to move.
pub(crate) struct Choice {
    pub(crate) pit: Pit,
    pub(crate) effect: Result<Effect, IllegalReason>,
}

/// What a legal move does.
pub(crate) struct Effect {
    pub(crate) played: Played,
    /// How the game ends with it, if it does.
    pub(crate) outcome: Option<Outcome>,
}

impl Explanation {
    /// Explains a position without history.
    pub(crate) fn of_position(rules: Rules, position: Position) -> Explanation {
        let effect = |pit| {
            let played = rules.play(&position, pit).map_err(|illegal| illegal.reason)?;
            Ok(Effect { played, outcome: rules.outcome(&played.position) })
        };
        let outcome = rules.outcome(&position);
        Explanation { rules, position, outcome, choices: choices(&position, outcome, effect) }
    }

    /// Explains the position that a game has reached.
    pub(crate) fn of_game(sheet: &Scoresheet) -> Explanation {
        let effect = |pit| {
            let mut next = sheet.clone();
            let played = next.play(pit).map_err(|illegal| illegal.reason)?;
            Ok(Effect { played, outcome: next.outcome() })
        };
        let (position, outcome) = (*sheet.position(), sheet.outcome());
        let choices = if outcome.is_some_and(|outcome| outcome.reason == EndReason::NoMoves) {
            // A finished sheet calls every move empty; the rules know better.
            Explanation::of_position(*sheet.rules(), position).choices
        } else {
            choices(&position, outcome, effect)
        };
        Explanation { rules: *sheet.rules(), position, outcome, choices }
    }
}

fn choices(
    position: &Position,
    outcome: Option<Outcome>,
    effect: impl Fn(Pit) -> Result<Effect, IllegalReason>,
) -> Vec<Choice> {
    if outcome.is_some_and(|outcome| outcome.reason != EndReason::NoMoves) {
        return Vec::new();
    }
    position.turn().pits().map(|pit| Choice { pit, effect: effect(pit) }).collect()
}
