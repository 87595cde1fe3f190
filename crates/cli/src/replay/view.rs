//! What is shown of a game, and how keys and time change that.

use std::time::Duration;

use super::keys::Key;

/// The shortest and the longest time between two moves, in milliseconds.
const SPEEDS_MS: (u64, u64) = (10, 60_000);

/// A place in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Plies that are played.
    pub(super) at: usize,
    /// Plies of the game.
    pub(super) plies: usize,
    /// Whether it goes on by itself.
    pub(super) is_playing: bool,
    /// Time between two moves then, in milliseconds.
    pub(super) speed_ms: u64,
}

/// Whether there is more to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Stay,
    Leave,
}

impl View {
    /// Begins after so many plies.
    pub(super) fn new(from: usize, plies: usize, is_playing: bool, speed_ms: u64) -> View {
        View { at: from, plies, is_playing, speed_ms }
    }

    /// Does what a key says.
    pub(super) fn press(&mut self, key: Key) -> Then {
        match key {
            Key::Quit => return Then::Leave,
            Key::Play => {
                // From the end it begins again.
                if !self.is_playing && self.at == self.plies {
                    self.at = 0;
                }
                self.is_playing = !self.is_playing;
                return Then::Stay;
            }
            Key::Faster => {
                self.speed_ms = (self.speed_ms / 2).max(SPEEDS_MS.0);
                return Then::Stay;
            }
            Key::Slower => {
                self.speed_ms = (self.speed_ms * 2).min(SPEEDS_MS.1);
                return Then::Stay;
            }
            Key::Forward => self.at = (self.at + 1).min(self.plies),
            Key::Back => self.at = self.at.saturating_sub(1),
            Key::First => self.at = 0,
            Key::Last => self.at = self.plies,
        }
        // Who looks for himself is not to be hurried on.
        self.is_playing = false;
        Then::Stay
    }

    /// Returns when it goes on by itself, if it does.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.is_playing.then(|| Duration::from_millis(self.speed_ms))
    }

    /// Goes on by itself.
    pub(super) fn tick(&mut self) {
        self.at = (self.at + 1).min(self.plies);
        self.is_playing &= self.at < self.plies;
    }
}
