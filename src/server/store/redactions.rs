//! What is hidden of rooms: the table that every reader of a log applies, and the rewriting of what is stored, so
//! that the hidden texts vanish from the database too.

#[cfg(test)]
mod tests;

use room::{EndedGame, Finished, Logged, Millis, REMOVED_NAME, Redaction, Redactions, RoomCode, redact};
use serde_json::Value;

use super::write::Write;
use super::{Store, StoreError};
use crate::server::database::{Query, Row, query};

/// How many rooms of recent redactions are looked up at a time.
const MAX_ROOMS: i64 = 1_000;

/// A change of what is hidden, or of what is stored of it.
pub(super) enum RedactionChange {
    /// Something is hidden from now on.
    Hide { code: RoomCode, redaction: Redaction, at: Millis },
    /// An event is rewritten.
    Event { code: RoomCode, seq: u64, body: String },
    /// The names in an archived game are rewritten.
    Game { id: String, body: String },
    /// Name and lines of a report are rewritten; found by what they were, as reports have no number.
    Report { code: RoomCode, at: Millis, before: [String; 2], after: [String; 2] },
    /// All that was hidden before a time is rewritten.
    Written { code: RoomCode, before: Millis },
}

impl RedactionChange {
    pub(super) fn statement(&self) -> Query {
        match self {
            Self::Hide { code, redaction, at } => {
                let (kind, subject) = words(*redaction);
                query(
                    "INSERT INTO redactions (room, kind, subject, at) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (room, kind, subject) DO NOTHING",
                )
                .bind(code.to_string())
                .bind(kind)
                .bind(subject)
                .bind(*at)
            }
            Self::Event { code, seq, body } => {
                query("UPDATE events SET body = $3 WHERE room = $1 AND seq = $2")
                    .bind(code.to_string())
                    .bind(*seq as i64)
                    .bind(body.as_str())
            }
            Self::Game { id, body } => {
                query("UPDATE games SET body = $2 WHERE id = $1").bind(id.as_str()).bind(body.as_str())
            }
            Self::Report { code, at, before: [name, lines], after: [new_name, new_lines] } => query(
                "UPDATE reports SET name = $5, lines = $6 \
                 WHERE room = $1 AND at = $2 AND name = $3 AND lines = $4",
            )
            .bind(code.to_string())
            .bind(*at)
            .bind(name.as_str())
            .bind(lines.as_str())
            .bind(new_name.as_str())
            .bind(new_lines.as_str()),
            Self::Written { code, before } => {
                query("UPDATE redactions SET written = 1 WHERE room = $1 AND at < $2")
                    .bind(code.to_string())
                    .bind(*before)
            }
        }
    }
}

