-- Finished games, each by itself and found by an id that leads to no room. Plain SQL that SQLite and PostgreSQL both take.

-- `body` is what of a game may be known to everybody, in JSON: `room::Finished`. Room and number are for those who know
-- the room already.
CREATE TABLE games (
    id     TEXT   NOT NULL PRIMARY KEY,
    room   TEXT   NOT NULL,
    number BIGINT NOT NULL,
    ended  BIGINT NOT NULL,
    body   TEXT   NOT NULL,
    UNIQUE (room, number)
);

-- Whose games they are: the guest who held the seat when the game ended, by side (0 first, 1 second).
CREATE TABLE players (
    game  TEXT   NOT NULL REFERENCES games (id),
    side  BIGINT NOT NULL,
    guest TEXT   NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE INDEX players_by_guest ON players (guest, ended);

-- Rooms of before, whose games are still to be found in their logs; the next start does it.
CREATE TABLE unrecorded (
    room TEXT NOT NULL PRIMARY KEY
);

INSERT INTO unrecorded (room) SELECT code FROM rooms;
