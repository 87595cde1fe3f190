//! How long bots think: counted in classes, so that no time of a move is kept.

use askama::Template;
use ayo_record::{Bot, GameRecord};
use ayo_report::MISSING;
use ayo_rules::Side;

use crate::axis::LogAxis;
use crate::budget::THINK_TIME_BYTES;
use crate::numbers;
use crate::rows::Rows;

/// Classes of one factor of two; a median is told to within an eighth.
const CLASSES_PER_OCTAVE: f64 = 4.0;
/// From 1 µs to more than an hour.
const CLASSES: usize = 4 * 32;

/// The think times of all bots.
#[derive(Clone, Debug)]
pub(crate) struct ThinkTimes {
    bots: Vec<BotTimes>,
}

#[derive(Clone, Debug)]
struct BotTimes {
    classes: Box<[u32; CLASSES]>,
    moves: u64,
    total_us: u64,
    slowest_us: u64,
    slowest_game: u64,
}

impl BotTimes {
    fn add(&mut self, us: u64) {
        let class = (us.max(1) as f64).log2() * CLASSES_PER_OCTAVE;
        let class = (class as usize).min(CLASSES - 1);
        self.classes[class] = self.classes[class].saturating_add(1);
        self.moves += 1;
        self.total_us = self.total_us.saturating_add(us);
    }

    /// Notes a slowest move; a late one that is no move any more counts, too.
    fn slow(&mut self, us: u64, game: u64) {
        if us > self.slowest_us {
            (self.slowest_us, self.slowest_game) = (us, game);
        }
    }

    /// Returns the middle of the class that this part of the moves does not pass.
    fn quantile(&self, part: f64) -> Option<f64> {
        let wanted = (self.moves as f64 * part).ceil().max(1.0);
        let mut seen = 0.0;
        for (class, &moves) in self.classes.iter().enumerate() {
            seen += f64::from(moves);
            if seen >= wanted {
                let middle = ((class as f64 + 0.5) / CLASSES_PER_OCTAVE).exp2();
                return Some(middle.min(self.slowest_us.max(1) as f64));
            }
        }
        None
    }
}

impl ThinkTimes {
    pub(crate) fn new(bots: usize) -> ThinkTimes {
        let none = BotTimes {
            classes: Box::new([0; CLASSES]),
            moves: 0,
            total_us: 0,
            slowest_us: 0,
            slowest_game: 0,
        };
        ThinkTimes { bots: vec![none; bots] }
    }

    /// Adds the moves of a game.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        let opening = &record.opening;
        let first = opening.before().turn().index() + opening.plies();
        for (move_number, &us) in record.move_us.iter().enumerate() {
            let bot = record.bots[(first + move_number) % 2];
            self.bots[bot.index()].add(u64::from(us));
            self.bots[bot.index()].slow(u64::from(us), record.number);
        }
        for side in Side::BOTH {
            let bot = &mut self.bots[record.bots[side.index()].index()];
            // Whole milliseconds, rounded down: of moves on the sheet the exact time is known.
            let slowest_us = record.slowest_ms[side.index()].saturating_mul(1_000);
            if slowest_us >= bot.slowest_us.saturating_add(1_000) {
                bot.slow(slowest_us, record.number);
            }
        }
    }

    /// Returns the rows of these bots, and the axis their charts share.
    pub(crate) fn rows(&self, order: &[Bot], names: &[String]) -> (Rows, LogAxis) {
        let axis = LogAxis::new(
            order.iter().filter_map(|bot| self.bots[bot.index()].quantile(0.05)),
            order.iter().map(|bot| self.bots[bot.index()].slowest_us as f64),
        );
        let mut rows = Rows::new(THINK_TIME_BYTES);
        for &bot in order {
            rows.push(&ThinkTimeRow::new(&names[bot.index()], &self.bots[bot.index()], &axis));
        }
        (rows, axis)
    }
}

#[derive(Template)]
#[template(path = "think_time_row.html")]
struct ThinkTimeRow<'a> {
    bot: &'a str,
    moves: String,
    mean: Time,
    median: Time,
    most: Time,
    slowest: Time,
    slowest_game: u64,
    /// From the 5th to the 95th of 100 moves, the median, the slowest: places on the axis.
    chart: Option<[String; 4]>,
}

/// A time as it is shown, and by what it is sorted.
struct Time {
    text: String,
    us: u64,
}

impl Time {
    fn new(us: Option<f64>) -> Time {
        match us {
            Some(us) => Time { text: numbers::time_us(us.round() as u64), us: us.round() as u64 },
            None => Time { text: MISSING.to_owned(), us: 0 },
        }
    }
}

impl ThinkTimeRow<'_> {
    fn new<'a>(bot: &'a str, times: &BotTimes, axis: &LogAxis) -> ThinkTimeRow<'a> {
        let mean = numbers::fraction(times.total_us, times.moves);
        let slowest = (times.slowest_us > 0 || times.moves > 0).then_some(times.slowest_us as f64);
        let quantiles = [0.05, 0.95, 0.5].map(|part| times.quantile(part));
        let chart = match (quantiles, slowest) {
            ([Some(low), Some(high), Some(median)], Some(slowest)) => {
                Some([low, high, median, slowest].map(|us| axis.place(us)))
            }
            _ => None,
        };
        ThinkTimeRow {
            bot,
            moves: numbers::count(times.moves),
            mean: Time::new(mean),
            median: Time::new(quantiles[2]),
            most: Time::new(quantiles[1]),
            slowest: Time::new(slowest),
            slowest_game: times.slowest_game,
            chart,
        }
    }
}
