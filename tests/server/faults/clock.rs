//! F10: somebody sets the server's clock. Games are timed by one that nobody can set.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::say;
use crate::common::*;
use crate::process::Process;
use room::message::{ClientMessage, ServerMessage};
use room::{Millis, Settings, TimeControl};
use tokio::task::block_in_place;

/// The library that sets the clock of a process, where `make setup` installs it.
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

/// What the server takes for now.
async fn now(tab: &mut Tab) -> Millis {
    let ping = ClientMessage::Ping { n: 1, after: tab.room.seq };
    tab.send_text(serde_json::to_string(&ping).unwrap()).await;
    loop {
        if let ServerMessage::Pong { now, .. } = tab.next().await.unwrap() {
            return now;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f10_when_the_clock_of_the_server_is_set_no_flag_falls_and_no_time_is_given() {
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
    for set in ["+1h", "-1h", "+1d", "-1d", "+0"] {
        let (before, since) = (now(&mut tabs[0]).await, Instant::now());
        std::fs::write(&clock, set).unwrap();
        play(&mut tabs, &mut 7, 1).await;
        let (passed, really) = (now(&mut tabs[0]).await - before, since.elapsed().as_millis() as Millis);
        say("F10", &format!("clock set to {set}: {passed} ms passed, {really} did"));
        assert!((passed - really).abs() <= 50, "{set}: {passed} ms, and {really} did");
        assert!(tabs[0].room.running().is_some(), "{set}");
    }
    // It is set while no server is there: back, which would let time pass twice, and then forward again.
    for set in ["-1h", "+0"] {
        // A sign of life is written once a second.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let known = now(&mut tabs[0]).await;
        server.kill();
        std::fs::write(&clock, set).unwrap();
        server = start(&library, &clock, &data);
        let rooms = tabs.map(|tab| tab.room);
        let [anna, bert] = rooms;
        tabs = [
            Tab::rejoin(&server.host, code, Some(&cookie(1)), anna).await.unwrap(),
            Tab::rejoin(&server.host, code, Some(&cookie(2)), bert).await.unwrap(),
        ];
        let after = now(&mut tabs[0]).await;
        assert!(after >= known - 2_000, "{set}: it was {known}, and then {after}");
        let left = |tabs: &[Tab; 2]| {
            let game = tabs[0].room.running().unwrap();
            game.clock.left(game.position.to_move(), tabs[0].room.at).unwrap()
        };
        let before = left(&tabs);
        tokio::time::sleep(Duration::from_millis(300)).await;
        play(&mut tabs, &mut 9, 1).await;
        assert!(tabs[0].room.running().is_some() && before > 0, "{set}: the game goes on");
    }
    server.kill();
}
