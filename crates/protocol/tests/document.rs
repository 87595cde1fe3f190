//! `protocol.md`: every example in it is what the referee and its bots really say.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use ayo_protocol::{
    Action, Adjudicate, BotLine, Ended, Finished, FromBot, Game, GameOver, Greeting, Leaving,
    NewGame, Session, Setup, Stalls, TimeControl, ToBot, limits, read_line,
};
use ayo_record::Reason;
use ayo_rules::{Position, Rules, Scoresheet, Side};

const DOCUMENT: &str = include_str!("../../../protocol.md");

/// The lines of every fenced block that begins with these words, each with its number.
fn blocks(info: &str) -> Vec<(usize, String)> {
    let mut fence: Option<&str> = None;
    let mut found = Vec::new();
    for (line, number) in DOCUMENT.lines().zip(1..) {
        match (line.strip_prefix("```"), fence) {
            (Some(opening), None) => fence = Some(opening),
            (Some(_), Some(_)) => fence = None,
            (None, Some(open)) if open == info => {
                // The document shows the version of its day.
                let version = concat!("\"ayo/", env!("CARGO_PKG_VERSION"), "\"");
                found.push((number, line.replace("\"ayo/0.1.0\"", version)));
            }
            (None, _) => {}
        }
    }
    assert_eq!(fence, None, "the last fence is closed");
    assert!(!found.is_empty(), "there is a block `{info}`");
    found
}

/// The only fenced block that begins with these words.
fn block(info: &str) -> String {
    let lines: Vec<String> = blocks(info).into_iter().map(|(_, line)| line).collect();
    lines.join("\n")
}

/// A line of the session: when, whether the bot says it, what.
struct Spoken {
    number: usize,
    time: Duration,
    by_bot: bool,
    line: String,
}

fn session() -> Vec<Spoken> {
    let spoken = |(number, text): (usize, String)| {
        let mut words = text.trim_start().splitn(3, ' ');
        let time = Duration::from_millis(words.next().unwrap().parse().unwrap());
        let by_bot = match words.next().unwrap() {
            "<" => true,
            ">" => false,
            other => panic!("line {number}: `{other}` speaks"),
        };
        Spoken { number, time, by_bot, line: words.next().unwrap().to_owned() }
    };
    blocks("text session").into_iter().map(spoken).collect()
}

fn read_referee(number: usize, line: &str) -> ToBot {
    let message = ToBot::read(line).unwrap_or_else(|error| panic!("line {number}: {error}"));
    message.unwrap_or_else(|| panic!("line {number} is of an unknown type"))
}

#[test]
fn lines_of_the_referee_are_written_so() {
    let spoken = session().into_iter().filter(|spoken| !spoken.by_bot);
    let examples = blocks("json referee").into_iter();
    let mut kinds = BTreeSet::new();
    for (number, line) in examples.chain(spoken.map(|spoken| (spoken.number, spoken.line))) {
        let message = read_referee(number, &line);
        let written = String::from_utf8(message.to_line()).unwrap();
        assert_eq!(written, line.clone() + "\n", "line {number} of protocol.md");
        kinds.insert(line.split('"').nth(3).unwrap().to_owned());
    }
    let all = ["error", "game_over", "go", "hello", "new_game", "ping", "quit"];
    assert_eq!(Vec::from_iter(kinds), all);
}

#[test]
fn lines_of_bots_are_messages() {
    let mut kinds = BTreeSet::new();
    for (number, line) in blocks("json bot") {
        let kind = match read_line(line.as_bytes()) {
            Ok(BotLine::Message(FromBot::Hello(hello))) => {
                assert_eq!(hello.protocol, limits::PROTOCOL_VERSION);
                "hello"
            }
            Ok(BotLine::Message(FromBot::Move(_))) => "move",
            Ok(BotLine::Message(FromBot::Pong { .. })) => "pong",
            Ok(BotLine::Message(FromBot::Error { .. })) => "error",
            Ok(BotLine::Message(FromBot::Log { .. })) => "log",
            other => panic!("line {number} of protocol.md: {other:?}"),
        };
        kinds.insert(kind);
    }
    assert_eq!(Vec::from_iter(kinds), ["error", "hello", "log", "move", "pong"]);
}

#[test]
fn bad_lines_are_bad() {
    for (number, row) in blocks("text bad") {
        let (code, line) = row.split_once(' ').unwrap();
        let bad = read_line(line.trim_start().as_bytes())
            .expect_err(&format!("line {number} of protocol.md is bad"));
        assert_eq!(bad.code.word(), code, "line {number} of protocol.md: {}", bad.message);
    }
}

