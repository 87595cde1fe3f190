-- What a run does at this moment, for whoever looks; games that are over are in `game`.
-- Older databases get these tables when a run goes on.

CREATE TABLE IF NOT EXISTS live (
    live    INTEGER PRIMARY KEY CHECK (live = 1),
    at_ms   INTEGER NOT NULL,          -- since 1970-01-01 UTC
    total   INTEGER NOT NULL,          -- games there are to play
    test    TEXT    NOT NULL,          -- how a sequential test stands
    stopped TEXT                       -- why, or NULL while the run goes on
) STRICT;

CREATE TABLE IF NOT EXISTS live_game (
    worker      INTEGER PRIMARY KEY,
    game_id     INTEGER NOT NULL,
    round       INTEGER NOT NULL,
    south       INTEGER NOT NULL REFERENCES bot,
    north       INTEGER NOT NULL REFERENCES bot,
    opening     TEXT    NOT NULL,
    moves       TEXT    NOT NULL,
    moved_at_ms INTEGER NOT NULL,
    result      TEXT                   -- NULL while it is being played
) STRICT;
