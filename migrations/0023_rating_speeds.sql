-- Ratings by speed. Plain SQL that SQLite and PostgreSQL both take.
--
-- The column `game` of `ratings` and `bot_ratings` says what a rating is at, and `kind` of `rated_games` what a game was rated as: the
-- word of the game, and behind it that of the speed, `bullet` or `days`, as in `mancala bullet`. A game alone is rapid: so is all that
-- was rated before there were speeds. Programs of before go on to read and write these rows, and pass over those at other speeds.

-- The last games of a guest in one category, for the graph of its rating.
CREATE INDEX rated_games_by_kind ON rated_games (guest, kind, at);
