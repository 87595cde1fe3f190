//! How fast the rules are on one core, as one line of JSON.
//!
//! `cargo bench -p ayo-rules`. Each figure is the best of `RUNS` runs, because
//! whatever else the machine does can only make a run slower. Without `--bench`
//! (as `cargo test --benches` runs it) everything is tiny and only checked.
#![allow(clippy::disallowed_methods)]

use std::time::Instant;

use ayo_rules::{Position, Rules, Scoresheet, perft};

const TARGET_MOVES_PER_S: u32 = 15_000_000;
const TARGET_LEAVES_PER_S: u32 = 15_000_000;
/// A move, the legal moves after it and whether the game is over, in a scoresheet.
const TARGET_PLY_NS: u32 = 500;
const RUNS: u32 = 15;
/// A random Oware game may go round for ever.
const MAX_PLIES: u32 = 1000;

/// What one kind of game is measured with, and what must come out.
struct Subject {
    name: &'static str,
    rules: Rules,
    /// Known counts of move sequences: a quick one and one to measure.
    perft: [(u32, u64); 2],
    /// Mean and standard deviation of the length of a random game, in plies.
    length: (f64, f64),
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "ayoayo",
        rules: Rules::AYOAYO,
        perft: [(5, 2_870), (9, 1_156_048)],
        // The mean of a million games of an independent program.
        length: (25.0, 11.0),
    },
    Subject {
        name: "oware",
        rules: Rules::OWARE,
        perft: [(5, 5_219), (9, 3_592_872)],
        length: (121.0, 100.0),
    },
];

fn main() {
    let measure = std::env::args().any(|argument| argument == "--bench");
    let subjects = SUBJECTS.each_ref().map(|subject| subject.measure(measure));
    println!(
        "{{\"bench\":\"rules\",\"measured\":{measure},\"target_moves_per_s\":{TARGET_MOVES_PER_S},\
         \"target_leaves_per_s\":{TARGET_LEAVES_PER_S},\"target_ply_ns\":{TARGET_PLY_NS},{}}}",
        subjects.join(",")
    );
}

impl Subject {
    /// Returns the member of the JSON document for this kind of game.
    fn measure(&self, measure: bool) -> String {
        let (runs, games, (depth, leaves)) =
            if measure { (RUNS, 20_000, self.perft[1]) } else { (1, 200, self.perft[0]) };

        let perft_s = best(runs, || {
            assert_eq!(perft(&self.rules, &Position::START, depth), leaves);
        });
        let moves = self.playouts(games);
        let mean = moves as f64 / f64::from(games);
        let (expected, deviation) = self.length;
        let allowed = 4.0 * deviation / f64::from(games).sqrt();
        assert!((mean - expected).abs() < allowed, "{mean} plies a game of {}", self.name);
        let playout_s = best(runs, || assert_eq!(self.playouts(games), moves));

        let plies = self.scored_games(games / 10);
        let scored_s = best(runs, || assert_eq!(self.scored_games(games / 10), plies));
        format!(
            "\"{}\":{{\"moves_per_s\":{:.0},\"playouts_per_s\":{:.0},\"perft_depth\":{depth},\
             \"leaves_per_s\":{:.0},\"scoresheet_ply_ns\":{:.0}}}",
            self.name,
            moves as f64 / playout_s,
            f64::from(games) / playout_s,
            leaves as f64 / perft_s,
            1e9 * scored_s / plies as f64,
        )
    }

    /// Plays random games and returns the moves played.
    fn playouts(&self, games: u32) -> u64 {
        let mut random = Random(7);
        (0..games).map(|_| u64::from(self.playout(&mut random))).sum()
    }

    /// Plays a random game: each legal move equally likely, checked when it is drawn.
    fn playout(&self, random: &mut Random) -> u32 {
        let mut position = Position::START;
        let mut plies = 0;
        while plies < MAX_PLIES && !self.rules.has_majority(&position) {
            let mut candidates = position.candidates();
            position = loop {
                let Some(pit) = candidates.get(random.below(candidates.len())) else {
                    return plies;
                };
                match self.rules.play(&position, pit) {
                    Ok(played) => break played.position,
                    Err(_) => candidates.remove(pit),
                }
            };
            plies += 1;
        }
        plies
    }

    /// Plays random games with a scoresheet, as a referee does, and returns the moves played.
    fn scored_games(&self, games: u32) -> usize {
        let mut random = Random(7);
        let mut plies = 0;
        for _ in 0..games {
            let mut sheet = Scoresheet::new(self.rules, Position::START);
            while sheet.outcome().is_none() {
                let legal = sheet.legal_moves();
                let pit = legal.get(random.below(legal.len())).expect("the game is not over");
                sheet.play(pit).expect("the move is legal");
            }
            plies += sheet.moves().len();
        }
        plies
    }
}

/// Returns the seconds of the fastest run.
fn best(runs: u32, mut run: impl FnMut()) -> f64 {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    /// Returns a number below the limit; 0 when the limit is 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half, scaled: the low bits of a product are the weak ones.
        (((mixed >> 32) * limit as u64) >> 32) as usize
    }
}
