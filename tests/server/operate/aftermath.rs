//! What a restore does not bring back: sign-ins that were ended since, and guests who had everything deleted.

use sha2::{Digest, Sha256};
use sqlx::Row;

use super::*;

async fn rows(database: &Path, sql: &'static str) -> i64 {
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(database)).await.unwrap();
    let number = sqlx::query(sql).fetch_one(&pool).await.unwrap().get(0);
    pool.close().await;
    number
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_drops_sign_ins_and_links_unless_told_to_keep_them() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let database = data.join("duello.sqlite");
    assert_eq!(tokio::task::block_in_place(|| Process::start(&data).terminate()), 0);
    for sql in [
        "INSERT INTO accounts (account, guest, since) VALUES ('a', '00000000000000000000000000000001', 1)",
        "INSERT INTO adopted (guest, account, since) VALUES ('00000000000000000000000000000001', 'a', 1)",
        "INSERT INTO passkeys (credential, account, body, since) VALUES ('c', 'a', '{}', 1)",
        "INSERT INTO sessions (session, account, since, verified) VALUES ('00000000000000000000000000000002', 'a', 1, 9)",
        "INSERT INTO handovers (hash, room, member, until) VALUES ('h', 'BQHRKM', 1, 9000000000000)",
    ] {
        execute(&database, sql).await;
    }
    let name = copy.to_str().unwrap();
    output_of(&data, &["backup", name]);
    let left = "SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM handovers)";
    let later =
        "INSERT INTO sessions (session, account, since) VALUES ('00000000000000000000000000000003', 'a', 2)";
    execute(&database, later).await;
    // No cookie of a sign-in is that of a guest then, nor is one that the back-up does not know.
    let dead = "SELECT COUNT(*) FROM dead_cookies";
    let output = output_of(&data, &["restore", name]);
    assert!(output.contains("2 sign-ins and links for seats of the backup are ended"), "{output}");
    assert_eq!([rows(&database, left).await, rows(&database, dead).await], [0, 2]);
    assert_eq!(rows(&database, "SELECT COUNT(*) FROM passkeys").await, 1, "who has a passkey signs in again");
    let output = output_of(&data, &["restore", name, "--keep-sign-ins"]);
    assert!(!output.contains("are ended"), "{output}");
    assert_eq!([rows(&database, left).await, rows(&database, dead).await], [2, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_passkey_does_not_come_back_by_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let (database, name) = (data.join("duello.sqlite"), copy.to_str().unwrap());
    assert_eq!(tokio::task::block_in_place(|| Process::start(&data).terminate()), 0);
    for sql in [
        "INSERT INTO accounts (account, guest, since) VALUES ('a', '00000000000000000000000000000001', 1)",
        "INSERT INTO accounts (account, guest, since) VALUES ('b', '00000000000000000000000000000002', 1)",
        "INSERT INTO adopted (guest, account, since) SELECT guest, account, since FROM accounts",
        "INSERT INTO passkeys (credential, account, body, since) VALUES ('owner', 'a', '{}', 1)",
        "INSERT INTO passkeys (credential, account, body, since) VALUES ('thief', 'a', '{}', 2)",
        "INSERT INTO passkeys (credential, account, body, since) VALUES ('lost', 'b', '{}', 3)",
    ] {
        execute(&database, sql).await;
    }
    output_of(&data, &["backup", name]);
    let line = |id: &str| {
        let hash = Sha256::new().chain_update("duello passkey").chain_update(id).finalize();
        let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        format!("\n5 passkey {hex}\n")
    };
    std::fs::write(data.join("deletions"), [line("thief"), line("lost")].concat()).unwrap();
    let output = output_of(&data, &["restore", name]);
    assert!(output.contains("1 passkeys that were removed are removed again"), "{output}");
    assert!(output.contains("1 passkeys that were removed are there again"), "{output}");
    assert_eq!(rows(&database, "SELECT COUNT(*) FROM passkeys WHERE credential = 'thief'").await, 0);
    assert_eq!(rows(&database, "SELECT COUNT(*) FROM passkeys").await, 2, "an account keeps its only one");
    assert_eq!(rows(&database, "SELECT COUNT(*) FROM notices WHERE account = 'a'").await, 1, "and is told");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_had_everything_deleted_does_not_come_back_by_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let (database, name) = (data.join("duello.sqlite"), copy.to_str().unwrap().to_owned());
    let server = Process::start(&data);
    let host = server.host.clone();
    let rename = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(1)
    );
    assert_eq!(status(&http(&host, &rename, "name=Anastasia").await), 200);
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    play(&mut tabs, &mut 3, usize::MAX).await;
    // Another room, which she leaves: her name and her words stay in its log.
    let left = open_room(&host, Settings::default()).await;
    let mut short = two_players(&host, left, [1, 3]).await;
    assert_eq!(short[0].ask(Command::SendChat("Anastasia was here".to_owned())).await, Answer::Happened);
    for command in [Command::Resign, Command::Leave] {
        assert_eq!(short[0].ask(command).await, Answer::Happened);
    }
    drop((tabs, short));
    let (at, to) = (data.clone(), name.clone());
    tokio::task::spawn_blocking(move || output_of(&at, &["backup", &to])).await.unwrap();
    assert_eq!(status(&delete_everything(&host, &cookie(1), "").await), 303);
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let named = "SELECT (SELECT COUNT(*) FROM guests WHERE name = 'Anastasia') \
                 + (SELECT COUNT(*) FROM games WHERE body LIKE '%Anastasia%') \
                 + (SELECT COUNT(*) FROM events WHERE body LIKE '%Anastasia%') + (SELECT COUNT(*) FROM players) - 1";
    assert_eq!(rows(&database, named).await, 0);
    let output = output_of(&data, &["restore", &name]);
    assert!(output.contains("1 guests who had their data deleted are deleted again"), "{output}");
    assert_eq!(rows(&database, named).await, 0);
    assert!(output_of(&data, &["check"]).contains("in order"));
    // The machine is lost: the list that was copied beside a later back-up is enough, and is this server's from then on.
    let later = format!("{name}.later");
    output_of(&data, &["backup", &later]);
    assert!(error_of(&data, &["backup", &later]).contains("is there already"));
    let elsewhere = folder.path().join("elsewhere");
    std::fs::rename(format!("{later}.deletions"), format!("{name}.deletions")).unwrap();
    output_of(&elsewhere, &["restore", &name]);
    assert_eq!(rows(&elsewhere.join("duello.sqlite"), named).await, 0);
    std::fs::remove_file(format!("{name}.deletions")).unwrap();
    output_of(&elsewhere, &["restore", &name]);
    assert_eq!(rows(&elsewhere.join("duello.sqlite"), named).await, 0);
    // Without any list everything is as it was.
    let lost = folder.path().join("lost");
    output_of(&lost, &["restore", &name]);
    assert!(rows(&lost.join("duello.sqlite"), named).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_on_after_a_deletion_that_failed_is_kept_by_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let (database, name) = (data.join("duello.sqlite"), copy.to_str().unwrap());
    assert_eq!(tokio::task::block_in_place(|| Process::start(&data).terminate()), 0);
    let guest = "00000000000000000000000000000001";
    execute(
        &database,
        "INSERT INTO guests (guest, name, since) VALUES ('00000000000000000000000000000001', 'Ada', 1)",
    )
    .await;
    output_of(&data, &["backup", name]);
    let list = data.join("deletions");
    std::fs::write(&list, format!("\n5 begun {guest}\n")).unwrap();
    let output = output_of(&data, &["restore", name]);
    assert!(output.contains(&format!("The deletion of guest {guest} had begun")), "{output}");
    let there = "SELECT COUNT(*) FROM guests";
    assert_eq!(rows(&database, there).await, 1);
    // The line of a deletion that was completed, and the only one that programs of before have written.
    std::fs::write(&list, format!("\n5 begun {guest}\n\n6 guest {guest}\n")).unwrap();
    let output = output_of(&data, &["restore", name]);
    assert!(output.contains("are deleted again") && !output.contains("had begun"), "{output}");
    assert_eq!(rows(&database, there).await, 0);
}
