//! The right word for a wrong one.

use std::path::Path;

/// Names of a folder that are compared with a wrong one; more are not looked at.
const MAX_NAMES_COMPARED: usize = 20_000;

/// Returns the known word that was probably meant: the one with the fewest slips of the
/// keyboard, at most one in three letters, or the only one that begins like this.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let word = plain(word.trim());
    let allowed = (word.chars().count() / 3).max(1);
    let cost = |candidate: &str| {
        let candidate = plain(candidate);
        let slips = strsim::damerau_levenshtein(&word, &candidate);
        let begins = word.len() >= 3 && candidate.starts_with(&word);
        if slips <= allowed && slips < candidate.chars().count() {
            Some(slips)
        } else {
            begins.then_some(allowed + 1)
        }
    };
    known
        .into_iter()
        .filter_map(|candidate| cost(candidate).map(|cost| (cost, candidate)))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns the question with the nearest known word, or the list of all.
pub(super) fn suggest(word: &str, known: &[&str]) -> String {
    did_you_mean(nearest(word, known.iter().copied())).unwrap_or_else(|| match known {
        [only] => format!("the only one is `{only}`"),
        _ => format!("known are {}", quoted(known)),
    })
}

/// Returns the question whether this word was meant.
pub(super) fn did_you_mean(word: Option<&str>) -> Option<String> {
    word.map(|word| format!("did you mean `{word}`?"))
}

/// Returns a path that exists, with the first part that does not replaced by the nearest name.
pub(super) fn nearest_path(written: &str, folder: &Path) -> Option<String> {
    let mut before = String::new();
    for part in written.split_inclusive('/') {
        let (name, after) = (part.trim_end_matches('/'), &written[before.len() + part.len()..]);
        if folder.join(format!("{before}{name}")).exists() {
            before.push_str(part);
            continue;
        }
        let names = names_in(&folder.join(&before));
        let right = nearest(name, names.iter().map(String::as_str))?;
        let path = format!("{before}{right}{}{after}", &part[name.len()..]);
        return folder.join(&path).exists().then_some(path);
    }
    None
}

/// Returns the names in a folder, in order; none when it cannot be read.
pub(super) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .take(MAX_NAMES_COMPARED)
        .collect();
    names.sort_unstable();
    names
}

/// Returns words in backticks with commas between.
pub(super) fn quoted(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

/// Returns the words of a message that stand in backticks.
pub(super) fn backticked(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}
