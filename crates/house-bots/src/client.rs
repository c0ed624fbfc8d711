//! An HTTP client of the interface for bots: streams of lines, and posted requests over connections that are kept.

use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE};
use hyper::{Method, Request, Response, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use crate::line::Line;

/// How long an answer may take. A stream has an empty line every five seconds.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 * 1024;

/// A client of one server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Client {
    base: String,
    http: HttpClient<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// The address of a server is none.
#[derive(Debug, thiserror::Error)]
#[error("{0}: not the address of a server, as in https://duello.example")]
pub struct BadAddress(String);

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server does not answer, or not in time.
    #[error("the server does not answer: {0}")]
    Unreachable(String),
    /// The server refuses the request with this status.
    #[error("the server refuses it with status {0}")]
    Refused(u16),
}

/// The lines of a stream.
#[derive(Debug)]
pub struct Lines {
    body: Incoming,
    read: BytesMut,
}

impl Client {
    /// A client of the server at this address.
    ///
    /// # Errors
    /// The address is none.
    pub fn new(server: &str) -> Result<Self, BadAddress> {
        let base = server.trim_end_matches('/').to_owned();
        let is_http = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some();
        base.parse().ok().filter(is_http).ok_or_else(|| BadAddress(server.to_owned()))?;
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Ok(Self { base, http: HttpClient::builder(TokioExecutor::new()).build(connector) })
    }

    /// Opens the stream of the bot with this token.
    ///
    /// # Errors
    /// The server does not answer, or refuses it.
    pub async fn stream(&self, token: &str, query: &str) -> Result<Lines, ClientError> {
        let answer =
            self.send(Method::GET, token, &format!("/api/bot/stream?{query}"), String::new()).await?;
        if answer.status() != 200 {
            return Err(ClientError::Refused(answer.status().as_u16()));
        }
        Ok(Lines { body: answer.into_body(), read: BytesMut::new() })
    }

    /// Posts a request; the status of the answer.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn post(&self, token: &str, path: &str, body: String) -> Result<u16, ClientError> {
        let (client, token, path) = (self.clone(), token.to_owned(), path.to_owned());
        // A task of its own: whoever waits may be gone before the answer is there, and only an answer that was read to its end
        // leaves a connection that can be kept.
        let posted = tokio::spawn(async move {
            let answer = client.send(Method::POST, &token, &path, body).await?;
            let status = answer.status().as_u16();
            let _ = tokio::time::timeout(TIMEOUT, answer.into_body().collect()).await;
            Ok(status)
        });
        posted.await.unwrap_or_else(|error| Err(ClientError::Unreachable(error.to_string())))
    }

    async fn send(
        &self,
        method: Method,
        token: &str,
        path: &str,
        body: String,
    ) -> Result<Response<Incoming>, ClientError> {
        let unreachable = |why: String| ClientError::Unreachable(why);
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| unreachable(error.to_string()))?;
        let answer = tokio::time::timeout(TIMEOUT, self.http.request(request)).await;
        let answer = answer.map_err(|_| unreachable("it takes too long".to_owned()))?;
        answer.map_err(|error| unreachable(error.to_string()))
    }
}

impl Lines {
    /// The next line that is understood; `None` at the end of the stream, or when it has been silent for too long. Lines of
    /// later versions of the server are passed over.
    pub async fn next(&mut self) -> Option<Line> {
        loop {
            while let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line = self.read.split_to(end);
                self.read.advance(1);
                if let Ok(line) = serde_json::from_slice(&line) {
                    return Some(line);
                }
            }
            if self.read.len() > LONGEST_LINE {
                return None;
            }
            let frame = tokio::time::timeout(TIMEOUT, self.body.frame()).await.ok()??.ok()?;
            if let Ok(data) = frame.into_data() {
                self.read.extend_from_slice(&data);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::sync::{Semaphore, mpsc};

    use super::*;

    #[tokio::test]
    async fn a_post_that_nobody_waits_for_any_more_leaves_its_connection_open() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = Client::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        let (asked, mut asks) = mpsc::channel(9);
        let may_answer = Arc::new(Semaphore::new(0));
        let answers = Arc::clone(&may_answer);
        let server = tokio::spawn(async move {
            // One connection only: a second one would never be accepted.
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut read = [0; 4096];
            while socket.read(&mut read).await.is_ok_and(|read| read > 0) {
                asked.send(()).await.unwrap();
                answers.acquire().await.unwrap().forget();
                socket.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").await.unwrap();
            }
        });
        let first = client.clone();
        let first = tokio::spawn(async move { first.post("token", "/first", String::new()).await });
        asks.recv().await.unwrap();
        first.abort();
        assert!(first.await.unwrap_err().is_cancelled());
        may_answer.add_permits(9);
        // Until the first answer is there, others wait for a connection of their own, which none gets.
        let is_posted = async || {
            let second = client.post("token", "/second", String::new());
            matches!(tokio::time::timeout(Duration::from_millis(500), second).await, Ok(Ok(200)))
        };
        for tries in 1.. {
            assert!(tries < 20, "the connection was closed");
            if is_posted().await {
                break;
            }
        }
        server.abort();
    }
}
