//! TRF files: what is read, refused, warned of and written again.

#![allow(clippy::unwrap_used)]

mod crosstable;

use std::error::Error;

use ayo_schedule::{
    Acceleration, Bye, Colour, Entry, MAX_TIE_BREAKS, MAX_TRF_BYTES, MAX_TRF_LINE_BYTES,
    MAX_TRF_LINES, Points, Round, Tournament, TrfFile, TrfProblem, TrfWriteError, pairing_list,
    read_trf, swiss,
};
use crosstable::{below, draft, number, random_draft};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const CORPUS: &str = include_str!("data/trf/corpus.txt");
const SAMPLES: [&str; 6] = [
    include_str!("data/trf/s1_12p_4r.complete.trf"),
    include_str!("data/trf/s1_12p_4r.next.trf"),
    include_str!("data/trf/s2_21p_5r_messy.complete.trf"),
    include_str!("data/trf/s2_21p_5r_messy.next.trf"),
    include_str!("data/trf/s3_40p_7r_310.complete.trf"),
    include_str!("data/trf/s3_40p_7r_310.next.trf"),
];

/// Two players and a game.
const TWO: &str = "\
001    1 mGM  Ada                               1900 NGR     1234567 1990/01/31  1.0    1     2 w 1
001    2      Bisi                              1800                             0.0    2     1 b 0
";

/// Returns the texts of the corpus.
fn corpus() -> impl Iterator<Item = String> {
    let cases = CORPUS.split("\n@ ").skip(1).map(|case| case.split_once('\n').unwrap().1);
    let texts = cases.map(|text| format!("{}\n", text.trim_end_matches('\n')));
    texts.chain(SAMPLES.map(str::to_string))
}

#[track_caller]
fn same_again(text: &str) {
    let read = read_trf(text.as_bytes()).unwrap_or_else(|error| {
        panic!("{error}: {}\n{text}", error.source().unwrap());
    });
    assert_eq!(read.file.to_string(), text);
    assert_eq!(read.warnings, []);
}

#[test]
fn files_of_other_programs_survive() {
    assert_eq!(corpus().count(), 56);
    corpus().for_each(|text| same_again(&text));
    same_again(TWO);
    same_again("");
    same_again(&format!("### a comment\n\n022 Ìbàdàn\n202 PTS,DE\n{TWO}"));
}

#[test]
fn samples_are_paired_and_listed() {
    let check = |trf: &str, list: &str| {
        let tournament = read_trf(trf.as_bytes()).unwrap().tournament;
        let pairing = swiss::pair(&tournament, &swiss::Settings::default()).unwrap();
        assert_eq!(pairing_list(&pairing), list);
        // The file that a run writes says the same.
        let written = TrfFile::new(&tournament).unwrap().to_string();
        assert_eq!(read_trf(written.as_bytes()).unwrap().tournament, tournament);
    };
    check(SAMPLES[1], include_str!("data/trf/s1_12p_4r.expected.txt"));
    check(SAMPLES[3], include_str!("data/trf/s2_21p_5r_messy.expected.txt"));
    check(SAMPLES[5], include_str!("data/trf/s3_40p_7r_310.expected.txt"));
}

#[test]
fn line_ends_make_no_difference() {
    for text in corpus() {
        let read = read_trf(text.as_bytes()).unwrap();
        for end in ["\r", "\r\n", "  \n", " \r"] {
            assert_eq!(read_trf(text.replace('\n', end).as_bytes()), Ok(read.clone()));
        }
        let bom = format!("\u{feff}{}", text.trim_end());
        assert_eq!(read_trf(bom.as_bytes()), Ok(read));
    }
}

#[test]
fn tournaments_are_read_as_they_were_written() {
    for seed in 0..2_000 {
        let tournament = Tournament::new(random_draft(seed)).unwrap();
        let text = TrfFile::new(&tournament).unwrap().to_string();
        let read = read_trf(text.as_bytes()).unwrap_or_else(|error| {
            panic!("seed {seed}, {error}: {}\n{text}", error.source().unwrap());
        });
        assert_eq!(read.tournament, tournament, "seed {seed}\n{text}");
        assert_eq!(read.file.to_string(), text, "seed {seed}");
        assert_eq!(read.warnings, [], "seed {seed}");
    }
}

