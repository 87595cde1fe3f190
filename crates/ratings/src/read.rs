//! Games from the text of a `games.csv`.
//!
//! The first row names the columns. Wanted are the two players (`south` and `north`,
//! `first` and `second` or `white` and `black`), `result` as the first of them sees it,
//! and, if there are such, `pair`, and `opening` and `moves`, by which copies of a game are
//! known; the others are passed over. A text that is anything
//! else is refused with its line: a result that is guessed would be a wrong rating.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::header;
use crate::identical::{digest, fingerprint};
use crate::named::places;
use crate::rows::{Ending, Field, Rows};
use crate::short_names::{ShortName, ShortNames};
use crate::{Game, MAX_BOTS, Score};

/// Longest name of a bot, in bytes.
pub const MAX_NAME_BYTES: usize = 1_024;
/// Largest number in a `pair` column.
pub const MAX_PAIR_NUMBER: u64 = 1 << 40;

/// Room is made for so many games at most before they are read.
const MAX_EXPECTED_GAMES: u64 = 1 << 24;

/// Pairs of header words for the two players.
const PLAYERS: [[&str; 2]; 3] = [["south", "north"], ["first", "second"], ["white", "black"]];
/// Text quoted in a message is cut after so many characters.
const MAX_QUOTED_CHARS: usize = 40;
/// May stand before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Stands for a game without a pair until the whole file is read.
pub(crate) const NO_PAIR: u64 = u64::MAX;

/// The games of one file, or of several that were joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesFile {
    /// Names of the bots, in the order they appear; games have their indices.
    pub bots: Vec<String>,
    /// The scored games. One without a pair has a number of its own.
    pub games: Vec<Game>,
    /// Games with the result `*`: left out, but their bots are not.
    pub voids: u64,
}

/// Why a text holds no games, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: ReadProblem,
}

