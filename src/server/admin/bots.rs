//! `duello bots`: plays the levels of the computer at a server, until it is told to stop.

use std::num::NonZero;
use std::path::Path;

use house_bots::{Client, Searches, play, read_bots};

use super::TaskError;

/// Plays the bots of a file, each so many games at a time.
pub(super) async fn play_bots(
    server: &str,
    tokens: &Path,
    games: u16,
    searches: Option<u16>,
) -> Result<(), TaskError> {
    let failed = |source| TaskError::File { path: tokens.to_owned(), source };
    let text = std::fs::read_to_string(tokens).map_err(failed)?;
    let unclear = |why: String| TaskError::Unclear(format!("{}: {why}", tokens.display()));
    let bots = read_bots(&text).map_err(unclear)?;
    if bots.is_empty() {
        return Err(unclear("there is no bot in it. `duello bot levels FILE` makes some.".to_owned()));
    }
    let client = Client::new(server).map_err(|error| TaskError::Unclear(error.to_string()))?;
    // The server itself is most likely on the same machine.
    let half = || std::thread::available_parallelism().map_or(1, NonZero::get).div_ceil(2);
    let searches = Searches::start(searches.map_or_else(half, usize::from));
    let searches =
        searches.map_err(|error| TaskError::Unclear(format!("the system gives no threads: {error}")))?;
    play(client, bots, games.into(), searches).await;
    Err(TaskError::Unclear("no bot plays any more: the log says why".to_owned()))
}
