//! Trouble of the host is nobody's loss.

use ayo_store::Reader;
use rustix::process::{Resource, Rlimit, getrlimit, prlimit};

use crate::folder::Folder;
use crate::running::eventually;

/// While the host gives no files, games are void; once it does, they are played.
#[test]
pub(crate) fn lack_of_files() {
    let folder = Folder::new();
    let ayo = env!("CARGO_BIN_EXE_ayo-under-test");
    folder.write(
        "t.toml",
        format!(
            "[format]\ncycles = 60\n\
             [[bot]]\nname = \"mine\"\ncommand = \"'{ayo}' bot first\"\nrestart = true\n\
             [[bot]]\nbuiltin = \"first\"\n"
        ),
    );
    let mut run = folder.start(&["run", "t.toml", "--concurrency", "1", "--out", "run"]);
    let path = folder.path("run/run.db");
    let finished = || Reader::open(&path).and_then(|it| it.finished()).map_or(0, |it| it.len());
    eventually("a game", || finished() > 0);
    let allowed = getrlimit(Resource::Nofile);
    let none = Rlimit { current: Some(0), maximum: allowed.maximum };
    prlimit(Some(run.pid()), Resource::Nofile, none).unwrap();
    run.says("is void and played again: `mine` cannot be started on this host: ");
    prlimit(Some(run.pid()), Resource::Nofile, allowed).unwrap();
    let done = run.ends().exits(0).prints("stopped: all games played · ");
    done.prints(" void and played again · ");
    assert_eq!(finished(), 120);
    assert!(Reader::open(&path).unwrap().voids().unwrap() > 0, "they are counted");
}
