//! SQLite: one file, and what it is opened with.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Row, SqliteConnection, TypeInfo, ValueRef};

use super::Database;
use super::query::Value;
use crate::server::error::StartError;

/// How long one waits for whoever has the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the file, or makes it.
pub(super) async fn open(path: &Path) -> Result<Result<Database, sqlx::Error>, StartError> {
    make(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .disable_statement_logging();
    let until = Instant::now() + PATIENCE;
    loop {
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await;
        match readers {
            // A new file is given its mode by one alone, and for that SQLite itself does not wait.
            Err(reason) if is_busy(&reason) && Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            readers => {
                return Ok(readers.map(|readers| Database::Sqlite { readers, options: options.into() }));
            }
        }
    }
}

/// Whether somebody else has the file: SQLITE_BUSY, also in what it is called more closely.
fn is_busy(reason: &sqlx::Error) -> bool {
    let code = reason.as_database_error().and_then(|reason| reason.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == 5)
}

/// Opens a file that is there.
pub(super) async fn to_read(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    SqliteConnection::connect_with(&options).await
}

/// Makes the folder and the file, if they are not there, for our eyes only; what SQLite puts beside the file gets the
/// file's mode.
fn make(path: &Path) -> Result<(), StartError> {
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

/// What is in a column.
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
