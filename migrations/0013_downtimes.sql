-- Spans of more than an hour in which no server ran: they make no room older. Plain SQL that SQLite and PostgreSQL both take.
-- Times are in milliseconds since 1970. Servers that start at once note the same span.
CREATE TABLE downtimes (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