impl Store {
    /// What is hidden of a room.
    pub async fn redactions(&self, code: RoomCode) -> Result<Redactions, StoreError> {
        let rows = query("SELECT kind, subject FROM redactions WHERE room = $1").bind(code.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        let read = |row: &Row| parse(row.try_get(0)?, row.try_get(1)?);
        rows.iter().map(read).collect()
    }

    /// Hides something of a room. Rooms that are loaded have to be told: `play::Rooms::apply_redactions`.
    pub async fn hide(&self, code: RoomCode, all: &[Redaction], at: Millis) -> Result<(), StoreError> {
        let hide = |&redaction: &Redaction| RedactionChange::Hide { code, redaction, at };
        self.write(all.iter().map(hide).map(Write::Redaction).collect()).await
    }

    /// The rooms in which something was hidden since a time, and how much.
    pub async fn rooms_hidden_since(&self, at: Millis) -> Result<Vec<(RoomCode, i64)>, StoreError> {
        let rows = query(
            "SELECT room, COUNT(*) FROM redactions WHERE at >= $1 GROUP BY room ORDER BY room LIMIT $2",
        );
        let rows = rows.bind(at).bind(MAX_ROOMS).fetch_all(&self.database).await?;
        rows.iter().filter_map(|row| Some(Ok((read_code(row)?, row.try_get(1).ok()?)))).collect()
    }

    /// The rooms of which something was hidden before a time and is still stored.
    pub async fn rooms_to_rewrite(&self, before: Millis) -> Result<Vec<RoomCode>, StoreError> {
        let rows = query("SELECT DISTINCT room FROM redactions WHERE written = 0 AND at < $1 LIMIT $2");
        let rows = rows.bind(before).bind(MAX_ROOMS).fetch_all(&self.database).await?;
        Ok(rows.iter().filter_map(read_code).collect())
    }

    /// Rewrites what is stored of a room: hidden texts vanish from events, archived games and reports. What was
    /// hidden before a time then counts as rewritten; later a node that has not heard of it may still have stored
    /// something. What cannot be read is shown to nobody, and stays as it is.
    pub async fn rewrite_hidden(&self, code: RoomCode, before: Millis) -> Result<(), StoreError> {
        match self.rewrite(code, before).await {
            Err(StoreError::Unreadable(error)) => {
                tracing::warn!(%code, error, "what is hidden of an unreadable room stays in the database");
                Ok(())
            }
            rewritten => rewritten,
        }
    }

    async fn rewrite(&self, code: RoomCode, before: Millis) -> Result<(), StoreError> {
        let hidden = self.redactions(code).await?;
        let mut log = self.stored_log(code).await?;
        let mut writes = Vec::new();
        for logged in &mut log {
            if redact(logged, &hidden) {
                let body = to_json(logged)?;
                writes.push(RedactionChange::Event { code, seq: logged.seq, body });
            }
        }
        self.rewrite_games(code, &log, &mut writes).await?;
        self.rewrite_reports(code, &hidden, &mut writes).await?;
        writes.push(RedactionChange::Written { code, before });
        self.write(writes.into_iter().map(Write::Redaction).collect()).await
    }

    /// Archived games lose the names that the redacted log has no more.
    async fn rewrite_games(
        &self,
        code: RoomCode,
        log: &[Logged],
        writes: &mut Vec<RedactionChange>,
    ) -> Result<(), StoreError> {
        let rows = query("SELECT id, number, body FROM games WHERE room = $1").bind(code.to_string());
        let rows = rows.fetch_all(&self.database).await?;
        let (ended, _) = EndedGame::all(code, log);
        for row in &rows {
            let number: i64 = row.try_get(1)?;
            let Some(ended) = ended.iter().find(|ended| i64::from(ended.number) == number) else { continue };
            // An unreadable game is displayed nowhere.
            let Ok(mut game) = serde_json::from_str::<Finished>(row.try_get(2)?) else { continue };
            let before = game.names.clone();
            for (name, now) in game.names.iter_mut().zip(&ended.game.names) {
                if now == REMOVED_NAME {
                    name.clone_from(now);
                }
            }
            if game.names != before {
                writes.push(RedactionChange::Game { id: row.try_get(0)?, body: to_json(&game)? });
            }
        }
        Ok(())
    }

    /// Reports lose names. The lines stay for whoever runs the server, as what was reported must not vanish with
    /// its author.
    async fn rewrite_reports(
        &self,
        code: RoomCode,
        hidden: &Redactions,
        writes: &mut Vec<RedactionChange>,
    ) -> Result<(), StoreError> {
        let rows =
            query("SELECT at, member, name, lines FROM reports WHERE room = $1").bind(code.to_string());
        for row in rows.fetch_all(&self.database).await? {
            let (member, name, lines): (&str, String, String) =
                (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
            let new_name = if hides(hidden, member) { REMOVED_NAME.to_owned() } else { name.clone() };
            let mut said: Value = serde_json::from_str(&lines).unwrap_or_default();
            for line in lines_of_hidden(&mut said, hidden) {
                line["name"] = REMOVED_NAME.into();
            }
            let (before, after) = ([name, lines], [new_name, said.to_string()]);
            if before != after {
                writes.push(RedactionChange::Report { code, at: row.try_get(0)?, before, after });
            }
        }
        Ok(())
    }
}

/// Takes lines of hidden members out of a report, for the guest who has made it.
pub(super) fn hide_lines(lines: &mut Value, hidden: &Redactions) {
    for line in lines_of_hidden(lines, hidden) {
        line["name"] = REMOVED_NAME.into();
        line["said"] = "".into();
    }
}

fn lines_of_hidden<'l>(lines: &'l mut Value, hidden: &'l Redactions) -> impl Iterator<Item = &'l mut Value> {
    let hides = |line: &Value| line["member"].as_str().is_some_and(|member| hides(hidden, member));
    lines.as_array_mut().into_iter().flatten().filter(move |line| hides(line))
}

/// A redaction as kind and subject.
fn words(redaction: Redaction) -> (&'static str, String) {
    match redaction {
        Redaction::Member(member) => ("member", member.to_string()),
        Redaction::Event(seq) => ("event", seq.to_string()),
    }
}

/// Reads it; a kind that a later program has added is an error, because ignoring it would show what is hidden.
fn parse(kind: &str, subject: &str) -> Result<Redaction, StoreError> {
    let read = match kind {
        "member" => subject.parse().ok().map(Redaction::Member),
        "event" => subject.parse().ok().map(Redaction::Event),
        _ => None,
    };
    read.ok_or_else(|| StoreError::Unreadable(format!("{kind} {subject} is no redaction")))
}

/// Whether a member, given by its id as text, is hidden.
fn hides(hidden: &Redactions, member: &str) -> bool {
    member.parse().is_ok_and(|member| hidden.hides(member))
}

fn read_code(row: &Row) -> Option<RoomCode> {
    row.try_get::<&str>(0).ok()?.parse().ok()
}

fn to_json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unavailable(error.to_string()))
}
