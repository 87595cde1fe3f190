//! Cuts a stream of bytes into lines, with a limit on their length.

use ayo_protocol::limits::BOT_LINE_BYTES;

/// What a bot has written and nobody has looked at yet.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// Where the bytes that are not consumed begin.
    start: usize,
    /// No newline stands between `start` and here.
    searched: usize,
    /// How much the next read may bring, in bytes.
    window: usize,
}

/// The next thing in the buffer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// A line, without its newline.
    Line(&'a [u8]),
    /// A line that is over the limit already; the first bytes of it.
    TooLong(&'a [u8]),
    /// No whole line yet.
    More,
}

/// What a quiet bot costs; a buffer grows to the limit of a line when it must.
const SMALL: usize = 1 << 10;

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { buffer: Vec::with_capacity(SMALL), start: 0, searched: 0, window: SMALL }
    }

    /// Reads once, with this function, into room that is made for it; returns what it returns.
    ///
    /// The buffer never grows past the longest line.
    pub(crate) fn read<E>(
        &mut self,
        read: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        if self.start == self.buffer.len() {
            self.buffer.clear();
            self.searched = 0;
        } else if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
        }
        self.start = 0;
        let filled = self.buffer.len();
        let window = self.window.min(BOT_LINE_BYTES - filled);
        self.buffer.reserve_exact(window);
        self.buffer.resize(filled + window, 0);
        let result = read(&mut self.buffer[filled..]);
        let bytes = result.as_ref().map_or(0, |&bytes| bytes);
        self.buffer.truncate(filled + bytes);
        // A bot that fills what it is given gets more, one that does not gets less.
        self.window = match bytes == window {
            true => (self.window * 2).min(BOT_LINE_BYTES),
            false => SMALL,
        };
        if self.buffer.is_empty() {
            self.buffer.shrink_to(SMALL);
        }
        result
    }

    /// Returns how many bytes wait for their newline.
    pub(crate) fn unfinished(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Takes the next line off the buffer.
    pub(crate) fn next(&mut self) -> Next<'_> {
        let newline = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(offset) = newline else {
            self.searched = self.buffer.len();
            if self.unfinished() < BOT_LINE_BYTES {
                return Next::More;
            }
            let start = std::mem::replace(&mut self.start, self.buffer.len());
            return Next::TooLong(&self.buffer[start..(start + 1_000).min(self.searched)]);
        };
        let end = self.searched + offset;
        let line = self.start..end;
        self.start = end + 1;
        self.searched = self.start;
        Next::Line(&self.buffer[line])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds these chunks and collects what comes out.
    fn cut(chunks: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::new();
        let mut out = Vec::new();
        for chunk in chunks {
            let mut chunk = *chunk;
            while !chunk.is_empty() {
                let read = lines.read(|room| {
                    let fits = room.len().min(chunk.len());
                    room[..fits].copy_from_slice(&chunk[..fits]);
                    Ok::<usize, ()>(fits)
                });
                let fits = read.unwrap();
                assert!(fits > 0, "a read always finds room");
                assert!(lines.buffer.len() <= BOT_LINE_BYTES);
                chunk = &chunk[fits..];
                loop {
                    match lines.next() {
                        Next::Line(line) => out.push(String::from_utf8_lossy(line).into_owned()),
                        Next::TooLong(start) => out.push(format!("too long: {}", start.len())),
                        Next::More => break,
                    }
                }
            }
        }
        out
    }

    #[test]
    fn lines_come_out_whole() {
        assert_eq!(cut(&[b"a\nb\n"]), ["a", "b"]);
        assert_eq!(cut(&[b"a", b"b", b"\nc"]), ["ab"]);
        assert_eq!(cut(&[b"\n\n"]), ["", ""]);
        assert_eq!(cut(&[b"a\r\n"]), ["a\r"]);
        let long = vec![b'x'; BOT_LINE_BYTES - 1];
        assert_eq!(
            cut(&[&long, b"\n", b"y\n"]),
            [String::from_utf8(long).unwrap(), "y".to_owned()]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_cut_off() {
        let long = vec![b'x'; BOT_LINE_BYTES];
        assert_eq!(cut(&[&long]), ["too long: 1000"]);
    }
}
