//! Replay of every room's log, compared with the tables beside it, room by room.

use std::collections::HashMap;

use room::{AuditReport, EndedGame, Finished, Logged, RoomCode, Seat, audit};

use super::CheckReport;
use crate::server::database::{Connection, query};

/// Rooms whose codes are read at a time.
const WINDOW: i64 = 500;

/// The games of a room by number.
type Games = HashMap<i64, EndedGame>;

/// Checks all rooms.
pub(super) async fn check(connection: &mut Connection, report: &mut CheckReport) -> Result<(), sqlx::Error> {
    let lost = "SELECT DISTINCT room FROM events WHERE room NOT IN (SELECT code FROM rooms)";
    for row in query(lost).fetch_all(&mut *connection).await? {
        report.flaws.push(format!("room {}: it has events and was never opened", row.try_get::<&str>(0)?));
    }
    let mut after = String::new();
    loop {
        let sql = "SELECT code, (SELECT room FROM clocks WHERE room = code LIMIT 1) FROM rooms \
                   WHERE code > $1 ORDER BY code LIMIT $2";
        let rows = query(sql).bind(&after).bind(WINDOW).fetch_all(&mut *connection).await?;
        for row in &rows {
            let (code, clock): (String, Option<&str>) = (row.try_get(0)?, row.try_get(1)?);
            report.rooms += 1;
            match check_room(connection, &code, clock.is_some(), report).await? {
                Ok(Some(games)) => check_archive(connection, &code, &games, report).await?,
                Ok(None) => {}
                Err(flaw) => report.flaws.push(format!("room {code}: {flaw}")),
            }
            after = code;
        }
        if (rows.len() as i64) < WINDOW {
            return Ok(());
        }
    }
}

/// Replays a room and gives its finished games by number; `None` if only its code is left, which stays
/// reserved for its games.
async fn check_room(
    connection: &mut Connection,
    code: &str,
    has_clock: bool,
    report: &mut CheckReport,
) -> Result<Result<Option<Games>, String>, sqlx::Error> {
    let rows = query("SELECT seq, at, body FROM events WHERE room = $1 ORDER BY seq").bind(code);
    let mut log = Vec::new();
    for row in rows.fetch_all(&mut *connection).await? {
        let (seq, at): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        match serde_json::from_str::<Logged>(row.try_get(2)?) {
            Ok(logged) if (logged.seq as i64, logged.at) == (seq, at) => log.push(logged),
            Ok(_) => return Ok(Err(format!("event {seq}: its row says otherwise than the event"))),
            Err(error) => return Ok(Err(format!("event {seq}: {error}"))),
        }
    }
    report.events += log.len() as u64;
    let Ok(parsed_code) = code.parse::<RoomCode>() else { return Ok(Err("this is no code".to_owned())) };
    if log.is_empty() {
        let game = query("SELECT 1 FROM games WHERE room = $1 LIMIT 1").bind(code);
        let reserved = game.fetch_optional(connection).await?.is_some();
        return Ok(if reserved { Ok(None) } else { Err("it has no events".to_owned()) });
    }
    let AuditReport { room, games, moves, repeated } = match audit(parsed_code, &log) {
        Ok(audited) => audited,
        Err(flaw) => return Ok(Err(flaw.to_string())),
    };
    report.moves += moves;
    report.repeated += repeated.len() as u64;
    if room.is_clock_running() != has_clock {
        return Ok(Err("whether its clock runs is not what is written down".to_owned()));
    }
    for row in query("SELECT seat FROM seats WHERE room = $1").bind(code).fetch_all(connection).await? {
        let seat: i64 = row.try_get(0)?;
        // Not vice versa: a deleted guest keeps the place in the log, but has no row.
        if !Seat::BOTH.into_iter().any(|s| s.index() as i64 == seat && room.occupant(s).is_some()) {
            return Ok(Err(format!("seat {seat} is held in the tables and free in the room")));
        }
    }
    Ok(Ok(Some(games.into_iter().map(|game| (i64::from(game.number), game)).collect())))
}

/// Compares the finished games of a room with the archive.
async fn check_archive(
    connection: &mut Connection,
    code: &str,
    games: &Games,
    report: &mut CheckReport,
) -> Result<(), sqlx::Error> {
    let mut archived = 0;
    let rows = query("SELECT id, number, body FROM games WHERE room = $1 ORDER BY number").bind(code);
    for row in rows.fetch_all(connection).await? {
        let (id, number): (&str, i64) = (row.try_get(0)?, row.try_get(1)?);
        // An unreadable one is named where all games are checked.
        let Ok(game) = serde_json::from_str::<Finished>(row.try_get(2)?) else { continue };
        match games.get(&number) {
            // Names are erased when a guest is deleted, so they may differ.
            Some(ended) if Finished { names: game.names.clone(), ..ended.game.clone() } == game => {}
            Some(_) => report.flaws.push(format!("game {id}: its room says that it went otherwise")),
            None => report.flaws.push(format!("game {id}: its room does not know of it")),
        }
        archived += usize::from(games.contains_key(&number));
    }
    if archived < games.len() {
        report
            .flaws
            .push(format!("room {code}: {} of its games are over and were not kept", games.len() - archived));
    }
    Ok(())
}
