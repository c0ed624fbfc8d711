//! What the sweep removes, what it spares, and that no wrong clock has it remove what is in use.

use room::{Command, Event, MemberId, RoomCode, Seat, Settings, decide, evolve, fold, stamp};

use super::*;
use crate::server::config::Config;
use crate::server::database::Location;
use crate::server::identity::Identity;

const NOW: Millis = 2_000_000_000_000;
const HOURS_30: Millis = 30 * HOUR;
const DAYS_31: Millis = 31 * 24 * HOUR;

thread_local! {
    /// How often the sweeps of this test have counted all rooms, and how many rooms they have read.
    static WORK: std::cell::Cell<(u32, usize)> = const { std::cell::Cell::new((0, 0)) };
}

pub fn note_count() {
    WORK.set((WORK.get().0 + 1, WORK.get().1));
}

pub fn note_read(rooms: usize) {
    WORK.set((WORK.get().0, WORK.get().1 + rooms));
}

/// Sweeps as a server does that has run all the time; the number of removed rooms.
async fn swept(rooms: &Arc<Rooms>, now: Millis) -> u64 {
    sweep_of(rooms).sweep(now).await.unwrap().removed
}

fn sweep_of(rooms: &Arc<Rooms>) -> Sweep {
    Sweep { rooms: Arc::clone(rooms), flags: Config::for_tests(&[]).retention }
}

/// Creates a room whose last event is at this time.
async fn room(rooms: &Rooms, seed: u64, at: Millis, played: bool) -> RoomCode {
    let code = RoomCode::from_seed(seed);
    let said = Event::ChatSent { seat: Seat::Top, text: "\"event\":{\"started\":{".to_owned() };
    let seated = |seat, member| Event::Seated { seat, member: MemberId(member), name: "Somebody".into() };
    let mut events =
        vec![Event::Opened(Settings::default()), seated(Seat::Bottom, 1), seated(Seat::Top, 2), said];
    if played {
        let setup = Settings::default().game.setup(1).unwrap();
        events.push(Event::started(1, setup, Seat::Bottom));
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

    assert_eq!(swept(rooms, NOW).await, 2);
    for (code, retention) in [(unplayed, false), (fresh, true), (played, true), (old, false), (visited, true)]
    {
        assert_eq!(!rooms.store.log(code).await.unwrap().is_empty(), retention, "{code}");
        assert_eq!(rooms.get_or_load(code).await.unwrap().is_some(), retention, "{code}");
    }
    let guest = Identity::of_test(7).guest();
    assert_eq!(rooms.store.rooms_of(guest, 9).await.unwrap().len(), 3, "nobody holds a seat of what is gone");
    assert_eq!(rooms.store.games_of(guest, 0, 9).await.unwrap().len(), 1);
    assert!(rooms.store.game_of_room(old, 1).await.unwrap().is_some());
    assert_eq!(swept(rooms, NOW).await, 0);
    // A week later the rows are deleted, and the code is free for a new room.
    let later = NOW + 7 * 24 * HOUR;
    let again = sweep_of(rooms).sweep(later).await.unwrap();
    assert_eq!(again.deleted, 2);
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
    assert_eq!(swept(&here.app.rooms, now).await, 1);
    assert!(!here.app.store.log(visited).await.unwrap().is_empty());
    assert!(there.app.rooms.get_or_load(old).await.unwrap().is_none());
    // A day later, without another visit.
    assert_eq!(swept(&here.app.rooms, now + 25 * HOUR).await, 1);
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
    swept(rooms, NOW).await;
    let left = rooms.store.reports_by(guest, crate::server::store::ReportCursor::default(), 9).await.unwrap();
    assert_eq!(left.iter().map(|own| own.at).collect::<Vec<_>>(), [NOW - 180 * 24 * HOUR, NOW]);
    running.stop().await;
}

#[tokio::test]
async fn a_removed_room_can_be_recovered_until_its_rows_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let (rooms, guest) = (&running.app.rooms, Identity::of_test(7).guest());
    let code = room(rooms, 1, NOW - DAYS_31, true).await;
    let log = rooms.store.log(code).await.unwrap();
    assert_eq!(swept(rooms, NOW).await, 1);
    assert!(rooms.get_or_load(code).await.unwrap().is_none());
    assert!(rooms.store.relevant_rooms_of(guest, 9).await.unwrap().is_empty());
    assert_eq!(rooms.store.recover_rooms(None, NOW + 6 * 24 * HOUR).await.unwrap(), [code]);
    assert_eq!(rooms.store.log(code).await.unwrap(), log);
    assert_eq!(rooms.store.rooms_of(guest, 9).await.unwrap(), [(code, Seat::Top)]);
    // It has a day to be visited; then it is removed again, and a week later deleted.
    assert_eq!(swept(rooms, NOW + 6 * 24 * HOUR + HOUR).await, 0);
    assert_eq!(swept(rooms, NOW + 8 * 24 * HOUR).await, 1);
    assert_eq!(sweep_of(rooms).sweep(NOW + 15 * 24 * HOUR).await.unwrap().deleted, 1);
    assert!(rooms.store.recover_rooms(Some(code), NOW).await.unwrap().is_empty());
    running.stop().await;
}

