//! `duello check`, `duello backup` and `duello restore` as processes, beside a running server and without
//! one.

mod aftermath;
mod check;
mod decisions;
mod postgres;
pub mod screen;

use std::path::Path;
use std::process::Output;

use crate::common::*;
use crate::process::limits::{TO_END, signal, wait_within};
use crate::process::{Process, run};
use room::{BoardChoice, Command, Logged, RoomCode, Settings};
use rustix::process::Signal;
use sqlx::SqlitePool;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;

/// Runs a command on the database of this folder.
fn run_on(data: &Path, words: &[&str]) -> Output {
    run(&[words, &["--data", data.to_str().unwrap()]].concat())
}

/// The output of a command that succeeds.
fn output_of(data: &Path, words: &[&str]) -> String {
    let output = run_on(data, words);
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{words:?}: {stdout}{stderr}");
    stdout.into_owned()
}

/// The error of a command that fails.
fn error_of(data: &Path, words: &[&str]) -> String {
    let output = run_on(data, words);
    assert_eq!(output.status.code(), Some(1), "{words:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

fn digest(output: &str) -> &str {
    output.split("Digest ").nth(1).unwrap().trim().trim_end_matches('.')
}

async fn execute(database: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(database).foreign_keys(false);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let changed = sqlx::query(sql).execute(&pool).await.unwrap();
    assert!(changed.rows_affected() > 0, "{sql}");
    pool.close().await;
}

/// Plays whole games of both kinds in separate rooms, and the beginning of another.
async fn some_games(host: &str) -> Vec<[Tab; 2]> {
    let mut all = Vec::new();
    let clock = room::TimeControl::Increment { base: 600, increment: 5 };
    let games = [Settings { clock, ..Settings::default() }, mapello(BoardChoice::Random(3))];
    for (settings, n) in games.into_iter().zip(0..) {
        let code = open_room(host, settings).await;
        let mut tabs = two_players(host, code, [2 * n + 1, 2 * n + 2]).await;
        play(&mut tabs, &mut (n as u64 + 5), usize::MAX).await;
        for tab in &mut tabs {
            assert_eq!(tab.ask(Command::Rematch).await, Answer::Happened);
        }
        both_until(tabs.each_mut(), |room| room.running().is_some()).await;
        play(&mut tabs, &mut 9, 5).await;
        all.push(tabs);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn f15_a_backup_under_load_restores_the_same_rows_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let server = Process::start(&data);
    let mut tables = some_games(&server.host).await;
    // Tabs that were not read during the other games may have been closed.
    for (tabs, n) in tables.iter_mut().zip(0_u128..) {
        for (tab, guest) in tabs.iter_mut().zip([2 * n + 1, 2 * n + 2]) {
            let client = tab.client.clone();
            *tab = Tab::rejoin(&server.host, Some(&cookie(guest)), client).await.unwrap();
        }
    }
    // Moves go on while the backups are made.
    let (stop, mut stopped) = tokio::sync::oneshot::channel::<()>();
    let load = tokio::spawn(async move {
        let mut moves = 0;
        while stopped.try_recv().is_err() {
            for tabs in &mut tables {
                play(tabs, &mut 77, 1).await;
                if tabs[0].room.running().is_none() {
                    for tab in tabs.iter_mut() {
                        tab.ask(Command::Rematch).await;
                    }
                    both_until(tabs.each_mut(), |room| room.running().is_some()).await;
                }
                moves += 1;
            }
        }
        (tables, moves)
    });
    let (at, to) = (data.clone(), copy.clone());
    let output = tokio::task::spawn_blocking(move || {
        for n in 0..3 {
            output_of(&at, &["backup", &format!("{}.{n}", to.display())]);
        }
        output_of(&at, &["check"]);
        output_of(&at, &["backup", to.to_str().unwrap()])
    });
    let output = output.await.unwrap();
    stop.send(()).unwrap();
    let (tables, moves) = load.await.unwrap();
    assert!(moves > 10, "{moves} moves were made meanwhile");
    assert!(output.contains("in order"), "{output}");
    let copied = digest(&output).to_owned();

    // Not while the server runs, even if idle.
    let here = data.clone();
    let in_use = tokio::task::spawn_blocking(move || error_of(&here, &["restore", copy.to_str().unwrap()]));
    assert!(in_use.await.unwrap().contains("Stop it first"));
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    let now = digest(&output_of(&data, &["check"])).to_owned();
    let output = output_of(&data, &["restore", copy.to_str().unwrap()]);
    assert_eq!(digest(&output), copied);
    assert_eq!(digest(&output_of(&data, &["check"])), copied);
    let before = output.lines().find_map(|line| line.strip_prefix("What was there before is now ")).unwrap();
    let before = before.trim_end_matches('.');
    assert_eq!(digest(&output_of(&data, &["check", "--db", before])), now, "what was there is still there");

    let server = Process::start(&data);
    for (tabs, n) in tables.into_iter().zip(0_u128..) {
        let code = tabs[0].room.code;
        let room = Tab::join(&server.host, code, Some(&cookie(2 * n + 1))).await.room;
        assert!(room.seq > 0 && room.seq <= tabs[0].room.seq, "as it was when the copy was made");
    }
}

#[test]
fn the_ready_command_reports_by_its_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let host = server.host.clone();
    assert!(output_of(folder.path(), &["ready", "--addr", &host]).contains("is ready"));
    drop(server);
    assert!(error_of(folder.path(), &["ready", "--addr", &host]).contains(&host));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_backup_leaves_no_copy_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    assert_eq!(tokio::task::block_in_place(|| Process::start(&data).terminate()), 0);
    let many = "INSERT INTO reports (room, at, guest, about, member, name, lines) \
                WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 100000) \
                SELECT 'BQHRKM', n, '', '', '', '', '[\"' || hex(zeroblob(500)) || '\"]' FROM n";
    execute(&data.join("duello.sqlite"), many).await;
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let copy = copies.join("copy.sqlite");
    let mut backup =
        crate::process::spawn(&["backup", copy.to_str().unwrap(), "--data", data.to_str().unwrap()]);
    let files = || std::fs::read_dir(&copies).unwrap().count();
    let begun = async {
        while files() == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    };
    patiently("the copy is begun", begun).await;
    signal(backup.id(), Signal::TERM);
    assert_eq!(tokio::task::block_in_place(|| wait_within(&mut backup, TO_END)).code(), Some(1));
    assert_eq!(files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_overwrites_nothing_and_restore_refuses_a_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert!(error_of(data, &["check"]).contains("there is no database"));
    let server = Process::start(data);
    drop(some_games(&server.host).await);
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let copy = data.join("copy.sqlite");
    let name = copy.to_str().unwrap();
    output_of(data, &["backup", name]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600, "for our eyes only");
    }
    assert!(error_of(data, &["backup", name]).contains("is there already"));
    execute(&copy, "DELETE FROM events WHERE seq = 9").await;
    let before = digest(&output_of(data, &["check"])).to_owned();
    assert!(error_of(data, &["restore", name]).contains("not in order"));
    assert_eq!(digest(&output_of(data, &["check"])), before, "nothing was changed");
    std::fs::write(&copy, "this is no database").unwrap();
    error_of(data, &["restore", name]);
    assert_eq!(digest(&output_of(data, &["check"])), before);
    let left: Vec<_> = std::fs::read_dir(data).unwrap().map(|file| file.unwrap().file_name()).collect();
    let left_over = |name: &str| name.contains("before-") || name.contains(".part");
    assert!(!left.iter().any(|name| left_over(&name.to_string_lossy())), "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn restore_replaces_a_broken_database_and_keeps_its_remains() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let database = data.join("duello.sqlite");
    let mut server = Process::start(&data);
    drop(some_games(&server.host).await);
    let restored = |at: &Path| digest(&output_of(at, &["restore", copy.to_str().unwrap()])).to_owned();
    let (at, to) = (data.clone(), copy.clone());
    let backup = move || digest(&output_of(&at, &["backup", to.to_str().unwrap()])).to_owned();
    let backed_up = tokio::task::spawn_blocking(backup).await.unwrap();
    drop(some_games(&server.host).await);
    // The last writes are in the WAL beside the file, which is moved away.
    server.kill();
    assert!(data.join("duello.sqlite-wal").metadata().unwrap().len() > 0);
    std::fs::remove_file(&database).unwrap();
    assert_eq!(restored(&data), backed_up);
    assert_eq!(digest(&output_of(&data, &["check"])), backed_up, "nothing of the old one is in it");
    // The file exists but is no database.
    std::fs::write(&database, "this is no database".repeat(999)).unwrap();
    assert_eq!(restored(&data), backed_up);
    assert_eq!(digest(&output_of(&data, &["check"])), backed_up);
    let files = std::fs::read_dir(&data).unwrap().map(|file| file.unwrap().file_name());
    let files: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    assert!(files.iter().any(|name| name.contains("before-") && name.ends_with("-wal")), "{files:?}");
    drop(Process::start(&data));
}

#[tokio::test]
async fn f15_a_database_of_every_earlier_version_migrates_and_passes_check() {
    let code: RoomCode = "DEDRGM".parse().unwrap();
    let changes = Migrator::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")).await.unwrap();
    for versions in 1..=changes.migrations.len() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("old.sqlite");
        let options = SqliteConnectOptions::new().filename(&old).create_if_missing(true);
        let pool = SqlitePool::connect_with(options).await.unwrap();
        let some =
            Migrator { migrations: changes.migrations[..versions].to_vec().into(), ..Migrator::DEFAULT };
        // The second migration lists the rooms that exist by then, so they are created after the first.
        let first = Migrator { migrations: changes.migrations[..1].to_vec().into(), ..Migrator::DEFAULT };
        first.run(&pool).await.unwrap();
        let room = sqlx::query("INSERT INTO rooms (code, created_at) VALUES ($1, 0)").bind(code.to_string());
        room.execute(&pool).await.unwrap();
        let log = include_str!("data/room_v1.jsonl").lines();
        for line in log {
            let logged: Logged = serde_json::from_str(line).unwrap();
            let event = sqlx::query("INSERT INTO events (room, seq, at, body) VALUES ($1, $2, $3, $4)")
                .bind(code.to_string())
                .bind(logged.seq as i64)
                .bind(logged.at)
                .bind(line);
            event.execute(&pool).await.unwrap();
        }
        some.run(&pool).await.unwrap();
        pool.close().await;
        if versions < changes.migrations.len() {
            let output = error_of(folder.path(), &["check", "--db", old.to_str().unwrap()]);
            assert!(output.contains("another version"), "{output}");
        }
        let output = output_of(folder.path(), &["restore", old.to_str().unwrap()]);
        assert!(
            output.contains("1 rooms, 53 events") && output.contains("1 finished games"),
            "{versions}: {output}"
        );
    }
}
