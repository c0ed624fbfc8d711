//! F16: the power fails. A kill leaves everything in the page cache; here what was not synced is lost, in any part.
//! The server (or PostgreSQL) runs under strace, which records its writes and syncs. Then the power fails at
//! thousands of moments, on paper: what would be on the disk is written into a new folder, and whoever was told that
//! something is stored has to find it there.

mod disk;
mod postgres;
mod recording;

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::{Connection, PgConnection, SqliteConnection};
use tokio::task::{JoinSet, block_in_place};

use self::disk::{Files, after_power_loss, read_folder};
use self::recording::{Action, Call, Micros, read, recorder};
use super::strace::has_strace;
use super::{say, times};
use crate::common::*;
use crate::process::{Process, run};
use room::RoomCode;

/// Something that a player was told is stored: the room has at least so many events.
struct Acknowledged {
    at: Micros,
    code: RoomCode,
    seq: u64,
}

/// Plays in some rooms for so long; all that was acknowledged.
async fn play_for(host: &str, rooms: u64, time: Duration) -> Vec<Acknowledged> {
    let mut playing = JoinSet::new();
    for room in 0..rooms {
        let host = host.to_owned();
        playing.spawn(async move {
            let (until, mut seed, mut acknowledged) =
                (now() + time.as_micros() as Micros, room + 77, Vec::new());
            let mut guest = 1_000 * u128::from(room) + u128::from(until % 1_000);
            while now() < until {
                let settings = both_games()[(room % 2) as usize];
                let code = open_room(&host, settings).await;
                guest += 2;
                let mut tabs = two_players(&host, code, [guest, guest + 1]).await;
                while now() < until && mover(&tabs).is_some() {
                    acknowledged.push(Acknowledged { at: now(), code, seq: tabs[0].room.seq });
                    play(&mut tabs, &mut seed, 1).await;
                }
            }
            acknowledged
        });
    }
    playing.join_all().await.into_iter().flatten().collect()
}

fn now() -> Micros {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as Micros
}

/// Waits until strace has written all of a recording: it has grown no further for two seconds.
fn until_written(recording: &Path) {
    let mut length = 0;
    loop {
        std::thread::sleep(Duration::from_secs(2));
        let longer = recording.metadata().unwrap().len();
        if longer == length {
            return;
        }
        length = longer;
    }
}

/// Moments at which the power fails: at each call that is drawn, just before it, during it, or just after it.
fn moments(calls: &[Call], many: usize, seed: &mut u64) -> Vec<Micros> {
    let changes: Vec<&Call> =
        calls.iter().filter(|call| !matches!(call.action, Action::Open { .. })).collect();
    let draw = |_| {
        let call = changes[next_random(seed) as usize % changes.len()];
        let (from, until) = (*call.during.start(), *call.during.end());
        let until = if until == Micros::MAX { from } else { until };
        [from - 1, u64::midpoint(from, until), until + 1][next_random(seed) as usize % 3]
    };
    (0..many).map(draw).collect()
}

/// The files of a folder as they would be, written into another.
fn write_into(folder: &Path, from: &Path, files: &Files) {
    for (path, bytes) in files {
        let path = folder.join(path.strip_prefix(from).unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

/// The number of the last event of each room, and how many it has.
async fn stored_events(url: &str) -> Result<HashMap<String, (i64, i64)>, sqlx::Error> {
    let sql = "SELECT room, MAX(seq), COUNT(*) FROM events GROUP BY room";
    let rows: Vec<(String, i64, i64)> = if url.starts_with("postgres:") {
        let mut database = PgConnection::connect(url).await?;
        let rows = sqlx::query_as(sql).fetch_all(&mut database).await?;
        database.close().await?;
        rows
    } else {
        let mut database = SqliteConnection::connect(url).await?;
        let rows = sqlx::query_as(sql).fetch_all(&mut database).await?;
        database.close().await?;
        rows
    };
    Ok(rows.into_iter().map(|(room, last, count)| (room, (last, count))).collect())
}

/// Everything that had been acknowledged by then is in the database, which is in order.
async fn check(url: &str, flag: &str, acknowledged: &[Acknowledged], at: Micros, what: &str) {
    let rooms = stored_events(url).await.unwrap_or_else(|error| panic!("{what}: {error}"));
    for (code, (last, count)) in &rooms {
        assert_eq!(last, count, "{what}: {code} has a gap");
    }
    let stored = |code: RoomCode| rooms.get(&code.to_string()).map_or(0, |(last, _)| *last as u64);
    for said in acknowledged.iter().filter(|said| said.at <= at) {
        let stored = stored(said.code);
        assert!(stored >= said.seq, "{what}: {} had {} events, and has {stored}", said.code, said.seq);
    }
    let checked = block_in_place(|| run(&["check", flag]));
    let output =
        String::from_utf8_lossy(&checked.stdout).into_owned() + &String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{what}: {output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn f16_a_power_loss_at_any_write_loses_nothing_on_sqlite() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    assert_eq!(block_in_place(|| Process::start(&data).terminate()), 0);
    let before = read_folder(&data);
    let wrapper = recorder(&log);
    let wrapper: Vec<&str> = wrapper.iter().map(String::as_str).collect();
    let mut server = block_in_place(|| Process::start_under(&wrapper, &[], &data));
    // Until the WAL has been merged into the file, which happens every thousand pages.
    let database = data.join("duello.sqlite");
    let modified = || database.metadata().unwrap().modified().unwrap();
    let (started, mut acknowledged) = (modified(), Vec::new());
    while modified() == started {
        acknowledged.extend(play_for(&server.host, 12, Duration::from_secs(times(5, 40) as u64)).await);
    }
    block_in_place(|| {
        server.kill();
        until_written(&log);
    });
    let mut calls = read(&log, &data);
    // The shared memory of the WAL is made anew.
    calls.retain(|call| !call.file.to_string_lossy().ends_with("-shm"));
    let of_database =
        |call: &&Call| call.file.ends_with("duello.sqlite") && matches!(call.action, Action::Write { .. });
    assert!(calls.iter().any(|call| of_database(&call)), "the merge is in the recording");
    let mut seed = 0x10_55;
    let moments = moments(&calls, times(60, 1_000), &mut seed);
    for (n, at) in moments.iter().enumerate() {
        let lost = tempfile::tempdir().unwrap();
        let mut files = after_power_loss(&before, &calls, *at, &mut seed);
        files.retain(|path, _| !path.to_string_lossy().ends_with("-shm"));
        write_into(lost.path(), &data, &files);
        let what = format!("power loss {n} at {at}");
        let database = lost.path().join("duello.sqlite");
        let (url, flag) =
            (format!("sqlite://{}", database.display()), format!("--data={}", lost.path().display()));
        check(&url, &flag, &acknowledged, *at, &what).await;
        if n % 20 == 0 {
            // The server starts on it, and games go on.
            let server = block_in_place(|| Process::start(lost.path()));
            let of = acknowledged.iter().filter(|said| said.at <= *at).max_by_key(|said| said.at);
            if let Some(said) = of {
                assert!(Tab::join(&server.host, said.code, None).await.room.seq >= said.seq, "{what}");
            }
        }
    }
    let syncs = calls.iter().filter(|call| matches!(call.action, Action::Sync)).count();
    say(
        "F16",
        &format!(
            "SQLite: {} power losses within {} calls ({syncs} syncs), {} acknowledged moves, none lost",
            moments.len(),
            calls.len(),
            acknowledged.len()
        ),
    );
}
