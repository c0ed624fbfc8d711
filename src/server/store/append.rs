//! Puts events behind logs: as many as there are in few statements.

use std::fmt::Write;

use room::{Millis, RoomCode};

use super::StoreError;
use crate::server::database::{Connection, query};

/// The most events of one statement. Statements are made for powers of two only, so that a handful of them serves
/// every number of events, and stays prepared.
const ROWS: usize = 128;

/// Inserts the rows of events.
pub(super) async fn insert_events(
    transaction: &mut Connection,
    mut rows: &[(&RoomCode, i64, Millis, &String)],
) -> Result<(), StoreError> {
    while !rows.is_empty() {
        let count = ROWS.min(1 << rows.len().ilog2());
        let (now, later) = rows.split_at(count);
        let mut query = query(insert_statement(count));
        for (code, seq, at, body) in now {
            query = query.bind(code.to_string()).bind(*seq).bind(*at).bind(body.as_str());
        }
        query.execute(&mut *transaction).await?;
        rows = later;
    }
    Ok(())
}

fn insert_statement(count: usize) -> String {
    let mut sql = "INSERT INTO events (room, seq, at, body) VALUES ".to_owned();
    for first in (1..=count * 4).step_by(4) {
        let comma = if first == 1 { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = write!(sql, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3);
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_numbers_its_places() {
        assert_eq!(
            insert_statement(2),
            "INSERT INTO events (room, seq, at, body) VALUES ($1, $2, $3, $4), ($5, $6, $7, $8)"
        );
    }
}
