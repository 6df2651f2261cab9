-- The same as in SQLite.
CREATE TABLE explored_games (
    game    TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    spec    TEXT COLLATE "C" NOT NULL,
    result  BIGINT NOT NULL,
    reason  TEXT COLLATE "C" NOT NULL,
    plies   BIGINT NOT NULL,
    ended   BIGINT NOT NULL,
    x       TEXT   NOT NULL,
    o       TEXT   NOT NULL,
    x_name  TEXT COLLATE "C" NOT NULL,
    o_name  TEXT COLLATE "C" NOT NULL,
    x_level BIGINT,
    o_level BIGINT
);
CREATE INDEX explored_by_end ON explored_games (ended) WHERE result > 0;
CREATE TABLE explored_positions (
    key    BIGINT NOT NULL,
    next   BIGINT NOT NULL,
    result BIGINT NOT NULL,
    game   TEXT COLLATE "C" NOT NULL REFERENCES explored_games (game) ON DELETE CASCADE,
    PRIMARY KEY (key, next, result, game)
);
CREATE INDEX explored_positions_by_game ON explored_positions (game);
