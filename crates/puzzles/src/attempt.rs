//! An attempt at a puzzle: which move is right, and how the solver fares.

use rules::{Move, Position};

use crate::{Goal, Puzzle};

/// How an own turn of a puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mark {
    /// The move was found at once.
    Found,
    /// It was found after a wrong move.
    Late,
    /// It was shown.
    Shown,
}

impl Mark {
    /// Its letter where results are stored.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Mark::Found => 'f',
            Mark::Late => 'l',
            Mark::Shown => 's',
        }
    }

    /// The mark of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Mark> {
        [Mark::Found, Mark::Late, Mark::Shown].into_iter().find(|mark| mark.letter() == letter)
    }
}

/// What a move of the solver brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right; these replies follow, then it is the solver's turn again.
    Right(Vec<Move>),
    /// It is right, and was the last own move.
    Solved,
    /// It is wrong: it draws where another move wins.
    OnlyDraws,
    /// It is wrong: it loses where another move wins, or draws.
    Loses,
    /// It is wrong: it brings fewer points.
    TooFew,
}

/// An attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Position,
    /// How the own turns before went.
    marks: Vec<Mark>,
    /// How the turn goes that is to be made.
    mark: Mark,
}

impl Attempt {
    /// The beginning.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Attempt {
        let position = puzzle.position.clone();
        Attempt { puzzle, position, marks: Vec::new(), mark: Mark::Found }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position in which a move is wanted, or the last one.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the own turns went so far.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether the last own move was made.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.marks.len() == self.puzzle.turns.len()
    }

    /// Whether nothing went wrong so far.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.mark == Mark::Found && self.marks.iter().all(|mark| *mark == Mark::Found)
    }

    /// The right move of this turn; `None` if it is over.
    #[must_use]
    pub fn right_move(&self) -> Option<Move> {
        self.puzzle.turns.get(self.marks.len()).map(|turn| turn.mv)
    }

    /// Judges a legal move of the solver; a right one is made, with the replies. `None` if the attempt is over.
    pub fn play(&mut self, mv: Move) -> Option<Verdict> {
        let turn = self.puzzle.turns.get(self.marks.len())?;
        if mv != turn.mv {
            if self.mark == Mark::Found {
                self.mark = Mark::Late;
            }
            return Some(match self.puzzle.goal {
                Goal::Win if turn.draws.contains(&mv) => Verdict::OnlyDraws,
                Goal::Win | Goal::Draw => Verdict::Loses,
                Goal::Points => Verdict::TooFew,
            });
        }
        let replies = turn.replies.clone();
        for mv in [mv].iter().chain(&replies) {
            // The pack's reader has played the line.
            if let Ok(played) = self.position.play(*mv) {
                self.position = played.position;
            }
        }
        self.marks.push(core::mem::replace(&mut self.mark, Mark::Found));
        Some(if self.is_over() { Verdict::Solved } else { Verdict::Right(replies) })
    }

    /// The move of this turn and of all that follow are shown, and count as such.
    pub fn give_up(&mut self) {
        self.mark = Mark::Shown;
    }

    /// As [`Self::play`] with the right move, after the attempt was given up: the next turn is shown as well.
    pub fn show_next(&mut self) -> Option<(Move, Verdict)> {
        let mv = self.right_move()?;
        self.mark = Mark::Shown;
        let verdict = self.play(mv)?;
        self.mark = Mark::Shown;
        Some((mv, verdict))
    }
}
