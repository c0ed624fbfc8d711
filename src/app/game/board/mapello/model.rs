//! The attributes and accessible names of all squares: a pure function of the game and of the pointer.

use rules::Side;
use rules::mapello::notation::cell_name;
use rules::mapello::{Border, Cell, Position, Step};

use super::cells::{SquareAttributes, square};
use crate::app::text::mapello::{border_text, cell_text, colour};
use crate::app::text::words;

/// The state of a board to render.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The position.
    pub position: Position,
    /// Whether the viewer may play on it now.
    pub may_play: bool,
    /// Whether the viewer may plan a disc for the coming turn.
    pub may_plan: bool,
    /// The cell of the premove.
    pub planned: Option<Cell>,
    /// Whether it is flipped.
    pub turned: bool,
    /// The cell whose move is previewed.
    pub preview: Option<Cell>,
    /// The values of the moves, the best first, while they are shown.
    pub scores: Vec<(Cell, String)>,
    /// The trace of the last move.
    pub last: Vec<Step>,
    /// Whether the last move is a pending command.
    pub pending: bool,
    /// The place on the screen that Tab reaches (roving tabindex).
    pub focus: u8,
}

impl Scene {
    /// The attributes of every place on the screen, in reading order.
    pub(super) fn squares(&self) -> Vec<SquareAttributes> {
        let legal = if self.may_play { self.position.moves_of(self.position.to_move()) } else { 0 };
        let preview = self.preview.filter(|cell| legal & cell.bit() != 0);
        let trace = preview.and_then(|cell| self.position.play(cell).ok());
        let turns = trace.map_or(0, |(_, trace)| flipped_cells(&trace));
        let place = |place: u8| {
            let mut attributes = match square(if self.turned { 99 - place } else { place }) {
                Some(Ok(cell)) => self.inner(cell, legal, preview, turns),
                Some(Err(border)) => self.border(border),
                None => SquareAttributes::new(),
            };
            attributes.push(("tabindex", if self.focus == place { "0" } else { "-1" }.to_owned()));
            attributes
        };
        (0..100).map(place).collect()
    }

    fn inner(&self, cell: Cell, legal: u64, preview: Option<Cell>, turns: u64) -> SquareAttributes {
        let at = cell.bit();
        let mut attributes = vec![("aria-label", cell_text(&self.position, cell, legal & at != 0))];
        let mut flag = |name: &'static str, is: bool| {
            if is {
                attributes.push((name, String::new()));
            }
        };
        flag("data-wall", self.position.terrain().board().is_wall(cell));
        flag("data-bonus", self.position.bonuses() & at != 0);
        flag("data-legal", legal & at != 0);
        flag("data-turns", turns & at != 0);
        let last = placed_cell(&self.last) == Some(cell);
        flag("data-last", last);
        flag("data-pending", last && self.pending);
        flag("data-changed", last || flipped_cells(&self.last) & at != 0);
        let is_free = self.position.disc(cell).is_none() && !self.position.terrain().board().is_wall(cell);
        if legal & at == 0 && !(self.may_plan && is_free) {
            attributes.push(("aria-disabled", "true".to_owned()));
        }
        if let Some(side) = self.position.disc(cell) {
            attributes.push(("data-disc", colour(side).to_owned()));
        }
        if let Some((_, worth)) = self.scores.iter().find(|(known, _)| *known == cell) {
            let name = cell_text(&self.position, cell, legal & at != 0);
            attributes[0].1 = words::worth_of(&name, worth);
            attributes.push(("data-worth", worth.clone()));
            if self.scores.first().is_some_and(|(best, _)| *best == cell) {
                attributes.push(("data-best", String::new()));
            }
        }
        if self.planned == Some(cell) {
            attributes[0].1 = words::planned(&attributes[0].1);
            attributes.push(("data-premove", String::new()));
        }
        if preview == Some(cell) {
            attributes.push(("data-preview", colour(self.position.to_move()).to_owned()));
        }
        attributes
    }

    fn border(&self, border: Border) -> SquareAttributes {
        let mut attributes = vec![("aria-label", border_text(self.position.terrain().board(), border))];
        attributes.extend(border_attributes(border, self.position.terrain().board().is_joker(border)));
        let ends = |step: &Step| matches!(step, Step::Flip { joker: Some(joker), .. } if *joker == border);
        if self.last.iter().any(ends) {
            attributes.push(("data-lit", String::new()));
        }
        attributes
    }
}

/// The attributes of a border square: its coordinate, and its joker if it has one.
pub(crate) fn border_attributes(border: Border, joker: bool) -> SquareAttributes {
    let mut attributes = SquareAttributes::new();
    if joker {
        attributes.push(("data-joker", String::new()));
    }
    // The name of a corner's neighbour has a letter and a digit; only one of them is printed.
    let inside = |place: u8| place.checked_sub(1).filter(|place| *place < 8);
    let at = match (inside(border.row()), inside(border.column())) {
        (Some(row), None) => Cell::at(row, 0).map(|cell| cell_name(cell).split_off(1)),
        (None, Some(column)) => Cell::at(0, column).map(|cell| cell_name(cell)[..1].to_owned()),
        _ => None,
    };
    attributes.extend(at.map(|at| ("data-at", at)));
    attributes
}

fn placed_cell(trace: &[Step]) -> Option<Cell> {
    trace.iter().find_map(|step| match step {
        Step::Place { on, .. } => Some(*on),
        _ => None,
    })
}

/// The bitboard of the cells whose discs flip in a move.
fn flipped_cells(trace: &[Step]) -> u64 {
    let lines = trace.iter().map(|step| match *step {
        Step::Flip { from, ray, discs, .. } => {
            (1..=discs).filter_map(|distance| from.step(ray, distance)).fold(0, |set, cell| set | cell.bit())
        }
        _ => 0,
    });
    lines.fold(0, |set, line| set | line)
}

/// The number of discs a side has in its tray: its share of the free cells.
pub(super) fn discs_to_come(position: &Position, side: Side) -> u32 {
    let board = position.terrain().board();
    let taken = position.discs(Side::First) | position.discs(Side::Second) | board.walls();
    let free = taken.count_zeros();
    if side == position.to_move() { free.div_ceil(2) } else { free / 2 }
}
