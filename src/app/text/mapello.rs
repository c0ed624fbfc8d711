//! Texts about Mapello: squares and the effects of a disc there, a played move, the rules of a board.

use room::BoardChoice;
use rules::mapello::notation::cell_name;
use rules::mapello::{BONUS_POINTS, Board, Border, Cell, Position, Step};
use rules::{Outcome, SetupError, Side};

use super::refusal::setup_error_text;
use super::{PlayerName, joined, listed, words};

/// The colour of a side, as the markup calls it.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The name of a side's disc.
pub fn disc(side: Side) -> String {
    match side {
        Side::First => words::disc_black(),
        Side::Second => words::disc_white(),
    }
}

/// The name of a side's discs, before a list of their squares.
pub fn discs(side: Side) -> String {
    match side {
        Side::First => words::discs_black(),
        Side::Second => words::discs_white(),
    }
}

/// The effects of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// The discs that flip.
    pub flips: u8,
    /// Whether a bonus is taken.
    pub bonus: bool,
    /// Whether a joker ends one of its lines.
    pub joker: bool,
    /// The side that has to pass after it.
    pub pass: Option<Side>,
    /// The outcome, if the game ends with the move.
    pub outcome: Option<Outcome>,
}

impl Effect {
    /// Reads the effects from the trace of a move.
    pub fn of(trace: &[Step]) -> Self {
        let mut effect = Self::default();
        for step in trace {
            match *step {
                Step::Flip { discs, joker, .. } => {
                    effect.flips += discs;
                    effect.joker |= joker.is_some();
                }
                Step::Bonus { .. } => effect.bonus = true,
                Step::Pass(side) => effect.pass = Some(side),
                Step::End(outcome) => effect.outcome = Some(outcome),
                Step::Place { .. } | Step::NextTurn(_) => {}
            }
        }
        effect
    }
}

/// The accessible name of an inner cell: its name, its piece, and the effect of a disc there if the viewer
/// may play.
pub fn cell_text(position: &Position, cell: Cell, may_play: bool) -> String {
    let mut name = vec![cell_name(cell)];
    let bonus = position.bonuses() & cell.bit() != 0;
    if let Some(side) = position.disc(cell) {
        name.push(disc(side));
    } else if position.terrain().board().is_wall(cell) {
        name.push(words::wall());
    } else if may_play && let Ok((_, trace)) = position.play(cell) {
        let effect = Effect::of(&trace);
        let flips = if effect.joker { words::square_flips_by_joker } else { words::square_flips };
        name.push(flips(effect.flips.into()));
    } else if !bonus {
        name.push(words::empty());
    }
    if bonus {
        name.push(words::bonus_points(BONUS_POINTS.into()));
    }
    listed(name)
}

/// The accessible name of a border square: "Joker above d", "Border".
pub fn border_text(board: &Board, border: Border) -> String {
    if !board.is_joker(border) {
        return words::border();
    }
    let column = |column: u8| char::from(b'a' + column.saturating_sub(1).min(7)).to_string();
    match (border.row(), border.column()) {
        (0, 0) => words::joker_corner("a1"),
        (0, 9) => words::joker_corner("h1"),
        (9, 0) => words::joker_corner("a8"),
        (9, 9) => words::joker_corner("h8"),
        (0, at) => words::joker_above(&column(at)),
        (9, at) => words::joker_below(&column(at)),
        (row, 0) => words::joker_left(row.into()),
        (row, _) => words::joker_right(row.into()),
    }
}

/// The explanation of a special square, shown while it is hovered.
pub fn square_tooltip(position: &Position, square: Result<Cell, Border>) -> Option<String> {
    let board = position.terrain().board();
    match square {
        Err(border) if board.is_joker(border) => Some(words::explain_joker()),
        Err(_) => None,
        Ok(cell) if board.is_wall(cell) => Some(words::explain_wall()),
        Ok(cell) if position.bonuses() & cell.bit() != 0 => Some(words::explain_bonus(BONUS_POINTS.into())),
        Ok(_) => None,
    }
}

/// One sentence about a played move.
pub fn move_sentence(cell: Cell, side: Side, trace: &[Step], names: &[PlayerName; 2]) -> String {
    let effect = Effect::of(trace);
    let (at, flips) = (cell_name(cell), u32::from(effect.flips));
    let mut placed = match (names[side.index()].name(), effect.joker) {
        (None, false) => words::you_place(&at, flips),
        (None, true) => words::you_place_by_joker(&at, flips),
        (Some(name), false) => words::name_places(&name, &at, flips),
        (Some(name), true) => words::name_places_by_joker(&name, &at, flips),
    };
    if effect.bonus {
        placed = words::listed(&placed, &words::bonus_points(BONUS_POINTS.into()));
    }
    let over = effect.outcome.map(|_| words::nobody_can_move());
    let pass = effect.pass.map(|side| pass_sentence(side, names));
    let sentences = [Some(format!("{placed}.")), over, pass];
    joined(" ", sentences.into_iter().flatten())
}

