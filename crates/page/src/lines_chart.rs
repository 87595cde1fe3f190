//! Ratings against games played: a curve for each of the first bots.

use std::fmt::Write as _;

use ayo_record::Bot;
use unicode_width::UnicodeWidthChar as _;

use crate::History;
use crate::axis::{Axis, Mark, elo_mark, place};
use crate::numbers;

/// The most curves that can be told apart.
const CURVES: usize = 10;
/// The drawing, in units of SVG.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
/// Names stand to the right of the curves.
const RIGHT: f64 = 590.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 324.0;
/// The least distance of two names.
const NAME_HEIGHT: f64 = 17.0;
/// The longest name beside a curve, in columns of a terminal; capitals count double.
const NAME_COLUMNS: usize = 20;

/// The chart, ready to be drawn.
pub(crate) struct LinesChart {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) elo_marks: Vec<Mark>,
    pub(crate) game_marks: Vec<Mark>,
    pub(crate) curves: Vec<Curve>,
    /// Bots without a curve.
    pub(crate) left_out: usize,
    /// The numbers behind it: games so far, and the rating of each curve.
    pub(crate) numbers: Vec<(String, Vec<String>)>,
}

/// A curve and its name.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) short_name: String,
    /// Path of SVG; a gap where there was no rating.
    pub(crate) path: String,
    pub(crate) end_x: String,
    pub(crate) end_y: String,
    pub(crate) label_y: String,
}

impl LinesChart {
    /// Draws the bots of this order; `None` when there is nothing to draw.
    pub(crate) fn new(history: &History, order: &[Bot], names: &[String]) -> Option<LinesChart> {
        let points = &history.points;
        let rated = |bot: &Bot| {
            points
                .iter()
                .filter(|point| point.elo.get(bot.index()).is_some_and(Option::is_some))
                .count()
                >= 2
        };
        let drawn: Vec<Bot> = order.iter().copied().filter(rated).take(CURVES).collect();
        if drawn.is_empty() {
            return None;
        }
        let elo = |point: usize, bot: Bot| points[point].elo[bot.index()];
        let all = (0..points.len())
            .flat_map(|point| drawn.iter().filter_map(move |&bot| elo(point, bot)));
        let across = Axis::new([0.0, points.last()?.games as f64], LEFT, RIGHT, 6.0);
        let up = Axis::new(all, BOTTOM, TOP, 5.0);
        let mut curves: Vec<Curve> = drawn
            .iter()
            .map(|&bot| {
                let places = points.iter().map(|point| {
                    point.elo[bot.index()]
                        .map(|elo| (across.units(point.games as f64), up.units(elo)))
                });
                Curve::new(&names[bot.index()], places)
            })
            .collect();
        spread_names(&mut curves);
        Some(LinesChart {
            width: WIDTH,
            height: HEIGHT,
            left: LEFT,
            right: RIGHT,
            bottom: BOTTOM,
            elo_marks: up.marks(elo_mark),
            game_marks: across.marks(|games| numbers::count(games as u64)),
            left_out: order.len() - drawn.len(),
            curves,
            numbers: points
                .iter()
                .map(|point| {
                    let row = drawn.iter().map(|bot| numbers::elo(point.elo[bot.index()]));
                    (numbers::count(point.games as u64), row.collect())
                })
                .collect(),
        })
    }
}

impl Curve {
    fn new(name: &str, places: impl Iterator<Item = Option<(f64, f64)>>) -> Curve {
        let mut path = String::new();
        let mut pen_down = false;
        let mut end = (LEFT, BOTTOM);
        for at in places {
            if let Some((x, y)) = at {
                let command = if pen_down { 'L' } else { 'M' };
                write!(path, "{command}{} {}", place(x), place(y))
                    .expect("writing to a string cannot fail");
                end = (x, y);
            }
            pen_down = at.is_some();
        }
        Curve {
            name: name.to_owned(),
            short_name: short(name),
            path,
            end_x: place(end.0),
            end_y: place(end.1),
            label_y: place(end.1),
        }
    }

    fn label(&self) -> f64 {
        self.label_y.parse().unwrap_or(BOTTOM)
    }
}

/// Moves names apart that would stand on each other: down from the top, then up again.
fn spread_names(curves: &mut [Curve]) {
    let mut order: Vec<usize> = (0..curves.len()).collect();
    order.sort_by(|&a, &b| curves[a].label().total_cmp(&curves[b].label()));
    let mut free = TOP;
    for &index in &order {
        let at = curves[index].label().max(free);
        curves[index].label_y = place(at);
        free = at + NAME_HEIGHT;
    }
    let mut free = BOTTOM;
    for &index in order.iter().rev() {
        let at = curves[index].label().min(free);
        curves[index].label_y = place(at);
        free = at - NAME_HEIGHT;
    }
}

/// Cuts a name to the room beside the curves.
fn short(name: &str) -> String {
    let mut columns = 0;
    let mut short = String::new();
    for character in name.chars() {
        // An `M` is as wide as two digits, and a name may be all of them.
        let wide = usize::from(character.is_uppercase());
        columns += character.width().unwrap_or(0) + wide;
        if columns > NAME_COLUMNS {
            return short + "…";
        }
        short.push(character);
    }
    short
}
