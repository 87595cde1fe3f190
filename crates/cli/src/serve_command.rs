//! `ayo serve`: the page of a run, while it goes on.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::Context as _;
use ayo_page::trouble_json;
use ayo_serve::Hub;
use ayo_store::Reader;

use crate::args::ServeArguments;
use crate::failure::Failure;
use crate::run_folder::DATABASE;
use crate::terminal::say;
use crate::watcher::{Judged, Watcher};

/// How often the run is looked at.
const EVERY: Duration = Duration::from_millis(200);
/// How much this process steps back behind the bots, as `nice` has it.
const NICE: i32 = 19;

/// Serves the page until it is interrupted.
///
/// # Errors
/// Fails when there is no run, or nobody may listen at the address.
pub(crate) fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let _ = rustix::process::nice(NICE);
    let folder = &arguments.folder;
    let mut watcher = Watcher::open(folder)?;
    let hub = Arc::new(Hub::new());
    watcher.look(&hub)?;
    let listener = TcpListener::bind(arguments.listen)
        .with_context(|| {
            format!(
                "cannot listen at {}; another address is named with `--listen`, and \
                 `--listen 127.0.0.1:0` takes a free port",
                arguments.listen
            )
        })
        .map_err(Failure::Usage)?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        say("everybody who reaches this address can read the run, and names of bots with it");
    }
    say(&format!(
        "serving {} at http://{address}/\nCtrl-C ends this, and does not touch the run",
        folder.display()
    ));
    std::thread::scope(|scope| {
        let (over, is_over) = channel::<()>();
        let watched = Arc::clone(&hub);
        let judged = watcher.judged();
        scope.spawn(move || watch(watcher, &watched, &is_over));
        let database = folder.join(DATABASE);
        let served = ayo_serve::serve(listener, hub, move |number| {
            find_game(&database, number, &judged).map_err(|error| format!("{error:#}"))
        });
        drop(over);
        Ok(served.context("cannot serve")?)
    })
}

/// Looks at the run until the other end of `over` is gone.
fn watch(mut watcher: Watcher, hub: &Hub, over: &Receiver<()>) {
    let mut trouble: Option<String> = None;
    while over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
        let found = watcher.look(hub).map_err(|error| format!("{error:#}")).err();
        if let Some(error) = found.as_ref().filter(|error| trouble.as_ref() != Some(error)) {
            say(&format!("cannot read the run: {error}"));
            // Tables stay as they were: a run that begins again is seen again.
            hub.show_games(trouble_json(error).to_string());
        }
        trouble = found;
    }
}

/// Returns a finished game for the replayer, if there is one of this number.
fn find_game(database: &Path, number: u64, judged: &Judged) -> anyhow::Result<Option<String>> {
    let reader = Reader::open(database)?;
    let info = reader.run_info();
    let Some(record) = reader.game(number)? else { return Ok(None) };
    let rules = info.rules.parse().map_err(|error| anyhow::anyhow!("`rules`: {error}"))?;
    let kept = reader.analysis(&record)?;
    let analysis = kept.as_ref().map(|kept| &kept.analysis);
    let decided_at_pair = judged.decided_at_pair();
    Ok(Some(ayo_page::game_document(&rules, &info.bots, &record, analysis, decided_at_pair)))
}
