//! Takes times out of the future that a server stored whose clock was ahead: whatever is later than now moves
//! by one offset, so that the latest event is now and all durations stay as they were.

use room::{Event, Finished, Logged, Millis};
use tournament::Fact;

use super::StoreError;
use crate::server::database::{Connection, query};

/// Events that are read at a time.
const BATCH: i64 = 500;

/// Columns with times of what was done: table and column.
const COLUMNS: [(&str, &str); 40] = [
    ("rooms", "created_at"),
    ("rooms", "removed_at"),
    ("seats", "since"),
    ("players", "ended"),
    ("guests", "since"),
    ("accounts", "since"),
    ("adopted", "since"),
    ("passkeys", "since"),
    ("passkeys", "used"),
    ("sessions", "since"),
    ("sessions", "used"),
    ("sessions", "verified"),
    ("sessions", "seen"),
    ("handovers", "until"),
    ("notices", "at"),
    ("pushes", "since"),
    ("reports", "at"),
    ("rated_games", "at"),
    ("redactions", "at"),
    ("joined", "since"),
    ("dead_cookies", "since"),
    ("push_rooms", "arrived"),
    ("rated_games", "undone"),
    ("reports", "done"),
    ("sanctions", "since"),
    ("blocks", "since"),
    ("switches", "since"),
    ("shut_rooms", "since"),
    ("bots", "since"),
    ("bot_tokens", "since"),
    ("bot_tokens", "used"),
    ("claimed_names", "since"),
    ("claimed_names", "released"),
    ("relations", "since"),
    ("challenges", "at"),
    ("challenges", "declined"),
    ("tournaments", "since"),
    ("tournaments", "changed"),
    ("entrants", "since"),
    ("screenings", "at"),
];

/// Tables of what ends by itself, which lasts as long as it was to last. What was noted in the audit log stays.
const ENDING: [&str; 3] = ["sanctions", "blocks", "switches"];

/// What was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mended {
    pub events: u64,
    pub games: u64,
}

