//! Seat transfer to another device of the same player, by a link with a secret that works once and for five
//! minutes. The secret is in the fragment (`#`) of the link, so that it reaches no access log; the store has
//! only its hash.

pub mod pages;

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use room::{MemberId, Millis, RoomCode};
use sha2::{Digest, Sha256};

use crate::server::store::{Store, StoreError, TransferLink};

/// How long a link is valid, in milliseconds.
const LINK_TTL: Millis = 5 * 60_000;

/// The secret of a link: 128 random bits.
#[derive(Clone, Copy)]
pub struct Secret([u8; 16]);

impl Secret {
    fn random() -> Option<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// Parses a secret: 32 hexadecimal digits, possibly surrounded by blanks.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| hex)?;
        Some(Self(number.to_be_bytes()))
    }

    /// The secret as the link contains it.
    pub fn hex(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    pub(super) fn hash(&self) -> String {
        let hash = Sha256::new().chain_update(b"duello handover").chain_update(self.0).finalize();
        Base64UrlUnpadded::encode_string(&hash)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Creates a link for a member's seat, replacing an earlier one; `None` if there is no randomness, or too
/// many are open.
pub async fn create_link(
    store: &Store,
    code: RoomCode,
    member: MemberId,
    now: Millis,
) -> Result<Option<Secret>, StoreError> {
    let Some(secret) = Secret::random() else { return Ok(None) };
    let link = TransferLink { hash: secret.hash(), code, member, until: now.saturating_add(LINK_TTL) };
    match store.create_transfer_link(link, now).await {
        Err(StoreError::Conflict) => Ok(None),
        created => created.map(|()| Some(secret)),
    }
}

/// Redeems a link and gives the seat that it is for. A link of another room stays valid.
pub async fn redeem_link(
    store: &Store,
    secret: Secret,
    code: RoomCode,
    now: Millis,
) -> Result<Option<TransferLink>, StoreError> {
    store.redeem_transfer_link(secret.hash(), code, now).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::database::tests::{Fresh, fresh};
    use crate::server::database::{Database, query};

    const ANNA: MemberId = MemberId(1);
    const BERT: MemberId = MemberId(2);

    async fn store() -> (Store, Fresh) {
        let fresh = fresh().await;
        (Store::open(fresh.location.clone()).await.unwrap(), fresh)
    }

    async fn redeemed_by(store: &Store, secret: Secret, code: RoomCode, now: Millis) -> Option<MemberId> {
        redeem_link(store, secret, code, now).await.unwrap().map(|link| link.member)
    }

    #[tokio::test]
    async fn a_seat_link_works_once_in_its_room_for_five_minutes() {
        let [here, there] = [1, 2].map(RoomCode::from_seed);
        let (store, _fresh) = store().await;
        let create = async || create_link(&store, here, ANNA, 0).await.unwrap().unwrap();
        let secret = create().await;
        let parsed = Secret::parse(&format!(" {}\n", secret.hex())).unwrap();
        assert_eq!(redeemed_by(&store, parsed, here, LINK_TTL - 1).await, Some(ANNA));
        assert_eq!(redeemed_by(&store, secret, here, LINK_TTL - 1).await, None, "used");
        let secret = create().await;
        assert_eq!(redeemed_by(&store, secret, here, LINK_TTL).await, None, "too old");
        let secret = create().await;
        assert_eq!(redeemed_by(&store, secret, there, 1).await, None, "of another room");
        let link = redeem_link(&store, secret, here, 1).await.unwrap().unwrap();
        store.restore_transfer_link(link).await.unwrap();
        let link = redeem_link(&store, secret, here, 2).await.unwrap().expect("it had done nothing");
        let newer = create().await;
        store.restore_transfer_link(link).await.unwrap();
        assert_eq!(redeemed_by(&store, secret, here, 3).await, None, "there is a newer one");
        assert_eq!(redeemed_by(&store, newer, here, 3).await, Some(ANNA));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }

    #[tokio::test]
    async fn a_new_seat_link_replaces_only_the_previous_one_of_that_seat() {
        let code = RoomCode::from_seed(1);
        let (store, _fresh) = store().await;
        let mut links = Vec::new();
        for of in [ANNA, BERT, ANNA] {
            links.push(create_link(&store, code, of, 0).await.unwrap().unwrap());
        }
        let mut all = Vec::new();
        for link in links {
            all.push(redeemed_by(&store, link, code, 1).await);
        }
        assert_eq!(all, [None, Some(BERT), Some(ANNA)]);
    }

    #[tokio::test]
    async fn a_seat_link_used_concurrently_works_once() {
        let code = RoomCode::from_seed(1);
        let (store, _fresh) = store().await;
        let secret = create_link(&store, code, ANNA, 0).await.unwrap().unwrap();
        let tries = (0..20).map(|_| redeemed_by(&store, secret, code, 1));
        let all = futures_util::future::join_all(tries).await;
        assert_eq!(all.into_iter().flatten().collect::<Vec<_>>(), [ANNA]);
    }

    #[tokio::test]
    async fn seat_links_are_limited_and_expired_ones_make_room() {
        let (store, fresh) = store().await;
        let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
        let others = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999) \
                      INSERT INTO handovers (hash, room, member, until) \
                      SELECT CAST(n AS TEXT), CAST(n AS TEXT), n, $1 FROM numbers";
        query(others).bind(LINK_TTL).execute(&mut database).await.unwrap();
        let [here, there] = [1, 2].map(RoomCode::from_seed);
        assert!(create_link(&store, here, ANNA, 0).await.unwrap().is_some());
        assert!(create_link(&store, there, ANNA, 1).await.unwrap().is_none());
        assert!(create_link(&store, there, ANNA, LINK_TTL).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn seat_links_are_limited_per_room() {
        let (store, _fresh) = store().await;
        let [here, there] = [1, 2].map(RoomCode::from_seed);
        let mut made = 0;
        for member in 0..20 {
            made += usize::from(create_link(&store, here, MemberId(member), 0).await.unwrap().is_some());
        }
        assert_eq!(made, 4);
        // A new link replaces the member's own, so it needs no further place.
        assert!(create_link(&store, here, MemberId(0), 1).await.unwrap().is_some());
        assert!(create_link(&store, there, ANNA, 1).await.unwrap().is_some());
        assert!(create_link(&store, here, MemberId(9), LINK_TTL).await.unwrap().is_some());
    }

    #[test]
    fn a_seat_link_secret_is_exactly_32_hex_digits() {
        for text in [
            "",
            "0",
            &"g".repeat(32),
            &"a".repeat(33),
            "+000000000000000000000000000000f",
            "é".repeat(16).as_str(),
        ] {
            assert!(Secret::parse(text).is_none(), "{text}");
        }
    }
}
