//! A position of Mancala: its stones, its legal moves, and how one step of a trace changes it. The steps of a
//! move are decided in `sow.rs`.

use super::{Direction, Hole, MAX_PITS, Move, Pit, STONES, Setup, Step, Variant};
use crate::{Game, IllegalMove, Outcome, Side, hash};

/// The stones on the board, the side to move, and whatever else legal moves depend on.
///
/// At most 255 stones are on the board, so no hole can overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "super::Parts", into = "super::Parts")
)]
pub struct Position {
    pub(super) variant: Variant,
    /// Stones in the pits by [`Side::index`], each row from its owner's left; unused places are 0.
    pub(super) rows: [[u8; MAX_PITS]; 2],
    /// Stones in the stores, by [`Side::index`].
    pub(super) stores: [u8; 2],
    pub(super) to_move: Side,
    pub(super) turn: u16,
    /// Whether the pie rule allows a swap now: the second turn has begun, and its player has not chosen yet.
    pub(super) swap_open: bool,
    pub(super) outcome: Option<Outcome>,
}

impl Position {
    /// The position before the first move. Numbers out of range are clamped to what a board can hold (1 to 9
    /// pits, 1 to 12 stones), and a start of another board is left out: a setup from outside must be validated
    /// before.
    #[must_use]
    pub fn start(setup: &Setup) -> Position {
        let pits = setup.variant.pits.clamp(1, MAX_PITS as u8);
        let stones = setup.variant.stones.clamp(*STONES.start(), *STONES.end());
        let mut row = [0; MAX_PITS];
        row[..usize::from(pits)].fill(stones);
        let start = setup.start.filter(|start| start.fits(&setup.variant));
        let (rows, stores) = start.map_or(([row; 2], [0; 2]), |start| start.holes());
        Position {
            variant: Variant { pits, stones, ..setup.variant },
            rows,
            stores,
            to_move: setup.starts,
            turn: 1,
            swap_open: false,
            outcome: None,
        }
    }

    /// The options of the game.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Stones in a pit; 0 when the board has no such pit.
    #[must_use]
    pub fn stones(&self, pit: Pit) -> u8 {
        self.rows[pit.side.index()].get(usize::from(pit.index)).copied().unwrap_or(0)
    }

    /// Stones in a store.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// The pits of a side, from its owner's left.
    pub fn pits(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        (0..self.variant.pits).map(move |index| Pit { side, index })
    }