/// What is wrong with a line; quoted text is escaped and cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProblem {
    /// The text is empty.
    #[error(
        "there is nothing in it; a `games.csv` begins with the names of its columns, a PGN with \
         a tag"
    )]
    NoHeader,
    /// The text is something else.
    #[error("this is no text, so it holds no games in CSV or PGN")]
    NoText,
    /// It has the line ends of a very old Macintosh.
    #[error("its lines end with a carriage return alone; they are to end with a line feed")]
    OnlyReturns,
    /// There is no such column.
    #[error(
        "no column for {0}; games need `south` and `north` (or `first` and `second`, or \
         `white` and `black`) and `result`, in CSV; or they are PGN or a `run.db`"
    )]
    NoColumn(&'static str),
    /// The header is one field with other separators in it.
    #[error("the header has {0} between its fields; they are to be separated by commas")]
    Separator(&'static str),
    /// Two columns have the same name.
    #[error("two columns are called `{0}`; which one counts cannot be told")]
    SameColumn(&'static str),
    /// The row has more or fewer fields than the header.
    #[error("{found} field{}, but the header has {expected}", if *found == 1 { "" } else { "s" })]
    Ragged {
        /// Fields of this row.
        found: usize,
        /// Fields of the header.
        expected: usize,
    },
    /// The word in the `result` column is none.
    #[error("unknown result `{0}`; accepted are `1-0`, `0-1`, `1/2-1/2` and `*`")]
    Result(String),
    /// The `pair` column holds no number.
    #[error("pair `{0}` is not a whole number up to {MAX_PAIR_NUMBER}")]
    Pair(String),
    /// A player has no name.
    #[error("a player without a name")]
    NoName,
    /// A name is too long.
    #[error("the name `{0}` is longer than {MAX_NAME_BYTES} bytes")]
    LongName(String),
    /// A name is no UTF-8.
    #[error("the name `{0}` is not UTF-8")]
    NotUtf8(String),
    /// There are too many names.
    #[error(transparent)]
    TooManyBots(#[from] TooManyBots),
    /// A game of a PGN text lacks a tag.
    #[error(
        "the game has no {0}; it needs the tags `White` and `Black` (or `South` and `North`) \
         and `Result`"
    )]
    NoTag(&'static str),
    /// The moves of a game of a PGN text end with another result than its tag has.
    #[error("the moves end with `{moves}`, but the tag `Result` says `{tag}`")]
    TwoResults {
        /// What the tag says.
        tag: String,
        /// What stands behind the moves.
        moves: String,
    },
    /// A line of a PGN text begins like a tag and is none.
    #[error("`{0}` is no tag; a tag looks like `[White \"greedy\"]`")]
    Tag(String),
    /// A comment of a PGN text is opened and never closed.
    #[error("a comment that never ends; `{{` needs its `}}`")]
    OpenComment,
    /// A quote is opened and never closed.
    #[error("a quoted field that never ends")]
    OpenQuote,
    /// There is text between a closing quote and the comma after it.
    #[error("text after the closing quote of a field; a quote inside one is doubled")]
    AfterQuote,
}

/// There are more different bots than can be rated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MAX_BOTS} different bots")]
pub struct TooManyBots;

/// Reads the games of a CSV text.
///
/// # Errors
///
/// If the text is not what the module says; nothing is guessed.
pub fn read_games(text: &[u8]) -> Result<GamesFile, ReadError> {
    GamesReader::default().finish(text)
}

/// Reads the games of a CSV text that comes in pieces, cut anywhere.
///
/// ```
/// use ayo_ratings::GamesReader;
///
/// let mut reader = GamesReader::default();
/// let piece = b"south,north,result\na,b,1-";
/// let read = reader.read(piece).unwrap();
/// assert_eq!(&piece[read..], b"a,b,1-");
/// let file = reader.finish(b"a,b,1-0\n").unwrap();
/// assert_eq!(file.games.len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct GamesReader {
    columns: Option<Columns>,
    collector: Collector,
    /// Whether a byte order mark was looked for.
    begun: bool,
    lines: u64,
}

impl GamesReader {
    /// Reads the rows that end in this piece, and returns how many bytes they take; the
    /// next piece must begin with the bytes after them.
    ///
    /// # Errors
    ///
    /// As [`read_games`].
    pub fn read(&mut self, piece: &[u8]) -> Result<usize, ReadError> {
        if !self.begun && piece.len() < BYTE_ORDER_MARK.len() {
            return Ok(0);
        }
        self.rows(piece, Ending::Cut)
    }

    /// Reads the last piece, which may be empty.
    ///
    /// # Errors
    ///
    /// As [`read_games`].
    pub fn finish(mut self, piece: &[u8]) -> Result<GamesFile, ReadError> {
        self.rows(piece, Ending::Last)?;
        if self.columns.is_none() {
            return Err(ReadError { line: 1, problem: ReadProblem::NoHeader });
        }
        Ok(self.collector.finish())
    }

    /// Returns the number of the line that the next piece begins with, from 1.
    #[must_use]
    pub fn next_line(&self) -> u64 {
        self.lines + 1
    }

    /// Makes room for the games of so many bytes, of which those read so far are a part.
    ///
    /// Without it, or if there is no such room, games take room as they come.
    pub fn expect(&mut self, bytes_read: u64, bytes: u64) {
        let games = &mut self.collector.file.games;
        let per_game = bytes_read / (games.len() as u64).max(1);
        let expected = bytes.saturating_sub(bytes_read) / per_game.max(1);
        // A guess: a little more, and never more than what is worth a guess.
        let _ = games.try_reserve((expected + expected / 16).min(MAX_EXPECTED_GAMES) as usize);
    }

    fn rows(&mut self, piece: &[u8], ending: Ending) -> Result<usize, ReadError> {
        let marked = !self.begun && piece.starts_with(BYTE_ORDER_MARK);
        let skipped = if marked { BYTE_ORDER_MARK.len() } else { 0 };
        self.begun = true;
        let text = &piece[skipped..];
        let mut fields = Vec::new();
        let mut place = (0, self.next_line());
        if self.columns.is_none() {
            if let Some((lines, problem)) = header::refusal(text) {
                return Err(ReadError { line: place.1 + lines, problem });
            }
            let mut rows = Rows::new(text, place.1, ending, None);
            if rows.next(&mut fields)? {
                let found = Columns::find(&fields);
                let error = |problem| ReadError { line: rows.line, problem };
                self.columns = Some(found.map_err(error)?);
            }
            place = rows.place();
        }
        if let Some(columns) = &self.columns {
            let wanted = Some(&columns.wanted[..]);
            let mut rows = Rows::new(&text[place.0..], place.1, ending, wanted);
            while rows.next(&mut fields)? {
                let read = self.collector.row(columns, &fields, rows.count);
                read.map_err(|problem| ReadError { line: rows.line, problem })?;
            }
            let (bytes, next_line) = rows.place();
            place = (place.0 + bytes, next_line);
        }
        let (bytes, next_line) = place;
        self.lines = next_line - 1;
        Ok(skipped + bytes)
    }
}

impl GamesFile {
    /// Adds the games of another file: equal names are one bot, pairs stay apart.
    ///
    /// # Errors
    ///
    /// If there would be more than [`MAX_BOTS`] bots; then nothing is added.
    pub fn join(&mut self, other: GamesFile) -> Result<(), TooManyBots> {
        let mut index: HashMap<&str, u32> = self.bots.iter().map(String::as_str).zip(0..).collect();
        let mut added = Vec::new();
        let mut renamed = Vec::with_capacity(other.bots.len());
        for name in &other.bots {
            let next = index.len() as u32;
            renamed.push(*index.entry(name).or_insert_with(|| {
                added.push(name.clone());
                next
            }));
        }
        if index.len() > MAX_BOTS {
            return Err(TooManyBots);
        }
        let taken = self.games.iter().map(|game| game.pair.wrapping_add(1)).max().unwrap_or(0);
        let bot = |bot: u32| renamed.get(bot as usize).copied().unwrap_or(u32::MAX);
        self.games.extend(other.games.iter().map(|game| Game {
            first: bot(game.first),
            second: bot(game.second),
            score: game.score,
            pair: game.pair.wrapping_add(taken),
            moves: game.moves,
        }));
        self.bots.append(&mut added);
        self.voids += other.voids;
        Ok(())
    }

    /// Puts the bots into the order of their names.
    pub fn sort_bots(&mut self) {
        let place = places(&self.bots);
        for game in &mut self.games {
            let moved = |bot: u32| place.get(bot as usize).map_or(u32::MAX, |&k| k as u32);
            (game.first, game.second) = (moved(game.first), moved(game.second));
        }
        self.bots.sort();
    }

    /// Gives the games without a pair numbers after those of the pairs.
    fn number_singles(&mut self) {
        let paired = self.games.iter().map(|game| game.pair).filter(|&pair| pair != NO_PAIR);
        let next = paired.max().map_or(0, |last| last + 1);
        let singles = self.games.iter_mut().filter(|game| game.pair == NO_PAIR);
        singles.zip(next..).for_each(|(game, number)| game.pair = number);
    }
}

/// Which columns are wanted, and where each of them is among the wanted ones.
#[derive(Debug)]
struct Columns {
    wanted: Vec<usize>,
    first: usize,
    second: usize,
    result: usize,
    pair: Option<usize>,
    opening: Option<usize>,
    moves: Option<usize>,
    count: usize,
}

impl Columns {
    fn find(header: &[Field]) -> Result<Columns, ReadProblem> {
        let names: Vec<_> = header.iter().map(Field::bytes).collect();
        let called =
            |name: &str, field: &[u8]| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes());
        let find = |name: &str| names.iter().position(|field| called(name, field));
        let known = PLAYERS.into_iter().flatten().chain(["result", "pair", "opening", "moves"]);
        for name in known {
            if names.iter().filter(|field| called(name, field)).count() > 1 {
                return Err(ReadProblem::SameColumn(name));
            }
        }
        if let [only] = &names[..] {
            let separators = [(b';', "semicolons"), (b'\t', "tabs"), (b'|', "bars")];
            let other = separators.into_iter().find(|(separator, _)| only.contains(separator));
            if let Some((_, separator)) = other {
                return Err(ReadProblem::Separator(separator));
            }
        }
        let players = PLAYERS.into_iter().find_map(|[first, second]| find(first).zip(find(second)));
        let (first, second) = players.ok_or(ReadProblem::NoColumn("the two players"))?;
        let result = find("result").ok_or(ReadProblem::NoColumn("the result"))?;
        let [pair, opening, moves] = ["pair", "opening", "moves"].map(find);
        let mut wanted = vec![first, second, result];
        wanted.extend([pair, opening, moves].into_iter().flatten());
        wanted.sort_unstable();
        let place = |column: usize| wanted.partition_point(|&other| other < column);
        Ok(Columns {
            first: place(first),
            second: place(second),
            result: place(result),
            pair: pair.map(place),
            opening: opening.map(place),
            moves: moves.map(place),
            count: header.len(),
            wanted,
        })
    }
}

