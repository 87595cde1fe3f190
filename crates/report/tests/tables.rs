//! Tables for people, as text and as Markdown.
#![allow(clippy::unwrap_used)]

mod games;

use ayo_ratings::{Options, fit_named};
use ayo_report::table::{Align, Cell, Table, printable_lines};
use ayo_report::{Crosstable, Ranking, Standings, Style, rated_game};
use games::{game, names, scores};

fn markdown(table: &Table) -> String {
    let mut bytes = Vec::new();
    table.write_markdown(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn markdown_keeps_names_in_their_cells() {
    let check = |name: &str, shown: &str| {
        let columns = vec![("bot".to_owned(), Align::Left), ("n".to_owned(), Align::Right)];
        let rows = vec![vec![Cell::new(name), Cell::alarm(1)]];
        let text = markdown(&Table { columns, rows });
        let last = text.lines().last().unwrap();
        assert_eq!(last.trim_end_matches(" |").trim_end(), format!("| {shown} |  1"), "{text}");
    };
    check("minimax", "minimax");
    check("a|b", r"a\|b");
    check("<script>", r"\<script>");
    check("*b* _c_ `d`", r"\*b\* \_c\_ \`d\`");
    check("[x](y)", r"\[x\](y)");
    check(r"back\slash", r"back\\slash");
}

#[test]
fn lines_that_move_nothing() {
    let check = |text: &str, shown: &str| assert_eq!(printable_lines(text), shown);
    check("", "");
    check("\na\nb\n", "\na\nb\n");
    check("a\x1b[2J\r\nb\u{202e}c\u{2066}\t", "a\\u{1b}[2J\\r\nb\\u{202e}c\\u{2066}\\t");
    check("貝 ọpọ́n", "貝 ọpọ́n");
}

#[test]
fn the_crosstable_as_a_table() {
    let records =
        [game(1, 1, [0, 1], "1-0"), game(1, 2, [1, 0], "1/2-1/2"), game(2, 1, [0, 2], "0-1")];
    let bots = ["a", "ọ|wide", "c"];
    let scores = scores(&bots, &records);
    let rated: Vec<_> = records.iter().filter_map(rated_game).collect();
    let ratings = fit_named(&names(&bots), &rated, &Options::default());
    let standings = Standings::new(&scores, &Ranking::round_robin(&scores), &ratings);
    let table = Crosstable::new(&scores, &ratings).table(&standings);
    let mut text = Vec::new();
    table.write(&mut text, Style::Plain).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(
        text,
        "\
#  bot         1      2      3  points
1  a           ·  0.0/1  1.5/2     1.5
2  c       1.0/1      ·      –     1.0
3  ọ|wide  0.5/2      –      ·     0.5
"
    );
    assert_eq!(
        markdown(&table),
        r"|  # | bot     |     1 |     2 |     3 | points |
| -: | ------- | ----: | ----: | ----: | -----: |
|  1 | a       |     · | 0.0/1 | 1.5/2 |    1.5 |
|  2 | c       | 1.0/1 |     · |     – |    1.0 |
|  3 | ọ\|wide | 0.5/2 |     – |     · |    0.5 |
"
    );
}
