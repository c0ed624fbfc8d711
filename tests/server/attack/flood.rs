//! S5: flooding, against rate limits and connection caps. The flooder is refused or slowed; other tables play
//! on.

use std::time::{Duration, Instant};

use room::message::{ClientMessage, Fault, ServerMessage};
use room::{Command, Rejection, Settings};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::*;

/// Latencies of a game's moves, sorted.
async fn move_latencies(tabs: &mut [Tab; 2], seed: &mut u64, count: usize) -> Vec<Duration> {
    let mut latencies = Vec::new();
    while latencies.len() < count {
        let Some(to_move) = mover(tabs) else { break };
        let seat = tabs[to_move].seat().unwrap();
        let command = some_move(&tabs[to_move].room, seat, seed).unwrap();
        let since = Instant::now();
        assert_eq!(tabs[to_move].ask(command).await, Answer::Happened);
        latencies.push(since.elapsed());
        let seq = tabs[to_move].room.seq;
        tabs[1 - to_move].until(|room| room.seq >= seq).await;
    }
    latencies.sort();
    latencies
}

#[tokio::test(flavor = "multi_thread")]
async fn s5_a_flooding_socket_is_closed_and_other_rooms_play_on() {
    let server = Server::start(&["--player-messages=100", "--watcher-messages=50"]).await;
    let host = server.host();
    let [noisy, quiet] =
        [open_room(&host, Settings::default()).await, open_room(&host, Settings::default()).await];
    let mut tabs = two_players(&host, quiet, [1, 2]).await;
    let alone = move_latencies(&mut tabs, &mut 5, 12).await;
    let flood = |n: u128| {
        let host = host.clone();
        tokio::spawn(async move {
            let mut tab = Tab::join(&host, noisy, Some(&cookie(10 + n))).await;
            let since = Instant::now();
            for n in 0..1_000 {
                let ping = ClientMessage::Ping { n, after: tab.room.seq };
                tab.send_text(serde_json::to_string(&ping).unwrap()).await;
            }
            let mut fault = None;
            loop {
                match tab.next().await {
                    Ok(ServerMessage::Fault(received)) => fault = Some(received),
                    Ok(_) => {}
                    Err(code) => return (fault, code, since.elapsed()),
                }
            }
        })
    };
    let floods: Vec<_> = (0..8).map(flood).collect();
    let beside = move_latencies(&mut tabs, &mut 6, 12).await;
    for flood in floods {
        let (fault, code, took) = flood.await.unwrap();
        assert_eq!((fault, code), (Some(Fault::TooFast), Some(1008)));
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
    eprintln!("s5: a move alone {:?}, beside 8 floods {:?} (slowest of 12)", alone.last(), beside.last());
    assert_eq!(beside.len(), 12);
    assert!(beside.last() < Some(&Duration::from_secs(5)), "{beside:?}");
}

#[tokio::test]
async fn s5_opening_rooms_is_rate_limited_per_address_not_per_guest() {
    let server = Server::start(&["--rooms-per-hour=3"]).await;
    let body = serde_json::json!({ "settings": Settings::default() }).to_string();
    let open = async |host: &str, n: u32, more: &str| {
        let guest = format!("Cookie: duello_guest={}", cookie(u128::from(n)));
        let head = format!("POST /api/create_room\nContent-Type: application/json\n{guest}\n{more}");
        json(&http(host, &head, &body).await)
    };
    let forged =
        |n: u32| format!("X-Forwarded-For: 10.1.2.{n}\nForwarded: for=10.1.2.{n}\nX-Real-IP: 10.1.2.{n}");
    let mut opened = 0;
    for n in 0..100 {
        opened += u32::from(open(&server.host(), n, &forged(n)).await != "too_many");
    }
    assert_eq!(opened, 3, "nobody but a trusted proxy says who asks");
    // Behind a trusted reverse proxy the last entry of X-Forwarded-For counts, which the proxy has added;
    // earlier ones are the client's.
    let server = Server::start(&["--rooms-per-hour=3", "--trust-proxy"]).await;
    let mut opened = 0;
    for n in 0..20 {
        let more = format!("X-Forwarded-For: 10.1.2.{n}, 192.0.2.7");
        opened += u32::from(open(&server.host(), n, &more).await != "too_many");
    }
    assert_eq!(opened, 3);
    assert_ne!(open(&server.host(), 50, "X-Forwarded-For: 192.0.2.8").await, "too_many", "somebody else");
    // An IPv6 /64 counts as one visitor.
    let mut opened = 0;
    for n in 0..20 {
        opened += u32::from(
            open(&server.host(), n, &format!("X-Forwarded-For: 2001:db8::{n:x}")).await != "too_many",
        );
    }
    assert_eq!(opened, 3);
}

#[tokio::test]
async fn s5_storing_names_is_rate_limited_per_address_not_per_guest() {
    let server = Server::start(&[]).await;
    let rename = async |n: u128| {
        let kind = "Content-Type: application/x-www-form-urlencoded";
        let head = format!("POST /api/rename\n{kind}\nCookie: duello_guest={}", cookie(n));
        status(&http(&server.host(), &head, "name=Ada").await)
    };
    let since = Instant::now();
    let mut named = 0;
    let ended = loop {
        match rename(named).await {
            200 if named < 400 => named += 1,
            other => break other,
        }
    };
    // A token comes back every 15 seconds.
    let most = 241 + u128::from(since.elapsed().as_secs() / 15);
    assert!((240..=most).contains(&named) && ended == 429, "{named} names, and then {ended}");
}

#[tokio::test]
async fn s5_sockets_are_limited_per_address_and_freed_when_closed() {
    let server = Server::start(&["--connections-per-address=100"]).await;
    let host = server.host();
    let mut sockets = Vec::new();
    let mut refused = 0;
    for _ in 0..200 {
        match connect(&host, None, None).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => refused += 1,
        }
    }
    assert_eq!((sockets.len(), refused), (100, 100));
    drop(sockets);
    let again = async { while connect(&host, None, None).await.is_err() {} };
    patiently("there is room again", again).await;
}

