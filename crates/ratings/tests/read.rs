//! Reading `games.csv`: what is accepted, what is refused, and with which words.

#![allow(clippy::unwrap_used)]

mod common;

use ayo_ratings::{
    GamesFile, GamesReader, MAX_BOTS, MAX_PAIR_NUMBER, ReadError, Score, TooManyBots, read_games,
};
use common::lines;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let file = read_games(text.as_bytes()).unwrap();
    assert_eq!(lines(&file), expected, "{text:?}");
}

#[test]
fn accepted() {
    check("south,north,result\na,b,1-0\nb,a,0-1\n", &["a b Win 0", "b a Loss 1"]);
    check("first,second,pair,result\na,b,4,1/2-1/2\n", &["a b Draw 4"]);
    check("result,Black,WHITE\n1-0,a,b", &["b a Win 0"]);
    check("\u{feff}south,north,result\r\na,b,1-0\r\n\r\nb,a,0-1\r\n", &["a b Win 0", "b a Loss 1"]);
    check("south,north,result\n\n\na,b,*\n", &[]);
    check("south,north,result", &[]);
    check(
        "pair,south,north,result\n5,a,b,1-0\n,a,b,1-0\n5,b,a,1-0\n,b,a,1-0\n",
        &["a b Win 5", "a b Win 6", "b a Win 5", "b a Win 7"],
    );
    check("\"south\",north,\"result\"\n\"a, \"\"x\"\"\",b,\"1-0\"\r\n", &["a, \"x\" b Win 0"]);
    check("south,north,detail,result\na,b,\"two\nlines, one field\",1-0\n", &["a b Win 0"]);
    check("south,north,result,detail\na,b,1-0,\na,b,1-0,\"\"", &["a b Win 0", "a b Win 1"]);
    check(
        "game_id,round,pair,game,south,north,opening,result\n1,1,9,1,a long name,b,0.1.2,1-0\n",
        &["a long name b Win 9"],
    );
}

#[test]
fn void_games_are_counted() {
    let file = read_games(b"south,north,result\na,b,*\nc,a,1-0\na,b,*\n").unwrap();
    assert_eq!((file.voids, file.games.len()), (2, 1));
    assert_eq!(file.bots, ["a", "b", "c"]);
}

#[track_caller]
fn check_refused(text: &[u8], expected: &str) {
    let message = read_games(text).unwrap_err().to_string();
    assert_eq!(message, expected);
}

