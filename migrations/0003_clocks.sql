-- Rooms in which a clock runs: what a server that starts has to look after, though nobody comes. Changed together with the
-- log, when a timed game begins or ends.
CREATE TABLE clocks (
    room TEXT NOT NULL PRIMARY KEY
);

-- When a server was last known to be there, while a clock ran: what came after it is charged to nobody. One row.
CREATE TABLE alive (
    at BIGINT NOT NULL
);

INSERT INTO alive (at) VALUES (0);

-- The games that are being played: begun after the last end, by settings with a clock.
INSERT INTO clocks (room)
SELECT started.room
FROM events AS started
WHERE started.body LIKE '%"event":{"started":%'
  AND NOT EXISTS (
    SELECT 1 FROM events AS ended
    WHERE ended.room = started.room AND ended.seq > started.seq AND ended.body LIKE '%"event":{"ended":%'
  )
  AND (
    SELECT agreed.body FROM events AS agreed
    WHERE agreed.room = started.room
      AND (agreed.body LIKE '%"event":{"opened":%' OR agreed.body LIKE '%"event":{"configured":%')
    ORDER BY agreed.seq DESC
    LIMIT 1
  ) NOT LIKE '%"clock":"none"%';
