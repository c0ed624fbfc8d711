//! How a seat gets to another device of its player: by a link with a secret, made by who sits, for five minutes and for one
//! use. The secret stands behind the `#` of the link, so that it is in no log; here is only its hash.

pub mod pages;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use room::{MemberId, Millis, RoomCode};
use sha2::{Digest, Sha256};

/// How long a link can be used, in milliseconds.
const STANDS: Millis = 5 * 60_000;
/// More links than this do not stand at a time: the next has to wait until one is used or too old.
const MOST: usize = 10_000;

/// The secret of a link: 128 random bits.
#[derive(Clone, Copy)]
pub struct Secret([u8; 16]);

impl Secret {
    fn random() -> Option<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// What somebody has sent as one: 32 hexadecimal digits, with blanks around them at most.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| hex)?;
        Some(Self(number.to_be_bytes()))
    }

    /// As it stands in the link.
    pub fn text(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    fn hash(&self) -> Hash {
        Sha256::new().chain_update(b"duello handover").chain_update(self.0).finalize().into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

type Hash = [u8; 32];

/// What a link is worth.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    code: RoomCode,
    /// Whose seat it is.
    member: MemberId,
    until: Millis,
}

/// The links that stand. A restart of the server forgets them.
#[derive(Debug, Default)]
pub struct Handovers(Mutex<HashMap<Hash, Ticket>>);

impl Handovers {
    /// A link for the seat of a member, in the place of an earlier one. `None` if there is no randomness, or no place.
    pub fn make(&self, code: RoomCode, member: MemberId, now: Millis) -> Option<Secret> {
        let secret = Secret::random()?;
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.retain(|_, ticket| ticket.until > now && (ticket.code, ticket.member) != (code, member));
        if tickets.len() >= MOST {
            return None;
        }
        tickets.insert(secret.hash(), Ticket { code, member, until: now.saturating_add(STANDS) });
        Some(secret)
    }

    /// Uses a link up: whose seat it gives in this room. One of another room stays as it is.
    pub fn take(&self, secret: Secret, code: RoomCode, now: Millis) -> Option<Taken> {
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = secret.hash();
        tickets.get(&hash).filter(|ticket| ticket.code == code && ticket.until > now)?;
        tickets.remove(&hash).map(|ticket| Taken { hash, ticket })
    }

    /// A link that was taken and did nothing can be used again.
    pub fn put_back(&self, taken: Taken) {
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.insert(taken.hash, taken.ticket);
    }
}

/// A link in use.
#[derive(Debug)]
pub struct Taken {
    hash: Hash,
    ticket: Ticket,
}

impl Taken {
    /// Whose seat it is.
    pub fn member(&self) -> MemberId {
        self.ticket.member
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: MemberId = MemberId(1);
    const BERT: MemberId = MemberId(2);

    #[test]
    fn a_link_is_good_once_for_its_room_and_for_five_minutes() {
        let [here, there] = [1, 2].map(RoomCode::from_seed);
        let links = Handovers::default();
        let secret = links.make(here, ANNA, 0).unwrap();
        let read = Secret::read(&format!(" {}\n", secret.text())).unwrap();
        assert_eq!(links.take(read, here, STANDS - 1).unwrap().member(), ANNA);
        assert!(links.take(secret, here, STANDS - 1).is_none(), "used");
        let secret = links.make(here, ANNA, 0).unwrap();
        assert!(links.take(secret, here, STANDS).is_none(), "too old");
        let secret = links.make(here, ANNA, 0).unwrap();
        assert!(links.take(secret, there, 1).is_none(), "of another room");
        let taken = links.take(secret, here, 1).unwrap();
        links.put_back(taken);
        assert!(links.take(secret, here, 2).is_some(), "it had done nothing");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }

    #[test]
    fn the_next_link_of_a_seat_takes_the_place_of_the_one_before_and_of_no_other() {
        let code = RoomCode::from_seed(1);
        let links = Handovers::default();
        let [first, berts, second] = [ANNA, BERT, ANNA].map(|of| links.make(code, of, 0).unwrap());
        assert!(links.take(first, code, 1).is_none());
        assert_eq!(links.take(berts, code, 1).unwrap().member(), BERT);
        assert_eq!(links.take(second, code, 1).unwrap().member(), ANNA);
    }

    #[test]
    fn there_is_room_for_so_many_links_and_old_ones_make_place() {
        let links = Handovers::default();
        for member in 0..MOST as u64 {
            assert!(links.make(RoomCode::from_seed(1), MemberId(member), 0).is_some());
        }
        assert!(links.make(RoomCode::from_seed(2), ANNA, 1).is_none());
        assert!(links.make(RoomCode::from_seed(2), ANNA, STANDS).is_some());
    }

    #[test]
    fn anything_but_32_hexadecimal_digits_is_no_secret() {
        for text in [
            "",
            "0",
            &"g".repeat(32),
            &"a".repeat(33),
            "+000000000000000000000000000000f",
            "é".repeat(16).as_str(),
        ] {
            assert!(Secret::read(text).is_none(), "{text}");
        }
    }
}
