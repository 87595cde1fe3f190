//! The counts behind `--pairs` and `--games`.

use ayo_ratings::{Pentanomial, SprtCounts, Trinomial};
use ayo_report::table::printable;

use crate::failure::Failure;

/// Largest count: a million millions of pairs, or of games.
pub(super) const MAX_COUNT: u64 = 1_000_000_000_000;
/// Text quoted in a message is cut after so many characters.
const MAX_QUOTED_CHARS: usize = 40;
const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// Reads the counts that were given.
///
/// # Errors
/// Says which count of which flag is wrong, and what is expected.
pub(super) fn parse(pairs: Option<&str>, games: Option<&str>) -> Result<SprtCounts, Failure> {
    let pairs = pairs.map(|text| numbers("pairs", text, "LL,LD,DD,WD,WW", "12,5,40,9,34"));
    let games = games.map(|text| numbers("games", text, "W,D,L", "109,7,84"));
    let games = games.transpose()?.map(|[wins, draws, losses]| Trinomial([losses, draws, wins]));
    match (pairs.transpose()?.map(Pentanomial), games) {
        (Some(pairs), None) => Ok(SprtCounts::Pairs(pairs)),
        (None, Some(games)) => Ok(SprtCounts::Games(games)),
        (Some(pairs), Some(games)) => {
            check_same(pairs, games)?;
            Ok(SprtCounts::PairsAndGames(pairs, games))
        }
        (None, None) => Err(Failure::usage("nothing to judge; give `--pairs` or `--games`")),
    }
}

fn numbers<const N: usize>(
    flag: &str,
    text: &str,
    names: &str,
    example: &str,
) -> Result<[u64; N], Failure> {
    let error = |problem: String| {
        let shown: String = printable(text).chars().take(MAX_QUOTED_CHARS).collect();
        Failure::usage(format!(
            "`--{flag} {shown}`: {problem}; it takes {N} counts {names}, such as `{example}`"
        ))
    };
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    if words.len() != N {
        return Err(error(format!("{} of {N} counts", words.len())));
    }
    let mut counts = [0; N];
    for ((count, word), place) in counts.iter_mut().zip(words).zip(PLACES) {
        let number = word.parse().ok().filter(|number| *number <= MAX_COUNT);
        *count = number.ok_or_else(|| {
            let word: String = printable(word).chars().take(MAX_QUOTED_CHARS).collect();
            error(format!("the {place}, `{word}`, is not a whole number from 0 to {MAX_COUNT}"))
        })?;
    }
    Ok(counts)
}

/// Refuses games that cannot be those of the pairs.
fn check_same(pairs: Pentanomial, games: Trinomial) -> Result<(), Failure> {
    let half_points = |counts: &[u64]| (0..).zip(counts).map(|(k, count)| k * count).sum::<u64>();
    let of_pairs = (2 * pairs.0.iter().sum::<u64>(), half_points(&pairs.0));
    let of_games = (games.0.iter().sum::<u64>(), half_points(&games.0));
    if of_pairs == of_games {
        return Ok(());
    }
    let told = |(games, half): (u64, u64)| {
        format!("{} points of {games} games", ayo_report::figures::points(half))
    };
    Err(Failure::usage(format!(
        "`--pairs` has {} and `--games` has {}; give the games of these pairs, or one flag only",
        told(of_pairs),
        told(of_games)
    )))
}
