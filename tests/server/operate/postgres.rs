//! Migration from a file to PostgreSQL and back by backup and restore: the rows are equal, and games go on.

use super::*;
use crate::common::postgres::new_database;

#[tokio::test(flavor = "multi_thread")]
async fn f15_a_backup_moves_from_sqlite_to_postgres_and_back() {
    if !cfg!(target_os = "linux") {
        // On systems where `make setup` installs no PostgreSQL.
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, back) = (file("copy.sqlite"), file("back.sqlite"));
    let address = new_database().await;
    let server = Process::start(&data);
    let tables = some_games(&server.host).await;
    let codes: Vec<RoomCode> = tables.iter().map(|tabs| tabs[0].room.code).collect();
    drop(tables);
    let at = address.clone();
    let tasks = tokio::task::spawn_blocking(move || {
        server.terminate();
        // Rows of the audit log, which no copy may change, are copied too.
        output_of(&data, &["switch", "lobby", "off", "--for", "1h"]);
        output_of(&data, &["switch", "lobby", "on"]);
        let copied = output_of(&data, &["backup", &copy]);
        let restored = output_of(&data, &["restore", &copy, "--db", &at]);
        assert_eq!(digest(&restored), digest(&copied));
        assert_eq!(digest(&output_of(&data, &["check", "--db", &at])), digest(&copied));
        let again = error_of(&data, &["restore", &copy, "--db", &at]);
        assert!(again.contains("is not empty"), "{again}");
        (data, copy)
    });
    let (data, copy) = tasks.await.unwrap();

    let server = Process::start_under(&[], &[("DUELLO_DB", &address)], &data);
    let first = Tab::join(&server.host, codes[0], Some(&cookie(1))).await;
    let mut tabs = [first, Tab::join(&server.host, codes[0], Some(&cookie(2))).await];
    let first_seq = tabs[0].room.seq;
    play(&mut tabs, &mut 3, usize::MAX).await;
    assert!(tabs[0].room.seq > first_seq && tabs[0].room.running().is_none(), "played to its end");
    let tasks = tokio::task::spawn_blocking(move || {
        let in_use = error_of(&data, &["restore", &copy, "--db", &address]);
        assert!(in_use.contains("Stop it first"), "{in_use}");
        server.terminate();
        let output = output_of(&data, &["backup", &back, "--db", &address]);
        assert_eq!(digest(&output_of(&data, &["check", "--db", &address])), digest(&output));
        assert_eq!(digest(&output_of(&data, &["restore", &back])), digest(&output));
        assert!(output_of(&data, &["audit"]).contains("2 rows"));
    });
    tasks.await.unwrap();
}
