//! Request and response of the engine worker, for one position. Page and worker exchange them as JSON; the field names
//! are the wire format.

use rules::{Move, Record};
use serde::{Deserialize, Serialize};

use crate::Level;

/// The task of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Choose a move.
    Play {
        /// The strength level.
        level: Level,
        /// Seed of the level's random choices.
        seed: u32,
    },
    /// Score all legal moves (MultiPV).
    Score,
    /// Prove the value of the position. A narrow window needs fewer nodes: −1 and 1 ask who wins. The worker keeps its
    /// transposition table and endgame data from one proof to the next.
    Prove {
        /// The lowest value of interest, in points: the answer for all values up to it.
        lowest: i32,
        /// The highest value of interest, in points: the answer for all values from it on.
        highest: i32,
    },
    /// Prove who wins, by the search alone: whoever asks for a proof is not to be told what is in the opening book. The
    /// answer's value is 1, 0 or −1.
    ProveWinner,
    /// Prove the value of the position, and show a line of best play (principal variation) in which every move keeps it.
    Line,
}

/// A question to the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game up to the position in question. An illegal move makes the answer empty.
    pub record: Record,
    /// What the engine has to do.
    pub task: Task,
    /// Time limit, in milliseconds.
    pub millis: u32,
    /// Node limit: the maximum number of positions searched.
    pub nodes: u64,
}

/// A legal move and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The value for the side that moves: its points less the opponent's at the end of the game, in hundredths of a
    /// point (a stone, a disc). It is an estimate, or exact if `proved`.
    pub value: i32,
    /// The value is exact: against best play the side gets this much and no more.
    pub proved: bool,
}

/// The answer to a question. It has neither moves nor a value when the game is over or the question is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The chosen move, or all legal moves, best first.
    pub moves: Vec<ScoredMove>,
    /// Depth of the last completed iteration, in moves; 0 for all tasks but [`Task::Play`].
    pub depth: u32,
    /// Node count: the number of positions searched.
    pub nodes: u64,
    /// For [`Task::Prove`], [`Task::ProveWinner`] and [`Task::Line`] the proved value for the side that moves: its points less the opponent's at
    /// the end of the game, within the window. `None` if a limit was reached first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// For [`Task::Line`] the line: to the end of the game, or as far as every move is proved to keep the value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Move>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::mapello::Board;
    use rules::{Setup, mancala};

    #[test]
    fn questions_and_answers_round_trip_through_json() {
        let start = mancala::notation::read_start_code("444344-454443-01").ok();
        assert!(start.is_some());
        let setups = [
            Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)),
            Setup::Mancala(mancala::Setup { start, ..mancala::Setup::new(mancala::Variant::default(), 1) }),
            Setup::Mapello(Board::DEFAULT),
        ];
        for setup in setups {
            let mut record = Record::new(setup);
            record.moves.extend(setup.start().legal_moves().first());
            let line = record.moves.clone();
            let moves = record.moves.iter().map(|&mv| ScoredMove { mv, value: -250, proved: true }).collect();
            for task in [
                Task::Play { level: Level::Master, seed: u32::MAX },
                Task::Score,
                Task::Prove { lowest: -48, highest: 48 },
                Task::ProveWinner,
                Task::Line,
            ] {
                let question = Question { record: record.clone(), task, millis: 1_000, nodes: u64::MAX };
                let json = serde_json::to_string(&question).unwrap();
                assert_eq!(serde_json::from_str::<Question>(&json).unwrap(), question, "{json}");
            }
            let answer = Answer { moves, depth: 12, nodes: 1 << 40, value: Some(-3), line };
            let json = serde_json::to_string(&answer).unwrap();
            assert_eq!(serde_json::from_str::<Answer>(&json).unwrap(), answer, "{json}");
        }
    }
}
