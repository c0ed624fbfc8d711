//! Game files of Mancala in a PGN-like format: tags with the full variant, then the numbered turns.

use super::options::write_setup;
use super::write_turns;
use crate::IllegalMove;
use crate::mancala::{Move, Position, Setup};
use crate::notation::game_file;

/// A game with its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The tags besides setup and result: `South`, `North`, `Date`, … A `Result` here overrides the one the
    /// moves lead to (a player resigned, a clock ran out).
    pub tags: Vec<(String, String)>,
    /// How the game was set up.
    pub setup: Setup,
    /// The moves of both sides, in order.
    pub moves: Vec<Move>,
}

impl GameFile {
    /// Writes the file. The setup's tags are written from the setup; a tag without a name is left out, and
    /// line breaks in values become blanks.
    ///
    /// # Errors
    /// The index of the first illegal move, and why it is illegal.
    pub fn write(&self) -> Result<String, (usize, IllegalMove)> {
        let start = Position::start(&self.setup);
        let turns = write_turns(&start, &self.moves)?;
        let turns = turns.iter().map(|turn| format!("{}. {}", turn.number, turn.text));
        let end = self.moves.iter().try_fold(start, |position, &mv| position.play_with(mv, |_| ()));
        let outcome = end.ok().and_then(|end| end.outcome());
        Ok(game_file::write(&write_setup(&self.setup), &self.tags, outcome, turns))
    }
}
