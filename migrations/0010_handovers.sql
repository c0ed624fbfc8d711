-- Links by which seats move to other devices, for five minutes and for one use, whichever server they lead to. Plain SQL that SQLite
-- and PostgreSQL both take.

-- `hash` is made from the secret of the link, which is nowhere in the database; `member` is who gives the seat.
CREATE TABLE handovers (
    hash   TEXT   NOT NULL PRIMARY KEY,
    room   TEXT   NOT NULL,
    member BIGINT NOT NULL,
    until  BIGINT NOT NULL
);
