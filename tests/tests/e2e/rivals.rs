//! What a bot can read of what belongs to others, when all of it is in one folder.

use ayo_store::Reader;

use crate::folder::Folder;

/// Says on stderr what it can read, then names a pit that is not on the board.
const SPY: &str = r#"#!/bin/bash
here=${0%/*}
. "$here/words.sh"
look() {
    for file in mybot.py club.toml openings.txt runs/club/run.db runs/club/logs/game-1.log; do
        if head -c 1 "$here/$file" >/dev/null 2>&1; then say "$file is read"; fi
    done
}
while read -r line; do
    [[ $line =~ '"id":'([0-9]+) ]] && id=${BASH_REMATCH[1]}
    case $line in
        *'"type":"hello"'*) echo '{"type":"hello","id":'"$id"',"protocol":1,"name":"b"}';;
        *'"type":"ping"'*) echo '{"type":"pong","id":'"$id"'}';;
        *'"type":"go"'*)
            look
            say "that is all"
            echo '{"type":"move","id":'"$id"',"pit":99}';;
        *'"type":"quit"'*) exit;;
    esac
done
"#;
const TOURNAMENT: &str = r#"
name = "club"

[format]
kind = "round-robin"
cycles = 3

[openings]
file = "openings.txt"

[[bot]]
name = "spy"
command = "./spy"

[[bot]]
name = "mybot"
command = "bash mybot.py"
"#;

fn check(level: &str, told: &str) {
    let folder = Folder::new();
    folder.program("spy", SPY);
    folder.write("words.sh", "say() { echo \"$1\" >&2; }\n");
    // A bot like any other, but for its looks.
    folder.write("mybot.py", SPY.replace("look\n", ":\n").replace("look()", "unused()"));
    folder.write("openings.txt", "C\n");
    folder.write("club.toml", TOURNAMENT);
    folder.ayo(&["run", "club.toml", "--isolation", level]).exits(0);
    let reader = Reader::open(&folder.path("runs/club/run.db")).unwrap();
    let tails = reader.stream().map(|game| game.unwrap().stderr_tail);
    let words: Vec<String> = tails.filter(|tail| tail.contains("that is all")).collect();
    assert!(!words.is_empty());
    let by_spy = words.iter().filter(|words| words.trim() != "that is all").count();
    match told {
        "" => assert_eq!(by_spy, 0, "{level}: {words:#?}"),
        told => assert!(words.iter().any(|words| words.contains(told)), "{level}: {words:#?}"),
    }
}

#[test]
fn are_not_read() {
    // The spy does find them where nothing is hidden.
    check("none", "mybot.py is read\nclub.toml is read\nopenings.txt is read\nruns/club/run.db");
    let strongest = Folder::new().level();
    for level in ["basic", "strong", "full"].iter().take_while(|_| strongest != "none") {
        check(level, "");
        if *level == strongest {
            break;
        }
    }
}
