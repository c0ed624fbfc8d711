//! Pending passkey (WebAuthn) ceremonies: each challenge can be answered once, by the browser that asked,
//! within five minutes.

use std::collections::HashMap;
use std::mem::discriminant;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration, Uuid};

use crate::server::identity::{GuestKey, Identity};

/// How long a challenge is valid.
const WITHIN: Duration = Duration::from_secs(5 * 60);
/// The most ceremonies that are kept at a time; people never reach it, so more is an attack.
const MOST: usize = 10_000;

/// A ceremony and the state that its answer is verified against.
#[derive(Debug)]
pub enum Ceremony {
    /// Registration of a new passkey for this account.
    Make(Uuid, PasskeyRegistration),
    /// Login with a passkey.
    Enter(DiscoverableAuthentication),
}

/// Pending ceremonies by their unguessable id.
#[derive(Debug, Default)]
pub struct Ceremonies(Mutex<HashMap<String, (Instant, GuestKey, Ceremony)>>);

impl Ceremonies {
    /// Begins a ceremony for the browser with this cookie and replaces a pending one of the same kind; gives
    /// its id, or `None` if the system has no randomness to give. When the table is full, the oldest is
    /// dropped, so that a flood cannot lock anybody out.
    pub fn begin(&self, cookie: GuestKey, ceremony: Ceremony, now: Instant) -> Option<String> {
        let id = Identity::random().ok()?.secret();
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = discriminant(&ceremony);
        open.retain(|_, (_, whose, other)| *whose != cookie || discriminant(other) != kind);
        if open.len() >= MOST {
            open.retain(|_, (begun, ..)| now < *begun + WITHIN);
        }
        if open.len() >= MOST
            && let Some(oldest) = open.iter().min_by_key(|(_, (begun, ..))| *begun).map(|(id, _)| id.clone())
        {
            open.remove(&oldest);
        }
        open.insert(id.clone(), (now, cookie, ceremony));
        Some(id)
    }

    /// Takes a ceremony out, whatever its outcome will be. `None` if this cookie has none of this id, or it
    /// has expired.
    pub fn end(&self, cookie: GuestKey, id: &str, now: Instant) -> Option<Ceremony> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (begun, whose, ceremony) = open.remove(id)?;
        (whose == cookie && now < begun + WITHIN).then_some(ceremony)
    }
}

#[cfg(test)]
mod tests {
    use webauthn_rs::prelude::{Url, WebauthnBuilder};

    use super::*;

    fn enter() -> Ceremony {
        let origin = Url::parse("http://localhost").unwrap();
        let passkeys = WebauthnBuilder::new("localhost", &origin).unwrap().build().unwrap();
        Ceremony::Enter(passkeys.start_discoverable_authentication().unwrap().1)
    }

    #[test]
    fn a_challenge_is_valid_once_for_its_guest_within_five_minutes() {
        let (ceremonies, now) = (Ceremonies::default(), Instant::now());
        let [anna, bert] = [1, 2].map(|n| Identity::of_test(n).guest());
        let begin = || ceremonies.begin(anna, enter(), now).unwrap();
        let id = begin();
        assert!(ceremonies.end(anna, &id, now).is_some());
        assert!(ceremonies.end(anna, &id, now).is_none(), "once");
        let id = begin();
        assert!(ceremonies.end(bert, &id, now).is_none(), "somebody else");
        assert!(ceremonies.end(anna, &id, now).is_none(), "and then it is spent");
        assert!(ceremonies.end(anna, &begin(), now + WITHIN).is_none(), "too late");
        assert!(ceremonies.end(anna, "", now).is_none());
    }

    #[test]
    fn a_new_ceremony_replaces_the_guests_last_and_evicts_the_oldest() {
        let (ceremonies, now) = (Ceremonies::default(), Instant::now());
        let anna = Identity::of_test(1).guest();
        let first = ceremonies.begin(anna, enter(), now).unwrap();
        let second = ceremonies.begin(anna, enter(), now).unwrap();
        assert!(ceremonies.end(anna, &first, now).is_none());
        let later = now + Duration::from_secs(1);
        for _ in 0..MOST {
            assert!(ceremonies.begin(Identity::random().unwrap().guest(), enter(), later).is_some());
        }
        assert!(ceremonies.end(anna, &second, later).is_none(), "the oldest has made room");
        let third = ceremonies.begin(anna, enter(), later).unwrap();
        assert!(ceremonies.end(anna, &third, later).is_some());
    }
}