#[test]
fn refused() {
    let columns = "games need `south` and `north` (or `first` and `second`, or `white` and \
                   `black`) and `result`, in CSV; or they are PGN or a `run.db`";
    let nothing = "line 1: there is nothing in it; a `games.csv` begins with the names of its \
                   columns, a PGN with a tag";
    check_refused(b"", nothing);
    check_refused(b"\n\n", nothing);
    check_refused(
        b"south,black,result\n",
        &format!("line 1: no column for the two players; {columns}"),
    );
    check_refused(b"\nsouth,north\n", &format!("line 2: no column for the result; {columns}"));
    for header in
        ["result,south,north,Result", "south,south,north,result", "south,north,result,first,first"]
    {
        let error = read_games(header.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("two columns are called `"), "{header}: {error}");
    }
    let words = "accepted are `1-0`, `0-1`, `1/2-1/2` and `*`";
    check_refused(
        b"south,north,result\na,b,1-0\na,b,win\n",
        &format!("line 3: unknown result `win`; {words}"),
    );
    check_refused(
        b"south,north,result\na,b,\x1b[2J\xff\n",
        &format!("line 2: unknown result `\\u{{1b}}[2J\u{fffd}`; {words}"),
    );
    check_refused(
        b"south,north,result,detail\na,b,1-0,\"1\n2\n3\"\na,b,,\n",
        &format!("line 5: unknown result ``; {words}"),
    );
    check_refused(
        b"south,north,result\na,b,O'Neill \\ won\n",
        &format!("line 2: unknown result `O'Neill \\ won`; {words}"),
    );
    check_refused(b"south,north,result\na\n", "line 2: 1 field, but the header has 3");
    check_refused(b"south,north,result\na,b\n", "line 2: 2 fields, but the header has 3");
    check_refused(b"south,north,result\na,b,1-0,\n", "line 2: 4 fields, but the header has 3");
    for pair in ["x", "-1", "1.5", "1099511627777", "99999999999999999999999"] {
        check_refused(
            format!("pair,south,north,result\n{pair},a,b,1-0\n").as_bytes(),
            &format!("line 2: pair `{pair}` is not a whole number up to {MAX_PAIR_NUMBER}"),
        );
    }
    check_refused(b"south,north,result\n,b,1-0\n", "line 2: a player without a name");
    check_refused(
        b"south,north,result\na\xff,b,1-0\n",
        "line 2: the name `a\u{fffd}` is not UTF-8",
    );
    check_refused(
        format!("south,north,result\nb,{},1-0\n", "x".repeat(1_025)).as_bytes(),
        &format!("line 2: the name `{}…` is longer than 1024 bytes", "x".repeat(40)),
    );
    check_refused(b"south,north,result\n\"a,b,1-0\n", "line 2: a quoted field that never ends");
    check_refused(
        b"south,north,result\n\"a\"x,b,1-0\n",
        "line 2: text after the closing quote of a field; a quote inside one is doubled",
    );
    let mut many = String::from("south,north,result\n");
    (0..=MAX_BOTS / 2).for_each(|k| many.push_str(&format!("a{k},b{k},1-0\n")));
    check_refused(many.as_bytes(), "line 2050: more than 4096 different bots");
}

/// Files that are no text, and those with other line ends.
#[test]
fn other_files() {
    let none = "this is no text, so it holds no games in CSV or PGN";
    let check = |text: &[u8], expected: &str| check_refused(text, &format!("line 1: {expected}"));
    check(b"\x7fELF\x02\x01\"\0\n", none);
    check(b"\x1f\x8b\x08\0\"a\"b", none);
    check(b"\xff\xfes\0o\0u\0t\0h\0,\0", none);
    check_refused(b"\n\n\x1b[2Jsouth,north,result\n", &format!("line 3: {none}"));
    let returns = "its lines end with a carriage return alone; they are to end with a line feed";
    check(b"south,north,result\ra,b,1-0\r", returns);
    check(b"south;north;result\ra;b;1-0\rb;a;1-0", returns);
    // A field in quotes may hold one.
    let odd = b"south,north,result,\"a\rb\"\r\na,b,1-0,\n";
    assert_eq!(read_games(odd).unwrap().games.len(), 1);
}

#[test]
fn joined() {
    let read = |text: &str| read_games(text.as_bytes()).unwrap();
    let mut file = read("pair,south,north,result\n1,a,b,1-0\n1,b,a,*\n");
    file.join(read("pair,first,second,result\n1,c,a,0-1\n0,b,c,1-0\n")).unwrap();
    file.join(GamesFile::default()).unwrap();
    file.join(read("south,north,result\nd,a,0-1\n")).unwrap();
    assert_eq!(file.bots, ["a", "b", "c", "d"]);
    assert_eq!(lines(&file), ["a b Win 1", "c a Loss 3", "b c Win 2", "d a Loss 4"]);
    assert_eq!(file.voids, 1);

    let crowd = |from: usize| GamesFile {
        bots: (from..from + MAX_BOTS).map(|k| k.to_string()).collect(),
        ..GamesFile::default()
    };
    let mut file = crowd(0);
    file.join(crowd(0)).unwrap();
    assert_eq!(file.join(crowd(1)), Err(TooManyBots));
    assert_eq!(file, crowd(0));
}