#[track_caller]
fn settings(records: &str, check: impl Fn(&Tournament)) {
    let text = format!("{records}{TWO}");
    let read = read_trf(text.as_bytes()).unwrap_or_else(|error| {
        panic!("{error}: {}", error.source().unwrap());
    });
    assert_eq!(read.warnings, []);
    assert_eq!(read.file.to_string(), text);
    check(&read.tournament);
}

#[test]
fn settings_are_read() {
    let round = |round| Round::new(round).unwrap();
    settings("012 Ọ̀pọ́n cup\n", |t| assert_eq!(t.name(), "Ọ̀pọ́n cup"));
    settings("142 7\nXXR 7\n", |t| assert_eq!(t.total_rounds(), Round::new(7)));
    settings("152 B\n", |t| assert_eq!(t.initial_colour(), Some(Colour::Black)));
    settings("XXC white1\n", |t| assert_eq!(t.initial_colour(), Some(Colour::White)));
    settings("192 FIDE_DUTCH_2026\n", |t| assert_eq!(t.system(), Some("FIDE_DUTCH_2026")));
    settings("192\n", |t| assert_eq!(t.system(), None));
    settings("142 7\n192 FIDE_DUTCH_BAKU\n", |t| {
        assert_eq!((t.system(), t.acceleration()), (Some("FIDE_DUTCH"), &Acceleration::Baku));
        assert_eq!(t.virtual_points(number(1), Round::FIRST), Points::from_tenths(10));
    });
    let accelerated = |t: &Tournament| {
        let points = |player, r| t.virtual_points(number(player), round(r)).tenths();
        assert_eq!([1, 2, 3].map(|r| points(1, r)), [10, 5, 0]);
        assert_eq!([1, 2, 3].map(|r| points(2, r)), [0, 5, 0]);
    };
    settings("XXA    1  1.0  0.5\nXXA    2  0.0  0.5\n", accelerated);
    settings("250       1.0   1   1    1    1\n250       0.5   2   2    1    2\n", accelerated);
    settings("250  0.0  1.0   1        1\n250       0.5   2   2    1    2\n", accelerated);
    settings("XXP 1 2\n", |t| assert!(t.is_forbidden(number(2), number(1), round(99))));
    settings("260   2   3    1    2\n", |t| {
        let forbidden = [1, 2, 3, 4].map(|r| t.is_forbidden(number(1), number(2), round(r)));
        assert_eq!(forbidden, [false, true, true, false]);
    });
    let entries = |t: &Tournament, index: usize| t.players()[index].entries[1..].to_vec();
    settings("XXZ 2\n", |t| assert_eq!(entries(t, 1), [Entry::Bye(Bye::Zero)]));
    settings("XXR 1\nXXZ 2\n", |t| assert_eq!(entries(t, 1), []));
    settings("240 H   2    1\n240 F   3    1    2\n", |t| {
        assert_eq!(entries(t, 0), [Entry::Bye(Bye::Half), Entry::Bye(Bye::Full)]);
        assert_eq!(entries(t, 1), [Entry::Blank, Entry::Bye(Bye::Full)]);
    });
}

#[test]
fn points_are_read() {
    let check = |records: &str, points: &str, expected: [u32; 6]| {
        let text = format!("{records}{}", TWO.replacen(" 1.0", points, 1));
        let read = read_trf(text.as_bytes()).unwrap();
        let system = read.tournament.point_system();
        let found = [
            system.win,
            system.draw,
            system.loss,
            system.pairing_bye,
            system.absence,
            system.forfeit_loss,
        ];
        assert_eq!(found.map(Points::tenths), expected);
    };
    check("", " 1.0", [10, 5, 0, 10, 0, 0]);
    check("162  W 3.0    D 1.0\n", " 3.0", [30, 10, 0, 30, 0, 0]);
    check("162  W 3.0    D 1.0    P 2.0\n", " 3.0", [30, 10, 0, 20, 0, 0]);
    check("162  P 0.5    W 3.0    A 0.2\n", " 3.0", [30, 5, 0, 5, 2, 2]);
    check("BBW  2.0\nBBD  1.0\n", " 2.0", [20, 10, 0, 20, 0, 0]);
    check("BBU  0.5\nBBZ  0.1\nBBF  0.3\n", " 1.0", [10, 5, 0, 5, 1, 3]);
    check("299 W         1.2    1    1\n", " 1.2", [10, 5, 0, 10, 0, 0]);
}

