//! Certificates: those that ship, those that are written, and damaged ones.

use std::path::PathBuf;

use ayo_proof::{Fault, Flaw};
use ayo_rules::{Position, Rules};

use crate::failure::Failure;

use super::super::certificate::Certificate;
use super::super::check::{CheckError, Expected, check};
use super::super::packed;
use super::{BY_REPETITION, answer, ask, message, proved_in, with_score, within};

const ANY: Expected = Expected { rules: None, position: None };

/// Reads a file of the folder `proofs`.
fn shipped(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs");
    std::fs::read(PathBuf::from(folder).join(name)).unwrap()
}

#[track_caller]
fn told(certificate: &Certificate) -> String {
    let mut out = Vec::new();
    certificate.tell(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    // What the check has seen is no part of what is proved.
    let claims = text.lines().map(|line| line.split(':').next().unwrap().to_owned());
    let lines: Vec<String> =
        claims.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    lines.join("; ")
}

#[track_caller]
fn check_shipped(name: &str, rules: Rules, moves: &str, expected: &str) {
    let certificate = check(&*shipped(name), &ANY).unwrap();
    assert_eq!(told(&certificate), expected);
    let position = ask("ayoayo", "", Some(moves)).subject.position;
    let proof = certificate.proof();
    assert_eq!((proof.rules, proof.position), (rules, position), "{name}");
}

#[test]
fn south_wins() {
    let proved = "proved south wins; checked south 25";
    check_shipped("south-wins.proof.gz", Rules::AYOAYO, "", proved);
}

#[test]
fn north_wins_after_any_other_move() {
    for letter in ["A", "B", "D", "E", "F"] {
        let name = format!("after-{letter}.proof.gz");
        let proved = "proved north wins; checked north 25";
        check_shipped(&name, Rules::AYOAYO, letter, proved);
    }
}

#[test]
fn the_score_of_the_start() {
    let proved = "proved south wins, 27-21 when all seeds are counted; checked south 27; \
                  checked north 21";
    let rules = "ayoayo-full-count".parse().unwrap();
    check_shipped("27-21.proof.gz", rules, "", proved);
}

/// The certificate in which one move is another, and what is found out about it.
#[track_caller]
fn check_changed(from: &str, to: &str, is_told: impl Fn(&Flaw) -> bool) {
    let text = packed::unpack(&*shipped("south-wins.proof.gz"), 1 << 20).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(from));
    match check(text.replacen(from, to, 1).as_bytes(), &ANY) {
        Err(CheckError::Flaw(flaw)) => assert!(is_told(&flaw), "{flaw}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_damaged_certificate_proves_nothing() {
    check_changed("south 25\nC", "south 25\nA", |flaw| !flaw.line.is_empty());
    check_changed("\nend\n", "A\nend\n", |flaw| flaw.fault == Fault::MovesLeft(1));
    check_changed("claim south 25", "claim south 26", |_| true);
    let packed = shipped("south-wins.proof.gz");
    check_refused(&packed[..packed.len() / 2], &ANY, "cannot read it");
    let mut damaged = packed.clone();
    damaged[packed.len() / 2] ^= 0x10;
    assert!(check(&*damaged, &ANY).is_err());
    let twice = [packed.as_slice(), packed.as_slice()].concat();
    check_refused(&twice, &ANY, "nothing may follow `end`");
}

#[track_caller]
fn check_refused(file: &[u8], expected: &Expected, told: &str) {
    match check(file, expected) {
        Err(CheckError::NoCertificate(error)) => {
            assert!(format!("{error:#}").contains(told), "{error:#}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_certificate() {
    check_refused(b"", &ANY, "the file ends where");
    check_refused(b"hello\n", &ANY, "line 1: `ayo proof 1` should stand here");
    check_refused(b"1,2,3 4 5\n", &ANY, "line 1: a row is twelve counts");
    let oware = Expected { rules: Some("oware".parse().unwrap()), position: None };
    let file = shipped("south-wins.proof.gz");
    check_refused(&file, &oware, "it is about the rules `ayoayo`, not `oware`");
    let position: Position = BY_REPETITION.parse().unwrap();
    let elsewhere = Expected { rules: None, position: Some(position) };
    check_refused(&file, &elsewhere, "it is about the position `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`");
    let start = Expected { rules: Some(Rules::AYOAYO), position: Some(Position::START) };
    check(&*file, &start).unwrap();
}

/// A small file may be a large one; it is not unpacked to its end.
#[test]
fn what_is_too_long() {
    let zeros = packed::pack_for("zeros.gz".as_ref(), vec![b'\n'; 20 << 20]).unwrap();
    assert!(zeros.len() < 100_000);
    check_refused(&zeros, &ANY, "it is longer than 16777216 bytes when unpacked");
    check_refused(&vec![b'\n'; 20 << 20], &ANY, "it is longer than 16777216 bytes");
}

#[test]
fn tables() {
    let table = include_bytes!("../../../../proof/tests/data/south-wins.txt");
    assert_eq!(told(&check(&table[..], &ANY).unwrap()), "proved south wins; checked south 25");
    let elsewhere = Expected { rules: None, position: Some(BY_REPETITION.parse().unwrap()) };
    check_refused(table, &elsewhere, "it is a table without a row for `0.0.1.0.1.1/");
    // Each row is needed, the last one, too.
    let rows = table.trim_ascii_end();
    let rows = &rows[..rows.iter().rposition(|byte| *byte == b'\n').unwrap()];
    assert!(matches!(check(rows, &ANY), Err(CheckError::Flaw(_))));
}

/// Proves a position into a file, and returns what the check of the file says.
#[track_caller]
fn check_written(position: &str, score: bool, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.proof", "x.proof.gz"] {
        let path = folder.path().join(name);
        let ask = ask("ayoayo", position, None);
        let ask = proved_in(&path, if score { with_score(ask) } else { ask });
        let (text, ended) = answer(&ask);
        ended.unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), name.ends_with(".gz"));
        let stands = Expected { rules: None, position: Some(position.parse().unwrap()) };
        let certificate = check(&*bytes, &stands).unwrap();
        assert_eq!(told(&certificate), expected);
        let mut seen = Vec::new();
        certificate.tell(&mut seen).unwrap();
        assert!(text.contains(&String::from_utf8(seen).unwrap()), "{text}");
        assert!(text.contains(&format!("{name}, {} bytes\n", bytes.len())), "{text}");
    }
}

#[test]
fn what_is_written_can_be_checked() {
    let position = "1.0.1.0.2.1/1.0.2.1.3.1 11-24 N";
    check_written(position, false, "proved north wins; checked north 25");
    check_written(
        position,
        true,
        "proved north wins, 18-30 when all seeds are counted; checked south 18; \
         checked north 30",
    );
    let drawn = "0.2.1.0.3.0/0.0.2.1.6.0 15-18 S";
    check_written(drawn, false, "proved draw; checked south 24; checked north 24");
    check_written(
        BY_REPETITION,
        false,
        "proved south wins under the repetition rule; checked south wins",
    );
    check_written(
        BY_REPETITION,
        true,
        "proved south wins under the repetition rule, north gets at least 23 when all seeds \
         are counted; checked south 24; checked south wins; checked north 23",
    );
}

#[test]
fn what_is_not_proved_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.proof");
    let (_, ended) = answer(&proved_in(&path, within(1_000, ask("ayoayo", "", None))));
    let why = "work: not found out within 1000 positions; `--nodes` allows more";
    assert_eq!(message(ended), why);
    let over = ask("ayoayo", "0.0.0.0.0.0/0.0.0.0.0.0 24-24 N", None);
    let (_, ended) = answer(&proved_in(&path, over));
    let why = "usage: the game is over in this position, so there is nothing to prove";
    assert_eq!(message(ended), why);
    assert!(!path.exists());
    let nowhere = folder.path().join("no/x.proof");
    let (_, ended) = answer(&proved_in(&nowhere, ask("ayoayo", BY_REPETITION, None)));
    assert!(matches!(ended, Err(Failure::Work(_))), "{ended:?}");
}
