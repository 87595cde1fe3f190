//! Keys as a terminal sends them.

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// One move on.
    Forward,
    /// One move back.
    Back,
    /// To the first position.
    First,
    /// To the last position.
    Last,
    /// Run by itself, or stop that.
    Play,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// Leave.
    Quit,
}

/// What arrives for keys that are not one character, and what is meant.
///
/// Terminals say `[` or `O` behind the escape, depending on a mode that programs set.
const SEQUENCES: [(&[u8], Key); 14] = [
    (b"[C", Key::Forward),
    (b"OC", Key::Forward),
    (b"[B", Key::Forward),
    (b"OB", Key::Forward),
    (b"[D", Key::Back),
    (b"OD", Key::Back),
    (b"[A", Key::Back),
    (b"OA", Key::Back),
    (b"[H", Key::First),
    (b"OH", Key::First),
    (b"[1~", Key::First),
    (b"[F", Key::Last),
    (b"OF", Key::Last),
    (b"[4~", Key::Last),
];

/// Returns the keys of what was read at once; an escape alone leaves.
pub(super) fn keys(mut bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    while let [byte, rest @ ..] = bytes {
        bytes = rest;
        if *byte == 0x1b {
            if rest.is_empty() {
                keys.push(Key::Quit);
            }
            let known = SEQUENCES.iter().find(|(sequence, _)| rest.starts_with(sequence));
            keys.extend(known.map(|(_, key)| *key));
            // Of an unknown sequence nothing may be taken for a letter.
            bytes = known.map_or(&[], |(sequence, _)| &rest[sequence.len()..]);
            continue;
        }
        keys.extend(match byte {
            b' ' | b'\r' | b'\n' | b'n' | b'l' | b'j' => Some(Key::Forward),
            0x7f | 0x08 | b'b' | b'h' | b'k' => Some(Key::Back),
            b'0' | b'g' => Some(Key::First),
            b'$' | b'G' => Some(Key::Last),
            b'p' => Some(Key::Play),
            b'+' => Some(Key::Faster),
            b'-' => Some(Key::Slower),
            // Ctrl-C and Ctrl-D are keys too while the terminal is ours.
            b'q' | b'Q' | 0x03 | 0x04 => Some(Key::Quit),
            _ => None,
        });
    }
    keys
}
