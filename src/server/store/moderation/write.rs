//! The statements by which changes of moderation are written, each with its row of the audit log.

use room::Millis;

use super::{Block, ModerationChange, Sanction, SwitchedOff};
use crate::server::database::{Connection, query};
use crate::server::store::audit::{self, AuditEntry};
use crate::server::store::bots::write_bot_change;
use crate::server::store::claimed_names::TAKE_AWAY;
use crate::server::store::redactions::RedactionChange;
use crate::server::store::tournaments::write_tournament;
use crate::server::store::undo_ratings::undo_game;
use crate::server::store::{StoreError, sessions};

pub(in crate::server::store) async fn write_moderation(
    transaction: &mut Connection,
    change: &ModerationChange,
    entry: &AuditEntry,
) -> Result<(), StoreError> {
    // First, because of two changes at once the later one has to see what the other one has done.
    audit::add(transaction, entry).await?;
    match change {
        ModerationChange::Sanction(Sanction { guest, kind, since, until, reason }) => {
            let sql = "INSERT INTO sanctions (guest, kind, since, until, reason) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (guest, kind) DO UPDATE SET \
                       since = excluded.since, until = excluded.until, reason = excluded.reason";
            let sanction = query(sql).bind(guest.to_string()).bind(kind.word()).bind(*since).bind(*until);
            sanction.bind(reason).execute(transaction).await?;
        }
        ModerationChange::Bot(change) => write_bot_change(transaction, change).await?,
        ModerationChange::Tournament(change) => write_tournament(transaction, change).await?,
        ModerationChange::Lift(guest) => {
            let lift = query("DELETE FROM sanctions WHERE guest = $1").bind(guest.to_string());
            lift.execute(transaction).await?;
        }
        ModerationChange::RemoveName(guest) => {
            let remove = query("DELETE FROM guests WHERE guest = $1").bind(guest.to_string());
            remove.execute(&mut *transaction).await?;
            // Nobody has a claimed name again that was taken away.
            let taken = query(TAKE_AWAY).bind(guest.to_string());
            taken.execute(transaction).await?;
        }
        ModerationChange::EndSignIns(guest) => {
            let sql = "SELECT session FROM sessions JOIN accounts ON accounts.account = sessions.account \
                       WHERE accounts.guest = $1 ORDER BY session";
            let rows = query(sql).bind(guest.to_string()).fetch_all(&mut *transaction).await?;
            for row in rows {
                sessions::end(transaction, row.try_get(0)?, entry.at).await?;
            }
        }
        ModerationChange::Block(Block { hash, prefix, since, until, reason }) => {
            let sql = "INSERT INTO blocks (hash, prefix, since, until, reason) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (hash) DO UPDATE SET \
                       since = excluded.since, until = excluded.until, reason = excluded.reason";
            let block = query(sql).bind(hash).bind(i64::from(*prefix)).bind(*since).bind(*until);
            block.bind(reason).execute(transaction).await?;
        }
        ModerationChange::LiftBlock { hash } => {
            query("DELETE FROM blocks WHERE hash = $1").bind(hash).execute(transaction).await?;
        }
        ModerationChange::SwitchOff(SwitchedOff { feature, since, until }) => {
            let sql = "INSERT INTO switches (name, since, until) VALUES ($1, $2, $3) \
                       ON CONFLICT (name) DO UPDATE SET since = excluded.since, until = excluded.until";
            query(sql).bind(feature.word()).bind(*since).bind(*until).execute(transaction).await?;
        }
        ModerationChange::SwitchOn(feature) => {
            query("DELETE FROM switches WHERE name = $1").bind(feature.word()).execute(transaction).await?;
        }
        ModerationChange::Shut { code, since } => {
            let sql = "INSERT INTO shut_rooms (room, since) VALUES ($1, $2) ON CONFLICT (room) DO NOTHING";
            query(sql).bind(code.to_string()).bind(*since).execute(transaction).await?;
        }
        ModerationChange::Hide { code, all, at } => {
            let (code, at) = (*code, *at);
            for &redaction in all {
                let hide = RedactionChange::Hide { code, redaction, at };
                hide.statement().execute(&mut *transaction).await?;
            }
        }
        ModerationChange::ReportDone { room, at, member, done, note } => {
            let sql = "UPDATE reports SET done = $4, note = $5 WHERE room = $1 AND at = $2 AND member = $3";
            let report = query(sql).bind(room).bind(*at).bind(member).bind(*done).bind(note);
            report.execute(transaction).await?;
        }
        ModerationChange::UndoRatings { games, at } => {
            for game in games {
                undo_game(transaction, game, *at).await?;
            }
        }
    }
    Ok(())
}

pub(in crate::server::store) async fn remove_expired(
    transaction: &mut Connection,
    before: Millis,
) -> Result<(), StoreError> {
    for table in ["sanctions", "blocks", "switches"] {
        query(format!("DELETE FROM {table} WHERE until < $1"))
            .bind(before)
            .execute(&mut *transaction)
            .await?;
    }
    query("DELETE FROM screenings WHERE at < $1").bind(before).execute(transaction).await?;
    Ok(())
}
