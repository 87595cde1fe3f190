//! Games counted by matchup: all that the fit and the sandwich need to know of them.
//!
//! Two games of a pair enter the sandwich only through their two results, so the nine
//! counts of a matchup stand for any number of pairs.

use crate::{Game, MAX_BOTS};

/// How often the first player lost, drew and won.
pub(crate) type Results = [u32; 3];

/// No matchup yet.
const NONE: u32 = u32::MAX;

/// The games of two bots. A count cannot overflow: 2^32 games would fill 100 GB.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matchup {
    /// The two bots, the lower index first.
    pub(crate) bots: [u32; 2],
    /// Pairs with sides swapped: result with the lower bot first, then with the other first.
    pub(crate) pairs: [Results; 3],
    /// Games that stand alone, by which bot moved first.
    pub(crate) singles: [Results; 2],
    /// Games of clusters that are neither, by which bot moved first.
    pub(crate) loose: [Results; 2],
    /// Clusters with a game of this matchup.
    pub(crate) clusters: u32,
}

impl Matchup {
    /// Counts all games in which this bot (0 or 1) moved first.
    pub(crate) fn results(&self, first: usize) -> Results {
        std::array::from_fn(|score| {
            let paired = match first {
                0 => self.pairs[score].iter().sum(),
                _ => self.pairs.iter().map(|row| row[score]).sum::<u32>(),
            };
            paired + self.singles[first][score] + self.loose[first][score]
        })
    }

    /// Whether this bot (0 or 1) took points from the other one.
    pub(crate) fn scored(&self, bot: usize) -> bool {
        let [own, other] = [self.results(bot), self.results(1 - bot)];
        own[1] + own[2] + other[0] + other[1] > 0
    }
}

/// A game of a cluster that is no plain pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    /// Index of the matchup.
    pub(crate) matchup: usize,
    /// Which of its two bots moved first.
    pub(crate) first: usize,
    /// Half points of the first player.
    pub(crate) half_points: u8,
}

/// All games, counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) matchups: Vec<Matchup>,
    /// Clusters with more than two games, other matchups or the same sides twice.
    pub(crate) wide: Vec<Vec<Played>>,
    /// Games left out: of a bot with itself, or with an index out of range.
    pub(crate) ignored: u64,
}

impl Tally {
    /// Counts games of bots with an index below `bots`.
    pub(crate) fn new(bots: usize, games: &[Game]) -> Tally {
        let bots = bots.min(MAX_BOTS);
        let mut tally = Tally::default();
        let mut index = Index::new(bots);
        for_clusters(games, |cluster| tally.add(&mut index, cluster));
        tally
    }

    fn add(&mut self, index: &mut Index, cluster: &[Game]) {
        let mut at = |game: &Game| index.played(game, &mut self.matchups);
        if let &[game] = cluster {
            let Some(game) = at(&game) else {
                self.ignored += 1;
                return;
            };
            return self.add_single(game);
        }
        if let [first, second] = cluster
            && let (Some(first), Some(second)) = (at(first), at(second))
            && first.matchup == second.matchup
            && first.first != second.first
        {
            return self.add_pair(first, second);
        }
        let games: Vec<Played> = cluster.iter().filter_map(at).collect();
        self.ignored += (cluster.len() - games.len()) as u64;
        match games[..] {
            [] => {}
            [game] => self.add_single(game),
            _ => self.add_wide(games),
        }
    }

    fn add_single(&mut self, game: Played) {
        let matchup = &mut self.matchups[game.matchup];
        matchup.singles[game.first][usize::from(game.half_points)] += 1;
        matchup.clusters += 1;
    }

    fn add_pair(&mut self, a: Played, b: Played) {
        let [low, high] = if a.first == 0 { [a, b] } else { [b, a] };
        let matchup = &mut self.matchups[a.matchup];
        matchup.pairs[usize::from(low.half_points)][usize::from(high.half_points)] += 1;
        matchup.clusters += 1;
    }

    fn add_wide(&mut self, games: Vec<Played>) {
        for game in &games {
            let loose = &mut self.matchups[game.matchup].loose;
            loose[game.first][usize::from(game.half_points)] += 1;
        }
        let mut touched: Vec<usize> = games.iter().map(|game| game.matchup).collect();
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().for_each(|matchup| self.matchups[matchup].clusters += 1);
        self.wide.push(games);
    }
}

/// Finds the matchup of two bots: a triangle of indices.
struct Index {
    bots: u32,
    triangle: Vec<u32>,
}

impl Index {
    fn new(bots: usize) -> Index {
        Index { bots: bots as u32, triangle: vec![NONE; bots * bots.saturating_sub(1) / 2] }
    }

    /// Returns where a game belongs; `None` if it cannot be rated.
    fn played(&mut self, game: &Game, matchups: &mut Vec<Matchup>) -> Option<Played> {
        let (low, high) = (game.first.min(game.second), game.first.max(game.second));
        if low == high || high >= self.bots {
            return None;
        }
        let corner = high as usize;
        let slot = &mut self.triangle[corner * (corner - 1) / 2 + low as usize];
        if *slot == NONE {
            *slot = matchups.len() as u32;
            matchups.push(Matchup { bots: [low, high], ..Matchup::default() });
        }
        Some(Played {
            matchup: *slot as usize,
            first: usize::from(game.first != low),
            half_points: game.score.half_points(),
        })
    }
}

/// Calls with the games of each pair number, in the order of these numbers.
pub(crate) fn for_clusters(games: &[Game], mut call: impl FnMut(&[Game])) {
    if games.is_sorted_by_key(|game| game.pair) {
        games.chunk_by(|a, b| a.pair == b.pair).for_each(&mut call);
    } else {
        let mut sorted = games.to_vec();
        sorted.sort_by_key(|game| game.pair);
        sorted.chunk_by(|a, b| a.pair == b.pair).for_each(&mut call);
    }
}
