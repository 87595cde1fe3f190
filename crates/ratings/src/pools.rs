//! Which bots can be compared at all.
//!
//! A *component* is what games connect, whatever their results. Inside it, a *pool* is a
//! set of bots of which each scored against each, directly or through others of the pool.
//! Only inside a pool do ratings have finite differences (Ford, "Solution of a ranking
//! problem from binary comparisons", 1957); between two pools of a component all points
//! went one way. The largest pool of a component is its main pool.
//!
//! Pools are Tarjan's strong components ("Depth-first search and linear graph
//! algorithms", 1972) of the graph "took points from".

use crate::tally::Matchup;

/// The pools and components of a set of games.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    /// Component of each bot, numbered by their lowest bot.
    pub(crate) component: Vec<usize>,
    /// Pool of each bot. Where points went between pools, the higher number took them.
    pub(crate) pool: Vec<usize>,
    /// Bots of each pool, in order.
    pub(crate) members: Vec<Vec<usize>>,
    /// Main pool of each component; `None` if no two of its bots are comparable.
    pub(crate) main: Vec<Option<usize>>,
}

impl Pools {
    /// Sorts bots into components and pools.
    pub(crate) fn new(bots: usize, matchups: &[Matchup]) -> Pools {
        let component = components(bots, matchups);
        let pool = Search::new(bots, matchups).run();
        let mut members = vec![Vec::new(); pool.iter().max().map_or(0, |last| last + 1)];
        for (bot, &pool) in pool.iter().enumerate() {
            members[pool].push(bot);
        }
        let main = main_pools(&component, &members, matchups);
        Pools { component, pool, members, main }
    }

    /// Puts all bots into one pool, as a prior does; components stay what games connect.
    pub(crate) fn joined(bots: usize, matchups: &[Matchup]) -> Pools {
        let component = components(bots, matchups);
        let count = component.iter().max().map_or(0, |last| last + 1);
        let members = if bots > 0 { vec![(0..bots).collect()] } else { Vec::new() };
        Pools { component, pool: vec![0; bots], members, main: vec![Some(0); count] }
    }

    /// Whether the pool is the one that its component is rated by.
    pub(crate) fn is_main(&self, pool: usize) -> bool {
        self.main[self.component[self.members[pool][0]]] == Some(pool)
    }

    /// Returns the pool of a matchup; `None` if its bots are in different ones.
    pub(crate) fn of(&self, matchup: &Matchup) -> Option<usize> {
        let [low, high] = matchup.bots.map(|bot| self.pool[bot as usize]);
        (low == high).then_some(low)
    }
}

/// Numbers the components by union-find.
fn components(bots: usize, matchups: &[Matchup]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..bots).collect();
    fn root(parent: &mut [usize], mut bot: usize) -> usize {
        while parent[bot] != bot {
            parent[bot] = parent[parent[bot]];
            bot = parent[bot];
        }
        bot
    }
    for matchup in matchups {
        let [low, high] = matchup.bots.map(|bot| root(&mut parent, bot as usize));
        // The lowest bot is the root, so that it is met first below.
        parent[low.max(high)] = low.min(high);
    }
    let mut component = vec![0; bots];
    let mut count = 0;
    for bot in 0..bots {
        let root = root(&mut parent, bot);
        if root == bot {
            component[bot] = count;
            count += 1;
        } else {
            component[bot] = component[root];
        }
    }
    component
}

/// The pool of most bots, then of most games, then of the lowest bot.
fn main_pools(
    component: &[usize],
    members: &[Vec<usize>],
    matchups: &[Matchup],
) -> Vec<Option<usize>> {
    let mut games = vec![0_u64; component.len()];
    for matchup in matchups {
        let count: u64 = (0..2).flat_map(|k| matchup.results(k)).map(u64::from).sum();
        matchup.bots.iter().for_each(|&bot| games[bot as usize] += count);
    }
    let rank = |pool: usize| {
        let bots = &members[pool];
        let games: u64 = bots.iter().map(|&bot| games[bot]).sum();
        (bots.len(), games, std::cmp::Reverse(bots[0]))
    };
    let mut main = vec![None; component.iter().max().map_or(0, |last| last + 1)];
    for (pool, bots) in members.iter().enumerate().filter(|(_, bots)| bots.len() > 1) {
        let best = &mut main[component[bots[0]]];
        if best.is_none_or(|best| rank(pool) > rank(best)) {
            *best = Some(pool);
        }
    }
    main
}

/// Tarjan's search, with its own stack: a chain of bots must not overflow ours.
struct Search {
    beaten: Vec<Vec<usize>>,
    clock: usize,
    /// Order in which bots were met; 0 means not yet.
    met: Vec<usize>,
    /// Earliest bot still open that is reachable.
    earliest: Vec<usize>,
    open: Vec<usize>,
    pool: Vec<Option<usize>>,
    pools: usize,
}

impl Search {
    fn new(bots: usize, matchups: &[Matchup]) -> Search {
        let mut beaten = vec![Vec::new(); bots];
        for matchup in matchups {
            let [low, high] = matchup.bots.map(|bot| bot as usize);
            if matchup.scored(0) {
                beaten[low].push(high);
            }
            if matchup.scored(1) {
                beaten[high].push(low);
            }
        }
        Search {
            beaten,
            clock: 0,
            met: vec![0; bots],
            earliest: vec![0; bots],
            open: Vec::new(),
            pool: vec![None; bots],
            pools: 0,
        }
    }

    fn run(mut self) -> Vec<usize> {
        for start in 0..self.met.len() {
            if self.met[start] > 0 {
                continue;
            }
            // Bots on the way from the start, with how many of their edges were followed.
            let mut path = vec![self.enter(start)];
            while let Some((bot, followed)) = path.last_mut() {
                let bot = *bot;
                match self.beaten[bot].get(*followed) {
                    // The edge is looked at again when `next` is done.
                    Some(&next) if self.met[next] == 0 => path.push(self.enter(next)),
                    Some(&next) => {
                        if self.pool[next].is_none() {
                            self.earliest[bot] = self.earliest[bot].min(self.earliest[next]);
                        }
                        *followed += 1;
                    }
                    None => {
                        path.pop();
                        self.close(bot);
                    }
                }
            }
        }
        self.pool.into_iter().map(|pool| pool.expect("every bot was closed")).collect()
    }

    fn enter(&mut self, bot: usize) -> (usize, usize) {
        self.clock += 1;
        self.met[bot] = self.clock;
        self.earliest[bot] = self.clock;
        self.open.push(bot);
        (bot, 0)
    }

    /// Makes a pool of the open bots from this one on, if it is the first of its pool.
    fn close(&mut self, bot: usize) {
        if self.earliest[bot] < self.met[bot] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.pool[member] = Some(self.pools);
            if member == bot {
                break;
            }
        }
        self.pools += 1;
    }
}
