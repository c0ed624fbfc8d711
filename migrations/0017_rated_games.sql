-- What a rated game was worth, and whom rooms of matchmaking brought together. Plain SQL that SQLite and PostgreSQL both take.

-- Whether both players came from one network address when they were paired. The address itself is not stored.
ALTER TABLE rooms ADD COLUMN same_address BIGINT NOT NULL DEFAULT 0;

-- One row for each player of a rated game: against whom, when, and by how many points the rating has changed.
CREATE TABLE rated_games (
    game         TEXT             NOT NULL,
    side         BIGINT           NOT NULL,
    guest        TEXT             NOT NULL,
    opponent     TEXT             NOT NULL,
    kind         TEXT             NOT NULL,
    at           BIGINT           NOT NULL,
    same_address BIGINT           NOT NULL,
    change       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE INDEX rated_games_by_guest ON rated_games (guest, at);
