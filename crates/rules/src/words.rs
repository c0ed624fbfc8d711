//! Moves as single words, as programs are told and tell them: a pit by its letter in its owner's row, `swap`, or a cell.

use crate::mancala::notation::pit_letter;
use crate::mapello::notation::cell_name;
use crate::{Move, Position, mancala};

impl Move {
    /// Its word: a pit of the mover's own row from `a` on, `swap`, or a cell such as `c5`.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Move::Mancala(mancala::Move::Sow(pit)) => pit_letter(*pit).to_ascii_lowercase().to_string(),
            Move::Mancala(mancala::Move::Swap) => "swap".to_owned(),
            Move::Mapello(cell) => cell_name(*cell),
        }
    }
}

impl Position {
    /// The legal move of a word, in whatever letters; `None` if there is none.
    #[must_use]
    pub fn move_of_word(&self, word: &str) -> Option<Move> {
        let word = word.trim().to_ascii_lowercase();
        self.legal_moves().into_iter().find(|mv| mv.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use crate::mancala::Variant;
    use crate::mapello::Board;
    use crate::{Setup, Side, mancala};

    #[test]
    fn every_legal_move_is_read_from_its_word() {
        let kalah = mancala::Setup { variant: Variant::default(), starts: Side::First, start: None };
        for setup in [Setup::Mancala(kalah), Setup::Mapello(Board::DEFAULT)] {
            let mut position = setup.start();
            for turn in 0.. {
                let moves = position.legal_moves();
                let Some(mv) = moves.get(turn % moves.len().max(1)).copied() else { break };
                for mv in moves {
                    assert_eq!(position.move_of_word(&mv.word().to_uppercase()), Some(mv));
                }
                position = position.play(mv).unwrap().position;
            }
            assert_eq!(position.move_of_word("a1"), None, "it is over");
        }
    }
}
