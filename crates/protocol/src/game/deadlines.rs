//! What happens when: every deadline of a game in one table, and who has missed it.

use std::time::Duration;

use ayo_record::Reason;
use ayo_rules::Side;

use super::{Game, Stage, Stalls};
use crate::clock::seconds;
use crate::limits;

/// What happens at a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Write,
    Pong,
    /// A closed pipe was not followed by the end of the process.
    Gone,
    Move,
}

impl Game {
    /// Takes note of the time.
    pub fn time(&mut self, now: Duration) {
        while let Some((deadline, side, due)) = self.next_deadline() {
            if now < deadline || self.stage == Stage::Over {
                return;
            }
            self.overdue(side, due, now);
        }
    }

    /// Returns when [`Game::time`] must be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.next_deadline().map(|(deadline, _, _)| deadline)
    }

    /// Every deadline there is, in one table; the first one counts.
    fn next_deadline(&self) -> Option<(Duration, Side, Due)> {
        if self.stage == Stage::Over {
            return None;
        }
        let of_side = |side: Side| {
            let player = &self.players[side.index()];
            if let Some((_, since)) = player.gone.filter(|_| self.owes_answer(side)) {
                // It was seen before any of the others ran out, so it is what counts.
                return [Some((since + limits::EXIT, side, Due::Gone)), None, None];
            }
            let write = player.writing.map(|since| since + limits::WRITE);
            let pong = player.ping.and_then(|(_, since)| since).map(|since| since + limits::PONG);
            let thinking = match self.stage {
                Stage::Thinking { side: thinker, sent, .. } if thinker == side => {
                    sent.map(|sent| sent + player.clock.last_moment())
                }
                _ => None,
            };
            [(write, Due::Write), (pong, Due::Pong), (thinking, Due::Move)]
                .map(|(deadline, due)| deadline.map(|deadline| (deadline, side, due)))
        };
        let [south, north] = Side::BOTH.map(of_side);
        south.into_iter().chain(north).flatten().min_by_key(|&(deadline, _, _)| deadline)
    }

    fn overdue(&mut self, side: Side, due: Due, now: Duration) {
        let ply = self.next_ply();
        // Half of what a bot may be late by: with less, it was late by itself.
        let excuse = match due {
            Due::Write => limits::WRITE / 2,
            Due::Pong => limits::PONG / 2,
            Due::Move => (self.setup.time.margin / 2).max(limits::LEAST_STALL),
            Due::Gone => Duration::MAX,
        };
        if self.setup.stalls == Stalls::Excuse && self.stall >= excuse {
            let name = &self.setup.names[side.index()];
            let stall = seconds(self.stall);
            let detail =
                format!("ply {ply}: the host stalled for {stall} while `{name}` had to answer");
            return self.void(detail, now);
        }
        match due {
            Due::Write => {
                let limit = seconds(limits::WRITE);
                let detail =
                    format!("ply {ply}: did not read its stdin for {limit}, its pipe is full");
                self.fault(side, Reason::StdinBlocked, detail, None, now);
            }
            Due::Pong => {
                let limit = seconds(limits::PONG);
                let detail = format!("did not answer `ping` before the game within {limit}");
                self.fault(side, Reason::Stalled, detail, None, now);
            }
            Due::Gone => self.blame_gone(side, now),
            Due::Move => self.late(side, now),
        }
    }

    fn late(&mut self, side: Side, now: Duration) {
        let Stage::Thinking { sent: Some(sent), id, .. } = self.stage else { return };
        let ply = self.next_ply();
        let player = &mut self.players[side.index()];
        let elapsed = now.saturating_sub(sent);
        let mut detail = format!("ply {ply}: {}", player.clock.overrun(elapsed));
        if player.unfinished > 0 {
            detail += &format!("; {} bytes without a newline are waiting", player.unfinished);
        }
        if let Some(stale) = player.stale {
            detail += &format!("; it answered id {stale} again, the request was {id}");
        }
        detail += &player.no_answers.told();
        player.clock.note(elapsed);
        self.fault(side, Reason::Timeout, detail, None, now);
    }
}
