-- Guests who want to be the same on several devices. Plain SQL that SQLite and PostgreSQL both take.

-- `account` is what a passkey knows of it, `guest` is whose the seats, games and ratings are.
CREATE TABLE accounts (
    account TEXT   NOT NULL PRIMARY KEY,
    guest   TEXT   NOT NULL UNIQUE,
    since   BIGINT NOT NULL
);

-- Every guest that was taken into an account. What was their cookie lets nobody in any more; it is kept where seats in rooms
-- hang on the names that are derived from it.
CREATE TABLE adopted (
    guest   TEXT   NOT NULL PRIMARY KEY,
    account TEXT   NOT NULL,
    secret  TEXT,
    since   BIGINT NOT NULL
);

CREATE INDEX adopted_by_account ON adopted (account, since);

CREATE TABLE passkeys (
    credential TEXT   NOT NULL PRIMARY KEY,
    account    TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    since      BIGINT NOT NULL
);

CREATE INDEX passkeys_by_account ON passkeys (account);

-- The browsers that are signed in, by a hash of their cookie.
CREATE TABLE sessions (
    session TEXT   NOT NULL PRIMARY KEY,
    account TEXT   NOT NULL,
    since   BIGINT NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account);
