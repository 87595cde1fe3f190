//! A bot that keeps to the protocol but for one fault, which its kind names.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use ayo_rules::{Position, Rules, Side};
use serde_json::{Value, json};

/// Plays as the mutant of a kind until it is told to quit.
pub(crate) fn play(kind: &str, argument: Option<&str>) -> i32 {
    let _lock = (kind == "one-at-a-time").then(|| lock(argument.unwrap()));
    match kind {
        "dies-at-start" => {
            eprintln!("ImportError: there is no board");
            return 1;
        }
        "no-hello" => eprintln!("ImportError: there is no board"),
        "speaks-first" => say(r#"{"type":"move","pit":1}"#),
        "litters" => {
            let mut litter = open_to_all(&format!("{}.litter", argument.unwrap()));
            litter.write_all(b"here I was").unwrap();
        }
        "busy" => {
            std::thread::spawn(|| {
                loop {
                    std::hint::spin_loop();
                }
            });
        }
        _ => {}
    }
    let positions = (kind == "counts").then(|| open_to_all(argument.unwrap()));
    Mutant { kind: kind.to_owned(), positions, ..Mutant::default() }.run(&chunks())
}

/// Opens a file that all processes of the bot may write to: when the referee is root each
/// of them is somebody else.
fn open_to_all(path: &str) -> File {
    let file = File::options().create(true).append(true).open(path).unwrap();
    // Only who made it may; then it is so already.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(0o666));
    file
}

fn lock(path: &str) -> File {
    let file = open_to_all(path);
    file.try_lock().unwrap();
    file
}

/// Reads stdin on a thread, so that one can wait with a limit.
fn chunks() -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut chunk = vec![0; 1 << 17];
        while let Ok(bytes) = std::io::stdin().read(&mut chunk) {
            if bytes == 0 || sender.send(chunk[..bytes].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

fn say(line: &str) {
    write(format!("{line}\n").as_bytes());
}

fn write(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

#[derive(Default)]
pub(crate) struct Mutant {
    pub(crate) kind: String,
    unread: Vec<u8>,
    held_back: Vec<u8>,
    pings: u32,
    games: u32,
    answers_in_game: u32,
    base_ms: Option<u64>,
    pub(crate) rules: Rules,
    /// Where it notes the positions it is asked in.
    positions: Option<File>,
    /// The board of its own, where a mutant has one.
    pub(crate) board: Option<Position>,
    /// The board of a game it takes for adjourned.
    pub(crate) adjourned: Option<Position>,
}

impl Mutant {
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }

    fn run(&mut self, chunks: &Receiver<Vec<u8>>) -> i32 {
        loop {
            let limit = Duration::from_millis(if self.is("hasty") { 1_300 } else { 1 << 40 });
            match chunks.recv_timeout(limit) {
                Ok(chunk) => self.unread.extend(chunk),
                Err(RecvTimeoutError::Timeout) => return 1,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.is("reads-to-the-end") {
                continue;
            }
            let whole = !self.is("half-lines") && !self.is("one-line-a-read");
            let lines_a_read = match &*self.kind {
                "one-line-a-read" => 1,
                "four-lines-a-read" => 4,
                _ => usize::MAX,
            };
            let mut taken = 0;
            while let Some(line) = self.next_line(whole) {
                taken += 1;
                if taken > lines_a_read {
                    continue;
                }
                if let Some(code) = self.line(&line) {
                    return code;
                }
            }
        }
        while self.is("reads-to-the-end")
            && let Some(line) = self.next_line(true)
        {
            self.line(&line);
        }
        write(&self.held_back);
        if self.is("ignores-eof") {
            std::thread::park();
        }
        0
    }

    fn next_line(&mut self, whole: bool) -> Option<Vec<u8>> {
        let end = self.unread.iter().position(|&byte| byte == b'\n');
        let end = end.or((!whole && !self.unread.is_empty()).then(|| self.unread.len() - 1))?;
        let mut line: Vec<u8> = self.unread.drain(..=end).collect();
        if self.is("short-buffer") {
            line.truncate(4_096);
        }
        Some(line)
    }

    /// Answers a line; returns a code to exit with.
    fn line(&mut self, line: &[u8]) -> Option<i32> {
        let message = serde_json::from_slice::<Value>(line).unwrap_or_default();
        let Some(kind) = message["type"].as_str() else {
            return self.garbage(line, &message);
        };
        match kind {
            "hello" => self.hello(&message),
            "new_game" => self.new_game(&message),
            "go" => self.go(&message, line),
            "ping" => self.ping(&message),
            "game_over" => self.game_over(&message),
            "error" => self.error(&message),
            "quit" => self.quit(),
            _ => self.unknown(&message),
        }
    }

    /// Some read with a library that raises, and do not think of everything it raises.
    fn garbage(&self, line: &[u8], message: &Value) -> Option<i32> {
        let deadly = match &*self.kind {
            "dies-on-garbage" => true,
            "dies-at-empty-lines" => line.trim_ascii().is_empty(),
            "dies-at-bad-utf8" => std::str::from_utf8(line).is_err(),
            "dies-at-lists" => message.is_array(),
            "dies-at-bad-json" => {
                let text = std::str::from_utf8(line).unwrap_or_default();
                !text.trim().is_empty() && message.is_null()
            }
            _ => false,
        };
        deadly.then_some(1)
    }

    fn hello(&mut self, message: &Value) -> Option<i32> {
        for option in Rules::OPTION_NAMES {
            let value = &message["rules"][option];
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.rules.set(option, &text).unwrap();
        }
        match &*self.kind {
            "no-hello" => return None,
            "python-repr" => {
                say("{'type': 'hello', 'id': 1, 'protocol': 1, 'name': 'x'}");
                return None;
            }
            "knows-rules" if message["rules"]["x_wind"] != Value::Null => return Some(1),
            _ => {}
        }
        let id = if self.is("hello-id") { 7 } else { message["id"].as_u64().unwrap() };
        let protocol = if self.is("protocol-2") { 2 } else { 1 };
        say(&json!({"type": "hello", "id": id, "protocol": protocol, "name": "mutant"}).to_string());
        None
    }

    fn new_game(&mut self, message: &Value) -> Option<i32> {
        self.games += 1;
        self.answers_in_game = 0;
        self.base_ms = message["time"]["base_ms"].as_u64();
        self.board = None;
        if self.is("answers-new-game") {
            say(r#"{"type":"pong","id":0}"#);
        }
        let opponent = message["opponent"].as_str().unwrap();
        let dies = self.is("dies-at-new-game") || self.is("ascii-only") && !opponent.is_ascii();
        dies.then_some(1)
    }

    fn ping(&mut self, message: &Value) -> Option<i32> {
        self.pings += 1;
        let deaf = self.is("no-ping") || self.is("one-ping") && self.pings > 1;
        if self.is("short-pong-id") && message["id"].as_u64().unwrap() >= 1_000_000 {
            say(r#"{"type":"pong","id":1e+06}"#);
        } else if !deaf {
            say(&json!({"type": "pong", "id": message["id"]}).to_string());
        }
        None
    }

    fn game_over(&mut self, message: &Value) -> Option<i32> {
        if self.is("resumes") && message["result"] == "*" {
            self.adjourned = self.board.take();
        }
        if self.is("answers-game-over") {
            say(r#"{"type":"pong","id":0}"#);
        }
        let unheard = message["reason"] == "x_eclipse";
        let dies = self.is("knows-reasons") && unheard
            || self.is("dies-after-games")
                && ["majority", "no_moves"].iter().any(|reason| message["reason"] == **reason)
            || self.is("counts-results") && message["result"] == "*"
            || self.is("needs-a-move") && self.answers_in_game == 0;
        dies.then_some(1)
    }

    fn error(&self, message: &Value) -> Option<i32> {
        if self.is("answers-error") && !message["id"].is_null() {
            let id = &message["id"];
            say(&json!({"type": "error", "id": id, "code": "unknown_type"}).to_string());
        }
        let dies =
            self.is("dies-at-error") || self.is("ashamed") && message["code"] == "illegal_move";
        dies.then_some(1)
    }

    fn quit(&self) -> Option<i32> {
        let stays = self.is("ignores-quit") || self.is("quits-after-games") && self.games == 0;
        if stays {
            return None;
        }
        write(&self.held_back);
        Some(if self.is("exit-code") { 3 } else { 0 })
    }

    fn unknown(&self, message: &Value) -> Option<i32> {
        let id = &message["id"];
        if id.is_null() {
            if self.is("answers-unknown") {
                say(r#"{"type":"error","code":"unknown_type"}"#);
            }
            return self.is("dies-at-news").then_some(1);
        }
        if !self.is("ignores-requests") {
            say(&json!({"type": "error", "id": id, "code": "unknown_type"}).to_string());
        }
        self.is("dies-at-requests").then_some(1)
    }

    fn go(&mut self, go: &Value, line: &[u8]) -> Option<i32> {
        self.answers_in_game += 1;
        if let Some(file) = &mut self.positions {
            writeln!(file, "{} {} {}", go["pits"], go["stores"], go["turn"]).unwrap();
        }
        if self.is("strict-members") && go.get("x_level").is_some() {
            return Some(1);
        }
        let ply = go["ply"].as_u64().unwrap();
        if self.is("dies-in-ninth-ply") && ply > 8
            || self.is("short-games") && ply >= 30
            || self.is("150-moves") && self.answers_in_game > 150
        {
            return Some(1);
        }
        if self.is("thinks-alone") && !self.unread.is_empty() {
            return Some(1);
        }
        std::thread::sleep(Duration::from_millis(self.think_ms(go)));
        let pit = self.choose(go, line);
        let id = go["id"].as_u64().unwrap();
        self.answer(id, pit);
        self.is("leaves-after-move").then_some(0)
    }

    /// How long it thinks; most do not.
    fn think_ms(&self, go: &Value) -> u64 {
        let clock_ms = go["clock_ms"][0].as_u64().unwrap();
        let move_ms = go["move_ms"].as_u64();
        let stores = position(go).stores();
        match (&*self.kind, move_ms) {
            ("never-in-time", _) if self.base_ms == Some(10_000) => 12_000,
            ("slow-when-short", _) if clock_ms == 1 => 200,
            ("a-second-and-a-bit", Some(1_000..)) => 1_100,
            ("one-gear", Some(200..1_000)) => 300,
            // It thinks longer where the game is close.
            ("careful", Some(_)) if stores[0].abs_diff(stores[1]) <= 2 => 120,
            ("counts-on-the-margin", None) if self.base_ms == Some(1_000) && clock_ms >= 50 => 120,
            _ => 0,
        }
    }

    fn answer(&mut self, id: u64, pit: i64) {
        match &*self.kind {
            "no-newline" => write(format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#).as_bytes()),
            "no-flush" => {
                let line = format!("{{\"type\":\"move\",\"id\":{id},\"pit\":{pit}}}\n");
                self.held_back.extend(line.as_bytes());
            }
            "pit-as-text" => say(&format!(r#"{{"type":"move","id":{id},"pit":"{pit}"}}"#)),
            "thinks-aloud" => say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}} thinking"#)),
            "long-line" => {
                let text = "x".repeat(70_000);
                say(&format!(r#"{{"type":"move","id":{id},"pit":{pit},"text":"{text}"}}"#));
            }
            "float-id" => {
                let id = id as f32 as u64;
                say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
            }
            "short-id" => {
                let id = if id >= 100_000 { "1e+05".to_owned() } else { id.to_string() };
                say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
            }
            "same-id" => say(&format!(r#"{{"type":"move","id":1,"pit":{pit}}}"#)),
            "twice" => {
                for _ in 0..2 {
                    say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
                }
            }
            "no-id" => say(&format!(r#"{{"type":"move","pit":{pit}}}"#)),
            "logs-a-lot" => {
                write("{\"type\":\"log\",\"text\":\"thinking\"}\n".repeat(1_100).as_bytes());
                say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
            }
            "resigns" => say(&format!(r#"{{"type":"move","id":{id},"resign":true}}"#)),
            "chatty" | "flood" => {
                let lines = if self.is("flood") { 700 } else { 1 };
                write("I think\n".repeat(lines).as_bytes());
                say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#));
            }
            _ => say(&format!(r#"{{"type":"move","id":{id},"pit":{pit}}}"#)),
        }
    }
}

/// Reads the position of a `go`.
pub(crate) fn position(go: &Value) -> Position {
    let numbers = |name: &str| -> Vec<u8> {
        go[name].as_array().unwrap().iter().map(|seeds| seeds.as_u64().unwrap() as u8).collect()
    };
    let turn = Side::from_index(go["turn"].as_u64().unwrap() as usize).unwrap();
    let pits = numbers("pits").try_into().unwrap();
    Position::new(pits, numbers("stores").try_into().unwrap(), turn).unwrap()
}
