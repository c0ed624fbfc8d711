//! What is kept: the logs of all rooms, and beside them names and seats. SQLite in one file, or PostgreSQL; reads through a small
//! pool, writes through one task that commits for all rooms at once (`writer`). Nothing is acknowledged before its commit.

mod accounts;
mod append;
mod ended;
mod forget;
mod games;
mod handovers;
mod kind;
mod nodes;
mod open;
mod profile;
mod pushes;
mod reports;
mod seats;
mod sweep;
#[cfg(test)]
mod tests;
mod unrecorded;
mod write;
mod writer;

use room::{Ended, Logged, Millis, RoomCode, Seat};
use rules::Game;
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::PgDatabaseError;
use tokio::sync::{mpsc, oneshot};

use super::database::{Database, Location, Row, query};
use super::error::StartError;
use super::game_id::GameId;
use super::identity::GuestKey;
use super::manners;
use super::metrics::Metrics;
pub use accounts::{Bearer, SignIn};
use ended::EndedGame;
pub use games::OwnGame;
pub use handovers::Ticket;
pub use kind::{Kind, game_word};
pub use nodes::Sign;
pub use open::is_current;

pub use profile::{Score, Tally};
pub use reports::{OwnReport, Report, Since};
pub use seats::{Sits, Version};
use write::Write;
use writer::{Job, Order};

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    writer: mpsc::Sender<Order>,
}

/// Why the store did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An event of this number, or a room of this code, is there already: somebody else was faster.
    #[error("the number is taken")]
    Conflict,
    /// The job itself is not as the tables want it; nothing of it was written.
    #[error("the database does not take it: {0}")]
    Refused(String),
    /// Another server wrote the same at the same moment, again and again; nothing was written.
    #[error("another server is writing the same")]
    Crossed,
    /// The disk or the database is at fault. Nothing was written, as far as that is known: what is lost on the way to a server may
    /// have been.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(inner) if inner.is_unique_violation() => Self::Conflict,
            sqlx::Error::Database(inner) if inner.kind() != ErrorKind::Other => {
                Self::Refused(error.to_string())
            }
            sqlx::Error::Database(inner) => match postgres_class(&**inner) {
                // https://www.postgresql.org/docs/current/errcodes-appendix.html
                Some("22") => Self::Refused(error.to_string()),
                Some("40") => Self::Crossed,
                _ => Self::Unavailable(error.to_string()),
            },
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// The class of an error, if it is one of PostgreSQL's: the first two of five characters. SQLite counts its errors.
fn postgres_class(error: &dyn DatabaseError) -> Option<&str> {
    let error = error.try_downcast_ref::<PgDatabaseError>()?;
    error.code().get(..2)
}

/// Who holds a seat from now on.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    /// The seat.
    pub seat: Seat,
    /// Its holder; `None` when it is free.
    pub guest: Option<GuestKey>,
}

/// What stands beside a log and changes together with it.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Who holds seats from now on.
    pub holders: Vec<Holder>,
    /// Whether a clock runs in the room from now on; `None` if nothing of that changes.
    pub clock: Option<bool>,
    /// The game that has ended.
    pub ended: Option<Ended>,
    /// Whether it is rated.
    pub rated: bool,
    /// The game that was called off.
    pub called_off: Option<Game>,
}

impl Store {
    /// Opens the database, or makes its file, and brings its tables up to date.
    ///
    /// # Errors
    /// The folder cannot be written, or it is not a database of ours, or cannot be reached.
    pub async fn open(location: impl Into<Location>) -> Result<Self, StartError> {
        Self::open_counted(&location.into(), Metrics::new()).await
    }

