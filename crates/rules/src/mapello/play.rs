//! Plays a move of Mapello: places the disc, flips its lines, takes a bonus, and finds the side to move next.

use super::{Board, Border, Cell, Position, Ray, Step};
use crate::{IllegalMove, Side};

impl Position {
    /// Places a disc of the side to move; returns the next position and the steps of the move.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&self, cell: Cell) -> Result<(Position, Vec<Step>), IllegalMove> {
        self.check(cell)?;
        let by = self.to_move;
        let mut steps = vec![Step::Place { by, on: cell }];
        steps.extend(Ray::ALL.into_iter().filter_map(|ray| self.line(by, cell, ray)));
        if self.bonuses & cell.bit() != 0 {
            steps.push(Step::Bonus { by, on: cell });
        }
        let mut after = steps.iter().fold(*self, |position, step| position.apply(step));
        let next = by.other();
        match after.who_can_move(next) {
            Some(side) if side == next => steps.push(Step::NextTurn(side)),
            Some(side) => steps.extend([Step::Pass(next), Step::NextTurn(side)]),
            None => steps.push(Step::End(after.outcome_by_score())),
        }
        if let Some(last) = steps.last() {
            after = after.apply(last);
        }
        Ok((after, steps))
    }

    /// The line that a disc of `by` on `from` flips in this direction.
    fn line(&self, by: Side, from: Cell, ray: Ray) -> Option<Step> {
        let opposing = self.discs(by.other());
        let mut discs = 0;
        let mut at = from;
        let joker = loop {
            match at.step(ray, 1) {
                Some(next) if opposing & next.bit() != 0 => {
                    discs += 1;
                    at = next;
                }
                Some(next) if self.discs(by) & next.bit() != 0 => break None,
                Some(_) => return None,
                None => break Some(joker_beyond(self.terrain.board(), at, ray)?),
            }
        };
        (discs > 0).then_some(Step::Flip { by, from, ray, discs, joker })
    }
}

/// The joker that lies one step beyond an edge cell.
fn joker_beyond(board: &Board, edge: Cell, ray: Ray) -> Option<Border> {
    let (down, right) = ray.delta();
    let row = u8::try_from(edge.row() as i8 + 1 + down).ok()?;
    let column = u8::try_from(edge.column() as i8 + 1 + right).ok()?;
    Border::at(row, column).filter(|border| board.is_joker(*border))
}
