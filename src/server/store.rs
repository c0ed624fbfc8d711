//! Store: the append-only event log of every room, and the projections beside it (names, seats, clocks,
//! archive), in SQLite or PostgreSQL. A small pool reads; a single writer does group commit for all rooms
//! (`writer`). Nothing is acknowledged before its commit.

mod accounts;
mod adoption;
mod append;
mod archive_game;
mod archive_migration;
mod audit;
mod bots;
mod challenges;
mod claimed_names;
mod dead_cookies;
pub(in crate::server) mod deletion_list;
mod desk;
mod error;
mod forget;
pub(in crate::server) mod game_id;
mod game_kind;
mod games;
mod joined;
pub mod ladder;
mod leaderboard;
mod logs;
pub(in crate::server) mod look_alike;
mod mend_time;
mod moderation;
mod nodes;
mod open;
mod profile;
mod push_rooms;
mod push_subscriptions;
mod rate_game;
pub(in crate::server) mod rating;
mod redactions;
mod relations;
mod reports;
mod schema;
mod screenings;
mod seat_transfers;
mod seats;
pub(in crate::server) mod server_clock;
mod session_check;
mod sessions;
mod sweep;
#[cfg(test)]
mod tests;
pub(in crate::server) mod tournaments;
mod trusted_time;
mod undo_ratings;
mod write;
mod writer;

use std::sync::Arc;

use room::{EndedGame, Logged, Millis, RoomCode, Seat, claimed_name, person_name};
use rules::Game;
use tokio::sync::{mpsc, oneshot};

use self::game_id::GameId;
pub use self::game_kind::GameKind;
pub use self::nodes::NodeId;
pub use self::push_rooms::PushRoom;
pub use self::push_subscriptions::{NoteKind, Subscription};
pub use self::seat_transfers::TransferLink;
use super::database::{Database, Location, Row, query};
use super::error::StartError;
use super::identity::GuestKey;
use super::metrics::Metrics;
use super::profanity;
pub use accounts::{CookieOwner, SignIn};
pub use adoption::AdoptionChange;
pub use audit::{AuditEntry, AuditRow};
pub use bots::{BotChange, BotRow, Scope, TokenOwner, TokenRow};
pub use challenges::{ChallengeChange, StoredChallenge};
pub use claimed_names::MAX_NAMES;
pub use claimed_names::{ClaimChange, Claims};
pub use desk::{AccountSummary, FullReport};
pub use error::StoreError;
pub use games::{GAMES_PER_PAGE, MAX_PAGE, OwnGame};
pub use mend_time::{mend, newest_event};
pub use moderation::{
    Block, ModerationChange, ModerationRows, ModerationVersion, Sanction, SanctionKind, SwitchedOff,
};
pub use nodes::NodeHeartbeat;
pub use open::is_current;
pub use profile::{Score, Tally};
pub use rate_game::{RatedLimits, RatedResult};
pub use relations::{Related, Relation, RelationChange};
pub use reports::{OwnReport, Report, ReportCursor};
pub use schema::{BeforeMigration, LATEST, Schema, way_back};
pub use screenings::{Findings, Screening};
pub use seats::{HeldSeat, LogVersion};
pub use sessions::{NoticeRow, OldestSession, PasskeyRow, SessionChange};
pub use sweep::{DueRoom, Removal};
pub use tournaments::{
    Facts, FinishedTournament, LiveTournament, PhaseWord, StoredEntrant, TournamentChange, TournamentRow,
};
pub use undo_ratings::{RatedChange, RatedRange};
use write::Write;
use writer::{Job, WriterMessage};

/// Handle of the database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    writer: mpsc::Sender<WriterMessage>,
}

/// A change of a seat's holder.
#[derive(Clone, Copy, Debug)]
pub struct SeatHolder {
    /// The seat.
    pub seat: Seat,
    /// The new holder; `None` when the seat becomes free.
    pub guest: Option<GuestKey>,
}

/// Changes of the projections that are committed together with events.
#[derive(Clone, Debug, Default)]
pub struct Projections {
    /// New holders of seats.
    pub holders: Vec<SeatHolder>,
    /// Whether a clock is running in the room; `None` if that has not changed.
    pub clock: Option<bool>,
    /// A game that has ended, for the archive.
    pub ended: Option<EndedGame>,
    /// A game or match that has ended by it and is rated.
    pub rated: Option<RatedResult>,
    /// A game that was called off.
    pub called_off: Option<Game>,
    /// Of a new room: whether both players came from one network address.
    pub same_address: bool,
}