    /// The side whose move it is; in a finished game the side that made the last move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Number of the turn, from 1. Extra moves belong to the turn that won them; a swap is a turn.
    #[must_use]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The result, when the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The pits that may be sown now, from the owner's left; none when the game is over.
    pub fn legal_pits(&self) -> impl Iterator<Item = Pit> + '_ {
        self.pits(self.to_move).filter(|&pit| self.outcome.is_none() && self.stones(pit) > 0)
    }

    /// Whether the side to move may swap sides instead of sowing: the pie rule is on, and this is the second
    /// player's first decision.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.swap_open && self.outcome.is_none()
    }

    /// The legal moves: the pits from the owner's left, then the swap.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.legal_pits().map(Move::Sow).chain(self.can_swap().then_some(Move::Swap))
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        match mv {
            Move::Swap if self.swap_open => Ok(()),
            Move::Swap => Err(IllegalMove::SwapNotAllowed),
            Move::Sow(pit) if pit.index >= self.variant.pits => Err(IllegalMove::NoSuchPit),
            Move::Sow(pit) if pit.side != self.to_move => Err(IllegalMove::WrongSide),
            Move::Sow(pit) if self.stones(pit) == 0 => Err(IllegalMove::EmptyPit),
            Move::Sow(_) => Ok(()),
        }
    }

    /// The hole that gets the stone after `hole` when `mover` sows. The opponent's store is skipped.
    #[must_use]
    pub fn next(&self, hole: Hole, mover: Side) -> Hole {
        let last = self.variant.pits - 1;
        let (begin, onward) = match (self.variant.direction, hole) {
            (Direction::CounterClockwise, Hole::Pit(pit)) => (0, (pit.index < last).then(|| pit.index + 1)),
            (Direction::CounterClockwise, Hole::Store(_)) => (0, None),
            (Direction::Clockwise, Hole::Pit(pit)) => (last, pit.index.checked_sub(1)),
            (Direction::Clockwise, Hole::Store(_)) => (last, None),
        };
        match (hole, onward) {
            (Hole::Pit(pit), Some(index)) => Hole::Pit(Pit { index, ..pit }),
            (Hole::Pit(pit), None) if pit.side == mover => Hole::Store(mover),
            (Hole::Pit(_), None) => Hole::Pit(Pit { side: mover, index: begin }),
            (Hole::Store(side), _) => Hole::Pit(Pit { side: side.other(), index: begin }),
        }
    }

    /// The pit across the board.
    #[must_use]
    pub fn opposite(&self, pit: Pit) -> Pit {
        Pit { side: pit.side.other(), index: (self.variant.pits - 1).saturating_sub(pit.index) }
    }

    /// The position after one step of a trace. It never fails; a step that does not belong to a legal move of
    /// this position gives a meaningless position.
    #[must_use]
    pub fn apply(&self, step: &Step) -> Position {
        let mut after = *self;
        after.carry_out(*step);
        after
    }

    /// Applies a step in place; see [`Position::apply`].
    #[inline]
    pub(super) fn carry_out(&mut self, step: Step) {
        match step {
            Step::Lift { from, stones } => {
                self.take(from, stones);
                self.swap_open = false;
            }
            Step::Drop { into: Hole::Pit(pit) } => {
                if let Some(stones) = self.rows[pit.side.index()].get_mut(usize::from(pit.index)) {
                    *stones = stones.saturating_add(1);
                }
            }
            Step::Drop { into: Hole::Store(side) } => self.put_away(side, 1),
            Step::Capture { by, last, opposite, from_last, from_opposite } => {
                self.take(last, from_last);
                self.take(opposite, from_opposite);
                self.put_away(by, from_last);
                self.put_away(by, from_opposite);
            }
            Step::ExtraTurn(side) => self.to_move = side,
            Step::NextTurn(side) => {
                self.to_move = side;
                self.swap_open = self.variant.pie_rule && self.turn == 1;
                self.turn = self.turn.saturating_add(1);
            }
            Step::Sweep { from, stones, to } => {
                self.take(from, stones);
                self.put_away(to, stones);
            }
            Step::Swap => {
                self.rows.swap(0, 1);
                self.stores.swap(0, 1);
                self.swap_open = false;
            }
            Step::End(outcome) => self.outcome = Some(outcome),
        }
    }

    fn take(&mut self, pit: Pit, stones: u8) {
        if let Some(there) = self.rows[pit.side.index()].get_mut(usize::from(pit.index)) {
            *there = there.saturating_sub(stones);
        }
    }

    fn put_away(&mut self, side: Side, stones: u8) {
        let store = &mut self.stores[side.index()];
        *store = store.saturating_add(stones);
    }

    /// Stones in the row of a side.
    #[must_use]
    pub fn row_total(&self, side: Side) -> u8 {
        self.rows[side.index()].iter().fold(0, |sum, &stones| sum.saturating_add(stones))
    }

    /// A 64-bit hash of layout, stores, side to move, options and whether a swap is open. The number of the
    /// turn does not count: it has no effect on the rest of the game. Stable across platforms and builds as
    /// long as the values of the options keep their order.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let Variant { pits, stones, capture, sowing, extra_turn, leftovers, direction, pie_rule, first_move } =
            self.variant;
        let options = [
            pits,
            stones,
            (capture as u8) << 4 | sowing as u8,
            (leftovers as u8) << 4 | direction as u8,
            (first_move as u8) << 4 | u8::from(extra_turn) << 1 | u8::from(pie_rule),
            self.to_move as u8,
            u8::from(self.swap_open),
            Game::Mancala as u8,
        ];
        let [south, north] = &self.rows;
        let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = *south;
        let [n0, n1, n2, n3, n4, n5, n6, n7, n8] = *north;
        let [south_store, north_store] = self.stores;
        hash::fold(
            [
                [s0, s1, s2, s3, s4, s5, s6, s7],
                [n0, n1, n2, n3, n4, n5, n6, n7],
                [s8, n8, south_store, north_store, 0, 0, 0, 0],
                options,
            ]
            .map(u64::from_le_bytes),
        )
    }
}
