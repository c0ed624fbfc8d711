-- When rooms are looked at by the sweep, which rooms it has removed, and up to when the clock was believed. Plain SQL that
-- SQLite and PostgreSQL both take.

-- The sweep looks at a room when this time has passed, and then at its log: events change nothing here. Rooms of before are
-- looked at by the first sweep.
ALTER TABLE rooms ADD COLUMN look_at BIGINT NOT NULL DEFAULT 0;

CREATE INDEX rooms_by_look ON rooms (look_at);

-- Since when a room has been removed: nobody finds it, and it can be recovered until its rows are deleted.
ALTER TABLE rooms ADD COLUMN removed_at BIGINT;

-- The latest time of which the server was sure. One row; 0 as long as it never was.
CREATE TABLE trusted_time (
    at BIGINT NOT NULL
);

INSERT INTO trusted_time (at)
SELECT COALESCE(MAX(at), 0) FROM (SELECT MAX(at) AS at FROM events UNION ALL SELECT MAX(at) AS at FROM alive) AS known;
