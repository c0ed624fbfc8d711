-- What somebody has to see of the browsers that are signed in and of the passkeys, to end what is not theirs. Plain SQL that SQLite and
-- PostgreSQL both take. Times are in milliseconds since 1970; 0 is a time that was not recorded then.

-- When a browser that is signed in was here last, to the hour, and which one it is ("Firefox/Windows"); when a passkey was last shown in
-- it; and up to which notice somebody has read there.
ALTER TABLE sessions ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN verified BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;

-- Where a passkey was made, in the same form, and when it was last used.
ALTER TABLE passkeys ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE passkeys ADD COLUMN used BIGINT NOT NULL DEFAULT 0;

-- What an account is told of: a passkey was added or removed, a browser has signed in (`kind`), and in which browser.
CREATE TABLE notices (
    account TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    browser TEXT   NOT NULL
);

CREATE INDEX notices_by_account ON notices (account, at);
