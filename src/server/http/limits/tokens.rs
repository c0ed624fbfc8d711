//! The rate limits of bots, by token instead of by address: many programs may run behind one address. A token counts once it
//! was found in the store; until then, and for whoever makes tokens up, the limits of the address hold.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::{Limit, Network, Rate, Recent, TryAgain, household_network};
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
    /// Those among them that one asker asks the bot for.
    games_of_pairs: Limit<(Asker, GuestKey)>,
}

/// Whose questions to one bot count together: guests can be made up at will, networks cannot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Asker {
    Network(Network),
    Guest(GuestKey),
}

/// The share of a bot's games that one asker may ask it for: others shall find it as well.
const SHARE_OF_ASKER: u32 = 5;

impl TokenLimits {
    /// Full buckets with these figures.
    pub fn new(flags: &LimitFlags) -> Self {
        let minutes = |burst, minutes: u64| Rate { burst, per: Duration::from_secs(minutes * 60) };
        Self {
            known: Recent::new(KNOWN_FOR),
            requests: Limit::new(minutes(flags.bot_points, 2)),
            games: Limit::new(minutes(flags.bot_games_per_hour, 60)),
            games_of_pairs: Limit::new(minutes(flags.bot_games_per_hour.div_ceil(SHARE_OF_ASKER), 60)),
        }
    }

    /// A token was found in the store.
    pub fn note_known(&self, token: GuestKey, now: Instant) {
        self.known.insert(token, now);
    }

    /// Takes a game that a bot is asked for by this guest, from this address if they are no bot with a token.
    ///
    /// # Errors
    /// The bot has played too many, or too many of the asker's.
    pub fn take_asked(
        &self,
        bot: GuestKey,
        (guest, address): (GuestKey, Option<IpAddr>),
        now: Instant,
    ) -> Result<(), TryAgain> {
        let asker = address.and_then(household_network).map_or(Asker::Guest(guest), Asker::Network);
        self.games_of_pairs.check((asker, bot), now)?;
        self.games.take_many(bot, 1, now)?;
        self.games_of_pairs.take_many((asker, bot), 1, now)
    }

    /// Takes points of what a bot reads from its token.
    ///
    /// # Errors
    /// It has not so many.
    pub fn take_many(&self, token: GuestKey, points: u32, now: Instant) -> Result<(), TryAgain> {
        if points == 0 { Ok(()) } else { self.requests.take_many(token, points, now) }
    }

    /// Takes the points of a request from its token; `None` if that is not known.
    pub fn take(&self, token: GuestKey, points: u32, now: Instant) -> Option<Result<(), TryAgain>> {
        self.known.contains(token, now).then(|| self.requests.take_many(token, points, now))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::server::identity::Identity;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        limits: LimitFlags,
    }

    #[test]
    fn one_asker_gets_a_fifth_of_a_bots_games_and_others_the_rest() {
        let limits = TokenLimits::new(&Flags::parse_from(["", "--bot-games-per-hour=50"]).limits);
        let (now, guest) = (Instant::now(), |n| Identity::of_test(n).guest());
        let asks = |asker, address: Option<&str>| {
            let asker = (guest(asker), address.map(|address| address.parse().unwrap()));
            (0..99).filter(|_| limits.take_asked(guest(1), asker, now).is_ok()).count()
        };
        assert_eq!(asks(2, None), 10);
        // Guests of one network are one asker.
        assert_eq!([asks(3, Some("10.0.0.1")), asks(4, Some("10.0.0.1"))], [10, 0]);
        assert_eq!([asks(5, Some("10.0.0.2")), asks(6, None), asks(7, None), asks(8, None)], [10, 10, 10, 0]);
    }
}
