//! Files that may be packed with gzip.

use std::io::{self, Read, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// What a packed file begins with.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Why a file cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnpackError {
    /// It cannot be read, or is damaged.
    #[error("cannot read it")]
    Read(#[from] io::Error),
    /// It is longer than allowed.
    #[error("it is longer than {0} bytes when unpacked")]
    TooLong(u64),
}

/// Returns all bytes of a file, unpacked if they are packed.
///
/// # Errors
/// Refuses what would be more than `limit` bytes, without unpacking more.
pub(super) fn unpack(file: impl Read, limit: u64) -> Result<Vec<u8>, UnpackError> {
    // Packing makes no file longer than that, but a packed nothing may go on for ever.
    let mut file = file.take(limit.saturating_mul(2));
    let mut magic = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    let is_packed = magic == MAGIC;
    let file = magic.chain(file);
    let mut bytes = Vec::new();
    let most = limit.saturating_add(1);
    if is_packed {
        MultiGzDecoder::new(file).take(most).read_to_end(&mut bytes)?;
    } else {
        file.take(most).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > limit { Err(UnpackError::TooLong(limit)) } else { Ok(bytes) }
}

/// Packs the bytes if the name of the file ends in `.gz`; the same bytes become the same file.
pub(super) fn pack_for(path: &Path, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(bytes);
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&bytes)?;
    packer.finish()
}
