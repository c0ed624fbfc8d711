//! Database access for both backends, SQLite in a file and PostgreSQL for several servers: the SQL is shared,
//! and this module holds the few differences, and transactions with commit and rollback.

mod durability;
pub mod files;
mod postgres;
mod query;
mod sqlite;
mod tables;
#[cfg(test)]
pub mod tests;

use std::fmt;
use std::time::Duration;

use room::Millis;
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection, PgPool, SqliteConnection, SqlitePool};

pub use super::config::location::Location;
use super::error::StartError;
pub use durability::ensure_durable;
pub use query::{Query, Row, query};
pub use sqlite::checkpoint_passively;
pub use tables::{copy, digest};

/// An open database: two pools of connections for reading, and the options for further connections.
#[derive(Clone)]
pub enum Database {
    /// SQLite in a file.
    Sqlite {
        /// Pool for reading.
        readers: SqlitePool,
        /// Pool for reading what players wait for: see [`Database::reserved`].
        reserved: SqlitePool,
        /// Options of further connections.
        options: Box<sqlx::sqlite::SqliteConnectOptions>,
    },
    /// A PostgreSQL server.
    Postgres {
        /// Pool for reading.
        readers: PgPool,
        /// Pool for reading what players wait for: see [`Database::reserved`].
        reserved: PgPool,
        /// Options of further connections.
        options: Box<sqlx::postgres::PgConnectOptions>,
    },
}

/// A single connection.
#[derive(Debug)]
pub enum Connection {
    /// To a SQLite file.
    Sqlite(SqliteConnection),
    /// To a PostgreSQL server.
    Postgres(PgConnection),
}

/// Shows the kind only, because the options contain the password.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite { .. } => "Database(SQLite)",
            Self::Postgres { .. } => "Database(PostgreSQL)",
        })
    }
}

impl Database {
    /// Opens a database; creates a SQLite file that does not exist.
    ///
    /// # Errors
    /// The database cannot be reached or created.
    pub async fn open(location: &Location) -> Result<Self, StartError> {
        let failed = |source: sqlx::Error| StartError::database(location, source);
        match location {
            Location::File(path) => sqlite::open(path).await?.map_err(failed),
            Location::Postgres(options) => postgres::open(options).await.map_err(failed),
        }
    }

    /// The same database, read by connections that are kept for what players wait for, so that pages, however
    /// many and however slow, cannot use them up.
    pub fn reserved(&self) -> Self {
        let mut own = self.clone();
        match &mut own {
            Self::Sqlite { readers, reserved, .. } => readers.clone_from(reserved),
            Self::Postgres { readers, reserved, .. } => readers.clone_from(reserved),
        }
        own
    }

    /// Takes all connections of the pool for reading.
    #[cfg(test)]
    pub async fn hold_readers(&self) -> Vec<Box<dyn std::any::Any + Send>> {
        let mut held: Vec<Box<dyn std::any::Any + Send>> = Vec::new();
        match self {
            Self::Sqlite { readers, .. } => {
                for _ in 0..readers.options().get_max_connections() {
                    held.push(Box::new(readers.acquire().await.unwrap()));
                }
            }
            Self::Postgres { readers, .. } => {
                for _ in 0..readers.options().get_max_connections() {
                    held.push(Box::new(readers.acquire().await.unwrap()));
                }
            }
        }
        held
    }

    /// Opens a connection outside the pool.
    pub async fn connect(&self) -> Result<Connection, sqlx::Error> {
        Ok(match self {
            Self::Sqlite { options, .. } => {
                Connection::Sqlite(SqliteConnection::connect_with(options).await?)
            }
            Self::Postgres { options, .. } => {
                Connection::Postgres(PgConnection::connect_with(options).await?)
            }
        })
    }

    /// The database's clock in milliseconds since 1970, which all nodes share; `None` for SQLite, which has
    /// none.
    pub async fn now(&self) -> Result<Option<Millis>, sqlx::Error> {
        match self {
            Self::Sqlite { .. } => Ok(None),
            Self::Postgres { .. } => query(postgres::NOW).fetch_one(self).await?.try_get(0).map(Some),
        }
    }

    /// Has what was deleted vanish from the files beside the database, as far as nobody else reads; false if
    /// somebody does. PostgreSQL reuses its log and the room of deleted rows by itself.
    pub async fn empty_log(&self) -> Result<bool, sqlx::Error> {
        match self {
            Self::Sqlite { options, .. } => sqlite::empty_wal(options).await,
            Self::Postgres { .. } => Ok(true),
        }
    }

    /// Timeout of a commit: SQLite answers or fails, but a PostgreSQL server may vanish silently.
    pub fn commit_timeout(&self) -> Duration {
        match self {
            Self::Sqlite { .. } => Duration::MAX,
            Self::Postgres { .. } => postgres::COMMIT_TIMEOUT,
        }
    }

    /// Closes the pools for reading.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { readers, reserved, .. } => tokio::join!(readers.close(), reserved.close()),
            Self::Postgres { readers, reserved, .. } => tokio::join!(readers.close(), reserved.close()),
        };
    }
}

impl Connection {
    /// Opens a read-only connection.
    pub async fn open_read_only(location: &Location) -> Result<Self, sqlx::Error> {
        match location {
            Location::File(path) => sqlite::open_read_only(path).await.map(Self::Sqlite),
            Location::Postgres(options) => PgConnection::connect_with(options).await.map(Self::Postgres),
        }
    }

    /// Waits until no other server looks at the schema to change it. A SQLite file is changed in one transaction.
    pub async fn lock_schema(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(connection) => postgres::lock_schema(connection).await,
        }
    }

    /// Ends [`Connection::lock_schema`], as closing the connection does.
    pub async fn unlock_schema(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(connection) => postgres::unlock_schema(connection).await,
        }
    }

    /// Runs the schema migrations. Of several servers that start at once, one does it.
    pub async fn migrate(&mut self, changes: &Migrator) -> Result<(), sqlx::migrate::MigrateError> {
        match self {
            Self::Sqlite(connection) => {
                let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
                changes.run(&mut *transaction).await?;
                Ok(transaction.commit().await?)
            }
            Self::Postgres(connection) => {
                postgres::without_limits(connection, true).await?;
                changes.run(&mut *connection).await?;
                Ok(postgres::without_limits(connection, false).await?)
            }
        }
    }

    /// Begins a transaction. It has to end with [`Connection::commit`] or [`Connection::roll_back`];
    /// otherwise the connection must not be used again.
    pub async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            Self::Sqlite(_) => "BEGIN",
            // A stable snapshot: reads repeat, or the database reports a serialization failure and the writer
            // retries.
            Self::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ",
        };
        query(sql).execute(self).await
    }

    /// As [`Connection::begin`], for a transaction that writes. SQLite lets one write at a time: here it waits for another
    /// process's turn, while a transaction that has read before fails at once.
    pub async fn begin_writing(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(_) => query("BEGIN IMMEDIATE").execute(self).await,
            Self::Postgres(_) => self.begin().await,
        }
    }

    /// Commits a transaction.
    pub async fn commit(&mut self) -> Result<(), sqlx::Error> {
        query("COMMIT").execute(self).await
    }

    /// Rolls a transaction back.
    pub async fn roll_back(&mut self) -> Result<(), sqlx::Error> {
        query("ROLLBACK").execute(self).await
    }

    /// Closes the connection cleanly.
    pub async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}
