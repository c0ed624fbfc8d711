//! Lines of a bot's stream, and the position that a line tells, by the rules that the server has.

use std::time::Duration;

use rules::mapello::notation::read_code;
use rules::{Position, Setup, mancala};
use serde::Deserialize;
use serde_json::Value;

/// A line of the stream.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// The stream has begun.
    Hello {
        /// The bot's name.
        bot: String,
    },
    /// A game has changed.
    Game(GameLine),
    /// A game is over.
    Over(GameLine),
    /// The bot sits in a room without a game.
    Room {
        /// The room's code.
        room: String,
    },
    /// A later stream has taken over.
    Replaced,
    /// The server stops, or the token was revoked.
    Closing,
}

/// A game, as far as a player needs it that knows the rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct GameLine {
    /// The room's code.
    pub room: String,
    /// The number of the game in it.
    pub game: u32,
    /// How many moves were made.
    pub ply: u32,
    rules: String,
    setup: Value,
    /// Whether the bot is to move.
    pub your_turn: bool,
    /// The moves that were made, each by its word.
    moves: Vec<String>,
    clock: Option<Clock>,
    /// What the opponent asks.
    pub asks: Vec<String>,
    /// After a game: whether it was the first one of a match.
    pub more: bool,
    /// What came of it, once it is over.
    result: Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
struct Clock {
    you: Option<u64>,
}

impl GameLine {
    /// The position; `None` if the moves are not legal by the rules of this program.
    pub fn position(&self) -> Option<Position> {
        let setup = match self.rules.as_str() {
            "mancala" => Setup::Mancala(serde_json::from_value::<mancala::Setup>(self.setup.clone()).ok()?),
            "mapello" => Setup::Mapello(read_code(self.setup.as_str()?).ok()?),
            _ => return None,
        };
        setup.validate().ok()?;
        let play = |position: Position, word: &String| {
            Some(position.play(position.move_of_word(word)?).ok()?.position)
        };
        self.moves.iter().try_fold(setup.start(), play)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// What is left of the bot's clock; `None` without one.
    pub fn clock(&self) -> Option<Duration> {
        self.clock?.you.map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use rules::mapello::Board;
    use rules::mapello::notation::write_code;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_gives_the_position_after_its_moves() {
        let start = Setup::Mapello(Board::DEFAULT).start();
        let first = start.legal_moves()[0];
        let second = start.play(first).unwrap().position.legal_moves()[0];
        let line = json!({ "type": "game", "room": "HAAAAAAA", "game": 1, "ply": 2, "rules": "mapello",
            "setup": write_code(&Board::DEFAULT), "you": "first", "your_turn": true, "board": {}, "legal": [],
            "moves": [first.word(), second.word()], "clock": { "you": 1_500, "opponent": null }, "opponent": "Anna",
            "asks": [], "more": true });
        let Ok(Line::Game(mut game)) = serde_json::from_value(line) else { panic!("no game") };
        assert_eq!((game.clock(), game.is_over()), (Some(Duration::from_millis(1_500)), false));
        let played = start.play(first).and_then(|played| played.position.play(second)).unwrap();
        assert_eq!(game.position(), Some(played.position));
        game.moves.push("a9".to_owned());
        assert_eq!(game.position(), None, "there is no such move");
    }
}
