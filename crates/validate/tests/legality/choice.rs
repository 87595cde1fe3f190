//! What a mutant plays: most the first legal move, some what they have worked out themselves.

use ayo_rules::{IllegalReason, Pit, Pits, Position, Rules, Side};
use serde_json::Value;

use crate::mutant::{Mutant, position};

/// After so many laps some take a relay for endless.
const LAPS: u32 = 60;

impl Mutant {
    /// Returns the pit it answers with, on the board or not.
    pub(crate) fn choose(&mut self, go: &Value, line: &[u8]) -> i64 {
        let Some(legal) = go["legal"].as_array() else { return 0 };
        let legal: Vec<i64> = legal.iter().map(|pit| pit.as_i64().unwrap()).collect();
        let position = position(go);
        let text = String::from_utf8_lossy(line);
        let on_board = position.row(Side::South) + position.row(Side::North);
        let refused = |reason| self.refused(&position, reason).filter(|_| legal.len() > 1);
        let searches = legal.len() > 1 && position.row(position.turn().opponent()) > 0;
        // Some searches leave positions alone in which a pit may not be sown.
        let sowable = searches && legal.len() == position.candidates().len();
        let chosen = match &*self.kind {
            "opponents-pit" => Some(11 - legal[0]),
            "own-numbers" => Some(legal[0] % 6),
            "never-feeds" => refused(IllegalReason::Starves),
            "endless" => refused(IllegalReason::Endless),
            "slams" => refused(IllegalReason::GrandSlam),
            "book" => (position.stores() == [0, 0])
                .then(|| if position.turn() == Side::South { 4 } else { 7 }),
            // Tables and exact searches are often written for one side.
            "short-search" if sowable && (11..=21).contains(&on_board) => Some(legal[0] % 6),
            "endgame-table" if searches && on_board <= 8 => Some(legal[0] % 6),
            "list-of-one" => {
                let listed = first_of_list(&text, &[',']);
                Some(listed.unwrap_or_else(|| first(position.candidates())))
            }
            // It takes a quotation of the word for the word.
            "finds-legal-anywhere" => first_of_list(&text.replace('\\', ""), &[',', ']']),
            "sixty-laps" => legal.iter().find_map(|&pit| gives_up(&position, pit)),
            "drops-a-seed" => {
                position.candidates().find(|&pit| loses_count(&position, pit)).map(|_| -1)
            }
            "ayoayo-only" => Some(first(Rules::AYOAYO.legal_moves(&position))),
            "own-board" => Some(self.on_own_board(&position, go["last"].as_u64())),
            "resumes" => Some(self.goes_on(&position)),
            _ => None,
        };
        chosen.unwrap_or(legal[0])
    }

    /// Finds an own pit that may not be sown for this reason.
    fn refused(&self, position: &Position, reason: IllegalReason) -> Option<i64> {
        let found = position.candidates().find(|&pit| {
            let played = self.rules.play(position, pit);
            played.is_err_and(|illegal| illegal.reason == reason)
        });
        found.map(number)
    }

    /// Reads the position once a game, then replays the moves.
    fn on_own_board(&mut self, position: &Position, last: Option<u64>) -> i64 {
        let mut board = self.board.unwrap_or(*position);
        let opponents = last.and_then(|pit| Pit::new(pit as u8)).filter(|_| self.board.is_some());
        if let Some(played) = opponents.and_then(|pit| self.rules.play(&board, pit).ok()) {
            board = played.position;
        }
        let Some(pit) = self.rules.legal_moves(&board).get(0) else { return 0 };
        self.board = self.rules.play(&board, pit).ok().map(|played| played.position);
        number(pit)
    }

    /// Takes a game without a result for adjourned, and the next for its second half.
    fn goes_on(&mut self, position: &Position) -> i64 {
        let board = self.adjourned.take().unwrap_or(*position);
        self.board = Some(*position);
        first(self.rules.legal_moves(&board))
    }
}

fn number(pit: Pit) -> i64 {
    pit.index() as i64
}

fn first(pits: Pits) -> i64 {
    pits.get(0).map_or(0, number)
}

/// Returns the number between the bracket of `legal` and the next of these.
fn first_of_list(text: &str, ends: &[char]) -> Option<i64> {
    const LIST: &str = r#""legal":["#;
    text[text.find(LIST)? + LIST.len()..].split(ends).next()?.parse().ok()
}

/// Sows a relay and gives up after a number of laps: returns the pit it stands at then.
fn gives_up(position: &Position, pit: i64) -> Option<i64> {
    let mut pits = position.pits();
    let mut at = pit as usize;
    for _ in 0..LAPS {
        let origin = at;
        for _ in 0..std::mem::take(&mut pits[origin]) {
            at = (at + 1) % 12;
            at = if at == origin { (at + 1) % 12 } else { at };
            pits[at] += 1;
        }
        if pits[at] == 1 {
            return None;
        }
    }
    Some(at as i64)
}

/// Sows once around at most: whether its board has fewer than 48 seeds then.
fn loses_count(position: &Position, pit: Pit) -> bool {
    let mut pits = position.pits();
    let seeds = std::mem::take(&mut pits[pit.index()]);
    for step in 1..=usize::from(seeds.min(11)) {
        pits[(pit.index() + step) % 12] += 1;
    }
    let stores: u8 = position.stores().iter().sum();
    pits.iter().sum::<u8>() + stores < 48
}
