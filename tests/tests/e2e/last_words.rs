//! What a bot writes to stderr is kept with the game it wrote it in.

use ayo_store::Reader;

use crate::folder::Folder;

/// Says on stderr which game it plays, then names a pit that is not on the board.
const BOT: &str = r#"#!/bin/bash
while read -r line; do
    [[ $line =~ '"id":'([0-9]+) ]] && id=${BASH_REMATCH[1]}
    [[ $line =~ '"game_id":"'([^\"]+) ]] && game=${BASH_REMATCH[1]}
    case $line in
        *'"type":"hello"'*) echo '{"type":"hello","id":'"$id"',"protocol":1,"name":"b"}';;
        *'"type":"ping"'*) echo '{"type":"pong","id":'"$id"'}';;
        *'"type":"go"'*)
            echo "game $game is hard" >&2
            echo '{"type":"move","id":'"$id"',"pit":99}';;
        *'"type":"quit"'*) exit;;
    esac
done
"#;

#[test]
fn of_a_process_that_plays_on() {
    let folder = Folder::new();
    folder.program("bad", BOT);
    let command = ["match", "./bad", "first", "--games", "20", "--concurrency", "1"];
    let log = ["--out", "run"];
    folder.ayo(&[&command[..], &log].concat()).exits(0);
    let reader = Reader::open(&folder.path("run/run.db")).unwrap();
    for game in reader.stream().map(Result::unwrap) {
        let words = format!("game {} is hard", game.number);
        assert_eq!(game.stderr_tail.trim(), words, "game {}", game.number);
        let log = folder.read(&format!("run/logs/game-{}.log", game.number));
        assert!(log.contains(&words), "{log}");
    }
}
