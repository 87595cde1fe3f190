//! Names of at most sixteen bytes, found without comparing byte by byte.
//!
//! A large file names a few hundred bots a million times each. A short name is two numbers and
//! a length, which choose a place in a small table; two names with one place take turns there.

/// Longest short name, in bytes.
const MAX_BYTES: usize = 16;
/// Places of the table, a power of two.
const PLACES: usize = 1 << 10;

/// A name as numbers; different names are different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShortName {
    words: [u64; 2],
    bytes: usize,
}

impl ShortName {
    /// Returns a name that is not empty and short enough.
    pub(crate) fn new(name: &[u8]) -> Option<ShortName> {
        // The first and the last bytes overlap, which is of no matter for one length.
        let words = if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
        } else if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            [u32::from_le_bytes(*first), u32::from_le_bytes(*last)].map(u64::from)
        } else if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            [u16::from_le_bytes(*first), u16::from_le_bytes(*last)].map(u64::from)
        } else {
            [u64::from(*name.first()?), 0]
        };
        (name.len() <= MAX_BYTES).then_some(ShortName { words, bytes: name.len() })
    }

    fn place(self) -> usize {
        let mixed = (self.words[0] ^ self.words[1].rotate_left(29)) ^ self.bytes as u64;
        (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize % PLACES
    }
}

/// Bots by their short names.
#[derive(Debug)]
pub(crate) struct ShortNames(Vec<(ShortName, u32)>);

impl Default for ShortNames {
    fn default() -> ShortNames {
        // No name is empty, so an empty one marks a free place.
        ShortNames(vec![(ShortName::default(), 0); PLACES])
    }
}

impl ShortNames {
    /// Returns the bot of a name, if its place is not somebody else's.
    pub(crate) fn get(&self, name: ShortName) -> Option<u32> {
        let (kept, bot) = self.0[name.place()];
        (kept == name).then_some(bot)
    }

    /// Keeps a bot until another one takes its place.
    pub(crate) fn put(&mut self, name: ShortName, bot: u32) {
        self.0[name.place()] = (name, bot);
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortName, ShortNames};

    #[test]
    fn names() {
        assert_eq!(ShortName::new(b""), None);
        assert_eq!(ShortName::new(b"a name too long.."), None);
        let names = [
            "a",
            "b",
            "aa",
            "ab",
            "ba",
            "aaa",
            "aba",
            "abab",
            "ababa",
            "abcde",
            "abxde",
            "abcdefgh",
            "abcdefghi",
            "abcdefghijklmnop",
            "abcdefgXijklmnop",
            "abcdefghXjklmnop",
            "\0",
            "\0\0",
        ];
        let mut table = ShortNames::default();
        for (bot, name) in (0..).zip(names) {
            let short = ShortName::new(name.as_bytes()).unwrap();
            assert_eq!(table.get(short), None, "{name}");
            table.put(short, bot);
            assert_eq!(table.get(short), Some(bot), "{name}");
        }
    }
}
