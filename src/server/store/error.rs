//! What can go wrong in the store.

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::PgDatabaseError;

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The sequence number, or the room code, is taken: another writer was faster (optimistic concurrency).
    #[error("the number is taken")]
    Conflict,
    /// The job violates a constraint; nothing of it was written.
    #[error("the database does not take it: {0}")]
    Refused(String),
    /// Serialization failures against another server persisted through all retries; nothing was written.
    #[error("another server is writing the same")]
    SerializationFailure,
    /// The disk or the database has failed. Presumably nothing was written; if the connection broke during a
    /// commit, that is unknown.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// What is stored cannot be read by this program. Another attempt finds the same.
    #[error("{0}")]
    Unreadable(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(inner) if inner.is_unique_violation() => Self::Conflict,
            sqlx::Error::Database(inner) if inner.kind() != ErrorKind::Other => {
                Self::Refused(error.to_string())
            }
            sqlx::Error::Database(inner) => match postgres_class(&**inner) {
                // Classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
                Some("22") => Self::Refused(error.to_string()),
                Some("40") => Self::SerializationFailure,
                _ => Self::Unavailable(error.to_string()),
            },
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// The class of a PostgreSQL error, the first two of its five characters; `None` for SQLite, whose codes are
/// numbers.
fn postgres_class(error: &dyn DatabaseError) -> Option<&str> {
    let error = error.try_downcast_ref::<PgDatabaseError>()?;
    error.code().get(..2)
}
