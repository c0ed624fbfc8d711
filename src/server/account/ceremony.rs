//! Passkey ceremonies that have begun: a challenge is answered once, by the browser that asked, within five minutes.

use std::collections::HashMap;
use std::mem::discriminant;
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
    /// Begins one for the browser with this cookie, in the place of one of its kind that it has begun before; its number, or
    /// `None` if there is no chance to be had. Where too many are open, the oldest goes: a crowd shuts nobody out.
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
    fn a_browser_has_one_open_and_a_crowd_shuts_nobody_out() {
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
