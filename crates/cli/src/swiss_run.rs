//! Plays a Swiss tournament: a round at a time, each paired when the one before is over.
//!
//! ```text
//! run.db ─► progress ─┬─► round not over ─► play what is missing ──┐
//!    ▲                ├─► round over ─► tournament.trf, pair ──────┤
//!    │                └─► last round over, or no legal pairing: end │
//!    └───────────────────────── boards, games, withdrawals ◄───────┘
//! ```

use std::path::Path;

use anyhow::Context as _;
use ayo_record::{Board, GameRecord, Withdrawal};
use ayo_referee::{Settings, Stop, Stopper, Task};
use ayo_rules::Side;
use ayo_schedule::{MeetingScore, Swiss, SwissProgress};
use ayo_store::{Reader, Store};

use crate::keeper::{ALL_PLAYED, Keeper, Watched};
use crate::run_folder;

/// Reads how far a Swiss tournament is.
///
/// # Errors
/// Says what could not be read.
pub(crate) fn progress(swiss: &Swiss, reader: &Reader) -> anyhow::Result<SwissProgress> {
    let rounds = reader.rounds()?;
    let meetings: Vec<Board> =
        rounds.iter().flatten().copied().filter(|board| board.north.is_some()).collect();
    let mut scores = vec![MeetingScore::default(); meetings.len()];
    for record in reader.stream_without_infos() {
        let record = record?;
        let meeting = usize::try_from(swiss.meeting_of(record.pair))?;
        let (Some(board), Some(score)) = (meetings.get(meeting), scores.get_mut(meeting)) else {
            anyhow::bail!("game {} of the run belongs to no board of a round", record.number);
        };
        let turned = usize::from(record.bots[0] != board.south);
        score.games += 1;
        for side in Side::BOTH {
            // A void game is in a table of its own.
            let half_points = record.result.half_points(side).unwrap_or_default();
            score.half_points[side.index() ^ turned] += half_points;
        }
    }
    Ok(SwissProgress { rounds, withdrawals: reader.withdrawals()?, scores })
}

/// Says why nothing is left to be played, if so.
///
/// # Errors
/// As [`progress`].
pub(crate) fn is_over(swiss: &Swiss, reader: &Reader) -> anyhow::Result<Option<String>> {
    let progress = progress(swiss, reader)?;
    if !swiss.is_round_over(&progress) {
        return Ok(None);
    }
    if progress.rounds.len() == swiss.rounds() as usize {
        return Ok(Some(ALL_PLAYED.to_owned()));
    }
    Ok(swiss.pair(&progress).err().map(|error| error.to_string()))
}

/// What is played with.
pub(crate) struct Table<'a> {
    /// How games are played.
    pub settings: &'a Settings,
    /// Stops the run when asked.
    pub stopper: &'a Stopper,
    /// Folder of the run.
    pub folder: &'a Path,
}

/// Plays until the tournament is over or the run is stopped.
///
/// Gives the store back, and says why it is over when it is.
///
/// # Errors
/// Says what could not be read, played or written.
pub(crate) fn play(
    swiss: &Swiss,
    mut store: Store,
    keeper: &mut Keeper<'_>,
    table: &Table<'_>,
    watch: &mut impl FnMut(&GameRecord) -> Watched,
) -> anyhow::Result<(Store, Option<String>)> {
    loop {
        let progress = progress(swiss, &store)?;
        if swiss.is_round_over(&progress) {
            run_folder::write_trf(table.folder, swiss, &progress)?;
            if progress.rounds.len() == swiss.rounds() as usize {
                return Ok((store, Some(ALL_PLAYED.to_owned())));
            }
            let round = progress.rounds.len() as u32 + 1;
            match swiss.pair(&progress) {
                Ok(boards) => store.append_round(round, &boards).context("cannot keep round")?,
                Err(no_pairing) => return Ok((store, Some(no_pairing.to_string()))),
            }
            continue;
        }
        keeper.plan(swiss.games_left(&progress));
        let finished = store.finished()?;
        let tasks: Vec<Task> = swiss
            .pairs_of_last_round(&progress)
            .filter(|pair| !pair.bots.iter().any(|&bot| progress.is_withdrawn(bot)))
            .filter_map(|pair| Task::missing(pair, |pair, game| finished.contains(pair, game)))
            .collect();
        let round = progress.rounds.len() as u32;
        keeper.progress.say(&format!("round {round} of {}", swiss.rounds()));
        store = keeper.play(store, table.settings, tasks.into_iter(), table.stopper, watch)?;
        for bot in keeper.withdrawn.drain(..) {
            store.withdraw(Withdrawal { bot, round }).context("cannot keep a withdrawal")?;
        }
        // They are lost, and no longer to be played.
        keeper.skipped = 0;
        if table.stopper.asked() != Stop::No {
            let over = is_over(swiss, &store)?;
            return Ok((store, over));
        }
    }
}
