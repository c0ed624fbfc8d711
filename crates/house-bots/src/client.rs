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
        let answer = self.send(Method::POST, token, path, body).await?;
        let status = answer.status().as_u16();
        // Read to its end, so that the connection is kept.
        let _ = tokio::time::timeout(TIMEOUT, answer.into_body().collect()).await;
        Ok(status)
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
