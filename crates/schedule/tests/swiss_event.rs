//! Swiss tournaments of bots, played to the end with results by lot.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeSet;

use ayo_record::{Bot, Pair, Withdrawal};
use ayo_rules::Rules;
use ayo_schedule::swiss::{self, PairingError};
use ayo_schedule::{
    Acceleration, MeetingScore, Openings, Points, Swiss, SwissError, SwissProgress, SwissSettings,
    TrfFile, parse_tie_breaks, read_trf,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn settings(bots: usize, rounds: u32, games: u32, seed: u64) -> SwissSettings {
    SwissSettings {
        name: "club".to_owned(),
        bots: (0..bots).map(|bot| format!("bot{bot}")).collect(),
        ratings: vec![None; bots],
        rounds,
        bye_points: Points::from_tenths(10),
        acceleration: Acceleration::Off,
        games,
        openings: Openings::RandomPlies(4),
        rules: Rules::AYOAYO,
        seed,
    }
}

/// Plays the last round by lot: a withdrawn bot plays nothing.
fn play_round(swiss: &Swiss, progress: &mut SwissProgress, random: &mut ChaCha8Rng) -> Vec<Pair> {
    let pairs: Vec<Pair> = swiss.pairs_of_last_round(progress).collect();
    for pair in &pairs {
        let meeting = swiss.meeting_of(pair.number) as usize;
        progress.scores.resize(meeting + 1, MeetingScore::default());
        let gone = |bot: Bot| progress.withdrawals.iter().any(|it| it.bot == bot);
        if pair.bots.iter().any(|&bot| gone(bot)) {
            continue;
        }
        for game in pair.scheduled() {
            let south = random.next_u32() % 3;
            let first = usize::from(game.south != pair.bots[0]);
            let score = &mut progress.scores[meeting];
            score.games += 1;
            score.half_points[first] += south;
            score.half_points[1 - first] += 2 - south;
        }
    }
    pairs
}

/// Plays a whole tournament and checks what must hold in every round.
fn check(bots: usize, rounds: u32, games: u32, seed: u64) {
    println!("{bots} bots, {rounds} rounds, {games} games, seed {seed}");
    let swiss = Swiss::new(settings(bots, rounds, games, seed)).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut progress = SwissProgress::default();
    let mut met = BTreeSet::new();
    let mut byes = BTreeSet::new();
    let mut numbers = Vec::new();
    let mut games_before = 0;
    assert_eq!(swiss.games_left(&progress), swiss.games());
    for round in 1..=rounds {
        let boards = match swiss.pair(&progress) {
            Ok(boards) => boards,
            Err(PairingError::NoPairing { .. }) => return,
            Err(error) => panic!("round {round}: {error}"),
        };
        // What is written after a round is all that another program needs.
        let tournament = swiss.tournament(&progress);
        let text = TrfFile::new(&tournament).unwrap().to_string();
        let read = read_trf(text.as_bytes()).unwrap();
        assert_eq!(read.tournament, tournament, "{text}");
        let colours = swiss::Colours::of(&read.tournament);
        assert_eq!(colours == swiss::Colours::Ignore, games.is_multiple_of(2));
        let again = swiss::Settings { colours, ..swiss::Settings::default() };
        let again = swiss::pair(&read.tournament, &again).unwrap();
        let pairs = boards.iter().filter(|board| board.north.is_some()).count();
        assert_eq!(again.pairs.len(), pairs);
        let mut seated = BTreeSet::new();
        for board in &boards {
            assert!(seated.insert(board.south.0), "round {round}");
            match board.north {
                Some(north) => assert!(seated.insert(north.0), "round {round}"),
                None => assert!(byes.insert(board.south.0), "round {round}"),
            }
        }
        assert_eq!(seated.len(), bots - progress.withdrawals.len(), "round {round}");
        let before = progress.clone();
        progress.rounds.push(boards);
        if !swiss.is_round_over(&progress) {
            assert_eq!(swiss.completed(&progress), before, "round {round}");
        }
        if seed.is_multiple_of(2) && round == 2 {
            progress.withdrawals.push(Withdrawal { bot: Bot(1), round });
        }
        let left = swiss.games_left(&progress);
        let pairs = play_round(&swiss, &mut progress, &mut random);
        let active = bots - progress.withdrawals.len();
        let later = u64::from((rounds - round) * (active / 2) as u32 * games);
        assert_eq!(swiss.games_left(&progress), later, "round {round}");
        let played: u64 = progress.scores.iter().map(|score| u64::from(score.games)).sum();
        assert_eq!(left, later + played - games_before, "round {round}");
        games_before = played;
        numbers.extend(pairs.iter().map(|pair| pair.number));
        for meeting in pairs.chunk_by(|a, b| a.bots == b.bots) {
            let played = progress.scores[swiss.meeting_of(meeting[0].number) as usize].games > 0;
            let mut couple = meeting[0].bots;
            couple.sort();
            assert!(!played || met.insert(couple), "round {round}: {couple:?} again");
        }
    }
    let expected = numbers.iter().zip(1..).all(|(&number, expected)| number == expected);
    assert!(expected, "pairs are numbered without gaps");
    let tie_breaks = parse_tie_breaks("PTS,DE,BH/C1,BH,SB,WON").unwrap();
    let standings = swiss.standings(&progress, &tie_breaks);
    assert_eq!(standings.len(), bots);
    assert!(standings.windows(2).all(|two| two[0].1.values[0] >= two[1].1.values[0]));
}

#[test]
fn tournaments_by_lot() {
    for seed in 0..12 {
        check(2 + seed as usize * 3, 1 + seed as u32 % 5, 1 + seed as u32 % 4, seed);
    }
    check(100, 9, 2, 7);
    check(101, 9, 1, 8);
}

#[test]
fn the_same_seed_draws_the_same() {
    let pair = |seed| {
        Swiss::new(settings(9, 4, 2, seed)).unwrap().pair(&SwissProgress::default()).unwrap()
    };
    assert_eq!(pair(5), pair(5));
    assert_ne!(pair(5), pair(6));
}

#[test]
fn settings_out_of_range() {
    let check = |bots, rounds, games, text: &str| {
        let error = Swiss::new(settings(bots, rounds, games, 1)).unwrap_err();
        assert!(error.to_string().contains(text), "{error}");
    };
    check(1, 1, 2, "from 2 to 9999 bots, not 1");
    check(8, 0, 2, "from 1 to 99 rounds, not 0");
    check(200, 100, 2, "from 1 to 99 rounds, not 100");
    check(8, 8, 2, "8 rounds are too many for 8 bots");
    check(7, 8, 2, "8 rounds are too many for 7 bots");
    check(8, 3, 0, "`games` must be at least 1");
    let empty = SwissSettings {
        openings: Openings::List { openings: Vec::new(), order: ayo_schedule::Order::Random },
        ..settings(4, 2, 2, 1)
    };
    assert!(matches!(Swiss::new(empty), Err(SwissError::Openings(_))));
}

/// A bot that cannot be started any more loses what it did not play.
#[test]
fn who_is_withdrawn() {
    let swiss = Swiss::new(settings(4, 3, 2, 3)).unwrap();
    let mut progress = SwissProgress::default();
    progress.rounds.push(swiss.pair(&progress).unwrap());
    let [first, second] = [0, 1].map(|board: usize| progress.rounds[0][board]);
    // Half of the first meeting was played and won by who is withdrawn then; nothing
    // of the second was.
    progress.withdrawals.push(Withdrawal { bot: first.south, round: 1 });
    progress.withdrawals.push(Withdrawal { bot: second.south, round: 1 });
    progress.scores = vec![MeetingScore { games: 1, half_points: [2, 0] }, MeetingScore::default()];
    let standings = swiss.standings(&progress, &parse_tie_breaks("PTS").unwrap());
    let points = |bot: Option<Bot>| {
        let (_, standing) = standings.iter().find(|(other, _)| Some(*other) == bot).unwrap();
        standing.values[0].to_string()
    };
    assert_eq!(points(Some(first.south)), "0.5", "one game won, one lost without being played");
    assert_eq!(points(first.north), "0.5");
    assert_eq!(points(Some(second.south)), "0.0");
    assert_eq!(points(second.north), "1.0");
    let boards = swiss.pair(&progress).unwrap();
    assert_eq!(boards.len(), 1, "two bots are left");
    assert!(boards[0].north.is_some());
}