#[test]
fn lines_of_a_log_are_messages() {
    for (number, row) in blocks("text log") {
        let words: Vec<&str> = row.trim_start().splitn(4, ' ').collect();
        let [time, "south" | "north", direction, line] = words[..] else { panic!("line {number}") };
        assert!(time.parse::<f64>().is_ok(), "line {number}");
        match direction {
            ">" => assert_eq!(read_referee(number, line).to_line(), format!("{line}\n").as_bytes()),
            "<" => assert!(matches!(read_line(line.as_bytes()), Ok(BotLine::Message(_)))),
            other => panic!("line {number}: `{other}`"),
        }
    }
}

/// A process that has said hello, and answers pings.
fn ready() -> Session {
    let mut greeting = Greeting::new(&Rules::AYOAYO, limits::HELLO);
    for answer in
        [r#"{"type":"hello","id":1,"protocol":1,"name":"rival"}"#, r#"{"type":"pong","id":2}"#]
    {
        greeting.poll().unwrap();
        greeting.sent(Duration::ZERO);
        greeting.line(answer.as_bytes(), Duration::ZERO);
    }
    greeting.result().unwrap().clone().unwrap()
}

fn setup(game_id: &str, names: [&str; 2], seed: u64) -> Setup {
    Setup {
        game_id: game_id.to_owned(),
        names: names.map(str::to_owned),
        sheet: Scoresheet::new(Rules::AYOAYO, Position::START),
        time: TimeControl::default(),
        seed,
        stalls: Stalls::Excuse,
        leaving: [Leaving::Excuse; 2],
        adjudicate: Adjudicate::Never,
    }
}

/// The session of the document, said again to the state machines.
struct Replay {
    greeting: Greeting,
    /// The session of the bot and that of its rival, while no game is on.
    idle: Option<[Session; 2]>,
    game: Option<(Game, Side, Duration)>,
    /// What the referee says next to the bot.
    heard: VecDeque<String>,
    /// The games that are to come.
    games: VecDeque<GameOver>,
    /// What the rival is to play in this game.
    rival_pits: VecDeque<u8>,
}

impl Replay {
    fn referee_says(&mut self, spoken: &Spoken) {
        match read_referee(spoken.number, &spoken.line) {
            ToBot::NewGame(new_game) => self.begin(&new_game, spoken.time),
            ToBot::Quit => {
                assert!(self.game.is_none(), "`quit` comes between games");
                self.heard.push_back(spoken.line.clone());
            }
            _ if self.heard.is_empty() => self.rival_moves(spoken.time),
            _ => {}
        }
        let said = self.heard.pop_front();
        assert_eq!(said.as_deref(), Some(&*spoken.line), "line {} of protocol.md", spoken.number);
        let over = |(game, ..): &(Game, Side, Duration)| game.finished().is_some();
        if self.heard.is_empty() && self.game.as_ref().is_some_and(over) {
            let (game, side, _) = self.game.take().unwrap();
            let (_, sessions) = game.close();
            let [south, north] = sessions.map(|session| session.expect("both play on"));
            self.idle = Some(match side {
                Side::South => [south, north],
                Side::North => [north, south],
            });
        }
    }

    fn begin(&mut self, new_game: &NewGame, time: Duration) {
        let idle = self.idle.take();
        let [bot, rival] = idle.unwrap_or_else(|| [self.greeted(), ready()]);
        let (side, names, sessions) = match new_game.you {
            0 => (Side::South, ["mine", &*new_game.opponent], [bot, rival]),
            _ => (Side::North, [&*new_game.opponent, "mine"], [rival, bot]),
        };
        let game_over = self.games.pop_front().expect("every game of the document ends");
        let rival_pits = game_over.moves.into_iter().skip(side.opponent().index()).step_by(2);
        self.rival_pits = rival_pits.collect();
        let mut game = Game::new(setup(&new_game.game_id, names, new_game.seed), sessions);
        game.begin(Duration::ZERO);
        self.game = Some((game, side, time));
        self.deliver(time);
    }

    fn greeted(&self) -> Session {
        let session = self.greeting.result().expect("the greeting is over").clone();
        session.expect("the bot is ready")
    }

    fn bot_says(&mut self, spoken: &Spoken) {
        match &mut self.game {
            Some((game, side, began)) => {
                game.line(*side, spoken.line.as_bytes(), spoken.time - *began);
            }
            None => self.greeting.line(spoken.line.as_bytes(), spoken.time),
        }
        self.deliver(spoken.time);
    }

    fn rival_moves(&mut self, time: Duration) {
        let Some((game, side, began)) = &mut self.game else { return };
        assert_eq!(game.thinking(), Some(side.opponent()), "the rival is asked");
        // A `move` without an id answers what is open.
        let pit = self.rival_pits.pop_front().expect("the rival has a move left");
        let line = format!(r#"{{"type":"move","pit":{pit}}}"#);
        game.line(side.opponent(), line.as_bytes(), time - *began);
        self.deliver(time);
    }

    /// Writes all there is to write; the rival answers pings at once.
    fn deliver(&mut self, time: Duration) {
        if let Some(line) = self.greeting.poll() {
            self.greeting.sent(time);
            self.heard.push_back(text(&line));
        }
        let Some((game, bot, began)) = &mut self.game else { return };
        let now = time - *began;
        while let Some(Action::Send(side, line)) = game.poll() {
            game.sent(side, now);
            match ToBot::read(&text(&line)) {
                Ok(Some(ToBot::Ping { id })) if side != *bot => {
                    game.line(side, format!(r#"{{"type":"pong","id":{id}}}"#).as_bytes(), now);
                }
                _ if side == *bot => self.heard.push_back(text(&line)),
                _ => {}
            }
        }
    }
}

fn text(line: &[u8]) -> String {
    std::str::from_utf8(line).unwrap().trim_end_matches('\n').to_owned()
}

#[test]
fn the_session_is_a_real_one() {
    let spoken = session();
    let games =
        spoken.iter().filter(|spoken| !spoken.by_bot).filter_map(|spoken| {
            match read_referee(spoken.number, &spoken.line) {
                ToBot::GameOver(game_over) => Some(game_over),
                _ => None,
            }
        });
    let mut replay = Replay {
        greeting: Greeting::new(&Rules::AYOAYO, limits::HELLO),
        idle: None,
        game: None,
        heard: VecDeque::new(),
        games: games.collect(),
        rival_pits: VecDeque::new(),
    };
    assert_eq!(replay.games.len(), 2);
    replay.deliver(Duration::ZERO);
    for spoken in &spoken {
        if spoken.by_bot {
            assert!(replay.heard.is_empty(), "line {} comes too early", spoken.number);
            replay.bot_says(spoken);
        } else {
            replay.referee_says(spoken);
        }
    }
    assert!(replay.heard.is_empty() && replay.games.is_empty(), "nothing is left out");
}

/// A game in which South is asked for its first move, unless nobody answers the pings.
fn begun(answer_pings: bool) -> Game {
    let mut game = Game::new(setup("1", ["south", "north"], 1), [ready(), ready()]);
    game.begin(Duration::ZERO);
    for side in Side::BOTH.into_iter().filter(|_| answer_pings) {
        game.sent(side, Duration::ZERO);
        game.line(side, br#"{"type":"pong","id":3}"#, Duration::ZERO);
    }
    game.sent(Side::South, Duration::ZERO);
    game
}

/// The sentence of a game that ends for this reason, where it has one.
fn sentence(reason: Reason) -> Option<String> {
    let south = Side::South;
    let ms = Duration::from_millis;
    let mut game = begun(reason != Reason::Stalled);
    match reason {
        Reason::IllegalMove => game.line(south, br#"{"type":"move","id":4,"pit":6}"#, ms(1)),
        Reason::Timeout => {
            game.line(south, b"thinking", ms(1));
            game.unfinished(south, r#"{"type":"move","id":4,"pit":2}"#.len());
            game.time(ms(10_060));
        }
        Reason::BadMessage => game.line(south, br#"{"type":"move","id":4,"pit":"2"}"#, ms(1)),
        Reason::Exited => game.ended(south, Ended::Exited(1), ms(1)),
        Reason::Signaled => game.ended(south, Ended::Signaled(11), ms(1)),
        Reason::StdoutClosed => {
            game.stdout_closed(south, ms(1));
            game.time(ms(1) + limits::EXIT);
        }
        Reason::StdinBlocked => {
            game = Game::new(setup("1", ["south", "north"], 1), [ready(), ready()]);
            game.begin(ms(0));
            game.time(limits::WRITE);
        }
        Reason::StdoutFlood => {
            (0..limits::STRAY_LINES).for_each(|_| game.line(south, b"thinking", ms(1)));
        }
        Reason::Resigned => game.line(south, br#"{"type":"move","resign":true}"#, ms(1)),
        Reason::Stalled => {
            game.sent(Side::North, ms(0));
            game.time(limits::PONG);
        }
        Reason::Void => game.void("the run was stopped".to_owned(), ms(1)),
        Reason::Majority | Reason::NoMoves | Reason::Repetition | Reason::PlyLimit => return None,
        // A proof is worded below.
        Reason::Proved => return None,
        // The isolation level words these.
        Reason::MemoryLimit | Reason::ProcessLimit => return None,
    }
    let verdict = &game.finished().expect("the game is over").verdict;
    assert_eq!(verdict.reason, reason);
    Some(verdict.detail.clone())
}

#[test]
fn verdicts_read_like_that() {
    let documented = blocks("text verdicts").into_iter().map(|(_, row)| {
        let (word, sentence) = row.split_once(' ').unwrap();
        (word.to_owned(), sentence.trim_start().to_owned())
    });
    let real = Reason::ALL
        .into_iter()
        .filter_map(|reason| Some((reason.word().to_owned(), sentence(reason)?)));
    assert_eq!(Vec::from_iter(documented), Vec::from_iter(real));
}

/// The rows of the table with this head, cells without the blanks around them.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let row = |line: &'static str| {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(cells.split(" | ").map(str::trim).collect())
    };
    let rows = DOCUMENT.lines().skip_while(|line| *line != head).skip(2);
    rows.map_while(row).collect()
}

#[test]
fn every_reason_is_in_the_table() {
    let rows = table("| reason | who loses | when | the loser's process |");
    let words: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(words, Reason::ALL.map(Reason::word));
    for (row, reason) in rows.iter().zip(Reason::ALL) {
        assert_eq!(row[1] == "nobody", reason == Reason::Void);
        let by_seeds = reason.is_normal() && reason != Reason::Proved;
        assert_eq!(row[1] == "fewer seeds", by_seeds);
        let plays_on = !reason.is_fault() || reason == Reason::IllegalMove;
        assert_eq!(row[3] == "plays on", plays_on, "{reason}");
    }
}

fn thousands(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn every_limit_is_what_it_says() {
    let bytes = |count: usize| thousands(count as u64);
    let seconds = |time: Duration| format!("{} s", time.as_secs());
    let limits = [
        ("a line of the bot", bytes(limits::BOT_LINE_BYTES) + " bytes"),
        ("a line of the referee", bytes(limits::REFEREE_LINE_BYTES) + " bytes"),
        ("nesting of a message", limits::DEPTH.to_string()),
        ("noise in a game, lines", format!("fewer than {}", thousands(limits::STRAY_LINES))),
        ("noise in a game, bytes", format!("fewer than {}", bytes(limits::STRAY_BYTES))),
        ("unsolicited moves in a game", format!("fewer than {}", limits::UNSOLICITED_MOVES)),
        ("name, author, version", format!("{} characters", limits::NAME_CHARS)),
        ("`info` kept of a move", format!("{} bytes", limits::INFO_BYTES)),
        ("`info` kept of a bot in a game", bytes(limits::GAME_INFO_BYTES) + " bytes"),
        ("quoted part of a line", format!("{} bytes", limits::QUOTED_BYTES)),
        ("answer to `hello`", seconds(limits::HELLO)),
        ("answer to the first `ping`", seconds(limits::FIRST_PONG)),
        ("answer to a `ping` before a game", seconds(limits::PONG)),
        ("a line taken by the bot's pipe", seconds(limits::WRITE)),
        ("a move without any clock", seconds(TimeControl::CEILING)),
        ("margin, unless set", format!("{} ms", TimeControl::DEFAULT_MARGIN.as_millis())),
    ];
    let documented = table("| limit | value |");
    assert_eq!(documented, limits.each_ref().map(|(name, value)| vec![*name, &**value]));
}

/// Clauses are cited by number: each stands there once, in order, and none is cited in vain.
#[test]
fn clauses_are_numbered() {
    let mut defined = Vec::new();
    for line in DOCUMENT.lines().filter_map(|line| line.strip_prefix("**")) {
        let number = line.split(['*', ' ']).next().unwrap();
        if number.len() > 1 && number[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            defined.push(number);
        }
    }
    let mut expected = Vec::new();
    for letter in ["F", "M", "C", "V", "P"] {
        let count = defined.iter().filter(|number| number.starts_with(letter)).count();
        expected.extend((1..=count).map(|number| format!("{letter}{number}")));
    }
    assert_eq!(defined, expected);

    let words = DOCUMENT.split(|letter: char| !letter.is_ascii_alphanumeric());
    let cited = words.filter(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(|letter| "FMCVP".contains(letter))
            && word.len() > 1
            && letters.all(|letter| letter.is_ascii_digit())
    });
    for number in cited {
        assert!(defined.contains(&number), "`{number}` is cited, but there is no such clause");
    }
}

#[test]
fn links_within_the_document_lead_somewhere() {
    let headings: BTreeSet<String> = DOCUMENT
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"))
        .collect();
    let links = DOCUMENT.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap());
    for link in links {
        assert!(headings.contains(link), "there is no heading for `#{link}`");
    }
}

/// How long a bot may be silent before the test gives up on it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A bot of the document as a process.
struct Process {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Vec<u8>>,
}

impl Process {
    fn start(program: &str, code: &str) -> Process {
        let mut child = Command::new(program)
            .args(["-c", code])
            .env_remove("PYTHONUNBUFFERED")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("`{program}` is needed for this test: {error}"));
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.split(b'\n').map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Process { child, stdin, lines }
    }

    fn hear(&mut self, line: &[u8]) {
        self.stdin.write_all(line).expect("the bot reads");
    }

    fn say(&self) -> Vec<u8> {
        self.lines.recv_timeout(PATIENCE).expect("the bot answers")
    }

    fn greet(&mut self) -> Session {
        let mut greeting = Greeting::new(&Rules::AYOAYO, limits::HELLO);
        while greeting.result().is_none() {
            self.hear(&greeting.poll().expect("something is asked of the bot"));
            greeting.sent(Duration::ZERO);
            greeting.line(&self.say(), Duration::ZERO);
        }
        greeting.result().unwrap().clone().expect("the bot is ready")
    }

    /// Asks the bot to leave; returns whether it does, with nothing more to say.
    fn quits(mut self) -> bool {
        self.hear(&ToBot::Quit.to_line());
        let ends = self.lines.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected);
        ends && self.child.wait().unwrap().success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a game between processes, South's first; no time passes in it.
fn play(game: &mut Game, [south, north]: [&mut Process; 2]) -> Finished {
    let processes = [south, north];
    // Answers that a bot owes: one for each line with an id.
    let mut owed = [0_u32; 2];
    game.begin(Duration::ZERO);
    loop {
        while let Some(Action::Send(side, line)) = game.poll() {
            let request =
                matches!(ToBot::read(&text(&line)), Ok(Some(ToBot::Ping { .. } | ToBot::Go(_))));
            owed[side.index()] += u32::from(request);
            processes[side.index()].hear(&line);
            game.sent(side, Duration::ZERO);
        }
        if let Some(finished) = game.finished() {
            assert_eq!(owed, [0, 0]);
            return finished.clone();
        }
        let debtor = Side::BOTH.into_iter().find(|side| owed[side.index()] > 0);
        let debtor = debtor.expect("somebody is asked");
        owed[debtor.index()] -= 1;
        game.line(debtor, &processes[debtor.index()].say(), Duration::ZERO);
    }
}

#[test]
fn the_bots_of_the_document_play() {
    let mut python = Process::start("python3", &block("python bot"));
    let mut bash = Process::start("bash", &block("bash bot"));
    let sessions = [python.greet(), bash.greet()];
    assert_eq!(sessions.each_ref().map(|session| &*session.name), ["my-first-bot", "first"]);

    let mut game = Game::new(setup("1", ["my-first-bot", "\"legal\":[9"], 1), sessions);
    let finished = play(&mut game, [&mut python, &mut bash]);
    assert!(finished.verdict.reason.is_normal(), "{finished:?}");
    let (_, [python_session, bash_session]) = game.close();

    // Again with the sides swapped, on the same processes.
    let sessions = [bash_session.unwrap(), python_session.unwrap()];
    let mut game = Game::new(setup("2", ["first", "my-first-bot"], 1), sessions);
    let finished = play(&mut game, [&mut bash, &mut python]);
    assert!(finished.verdict.reason.is_normal(), "{finished:?}");
    assert!(python.quits() && bash.quits());
}

#[test]
fn the_first_bot_has_fifteen_lines() {
    let lines = blocks("python bot");
    assert_eq!(lines.iter().filter(|(_, line)| !line.is_empty()).count(), 15);
}
