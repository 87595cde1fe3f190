//! Checks of the message about a file that is wrong.

use super::Folder;

const TWO_BOTS: &str = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"greedy\"\n";

/// Checks the message about a whole file.
#[track_caller]
pub(super) fn raw(text: &str, message: &str) {
    let folder = Folder::usual()
        .file("letter.txt", "CcA\nCZ\n")
        .file("illegal.txt", "# pairs\n\n  CC  # twice\n")
        .file("seeds.txt", "4.4.4.4.4.4/4.4.4.4.4.5 0-0 S\n")
        .file("empty.txt", "# nothing\n");
    let error = folder.parse(text).expect_err(text).to_string();
    let message: Vec<&str> =
        message.lines().skip(1).map(|line| line.get(12..).unwrap_or("")).collect();
    assert_eq!(folder.redact(&error), message.join("\n"), "{text}");
}

/// Checks the message about the head of a file that goes on with two bots.
#[track_caller]
pub(super) fn two(head: &str, message: &str) {
    raw(&format!("{head}\n{TWO_BOTS}"), message);
}

/// Checks the message about a third bot.
#[track_caller]
pub(super) fn bot(keys: &str, message: &str) {
    raw(&format!("{TWO_BOTS}[[bot]]\n{keys}\n"), message);
}
