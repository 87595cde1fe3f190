//! A stored game, played again: what every move did.

use ayo_record::{Blunder, GameAnalysis, GameRecord, MoveInfo};
use ayo_rules::{Outcome, Pit, Position, Rules, Scoresheet, Side};

use crate::explain::choices::Effect;
use crate::explain::words;
use crate::failure::Failure;

/// A game of a run with what the rules say about its moves.
pub(super) struct StoredGame {
    /// Name of the run.
    pub(super) run: String,
    pub(super) rules: Rules,
    /// Names of South's and North's bot.
    pub(super) bots: [String; 2],
    pub(super) record: GameRecord,
    /// Where the first move was played.
    pub(super) start: Position,
    /// Every move, those of the opening included.
    pub(super) frames: Vec<Frame>,
    /// How the rules ended the game, if they did.
    pub(super) outcome: Option<Outcome>,
    /// What best play makes of it, where that was looked for.
    pub(super) analysis: Option<GameAnalysis>,
}

/// A move and what it did.
pub(super) struct Frame {
    pub(super) side: Side,
    pub(super) pit: Pit,
    /// Seeds that were lifted first.
    pub(super) seeds: u8,
    pub(super) effect: Effect,
    /// What it took the bot, in microseconds; nothing for a move of the opening.
    pub(super) time_us: Option<u32>,
    /// What the bot said of it, if anything was kept.
    pub(super) info: Option<MoveInfo>,
    pub(super) is_opening: bool,
}

impl StoredGame {
    /// Plays the moves of a record again; it comes without an analysis.
    ///
    /// # Errors
    /// Names the first move that the rules of the run forbid: the run is damaged then.
    pub(super) fn new(
        run: &str,
        rules: Rules,
        bots: [String; 2],
        record: GameRecord,
    ) -> Result<StoredGame, Failure> {
        let (start, opening_plies) = (record.opening.before(), record.opening.plies());
        let mut sheet = Scoresheet::new(rules, start);
        let mut frames = Vec::with_capacity(record.moves.len());
        for (ply, &pit) in record.moves.iter().enumerate() {
            let before = *sheet.position();
            let played = sheet.play(pit).map_err(|illegal| {
                let why = words::illegal(illegal.reason, pit, &before);
                let number = record.number;
                let ply = ply + 1;
                let told = format!("move {ply} of game {number} cannot be replayed: {why}");
                Failure::Work(anyhow::Error::msg(told))
            })?;
            let own = ply.checked_sub(opening_plies);
            frames.push(Frame {
                side: before.turn(),
                pit,
                seeds: before.seeds(pit),
                effect: Effect { played, outcome: sheet.outcome() },
                time_us: own.and_then(|own| record.move_us.get(own)).copied(),
                info: own.and_then(|own| record.infos.get(own)).cloned().flatten(),
                is_opening: ply < opening_plies,
            });
        }
        let outcome = sheet.outcome();
        let run = run.to_owned();
        Ok(StoredGame { run, rules, bots, record, start, frames, outcome, analysis: None })
    }

    /// Returns the blunder that is the move of this number, with the analysis that says so.
    pub(super) fn blunder(&self, ply: usize) -> Option<(&GameAnalysis, &Blunder)> {
        let analysis = self.analysis.as_ref()?;
        let blunder = analysis.blunders.iter().find(|blunder| blunder.ply as usize == ply)?;
        Some((analysis, blunder))
    }

    /// Returns the position after so many plies.
    pub(super) fn position(&self, plies: usize) -> &Position {
        match plies.checked_sub(1).and_then(|last| self.frames.get(last)) {
            Some(frame) => &frame.effect.played.position,
            None => &self.start,
        }
    }
}
