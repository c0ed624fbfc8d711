//! What is stored of tournaments: through a restart, for the export, for a deletion, and at the operator's desk.

use super::*;
use crate::moderation::in_force;

/// An arena in which guests 1 and 2 are paired; their room.
async fn two_paired(host: &str) -> (RoomCode, RoomCode) {
    let code = open(host, 1, ARENA).await;
    let mut present = vec![Present::enter(host, code, 1).await, Present::enter(host, code, 2).await];
    let paired = until_paired(&mut present, 2).await;
    (code, paired[0].1)
}

#[tokio::test]
async fn a_tournament_goes_on_after_a_restart_and_loses_no_result() {
    let server = Server::start(&[]).await;
    let (code, room) = two_paired(&server.host()).await;
    // The result comes as the server stops: whether it was counted by then or not, it is in the end.
    lose(&server.host(), room, 1).await;
    let server = server.restart().await;
    assert_eq!(points_after(&data(&server), code, 2).await, [2, 0]);
    let host = server.host();
    let mut present = vec![
        Present::back(&host, code, 1).await,
        Present::back(&host, code, 2).await,
        Present::enter(&host, code, 3).await,
    ];
    let paired = until_paired(&mut present, 2).await;
    assert!(
        paired.iter().any(|(guest, _)| *guest == 3),
        "nobody meets the same one twice in a row: {paired:?}"
    );
    let server = server.restart().await;
    lose(&server.host(), paired[0].1, 3).await;
    assert_eq!(points_after(&data(&server), code, 4).await.iter().sum::<u64>(), 4);
    let flags = ["--data", data(&server).to_str().unwrap()].map(str::to_owned);
    let checked = desk(&[&flags[0], &flags[1]], &["check"]).await.unwrap();
    assert!(checked.contains("in order"), "{checked}");
}

#[tokio::test]
async fn a_room_that_the_operator_closes_counts_for_nobody() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, room) = two_paired(&host).await;
    let folder = data(&server);
    let flags = ["--data", folder.to_str().unwrap()];
    desk(&flags, &["room", &room.to_string(), "close"]).await.unwrap();
    assert_eq!(points_after(&folder, code, 2).await, [0, 0]);
    let third = Present::enter(&host, code, 3).await;
    let mut present = vec![Present::back(&host, code, 1).await, third];
    assert_eq!(until_paired(&mut present, 2).await.len(), 2, "both are free again");
}

#[tokio::test]
async fn who_has_everything_deleted_leaves_a_standing_without_a_name() {
    let server = Server::start(&[]).await;
    let host = server.host();
    call(&host, "rename", &cookie(1), "{\"name\":\"Adalbert\"}").await;
    let named = ARENA.replace("Evening", "Adalberts");
    let code = open(&host, 1, &named).await;
    let mut present = vec![Present::enter(&host, code, 1).await, Present::enter(&host, code, 2).await];
    let paired = until_paired(&mut present, 2).await;
    let export =
        json(&http(&host, &format!("GET /me/data.json\nCookie: duello_guest={}", cookie(1)), "").await);
    let listed = export["tournaments"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "opened and entered: {listed:?}");
    assert!(listed.iter().all(|one| one["tournament"] == code.to_string()));
    assert!(export["rooms"].as_array().unwrap().iter().any(|one| one["room"] == paired[0].1.to_string()));
    delete_everything(&host, &cookie(1), "").await;
    assert_eq!(points_after(&data(&server), code, 2).await, [2, 0], "the game was given up");
    let file = std::fs::read(data(&server).join("duello.sqlite")).unwrap();
    assert!(!file.windows(8).any(|bytes| bytes == b"Adalbert"), "neither name nor title is in the file");
    in_force("the page is without the title", async || {
        !page(&host, &format!("/e/{code}"), 2).await.contains("Adalbert")
    })
    .await;
}

