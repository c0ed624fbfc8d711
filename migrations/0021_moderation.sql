-- What whoever runs the server decides about guests, addresses, rooms and ratings, and the record of it. Plain SQL that SQLite and
-- PostgreSQL both take. Times are in milliseconds since 1970.

-- What a guest may not do until a time: `mute` or `suspend`.
CREATE TABLE sanctions (
    guest  TEXT   NOT NULL,
    kind   TEXT   NOT NULL,
    since  BIGINT NOT NULL,
    until  BIGINT NOT NULL,
    reason TEXT   NOT NULL,
    PRIMARY KEY (guest, kind)
);

-- Networks that get no answer until a time: a keyed hash of their first address, and the length of their prefix in IPv6.
CREATE TABLE blocks (
    hash   TEXT   NOT NULL PRIMARY KEY,
    prefix BIGINT NOT NULL,
    since  BIGINT NOT NULL,
    until  BIGINT NOT NULL,
    reason TEXT   NOT NULL
);

-- What is switched off: `chat`, `lobby`, `accounts`, `rooms`; until a time, or until it is switched on.
CREATE TABLE switches (
    name  TEXT   NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL,
    until BIGINT
);

-- Rooms that nobody may enter any more.
CREATE TABLE shut_rooms (
    room  TEXT   NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL
);

-- Who has done what, by the name of the system's user and the name that was given. `about` is the hash of a guest or a network, a
-- room's code, or a word. Rows are only ever added: triggers of each database see to that (src/server/store/audit.rs). The highest
-- number tells servers that something has changed.
CREATE TABLE audit (
    n       BIGINT NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    os_user TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    action  TEXT   NOT NULL,
    about   TEXT   NOT NULL,
    until   BIGINT,
    reason  TEXT   NOT NULL
);

-- When a report was dealt with, and what was noted about it.
ALTER TABLE reports ADD COLUMN done BIGINT;
ALTER TABLE reports ADD COLUMN note TEXT;

-- When what a game had changed of a rating was taken back.
ALTER TABLE rated_games ADD COLUMN undone BIGINT;
