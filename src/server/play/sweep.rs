//! Retention sweep: hourly deletes rooms without a game a day after their last event, other rooms after
//! thirty days, and reports after 180 days.

use std::sync::Arc;
use std::time::Duration;

use room::Millis;
use tokio_util::sync::CancellationToken;

use super::rooms::Rooms;
use crate::server::store::StoreError;

const HOUR: Millis = 3_600_000;
/// Retention of a room without a game, from its last event, in milliseconds.
const UNPLAYED_RETENTION: Millis = 24 * HOUR;
/// Retention of any other room.
const PLAYED_RETENTION: Millis = 30 * 24 * HOUR;
/// Retention of a report.
const REPORT_RETENTION: Millis = 180 * 24 * HOUR;
/// Interval of the sweep.
const SWEEP_EVERY: Duration = Duration::from_secs(3_600);
/// Rooms that are looked up at a time.
const BATCH: u32 = 200;

/// Sweeps every hour until the server stops. The first sweep comes after an hour, when returning visitors and
/// running clocks have been registered.
pub async fn run(rooms: Arc<Rooms>, stop: CancellationToken) {
    let mut hours = tokio::time::interval_at(tokio::time::Instant::now() + SWEEP_EVERY, SWEEP_EVERY);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = hours.tick() => match sweep(&rooms, rooms.time.now()).await {
                Ok(0) => {}
                Ok(removed) => tracing::info!(removed, "abandoned rooms were removed"),
                Err(error) => tracing::warn!(%error, "rooms could not be removed"),
            }
        }
    }
}

/// Deletes what is too old at `now`; returns the number of rooms.
pub(in crate::server) async fn sweep(rooms: &Rooms, now: Millis) -> Result<u32, StoreError> {
    rooms.store.remove_reports(now.saturating_sub(REPORT_RETENTION)).await?;
    let [played, unplayed] =
        [PLAYED_RETENTION, UNPLAYED_RETENTION].map(|retention| now.saturating_sub(retention));
    let (mut removed, mut after) = (0, None);
    loop {
        let found = rooms.store.abandoned_rooms([played, unplayed], after, BATCH).await?;
        let Some(&last) = found.last() else { return Ok(removed) };
        after = Some(last);
        for code in found {
            removed += u32::from(rooms.remove(code, unplayed).await?);
        }
    }
}

#[cfg(test)]
mod tests {
    use room::{Command, Event, MemberId, RoomCode, Seat, Settings, decide, evolve, fold, stamp};

    use super::*;
    use crate::server::config::Config;
    use crate::server::database::Location;
    use crate::server::identity::Identity;

    const NOW: Millis = 2_000_000_000_000;
    const HOURS_30: Millis = 30 * HOUR;
    const DAYS_31: Millis = 31 * 24 * HOUR;

    /// Creates a room whose last event is at this time.
    async fn room(rooms: &Rooms, seed: u64, at: Millis, played: bool) -> RoomCode {
        let code = RoomCode::from_seed(seed);
        let said = Event::ChatSent { seat: Seat::Top, text: "\"event\":{\"started\":{".to_owned() };
        let seated = |seat, member| Event::Seated { seat, member: MemberId(member), name: "Somebody".into() };
        let mut events =
            vec![Event::Opened(Settings::default()), seated(Seat::Bottom, 1), seated(Seat::Top, 2), said];
        if played {
            let setup = Settings::default().game.setup(1).unwrap();
            events.push(Event::Started { number: 1, setup, first: Seat::Bottom });
        }
        let mut log = stamp(events, 0, at, None);
        log[0].at = at - HOUR;
        let holder =
            crate::server::store::SeatHolder { seat: Seat::Top, guest: Some(Identity::of_test(7).guest()) };
        let beside = crate::server::store::Projections { holders: vec![holder], ..Default::default() };
        rooms.store.create_room(code, &log, &beside).await.unwrap();
        code
    }

