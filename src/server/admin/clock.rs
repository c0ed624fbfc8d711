//! `duello clock`: explains the stored times, confirms the system's clock, and mends times that a clock which
//! was ahead has left behind. `duello recover`: makes rooms visible again that a sweep has removed.

use room::{Millis, RoomCode, day};

use super::restore::ensure_no_server;
use super::{TaskError, database_error, open_current, open_read_only, print_line, store_error};
use crate::server::config::Config;
use crate::server::database::{Database, Location};
use crate::server::store::{StoreError, mend, newest_event};
use crate::server::time;
use crate::server::time::plausibility::{Doubt, at_start};

/// Explains the stored times; with `confirm` or `mend`, first takes the system's clock as right.
pub(super) async fn clock(config: &Config, confirm: bool, mends: bool) -> Result<(), TaskError> {
    let location = config.database();
    let failed = |error: StoreError| store_error(&location, error);
    let store = open_current(&location).await?;
    let now = store.database_time().await.map_err(failed)?.unwrap_or_else(time::system_time);
    if mends {
        store.close().await;
        ensure_no_server(&location).await?;
        let database = Database::open(&location).await?;
        let mut connection = database.connect().await.map_err(database_error(&location))?;
        let mended = mend(&mut connection, now, config.retention.recoverable()).await.map_err(failed)?;
        connection.close().await.map_err(database_error(&location))?;
        database.close().await;
        print_line(format_args!(
            "{} events and {} finished games were taken out of the future. It is {}.",
            mended.events,
            mended.games,
            written(now)
        ));
        return Ok(());
    }
    if confirm {
        store.confirm_time(now, config.retention.clock_limits()).await.map_err(failed)?;
    }
    let stored = store.stored_times().await.map_err(failed)?;
    store.close().await;
    let mut connection = open_read_only(&location).await?;
    let (newest, ahead) = newest_event(&mut connection, now).await.map_err(database_error(&location))?;
    let line = |name: &str, at: Millis| {
        let when =
            if at == 0 { "never".to_owned() } else { format!("{}, {}", written(at), distance(at, now)) };
        print_line(format_args!("{name:<19}{when}"));
    };
    print_line(format_args!("{:<19}{}", "System clock:", written(now)));
    line("Last trusted time:", stored.trusted);
    line("Last heartbeat:", stored.heartbeat);
    line("Newest event:", newest);
    let verdict = at_start(now, stored, config.retention.clock_limits());
    match verdict.doubt {
        None => print_line(format_args!("The clock is plausible.")),
        Some(Doubt::Behind(_)) => print_line(format_args!(
            "The clock is before what is stored. If it is wrong, set it and start the server again. If it is right, an \
             earlier one was ahead: stop the server and run `duello clock --mend`."
        )),
        Some(_) => print_line(format_args!(
            "The clock is far past the last time that was trusted, so no room is removed. If it is wrong, set it and \
             start the server again. If it is right, as when no server ran for long, run `duello clock --confirm`, or let \
             the server run: after {} days it believes the clock.",
            config.retention.clock_gap_days
        )),
    }
    if ahead > 0 {
        print_line(format_args!(
            "{ahead} rooms have events after it, so their clocks stand still. If the system clock is right, stop the \
             server and run `duello clock --mend`."
        ));
    }
    Ok(())
}

/// Recovers removed rooms, all of them or one.
pub(super) async fn recover(location: &Location, only: Option<RoomCode>) -> Result<(), TaskError> {
    let failed = |error: StoreError| store_error(location, error);
    let store = open_current(location).await?;
    let now = store.database_time().await.map_err(failed)?.unwrap_or_else(time::system_time);
    let codes = store.recover_rooms(only, now).await.map_err(failed)?;
    store.close().await;
    for code in &codes {
        print_line(format_args!("{code}"));
    }
    print_line(format_args!("{} rooms were recovered.", codes.len()));
    Ok(())
}

/// A moment in UTC.
pub(in crate::server) fn written(at: Millis) -> String {
    let minutes = at.div_euclid(60_000).rem_euclid(24 * 60);
    format!("{} {:02}:{:02} UTC", day(at), minutes / 60, minutes % 60)
}

fn distance(at: Millis, now: Millis) -> String {
    let minutes = (at - now).unsigned_abs() / 60_000;
    let (length, word) = (minutes.max(1), if at > now { "after" } else { "before" });
    match length {
        0..120 => format!("{length} minutes {word} it"),
        120..2_880 => format!("{} hours {word} it", length / 60),
        _ => format!("{} days {word} it", length / 1_440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_their_distance_from_now() {
        let now = 20_000 * 86_400_000 + 3_600_000;
        assert_eq!(written(now), "2024-10-04 01:00 UTC");
        assert_eq!(distance(now - 600_000, now), "10 minutes before it");
        assert_eq!(distance(now + 3 * 3_600_000, now), "3 hours after it");
        assert_eq!(distance(now + 3_650 * 86_400_000, now), "3650 days after it");
    }
}
