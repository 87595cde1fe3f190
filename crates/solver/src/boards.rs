//! Boards with few seeds, numbered.
//!
//! A board is twelve pits. Those with the same number of seeds are numbered from 0
//! without a gap: eleven bars among the seeds make twelve pits, and the places of
//! the bars are a combination, numbered as D. E. Knuth has it ("The Art of Computer
//! Programming" 4A, 7.2.1.3, the combinatorial number system).

use ayo_rules::{PITS, SEEDS};

/// The twelve pits, from the first of the side to move on.
pub(crate) type Board = [u8; PITS];

const BARS: usize = PITS - 1;
const PLACES: usize = SEEDS as usize + PITS;

/// `CHOOSE[n][k]`: the ways to choose `k` of `n`.
static CHOOSE: [[u32; PITS]; PLACES] = {
    let mut choose = [[0_u32; PITS]; PLACES];
    let mut n = 0;
    while n < PLACES {
        choose[n][0] = 1;
        let mut k = 1;
        while k < PITS && n > 0 {
            // Saturates far beyond the numbers of seeds for which there are tables.
            choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Returns how many boards have that many seeds.
pub(crate) const fn count(seeds: u8) -> usize {
    CHOOSE[seeds as usize + BARS][BARS] as usize
}

/// Returns the number of a board among those with as many seeds.
#[inline]
pub(crate) fn number(board: &Board) -> usize {
    let mut seeds = 0;
    let mut number = 0;
    for (index, &pit) in board[..BARS].iter().enumerate() {
        seeds += usize::from(pit);
        number += CHOOSE[seeds + index][index + 1];
    }
    number as usize
}

/// Returns all boards with that many seeds, in the order of their numbers.
pub(crate) fn all(seeds: u8) -> impl Iterator<Item = Board> {
    let mut first = [0; PITS];
    first[BARS] = seeds;
    std::iter::successors(Some(first), next)
}

/// Returns the board with the next number.
fn next(board: &Board) -> Option<Board> {
    let mut next = *board;
    // The lowest bar that has room moves up by a seed; those below it fall back.
    let lower = (0..BARS).find(|&index| board[index + 1] > 0)?;
    next[lower + 1] -= 1;
    next[0] = 0;
    next[lower] = board[0] + 1;
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gap() {
        for seeds in 0..=6 {
            let numbers: Vec<usize> = all(seeds).map(|board| number(&board)).collect();
            assert_eq!(numbers, (0..count(seeds)).collect::<Vec<_>>(), "{seeds} seeds");
            assert!(all(seeds).all(|board| board.iter().sum::<u8>() == seeds));
        }
        assert_eq!((count(8), count(9), count(10)), (75_582, 167_960, 352_716));
    }
}