#[track_caller]
fn refused(text: &str, place: &str, why: &str) {
    let error = read_trf(text.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot read {place}"));
    assert_eq!(error.source().unwrap().to_string(), why);
}

#[test]
fn bad_players_are_named() {
    let change = |from: &str, to: &str, place: &str, why: &str| {
        assert!(TWO.contains(from));
        refused(&TWO.replace(from, to), place, why);
    };
    change("   1 m", "     m", "line 1, columns 5-8", "the player's number is missing");
    let twice = "line 1 has player 1 already; give one of them another number";
    change("   2      Bisi", "   1      Bisi", "line 2, columns 5-8", twice);
    let shifted = "`A` stands between two fields; are the columns shifted?";
    change("GM  Ada", "GM Ada ", "line 1, column 14", shifted);
    let number = "`19x0` is not a number; are the columns shifted?";
    change("1900", "19x0", "line 1, columns 49-52", number);
    let points = "the points are 1.5, but the results make 1.0; correct one of them";
    change(" 1.0 ", " 1.5 ", "line 1, columns 80-84", points);
    change(
        " 1.0 ",
        " one ",
        "line 1, columns 80-84",
        "`  one` is not a number of points up to 99.9",
    );
    let place = "line 1, columns 92-99";
    change("2 w 1", "2 x 1", place, "the colour is `w`, `b` or `-`");
    let bye = "a bye has no opponent; a game that was not played is `+` or `-`";
    change("2 w 1", "2 w Z", place, bye);
    change("2 w 1", "2 w ?", place, "the result is one of `1 = 0 W D L + -`");
    let unfinished = "the game has no result; pair a round when all games are over";
    change("2 w 1", "2 w", place, unfinished);
    change("   2 w 1", "0000 w 1", place, "a round without an opponent has no colour");
    change("   2 w 1", "0000 - 1", place, "a result needs an opponent");
    let forfeit = "a win without an opponent is a bye: `F`, or `U` if the pairing gave it";
    change("   2 w 1", "0000 - +", place, forfeit);
    let half = "a draw without an opponent is a bye: `H`, or `U` if the pairing gave it";
    change("   2 w 1", "0000 - =", place, half);
    change("2 w 1", "3 w 1", place, "player 1, round 1: opponent 3 does not exist");
    let mirrored = "player 1, round 1: opponent 2 does not have this player as opponent";
    change("   1 b 0", "0000 - U", place, mirrored);
    let gap = "`7` stands between two fields; are the columns shifted?";
    change("2 w 1", "2 w 1 7", "line 1, column 101", gap);
    let late = format!("{}{}0000 - Z", TWO.trim_end(), " ".repeat(992));
    refused(&late, "line 2, columns 1080-1099", "the number must be from 1 to 99");
}

#[test]
fn bad_records_are_named() {
    let check = |record: &str, columns: &str, why: &str| {
        let place = if columns.is_empty() { "line 3" } else { &format!("line 3, {columns}") };
        refused(&format!("{TWO}{record}\n"), place, why);
    };
    check("142 0", "", "`0` is not a number of rounds from 1 to 99");
    check("XXR many", "", "`many` is not a number of rounds from 1 to 99");
    check("152 X", "", "`X` is not `W` or `B`");
    check("XXC", "", "the colour, `white1` or `black1`, is missing");
    check("XXC rank", "", "`rank` is not supported; number the players in their order");
    check("XXC green1", "", "`green1` is not `white1` or `black1`");
    check("XXS W=3", "", "record XXS is not understood; give the points in record 162");
    check("162  Q 1.0", "column 6", "`Q` is not one of `W D L P A`");
    check("162  W", "columns 7-10", "the number of points is missing");
    check("BBW -1", "", "`-1` is not a number of points like `1.0`");
    check("XXP 1", "", "a second, different player is missing");
    check("XXP 1 1", "", "a second, different player is missing");
    check("XXP 1 3", "", "there is no player 3");
    check("XXZ 3", "", "there is no player 3");
    check("XXA    7  1.0", "", "there is no player 7");
    check("XXA    1  x.0", "columns 10-13", "` x.0` is not a number of points up to 99.9");
    check("240 U   2    1", "column 5", "`U` is not one of `H F Z`");
    check("240 H   1    1", "", "player 1 has another entry in round 1");
    check("240 H        1", "columns 7-9", "the round is missing");
    // A typo must not have somebody paired who is absent.
    check("240 H   2", "columns 11-14", "the player is missing");
    check("XXZ", "", "the player is missing");
    check("299 W         1.0    1", "columns 24-27", "the player is missing");
    check("299 W                1    1", "columns 14-17", "the number of points is missing");
    let match_points = "match points are for teams; leave them blank";
    check("250  1.0  1.0   1   1    1    2", "columns 5-8", match_points);
    check("299 W   1.0   1.0    1    1", "columns 8-11", match_points);
    let order = "the first player and round must not come after the last";
    check("250       1.0   2   1    1    2", "", order);
    let games = "record 299 is supported for games that were played: `W`, `D` or `L`";
    check("299       1.0    1    1", "column 5", games);
    check("299 W         1.0    2    1", "", games);
    check("299 D         1.0    1    1", "", "player 1 has another entry in round 1");
    let rounds = "Baku acceleration needs the total number of rounds";
    check("192 FIDE_DUTCH_BAKU", "", rounds);
    let twice = format!("{TWO}142 5\nXXR 6\n");
    refused(&twice, "line 4", "an earlier record says otherwise; remove one of them");
    let full = "250       1.0   1  99    1    2\n".repeat(5_001);
    let overlap = "the records of virtual points overlap too often; remove some of them";
    refused(&format!("{TWO}{full}"), "line 5002", overlap);
}

/// A typo must not leave out what a record says.
#[test]
fn shifted_records_are_named() {
    let check = |record: &str, column: usize| {
        let found = record.chars().nth(column - 1).unwrap();
        let why = format!("`{found}` stands between two fields; are the columns shifted?");
        refused(&format!("{TWO}{record}\n"), &format!("line 3, column {column}"), &why);
    };
    check("240 H   2     1", 15);
    check("240 H   2    1     2", 20);
    check("240 H   21   1", 10);
    check("162 W 1.0", 5);
    check("162  W 1.0   D 0.5", 14);
    check("162  W 1.0 5", 12);
    check("250       1.01  1   1    1    2", 14);
    check("250       1.0   1    1    1    2", 22);
    check("250       1.0   1   1    1    2    1", 36);
    check("260   1   2    1     2", 22);
    check("260   11  2    1    2", 8);
    check("299 W       1.0    1    1", 13);
    check("299 W         1.0    11   1", 23);
    check("XXA    1  1.0  0.55", 19);
    check("XXA    11 1.0", 9);

    let check = |record: &str, place: &str, why: &str| {
        refused(&format!("{TWO}{record}\n"), &format!("line 3, {place}"), why);
    };
    let begins = "the record `240` begins in this column; move it to column 1";
    check(" 240 H   2    1", "column 2", begins);
    let begins = "the record `001` begins in this column; move it to column 1";
    check("   001    3", "column 4", begins);
    let mark = "a byte order mark may only begin a file; were two files put together?";
    check(&format!("\u{feff}{}", TWO.trim_end()), "column 1", mark);
    refused(&format!("\u{feff}\u{feff}{TWO}"), "line 1, column 1", mark);
}

#[track_caller]
fn points_fit(records: &str, written: &str, fits: bool) {
    let two = TWO.replacen("2 w 1", "2 w 1  0000 - H", 1);
    let text = format!("{records}{}", two.replacen(" 1.0", written, 1));
    match read_trf(text.as_bytes()) {
        Ok(_) => assert!(fits, "{written}"),
        Err(error) => {
            assert!(!fits && matches!(error.problem, TrfProblem::Points { .. }), "{written}");
        }
    }
}

#[test]
fn points_may_have_the_next_bye_and_virtual_points_in() {
    points_fit("", " 1.0", true);
    points_fit("", " 1.5", true);
    points_fit("", "    ", true);
    points_fit("", " 0.5", false);
    points_fit("", " 2.0", false);
    let accelerated = "XXA    1  1.0  0.5\n";
    points_fit(accelerated, " 1.0", true);
    points_fit(accelerated, " 2.5", true);
    points_fit(accelerated, " 3.0", false);
}

#[track_caller]
fn warned(record: &str, warnings: &[&str]) {
    let read = read_trf(format!("{record}\n{TWO}").as_bytes()).unwrap();
    let found: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, warnings);
    assert_eq!(read.file.to_string(), format!("{record}\n{TWO}"));
}

