//! SQLite backend: connection options (WAL, full sync) and conversion of columns.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Row, SqliteConnection, TypeInfo, ValueRef};

use super::Database;
use super::query::Value;
use crate::server::error::StartError;

/// Busy timeout: how long a connection waits for another one's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Sizes of the pool for reading, and of the one for what players wait for.
const READERS: u32 = 4;
const RESERVED: u32 = 3;

/// What is left of the WAL, in bytes, when it is written from the beginning again: a long read, as of a backup,
/// has it grow without limit meanwhile.
const WAL_LIMIT: &str = "67108864";

/// Opens the file, creating it if needed.
pub(super) async fn open(path: &Path) -> Result<Result<Database, sqlx::Error>, StartError> {
    create_file(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("journal_size_limit", WAL_LIMIT)
        // What is deleted is overwritten.
        .pragma("secure_delete", "ON")
        .disable_statement_logging();
    let until = Instant::now() + BUSY_TIMEOUT;
    loop {
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await;
        match readers {
            // Only one connection can switch a new file to WAL, and SQLite's busy timeout does not cover
            // that.
            Err(reason) if is_busy(&reason) && Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            readers => {
                let reserved = SqlitePoolOptions::new().max_connections(RESERVED);
                let reserved = reserved.connect_lazy_with(options.clone());
                return Ok(readers.map(|readers| Database::Sqlite {
                    readers,
                    reserved,
                    options: options.into(),
                }));
            }
        }
    }
}

/// Whether another connection holds the lock: SQLITE_BUSY, including its extended codes.
fn is_busy(reason: &sqlx::Error) -> bool {
    let code = reason.as_database_error().and_then(|reason| reason.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == 5)
}

/// Opens an existing file read-only.
pub(super) async fn open_read_only(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    SqliteConnection::connect_with(&options).await
}

/// Merges the WAL into the file as far as nobody else reads it, without waiting for anybody. The next write then
/// begins it anew.
pub async fn checkpoint_passively(path: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).disable_statement_logging();
    let mut connection = SqliteConnection::connect_with(&options).await?;
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await?;
    connection.close().await
}

/// How long the checkpoint that empties the WAL waits for others; writers wait for it meanwhile.
const EMPTY_TIMEOUT: Duration = Duration::from_millis(200);

/// Merges the WAL into the file and empties it, so that no deleted text is left there; false if somebody else is
/// in the way.
pub(super) async fn empty_wal(options: &SqliteConnectOptions) -> Result<bool, sqlx::Error> {
    let options = options.clone().busy_timeout(EMPTY_TIMEOUT);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let done = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await;
    connection.close().await?;
    Ok(done?.try_get::<i64, _>(0)? == 0)
}

/// Creates the folder and the file if needed, readable by the owner only; files that SQLite puts beside it
/// (WAL, shared memory) inherit the mode.
fn create_file(path: &Path) -> Result<(), StartError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |source| StartError::DataFolder { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = std::fs::OpenOptions::new();
    file.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.open(path).map_err(failed)?;
    Ok(())
}

/// Converts a column.
pub(super) fn value(row: &SqliteRow, column: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(column)?;
    if raw.is_null() {
        return Ok(Value::Text(None));
    }
    Ok(match raw.type_info().name() {
        "INTEGER" => Value::Int(row.try_get(column)?),
        "REAL" => Value::Real(row.try_get(column)?),
        _ => Value::Text(row.try_get(column)?),
    })
}
