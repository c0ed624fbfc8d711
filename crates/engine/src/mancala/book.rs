//! The opening book of a solved variant: the proved value and a best move of every position that perfect play meets in
//! the first moves, whatever the opponent plays (a repertoire for each side). Where the book ends, a solver can prove the
//! rest of the game in seconds.
//!
//! The books are bytes without keys: whoever reads or makes one walks through the same positions in the same order
//! ([`walk`]). `cargo run --release -p engine --example book` makes them.

use std::collections::{HashMap, HashSet};

use rules::mancala::{Move, Pit, Position, Preset, Setup, Variant};

use super::board::{Board, lane};

/// The books, each made from the plain start of its preset.
const BOOKS: [(Preset, &[u8]); 2] = [
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

    /// As the two bytes that a book has.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 2] {
        [self.gain.cast_unsigned(), self.best]
    }

    /// The best move in a position that has this entry.
    #[must_use]
    pub fn best_move(self, position: &Position) -> Option<Move> {
        position.legal_pits().find(|pit| lane(position, *pit) == usize::from(self.best)).map(Move::Sow)
    }
}

/// An opening book.
pub struct Book {
    entries: HashMap<Board, Entry>,
}

impl Book {
    /// The book of a variant; `None` if there is none. It is good for games from the plain start whoever begins.
    #[must_use]
    pub fn of(variant: &Variant) -> Option<Book> {
        let plain = Variant {
            direction: Variant::default().direction,
            first_move: Variant::default().first_move,
            ..*variant
        };
        let preset = plain.preset()?;
        let (_, bytes) = BOOKS.into_iter().find(|(of, _)| *of == preset)?;
        Some(Book::read(variant, bytes))
    }

    /// Reads a book of this variant. Bytes that are cut off end it early.
    #[must_use]
    pub fn read(variant: &Variant, bytes: &[u8]) -> Book {
        let mut entries = HashMap::new();
        let mut left = bytes.chunks_exact(2);
        walk(&Position::start(&Setup::new(*variant, 1)), |position| {
            let board = Board::of(position)?;
            let entry = match left.next() {
                Some(&[gain, best]) => Entry { gain: gain.cast_signed(), best },
                _ => return None,
            };
            entry.best_move(position)?;
            entries.insert(board, entry);
            Some(entry)
        });
        Book { entries }
    }

    /// How many positions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The final lead of the side to move with best play, in stones, and a best move; `None` if the book does not have
    /// the position.
    #[must_use]
    pub fn look_up(&self, position: &Position) -> Option<(i32, Move)> {
        let entry = self.entries.get(&Board::of(position)?)?;
        let side = position.to_move();
        let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        Some((lead + i32::from(entry.gain), entry.best_move(position)?))
    }
}

/// A position of a line, with whether the side to move is the one that plays by the book: it makes only its best moves,
/// and its opponent any.
type Line = (Position, bool);

/// Walks through the positions of a book in their order, by plies, and calls `prove` once for each of them; its answer
/// decides how the walk goes on, and `None` ends it. Positions that differ only in their stores, or in who is called
/// South, are one.
pub fn walk(start: &Position, mut prove: impl FnMut(&Position) -> Option<Entry>) {
    let mut entries: HashMap<Board, Entry> = HashMap::new();
    let mut seen = HashSet::new();
    // A repertoire for the side that begins, and one for the other.
    let mut lines: Vec<Line> = vec![(*start, true), (*start, false)];
    while !lines.is_empty() {
        let mut next = Vec::new();
        for (position, is_book_side) in lines {
            let Some(board) = Board::of(&position) else { continue };
            if position.outcome().is_some() || !seen.insert((board, is_book_side)) {
                continue;
            }
            let moves: Vec<Move> = if is_book_side {
                let entry = match entries.get(&board) {
                    Some(entry) => *entry,
                    None => {
                        let Some(entry) = prove(&position) else { return };
                        *entries.entry(board).or_insert(entry)
                    }
                };
                entry.best_move(&position).into_iter().collect()
            } else {
                position.legal_moves().collect()
            };
            let children = moves.into_iter().filter_map(|mv| position.play_with(mv, |_| ()).ok());
            next.extend(
                children.map(|child| (child, is_book_side == (child.to_move() == position.to_move()))),
            );
        }
        lines = next;
    }
}
