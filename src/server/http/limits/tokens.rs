//! The rate limits of bots, by token instead of by address: many programs may run behind one address. A token counts once it
//! was found in the store; until then, and for whoever makes tokens up, the limits of the address hold.

use std::time::{Duration, Instant};

use super::{Limit, Rate, Recent, TryAgain};
use crate::server::config::limits::LimitFlags;
use crate::server::identity::GuestKey;

/// How long a token is taken for known after it was found in the store.
const KNOWN_FOR: Duration = Duration::from_secs(600);

/// See the module.
#[derive(Debug)]
pub struct TokenLimits {
    known: Recent,
    requests: Limit<GuestKey>,
    /// Games that a bot begins or is asked for, by the guest of the bot.
    pub games: Limit<GuestKey>,
}

impl TokenLimits {
    /// Full buckets with these figures.
    pub fn new(flags: &LimitFlags) -> Self {
        let minutes = |burst, minutes: u64| Rate { burst, per: Duration::from_secs(minutes * 60) };
        Self {
            known: Recent::new(KNOWN_FOR),
            requests: Limit::new(minutes(flags.bot_points, 2)),
            games: Limit::new(minutes(flags.bot_games_per_hour, 60)),
        }
    }

    /// A token was found in the store.
    pub fn note_known(&self, token: GuestKey, now: Instant) {
        self.known.insert(token, now);
    }

    /// Takes the points of a request from its token; `None` if that is not known.
    pub fn take(&self, token: GuestKey, points: u32, now: Instant) -> Option<Result<(), TryAgain>> {
        self.known.contains(token, now).then(|| self.requests.take_many(token, points, now))
    }
}
