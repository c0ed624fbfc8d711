//! What the check finds.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_check_command_names_what_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Process::start(data);
    let tables = some_games(&server.host).await;
    let code = tables[0][0].room.code.to_string();
    drop(tables);
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    let sound = std::fs::read(data.join("duello.sqlite")).unwrap();
    let output = output_of(data, &["check"]);
    assert!(output.contains("2 rooms") && output.contains("2 finished games"), "{output}");
    let digest_before = digest(&output).to_owned();
    let changes = [
        ("DELETE FROM events WHERE seq = 9", "event 9: in its place stands number 10"),
        (
            "UPDATE events SET seq = seq + 1 WHERE seq = (SELECT MAX(seq) FROM events)",
            "its row says otherwise",
        ),
        ("UPDATE events SET body = REPLACE(body, '\"side\":\"first\"', '\"side\":\"second\"')", "turn"),
        ("UPDATE games SET body = REPLACE(body, '\"reason\":\"played\"', '\"reason\":\"agreed\"')", "ended"),
        ("UPDATE games SET winner = 7", "its row says otherwise"),
        ("DELETE FROM games", "not kept"),
        ("UPDATE games SET number = 9", "its room does not know of it"),
        (
            "INSERT INTO sessions (session, account, since) VALUES ('11111111111111111111111111111111', 'nobody', 0)",
            "it has sign-ins and does not exist",
        ),
        (
            "INSERT INTO passkeys (credential, account, body, since) VALUES ('key', 'nobody', '{}', 0)",
            "it has passkeys and does not exist",
        ),
        (
            "INSERT INTO passkeys (credential, account, body, since) VALUES ('key', 'nobody', '{', 0)",
            "passkeys: unreadable",
        ),
        ("INSERT INTO accounts VALUES ('account', 'somebody', 0)", "accounts: no hash"),
        (
            "INSERT INTO ratings VALUES ('11111111111111111111111111111111', 'chess', 1, 1, 1, 1, 0)",
            "no rating",
        ),
        (
            "INSERT INTO pushes (endpoint, guest, p256dh, auth, turn, arrival, language, since) VALUES ('https://a.example', '11111111111111111111111111111111', 'a', 'b', 2, 0, 'en', 0)",
            "no subscription",
        ),
        ("UPDATE seats SET guest = 'somebody'", "seats: no hash"),
        ("DELETE FROM clocks", "whether its clock runs"),
        ("DELETE FROM rooms WHERE code IN (SELECT code FROM rooms LIMIT 1)", "was never opened"),
    ];
    for (sql, named) in changes {
        std::fs::write(data.join("duello.sqlite"), &sound).unwrap();
        execute(&data.join("duello.sqlite"), sql).await;
        let output = error_of(data, &["check"]);
        assert!(output.contains(named) && output.contains("not in order"), "{sql}: {output}");
        assert_ne!(digest(&output.replace("duello", "")), digest_before);
    }
    std::fs::write(data.join("duello.sqlite"), &sound).unwrap();
    assert_eq!(digest(&output_of(data, &["check"])), digest_before, "{code}");
    let quick = output_of(data, &["check", "--quick"]);
    assert!(quick.contains("2 rooms") && quick.contains("none replayed"), "{quick}");
    assert_eq!(digest(&quick), digest_before);
    // The code of a swept room stays, for the sake of its game.
    for sql in ["DELETE FROM clocks", "DELETE FROM seats", "DELETE FROM events"] {
        execute(&data.join("duello.sqlite"), sql).await;
    }
    output_of(data, &["check"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn check_follows_a_match_through_its_break() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Process::start(&data);
    let settings = Settings { match_length: room::MatchLength::Two, ..Settings::default() };
    let code = open_room(&server.host, settings).await;
    let mut tabs = two_players(&server.host, code, [1, 2]).await;
    let in_order = async || assert_in_order(&data).await;
    play(&mut tabs, &mut 5, 2).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    assert!(tabs[0].room.is_match_break());
    in_order().await;
    tabs[1].until(room::Room::is_match_break).await;
    assert_eq!(tabs[1].ask(Command::Leave).await, Answer::Happened);
    assert!(tabs[1].room.current_match.is_some_and(|over| over.is_over()));
    in_order().await;
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn check_follows_a_match_that_the_operator_ends_in_its_second_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Process::start(&data);
    let settings = Settings { match_length: room::MatchLength::Two, ..Settings::default() };
    let code = open_room(&server.host, settings).await;
    let mut tabs = two_players(&server.host, code, [1, 2]).await;
    play(&mut tabs, &mut 5, 2).await;
    assert_eq!(tabs[0].ask(Command::Resign).await, Answer::Happened);
    tabs[0].until(|room| room.running().is_some_and(|game| game.number == 2)).await;
    let (at, close) = (data.clone(), code.to_string());
    tokio::task::spawn_blocking(move || output_of(&at, &["room", &close, "close"])).await.unwrap();
    while tabs[0].next().await.is_ok() {}
    assert_in_order(&data).await;
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn check_follows_the_clock_of_friends_through_takebacks() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Process::start(&data);
    let settings =
        Settings { clock: room::TimeControl::Increment { base: 300, increment: 5 }, ..Settings::default() };
    let code = open_room(&server.host, settings).await;
    let mut tabs = two_players(&server.host, code, [1, 2]).await;
    let in_order = async || assert_in_order(&data).await;
    in_order().await;
    // The clock runs once both have moved, and a takeback may lead back to before.
    for _ in 0..4 {
        play(&mut tabs, &mut 5, 1).await;
        in_order().await;
    }
    for _ in 0..4 {
        let ply = tabs[0].room.running().unwrap().ply();
        if tabs[0].ask(Command::RequestUndo).await == Answer::Happened {
            tabs[1].until(|room| room.running().is_some_and(|game| game.undo_request.is_some())).await;
            assert_eq!(tabs[1].ask(Command::AnswerUndo(true)).await, Answer::Happened);
            tabs[0].until(|room| room.running().is_some_and(|game| game.ply() < ply)).await;
        }
        in_order().await;
    }
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
}

/// Has the command check the data of a server that runs.
async fn assert_in_order(data: &std::path::Path) {
    let data = data.to_owned();
    let output = tokio::task::spawn_blocking(move || output_of(&data, &["check"])).await.unwrap();
    assert!(output.contains("in order"), "{output}");
}
