//! S5: many connections that have themselves be sent the whole log of a full room.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use room::message::{Fault, ServerMessage};
use room::sync::client::Client;
use room::{Event, RoomCode, Seat, Settings, stamp};
use tokio_tungstenite::tungstenite::Message;

use super::*;

/// A room with a log of this many events.
async fn full_room(server: &Server, events: usize) -> RoomCode {
    let code = open_room(&server.host(), Settings::default()).await;
    let line = "x".repeat(100);
    // Chat from before is not sent to spectators.
    let lines = (0..events).map(|_| Event::Renamed { seat: Seat::Top, name: line.clone() });
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
    let (mut welcomed, since) = (0, Instant::now());
    while let Ok(tab) = Tab::try_join(&host, code, None).await {
        assert_eq!(tab.room.seq, 3_001);
        welcomed += 1;
    }
    // Of 1000 points, which come back within two minutes.
    let most = (1_000 + since.elapsed().as_secs() * 1_000 / 120) / 120 + 1;
    assert!((4..=most).contains(&welcomed), "{welcomed} sockets, {most} at most");
    // What is left may be too little even for a socket; it comes back.
    let connected = async {
        loop {
            match connect(&host, None, None).await {
                Ok(socket) => return socket,
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
            }
        }
    };
    let mut socket = patiently("a socket", connected).await;
    let hello = Client::new(code, 0).hello();
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
    assert_eq!(receive(&mut socket).await, Ok(ServerMessage::Fault(Fault::TooFast)));
}
