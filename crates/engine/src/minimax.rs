//! The player that looks ahead: deeper and deeper, until a limit ends it.

use ayo_rules::{Outcome, Pit, Pits, Position, Rules, Scoresheet};

use crate::evaluation::WIN_SCORE;
use crate::search::{Moves, Search, Window};
use crate::table::Table;
use crate::{Choice, Limit};

/// How far `minimax` looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Horizon {
    /// Plies, from 1 to [`MAX_DEPTH`](crate::table::MAX_DEPTH).
    pub depth: u8,
    /// Positions searched for one move, at least 1.
    pub nodes: u64,
}

#[derive(Debug)]
pub(crate) struct Minimax {
    horizon: Horizon,
    table: Table,
    /// How often each position of the game occurred since the last capture.
    occurrences: Vec<(Position, u32)>,
    /// The position after our last move.
    left: Option<Position>,
    /// The positions that end the game when they occur once more.
    repeated: Vec<(Position, Outcome)>,
}

impl Minimax {
    pub(crate) fn new(horizon: Horizon, table_mb: u32) -> Minimax {
        Minimax {
            horizon,
            table: Table::new(table_mb),
            occurrences: Vec::new(),
            left: None,
            repeated: Vec::new(),
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.table.reserve();
        self.table.forget();
        self.occurrences.clear();
        self.left = None;
        self.repeated.clear();
    }

    pub(crate) fn choose(
        &mut self,
        rules: &Rules,
        position: &Position,
        limit: &Limit<'_>,
    ) -> Option<Choice> {
        self.arrive(rules, position);
        let among = rules.legal_moves(position);
        let choice = self.search(rules, position, among, self.horizon.nodes, limit)?;
        self.leave(rules, position, choice.pit);
        Some(choice)
    }

    /// Searches one ply deeper each time, best move of the last time first.
    ///
    /// Among equal moves the best of the last time is kept, at first the largest
    /// capture and the lowest pit. Looks at the moves `among` alone, and at so many
    /// positions at most.
    pub(crate) fn search(
        &mut self,
        rules: &Rules,
        position: &Position,
        among: Pits,
        nodes: u64,
        limit: &Limit<'_>,
    ) -> Option<Choice> {
        let first = Moves::new(rules, position, None).among(among);
        let fallback = first.iter().next()?.0;
        let forced = first.iter().count() == 1;
        let mut search = Search {
            rules,
            repeated: &self.repeated,
            table: &mut self.table,
            limit,
            node_limit: nodes,
            nodes: 0,
        };
        let mut choice = Choice::at_once(fallback);
        for depth in 1..=if forced { 1 } else { self.horizon.depth } {
            let moves = Moves::new(rules, position, Some(choice.pit)).among(among);
            let (best, complete) = best_move(&mut search, &moves, depth);
            if let Some((pit, score)) = best {
                let pv = principal_variation(&search, position, pit, depth);
                let (score, depth) = (Some(score), Some(depth.into()));
                choice = Choice { score, depth, pv, ..Choice::at_once(pit) };
            }
            let settled = choice.score.is_some_and(|score| score.abs() >= WIN_SCORE);
            if !complete || settled {
                break;
            }
        }
        choice.nodes = search.nodes;
        Some(choice)
    }

    /// Notes the position we are asked about and what it means for repetitions.
    ///
    /// Returns whether it follows the one that we left by our last move.
    pub(crate) fn arrive(&mut self, rules: &Rules, position: &Position) -> bool {
        self.table.reserve();
        let mut follows = true;
        // One player may play both sides, and our own move is noted already.
        if self.left != Some(*position) {
            // Who asks about positions of several games has not told of a new game.
            // If it all were one game, asking thrice would be a repetition.
            follows = self.is_reply(rules, position);
            if !follows {
                self.occurrences.clear();
            }
            self.note(position);
        }
        let repeated = self.would_end(rules);
        if repeated != self.repeated {
            self.repeated = repeated;
            self.table.forget();
        }
        follows
    }

    /// Notes a legal move of ours.
    pub(crate) fn leave(&mut self, rules: &Rules, position: &Position, pit: Pit) {
        let played = rules.play(position, pit).expect("only legal moves are chosen");
        self.left = Some(played.position);
        self.note(&played.position);
    }

    /// Returns the positions of the game since the last capture.
    pub(crate) fn occurred(&self) -> impl Iterator<Item = &Position> {
        self.occurrences.iter().map(|(position, _)| position)
    }

    fn is_reply(&self, rules: &Rules, position: &Position) -> bool {
        self.left.is_some_and(|left| {
            let replies = Moves::new(rules, &left, None);
            replies.iter().any(|(_, played)| played.position == *position)
        })
    }

    fn note(&mut self, position: &Position) {
        // Captured seeds never come back, so nothing before a capture can recur.
        if self.occurrences.first().is_some_and(|(first, _)| first.stores() != position.stores()) {
            self.occurrences.clear();
        }
        match self.occurrences.iter_mut().find(|(known, _)| known == position) {
            Some((_, count)) => *count += 1,
            None => self.occurrences.push((*position, 1)),
        }
    }

    fn would_end(&self, rules: &Rules) -> Vec<(Position, Outcome)> {
        let last_but_one = |&&(_, count): &&(Position, u32)| {
            rules.repetition > 0 && count >= rules.repetition.saturating_sub(1)
        };
        // A sheet that ends at the first occurrence knows what a repetition awards.
        let at_once = Rules { repetition: 1, ..*rules };
        self.occurrences
            .iter()
            .filter(last_but_one)
            .filter_map(|&(position, _)| {
                Some((position, Scoresheet::new(at_once, position).outcome()?))
            })
            .collect()
    }
}

/// Returns the best move that was searched in time, and whether all were.
fn best_move(search: &mut Search<'_>, moves: &Moves, depth: u8) -> (Option<(Pit, i32)>, bool) {
    let mut best: Option<(Pit, i32)> = None;
    for (pit, played) in moves.iter() {
        let best_score = best.map(|(_, score)| score);
        let Ok(score) = search.score_of_move(played, depth, best_score, Window::FULL) else {
            return (best, false);
        };
        if best_score.is_none_or(|best_score| score > best_score) {
            best = Some((*pit, score));
        }
    }
    (best, true)
}

/// Follows the best moves that the table knows of.
fn principal_variation(search: &Search<'_>, root: &Position, first: Pit, depth: u8) -> Vec<Pit> {
    let mut line = Vec::new();
    let mut position = *root;
    let mut next = Some(first);
    while let Some(pit) = next {
        let Ok(played) = search.rules.play(&position, pit) else { break };
        line.push(pit);
        position = played.position;
        next = search.table.get(&position).map(|finding| finding.best);
        if line.len() >= usize::from(depth) {
            break;
        }
    }
    line
}
