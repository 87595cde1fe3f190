//! A file in pieces, small enough that a core's cache holds them.
//!
//! Memory that is used again needs nothing from the system and is warm, which makes reading a
//! file this way quicker than reading it whole. One thread does it all: finding the games takes
//! several times as long as copying them from the page cache, and a second core is not always
//! there.

use std::io::{self, Read};

/// Bytes that are read at a time.
pub(super) const PIECE_BYTES: usize = 1 << 18;
/// Most bytes that may be left over from one piece to the next.
pub(super) const MAX_KEPT_BYTES: usize = 1 << 20;

/// Hands a file to `take` piece by piece, and returns what is left over from the last.
///
/// `take` returns how many bytes it has used; the others come again before the next piece.
///
/// # Errors
/// Passes on what the file or `take` says.
///
/// # Panics
/// If `take` leaves more than [`MAX_KEPT_BYTES`].
pub(super) fn read_pieces(
    file: &mut impl Read,
    mut take: impl FnMut(&[u8]) -> anyhow::Result<usize>,
) -> anyhow::Result<Vec<u8>> {
    let mut room = vec![0; MAX_KEPT_BYTES + PIECE_BYTES];
    let mut kept = 0;
    loop {
        let read = fill(file, &mut room[kept..][..PIECE_BYTES])?;
        let end = kept + read;
        let used = take(&room[..end])?;
        room.copy_within(used..end, 0);
        kept = end - used;
        if read < PIECE_BYTES {
            room.truncate(kept);
            return Ok(room);
        }
    }
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
