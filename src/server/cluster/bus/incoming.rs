//! What a subscriber is sent over the bus: which of it is believed.

use async_nats::HeaderMap;
use room::Millis;

use super::signature::{Signing, Unbelieved};
use super::{BusMessage, NodeId};
use crate::server::time::system_time;

/// The largest message that is sent or read, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// What a subscriber is sent.
pub struct Incoming {
    /// This node, whose own messages it is not sent.
    pub node: NodeId,
    pub subject: String,
    pub signing: Signing,
}

impl Incoming {
    /// Parses a message. What anybody may have sent is verified first, which costs less.
    pub fn parse(
        &self,
        headers: Option<&HeaderMap>,
        payload: &[u8],
    ) -> Result<(BusMessage, Millis), Unbelieved> {
        if payload.len() > MAX_BYTES {
            return Err(Unbelieved::Unreadable);
        }
        let sent = self.signing.verify(&self.subject, headers, payload, system_time())?;
        let message = serde_json::from_slice(payload).map_err(|_| Unbelieved::Unreadable)?;
        Ok((message, sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::cluster::bus::BusPayload;

    fn incoming() -> Incoming {
        let signing = Signing { key: vec![7; 32], unsigned: false };
        Incoming { node: NodeId(1), subject: "a".to_owned(), signing }
    }

    #[test]
    fn malformed_or_oversized_bus_events_are_ignored() {
        let incoming = incoming();
        let parse = |payload: &[u8]| {
            let signed = incoming.signing.headers("a", payload, system_time());
            incoming.parse(Some(&signed), payload).map(|(message, _)| message)
        };
        let good = br#"{"node":"1","seq":2,"what":"bye"}"#;
        assert_eq!(parse(good), Ok(BusMessage { node: NodeId(1), seq: 2, payload: BusPayload::Bye }));
        let long = format!(r#"{{"node":"1","seq":2,"what":{{"farewell":"{}"}}}}"#, "a".repeat(MAX_BYTES));
        let bad = [
            &b""[..],
            b"{}",
            b"\xff\xfe",
            br#"{"node":"1","seq":-2,"what":"bye"}"#,
            br#"[[[["#,
            long.as_bytes(),
        ];
        for bytes in bad {
            assert_eq!(parse(bytes), Err(Unbelieved::Unreadable));
        }
    }

    #[test]
    fn what_is_not_signed_or_of_another_time_is_not_even_parsed() {
        let incoming = incoming();
        assert_eq!(incoming.parse(None, b"[[[["), Err(Unbelieved::Unsigned));
        let late = incoming.signing.headers("a", b"[[[[", system_time() - 60_000);
        let Err(why @ Unbelieved::Clock(_)) = incoming.parse(Some(&late), b"[[[[") else {
            panic!("believed")
        };
        assert!(why.to_string().contains("the system clocks"), "{why}");
    }
}
