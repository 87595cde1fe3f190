//! Names, and what the templates become.

use clap::ValueEnum as _;

use super::name::{BotName, OPPONENTS};
use super::template::{Template, source};
use crate::args::Language;

#[test]
fn names() {
    #[track_caller]
    fn check(name: &str, told: Option<&str>) {
        let error = BotName::new(name).err().map(|error| error.to_string());
        match (error, told) {
            (Some(error), Some(told)) => assert!(error.contains(told), "{name}: {error}"),
            (error, told) => assert_eq!(error.as_deref(), told, "{name}"),
        }
    }
    check("mine", None);
    check("My bot 2.0+", None);
    check("  mine  ", None);
    check("Ọ̀pọ́n Ayò", None);
    check(&"x".repeat(64), None);
    check(&"x".repeat(65), Some("has 65 characters, more than 64"));
    check("", Some("begins with a letter or a digit"));
    check("..", Some("begins with a letter or a digit"));
    check("-rf", Some("begins with a letter or a digit"));
    check("a\"b", Some("has `\\\"`"));
    check("a\nb", Some("has `\\n`"));
    check("a\u{202e}b", Some("has `\\u{202e}`"));
    for mark in ["'", "\\", "$", "`", "%", "{", "<", "#", "=", "/"] {
        check(&format!("a{mark}b"), Some("letters, digits, blanks"));
    }
    for opponent in OPPONENTS {
        check(opponent, Some("is a built-in bot"));
    }
}

#[test]
fn escaped() {
    #[track_caller]
    fn check(name: &str, escaped: &str) {
        assert_eq!(BotName::new(name).unwrap().escaped(), escaped);
    }
    check("mine 2", "mine 2");
    check("Ayò", "Ay\\u00f2");
    check("a\u{20000}", "a\\ud840\\udc00");
}

#[test]
fn nothing_is_left_to_fill_in() {
    let name = BotName::new("quick Ayò").unwrap();
    for &language in Language::value_variants() {
        let template = Template::of(language);
        let files = template.files(&name);
        for (path, text) in &files {
            let left = text.split("__").skip(1).find(|word| {
                !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
            });
            assert_eq!(left, None, "{path} of {}", template.language);
            assert!(text.ends_with('\n'), "{path} of {}", template.language);
        }
        let readme = &files.iter().find(|(path, _)| *path == "README.md").unwrap().1;
        assert!(readme.starts_with("# quick Ayò\n"), "{readme}");
        assert!(readme.lines().count() <= 12, "{readme}");
    }
}

/// Whoever names opponents in the tournament file knows what bots may not be called.
#[test]
fn opponents() {
    let name = BotName::new("mine").unwrap();
    let files = Template::of(Language::Python).files(&name);
    let (_, tournament) = files.iter().find(|(path, _)| *path == "tournament.toml").unwrap();
    for opponent in OPPONENTS {
        assert!(tournament.contains(&format!("= \"{opponent}\"")), "{opponent}");
    }
    assert_eq!(tournament.matches("[[bot]]").count(), 1 + OPPONENTS.len());
}

#[test]
fn workflow() {
    assert!(source("").ends_with("AYO_SOURCE: ${{ vars.AYO_SOURCE }}"));
    assert!(source("https://example.org/ayo").ends_with("AYO_SOURCE: https://example.org/ayo"));
}