#[test]
fn unknown_records_are_reported() {
    warned("132 dates", &[]);
    warned("#", &[]);
    warned("XXX 1", &["line 1: the record `XXX` is kept but not understood; is it `XXA`?"]);
    warned("xxz 1", &["line 1: the record `xxz` is kept but not understood; is it `XXZ`?"]);
    warned("XXZ1", &["line 1: the record `XXZ1` is kept but not understood; is it `XXZ`?"]);
    warned("XZX 1", &["line 1: the record `XZX` is kept but not understood; is it `XXZ`?"]);
    warned("412 x", &["line 1: the record `412` is kept but not understood; is it `012`?"]);
    warned("Hello world", &["line 1: the record `Hello` is kept but not understood"]);
    let team = "line 1: the team record `310` is kept but not understood";
    warned("310  17 A\n299 W   2.0   2.5    1   17\n260   1   2   17   18", &[team]);
    warned("310   1 A", &["line 1: the team record `310` is kept but not understood"]);
}

#[test]
fn tie_breaks_of_files() {
    let check = |records: &str, tie_breaks: &str, unknown: &[&str]| {
        let read = read_trf(format!("{TWO}{records}").as_bytes()).unwrap();
        let asked = read.file.tie_breaks();
        let names: Vec<_> = asked.known.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(","), tie_breaks);
        let told: Vec<_> = asked.unknown.iter().map(ToString::to_string).collect();
        assert_eq!(told, unknown);
    };
    check("", "", &[]);
    check("202\n", "", &[]);
    check("202 BH/C1,SB\n", "PTS,BH/C1,SB", &[]);
    check("202 PTS,DE\n", "PTS,DE", &[]);
    check("212 PTS,BH\n", "PTS,BH", &[]);
    check("212 pts, bh/m1 ; won\n", "PTS,BH/M1,WON", &[]);
    check("202 SB\n212 PTS,BH\n", "PTS,BH", &[]);
    check("202 SB\n212\n", "PTS,SB", &[]);
    let left_out = "line 3: a tie-break is left out";
    let foo = &format!("{left_out}: `FOO` is no tie-break; do you mean `FB`?");
    check("212 FOO\n", "", &[foo]);
    check("202 FOO,BH\n", "PTS,BH", &[foo]);
    let suffix = "`DE` cannot have `/P`: a cut looks like `BH/C1`, `BH/M1` or `PS/C1`";
    check("212 PTS,DE/P,BH\n", "PTS,BH", &[&format!("{left_out}: {suffix}")]);
    let twice = &format!("{left_out}: `BH` is in the list twice");
    check("202 BH,BH\n", "PTS,BH", &[twice]);
    check("2021 BH\n", "", &[]);
    let many: Vec<String> = (1..=MAX_TIE_BREAKS).map(|cut| format!("BH/C{cut}")).collect();
    let asked = read_trf(format!("{TWO}202 {}\n", many.join(",")).as_bytes()).unwrap();
    assert_eq!(asked.file.tie_breaks().known.len(), MAX_TIE_BREAKS);
    let most = format!("{left_out}: a list holds at most 32 tie-breaks");
    assert_eq!(asked.file.tie_breaks().unknown[0].to_string(), most);
}

