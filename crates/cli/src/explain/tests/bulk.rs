//! Lines in, lines out: defaults, errors, limits, waiting readers, closed pipes.

use std::cell::RefCell;
use std::io::{self, Read, Write};

use ayo_rules::Rules;

use super::super::{Format, MAX_LINE_BYTES, Tally, bulk, run};
use super::ask;

const BOARD: &str = r#""pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"turn":0"#;

fn answers(rules: &str, input: &[u8]) -> (String, Tally) {
    let mut out = Vec::new();
    let tally = bulk(rules.parse().unwrap(), &mut &*input, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), tally)
}

#[track_caller]
fn check_error(line: &[u8], message: &str) {
    let good = format!("{{{BOARD}}}\n");
    let input = [good.as_bytes(), line, b"\n", good.as_bytes()].concat();
    let (out, tally) = answers("ayoayo", &input);
    assert_eq!(tally, Tally { lines: 3, bad_lines: 1 }, "{out}");
    let out: Vec<&str> = out.lines().collect();
    assert_eq!(out.len(), 3);
    let error: serde_json::Value = serde_json::from_str(out[1]).unwrap();
    assert_eq!(error, serde_json::json!({ "error": format!("line 2: {message}") }));
    // What comes after a bad line is answered as if it had not been there.
    assert!(out[0].starts_with("{\"legal\":[0,1,2,3,4,5],"), "{}", out[0]);
    assert_eq!(out[2], out[0]);
}

#[test]
fn bad_lines() {
    let check = |line: &str, message: &str| check_error(line.as_bytes(), message);
    check("nonsense", "not an object with `pits`, `stores` and `turn`");
    check("[null,\"ayoayo\"]", "not an object with `pits`, `stores` and `turn`");
    check("{\"pits\":", "EOF while parsing a value (column 8)");
    check("{}", "missing field `pits` (column 2)");
    check(
        r#"{"pits":[4,4],"stores":[0,0],"turn":0}"#,
        "invalid length 2, expected an array of length 12 (column 13)",
    );
    check(
        r#"{"pits":[4,4,4,4,4,4,4,4,4,4,4,-4],"stores":[0,0],"turn":0}"#,
        "invalid value: integer `-4`, expected u8 (column 33)",
    );
    check(
        r#"{"pits":[4,4,4,4,4,4,4,4,4,4,4,5],"stores":[0,0],"turn":0}"#,
        "pits and stores hold 49 seeds, not 48",
    );
    check(
        r#"{"pits":[255,255,255,255,255,255,255,255,255,255,255,255],"stores":[255,255],"turn":0}"#,
        "pits and stores hold 3570 seeds, not 48",
    );
    check(&format!("{{{BOARD},\"turn\":1}}"), "duplicate field `turn` (column 64)");
    check(&format!("{{{}}}", BOARD.replace(":0", ":2")), "`turn` is 0 (South) or 1 (North), not 2");
    check(&format!("{{{BOARD}}} {{}}"), "trailing characters (column 60)");
    check_error(b"{\"pits\":\"\xff\"}", "not UTF-8");
}

