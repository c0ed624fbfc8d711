-- What the last kept run of `duello screen` has found. Plain SQL that SQLite and PostgreSQL both take. Times are in milliseconds since 1970.

-- A row for each guest and rating category (game and speed) with enough games and the highest scores. `at` is when it was reckoned,
-- `games` how many games were looked at, `score` as docs/FAIR_PLAY.md tells it, `body` the JSON of what led to it, without the guest.
CREATE TABLE screenings (
    guest    TEXT             NOT NULL,
    category TEXT             NOT NULL,
    at       BIGINT           NOT NULL,
    games    BIGINT           NOT NULL,
    score    DOUBLE PRECISION NOT NULL,
    body     TEXT             NOT NULL,
    PRIMARY KEY (guest, category)
);