    #[tokio::test]
    async fn abandoned_rooms_are_swept_and_their_finished_games_stay() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let rooms = &running.app.rooms;
        let unplayed = room(rooms, 1, NOW - HOURS_30, false).await;
        let fresh = room(rooms, 2, NOW - HOURS_30 + 7 * HOUR, false).await;
        let played = room(rooms, 3, NOW - HOURS_30, true).await;
        let old = room(rooms, 4, NOW - DAYS_31, true).await;
        // One of the old rooms has a finished game.
        let mut finished = fold(old, &rooms.store.log(old).await.unwrap());
        let mv = finished.running().unwrap().position.legal_moves()[0];
        for command in [Command::Play { game: 1, ply: 0, mv }, Command::Resign] {
            let at = finished.at;
            let events = stamp(decide(&finished, MemberId(1), &command, at).unwrap(), finished.seq, at, None);
            events.iter().for_each(|event| evolve(&mut finished, event));
            let ended = room::EndedGame::of(&finished);
            let beside = crate::server::store::Projections { ended, ..Default::default() };
            rooms.store.append(old, &events, &beside).await.unwrap();
        }
        // An old room has a visitor.
        let visited = room(rooms, 5, NOW - DAYS_31, true).await;
        let _here = rooms.get_or_load(visited).await.unwrap().unwrap();

        assert_eq!(sweep(rooms, NOW).await.unwrap(), 2);
        for (code, retention) in
            [(unplayed, false), (fresh, true), (played, true), (old, false), (visited, true)]
        {
            assert_eq!(!rooms.store.log(code).await.unwrap().is_empty(), retention, "{code}");
            assert_eq!(rooms.get_or_load(code).await.unwrap().is_some(), retention, "{code}");
        }
        let guest = Identity::of_test(7).guest();
        assert_eq!(
            rooms.store.rooms_of(guest, 9).await.unwrap().len(),
            3,
            "nobody holds a seat of what is gone"
        );
        assert_eq!(rooms.store.games_of(guest, 0, 9).await.unwrap().len(), 1);
        assert!(rooms.store.game_of_room(old, 1).await.unwrap().is_some());
        assert_eq!(sweep(rooms, NOW).await.unwrap(), 0);
        // The code is free for a new room.
        room(rooms, 1, NOW, false).await;
        running.stop().await;
    }

    #[tokio::test]
    async fn a_room_visited_at_another_server_is_not_swept() {
        let fresh = crate::server::database::tests::fresh().await;
        let Location::File(file) = &fresh.location else { return };
        let flags = ["--addr=127.0.0.1:0", "--db", file.to_str().unwrap()];
        let flags = [&flags[..], &["--data", file.parent().unwrap().to_str().unwrap()]].concat();
        let here = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let there = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let now = here.app.time.now();
        let visited = room(&here.app.rooms, 1, now - DAYS_31, true).await;
        let old = room(&here.app.rooms, 2, now - DAYS_31, true).await;
        let _here = there.app.rooms.get_or_load(visited).await.unwrap().unwrap();
        assert_eq!(sweep(&here.app.rooms, now).await.unwrap(), 1);
        assert!(!here.app.store.log(visited).await.unwrap().is_empty());
        assert!(there.app.rooms.get_or_load(old).await.unwrap().is_none());
        // A day later, without another visit.
        assert_eq!(sweep(&here.app.rooms, now + 25 * HOUR).await.unwrap(), 1);
        there.stop().await;
        here.stop().await;
    }

    #[tokio::test]
    async fn reports_are_deleted_after_180_days() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let rooms = &running.app.rooms;
        let guest = Identity::of_test(7).guest();
        for at in [NOW - 180 * 24 * HOUR - 1, NOW - 180 * 24 * HOUR, NOW] {
            let (room, member, name) = (RoomCode::from_seed(1), MemberId(2), "Bert".to_owned());
            let report = crate::server::store::Report {
                room,
                at,
                guest,
                about: None,
                seat: None,
                member,
                name,
                lines: Vec::new(),
            };
            rooms.store.report(&report).await.unwrap();
        }
        sweep(rooms, NOW).await.unwrap();
        let left =
            rooms.store.reports_by(guest, crate::server::store::ReportCursor::default(), 9).await.unwrap();
        assert_eq!(left.iter().map(|own| own.at).collect::<Vec<_>>(), [NOW - 180 * 24 * HOUR, NOW]);
        running.stop().await;
    }
}
