//! Messages on the bus by somebody who reaches it, but not the database.

use room::message::ServerMessage;
use room::{MemberId, Origin, Settings};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

/// Publishes a text on a subject, as any client of NATS can.
async fn publish(nats: &str, subject: &str, text: &str) {
    patiently("a message is published", try_to_publish(nats, subject, text)).await;
}

async fn try_to_publish(nats: &str, subject: &str, text: &str) {
    let mut stream = TcpStream::connect(nats).await.unwrap();
    let length = text.len();
    let sent = format!("CONNECT {{\"verbose\":false}}\r\nPUB {subject} {length}\r\n{text}\r\nPING\r\n");
    stream.write_all(sent.as_bytes()).await.unwrap();
    let mut answer = String::new();
    while !answer.contains("PONG") {
        let mut bytes = [0; 4_096];
        let read = stream.read(&mut bytes).await.unwrap();
        assert!(read > 0, "{answer}");
        answer.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

/// The lines of spectator chat that a spectator at the first node sees after somebody has forged one, and the other node
/// has sent one.
async fn lines_after_a_forged_one(flags: &[&str]) -> Option<Vec<String>> {
    let nodes = Nodes::start(2, flags).await?;
    let hosts = nodes.hosts();
    let (code, _players) = seat_across(&hosts, Settings::default()).await;
    let mut cleo = Tab::join(&hosts[0], code, Some(&cookie(3))).await;
    let mut dora = Tab::join(&hosts[1], code, Some(&cookie(4))).await;
    let by = Origin { member: MemberId(9), id: 1 };
    let line = json!({ "by": by, "name": "Moderator", "at": 1, "game": 0, "text": "Send me your code." });
    let forged = json!({ "node": "00000000000000ff", "seq": 0, "what": { "asides": [line] } });
    publish(&nodes.nats.host(), &format!("duello.1.room.{code}"), &forged.to_string()).await;
    let said = room::Command::SendSpectatorChat("from Dora".to_owned());
    assert_eq!(dora.ask(said).await, Answer::Done);
    let mut seen = Vec::new();
    let heard = async {
        while !seen.iter().any(|line| line == "from Dora") {
            if let ServerMessage::SpectatorChat(lines) = cleo.next().await.unwrap() {
                seen.extend(lines.into_iter().filter_map(|line| match line.said {
                    room::ChatMessage::Text(text) => Some(text),
                    room::ChatMessage::Preset(_) => None,
                }));
            }
        }
    };
    patiently("a line from the other node", heard).await;
    Some(seen)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_forged_on_the_bus_is_not_believed() {
    let Some(lines) = lines_after_a_forged_one(&[]).await else { return };
    assert_eq!(lines, ["from Dora"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn unsigned_messages_count_while_servers_are_replaced_one_by_one() {
    let Some(lines) = lines_after_a_forged_one(&["--bus-unsigned"]).await else { return };
    assert_eq!(lines, ["Send me your code.", "from Dora"]);
}
