//! Bots that cannot start: found before the first game, named, and what to do about it.

use ayo_store::Reader;

use crate::folder::{Folder, misbehave};
use crate::running::Done;

/// Puts a bot into a match; `ayo` must exit with this code and say all of this.
#[track_caller]
pub(crate) fn check(folder: &Folder, bot: &str, code: i32, told: &[&str]) {
    let done = folder.ayo(&["match", bot, "first", "--games", "2", "--out", "run"]).exits(code);
    for text in told {
        assert!(done.stderr.contains(text), "no `{text}` about `{bot}`\n{}", done.shown());
    }
    assert_eq!(done.stdout, "", "nothing was played");
    assert!(!folder.path("run/games.csv").exists(), "nothing was played");
    folder.check_nothing_left();
}

/// What can be seen without starting anything is wrong usage.
#[test]
pub(crate) fn not_there() {
    let folder = Folder::new();
    folder.write("bot.py", "print()\n");
    folder.write("bot", "");
    let check = |bot, told| check(&folder, bot, 2, &["error: ", told]);
    check("no-such-bot", "no bot `no-such-bot`: it is not built in, no file here and no program");
    check("gredy", "did you mean `greedy`?");
    check("./no-such-file", "no such file: ./no-such-file (paths are relative to the current");
    check("sh no-such-file.sh", "no such file: no-such-file.sh (paths are relative to");
    check("./bot.py", "`./bot.py` is not executable; try `python3 ./bot.py`, or `chmod +x");
    check("./bot", "`./bot` is not executable; try `chmod +x ./bot`");
    check("./tmp", "`./tmp` is a folder, not a program");
    check("'sh bot", "ends inside a quotation");
    check("", "no bot in ``");
    check("minimax?depth=0", "`depth` takes a whole number from 1 to 64, not `0`");
}

/// What the kernel does not execute.
#[test]
pub(crate) fn not_executable() {
    let folder = Folder::new();
    folder.program("no-interpreter", "#!/no/such/interpreter -u\n");
    folder.program("crlf", "#!/bin/sh\r\nexit 0\r\n");
    folder.program("env-missing", "#!/usr/bin/env nosuchlang\n");
    folder.program("env-crlf", "#!/usr/bin/env sh\r\nexit 0\r\n");
    folder.program("env-words", "#!/usr/bin/env sh -u\n");
    folder.program("bom", "\u{feff}#!/bin/sh\nexit 0\n");
    folder.program("text", "print('hello')\n");
    folder.program("elf", elf_of_another_machine());
    let check = |bot: &str, told| {
        let name = format!("error: cannot start bot `{}`\n  caused by: ", &bot[2..]);
        check(&folder, bot, 1, &[&name, bot.trim_start_matches('.'), told]);
    };
    check("./no-interpreter", "is missing: its first line names `/no/such/interpreter`");
    check("./crlf", "has CRLF line endings, so its interpreter is not found: run `sed -i");
    check("./env-missing", "is missing: its first line names `nosuchlang`");
    check("./env-crlf", "has CRLF line endings, so its interpreter is not found: run `sed -i");
    check("./env-words", "write `#!/usr/bin/env -S sh -u`");
    check("./bom", "begins with a byte order mark: save it without one");
    check("./text", "is no program, and its first line is not `#!` and an interpreter");
    check("./elf", "is built for another machine: ARM (32 bit), and this is ");
}

/// The header of a program for 32-bit ARM, which no 64-bit kernel here executes.
fn elf_of_another_machine() -> Vec<u8> {
    let mut header = vec![0; 64];
    // Magic, 32 bit, little endian, version 1.
    header[..7].copy_from_slice(b"\x7FELF\x01\x01\x01");
    header[16] = 2; // executable
    header[18] = 40; // ARM
    header[20] = 1; // version
    header
}

/// What starts, and does not become a bot.
#[test]
pub(crate) fn not_a_bot() {
    let folder = Folder::new();
    let cannot = "error: cannot start bot `bad`\n  caused by: ";
    let check = |script, told: &[&str]| {
        check(&folder, &misbehave(script), 1, &[&[cannot], told].concat());
    };
    check(
        "exits-at-once",
        &[
            "exited with code 1 before it could play",
            "the last lines of its stderr:\n    Traceback (most recent call last):\n    \
             ModuleNotFoundError: No module named 'numpy'\n",
        ],
    );
    check("noisy-start", &["flooded its stdout: 1000 lines that answer nothing, 999 allowed"]);
    let told = "was ended by SIGILL (signal 4): it may be built for another processor before it";
    check("illegal-at-once", &[told]);
    let painted = r"\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}backwards\u{2066}";
    check("paints-the-terminal", &[painted]);
    check("other-version", &["speaks protocol version 2, this referee speaks 1"]);
}

/// All these have ten seconds for `hello`; they have them at the same time.
#[test]
fn never_says_hello() {
    std::thread::scope(|scope| {
        [mute, unflushed, unfinished].into_iter().for_each(|check| drop(scope.spawn(check)));
    });
}

pub(crate) fn mute() {
    let folder = Folder::new();
    check(&folder, &misbehave("mute"), 1, &["did not answer `hello` within 10.00 s"]);
}

