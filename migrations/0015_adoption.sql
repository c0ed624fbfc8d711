-- Games of a browser that were brought along into an account, and can go back for a day. Plain SQL that SQLite and PostgreSQL both take.

-- 0 as long as the guest can still go back: its name, ratings and counts then lie under its own key, and are deleted after that.
ALTER TABLE adopted ADD COLUMN settled BIGINT NOT NULL DEFAULT 1;

-- The guest from whom the account has a seat, a finished game, or an address for push messages.
ALTER TABLE seats ADD COLUMN adopted TEXT;
ALTER TABLE players ADD COLUMN adopted TEXT;
ALTER TABLE pushes ADD COLUMN adopted TEXT;

-- 1 when the question whether the games come along has been answered in this session.
ALTER TABLE sessions ADD COLUMN asked BIGINT NOT NULL DEFAULT 0;
