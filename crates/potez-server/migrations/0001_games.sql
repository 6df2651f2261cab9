-- One row a game; `head` is everything about it that is not a move, as JSON.
CREATE TABLE games (
    id      TEXT    NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    head    TEXT    NOT NULL
) WITHOUT ROWID;

-- The moves, counted from 0.
CREATE TABLE moves (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply  INTEGER NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- The lives of servers on this database: clocks run only while one of them is alive.
CREATE TABLE lives (
    began INTEGER NOT NULL PRIMARY KEY,
    beat  INTEGER NOT NULL
);
