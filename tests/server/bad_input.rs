//! Invalid input over real sockets: each is refused with a clear reason, and the game is unchanged.

use crate::common::*;
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Command, Rejection, RoomCode, Settings};
use tokio_tungstenite::tungstenite::{Error, Message};

/// Fingerprint of the room as a new spectator sees it.
async fn fingerprint(server: &Server, code: RoomCode) -> u64 {
    Tab::join(&server.host(), code, None).await.room.fingerprint()
}

#[tokio::test]
async fn out_of_turn_stale_spectator_and_illegal_moves_are_refused() {
    let [mancala, mapello] = both_games();
    tokio::join!(check_bad_moves(mancala), check_bad_moves(mapello));
}

async fn check_bad_moves(settings: Settings) {
    let (server, code, mut tabs) = some_game(&[], settings).await;
    let before = tabs[0].room.fingerprint();
    let to_move = mover(&tabs).unwrap();
    let waiting = 1 - to_move;
    let seat = tabs[to_move].seat().unwrap();
    let good = some_move(&tabs[to_move].room, seat, &mut 5).unwrap();
    assert_eq!(tabs[waiting].ask(good.clone()).await, Answer::Refused(Rejection::NotYourTurn));
    let Command::Play { game, ply, mv } = good else { unreachable!() };
    for stale in [Command::Play { game, ply: ply - 1, mv }, Command::Play { game: game + 1, ply, mv }] {
        assert_eq!(tabs[to_move].ask(stale).await, Answer::Refused(Rejection::Stale));
    }
    let legal = tabs[0].room.running().unwrap().position.legal_moves();
    let illegal = (0..20)
        .filter_map(|number| {
            serde_json::from_value(replace_number(&serde_json::to_value(mv).unwrap(), number)).ok()
        })
        .find(|mv| !legal.contains(mv))
        .unwrap();
    let answer = tabs[to_move].ask(Command::Play { game, ply, mv: illegal }).await;
    assert!(matches!(answer, Answer::Refused(Rejection::Illegal(_))), "{answer:?}");
    for cookie in [Some(cookie(9)), None] {
        let mut watcher = Tab::join(&server.host(), code, cookie.as_deref()).await;
        for command in [Command::Play { game, ply, mv }, Command::Resign, Command::SendChat("me".to_owned())]
        {
            assert_eq!(watcher.ask(command).await, Answer::Refused(Rejection::NotSeated));
        }
    }
    assert_eq!(fingerprint(&server, code).await, before);
    assert_eq!(
        tabs[to_move].ask(Command::Play { game, ply, mv }).await,
        Answer::Happened,
        "the game goes on"
    );
}

/// A move with its pit or cell number replaced.
fn replace_number(value: &serde_json::Value, number: u64) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(_) => number.into(),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), replace_number(v, number))).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn a_malformed_message_gets_a_fault_and_the_fifth_closes_the_socket() {
    let (server, code, mut tabs) = some_game(&[], Settings::default()).await;
    let before = tabs[0].room.fingerprint();
    let forged = r#"{"t":"cmd","id":1,"after":0,"seat":"top","cmd":{"nonsense":1}}"#;
    for text in ["not json", "{}", "[]", forged] {
        tabs[0].send_text(text.to_owned()).await;
        assert_eq!(next_fault(&mut tabs[0]).await, Ok(Fault::NotUnderstood));
    }
    tabs[0].send_raw(Message::binary(vec![0, 1, 2])).await;
    assert_eq!(next_fault(&mut tabs[0]).await, Ok(Fault::NotUnderstood));
    assert_eq!(next_fault(&mut tabs[0]).await, Err(Some(1008)));
    assert_eq!(fingerprint(&server, code).await, before);
}

#[tokio::test]
async fn a_5_kb_message_is_too_large_and_1000_messages_are_too_many() {
    let (server, code, mut tabs) = some_game(&["--player-messages=100"], Settings::default()).await;
    let before = tabs[0].room.fingerprint();
    tabs[0].send_text("x".repeat(5 * 1024)).await;
    assert_eq!(next_fault(&mut tabs[0]).await, Ok(Fault::TooLarge));
    assert_eq!(next_fault(&mut tabs[0]).await, Err(Some(1009)));
    for n in 0..1000 {
        let ping = ClientMessage::Ping { n, after: tabs[1].room.seq };
        tabs[1].send_text(serde_json::to_string(&ping).unwrap()).await;
    }
    assert_eq!(next_fault(&mut tabs[1]).await, Ok(Fault::TooFast));
    assert_eq!(next_fault(&mut tabs[1]).await, Err(Some(1008)));
    assert_eq!(fingerprint(&server, code).await, before);
}

/// The next fault, or the close code.
async fn next_fault(tab: &mut Tab) -> Result<Fault, Option<u16>> {
    loop {
        if let ServerMessage::Fault(fault) = tab.next().await? {
            return Ok(fault);
        }
    }
}

#[tokio::test]
async fn an_unknown_room_and_an_outdated_page_get_their_fault() {
    let server = Server::start(&[]).await;
    let code = RoomCode::from_seed(1);
    for (v, fault) in [(VERSION, Fault::NoSuchRoom), (VERSION + 1, Fault::OldVersion)] {
        let mut socket = connect(&server.host(), Some(&cookie(1)), None).await.unwrap();
        let hello = ClientMessage::Hello { v, room: code, after: 0 };
        let text = Message::text(serde_json::to_string(&hello).unwrap());
        futures_util::SinkExt::send(&mut socket, text).await.unwrap();
        assert_eq!(receive(&mut socket).await, Ok(ServerMessage::Fault(fault)));
        assert_eq!(receive(&mut socket).await, Err(Some(1000)));
    }
}

#[tokio::test]
async fn a_cross_site_page_gets_no_socket() {
    let server = Server::start(&["--allow-origin=https://friend.example"]).await;
    let own = format!("http://{}", server.host());
    for good in [None, Some(own.as_str()), Some("https://friend.example")] {
        assert!(connect(&server.host(), None, good).await.is_ok(), "{good:?}");
    }
    let near = format!("{own}0");
    for bad in ["https://evil.example", "null", "http://127.0.0.1", near.as_str()] {
        let Err(Error::Http(answer)) = connect(&server.host(), None, Some(bad)).await else {
            panic!("{bad} was let in")
        };
        assert_eq!(answer.status(), 403, "{bad}");
    }
}

#[tokio::test]
async fn connections_are_limited_per_address() {
    let server = Server::start(&["--connections-per-address=2"]).await;
    let first = connect(&server.host(), None, None).await.unwrap();
    let _second = connect(&server.host(), None, None).await.unwrap();
    assert!(connect(&server.host(), None, None).await.is_err());
    drop(first);
    // The place is free as soon as the server has noticed that the first socket ended.
    let again = async { while connect(&server.host(), None, None).await.is_err() {} };
    tokio::time::timeout(PATIENCE, again).await.unwrap();
}
