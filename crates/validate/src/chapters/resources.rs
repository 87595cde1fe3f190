//! Resources: what the bot needed in all the chapters before.

use crate::bench::Bench;
use crate::case::{Chapter, Passed, may, must};
use crate::hint;
use crate::trouble::{Kind, Trouble};
use ayo_protocol::limits;

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "resources",
    cases: &[
        must("V5", "fewer than 1,000 lines and 1 MiB of noise in a game", noise),
        may("M1", "time from the start to the answer to `hello`", start_time),
        may("P12", "memory", memory),
        may("P12", "processes and threads", processes),
        may("P11", "bytes on stderr", stderr),
    ],
};

/// Nothing was measured when only these cases are tried: then a process is looked at now.
fn measured(bench: &mut Bench<'_>) -> Result<(), Trouble> {
    bench.ask_alone(&ayo_rules::Position::START, crate::message::move_time(200))?;
    bench.note_facts();
    Ok(())
}

fn noise(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    match measured(bench) {
        Err(Trouble::Fault(fault)) if fault.kind == Kind::Flood => bench.note_facts(),
        measured => measured?,
    }
    let (lines, bytes) = bench.facts.noisiest;
    if lines >= limits::STRAY_LINES || bytes >= limits::STRAY_BYTES {
        let reason = format!("{lines} lines of {bytes} bytes in one game that answer nothing");
        return Err(Trouble::fault(Kind::Flood, reason).hint(hint::STDOUT_ONLY_MESSAGES));
    }
    Ok(Some(format!("{lines} lines, {bytes} bytes")))
}

fn start_time(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    measured(bench)?;
    let time = bench.facts.start_time.unwrap_or_default();
    Ok(Some(format!("{} ms", time.as_millis())))
}

fn memory(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    measured(bench)?;
    Ok(Some(format!("{} MiB at most", bench.facts.peak_memory_bytes.div_ceil(1 << 20))))
}

fn processes(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    measured(bench)?;
    let (processes, threads) = (bench.facts.processes, bench.facts.threads);
    Ok(Some(format!("{processes} and {threads} at most")))
}

fn stderr(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    measured(bench)?;
    let bytes = bench.facts.stderr_bytes;
    let more = if bytes >= 64 << 10 { " or more" } else { "" };
    Ok(Some(format!("{bytes}{more} from one process")))
}
