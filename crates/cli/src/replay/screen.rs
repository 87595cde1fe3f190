//! A game on the screen of a terminal, gone through with keys.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};

use anyhow::Context as _;
use ayo_referee::Stopper;
use ayo_report::Style;
use ayo_report::table::Look;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use super::frames::StoredGame;
use super::keys::keys;
use super::text;
use super::view::{Then, View};
use crate::explain::{drawing, words};
use crate::failure::Failure;

/// Another screen, without a cursor; the one before comes back in the end.
const ENTER: &str = "\x1b[?1049h\x1b[?25l";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
/// Begins at the top of an empty screen.
const CLEAR: &str = "\x1b[H\x1b[J";
/// Bytes read at once from the keyboard.
const KEYS_BYTES: usize = 256;

/// Returns whether stdout is a terminal that can move its cursor.
pub(super) fn can_be_drawn_on() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// The screen while it is ours. Dropping it gives it back as it was, after a panic too.
struct Screen {
    before: Termios,
}

impl Screen {
    fn enter() -> io::Result<Screen> {
        let before = tcgetattr(io::stdin())?;
        let mut ours = before.clone();
        // No line at a time, no echo, and Ctrl-C is a key: so we are there to tidy up.
        ours.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        ours.input_modes -= InputModes::IXON;
        ours.special_codes[SpecialCodeIndex::VMIN] = 1;
        ours.special_codes[SpecialCodeIndex::VTIME] = 0;
        let screen = Screen { before };
        tcsetattr(io::stdin(), OptionalActions::Flush, &ours)?;
        screen.draw(ENTER)?;
        Ok(screen)
    }

    fn draw(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.draw(LEAVE);
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}

/// What comes from outside.
enum Input {
    /// Bytes of the keyboard.
    Keys(Vec<u8>),
    /// The keyboard is gone, or a signal wants us to end.
    Gone,
}

/// Shows a game until somebody leaves.
///
/// # Errors
/// Fails when the terminal does; a signal that asks us to end is an interruption.
pub(super) fn show(game: &StoredGame, mut view: View, style: Style) -> Result<(), Failure> {
    let (sender, input) = channel();
    let stopper = Stopper::default();
    let signals = sender.clone();
    let told = move |_| drop(signals.send(Input::Gone));
    stopper.on_signals(told).context("cannot listen to signals")?;
    let screen = Screen::enter()?;
    std::thread::Builder::new().name("keys".to_owned()).spawn(move || read_keys(&sender))?;
    loop {
        screen.draw(&format!("{CLEAR}{}", picture(game, &view, style)))?;
        let arrived = match view.pause() {
            Some(pause) => input.recv_timeout(pause),
            None => input.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match arrived {
            Ok(Input::Keys(bytes)) => {
                for key in keys(&bytes) {
                    if view.press(key) == Then::Leave {
                        return Ok(());
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => view.tick(),
            Ok(Input::Gone) | Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Interrupted);
            }
        }
    }
}

fn read_keys(sender: &Sender<Input>) {
    let mut bytes = [0; KEYS_BYTES];
    let mut stdin = io::stdin().lock();
    loop {
        let input = match stdin.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => Input::Gone,
            Ok(read) => Input::Keys(bytes[..read].to_vec()),
        };
        let is_over = matches!(input, Input::Gone);
        if sender.send(input).is_err() || is_over {
            return;
        }
    }
}

/// Draws what is to be seen; lines end with `\n`, which a terminal of ours still understands.
pub(super) fn picture(game: &StoredGame, view: &View, style: Style) -> String {
    let View { at, plies, is_playing, speed_ms } = view;
    let position = game.position(*at);
    let (last, said) = match at.checked_sub(1).and_then(|last| game.frames.get(last)) {
        Some(frame) => (text::move_line(*at, frame), text::said(frame).unwrap_or_default()),
        None => ("   0  before the first move".to_owned(), String::new()),
    };
    let then = if at == plies {
        text::ending(game)
    } else {
        format!("{} to move", words::name(position.turn()))
    };
    let mode =
        if *is_playing { format!("playing, {speed_ms} ms a move") } else { "stopped".into() };
    format!(
        "{}\n\n{}\n{}\n{said}\n{then}\n\nply {at} of {plies} · {mode}\n\
         space → next · ← back · Home End · p play · + - speed · q leave\n",
        text::head(game),
        drawing::board(position),
        style.paint(&last, Look::Bold),
    )
}
