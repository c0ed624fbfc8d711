//! Write operations of the store, and how they are executed.

mod statement;

use std::sync::Arc;

use room::{Logged, Millis, RoomCode};
use rules::Game;

use super::accounts::{SignIn, sign_in};
use super::adoption::{AdoptionChange, write_adoption};
use super::append::insert_events;
use super::archive_game::ArchiveEntry;
use super::bots::{BotChange, write_bot_change};
use super::challenges::{ChallengeChange, write_challenge};
use super::claimed_names::{ClaimChange, write_claim};
use super::forget::delete_guest;
use super::moderation::{ModerationChange, remove_expired, write_moderation};
use super::push_rooms::{PushRoomChange, write_push_room};
use super::push_subscriptions::PushChange;
use super::rate_game::{self, RatedResult};
use super::redactions::RedactionChange;
use super::relations::{RelationChange, write_relation};
use super::screenings::{self, Screening};
use super::sessions::{self, SessionChange, write_session_change};
use super::tournaments::{TournamentChange, write_tournament};
use super::{AuditEntry, Report, SeatHolder, StoreError, nodes, seat_transfers, sweep};
use crate::server::database::Connection;
use crate::server::identity::GuestKey;
use crate::server::time::plausibility::Unseen;

/// One write operation of a job.
pub(super) enum Write {
    Room {
        code: RoomCode,
        at: Millis,
        same_address: bool,
    },
    Event {
        code: RoomCode,
        seq: i64,
        at: Millis,
        body: Arc<str>,
    },
    Holder {
        code: RoomCode,
        holder: SeatHolder,
        at: Millis,
    },
    /// Notes that a guest was in a room.
    Joined {
        code: RoomCode,
        guest: GuestKey,
        at: Millis,
    },
    /// Archives a finished game.
    Game(ArchiveEntry),
    /// Rates a game or match whose games are archived.
    Rate {
        code: RoomCode,
        result: RatedResult,
    },
    /// Counts a called-off game for the holders of the room's seats.
    CalledOff {
        code: RoomCode,
        game: Game,
    },
    Clock {
        code: RoomCode,
        runs: bool,
    },
    Heartbeat(Millis),
    /// Lowers the heartbeat.
    LowerHeartbeat(Millis),
    /// Raises the latest time that is trusted.
    TrustTime(Millis),
    /// Notes a span in which no server ran.
    Unseen(Unseen),
    GuestName {
        guest: GuestKey,
        name: String,
        at: Millis,
    },
    Push(PushChange),
    Redaction(RedactionChange),
    PushRoom(PushRoomChange),
    /// A seat transfer link.
    Handover(seat_transfers::LinkChange),
    Node(nodes::NodeChange),
    /// A sign-in.
    SignIn(Box<SignIn>),
    /// A sign-out.
    SignOut {
        session: GuestKey,
        at: Millis,
    },
    Session(Box<SessionChange>),
    Adoption(AdoptionChange),
    Bot(Box<BotChange>),
    Claim(ClaimChange),
    Relation(RelationChange),
    Challenge(ChallengeChange),
    Tournament(Box<TournamentChange>),
    /// Anonymises a batch of a guest's games; with the last one, deletes the guest.
    DeleteGuest {
        guest: GuestKey,
        at: Millis,
    },
    /// Removes a room: nobody finds it any more.
    RemoveRoom {
        code: RoomCode,
        removal: sweep::Removal,
    },
    /// Deletes a removed room and its projections.
    DeleteRoom {
        code: RoomCode,
    },
    /// Makes a removed room visible again.
    RecoverRoom {
        code: RoomCode,
        now: Millis,
    },
    /// Sets when the sweep looks at a room again.
    LookAt {
        code: RoomCode,
        at: Millis,
    },
    /// Marks a room without events as in use.
    Touch {
        code: RoomCode,
        at: Millis,
    },
    Report {
        report: Box<Report>,
        /// Its lines as JSON.
        lines: String,
    },
    /// Deletes old reports.
    RemoveReports {
        before: Millis,
    },
    /// A change by the operator, with its row of the audit log.
    Moderation(Box<(ModerationChange, AuditEntry)>),
    /// What was found of players by screening, in place of what was found before.
    Screenings(Vec<Screening>),
    /// Deletes sanctions, blocks and switches that have ended, and old screenings.
    RemoveExpiredModeration {
        before: Millis,
    },
    /// Readiness probe: whether something can be written.
    Probe,
}

