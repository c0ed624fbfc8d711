//! S5: guesses of room codes, games and seat links. After some misses nothing is looked up any more for their
//! address, except for guests who were in the room.

use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{RoomCode, Settings};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::*;

/// Codes of no room.
fn unknown() -> impl Iterator<Item = RoomCode> {
    (1_000_000..).map(RoomCode::from_seed)
}

/// The status of a page for the `n`th guest at an address.
async fn page(host: &str, path: &str, address: &str, guest: u128) -> u16 {
    let head = format!("GET {path}\nX-Forwarded-For: {address}\nCookie: duello_guest={}", cookie(guest));
    status(&http(host, &head, "").await)
}

/// What a socket is told that asks for a room, and its close code if it is not let in.
async fn hello(
    host: &str,
    code: RoomCode,
    address: &str,
    guest: u128,
) -> (Option<ServerMessage>, Option<u16>) {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    request.headers_mut().insert("cookie", format!("duello_guest={}", cookie(guest)).parse().unwrap());
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    let mut socket = tokio_tungstenite::connect_async(request).await.unwrap().0;
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    let text = serde_json::to_string(&hello).unwrap();
    futures_util::SinkExt::send(&mut socket, Message::text(text)).await.unwrap();
    let first = receive(&mut socket).await.ok();
    let closed = match first {
        Some(ServerMessage::Fault(_)) => receive(&mut socket).await.unwrap_err(),
        _ => None,
    };
    (first, closed)
}

#[tokio::test]
async fn s5_scanning_room_codes_is_useless_after_thirty_misses() {
    let server = Server::start(&["--misses=30", "--trust-proxy", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let code = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, code, [1, 2]).await;
    let (scanner, room) = ("192.0.2.7", format!("/r/{code}"));
    assert_eq!(page(&host, &room, scanner, 3).await, 200, "guest 3 was let in once");
    let mut codes = unknown();
    let mut misses = 0;
    for code in codes.by_ref().take(100) {
        let path = if misses % 2 == 0 { format!("/r/{code}") } else { format!("/r/{code}/take") };
        match page(&host, &path, scanner, 9).await {
            404 => misses += 1,
            other => assert_eq!(other, 429),
        }
    }
    assert!((30..=33).contains(&misses), "{misses} codes were tried");
    // What exists is refused like what does not: the answers are the same.
    let next = codes.next().unwrap();
    for end in ["", "/take", "/move", "/g/1"] {
        let [hit, miss] = [code, next].map(|code| format!("/r/{code}{end}"));
        assert_eq!(
            [page(&host, &hit, scanner, 9).await, page(&host, &miss, scanner, 9).await],
            [429, 429],
            "{end}"
        );
    }
    for code in [code, next] {
        let refused = hello(&host, code, scanner, 9).await;
        assert_eq!(refused, (Some(ServerMessage::Fault(Fault::TooFast)), Some(1008)));
    }
    assert_eq!(page(&host, "/g/0123456789abcdef.txt", scanner, 9).await, 429);
    // Who has a seat in the room, or was in it, is no scanner; nor is anybody elsewhere.
    for guest in [1, 2, 3] {
        assert_eq!(page(&host, &room, scanner, guest).await, 200, "guest {guest}");
        let (first, _) = hello(&host, code, scanner, guest).await;
        assert!(matches!(first, Some(ServerMessage::Welcome { .. })), "guest {guest}: {first:?}");
    }
    assert_eq!(page(&host, &room, "192.0.2.8", 9).await, 200);
    for path in ["/", "/local", "/find", "/r/ABC"] {
        assert_ne!(page(&host, path, scanner, 9).await, 429, "{path}");
    }
    let counted = crate::metrics::figure(&metrics, "duello_turned_away_total{reason=\"misses\"}").await;
    assert!(counted >= Some(70.0), "{counted:?}");
    // A seat is known also to a server that was just started.
    let server = Server::start_with(
        {
            server.running.stop().await;
            server.folder
        },
        &["--misses=1", "--trust-proxy"],
    )
    .await;
    let host = server.host();
    assert_eq!(page(&host, &format!("/r/{next}"), scanner, 9).await, 404);
    let seen = [page(&host, &room, scanner, 1).await, page(&host, &room, scanner, 9).await];
    assert_eq!(seen, [200, 429]);
}

#[tokio::test]
async fn s5_scanning_by_socket_by_game_or_by_seat_link_is_limited() {
    let server = Server::start(&["--misses=30", "--trust-proxy"]).await;
    let host = server.host();
    let mut found = [0; 3];
    for code in unknown().take(40) {
        let (first, closed) = hello(&host, code, "192.0.2.1", 9).await;
        found[0] += u32::from(first == Some(ServerMessage::Fault(Fault::NoSuchRoom)) && closed == Some(1000));
    }
    for n in 0..40 {
        let path = format!("/g/{n:016}{}", if n % 2 == 0 { "" } else { ".png" });
        found[1] += u32::from(page(&host, &path, "192.0.2.2", 9).await == 404);
    }
    let code = open_room(&host, Settings::default()).await;
    for n in 0..40 {
        let head = format!(
            "POST /r/{code}/take\nX-Forwarded-For: 192.0.2.3\nContent-Type: application/x-www-form-urlencoded\n\
             Cookie: duello_guest={}",
            cookie(100 + n)
        );
        found[2] += u32::from(status(&http(&host, &head, &format!("secret={n:032}")).await) == 410);
    }
    assert!(found.iter().all(|tried| (30..=33).contains(tried)), "{found:?}");
}

#[tokio::test]
async fn a_wrong_code_that_a_whole_class_tries_counts_once() {
    let server = Server::start(&["--misses=30", "--trust-proxy"]).await;
    let host = server.host();
    let code = unknown().next().unwrap();
    for guest in 0..60 {
        assert_eq!(page(&host, &format!("/r/{code}"), "192.0.2.7", guest).await, 404);
    }
}