/// Collects games from whatever text they are in.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(crate) file: GamesFile,
    index: HashMap<Vec<u8>, u32, BuildHasherDefault<NameHasher>>,
    /// Bots with short names, which most have, where they are found without a search.
    short: ShortNames,
    has_singles: bool,
}

/// Hashes names; collisions cost time only, and there are few names.
#[derive(Debug, Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = digest(self.0, bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Collector {
    /// Takes a row of so many fields, of which only the wanted ones are given.
    fn row(
        &mut self,
        columns: &Columns,
        fields: &[Field],
        found: usize,
    ) -> Result<(), ReadProblem> {
        let expected = columns.count;
        if found != expected {
            return Err(ReadProblem::Ragged { found, expected });
        }
        let bytes = |column: usize| fields[column].bytes();
        let players = [self.bot(&bytes(columns.first))?, self.bot(&bytes(columns.second))?];
        let pair = columns.pair.map_or(Ok(NO_PAIR), |column| pair(&bytes(column)))?;
        let score = score(&bytes(columns.result))?;
        let moves = columns.moves.map_or(0, |column| {
            let opening = columns.opening.map(bytes).unwrap_or_default();
            fingerprint(&opening, &bytes(column))
        });
        self.add(players, score, pair, moves);
        Ok(())
    }

    /// Takes a game; one without a score is void.
    pub(crate) fn add(&mut self, players: [u32; 2], score: Option<Score>, pair: u64, moves: u64) {
        let [first, second] = players;
        self.has_singles |= pair == NO_PAIR;
        match score {
            Some(score) => self.file.games.push(Game { first, second, score, pair, moves }),
            None => self.file.voids += 1,
        }
    }

    /// Returns the index of a name, a new one if need be.
    pub(crate) fn bot(&mut self, name: &[u8]) -> Result<u32, ReadProblem> {
        let short = ShortName::new(name);
        if let Some(bot) = short.and_then(|short| self.short.get(short)) {
            return Ok(bot);
        }
        let bot = match self.index.get(name) {
            Some(&bot) => bot,
            None => self.new_bot(name)?,
        };
        if let Some(short) = short {
            self.short.put(short, bot);
        }
        Ok(bot)
    }

    fn new_bot(&mut self, name: &[u8]) -> Result<u32, ReadProblem> {
        let bot = self.file.bots.len();
        if bot == MAX_BOTS {
            return Err(TooManyBots.into());
        }
        self.file.bots.push(checked_name(name)?);
        self.index.insert(name.to_vec(), bot as u32);
        Ok(bot as u32)
    }

    /// Returns the games when all are there.
    pub(crate) fn finish(mut self) -> GamesFile {
        if self.has_singles {
            self.file.number_singles();
        }
        self.file
    }
}

