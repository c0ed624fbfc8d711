//! The opening book: the proved value and a best move of the first positions of games that are too long to be proved
//! while somebody waits. Where the book ends, a solver proves the rest of the game in seconds.
//!
//! The bytes of a book have no keys: whoever reads or makes one walks through the same positions in the same order
//! ([`walk`]). `cargo run --release -p engine --example book` makes the books.

mod walk;

use std::collections::HashMap;

use rules::mancala::{Direction, FirstMove, Move, Pit, Position, Preset, Setup, Start, Variant};

use super::board::{Board, lane};
use walk::walk;

/// The books, one after the other in the order of [`Book::starts`]: each is the number of its positions (two bytes, the
/// lower one first), then the gains of all positions, then their best moves, a byte each.
const FILES: [(Preset, &[u8]); 2] = [
    (Preset::Kalah, include_bytes!("book/kalah.bin")),
    (Preset::EmptyCapture, include_bytes!("book/empty_capture.bin")),
];

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the side to move wins from here on with best play, less what its opponent wins: the final lead less the lead
    /// that it has, in stones.
    pub gain: i8,
    /// The place of a best move in its row: 0 is the pit farthest from its owner's store.
    pub best: u8,
}

impl Entry {
    /// The entry of a position from which the side to move gains so many stones, with a best move of it.
    #[must_use]
    pub fn new(position: &Position, gain: i32, best: Pit) -> Entry {
        Entry { gain: gain as i8, best: lane(position, best) as u8 }
    }

    /// The best move in a position that has this entry.
    fn best_move(self, position: &Position) -> Option<Move> {
        let pit = position.legal_pits().find(|pit| lane(position, *pit) == usize::from(self.best))?;
        Some(Move::Sow(pit))
    }
}

/// The opening book of the games of a variant from one start.
#[derive(Default)]
pub struct Book {
    entries: HashMap<Board, Entry>,
}

impl Book {
    /// The starts of a variant that have a book: the plain one, which is `None`, and a part of the fair ones. None at all
    /// if nothing of the variant has one.
    #[must_use]
    pub fn starts(variant: &Variant) -> Vec<Option<Start>> {
        match file_of(variant) {
            Some(_) => {
                std::iter::once(None).chain(variant.fair_starts_with_book().into_iter().map(Some)).collect()
            }
            None => Vec::new(),
        }
    }

    /// The book of the games with this setup; `None` if there is none. From the plain start it is good whoever begins.
    #[must_use]
    pub fn of(setup: &Setup) -> Option<Book> {
        let place = Book::starts(&setup.variant).iter().position(|start| *start == setup.start)?;
        Book::read(setup, nth_book(file_of(&setup.variant)?, place)?)
    }

    /// Reads the bytes of a book, without the number of its positions. `None` if they are of another one.
    fn read(setup: &Setup, bytes: &[u8]) -> Option<Book> {
        let (gains, moves) = bytes.split_at(bytes.len() / 2);
        let mut left = gains.iter().zip(moves);
        let entries = walk(setup, |position| {
            let (&gain, &best) = left.next()?;
            let entry = Entry { gain: gain.cast_signed(), best };
            entry.best_move(position).is_some().then_some(entry)
        })?;
        left.next().is_none().then_some(Book { entries })
    }

    /// The bytes of the book of a setup, of which `prove` tells the entries, with the number of its positions. `None` as
    /// soon as `prove` does not know one.
    pub fn write(setup: &Setup, mut prove: impl FnMut(&Position) -> Option<Entry>) -> Option<Vec<u8>> {
        let (mut gains, mut moves) = (Vec::new(), Vec::new());
        walk(setup, |position| {
            let entry = prove(position)?;
            gains.push(entry.gain.cast_unsigned());
            moves.push(entry.best);
            Some(entry)
        })?;
        let count = u16::try_from(gains.len()).ok()?;
        Some([count.to_le_bytes().as_slice(), &gains, &moves].concat())
    }

    /// What is proved of a position; `None` if the book does not have it.
    #[must_use]
    pub fn entry(&self, position: &Position) -> Option<Entry> {
        self.entries.get(&Board::of(position)?).copied()
    }

    /// The final lead of the side to move with best play, in stones, and a best move; `None` if the book does not have
    /// the position.
    #[must_use]
    pub fn look_up(&self, position: &Position) -> Option<(i32, Move)> {
        let entry = self.entry(position)?;
        let side = position.to_move();
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        Some((lead + i32::from(entry.gain), entry.best_move(position)?))
    }
}

/// The bytes of all books of a variant. Books are the same in both directions, and whoever begins from the plain start.
fn file_of(variant: &Variant) -> Option<&'static [u8]> {
    let plain = Variant { direction: Direction::CounterClockwise, first_move: FirstMove::South, ..*variant };
    let preset = plain.preset()?;
    FILES.into_iter().find_map(|(of, bytes)| (of == preset).then_some(bytes))
}

/// The bytes of the book in this place of a file, without the number of its positions.
fn nth_book(mut file: &[u8], place: usize) -> Option<&[u8]> {
    for _ in 0..place {
        file = split_first_book(file)?.1;
    }
    Some(split_first_book(file)?.0)
}

/// The first book of a file, and all that comes after it.
fn split_first_book(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = file.split_first_chunk()?;
    rest.split_at_checked(2 * usize::from(u16::from_le_bytes(*count)))
}

#[cfg(test)]
mod tests;
