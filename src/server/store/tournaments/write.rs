//! Writes changes of tournaments.

use room::{Redaction, Redactions, RoomCode};
use tournament::{Fact, Logged, Paired, redact};

use super::{Facts, TournamentChange};
use crate::server::database::{Connection, Row, query};
use crate::server::identity::GuestKey;
use crate::server::store::StoreError;

/// Writes a change within a transaction.
pub async fn write_tournament(
    transaction: &mut Connection,
    change: &TournamentChange,
) -> Result<(), StoreError> {
    match change {
        TournamentChange::Open { code, maker, facts, starts_at, listed } => {
            let at = facts.log.first().map_or(0, |logged| logged.at);
            query(
                "INSERT INTO tournaments (code, maker, since, starts_at, phase, changed, listed, entered, winner, \
                 reminded, redacted) VALUES ($1, $2, $3, $4, 'announced', $3, $5, 0, 0, 0, 0)",
            )
            .bind(code.to_string())
            .bind(maker.map(|maker| maker.to_string()).unwrap_or_default())
            .bind(at)
            .bind(*starts_at)
            .bind(i64::from(*listed))
            .execute(&mut *transaction)
            .await?;
            append(transaction, *code, facts).await
        }
        TournamentChange::Append { code, facts } => append(transaction, *code, facts).await,
        TournamentChange::Remind { code, sent } => {
            let claim = query(
                "UPDATE tournaments SET reminded = reminded + 1 WHERE code = $1 AND reminded = $2 RETURNING code",
            );
            let claimed = claim.bind(code.to_string()).bind(*sent).fetch_optional(&mut *transaction).await?;
            claimed.map(|_| ()).ok_or(StoreError::Conflict)
        }
        TournamentChange::Summarise { code, entered, winner } => {
            query("UPDATE tournaments SET entered = $2, winner = $3 WHERE code = $1")
                .bind(code.to_string())
                .bind(*entered as i64)
                .bind(winner.map_or(0, |seq| seq as i64))
                .execute(transaction)
                .await?;
            Ok(())
        }
        TournamentChange::Redact { code, seq } => {
            let hidden = Redactions::from_iter([Redaction::Event(*seq)]);
            redact_facts(transaction, *code, &hidden, "seq = $2", *seq as i64).await
        }
        TournamentChange::Delete { code } => {
            for table in ["facts", "entrants", "pairings"] {
                let sql = format!("DELETE FROM {table} WHERE tournament = $1");
                query(sql).bind(code.to_string()).execute(&mut *transaction).await?;
            }
            let sql = "DELETE FROM tournaments WHERE code = $1";
            query(sql).bind(code.to_string()).execute(transaction).await?;
            Ok(())
        }
    }
}

async fn append(transaction: &mut Connection, code: RoomCode, facts: &Facts) -> Result<(), StoreError> {
    for logged in &facts.log {
        query("INSERT INTO facts (tournament, seq, at, body) VALUES ($1, $2, $3, $4)")
            .bind(code.to_string())
            .bind(logged.seq as i64)
            .bind(logged.at)
            .bind(encode(logged)?)
            .execute(&mut *transaction)
            .await?;
        let pairings: &[Paired] = match &logged.fact {
            Fact::Paired { pairings, .. } => pairings,
            _ => &[],
        };
        for paired in pairings {
            query("INSERT INTO pairings (room, tournament, pairing) VALUES ($1, $2, $3)")
                .bind(paired.room.to_string())
                .bind(code.to_string())
                .bind(i64::from(paired.id.0))
                .execute(&mut *transaction)
                .await?;
        }
    }
    let at = facts.log.last().map_or(0, |logged| logged.at);
    for (entrant, guest) in &facts.entrants {
        query("INSERT INTO entrants (tournament, entrant, guest, since) VALUES ($1, $2, $3, $4)")
            .bind(code.to_string())
            .bind(i64::from(entrant.0))
            .bind(guest.to_string())
            .bind(at)
            .execute(&mut *transaction)
            .await?;
    }
    if let Some((phase, changed)) = facts.phase {
        query("UPDATE tournaments SET phase = $2, changed = $3 WHERE code = $1")
            .bind(code.to_string())
            .bind(phase.word())
            .bind(changed)
            .execute(transaction)
            .await?;
    }
    Ok(())
}

/// Removes the name of a guest, and the titles that they have chosen, from the logs of all tournaments, and has nothing lead
/// there from the guest any more.
pub async fn forget_entrant(transaction: &mut Connection, guest: &str) -> Result<(), StoreError> {
    let Some(key) = GuestKey::from_text(guest) else { return Ok(()) };
    let rows = query(
        "SELECT tournament FROM entrants WHERE guest = $1 UNION SELECT code FROM tournaments WHERE maker = $1",
    );
    let rows = rows.bind(guest).fetch_all(&mut *transaction).await?;
    for code in rows.iter().filter_map(|row| row.try_get::<&str>(0).ok()?.parse::<RoomCode>().ok()) {
        let member = key.entrant(code);
        let has_member = format!("body LIKE '%{member}%' AND seq > $2");
        let hidden = Redactions::from_iter([Redaction::Member(member)]);
        redact_facts(transaction, code, &hidden, &has_member, 0).await?;
    }
    for sql in ["DELETE FROM entrants WHERE guest = $1", "UPDATE tournaments SET maker = '' WHERE maker = $1"]
    {
        query(sql).bind(guest).execute(&mut *transaction).await?;
    }
    Ok(())
}

/// Rewrites the facts of a log that fulfil a condition, of which `$2` is a number, without what is hidden, and notes that for the
/// servers that have it in memory.
async fn redact_facts(
    transaction: &mut Connection,
    code: RoomCode,
    hidden: &Redactions,
    condition: &str,
    number: i64,
) -> Result<(), StoreError> {
    let rows = query(format!("SELECT body FROM facts WHERE tournament = $1 AND {condition}"));
    let rows = rows.bind(code.to_string()).bind(number).fetch_all(&mut *transaction).await?;
    let read = |row: &Row| serde_json::from_str::<Logged>(row.try_get(0).ok()?).ok();
    for mut logged in rows.iter().filter_map(read) {
        if redact(&mut logged, hidden) {
            query("UPDATE facts SET body = $3 WHERE tournament = $1 AND seq = $2")
                .bind(code.to_string())
                .bind(logged.seq as i64)
                .bind(encode(&logged)?)
                .execute(&mut *transaction)
                .await?;
        }
    }
    let note = query("UPDATE tournaments SET redacted = redacted + 1 WHERE code = $1");
    note.bind(code.to_string()).execute(transaction).await?;
    Ok(())
}

fn encode(logged: &Logged) -> Result<String, StoreError> {
    serde_json::to_string(logged).map_err(|error| StoreError::Unavailable(error.to_string()))
}
