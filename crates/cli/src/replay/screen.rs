//! A game on the screen of a terminal, gone through with keys.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::Context as _;
use ayo_referee::Stopper;
use ayo_report::Style;
use ayo_report::table::{Look, cut};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize,
    tcsetattr,
};
use unicode_width::UnicodeWidthStr as _;

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
/// How often is looked whether the terminal has another size.
const LOOK_EVERY: Duration = Duration::from_millis(200);

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
#[derive(Debug, PartialEq, Eq)]
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
        let size = Size::of_terminal();
        screen.draw(&format!("{CLEAR}{}", picture(game, &view, size, style)))?;
        let arrived = match view.pause() {
            Some(pause) => input.recv_timeout(pause),
            None => wait(&input, size),
        };
        match arrived {
            Ok(Input::Keys(bytes)) => {
                for key in keys(&bytes) {
                    if view.press(key) == Then::Leave {
                        return Ok(());
                    }
                }
            }
            // When nothing goes on by itself, only the size has changed.
            Err(RecvTimeoutError::Timeout) if view.is_playing => view.tick(),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Input::Gone) | Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Interrupted);
            }
        }
    }
}

/// Waits until there is something to do, or the terminal has another size.
fn wait(input: &Receiver<Input>, size: Size) -> Result<Input, RecvTimeoutError> {
    loop {
        let arrived = input.recv_timeout(LOOK_EVERY);
        if arrived != Err(RecvTimeoutError::Timeout) || Size::of_terminal() != size {
            return arrived;
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

/// Lines and columns of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) lines: usize,
    pub(super) columns: usize,
}

impl Size {
    /// One that is not known is taken for the usual one.
    const USUAL: Size = Size { lines: 24, columns: 80 };

    fn of_terminal() -> Size {
        match tcgetwinsize(io::stdout()) {
            Ok(size) if size.ws_row > 0 && size.ws_col > 0 => {
                Size { lines: size.ws_row.into(), columns: size.ws_col.into() }
            }
            _ => Size::USUAL,
        }
    }
}

/// Draws what is to be seen; lines end with `\n`, which a terminal of ours still understands.
///
/// What is too wide is cut, and where the board has no room that is said: a line that is broken
/// in two, or a screen that scrolls, would show no position at all.
pub(super) fn picture(game: &StoredGame, view: &View, size: Size, style: Style) -> String {
    let lines = lines(game, view);
    let board = drawing::board(game.position(view.at));
    let width = board.lines().map(|line| line.width()).max().unwrap_or_default();
    // The cursor stands below the last line.
    let height = lines.len() + 1;
    if size.columns < width || size.lines < height {
        let Size { lines, columns } = size;
        let told = [
            "too small".to_owned(),
            format!("needed  {width} x {height}"),
            format!("here    {columns} x {lines}"),
            "q leave".to_owned(),
        ];
        let shown = told.iter().take(size.lines.saturating_sub(1));
        return shown.map(|line| cut(line, size.columns) + "\n").collect();
    }
    let draw = |(line, look): &(String, Look)| style.paint(&cut(line, size.columns), *look) + "\n";
    lines.iter().map(draw).collect()
}

fn lines(game: &StoredGame, view: &View) -> Vec<(String, Look)> {
    let View { at, plies, is_playing, speed_ms } = view;
    let position = game.position(*at);
    let (last, said) = match at.checked_sub(1).and_then(|last| game.frames.get(last)) {
        Some(frame) => (text::move_line(*at, frame), text::said(frame).unwrap_or_default()),
        None => ("   0  before the first move".to_owned(), String::new()),
    };
    let then = if at == plies {
        text::ending(game)
    } else {
        let value = text::value(game, *at).map(|value| format!(" · {value}"));
        format!("{} to move{}", words::name(position.turn()), value.unwrap_or_default())
    };
    // Only where there is one: on a small screen every line counts.
    let blunder = text::blunder(game, *at).map(|blunder| format!("{blunder}\n"));
    let blunder = blunder.unwrap_or_default();
    let mode =
        if *is_playing { format!("playing, {speed_ms} ms a move") } else { "stopped".into() };
    let above = format!("{}\n\n{}", text::head(game), drawing::board(position));
    let below = format!(
        "{said}\n{blunder}{then}\n\nply {at} of {plies} · {mode}\n\
         space → next · ← back · Home End · p play · + - speed · q leave"
    );
    let normal = |line: &str| (line.to_owned(), Look::Normal);
    let above = above.split('\n').map(normal);
    above.chain([(last, Look::Bold)]).chain(below.split('\n').map(normal)).collect()
}
