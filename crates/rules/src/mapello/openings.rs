//! Openings of Reversi with Othello's start: the names that players know them by, and a list of balanced ones to draw from
//! by chance, so that nobody wins by having learnt the first moves.

mod names;

use std::collections::HashMap;
use std::sync::OnceLock;

use super::notation::read_transcript;
use super::{Board, Cell, Position};
use crate::{Move, Setup, Side};
use names::NAMED;

/// The balanced openings, one in a line: eight moves from Othello's start, the first of them f5, after which neither side is
/// more than two discs ahead in a search of a million positions (`cargo run --release -p engine --example openings`). No
/// two of them lead to positions that are equal up to the symmetries of the start. Sorted, as that compresses best.
const BALANCED: &str = include_str!("openings/balanced.txt");

/// So many lines on is the opening of the next number: neighbours in the list begin alike. Odd, so that every line has a
/// number.
const STRIDE: u32 = 389;

/// How many symmetries Othello's start has: none, both diagonals, half a turn. Each takes f5 to another first move.
const SYMMETRIES: u32 = 4;

/// An opening: moves from Othello's start, which are played before the players begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    moves: Vec<Cell>,
}

impl Opening {
    /// The moves of an opening; Black is to move behind them.
    pub const MOVES: usize = 8;

    /// How many balanced openings there are, those that are equal up to symmetry counted once.
    pub const BALANCED: u32 = 1_024;

    /// How many balanced openings there are in all, by their numbers.
    pub const DRAWN: u32 = Opening::BALANCED * SYMMETRIES;

    /// A balanced opening. Numbers from [`Opening::BALANCED`] on give the same openings turned or mirrored, so that all four
    /// first moves are drawn; from four times as many on they begin again. The same number gives the same opening for ever.
    #[must_use]
    pub fn balanced(number: u32) -> Opening {
        let place = (number % Opening::BALANCED) * STRIDE % Opening::BALANCED;
        let line = BALANCED.lines().nth(place as usize).unwrap_or_default();
        let symmetry = number / Opening::BALANCED % SYMMETRIES;
        let (names, _) = line.as_bytes().as_chunks::<2>();
        let cells = names
            .iter()
            .filter_map(|[column, row]| Cell::at(row.checked_sub(b'1')?, column.checked_sub(b'a')?));
        Opening { moves: cells.map(|cell| image(cell, symmetry)).collect() }
    }

    /// Its moves on [`Board::OTHELLO`], none of which is a pass.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position behind its moves.
    #[must_use]
    pub fn position(&self) -> Position {
        positions(&self.moves).last().unwrap_or(Position::start(&Board::OTHELLO))
    }
}

/// The name of the opening of a game from Othello's start: that of the latest of its positions that has one, however it was
/// reached, with whichever of the four first moves. `None` before the first named position, and for moves that are illegal
/// from the first on.
#[must_use]
pub fn opening_name(moves: &[Cell]) -> Option<&'static str> {
    let named = named_positions();
    let longest = NAMED.iter().map(|(moves, _)| moves.len() / 2).max().unwrap_or_default();
    positions(moves).take(longest).filter_map(|position| named.get(&key(&position)).copied()).last()
}

/// The name of the opening of a game by its setup and its moves; `None` also for other games than those from Othello's
/// start.
#[must_use]
pub fn opening_of(setup: &Setup, moves: &[Move]) -> Option<&'static str> {
    (*setup == Setup::Mapello(Board::OTHELLO)).then_some(())?;
    let cells: Vec<Cell> = moves.iter().filter_map(Move::as_mapello).collect();
    opening_name(&cells)
}

/// The moves of each named opening, and its name.
pub fn named_openings() -> impl Iterator<Item = (Vec<Cell>, &'static str)> {
    NAMED.iter().map(|(moves, name)| {
        let read = read_transcript(&Board::OTHELLO, moves).map(|read| read.moves);
        (read.unwrap_or_default(), *name)
    })
}

/// The discs of Black and White, the same for all positions that are equal up to the symmetries of Othello's start.
#[must_use]
pub fn canonical_discs(position: &Position) -> [u64; 2] {
    let turned = |symmetry| {
        Side::BOTH.map(|side| {
            let cells = Cell::all_of(position.discs(side));
            cells.fold(0, |set, cell| set | image(cell, symmetry).bit())
        })
    };
    (0..SYMMETRIES).map(turned).min().unwrap_or_default()
}

/// What a position is found by.
type Key = ([u64; 2], Side);

fn key(position: &Position) -> Key {
    (canonical_discs(position), position.to_move())
}

/// The names by their positions, made at the first call.
fn named_positions() -> &'static HashMap<Key, &'static str> {
    static NAMED_POSITIONS: OnceLock<HashMap<Key, &'static str>> = OnceLock::new();
    NAMED_POSITIONS.get_or_init(|| {
        let last = |(moves, name): (Vec<Cell>, &'static str)| Some((key(&positions(&moves).last()?), name));
        named_openings().filter_map(last).collect()
    })
}

/// The positions behind each move, up to the first illegal one.
fn positions(moves: &[Cell]) -> impl Iterator<Item = Position> {
    moves.iter().scan(Position::start(&Board::OTHELLO), |position, cell| {
        *position = position.play(*cell).ok()?.0;
        Some(*position)
    })
}

/// Where a symmetry of Othello's start takes a cell.
fn image(cell: Cell, symmetry: u32) -> Cell {
    let (row, column) = (cell.row(), cell.column());
    let (row, column) = match symmetry {
        0 => (row, column),
        1 => (column, row),
        2 => (7 - row, 7 - column),
        _ => (7 - column, 7 - row),
    };
    Cell::at(row, column).unwrap_or(cell)
}
