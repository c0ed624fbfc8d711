//! Seat transfer between devices by link, and every refusal, over real HTTP and sockets.

use crate::common::*;
use room::{Audience, Command, Event, Rejection, RoomCode, Seat, Settings};

/// Requests a page as a browser does; the whole answer.
async fn request(host: &str, way: &str, guest: Option<u128>, fields: &str, more: &str) -> String {
    let cookie = guest.map(|n| format!("\nCookie: duello_guest={}", cookie(n))).unwrap_or_default();
    let form = if way.starts_with("POST") { "\nContent-Type: application/x-www-form-urlencoded" } else { "" };
    http(host, &format!("{way}{cookie}{form}{more}"), fields).await
}

/// The secret of a link that a player requests.
async fn request_seat_link(host: &str, code: RoomCode, guest: u128) -> String {
    let answer = request(host, &format!("POST /r/{code}/move"), Some(guest), "", "").await;
    assert_eq!(status(&answer), 200, "{answer}");
    assert_eq!(header(&answer, "cache-control"), Some("no-store"));
    let link = format!("http://{host}/r/{code}/take#");
    let (_, secret) = answer.split_once(&link).unwrap_or_else(|| panic!("no link in {answer}"));
    secret[..32].to_owned()
}

async fn redeem_seat_link(host: &str, code: RoomCode, guest: Option<u128>, secret: &str) -> String {
    request(host, &format!("POST /r/{code}/take"), guest, &format!("secret={secret}"), "").await
}

#[tokio::test]
async fn a_seat_transfer_keeps_game_and_name_and_the_old_device_spectates() {
    for settings in both_games() {
        let server = Server::start(&[]).await;
        let host = server.host();
        let code = open_room(&host, settings).await;
        let mut tabs = two_players(&host, code, [1, 2]).await;
        play(&mut tabs, &mut 5, 3).await;
        let [mut anna, mut bert] = tabs;
        let name = anna.room.occupant(Seat::Bottom).unwrap().name.clone();
        let secret = request_seat_link(&host, code, 1).await;
        for _ in 0..3 {
            // Viewing the link's page redeems nothing, whoever views it.
            for guest in [None, Some(1), Some(2), Some(9)] {
                assert_eq!(status(&request(&host, &format!("GET /r/{code}/take"), guest, "", "").await), 200);
            }
        }
        let answer = redeem_seat_link(&host, code, Some(9), &secret).await;
        assert_eq!((status(&answer), header(&answer, "location")), (303, Some(&*format!("/r/{code}"))));
        for tab in [&mut anna, &mut bert] {
            tab.until(|room| room.occupant(Seat::Bottom).unwrap().name == name).await;
        }
        anna.until(|room| room.seat_of(member_id(code, 1)).is_none()).await;
        let phone = Tab::join(&host, code, Some(&cookie(9))).await;
        assert_eq!(phone.seat(), Some(Seat::Bottom));
        assert_eq!(phone.room.occupant(Seat::Bottom).unwrap().name, name);
        assert_eq!(anna.ask(Command::Resign).await, Answer::Refused(Rejection::NotSeated));
        bert.until(|room| room.seq >= phone.room.seq).await;
        let mut tabs = [phone, bert];
        play(&mut tabs, &mut 6, 2).await;
        let list = json(&call(&host, "my_games", &cookie(9), "").await);
        assert_eq!(list[0]["code"], code.to_string(), "it is among the games of the new device");
        assert_eq!(json(&call(&host, "my_games", &cookie(1), "").await), serde_json::json!([]));
        // Also after a restart.
        let server = server.restart().await;
        let phone = Tab::join(&server.host(), code, Some(&cookie(9))).await;
        assert_eq!((phone.seat(), phone.room.seat_of(anna.me)), (Some(Seat::Bottom), None));
    }
}

/// The public id of the `n`th guest in a room, computed independently of the server.
fn member_id(code: RoomCode, n: u128) -> room::MemberId {
    use sha2::{Digest, Sha256};
    let secret = u128::from_str_radix(&cookie(n)[..32], 16).unwrap().to_be_bytes();
    let hash = Sha256::new().chain_update(b"duello member").chain_update(secret);
    let hash = hash.chain_update(code.to_string()).finalize();
    room::MemberId(u64::from_be_bytes(hash[..8].try_into().unwrap()))
}

#[tokio::test]
async fn a_seat_link_works_once_in_its_room_until_the_next_replaces_it() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let other = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, code, [1, 2]).await;
    let _others = two_players(&host, other, [1, 2]).await;
    let first = request_seat_link(&host, code, 1).await;
    let second = request_seat_link(&host, code, 1).await;
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &first).await), 410, "there is a newer one");
    assert_eq!(status(&redeem_seat_link(&host, other, Some(9), &second).await), 410, "of another room");
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &second).await), 303);
    assert_eq!(status(&redeem_seat_link(&host, code, Some(8), &second).await), 410, "used");
    let third = Tab::join(&host, code, Some(&cookie(8))).await;
    assert_eq!(third.seat(), None);
}

#[tokio::test]
async fn concurrent_uses_of_a_seat_link_give_the_seat_once() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [mut anna, _bert] = two_players(&host, code, [1, 2]).await;
    let secret = request_seat_link(&host, code, 1).await;
    let (host, secret) = (&host, &secret);
    let all =
        (10..30).map(|guest| async move { status(&redeem_seat_link(host, code, Some(guest), secret).await) });
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|status| **status == 303).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| [303, 410].contains(status)), "{answers:?}");
    anna.until(|room| room.seat_of(member_id(code, 1)).is_none()).await;
}