#[tokio::test]
async fn a_removed_room_can_be_recovered_after_times_were_mended() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let (rooms, week) = (&running.app.rooms, Config::for_tests(&[]).retention.recoverable());
    // One was removed by a server whose clock was years ahead, one some days ago.
    for (seed, now) in [(1, NOW + 4_000 * 24 * HOUR), (2, NOW - 5 * 24 * HOUR)] {
        room(rooms, seed, NOW - 2 * DAYS_31, true).await;
        assert_eq!(swept(rooms, now).await, 1);
    }
    let location = Location::File(folder.path().join("duello.sqlite"));
    let database = crate::server::database::Database::open(&location).await.unwrap();
    crate::server::store::mend(&mut database.connect().await.unwrap(), NOW, week).await.unwrap();
    assert_eq!(sweep_of(rooms).sweep(NOW + week - HOUR).await.unwrap(), Swept::default());
    assert_eq!(rooms.store.recover_rooms(None, NOW).await.unwrap().len(), 2);
    running.stop().await;
}

#[tokio::test]
async fn one_sweep_removes_at_most_a_tenth_of_the_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let rooms = &running.app.rooms;
    for seed in 0..700 {
        room(rooms, seed, NOW - DAYS_31, false).await;
    }
    let first = sweep_of(rooms).sweep(NOW).await.unwrap();
    assert_eq!(first, Swept { removed: 70, deleted: 0, held_back: 630 });
    assert_eq!(WORK.get(), (1, 700), "all rooms are counted once, and each is read once");
    let next = sweep_of(rooms).sweep(NOW + HOUR).await.unwrap();
    assert_eq!(next, Swept { removed: 63, deleted: 0, held_back: 567 });
    let all = RetentionFlags { sweep_percent: 100, ..Config::for_tests(&[]).retention };
    let told = Sweep { flags: all, ..sweep_of(rooms) };
    assert_eq!(told.sweep(NOW + 2 * HOUR).await.unwrap().removed, 567);
    running.stop().await;
}

/// Starts a server on rooms and a report that were in use at `known`, when the time was last trusted.
async fn start_with_known_time(folder: &std::path::Path, known: Millis) -> crate::server::Running {
    let flags = ["--addr=127.0.0.1:0", "--data", folder.to_str().unwrap()];
    let before = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    for seed in 1..=3 {
        room(&before.app.rooms, seed, known - HOUR, seed == 3).await;
    }
    before.app.store.trust_time(known).await.unwrap();
    before.stop().await;
    crate::server::start(Config::for_tests(&flags)).await.unwrap()
}

#[tokio::test]
async fn a_start_with_a_clock_years_ahead_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let running = start_with_known_time(folder.path(), NOW - 4_000 * 24 * HOUR).await;
    let rooms = &running.app.rooms;
    let now = rooms.time.now();
    for _ in 0..2 {
        let doubt = sweep_of(rooms).run_once().await.unwrap();
        assert!(matches!(doubt, Err(Doubt::Ahead(_))), "{doubt:?}");
    }
    assert!(running.app.metrics.text().contains("\nduello_clock_plausible 0\n"));
    assert_eq!(rooms.store.count_rooms().await.unwrap(), 3);
    // The operator says that the time is right. No server ran for so long, so nobody could use the rooms.
    let limits = Config::for_tests(&[]).retention.clock_limits();
    rooms.store.confirm_time(now, limits).await.unwrap();
    assert_eq!(sweep_of(rooms).run_once().await.unwrap(), Ok(Swept::default()));
    assert!(running.app.metrics.text().contains("\nduello_clock_plausible 1\n"));
    running.stop().await;
    spared_for_a_day(folder.path()).await;
}

/// Starts a server on the rooms of [`start_with_known_time`], which spares them for a day of running.
async fn spared_for_a_day(folder: &std::path::Path) {
    let flags = ["--addr=127.0.0.1:0", "--data", folder.to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let (rooms, now) = (&running.app.rooms, running.app.time.now());
    assert_eq!(sweep_of(rooms).run_once().await.unwrap(), Ok(Swept::default()));
    assert_eq!(sweep_of(rooms).sweep(now + 22 * HOUR).await.unwrap(), Swept::default());
    // Then those go in which no game began.
    assert_eq!(sweep_of(rooms).sweep(now + 25 * HOUR).await.unwrap().removed, 2);
    running.stop().await;
}

#[tokio::test]
async fn time_without_a_server_makes_no_room_older_after_two_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let known = crate::server::time::system_time() - 5 * 24 * HOUR;
    start_with_known_time(folder.path(), known).await.stop().await;
    spared_for_a_day(folder.path()).await;
}

#[tokio::test]
async fn a_start_with_a_clock_years_behind_removes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let known = crate::server::time::system_time() + 4_000 * 24 * HOUR;
    let running = start_with_known_time(folder.path(), known).await;
    let rooms = &running.app.rooms;
    assert!(rooms.time.now() >= known, "what is made now does not look old to a right clock");
    let doubt = sweep_of(rooms).run_once().await.unwrap();
    assert!(matches!(doubt, Err(Doubt::Set(_))), "{doubt:?}");
    assert_eq!(rooms.store.count_rooms().await.unwrap(), 3);
    running.stop().await;
}
