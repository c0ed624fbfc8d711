//! The board editor's logic: how one input changes a board. Pure.

use rules::mapello::{BONUSES, Board, Border, CENTRE, Cell, JOKERS, WALLS};

use crate::app::game::board::mapello::cells::square;
use crate::app::text::words;

/// The piece that a touch puts on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    Wall,
    Bonus,
    Joker,
    Erase,
}

impl Tool {
    pub(super) const ALL: [Tool; 4] = [Tool::Wall, Tool::Bonus, Tool::Joker, Tool::Erase];

    /// Its name for people, and its name in the markup.
    pub(super) fn names(self) -> (String, &'static str) {
        match self {
            Tool::Wall => (words::tool_wall(), "wall"),
            Tool::Bonus => (words::tool_bonus(), "bonus"),
            Tool::Joker => (words::tool_joker(), "joker"),
            Tool::Erase => (words::tool_erase(), "erase"),
        }
    }

    /// The message when the board has as many of it as allowed.
    pub(super) fn too_many(self) -> String {
        match self {
            Tool::Wall => words::most_walls(WALLS.into()),
            Tool::Bonus => words::most_bonuses(BONUSES.into()),
            Tool::Joker => words::most_jokers(JOKERS.into()),
            Tool::Erase => String::new(),
        }
    }

    /// How many of it are on the board, and how many are allowed.
    pub(super) fn count(self, board: &Board) -> Option<(u32, u8)> {
        match self {
            Tool::Wall => Some((board.walls().count_ones(), WALLS)),
            Tool::Bonus => Some((board.bonuses().count_ones(), BONUSES)),
            Tool::Joker => Some((board.jokers().count_ones(), JOKERS)),
            Tool::Erase => None,
        }
    }

    /// Whether it can stand on this square.
    pub(super) fn fits(self, square: Result<Cell, Border>) -> bool {
        match (self, square) {
            (Tool::Wall | Tool::Bonus | Tool::Erase, Ok(cell)) => CENTRE & cell.bit() == 0,
            (Tool::Joker | Tool::Erase, Err(_)) => true,
            (Tool::Wall | Tool::Bonus, Err(_)) | (Tool::Joker, Ok(_)) => false,
        }
    }
}

/// The symmetry: which further squares change with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symmetry {
    None,
    LeftRight,
    TopBottom,
    HalfTurn,
    QuarterTurns,
}

impl Symmetry {
    pub(super) const ALL: [Symmetry; 5] = [
        Symmetry::None,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurns,
    ];

    pub(super) fn name(self) -> String {
        match self {
            Symmetry::None => words::symmetry_none(),
            Symmetry::LeftRight => words::symmetry_left_right(),
            Symmetry::TopBottom => words::symmetry_top_bottom(),
            Symmetry::HalfTurn => words::symmetry_half_turn(),
            Symmetry::QuarterTurns => words::symmetry_quarter_turns(),
        }
    }

    /// The squares that change together with one, by their numbers in reading order.
    fn images(self, number: u8) -> Vec<u8> {
        let (row, column) = (number / 10, number % 10);
        let at = |row: u8, column: u8| row * 10 + column;
        match self {
            Symmetry::None => vec![number],
            Symmetry::LeftRight => vec![number, at(row, 9 - column)],
            Symmetry::TopBottom => vec![number, at(9 - row, column)],
            Symmetry::HalfTurn => vec![number, at(9 - row, 9 - column)],
            Symmetry::QuarterTurns => {
                vec![number, at(column, 9 - row), at(9 - row, 9 - column), at(9 - column, row)]
            }
        }
    }
}

