//! What a game sends to its bots.

use std::time::Duration;

use ayo_rules::{Pit, Side};

use super::{Action, Game};
use crate::clock::TimeControl;
use crate::to_bot::{Go, NewGame, Time, ToBot};

impl Game {
    pub(super) fn new_game(&self, side: Side) -> NewGame {
        let TimeControl { game, move_limit, .. } = self.setup.time;
        NewGame {
            game_id: self.setup.game_id.clone(),
            you: side.index() as u8,
            opponent: self.setup.names[side.opponent().index()].clone(),
            time: Time {
                base_ms: game.map(|game| millis(game.base)),
                increment_ms: game.map(|game| millis(game.increment)),
                move_ms: move_limit.map(millis),
            },
            seed: self.setup.seed,
        }
    }

    pub(super) fn go(&self, side: Side, id: u64) -> Go {
        let sheet = &self.setup.sheet;
        let session = &self.players[side.index()].session;
        let number = |pit: Pit| pit.index() as u8;
        let numbers = |moves: &[Pit]| moves.iter().copied().map(number).collect();
        Go {
            id,
            game_id: self.setup.game_id.clone(),
            ply: sheet.moves().len() as u64,
            turn: side.index() as u8,
            pits: sheet.position().pits(),
            stores: sheet.position().stores(),
            last: sheet.moves().last().copied().map(number),
            legal: (!session.declines_legal).then(|| sheet.legal_moves().map(number).collect()),
            clock_ms: [0, 1].map(|side: usize| self.players[side].clock.shown_ms()),
            move_ms: self.setup.time.move_limit.map(millis),
            moves: session.wants_moves.then(|| numbers(sheet.moves())),
        }
    }

    pub(super) fn send(&mut self, side: Side, message: &ToBot, now: Duration) {
        self.players[side.index()].writing.get_or_insert(now);
        self.outbox.push_back(Action::Send(side, message.to_line()));
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}
