//! The rounds of a tournament that pairs by results, as they were paired.
//!
//! A round is written before its first game and never changed: a run that goes on
//! plays what was paired, and does not pair again.

use ayo_record::{Board, Bot, Withdrawal};
use rusqlite::{Connection, params};

use crate::{Reader, Store, StoreError};

impl Reader {
    /// Returns the boards of every round that was paired, in order.
    ///
    /// # Errors
    /// Says what SQLite refused, or which board is impossible.
    pub fn rounds(&self) -> Result<Vec<Vec<Board>>, StoreError> {
        let rows = boards(&self.connection).map_err(|source| self.refused(source))?;
        let mut rounds: Vec<Vec<Board>> = Vec::new();
        for (round, board, south, north) in rows {
            let known = |bot| {
                let place = format!("board {board} of round {round}");
                self.known_bot(bot)
                    .ok_or_else(|| self.bad_entry(format!("{place} has no bot {bot}")))
            };
            let found = Board { south: known(south)?, north: north.map(known).transpose()? };
            if round == rounds.len() as i64 + 1 && board == 1 {
                rounds.push(Vec::new());
            }
            match rounds.last_mut() {
                Some(last) if board == last.len() as i64 + 1 => last.push(found),
                _ => {
                    let problem = format!("nothing comes before board {board} of round {round}");
                    return Err(self.bad_entry(problem));
                }
            }
        }
        Ok(rounds)
    }

    /// Returns the bots that were withdrawn, the first one first.
    ///
    /// # Errors
    /// Says what SQLite refused, or which bot there is not.
    pub fn withdrawals(&self) -> Result<Vec<Withdrawal>, StoreError> {
        let rows = withdrawn(&self.connection).map_err(|source| self.refused(source))?;
        let read = |(bot, round)| {
            let bad = || self.bad_entry(format!("there is no bot {bot} to withdraw"));
            let round = u32::try_from(round);
            let round = round.map_err(|_| self.bad_entry("a round without a number".to_owned()))?;
            Ok(Withdrawal { bot: self.known_bot(bot).ok_or_else(bad)?, round })
        };
        rows.into_iter().map(read).collect()
    }

    fn known_bot(&self, number: i64) -> Option<Bot> {
        let known = usize::try_from(number).is_ok_and(|bot| bot < self.run_info().bots.len());
        known.then_some(Bot(u32::try_from(number).ok()?))
    }

    fn bad_entry(&self, problem: String) -> StoreError {
        StoreError::BadEntry { path: self.path().to_path_buf(), problem }
    }
}

impl Store {
    /// Writes the boards of the next round, all or none.
    ///
    /// # Errors
    /// Says what SQLite refused: a round is paired once.
    pub fn append_round(&mut self, round: u32, boards: &[Board]) -> Result<(), StoreError> {
        let write = || {
            let transaction = self.connection.unchecked_transaction()?;
            let sql = "INSERT INTO board (round, board, south, north) VALUES (?, ?, ?, ?)";
            for (number, board) in (1..).zip(boards) {
                let north = board.north.map(|Bot(bot)| bot);
                let number: u32 = number;
                transaction.execute(sql, params![round, number, board.south.0, north])?;
            }
            transaction.commit()
        };
        write().map_err(|source| self.refused(source))
    }

    /// Notes that a bot plays no more; a bot that is noted already stays as it is.
    ///
    /// # Errors
    /// Says what SQLite refused.
    pub fn withdraw(&mut self, withdrawal: Withdrawal) -> Result<(), StoreError> {
        let Withdrawal { bot: Bot(bot), round } = withdrawal;
        self.connection
            .execute("INSERT OR IGNORE INTO withdrawal (bot, round) VALUES (?, ?)", [bot, round])
            .map(drop)
            .map_err(|source| self.refused(source))
    }
}

type BoardRow = (i64, i64, i64, Option<i64>);

fn boards(connection: &Connection) -> rusqlite::Result<Vec<BoardRow>> {
    let sql = "SELECT round, board, south, north FROM board ORDER BY round, board";
    let mut statement = connection.prepare(sql)?;
    let rows =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    rows.collect()
}

fn withdrawn(connection: &Connection) -> rusqlite::Result<Vec<(i64, i64)>> {
    let mut statement =
        connection.prepare("SELECT bot, round FROM withdrawal ORDER BY round, rowid")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