/// The board after a touch: the piece is put on the square, or removed if it is there. Another piece there is
/// replaced.
///
/// # Errors
/// The tool whose piece cannot stand there, or of which the board has no more.
pub(super) fn put_piece(board: &Board, number: u8, tool: Tool, symmetry: Symmetry) -> Result<Board, Tool> {
    let squares =
        || symmetry.images(number).into_iter().filter_map(square).filter(|square| tool.fits(*square));
    let first = square(number).filter(|square| tool.fits(*square)).ok_or(tool)?;
    let there = match (tool, first) {
        (Tool::Wall, Ok(cell)) => board.is_wall(cell),
        (Tool::Bonus, Ok(cell)) => board.is_bonus(cell),
        (_, Err(border)) => board.is_joker(border),
        _ => false,
    };
    let cells = squares().filter_map(Result::ok).fold(0, |set, cell| set | cell.bit());
    let borders = squares().filter_map(Result::err).fold(0, |set, border| set | border.bit());
    let put = |set: u64, mine: Tool, on: u64| if tool == mine && !there { set & !on | on } else { set & !on };
    let walls = put(board.walls(), Tool::Wall, cells);
    let bonuses = put(board.bonuses(), Tool::Bonus, cells);
    let jokers = put(board.jokers(), Tool::Joker, borders);
    let changed = Board::new(walls, bonuses, jokers).map_err(|_| tool)?.with_centre(board.centre());
    let too_many = |tool: Tool| tool.count(&changed).is_some_and(|(count, most)| count > most.into());
    // A board that was loaded with too many pieces may be reduced.
    if too_many(tool) && !there { Err(tool) } else { Ok(changed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(row: u8, column: u8) -> u8 {
        row * 10 + column
    }

    #[test]
    fn an_editor_piece_is_placed_replaced_and_removed() {
        let wall = put_piece(&Board::EMPTY, number(1, 1), Tool::Wall, Symmetry::None).unwrap();
        assert_eq!((wall.walls(), wall.bonuses()), (1, 0));
        let bonus = put_piece(&wall, number(1, 1), Tool::Bonus, Symmetry::None).unwrap();
        assert_eq!((bonus.walls(), bonus.bonuses()), (0, 1));
        assert_eq!(put_piece(&bonus, number(1, 1), Tool::Bonus, Symmetry::None).unwrap(), Board::EMPTY);
        assert_eq!(put_piece(&bonus, number(1, 1), Tool::Erase, Symmetry::None).unwrap(), Board::EMPTY);
    }

    #[test]
    fn editor_pieces_are_refused_where_they_do_not_belong() {
        assert!(put_piece(&Board::EMPTY, number(0, 3), Tool::Wall, Symmetry::None).is_err());
        assert!(put_piece(&Board::EMPTY, number(3, 3), Tool::Joker, Symmetry::None).is_err());
        assert!(put_piece(&Board::EMPTY, number(4, 4), Tool::Bonus, Symmetry::None).is_err());
        assert_eq!(put_piece(&Board::EMPTY, number(0, 0), Tool::Joker, Symmetry::None).unwrap().jokers(), 1);
    }

    #[test]
    fn the_editor_allows_at_most_eight_of_each_piece() {
        let eight = (1..=8).fold(Board::EMPTY, |board, column| {
            put_piece(&board, number(1, column), Tool::Wall, Symmetry::None).unwrap()
        });
        assert_eq!(put_piece(&eight, number(2, 1), Tool::Wall, Symmetry::None), Err(Tool::Wall));
        assert!(put_piece(&eight, number(1, 1), Tool::Bonus, Symmetry::None).is_ok());
        let many = Board::new(0x1ff, 0xff00_0000_0000_0000, 0).unwrap();
        assert_eq!(
            put_piece(&many, number(3, 1), Tool::Bonus, Symmetry::None),
            Err(Tool::Bonus),
            "among nine walls"
        );
        assert_eq!(put_piece(&many, number(1, 1), Tool::Wall, Symmetry::None).unwrap().walls(), 0x1fe);
    }

    #[test]
    fn editor_symmetry_changes_all_mirrored_squares_at_once() {
        for (symmetry, pieces) in Symmetry::ALL.into_iter().zip([1, 2, 2, 2, 4]) {
            let board = put_piece(&Board::EMPTY, number(1, 2), Tool::Wall, symmetry).unwrap();
            assert_eq!(board.walls().count_ones(), pieces, "{symmetry:?}");
            assert_eq!(put_piece(&board, number(1, 2), Tool::Wall, symmetry).unwrap(), Board::EMPTY);
            let jokers = put_piece(&Board::EMPTY, number(0, 2), Tool::Joker, symmetry).unwrap();
            assert_eq!(jokers.jokers().count_ones(), pieces, "{symmetry:?}");
        }
    }
}
