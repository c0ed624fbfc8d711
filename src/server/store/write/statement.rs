//! The write operations that are one SQL statement each.

use super::Write;
use crate::server::database::{Query, query};
use crate::server::store::SeatHolder;
use crate::server::store::{joined, sweep};
use crate::server::time::plausibility::Unseen;

/// The statement of an operation; `None` for one that takes several.
pub(super) fn statement(write: &Write) -> Option<Query> {
    Some(match write {
        Write::RemoveRoom { code, removal } => sweep::remove_room(*code, *removal),
        Write::RecoverRoom { code, now } => sweep::recover_room(*code, *now),
        Write::LookAt { code, at } => sweep::look_at(*code, *at),
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
        _ => return None,
    })
}
