//! What is said of a wrong value on the command line.

use clap::error::{ContextKind, ContextValue};

use crate::config::nearest;

/// Leaves the values that somebody may have meant out of an error when they look different:
/// clap takes `c` for `cobol`. All values are listed besides.
pub(crate) fn guess_less(mut error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    };
    let guess = text(ContextKind::InvalidValue).zip(text(ContextKind::SuggestedValue));
    if guess.is_some_and(|(typed, guess)| nearest(typed, [guess]).is_none()) {
        error.remove(ContextKind::SuggestedValue);
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::guess_less;
    use crate::args::Arguments;

    #[test]
    fn wrong_values() {
        #[track_caller]
        fn check(language: &str, guess: Option<&str>) {
            let typed = ["ayo", "new", "x", "--lang", language];
            let told = guess_less(Arguments::try_parse_from(typed).unwrap_err()).to_string();
            assert!(
                told.contains("[possible values: python, javascript, c, java, rust]"),
                "{told}"
            );
            assert_eq!(told.contains("similar"), guess.is_some(), "{told}");
            assert!(guess.is_none_or(|guess| told.contains(&format!("'{guess}'"))), "{told}");
        }
        check("cobol", None);
        check("perl", None);
        check("pyhton", Some("python"));
        check("javscript", Some("javascript"));
        check("Rust!", Some("rust"));
    }
}
