//! Tournament files that are wrong; what each key may say is tested where it is read.

use crate::folder::Folder;

#[track_caller]
fn check(text: impl AsRef<[u8]>, message: &str) {
    let folder = Folder::new();
    folder.write("club.toml", text);
    let done = folder.ayo(&["run", "club.toml"]).exits(2);
    assert_eq!(done.stderr, message);
    assert_eq!(done.stdout, "");
    assert!(!folder.path("runs").exists(), "nothing is made for a file that is wrong");
}

const BOTS: &str = "[[bot]]\nbuiltin = \"first\"\n[[bot]]\nbuiltin = \"random\"\n";

#[test]
fn wrong_keys_and_values() {
    check(
        format!("[format]\ncycels = 10\n{BOTS}"),
        "error: unknown key `cycels` in [format]\n\
         \x20 --> club.toml:2:1\n\
         \x20  | cycels = 10\n\
         \x20  | ^^^^^^ did you mean `cycles`?\n",
    );
    check(
        format!("rules = \"ayoay\"\n{BOTS}"),
        "error: unknown rules `ayoay`\n\
         \x20 --> club.toml:1:9\n\
         \x20  | rules = \"ayoay\"\n\
         \x20  |         ^^^^^^^ did you mean `ayoayo`?\n",
    );
    check(
        "[[bot]]\nbuiltin = \"first\"\n[[bot]]\ncommand = \"./mine.py\"\n",
        "error: no such file: ./mine.py (paths are relative to club.toml)\n\
         \x20 --> club.toml:4:11\n\
         \x20  | command = \"./mine.py\"\n\
         \x20  |           ^^^^^^^^^^^\n",
    );
}

#[test]
fn no_tournament_file() {
    let folder = Folder::new();
    let run = |file: &str| folder.ayo(&["run", file]).exits(2);
    run("nosuch.toml").complains("error: no such tournament file: nosuch.toml");
    run("tmp").complains("error: cannot read tournament file tmp: it is a folder");
    folder.write("latin1.toml", b"name = \"caf\xe9\"\n");
    run("latin1.toml").complains("line 1 is not UTF-8");
    folder.write("zeros.toml", [0; 100]);
    run("zeros.toml").complains("zeros.toml:1:1");
}
