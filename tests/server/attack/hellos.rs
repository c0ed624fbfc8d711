//! S5: many connections that have themselves be sent the whole log of a full room.

use room::{Event, RoomCode, Seat, Settings, stamp};

use super::*;

/// A room with a log of this many events.
async fn full_room(server: &Server, events: usize) -> RoomCode {
    let code = open_room(&server.host(), Settings::default()).await;
    let line = "x".repeat(100);
    let lines = (0..events).map(|_| Event::ChatSent { seat: Seat::Top, text: line.clone() });
    let database = server.folder.path().join("data").join("duello.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let mut transaction = pool.begin().await.unwrap();
    for logged in stamp(lines.collect(), 1, 1, None) {
        sqlx::query("INSERT INTO events (room, seq, at, body) VALUES ($1, $2, 1, $3)")
            .bind(code.to_string())
            .bind(logged.seq as i64)
            .bind(serde_json::to_string(&logged).unwrap())
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    code
}

#[tokio::test]
async fn s5_whoever_asks_for_long_logs_pays_by_their_length() {
    let server = Server::start(&["--request-points=1000"]).await;
    let host = server.host();
    // About half a megabyte: 10 points for the socket, and some 140 for its log.
    let code = full_room(&server, 3_000).await;
    let mut welcomed = 0;
    let closed = loop {
        match Tab::try_join(&host, code, None).await {
            Ok(tab) => {
                assert_eq!(tab.room.seq, 3_001);
                welcomed += 1;
            }
            Err(closed) => break closed,
        }
    };
    assert!((5..=9).contains(&welcomed), "{welcomed} sockets");
    assert_eq!(closed, Some(1008));
}
