//! Files of proofs: what is read, what is refused, and that damage never gets through.

#![allow(clippy::unwrap_used)]

mod games;

use ayo_proof::{Claim, Goal, Limits, Proof, ReadError, check};
use ayo_rules::{Position, Rules, Side, parse_moves};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const HEAD: &str = "ayo proof 1\nrules ayoayo\nposition 4.4.4.4.4.4/4.4.4.4.4.4 0-0 S\n";

/// Three claims that hold; under the first a position can come back.
const TRUE_PROOF: &str = "\
ayo proof 1
rules ayoayo
position 1.0.2.0.2.0/0.1.0.1.1.0 20-20 N
claim north wins
ecadabfdbdfeacfaaabfbafeabbcecdacaabbdfaacbcabcbcabedeaaafdabadcdfbdfc
claim north 24
eeccabdeacfdb
claim north 26
ecaedefabcadbdfeafdcfaaabfbafeecdbaceaacbeafbdacdfaabdebdfcceae
end
";

fn read(text: &[u8]) -> Result<Proof, ReadError> {
    let limits = Limits { claims: 2, moves: 100, line_bytes: 120, ..Limits::DEFAULT };
    Proof::read(text, &limits)
}

#[track_caller]
fn written(proof: &Proof) -> String {
    let mut bytes = Vec::new();
    proof.write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn claim(side: Side, goal: Goal, moves: &str) -> Claim {
    Claim { side, goal, moves: parse_moves(moves).unwrap() }
}

#[test]
fn what_is_written_is_read() {
    let proof = Proof {
        rules: "ayoayo capturing_seed=stays max_plies=200".parse().unwrap(),
        position: Position::START,
        claims: vec![
            claim(Side::South, Goal::Seeds(25), &"CBEFAA".repeat(15)),
            claim(Side::North, Goal::Draws, ""),
        ],
    };
    let text = written(&proof);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "rules ayoayo-seed-stays max_plies=200");
    assert_eq!(lines[3], "claim south 25");
    assert_eq!((lines[4].len(), lines[5].len()), (80, 10));
    assert_eq!(lines[6..], ["claim north draws", "end"]);
    assert_eq!(read(text.as_bytes()).unwrap(), proof);
}

#[test]
fn blanks_and_comments_do_not_count() {
    let text = "# of old\r\n\r\n ayo proof 1\r\nrules ayoayo\nposition 4.4.4.4.4.4/4.4.4.4.4.4 0-0 N\n\
                claim north wins\n# süß\nab\n\n  cd\nend\n\n# done";
    let proof = read(text.as_bytes()).unwrap();
    assert_eq!(proof.position.turn(), Side::North);
    assert_eq!(proof.claims, [claim(Side::North, Goal::Wins, "abcd")]);
    assert_eq!(proof.rules, Rules::AYOAYO);
}

/// Checks what is said of a file: its head and these lines.
#[track_caller]
fn refused(lines: &str, message: &str) {
    let error = read(format!("{HEAD}{lines}").as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), message, "{lines}");
}

#[test]
fn malformed_claims() {
    refused("", "the file ends where moves, `claim` or `end` should stand: is it complete?");
    refused(
        "claim south 25\n",
        "the file ends where moves, `claim` or `end` should stand: is it complete?",
    );
    refused("end\n", "line 4: nothing is claimed before `end`");
    refused("CC\nend", "line 4: moves, `claim` or `end` should stand here");
    refused("claim south 25\nend\nend", "line 6: nothing may follow `end`");
    refused("claim south 25\nclaim south 25\nend", "line 5: this is claimed already");
    refused("claim south 1\nclaim south 2\nclaim south 3", "line 6: more than 2 claims");
    let pit = "is not a pit (`A`-`F` are South's, `a`-`f` North's)";
    refused("claim south 25\nCG", &format!("line 5: `G` at character 2 {pit}"));
    refused("claim south 25\nclaim", &format!("line 5: `l` at character 2 {pit}"));
    let moves = "A".repeat(101);
    refused(&format!("claim south 25\n{moves}"), "line 5: more than 100 moves for one claim");
    let moves = "A".repeat(60);
    refused(
        &format!("claim south 25\n{moves}\n{moves}"),
        "line 6: more than 100 moves for one claim",
    );
    refused(&"A".repeat(121), "line 4: the line is longer than 120 bytes");
    refused("claim south 25\nA\u{7}", "line 5: this is not text: is the file still packed?");
}