/// The commonest mistake of a first bot has a hint of its own.
pub(crate) fn unflushed() {
    let folder = Folder::new();
    let told = ["did not answer `hello` within 10.00 s; its output came only when its stdin was \
                 closed: flush stdout after every line"];
    check(&folder, &misbehave("unflushed"), 1, &told);
}

fn unfinished() {
    let folder = Folder::new();
    let told = "within 10.00 s; 53 bytes without a newline are waiting";
    check(&folder, &misbehave("hello-without-newline"), 1, &[told]);
}

/// Every bot that does not start is named at once, not one a run.
#[test]
fn all_are_named() {
    let folder = Folder::new();
    folder.program("text", "print('hello')\n");
    let bots = ["one=./text", "two=./text"];
    let done = folder.ayo(&["match", bots[0], bots[1], "--out", "run"]).exits(1);
    done.complains("cannot start bot `one`").complains("cannot start bot `two`");
}

/// A build that fails is shown with what it said.
#[test]
fn build_fails() {
    let folder = Folder::new();
    folder.write(
        "t.toml",
        "[[bot]]\nname = \"mine\"\ncommand = \"./bot\"\nbuild = \"echo no compiler >&2; exit 7\"\n\
         [[bot]]\nbuiltin = \"first\"\n",
    );
    let done = folder.ayo(&["run", "t.toml"]).exits(1);
    done.complains("cannot build bot `mine`").complains("no compiler").complains("7");
}

/// A bot that starts for its first game and not later is shown with its last words too.
#[test]
fn withdrawn() {
    let folder = Folder::new();
    // Games are numbered; what the examination before a run plays has other names.
    let text = format!(
        "#!/bin/sh\nif [ -e '{played}' ]; then echo 'no licence left' >&2; exit 3; fi\n\
         while read -r line; do\n\
         case $line in *'\"new_game\"'*'\"game_id\":\"'[0-9]*) touch '{played}';; esac\n\
         printf '%s\\n' \"$line\"\ndone | '{ayo}' bot first\n",
        played = folder.path("played").display(),
        ayo = env!("CARGO_BIN_EXE_ayo-under-test"),
    );
    folder.program("mine", text);
    folder.write(
        "t.toml",
        "[[bot]]\nname = \"mine\"\ncommand = \"./mine\"\nrestart = true\n\
         [[bot]]\nbuiltin = \"first\"\n",
    );
    // The bot leaves a mark outside its own folder.
    let command = ["run", "t.toml", "--isolation", "none", "--concurrency", "1"];
    let done = folder.ayo(&command).exits(1);
    done.complains("`mine` is withdrawn, it failed to start three times in a row: ")
        .complains("exited with code 3")
        .complains("\n  the last lines of its stderr:\n    no licence left\n");
    // Who goes on has all games to play.
    let reader = Reader::open(&folder.path("runs/t/run.db")).unwrap();
    let live = reader.live().unwrap().unwrap();
    let stopped = live.stopped.as_deref();
    assert_eq!((live.total, stopped), (2, Some("1 game not played, a bot was withdrawn")));
}

/// A bot that answers, and sows from a pit that is none.
const SOWS_NOTHING: &str = r#"
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    case $line in
        *'"type":"hello"'*) echo '{"type":"hello","id":'$id',"protocol":1,"name":"nothing"}' ;;
        *'"type":"go"'*) echo '{"type":"move","id":'$id',"pit":12}' ;;
        *'"type":"ping"'*) echo '{"type":"pong","id":'$id'}' ;;
        *'"type":"quit"'*) exit ;;
    esac
done
"#;

/// What is in a name turns no line round and moves no cursor, whoever says it.
#[test]
fn names_that_paint() {
    let folder = Folder::new();
    let name = "ab\u{202e}cd";
    #[track_caller]
    fn check(done: Done) {
        let all = format!("{}{}", done.stdout, done.stderr);
        assert!(!all.contains(['\u{202e}', '\u{1b}']), "{}", done.shown());
        assert!(all.contains("ab\\u{202e}cd"), "{}", done.shown());
    }
    let run = |command: &str, out: &str, more: &[&str]| {
        let bot = format!("[[bot]]\nname = \"{name}\"\ncommand = \"{command}\"\n");
        let title = format!("name = \"{name}\"\n[format]\ncycles = 1\n");
        folder.write("t.toml", title + &bot + "[[bot]]\nbuiltin = \"random\"\n");
        let command = ["run", "t.toml", "--isolation", "none", "--fresh", "--out", out];
        folder.ayo(&[&command[..], more].concat())
    };
    let script = misbehave("exits-at-once").replacen("bad=", "", 1);
    check(run(&script, "no", &[]).exits(1));
    check(run(&script, name, &["--dry-run"]).exits(0));
    folder.write("bad.sh", SOWS_NOTHING);
    let warned = run("sh bad.sh", name, &[]).exits(0);
    assert!(warned.stderr.contains("warning: `ab\\u{202e}cd` breaks "), "{}", warned.shown());
    check(warned);
    check(folder.ayo(&["report", name]).exits(0));
    check(folder.ayo(&["new", name]).exits(2));
    check(folder.ayo(&["replay", name, "1"]).exits(0));
    check(folder.ayo(&["replay", &format!("no{name}"), "1"]).exits(2));
}
