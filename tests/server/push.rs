//! Web Push against a fake push service: payload, VAPID signature, encryption, and who gets no note.

mod account;
mod mute;
mod service;

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use room::{Command, RoomCode, Settings, TimeControl};
use serde_json::{Value, json};

use self::service::{Browser, PushService};
use crate::common::*;

const DAYS: TimeControl = TimeControl::DaysPerMove { days: 3 };

/// Subscribes as a guest; the status of the answer.
async fn subscribe(server: &Server, guest: Option<u128>, subscription: &Value, more: &str) -> u16 {
    let who = guest.map(|guest| format!("\nCookie: duello_guest={}", cookie(guest))).unwrap_or_default();
    let head = format!("POST /push\nContent-Type: application/json{who}{more}");
    status(&http(&server.host(), &head, &subscription.to_string()).await)
}

/// A game between two guests; the second is absent, and it is the first one's turn.
async fn start_alone(server: &Server, clock: TimeControl, guests: [u128; 2]) -> (RoomCode, [Tab; 2]) {
    let settings = Settings { clock, ..Settings::default() };
    let code = open_room(&server.host(), settings).await;
    let mut tabs = two_players(&server.host(), code, guests).await;
    let away = tabs[1].seat().unwrap();
    tabs[1].send_raw(tokio_tungstenite::tungstenite::Message::Close(None)).await;
    while tabs[0].here.seats[away.index()] {
        tabs[0].next().await.unwrap();
    }
    (code, tabs)
}

/// Plays for the first player until it is the other one's turn.
async fn end_turn(tabs: &mut [Tab; 2]) {
    let (seat, mut seed) = (tabs[0].seat().unwrap(), 5);
    while let Some(command) = some_move(&tabs[0].room, seat, &mut seed) {
        assert_eq!(tabs[0].ask(command).await, Answer::Happened);
    }
}

#[tokio::test]
async fn an_absent_correspondence_player_gets_an_encrypted_turn_push() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let (browser, other) = (Browser::new("bert"), Browser::new("carl"));
    assert_eq!(
        subscribe(&server, Some(2), &browser.subscription(&service, true, false), "\nAccept-Language: de")
            .await,
        204
    );
    assert_eq!(subscribe(&server, Some(3), &other.subscription(&service, true, true), "").await, 204);
    let (code, mut tabs) = start_alone(&server, DAYS, [1, 2]).await;
    end_turn(&mut tabs).await;
    let sent = service.request(1).await;
    let push = browser.decrypt(&sent);
    assert_eq!((&push["title"], &push["url"]), (&json!("Du bist dran"), &json!(format!("/r/{code}"))));
    assert!(push["body"].as_str().unwrap().contains("Mancala"), "{push}");
    let header = |name: &str| sent.1[name].to_str().unwrap();
    assert_eq!((header("ttl"), header("urgency")), ("86400", "normal"));
    let letters = |topic: &str| topic.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    assert!(header("topic").len() == 24 && letters(header("topic")));
    assert!(!format!("{:?}", sent.1).contains(&code.to_string()), "the code lets one in");
    assert_eq!(header("content-encoding"), "aes128gcm");
    // Signed with the key that pages get, for this service only, and with an expiry.
    let key = http(&server.host(), "GET /push/key", "").await;
    let key = key.lines().find(|line| line.len() == 87).unwrap();
    let (token, by) = header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(by, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let point = Base64UrlUnpadded::decode_vec(key).unwrap();
    let signature = Signature::from_slice(&Base64UrlUnpadded::decode_vec(signature).unwrap()).unwrap();
    VerifyingKey::from_sec1_bytes(&point).unwrap().verify(signed.as_bytes(), &signature).unwrap();
    let claims = Base64UrlUnpadded::decode_vec(signed.split_once('.').unwrap().1).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], json!(service.origin));
    assert!((1..=86_400).contains(&(claims["exp"].as_i64().unwrap() - tabs[0].room.at / 1000)));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.count(), 1, "nobody else is told, and nobody twice");
}

#[tokio::test]
async fn present_fast_clock_and_unsubscribed_players_get_no_push() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    for (guest, name, turn) in [(2, "bert", true), (4, "dora", false)] {
        assert_eq!(
            subscribe(&server, Some(guest), &Browser::new(name).subscription(&service, turn, true), "").await,
            204
        );
    }
    let settings = Settings { clock: DAYS, ..Settings::default() };
    let code = open_room(&server.host(), settings).await;
    end_turn(&mut two_players(&server.host(), code, [1, 2]).await).await;
    end_turn(&mut start_alone(&server, TimeControl::PerMove { seconds: 60 }, [1, 2]).await.1).await;
    end_turn(&mut start_alone(&server, DAYS, [3, 4]).await.1).await;
    let (code, mut tabs) = start_alone(&server, DAYS, [1, 2]).await;
    end_turn(&mut tabs).await;
    let push = Browser::new("bert").decrypt(&service.request(1).await);
    assert_eq!(push["tag"], json!(code.to_string()));
}

