//! How large each part of the page may become, in bytes.
//!
//! Rows and games are left out when their part is full, and counted.

/// The page is never larger than this.
pub const MAX_PAGE_BYTES: usize = 5_000_000;

/// Rows of the standings: more than 500 bots.
pub const STANDINGS_BYTES: usize = 600_000;
/// Cells of the crosstable.
pub const CROSSTABLE_BYTES: usize = 650_000;
/// Rows of the rounds of a Swiss tournament.
pub const ROUNDS_BYTES: usize = 300_000;
/// Rows of the first-move table.
pub const ADVANTAGE_BYTES: usize = 150_000;
/// Rows of what analyses say: 200 bots.
pub const BEST_PLAY_BYTES: usize = 100_000;
/// Rows of the think times.
pub const THINK_TIME_BYTES: usize = 200_000;
/// Rows of the faults: some 1,600.
pub const INCIDENT_BYTES: usize = 800_000;
/// Games that ended by a fault: some 2,000 to replay.
pub const FAULT_GAME_BYTES: usize = 1_000_000;
/// Other games to replay: some 2,000.
pub const SAMPLE_BYTES: usize = 900_000;
/// Everything whose size does not grow with the run: style, script, charts, headings.
pub const FRAME_BYTES: usize = 300_000;

const _: () = assert!(
    STANDINGS_BYTES
        + CROSSTABLE_BYTES
        + ROUNDS_BYTES
        + ADVANTAGE_BYTES
        + BEST_PLAY_BYTES
        + THINK_TIME_BYTES
        + INCIDENT_BYTES
        + FAULT_GAME_BYTES
        + SAMPLE_BYTES
        + FRAME_BYTES
        <= MAX_PAGE_BYTES
);

/// The most bots of the crosstable: more columns are read in no browser.
pub const CROSSTABLE_BOTS: usize = 100;
/// As many columns of a crosstable as fit across paper in their usual size.
pub const PAPER_COLUMNS: usize = 16;
/// As many as fit across paper in small type; a larger crosstable is printed as a list.
pub const DENSE_COLUMNS: usize = 34;
/// A table of more rows gets a window of its own, in which its heads stay.
pub const TALL_ROWS: u64 = 24;
/// Of a kind of fault of one bot, so many games are kept to replay.
pub const REPLAYS_OF_A_FAULT: u64 = 250;
/// Last words on stderr that go with a game, in characters.
pub const LAST_WORDS_CHARACTERS: usize = 600;
/// The longest sentence about a fault, in characters; none of ours is longer.
pub const DETAIL_CHARACTERS: usize = 1_500;
/// What bots say of their moves in one game, in bytes: more than most games have.
pub const GAME_INFO_BYTES: usize = 4_000;
/// Moves that a bot expects, so many of them.
pub const EXPECTED_MOVES: usize = 12;
/// What else a bot says of its move, in characters.
pub const INFO_TEXT_CHARACTERS: usize = 120;
