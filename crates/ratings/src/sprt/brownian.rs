//! The path of the LLR, seen as a Brownian motion between two walls.
//!
//! For many small steps the LLR moves like a Brownian motion that starts at 0 and ends at one
//! of the bounds. Its outcomes are ordered stage by stage: touching the lower bound early is
//! the worst, then touching it late, then the values of a path that goes on, then touching
//! the upper bound late, and touching it early is the best (Tsiatis, Rosner and Mehta, "Exact
//! confidence intervals following a group sequential test", 1984). The probability of a
//! worse outcome falls with the drift, and the drift at which it is 1/2 is the median-unbiased
//! estimate.
//!
//! The density between the walls is the sum over images (Siegmund, "Sequential analysis",
//! 1985, chapter 3; Borodin and Salminen, "Handbook of Brownian motion", 2002): with the walls
//! at 0 and 1, start `x0`, variance 1 a unit of time and drift `g`,
//!
//! `p(x, t) = e^(g (x - x0) - g^2 t / 2) sum_n [n(x - x0 - 2n; t) - n(x + x0 - 2n; t)]`,
//!
//! `n(.; t)` being the normal density with variance `t`. From `x` the upper wall is reached
//! first with the probability `u(x) = (1 - e^(-2gx)) / (1 - e^(-2g))`.

use std::f64::consts::TAU;

/// Panels of the integral; Simpson's rule, errors below 1e-9.
const PANELS: u32 = 400;
/// Standard deviations of a normal distribution that hold all of it.
const REACH: f64 = 9.0;
/// After this time, in units of the squared distance of the walls, all paths have ended.
const ALL_ENDED: f64 = 8.0;

/// Brownian motion between two walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walls {
    /// Below 0.
    pub(super) lower: f64,
    /// Above 0.
    pub(super) upper: f64,
}

/// How the motion moves in one unit of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) drift: f64,
    pub(super) variance: f64,
}

impl Walls {
    /// Returns the probability of an outcome worse than to be at `place` after `time`.
    pub(super) fn probability_of_worse(self, motion: Motion, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let scaled = Scaled {
            start: -self.lower / width,
            drift: motion.drift * width / motion.variance,
            time: time * motion.variance / (width * width),
        };
        let place = ((place - self.lower) / width).clamp(0.0, 1.0);
        // Worse are: reaching the lower wall, from anywhere or, if the path is above the place
        // and still going, before; and being below the place, whatever comes then.
        let late_upper = scaled.integral(0.0, place, |x| scaled.reaches_upper(x));
        let late_lower = scaled.integral(place, 1.0, |x| 1.0 - scaled.reaches_upper(x));
        let lower = 1.0 - scaled.reaches_upper(scaled.start);
        (lower + late_upper - late_lower).clamp(0.0, 1.0)
    }

    /// Returns the expected time to reach a wall from `place` (Wald, "Sequential analysis",
    /// 1947: by optional stopping, the expected way divided by the drift).
    pub(super) fn expected_time(self, motion: Motion, place: f64) -> f64 {
        let (up, down) = (self.upper - place, place - self.lower);
        if up <= 0.0 || down <= 0.0 {
            return 0.0;
        }
        let drift = motion.drift * (up + down) / motion.variance;
        if drift.abs() < 1e-4 {
            return up * down / motion.variance;
        }
        let scaled = Scaled { start: down / (up + down), drift, time: 0.0 };
        let reaches = scaled.reaches_upper(scaled.start);
        (reaches * up - (1.0 - reaches) * down) / motion.drift
    }
}

/// The motion between walls at 0 and 1, with variance 1 a unit of time.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    start: f64,
    drift: f64,
    time: f64,
}

impl Scaled {
    fn reaches_upper(self, x: f64) -> f64 {
        let g = 2.0 * self.drift;
        if g.abs() < 1e-9 {
            x
        } else if g > 0.0 {
            (-g * x).exp_m1() / (-g).exp_m1()
        } else {
            // The same with both sides multiplied by e^g, which cannot overflow.
            (g * (1.0 - x)).exp() * (g * x).exp_m1() / g.exp_m1()
        }
    }

