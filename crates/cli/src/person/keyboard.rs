//! The lines that the person types, one at a time, and the signal that ends it.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Longest line that is read, in bytes; what is longer is cut.
const MAX_LINE_BYTES: u64 = 1_024;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// There will be no more.
    End,
    /// Somebody pressed Ctrl-C, or the like.
    Interrupted,
}

/// The keyboard, or whatever else stdin is.
pub(super) struct Keyboard {
    sender: Sender<Typed>,
    typed: Receiver<Typed>,
}

impl Keyboard {
    pub(super) fn new() -> Keyboard {
        let (sender, typed) = channel();
        Keyboard { sender, typed }
    }

    /// Returns what to call for a signal.
    pub(super) fn interrupter(&self) -> impl Fn() + Send + 'static {
        let sender = self.sender.clone();
        move || drop(sender.send(Typed::Interrupted))
    }

    /// Reads lines from now on, on a thread of its own: a signal must not wait for a line.
    pub(super) fn listen(&self) -> io::Result<()> {
        let sender = self.sender.clone();
        std::thread::Builder::new().name("keyboard".to_owned()).spawn(move || {
            // It ends when nobody listens, or nobody types.
            while let Some(line) = read_line() {
                if sender.send(Typed::Line(line)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Typed::End);
        })?;
        Ok(())
    }

    /// Asks for a line, where somebody sees it.
    pub(super) fn prompt(&self, out: &mut impl Write) -> io::Result<()> {
        if io::stdin().is_terminal() {
            write!(out, "your move: ")?;
        }
        out.flush()
    }

    /// Waits for what is typed next.
    pub(super) fn next(&self) -> Typed {
        self.typed.recv().unwrap_or(Typed::End)
    }
}

fn read_line() -> Option<String> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    if bytes.last() != Some(&b'\n') {
        stdin.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
