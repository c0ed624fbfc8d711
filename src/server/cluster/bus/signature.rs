//! Signatures of bus messages: whoever reaches the bus, but not the database, can neither make up a message nor send
//! one again later than half a minute. The key is a secret in the database that the nodes share. Pure: time, that of
//! the system and not of the server's clock, which may be ahead, is an argument.

use std::collections::HashMap;
use std::fmt;

use async_nats::HeaderMap;
use hmac::{Hmac, KeyInit, Mac};
use room::Millis;
use sha2::Sha256;

use super::NodeId;
use crate::server::hex::hex;

/// Headers of a message: when it was sent in milliseconds since 1970, and its code in hexadecimal digits.
const SENT: &str = "Duello-Sent";
const CODE: &str = "Duello-Code";
/// How old a message may be, and by how much the clocks of two nodes may differ, in milliseconds.
const MAX_AGE: Millis = 30_000;
/// The most nodes whose last message is remembered.
const MAX_NODES: usize = 1_024;

/// Why a message is not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unbelieved {
    /// It has no code, or one of another key or text.
    Unsigned,
    /// It is signed, but was sent so many milliseconds ago, or so many ahead: it is a copy, or a clock is wrong.
    Clock(Millis),
    /// It is signed, but too large or malformed.
    Unreadable,
}

impl fmt::Display for Unbelieved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned => f.write_str("it is not signed with the key of this database"),
            Self::Clock(ago) => write!(
                f,
                "it was sent {} s ago by the clock of its sender: compare the system clocks of both machines",
                ago / 1_000
            ),
            Self::Unreadable => f.write_str("it cannot be read"),
        }
    }
}

/// What a node signs its messages with.
#[derive(Clone)]
pub struct Signing {
    /// The key that all nodes have.
    pub key: Vec<u8>,
    /// Whether messages without a signature are believed, as those of servers of an earlier version.
    pub unsigned: bool,
}

impl fmt::Debug for Signing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signing").field("unsigned", &self.unsigned).finish_non_exhaustive()
    }
}

impl Signing {
    /// The headers of a message that is sent now.
    pub fn headers(&self, subject: &str, payload: &[u8], sent: Millis) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(SENT, sent.to_string());
        if let Some(code) = self.code(subject, sent, payload) {
            headers.insert(CODE, hex(&code.finalize().into_bytes()));
        }
        headers
    }

    /// When a message was sent that has come now: it is signed, and not too old. Without a signature the present, if
    /// such messages are believed.
    ///
    /// # Errors
    /// It is not believed.
    pub fn verify(
        &self,
        subject: &str,
        headers: Option<&HeaderMap>,
        payload: &[u8],
        now: Millis,
    ) -> Result<Millis, Unbelieved> {
        let value = |name| headers.and_then(|headers| headers.get(name)).map(|value| value.as_str());
        let Some(code) = value(CODE) else { return self.unsigned.then_some(now).ok_or(Unbelieved::Unsigned) };
        let sent = value(SENT).and_then(|sent| {
            let sent: Millis = sent.parse().ok()?;
            // `verify_slice` takes the same time wherever the codes differ.
            self.code(subject, sent, payload)?.verify_slice(&bytes(code)?).ok()?;
            Some(sent)
        });
        let sent = sent.ok_or(Unbelieved::Unsigned)?;
        let ago = now.saturating_sub(sent);
        if ago.saturating_abs() > MAX_AGE { Err(Unbelieved::Clock(ago)) } else { Ok(sent) }
    }

    fn code(&self, subject: &str, sent: Millis, payload: &[u8]) -> Option<Hmac<Sha256>> {
        let code = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        Some(
            code.chain_update(subject)
                .chain_update([0])
                .chain_update(sent.to_be_bytes())
                .chain_update(payload),
        )
    }
}

/// When each node has sent its last message on a subject: an older one is a copy.
#[derive(Default)]
pub struct LastSent(HashMap<NodeId, Millis>);

impl LastSent {
    /// Notes a message; whether it is not older than the last one of its node.
    pub fn note(&mut self, node: NodeId, sent: Millis) -> bool {
        if self.0.len() >= MAX_NODES && !self.0.contains_key(&node) {
            self.0.clear();
        }
        let last = self.0.entry(node).or_insert(sent);
        let is_new = sent >= *last;
        *last = sent.max(*last);
        is_new
    }
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    digits.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_000_000_000;

    fn signing() -> Signing {
        Signing { key: vec![7; 32], unsigned: false }
    }

    #[test]
    fn only_messages_signed_with_the_key_for_their_subject_are_believed() {
        let signed = signing().headers("a", b"text", NOW);
        let own = signing();
        assert!(own.verify("a", Some(&signed), b"text", NOW).is_ok());
        assert_eq!(
            own.verify("b", Some(&signed), b"text", NOW),
            Err(Unbelieved::Unsigned),
            "sent again to another room"
        );
        assert_eq!(own.verify("a", Some(&signed), b"Text", NOW), Err(Unbelieved::Unsigned));
        assert_eq!(own.verify("a", None, b"text", NOW), Err(Unbelieved::Unsigned));
        assert_eq!(
            Signing { key: vec![8; 32], ..own.clone() }.verify("a", Some(&signed), b"text", NOW),
            Err(Unbelieved::Unsigned)
        );
        let unsigned = Signing { unsigned: true, ..own };
        assert!(unsigned.verify("a", None, b"text", NOW).is_ok());
        let mut forged = signed.clone();
        for code in ["", "0", "zz", "é", &"0".repeat(64)] {
            forged.insert(CODE, code);
            assert_eq!(
                unsigned.verify("a", Some(&forged), b"text", NOW),
                Err(Unbelieved::Unsigned),
                "{code:?}"
            );
        }
        let mut later = signed;
        later.insert(SENT, (NOW + 20_000).to_string());
        assert_eq!(
            unsigned.verify("a", Some(&later), b"text", NOW),
            Err(Unbelieved::Unsigned),
            "the time is signed as well"
        );
    }

    #[test]
    fn an_old_message_is_not_believed_again() {
        let signed = signing().headers("a", b"text", NOW);
        for (later, so) in [(0, true), (29_000, true), (31_000, false), (-29_000, true), (-31_000, false)] {
            assert_eq!(signing().verify("a", Some(&signed), b"text", NOW + later).is_ok(), so, "{later}");
        }
        let mut last = LastSent::default();
        let [anna, bert] = [NodeId(1), NodeId(2)];
        assert!(last.note(anna, 5) && last.note(anna, 5) && last.note(bert, 3) && last.note(anna, 6));
        assert!(!last.note(anna, 5) && last.note(bert, 4));
        for n in 0..5_000 {
            last.note(NodeId(n), 1);
        }
        assert!(last.0.len() <= MAX_NODES);
    }
}
