//! S4: size limits: frames, fragmented messages, URLs, heads, bodies, compression.

use std::time::{Duration, Instant};

use room::Settings;

use super::*;
use crate::process::Process;

/// The server's limit of a message, from `src/server/play/ws.rs`.
const READ_MOST: usize = 16 * 1024;

/// Sends something for which the server hangs up; gives the close code.
async fn until_closed(socket: &mut RawSocket, what: &str) -> Option<u16> {
    let since = Instant::now();
    let code = socket.until_closed().await;
    eprintln!("s4: {what}: closed with {code:?} after {:?}", since.elapsed());
    code
}

#[tokio::test]
async fn s4_an_oversized_message_closes_its_socket_however_fragmented() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let mut tabs = two_players(&host, code, [1, 2]).await;
    let before = room_state(&host, code).await;

    let mut whole = RawSocket::join(&host, code).await;
    whole.send_frame(0x81, &vec![b'x'; READ_MOST + 1]).await;
    assert_eq!(until_closed(&mut whole, "a frame of 16 KiB and a byte").await, Some(1009));

    // Only the header claims that size; no payload has to follow.
    let mut claimed = RawSocket::join(&host, code).await;
    claimed.send_bytes(&[0x82, 0x80 | 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]).await;
    assert_eq!(until_closed(&mut claimed, "a frame that says it is 8 EiB").await, Some(1009));

    // The same by one byte too many: what it claims is refused, not only what has come.
    let mut a_little = RawSocket::join(&host, code).await;
    a_little
        .send_bytes(&[[0x82, 0x80 | 126].as_slice(), &(READ_MOST as u16 + 1).to_be_bytes(), &[0; 4]].concat())
        .await;
    assert_eq!(until_closed(&mut a_little, "a frame that says it is a byte too long").await, Some(1009));

    let mut pieces = RawSocket::join(&host, code).await;
    pieces.send_frame(0x01, b"xx").await;
    for _ in 0..10_000 {
        if !pieces.send_frame(0x00, b"xx").await {
            break;
        }
    }
    assert!(matches!(until_closed(&mut pieces, "10,000 pieces of a message").await, Some(1009) | None));

    play(&mut tabs, &mut 9, 5).await;
    assert!(room_state(&host, code).await.0 > before.0, "others play on");
}

#[tokio::test]
async fn s4_compressed_input_is_never_decompressed() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let offered = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    let (_, answer) = RawSocket::open(&host, "/ws", offered).await;
    assert_eq!((status(&answer), header(&answer, "sec-websocket-extensions")), (101, None));
    // A frame marked as compressed, though compression was not negotiated.
    let mut packed = RawSocket::join(&host, code).await;
    packed.send_frame(0xC1, &[0xAA; 64]).await;
    assert_eq!(until_closed(&mut packed, "a packed frame").await, Some(1002));
    let send_packed = async |body: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, body).unwrap();
        let body = encoder.finish().unwrap();
        assert!(body.len() < 16 * 1024);
        let head = format!(
            "POST /api/rename HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Encoding: gzip\r\n\
             Cookie: duello_guest={}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            cookie(1),
            body.len()
        );
        let mut stream = TcpStream::connect(&host).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&body).await.unwrap();
        let mut answer = Vec::new();
        patiently("the answer", stream.read_to_end(&mut answer)).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    // A zip bomb, 10 MB of blanks in 10 kB, and a name that would be taken if it were unpacked.
    for body in [vec![b' '; 10_000_000], b"name=Zebulonia".to_vec()] {
        let answer = send_packed(&body).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let own = http(&host, &format!("GET /me\nCookie: duello_guest={}", cookie(1)), "").await;
    assert!(!own.contains("Zebulonia"), "the name was unpacked");
}

#[tokio::test]
async fn s4_an_endless_address_head_or_body_is_cut_off() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let long = "x".repeat(1024 * 1024);
    let requests = [
        ("address", format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n"), vec![414, 431]),
        ("header", format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Long: {long}\r\n\r\n"), vec![431]),
        (
            "cookie",
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: duello_guest={long}\r\n\r\n"),
            vec![431],
        ),
        (
            "10,000 headers",
            format!("GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "a: b\r\n".repeat(10_000)),
            vec![431],
        ),
        (
            "body",
            format!(
                "POST /api/rename HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n{long}",
                long.len()
            ),
            vec![413],
        ),
        (
            "body in pieces",
            format!(
                "POST /api/rename HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n{long}\r\n0\r\n\r\n"
            ),
            vec![413],
        ),
    ];
    for (what, request, expected) in requests {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        let since = Instant::now();
        let (mut reader, mut writer) = stream.split();
        let mut answer = Vec::new();
        // The server may hang up during the upload, which can lose its answer.
        let send = async {
            let _ = writer.write_all(request.as_bytes()).await;
        };
        let read = async {
            let mut part = [0; 4096];
            while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
                match reader.read(&mut part).await {
                    Ok(length @ 1..) => answer.extend_from_slice(&part[..length]),
                    _ => break,
                }
            }
        };
        patiently(what, async { tokio::join!(send, read) }).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        eprintln!("s4: {what}: {:?} after {:?}", answer.lines().next(), since.elapsed());
        assert!(answer.is_empty() || expected.contains(&status(&answer)), "{what}: {answer}");
    }
    assert_eq!(status(&http(&host, "GET /healthz", "").await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn s4_oversized_input_does_not_stay_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path());
    let host = server.host.clone();
    let code = open_room(&host, Settings::default()).await;
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Long: {}\r\n\r\n", "x".repeat(1024 * 1024));
    let attack = async |times: usize| {
        for _ in 0..times {
            let mut whole = RawSocket::join(&host, code).await;
            whole.send_frame(0x81, &vec![b'x'; READ_MOST + 1]).await;
            whole.until_closed().await;
            let mut stream = TcpStream::connect(&host).await.unwrap();
            let _ = stream.write_all(head.as_bytes()).await;
            let mut answer = Vec::new();
            let _ = patiently("the end", stream.read_to_end(&mut answer)).await;
        }
    };
    // What is under way takes no more memory than the limits allow: a megabyte each would be 300.
    let idle = server.resident();
    let mut held = Vec::new();
    for _ in 0..150 {
        let mut frame = RawSocket::join(&host, code).await;
        let large = [[0x82, 0x80 | 127].as_slice(), &(1_u64 << 20).to_be_bytes(), &[0; 4], &vec![0; 1 << 20]]
            .concat();
        let _ = tokio::time::timeout(Duration::from_millis(50), frame.send_bytes(&large[..large.len() - 1]))
            .await;
        let mut stream = TcpStream::connect(&host).await.unwrap();
        let unfinished = head.trim_end().as_bytes();
        let _ = tokio::time::timeout(Duration::from_millis(50), stream.write_all(unfinished)).await;
        held.push((frame, stream));
    }
    let grown = server.resident() - idle;
    eprintln!("s4: {idle} KiB, and {grown} more with 300 under way that are too large");
    assert!(grown < 40 * 1024, "{grown} KiB more, of {idle}");
    drop(held);
    // Warm-up: the first requests still grow the allocator's pools.
    attack(20).await;
    let before = server.resident();
    attack(200).await;
    let grown = server.resident() - before;
    eprintln!("s4: {before} KiB, and {grown} more after 400 that were too large");
    assert!(grown < 8 * 1024, "{grown} KiB more, of {before}");
}