impl Store {
    /// Opens the database, creates the file if needed, and runs the migrations.
    ///
    /// # Errors
    /// The folder cannot be written, the database cannot be reached, or it holds something else.
    pub async fn open(location: impl Into<Location>) -> Result<Self, StartError> {
        Self::open_for_server(&location.into(), BeforeMigration::Nothing, Metrics::new()).await
    }

    /// As [`Store::open`], for a server, with its metrics: nothing is changed of which there is no backup.
    ///
    /// # Errors
    /// As [`Store::open`], or a backup has to be made first.
    pub async fn open_for_server(
        location: &Location,
        before: BeforeMigration,
        metrics: Metrics,
    ) -> Result<Self, StartError> {
        let (database, connection) = open::open(location, before).await?;
        Ok(Self { writer: writer::start(database.clone(), connection, metrics), database })
    }

    /// The clock of a shared database in milliseconds since 1970; `None` for SQLite.
    pub async fn database_time(&self) -> Result<Option<Millis>, StoreError> {
        Ok(self.database.now().await?)
    }

    /// Creates a room with the first events of its log and its projections.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the code is taken.
    pub async fn create_room(
        &self,
        code: RoomCode,
        log: &[Logged],
        projections: &Projections,
    ) -> Result<(), StoreError> {
        let at = log.first().map_or(0, |event| event.at);
        self.write_events(
            vec![Write::Room { code, at, same_address: projections.same_address }],
            code,
            log,
            projections,
        )
        .await?;
        Ok(())
    }

    /// Appends events to a room's log and updates the projections, atomically; the JSON of each event.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a sequence number is taken.
    pub async fn append(
        &self,
        code: RoomCode,
        events: &[Logged],
        projections: &Projections,
    ) -> Result<Vec<Arc<str>>, StoreError> {
        self.write_events(Vec::new(), code, events, projections).await
    }

    /// The rooms with a running clock.
    pub async fn rooms_with_clock(&self) -> Result<Vec<RoomCode>, StoreError> {
        let rows = query("SELECT room FROM clocks").fetch_all(&self.database).await?;
        let code = |row: &Row| row.try_get::<&str>(0).ok()?.parse().ok();
        Ok(rows.iter().filter_map(code).collect())
    }

    /// A guest's chosen name. Masked again on reading, because older names were stored before there was a
    /// profanity filter; and what marks bots and claimed names could once be chosen by anybody.
    pub async fn guest_name(&self, guest: GuestKey) -> Result<Option<String>, StoreError> {
        let row = query(
            "SELECT guests.name, bots.bot, claimed_names.name FROM guests LEFT JOIN bots ON bots.bot = guests.guest \
             LEFT JOIN claimed_names ON claimed_names.guest = guests.guest AND claimed_names.released = 0 \
             WHERE guests.guest = $1",
        );
        let row = row.bind(guest.to_string()).fetch_optional(&self.database).await?;
        let Some(row) = row else { return Ok(None) };
        let (name, bot, claimed): (String, Option<String>, Option<String>) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let has_mark = bot.is_some() || claimed.is_some() && claimed_name(&name) == claimed.as_deref();
        let name = if has_mark { Some(name) } else { person_name(&name) };
        Ok(name.map(|name| profanity::mask_profanity(&name)))
    }

    /// Stores a guest's chosen name.
    pub async fn rename_guest(&self, guest: GuestKey, name: String, at: Millis) -> Result<(), StoreError> {
        self.write(vec![Write::GuestName { guest, name, at }]).await
    }

    /// The same store, read by connections that pages cannot use up: for session cookies and rooms.
    pub fn reserved(&self) -> Self {
        Self { database: self.database.reserved(), writer: self.writer.clone() }
    }

    /// Takes all connections by which pages read.
    #[cfg(test)]
    pub async fn hold_readers(&self) -> Vec<Box<dyn std::any::Any + Send>> {
        self.database.hold_readers().await
    }

    /// Readiness: checks that reading and writing work.
    pub async fn check(&self) -> Result<(), StoreError> {
        query("SELECT 1 FROM rooms LIMIT 1").fetch_optional(&self.database).await?;
        self.write(vec![Write::Probe]).await
    }

    /// Commits what is queued and closes the database.
    pub async fn close(&self) {
        let (reply, done) = oneshot::channel();
        if self.writer.send(WriterMessage::Close(reply)).await.is_ok() {
            let _ = done.await;
        }
        self.database.close().await;
    }

    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let writer_stopped = || StoreError::Unavailable("the writer has stopped".to_owned());
        let (reply, done) = oneshot::channel();
        self.writer.send(WriterMessage::Write(Job { writes, reply })).await.map_err(|_| writer_stopped())?;
        done.await.map_err(|_| writer_stopped())?
    }
}
