//! What a check says of single claims, and what claims prove together.

#![allow(clippy::unwrap_used)]

mod games;

use ayo_proof::{Checked, Claim, Fault, Flaw, Goal, Proof, check, verdict};
use ayo_rules::{Position, Rules, Side, parse_moves};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const POSITION: &str = "0.1.0.1.0.1/1.0.1.0.0.0 20-23 N";

fn checked(rules: &str, position: &str, goal: Goal, moves: &str) -> Result<Checked, Flaw> {
    let claim = Claim { side: Side::South, goal, moves: parse_moves(moves).unwrap() };
    check(&rules.parse().unwrap(), &position.parse().unwrap(), &claim)
}

#[test]
fn flaws() {
    #[track_caller]
    fn says(rules: &str, goal: Goal, moves: &str, message: &str) {
        let flaw = checked(rules, POSITION, goal, moves).unwrap_err();
        assert_eq!(flaw.to_string(), format!("claim `south {goal}` is not proved: {message}"));
    }
    let seeds = Goal::Seeds(25);
    let no_move = "it has no move, and the game is not over";
    says("ayoayo", seeds, "", &format!("after `a` {no_move}"));
    says("ayoayo", seeds, "DBB", &format!("after `cBa` {no_move}"));
    says("ayoayo", seeds, "DBBDA", "moves left over when all lines of play are walked: 1");
    let illegal = "its move is illegal: pit";
    says("ayoayo", seeds, "A", &format!("after `a` {illegal} 0 (A) is not an own pit with seeds"));
    says("ayoayo", seeds, "a", &format!("after `a` {illegal} 6 (a) is not an own pit with seeds"));
    let plies = "the game may take more than 2 plies, after which the rules stop it";
    says("ayoayo max_plies=2", seeds, "DBBD", &format!("after `aD` {plies}"));
    says(
        "ayoayo repetition=1",
        seeds,
        "DBBD",
        "rules with repetition=1 end a game before its first move",
    );
}

#[test]
fn seeds_that_are_in_the_store_are_safe() {
    let none = Checked { positions: 0, decisions: 0, longest_line: 0, repeats: false };
    for goal in [Goal::Seeds(0), Goal::Seeds(20)] {
        assert_eq!(checked("ayoayo", POSITION, goal, ""), Ok(none));
    }
    let won = "0.1.0.1.0.1/1.0.1.0.0.0 25-18 N";
    assert_eq!(checked("ayoayo-full-count", won, Goal::Wins, ""), Ok(none));
    assert!(checked("ayoayo", POSITION, Goal::Seeds(49), "").is_err());
    assert!(checked("ayoayo", POSITION, Goal::Seeds(255), "DBBD").is_err());
}

/// Majority stops no count.
#[test]
fn the_count_goes_on() {
    for rules in ["ayoayo", "ayoayo-full-count"] {
        let over = "0.0.0.0.0.0/0.0.0.0.0.0 21-27 S";
        assert!(checked(rules, over, Goal::Seeds(21), "").is_ok());
        let flaw = checked(rules, over, Goal::Seeds(22), "").unwrap_err().to_string();
        assert!(flaw.ends_with("the game is over, and the side has 21 of the 48 seeds"), "{flaw}");
        // North has 25, and South gets the last seeds as North cannot move.
        let last = "0.0.2.0.0.1/0.0.0.0.0.0 20-25 N";
        assert!(checked(rules, last, Goal::Seeds(23), "").is_ok());
        assert!(checked(rules, last, Goal::Seeds(24), "").is_err());
    }
}

