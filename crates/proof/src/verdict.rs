//! What the claims of a proof say of its position when they are put together.

use std::fmt;

use ayo_rules::{MAJORITY, SEEDS, Side};

use crate::{Goal, Proof};

const HALF: u8 = SEEDS / 2;

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the game ends with when both play their best.
    pub conclusion: Conclusion,
    /// Whether this rests on a claim that holds under the repetition rule only.
    pub by_repetition_rule: bool,
    /// What each side gets at least when all seeds are counted, South first; 0 when
    /// nothing is proved. If they add up to 48, that is the exact score.
    pub seeds: [u8; 2],
}

/// The result of best play, as far as it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// This side wins.
    Wins(Side),
    /// Neither side wins.
    Draw,
    /// This side wins or draws.
    AtLeastDraws(Side),
    /// Either side might win.
    Open,
    /// The claims contradict each other; they cannot all pass a check.
    Contradiction,
}

/// Returns what the claims prove together.
///
/// They are taken at their word: each must have passed [`crate::check`].
#[must_use]
pub fn verdict(proof: &Proof) -> Verdict {
    let seeds = Side::BOTH.map(|side| {
        let goals = goals(proof, side);
        goals
            .filter_map(|goal| if let Goal::Seeds(seeds) = goal { Some(seeds) } else { None })
            .max()
            .unwrap_or(0)
    });
    let enough = Side::BOTH.map(|side| goals(proof, side).map(Goal::seeds).max().unwrap_or(0));
    let conclusion = conclude(enough);
    Verdict { conclusion, by_repetition_rule: conclude(seeds) != conclusion, seeds }
}

fn goals(proof: &Proof, side: Side) -> impl Iterator<Item = Goal> {
    proof.claims.iter().filter(move |claim| claim.side == side).map(|claim| claim.goal)
}

/// Says who wins when the sides get at least so many of the 48 seeds.
fn conclude([south, north]: [u8; 2]) -> Conclusion {
    match (south, north) {
        _ if u32::from(south) + u32::from(north) > u32::from(SEEDS) => Conclusion::Contradiction,
        (MAJORITY.., _) => Conclusion::Wins(Side::South),
        (_, MAJORITY..) => Conclusion::Wins(Side::North),
        (HALF, HALF) => Conclusion::Draw,
        (HALF, _) => Conclusion::AtLeastDraws(Side::South),
        (_, HALF) => Conclusion::AtLeastDraws(Side::North),
        _ => Conclusion::Open,
    }
}

/// Writes one line, like `south wins, 27-21 when all seeds are counted`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.conclusion.fmt(f)?;
        if self.conclusion == Conclusion::Contradiction {
            return Ok(());
        }
        if self.by_repetition_rule {
            f.write_str(" under the repetition rule")?;
        }
        let [south, north] = self.seeds;
        if [south, north].iter().all(|&seeds| tells_nothing_new(seeds)) {
            return Ok(());
        }
        if south + north == SEEDS {
            return write!(f, ", {south}-{north} when all seeds are counted");
        }
        let mut told = Side::BOTH.into_iter().zip(self.seeds);
        told.try_for_each(|(side, seeds)| {
            if tells_nothing_new(seeds) {
                Ok(())
            } else {
                write!(f, ", {side} gets at least {seeds}")
            }
        })?;
        f.write_str(" when all seeds are counted")
    }
}

/// Returns whether a number of seeds is none or one that the conclusion stands for.
fn tells_nothing_new(seeds: u8) -> bool {
    matches!(seeds, 0 | HALF | MAJORITY)
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conclusion::Wins(side) => write!(f, "{side} wins"),
            Conclusion::Draw => f.write_str("draw"),
            Conclusion::AtLeastDraws(side) => write!(f, "{side} at least draws"),
            Conclusion::Open => f.write_str("who wins is not proved"),
            Conclusion::Contradiction => f.write_str("the claims contradict each other"),
        }
    }
}
