//! PostgreSQL backend: connection options, timeouts and conversion of columns.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, PgConnection, Row, TypeInfo, ValueRef};

use super::Database;
use super::query::{Rows, Value};

/// Sizes of the pool for reading, and of the one for what players wait for.
const READERS: u32 = 8;
const RESERVED: u32 = 4;
/// Timeout for getting a connection from the pool.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// See [`Database::commit_timeout`].
pub(super) const COMMIT_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeouts that the server enforces, as SQLite does for a locked file: on waiting for a lock, on a
/// statement, and, much sooner, on an idle transaction, whose locks would block all others.
const LIMITS: [(&str, &str); 3] =
    [("lock_timeout", "5s"), ("statement_timeout", "30s"), ("idle_in_transaction_session_timeout", "2s")];
/// Client-side timeout of a read: the database's machine may vanish silently.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// The server's clock in milliseconds since 1970.
pub(super) const NOW: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// Connects to the server.
pub(super) async fn open(options: &PgConnectOptions) -> Result<Database, sqlx::Error> {
    let options = options.clone().disable_statement_logging().application_name("duello").options(LIMITS);
    let pool = |size| PgPoolOptions::new().max_connections(size).acquire_timeout(ACQUIRE_TIMEOUT);
    let readers = pool(READERS).connect_with(options.clone()).await?;
    let reserved = pool(RESERVED).connect_lazy_with(options.clone());
    Ok(Database::Postgres { readers, reserved, options: options.into() })
}

/// Key of the lock under which one server at a time looks at the schema and changes it: "Duello". sqlx takes another
/// one, for its own part of that.
const SCHEMA_LOCK: i64 = 0x4475_656c_6c6f;

/// Waits for the schema's lock, which ends with the connection at the latest.
pub(super) async fn lock_schema(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    without_limits(connection, true).await?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(SCHEMA_LOCK).execute(&mut *connection).await?;
    without_limits(connection, false).await
}

/// Gives the schema's lock back.
pub(super) async fn unlock_schema(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(SCHEMA_LOCK).execute(connection).await.map(drop)
}

/// Lifts the timeouts for a migration of large tables, or restores them.
pub(super) async fn without_limits(connection: &mut PgConnection, so: bool) -> Result<(), sqlx::Error> {
    let all = match so {
        true => ["SET lock_timeout = 0", "SET statement_timeout = 0"],
        false => ["RESET lock_timeout", "RESET statement_timeout"],
    };
    for sql in all {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The rows of a read, or an error after [`READ_TIMEOUT`].
pub(super) fn with_timeout<'s>(rows: Rows<'s>) -> Rows<'s> {
    let late = |_| Err(sqlx::Error::PoolTimedOut);
    let all = async move {
        tokio::time::timeout(READ_TIMEOUT, rows.try_collect::<Vec<_>>()).await.unwrap_or_else(late)
    };
    stream::once(all).map_ok(|rows| stream::iter(rows).map(Ok)).try_flatten().boxed()
}

/// Converts a column.
pub(super) fn value(row: &PgRow, column: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(column)?;
    let null = raw.is_null();
    let info = raw.type_info();
    Ok(match info.name() {
        "INT8" => Value::Int(row.try_get(column)?),
        "INT4" => Value::Int(row.try_get::<Option<i32>, _>(column)?.map(i64::from)),
        "FLOAT8" => Value::Real(row.try_get(column)?),
        _ if null => Value::Text(None),
        _ => Value::Text(row.try_get(column)?),
    })
}
