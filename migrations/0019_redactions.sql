-- What is hidden of rooms: whoever reads a log applies it. Plain SQL that SQLite and PostgreSQL both take.

-- `kind` is 'member' for all names and lines of a member, whose id is `subject`, or 'event' for the name or line of the event with that
-- number. `written` is 1 when the stored events have been rewritten as well.
CREATE TABLE redactions (
    room    TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    subject TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    written BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (room, kind, subject)
);

CREATE INDEX redactions_by_time ON redactions (at);
