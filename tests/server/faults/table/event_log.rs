//! Verification of event logs after fault injection: every log obeys the rules, holds each acknowledged command once,
//! and folds into the rooms that the players saw.

use std::collections::HashMap;
use std::path::Path;

use room::{Draft, Event, Logged, Room, audit, evolve};
use rules::Setup;
use sqlx::Row;

use super::Table;

/// Reads the event logs from disk, validates them against the rules, and compares them with what the players
/// were told.
pub async fn check(database: &Path, tables: &[Table]) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let sound: String = sqlx::query("PRAGMA integrity_check").fetch_one(&pool).await.unwrap().get(0);
    assert_eq!(sound, "ok");
    for table in tables {
        let sql = "SELECT body FROM events WHERE room = $1 ORDER BY seq";
        let rows = sqlx::query(sql).bind(table.code.to_string()).fetch_all(&pool).await.unwrap();
        let log: Vec<Logged> = rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect();
        check_log(table, &log);
    }
    pool.close().await;
}

/// Validates an event log (audit, idempotency, durability of what was acknowledged, equal replicas).
pub fn check_log(table: &Table, log: &[Logged]) {
    let audited = audit(table.code, log).unwrap_or_else(|flaw| panic!("{flaw}"));
    assert_eq!(audited.repeated, [], "no command happened twice");
    let mut room = Room::new(table.code);
    let mut commands: HashMap<(u64, u64), u64> = HashMap::new();
    let mut seen: HashMap<u64, Room> = HashMap::new();
    for event in log {
        if let (Event::Started { setup, .. }, Some(Draft { board, .. })) = (&event.event, room.draft) {
            assert_eq!(Some(*setup), board.map(Setup::Mapello), "the board that was built is played on");
        }
        if let Some(by) = event.by {
            commands.entry((by.member.0, by.id)).or_insert(event.seq);
        }
        evolve(&mut room, event);
        if table.confirmed().any(|known| known.seq == room.seq) {
            seen.insert(room.seq, room.clone());
        }
    }
    for (origin, seen_at) in &table.acknowledged {
        let written = commands.get(&(origin.member.0, origin.id));
        assert!(written.is_some_and(|seq| seq <= seen_at), "acknowledged and not written: {origin:?}");
    }
    for known in table.confirmed() {
        assert_eq!(seen.get(&known.seq), Some(known), "what a player saw is what the log says");
    }
}
