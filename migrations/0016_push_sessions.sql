-- The browser that an address for push messages belongs to, by a hash of its cookie, with whose session it ends; none for those from
-- before, until the browser renews it. Plain SQL that SQLite and PostgreSQL both take.
ALTER TABLE pushes ADD COLUMN session TEXT;

CREATE INDEX pushes_by_session ON pushes (session);