#[tokio::test]
async fn s5_behind_a_trusted_proxy_sockets_are_limited_per_visitor() {
    let server = Server::start(&["--connections-per-address=3", "--trust-proxy"]).await;
    let host = server.host();
    let come = |visitor: &'static str| {
        let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", visitor.parse().unwrap());
        tokio_tungstenite::connect_async(request)
    };
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(come("192.0.2.7").await.unwrap());
    }
    let Err(Error::Http(answer)) = come("192.0.2.7").await else { panic!("a fourth was let in") };
    assert_eq!(answer.status(), 429);
    let _other = come("192.0.2.8").await.unwrap();
    drop(sockets.pop());
    let again = async { while come("192.0.2.7").await.is_err() {} };
    patiently("there is room again", again).await;
    // Completed requests hold no place.
    for _ in 0..10 {
        let page = http(&host, "GET /healthz\nX-Forwarded-For: 192.0.2.9", "").await;
        assert_eq!(status(&page), 200);
    }
}

#[tokio::test]
async fn s5_behind_a_trusted_proxy_an_unread_response_counts_until_timeout() {
    // Larger than the system's socket buffers at both ends.
    let site = tempfile::tempdir().unwrap();
    std::fs::create_dir(site.path().join("pkg")).unwrap();
    let large = std::fs::File::create(site.path().join("pkg/large.wasm")).unwrap();
    large.set_len(64 << 20).unwrap();
    let site = format!("--site={}", site.path().to_str().unwrap());
    let server = Server::start(&["--connections-per-address=1", "--trust-proxy", &site]).await;
    let host = server.host();
    let ask = async |visitor: &str| {
        status(&http(&host, &format!("GET /healthz\nX-Forwarded-For: {visitor}"), "").await)
    };
    let mut unread = TcpStream::connect(&host).await.unwrap();
    let head = format!("GET /pkg/large.wasm HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n");
    unread.write_all(head.as_bytes()).await.unwrap();
    let mut begin = [0; 12];
    patiently("the answer begins", unread.read_exact(&mut begin)).await.unwrap();
    assert_eq!(&begin, b"HTTP/1.1 200");
    assert_eq!((ask("192.0.2.7").await, ask("192.0.2.8").await), (429, 200));
    drop(unread);
    patiently("there is room again", async { while ask("192.0.2.7").await != 200 {} }).await;
}

#[tokio::test]
async fn s5_of_twenty_chat_lines_at_once_four_are_delivered() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let [mut anna, mut bert] = two_players(&server.host(), code, [1, 2]).await;
    let mut delivered = 0;
    for n in 0..20 {
        match anna.ask(Command::SendChat(format!("line {n}"))).await {
            Answer::Happened => delivered += 1,
            Answer::Refused(Rejection::Wait(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(delivered, 4);
    assert_eq!(bert.ask(Command::SendChat("still here".to_owned())).await, Answer::Happened);
}
