//! The two databases that can keep everything: SQLite in a file, and PostgreSQL for several servers. What is said to them is the
//! same SQL; here is the little in which they differ.

mod location;
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

use super::error::StartError;
pub use location::Location;
pub use query::{Query, Row, query};
pub use tables::{copy, digest};

/// A database that is open: where connections to it come from, and some of them for reading.
#[derive(Clone)]
pub enum Database {
    /// A file.
    Sqlite {
        /// The connections for reading.
        readers: SqlitePool,
        /// How further ones are made.
        options: Box<sqlx::sqlite::SqliteConnectOptions>,
    },
    /// A server of its own.
    Postgres {
        /// The connections for reading.
        readers: PgPool,
        /// How further ones are made.
        options: Box<sqlx::postgres::PgConnectOptions>,
    },
}

/// One connection.
#[derive(Debug)]
pub enum Connection {
    /// To a file.
    Sqlite(SqliteConnection),
    /// To a server.
    Postgres(PgConnection),
}

/// Without what lets somebody in.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite { .. } => "Database(SQLite)",
            Self::Postgres { .. } => "Database(PostgreSQL)",
        })
    }
}

impl Database {
    /// Opens a database; a file that is not there is made.
    ///
    /// # Errors
    /// It cannot be reached, or made.
    pub async fn open(location: &Location) -> Result<Self, StartError> {
        let failed = |source: sqlx::Error| StartError::database(location, source);
        match location {
            Location::File(path) => sqlite::open(path).await?.map_err(failed),
            Location::Postgres(options) => postgres::open(options).await.map_err(failed),
        }
    }

    /// A connection of one's own.
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

    /// Its time, if it has a time of its own, which all who work with it share.
    pub async fn now(&self) -> Result<Option<Millis>, sqlx::Error> {
        match self {
            Self::Sqlite { .. } => Ok(None),
            Self::Postgres { .. } => query(postgres::NOW).fetch_one(self).await?.try_get(0).map(Some),
        }
    }

    /// How long a commit may take: a file takes it or fails, a server may be gone without a word.
    pub fn patience(&self) -> Duration {
        match self {
            Self::Sqlite { .. } => Duration::MAX,
            Self::Postgres { .. } => postgres::PATIENCE,
        }
    }

    /// Closes the connections for reading.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { readers, .. } => readers.close().await,
            Self::Postgres { readers, .. } => readers.close().await,
        }
    }
}

impl Connection {
    /// Opens a database for reading alone.
    pub async fn to_read(location: &Location) -> Result<Self, sqlx::Error> {
        match location {
            Location::File(path) => sqlite::to_read(path).await.map(Self::Sqlite),
            Location::Postgres(options) => PgConnection::connect_with(options).await.map(Self::Postgres),
        }
    }

    /// Brings the tables up to date. Of several that want to, one does it.
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

    /// Begins a transaction; each has to end with [`Connection::commit`] or [`Connection::roll_back`], or the connection is to be
    /// given up.
    pub async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            Self::Sqlite(_) => "BEGIN",
            // What is read stays as it is until the end, or the database says that it did not: then it is tried again.
            Self::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ",
        };
        query(sql).execute(self).await
    }

    /// Commits a transaction.
    pub async fn commit(&mut self) -> Result<(), sqlx::Error> {
        query("COMMIT").execute(self).await
    }

    /// Takes a transaction back.
    pub async fn roll_back(&mut self) -> Result<(), sqlx::Error> {
        query("ROLLBACK").execute(self).await
    }

    /// Closes it in good order.
    pub async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}
