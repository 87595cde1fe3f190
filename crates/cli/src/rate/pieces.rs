//! A file in pieces: while one is looked at, another thread reads the next.
//!
//! Copying from the page cache takes about as long as finding the games, so two threads
//! halve the time; and small pieces that are used again need no new memory from the
//! system, which would take as long again.

use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

/// Bytes that are read at a time, which a core's cache holds; also the most that may be
/// left over from one piece to the next.
pub(super) const PIECE_BYTES: usize = 1 << 20;
/// Pieces in the making: one is read, one is looked at, one waits.
const PIECES: usize = 3;

/// A piece, behind room for what is left over from the one before.
struct Piece {
    room: Vec<u8>,
    read: usize,
}

/// Hands a file to `take` piece by piece, and returns what is left over from the last.
///
/// `take` returns how many bytes it has used; the others come again before the next piece.
///
/// # Errors
/// Passes on what the file or `take` says.
///
/// # Panics
/// If `take` leaves more than [`PIECE_BYTES`].
pub(super) fn read_pieces(
    file: &mut (impl Read + Send),
    mut take: impl FnMut(&[u8]) -> anyhow::Result<usize>,
) -> anyhow::Result<Vec<u8>> {
    let (give_back, empty) = mpsc::channel();
    let (send, full) = mpsc::sync_channel(PIECES);
    for _ in 0..PIECES {
        give_back.send(vec![0; 2 * PIECE_BYTES])?;
    }
    thread::scope(|scope| {
        // Ends with the file, or when nobody takes its pieces any more.
        scope.spawn(move || {
            for mut room in empty {
                let read = fill(file, &mut room[PIECE_BYTES..]);
                let ended = !matches!(read, Ok(PIECE_BYTES));
                let sent = send.send(read.map(|read| Piece { room, read }));
                if ended || sent.is_err() {
                    break;
                }
            }
        });
        // Moved in, so that the other thread does not wait for them after an error.
        let (give_back, full) = (give_back, full);
        let mut rest = Vec::new();
        for piece in &full {
            let Piece { mut room, read } = piece?;
            let begin = PIECE_BYTES - rest.len();
            room[begin..PIECE_BYTES].copy_from_slice(&rest);
            let piece = &room[begin..PIECE_BYTES + read];
            let used = take(piece)?;
            rest.clear();
            rest.extend_from_slice(&piece[used..]);
            // The other thread is gone when it has read the last piece.
            let _ = give_back.send(room);
        }
        Ok(rest)
    })
}

/// Reads until the piece is full or the file ends.
fn fill(file: &mut impl Read, piece: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < piece.len() {
        match file.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
