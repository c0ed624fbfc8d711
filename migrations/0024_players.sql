-- Players who are known by a name of their own: claimed names, whom one follows or blocks, and challenges. Plain SQL that SQLite and
-- PostgreSQL both take. Times are in milliseconds since 1970.

-- `look` and `folded` are what names that look alike have in common (UTS 39), so that none is taken for another one. `guest` is whose
-- name it is.
-- A name that was given up stays in the table for ever, without `guest` once its owner's data are deleted, so that nobody else gets it:
-- `released` is when, or 0. `listed` is 1 if the player is on the leaderboards.
CREATE TABLE claimed_names (
    look     TEXT   NOT NULL PRIMARY KEY,
    folded   TEXT   NOT NULL UNIQUE,
    name     TEXT   NOT NULL,
    guest    TEXT   NOT NULL,
    since    BIGINT NOT NULL,
    released BIGINT NOT NULL,
    listed   BIGINT NOT NULL
);

CREATE INDEX claimed_names_by_guest ON claimed_names (guest);

-- That one guest follows or blocks another: `kind` is `follow` or `block`. `game` is the game by which a guest knows whom they
-- block, or empty if by a claimed name: a block tells nobody who an anonymous opponent becomes later.
CREATE TABLE relations (
    guest TEXT   NOT NULL,
    other TEXT   NOT NULL,
    kind  TEXT   NOT NULL,
    since BIGINT NOT NULL,
    game  TEXT   NOT NULL,
    PRIMARY KEY (guest, other, kind)
);

CREATE INDEX relations_by_other ON relations (other, kind);

-- A room to which one guest has challenged another. `declined` is when the other one declined, or 0.
CREATE TABLE challenges (
    room       TEXT   NOT NULL PRIMARY KEY,
    guest      TEXT   NOT NULL,
    challenged TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    declined   BIGINT NOT NULL
);

CREATE INDEX challenges_by_challenged ON challenges (challenged, at);

-- Nobody has claimed a name yet, and a name that was chosen freely does not begin with the mark of those.
UPDATE guests SET name = LTRIM(name, '@＠﹫ ') WHERE name LIKE '@%' OR name LIKE '＠%' OR name LIKE '﹫%';
DELETE FROM guests WHERE LENGTH(name) < 2;