#[tokio::test]
async fn an_absent_host_gets_a_push_when_somebody_joins() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let browser = Browser::new("anna");
    assert_eq!(subscribe(&server, Some(1), &browser.subscription(&service, false, true), "").await, 204);
    let code = open_room(&server.host(), Settings::default()).await;
    drop(Tab::join(&server.host(), code, Some(&cookie(1))).await);
    let mut watch = Tab::join(&server.host(), code, None).await;
    while watch.here.seats[0] {
        watch.next().await.unwrap();
    }
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    let push = browser.decrypt(&service.request(1).await);
    let name = bert.room.occupant(bert.seat().unwrap()).unwrap().name.clone();
    assert_eq!(push["title"], json!(format!("{name} is here")));
    // Told once, also after a restart.
    for _ in 0..3 {
        assert_eq!(bert.ask(Command::Leave).await, Answer::Happened);
        assert_eq!(bert.ask(Command::Sit { name: name.clone() }).await, Answer::Happened);
    }
    let flag = format!("--push-service={}", service.origin);
    server.running.stop().await;
    let server = Server::start_with(server.folder, &[&flag]).await;
    let mut bert = Tab::join(&server.host(), code, Some(&cookie(2))).await;
    assert_eq!(bert.ask(Command::Leave).await, Answer::Happened);
    assert_eq!(bert.ask(Command::Sit { name }).await, Answer::Happened);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.count(), 1);
}

#[tokio::test]
async fn a_push_is_retried_if_busy_and_dropped_if_the_browser_is_gone() {
    let service = PushService::start(&[503, 410]).await;
    let server = service.server().await;
    let browser = Browser::new("bert");
    assert_eq!(subscribe(&server, Some(2), &browser.subscription(&service, true, false), "").await, 204);
    end_turn(&mut start_alone(&server, DAYS, [1, 2]).await.1).await;
    service.request(2).await;
    let pool = crate::clocks::open_database(&server.folder.path().join("data")).await;
    let forgotten = async {
        while sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM pushes").fetch_one(&pool).await.unwrap() > 0
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    patiently("the browser is forgotten", forgotten).await;
    end_turn(&mut start_alone(&server, DAYS, [1, 2]).await.1).await;
    assert_eq!(
        subscribe(&server, Some(2), &Browser::new("new").subscription(&service, true, false), "").await,
        204
    );
    end_turn(&mut start_alone(&server, DAYS, [1, 2]).await.1).await;
    assert_eq!(service.request(3).await.0, "new");
}

#[tokio::test]
async fn invalid_and_foreign_push_subscriptions_are_refused() {
    let service = PushService::start(&[307]).await;
    let server = service.server().await;
    let browser = Browser::new("bert");
    let good = browser.subscription(&service, true, true);
    assert_eq!(subscribe(&server, None, &good, "").await, 401);
    // An address that was admitted leads nowhere else: a redirect is an answer, and not followed.
    assert_eq!(
        subscribe(&server, Some(5), &Browser::new("moved").subscription(&service, true, true), "").await,
        204
    );
    end_turn(&mut start_alone(&server, DAYS, [4, 5]).await.1).await;
    assert_eq!(service.request(1).await.0, "moved");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.count(), 1, "not at the other address");
    service.sent.lock().unwrap().clear();
    assert_eq!(subscribe(&server, Some(2), &good, "\nOrigin: https://evil.example").await, 403);
    let changed = |field: &str, value: Value| {
        let mut subscription = good.clone();
        subscription[field] = value;
        subscription
    };
    for bad in [
        changed("endpoint", json!("https://evil.example/x")),
        changed("endpoint", json!("http://169.254.169.254/latest")),
        changed("p256dh", json!("")),
        changed("p256dh", json!("A".repeat(87))),
        changed("p256dh", json!("A".repeat(9_000))),
        changed("auth", json!("AAAA")),
        changed("turn", json!("yes")),
        json!([]),
    ] {
        assert_eq!(subscribe(&server, Some(2), &bad, "").await, 400, "{bad}");
    }
    assert_eq!(subscribe(&server, Some(2), &good, "").await, 204);
    assert_eq!(subscribe(&server, Some(3), &browser.subscription(&service, false, false), "").await, 204);
    end_turn(&mut start_alone(&server, DAYS, [1, 2]).await.1).await;
    assert_eq!(service.request(1).await.0, "bert", "it is still told");
    assert_eq!(subscribe(&server, Some(2), &browser.subscription(&service, false, false), "").await, 204);
    for n in 0..10 {
        let name = format!("b{n}");
        assert_eq!(
            subscribe(&server, Some(2), &Browser::new(&name).subscription(&service, true, false), "").await,
            204
        );
    }
    end_turn(&mut start_alone(&server, DAYS, [1, 2]).await.1).await;
    service.request(9).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut names: Vec<String> =
        service.sent.lock().unwrap()[1..].iter().map(|sent| sent.0.clone()).collect();
    names.sort();
    let last: Vec<String> = (2..10).map(|n| format!("b{n}")).collect();
    assert_eq!(names, last, "the eight that asked last, and no longer the one that asked not to be");
}
