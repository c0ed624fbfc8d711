//! F10: the server's system clock is set, or runs fast or slow. Games are timed by a monotonic clock.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{say, times};
use crate::clocks::open_database;
use crate::common::*;
use crate::process::Process;
use room::message::ServerMessage;
use room::{Millis, Settings, TimeControl};
use rules::Side;
use tokio::task::block_in_place;

/// Time that both sides get after a downtime, in milliseconds.
const GIVEN_AFTER_A_RESTART: Millis = 20_000;

/// libfaketime, which changes the clock of a process, where `make setup` installs it.
fn library() -> Option<PathBuf> {
    let Ok(folders) = std::fs::read_dir("/usr/lib") else { return None };
    let mut found = folders.flatten().map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    let found = found.find(|path| path.is_file());
    if cfg!(target_os = "linux") {
        assert!(found.is_some(), "libfaketime is missing: make setup installs it");
    } else {
        println!("skipped: libfaketime is for Linux");
    }
    found
}

fn start(library: &Path, clock: &Path, folder: &Path) -> Process {
    let variables = [
        ("LD_PRELOAD", library.to_str().unwrap()),
        ("FAKETIME_TIMESTAMP_FILE", clock.to_str().unwrap()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("FAKETIME_NO_CACHE", "1"),
    ];
    block_in_place(|| Process::start_under(&[], &variables, folder))
}

/// Time left of both sides, in milliseconds.
fn time_left(tabs: &[Tab; 2]) -> [Millis; 2] {
    let game = tabs[0].room.running().unwrap();
    Side::BOTH.map(|side| game.clock.left(side, tabs[0].room.at).unwrap())
}

/// The server's time, and the instants between which it was read.
async fn server_time(tab: &mut Tab) -> (Millis, [Instant; 2]) {
    let before = Instant::now();
    let ping = tab.client.ping(1);
    tab.send(&ping).await;
    loop {
        if let ServerMessage::Pong { now, .. } = tab.next().await.unwrap() {
            return (now, [before, Instant::now()]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f10_a_set_or_drifting_server_clock_changes_no_game_clock() {
    let Some(library) = library() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (data, clock) = (folder.path().join("data"), folder.path().join("clock"));
    std::fs::write(&clock, "+0").unwrap();
    let mut server = start(&library, &clock, &data);
    let settings =
        Settings { clock: TimeControl::Increment { base: 300, increment: 0 }, ..Settings::default() };
    let code = open_room(&server.host, settings).await;
    let mut tabs = two_players(&server.host, code, [1, 2]).await;
    play(&mut tabs, &mut 5, 4).await;
    let all = ["+1h", "-1h", "+1d", "-1d", "+0", "+0 x1.05", "+0 x0.95"];
    for set in all.into_iter().cycle().take(times(1, 3) * all.len()) {
        let (before, first) = server_time(&mut tabs[0]).await;
        std::fs::write(&clock, set).unwrap();
        play(&mut tabs, &mut 7, 1).await;
        if set.contains('x') {
            tokio::time::sleep(Duration::from_secs(4)).await;
        }
        let (after, second) = server_time(&mut tabs[0]).await;
        let passed = after - before;
        let least = second[0].duration_since(first[1]).as_millis() as Millis;
        let most = second[1].duration_since(first[0]).as_millis() as Millis;
        say("F10", &format!("clock set to {set}: {passed} ms passed, {least} to {most} did"));
        assert!((least - 50..=most + 50).contains(&passed), "{set}: {passed} ms, and {least} to {most} did");
        assert!(tabs[0].room.running().is_some(), "{set}");
    }
    // Set between two servers: back, which could credit time twice, and then forward again.
    for set in ["-1h", "+0"] {
        let (known, _) = server_time(&mut tabs[0]).await;
        // The heartbeat is written once a second, and not before the next start needs it.
        let pool = open_database(&data).await;
        let heartbeat = async {
            let sql = "SELECT COALESCE(MAX(at), 0) FROM alive";
            while sqlx::query_scalar::<_, Millis>(sql).fetch_one(&pool).await.unwrap() < known - 1_000 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        patiently("a heartbeat", heartbeat).await;
        pool.close().await;
        let before = time_left(&tabs);
        server.kill();
        std::fs::write(&clock, set).unwrap();
        server = start(&library, &clock, &data);
        let [anna, bert] = tabs.map(|tab| tab.client);
        tabs = [
            Tab::rejoin(&server.host, Some(&cookie(1)), anna).await.unwrap(),
            Tab::rejoin(&server.host, Some(&cookie(2)), bert).await.unwrap(),
        ];
        let (after, _) = server_time(&mut tabs[0]).await;
        assert!(after >= known - 2_000, "{set}: it was {known}, and then {after}");
        play(&mut tabs, &mut 9, 1).await;
        // The bonus of a restart, not an hour.
        let most = before.map(|left| left + GIVEN_AFTER_A_RESTART);
        let now = time_left(&tabs);
        assert!(now[0] <= most[0] && now[1] <= most[1], "{set}: {before:?} was left, and then {now:?}");
        assert!(now.iter().all(|left| *left > 200_000), "{set}: {now:?}");
        assert!(tabs[0].room.running().is_some(), "{set}: the game goes on");
    }
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn f10_a_start_ten_years_ahead_pins_no_later_start() {
    let Some(library) = library() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (data, clock) = (folder.path().join("data"), folder.path().join("clock"));
    std::fs::write(&clock, "+0").unwrap();
    let mut server = start(&library, &clock, &data);
    let settings =
        Settings { clock: TimeControl::Increment { base: 300, increment: 0 }, ..Settings::default() };
    let code = open_room(&server.host, settings).await;
    let mut tabs = two_players(&server.host, code, [1, 2]).await;
    play(&mut tabs, &mut 5, 2).await;
    let (right, _) = server_time(&mut tabs[0]).await;
    for set in ["+3650d", "+3650d", "+0"] {
        server.kill();
        std::fs::write(&clock, set).unwrap();
        server = start(&library, &clock, &data);
        // A second room is in use each time, so that heartbeats are written.
        let code = open_room(&server.host, settings).await;
        let mut others = two_players(&server.host, code, [3, 4]).await;
        play(&mut others, &mut 5, 2).await;
        tokio::time::sleep(Duration::from_millis(1_500)).await;
    }
    let mut tab = Tab::join(&server.host, open_room(&server.host, settings).await, None).await;
    let (now, _) = server_time(&mut tab).await;
    assert!((right..right + 300_000).contains(&now), "{} ms later", now - right);
    server.kill();
    // What was stored meanwhile is taken out of the future, and the log stays in order.
    let run = |words: &[&str]| {
        let output = crate::process::run(&[words, &["--data", data.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let explained = run(&["clock"]);
    assert!(explained.contains("rooms have events after it"), "{explained}");
    assert!(run(&["clock", "--mend"]).contains("were taken out of the future"));
    let explained = run(&["clock"]);
    assert!(
        explained.contains("The clock is plausible.") && !explained.contains("rooms have"),
        "{explained}"
    );
    assert!(run(&["check"]).contains("in order"));
}
