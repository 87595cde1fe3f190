//! From the moves of a game to its analysis.

use ayo_record::{BestPlay, Blunder, GameAnalysis};
use ayo_rules::{IllegalMove, Pit, Pits, Position, Scoresheet, Side, Winner};
use ayo_solver::{Proved, Solver, Unknown, Value};

/// A game that is to be analysed, played by the rules of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame<'a> {
    /// Where it starts.
    pub start: Position,
    /// Its moves, those of the opening included.
    pub moves: &'a [Pit],
    /// How many of them nobody chose: they are no blunders.
    pub opening_plies: usize,
}

/// Limits of an analysis.
pub struct Effort<'a> {
    /// Positions that may be searched for the value of one position of the game, and again as
    /// many for the moves that keep it.
    pub nodes_a_position: u64,
    /// Asked after every [`ayo_solver::Effort::STEP`] positions that were searched, and told
    /// how many they are in this search; `false` ends the analysis.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort")
            .field("nodes_a_position", &self.nodes_a_position)
            .finish_non_exhaustive()
    }
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnalysed {
    /// `go_on` said no.
    #[error("the analysis was interrupted")]
    Interrupted,
    /// A move is illegal, or comes after the end of the game.
    #[error("move {ply} cannot be played")]
    NotAGame {
        /// Number of the move, from 1.
        ply: usize,
        /// Why it cannot.
        source: IllegalMove,
    },
}

/// Finds out what best play makes of every position of a game.
///
/// # Errors
/// Says when it was interrupted, or which move is none.
pub fn analyse(
    solver: &mut Solver,
    game: &PlayedGame<'_>,
    effort: Effort<'_>,
) -> Result<GameAnalysis, NotAnalysed> {
    let sheets = sheets(solver, game)?;
    let mut search = Search { solver, effort };
    let mut values: Vec<Option<BestPlay>> = Vec::with_capacity(sheets.len());
    for sheet in sheets.iter().rev() {
        values.push(search.value(sheet)?);
    }
    values.reverse();
    let mut blunders = Vec::new();
    for (ply, &pit) in (0_u32..).zip(game.moves).skip(game.opening_plies) {
        let place = ply as usize;
        let (Some(before), Some(after)) = (values[place], values[place + 1]) else { continue };
        let before = Value::of(before.winner, pit.owner());
        if Value::of(after.winner, pit.owner()) < before {
            let keeps = search.keeps(&sheets[place], before)?;
            blunders.push(Blunder { ply: ply + 1, pit, keeps });
        }
    }
    Ok(GameAnalysis { values, blunders })
}

/// Returns the game before its first move, and after each of them.
fn sheets(solver: &Solver, game: &PlayedGame<'_>) -> Result<Vec<Scoresheet>, NotAnalysed> {
    let mut sheet = Scoresheet::new(*solver.rules(), game.start);
    let mut sheets = vec![sheet.clone()];
    for (ply, &pit) in (1..).zip(game.moves) {
        sheet.play(pit).map_err(|source| NotAnalysed::NotAGame { ply, source })?;
        sheets.push(sheet.clone());
    }
    Ok(sheets)
}

/// Asks the solver about positions of one game.
struct Search<'a, 'e> {
    solver: &'a mut Solver,
    effort: Effort<'e>,
}

impl Search<'_, '_> {
    fn value(&mut self, sheet: &Scoresheet) -> Result<Option<BestPlay>, NotAnalysed> {
        if let Some(outcome) = sheet.outcome() {
            return Ok(Some(BestPlay { winner: outcome.winner(), by_repetition: false }));
        }
        let position = sheet.position();
        let proved = self.within_limits(|solver, effort| solver.value(position, effort))?;
        let best_play = |Proved { value, depends_on_repetition }| BestPlay {
            winner: winner(position.turn(), value),
            by_repetition: depends_on_repetition,
        };
        Ok(proved.map(best_play))
    }

    /// Returns the moves that keep a value, in a game with this history.
    fn keeps(&mut self, sheet: &Scoresheet, value: Value) -> Result<Option<Pits>, NotAnalysed> {
        let position = sheet.position();
        let keeps = self.within_limits(|solver, effort| solver.keeps(position, value, effort))?;
        Ok(keeps.map(|mut keeps| {
            keeps.retain(|pit| !ends_worse(sheet, pit, value));
            keeps
        }))
    }

    /// Lets the solver search as much as one position is worth; nothing when that is not enough.
    fn within_limits<T>(
        &mut self,
        ask: impl FnOnce(&mut Solver, &mut ayo_solver::Effort<'_>) -> Result<T, Unknown>,
    ) -> Result<Option<T>, NotAnalysed> {
        let mut effort = ayo_solver::Effort {
            nodes: self.effort.nodes_a_position,
            go_on: &mut *self.effort.go_on,
        };
        match ask(self.solver, &mut effort) {
            Ok(answer) => Ok(Some(answer)),
            Err(Unknown::Nodes | Unknown::Line) => Ok(None),
            Err(Unknown::Interrupted) => Err(NotAnalysed::Interrupted),
        }
    }
}

/// Returns whether a move ends the game at once with less than this value: what the position
/// has been before may do that, and the solver does not look at it.
fn ends_worse(sheet: &Scoresheet, pit: Pit, value: Value) -> bool {
    let mut next = sheet.clone();
    let played = next.play(pit);
    debug_assert!(played.is_ok(), "only legal moves keep a value");
    next.outcome().is_some_and(|outcome| Value::of(outcome.winner(), pit.owner()) < value)
}

fn winner(mover: Side, value: Value) -> Winner {
    match value {
        Value::Draw => Winner::Draw,
        Value::Win => Winner::Side(mover),
        Value::Loss => Winner::Side(mover.opponent()),
    }
}
