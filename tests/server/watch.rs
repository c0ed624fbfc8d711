//! Access of spectators: everybody with the link, or only the players.

use crate::common::*;
use futures_util::SinkExt;
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Audience, Command, RoomCode, Settings};
use tokio_tungstenite::tungstenite::Message;

fn closed_settings() -> Settings {
    Settings { audience: Audience::Nobody, ..Settings::default() }
}

/// The first message to a visitor of a room, and the close code that follows, if any.
async fn first_message(host: &str, code: RoomCode, guest: Option<u128>) -> (ServerMessage, Option<u16>) {
    let cookie = guest.map(cookie);
    let mut socket = connect(host, cookie.as_deref(), None).await.unwrap();
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
    let first = receive(&mut socket).await.unwrap();
    let end = match first {
        ServerMessage::Fault(_) => receive(&mut socket).await.unwrap_err(),
        _ => None,
    };
    (first, end)
}

#[tokio::test]
async fn a_closed_room_refuses_spectators_and_tells_them_nothing() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, closed_settings()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    for guest in [Some(3), None] {
        assert_eq!(
            first_message(&host, code, guest).await,
            (ServerMessage::Fault(Fault::Closed), Some(1000))
        );
    }
    assert_eq!(tabs[0].here.watching, 0);
    play(&mut tabs, &mut 7, 3).await;
    // Players can reconnect, also in a second tab.
    let client = tabs[0].client.clone();
    assert!(Tab::rejoin(&host, Some(&cookie(1)), client).await.is_ok());
    assert!(Tab::join(&host, code, Some(&cookie(2))).await.seat().is_some());
    let page = http(&host, "GET /", "").await;
    assert!(!page.contains(&code.to_string()), "it is not listed");
}

#[tokio::test]
async fn closing_a_room_disconnects_its_spectators() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let _bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(anna.ask(Command::Configure(closed_settings())).await, Answer::Happened);
    assert!(carl.until_closed().await);
    // A spectator cannot change it.
    let mut socket = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(socket.ask(Command::Configure(Settings::default())).await, Answer::Happened);
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(
        carl.ask(Command::Configure(closed_settings())).await,
        Answer::Refused(room::Rejection::NotSeated)
    );
}

#[tokio::test]
async fn a_free_seat_can_be_taken_by_link_even_in_a_closed_room() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, closed_settings()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let bert = Tab::join(&host, code, Some(&cookie(2))).await;
    assert!(bert.seat().is_some());
    assert_eq!(anna.ask(Command::Leave).await, Answer::Happened);
    let carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert!(carl.seat().is_some());
    // A player who left has no seat any more, and no access.
    assert!(anna.until_closed().await);
}
