-- What a guest has played, to be counted without reading the games. Plain SQL that SQLite and PostgreSQL both take.

-- What was played (a game, its rules or board, with a clock or without) and the side that won; nobody in a draw. Games of
-- before are described by the next start: until then the game has no name.
ALTER TABLE games ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN way TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN timed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN winner BIGINT;

CREATE INDEX games_by_game ON games (game);

-- How many games of a guest were called off. They are kept nowhere else.
CREATE TABLE called_off (
    guest  TEXT   NOT NULL,
    game   TEXT   NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (guest, game)
);

-- How well a guest plays a game, by Glicko-2, after the last rated game, which ended at `at`.
CREATE TABLE ratings (
    guest      TEXT             NOT NULL,
    game       TEXT             NOT NULL,
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT           NOT NULL,
    at         BIGINT           NOT NULL,
    PRIMARY KEY (guest, game)
);
