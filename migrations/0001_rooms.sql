-- Rooms, their logs, and beside the logs what only the server may know. Plain SQL that SQLite and PostgreSQL both take.

CREATE TABLE rooms (
    code       TEXT   NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- The truth. The primary key is the lock: two writers cannot both append the same number. `body` is the event as it is
-- sent, in JSON. There is no foreign key: it would cost a look-up for every move, and a log is only begun together
-- with its room.
CREATE TABLE events (
    room TEXT   NOT NULL,
    seq  BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    body TEXT   NOT NULL,
    PRIMARY KEY (room, seq)
);

-- Names that guests have chosen. `guest` is a hash: the secret that it is made from is nowhere in the database.
CREATE TABLE guests (
    guest TEXT   NOT NULL PRIMARY KEY,
    name  TEXT   NOT NULL,
    since BIGINT NOT NULL
);

-- Who holds which seat (0 bottom, 1 top) of a room.
CREATE TABLE seats (
    room  TEXT   NOT NULL REFERENCES rooms (code),
    seat  BIGINT NOT NULL,
    guest TEXT   NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (room, seat)
);

CREATE INDEX seats_by_guest ON seats (guest, since);
