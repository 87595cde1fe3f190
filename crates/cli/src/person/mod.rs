//! `ayo play`: a person against a bot.
//!
//! The game is one as in a match: the bot is isolated, asked, timed and judged in the same
//! way, and loses by the same faults. Only the person's time is not counted.
//!
//! ```text
//!  keyboard ──lines──► input ──what is wanted──► table ──► game ◄──lines── the bot
//!                                                            │ (ayo-protocol judges)
//!  screen ◄──board, moves, what each would do────────────────┘
//! ```
//!
//! What this module deliberately does not do: it keeps no run and rates nobody.

mod input;
mod keyboard;
mod table;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ayo_engine::{Builtin, Limit, Player, WIN_SCORE};
use ayo_protocol::{Finished, TimeControl, limits};
use ayo_record::{GameResult, Opening};
use ayo_referee::{Logs, Settings, Stop, Stopper};
use ayo_report::table::printable;
use ayo_rules::{Pit, Position, Scoresheet, Side};

use crate::args::{PersonArguments, SideName};
use crate::bot_check::check_bots;
use crate::build::build_bots;
use crate::config::{self, Surroundings};
use crate::explain::choices::{Effect, Explanation};
use crate::explain::{drawing, text, words};
use crate::failure::Failure;
use crate::play::{isolation, scratch};
use crate::terminal::say;

use input::Wish;
use keyboard::{Keyboard, Typed};
use table::{Table, Turn};

/// What the bot has for each move where nothing is said.
const MOVE_LIMIT: Duration = Duration::from_secs(1);
/// How long is thought about a hint.
const HINT_LIMIT: Duration = Duration::from_secs(1);
/// How far is looked ahead for a hint, in plies: enough, and quick where little is left.
const HINT_DEPTH: &str = "14";

/// Plays a game.
///
/// # Errors
/// Says when the bot does not start or the opening is none; a fault of the bot ends the game
/// and is no error.
pub(crate) fn run(arguments: &PersonArguments) -> Result<(), Failure> {
    let rules = config::parse_rules(&arguments.rules)?;
    let opening = parse_opening(arguments, rules)?;
    let bot = config::parse_bot(&arguments.bot, &Surroundings::current()?)?;
    build_bots(std::slice::from_ref(&bot))?;
    let keyboard = Keyboard::new();
    let stopper = Stopper::default();
    let interrupt = keyboard.interrupter();
    stopper.on_signals(move |_| interrupt()).context("cannot listen to signals")?;
    let settings = Settings {
        rules,
        time: time(arguments)?,
        hello_limit: limits::HELLO,
        slots: 1,
        isolation: isolation(arguments.isolation)?,
        logs: Logs::Faults,
        scratch: scratch(),
        private: Vec::new(),
        proofs: None,
        boards: None,
    };
    check_bots(&settings, std::slice::from_ref(&bot.spec), &stopper).inspect_err(|failure| {
        if matches!(failure, Failure::Interrupted) {
            say("\ninterrupted before the game began");
        }
    })?;
    let person = match arguments.side {
        SideName::South => Side::South,
        SideName::North => Side::North,
    };
    let stopped = || stopper.asked() != Stop::No;
    let table = Table::sit_down(settings, bot.spec, person, opening, arguments.seed)?;
    // Before the keyboard is listened to nobody could say what he wants.
    keyboard.listen()?;
    Sitting { table, keyboard, stopped: &stopped, told: 0, out: io::stdout() }.play()
}

fn parse_opening(
    arguments: &PersonArguments,
    rules: ayo_rules::Rules,
) -> Result<Scoresheet, Failure> {
    let Some(text) = &arguments.opening else { return Ok(Scoresheet::new(rules, Position::START)) };
    let opening: Opening =
        text.parse().map_err(|error| Failure::usage(format!("`--opening {text}`: {error}")))?;
    let sheet = opening
        .start(rules)
        .map_err(|illegal| Failure::usage(format!("`--opening {text}`: {illegal}")))?;
    match sheet.outcome() {
        None => Ok(sheet),
        Some(outcome) => Err(Failure::usage(format!(
            "`--opening {text}`: the game is over in it ({})",
            words::outcome(&outcome)
        ))),
    }
}

