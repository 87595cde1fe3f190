//! The points of record 001 against its results.

use super::columns::Line;
use super::error::{TrfError, TrfProblem};
use super::player_record::{POINTS_COLUMNS, PlayerRecord};
use crate::tournament::{Points, Round, Tournament};

/// Compares the points that a file states with those of the results.
///
/// Programs differ in whether the next round's bye and virtual points are in.
pub(super) fn check(
    tournament: &Tournament,
    records: &[(&Line<'_>, PlayerRecord)],
) -> Result<(), TrfError> {
    let paired = tournament.rounds_paired();
    for (line, record) in records {
        let Some(written) = record.fields.points else { continue };
        let index = tournament.index_of(record.number).expect("every record became a player");
        let player = &tournament.players()[index];
        let counted = tournament.points(player);
        let next = Round::new(paired + 1).map(|round| player.entry(round));
        let bye = next.map_or(Points::ZERO, |entry| tournament.point_system().of(entry));
        let accelerated = [paired, paired + 1].into_iter().filter_map(Round::new);
        let virtual_points =
            accelerated.map(|round| tournament.virtual_points(record.number, round));
        let fits = |extra| written == counted + extra || written == counted + bye + extra;
        if !fits(Points::ZERO) && !virtual_points.into_iter().any(fits) {
            return Err(line.wrong(&POINTS_COLUMNS, TrfProblem::Points { written, counted }));
        }
    }
    Ok(())
}
