//! Bots that read what is another's, in a folder that holds everybody's files.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use ayo_record::{Bot, Opening, Pair};
use ayo_referee::{BotSpec, Event, Isolation, Settings, StartError, Stopper, Task, run};

use crate::arena::{bot, settings, temporary};
use crate::promises::{check, each_level};

/// Tries to read each file, and says what came of it.
const SPY: &str = r#"#!/bin/sh
cd "${0%/*}"
for file in module lib/module rival rivals/rival runs/club/run.db runs/club/logs/1 club.toml \
    later.csv link hold/secret
do
    if read -r line 2>/dev/null <"$file"; then echo "$file done" >&2; else echo "$file denied" >&2; fi
done
case $(ls) in *module*) echo "list done" >&2;; *) echo "list denied" >&2;; esac
exit 9
"#;
const OWN: [&str; 3] = ["module", "lib/module", "list"];
const OTHERS: [&str; 8] = [
    "rival",
    "rivals/rival",
    "runs/club/run.db",
    "runs/club/logs/1",
    "club.toml",
    "later.csv",
    "link",
    "hold/secret",
];

pub(crate) fn files_of_others_are_hidden() {
    let club = club("club");
    let script = |dir: Option<&Path>, words: &[&str]| BotSpec {
        command: words.iter().map(|&word| word.to_owned()).collect(),
        dir: dir.map(Path::to_owned),
        name: words.join(" "),
        ..bot("", &[])
    };
    let path = |name: &str| club.join(name).to_str().unwrap().to_owned();
    let rivals = [
        script(None, &[&path("rival")]),
        script(Some(&club.join("rivals")), &["./rival"]),
        script(None, &["sh", "-c", &format!("exec x --from={}", path("hold"))]),
    ];
    let spies = [
        script(None, &[&path("spy")]),
        script(None, &["sh", &path("spy")]),
        script(Some(&club), &["./spy"]),
        script(Some(&club), &["sh", "./spy"]),
    ];
    for mode in [0o755, 0o700] {
        fs::set_permissions(&club, fs::Permissions::from_mode(mode)).unwrap();
        each_level(Isolation::Basic, |level| {
            // Then the folder is told to be in the way.
            let root = rustix::process::geteuid().is_root();
            if mode == 0o700 && root && level == Isolation::Basic {
                return;
            }
            for spy in &spies {
                let settings = Settings {
                    private: ["runs/club", "club.toml", "later.csv", "not-there-yet"]
                        .map(|name| club.join(name))
                        .into(),
                    ..settings(level, 1)
                };
                let bots = [std::slice::from_ref(spy), &rivals].concat();
                let StartError::Bot { stderr, detail } = fault(&settings, &bots) else {
                    panic!("{level}: the host is at fault")
                };
                assert!(detail.contains("exited with code 9"), "{level}: {detail}");
                check(level, &stderr, "done", &OWN);
                check(level, &stderr, "denied", &OTHERS);
            }
        });
    }
    fs::remove_dir_all(&club).unwrap();
}

/// A folder with files of many owners; the spy's and the rivals' scripts are among them.
fn club(name: &str) -> PathBuf {
    let club = temporary(name);
    for folder in ["lib", "rivals", "hold", "runs/club/logs"] {
        fs::create_dir_all(club.join(folder)).unwrap();
    }
    for file in OWN.iter().chain(&OTHERS).filter(|file| !["list", "link"].contains(file)) {
        fs::write(club.join(file), "a secret\n").unwrap();
    }
    fs::write(club.join("spy"), SPY).unwrap();
    for program in ["spy", "rival", "rivals/rival"] {
        fs::set_permissions(club.join(program), fs::Permissions::from_mode(0o755)).unwrap();
    }
    symlink("rival", club.join("link")).unwrap();
    club
}

pub(crate) fn a_crowded_folder_is_refused() {
    let club = club("crowd");
    for number in 0..1_100 {
        fs::write(club.join(number.to_string()), "").unwrap();
    }
    let script = |name: &str| BotSpec {
        command: vec![club.join(name).to_str().unwrap().to_owned()],
        ..bot(name, &[])
    };
    each_level(Isolation::Basic, |level| {
        let detail = fault(&settings(level, 1), &[script("spy"), script("rival")]).to_string();
        let remedy = "put each bot into a folder of its own";
        assert!(detail.contains(remedy), "{level}: {detail}");
    });
    fs::remove_dir_all(&club).unwrap();
}

/// Says why the first bot is withdrawn.
fn fault(settings: &Settings, bots: &[BotSpec]) -> StartError {
    let tasks = (1..=3).map(|number| {
        let pair = Pair {
            number,
            round: 1,
            bots: [Bot(0), Bot(1)],
            games: 2,
            first_game: 2 * number - 1,
            opening: Opening::Moves(Vec::new()),
            seed: number,
        };
        Task { games: pair.scheduled().collect(), pair }
    });
    let mut fault = None;
    run(settings, bots, Box::new(tasks), &Stopper::default(), |event| {
        if let Event::Withdrawn(Bot(0), error) = event {
            fault = Some(error);
        }
    })
    .unwrap();
    fault.expect("a bot that does not start is withdrawn")
}
