//! Who sits down, who only watches, and who is let in: a press takes a seat, a connection does not.

use futures_util::SinkExt;
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Audience, Command, Rejection, RoomCode, Settings};
use tokio_tungstenite::tungstenite::Message;

use crate::common::*;

/// The answer to the form of an invitation: its status, and where it leads.
async fn press(host: &str, code: RoomCode, guest: u128, fields: &str) -> (u16, String) {
    let head = format!(
        "POST /r/{code}\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(guest)
    );
    let answer = http(host, &head, fields).await;
    (status(&answer), header(&answer, "location").unwrap_or_default().to_owned())
}

async fn page(host: &str, path: &str, guest: u128) -> String {
    http(host, &format!("GET {path}\nCookie: duello_guest={}", cookie(guest)), "").await
}

/// A room that this guest has opened, as from the home page.
async fn opened_by(host: &str, guest: u128) -> RoomCode {
    let body = serde_json::json!({ "settings": Settings::default() }).to_string();
    serde_json::from_value(json(&call(host, "create_room", &cookie(guest), &body).await)).unwrap()
}

async fn watch(host: &str, code: RoomCode, guest: u128) -> Tab {
    Tab::watch(host, code, Some(&cookie(guest))).await.unwrap()
}

#[tokio::test]
async fn hello_alone_takes_no_seat_and_no_rights() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = opened_by(&host, 1).await;
    let mut scanner = watch(&host, code, 9).await;
    assert_eq!((scanner.seat(), scanner.room.seq), (None, 2), "opened, and the host sits: nothing else");
    let excluding = Settings { audience: Audience::Nobody, ..Settings::default() };
    for command in [
        Command::Configure(excluding),
        Command::Close(true),
        Command::Ready(true),
        Command::SendChat("Hello".to_owned()),
        Command::Leave,
    ] {
        assert_eq!(scanner.ask(command).await, Answer::Refused(Rejection::NotSeated));
    }
    let friend = Tab::join(&host, code, Some(&cookie(2))).await;
    assert!(friend.seat().is_some(), "the friend still finds the seat free");
    let anna = watch(&host, code, 1).await;
    assert_eq!(anna.seat(), Some(room::Seat::Bottom), "who has opened the room sits by that press");
}

#[tokio::test]
async fn a_room_opened_without_a_cookie_seats_nobody() {
    let server = Server::start(&[]).await;
    let body = serde_json::json!({ "settings": Settings::default() }).to_string();
    let head = "POST /api/create_room\nContent-Type: application/json";
    let answer = http(&server.host(), head, &body).await;
    let code: RoomCode = serde_json::from_value(json(&answer)).unwrap();
    assert_eq!(watch(&server.host(), code, 1).await.room.seats, [None, None]);
}