#[tokio::test]
async fn a_seat_transfer_needs_the_link() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [anna, mut bert] = two_players(&host, code, [1, 2]).await;
    let _carl = Tab::join(&host, code, Some(&cookie(3))).await;
    // Spectators, strangers and visitors without a cookie get no link.
    for guest in [Some(3), Some(7), None] {
        let answer = request(&host, &format!("POST /r/{code}/move"), guest, "", "").await;
        assert_eq!(status(&answer), 403);
        assert!(!answer.contains("/take#"));
        let answer = request(&host, &format!("GET /r/{code}/move"), guest, "", "").await;
        assert!(status(&answer) == 200 && !answer.contains("<form method=\"post\" action=\"/r/"), "{answer}");
    }
    let before = bert.room.seq;
    let secret = request_seat_link(&host, code, 1).await;
    let flipped = secret.chars().map(|c| if c == '0' { '1' } else { '0' }).collect::<String>();
    for wrong in ["", "0", &flipped, &secret[1..], &format!("{secret}0"), "%00", &"f".repeat(4_000)] {
        assert_eq!(status(&redeem_seat_link(&host, code, Some(9), wrong).await), 410, "{wrong}");
    }
    assert_eq!(status(&request(&host, &format!("POST /r/{code}/take"), Some(9), "", "").await), 410);
    assert_eq!(
        status(&redeem_seat_link(&host, code, None, &secret).await),
        410,
        "without a cookie nobody could play on"
    );
    // The opponent cannot redeem it, which would leave one person on both seats; nor can the player.
    assert_eq!(status(&redeem_seat_link(&host, code, Some(2), &secret).await), 409);
    assert_eq!(status(&redeem_seat_link(&host, code, Some(1), &secret).await), 409);
    // A form of another site (CSRF).
    for more in ["\nOrigin: https://evil.example", "\nSec-Fetch-Site: cross-site", "\nOrigin: null"] {
        for (way, fields) in [
            (format!("POST /r/{code}/take"), format!("secret={secret}")),
            (format!("POST /r/{code}/move"), String::new()),
        ] {
            assert_eq!(status(&request(&host, &way, Some(9), &fields, more).await), 403, "{way}{more}");
        }
    }
    for nowhere in ["AAAAAA", "what", "%00"] {
        for way in ["GET", "POST"] {
            for end in ["take", "move"] {
                let answer = request(
                    &host,
                    &format!("{way} /r/{nowhere}/{end}"),
                    Some(1),
                    &format!("secret={secret}"),
                    "",
                )
                .await;
                assert_eq!(status(&answer), 404, "{way} {nowhere} {end}");
            }
        }
    }
    assert_eq!(bert.ask(Command::SendChat("All as it was".to_owned())).await, Answer::Happened);
    assert_eq!(bert.room.seq, before + 1);
    assert_eq!(bert.room.seat_of(anna.me), Some(Seat::Bottom));
    // The link is still valid after all of that.
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &secret).await), 303);
}

#[tokio::test]
async fn a_player_who_left_the_seat_cannot_transfer_it() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    let secret = request_seat_link(&host, code, 1).await;
    assert_eq!(anna.ask(Command::Leave).await, Answer::Happened);
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &secret).await), 410);
    assert_eq!(status(&request(&host, &format!("POST /r/{code}/move"), Some(1), "", "").await), 403);
}

#[tokio::test]
async fn in_a_closed_room_a_seat_transfer_disconnects_the_old_device() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let settings = Settings { audience: Audience::Nobody, ..Settings::default() };
    let code = open_room(&host, settings).await;
    let [mut anna, mut bert] = two_players(&host, code, [1, 2]).await;
    let secret = request_seat_link(&host, code, 1).await;
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &secret).await), 303);
    assert!(anna.until_closed().await, "it hears that its seat has moved, and then nothing more");
    let mut phone = Tab::join(&host, code, Some(&cookie(9))).await;
    assert_eq!(phone.seat(), Some(Seat::Bottom));
    assert_eq!(phone.ask(Command::SendChat("Here".to_owned())).await, Answer::Happened);
    bert.until(|room| room.chat.iter().any(|line| line.draws_attention())).await;
}

#[tokio::test]
async fn the_seat_link_secret_is_in_no_event_and_no_file() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [_anna, mut bert] = two_players(&host, code, [1, 2]).await;
    let secret = request_seat_link(&host, code, 1).await;
    assert_eq!(status(&redeem_seat_link(&host, code, Some(9), &secret).await), 303);
    bert.until(|room| room.seat_of(member_id(code, 9)).is_some()).await;
    let Server { running, folder } = server;
    running.stop().await;
    let mut files = 0;
    for file in std::fs::read_dir(folder.path().join("data")).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(32).any(|window| window.eq_ignore_ascii_case(secret.as_bytes())));
        files += 1;
    }
    assert!(files > 0);
    let event = Event::SeatTransferred { seat: Seat::Bottom, member: member_id(code, 9) };
    assert!(!serde_json::to_string(&event).unwrap().contains(&secret));
}

#[tokio::test]
async fn seat_links_are_rate_limited_per_address_and_viewing_is_not() {
    let server = Server::start(&["--private-actions=60"]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let _tabs = two_players(&host, code, [1, 2]).await;
    let ask = async |method: &str, guest| {
        status(&request(&host, &format!("{method} /r/{code}/move"), Some(guest), "", "").await)
    };
    let since = std::time::Instant::now();
    let mut links = 0;
    let ended = loop {
        match ask("POST", 1 + links % 2).await {
            200 if links < 100 => links += 1,
            other => break other,
        }
    };
    // A token comes back every ten seconds.
    let most = 61 + u128::from(since.elapsed().as_secs() / 10);
    assert!((60..=most).contains(&links) && ended == 429, "{links} links, and then {ended}");
    assert_eq!((ask("POST", 9).await, ask("GET", 1).await), (403, 200));
}