/// The time of the newest event, and in how many rooms there are events after `now`.
pub async fn newest_event(connection: &mut Connection, now: Millis) -> Result<(Millis, i64), sqlx::Error> {
    let sql = "SELECT COALESCE(MAX(at), 0), COUNT(DISTINCT CASE WHEN at > $1 THEN room END) FROM events";
    let row = query(sql).bind(now).fetch_one(connection).await?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Moves what is later than `now`, and makes `now` the trusted time, in one transaction. Rooms that were removed
/// can be recovered for at least `recoverable` from now on: they may have been removed because the clock was ahead.
pub async fn mend(
    connection: &mut Connection,
    now: Millis,
    recoverable: Millis,
) -> Result<Mended, StoreError> {
    connection.begin().await?;
    let mut mended = Mended::default();
    let offset = newest_event(connection, now).await?.0.saturating_sub(now).max(0);
    if offset > 0 {
        mended.events = mend_events(connection, now, offset).await?;
        mend_facts(connection, now, offset).await?;
    }
    mended.games = mend_games(connection, now, offset).await?;
    for table in ENDING {
        let sql = format!("UPDATE {table} SET until = until - (since - $1) WHERE since > $1");
        query(sql).bind(now).execute(&mut *connection).await?;
    }
    for (table, column) in COLUMNS {
        // What is later than the newest event is now, and so is all without an event in the future.
        let sql = format!(
            "UPDATE {table} SET {column} = CASE WHEN {column} - $2 > $1 THEN $1 ELSE {column} - $2 END \
             WHERE {column} > $1"
        );
        query(sql).bind(now).bind(offset).execute(&mut *connection).await?;
    }
    // The sweep deletes a removed room at this time.
    query("UPDATE rooms SET look_at = $1 WHERE removed_at IS NOT NULL")
        .bind(now.saturating_add(recoverable))
        .execute(&mut *connection)
        .await?;
    for sql in [
        // The sweep looks at each of the others again.
        "UPDATE rooms SET look_at = 0 WHERE look_at > $1 AND removed_at IS NULL",
        "UPDATE alive SET at = $1 WHERE at > $1",
        "UPDATE ratings SET at = $1 WHERE at > $1",
        "UPDATE bot_ratings SET at = $1 WHERE at > $1",
        "DELETE FROM nodes WHERE at > $1",
        "DELETE FROM downtimes WHERE since > $1",
        "UPDATE downtimes SET until = $1 WHERE until > $1",
        "UPDATE trusted_time SET at = $1 WHERE at <> $1",
    ] {
        query(sql).bind(now).execute(&mut *connection).await?;
    }
    connection.commit().await?;
    Ok(mended)
}

async fn mend_events(connection: &mut Connection, now: Millis, offset: Millis) -> Result<u64, StoreError> {
    let moved = |at: Millis| if at > now { at - offset } else { at };
    let (mut mended, mut after) = (0, (String::new(), 0_i64));
    // The log's order stays: of two runs whose clocks were ahead, one moves too far.
    let mut last = Millis::MIN;
    loop {
        let rows = query(
            "SELECT room, seq, body, (SELECT before.at FROM events AS before WHERE before.room = events.room \
               AND before.seq = events.seq - 1) FROM events \
             WHERE at > $1 AND (room > $2 OR room = $2 AND seq > $3) ORDER BY room, seq LIMIT $4",
        )
        .bind(now)
        .bind(&after.0)
        .bind(after.1)
        .bind(BATCH);
        let rows = rows.fetch_all(&mut *connection).await?;
        for row in &rows {
            let (room, seq): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            let before: Option<Millis> = row.try_get(3)?;
            let before = before.filter(|&at| at <= now);
            if room != after.0 {
                last = Millis::MIN;
            }
            let unreadable = |error: serde_json::Error| StoreError::Unavailable(error.to_string());
            let mut logged: Logged = serde_json::from_str(row.try_get(2)?).map_err(unreadable)?;
            last = moved(logged.at).max(last).max(before.unwrap_or(Millis::MIN));
            logged.at = last;
            match &mut logged.event {
                Event::CountingDown(at) => *at = moved(*at),
                Event::Interrupted { from, until } => {
                    *until = moved(*until);
                    *from = moved(*from).min(*until);
                }
                _ => {}
            }
            let body = serde_json::to_string(&logged).map_err(unreadable)?;
            query("UPDATE events SET at = $3, body = $4 WHERE room = $1 AND seq = $2")
                .bind(&room)
                .bind(seq)
                .bind(last)
                .bind(body)
                .execute(&mut *connection)
                .await?;
            mended += 1;
            after = (room, seq);
        }
        if (rows.len() as i64) < BATCH {
            return Ok(mended);
        }
    }
}

/// Facts of tournaments need not come in the order of their times, so each is moved by itself. What is to be, stays: a start,
/// and when an arena that is running ends, follows from the plan and the fact that it has begun.
async fn mend_facts(connection: &mut Connection, now: Millis, offset: Millis) -> Result<(), StoreError> {
    let rows = query("SELECT tournament, seq, body FROM facts WHERE at > $1").bind(now);
    for row in &rows.fetch_all(&mut *connection).await? {
        let unreadable = |error: serde_json::Error| StoreError::Unavailable(error.to_string());
        let mut logged: tournament::Logged = serde_json::from_str(row.try_get(2)?).map_err(unreadable)?;
        let moved = |at: Millis| if at > now { (at - offset).min(now) } else { at };
        logged.at = moved(logged.at);
        match &mut logged.fact {
            Fact::ResultReported { result, .. } | Fact::ResultCorrected { result, .. } => {
                result.ended = moved(result.ended);
            }
            Fact::Interrupted { from, until } => {
                *until = moved(*until);
                *from = moved(*from).min(*until);
            }
            _ => {}
        }
        query("UPDATE facts SET at = $3, body = $4 WHERE tournament = $1 AND seq = $2")
            .bind(row.try_get::<&str>(0)?)
            .bind(row.try_get::<i64>(1)?)
            .bind(logged.at)
            .bind(serde_json::to_string(&logged).map_err(unreadable)?)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn mend_games(connection: &mut Connection, now: Millis, offset: Millis) -> Result<u64, StoreError> {
    let rows =
        query("SELECT id, body FROM games WHERE ended > $1").bind(now).fetch_all(&mut *connection).await?;
    for row in &rows {
        let unreadable = |error: serde_json::Error| StoreError::Unavailable(error.to_string());
        let mut game: Finished = serde_json::from_str(row.try_get(1)?).map_err(unreadable)?;
        // As in `players`: the log of the last games may be gone.
        game.ended = (game.ended - offset).min(now);
        query("UPDATE games SET ended = $2, body = $3 WHERE id = $1")
            .bind(row.try_get::<&str>(0)?)
            .bind(game.ended)
            .bind(serde_json::to_string(&game).map_err(unreadable)?)
            .execute(&mut *connection)
            .await?;
    }
    Ok(rows.len() as u64)
}

#[cfg(test)]
mod tests;
