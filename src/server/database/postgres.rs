//! PostgreSQL: what connections to it are made with.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, PgConnection, Row, TypeInfo, ValueRef};

use super::Database;
use super::query::{Rows, Value};

/// How many connections read at a time.
const READERS: u32 = 8;
/// How long is waited for a connection.
const WAIT: Duration = Duration::from_secs(5);
/// See [`Database::patience`].
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// What the database gives up by itself, as SQLite does with a file that is locked: who waits for a lock, and, long before that,
/// whoever has gone silent in a transaction and holds locks for which others wait.
const LIMITS: [(&str, &str); 3] =
    [("lock_timeout", "5s"), ("statement_timeout", "30s"), ("idle_in_transaction_session_timeout", "2s")];
/// How long a reading may take: the machine of the database may be gone without a word.
const READ: Duration = Duration::from_secs(10);

/// Its time in milliseconds since 1970.
pub(super) const NOW: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// Reaches the server.
pub(super) async fn open(options: &PgConnectOptions) -> Result<Database, sqlx::Error> {
    let options = options.clone().disable_statement_logging().application_name("duello").options(LIMITS);
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(WAIT)
        .connect_with(options.clone())
        .await?;
    Ok(Database::Postgres { readers, options: options.into() })
}

/// Lets statements take as long as they want, as a change of big tables does, or no longer.
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

/// The rows of a reading, if they come in time.
pub(super) fn in_time<'s>(rows: Rows<'s>) -> Rows<'s> {
    let late = |_| Err(sqlx::Error::PoolTimedOut);
    let all =
        async move { tokio::time::timeout(READ, rows.try_collect::<Vec<_>>()).await.unwrap_or_else(late) };
    stream::once(all).map_ok(|rows| stream::iter(rows).map(Ok)).try_flatten().boxed()
}

/// What is in a column.
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
