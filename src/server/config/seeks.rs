//! The limits of matchmaking and of rated games as flags. Their reasons stand in docs/SECURITY.md.

use clap::Args;

/// The limits of seeks, of who begins no games, and of rated games; 0 turns one off.
#[derive(Args, Clone, Debug)]
pub struct SeekFlags {
    /// The number of seeks that guests of one network address may open or accept in an hour; 0 means no limit.
    #[arg(long, env = "DUELLO_SEEKS_PER_HOUR", default_value_t = 240, value_name = "N")]
    pub seeks_per_hour: u32,
    /// The number of seeks of one network address that are open at a time; 0 means no limit.
    #[arg(long, env = "DUELLO_OPEN_SEEKS", default_value_t = 4, value_name = "N")]
    pub open_seeks: u32,
    /// The number of games in an hour which guests of one network address may leave without their first move
    /// before the address may seek no more; 0 means no limit.
    #[arg(long, env = "DUELLO_NO_SHOWS_PER_HOUR", default_value_t = 6, value_name = "N")]
    pub no_shows_per_hour: u32,
    /// How long a guest may not seek after the first, second, ... game in a day left without a first move, in
    /// minutes, separated by commas; the last one holds for all further games. 0 means no pause.
    #[arg(long, env = "DUELLO_NO_SHOW_PAUSES", default_value = "1,5,30,1440", value_name = "LIST")]
    #[arg(value_delimiter = ',')]
    pub no_show_pauses: Vec<u32>,
    /// How long a seek waits for somebody else before it is paired with one of an address of which there is
    /// much noise, in seconds.
    #[arg(long, env = "DUELLO_SEEK_PATIENCE", default_value_t = 30, value_name = "SECONDS")]
    pub seek_patience: u32,
    /// The number of moves that each side has to make before a game of strangers is rated.
    #[arg(long, env = "DUELLO_RATED_MOVES", default_value_t = 6, value_name = "N")]
    pub rated_moves: u32,
    /// The number of games of a guest that are rated in a day against guests who came from the same network
    /// address; 0 means no limit.
    #[arg(long, env = "DUELLO_RATED_SAME_ADDRESS", default_value_t = 2, value_name = "N")]
    pub rated_same_address: u32,
    /// The number of games of the same two guests that are rated in a day; 0 means no limit.
    #[arg(long, env = "DUELLO_RATED_SAME_PAIR", default_value_t = 10, value_name = "N")]
    pub rated_same_pair: u32,
}

#[cfg(test)]
impl Default for SeekFlags {
    fn default() -> Self {
        use clap::{CommandFactory, FromArgMatches, Parser};
        #[derive(Parser)]
        struct Defaults {
            #[command(flatten)]
            flags: SeekFlags,
        }
        let defaults = Defaults::command().get_matches_from(["test"]);
        Defaults::from_arg_matches(&defaults).unwrap().flags
    }
}
