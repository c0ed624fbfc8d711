//! A plain HTTP client for tests: whole answers as text, and access to their parts.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{PATIENCE, patiently};

/// A plain HTTP request; the whole answer as text, head and body.
pub async fn http(host: &str, head: &str, body: &str) -> String {
    String::from_utf8_lossy(&send(host, head, body).await).into_owned()
}

/// As [`http`], without a body; `None` if the server cannot be reached or breaks off.
pub async fn try_http(host: &str, head: &str) -> Option<String> {
    let (line, more) = head.split_once('\n').unwrap_or((head, ""));
    let length = if line.starts_with("POST") { "Content-Length: 0\r\n" } else { "" };
    let more: String = more.lines().map(|line| format!("{line}\r\n")).collect();
    let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{length}{more}\r\n");
    let answer = tokio::time::timeout(PATIENCE, exchange(host, &request)).await.ok()?.ok()?;
    (!answer.is_empty()).then(|| String::from_utf8_lossy(&answer).into_owned())
}

/// GET of a path; the whole answer in bytes.
pub async fn http_bytes(host: &str, path: &str) -> Vec<u8> {
    send(host, &format!("GET {path}"), "").await
}

async fn send(host: &str, head: &str, body: &str) -> Vec<u8> {
    let (line, more) = head.split_once('\n').unwrap_or((head, ""));
    let length =
        if line.starts_with("POST") { format!("Content-Length: {}\r\n", body.len()) } else { String::new() };
    let more: String = more.lines().map(|line| format!("{line}\r\n")).collect();
    let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{length}{more}\r\n{body}");
    patiently(line, exchange(host, &request)).await.unwrap()
}

/// Sends a request, and reads until the server closes the connection.
async fn exchange(host: &str, request: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// The status of an answer.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// A header of an answer.
pub fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    let is_it = |line: &&str| line.split(':').next().is_some_and(|key| key.eq_ignore_ascii_case(name));
    head.lines().skip(1).find(is_it).map(|line| line[name.len() + 1..].trim())
}

/// Calls a server function with JSON as the guest of `cookie`.
pub async fn call(host: &str, function: &str, cookie: &str, json: &str) -> String {
    let head = format!("POST /api/{function}\nContent-Type: application/json\nCookie: duello_guest={cookie}");
    http(host, &head, json).await
}

/// Posts a form as a browser does; the whole answer.
pub async fn form(host: &str, function: &str, fields: &str) -> String {
    let head =
        format!("POST /api/{function}\nAccept: text/html\nContent-Type: application/x-www-form-urlencoded");
    http(host, &head, fields).await
}

/// The JSON body of an answer, dechunked if needed.
pub fn json(answer: &str) -> serde_json::Value {
    let body = answer.split_once("\r\n\r\n").unwrap().1.as_bytes();
    let chunked = header(answer, "transfer-encoding") == Some("chunked");
    let body = if chunked { unchunked(body) } else { body.to_vec() };
    serde_json::from_slice(&body).unwrap_or_else(|_| panic!("no JSON in {answer}"))
}

/// Joins the chunks of a chunked body.
pub fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend(&rest[line + 2..line + 2 + size]);
        rest = &rest[line + 2 + size + 2..];
    }
}