/// The sentence about a forced pass.
pub fn pass_sentence(side: Side, names: &[PlayerName; 2]) -> String {
    names[side.index()].phrase(words::you_pass, words::name_passes)
}

/// The rule card of a board: one plain sentence for every rule.
pub fn rule_card(choice: &BoardChoice) -> Vec<String> {
    let mut card = vec![words::rule_trap(), words::rule_pass()];
    match choice {
        BoardChoice::Empty => {}
        BoardChoice::Custom(Board::OTHELLO) => card.push(words::rule_othello()),
        BoardChoice::Opening(_) => card.extend([words::rule_opening(), words::rule_othello()]),
        _ => card.extend([words::rule_bonus(), words::rule_joker()]),
    }
    if *choice == BoardChoice::Draft {
        card.push(words::rule_draft());
    }
    card
}

/// Notes for the builder of a board, each with whether it is good news: can both sides move, is the board the
/// same for both? In a setup draft that is no question: there the opponent picks the colour.
pub fn fairness(board: &Board, is_draft: bool) -> Vec<(bool, String)> {
    let start = Position::start(board);
    let moves = match [start.moves_of(Side::First), start.moves_of(Side::Second)] {
        [0, 0] => (false, words::fair_nobody()),
        [0, _] => (false, words::fair_black_passes()),
        [_, 0] => (false, words::fair_white_stuck()),
        _ => (true, words::fair_both()),
    };
    let alike = if is_symmetric(board) { (true, words::fair_same()) } else { (false, words::fair_other()) };
    let counts = board.validate().err().filter(|why| *why != SetupError::NobodyCanMove);
    let alike = Some(alike).filter(|_| !is_draft);
    counts.map(|why| (false, setup_error_text(why))).into_iter().chain([moves]).chain(alike).collect()
}

/// A row and a column of a board, counted from 0, after a symmetry of the square; the argument before is the last of either.
type Image = fn(u8, u8, u8) -> (u8, u8);
/// The symmetries that exchange the places of the colours: a quarter turn, left and right, top and bottom. The others leave
/// each colour on its diagonal.
const SWAPPING: [Image; 3] = [
    |last, row, column| (column, last - row),
    |last, row, column| (row, last - column),
    |last, row, column| (last - row, column),
];

/// Whether the board is as it was after one of the symmetries that exchange the colours' places.
fn is_symmetric(board: &Board) -> bool {
    SWAPPING.iter().any(|image| {
        let cells = Cell::all_of(!0).all(|cell| {
            let (row, column) = image(7, cell.row(), cell.column());
            let there = Cell::at(row, column);
            there.is_some_and(|there| {
                (board.is_wall(cell), board.is_bonus(cell)) == (board.is_wall(there), board.is_bonus(there))
            })
        });
        let mut borders = (0..Border::COUNT).filter_map(Border::new);
        cells
            && borders.all(|border| {
                let (row, column) = image(9, border.row(), border.column());
                Border::at(row, column).is_some_and(|there| board.is_joker(border) == board.is_joker(there))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::{SWAPPING, fairness};
    use crate::app::text::words;
    use rules::Side;
    use rules::mapello::{Board, Cell, Position};

    fn walls(cells: &[(u8, u8)]) -> Board {
        let set = cells
            .iter()
            .filter_map(|(row, column)| Cell::at(*row, *column))
            .fold(0, |set, at| set | at.bit());
        Board::new(set, 0, 0).unwrap()
    }

    fn is_even(board: &Board) -> bool {
        fairness(board, false).iter().any(|(_, note)| *note == words::fair_same())
    }

    #[test]
    fn the_symmetries_of_fairness_exchange_the_colours() {
        let start = Position::start(&Board::EMPTY);
        let swapped = |image: &super::Image| {
            Cell::all_of(start.discs(Side::First)).all(|cell| {
                let (row, column) = image(7, cell.row(), cell.column());
                Cell::at(row, column).is_some_and(|there| start.disc(there) == Some(Side::Second))
            })
        };
        assert!(SWAPPING.iter().all(swapped));
    }

    #[test]
    fn a_board_is_even_by_any_symmetry_that_exchanges_the_colours() {
        assert!(is_even(&walls(&[(0, 1), (1, 7), (7, 6), (6, 0)])), "quarter turns");
        assert!(is_even(&walls(&[(0, 1), (0, 6)])), "left and right");
        assert!(is_even(&walls(&[(0, 1), (7, 1)])), "top and bottom");
        assert!(!is_even(&walls(&[(0, 1), (7, 6)])), "a half turn leaves the colours where they are");
        assert!(!is_even(&walls(&[(0, 1), (1, 0)])), "so does a diagonal");
        assert!(!is_even(&walls(&[(0, 1)])));
    }

    #[test]
    fn a_draft_does_not_advise_to_let_the_other_pick() {
        let notes = fairness(&walls(&[(0, 1)]), true);
        assert!(notes.iter().all(|(_, note)| *note != words::fair_other()));
        assert!(fairness(&walls(&[(0, 1)]), false).iter().any(|(_, note)| *note == words::fair_other()));
    }
}
