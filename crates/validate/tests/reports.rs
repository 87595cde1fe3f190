//! What the reports look like, and what the table of cases promises.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::collections::HashSet;

use ayo_rules::Rules;
use ayo_validate::{
    CaseInfo, CaseResult, Direction, Entry, Level, Outcome, Report, Selection, cases, human, json,
    junit,
};

const PROTOCOL: &str = include_str!("../../../protocol.md");

#[test]
fn every_case_cites_a_clause_that_exists() {
    for CaseInfo { id, clause, .. } in cases() {
        let (bold, titled) = (format!("**{clause}**"), format!("**{clause} `"));
        assert!(PROTOCOL.contains(&bold) || PROTOCOL.contains(&titled), "{id} cites {clause}");
    }
}

#[test]
fn titles_are_told_apart() {
    let titles: HashSet<_> = cases().map(|case| case.title).collect();
    assert_eq!(titles.len(), cases().count());
}

#[test]
fn a_selection_is_a_case_or_a_chapter() {
    let count = |text: &str| {
        let selection: Selection = text.parse().unwrap();
        cases().filter(|case| selection.contains(case.id)).count()
    };
    assert_eq!(count("2.3"), 1);
    assert_eq!(count("2"), cases().filter(|case| case.id.chapter == 2).count());
    for wrong in ["", "0", "10", "2.", "2.0", "2.99", "two"] {
        assert!(wrong.parse::<Selection>().is_err(), "{wrong}");
    }
}

/// One broken MUST, one warning, one case that says nothing, and lines that would do harm.
fn report() -> Report {
    let result = |number: usize, outcome, reason: &str| CaseResult {
        info: cases().filter(|case| case.id.chapter == 2).nth(number - 1).unwrap(),
        outcome,
        reason: reason.to_owned(),
        ended: false,
        left_out: outcome == Outcome::Skip,
        hint: (outcome == Outcome::Fail).then(|| "keep it as an integer".to_owned()),
        time_ms: 1_234,
        transcript: vec![
            Entry { direction: Direction::ToBot, text: r#"{"type":"go","id":4}"#.to_owned() },
            Entry { direction: Direction::FromBot, text: "\u{1b}[2J<&>\u{0}".to_owned() },
        ],
    };
    let results = vec![
        result(1, Outcome::Pass, ""),
        result(3, Outcome::Fail, "it answered id 5, the request was 4"),
        result(7, Outcome::Skip, "not tried"),
        result(9, Outcome::Warn, "a stray line"),
    ];
    Report { bot: "m<i>ne".to_owned(), rules: Rules::AYOAYO, results }
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn people_see_what_is_wrong_and_what_to_do() {
    let report = report();
    let shown = text(|out| {
        human::chapter(out, 2, &report.results)?;
        human::summary(out, &report)
    });
    let expected = r#"2 framing                                   1 of 3
  FAIL 2.3 MUST  the answer repeats the id of the request                    protocol.md F6
       > {"type":"go","id":4}
       < \u{1b}[2J<&>\u{0}
       it answered id 5, the request was 4
       hint: keep it as an integer
  skip 2.7 MUST  a request that comes in pieces is answered: not tried
  WARN 2.9 SHOULD  stdout holds nothing but messages                         protocol.md F3
       > {"type":"go","id":4}
       < \u{1b}[2J<&>\u{0}
       a stray line

1 MUST broken, 1 warning · 1 more not tried · not legal yet
"#;
    assert_eq!(shown, expected);
}

#[test]
fn what_the_rules_do_not_have_is_not_missing() {
    let mut report = report();
    assert!(report.summary().contains("1 more not tried"), "{}", report.summary());
    for result in &mut report.results {
        result.left_out = false;
    }
    assert!(!report.summary().contains("not tried"), "{}", report.summary());
}

#[test]
fn where_nothing_was_tried_nothing_is_legal() {
    let mut report = report();
    report.results.retain(|result| result.outcome == Outcome::Skip);
    let shown = text(|out| {
        human::chapter(out, 2, &report.results)?;
        human::summary(out, &report)
    });
    let expected = "\
2 framing                                   none tried
  skip 2.7 MUST  a request that comes in pieces is answered: not tried

nothing was tried: this says nothing about the bot
";
    assert_eq!(shown, expected);
    let name = cases().find(|case| case.level == Level::May).unwrap();
    report.results[0].info = name;
    assert_eq!(report.summary(), "legal");
}

#[test]
fn other_rules_than_the_usual_are_named() {
    let report = Report { rules: Rules::OWARE, ..report() };
    let end = "not legal yet · rules oware";
    assert!(report.summary().ends_with(end), "{}", report.summary());
    let json = text(|out| json::report(out, &report));
    assert!(json.contains(r#""rules":"oware""#), "{json}");
    let xml = text(|out| junit::report(out, &report));
    assert!(xml.contains(r#"<property name="rules" value="oware"/>"#), "{xml}");
}

#[test]
fn json_holds_all_that_people_see() {
    let document: serde_json::Value =
        serde_json::from_str(&text(|out| json::report(out, &report()))).unwrap();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(document["legal"], false);
    assert_eq!(document["rules"], "ayoayo");
    let case = &document["cases"][1];
    assert_eq!(
        (&case["id"], &case["level"], &case["clause"], &case["outcome"]),
        (&"2.3".into(), &"MUST".into(), &"F6".into(), &"fail".into())
    );
    assert_eq!(case["time_ms"], 1_234);
    assert_eq!(case["transcript"][0]["direction"], ">");
}

#[test]
fn junit_is_escaped_and_counts() {
    let xml = text(|out| junit::report(out, &report()));
    assert!(
        xml.contains(
            r#"<testsuites name="m&lt;i&gt;ne" tests="4" failures="1" errors="0" skipped="1""#
        ),
        "{xml}"
    );
    assert!(xml.contains(r#"<testsuite name="2 framing""#), "{xml}");
    assert!(
        xml.contains(r#"<failure type="F6" message="F6: it answered id 5, the request was 4">"#),
        "{xml}"
    );
    assert!(!xml.contains('\u{1b}') && !xml.contains('\u{0}'), "{xml}");
}
