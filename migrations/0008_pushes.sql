-- Where guests are told of what happens while they are away. Plain SQL that SQLite and PostgreSQL both take.

-- A browser that has asked for it. `endpoint` is the address at its push service, which is a secret; `p256dh` and `auth` are
-- what messages to it are encrypted with, in base64 for URLs. `turn` and `arrival` are 1 for what it wants to hear of.
CREATE TABLE pushes (
    endpoint TEXT   NOT NULL PRIMARY KEY,
    guest    TEXT   NOT NULL,
    p256dh   TEXT   NOT NULL,
    auth     TEXT   NOT NULL,
    turn     BIGINT NOT NULL,
    arrival  BIGINT NOT NULL,
    language TEXT   NOT NULL,
    since    BIGINT NOT NULL
);

CREATE INDEX pushes_by_guest ON pushes (guest, since);

-- What this server keeps to itself, by its name.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
