-- The servers that share this database over a bus: each gives a sign of life once a second.
CREATE TABLE nodes (
    -- A number drawn at the server's start, in hexadecimal digits.
    node TEXT NOT NULL PRIMARY KEY,
    -- Its last sign of life, in milliseconds since 1970.
    at BIGINT NOT NULL,
    -- Whether it hears the others: 1 or 0.
    connected BIGINT NOT NULL
);
