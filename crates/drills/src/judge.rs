//! How an attempt is judged: by what the review has proved, or by a proof of the position after the move.

use engine_protocol::{Question, Task};
use rules::Move;

use crate::drill::Drill;

/// More points than any game has.
const INFINITE: i32 = 10_000;

/// What is asked about a move: first whether it keeps the value, for which a null window is enough, then what it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Whether it keeps the value.
    Keeps,
    /// What it loses.
    Loss,
}

impl Stage {
    /// The time limit, in milliseconds. A proof that begins with an empty table takes longer than in a review, where the
    /// positions behind it are known.
    const fn millis(self) -> u32 {
        match self {
            Stage::Keeps => 20_000,
            Stage::Loss => 8_000,
        }
    }
}

/// What an attempt is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It keeps the value.
    Keeps,
    /// It does not: it loses this many points, if that could be proved.
    Loses(Option<i32>),
    /// Neither could be proved in time.
    Unknown,
}

impl Drill {
    /// The verdict on a move that the review has proved: the one that was played, and the best one.
    #[must_use]
    pub fn known(&self, mv: Move) -> Option<Verdict> {
        let mistake = self.mistake();
        if mv == mistake.best {
            return Some(Verdict::Keeps);
        }
        (mv == mistake.played).then_some(Verdict::Loses(Some(mistake.loss)))
    }

    /// The question about a legal move; `None` if it is illegal.
    #[must_use]
    pub fn question(&self, mv: Move, stage: Stage) -> Option<Question> {
        let mut record = self.record().clone();
        record.moves.push(mv);
        let value = self.mistake().value;
        let least = if stage == Stage::Keeps { value - 1 } else { -INFINITE };
        let (lowest, highest) = if self.keeps_turn(mv)? { (least, value) } else { (-value, -least) };
        let task = Task::Prove { lowest, highest };
        Some(Question { record, task, millis: stage.millis(), nodes: u64::MAX })
    }

    /// The verdict by the answer to that question, the value for the side that moves then; `None` if the next question
    /// has to be asked.
    #[must_use]
    pub fn verdict(&self, mv: Move, stage: Stage, value: Option<i32>) -> Option<Verdict> {
        let kept = value.zip(self.keeps_turn(mv)).map(|(value, same)| if same { value } else { -value });
        let loss = kept.map(|kept| self.mistake().value - kept);
        match (stage, loss) {
            (_, Some(..=0)) => Some(Verdict::Keeps),
            (Stage::Keeps, Some(_)) => None,
            (Stage::Keeps, None) => Some(Verdict::Unknown),
            (Stage::Loss, loss) => Some(Verdict::Loses(loss)),
        }
    }

    /// Whether the same side is to move after a move.
    fn keeps_turn(&self, mv: Move) -> Option<bool> {
        let after = self.position().play(mv).ok()?.position;
        Some(after.to_move() == self.position().to_move())
    }
}