#[test]
fn files_have_limits() {
    let long = |bytes| format!("{TWO}###{}\n", "x".repeat(bytes - 3));
    assert!(read_trf(long(MAX_TRF_LINE_BYTES).as_bytes()).is_ok());
    refused(&long(MAX_TRF_LINE_BYTES + 1), "line 3", "the line has 65537 bytes, more than 65536");
    let limit = "a file has at most 16777216 bytes and 100000 lines";
    assert!(read_trf("\n".repeat(MAX_TRF_LINES).as_bytes()).is_ok());
    refused(&"\n".repeat(MAX_TRF_LINES + 1), "line 100001", limit);
    refused(&"x".repeat(MAX_TRF_BYTES + 1), "line 1", limit);
    let latin = [TWO.as_bytes(), b"012 \xe9\n"].concat();
    let error = read_trf(&latin).unwrap_err();
    assert_eq!((error.line, error.problem), (3, TrfProblem::NotUtf8));
}

#[test]
fn what_has_no_room_is_refused() {
    let table = |tenths: usize| {
        let (win, loss) = (format!("2w1:{tenths} ").repeat(11), "1b0:0 ".repeat(11));
        Tournament::new(draft(&format!("{win}\n{loss}"))).unwrap()
    };
    let text = TrfFile::new(&table(900)).unwrap().to_string();
    assert!(text.contains(" 990.0 "));
    assert_eq!(read_trf(text.as_bytes()).unwrap().tournament, table(900));
    let points = Points::from_tenths(10_989);
    let problem = TrfWriteError::TooManyPoints { player: number(1), points };
    assert_eq!(TrfFile::new(&table(999)), Err(problem));

    let mut names = draft(".");
    names.name = "two\nlines".to_string();
    names.players[0].name = format!("\t{}", "ẹ".repeat(40));
    let text = TrfFile::new(&Tournament::new(names).unwrap()).unwrap().to_string();
    let read = read_trf(text.as_bytes()).unwrap().tournament;
    assert_eq!((read.name(), &*read.players()[0].name), ("two lines", &*"ẹ".repeat(33)));
}