#[test]
fn bad_rules() {
    let check = |rules: &str, message: &str| {
        check_error(format!("{{\"rules\":{rules},{BOARD}}}").as_bytes(), message);
    };
    let presets = "the presets are ayoayo, ayoayo-full-count, ayoayo-seed-stays, ayoayo-own-side, \
                   oware, oware-slam-allowed, oware-slam-forbidden, oware-slam-leave-last";
    check(r#""chess""#, &format!("unknown rules `chess`; {presets}"));
    check(r#"{"preset":"chess"}"#, &format!("unknown rules `chess`; {presets}"));
    check(r#"{"preset":5}"#, &format!("unknown rules `5`; {presets}"));
    check("5", "`rules` is the name of a preset or an object, not `5`");
    check(r#"{"majority":"yes"}"#, "`majority` takes `true` or `false`, not `yes`");
    check(r#"{"majority":null}"#, "`majority` takes `true` or `false`, not `null`");
    check(
        r#"{"preset":"oware","max_plies":1.5}"#,
        "`max_plies` takes a whole number from 1 to 6000, not `1.5`",
    );
    check(
        r#"{"colour":"red"}"#,
        "unknown rule option `colour`; the options are sowing, capture, capturing_seed, \
         leftovers, majority, grand_slam, repetition, repetition_award, max_plies",
    );
}

/// The pit that captures from `C`, and what it leaves, tell rule sets apart.
#[test]
fn rules_of_a_line() {
    #[track_caller]
    fn check(default_rules: &str, rules: &str, same_as: &str) {
        let pits = r#""pits":[4,4,4,4,4,4,4,4,4,4,4,4],"stores":[0,0],"turn":0"#;
        let (out, tally) = answers(default_rules, format!("{{{rules}{pits}}}").as_bytes());
        assert_eq!(tally, Tally { lines: 1, bad_lines: 0 }, "{out}");
        assert_eq!(out, answers(same_as, format!("{{{pits}}}").as_bytes()).0);
    }
    check("oware", "", "oware");
    check("oware", r#""rules":null,"#, "oware");
    check("oware", r#""rules":"ayoayo","#, "ayoayo");
    check("ayoayo", r#""rules":"ayoayo capturing_seed=stays","#, "ayoayo-seed-stays");
    check("ayoayo", r#""rules":{"preset":"oware"},"#, "oware");
    check("ayoayo", r#""rules":{"capturing_seed":"stays"},"#, "ayoayo-seed-stays");
    let changed =
        r#""rules":{"sowing":"single","preset":"ayoayo","majority":false,"max_plies":9},"#;
    check("oware", changed, "ayoayo sowing=single");
    assert_ne!(
        answers("ayoayo", format!("{{{BOARD}}}").as_bytes()),
        answers("ayoayo sowing=single", format!("{{{BOARD}}}").as_bytes()),
    );
}

#[test]
fn ids_come_back_as_they_were() {
    #[track_caller]
    fn check(id: &str) {
        let (out, _) = answers("ayoayo", format!("{{{BOARD},\"id\": {id}}}").as_bytes());
        assert!(out.starts_with(&format!("{{\"id\":{id},\"legal\":")), "{out}");
    }
    check("7");
    check("null");
    check("\"a \\u00e9 \\\" b\"");
    check("123456789012345678901234567890");
    check("[1,{\"x\":1.50}]");
    let (out, _) = answers("ayoayo", format!("{{{BOARD}}}").as_bytes());
    assert!(out.starts_with("{\"legal\":"), "{out}");
}

#[test]
fn line_ends_and_blank_lines() {
    let (once, _) = answers("ayoayo", format!("{{{BOARD}}}\n").as_bytes());
    let (out, tally) =
        answers("ayoayo", format!("\u{feff}{{{BOARD}}}\r\n\n  \r\n{{{BOARD}}}").as_bytes());
    assert_eq!(out, once.repeat(2));
    assert_eq!(tally, Tally { lines: 4, bad_lines: 0 });
    assert_eq!(answers("ayoayo", b""), (String::new(), Tally { lines: 0, bad_lines: 0 }));
}

#[test]
fn long_lines() {
    let padded = |bytes: usize| {
        let rest = format!("{{{BOARD},\"tag\":\"\"}}");
        format!("{{{BOARD},\"tag\":\"{}\"}}", "x".repeat(bytes - rest.len()))
    };
    let (out, tally) = answers("ayoayo", padded(MAX_LINE_BYTES).as_bytes());
    assert_eq!(tally, Tally { lines: 1, bad_lines: 0 }, "{out}");
    for bytes in [MAX_LINE_BYTES + 1, 3 * MAX_LINE_BYTES] {
        check_error(padded(bytes).as_bytes(), "more than 65536 bytes");
        let (out, tally) = answers("ayoayo", padded(bytes).as_bytes());
        assert_eq!(out, "{\"error\":\"line 1: more than 65536 bytes\"}\n");
        assert_eq!(tally, Tally { lines: 1, bad_lines: 1 });
    }
}

/// Someone who sends a position only when he has the answer to the last one.
struct PatientReader<'a> {
    asked: usize,
    received: &'a RefCell<Vec<u8>>,
}

impl Read for PatientReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let answers = self.received.borrow().iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(answers, self.asked, "an answer was held back");
        if self.asked == 3 {
            return Ok(0);
        }
        self.asked += 1;
        let line = format!("{{{BOARD}}}\n");
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

struct Shared<'a>(&'a RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_answer_is_held_back_while_waiting() {
    let received = RefCell::new(Vec::new());
    let mut input = PatientReader { asked: 0, received: &received };
    let tally = bulk(Rules::AYOAYO, &mut input, &mut Shared(&received)).unwrap();
    assert_eq!(tally.lines, 3);
}

/// A pipe that breaks after so many writes.
struct Breaks {
    kind: io::ErrorKind,
    writes: usize,
}

impl Write for Breaks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes = self.writes.checked_sub(1).ok_or(self.kind)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
    // Endless input: only the closed pipe can end it.
    let line = format!("{{{BOARD}}}\n");
    let mut pipe = Breaks { kind: io::ErrorKind::BrokenPipe, writes: 2 };
    let mut input = Endless { line: line.as_bytes(), at: 0 };
    assert!(bulk(Rules::AYOAYO, &mut input, &mut pipe).unwrap().lines > 0);

    let mut disk = Breaks { kind: io::ErrorKind::StorageFull, writes: 0 };
    let error = bulk(Rules::AYOAYO, &mut line.as_bytes(), &mut disk).unwrap_err();
    assert_eq!(error.to_string(), "cannot write the answers");

    for format in [Format::Text, Format::Json] {
        let ask = ask("ayoayo", "", None, format);
        run(&ask, &mut Breaks { kind: io::ErrorKind::BrokenPipe, writes: 1 }).unwrap();
        run(&ask, &mut Breaks { kind: io::ErrorKind::StorageFull, writes: 1 }).unwrap_err();
    }
}

struct Endless<'a> {
    line: &'a [u8],
    at: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.line[self.at];
            self.at = (self.at + 1) % self.line.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn an_input_that_cannot_be_read_names_the_line() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            // Even this kind is no closed pipe of ours.
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let line = format!("{{{BOARD}}}\n");
    let mut out = Vec::new();
    let error = bulk(Rules::AYOAYO, &mut line.as_bytes().chain(Failing), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "cannot read line 2");
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 1);
}
