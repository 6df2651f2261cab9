-- Journals: lines that are only ever added, each under its number. The line of a number is written once.
CREATE TABLE journals (
    name   TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    text   TEXT   NOT NULL,
    PRIMARY KEY (name, number)
);
