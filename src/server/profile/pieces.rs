//! Streaming JSON writer with backpressure: the writer waits until the previous piece was taken.

use axum::body::Body;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::server::store::StoreError;

/// Size from which a piece is sent, in bytes. It may exceed that by one item.
const CHUNK: usize = 32 * 1024;

/// Why the stream was cut short.
#[derive(Debug)]
pub enum StreamError {
    /// The client is gone.
    Disconnected,
    /// Reading failed.
    Store(StoreError),
}

impl From<StoreError> for StreamError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A JSON document under construction.
pub struct JsonStream {
    text: Vec<u8>,
    /// Whether a comma is due before the next item of the present level.
    needs_comma: bool,
    sender: mpsc::Sender<Result<Vec<u8>, StoreError>>,
}

impl JsonStream {
    /// An empty document, and the response body that streams it. One piece may wait while the next is
    /// written.
    pub fn new() -> (Self, Body) {
        let (sender, mut chunks) = mpsc::channel(1);
        let body = Body::from_stream(stream::poll_fn(move |context| chunks.poll_recv(context)));
        (Self { text: Vec::new(), needs_comma: false, sender }, body)
    }

    /// Opens an object or a list, as the next item of the enclosing one.
    pub fn open(&mut self, bracket: &str) {
        self.write_comma();
        self.text.extend(bracket.as_bytes());
        self.needs_comma = false;
    }

    /// Closes it.
    pub fn close(&mut self, bracket: &str) {
        self.text.extend(bracket.as_bytes());
        self.needs_comma = true;
    }

    /// Opens a list as a field of an object.
    pub fn list(&mut self, name: &str) {
        self.open(&format!("\"{name}\":["));
    }

    /// Writes a field of an object.
    pub fn field(&mut self, name: &str, value: &impl Serialize) -> Result<(), StoreError> {
        self.open(&format!("\"{name}\":"));
        self.item(value)
    }

    /// Writes an item of a list.
    pub fn item(&mut self, value: &impl Serialize) -> Result<(), StoreError> {
        self.write_comma();
        self.needs_comma = true;
        serde_json::to_writer(&mut self.text, value).map_err(|e| StoreError::Unavailable(e.to_string()))
    }

    fn write_comma(&mut self) {
        if self.needs_comma {
            self.text.push(b',');
        }
    }

    /// Sends the buffer if it is large enough.
    pub async fn send_if_full(&mut self) -> Result<(), StreamError> {
        if self.text.len() < CHUNK { Ok(()) } else { self.send().await }
    }

    /// Sends the buffer.
    pub async fn send(&mut self) -> Result<(), StreamError> {
        self.sender.send(Ok(std::mem::take(&mut self.text))).await.map_err(|_| StreamError::Disconnected)
    }

    /// Aborts the response, so that the client does not take it for complete.
    pub async fn fail(&mut self, error: StoreError) {
        let _ = self.sender.send(Err(error)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_export_is_json_and_is_written_only_as_fast_as_it_is_read() {
        let (mut file, body) = JsonStream::new();
        let long = "x".repeat(CHUNK);
        let writer = async move {
            file.open("{");
            file.field("empty", &Vec::<u8>::new()).unwrap();
            file.list("things");
            for n in 0..8 {
                file.open("{");
                file.field("n", &n).unwrap();
                file.field("long", &long).unwrap();
                file.close("}");
                file.send_if_full().await.unwrap();
            }
            file.close("]");
            file.field("last", &None::<u8>).unwrap();
            file.close("}");
            file.send().await.unwrap();
        };
        let mut writer = tokio::spawn(writer);
        tokio::select! {
            biased;
            _ = &mut writer => panic!("nobody has taken anything"),
            () = async { for _ in 0..1_000 { tokio::task::yield_now().await } } => {}
        }
        let all = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        writer.await.unwrap();
        let all: serde_json::Value = serde_json::from_slice(&all).unwrap();
        assert_eq!(all["empty"], serde_json::json!([]));
        assert_eq!(all["things"].as_array().unwrap().len(), 8);
        assert_eq!(all["things"][7]["n"], 7);
        assert_eq!(all.as_object().unwrap().len(), 3);
    }

    #[tokio::test]
    async fn an_export_that_fails_midway_ends_the_response_with_an_error() {
        let (mut file, body) = JsonStream::new();
        file.open("{");
        tokio::spawn(async move { file.fail(StoreError::Conflict).await });
        assert!(axum::body::to_bytes(body, usize::MAX).await.is_err());
    }
}
