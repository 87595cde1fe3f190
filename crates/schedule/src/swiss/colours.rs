//! Which colour a player should get, and who of two gets it (FIDE C.04.3, A.6 and E).

use std::cmp::Ordering;

use crate::tournament::Colour;

/// How much a player should get a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// He has not played yet.
    None,
    /// He had both colours equally often, and alternates.
    Mild,
    /// He had one colour once more than the other.
    Strong,
    /// He had one colour twice more than the other, or in his last two games.
    Absolute,
}

/// The colour a player should get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) colour: Option<Colour>,
    pub(super) strength: Strength,
    /// How many games more he had White than Black.
    pub(super) difference: i32,
}

impl Preference {
    /// Derives it from the colours of the games played, oldest first.
    pub(super) fn of(colours: &[Colour]) -> Preference {
        let difference = colours.iter().map(|colour| sign(*colour)).sum::<i32>();
        let rarer = if difference > 0 { Colour::Black } else { Colour::White };
        let (colour, strength) = match colours {
            [] => (None, Strength::None),
            _ if difference.abs() > 1 => (Some(rarer), Strength::Absolute),
            [.., a, b] if a == b => (Some(a.other()), Strength::Absolute),
            _ if difference != 0 => (Some(rarer), Strength::Strong),
            [.., last] => (Some(last.other()), Strength::Mild),
        };
        Preference { colour, strength, difference }
    }

    pub(super) fn is_absolute(&self) -> bool {
        self.strength == Strength::Absolute
    }
}

fn sign(colour: Colour) -> i32 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// What decides about the colours of one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColourRecord<'a> {
    pub(super) preference: Preference,
    /// The colours of the games played, oldest first.
    pub(super) colours: &'a [Colour],
    /// The pairing number among those who have taken part so far.
    pub(super) number: usize,
}

/// Returns the colour of the higher ranked of two players who meet.
pub(super) fn higher_colour(
    higher: ColourRecord<'_>,
    lower: ColourRecord<'_>,
    initial: Colour,
) -> Colour {
    let wanted = (higher.preference.colour, lower.preference.colour);
    match wanted {
        (None, None) if higher.number % 2 == 1 => initial,
        (None, None) => initial.other(),
        (None, Some(colour)) => colour.other(),
        (Some(colour), Some(other)) if colour == other => match stronger(higher, lower) {
            Ordering::Less => colour.other(),
            Ordering::Greater => colour,
            Ordering::Equal => swapped(higher.colours, lower.colours).unwrap_or(colour),
        },
        (Some(colour), _) => colour,
    }
}

/// Compares how much two players should get the same colour.
fn stronger(a: ColourRecord<'_>, b: ColourRecord<'_>) -> Ordering {
    let by_strength = a.preference.strength.cmp(&b.preference.strength);
    if by_strength.is_eq() && a.preference.is_absolute() {
        a.preference.difference.abs().cmp(&b.preference.difference.abs())
    } else {
        by_strength
    }
}

/// Returns the first player's colour when both change the colours they had the
/// last time they had different ones.
fn swapped(a: &[Colour], b: &[Colour]) -> Option<Colour> {
    let newest_first = a.iter().rev().zip(b.iter().rev());
    newest_first.filter(|(a, b)| a != b).map(|(a, _)| a.other()).next()
}

/// What a pair that wants the same colour costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColourCost {
    /// One gets a colour three times more often than the other one (C10).
    pub(super) wide_difference: bool,
    /// One gets the same colour a third time running (C11).
    pub(super) third_running: bool,
    /// One does not get his colour (C12).
    pub(super) unmet: bool,
    /// One does not get the colour he has a strong preference for (C13).
    pub(super) strong_unmet: bool,
}

/// Says which colour wishes stay open when two players meet.
pub(super) fn colour_cost(a: ColourRecord<'_>, b: ColourRecord<'_>) -> ColourCost {
    let same = a.preference.colour.is_some() && a.preference.colour == b.preference.colour;
    if !same {
        return ColourCost::default();
    }
    let both_absolute = a.preference.is_absolute() && b.preference.is_absolute();
    let a_loses = stronger(a, b).is_lt()
        || stronger(a, b).is_eq() && swapped(a.colours, b.colours) != a.preference.colour;
    let loser = if a_loses { a } else { b };
    let gets = loser.preference.colour.map(Colour::other);
    let last_two = loser.colours.iter().rev().take(2);
    let least = a.preference.difference.abs().min(b.preference.difference.abs());
    ColourCost {
        wide_difference: both_absolute && least >= 2,
        third_running: both_absolute && last_two.filter(|c| Some(**c) == gets).count() == 2,
        unmet: true,
        strong_unmet: a.preference.strength.min(b.preference.strength) == Strength::Strong,
    }
}