    /// The same, for a server that counts what is written.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_counted(location: &Location, metrics: Metrics) -> Result<Self, StartError> {
        let (database, connection) = open::open(location).await?;
        Ok(Self { writer: writer::start(database.clone(), connection, metrics), database })
    }

    /// The time of the database, if all servers that work with it are to go by it.
    pub async fn now(&self) -> Result<Option<Millis>, StoreError> {
        Ok(self.database.now().await?)
    }

    /// Begins the log of a new room with these events, and who holds its seats beside it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is a room of this code.
    pub async fn create_room(
        &self,
        code: RoomCode,
        log: &[Logged],
        beside: &Beside,
    ) -> Result<(), StoreError> {
        let at = log.first().map_or(0, |event| event.at);
        self.write_with(vec![Write::Room { code, at }], code, log, beside).await
    }

    /// Puts events behind a room's log, and what changes with them beside it: all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if one of the numbers is taken.
    pub async fn append(&self, code: RoomCode, events: &[Logged], beside: &Beside) -> Result<(), StoreError> {
        self.write_with(Vec::new(), code, events, beside).await
    }

    async fn write_with(
        &self,
        mut writes: Vec<Write>,
        code: RoomCode,
        events: &[Logged],
        beside: &Beside,
    ) -> Result<(), StoreError> {
        let at = events.last().map_or(0, |event| event.at);
        for event in events {
            writes.push(Write::event(code, event)?);
        }
        writes.extend(beside.holders.iter().map(|&holder| Write::Holder { code, holder, at }));
        writes.extend(beside.clock.map(|runs| Write::Clock { code, runs }));
        if let Some(ended) = &beside.ended {
            writes.push(Write::Game(EndedGame::new(code, ended, beside.rated)?));
        }
        writes.extend(beside.called_off.map(|game| Write::CalledOff { code, game }));
        self.write(writes).await
    }

    /// The events of a room after number `after`, in order; at most `most` of them.
    pub async fn events(&self, code: RoomCode, after: u64, most: u32) -> Result<Vec<Logged>, StoreError> {
        let rows = query("SELECT body FROM events WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT $3")
            .bind(code.to_string())
            .bind(after as i64)
            .bind(i64::from(most))
            .fetch_all(&self.database)
            .await?;
        let body = |row: Row| {
            serde_json::from_str(row.try_get::<&str>(0)?).map_err(|error| {
                StoreError::Unavailable(format!("an event of {code} is unreadable: {error}"))
            })
        };
        rows.into_iter().map(body).collect()
    }

    /// A room's whole log; empty if there is no such room.
    pub async fn log(&self, code: RoomCode) -> Result<Vec<Logged>, StoreError> {
        self.events(code, 0, u32::MAX).await
    }

    /// The rooms in which a clock runs.
    pub async fn clocks(&self) -> Result<Vec<RoomCode>, StoreError> {
        let rows = query("SELECT room FROM clocks").fetch_all(&self.database).await?;
        let code = |row: &Row| row.try_get::<&str>(0).ok()?.parse().ok();
        Ok(rows.iter().filter_map(code).collect())
    }

    /// Notes that a server is there at this moment; without a running clock nobody will want to know.
    pub async fn set_alive(&self, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Alive(at)]).await
    }

    /// When a server was last known to be there, while a clock ran.
    pub async fn alive(&self) -> Result<Millis, StoreError> {
        Ok(query("SELECT at FROM alive").fetch_one(&self.database).await?.try_get(0)?)
    }

    /// The name a guest has chosen. Those of before bad words were masked are masked now.
    pub async fn guest_name(&self, guest: GuestKey) -> Result<Option<String>, StoreError> {
        let row = query("SELECT name FROM guests WHERE guest = $1").bind(guest.to_string());
        let name = row.fetch_optional(&self.database).await?.map(|row| row.try_get(0)).transpose()?;
        Ok(name.map(|name: String| manners::masked(&name)))
    }

    /// Keeps the name a guest has chosen.
    pub async fn rename_guest(&self, guest: GuestKey, name: String, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::Name { guest, name, at }]).await
    }

    /// Whether reading and writing work at the moment.
    pub async fn check(&self) -> Result<(), StoreError> {
        query("SELECT 1 FROM rooms LIMIT 1").fetch_optional(&self.database).await?;
        self.write(vec![Write::Nothing]).await
    }

    /// Writes what is still queued and closes the file.
    pub async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.writer.send(Order::Close(reply)).await.is_ok() {
            let _ = done.await;
        }
        self.database.close().await;
    }

    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the writer has stopped".to_owned());
        let (reply, done) = oneshot::channel();
        self.writer.send(Order::Write(Job { writes, reply })).await.map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}
