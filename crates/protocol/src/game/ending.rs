//! How a game ends: by the rules, by a fault, by a process that is gone, or void.

use std::time::Duration;

use ayo_record::{GameResult, Reason, Verdict};
use ayo_rules::Side;

use super::{Finished, Game, Gone, Leaving, Player, Setup, Stage};
use crate::Ended;
use crate::from_bot::{Code, quote_line};
use crate::session::Session;
use crate::to_bot::{ErrorMessage, GameOver, ToBot};
use crate::{ended, limits};

impl Setup {
    /// Returns how the game ended that could not begin: without a result, nobody's fault.
    #[must_use]
    pub fn unplayed(&self, detail: String) -> Finished {
        Finished {
            verdict: Verdict { reason: Reason::Void, loser: None, detail },
            result: GameResult::Void,
            left: None,
            scores: self.sheet.position().stores(),
            used: [Duration::ZERO; 2],
            slowest: [Duration::ZERO; 2],
            moves: self.sheet.moves().to_vec(),
            move_us: Vec::new(),
            infos: Vec::new(),
        }
    }
}

impl Game {
    /// Ends the game without a result: it was nobody's fault.
    pub fn void(&mut self, detail: String, now: Duration) {
        let verdict = Verdict { reason: Reason::Void, loser: None, detail };
        self.finish(verdict, GameResult::Void, None, now);
    }

    fn gone(&mut self, side: Side, how: Gone, now: Duration) {
        self.time(now);
        let player = &mut self.players[side.index()];
        match player.gone {
            // The exit status says more than the pipe that closed with it.
            None => player.gone = Some((how, now)),
            Some((Gone::StdoutClosed | Gone::StdinClosed, since))
                if matches!(how, Gone::Ended(_)) =>
            {
                player.gone = Some((how, since));
            }
            Some(_) => {}
        }
        self.blame_gone(side, now);
    }

    /// A bot that is gone loses when something is asked of it, not before: its
    /// last move may have won the game.
    pub(super) fn blame_gone(&mut self, side: Side, now: Duration) {
        let Some((how, since)) = self.players[side.index()].gone else { return };
        if !self.owes_answer(side) {
            return;
        }
        let ply = self.next_ply();
        let excused = self.setup.leaving[side.index()] == Leaving::Excuse;
        if excused && self.stage == Stage::Preparing && self.players[side.index()].session.games > 1
        {
            // It went after its last game, not in this one: a new process may play it.
            let settled = matches!(how, Gone::Ended(_)) || now >= since + limits::EXIT;
            if settled {
                let name = &self.setup.names[side.index()];
                self.void(format!("`{name}` did not stay from the game before"), now);
                if let Some(finished) = &mut self.finished {
                    finished.left = Some(side);
                }
            }
            return;
        }
        match how {
            Gone::Ended(ended) => {
                let reason = match ended {
                    Ended::Exited(_) => Reason::Exited,
                    Ended::Signaled(_) => Reason::Signaled,
                    Ended::MemoryLimit { .. } => Reason::MemoryLimit,
                    Ended::ProcessLimit { .. } => Reason::ProcessLimit,
                };
                self.fault(side, reason, format!("ply {ply}: {ended}"), None, now);
            }
            Gone::StdoutClosed if now >= since + limits::EXIT => {
                let detail = format!("ply {ply}: {}", ended::lives_on("stdout"));
                self.fault(side, Reason::StdoutClosed, detail, None, now);
            }
            Gone::StdinClosed if now >= since + limits::EXIT => {
                let detail = format!("ply {ply}: {}", ended::lives_on("stdin"));
                self.fault(side, Reason::StdinBlocked, detail, None, now);
            }
            Gone::StdoutClosed | Gone::StdinClosed => {}
        }
    }

    /// Takes note that a bot closed its stdout; every line before must have been fed.
    pub fn stdout_closed(&mut self, side: Side, now: Duration) {
        self.gone(side, Gone::StdoutClosed, now);
    }

    /// Takes note that a bot closed its stdin.
    pub fn stdin_closed(&mut self, side: Side, now: Duration) {
        self.gone(side, Gone::StdinClosed, now);
    }

    /// Takes note that a process ended; every line it wrote must have been fed before.
    pub fn ended(&mut self, side: Side, ended: Ended, now: Duration) {
        self.gone(side, Gone::Ended(ended), now);
    }

    pub(super) fn fault(
        &mut self,
        side: Side,
        reason: Reason,
        detail: String,
        mistake: Option<(Code, &[u8])>,
        now: Duration,
    ) {
        if self.stage == Stage::Over {
            return;
        }
        if let Some((code, line)) = mistake {
            let error = ErrorMessage {
                id: None,
                code: code.word().to_owned(),
                message: detail.chars().take(1_000).collect(),
                line: quote_line(line),
            };
            self.send(side, &ToBot::Error(error), now);
        }
        let verdict = Verdict { reason, loser: Some(side), detail };
        self.finish(verdict, GameResult::won_by(side.opponent()), None, now);
    }

    pub(super) fn finish(
        &mut self,
        verdict: Verdict,
        result: GameResult,
        scores: Option<[u8; 2]>,
        now: Duration,
    ) {
        if self.stage == Stage::Over {
            return;
        }
        self.unanswered = self.thinking();
        self.stage = Stage::Over;
        let sheet = &self.setup.sheet;
        let scores = scores.unwrap_or_else(|| sheet.position().stores());
        let message = ToBot::GameOver(GameOver {
            game_id: self.setup.game_id.clone(),
            result: result.text().to_owned(),
            reason: verdict.reason.word().to_owned(),
            stores: scores,
            moves: sheet.moves().iter().map(|pit| pit.index() as u8).collect(),
        });
        self.finished = Some(Finished {
            verdict,
            result,
            left: None,
            scores,
            used: [0, 1].map(|side: usize| self.players[side].clock.used),
            slowest: [0, 1].map(|side: usize| self.players[side].clock.slowest),
            moves: sheet.moves().to_vec(),
            infos: self.infos.take(self.move_us.len()),
            move_us: std::mem::take(&mut self.move_us),
        });
        for side in Side::BOTH {
            if self.players[side.index()].gone.is_none() {
                self.send(side, &message, now);
            }
        }
    }

    /// Returns how the game went, once it is over.
    #[must_use]
    pub fn finished(&self) -> Option<&Finished> {
        self.finished.as_ref()
    }

    /// Returns how the game went, and the sessions of the processes that can play on.
    ///
    /// A process whose game ended by an illegal move or a resignation is healthy;
    /// after any other fault it is not.
    ///
    /// # Panics
    /// When the game is not over.
    #[must_use]
    pub fn close(self) -> (Finished, [Option<Session>; 2]) {
        let finished = self.finished.expect("only a game that is over is closed");
        let Verdict { reason, loser, .. } = &finished.verdict;
        let healthy =
            matches!(reason, Reason::IllegalMove | Reason::Resigned) || reason.is_normal();
        let [south, north] = self.players;
        let keep = |side: Side, player: Player| {
            let at_fault = *loser == Some(side) && !healthy;
            // A late answer without an id could pass for one in the next game. The
            // pong to the ping before that game comes behind it; without pings
            // only a new process is safe.
            let may_answer_late = self.unanswered == Some(side) && !player.session.answers_ping;
            let lives = player.gone.is_none() && !at_fault && !may_answer_late;
            lives.then_some(player.session)
        };
        let sessions = [keep(Side::South, south), keep(Side::North, north)];
        (finished, sessions)
    }
}
