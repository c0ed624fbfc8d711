//! Passkey ceremonies that have begun: a challenge is answered once, by the browser that asked, within five minutes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration, Uuid};

use crate::server::identity::{GuestKey, Identity};

/// How long a challenge may be answered.
const WITHIN: Duration = Duration::from_secs(5 * 60);
/// How many may be open: more are not asked for by people.
const MOST: usize = 10_000;

/// What is being done.
#[derive(Debug)]
pub enum Ceremony {
    /// A new passkey, for this account.
    Make(Uuid, PasskeyRegistration),
    /// Signing in.
    Enter(DiscoverableAuthentication),
}

/// Those that have begun, by a number that nobody guesses.
#[derive(Debug, Default)]
pub struct Ceremonies(Mutex<HashMap<String, (Instant, GuestKey, Ceremony)>>);

impl Ceremonies {
    /// Begins one for the browser with this cookie; its number, or `None` if too many are open.
    pub fn begin(&self, cookie: GuestKey, ceremony: Ceremony, now: Instant) -> Option<String> {
        let id = Identity::random().ok()?.secret();
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST {
            open.retain(|_, (begun, ..)| now < *begun + WITHIN);
        }
        (open.len() < MOST).then(|| {
            open.insert(id.clone(), (now, cookie, ceremony));
            id
        })
    }

    /// Ends one: it is gone, whatever comes of it. `None` if there is none of this number for this cookie, or it is too late.
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
    fn a_challenge_is_answered_once_by_whom_it_was_given_within_five_minutes() {
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
    fn old_ones_make_room_and_young_ones_do_not() {
        let (ceremonies, now) = (Ceremonies::default(), Instant::now());
        let anna = Identity::of_test(1).guest();
        for _ in 0..MOST {
            assert!(ceremonies.begin(anna, enter(), now).is_some());
        }
        assert!(ceremonies.begin(anna, enter(), now).is_none());
        assert!(ceremonies.begin(anna, enter(), now + WITHIN).is_some());
    }
}
