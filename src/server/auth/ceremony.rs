//! Pending passkey (WebAuthn) ceremonies: each challenge can be answered once, by the browser that asked,
//! within five minutes.

use std::collections::HashMap;
use std::mem::discriminant;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyAuthentication, PasskeyRegistration, Uuid};

use crate::server::identity::{GuestKey, Identity};

/// How long a challenge is valid.
const CHALLENGE_TTL: Duration = Duration::from_secs(5 * 60);
/// The most ceremonies that are kept at a time; people never reach it, so more is an attack.
const MAX_PENDING: usize = 10_000;

/// A ceremony and the state that its answer is verified against.
#[derive(Debug)]
pub enum Ceremony {
    /// Registration of a new passkey for this account.
    Registration(Uuid, PasskeyRegistration),
    /// Login with a passkey.
    Login(DiscoverableAuthentication),
    /// Step-up: a passkey of the account is shown once more.
    StepUp(PasskeyAuthentication),
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
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = discriminant(&ceremony);
        pending.retain(|_, (_, owner, other)| *owner != cookie || discriminant(other) != kind);
        if pending.len() >= MAX_PENDING {
            pending.retain(|_, (started, ..)| now < *started + CHALLENGE_TTL);
        }
        if pending.len() >= MAX_PENDING
            && let Some(oldest) =
                pending.iter().min_by_key(|(_, (started, ..))| *started).map(|(id, _)| id.clone())
        {
            pending.remove(&oldest);
        }
        pending.insert(id.clone(), (now, cookie, ceremony));
        Some(id)
    }

    /// Takes a ceremony out, whatever its outcome will be. `None` if this cookie has none of this id, or it
    /// has expired.
    pub fn take(&self, cookie: GuestKey, id: &str, now: Instant) -> Option<Ceremony> {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (started, owner, ceremony) = pending.remove(id)?;
        (owner == cookie && now < started + CHALLENGE_TTL).then_some(ceremony)
    }
}

#[cfg(test)]
mod tests {
    use webauthn_rs::prelude::{Url, WebauthnBuilder};

    use super::*;

    fn login() -> Ceremony {
        let origin = Url::parse("http://localhost").unwrap();
        let passkeys = WebauthnBuilder::new("localhost", &origin).unwrap().build().unwrap();
        Ceremony::Login(passkeys.start_discoverable_authentication().unwrap().1)
    }

    #[test]
    fn a_challenge_is_valid_once_for_its_guest_within_five_minutes() {
        let (ceremonies, now) = (Ceremonies::default(), Instant::now());
        let [anna, bert] = [1, 2].map(|n| Identity::of_test(n).guest());
        let begin = || ceremonies.begin(anna, login(), now).unwrap();
        let id = begin();
        assert!(ceremonies.take(anna, &id, now).is_some());
        assert!(ceremonies.take(anna, &id, now).is_none(), "once");
        let id = begin();
        assert!(ceremonies.take(bert, &id, now).is_none(), "somebody else");
        assert!(ceremonies.take(anna, &id, now).is_none(), "and then it is spent");
        assert!(ceremonies.take(anna, &begin(), now + CHALLENGE_TTL).is_none(), "too late");
        assert!(ceremonies.take(anna, "", now).is_none());
    }

    #[test]
    fn a_new_ceremony_replaces_the_guests_last_and_evicts_the_oldest() {
        let (ceremonies, now) = (Ceremonies::default(), Instant::now());
        let anna = Identity::of_test(1).guest();
        let first = ceremonies.begin(anna, login(), now).unwrap();
        let second = ceremonies.begin(anna, login(), now).unwrap();
        assert!(ceremonies.take(anna, &first, now).is_none());
        let later = now + Duration::from_secs(1);
        for _ in 0..MAX_PENDING {
            assert!(ceremonies.begin(Identity::random().unwrap().guest(), login(), later).is_some());
        }
        assert!(ceremonies.take(anna, &second, later).is_none(), "the oldest has made room");
        let third = ceremonies.begin(anna, login(), later).unwrap();
        assert!(ceremonies.take(anna, &third, later).is_some());
    }
}
