//! A simulated reader of pages: home, lists, rooms, and the archive of finished games with their files.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Shared, random};
use crate::client::new_guest;

const PAGES: [&str; 8] = [
    "/",
    "/find",
    "/find/mapello",
    "/games",
    "/games/import",
    "/rules/mancala",
    "/computer",
    "/notifications",
];
const FILES: [&str; 4] = ["", ".txt", ".json", ".png"];

/// Reads until the time is over.
pub async fn run(shared: Arc<Shared>, mut seed: u64) {
    let cookie = new_guest();
    while !shared.is_over() {
        tokio::time::sleep(Duration::from_millis(100 + random(&mut seed) % 400)).await;
        let page = match (random(&mut seed) % 12, shared.some_room(random(&mut seed))) {
            (8, Some(code)) => format!("/r/{code}"),
            (9.., Some(code)) => format!("/r/{code}/g/1"),
            (n, _) => PAGES[n as usize % PAGES.len()].to_owned(),
        };
        let read = async {
            let (status, head) = get(&shared.host, &page, &cookie).await?;
            // A running game has no page in the archive yet.
            if status != 200 && !(page.contains("/g/") && matches!(status, 303 | 404)) {
                return Err(format!("{page} answers {status}"));
            }
            let game = head
                .lines()
                .find_map(|line| line.strip_prefix("location: "))
                .filter(|way| way.starts_with("/g/"));
            if let Some(game) = game {
                let file = format!("{game}{}", FILES[(random(&mut seed) % 4) as usize]);
                let (status, _) = get(&shared.host, &file, &cookie).await?;
                if status != 200 {
                    return Err(format!("{file} answers {status}"));
                }
                shared.count("read a game");
            }
            Ok(())
        };
        match read.await {
            Ok(()) => shared.count("read a page"),
            Err(error) => shared.error(error),
        }
    }
}

/// Status and head of the answer to a GET.
async fn get(host: &str, path: &str, cookie: &str) -> Result<(u16, String), String> {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n");
    let in_words = |error: std::io::Error| format!("{path}: {error}");
    let mut stream = TcpStream::connect(host).await.map_err(in_words)?;
    stream.write_all(request.as_bytes()).await.map_err(in_words)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(in_words)?;
    let answer = String::from_utf8_lossy(&answer);
    let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or_else(|| format!("{path} is not answered"))?, head))
}