fn time(arguments: &PersonArguments) -> Result<TimeControl, Failure> {
    let clock = arguments.tc.as_deref().map(config::parse_clock).transpose()?;
    let limit = arguments.st.as_deref().map(config::parse_move_limit).transpose()?;
    let limit = limit.or(clock.is_none().then_some(MOVE_LIMIT));
    Ok(config::time_control(clock, limit))
}

/// A game that goes on, and the person at it.
struct Sitting<'a, W: Write> {
    table: Table,
    keyboard: Keyboard,
    stopped: &'a dyn Fn() -> bool,
    /// Plies that were told to the person.
    told: usize,
    out: W,
}

/// What becomes of the game after a wish.
enum Then {
    Ask,
    Move,
    Leave,
}

impl<W: Write> Sitting<'_, W> {
    fn play(mut self) -> Result<(), Failure> {
        let [south, north] = self.table.names().map(|name| printable(&name));
        let (rules, time) = (self.table.sheet().rules(), self.table.time());
        writeln!(self.out, "{rules} · {time} for the bot\nSouth  {south}\nNorth  {north}")?;
        writeln!(self.out, "`help` says what you can type\n")?;
        self.told = self.table.sheet().moves().len();
        loop {
            match self.table.wait_for_person(self.stopped) {
                Turn::Stopped => return self.interrupted(),
                Turn::Over(finished) => return self.tell_end(&finished),
                Turn::Persons => {}
            }
            self.tell_moves()?;
            self.show_position()?;
            loop {
                match self.ask()? {
                    Then::Ask => {}
                    Then::Move => break,
                    Then::Leave => return Ok(()),
                }
            }
        }
    }

    /// Says that somebody wants to stop, on a line of its own: the terminal shows `^C` before.
    fn interrupted<T>(&mut self) -> Result<T, Failure> {
        writeln!(self.out, "\ninterrupted; the game is not over")?;
        Err(Failure::Interrupted)
    }

    /// Asks the person, and does what he wants.
    fn ask(&mut self) -> Result<Then, Failure> {
        self.keyboard.prompt(&mut self.out)?;
        let line = match self.keyboard.next() {
            Typed::Line(line) => line,
            Typed::End => {
                writeln!(self.out, "nobody types any more; the game is not over")?;
                return Ok(Then::Leave);
            }
            Typed::Interrupted => return self.interrupted(),
        };
        let position = *self.table.sheet().position();
        match input::read(&line, position.turn()) {
            Some(Wish::Sow(pit)) => return self.sow(pit),
            Some(Wish::Undo) => return self.undo(),
            Some(Wish::Hint) => self.hint()?,
            Some(Wish::Board) => self.show_position()?,
            Some(Wish::Help) => writeln!(self.out, "{}", input::HELP)?,
            Some(Wish::Resign) => {
                self.table.resign();
                return Ok(Then::Move);
            }
            Some(Wish::Leave) => {
                writeln!(self.out, "the game is not over")?;
                return Ok(Then::Leave);
            }
            Some(Wish::Nothing) => {}
            None => {
                let typed = printable(line.trim());
                writeln!(self.out, "`{typed}` is no pit and no word I know: {}", self.legal())?;
            }
        }
        Ok(Then::Ask)
    }

    /// Names what may be sown.
    fn legal(&self) -> String {
        let pits = self.table.sheet().legal_moves();
        let pits: Vec<String> = pits.map(|pit| format!("{pit} ({})", pit.index())).collect();
        format!("legal are {}; `help` says what else you can type", pits.join(", "))
    }

    fn sow(&mut self, pit: Pit) -> Result<Then, Failure> {
        let sheet = self.table.sheet();
        let position = *sheet.position();
        if let Err(illegal) = sheet.clone().play(pit) {
            let why = words::illegal(illegal.reason, pit, &position);
            writeln!(self.out, "{pit} is illegal ({}): {why}; {}", illegal.reason, self.legal())?;
            return Ok(Then::Ask);
        }
        self.table.sow(pit);
        Ok(Then::Move)
    }

    fn undo(&mut self) -> Result<Then, Failure> {
        if !self.table.undo()? {
            writeln!(self.out, "there is no move of yours to take back")?;
            return Ok(Then::Ask);
        }
        self.told = self.table.sheet().moves().len();
        writeln!(self.out, "your last move is taken back\n")?;
        Ok(Then::Move)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let depth = [("depth".to_owned(), HINT_DEPTH.to_owned())];
        let mut player: Player =
            ayo_engine::build(Builtin::Minimax, &depth).map_err(Failure::usage)?;
        let sheet = self.table.sheet();
        player.new_game(*sheet.rules(), 0);
        let began = Instant::now();
        let limit = Limit { elapsed: &|| began.elapsed(), usual: HINT_LIMIT, most: HINT_LIMIT };
        let position = *sheet.position();
        let Some(choice) = player.choose(&position, &limit) else { return Ok(()) };
        let worth = match choice.score {
            Some(score) if score >= WIN_SCORE => ", and wins".to_owned(),
            Some(score) if score <= -WIN_SCORE => ", and loses all the same".to_owned(),
            Some(score) => {
                let sign = if score < 0 { "-" } else { "+" };
                let score = score.unsigned_abs();
                format!(", worth {sign}{}.{:02} seeds", score / 100, score % 100)
            }
            None => String::new(),
        };
        let line = ayo_rules::write_moves(&choice.pv);
        writeln!(self.out, "hint: minimax would sow {}{worth} (it expects {line})", choice.pit)?;
        Ok(())
    }

    /// Tells the moves that the person has not been told.
    fn tell_moves(&mut self) -> Result<(), Failure> {
        let sheet = self.table.sheet();
        let plies = sheet.moves().len();
        let mut before = self.table.sheet_after(self.told);
        for ply in self.told..plies {
            let pit = sheet.moves()[ply];
            let position = *before.position();
            let Ok(played) = before.play(pit) else { break };
            let effect = Effect { played, outcome: None };
            let who = self.table.names()[position.turn().index()].clone();
            let what = words::effect(position.seeds(pit), &effect);
            writeln!(self.out, "{:>4}  {} {pit}: {what}", ply + 1, printable(&who))?;
        }
        if self.told < plies {
            writeln!(self.out)?;
        }
        self.told = plies;
        Ok(())
    }

    fn show_position(&mut self) -> Result<(), Failure> {
        let explanation = Explanation::of_game(self.table.sheet());
        writeln!(self.out, "{}", drawing::board(&explanation.position))?;
        text::write_table(&explanation, &mut self.out)?;
        writeln!(self.out)?;
        Ok(())
    }

    fn tell_end(&mut self, finished: &Finished) -> Result<(), Failure> {
        self.tell_moves()?;
        let sheet = self.table.sheet();
        writeln!(self.out, "{}", drawing::board(sheet.position()))?;
        let names = self.table.names();
        let name =
            |side: Side| format!("{} (`{}`)", words::name(side), printable(&names[side.index()]));
        let verdict = &finished.verdict;
        match (verdict.loser, sheet.outcome()) {
            (None, Some(outcome)) => {
                let why = words::ending(sheet.rules(), sheet.position(), &outcome);
                writeln!(self.out, "game over by {}: {why}", verdict.reason)?;
            }
            (loser, _) => {
                let who = loser.map_or("nobody".to_owned(), name);
                let detail = printable(&verdict.detail);
                writeln!(self.out, "{who} loses · {}: {detail}", verdict.reason)?;
            }
        }
        let result = match finished.result {
            GameResult::South => format!("{} wins", name(Side::South)),
            GameResult::North => format!("{} wins", name(Side::North)),
            GameResult::Draw => "a draw".to_owned(),
            GameResult::Void => "no result".to_owned(),
        };
        let [south, north] = finished.scores;
        writeln!(
            self.out,
            "final stores: South {south}, North {north} · {} · {result}",
            finished.result
        )?;
        Ok(())
    }
}
