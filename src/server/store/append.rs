//! Puts events behind logs: as many as there are in few statements.

use std::fmt::Write;

use room::{Millis, RoomCode};

use super::StoreError;
use crate::server::database::{Connection, query};

/// How a database wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    /// Whoever fails takes back everything: to be able to take back the statement alone, SQLite would write each page that it changes
    /// once more. And places have no numbers, as of those that have one all are gone through for each.
    Sqlite,
    Postgres,
}

/// The most events of one statement. Statements are made for powers of two only, so that a handful of them serves
/// every number of events, and stays prepared.
const ROWS: usize = 128;

/// Inserts the rows of events.
pub(super) async fn insert_events(
    transaction: &mut Connection,
    mut rows: &[(&RoomCode, i64, Millis, &String)],
) -> Result<(), StoreError> {
    let dialect = match transaction {
        Connection::Sqlite(_) => Dialect::Sqlite,
        Connection::Postgres(_) => Dialect::Postgres,
    };
    while !rows.is_empty() {
        let count = ROWS.min(1 << rows.len().ilog2());
        let (now, later) = rows.split_at(count);
        let mut query = query(insert_statement(count, dialect));
        for (code, seq, at, body) in now {
            query = query.bind(code.to_string()).bind(*seq).bind(*at).bind(body.as_str());
        }
        query.execute(&mut *transaction).await?;
        rows = later;
    }
    Ok(())
}

fn insert_statement(count: usize, dialect: Dialect) -> String {
    let insert = match dialect {
        Dialect::Sqlite => "INSERT OR FAIL",
        Dialect::Postgres => "INSERT",
    };
    let mut sql = format!("{insert} INTO events (room, seq, at, body) VALUES ");
    for first in (1..=count * 4).step_by(4) {
        let comma = if first == 1 { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = match dialect {
            Dialect::Sqlite => write!(sql, "{comma}(?, ?, ?, ?)"),
            Dialect::Postgres => {
                write!(sql, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3)
            }
        };
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_a_place_for_each_value() {
        for (dialect, sql) in [
            (
                Dialect::Sqlite,
                "INSERT OR FAIL INTO events (room, seq, at, body) VALUES (?, ?, ?, ?), (?, ?, ?, ?)",
            ),
            (
                Dialect::Postgres,
                "INSERT INTO events (room, seq, at, body) VALUES ($1, $2, $3, $4), ($5, $6, $7, $8)",
            ),
        ] {
            assert_eq!(insert_statement(2, dialect), sql);
        }
    }
}
