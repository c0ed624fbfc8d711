//! Export of much data: streamed at the client's pace (backpressure), and one at a time for an address.

use room::{Command, Settings};
use sqlx::{Connection, SqliteConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::*;

/// More than the system's socket buffers at both ends.
const REPORTS: usize = 1_000;
const LINES: usize = 32_000;

#[tokio::test]
async fn a_large_export_is_complete_and_limited_to_one_per_address() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, Settings::default()).await;
    let [mut anna, bert] = two_players(&host, code, [1, 2]).await;
    assert_eq!(anna.ask(Command::Report(bert.me)).await, Answer::Done);
    let file = format!("sqlite:{}", server.folder.path().join("data/duello.sqlite").display());
    let mut file = SqliteConnection::connect(&file).await.unwrap();
    let more = "WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1) \
                INSERT INTO reports (room, at, guest, about, member, name, lines) \
                SELECT room, at + n / 3, guest, about, member, name, $2 FROM reports, numbers";
    let lines = serde_json::json!(["x".repeat(LINES)]).to_string();
    sqlx::query(more).bind(REPORTS as i64).bind(lines).execute(&mut file).await.unwrap();

    let mut slow = TcpStream::connect(&host).await.unwrap();
    let head = format!(
        "GET /me/data.json HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nCookie: duello_guest={}\r\n\r\n",
        cookie(1)
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    patiently("the file begins", slow.read_exact(&mut answer)).await.unwrap();
    let ask = async |guest| status(&super::get(&host, "/me/data.json", Some(guest)).await);
    assert_eq!((ask(1).await, ask(2).await), (429, 429));
    patiently("all of it", slow.read_to_end(&mut answer)).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    assert_eq!((status(&head), header(&head, "content-type")), (200, Some("application/json")));
    let data: serde_json::Value = serde_json::from_slice(&unchunked(&answer[end + 4..])).unwrap();
    let names: Vec<_> = data.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names.len(), 21, "{names:?}");
    let reports = data["reports"].as_array().unwrap();
    assert_eq!(reports.len(), REPORTS);
    assert!(reports.is_sorted_by_key(|report| report["at"].as_i64()));
    assert_eq!(data["rooms"][0]["room"], code.to_string());
    assert_eq!(ask(2).await, 200);
}