    /// Returns the density of paths that are still going.
    fn density(self, x: f64) -> f64 {
        let images = ((2.0 * self.time).sqrt() * REACH / 2.0).ceil() as i32 + 1;
        let weight = self.drift * (x - self.start) - self.drift * self.drift * self.time / 2.0;
        let normal = |away: f64| (weight - away * away / (2.0 * self.time)).exp();
        let image = |n: i32| {
            let shift = 2.0 * f64::from(n);
            normal(x - self.start - shift) - normal(x + self.start - shift)
        };
        (-images..=images).map(image).sum::<f64>() / (TAU * self.time).sqrt()
    }

    /// Returns the integral of `weight` times the density.
    fn integral(self, from: f64, to: f64, weight: impl Fn(f64) -> f64) -> f64 {
        let middle = self.start + self.drift * self.time;
        let reach = REACH * self.time.sqrt();
        let from = from.max(middle - reach);
        let to = to.min(middle + reach);
        if to <= from || self.time > ALL_ENDED || self.time <= 0.0 {
            return 0.0;
        }
        let step = (to - from) / f64::from(PANELS);
        let term = |k: u32| {
            let x = from + step * f64::from(k);
            let factor = match k {
                0 | PANELS => 1.0,
                k if k % 2 == 1 => 4.0,
                _ => 2.0,
            };
            factor * weight(x) * self.density(x)
        };
        (0..=PANELS).map(term).sum::<f64>() * step / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Motion, Walls};

    const WALLS: Walls = Walls { lower: -2.0, upper: 3.0 };

    #[track_caller]
    fn check(what: &str, found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-7, "{what}: {found}, not {expected}");
    }

    #[test]
    fn limits() {
        // In no time the path is where it began, and after a long time at a wall.
        let still = Motion { drift: 0.0, variance: 1.0 };
        check("no time", WALLS.probability_of_worse(still, 1e-9, 0.1), 1.0);
        check("half", WALLS.probability_of_worse(still, 1e-9, 0.0), 0.5);
        check("long", WALLS.probability_of_worse(still, 1e4, 0.0), 0.6);
        // Without walls in reach it is the normal distribution.
        let far = Walls { lower: -100.0, upper: 100.0 };
        let moving = Motion { drift: 0.5, variance: 4.0 };
        let normal = crate::normal::cdf((1.0 - 2.0) / 4.0);
        check("normal", far.probability_of_worse(moving, 4.0, 1.0), normal);
    }

    /// One wall out of reach: reflection gives the time to the other one.
    #[test]
    fn first_passage() {
        let walls = Walls { lower: -200.0, upper: 3.0 };
        let (drift, time) = (0.7, 2.5_f64);
        let root = time.sqrt();
        let reached = crate::normal::cdf((drift * time - 3.0) / root)
            + (2.0 * drift * 3.0).exp() * crate::normal::cdf((-drift * time - 3.0) / root);
        let motion = Motion { drift, variance: 1.0 };
        check("upper", walls.probability_of_worse(motion, time, 3.0), 1.0 - reached);
    }

    /// The same with everything turned upside down.
    #[test]
    fn mirror() {
        let mirror = Walls { lower: -3.0, upper: 2.0 };
        for drift in [-60.0, -3.0, -0.2, 0.0, 0.4, 7.0, 80.0] {
            for time in [0.01, 0.4, 3.0, 30.0, 300.0] {
                for place in [-2.0, -0.5, 0.0, 2.0, 3.0] {
                    let up = Motion { drift, variance: 1.7 };
                    let down = Motion { drift: -drift, variance: 1.7 };
                    let one = WALLS.probability_of_worse(up, time, place);
                    let other = mirror.probability_of_worse(down, time, -place);
                    check(&format!("{drift} {time} {place}"), one + other, 1.0);
                }
            }
        }
    }

    #[test]
    fn expected_times() {
        let time = |drift| WALLS.expected_time(Motion { drift, variance: 2.0 }, 0.5);
        check("no drift", time(0.0), 2.5 * 2.5 / 2.0);
        assert!((time(1e-3) - time(1e-5)).abs() < 1e-3);
        check("straight up", time(1e6), 2.5e-6);
        check("straight down", time(-1e6), 2.5e-6);
        let ended = Motion { drift: 1.0, variance: 1.0 };
        check("at a wall", WALLS.expected_time(ended, 3.0), 0.0);
    }
}
