-- What guests have reported to whoever runs the server. It is read there, and nowhere else: nothing of the program does.

-- Who reported and who is meant: hashes, as in `seats`; the second is empty if it is not known any more. `member` and `name` are what
-- that one was in the room. `lines` are the last ones that who reported could see, in JSON, as the server has them.
CREATE TABLE reports (
    room   TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    guest  TEXT   NOT NULL,
    about  TEXT   NOT NULL,
    member TEXT   NOT NULL,
    name   TEXT   NOT NULL,
    lines  TEXT   NOT NULL
);

CREATE INDEX reports_by_time ON reports (at);
