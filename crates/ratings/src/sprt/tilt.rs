//! The likeliest distribution under a constraint: the one equation every LLR needs.
//!
//! Of all distributions `q` with `sum q_k b_k = 0` the observed shares `p` make
//! `q_k = p_k / (1 + x b_k)` the likeliest, `x` being the root of
//! `f(x) = sum p_k b_k / (1 + x b_k)` between the poles at `-1/max b` and `-1/min b`
//! (Owen, "Empirical likelihood", 2001, chapter 2). `f` falls all the way from plus to
//! minus infinity, so there is exactly one root.
//!
//! It is looked for by the distance `t` from the pole that it lies towards, which keeps its
//! digits when a share is as small as 1e-20, and inside a bracket that is proven to hold it.

/// Newton's steps before only halving is done.
const NEWTON_STEPS: u32 = 40;
/// Steps at most: 1100 binary orders take 11 geometric halvings, and 53 digits as many more.
const STEPS: u32 = 200;
/// A bracket wider than this is halved on a logarithmic scale.
const WIDE: f64 = 4.0;

/// Returns the factors `1 / (1 + x b_k)` that make the shares `p` satisfy the constraint;
/// `None` if no distribution does: the values `b` are all above 0, or all below.
pub(super) fn tilt<const N: usize>(shares: &[f64; N], values: &[f64; N]) -> Option<[f64; N]> {
    let mean: f64 = shares.iter().zip(values).map(|(share, value)| share * value).sum();
    if mean == 0.0 {
        return Some([1.0; N]);
    }
    // Turned so that the root lies towards the pole of the lowest value.
    let values = values.map(|value| if mean < 0.0 { -value } else { value });
    let pole = (0..N).min_by(|&a, &b| values[a].total_cmp(&values[b]))?;
    let lowest = values[pole];
    if lowest >= 0.0 || !mean.is_finite() {
        return None;
    }
    // With x = -1/lowest - t: 1 + x b = (1 - b/lowest) - t b.
    let equation = Equation { shares, values, offsets: values.map(|value| 1.0 - value / lowest) };
    let root = equation.root(shares[pole], -1.0 / lowest)?;
    Some(std::array::from_fn(|k| 1.0 / equation.divisor(k, root)))
}

struct Equation<'a, const N: usize> {
    shares: &'a [f64; N],
    values: [f64; N],
    offsets: [f64; N],
}

impl<const N: usize> Equation<'_, N> {
    fn divisor(&self, k: usize, distance: f64) -> f64 {
        self.offsets[k] - distance * self.values[k]
    }

    /// Returns `f` and its slope, which is positive.
    fn at(&self, distance: f64) -> (f64, f64) {
        let (mut sum, mut slope) = (0.0, 0.0);
        for k in 0..N {
            let term = self.values[k] / self.divisor(k, distance);
            sum += self.shares[k] * term;
            slope += self.shares[k] * term * term;
        }
        (sum, slope)
    }

    /// Finds the root: Newton's method where it stays in the bracket, else halving.
    ///
    /// At `whole`, where `x` is 0, `f` is the mean of the values and above 0. At `p / positive`
    /// it is below 0 (or at most 0), since the term of the pole alone outweighs all positive
    /// ones even with `x` at 0, where they are largest.
    fn root(&self, pole_share: f64, whole: f64) -> Option<f64> {
        let terms = self.shares.iter().zip(&self.values).map(|(share, value)| share * value);
        let positive: f64 = terms.filter(|term| *term > 0.0).sum();
        let (mut low, mut high) = ((pole_share / positive).min(whole), whole);
        if low.is_nan() || low <= 0.0 {
            return None;
        }
        let mut distance = high;
        for step in 0..STEPS {
            let (value, slope) = self.at(distance);
            if value > 0.0 {
                high = distance
            } else {
                low = distance
            }
            let newton = distance - value / slope;
            let inside = step < NEWTON_STEPS && low < newton && newton < high;
            let next = if inside { newton } else { middle(low, high) };
            if (next - distance).abs() <= 2.0 * f64::EPSILON * distance {
                return Some(next);
            }
            distance = next;
        }
        Some(distance)
    }
}

fn middle(low: f64, high: f64) -> f64 {
    if high > WIDE * low { (low * high).sqrt() } else { (low + high) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::tilt;

    /// Checks that the factors give a distribution with the mean 0.
    #[track_caller]
    fn check<const N: usize>(weights: [f64; N], values: [f64; N]) {
        let shares = weights.map(|weight| weight / weights.iter().sum::<f64>());
        let factors = tilt(&shares, &values).unwrap();
        let tilted: Vec<f64> = shares.iter().zip(factors).map(|(p, factor)| p * factor).collect();
        let sum: f64 = tilted.iter().sum();
        let mean: f64 = tilted.iter().zip(values).map(|(q, value)| q * value).sum();
        assert!(factors.iter().all(|factor| *factor > 0.0), "{factors:?}");
        assert!((sum - 1.0).abs() < 1e-12, "{shares:?} {values:?}: sum {sum}");
        assert!(mean.abs() < 1e-12, "{shares:?} {values:?}: mean {mean}");
    }

    #[test]
    fn constraints_are_met() {
        check([0.2, 0.5, 0.3], [-0.5, 0.0, 0.5]);
        check([0.25, 0.5, 0.25], [-0.5, 0.0, 0.5]);
        check([0.2, 0.2, 0.2, 0.2, 0.2], [-0.9, -0.7, -0.4, -0.2, 0.1]);
        check([0.2, 0.2, 0.2, 0.2, 0.2], [-1e-4, 0.25, 0.5, 0.75, 0.9999]);
        for tiny in [1e-9, 1e-15, 1e-22] {
            check([tiny, 1.0 - tiny], [-0.5, 0.5]);
            check([tiny, tiny, tiny, tiny, 1.0], [-0.5, -0.25, 0.0, 0.25, 0.5]);
            check([1.0, tiny, tiny, tiny, tiny], [-1e-3, 0.25, 0.5, 0.75, 0.999]);
        }
    }

    #[test]
    fn impossible_constraints() {
        assert_eq!(tilt(&[0.5, 0.5], &[0.1, 0.2]), None);
        assert_eq!(tilt(&[0.5, 0.5], &[-0.1, -0.2]), None);
        assert_eq!(tilt(&[0.5, 0.5], &[f64::NAN, 1.0]), None);
    }
}
