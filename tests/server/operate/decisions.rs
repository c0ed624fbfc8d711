//! What the operator decided after a back-up was made stays decided when it is restored.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_keeps_what_the_operator_decided_since() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let name = copy.to_str().unwrap().to_owned();
    let server = Process::start(&data);
    let host = server.host.clone();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    let room = code.to_string();
    let desk = async |words: &[&str]| {
        let (at, words) = (data.clone(), words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        let run = move || output_of(&at, &words.iter().map(String::as_str).collect::<Vec<_>>());
        tokio::task::spawn_blocking(run).await.unwrap()
    };
    assert_eq!(tabs[0].ask(Command::SendChat("a nasty line".to_owned())).await, Answer::Happened);
    let line = tabs[0].room.seq.to_string();
    desk(&["switch", "lobby", "off"]).await;
    // The clock was wrong once: this row is of a later time than all that follow.
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(data.join("duello.sqlite")));
    let pool = pool.await.unwrap();
    let sql = "INSERT INTO audit (n, at, os_user, name, action, about, reason) \
               SELECT MAX(n) + 1, 4102444800000, 'root', '', 'test', '', '' FROM audit";
    sqlx::query(sql).execute(&pool).await.unwrap();
    pool.close().await;
    desk(&["backup", &name]).await;
    // An event that the back-up does not have.
    assert_eq!(tabs[0].ask(Command::SendChat("a later line".to_owned())).await, Answer::Happened);
    let later = tabs[0].room.seq.to_string();
    drop(tabs);
    let guest = "00000000000000000000000000000009";
    for words in [
        &["switch", "lobby", "on"] as &[&str],
        &["guest", guest, "suspend", "--for", "1d"],
        &["block", "203.0.113.9", "--for", "1d"],
        &["room", &room, "remove-line", &line],
        &["room", &room, "remove-line", &later],
        &["room", &room, "close"],
    ] {
        desk(words).await;
    }
    let [audit, blocks] = [desk(&["audit"]).await, desk(&["block", "list"]).await];
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let output = desk(&["restore", &name]).await;
    assert!(output.contains("6 rows of the audit log, and what you decided since"), "{output}");
    assert_eq!([desk(&["audit"]).await, desk(&["block", "list"]).await], [audit, blocks]);
    assert_eq!(desk(&["switch"]).await.matches(" off").count(), 0);
    assert!(desk(&["guest", guest]).await.contains("suspend: "));
    let shown = desk(&["room", &room]).await;
    assert!(shown.contains("closed by the operator") && !shown.contains("a nasty line"), "{shown}");
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(data.join("duello.sqlite")));
    let pool = pool.await.unwrap();
    let sql =
        "SELECT (SELECT COUNT(*) FROM redactions), (SELECT COUNT(*) FROM events WHERE body LIKE '%nasty%')";
    let found: (i64, i64) = sqlx::query_as(sql).fetch_one(&pool).await.unwrap();
    assert_eq!(found, (1, 0), "the later event is not there, so its number hides nothing");
    pool.close().await;
    // The key of blocks came along: the same network is known by the same hash.
    desk(&["block", "lift", "203.0.113.9"]).await;
    assert!(desk(&["check"]).await.contains("in order"));
}
