//! Checks what lies on a table: nothing that comes from outside is believed.

use std::fmt;

use super::{
    HoleState, LONGEST_NOTE, MOST_COUNTED, MOST_DISCS, MOST_STONES, Mancala, Mapello, Square, SquarePiece,
    Stone, hole_of_id,
};
use crate::heaps::DIAMETERS;
use crate::picture::MarkKind;
use crate::plan::{MOST_PITS, is_border};

/// The most marks of a hole or a square: each kind once.
const MOST_MARKS: usize = 7;

/// Why a table cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// It has so many pits a side.
    Pits(u8),
    /// It has more stones than have numbers.
    Stones(usize),
    /// The stone of this number has a place, a size or a colour that no stone has.
    Stone(usize),
    /// It has no hole of this id, or has it twice.
    Hole(String),
    /// A number that is too large stands beside the hole of this id.
    Count(String),
    /// It has no square at this place, or has it twice.
    Square(u8),
    /// What lies on the square at this place, or would lie there after the previewed move, cannot lie there.
    Piece(u8),
    /// A note is longer than any of a game.
    Note,
    /// A hole or a square has marks twice, or one that is not about holes and squares.
    Marks,
    /// A tray holds more discs than there is room for.
    Discs(u8),
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Pits(pits) => write!(formatter, "{pits} pits a side, and not 1 to {MOST_PITS}"),
            TableError::Stones(stones) => write!(formatter, "{stones} stones, and not at most {MOST_STONES}"),
            TableError::Stone(number) => write!(formatter, "stone {number} cannot lie on a board so"),
            TableError::Hole(id) => write!(formatter, "no hole {id:?}, or twice"),
            TableError::Count(id) => write!(formatter, "too large a number at {id:?}"),
            TableError::Square(place) => write!(formatter, "no square {place}, or twice"),
            TableError::Piece(place) => write!(formatter, "a piece that cannot lie on square {place}"),
            TableError::Note => write!(formatter, "a note of more than {LONGEST_NOTE} characters"),
            TableError::Marks => write!(formatter, "marks twice, or not of a hole or a square"),
            TableError::Discs(discs) => {
                write!(formatter, "{discs} discs in a tray, and not at most {MOST_DISCS}")
            }
        }
    }
}

impl std::error::Error for TableError {}

pub(super) fn mancala(board: &Mancala) -> Result<(), TableError> {
    if board.pits < 1 || board.pits > MOST_PITS {
        return Err(TableError::Pits(board.pits));
    }
    if board.stones.len() > MOST_STONES {
        return Err(TableError::Stones(board.stones.len()));
    }
    for (number, stone) in board.stones.iter().enumerate() {
        if stone.is_some_and(|stone| !is_possible(stone)) {
            return Err(TableError::Stone(number));
        }
    }
    let mut known = Vec::new();
    for HoleState { id, count, marks: of_hole, note: of_move } in &board.holes {
        let hole = hole_of_id(board, id).filter(|hole| !known.contains(hole));
        known.push(hole.ok_or_else(|| TableError::Hole(id.chars().take(20).collect()))?);
        if count.is_some_and(|count| count > MOST_COUNTED) {
            return Err(TableError::Count(id.clone()));
        }
        marks(of_hole)?;
        note(of_move)?;
    }
    Ok(())
}

pub(super) fn mapello(board: &Mapello) -> Result<(), TableError> {
    let mut known = [false; 100];
    for Square { place, piece, marks: of_square, ghost, turns, note: of_move } in &board.squares {
        match known.get_mut(usize::from(*place)) {
            Some(known) if !*known => *known = true,
            _ => return Err(TableError::Square(*place)),
        }
        let misplaced = piece.is_some_and(|piece| (piece == SquarePiece::Joker) != is_border(*place));
        // A disc is placed where none and no wall is, and only one that lies there turns over.
        let is_free = matches!(piece, None | Some(SquarePiece::Star)) && !is_border(*place);
        let cannot_come = ghost.is_some() && !is_free;
        let cannot_turn = *turns && !matches!(piece, Some(SquarePiece::Disc(_)));
        if misplaced || cannot_come || cannot_turn {
            return Err(TableError::Piece(*place));
        }
        marks(of_square)?;
        note(of_move)?;
    }
    let too_many = board.trays.into_iter().flatten().find(|discs| *discs > MOST_DISCS);
    too_many.map_or(Ok(()), |discs| Err(TableError::Discs(discs)))
}

/// Whether a stone is on the board and of a possible size. What is no number is not.
fn is_possible(Stone { lying, colour }: Stone) -> bool {
    let on_board = lying.at.iter().all(|part| (0.0..=1.0).contains(part));
    on_board && DIAMETERS.contains(&lying.diameter) && colour < 6
}

fn note(note: &Option<String>) -> Result<(), TableError> {
    let is_long = note.as_ref().is_some_and(|note| note.chars().count() > LONGEST_NOTE);
    if is_long { Err(TableError::Note) } else { Ok(()) }
}

fn marks(marks: &[MarkKind]) -> Result<(), TableError> {
    let twice = marks.iter().enumerate().any(|(at, mark)| marks.iter().take(at).any(|known| known == mark));
    if marks.len() > MOST_MARKS || twice || marks.contains(&MarkKind::Turn) {
        return Err(TableError::Marks);
    }
    Ok(())
}
