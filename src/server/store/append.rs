//! Appends events to the event log, with optimistic concurrency by the primary key: any number of rows with few, reusable INSERT statements.

use std::fmt::Write as _;
use std::sync::Arc;

use room::{Logged, Millis, RoomCode};

use super::archive_game::ArchiveEntry;
use super::write::Write;
use super::{Projections, Store, StoreError};
use crate::server::database::{Connection, query};

/// The two forms of the INSERT statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    /// OR FAIL: the caller rolls everything back, so SQLite need not journal each page once more for undoing
    /// a single statement. Placeholders are not numbered, because SQLite searches all numbered ones for each
    /// that it binds.
    Sqlite,
    Postgres,
}

/// The most rows of one statement. Statements exist for powers of two only, so that a handful of prepared
/// ones serves any number of events.
const ROWS: usize = 128;

impl Store {
    /// Writes events with other writes and the projections, in one job; the JSON of each event.
    pub(super) async fn write_events(
        &self,
        mut writes: Vec<Write>,
        code: RoomCode,
        events: &[Logged],
        projections: &Projections,
    ) -> Result<Vec<Arc<str>>, StoreError> {
        let at = events.last().map_or(0, |event| event.at);
        let mut encoded = Vec::with_capacity(events.len());
        for event in events {
            let (write, json) = Write::event(code, event)?;
            writes.push(write);
            encoded.push(json);
        }
        writes.extend(projections.holders.iter().map(|&holder| Write::Holder { code, holder, at }));
        let joined = projections.holders.iter().filter_map(|holder| holder.guest);
        writes.extend(joined.map(|guest| Write::Joined { code, guest, at }));
        writes.extend(projections.clock.map(|runs| Write::Clock { code, runs }));
        if let Some(ended) = &projections.ended {
            writes.push(Write::Game(ArchiveEntry::new(code, ended)?));
        }
        // Rated is what the archive has.
        writes.extend(projections.rated.map(|result| Write::Rate { code, result }));
        writes.extend(projections.called_off.map(|game| Write::CalledOff { code, game }));
        self.write(writes).await?;
        Ok(encoded)
    }
}

/// Inserts events.
pub(super) async fn insert_events(
    transaction: &mut Connection,
    mut rows: &[(&RoomCode, i64, Millis, &str)],
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
            query = query.bind(code.to_string()).bind(*seq).bind(*at).bind(*body);
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
    fn an_insert_statement_has_a_placeholder_for_each_value() {
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