fn checked_name(name: &[u8]) -> Result<String, ReadProblem> {
    if name.is_empty() {
        return Err(ReadProblem::NoName);
    }
    if name.len() > MAX_NAME_BYTES {
        return Err(ReadProblem::LongName(quoted(name)));
    }
    let name = std::str::from_utf8(name).map_err(|_| ReadProblem::NotUtf8(quoted(name)))?;
    Ok(name.to_owned())
}

/// Reads a result; `None` for a void game.
pub(crate) fn score(word: &[u8]) -> Result<Option<Score>, ReadProblem> {
    match word {
        b"1-0" => Ok(Some(Score::Win)),
        b"0-1" => Ok(Some(Score::Loss)),
        b"1/2-1/2" => Ok(Some(Score::Draw)),
        b"*" => Ok(None),
        _ => Err(ReadProblem::Result(quoted(word))),
    }
}

/// Reads the number of a pair; an empty field means that there is none.
fn pair(digits: &[u8]) -> Result<u64, ReadProblem> {
    if digits.is_empty() {
        return Ok(NO_PAIR);
    }
    let error = || ReadProblem::Pair(quoted(digits));
    let mut number: u64 = 0;
    for &digit in digits {
        if !digit.is_ascii_digit() || number > MAX_PAIR_NUMBER / 10 {
            return Err(error());
        }
        number = number * 10 + u64::from(digit - b'0');
    }
    if number <= MAX_PAIR_NUMBER { Ok(number) } else { Err(error()) }
}

/// Returns text for a message: no control characters, and not too much of it.
pub(crate) fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut quoted = String::new();
    for character in text.chars().take(MAX_QUOTED_CHARS) {
        match character {
            // They do no harm, and would not be found in the file with a `\` before them.
            '"' | '\'' | '\\' => quoted.push(character),
            _ => quoted.extend(character.escape_debug()),
        }
    }
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}
