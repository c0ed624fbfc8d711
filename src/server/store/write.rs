//! Write operations of the store, and the SQL statements that execute them.

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
use super::sessions::{self, SessionChange, write_session_change};
use super::{AuditEntry, Report, SeatHolder, StoreError, joined, nodes, seat_transfers, sweep};
use crate::server::database::{Connection, query};
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
    /// Deletes sanctions, blocks and switches that have ended.
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
        let statement = match write {
            Write::Event { .. } | Write::Probe => continue,
            Write::Game(game) => {
                game.write(transaction).await?;
                continue;
            }
            Write::Rate { code, result } => {
                rate_game::rate(transaction, *code, result).await?;
                continue;
            }
            Write::RemoveRoom { code, removal } => sweep::remove_room(*code, *removal),
            Write::DeleteRoom { code } => {
                sweep::delete_room(transaction, *code).await?;
                continue;
            }
            Write::RecoverRoom { code, now } => sweep::recover_room(*code, *now),
            Write::LookAt { code, at } => sweep::look_at(*code, *at),
            Write::Handover(change) => {
                seat_transfers::write_link_change(transaction, change).await?;
                continue;
            }
            Write::PushRoom(change) => {
                write_push_room(transaction, change).await?;
                continue;
            }
            Write::SignIn(who) => {
                sign_in(transaction, who).await?;
                continue;
            }
            Write::SignOut { session, at } => {
                sessions::end(transaction, &session.to_string(), *at).await?;
                continue;
            }
            Write::Adoption(change) => {
                write_adoption(transaction, change).await?;
                continue;
            }
            Write::Session(change) => {
                write_session_change(transaction, change).await?;
                continue;
            }
            Write::Bot(change) => {
                write_bot_change(transaction, change).await?;
                continue;
            }
            Write::Claim(change) => {
                write_claim(transaction, change).await?;
                continue;
            }
            Write::Relation(change) => {
                write_relation(transaction, change).await?;
                continue;
            }
            Write::Challenge(change) => {
                write_challenge(transaction, change).await?;
                continue;
            }
            Write::DeleteGuest { guest, at } => {
                delete_guest(transaction, *guest, *at).await?;
                continue;
            }
            Write::Moderation(change) => {
                write_moderation(transaction, &change.0, &change.1).await?;
                continue;
            }
            Write::RemoveExpiredModeration { before } => {
                remove_expired(transaction, *before).await?;
                continue;
            }
            Write::CalledOff { code, game } => query(
                "INSERT INTO called_off (guest, game, number) SELECT guest, $1, 1 FROM seats WHERE room = $2 \
                 ON CONFLICT (guest, game) DO UPDATE SET number = called_off.number + 1",
            )
            .bind(game.word())
            .bind(code.to_string()),
            Write::Room { code, at, same_address } => {
                query("INSERT INTO rooms (code, created_at, look_at, same_address) VALUES ($1, $2, $3, $4)")
                    .bind(code.to_string())
                    .bind(*at)
                    .bind(at.saturating_add(sweep::FIRST_LOOK))
                    .bind(i64::from(*same_address))
            }
            Write::Holder { code, holder: SeatHolder { seat, guest: Some(guest) }, at } => query(
                // A page that was opened before its guest was adopted by an account may still take seats.
                "INSERT INTO seats (room, seat, guest, since, adopted) VALUES ($1, $2, COALESCE((SELECT accounts.guest \
                 FROM adopted JOIN accounts ON accounts.account = adopted.account WHERE adopted.guest = $3), $3), $4, \
                 (SELECT guest FROM adopted WHERE guest = $3 AND settled = 0)) ON CONFLICT (room, seat) \
                 DO UPDATE SET guest = excluded.guest, since = excluded.since, adopted = excluded.adopted",
            )
            .bind(code.to_string())
            .bind(seat.index() as i64)
            .bind(guest.to_string())
            .bind(*at),
            Write::Holder { code, holder: SeatHolder { seat, guest: None }, .. } => {
                query("DELETE FROM seats WHERE room = $1 AND seat = $2")
                    .bind(code.to_string())
                    .bind(seat.index() as i64)
            }
            Write::Touch { code, at } => query("UPDATE rooms SET created_at = $2 WHERE code = $1 AND created_at < $2")
                .bind(code.to_string())
                .bind(*at),
            Write::Clock { code, runs: true } => {
                query("INSERT INTO clocks (room) VALUES ($1) ON CONFLICT (room) DO NOTHING")
                    .bind(code.to_string())
            }
            Write::Clock { code, runs: false } => {
                query("DELETE FROM clocks WHERE room = $1").bind(code.to_string())
            }
            Write::Joined { code, guest, at } => joined::note(*code, *guest, *at),
            Write::Push(change) => change.statement(),
            Write::Redaction(change) => change.statement(),
            Write::Node(change) => change.statement(),
            // Without a running clock nothing is updated, so that no page of the file is written.
            Write::Heartbeat(at) => {
                query("UPDATE alive SET at = $1 WHERE at < $1 AND EXISTS (SELECT 1 FROM clocks)").bind(*at)
            }
            Write::LowerHeartbeat(to) => query("UPDATE alive SET at = $1 WHERE at > $1").bind(*to),
            Write::TrustTime(at) => query("UPDATE trusted_time SET at = $1 WHERE at < $1").bind(*at),
            Write::Unseen(Unseen { since, until }) => query(
                "INSERT INTO downtimes (since, until) VALUES ($1, $2) ON CONFLICT (since) \
                 DO UPDATE SET until = excluded.until WHERE excluded.until > downtimes.until",
            )
            .bind(*since)
            .bind(*until),
            Write::GuestName { guest, name, at } => query(
                "INSERT INTO guests (guest, name, since) VALUES ($1, $2, $3) \
                 ON CONFLICT (guest) DO UPDATE SET name = excluded.name, since = excluded.since",
            )
            .bind(guest.to_string())
            .bind(name.as_str())
            .bind(*at),
            Write::Report { report, lines } => query(
                "INSERT INTO reports (room, at, guest, about, member, name, lines) VALUES ($1, $2, $3, \
                 COALESCE($4, (SELECT guest FROM seats WHERE room = $1 AND seat = $5), ''), $6, $7, $8)",
            )
            .bind(report.room.to_string())
            .bind(report.at)
            .bind(report.guest.to_string())
            .bind(report.about.map(|about| about.to_string()))
            .bind(report.seat.map(|seat| seat.index() as i64))
            .bind(report.member.to_string())
            .bind(report.name.as_str())
            .bind(lines.as_str()),
            Write::RemoveReports { before } => query("DELETE FROM reports WHERE at < $1").bind(*before),
        };
        statement.execute(&mut *transaction).await?;
    }
    Ok(())
}