/// Columns behind the last wanted one are only counted: quotes and line ends still count.
#[test]
fn columns_behind() {
    let text = |rows: &str| format!("south,north,result,x,detail,y,z\n{rows}");
    let games = |count| vec!["a b Win 0", "a b Win 1", "a b Win 2"][..count].to_vec();
    check(&text("a,b,1-0,,,,\r\na,b,1-0,1,2,3,4"), &games(2));
    check(
        &text("a,b,1-0,\"x,y\",\"1\n2\",long enough to pass over,\"\"\na,b,1-0,,,,\n"),
        &games(2),
    );
    check(&text("a,b,1-0,in\"side,,quotes \"all\" over\",\na,b,1-0,,,,\"\"\"\"\n"), &games(2));
    check(&text("a,b,1-0,\u{ac}-+\u{12c}\u{ad},-,+-+-+-+-+-\u{ac},\n"), &games(1));
}

/// First player, second player and result of every game.
type Rows = Vec<(Vec<u8>, Vec<u8>, Score)>;

/// The same with the reader of the `csv` crate, without pairs.
fn slowly(text: &[u8]) -> Option<Rows> {
    let mut games = Vec::new();
    for record in csv::Reader::from_reader(text).into_byte_records() {
        let record = record.ok()?;
        let score = match &record[2] {
            b"1-0" => Score::Win,
            b"0-1" => Score::Loss,
            b"1/2-1/2" => Score::Draw,
            b"*" => continue,
            _ => return None,
        };
        games.push((record[0].to_vec(), record[1].to_vec(), score));
    }
    Some(games)
}

fn quickly(text: &[u8]) -> Result<Rows, ReadError> {
    let file = read_games(text)?;
    let name = |bot: u32| file.bots[bot as usize].clone().into_bytes();
    Ok(file.games.iter().map(|g| (name(g.first), name(g.second), g.score)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_csv_crate(rows in prop::collection::vec(
        ("[a-c\",\n\r ]{1,12}", "[a-c]{1,20}", 0..4_usize, "[x\",\n]{0,20}", "[+-.\u{ac}\u{12c}]{0,20}"), 0..30),
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["south", "north", "result", "detail", "b", "c", "d"]).unwrap();
        for (south, north, result, detail, plain) in &rows {
            let result = ["1-0", "0-1", "1/2-1/2", "*"][*result];
            writer.write_record([south, north, result, plain, detail, plain, plain]).unwrap();
        }
        let text = writer.into_inner().unwrap();
        prop_assert_eq!(quickly(&text).ok(), slowly(&text));
    }

    /// Pieces cut anywhere, of a text that need not be right.
    #[test]
    fn pieces_are_read_as_the_whole(
        tail in "(a,b,1-0\n|b,a,0-1\r\n|\r?\n|\"a\"\"\nx\",b,\\*\n|[a\",\n\r10*-]){0,12}",
        bom in prop::bool::ANY,
        sizes in prop::collection::vec(1..9_usize, 1..8),
    ) {
        let text = format!("{}south,north,result\n{tail}", if bom { "\u{feff}" } else { "" });
        let text = text.as_bytes();
        let mut reader = GamesReader::default();
        let (mut from, mut to) = (0, 0);
        let mut pieces = || {
            for size in sizes.iter().cycle() {
                to = (to + size).min(text.len());
                if to == text.len() {
                    break;
                }
                from += reader.read(&text[from..to])?;
            }
            std::mem::take(&mut reader).finish(&text[from..])
        };
        prop_assert_eq!(pieces(), read_games(text), "{:?}", text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        header in "south,north,result(|,|,x|,,x,,)",
        tail in "(a,b,\\*,,,,|[a\",,,\n\r10*+-]){0,60}",
    ) {
        let text = format!("{header}\n{tail}");
        if let Ok(games) = quickly(text.as_bytes()) {
            prop_assert_eq!(Some(games), slowly(text.as_bytes()), "{:?}", text);
        }
    }
}
