-- For each migration the earliest schema whose program works on a database that has it: a program of before starts on what
-- a later one has only added to. Plain SQL that SQLite and PostgreSQL both take.
CREATE TABLE schema_readers (
    version BIGINT NOT NULL PRIMARY KEY,
    reader  BIGINT NOT NULL
);
