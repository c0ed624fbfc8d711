//! Integrity check by replay: validates every room's event log against the rules, every finished game against
//! its log, the projections (seats, clocks, game columns) against the folded state, and the tables of guests
//! against one another. It holds one window of rooms in memory, however many there are.

mod accounts;
mod games;
mod guests;
mod rooms;
mod tournaments;

use std::fmt;
use std::path::Path;

use self::accounts::check_accounts;
use super::{TaskError, database_error, open_read_only};
use crate::server::database::files::with_suffix;
use crate::server::database::{Connection, Location, checkpoint_passively, digest, query};
use crate::server::store::is_current;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// The file and the digest.
    Quick,
    /// Everything is replayed as well.
    Full,
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// Number of rooms.
    pub rooms: u64,
    /// Number of events.
    pub events: u64,
    /// Number of moves among them.
    pub moves: u64,
    /// Number of finished games, including those whose rooms were removed.
    pub games: u64,
    /// Commands that reused an id of the same sender.
    pub repeated: u64,
    /// Flaws, one line each.
    pub flaws: Vec<String>,
    /// Whether everything was replayed.
    pub replayed: bool,
    /// Digest of the content: equal for databases with the same rows.
    pub digest: String,
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, events, moves, games, repeated, flaws, replayed, digest } = self;
        flaws.iter().try_for_each(|flaw| writeln!(f, "{flaw}"))?;
        match replayed {
            true => {
                write!(
                    f,
                    "{rooms} rooms, {events} events, {moves} moves, {games} finished games, all replayed: "
                )?;
            }
            false => write!(f, "{rooms} rooms, {events} events, {games} finished games, none replayed: ")?,
        }
        match flaws.len() {
            0 => write!(f, "in order.")?,
            n => write!(f, "{n} not in order.")?,
        }
        if *repeated > 0 {
            write!(f, " {repeated} commands came under numbers that their senders had used before.")?;
        }
        write!(f, " Digest {digest}.")
    }
}

/// Checks a consistent snapshot of a database.
pub(super) async fn check(location: &Location, depth: Depth) -> Result<CheckReport, TaskError> {
    let mut connection = open_read_only(location).await?;
    if !is_current(&mut connection).await.map_err(database_error(location))? {
        return Err(TaskError::OtherVersion(location.clone()));
    }
    let report = check_all(&mut connection, depth).await.map_err(database_error(location))?;
    connection.close().await.map_err(database_error(location))?;
    if let Location::File(path) = location {
        shrink_wal(path).await;
    }
    Ok(report)
}

async fn check_all(connection: &mut Connection, depth: Depth) -> Result<CheckReport, sqlx::Error> {
    // One read transaction, so that concurrent writes are not seen.
    connection.begin().await?;
    let digest = digest(connection).await?;
    let mut report = CheckReport { digest, replayed: depth == Depth::Full, ..CheckReport::default() };
    if matches!(connection, Connection::Sqlite(_)) {
        for row in query("PRAGMA integrity_check").fetch_all(&mut *connection).await? {
            let message: String = row.try_get(0)?;
            if message != "ok" {
                report.flaws.push(format!("the file: {message}"));
            }
        }
    }
    match depth {
        Depth::Quick => {
            for (count, sql) in [
                (&mut report.rooms, "SELECT COUNT(*) FROM rooms"),
                (&mut report.events, "SELECT COUNT(*) FROM events"),
                (&mut report.games, "SELECT COUNT(*) FROM games"),
            ] {
                let row = query(sql).fetch_one(&mut *connection).await?;
                *count = row.try_get::<i64>(0)?.unsigned_abs();
            }
        }
        Depth::Full => {
            rooms::check(connection, &mut report).await?;
            games::check(connection, &mut report).await?;
            guests::check(connection, &mut report).await?;
            check_accounts(connection, &mut report).await?;
            tournaments::check(connection, &mut report).await?;
        }
    }
    connection.roll_back().await?;
    Ok(report)
}

/// The WAL has grown while the snapshot was held: merges it into the file, as far as nobody else reads.
async fn shrink_wal(file: &Path) {
    if with_suffix(file, "-wal").exists()
        && let Err(error) = checkpoint_passively(file).await
    {
        tracing::debug!(%error, "the WAL was not merged");
    }
}
