-- What can be asked of games as a whole. It follows from them and can be made again: `version` says from which of
-- them it was made. Results: 0 not over, 1 X, 2 O, 3 a draw, 4 none.
CREATE TABLE explored_games (
    game    TEXT    NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    spec    TEXT    NOT NULL,
    result  INTEGER NOT NULL,
    reason  TEXT    NOT NULL,
    plies   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    x       TEXT    NOT NULL,
    o       TEXT    NOT NULL,
    x_name  TEXT    NOT NULL,
    o_name  TEXT    NOT NULL,
    x_level INTEGER,
    o_level INTEGER
) WITHOUT ROWID;
CREATE INDEX explored_by_end ON explored_games (ended) WHERE result > 0;

-- Positions of games with a result, by a key that images and transpositions share, and the key of what came after;
-- 0 after the last. Everything that is counted stands in the key of the table.
CREATE TABLE explored_positions (
    key    INTEGER NOT NULL,
    next   INTEGER NOT NULL,
    result INTEGER NOT NULL,
    game   TEXT    NOT NULL REFERENCES explored_games (game) ON DELETE CASCADE,
    PRIMARY KEY (key, next, result, game)
) WITHOUT ROWID;
CREATE INDEX explored_positions_by_game ON explored_positions (game);
