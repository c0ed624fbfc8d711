-- Programs that play, and the tokens with which they come in. Plain SQL that SQLite and PostgreSQL both take. Times are in milliseconds
-- since 1970.

-- `bot` is the hash of the secret from which a bot's ids are derived, `owner` the account whose bot it is, or nothing for one of whoever
-- runs the server. `name` is what names that look alike have in common (UTS 39), so that no bot is taken for another one.
CREATE TABLE bots (
    bot    TEXT   NOT NULL PRIMARY KEY,
    secret TEXT   NOT NULL,
    owner  TEXT   NOT NULL,
    name   TEXT   NOT NULL UNIQUE,
    since  BIGINT NOT NULL
);

CREATE INDEX bots_by_owner ON bots (owner, since);

-- The tokens of a bot, by their hash. `scope` is what one may do with it: `play`, or `read`. `used` is when it was used last, to the hour.
CREATE TABLE bot_tokens (
    token TEXT   NOT NULL PRIMARY KEY,
    bot   TEXT   NOT NULL,
    scope TEXT   NOT NULL,
    since BIGINT NOT NULL,
    used  BIGINT NOT NULL
);

CREATE INDEX bot_tokens_by_bot ON bot_tokens (bot, since);

-- Ratings by the games in which a bot sat, of bots and of those who played them; otherwise as `ratings`. Such games stand in
-- `rated_games` with the word `bots` behind that of the game.
CREATE TABLE bot_ratings (
    guest      TEXT             NOT NULL,
    game       TEXT             NOT NULL,
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT           NOT NULL,
    at         BIGINT           NOT NULL,
    PRIMARY KEY (guest, game)
);
