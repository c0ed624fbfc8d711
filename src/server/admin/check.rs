//! Integrity check by replay: validates every room's event log against the rules, every finished game against
//! its log, and the projections (seats, clocks, game columns) against the folded state.

mod accounts;

use std::collections::{HashMap, HashSet};
use std::fmt;

use room::{AuditReport, EndedGame, Finished, Logged, Reason, RoomCode, Seat, TimeControl, audit};
use rules::{Outcome, Record};

use self::accounts::check_accounts;
use super::{TaskError, database_error, open_read_only};
use crate::server::database::{Connection, Location, digest, query};
use crate::server::store::{GameKind, game_word, is_current};

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// Number of rooms.
    pub rooms: u64,
    /// Number of events.
    pub events: u64,
    /// Number of moves among them.
    pub moves: u64,
    /// Number of finished games, including those whose rooms were removed.
    pub games: u64,
    /// Commands that reused an id of the same sender.
    pub repeated: u64,
    /// Flaws, one line each.
    pub flaws: Vec<String>,
    /// Digest of the content: equal for databases with the same rows.
    pub digest: String,
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, events, moves, games, repeated, flaws, digest } = self;
        flaws.iter().try_for_each(|flaw| writeln!(f, "{flaw}"))?;
        write!(f, "{rooms} rooms, {events} events, {moves} moves, {games} finished games, all replayed: ")?;
        match flaws.len() {
            0 => write!(f, "in order.")?,
            n => write!(f, "{n} not in order.")?,
        }
        if *repeated > 0 {
            write!(f, " {repeated} commands came under numbers that their senders had used before.")?;
        }
        write!(f, " Digest {digest}.")
    }
}

/// Checks a consistent snapshot of a database.
pub(super) async fn check(location: &Location) -> Result<CheckReport, TaskError> {
    let mut connection = open_read_only(location).await?;
    if !is_current(&mut connection).await.map_err(database_error(location))? {
        return Err(TaskError::OtherVersion(location.clone()));
    }
    let report = check_all(&mut connection).await.map_err(database_error(location))?;
    connection.close().await.map_err(database_error(location))?;
    Ok(report)
}

async fn check_all(connection: &mut Connection) -> Result<CheckReport, sqlx::Error> {
    // One read transaction, so that concurrent writes are not seen.
    connection.begin().await?;
    let mut report = CheckReport { digest: digest(connection).await?, ..CheckReport::default() };
    if matches!(connection, Connection::Sqlite(_)) {
        for row in query("PRAGMA integrity_check").fetch_all(&mut *connection).await? {
            let message: String = row.try_get(0)?;
            if message != "ok" {
                report.flaws.push(format!("the file: {message}"));
            }
        }
    }
    let lost = "SELECT DISTINCT room FROM events WHERE room NOT IN (SELECT code FROM rooms)";
    for row in query(lost).fetch_all(&mut *connection).await? {
        report.flaws.push(format!("room {}: it has events and was never opened", row.try_get::<&str>(0)?));
    }
    let clocks = query("SELECT room FROM clocks").fetch_all(&mut *connection).await?;
    let clocks: HashSet<String> = clocks.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let mut played = HashMap::new();
    for row in query("SELECT code FROM rooms ORDER BY code").fetch_all(&mut *connection).await? {
        let code: String = row.try_get(0)?;
        report.rooms += 1;
        match check_room(connection, &code, clocks.contains(&code), &mut report).await? {
            Ok(games) => drop(played.insert(code, games)),
            Err(flaw) => report.flaws.push(format!("room {code}: {flaw}")),
        }
    }
    check_games(connection, &played, &mut report).await?;
    check_accounts(connection, &mut report).await?;
    connection.roll_back().await?;
    Ok(report)
}

/// Replays a room and gives its finished games by number.
async fn check_room(
    connection: &mut Connection,
    code: &str,
    has_clock: bool,
    report: &mut CheckReport,
) -> Result<Result<HashMap<i64, EndedGame>, String>, sqlx::Error> {
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
        return Ok(Err("it has no events".to_owned()));
    }
    let AuditReport { room, games, moves, repeated } = match audit(parsed_code, &log) {
        Ok(audited) => audited,
        Err(flaw) => return Ok(Err(flaw.to_string())),
    };
    report.moves += moves;
    report.repeated += repeated.len() as u64;
    let runs = room.running().is_some_and(|game| game.clock.control() != TimeControl::None);
    if runs != has_clock {
        return Ok(Err("whether its clock runs is not what is written down".to_owned()));
    }
    for row in query("SELECT seat FROM seats WHERE room = $1").bind(code).fetch_all(connection).await? {
        let seat: i64 = row.try_get(0)?;
        // Not vice versa: a deleted guest keeps the place in the log, but has no row.
        if !Seat::BOTH.into_iter().any(|s| s.index() as i64 == seat && room.occupant(s).is_some()) {
            return Ok(Err(format!("seat {seat} is held in the tables and free in the room")));
        }
    }
    Ok(Ok(games.into_iter().map(|game| (i64::from(game.number), game)).collect()))
}

/// Validates every finished game against the rules, and against its room's log if that still exists.
async fn check_games(
    connection: &mut Connection,
    played: &HashMap<String, HashMap<i64, EndedGame>>,
    report: &mut CheckReport,
) -> Result<(), sqlx::Error> {
    let mut archived: HashSet<(String, i64)> = HashSet::new();
    let sql = "SELECT id, room, number, body, game, way, timed, winner FROM games ORDER BY id";
    for row in query(sql).fetch_all(&mut *connection).await? {
        let (id, room, number): (String, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        report.games += 1;
        let game = match serde_json::from_str::<Finished>(row.try_get(3)?) {
            Ok(game) => game,
            Err(error) => {
                report.flaws.push(format!("game {id}: {error}"));
                continue;
            }
        };
        let kind = GameKind::of(&game);
        let columns: (&str, &str, i64) = (row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
        let winner: Option<i64> = row.try_get(7)?;
        if columns != (game_word(kind.game), kind.variant, i64::from(kind.timed))
            || winner != game.winner.map(|side| side.index() as i64)
        {
            report.flaws.push(format!("game {id}: its row says otherwise than the game"));
        }
        let log = played.get(&room).map(|games| games.get(&number));
        if let Err(flaw) = check_game(&game, log) {
            report.flaws.push(format!("game {id}: {flaw}"));
        }
        archived.insert((room, number));
    }
    for (room, games) in played {
        for number in games.keys().filter(|&&number| !archived.contains(&(room.clone(), number))) {
            report.flaws.push(format!("room {room}: its game {number} is over and was not kept"));
        }
    }
    Ok(())
}

/// Whether a finished game follows from its moves and agrees with its room's log.
fn check_game(game: &Finished, log: Option<Option<&EndedGame>>) -> Result<(), &'static str> {
    let record = Record { setup: game.setup, moves: game.moves.clone() };
    let end = record.replay().map_err(|_| "a move was not legal")?;
    let by_rules = end.outcome().map(|outcome| match outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    });
    if (game.reason == Reason::Played) != by_rules.is_some() || by_rules.is_some_and(|won| won != game.winner)
    {
        return Err("this is not how it ended");
    }
    match log {
        // The room was removed by the retention sweep.
        None => Ok(()),
        Some(None) => Err("its room does not know of it"),
        // Names are erased when a guest is deleted, so they may differ.
        Some(Some(ended)) if Finished { names: game.names.clone(), ..ended.game.clone() } == *game => Ok(()),
        Some(Some(_)) => Err("its room says that it went otherwise"),
    }
}
