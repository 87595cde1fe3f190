//! Games from the text of a PGN file.
//!
//! Of a game its tags are wanted: the two players (`White` and `Black`, or `South` and
//! `North`), `Result` as the first of them has it, and `Round`. The moves are only told apart,
//! not understood: they may be those of any game. (S. Edwards, "Portable Game Notation
//! specification and implementation guide", 1994.)
//!
//! Two games of the same two bots in one round, sides swapped, are a pair. A round such as
//! `3.2` is the second game of round 3. A round `?` or `-` says nothing of pairs.
//!
//! A game ends with its moves, or where a tag stands that it has already: games may have none.
//! One whose moves are letters of pits, as ayo writes them, is known by the same number as
//! the same game in CSV and in `run.db`.

use std::collections::HashMap;

use crate::identical::{digest, fingerprint};
use crate::read::{BYTE_ORDER_MARK, Collector, GamesFile, NO_PAIR, ReadError, ReadProblem};
use crate::read::{quoted, score};

/// Pairs of tags for the two players.
const PLAYERS: [[&[u8]; 2]; 2] = [[b"White", b"Black"], [b"South", b"North"]];
const WANTED: [&[u8]; 8] =
    [b"White", b"Black", b"South", b"North", b"Result", b"Round", b"FEN", b"Opening"];
/// More moves than this are not those of a game of ayo.
const MAX_LETTERS: usize = 10_000;
/// A longer round says nothing of pairs.
const MAX_ROUND_BYTES: usize = 64;
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Reads the games of a PGN text.
///
/// # Errors
///
/// If a game lacks its players or its result, or has a result that is none.
pub fn read_pgn(text: &[u8]) -> Result<GamesFile, ReadError> {
    PgnReader::default().finish(text)
}

/// Reads the games of a PGN text that comes in pieces, cut anywhere.
#[derive(Debug, Default)]
pub struct PgnReader {
    collector: Collector,
    game: Option<Unfinished>,
    /// Whether the text is inside of `{` and `}`.
    in_comment: bool,
    /// Games whose return game has not come yet, by round and bots, the lower one first.
    open: HashMap<(Vec<u8>, [u32; 2]), Open>,
    pairs: u64,
    lines: u64,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    first: u32,
    pair: u64,
}

/// A game that is being read.
#[derive(Debug)]
struct Unfinished {
    /// Line of its first tag.
    line: u64,
    tags: HashMap<Vec<u8>, (Vec<u8>, u64)>,
    /// Of the moves so far; 0 before the first one.
    moves: u64,
    /// The moves, while each of them is the letter of a pit.
    letters: Option<Vec<u8>>,
    /// What stands behind the moves, and its line.
    result: Option<(Vec<u8>, u64)>,
    /// Whether its moves have begun, so that a tag belongs to the next game.
    has_begun: bool,
    /// Open parentheses: variations were not played.
    depth: u32,
}

impl PgnReader {
    /// Reads the lines that end in this piece, and returns how many bytes they take; the next
    /// piece must begin with the bytes after them.
    ///
    /// # Errors
    ///
    /// As [`read_pgn`].
    pub fn read(&mut self, piece: &[u8]) -> Result<usize, ReadError> {
        let end = piece.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        for line in piece[..end].split_inclusive(|byte| *byte == b'\n') {
            self.lines += 1;
            self.line(line)?;
        }
        Ok(end)
    }

    /// Reads the last piece, which may be empty.
    ///
    /// # Errors
    ///
    /// As [`read_pgn`].
    pub fn finish(mut self, piece: &[u8]) -> Result<GamesFile, ReadError> {
        let used = self.read(piece)?;
        if used < piece.len() {
            self.lines += 1;
            self.line(&piece[used..])?;
        }
        if self.in_comment {
            return Err(ReadError { line: self.lines, problem: ReadProblem::OpenComment });
        }
        self.end_game()?;
        Ok(self.collector.finish())
    }

    /// Returns the number of the line that the next piece begins with, from 1.
    #[must_use]
    pub fn next_line(&self) -> u64 {
        self.lines + 1
    }

    fn line(&mut self, line: &[u8]) -> Result<(), ReadError> {
        let marked = self.lines == 1 && line.starts_with(BYTE_ORDER_MARK);
        let line = if marked { &line[BYTE_ORDER_MARK.len()..] } else { line };
        match line.trim_ascii() {
            _ if self.in_comment => self.moves(line),
            [] | [b'%', ..] => {}
            [b'[', ..] => return self.tag(line.trim_ascii()),
            _ => self.moves(line),
        }
        Ok(())
    }

    fn tag(&mut self, text: &[u8]) -> Result<(), ReadError> {
        let line = self.lines;
        let (name, value) = parse_tag(text)
            .ok_or_else(|| ReadError { line, problem: ReadProblem::Tag(quoted(text)) })?;
        let ends = |game: &Unfinished| game.has_begun || game.tags.contains_key(&name);
        if self.game.as_ref().is_some_and(ends) {
            self.end_game()?;
        }
        let game = self.game.get_or_insert_with(|| Unfinished {
            line,
            tags: HashMap::new(),
            moves: 0,
            letters: Some(Vec::new()),
            result: None,
            has_begun: false,
            depth: 0,
        });
        if WANTED.contains(&&name[..]) {
            game.tags.insert(name, (value, line));
        }
        Ok(())
    }

