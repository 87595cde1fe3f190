//! Rounds paired by bbpPairings 6.0.0, and what must be refused.

#![allow(clippy::unwrap_used)]

use ayo_schedule::swiss::{
    Colours, Criterion, Left, Pair, Pairing, PairingError, Settings, explain, pair,
};
use ayo_schedule::{
    Acceleration, Bye, Colour, Entry, Forbidden, Forfeit, Game, Outcome, Player, PlayerNumber,
    Points, Round, Scoring, Tournament, TournamentDraft, read_trf,
};

/// Rounds with the pairing they must get: `case`, the players, `pairs` or `refused`.
const ROUNDS: &str = include_str!("data/dutch.txt");

fn entry(text: &str) -> Entry {
    let bye = match text {
        "U" => Bye::PairingAllocated,
        "H" => Bye::Half,
        "F" => Bye::Full,
        "Z" => Bye::Zero,
        _ => {
            let (opponent, rest) = text.split_at(text.len() - 2);
            let (colour, result) = rest.split_at(1);
            let opponent = PlayerNumber::new(opponent.parse().unwrap()).unwrap();
            let colour = Some(if colour == "w" { Colour::White } else { Colour::Black });
            let outcome = match result {
                "1" => Outcome::Win,
                "=" => Outcome::Draw,
                "0" => Outcome::Loss,
                _ => return Entry::Forfeited(Forfeit { opponent, colour, won: result == "+" }),
            };
            return Entry::Played(Game { opponent, colour, outcome, scoring: Scoring::Rated });
        }
    };
    Entry::Bye(bye)
}

/// Makes a tournament of lines with what each player did, `.` for nothing yet.
fn draft<'a>(rounds: usize, players: impl IntoIterator<Item = &'a str>) -> TournamentDraft {
    let player = |(index, line): (usize, &str)| Player {
        number: PlayerNumber::new(index + 1).unwrap(),
        name: format!("bot{}", index + 1),
        rating: None,
        entries: line.split(' ').filter(|text| *text != ".").map(entry).collect(),
    };
    TournamentDraft {
        total_rounds: Round::new(rounds),
        initial_colour: Some(Colour::White),
        players: players.into_iter().enumerate().map(player).collect(),
        ..TournamentDraft::default()
    }
}

fn number(number: usize) -> PlayerNumber {
    PlayerNumber::new(number).unwrap()
}

fn shown(pairing: &Pairing) -> String {
    let pair = |pair: &Pair| format!("{}-{}", pair.white, pair.black);
    let mut text: Vec<String> = pairing.pairs.iter().map(pair).collect();
    text.extend(pairing.bye.map(|bye| format!("bye {bye}")));
    text.join(" ")
}

fn paired(draft: TournamentDraft) -> String {
    match pair(&Tournament::new(draft).unwrap(), &Settings::default()) {
        Ok(pairing) => shown(&pairing),
        Err(error) => error.to_string(),
    }
}