/// Claims under which a position can come back: games in which the other side tries to
/// make it come back end as claimed, and other rules do not allow it.
#[test]
fn positions_that_come_back() {
    #[track_caller]
    fn comes_back(position: &str, claim: &Claim, longest: u64) {
        let start: Position = position.parse().unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(6);
        for rules in ["ayoayo", "ayoayo repetition=2", "ayoayo repetition=7", "ayoayo-full-count"] {
            let rules: Rules = rules.parse().unwrap();
            let checked = check(&rules, &start, claim).unwrap();
            assert_eq!((checked.repeats, checked.longest_line), (true, longest), "{rules}");
            let strategy = games::strategy(&rules, &start, claim);
            for _ in 0..200 {
                let plies = games::play(&rules, &start, claim, &strategy, &mut random);
                assert!(plies <= checked.longest_line, "{plies} plies under {rules}");
            }
        }
        let fault = |rules: &str, goal| {
            let claim = Claim { goal, ..claim.clone() };
            check(&rules.parse().unwrap(), &start, &claim).unwrap_err().fault
        };
        assert_eq!(fault("ayoayo", Goal::Seeds(25)), Fault::Repeats);
        assert_eq!(fault("ayoayo repetition=0", Goal::Wins), Fault::Repeats);
        assert_eq!(fault("ayoayo repetition=1", Goal::Wins), Fault::NoGame);
        assert_eq!(fault("ayoayo repetition_award=own-side", Goal::Wins), Fault::Repeats);
    }
    let claim = |side, moves| Claim { side, goal: Goal::Wins, moves: parse_moves(moves).unwrap() };
    comes_back(
        "1.0.2.0.2.0/0.1.0.1.1.0 20-20 N",
        &claim(
            Side::North,
            "ecadabfdbdfeacfaaabfbafeabbcecdacaabbdfaacbcabcbcabedeaaafdabadcdfbdfc",
        ),
        11,
    );
    // South is ahead from the start and stays so: the game may be stopped at any time.
    comes_back(
        "0.2.0.1.1.0/0.1.0.0.0.3 22-18 S",
        &claim(
            Side::South,
            "BCBABAEFABCACACECAAAACCEBBDABAEFBABCACCDEACABBAFBCAEEAEACEFAAABFBAFEABBEAEDFAACE\
             AADEADCDABFAAACDAAAAAAAAAAAFAACACABABACAFCFADEFCDAAACAEAADADEAEBACCDEADEABCBDABD",
        ),
        0,
    );
}

#[test]
fn verdicts() {
    #[track_caller]
    fn says(claims: &str, message: &str) {
        let claims = claims.lines().map(|line| format!("claim {}\n", line.trim()));
        let claims: String = claims.collect();
        let text = format!("ayo proof 1\nrules ayoayo\nposition {POSITION}\n{claims}end\n");
        let proof = Proof::read(text.as_bytes(), &ayo_proof::Limits::DEFAULT).unwrap();
        assert_eq!(verdict(&proof).to_string(), message, "{claims}");
    }
    let counted = "when all seeds are counted";
    says("south 25", "south wins");
    says("north 25", "north wins");
    says("south 24\n north 24", "draw");
    says("south 24", "south at least draws");
    says("north draws", "north at least draws under the repetition rule");
    says("south draws\n north 24", "draw under the repetition rule");
    says("south wins", "south wins under the repetition rule");
    says("south wins\n south 25", "south wins");
    says("south wins\n south 24", "south wins under the repetition rule");
    says("south 27\n north 21", &format!("south wins, 27-21 {counted}"));
    says("south 25\n north 23", &format!("south wins, 25-23 {counted}"));
    says("south 25\n north 21", &format!("south wins, north gets at least 21 {counted}"));
    says("south 25\n south 27", &format!("south wins, south gets at least 27 {counted}"));
    says(
        "south 20\n north 21",
        &format!(
            "who wins is not proved, south gets at least 20, north gets at least 21 {counted}"
        ),
    );
    says("south 25\n north 24", "the claims contradict each other");
    says("south wins\n north draws", "the claims contradict each other");
    let nothing = Proof { rules: Rules::AYOAYO, position: Position::START, claims: Vec::new() };
    assert_eq!(verdict(&nothing).to_string(), "who wins is not proved");
}
