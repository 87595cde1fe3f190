//! Files larger than a piece, and readers that give little at a time.

use std::io::{self, Read};

use super::super::files::{MAX_ROW_BYTES, read_text};
use super::super::pieces::{MAX_KEPT_BYTES, PIECE_BYTES, read_pieces};

/// Gives bytes in small and uneven portions, and an interruption now and then.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = (self.1 * 7919 % 70_001).min(buffer.len());
        self.0.read(&mut buffer[..size])
    }
}

/// Every byte comes once and in order, whatever is left over from piece to piece.
#[test]
fn pieces() {
    let check = |length: usize| {
        let text: Vec<u8> = (0..length).map(|k| (k * k % 251) as u8).collect();
        let mut seen = Vec::new();
        let mut calls = 0;
        let rest = read_pieces(&mut Drops(&text, 0), |piece| {
            calls += 1;
            let kept = [0, 1, 40_000, MAX_KEPT_BYTES][calls % 4].min(piece.len());
            let used = piece.len() - kept;
            seen.extend_from_slice(&piece[..used]);
            Ok(used)
        });
        seen.extend(rest.unwrap());
        assert!(seen == text, "{length} bytes");
        assert_eq!(calls, length / PIECE_BYTES + 1);
    };
    for length in [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 9 * PIECE_BYTES + 5] {
        check(length);
    }
}

/// Fails when it is read to its end.
struct Broken(usize);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::PermissionDenied)?;
        buffer.fill(b'\n');
        Ok(buffer.len())
    }
}

#[test]
fn errors_are_passed_on() {
    let error = read_pieces(&mut Broken(5), |piece| Ok(piece.len())).unwrap_err();
    let error = error.downcast::<io::Error>().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    let error = read_pieces(&mut io::repeat(b'x'), |_| anyhow::bail!("enough")).unwrap_err();
    assert_eq!(error.to_string(), "enough");
}

/// Rows of all lengths: the pieces end anywhere in them.
#[test]
fn games_of_a_large_file() {
    let mut text = String::from("pair,south,north,detail,result\n");
    let mut games = 0;
    while text.len() < 3 * PIECE_BYTES {
        let detail = "x, \n".repeat(games % 97);
        text += &format!("{games},a{},b,\"{detail}\",{}\r\n", games % 10, ["1-0", "*"][games % 2]);
        games += 1;
    }
    let mut left = u64::MAX;
    let file = read_text(&mut Drops(text.as_bytes(), 0), 0, &mut left).unwrap();
    assert_eq!(file, ayo_ratings::read_games(text.as_bytes()).unwrap());
    assert_eq!((file.games.len() + file.voids as usize, file.bots.len()), (games, 11));
    assert_eq!(u64::MAX - left, text.len() as u64);
}

#[test]
fn limits() {
    let check = |text: &str, mut left: u64, expected: &str| {
        let error = read_text(&mut text.as_bytes(), 0, &mut left).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    };
    let row = "a,b,1-0\n";
    let text = format!("south,north,result\n{row}");
    check(&text, text.len() as u64 - 1, "the files hold more than 4294967296 bytes");
    let mut left = text.len() as u64;
    assert_eq!(read_text(&mut text.as_bytes(), 0, &mut left).unwrap().games.len(), 1);
    assert_eq!(left, 0);

    let open = format!("{text}\"{}", row.repeat(2 * MAX_ROW_BYTES / row.len()));
    // It has not one line feed, and its first line is long.
    let returns = text.replace('\n', "\r") + &"a,b,1-0\r".repeat(2 * MAX_ROW_BYTES / row.len());
    check(&returns, u64::MAX, "line 1: its lines end with a carriage return alone");
    check(&"\u{1}\"".repeat(MAX_ROW_BYTES), u64::MAX, "line 1: this is no text");
    check(&open, u64::MAX, "line 3: a row of more than 1048576 bytes; is there a `\"` too many?");
}
