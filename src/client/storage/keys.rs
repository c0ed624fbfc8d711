//! The keys of local storage: one table. Nothing that a device has stored may be lost, so a key never changes.
//! Scripts that share a key with the program get it from the document ([`for_scripts`]). A key that one script
//! alone uses (`src/app/install.js`, and what lasts as long as a tab) stands in that script.

use rules::Game;
use serde::Serialize;

/// The look-and-sound settings, as a query string.
pub const LOOK: &str = "duello.look";
/// The muted members.
pub const MUTED: &str = "duello.muted";
/// The unfinished board of a setup draft, as its share code.
pub const DRAFT: &str = "duello.draft";
/// Whether the computer answers as soon as it can.
pub const PACE: &str = "duello.computer.fast";
/// What the key of a game's log begins with; its id follows.
const GAME: &str = "duello.game.";
/// Whether the archive has games (`public/local-archive.js`).
const ARCHIVED: &str = "duello.archived";
/// The kinds of games on this device. Earlier versions stored one log for each, under this key; in a summary
/// the key says which kind a game is of. Mancala between two persons.
pub const PERSONS_MANCALA: &str = "duello.local.2";
/// Mapello between two persons.
pub const PERSONS_MAPELLO: &str = "duello.local.mapello";
/// Mancala against the computer.
pub const COMPUTER_MANCALA: &str = "duello.computer";
/// Mapello against the computer.
pub const COMPUTER_MAPELLO: &str = "duello.computer.mapello";
/// All kinds: the keys of the logs of earlier versions.
pub const LOGS: [&str; 4] = [PERSONS_MANCALA, PERSONS_MAPELLO, COMPUTER_MANCALA, COMPUTER_MAPELLO];
/// How often games against the computer were won, drawn and lost; see [`result`].
const RESULTS: &str = "duello.met";
/// How many games in a row were won against the computer.
pub const STREAK: &str = "duello.met.streak";
/// The kinds of push notification that this browser has subscribed to.
const PUSH: &str = "duello.push";
/// Whether this tab has renewed its subscription (session storage).
const PUSH_ASKED: &str = "duello.push.asked";
/// What the key of every game begins with, without its last dot.
const GAMES: &str = "duello.game";
/// What keys of logs of earlier versions begin with.
const LOCAL: &str = "duello.local";
/// What the key of a log has behind it where the log's summary is stored.
const SUMMARY: &str = ".summary";
/// What the key of a log of an earlier version has behind it where a replaced log waits to be archived.
const REPLACED: &str = ".aside";

/// The log of a game.
pub fn game(id: &str) -> String {
    format!("{GAME}{id}")
}

/// The summary of a game's log.
pub fn summary(id: &str) -> String {
    format!("{GAME}{id}{SUMMARY}")
}

/// The learner's progress in a lesson.
pub fn lesson(game: Game) -> &'static str {
    match game {
        Game::Mancala => "duello.learn.mancala",
        Game::Mapello => "duello.learn.mapello",
    }
}

/// The results of a game's puzzles.
pub fn puzzles(game: Game) -> &'static str {
    match game {
        Game::Mancala => "duello.puzzles.mancala",
        Game::Mapello => "duello.puzzles.mapello",
    }
}

/// The mistakes of this device's games that are kept for practice, of all games.
pub const MISTAKES: &str = "duello.mistakes";

/// The number of games against a level that the visitor won (0), drew (1) or lost (2).
pub fn result(game: Game, level: u32, end: u32) -> String {
    format!("{RESULTS}.{}.{level}.{end}", game as u32)
}

/// What the keys of the results of puzzles begin with.
const PUZZLES: &str = "duello.puzzles";

/// The keys that scripts share with the program.
#[derive(Serialize)]
struct ForScripts {
    look: &'static str,
    game: &'static str,
    archived: &'static str,
    logs: [&'static str; 4],
    summary: &'static str,
    replaced: &'static str,
    results: &'static str,
    push: &'static str,
    push_asked: &'static str,
    /// Everything at or below these keys is the visitor's own, and goes with the visitor's data.
    personal: [&'static str; 8],
}

/// The keys for scripts, as JSON: the document's `<meta name="storage-keys">`.
pub fn for_scripts() -> String {
    let keys = ForScripts {
        look: LOOK,
        game: GAME,
        archived: ARCHIVED,
        logs: LOGS,
        summary: SUMMARY,
        replaced: REPLACED,
        results: RESULTS,
        push: PUSH,
        push_asked: PUSH_ASKED,
        personal: [RESULTS, PUSH, LOCAL, COMPUTER_MANCALA, GAMES, ARCHIVED, PUZZLES, MISTAKES],
    };
    // A struct of texts is always written.
    serde_json::to_string(&keys).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleting_the_visitors_data_deletes_games_puzzles_and_mistakes() {
        let scripts: serde_json::Value = serde_json::from_str(&for_scripts()).unwrap();
        let personal = scripts["personal"].as_array().unwrap();
        let games =
            [game("0af3"), summary("0af3"), ARCHIVED.to_owned(), PACE.to_owned(), MISTAKES.to_owned()];
        let results = Game::ALL.map(|game| puzzles(game).to_owned());
        for key in LOGS.into_iter().map(str::to_owned).chain(games).chain(results) {
            let is_below = |prefix: &str| key.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
            let goes = |prefix: &serde_json::Value| {
                prefix.as_str().is_some_and(|prefix| key == prefix || is_below(prefix))
            };
            assert!(personal.iter().any(goes), "{key}");
        }
    }

    #[test]
    fn keys_of_results_are_those_of_earlier_versions() {
        assert_eq!(result(Game::Mancala, 3, 0), "duello.met.0.3.0");
        assert_eq!(result(Game::Mapello, 7, 2), "duello.met.1.7.2");
    }
}
