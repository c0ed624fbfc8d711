//! A position of Mapello as bitboards: its discs and bonuses, its legal moves, and how one step of a trace
//! changes it. The steps of a move are decided in `play.rs`.

use super::{Board, Cell, Step, Terrain};
use crate::{Game, IllegalMove, Outcome, Side, hash};

/// The points for a bonus.
pub const BONUS_POINTS: u8 = 3;

/// The discs and bonuses on the board, the bonuses taken, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Position {
    pub(super) terrain: Terrain,
    /// The bitboards of the discs, by [`Side::index`] and [`Cell`].
    pub(super) discs: [u64; 2],
    /// The bitboard of the bonuses not taken yet.
    pub(super) bonuses: u64,
    /// Bonuses taken, by [`Side::index`].
    pub(super) taken: [u8; 2],
    pub(super) to_move: Side,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// The position before the first move. Black begins, but passes when it has no first move; when White has
    /// none either, the game is over.
    #[must_use]
    pub fn start(board: &Board) -> Position {
        Position::of(board, board.centre().discs(), [0; 2], Side::First)
    }

    /// A position with these discs and so many bonuses taken, with `next` to move if it can. The board's
    /// bonuses are those not taken yet.
    pub(super) fn of(board: &Board, discs: [u64; 2], taken: [u8; 2], next: Side) -> Position {
        let (terrain, bonuses) = (Terrain::of(board), board.bonuses());
        let position = Position { terrain, discs, bonuses, taken, to_move: next, outcome: None };
        match position.who_can_move(next) {
            Some(side) => Position { to_move: side, ..position },
            None => Position { outcome: Some(position.outcome_by_score()), ..position },
        }
    }

    /// The side to move if `next` is up: the opponent if `next` has to pass, `None` if both have to.
    pub(super) fn who_can_move(&self, next: Side) -> Option<Side> {
        [next, next.other()].into_iter().find(|&side| self.moves_of(side) != 0)
    }

    pub(super) fn outcome_by_score(&self) -> Outcome {
        Outcome::of_scores(Side::BOTH.map(|side| self.score(side)))
    }

    /// The bitboard of the cells where this side could place a disc if it were its move.
    #[must_use]
    pub fn moves_of(&self, side: Side) -> u64 {
        self.terrain.moves(self.discs(side), self.discs(side.other()))
    }

    /// The constant part: walls and jokers.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The bitboard of a side's discs, by [`Cell`].
    #[must_use]
    pub fn discs(&self, side: Side) -> u64 {
        self.discs[side.index()]
    }

    /// The owner of the disc on the cell.
    #[must_use]
    pub fn disc(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs(*side) & cell.bit() != 0)
    }

    /// The bitboard of the bonuses not taken yet, by [`Cell`].
    #[must_use]
    pub fn bonuses(&self) -> u64 {
        self.bonuses
    }

    /// How many bonuses a side has taken.
    #[must_use]
    pub fn taken(&self, side: Side) -> u8 {
        self.taken[side.index()]
    }

    /// Points of a side: its discs, and [`BONUS_POINTS`] for every bonus it has taken.
    #[must_use]
    pub fn score(&self, side: Side) -> u16 {
        self.discs(side).count_ones() as u16 + u16::from(self.taken(side)) * u16::from(BONUS_POINTS)
    }

    /// The cells without a wall and without a disc.
    #[must_use]
    pub fn empty(&self) -> u64 {
        !(self.discs[0] | self.discs[1] | self.terrain.board().walls())
    }

    /// The score of a finished game as Othello counts it: the points, and to the winner every empty cell besides, that of
    /// a bonus nobody took among them; a draw shares the empty cells, an odd one goes to nobody. Walls are no empty
    /// cells. `None` while the game goes on. The winner and the stored result are those of the points.
    #[must_use]
    pub fn othello_score(&self) -> Option<[u16; 2]> {
        let empty = self.empty().count_ones() as u16;
        let mut score = Side::BOTH.map(|side| self.score(side));
        match self.outcome? {
            Outcome::Win(side) => score[side.index()] += empty,
            Outcome::Draw => score = score.map(|points| points + empty / 2),
        }
        Some(score)
    }

    /// The side whose move it is; in a finished game the side that made the last move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Number of the turn, from 1: one more than the discs placed so far. Passes are not counted.
    #[must_use]
    pub fn turn(&self) -> u16 {
        ((self.discs[0] | self.discs[1]).count_ones() as u16).saturating_sub(3)
    }

    /// The result, when the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves: the cells on which the side to move may place a disc; none when the game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        Cell::all_of(if self.outcome.is_some() { 0 } else { self.moves_of(self.to_move) })
    }

    /// Whether the side to move may place a disc there.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check(&self, cell: Cell) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            Err(IllegalMove::GameOver)
        } else if self.terrain.board().is_wall(cell) {
            Err(IllegalMove::Wall)
        } else if self.disc(cell).is_some() {
            Err(IllegalMove::Occupied)
        } else if self.moves_of(self.to_move) & cell.bit() == 0 {
            Err(IllegalMove::NoFlip)
        } else {
            Ok(())
        }
    }

    /// The position after one step of a trace. It never fails; a step that does not belong to a legal move of
    /// this position gives a meaningless position.
    #[must_use]
    pub fn apply(&self, step: &Step) -> Position {
        let mut after = *self;
        match *step {
            Step::Place { by, on } => after.discs[by.index()] |= on.bit(),
            Step::Flip { by, from, ray, discs, .. } => {
                let line = (1..=discs).filter_map(|distance| from.step(ray, distance));
                let turned = line.fold(0, |set, cell| set | cell.bit());
                after.discs[by.index()] |= turned;
                after.discs[by.other().index()] &= !turned;
            }
            Step::Bonus { by, on } => {
                after.bonuses &= !on.bit();
                after.taken[by.index()] = after.taken[by.index()].saturating_add(1);
            }
            Step::Pass(_) => {}
            Step::NextTurn(side) => after.to_move = side,
            Step::End(outcome) => after.outcome = Some(outcome),
        }
        after
    }

    /// A 64-bit hash of walls, jokers, discs, bonuses, bonuses taken and the side to move. Stable across
    /// platforms and builds.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let board = self.terrain.board();
        let [black, white] = self.discs;
        let [black_taken, white_taken] = self.taken;
        let rest = [black_taken, white_taken, self.to_move as u8, Game::Mapello as u8, 0, 0, 0, 0];
        let rest = u64::from_le_bytes(rest);
        hash::fold([board.walls(), board.jokers(), black, white, self.bonuses, rest])
    }
}
