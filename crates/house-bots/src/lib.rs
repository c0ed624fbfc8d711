//! The levels of the computer as players of a server: one process plays all of them over the interface for bots
//! (docs/BOTS.md). A bounded pool of threads searches for all games; whose clock is shortest goes first.

mod client;
mod line;
mod pace;
mod player;
mod searches;

use std::sync::Arc;

use engine_protocol::Level;

pub use self::client::{BadAddress, Client};
pub use self::line::{GameLine, Line};
use self::player::Player;
pub use self::searches::Searches;

/// A level with the token of its bot.
#[derive(Clone, PartialEq, Eq)]
pub struct HouseBot {
    /// How strong it plays.
    pub level: Level,
    /// Its token.
    pub token: String,
}

impl std::fmt::Debug for HouseBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HouseBot").field("level", &self.level).finish_non_exhaustive()
    }
}

/// Reads a file of bots: a level and a token in each line, separated by blanks. Empty lines, and what stands behind `#`, are
/// left out.
///
/// # Errors
/// The line that is none, without its token.
pub fn read_bots(text: &str) -> Result<Vec<HouseBot>, String> {
    let bot = |(n, line): (usize, &str)| {
        let mut words = line.split('#').next()?.split_whitespace();
        let (level, token, more) = (words.next()?, words.next(), words.next());
        let is_it = |known: &Level| known.name().eq_ignore_ascii_case(level);
        let level = Level::ALL.into_iter().find(is_it).filter(|_| more.is_none());
        let bot = level.zip(token).map(|(level, token)| HouseBot { level, token: token.to_owned() });
        Some(bot.ok_or_else(|| format!("line {}: a level and a token, as in `easy duello_…`", n + 1)))
    };
    text.lines().enumerate().filter_map(bot).collect()
}

/// Plays the bots, each `games` at a time at most, until the future is dropped. A connection that is lost is opened again.
pub async fn play(client: Client, bots: Vec<HouseBot>, games: usize, searches: Arc<Searches>) {
    let mut players = tokio::task::JoinSet::new();
    for bot in bots {
        players.spawn(Player::new(client.clone(), bot, games, Arc::clone(&searches)).run());
    }
    while players.join_next().await.is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_bots_names_a_level_and_a_token_in_each_line() {
        let bots = read_bots("# ours\neasy duello_1\n\n Master  duello_2 # strong\n").unwrap();
        assert_eq!(bots.iter().map(|bot| bot.level).collect::<Vec<_>>(), [Level::Easy, Level::Master]);
        assert_eq!(bots[1].token, "duello_2");
        for wrong in ["easy", "strong duello_1", "easy duello_1 more"] {
            assert_eq!(read_bots(wrong).unwrap_err(), "line 1: a level and a token, as in `easy duello_…`");
        }
        assert!(!format!("{bots:?}").contains("duello_"), "tokens are in no log");
    }
}
