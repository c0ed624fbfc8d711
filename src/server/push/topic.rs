//! The `Topic` header of push messages (RFC 8030): by it a push service replaces a message that it has not delivered
//! yet. It is a keyed hash, different for every browser, because a room's code lets one in.

use base64ct::{Base64UrlUnpadded, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use room::RoomCode;
use sha2::Sha256;

use crate::server::store::{Store, StoreError};

/// Bytes of the hash that are sent: 24 letters, of at most 32.
const LENGTH: usize = 18;

/// The key of the hashes.
pub struct TopicKey(Vec<u8>);

impl std::fmt::Debug for TopicKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TopicKey(…)")
    }
}

impl TopicKey {
    /// Loads the key, which all nodes of a database share.
    pub async fn load(store: &Store) -> Result<Self, StoreError> {
        Ok(Self(store.key("push topic").await?.into_bytes()))
    }

    /// The topic of a room for the browser of this endpoint.
    pub fn topic(&self, code: RoomCode, endpoint: &str) -> Option<String> {
        // Keys of any length are taken.
        let hash = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        let hash = hash.chain_update(code.to_string()).chain_update([0]).chain_update(endpoint).finalize();
        Some(Base64UrlUnpadded::encode_string(&hash.into_bytes()[..LENGTH]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_stable_and_tells_neither_room_nor_whose_opponent_it_is() {
        let (key, other) = (TopicKey(vec![1; 32]), TopicKey(vec![2; 32]));
        let [one, two] = [1, 2].map(RoomCode::from_seed);
        let topic = |key: &TopicKey, code, endpoint| key.topic(code, endpoint).unwrap();
        let first = topic(&key, one, "https://push.example/a");
        assert_eq!(first, topic(&key, one, "https://push.example/a"));
        assert!(first.len() <= 32 && !first.contains(&one.to_string()));
        for differs in [
            topic(&key, two, "https://push.example/a"),
            topic(&key, one, "https://push.example/b"),
            topic(&other, one, "https://push.example/a"),
        ] {
            assert_ne!(first, differs);
        }
    }
}
