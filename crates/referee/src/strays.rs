//! What is left of a bot that has killed its stage.
//!
//! At the weakest isolation level a bot may kill its own stage. Its processes lose
//! their parent then and become children of this process, which is a subreaper as
//! well. So every child of ours that is no stage is such a stray.

use std::collections::HashSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, OnceLock};

use rustix::process::{Pid, Signal, WaitOptions};

use crate::tree;

/// The stages that have not been waited for.
fn stages() -> MutexGuard<'static, HashSet<u32>> {
    static STAGES: OnceLock<Mutex<HashSet<u32>>> = OnceLock::new();
    let stages = STAGES.get_or_init(|| {
        // Without it strays are init's to keep; there is nothing else to be done then.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        Mutex::default()
    });
    stages.lock().expect("nobody panics while holding the list of stages")
}

/// Starts a stage.
pub(crate) fn start_stage(command: &mut Command) -> io::Result<Child> {
    // Held while it starts: nobody may take it for a stray meanwhile.
    let mut stages = stages();
    let stage = command.spawn()?;
    stages.insert(stage.id());
    Ok(stage)
}

/// Waits for a stage that is about to end; kills what it did not.
///
/// Returns whether the stage ended as it should.
pub(crate) fn end_stage(stage: &mut Child) -> bool {
    let ended_well = stage.wait().is_ok_and(|status| status.success());
    let mut stages = stages();
    stages.remove(&stage.id());
    if !ended_well {
        while let Some(stray) = a_stray(&stages) {
            for pid in tree::descendants_of(stray).into_iter().chain([stray]) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            let _ = rustix::process::waitpid(Some(stray), WaitOptions::empty());
        }
    }
    ended_well
}

/// Returns a child of this process that is no stage.
fn a_stray(stages: &HashSet<u32>) -> Option<Pid> {
    let stray = |pid: &Pid| !stages.contains(&(pid.as_raw_nonzero().get() as u32));
    tree::children_of(rustix::process::getpid()).into_iter().find(stray)
}