#[test]
fn equals_bbp_pairings() {
    let mut cases = 0;
    let mut wrong = Vec::new();
    for case in ROUNDS.split("\ncase ").skip(1) {
        let lines: Vec<&str> = case.lines().collect();
        let [head, players @ .., right] = &lines[..] else { panic!("{case}") };
        let [_, rounds, colour] = head.split(' ').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let mut draft = draft(rounds.parse().unwrap(), players.iter().copied());
        draft.initial_colour = Some(if colour == "w" { Colour::White } else { Colour::Black });
        let found = match pair(&Tournament::new(draft).unwrap(), &Settings::default()) {
            Ok(pairing) => format!("pairs {}", shown(&pairing)),
            Err(PairingError::NoPairing { .. }) => "refused".to_owned(),
            Err(error) => panic!("{head}: {error}"),
        };
        if found != *right {
            wrong.push(format!("{head}\n found {found}\n right {right}"));
        }
        cases += 1;
    }
    assert!(wrong.is_empty(), "{} of {cases} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(cases, 304);
}

#[test]
fn pairs_trf_files() {
    #[track_caller]
    fn check(trf: &str, right: &str) {
        let tournament = read_trf(trf.as_bytes()).unwrap().tournament;
        let pairing = pair(&tournament, &Settings::default()).unwrap();
        assert_eq!(shown(&pairing), right);
    }
    check(include_str!("data/trf/s1_12p_4r.next.trf"), "4-1 5-3 2-7 6-11 10-9 12-8");
    check(
        include_str!("data/trf/s2_21p_5r_messy.next.trf"),
        "1-3 8-4 2-11 9-6 10-7 5-20 12-15 17-13 14-16 19-18 bye 21",
    );
    // Three points for a win.
    check(
        include_str!("data/trf/s3_40p_7r_310.next.trf"),
        "4-16 9-5 19-3 11-1 7-8 22-12 20-13 2-17 15-10 27-24 6-21 38-14 18-28 31-23 32-26 \
         37-29 30-34 36-40 35-25 39-33",
    );
}

#[test]
fn few_players() {
    #[track_caller]
    fn check(players: &[&str], right: &str) {
        assert_eq!(paired(draft(5, players.iter().copied())), right);
    }
    check(&[], "a round needs at least 2 players, but 0 take part in this one");
    check(&["."], "a round needs at least 2 players, but 1 takes part in this one");
    check(&[".", "Z"], "a round needs at least 2 players, but 1 takes part in this one");
    check(&["Z", "H", "F", "Z"], "a round needs at least 2 players, but 0 take part in this one");
    check(&[".", "."], "1-2");
    check(&["2w1", "1b0", "."], "3-1 bye 2");
    check(&[".", ".", "."], "1-2 bye 3");
    // Everybody withdrew after the first round.
    check(
        &["2w1 Z", "1b0 Z", "4w1 Z", "3b0 Z"],
        "a round needs at least 2 players, but 0 take part in this one",
    );
}

#[test]
fn refusals() {
    #[track_caller]
    fn check(draft: TournamentDraft, right: &str) {
        let text = paired(draft);
        assert!(text.contains(right), "{text}");
    }
    check(TournamentDraft { total_rounds: None, ..draft(1, [".", "."]) }, "is unknown");
    check(draft(1, ["2w1", "1b0"]), "the only round is paired already");
    // Everybody met everybody.
    check(
        draft(5, ["2w1", "1b0"]),
        "no pairing without a rematch exists for the 2 players left in round 2",
    );
    let met = ["2w1 3b1 4w1", "1b0 4w= 3b1", "4w1 1w0 2w0", "3b0 2b= 1b0"];
    check(draft(5, met), "no pairing without a rematch exists for the 4 players left in round 4");
    // Nobody may have the bye.
    let byes = ["2w+ 3w1", "1b- F", "U 1b0"];
    check(draft(5, byes), "no pairing without a second bye exists for the 3 players left");
    let two = TournamentDraft { forbidden: vec![forbidden(1, 2)], ..draft(5, [".", "."]) };
    check(two, "no pairing without a forbidden pair exists for the 2 players");
    // 1 and 2 met, and 3 may not meet 1 nor have the bye.
    let three = draft(5, ["2w1", "1b0", "U"]);
    let three = TournamentDraft { forbidden: vec![forbidden(1, 3), forbidden(2, 3)], ..three };
    check(three, "no pairing without a rematch or a forbidden pair exists for the 3");
    // All who are left must get Black.
    check(
        draft(9, ALL_HAD_WHITE_TWICE),
        "without giving somebody one side too often exists for the 4",
    );
}

/// Four players who had White in both rounds; their opponents withdrew.
const ALL_HAD_WHITE_TWICE: [&str; 8] = [
    "5w1 6w1",
    "6w1 5w1",
    "7w1 8w1",
    "8w1 7w1",
    "1b0 2b0 Z",
    "2b0 1b0 Z",
    "3b0 4b0 Z",
    "4b0 3b0 Z",
];

#[test]
fn colours_that_clash() {
    // Topscorers may meet in the last round whatever their colours.
    assert_eq!(paired(draft(3, ALL_HAD_WHITE_TWICE)), "3-1 4-2");
    // 1 and 3 had White two times more often, 2 and 4 in the last two games: two games
    // with a third White running are better than one with White three times more often.
    let topscorers = [
        "5w1 6w1 7b1 8w0",
        "Z 7b1 8w1 5w1",
        "7w1 8w1 5b1 6w0",
        "Z 5b1 6w1 7w1",
        "1b0 4w0 3w0 2b0 Z",
        "Z 1b0 4b0 3b1 Z",
        "3b0 2w0 1w0 4b0 Z",
        "Z 3b0 2b0 1b1 Z",
    ];
    assert_eq!(paired(draft(5, topscorers)), "4-1 2-3");
    // Meetings of two games ignore colours.
    let tournament = Tournament::new(draft(9, ALL_HAD_WHITE_TWICE)).unwrap();
    let settings = Settings { colours: Colours::Ignore, ..Settings::default() };
    assert_eq!(shown(&pair(&tournament, &settings).unwrap()), "3-1 4-2");
}

#[test]
fn settings_of_tournaments() {
    #[track_caller]
    fn check(change: impl Fn(&mut TournamentDraft), right: &str) {
        let mut draft = draft(4, ["."; 8]);
        change(&mut draft);
        assert_eq!(paired(draft), right);
    }
    check(|_| {}, "1-5 6-2 3-7 8-4");
    check(|draft| draft.initial_colour = Some(Colour::Black), "5-1 2-6 7-3 4-8");
    check(|draft| draft.initial_colour = None, "1-5 6-2 3-7 8-4");
    check(|draft| draft.acceleration = Acceleration::Baku, "1-3 4-2 5-7 8-6");
    let first = (number(8), Round::FIRST);
    let explicit = Acceleration::Explicit([(first, Points::from_tenths(10))].into());
    check(|draft| draft.acceleration = explicit.clone(), "1-8 5-2 3-6 7-4");
    let players = vec![number(1), number(5), number(6)];
    let forbidden = Forbidden { players, first: Round::FIRST, last: Round::FIRST };
    check(|draft| draft.forbidden = vec![forbidden.clone()], "1-7 5-2 3-6 8-4");
    // Numbers of those who have not come yet do not count for colours.
    check(|draft| draft.players[0].entries = vec![Entry::Bye(Bye::Zero)], "2-5 6-3 4-7 bye 8");
}

fn forbidden(a: usize, b: usize) -> Forbidden {
    let last = Round::new(99).unwrap();
    Forbidden { players: vec![number(a), number(b)], first: Round::FIRST, last }
}

/// Forbids all pairs of so many players but these.
fn only(players: usize, allowed: &[(usize, usize)]) -> Vec<Forbidden> {
    let pairs = (1..=players).flat_map(|b| (1..b).map(move |a| (a, b)));
    pairs.filter(|pair| !allowed.contains(pair)).map(|(a, b)| forbidden(a, b)).collect()
}

#[test]
fn players_who_change_halves() {
    #[track_caller]
    fn check(players: usize, allowed: &[(usize, usize)], right: &str) {
        let draft = draft(9, vec!["."; players]);
        let draft = TournamentDraft { forbidden: only(players, allowed), ..draft };
        assert_eq!(paired(draft), right);
    }
    // 3 for 5 is closer to the middle than 4 for 7.
    check(8, &[(1, 5), (2, 6), (3, 4), (7, 8), (1, 3), (4, 7), (5, 8)], "1-3 6-2 7-4 5-8");
    // 5 and 6 for 7 and 10, not for 8 and 9.
    check(
        12,
        &[(1, 5), (2, 6), (3, 8), (4, 9), (7, 11), (10, 12), (3, 10), (4, 7), (8, 11), (9, 12)],
        "1-5 6-2 3-8 9-4 7-11 12-10",
    );
}

#[test]
fn looks_ahead_to_the_next_group() {
    let mut points = std::collections::BTreeMap::new();
    for player in 1..=6 {
        let tenths = if player <= 3 { 20 } else { 10 };
        points.insert((number(player), Round::FIRST), Points::from_tenths(tenths));
    }
    let draft = TournamentDraft {
        acceleration: Acceleration::Explicit(points),
        // Were 3 to float down and meet 5, 4 and 6 would have to float down too.
        forbidden: vec![forbidden(3, 4), forbidden(3, 6), forbidden(4, 6)],
        ..draft(9, ["."; 8])
    };
    assert_eq!(paired(draft), "1-3 4-2 5-6 7-8");
}

#[test]
fn explains() {
    #[track_caller]
    fn check(draft: TournamentDraft, right: &[(usize, Left, Criterion, &str)]) {
        let tournament = Tournament::new(draft).unwrap();
        let (pairing, decisions) = explain(&tournament, &Settings::default()).unwrap();
        assert_eq!(pairing, pair(&tournament, &Settings::default()).unwrap());
        let found: Vec<_> = decisions
            .iter()
            .map(|d| (d.player.get(), d.left, d.criterion, d.to_string()))
            .collect();
        let found: Vec<_> = found.iter().map(|(a, b, c, d)| (*a, *b, *c, d.as_str())).collect();
        assert_eq!(found, right);
    }
    check(draft(5, [".", "."]), &[]);
    check(
        draft(5, [".", ".", "."]),
        &[(
            3,
            Left::HasBye,
            Criterion::Order,
            "player 3 has the bye, because the group of 3 is odd and otherwise the pairing would \
             be as good, but later in the order of the rules",
        )],
    );
    check(
        draft(5, ["2w1", "1b0", "U"]),
        &[(
            2,
            Left::HasBye,
            Criterion::ByeScore,
            "player 2 has the bye, because the group of 1 is odd and otherwise the bye would go \
             to a player with more points",
        )],
    );
    // Players 1 and 2 are to have Black, 3 White, but 2 and 3 may not meet.
    let winners = ["4w1", "5w1", "6b1", "1b0", "2b0", "3w0"];
    check(
        TournamentDraft { forbidden: vec![forbidden(2, 3)], ..draft(5, winners) },
        &[(
            2,
            Left::FloatsDown,
            Criterion::Colours,
            "player 2 floats down from 1.0 points, because the group of 3 is odd and otherwise \
             fewer players would get the side they should have",
        )],
    );
    // Player 1 is alone with his points, and has met the two in the next group.
    let reason = "otherwise somebody would have no legal opponent, here or in the groups below";
    let first =
        format!("player 1 floats down from 2.0 points, because the group of 1 is odd and {reason}");
    let second =
        format!("player 1 floats down from 1.0 points, because the group of 3 is odd and {reason}");
    check(
        draft(5, ["2w1 3b1", "1b0 4w1", "4b1 1w0", "3w0 2b0"]),
        &[
            (1, Left::FloatsDown, Criterion::Legality, &first),
            (1, Left::FloatsDown, Criterion::Legality, &second),
        ],
    );
}
