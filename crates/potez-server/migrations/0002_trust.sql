-- Runs of servers on this database, counted: clocks are charged only while one of them is alive. The
-- wall clock may have been wrong in any of them, so that their order is that of their numbers.
CREATE TABLE runs (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    began  INTEGER NOT NULL,
    beat   INTEGER NOT NULL
);
INSERT INTO runs (began, beat) SELECT began, beat FROM lives ORDER BY began;
DROP TABLE lives;

-- Days since 1970 on which a server ran: what is old is counted in these, so that neither a wrong
-- clock nor a long rest makes a game old.
CREATE TABLE days (
    day INTEGER NOT NULL PRIMARY KEY
);
INSERT OR IGNORE INTO days SELECT began / 86400000 FROM runs;
INSERT OR IGNORE INTO days SELECT beat / 86400000 FROM runs;

-- One row: the key of the hashes below, and when the storage was last tried out.
CREATE TABLE server (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    secret  BLOB    NOT NULL,
    checked INTEGER NOT NULL
);
INSERT INTO server (id, secret, checked) VALUES (1, randomblob(32), 0);

-- The run of the last change, a keyed hash of who made the game, its size, and checksums over
-- everything about it.
ALTER TABLE games ADD COLUMN run INTEGER;
ALTER TABLE games ADD COLUMN maker TEXT;
ALTER TABLE games ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN head_sum INTEGER;
ALTER TABLE games ADD COLUMN moves_sum INTEGER;
UPDATE games SET run = (SELECT number FROM runs WHERE began <= games.updated ORDER BY began DESC LIMIT 1);
CREATE INDEX games_by_maker ON games (maker, bytes) WHERE maker IS NOT NULL;
CREATE INDEX games_by_age ON games (updated);
