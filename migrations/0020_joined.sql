-- In which rooms somebody ever was, so that rooms which were left are exported and deleted as well, and which cookies are dead for good.
-- Plain SQL that SQLite and PostgreSQL both take. Times are in milliseconds since 1970.

-- A guest, by the hash of the cookie, who has taken a seat in a room, or written to its spectators.
CREATE TABLE joined (
    guest TEXT   NOT NULL,
    room  TEXT   NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (guest, room)
);

CREATE INDEX joined_by_room ON joined (room);

-- Members who sat in a room of before and have left it: which guests they are follows from their cookies alone.
CREATE TABLE former_members (
    room   TEXT NOT NULL,
    member TEXT NOT NULL,
    PRIMARY KEY (room, member)
);

-- Rooms whose logs are still to be searched for both; the next start does it.
CREATE TABLE unlisted (
    room TEXT NOT NULL PRIMARY KEY
);

INSERT INTO unlisted (room) SELECT code FROM rooms;

-- What a guest is told of a room while away: when somebody's arrival was told (0: never), which happens once, and whether the guest
-- wants to hear nothing more of it (1).
CREATE TABLE push_rooms (
    guest   TEXT   NOT NULL,
    room    TEXT   NOT NULL,
    arrived BIGINT NOT NULL,
    muted   BIGINT NOT NULL,
    PRIMARY KEY (guest, room)
);

CREATE INDEX push_rooms_by_room ON push_rooms (room);

-- Cookies, by their hash, whose guest has had everything deleted.
CREATE TABLE dead_cookies (
    guest TEXT   NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL
);