#[test]
fn malformed_forms() {
    let forms = "line 4: a claim is `SIDE N`, N up to 48, `SIDE wins` or `SIDE draws`, \
                 SIDE `south` or `north`";
    for form in ["south", "south 49", "south +5", "South 25", "west 25", "south win", "south 25 26"]
    {
        refused(&format!("claim {form}"), forms);
    }
}

#[test]
fn malformed_heads() {
    #[track_caller]
    fn check(text: &[u8], message: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
    check(b"", "the file ends where `ayo proof 1` should stand: is it complete?");
    check(b"ayo proof 2\n", "line 1: `ayo proof 1` should stand here");
    check(b"\x1f\x8b\x08\x00", "line 1: this is not text: is the file still packed?");
    check(b"# \xff", "line 1: this is not text: is the file still packed?");
    check(b"ayo proof 1\nposition", "line 2: `rules` and a rule set should stand here");
    check(
        b"ayo proof 1\nrules chess",
        "line 2: unknown rules `chess`; the presets are ayoayo, ayoayo-full-count, \
         ayoayo-seed-stays, ayoayo-own-side, oware, oware-slam-allowed, oware-slam-forbidden, \
         oware-slam-leave-last",
    );
    check(
        b"ayo proof 1\nrules ayoayo\nposition 4.4/4.4 0-0 S",
        "line 3: `4.4` is not a row of six counts with dots between",
    );
}

#[test]
fn long_files() {
    let text = format!("{HEAD}claim south 25\n{}end\n", "# long\n".repeat(1_000));
    let limits = |bytes| Limits { file_bytes: bytes, ..Limits::DEFAULT };
    assert!(Proof::read(text.as_bytes(), &limits(text.len() as u64)).is_ok());
    let error = Proof::read(text.as_bytes(), &limits(text.len() as u64 - 1)).unwrap_err();
    assert_eq!(error.to_string(), format!("the file is longer than {} bytes", text.len() - 1));
}

/// A reader that fails is no end of a file.
#[test]
fn a_reader_that_fails() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }
    let reader = std::io::BufReader::new(std::io::Read::chain(HEAD.as_bytes(), Broken));
    assert!(matches!(Proof::read(reader, &Limits::DEFAULT), Err(ReadError::Read(_))));
}

/// Damages a true proof at random places: it is refused, fails, or proves what games show.
#[test]
fn damaged_files() {
    let (mut refused, mut failed) = (0, 0);
    for seed in 0..4_000 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = TRUE_PROOF.as_bytes().to_vec();
        damage(&mut bytes, &mut random);
        let proof = match Proof::read(&bytes[..], &Limits::DEFAULT) {
            Ok(proof) => proof,
            Err(error) => {
                assert!(!error.to_string().is_empty(), "seed {seed}");
                refused += 1;
                continue;
            }
        };
        let again = Proof::read(written(&proof).as_bytes(), &Limits::DEFAULT).unwrap();
        assert_eq!(again, proof, "seed {seed}");
        let Proof { rules, position, claims } = &proof;
        for claim in claims {
            if let Err(flaw) = check(rules, position, claim) {
                assert!(flaw.to_string().starts_with("claim `"), "seed {seed}");
                failed += 1;
                continue;
            }
            let counted = matches!(claim.goal, Goal::Seeds(_));
            let rules = &Rules { majority: rules.majority && !counted, ..*rules };
            let strategy = games::strategy(rules, position, claim);
            for _ in 0..3 {
                games::play(rules, position, claim, &strategy, &mut random);
            }
        }
    }
    println!("of 4,000 files {refused} refused, {failed} claims fail");
    assert!(refused > 500 && failed > 500, "{refused} refused, {failed} fail");
}

fn damage(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    let mut below = |limit: usize| random.next_u32() as usize % limit;
    for _ in 0..=below(3) {
        let place = below(bytes.len());
        match below(8) {
            0 => drop(bytes.drain(place..=place)),
            1 => bytes.insert(place, b"AaFf 0149\n#SN.\xff\0"[below(16)]),
            2 => bytes[place] ^= 1 << below(8),
            3 => bytes.truncate(place + 2),
            // Mostly moves are hit, and stay moves.
            _ => bytes[place] = b"ABCDEFabcdef"[below(12)],
        }
    }
}
