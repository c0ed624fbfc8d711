//! A question about one position, and the answer to it. Page and worker exchange both as JSON.

use rules::{Move, Record};
use serde::{Deserialize, Serialize};

use crate::Level;

/// What is wanted to be known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// One move, as this level plays.
    Play {
        /// How well to play.
        level: Level,
        /// Decides where the level leaves something to chance.
        seed: u32,
    },
    /// What every legal move is worth.
    Score,
}

/// A question to the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game up to the position that is asked about. Its moves must be legal.
    pub record: Record,
    /// What is wanted to be known.
    pub task: Task,
    /// The longest the search may take, in milliseconds.
    pub millis: u32,
    /// The most positions it may look at.
    pub nodes: u64,
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The points of the side that makes it less the other side's at the end of the game, in hundredths of a point, as
    /// expected or, if `proved`, exactly.
    pub value: i32,
    /// The value is exact: no way of playing leads to another against the best play.
    pub proved: bool,
}

/// What the engine says to a question. Without moves: the game is over, or the question cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The chosen move, or every legal move, the best first.
    pub moves: Vec<ScoredMove>,
    /// How many moves deep the last complete look was; 0 where all moves were scored.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::mapello::Board;
    use rules::{Setup, mancala};

    #[test]
    fn questions_and_answers_survive_json() {
        let setups = [
            Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)),
            Setup::Mapello(Board::DEFAULT),
        ];
        for setup in setups {
            let mut record = Record::new(setup);
            record.moves.extend(setup.start().legal_moves().first());
            let moves = record.moves.iter().map(|&mv| ScoredMove { mv, value: -250, proved: true }).collect();
            for task in [Task::Play { level: Level::Master, seed: u32::MAX }, Task::Score] {
                let question = Question { record: record.clone(), task, millis: 1_000, nodes: u64::MAX };
                let json = serde_json::to_string(&question).unwrap();
                assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question, "{json}");
            }
            let answer = Answer { moves, depth: 12, nodes: 1 << 40 };
            let json = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<Answer>(&json).unwrap(), answer, "{json}");
        }
    }
}
