//! Random games of Mapello as tables of the scene.

#[path = "../../../../../src/app/game/board/mapello/motion.rs"]
pub mod motion;
#[path = "../../../../../src/app/game/board/mapello/timing.rs"]
pub mod timing;

/// What `motion.rs` uses of `src/app/game/board/mapello/cells.rs`, whose other half draws.
pub mod cells {
    use rules::mapello::Cell;

    /// The number of a cell in reading order.
    pub fn number_of(cell: Cell) -> u8 {
        (cell.row() + 1) * 10 + cell.column() + 1
    }

    /// The id of the square's element at this place on the screen.
    pub fn square_id(place: u8) -> String {
        format!("sq-{place}")
    }
}

use rules::mapello::{Border, Cell, Position};
use scene::picture::MarkKind;
use scene::plan::Row;
use scene::table::{Content, Mapello, Side, Square, SquarePiece, Table};

fn side_of(side: rules::Side) -> Side {
    if side == rules::Side::First { Side::First } else { Side::Second }
}

/// The discs a side has in its tray, as in `src/app/game/board/mapello/model.rs`.
fn discs_to_come(position: &Position, side: rules::Side) -> u8 {
    let board = position.terrain().board();
    let taken = position.discs(rules::Side::First) | position.discs(rules::Side::Second) | board.walls();
    let free = taken.count_zeros() as u8;
    if side == position.to_move() { free.div_ceil(2) } else { free / 2 }
}

/// A position as a table.
pub fn table(position: &Position, turned: bool, near: rules::Side) -> Table {
    let board = position.terrain().board();
    let mut squares = Vec::new();
    let place = |number: u8| if turned { 99 - number } else { number };
    for cell in Cell::all_of(!0) {
        let piece = match position.disc(cell) {
            Some(side) => Some(SquarePiece::Disc(side_of(side))),
            None if board.is_wall(cell) => Some(SquarePiece::Wall),
            None => (position.bonuses() & cell.bit() != 0).then_some(SquarePiece::Star),
        };
        let legal = position.moves_of(position.to_move()) & cell.bit() != 0;
        let marks = if legal { vec![MarkKind::Legal] } else { Vec::new() };
        if piece.is_some() || legal {
            squares.push(Square { place: place(cells::number_of(cell)), piece, marks, ..Square::default() });
        }
    }
    let jokers = (0..Border::COUNT).filter_map(Border::new).filter(|border| board.is_joker(*border));
    squares.extend(jokers.map(|border| Square {
        place: place(border.row() * 10 + border.column()),
        piece: Some(SquarePiece::Joker),
        ..Square::default()
    }));
    let trays = Some([near, near.other()].map(|side| discs_to_come(position, side)));
    let turn = Some(if position.to_move() == near { Row::Near } else { Row::Far });
    let table = Table::new(Content::Mapello(Mapello { near: side_of(near), turned, turn, squares, trays }));
    table.unwrap_or_else(|error| panic!("{error}"))
}