#[tokio::test]
async fn of_two_who_press_at_once_exactly_one_sits() {
    let server = Server::start(&[]).await;
    let host = server.host();
    for round in 0..5 {
        let code = opened_by(&host, 1).await;
        let (by_form, mut by_socket) = (10 + round, watch(&host, code, 20 + round).await);
        let sit = Command::Sit { name: "Carl".to_owned() };
        let (form, socket) = tokio::join!(press(&host, code, by_form, ""), by_socket.ask(sit));
        let anna = watch(&host, code, 1).await;
        let seated = |log: &room::Room| log.seats.iter().flatten().count();
        assert_eq!(seated(&anna.room), 2);
        match socket {
            Answer::Happened => assert_eq!(form, (303, format!("/r/{code}?taken"))),
            Answer::Refused(Rejection::Full) => assert_eq!(form, (303, format!("/r/{code}"))),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn the_invitation_works_without_a_program_and_keeps_a_typed_name() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let head = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(1)
    );
    http(&host, &head, "name=Anna").await;
    let code = opened_by(&host, 1).await;
    let invitation = page(&host, &format!("/r/{code}"), 2).await;
    assert!(invitation.contains("Anna invites you to play Mancala"), "{invitation}");
    assert!(invitation.contains("autofocus"), "{invitation}");
    assert!(invitation.contains(r#"name="name""#), "a guest without a name can give one");
    assert!(!page(&host, &format!("/r/{code}?watch"), 2).await.contains("invites you"));
    assert!(!page(&host, &format!("/r/{code}"), 1).await.contains("invites you"), "the host sits already");
    assert_eq!(press(&host, code, 2, "name=Bert").await, (303, format!("/r/{code}")));
    let bert = watch(&host, code, 2).await;
    assert_eq!(bert.room.occupant(bert.seat().unwrap()).unwrap().name, "Bert");
    let me = json(&call(&host, "me", &cookie(2), "").await);
    assert_eq!(me["name"], "Bert");
    let late = page(&host, &format!("/r/{code}?taken"), 3).await;
    assert!(late.contains("Both seats are taken. You can watch.") && !late.contains("invites you"));
    assert_eq!(press(&host, code, 3, "").await, (303, format!("/r/{code}?taken")));
    let elsewhere =
        format!("POST /r/{code}\nOrigin: https://evil.example\nCookie: duello_guest={}", cookie(3));
    assert_eq!(status(&http(&host, &elsewhere, "").await), 403);
}

#[tokio::test]
async fn a_second_press_of_a_player_takes_no_second_seat() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = opened_by(&host, 1).await;
    assert_eq!(press(&host, code, 1, "name=Again").await, (303, format!("/r/{code}")));
    assert_eq!(watch(&host, code, 1).await.room.seats.iter().flatten().count(), 1);
}

/// Everything that a raw socket of this guest receives after these messages. Whoever is let in asks for a sign of
/// life then: the room answers in order, so that what comes before that answer is all that there is.
async fn frames(host: &str, guest: Option<u128>, messages: &[ClientMessage]) -> String {
    let cookie = guest.map(cookie);
    let mut socket = connect(host, cookie.as_deref(), None).await.unwrap();
    for message in messages {
        socket.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
    }
    const LAST: u32 = 4711;
    let mut all = String::new();
    let everything = async {
        while let Ok(message) = receive(&mut socket).await {
            all += &serde_json::to_string(&message).unwrap();
            match message {
                ServerMessage::Welcome { log, .. } => {
                    let ping = ClientMessage::Ping { n: LAST, after: log.last().map_or(0, |last| last.seq) };
                    socket.send(Message::text(serde_json::to_string(&ping).unwrap())).await.unwrap();
                }
                ServerMessage::Pong { n: LAST, .. } => return,
                _ => {}
            }
        }
    };
    patiently("an answer to the last message, or the end", everything).await;
    all
}

#[tokio::test]
async fn a_spectator_gets_no_chat_from_before_their_arrival() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    let say = |text: &str| Command::SendChat(text.to_owned());
    assert_eq!(tabs[0].ask(say("only between us")).await, Answer::Happened);
    // Also once memory no longer holds the line, and it is read from the store in pages.
    for long in [false, true] {
        if long {
            play(&mut tabs, &mut 5, 40).await;
            for _ in 0..20 {
                assert_eq!(tabs[0].ask(Command::Close(true)).await, Answer::Happened);
                assert_eq!(tabs[0].ask(Command::Close(false)).await, Answer::Happened);
            }
        }
        let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
        let ping = ClientMessage::Ping { n: 1, after: 0 };
        let refused = ClientMessage::Cmd { id: 1, after: 0, cmd: Command::Resign };
        for guest in [Some(3), Some(4), None] {
            let got = frames(&host, guest, &[hello.clone(), ping.clone(), refused.clone()]).await;
            assert!(got.contains("welcome") && got.contains("pong") && got.contains("refused"), "{got}");
            assert!(!got.contains("only between us"), "{got}");
        }
        assert!(frames(&host, Some(1), &[hello, ping]).await.contains("only between us"), "players get it");
    }
    assert!(!page(&host, &format!("/r/{code}"), 3).await.contains("only between us"));
}

#[tokio::test]
async fn a_spectator_gets_the_chat_since_the_own_arrival_also_after_a_reconnect() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let _bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let say = |text: &str| Command::SendChat(text.to_owned());
    assert_eq!(anna.ask(say("before")).await, Answer::Happened);
    let mut carl = watch(&host, code, 3).await;
    assert_eq!(anna.ask(say("after")).await, Answer::Happened);
    carl.until(|room| room.chat.iter().any(|line| line.said == room::LineContent::Text("after".into())))
        .await;
    drop(carl);
    assert_eq!(anna.ask(say("meanwhile")).await, Answer::Happened);
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    let got = frames(&host, Some(3), &[hello]).await;
    assert!(got.contains("after") && got.contains("meanwhile") && !got.contains("before"), "{got}");
}

