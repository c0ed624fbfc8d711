//! Replay of every tournament's log, compared with the tables beside it and with the logs of its rooms.

use std::collections::HashMap;

use room::RoomCode;
use tournament::{EntrantId, Format, Logged, Outcome, PairingId, PairingResult, Tournament, fold};

use super::CheckReport;
use crate::server::database::{Connection, Row, query};
use crate::server::store::PhaseWord;

/// Statements whose rows are flaws, with what is wrong.
const FLAWS: [(&str, &str); 3] = [
    ("SELECT DISTINCT tournament FROM facts WHERE tournament NOT IN (SELECT code FROM tournaments)", "facts"),
    (
        "SELECT DISTINCT tournament FROM entrants WHERE tournament NOT IN (SELECT code FROM tournaments)",
        "entrants",
    ),
    (
        "SELECT DISTINCT tournament FROM pairings WHERE tournament NOT IN (SELECT code FROM tournaments)",
        "pairings",
    ),
];

/// Checks all tournaments.
pub(super) async fn check(connection: &mut Connection, report: &mut CheckReport) -> Result<(), sqlx::Error> {
    for (sql, what) in FLAWS {
        for row in query(sql).fetch_all(&mut *connection).await? {
            let code = row.try_get::<&str>(0)?;
            report.flaws.push(format!("tournament {code}: it has {what} and was never opened"));
        }
    }
    let rows = query("SELECT code, phase, starts_at FROM tournaments ORDER BY code");
    for row in rows.fetch_all(&mut *connection).await? {
        let (code, phase, starts): (String, String, i64) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if let Err(flaw) = check_one(connection, &code, (&phase, starts)).await? {
            report.flaws.push(format!("tournament {code}: {flaw}"));
        }
    }
    Ok(())
}

async fn check_one(
    connection: &mut Connection,
    code: &str,
    (phase, starts): (&str, i64),
) -> Result<Result<(), String>, sqlx::Error> {
    let rows = query("SELECT seq, at, body FROM facts WHERE tournament = $1 ORDER BY seq").bind(code);
    let mut log = Vec::new();
    for (n, row) in (1..).zip(rows.fetch_all(&mut *connection).await?) {
        let (seq, at): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        match serde_json::from_str::<Logged>(row.try_get(2)?) {
            Ok(logged) if (logged.seq as i64, logged.at, seq) == (seq, at, n) => log.push(logged),
            Ok(_) => {
                return Ok(Err(format!("fact {seq}: its row says otherwise, or one before it is missing")));
            }
            Err(error) => return Ok(Err(format!("fact {seq}: {error}"))),
        }
    }
    let Some(tournament) = fold(&log) else {
        return Ok(Err("its log does not begin with its plan".to_owned()));
    };
    if PhaseWord::from(tournament.phase).word() != phase || tournament.plan.starts_at != starts {
        return Ok(Err("how far it has come is not what is written down".to_owned()));
    }
    let entrants = query("SELECT entrant FROM entrants WHERE tournament = $1").bind(code);
    for row in entrants.fetch_all(&mut *connection).await? {
        let entrant: i64 = row.try_get(0)?;
        if usize::try_from(entrant).is_ok_and(|entrant| entrant < tournament.entrants.len()) {
            continue;
        }
        return Ok(Err(format!("entrant {entrant} is in the tables and not in the log")));
    }
    check_pairings(connection, code, &tournament).await
}

async fn check_pairings(
    connection: &mut Connection,
    code: &str,
    tournament: &Tournament,
) -> Result<Result<(), String>, sqlx::Error> {
    let rows = query("SELECT pairing, room FROM pairings WHERE tournament = $1").bind(code);
    let rooms: HashMap<i64, String> = rows
        .fetch_all(&mut *connection)
        .await?
        .iter()
        .map(|row: &Row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?;
    let is_noted = |pairing: &tournament::Pairing| {
        rooms.get(&i64::from(pairing.paired.id.0)) == Some(&pairing.paired.room.to_string())
    };
    if rooms.len() != tournament.pairings.len() || !tournament.pairings.iter().all(is_noted) {
        return Ok(Err("the rooms of its pairings are not those of its log".to_owned()));
    }
    if let Some(twice) = met_twice(tournament) {
        return Ok(Err(format!("pairing {}: the two have just met", twice.0)));
    }
    for pairing in &tournament.pairings {
        let Some(result) = pairing.result.filter(|result| result.outcome != Outcome::Void) else { continue };
        let room = pairing.paired.room;
        // A room that was swept leaves nothing to compare with.
        if let Some(said) = result_of(connection, room).await?
            && (said.outcome, said.moves, said.berserk) != (result.outcome, result.moves, result.berserk)
        {
            return Ok(Err(format!(
                "pairing {}: room {room} says that it ended otherwise",
                pairing.paired.id.0
            )));
        }
    }
    Ok(Ok(()))
}

/// The first pairing of an arena in which somebody meets the opponent of the pairing before.
fn met_twice(tournament: &Tournament) -> Option<PairingId> {
    let mut last: HashMap<EntrantId, EntrantId> = HashMap::new();
    let is_arena = matches!(tournament.plan.format, Format::Arena { .. });
    let mut pairings = tournament.pairings.iter().filter(|_| is_arena);
    let twice = pairings.find(|pairing| {
        let [one, other] = pairing.paired.players;
        let met = last.insert(one, other) == Some(other);
        last.insert(other, one) == Some(one) || met
    });
    twice.map(|pairing| pairing.paired.id)
}

/// The result by the log of a room; `None` if it is gone or has none.
async fn result_of(
    connection: &mut Connection,
    room: RoomCode,
) -> Result<Option<PairingResult>, sqlx::Error> {
    let rows = query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(room.to_string());
    let rows = rows.fetch_all(connection).await?;
    let log: Option<Vec<room::Logged>> =
        rows.iter().map(|row| serde_json::from_str(row.try_get(0).ok()?).ok()).collect();
    Ok(log.and_then(|log| PairingResult::of_log(room, &log)))
}
