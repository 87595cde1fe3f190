//! `ayo replay`: as text, and on a terminal that the test holds the other end of.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::folder::{Folder, OPEN};

fn played() -> Folder {
    let folder = Folder::new();
    let command = ["match", "first", "greedy", "--games", "4", "--out", "runs/duel"];
    folder.ayo(&[&command[..], OPEN].concat()).exits(0);
    folder
}

#[test]
fn as_text() {
    let folder = played();
    let game = &folder.ayo(&["replay", "runs/duel", "2", "--json"]).exits(0).json();
    let moves = game["moves"].as_array().unwrap();
    let done = folder.ayo(&["replay", "runs/duel", "2"]).exits(0);
    assert_eq!(done.stdout.matches(" sows ").count(), moves.len(), "{}", done.shown());
    assert!(!done.stdout.contains('\u{1b}'), "{}", done.shown());
    let done = done.prints("first-greedy: game 2 · ").prints("South  greedy\nNorth  first\n");
    let [south, north] = [&game["stores"][0], &game["stores"][1]];
    done.prints(&format!("final stores: South {south}, North {north} · "));
    let every = folder.ayo(&["replay", "runs/duel", "2", "--step", "--from", "4"]).exits(0);
    assert_eq!(every.stdout.matches(" North  |").count(), moves.len() - 3, "{}", every.shown());
}

#[test]
fn refused() {
    let folder = played();
    let check = |arguments: &[&str], told: &str| {
        folder.ayo(&[&["replay"], arguments].concat()).exits(2).complains(told);
    };
    check(&["runs/dule", "1"], "no run in `runs/dule`");
    check(&["runs/dule", "1"], "runs there are: `runs/duel`");
    check(&["runs/duel", "5"], "no game 5 in `runs/duel`: its games are 1 to 4");
    check(&["runs/duel", "0"], "its games are 1 to 4");
    check(&["runs/duel", "x"], "invalid value 'x'");
    check(&["runs/duel", "1", "--from", "2000"], "`--from 2000`: game 1 has only ");
    check(&["runs/duel", "1", "--speed", "0"], "0 is not in 10..=60000");
    check(&["runs/duel", "1", "--step", "--play"], "cannot be used with");
}

fn resize(terminal: &OwnedFd, lines: u16, columns: u16) {
    let size = Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).unwrap();
}

/// A terminal, and `ayo` on it.
struct Terminal {
    ours: File,
    theirs: OwnedFd,
    before: Termios,
    child: Child,
    shown: String,
}

impl Terminal {
    fn start(folder: &Folder, arguments: &[&str]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = rustix::fs::open(&name, flags, Mode::empty()).unwrap();
        resize(&theirs, 40, 100);
        let before = tcgetattr(&theirs).unwrap();
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let mut command = folder.command(arguments);
        command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().unwrap();
        Terminal { ours: File::from(ours), theirs, before, child, shown: String::new() }
    }

    /// Waits until this text is shown.
    fn shows(&mut self, text: &str) {
        let mut bytes = [0; 4096];
        while !self.shown.contains(text) {
            // The terminal is open here too, so that it never ends: `ayo` must show the text.
            let read = self.ours.read(&mut bytes).unwrap();
            self.shown += &String::from_utf8_lossy(&bytes[..read]);
        }
        let (_, rest) = self.shown.split_once(text).unwrap();
        self.shown = rest.to_owned();
    }

    fn types(&mut self, keys: &[u8]) {
        self.ours.write_all(keys).unwrap();
    }

    /// Waits for the end, and checks that the terminal is as it was.
    #[track_caller]
    fn ends(mut self, code: i32) {
        self.shows("\u{1b}[?1049l");
        assert_eq!(self.child.wait().unwrap().code(), Some(code));
        let after = tcgetattr(&self.theirs).unwrap();
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert!(after.local_modes.contains(LocalModes::ECHO | LocalModes::ICANON));
    }
}

#[test]
fn with_keys() {
    let folder = played();
    let mut terminal = Terminal::start(&folder, &["replay", "runs/duel", "1", "--from", "4"]);
    terminal.shows("\u{1b}[?1049h");
    terminal.shows("ply 4 of ");
    let modes = tcgetattr(&terminal.theirs).unwrap().local_modes;
    assert!(!modes.intersects(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG));
    terminal.types(b" ");
    terminal.shows("ply 5 of ");
    terminal.types(b"\x1b[C");
    terminal.shows("ply 6 of ");
    terminal.types(b"\x1b[D");
    terminal.shows("ply 5 of ");
    terminal.types(b"g");
    terminal.shows("before the first move");
    terminal.types(b"G");
    terminal.shows("final stores: ");
    terminal.types(b"q");
    terminal.ends(0);
}

/// Another size is seen without a key.
#[test]
fn too_small() {
    let folder = played();
    let mut terminal = Terminal::start(&folder, &["replay", "runs/duel", "1"]);
    terminal.shows("ply 0 of ");
    for (lines, columns) in [(10, 100), (40, 30)] {
        resize(&terminal.theirs, lines, columns);
        terminal.shows("too small");
        terminal.shows(&format!("here    {columns} x {lines}"));
        resize(&terminal.theirs, 24, 80);
        terminal.shows("ply 0 of ");
    }
    terminal.types(b"q");
    terminal.ends(0);
}

#[test]
fn by_itself() {
    let folder = played();
    let mut terminal =
        Terminal::start(&folder, &["replay", "runs/duel", "1", "--play", "--speed", "10"]);
    terminal.shows("playing, 10 ms a move");
    terminal.shows("final stores: ");
    terminal.shows("stopped");
    terminal.types(b"\x1b");
    terminal.ends(0);
}

/// However it ends, the terminal is given back.
#[test]
fn given_back() {
    let folder = played();
    let mut terminal = Terminal::start(&folder, &["replay", "runs/duel", "1"]);
    terminal.shows("ply 0 of ");
    // Ctrl-C is a key there.
    terminal.types(b"\x03");
    terminal.ends(0);
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut terminal = Terminal::start(&folder, &["replay", "runs/duel", "1"]);
        terminal.shows("ply 0 of ");
        kill_process(Pid::from_child(&terminal.child), signal).unwrap();
        terminal.ends(130);
    }
}

/// While a run goes on, its leaders stand below the bar; nothing is left of them in the end.
#[test]
fn leaders_of_a_run() {
    let folder = Folder::new();
    let bots = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"greedy\"\n";
    folder.write("long.toml", format!("[format]\ncycles = 2000\n{bots}"));
    let mut terminal = Terminal::start(&folder, &[&["run", "long.toml"], OPEN].concat());
    terminal.shows(" games · ");
    terminal.shows("  1  greedy  ");
    terminal.shows("  2  first   ");
    kill_process(Pid::from_child(&terminal.child), Signal::TERM).unwrap();
    terminal.shows("to go on: ayo run long.toml");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(130));
}
