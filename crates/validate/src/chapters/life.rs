//! Life cycle: pings, pauses, and leaving when asked to.

use std::time::{Duration, Instant};

use ayo_protocol::{Ended, Go, ToBot, limits};
use ayo_rules::{Position, Side};

use crate::bench::Bench;
use crate::case::{Chapter, Passed, must, should};
use crate::hint;
use crate::message::{line, move_time, new_game, resigned};
use crate::partner::{Partner, Question};
use crate::trouble::{Fault, Kind, Trouble};

pub(crate) const CHAPTER: Chapter = Chapter {
    title: "life cycle",
    cases: &[
        must("C7", "every `ping` before a game is answered, whatever its id", pings),
        must("F7", "it still answers after a pause", after_pause),
        should("C9", "it does nothing while it is not asked", idle),
        must("M7", "it exits within 2 s of `quit`", quit),
        should("M7", "it exits with code 0", exit_code),
        must("P2", "it exits at `quit` without having played", quit_at_once),
        must("P8", "it exits within 2 s of the end of its input", end_of_input),
        should("P8", "it exits at SIGTERM", terminate),
        should("P3", "nothing is left in its own folder", leaves_nothing),
    ],
};

/// A pause between two games.
const PAUSE: Duration = Duration::from_millis(1_500);
/// How long the processor time of an idle bot is watched.
const WATCHED: Duration = Duration::from_millis(1_000);
/// The part of one core an idle bot may use, in percent.
const IDLE_PERCENT: u128 = 5;
/// Time to exit.
const EXIT: Duration = Duration::from_secs(2);
/// Time to exit at SIGTERM: another half second later comes SIGKILL.
const EXIT_AT_TERM: Duration = Duration::from_millis(500);

fn pings(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    if !bench.ready()?.pings {
        return Err(Trouble::skip("it is not pinged, because it did not answer the first `ping`"));
    }
    let answered = each_ping(bench);
    // No id is left for this process.
    bench.dismiss();
    answered.map(|()| None)
}

/// Ids of pings; that of the `go` behind it is one more.
const IDS: [u64; 5] = [17, 1_000_001, 16_777_217, 4_294_967_297, 9_007_199_254_740_990];

fn each_ping(bench: &mut Bench<'_>) -> Result<(), Trouble> {
    bench.dismiss();
    let rules = *bench.rules();
    let partner = bench.ready()?;
    let time = move_time(100);
    for id in IDS {
        let game = partner.take_game();
        let begun = ToBot::NewGame(new_game(&game, Position::START.turn(), time));
        partner.send_all(&[line(&begun), line(&ToBot::Ping { id })])?;
        partner
            .pong(id, limits::PONG)
            .map_err(|trouble| trouble.when(&format!("ping {id}")).hint(hint::PONG))?;
        let go = Go { id: id + 1, ..partner.go(&game, &rules, &Position::START, time) };
        partner.ask(&Question::new(&rules, &Position::START, go))?;
        partner.over(&resigned(&game, Side::North, [0, 0]))?;
    }
    Ok(())
}

fn after_pause(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let partner = bench.ready()?;
    let hint = "read without a timeout: between two games a bot may wait for a long time";
    partner.note("nothing was sent for 1.5 s");
    partner.wait(PAUSE).map_err(|trouble| trouble.when("in a pause of 1.5 s").hint(hint))?;
    bench
        .ask_alone(&Position::START, move_time(100))
        .map(|_| None)
        .map_err(|trouble| trouble.when("after a pause of 1.5 s").hint(hint))
}

fn idle(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.ask_alone(&Position::START, move_time(100))?;
    let partner = bench.ready()?;
    // Runtimes clean up after their last work; that is over soon.
    partner.wait(Duration::from_millis(200))?;
    let (before, began) = (partner.talk.usage().cpu, Instant::now());
    partner.wait(WATCHED)?;
    let used = partner.talk.usage().cpu.saturating_sub(before);
    let percent = used.as_micros() * 100 / began.elapsed().as_micros().max(1);
    if percent < IDLE_PERCENT {
        return Ok(Some(format!("{percent} % of a core")));
    }
    let reason = format!("it used {percent} % of a core while it waited, 5 % are a lot");
    Err(Trouble::fault(Kind::Other, reason)
        .hint("wait in a blocking read; do not think on the opponent's time, the core is shared"))
}

/// Has the bot leave in this way, and returns how it ended.
fn leaves(
    bench: &mut Bench<'_>,
    limit: Duration,
    asked: &str,
    ask: impl FnOnce(&mut Partner) -> Result<(), Trouble>,
) -> Result<Ended, Trouble> {
    let partner = bench.ready()?;
    ask(partner)?;
    let ended = partner.talk.ended(limit);
    match ended {
        Some(ended) => partner.note(&format!("it {ended}")),
        None => partner.note("it lives on"),
    }
    bench.dismiss();
    ended.ok_or_else(|| {
        let reason = format!("it did not exit within {limit:.1?} of {asked}");
        Trouble::other(reason).hint(hint::HEAR_QUIT)
    })
}

fn say_quit(partner: &mut Partner) -> Result<(), Trouble> {
    partner.send_message(&ToBot::Quit)
}

fn quit(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.ask_alone(&Position::START, move_time(100))?;
    let left = leaves(bench, EXIT, "`quit`", say_quit);
    bench.facts.ignores_quit = left.is_err();
    left.map(|_| None)
}

fn exit_code(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    match leaves(bench, EXIT, "`quit`", say_quit) {
        Ok(Ended::Exited(0)) => Ok(None),
        Ok(ended) => Err(Trouble::other(format!("it {ended}")).hint("return 0 at the end")),
        Err(Trouble::Fault(fault)) => Err(Trouble::Skip(fault.reason)),
        Err(trouble) => Err(trouble),
    }
}

fn quit_at_once(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    if bench.facts.ignores_quit {
        return Err(Trouble::skip("it does not exit at `quit` after a game either"));
    }
    bench.dismiss();
    leaves(bench, EXIT, "`quit`, without a game", say_quit).map(|_| None)
}

fn end_of_input(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let close = |partner: &mut crate::partner::Partner| {
        partner.note("its stdin was closed");
        partner.talk.close_stdin();
        Ok(())
    };
    leaves(bench, EXIT, "the end of its input", close).map(|_| None)
}

fn terminate(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    let signal = |partner: &mut crate::partner::Partner| {
        partner.note("SIGTERM was sent");
        partner.talk.terminate();
        Ok(())
    };
    leaves(bench, EXIT_AT_TERM, "SIGTERM", signal).map(|_| None).map_err(|trouble| match trouble {
        Trouble::Fault(fault) => {
            let hint = Some("do not catch SIGTERM, or exit in its handler".to_owned());
            Trouble::Fault(Fault { hint, ..fault })
        }
        trouble => trouble,
    })
}

fn leaves_nothing(bench: &mut Bench<'_>) -> Result<Passed, Trouble> {
    bench.ask_alone(&Position::START, move_time(100))?;
    let _ = leaves(bench, EXIT, "`quit`", say_quit);
    match bench.own_files.news() {
        None => Ok(None),
        Some(file) => Err(Trouble::other(format!("it left `{}` behind", file.display()))
            .hint("write into the current folder or $TMPDIR: both are removed afterwards")),
    }
}