    /// Takes note of the moves of a line, without comments, variations and numbers.
    fn moves(&mut self, line: &[u8]) {
        let mut rest = line;
        while let [byte, after @ ..] = rest {
            if self.in_comment {
                let end = rest.iter().position(|byte| *byte == b'}');
                self.in_comment = end.is_none();
                rest = end.map_or(&[], |end| &rest[end + 1..]);
                continue;
            }
            let ends_word = |byte: &u8| byte.is_ascii_whitespace() || b"{}();".contains(byte);
            match byte {
                b'{' => (self.in_comment, rest) = (true, after),
                b';' => return,
                b'(' | b')' => {
                    if let Some(game) = &mut self.game {
                        let opens = *byte == b'(';
                        let (deeper, higher) =
                            (game.depth.saturating_add(1), game.depth.saturating_sub(1));
                        game.depth = if opens { deeper } else { higher };
                    }
                    rest = after;
                }
                byte if ends_word(byte) => rest = after,
                _ => {
                    let end = rest.iter().position(ends_word).unwrap_or(rest.len());
                    self.word(&rest[..end]);
                    rest = &rest[end..];
                }
            }
        }
    }

    fn word(&mut self, word: &[u8]) {
        let Some(game) = &mut self.game else { return };
        game.has_begun = true;
        // `12.` and `12...` may stand before a move without a blank.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        let word = if dots > 0 { &word[digits + dots..] } else { word };
        if game.depth > 0 || word.is_empty() || word[0] == b'$' {
            return;
        }
        if RESULTS.contains(&word) {
            game.result = Some((word.to_vec(), self.lines));
            return;
        }
        game.moves = digest(game.moves, word).max(1);
        let is_pit = matches!(word, [b'A'..=b'F' | b'a'..=b'f']);
        match &mut game.letters {
            Some(letters) if is_pit && letters.len() < MAX_LETTERS => letters.push(word[0]),
            letters => *letters = None,
        }
    }

    /// Adds the game that was read, if there is one.
    fn end_game(&mut self) -> Result<(), ReadError> {
        let Some(game) = self.game.take() else { return Ok(()) };
        let missing = |what| ReadError { line: game.line, problem: ReadProblem::NoTag(what) };
        let tag = |name: &[u8]| game.tags.get(name);
        let players = PLAYERS.into_iter().find_map(|[first, second]| tag(first).zip(tag(second)));
        let (first, second) = players.ok_or_else(|| missing("two players"))?;
        let (result, line) = tag(b"Result").ok_or_else(|| missing("result"))?;
        let mut bots = [0; 2];
        for (bot, (name, line)) in bots.iter_mut().zip([first, second]) {
            *bot =
                self.collector.bot(name).map_err(|problem| ReadError { line: *line, problem })?;
        }
        let score = score(result).map_err(|problem| ReadError { line: *line, problem })?;
        if let Some((moves, line)) = game.result.as_ref().filter(|(moves, _)| moves != result) {
            let (tag, moves) = (quoted(result), quoted(moves));
            return Err(ReadError { line: *line, problem: ReadProblem::TwoResults { tag, moves } });
        }
        let round = tag(b"Round").map(|(round, _)| round.as_slice()).unwrap_or_default();
        let pair = self.pair(round, bots);
        let value = |name| tag(name).map(|(value, _)| value.as_slice());
        let position = value(b"FEN");
        let moves = match (&game.letters, game.moves) {
            (_, 0) => 0,
            (Some(letters), _) => {
                fingerprint(position.or(value(b"Opening")).unwrap_or_default(), letters)
            }
            (None, moves) => fingerprint(position.unwrap_or_default(), &moves.to_le_bytes()),
        };
        self.collector.add(bots, score, pair, moves);
        Ok(())
    }

    /// Returns the number of the pair that a game belongs to.
    fn pair(&mut self, round: &[u8], bots: [u32; 2]) -> u64 {
        let round = round.split(|byte| *byte == b'.').next().unwrap_or_default();
        if matches!(round, b"" | b"?" | b"-") || round.len() > MAX_ROUND_BYTES {
            return NO_PAIR;
        }
        let [first, second] = bots;
        let key = (round.to_vec(), [first.min(second), first.max(second)]);
        match self.open.get(&key) {
            Some(open) if open.first == second && first != second => {
                let pair = open.pair;
                self.open.remove(&key);
                pair
            }
            _ => {
                self.pairs += 1;
                self.open.insert(key, Open { first, pair: self.pairs });
                self.pairs
            }
        }
    }
}

/// Reads `[Name "value"]`, in which `\"` and `\\` stand for `"` and `\`.
fn parse_tag(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let inside = text.strip_prefix(b"[")?.strip_suffix(b"]")?.trim_ascii();
    let blank = inside.iter().position(u8::is_ascii_whitespace)?;
    let (name, value) = inside.split_at(blank);
    let value = value.trim_ascii().strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' => plain.push(*bytes.next()?),
            // The value ended here, and something comes after it.
            b'"' => return None,
            _ => plain.push(byte),
        }
    }
    let is_name = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_name.then(|| (name.to_vec(), plain))
}