impl Write {
    /// An event, with its JSON.
    pub(super) fn event(code: RoomCode, event: &Logged) -> Result<(Self, Arc<str>), StoreError> {
        let body = serde_json::to_string(event).map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let body: Arc<str> = body.into();
        Ok((Self::Event { code, seq: event.seq as i64, at: event.at, body: Arc::clone(&body) }, body))
    }
}

/// Executes all operations; events first, in few statements and sorted by key, so that concurrent servers
/// lock rows in the same order and cannot deadlock.
pub(super) async fn write<'w>(
    transaction: &mut Connection,
    writes: impl Iterator<Item = &'w Write> + Clone,
) -> Result<(), StoreError> {
    let events = writes.clone().filter_map(|write| match write {
        Write::Event { code, seq, at, body } => Some((code, *seq, *at, &**body)),
        _ => None,
    });
    let mut events: Vec<_> = events.collect();
    events.sort_unstable_by_key(|&(code, seq, ..)| (*code, seq));
    insert_events(transaction, &events).await?;
    for write in writes {
        match write {
            Write::Event { .. } | Write::Probe => {}
            Write::Game(game) => game.write(transaction).await?,
            Write::Rate { code, result } => rate_game::rate(transaction, *code, result).await?,
            Write::DeleteRoom { code } => sweep::delete_room(transaction, *code).await?,
            Write::Handover(change) => seat_transfers::write_link_change(transaction, change).await?,
            Write::PushRoom(change) => write_push_room(transaction, change).await?,
            Write::SignIn(who) => sign_in(transaction, who).await?,
            Write::SignOut { session, at } => sessions::end(transaction, &session.to_string(), *at).await?,
            Write::Adoption(change) => write_adoption(transaction, change).await?,
            Write::Session(change) => write_session_change(transaction, change).await?,
            Write::Bot(change) => write_bot_change(transaction, change).await?,
            Write::Claim(change) => write_claim(transaction, change).await?,
            Write::Relation(change) => write_relation(transaction, change).await?,
            Write::Challenge(change) => write_challenge(transaction, change).await?,
            Write::Tournament(change) => write_tournament(transaction, change).await?,
            Write::DeleteGuest { guest, at } => delete_guest(transaction, *guest, *at).await?,
            Write::Moderation(change) => write_moderation(transaction, &change.0, &change.1).await?,
            Write::RemoveExpiredModeration { before } => remove_expired(transaction, *before).await?,
            Write::Screenings(found) => screenings::replace(transaction, found).await?,
            Write::RemoveRoom { .. }
            | Write::RecoverRoom { .. }
            | Write::LookAt { .. }
            | Write::CalledOff { .. }
            | Write::Room { .. }
            | Write::Holder { .. }
            | Write::Touch { .. }
            | Write::Clock { .. }
            | Write::Joined { .. }
            | Write::Push(_)
            | Write::Redaction(_)
            | Write::Node(_)
            | Write::Heartbeat(_)
            | Write::LowerHeartbeat(_)
            | Write::TrustTime(_)
            | Write::Unseen(_)
            | Write::GuestName { .. }
            | Write::Report { .. }
            | Write::RemoveReports { .. } => {
                if let Some(statement) = statement::statement(write) {
                    statement.execute(&mut *transaction).await?;
                }
            }
        }
    }
    Ok(())
}