/// Whoever reads the file can tell apart whom the tournament does.
#[test]
fn names_that_are_cut_stay_distinct() {
    let check = |names: [&str; 3], written: [&str; 3]| {
        let mut table = draft(".\n.\n.");
        for (player, name) in table.players.iter_mut().zip(names) {
            player.name = name.to_string();
        }
        let text = TrfFile::new(&Tournament::new(table).unwrap()).unwrap().to_string();
        let read = read_trf(text.as_bytes()).unwrap().tournament;
        let names: Vec<&str> = read.players().iter().map(|player| &*player.name).collect();
        assert_eq!(names, written);
    };
    let long = "ẹ".repeat(33);
    let [first, second] = ["one", "two"].map(|end| format!("{long}{end}"));
    let numbered = |number| format!("{}~{number}", "ẹ".repeat(31));
    check(["a", "b", &first], ["a", "b", &long]);
    check([&first, "b", &second], [&numbered(1), "b", &numbered(3)]);
    check([&long, &first, "b"], [&long, &numbered(2), "b"]);
    check(["a b", "a\tb", "b"], ["a b", "a b~2", "b"]);
    // Whom the tournament does not tell apart, the file does not either.
    check(["a", "a", "b"], ["a", "a", "b"]);
}

#[test]
fn any_bytes_are_read_or_refused() {
    const SEED: u64 = 11;
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let sources: Vec<String> = corpus().filter(|text| text.len() < 3_000).collect();
    let records = "142 9\n152 W\n162  W 2.0    D 1.0\n192 FIDE_DUTCH_BAKU\nXXC white1\nXXZ 1 2\n\
        XXA    1  1.0  0.5\n250       1.0   1   2    1    3\nXXP 1 2\n260   1   2    1    2\n\
        240 H   9    1    2\n299 W         1.5    1    1\n";
    for _ in 0..4_000 {
        let source = &sources[below(&mut random, sources.len())];
        let mut bytes = format!("{records}{source}").into_bytes();
        for _ in 0..=below(&mut random, 6) {
            let at = below(&mut random, bytes.len());
            match below(&mut random, 4) {
                0 => bytes[at] = below(&mut random, 256) as u8,
                1 => bytes[at] = b" 019-+=\nwbUXZ\r"[below(&mut random, 14)],
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b" 019-+=\nwbUXZ\r"[below(&mut random, 14)]),
            }
        }
        match read_trf(&bytes) {
            Ok(read) => {
                let again = read_trf(read.file.to_string().as_bytes());
                assert_eq!(again, Ok(read), "seed {SEED}: {}", String::from_utf8_lossy(&bytes));
            }
            Err(error) => assert!(error.line >= 1 && error.source().is_some(), "seed {SEED}"),
        }
        let noise: Vec<u8> = (0..200).map(|_| below(&mut random, 256) as u8).collect();
        let _ = read_trf(&noise);
    }
}
