//! The limits as flags. What each protects, and why its figure is what it is, stands in docs/SECURITY.md.

use clap::Args;

/// The limits; 0 turns one off.
#[derive(Args, Clone, Debug)]
pub struct LimitFlags {
    /// The points that requests of one network address may use up in two minutes; 0 means no limit. A file of
    /// the build costs 1 point, a page 10, a page with lists of games 20, a picture or a guest's profile 100.
    #[arg(long, env = "DUELLO_REQUEST_POINTS", default_value_t = 6_000, value_name = "N")]
    pub request_points: u32,
    /// The number of rooms, games and seat links that do not exist which one network address may try in ten
    /// minutes; 0 means no limit. Beyond it nothing is looked up for it that may not exist.
    #[arg(long, env = "DUELLO_MISSES", default_value_t = 30, value_name = "N")]
    pub misses: u32,
    /// The number of connections that one network address may have open; 0 means no limit. With --trust-proxy
    /// the limit counts web sockets and requests in progress instead. An IPv6 /64 is one address; a /56 has 4
    /// times and a /48 16 times the share of one address, also in the limits below.
    #[arg(long, env = "DUELLO_CONNECTIONS_PER_ADDRESS", default_value_t = 256, value_name = "N")]
    pub connections_per_address: u32,
    /// The number of messages that a player may send in 20 seconds; 0 means no limit.
    #[arg(long, env = "DUELLO_PLAYER_MESSAGES", default_value_t = 100, value_name = "N")]
    pub player_messages: u32,
    /// The number of messages that a spectator may send in 20 seconds; 0 means no limit.
    #[arg(long, env = "DUELLO_WATCHER_MESSAGES", default_value_t = 50, value_name = "N")]
    pub watcher_messages: u32,
    /// The number of messages that a page in the lobby may send in 30 seconds; 0 means no limit.
    #[arg(long, env = "DUELLO_LOBBY_MESSAGES", default_value_t = 30, value_name = "N")]
    pub lobby_messages: u32,
    /// The number of rooms that one network address may open in an hour; 0 means no limit.
    #[arg(long, env = "DUELLO_ROOMS_PER_HOUR", default_value_t = 120, value_name = "N")]
    pub rooms_per_hour: u32,
    /// The number of games that guests of one network address may begin in an hour, without the first of a room; 0 means
    /// no limit. Finished games are kept for ever.
    #[arg(long, env = "DUELLO_GAMES_PER_HOUR", default_value_t = 1_200, value_name = "N")]
    pub games_per_hour: u32,
    /// The number of games that one guest may begin in an hour, counted in the same way; 0 means no limit.
    #[arg(long, env = "DUELLO_GUEST_GAMES_PER_HOUR", default_value_t = 120, value_name = "N")]
    pub guest_games_per_hour: u32,
    /// The number of names that guests of one network address may choose in an hour; 0 means no limit.
    #[arg(long, env = "DUELLO_NAMES_PER_HOUR", default_value_t = 240, value_name = "N")]
    pub names_per_hour: u32,
    /// The number of tournaments that guests of one network address may open in a day; 0 means no limit. One guest may have
    /// five that are not over, and open ten in a day.
    #[arg(long, env = "DUELLO_TOURNAMENTS_PER_DAY", default_value_t = 20, value_name = "N")]
    pub tournaments_per_day: u32,
    /// The number of entrants of tournaments that may come from one network address in an hour; 0 means no limit.
    #[arg(long, env = "DUELLO_ENTRIES_PER_HOUR", default_value_t = 240, value_name = "N")]
    pub entries_per_hour: u32,
    /// The number of changes of push subscriptions that one network address may make in an hour; 0 means no
    /// limit.
    #[arg(long, env = "DUELLO_PUSH_CHANGES_PER_HOUR", default_value_t = 120, value_name = "N")]
    pub push_changes_per_hour: u32,
    /// The number of exports, deletions, sign-ins and seat links that one network address may ask for in ten
    /// minutes; 0 means no limit.
    #[arg(long, env = "DUELLO_PRIVATE_ACTIONS", default_value_t = 240, value_name = "N")]
    pub private_actions: u32,
    /// The number of reports that guests of one network address may send in ten minutes; 0 means no limit.
    #[arg(long, env = "DUELLO_REPORTS", default_value_t = 20, value_name = "N")]
    pub reports: u32,
    /// The points that requests with one token of a bot may use up in two minutes, instead of those of its address; 0 means no
    /// limit. A move costs 1 point, a challenge or a seat 20, another request 10.
    #[arg(long, env = "DUELLO_BOT_POINTS", default_value_t = 6_000, value_name = "N")]
    pub bot_points: u32,
    /// The number of games that a bot may begin or be asked for in an hour, with rematches; 0 means no limit. One asker may ask
    /// it for a fifth of them. A bot of whoever runs the server has no limit.
    #[arg(long, env = "DUELLO_BOT_GAMES_PER_HOUR", default_value_t = 600, value_name = "N")]
    pub bot_games_per_hour: u32,
    /// How many milliseconds the answer over a limit (status 429) waits, so that whoever asks again at once costs less
    /// than a page would; 0 means no wait.
    #[arg(long, env = "DUELLO_REFUSAL_PAUSE", default_value_t = 500, value_name = "MS",
        value_parser = clap::value_parser!(u32).range(..=5_000))]
    pub refusal_pause: u32,
}
