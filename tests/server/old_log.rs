//! Compatibility: the event log of a room from an earlier version is read, and its game goes on.

use std::path::Path;

use crate::common::*;
use room::{Command, Logged, RoomCode, fold};

/// An event log of protocol version 1: a game with a refused and a granted undo and a refused draw, and three
/// moves of the next. The players are guests 1 and 2 of these tests.
const VERSION_1: &str = include_str!("data/room_v1.jsonl");
const CODE: &str = "DEDRGM";

#[tokio::test]
async fn a_room_of_protocol_version_1_is_played_on() {
    let server = Server::start(&[]).await;
    let code: RoomCode = CODE.parse().unwrap();
    insert_room(&server.folder.path().join("data").join("duello.sqlite"), code).await;
    let log: Vec<Logged> = VERSION_1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let before = fold(code, &log);
    assert_eq!((before.seq, before.series.wins), (53, [1, 0]));

    let host = server.host();
    let mut tabs =
        [Tab::join(&host, code, Some(&cookie(1))).await, Tab::join(&host, code, Some(&cookie(2))).await];
    assert_eq!(tabs[0].room, before);
    assert_eq!(tabs[0].room.game.as_ref().map(|game| (game.number, game.ply())), Some((2, 3)));
    play(&mut tabs, &mut 5, usize::MAX).await;
    assert_eq!(tabs[0].room.series.games(), 2);
    assert_eq!(tabs[0].ask(Command::Rematch).await, Answer::Happened);
    assert_eq!(tabs[1].ask(Command::Rematch).await, Answer::Happened);
    // A code of six letters, as all were then, is read in every form.
    for path in [CODE, "ded-rgm"] {
        assert_eq!(status(&http(&host, &format!("GET /r/{path}"), "").await), 200);
    }
    let typed = form(&host, "join_by_code", "code=ded+rgm").await;
    assert_eq!(header(&typed, "location"), Some(&*format!("/r/{CODE}")));
}

#[tokio::test]
async fn games_finished_before_game_pages_existed_get_one_at_start() {
    let code: RoomCode = CODE.parse().unwrap();
    let mut server = Server::start(&[]).await;
    let database = server.folder.path().join("data").join("duello.sqlite");
    insert_room(&database, code).await;
    let request = format!("GET /r/{code}/g/1");
    assert_eq!(status(&http(&server.host(), &request, "").await), 404);
    let pool = sqlx::SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(&database));
    let pool = pool.await.unwrap();
    // As the migration would have left it if it had run after the room was created.
    let list = sqlx::query("INSERT INTO unrecorded (room) VALUES ($1)").bind(code.to_string());
    list.execute(&pool).await.unwrap();
    pool.close().await;
    for _again in 0..2 {
        server = server.restart().await;
        let answer = http(&server.host(), &request, "").await;
        assert_eq!(status(&answer), 303);
        let page = header(&answer, "location").unwrap();
        assert_eq!(status(&http(&server.host(), &format!("GET {page}"), "").await), 200);
    }
}

/// Inserts the room into the database of a running server that has not loaded it yet.
async fn insert_room(database: &Path, code: RoomCode) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let room = sqlx::query("INSERT INTO rooms (code, created_at) VALUES ($1, 0)").bind(code.to_string());
    room.execute(&pool).await.unwrap();
    for (line, seq) in VERSION_1.lines().zip(1_i64..) {
        let event = sqlx::query("INSERT INTO events (room, seq, at, body) VALUES ($1, $2, 0, $3)")
            .bind(code.to_string())
            .bind(seq)
            .bind(line);
        event.execute(&pool).await.unwrap();
    }
    pool.close().await;
}
