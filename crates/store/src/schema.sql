-- What a run database holds. Columns are named as in games.csv, words are words:
-- `sqlite3 run.db 'select * from games'` is meant to be read by people. What bots said of
-- their moves is in `info`, made by infos.rs: older runs get that table, too.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bot (
    bot  INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- With a rowid on purpose: the primary key is then a small index of its own,
-- and asking which games are finished does not read their moves.
CREATE TABLE game (
    game_id       INTEGER NOT NULL,
    round         INTEGER NOT NULL,
    pair          INTEGER NOT NULL,
    game          INTEGER NOT NULL,
    south         INTEGER NOT NULL REFERENCES bot,
    north         INTEGER NOT NULL REFERENCES bot,
    opening       TEXT    NOT NULL,
    result        TEXT    NOT NULL,
    south_score   INTEGER NOT NULL,
    north_score   INTEGER NOT NULL,
    reason        TEXT    NOT NULL,
    loser         TEXT,              -- south, north or NULL
    detail        TEXT    NOT NULL,
    south_ms      INTEGER NOT NULL,
    north_ms      INTEGER NOT NULL,
    south_max_ms  INTEGER NOT NULL,
    north_max_ms  INTEGER NOT NULL,
    moves         TEXT    NOT NULL,  -- one letter a move
    move_us       BLOB    NOT NULL,  -- one little-endian u32 a move of the bots
    seed          INTEGER NOT NULL,
    isolation     TEXT    NOT NULL,
    worker        INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,  -- since 1970-01-01 UTC
    duration_ms   INTEGER NOT NULL,
    stderr_tail   TEXT    NOT NULL,
    PRIMARY KEY (pair, game)
) STRICT;

-- Games that were nobody's fault and were played again: never scored, so never
-- in `game`; the same game may be void more than once.
CREATE TABLE void (
    void          INTEGER PRIMARY KEY,
    game_id       INTEGER NOT NULL,
    round         INTEGER NOT NULL,
    pair          INTEGER NOT NULL,
    game          INTEGER NOT NULL,
    south         INTEGER NOT NULL REFERENCES bot,
    north         INTEGER NOT NULL REFERENCES bot,
    detail        TEXT    NOT NULL,
    moves         TEXT    NOT NULL,
    isolation     TEXT    NOT NULL,
    worker        INTEGER NOT NULL,
    started_at_ms INTEGER NOT NULL,
    duration_ms   INTEGER NOT NULL,
    stderr_tail   TEXT    NOT NULL
) STRICT;

-- The rounds of a tournament that pairs by results, written before their first game.
CREATE TABLE board (
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    south INTEGER NOT NULL REFERENCES bot,  -- in the first game of the meeting
    north INTEGER REFERENCES bot,           -- NULL: a bye
    PRIMARY KEY (round, board)
) STRICT;

CREATE TABLE withdrawal (
    bot   INTEGER PRIMARY KEY REFERENCES bot,
    round INTEGER NOT NULL                  -- in which it could not be started any more
) STRICT;

-- The columns of games.csv, in its order.
CREATE VIEW games AS
SELECT game_id, round, pair, game, s.name AS south, n.name AS north, opening, result,
       south_score, north_score, length(moves) AS plies, reason, loser, detail,
       south_ms, north_ms, south_max_ms, north_max_ms, moves, seed, isolation, worker,
       strftime('%Y-%m-%dT%H:%M:%fZ', started_at_ms / 1000.0, 'unixepoch') AS started_at,
       duration_ms
FROM game JOIN bot AS s ON s.bot = south JOIN bot AS n ON n.bot = north
ORDER BY pair, game;
