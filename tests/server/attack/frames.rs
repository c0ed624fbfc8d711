//! S10: frames that violate RFC 6455. Each closes its own socket and no other.

use room::Settings;

use super::*;

/// Close codes of RFC 6455, section 7.4.1.
const NORMAL: u16 = 1000;
const PROTOCOL: u16 = 1002;
const NO_UTF8: u16 = 1007;

#[tokio::test]
async fn s10_a_frame_forbidden_by_rfc_6455_closes_its_socket() {
    let (server, code, mut tabs) = some_game(&[], Settings::default()).await;
    let host = server.host();
    let before = room_state(&host, code).await;
    let empty = [0_u8; 4];
    let frame =
        |first: u8, length: u8, payload: &[u8]| [&[first, 0x80 | length], &empty[..], payload].concat();
    let bad: Vec<(u16, &str, Vec<u8>)> = vec![
        (PROTOCOL, "reserved bit 1", frame(0xC1, 2, b"{}")),
        (PROTOCOL, "reserved bit 2", frame(0xA1, 2, b"{}")),
        (PROTOCOL, "reserved bit 3", frame(0x91, 2, b"{}")),
        (PROTOCOL, "reserved opcode 3", frame(0x83, 2, b"{}")),
        (PROTOCOL, "reserved opcode 7", frame(0x87, 0, b"")),
        (PROTOCOL, "reserved opcode 11", frame(0x8B, 0, b"")),
        (PROTOCOL, "reserved opcode 15", frame(0x8F, 0, b"")),
        (PROTOCOL, "a control frame in pieces", frame(0x09, 0, b"")),
        (PROTOCOL, "a ping of 126 bytes", [&[0x89, 0x80 | 126, 0, 126], &empty[..], &[b'x'; 126]].concat()),
        (PROTOCOL, "a continuation of nothing", frame(0x80, 2, b"{}")),
        (PROTOCOL, "a text within a text", [frame(0x01, 1, b"{"), frame(0x81, 1, b"}")].concat()),
        (PROTOCOL, "not masked", vec![0x81, 2, b'{', b'}']),
        (NO_UTF8, "no UTF-8", frame(0x81, 4, &[0xF0, 0x28, 0x8C, 0x28])),
        (NO_UTF8, "half a sign at the end", frame(0x81, 2, &[b'a', 0xC3])),
        (NO_UTF8, "a surrogate", frame(0x81, 3, &[0xED, 0xA0, 0x80])),
        (PROTOCOL, "a close of one byte", frame(0x88, 1, &[3])),
        (PROTOCOL, "a close with a code that is none", frame(0x88, 2, &[0, 1])),
        (NO_UTF8, "a close whose reason is no UTF-8", frame(0x88, 4, &[3, 0xE8, 0xC3, 0x28])),
        (NORMAL, "a close", frame(0x88, 2, &[3, 0xE8])),
    ];
    for (expected, what, bytes) in bad {
        let mut socket = RawSocket::join(&host, code).await;
        assert!(socket.send_bytes(&bytes).await, "{what}");
        let close_code = socket.until_closed().await;
        assert_eq!(close_code, Some(expected), "{what}");
    }
    assert_eq!(room_state(&host, code).await, before);
    play(&mut tabs, &mut 9, 2).await;
}

#[tokio::test]
async fn s10_a_fragmented_message_with_a_ping_between_is_reassembled() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut socket = RawSocket::join(&server.host(), code).await;
    let message = br#"{"t":"ping","n":77,"after":0}"#;
    socket.send_frame(0x01, &message[..7]).await;
    socket.send_frame(0x89, b"between").await;
    socket.send_frame(0x00, &message[7..20]).await;
    socket.send_frame(0x00, b"").await;
    socket.send_frame(0x80, &message[20..]).await;
    let (mut pong, mut answer) = (false, false);
    let both = async {
        while !(pong && answer) {
            let (first, payload) = socket.next_frame().await.expect("the socket stays open");
            pong |= (first, &payload[..]) == (0x8A, b"between");
            answer |= String::from_utf8_lossy(&payload).contains("\"n\":77");
        }
    };
    patiently("both answers", both).await;
}
