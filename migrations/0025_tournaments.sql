-- Tournaments, which the crate `event` calls events. Plain SQL that SQLite and PostgreSQL both take. Times are in milliseconds since 1970.

-- `maker` is the guest who opened it, or empty for one of the operator's calendar. `phase` is `announced`, `running`, `finished` or
-- `cancelled`, and `changed` when it came to that: both follow from the log, and are here for lists. `listed` is 1 if everybody finds it.
-- Of one that is over, `entered` is how many have taken part, and `winner` the number of the fact with the winner's name, or 0.
-- `reminded` is how many of its reminders were sent, `redacted` how often something was removed from its log.
CREATE TABLE tournaments (
    code      TEXT   NOT NULL PRIMARY KEY,
    maker     TEXT   NOT NULL,
    since     BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    phase     TEXT   NOT NULL,
    changed   BIGINT NOT NULL,
    listed    BIGINT NOT NULL,
    entered   BIGINT NOT NULL,
    winner    BIGINT NOT NULL,
    reminded  BIGINT NOT NULL,
    redacted  BIGINT NOT NULL
);

CREATE INDEX tournaments_by_phase ON tournaments (phase, changed);
CREATE INDEX tournaments_by_maker ON tournaments (maker, since);

-- The log of a tournament. The key is the lock: of two servers that append the same number one gets a conflict.
CREATE TABLE facts (
    tournament TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    PRIMARY KEY (tournament, seq)
);

-- Who an entrant is, by the number in the tournament.
CREATE TABLE entrants (
    tournament TEXT   NOT NULL,
    entrant    BIGINT NOT NULL,
    guest      TEXT   NOT NULL,
    since      BIGINT NOT NULL,
    PRIMARY KEY (tournament, entrant)
);

CREATE INDEX entrants_by_guest ON entrants (guest, since);

-- The rooms of pairings.
CREATE TABLE pairings (
    room       TEXT   NOT NULL PRIMARY KEY,
    tournament TEXT   NOT NULL,
    pairing    BIGINT NOT NULL
);

CREATE INDEX pairings_by_tournament ON pairings (tournament, pairing);
