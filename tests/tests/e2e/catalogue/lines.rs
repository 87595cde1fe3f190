//! Chapter 3b: bytes and lines. Output that is never flushed is in `bad_bots`.

use super::Ends::{Loses, PlaysOn};
use super::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row; 27] = [
    ("12",  "no-newline",     Loses("timeout"), " bytes without a newline are waiting"),
    ("14",  "byte-by-byte",   PlaysOn, ""),
    ("15",  "dribble",        Loses("timeout"), " s used, 0.20 s a move + 0.40 s margin allowed"),
    ("16",  "endless-line",   Loses("bad_message"), "line_too_long, more than 65536 bytes without a newline"),
    ("17",  "crlf",           PlaysOn, ""),
    ("18",  "bom",            PlaysOn, ""),
    ("19a", "not-utf8",       Loses("bad_message"), " is not valid UTF-8"),
    ("19b", "stray-not-utf8", PlaysOn, ""),
    ("20",  "nul",            Loses("bad_message"), "bad_json, "),
    ("21",  "pit-twice",      Loses("bad_message"), "duplicate_key, duplicate field `pit`"),
    ("22a", "pit-nan",        Loses("bad_message"), "bad_json, "),
    ("22b", "pit-infinity",   Loses("bad_message"), "bad_json, "),
    ("22c", "pit-1e400",      Loses("bad_message"), "bad_json, number out of range"),
    ("23a", "pit-huge",       Loses("bad_message"), "wrong_type, invalid type: floating point"),
    ("23b", "pit-3.0",        Loses("bad_message"), "wrong_type, invalid type: floating point `3.0`, expected i64"),
    ("23c", "pit-text",       Loses("bad_message"), "wrong_type, invalid type: string \"3\", expected i64"),
    ("23d", "pit-true",       Loses("bad_message"), "wrong_type, invalid type: boolean `true`, expected i64"),
    ("23e", "pit-null",       Loses("bad_message"), "wrong_type, invalid type: null, expected i64"),
    ("23f", "id-of-4000-digits", Loses("bad_message"), "number out of range"),
    ("24",  "deep",           Loses("bad_message"), "too_deep, nested deeper than 16 levels"),
    ("25",  "python-repr",    Loses("bad_message"), "(this looks like Python's own notation: print json.dumps(message)); the line was: {'type': 'move', 'id': "),
    // No message at all, since it does not begin with `{`; so it is late in the end.
    ("26",  "list",           Loses("timeout"), "; 1 line that is no answer came: [\"move\","),
    ("27",  "two-objects",    Loses("bad_message"), "bad_json, trailing characters"),
    ("28",  "debug-lines",    PlaysOn, ""),
    ("29a", "stdout-flood",   Loses("stdout_flood"), "1000 lines that answer nothing, 999 allowed"),
    ("29b", "long-words",     Loses("stdout_flood"), " bytes that answer nothing, 1048575 allowed"),
    ("30",  "stderr-flood",   PlaysOn, ""),
];

#[test]
fn rows() {
    super::check(&ROWS);
}