#[tokio::test]
async fn chat_of_a_closed_room_reaches_nobody_who_knocked_or_was_sent_away() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let _bert = Tab::join(&host, code, Some(&cookie(2))).await;
    let mut carl = watch(&host, code, 3).await;
    assert_eq!(anna.ask(Command::Close(true)).await, Answer::Happened);
    assert!(carl.until_closed().await);
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    assert!(frames(&host, Some(4), std::slice::from_ref(&hello)).await.contains("closed"), "knocks");
    assert_eq!(anna.ask(Command::SendChat("behind the door".to_owned())).await, Answer::Happened);
    assert_eq!(anna.ask(Command::Close(false)).await, Answer::Happened);
    for guest in [3, 4] {
        let got = frames(&host, Some(guest), std::slice::from_ref(&hello)).await;
        assert!(got.contains("welcome") && !got.contains("behind the door"), "{guest}: {got}");
    }
}

#[tokio::test]
async fn a_room_that_its_host_closes_lets_nobody_in_until_it_is_opened() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = opened_by(&host, 1).await;
    let mut anna = watch(&host, code, 1).await;
    let mut carl = watch(&host, code, 3).await;
    assert_eq!(anna.ask(Command::Close(true)).await, Answer::Happened);
    assert!(carl.until_closed().await, "who watches is sent home");
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    let closed = serde_json::to_string(&ServerMessage::Fault(Fault::Closed)).unwrap();
    assert_eq!(frames(&host, Some(3), std::slice::from_ref(&hello)).await, closed);
    assert_eq!(frames(&host, None, &[hello]).await, closed);
    assert_eq!(press(&host, code, 2, "").await, (303, format!("/r/{code}")));
    assert_eq!(watch(&host, code, 1).await.room.seats.iter().flatten().count(), 1);
    assert!(!page(&host, &format!("/r/{code}"), 2).await.contains("invites you"));
    assert_eq!(anna.ask(Command::Close(false)).await, Answer::Happened);
    let mut bert = Tab::join(&host, code, Some(&cookie(2))).await;
    assert!(bert.seat().is_some());
    assert_eq!(bert.ask(Command::Close(true)).await, Answer::Refused(Rejection::NotHost));
    assert_eq!(anna.ask(Command::Close(true)).await, Answer::Happened);
    bert.until(|room| room.closed).await;
    assert!(bert.seat().is_some(), "who sits stays");
}

#[tokio::test]
async fn closing_a_public_room_ends_its_listing() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let public = Settings { audience: Audience::Public, ..Settings::default() };
    let code = open_room(&host, public).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    let listed = async || page(&host, "/", 9).await.contains(&format!("/r/{code}"));
    assert!(listed().await, "{}", page(&host, "/", 9).await);
    assert_eq!(tabs[0].ask(Command::Close(true)).await, Answer::Happened);
    assert!(!listed().await);
    assert_eq!(tabs[0].ask(Command::Close(false)).await, Answer::Happened);
    assert!(listed().await);
}

#[tokio::test]
async fn a_page_of_the_version_before_is_told_to_reload() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = opened_by(&host, 1).await;
    let mut socket = connect(&host, Some(&cookie(2)), None).await.unwrap();
    let hello = format!(r#"{{"t":"hello","v":4,"room":"{code}","after":0}}"#);
    socket.send(Message::text(hello)).await.unwrap();
    assert_eq!(receive(&mut socket).await, Ok(ServerMessage::Fault(Fault::OldVersion)));
    assert_eq!(receive(&mut socket).await, Err(Some(1000)));
}
