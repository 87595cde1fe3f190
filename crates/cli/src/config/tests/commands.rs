//! How commands are split into words, and which words become paths.

use super::Folder;
use crate::config::BotEntry;

/// Returns the third bot of a file, given its keys.
#[track_caller]
fn third(folder: &Folder, keys: &str) -> BotEntry {
    let two = "[[bot]]\nbuiltin = 'first'\n[[bot]]\nbuiltin = 'random'\n";
    let tournament = folder.parse(&format!("{two}[[bot]]\n{keys}\n"));
    let mut tournament = tournament.unwrap_or_else(|error| panic!("{keys}\n{error}"));
    tournament.bots.remove(2)
}

/// Checks the words of a command, with `|` between and `~` for the folder, and the name.
#[track_caller]
fn check(keys: &str, words: &str, name: &str) {
    let folder = Folder::usual().file("-v", "").file("mine/x.bin", "").file("a b.py", "");
    let spec = third(&folder, keys).spec;
    assert_eq!(folder.redact(&spec.command.join("|")), words, "{keys}");
    assert_eq!(spec.name, name, "{keys}");
}

#[test]
fn strings_are_split_as_by_a_shell() {
    check("command = 'python3 mybot.py'", "python3|~/mybot.py", "mybot");
    check("command = '  python3\tmybot.py  '", "python3|~/mybot.py", "mybot");
}

#[test]
fn quotes_and_backslashes() {
    check(r#"command = "python3 'a b.py' \"x y\" '' z\\ w""#, "python3|~/a b.py|x y||z w", "a b");
    check(r#"command = "python3 a\\ b.py $HOME *""#, "python3|~/a b.py|$HOME|*", "a b");
    check("command = ['python3', 'a b.py', \"'q'\"]", "python3|~/a b.py|'q'", "a b");
}

#[test]
fn programs() {
    check("command = 'own'", "~/own", "own");
    check("command = './own -x'", "~/own|-x", "own");
    check("command = 'bots/../own'", "~/bots/../own", "own");
    check("command = 'bots/swift/run.sh'", "~/bots/swift/run.sh", "run");
    check("command = 'java'", "java", "java");
    // A folder of that name is no program; one in PATH is.
    check("command = 'java own'\nname = ' j '", "java|~/own", "j");
}

#[test]
fn arguments_that_name_files_and_folders() {
    check("command = 'java bots mine/x.bin'", "java|~/bots|~/mine/x.bin", "x");
    check("command = 'java -v ./-v --in=own'", "java|-v|~/-v|--in=own", "-v");
    check("command = 'python3 -m mine mine'", "python3|-m|mine|~/mine", "python3");
    check("command = 'python3 -m ./mine'", "python3|-m|~/mine", "python3");
    check("command = 'java nothing/here 6'", "java|nothing/here|6", "java");
}

#[test]
fn a_folder_of_its_own() {
    check("command = 'python3 slow.py'\ndir = 'bots'", "python3|~/bots/slow.py", "slow");
    check("command = 'python3 mybot.py'\ndir = '.'", "python3|~/mybot.py", "mybot");
    let folder = Folder::usual();
    let spec = third(&folder, "command = 'swift/run.sh'\ndir = './bots/'").spec;
    assert_eq!(spec.dir, Some(folder.0.join("bots")));
    assert_eq!(third(&folder, "command = 'own'").spec.dir, None);
}

#[test]
fn what_a_build_makes_need_not_be_there() {
    check("command = 'out/bot'\nbuild = 'make'", "~/out/bot", "bot");
    check("command = 'out'\nbuild = 'make'", "~/out", "out");
    check("command = 'java -jar out/b.jar'\nbuild = 'make'", "java|-jar|~/out/b.jar", "java");
    let folder = Folder::usual();
    let build = third(&folder, "command = 'x'\nbuild = 'make -j2'\ndir = 'bots'").build.unwrap();
    assert_eq!((build.command.as_str(), build.dir), ("make -j2", folder.0.join("bots")));
    let build = third(&folder, "command = 'x'\nbuild = 'make'").build.unwrap();
    assert_eq!(build.dir, folder.0);
}

#[test]
fn a_plain_file_does_not_hide_a_program() {
    let folder = Folder::usual().file("java", "no program");
    assert_eq!(third(&folder, "command = 'java own'").spec.command[0], "java");
}