#[tokio::test]
async fn the_operator_cancels_and_removes_titles_and_names() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let folder = data(&server);
    let flags = ["--data", folder.to_str().unwrap()];
    let later = ARENA.replace("start=0", "start=30");
    let code = open(&host, 1, &later).await;
    submit(&host, &format!("/e/{code}/enter"), 2, "").await;
    let word = code.to_string();
    desk(&flags, &["tournament", &word, "remove-title", "--reason", "an insult"]).await.unwrap();
    in_force("the title is gone", async || !page(&host, "/events", 9).await.contains("Evening")).await;
    desk(&flags, &["tournament", &word, "remove-name", "0"]).await.unwrap();
    assert_eq!(card(&folder, code).await["entrants"][0]["name"], "?");
    assert!(desk(&flags, &["tournament", &word, "remove-name", "7"]).await.is_err());
    desk(&flags, &["tournament", &word, "cancel"]).await.unwrap();
    in_force("nobody can enter", async || {
        submit(&host, &format!("/e/{code}/enter"), 3, "").await.ends_with("?entry_closed")
    })
    .await;
    let running = open(&host, 1, ARENA).await;
    in_force("it has begun", async || card(&folder, running).await["phase"] == "running").await;
    assert!(
        desk(&flags, &["tournament", &running.to_string(), "cancel"]).await.is_err(),
        "what has begun goes on"
    );
    assert!(desk(&flags, &["tournament", "BQHRKM", "cancel"]).await.is_err());
    let audit = desk(&flags, &["audit"]).await.unwrap();
    for action in ["remove_title", "remove_name", "cancel_tournament"] {
        assert!(audit.contains(action), "{audit}");
    }
}

#[tokio::test]
async fn an_entrant_whose_name_was_removed_is_paired_as_anybody() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let folder = data(&server);
    let code = open(&host, 1, ARENA).await;
    submit(&host, &format!("/e/{code}/enter"), 1, "").await;
    let flags = ["--data", folder.to_str().unwrap()];
    desk(&flags, &["tournament", &code.to_string(), "remove-name", "0"]).await.unwrap();
    in_force("the name is gone", async || {
        page(&host, &format!("/e/{code}"), 9).await.contains("Deleted player")
    })
    .await;
    let mut present = vec![Present::back(&host, code, 1).await, Present::enter(&host, code, 2).await];
    let paired = until_paired(&mut present, 2).await;
    lose(&host, paired[0].1, 1).await;
    assert_eq!(points_after(&folder, code, 2).await, [2, 0]);
}

#[tokio::test]
async fn one_address_brings_no_more_entrants_than_a_crowd_would() {
    let server = Server::start(&["--entries-per-hour=3"]).await;
    let host = server.host();
    let code = open(&host, 1, &ARENA.replace("start=0", "start=30")).await;
    let path = format!("/e/{code}/enter");
    for guest in [1, 1, 2, 3] {
        assert_eq!(submit(&host, &path, guest, "").await, format!("/e/{code}"), "who is in it costs nothing");
    }
    assert_eq!(submit(&host, &path, 4, "").await, format!("/e/{code}?too_many_enter"));
}

#[tokio::test]
async fn ones_own_page_has_the_tournaments_ahead_and_the_last_results() {
    let server = Server::start(&[]).await;
    let host = server.host();
    assert!(!page(&host, "/me", 1).await.contains("own-events"), "nobody is told of none");
    let ahead = open(&host, 1, &ARENA.replace("start=0", "start=30")).await;
    let (running, room) = two_paired(&host).await;
    for code in [ahead, running] {
        submit(&host, &format!("/e/{code}/enter"), 1, "").await;
    }
    let mine = page(&host, "/me", 1).await;
    let at = |code: RoomCode| mine.find(&format!("href=\"/e/{code}\"")).expect("a link to it");
    assert!(at(running) < at(ahead), "what is running comes first");
    assert!(!page(&host, "/me", 2).await.contains(&ahead.to_string()), "others have not entered");
    lose(&host, room, 1).await;
    assert_eq!(points_after(&data(&server), running, 2).await, [2, 0]);
    submit(&host, &format!("/e/{ahead}/leave"), 1, "").await;
    assert!(!page(&host, "/me", 1).await.contains(&ahead.to_string()), "who has left is not in it");
    // Half an hour later, as another server would note it.
    let pool = crate::clocks::open_database(&data(&server)).await;
    let end = "INSERT INTO facts (tournament, seq, at, body) SELECT tournament, MAX(seq) + 1, MAX(at), \
               '{\"seq\":' || (MAX(seq) + 1) || ',\"at\":' || MAX(at) || ',\"fact\":\"finished\"}' FROM facts WHERE tournament = $1 \
               GROUP BY tournament";
    sqlx::query(end).bind(running.to_string()).execute(&pool).await.unwrap();
    let over =
        "UPDATE tournaments SET phase = 'finished', changed = (SELECT MAX(at) FROM facts) WHERE code = $1";
    sqlx::query(over).bind(running.to_string()).execute(&pool).await.unwrap();
    in_force("the result is there", async || page(&host, "/me", 1).await.contains("Rank 2 · 0 points")).await;
    let mine = page(&host, "/me", 2).await;
    assert!(mine.contains("Rank 1 · 2 points") && mine.contains(&format!("/e/{running}/")), "{mine}");
    assert!(!page(&host, "/me", 3).await.contains(&running.to_string()));
}
